//! Two documents side by side, line by line, with what is said of their lines. A schema and what a server is given of
//! it: what is only in the one or the other, and at each constraint whether the server holds the model to it. Or an
//! answer and the one before it.
//!
//! Lines are the same where they are about the same place. So what moved is told, and what was put around
//! the whole moves nothing.

mod draw;
mod lines;
mod merge;
mod remarks;

pub use draw::draw_stretches;

use crate::core::dialect::{Fate, Lowered};
use crate::core::schema::{Schema, in_order_of};
use crate::core::thousands::with_thousands;
use lines::{DocumentLine, Place, lines};
use merge::merged;
use remarks::{Remark, remarks, remarks_at, summary};
use serde_json::{Value, json};
use std::collections::HashSet;

/// A schema beside what is sent of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// How much of it the server holds the model to, in a sentence.
    pub summary: String,
    /// The lines, from the first to the last.
    pub stretches: Vec<Stretch>,
}

/// Lines one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// What stands for them until somebody asks for them; empty where they are shown.
    pub heading: String,
    /// The lines; none where there are too many.
    pub rows: Vec<Row>,
}

/// A line of the schema beside the same of what is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The author's line, behind a sign where it is not sent like that.
    pub own: Option<String>,
    /// The line that is sent, behind a sign where the author has no such one.
    pub sent: Option<String>,
    /// Whether both say the same.
    pub is_equal: bool,
    /// What is said of it; may be empty.
    pub remark: String,
    /// What became of the constraint on it, if there is one.
    pub fate: Option<Fate>,
}

/// How many equal lines are shown around what differs.
const AROUND: usize = 2;

/// The fewest lines that are worth folding.
const FEWEST_FOLDED: usize = 4;

/// The most rows there are, shown or folded.
const MOST_ROWS: usize = 600;

impl Difference {
    /// The schema beside its lowered form.
    pub(super) fn new(schema: &Schema, lowered: &Lowered) -> Self {
        let mut own = schema.to_json_schema();
        // The writer's word, not the author's.
        own.as_object_mut().into_iter().for_each(|own| drop(own.shift_remove("$schema")));
        let (mut sent, inside) = (lowered.document.clone(), lowered.wrapper.map(|wrapper| wrapper.field));
        match inside {
            None => in_order_of(&mut sent, &own),
            Some(field) => {
                let definitions = own.get("$defs").cloned().unwrap_or_default();
                in_order_of(&mut sent, &json!({"properties": {field: own.clone()}, "$defs": definitions}));
            }
        }
        let (rows, is_complete) = rows(&own, &sent, inside, lowered);
        Self { summary: summary(lowered), stretches: stretches_of(rows, is_complete) }
    }
}

/// A row, and how deep the author's line is indented, if there is one.
type Indented = (Row, Option<usize>);

/// An answer beside the one before, line by line, with what is said at the lines of either: at a place that has none,
/// at the nearest one around it.
pub(super) fn compared(before: &Value, after: &Value, said: &[(String, String)]) -> Vec<Stretch> {
    let ((before, is_complete), (after, is_after_complete)) = (lines(before), lines(after));
    let pointers: HashSet<_> = before.iter().chain(&after).filter_map(begun).collect();
    let mut remarks = remarks_at(said, &pointers);
    let places = |lines: &[DocumentLine]| lines.iter().map(|line| line.place.clone()).collect::<Vec<_>>();
    let pairs = merged(&places(&before), &places(&after));
    let rows = pairs.into_iter().map(|(at_before, at_after)| {
        let before = at_before.and_then(|at| before.get(at));
        let after = at_after.and_then(|at| after.get(at));
        let line = before.or(after);
        let remark = line.and_then(begun).and_then(|pointer| remarks.remove(pointer)).unwrap_or_default();
        (row(before, after, remark), line.map(|line| line.depth))
    });
    stretches_of(rows.collect(), is_complete && is_after_complete)
}

fn rows(own: &Value, sent: &Value, inside: Option<&str>, lowered: &Lowered) -> (Vec<Indented>, bool) {
    let ((own, is_complete), (sent, is_sent_complete)) = (lines(own), lines(sent));
    let pointers: HashSet<_> = own.iter().filter_map(begun).collect();
    let mut remarks = remarks(lowered, &pointers);
    let places = |lines: &[DocumentLine], inside| {
        let lines = lines.iter().enumerate();
        lines.map(|(at, line)| shared_place(&line.place, inside).ok_or(at)).collect::<Vec<_>>()
    };
    let pairs = merged(&places(&own, None), &places(&sent, inside));
    let rows = pairs.into_iter().map(|(at_own, at_sent)| {
        let own = at_own.and_then(|at| own.get(at));
        let sent = at_sent.and_then(|at| sent.get(at));
        let remark = own.and_then(begun).and_then(|pointer| remarks.remove(pointer)).unwrap_or_default();
        (row(own, sent, remark), own.map(|line| line.depth))
    });
    (rows.collect(), is_complete && is_sent_complete)
}

/// The pointer of the value that is on a line, or begins on it.
fn begun(line: &DocumentLine) -> Option<&str> {
    match &line.place {
        Place::Begin(pointer) => Some(pointer),
        Place::End(_) | Place::Member(_, _) => None,
    }
}

/// What a line is about in both documents; none for what was put around the author's schema.
fn shared_place(place: &Place, inside: Option<&str>) -> Option<Place> {
    let shared = |pointer: &str| {
        let own = match inside {
            None => pointer,
            Some(field) => pointer
                .strip_prefix("/properties/")
                .and_then(|rest| rest.strip_prefix(field))
                .or_else(|| pointer.starts_with("/$defs").then_some(pointer))?,
        };
        // A keyword that is sent as another one stays at its place.
        let steps = own.split('/').map(|step| match step {
            "oneOf" => "anyOf",
            "const" => "enum",
            step => step,
        });
        Some(steps.collect::<Vec<_>>().join("/"))
    };
    Some(match place {
        Place::Begin(pointer) => Place::Begin(shared(pointer)?),
        Place::End(pointer) => Place::End(shared(pointer)?),
        Place::Member(list, text) => Place::Member(shared(list)?, text.clone()),
    })
}

fn row(own: Option<&DocumentLine>, sent: Option<&DocumentLine>, remark: Remark) -> Row {
    let is_equal = own.zip(sent).is_some_and(|(own, sent)| own.text == sent.text);
    let line = |sign: &str, line: &DocumentLine| {
        let sign = if is_equal { " " } else { sign };
        format!("{sign} {}{}{}", "  ".repeat(line.depth), line.text, line.comma)
    };
    let (own, sent) = (own.map(|own| line("−", own)), sent.map(|sent| line("+", sent)));
    Row { own, sent, is_equal, remark: remark.words, fate: remark.fate }
}

/// The rows in stretches, and where they are not all, that they are not.
fn stretches_of(rows: Vec<Indented>, is_complete: bool) -> Vec<Stretch> {
    let mut stretches = stretches(rows);
    if !is_complete {
        let heading = "What is very long was not compared to its end.".to_owned();
        stretches.push(Stretch { heading, rows: Vec::new() });
    }
    stretches
}

/// The rows in stretches: what differs or is not enforced is shown, with a few lines around it and those
/// that say what it is a part of; the others are folded.
fn stretches(rows: Vec<Indented>) -> Vec<Stretch> {
    let mut room = MOST_ROWS;
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut rest = rows.len();
    let are_shown = shown(&rows);
    let mut left = rows.into_iter().map(|(row, _)| row);
    for run in are_shown.chunk_by(|one, other| one == other) {
        let is_shown = run.first() == Some(&true) || run.len() < FEWEST_FOLDED;
        let of_run = left.by_ref().take(run.len());
        if is_shown {
            let fitting = run.len().min(room);
            let rows = of_run.collect::<Vec<_>>();
            room -= fitting;
            rest -= fitting;
            let fitting = rows.into_iter().take(fitting);
            match stretches.last_mut().filter(|last| last.heading.is_empty()) {
                Some(last) => last.rows.extend(fitting),
                None => stretches.push(Stretch { heading: String::new(), rows: fitting.collect() }),
            }
            if room == 0 && rest > 0 {
                break;
            }
        } else {
            rest -= run.len();
            let heading = format!("… {} equal lines", with_thousands(run.len() as u64));
            stretches.push(Stretch { heading, rows: of_run.collect() });
        }
    }
    if rest > 0 {
        let heading = format!("… {} more lines", with_thousands(rest as u64));
        stretches.push(Stretch { heading, rows: Vec::new() });
    }
    // What is folded takes what room there is left.
    for stretch in stretches.iter_mut().filter(|stretch| !stretch.heading.is_empty()) {
        match room.checked_sub(stretch.rows.len()) {
            Some(less) => room = less,
            None => stretch.rows.clear(),
        }
    }
    stretches
}

/// Which rows are shown.
fn shown(rows: &[Indented]) -> Vec<bool> {
    let mut shown = vec![false; rows.len()];
    // The lines that what follows is a part of, each with its depth.
    let mut around: Vec<(usize, usize)> = Vec::new();
    for (at, (row, depth)) in rows.iter().enumerate() {
        if let Some(depth) = depth {
            around.retain(|(_, of)| of < depth);
        }
        if !row.is_equal || !(row.remark.is_empty() || row.fate == Some(Fate::Enforced)) {
            let near = at.saturating_sub(AROUND)..=(at + AROUND);
            for at in near.chain(around.iter().map(|(at, _)| *at)) {
                shown.get_mut(at).into_iter().for_each(|is_shown| *is_shown = true);
            }
        }
        around.extend(depth.map(|depth| (at, depth)));
    }
    shown
}

#[cfg(test)]
mod tests;
