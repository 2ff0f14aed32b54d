//! The search for values in a reply: one pass that knows fences, and goes on where it stopped when the
//! reply has grown. Must not know how a value is read.

use super::extraction::Candidate;
use super::limit::Limit;
use super::parser::{self, Endless, Parsed, Progress, Reading};
use super::rank::Rank;
use super::repair::{Repair, RepairKind};
use super::reply::{End, Reply};
use super::syntax_error::SyntaxError;
use super::unclosed::Unclosed;
use super::work;
use serde_json::Value;

/// How often the search goes on within a value that never ends: often enough for a stray bracket in prose,
/// seldom enough for linear work.
const RETRIES: usize = 4;
/// How often, on average, a byte is read again within brackets that turned out to be prose.
const READ_AGAIN: usize = 8;

/// A search, and what it has found so far.
pub(super) struct Search<const POSITIONS: bool> {
    /// The rank of all that is found, if the place alone decides it.
    rank: Option<Rank>,
    start: usize,
    /// Where to go on.
    position: usize,
    /// The first place that holds something visible.
    first: Option<usize>,
    fence: Option<Rank>,
    retries: usize,
    /// How many bytes have been read that will be read again.
    read_again: usize,
    endless: Endless,
    stage: Stage<POSITIONS>,
    is_over: bool,
    found: Vec<(Rank, Candidate)>,
    /// Where the last of them ends.
    last_end: Option<usize>,
    /// Where the first one begins that corrects what stands before it.
    corrected: usize,
    open: Option<Candidate>,
    /// What of it is open.
    unclosed: Vec<Unclosed>,
    /// Where the first value begins that is not strict JSON.
    faulty: Option<usize>,
    /// The place of what is beyond a limit.
    limit: Option<(usize, Limit)>,
}

/// What the search is busy with.
#[derive(Clone)]
enum Stage<const POSITIONS: bool> {
    /// Looking for an opening bracket.
    Seeking,
    /// Reading what begins with one.
    Reading { at: usize, reading: Reading<POSITIONS> },
    /// Looking at what follows it.
    Judging { at: usize, parsed: Parsed },
}

impl<const POSITIONS: bool> Search<POSITIONS> {
    /// Begins at a place.
    pub fn new(start: usize, rank: Option<Rank>) -> Self {
        Self {
            rank,
            start,
            position: start,
            first: None,
            fence: None,
            retries: RETRIES,
            read_again: 0,
            endless: Endless::default(),
            stage: Stage::Seeking,
            is_over: false,
            found: Vec::new(),
            last_end: None,
            corrected: 0,
            open: None,
            unclosed: Vec::new(),
            faulty: None,
            limit: None,
        }
    }

    /// The place up to which all has been read.
    pub fn position(&self) -> usize {
        match &self.stage {
            Stage::Seeking => self.position,
            Stage::Reading { reading, .. } => reading.position(),
            Stage::Judging { parsed, .. } => parsed.range.end,
        }
    }

    /// Another search that goes on from here, and leaves what has been found.
    pub fn fork(&self) -> Self {
        let stage = self.stage.clone();
        Self { stage, found: Vec::new(), open: None, unclosed: Vec::new(), ..*self }
    }

    /// The value that is still open, and what of it is.
    pub fn take_open(&mut self) -> Option<(Candidate, Vec<Unclosed>)> {
        self.open.take().map(|open| (open, std::mem::take(&mut self.unclosed)))
    }

    /// The likeliest of what has been found here and by a search that goes on from here.
    pub fn likeliest<'s>(&'s self, ahead: &'s Self) -> Option<&'s Candidate> {
        let found = self.found.iter().chain(&ahead.found);
        let likeliest = found.min_by_key(|(rank, candidate)| rank.order(candidate, ahead.corrected));
        likeliest.map(|(_, candidate)| candidate)
    }

    /// Whether nothing has been found.
    pub fn is_fruitless(&self) -> bool {
        self.found.is_empty() && self.open.is_none()
    }

    /// The limit that ended the search.
    pub fn limit(&self) -> Option<Limit> {
        self.limit.map(|(_, limit)| limit)
    }

    /// What was wrong first.
    pub fn syntax_error(&self, text: &str) -> Option<SyntaxError> {
        let faulty = self.faulty.and_then(|start| SyntaxError::of(text, start));
        faulty.or_else(|| self.limit.map(|(at, limit)| SyntaxError::at(text, at, limit.to_string())))
    }

    /// The candidates by their rank, and what is open.
    pub fn into_candidates(self) -> (Vec<Candidate>, Option<Candidate>) {
        let Self { mut found, corrected, open, .. } = self;
        found.sort_by_key(|(rank, candidate)| rank.order(candidate, corrected));
        (found.into_iter().map(|(_, candidate)| candidate).collect(), open)
    }

    /// Takes all that follows as one strict JSON value, white space around it aside.
    pub fn take_whole(&mut self, reply: Reply<'_>) -> bool {
        let rest = reply.rest(self.start);
        let at = self.start + rest.len() - rest.trim_start().len();
        let Some(parsed) = parser::strict::<POSITIONS>(reply, at) else { return false };
        self.keep(Rank::Whole, parsed);
        true
    }

    /// The same, if it is a string: what looks like JSON in it is a part of it.
    pub fn take_whole_string(&mut self, reply: Reply<'_>) -> bool {
        reply.rest(self.start).trim_start().starts_with('"') && self.take_whole(reply)
    }

    /// Takes a reply that is nothing but a string, a number or a literal, if not quite as JSON writes it.
    pub fn take_scalar(&mut self, reply: Reply<'_>) {
        if self.is_fruitless()
            && let Some(parsed) = parser::scalar::<POSITIONS>(reply, self.start)
        {
            self.take(reply, self.start, Rank::Whole, parsed);
        }
    }

    /// Takes every object and array, as far as the reply goes; what its end leaves undecided must wait.
    pub fn advance(&mut self, reply: Reply<'_>) {
        while !self.is_over {
            self.stage = match std::mem::replace(&mut self.stage, Stage::Seeking) {
                Stage::Seeking => match self.seek(reply) {
                    Some(at) => {
                        let reading = Reading::new(at, self.endless);
                        Stage::Reading { at, reading }
                    }
                    None => return,
                },
                Stage::Reading { at, mut reading } => match reading.go_on(reply) {
                    Ok(Progress::Read(parsed)) => {
                        self.endless = reading.endless();
                        parsed.map_or(Stage::Seeking, |parsed| Stage::Judging { at, parsed })
                    }
                    Ok(Progress::Waits) => {
                        self.stage = Stage::Reading { at, reading };
                        return;
                    }
                    Err(limit) => {
                        self.limit = Some((at, limit));
                        self.is_over = true;
                        return;
                    }
                },
                Stage::Judging { at, parsed } => {
                    if reply.end == End::Later && self.depends_on_more(reply, &parsed) {
                        self.stage = Stage::Judging { at, parsed };
                        return;
                    }
                    self.judge(reply, at, parsed);
                    Stage::Seeking
                }
            };
        }
    }

    /// The next bracket that may open a value.
    fn seek(&mut self, reply: Reply<'_>) -> Option<usize> {
        let must_wait = |is_undecided: bool| reply.end == End::Later && is_undecided;
        loop {
            let rest = reply.rest(self.position);
            let Some(offset) = rest.find(['{', '[', '(', '`', '~']) else {
                work::look_at(rest.len());
                self.position = reply.text.len();
                return None;
            };
            work::look_at(offset + 1);
            let at = self.position + offset;
            self.position = at;
            let first = *self.first.get_or_insert_with(|| first_visible(reply, self.start));
            let rest = reply.rest(at);
            let is_first = at <= first;
            let is_candidate = match rest.bytes().next() {
                Some(mark @ (b'`' | b'~')) => {
                    let length = rest.bytes().take_while(|byte| *byte == mark).count();
                    work::look_at(length);
                    let inside = at + length;
                    if must_wait(self.is_undecided(reply, inside)) {
                        return None;
                    }
                    self.position = inside;
                    if length >= 3 {
                        self.pass_fence(reply);
                    }
                    continue;
                }
                // A parenthesis is too common in prose to be anything but a whole tuple.
                Some(b'(') if !(is_first || self.fence.is_some()) => Some(false),
                Some(_) | None => parser::is_plausible::<POSITIONS>(reply, at, is_first),
            };
            self.position = at + usize::from(is_candidate.is_some());
            if is_candidate? {
                return Some(at);
            }
        }
    }

    /// Whether what a row of marks means depends on what has not come yet.
    fn is_undecided(&self, reply: Reply<'_>, inside: usize) -> bool {
        let (_, scalar) = fenced(reply, inside);
        let after = scalar.get(scalar_length(scalar)..).unwrap_or_default();
        reply.rest(inside).len() < "json".len()
            || scalar.is_empty()
            || (self.fence.is_none() && begins_scalar(scalar) && after.len() < 3)
    }

    /// A fence opens or closes here.
    fn pass_fence(&mut self, reply: Reply<'_>) {
        if self.fence.take().is_some() {
            return;
        }
        let word = reply.rest(self.position).get(.."json".len());
        let is_json = word.is_some_and(|word| word.eq_ignore_ascii_case("json"));
        let fence = if is_json { Rank::JsonFence } else { Rank::Fence };
        self.fence = Some(fence);
        let (from, scalar) = fenced(reply, self.position);
        self.position = from;
        if !begins_scalar(scalar) {
            return;
        }
        // A strict scalar that fills the fence.
        let length = scalar_length(scalar);
        let (word, after) = scalar.split_at_checked(length).unwrap_or((scalar, ""));
        let word = word.trim_end();
        let ends = after.is_empty() || after.starts_with("```") || after.starts_with("~~~");
        if let (true, Ok(value)) = (ends, serde_json::from_str::<Value>(word)) {
            let begin = reply.text.len() - scalar.len();
            let range = begin..begin + word.len();
            self.position = range.end;
            self.keep(self.rank.unwrap_or(fence), Parsed::strict(value, range, POSITIONS));
        }
    }

    /// Whether what a value is depends on what has not come yet: whether anything stands behind it.
    fn depends_on_more(&self, reply: Reply<'_>, parsed: &Parsed) -> bool {
        let is_surplus = |character: char| is_no_prose(character) || matches!(character, '}' | ']');
        reply.rest(parsed.range.end).trim_start_matches(is_surplus).is_empty()
    }

    /// Decides what a value is, and where to go on.
    fn judge(&mut self, reply: Reply<'_>, at: usize, parsed: Parsed) {
        let is_open = parsed.is_open;
        let range = parsed.range.clone();
        let is_reliable = self.take(reply, at, self.rank.or(self.fence).unwrap_or(Rank::Prose), parsed);
        if is_open {
            self.is_over = is_reliable || self.retries == 0;
            self.retries = self.retries.saturating_sub(1);
            return;
        }
        if !is_reliable {
            self.read_again += range.len();
        }
        if is_reliable || self.read_again > READ_AGAIN * range.end {
            self.position = range.end.max(self.position);
        }
    }

    /// Keeps what was read, if it is more than prose in brackets.
    fn take(&mut self, reply: Reply<'_>, at: usize, rank: Rank, parsed: Parsed) -> bool {
        let is_first = at <= self.first.unwrap_or(at);
        let mut parsed = parsed;
        let is_faulty = !parsed.repairs.is_empty();
        let is_bare = parsed.repairs.iter().any(|repair| repair.kind == RepairKind::BareValue);
        let is_in_fence = matches!(rank, Rank::JsonFence | Rank::Fence);
        if is_first && !parsed.is_open {
            take_surplus(reply, &mut parsed);
        }
        let range = &parsed.range;
        let is_last = reply.rest(range.end).trim_start_matches(is_no_prose).is_empty();
        // Brackets are common in prose: a remark, a footnote, a numbered point.
        let is_prose = match &parsed.value {
            Value::Object(_) => false,
            Value::Array(elements) if reply.rest(range.start).starts_with('[') => {
                is_bare && !(is_first && (is_last || elements.len() > 1))
            }
            Value::Array(_) => !is_last,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => rank != Rank::Whole,
        };
        if is_prose && !is_in_fence {
            return false;
        }
        if is_faulty {
            parsed.repairs.sort_by_key(|repair| repair.range.start);
            self.faulty.get_or_insert(parsed.range.start);
        }
        let rank = if rank == Rank::Prose && is_first && is_last { Rank::Whole } else { rank };
        if !parsed.is_open {
            if self.is_correction(reply, range.start) {
                self.corrected = range.start;
            }
            self.keep(rank, parsed);
        } else if self.open.is_none() {
            self.unclosed = std::mem::take(&mut parsed.unclosed);
            self.open = Some(candidate(rank, parsed));
        }
        true
    }

    fn keep(&mut self, rank: Rank, parsed: Parsed) {
        self.last_end = Some(parsed.range.end);
        self.found.push((rank, candidate(rank, parsed)));
    }

    /// Whether the words between the last candidate and this place say that a better one follows.
    fn is_correction(&self, reply: Reply<'_>, start: usize) -> bool {
        const WORDS: [&str; 3] = ["corrected", "correction", "fixed version"];
        let Some(end) = self.last_end else { return false };
        let between = reply.text.get(end..start).unwrap_or_default().to_ascii_lowercase();
        WORDS.iter().any(|word| between.contains(word))
    }

    /// A string that holds an object or array may be what was meant; but the string is what was written.
    pub fn unwrap_string(&mut self) {
        let [(Rank::Whole, Candidate { value: Value::String(inner), range, .. })] = &self.found[..] else {
            return;
        };
        let Ok(value @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(inner) else { return };
        let range = range.clone();
        let parsed = Parsed {
            repairs: vec![Repair { kind: RepairKind::JsonInString, range: range.clone() }],
            ..Parsed::strict(value, range, POSITIONS)
        };
        self.keep(Rank::String, parsed);
    }
}

fn candidate(rank: Rank, parsed: Parsed) -> Candidate {
    let Parsed { value, range, repairs, losses, positions, .. } = parsed;
    Candidate { value, strategy: rank.strategy(), range, repairs, losses, positions }
}

/// Brackets that close nothing, right behind a value that the reply begins with.
fn take_surplus(reply: Reply<'_>, parsed: &mut Parsed) {
    loop {
        let rest = reply.rest(parsed.range.end);
        let behind = rest.trim_start();
        if !behind.starts_with(['}', ']']) {
            return;
        }
        let at = parsed.range.end + rest.len() - behind.len();
        parsed.repairs.push(Repair { kind: RepairKind::SurplusBracket, range: at..at + 1 });
        parsed.range.end = at + 1;
    }
}

/// What stands in a fence behind the name of its language, and where.
fn fenced(reply: Reply<'_>, start: usize) -> (usize, &str) {
    let rest = reply.rest(start);
    let language = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    (start + language, reply.rest(start + language).trim_start())
}

fn begins_scalar(inside: &str) -> bool {
    inside.starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_digit())
}

/// How long a line is that may be a scalar, with the white space behind it.
fn scalar_length(inside: &str) -> usize {
    let line = inside.find(['\n', '`', '~']).unwrap_or(inside.len());
    let behind = inside.get(line..).unwrap_or_default();
    work::look_at(line);
    line + behind.len() - behind.trim_start().len()
}

fn first_visible(reply: Reply<'_>, start: usize) -> usize {
    let rest = reply.rest(start);
    start + rest.len() - rest.trim_start_matches(is_invisible).len()
}

fn is_invisible(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

/// What may follow a value that is all of a reply.
fn is_no_prose(character: char) -> bool {
    is_invisible(character) || matches!(character, ',' | ';')
}
