//! Looking ahead within a bounded distance: whether a key follows, whether a quote closes its string,
//! whether a bracket in prose begins JSON. Must not change anything.

use super::frame::{Holder, Place};
use super::number::{Word, meaning};
use super::string::{Opened, Quote, is_plain};
use super::{END, Parser};

/// How many bytes are looked at.
pub(super) const LOOK_AHEAD: usize = 128;

/// What a quote within a string may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    /// It closes the string.
    Closes,
    /// It may; what follows looks odd.
    MayClose,
    /// It belongs to the text.
    Text,
    /// It opens the next string: the closing quote is missing, and the text ends here.
    Missing(usize),
}

impl<const POSITIONS: bool> Parser<'_, POSITIONS> {
    /// Whether a key begins here: something with a colon behind it.
    pub(super) fn is_key_ahead(&self, at: usize) -> bool {
        match self.quote_at(at) {
            Some(quote) => self.is_quoted_key_ahead(at, quote),
            None => self.is_bare_key_ahead(at),
        }
    }

    pub(super) fn is_quoted_key_ahead(&self, at: usize, quote: Quote) -> bool {
        let Some(end) = self.string_end_ahead(at, quote) else { return true };
        let next = self.skip_blank_and_comments(end);
        match self.byte(next) {
            END => next >= self.end,
            b':' | b'=' => true,
            b'"' | b'{' | b'[' => next > end && end > at + 2 * quote.opening,
            _ => self.starts_with(next, "：") || (next > end && self.is_plain_word(next)),
        }
    }

    /// The end of the string that begins here; none where it lies too far.
    fn string_end_ahead(&self, at: usize, quote: Quote) -> Option<usize> {
        let mut place = at + quote.opening;
        let limit = self.end.min(place + LOOK_AHEAD);
        while place < limit {
            if is_plain(self.byte(place)) {
                place += 1;
                continue;
            }
            let (width, _) = self.closer_at(quote, place);
            if width > 0 {
                return Some(place + width);
            }
            place += if self.byte(place) == b'\\' { 2 } else { 1 };
        }
        if limit == self.end {
            self.meet_end();
        }
        None
    }

    /// A word or a few with a colon behind them, or a stray word before a quoted key.
    pub(super) fn is_bare_key_ahead(&self, at: usize) -> bool {
        let mut place = at;
        let limit = self.end.min(at + LOOK_AHEAD / 2);
        while place < limit {
            match self.byte(place) {
                b':' => return place > at && !self.starts_with(place, "://"),
                b'"' => {
                    let is_apart = self.byte(place.saturating_sub(1)) == b' ';
                    return place > at
                        && is_apart
                        && self.quote_at(place).is_some_and(|quote| self.is_quoted_key_ahead(place, quote));
                }
                b'_' | b'$' | b'-' | b'.' | b' ' | b'@' | b'#' => place += 1,
                byte if byte.is_ascii_alphanumeric() || byte >= 0x80 => place += 1,
                _ => return false,
            }
        }
        if limit == self.end {
            self.meet_end();
        }
        // The text is cut within a word.
        place > at && place >= self.end
    }

    /// A number or literal with nothing stuck to it.
    pub(super) fn is_plain_word(&self, at: usize) -> bool {
        let end = self.word_end(at);
        let is_apart = !matches!(self.byte(end), b'_' | b':' | b'\'' | 0x80..)
            || self.odd_space(end) > 0
            || self.starts_with(end, "，");
        end > at
            && is_apart
            && matches!(meaning(self.slice(at..end)), Word::Strict(_) | Word::Literal(_) | Word::Number(_))
    }

    /// Where the signs end that a number or literal may have.
    pub(super) fn word_end(&self, at: usize) -> usize {
        let mut end = at;
        while end < at + LOOK_AHEAD
            && matches!(self.byte(end), b'0'..=b'9' | b'+' | b'-' | b'.' | b'a'..=b'z' | b'A'..=b'Z')
        {
            end += 1;
        }
        end
    }

    /// What a quote within a string is, by what stands behind it.
    pub(super) fn closing(&self, opened: &Opened, at: usize, width: usize, is_main: bool) -> Closing {
        if self.is_strict {
            return if is_main { Closing::Closes } else { Closing::Text };
        }
        let after = at + width;
        let next = self.skip_blank(after);
        let is_odd = opened.inner % 2 == 1;
        match self.by_next(opened, after, next, is_odd) {
            Closing::Closes if !is_main && !matches!(self.byte(next), b',' | b'}' | b']' | b':') => {
                Closing::Text
            }
            closing @ (Closing::Closes | Closing::Missing(_)) => closing,
            other @ (Closing::MayClose | Closing::Text) if is_main => {
                self.missing_before(opened, at, after).map_or(other, Closing::Missing)
            }
            other @ (Closing::MayClose | Closing::Text) => other,
        }
    }

    fn by_next(&self, opened: &Opened, after: usize, next: usize, is_odd: bool) -> Closing {
        let closes = |yes: bool| if yes { Closing::Closes } else { Closing::Text };
        let place = opened.place;
        let byte = self.byte(next);
        if next >= self.end || self.is_fence(next) {
            return Closing::Closes;
        }
        if byte == b'+' && place != Place::Key {
            return closes(self.quote_at(self.skip_blank_and_comments(next + 1)).is_some());
        }
        if matches!(byte, b'/' | b'#' | b'<') && self.comment_end(next, next + 2).is_some() {
            return closes(byte != b'#' || next > after);
        }
        let is_quote = || self.quote_at(next).is_some();
        match place {
            Place::Root => match byte {
                b',' | b';' => closes(self.skip_blank(next + 1) >= self.end),
                _ => Closing::Text,
            },
            Place::Key => match byte {
                b':' | b'=' | b'}' | b',' => Closing::Closes,
                b'{' | b'[' => Closing::Closes,
                _ if self.starts_with(next, "：") => Closing::Closes,
                _ => closes((next > after && is_quote()) || self.is_plain_word(next)),
            },
            Place::Member | Place::Element => match byte {
                b',' => self.by_comma(place, next),
                b';' => closes(self.by_comma(place, next) == Closing::Closes),
                _ if self.starts_with(next, "，") => self.by_comma(place, next + "，".len() - 1),
                b'}' | b']' => self.by_bracket(opened, next),
                b')' => {
                    closes(self.stack.last().is_some_and(|frame| matches!(frame.holder, Holder::Tuple(_))))
                }
                b':' => closes(place == Place::Element && opened.inner == 0),
                _ if is_odd => Closing::Text,
                _ if is_quote() => self.by_quote(place, after, next),
                b'{' | b'[' => closes(place == Place::Element && opened.inner == 0),
                _ if self.byte(next) == b'.' => closes(self.starts_with(next, "...") && next > after),
                _ if place == Place::Element => self.by_word(after, next),
                _ if next == after => {
                    // The next key may have lost its opening quote.
                    let before = self.byte(after.saturating_sub(2));
                    closes(
                        !before.is_ascii_whitespace()
                            && !matches!(before, b'{' | b',')
                            && self.is_key_without_opening(next),
                    )
                }
                _ => closes(
                    self.is_line_break_between(after, next) && self.is_key_ahead(next)
                        || self.is_identifier_with_colon(next)
                        || self.is_stray_word(next, b'}'),
                ),
            },
        }
    }

    fn by_word(&self, after: usize, next: usize) -> Closing {
        let is_stray = next > after && self.is_stray_word(next, b']');
        if self.is_plain_word(next) || is_stray { Closing::Closes } else { Closing::Text }
    }

    /// A word that nothing but the closing bracket follows.
    fn is_stray_word(&self, at: usize, closer: u8) -> bool {
        let mut end = at;
        while end < at + LOOK_AHEAD && self.byte(end).is_ascii_alphabetic() {
            end += 1;
        }
        let bracket = self.skip_blank(end);
        end > at && self.byte(bracket) == closer && self.is_end_of_value(bracket + 1)
    }

    fn is_end_of_value(&self, at: usize) -> bool {
        let next = self.skip_blank(at);
        next >= self.end || matches!(self.byte(next), b',' | b'}' | b']')
    }

    /// `[text](address)`: markdown, and no array.
    pub(super) fn is_link(&self, at: usize) -> bool {
        let limit = self.end.min(at + LOOK_AHEAD);
        let text = self.bytes.get(at + 1..limit).unwrap_or_default();
        let inside = text.iter().position(|byte| matches!(byte, b']' | b'[' | b'\n' | b'"' | b','));
        if inside.is_none() && limit == self.end {
            self.meet_end();
        }
        inside.is_some_and(|length| length > 0 && self.starts_with(at + 1 + length, "]("))
    }

    pub(super) fn by_comma(&self, place: Place, comma: usize) -> Closing {
        let next = self.skip_blank_and_comments(comma + 1);
        let is_end = next >= self.end
            || matches!(self.byte(next), b'}' | b']' | b')' | b',' | b'/' | b'#' | b'.' | b'`')
            || self.starts_with(next, "…");
        let fits = match place {
            Place::Member => self.is_key_ahead(next) || self.is_key_without_opening(next),
            Place::Element => {
                self.quote_at(next).is_some()
                    || matches!(self.byte(next), b'{' | b'[' | b'(')
                    || self.is_plain_word(next)
                    || self.is_bare_element_ahead(next)
            }
            Place::Root | Place::Key => false,
        };
        if is_end || fits { Closing::Closes } else { Closing::MayClose }
    }

    pub(super) fn by_bracket(&self, opened: &Opened, bracket: usize) -> Closing {
        if opened.inner > 0 && opened.brackets > 0 {
            return Closing::Text;
        }
        let is_own = self.stack.last().is_some_and(|frame| frame.closer() == self.byte(bracket));
        if is_own && self.stack.len() == 1 {
            return Closing::Closes;
        }
        let next = self.skip_blank(bracket + 1);
        let fits = next >= self.end
            || matches!(
                self.byte(next),
                b',' | b';' | b'}' | b']' | b')' | b'{' | b'[' | b'/' | b'#' | b'`' | b':' | b'.'
            )
            || self.starts_with(next, "，")
            || self.starts_with(next, "<!--")
            || self.quote_at(next).is_some();
        match (fits, is_own) {
            (true, _) => Closing::Closes,
            (false, true) => Closing::MayClose,
            (false, false) => Closing::Text,
        }
    }

    /// Two quotes after each other: a missing comma, a missing plus, or one quote too many.
    fn by_quote(&self, place: Place, after: usize, next: usize) -> Closing {
        let mut end = next;
        while self.quote_at(end).is_some() && end < next + LOOK_AHEAD {
            end += 1;
        }
        let behind = self.skip_blank(end);
        // A single one more belongs to the text of a member: an inch, a quoted word at the end.
        let is_surplus = next == after
            && (place == Place::Element || end > next + 1)
            && (behind >= self.end || matches!(self.byte(behind), b'}' | b']' | b','));
        let is_key = place == Place::Member && self.is_key_ahead(next);
        let is_line_break = place == Place::Member
            && self.is_line_break_between(after, next)
            && !matches!(self.byte(behind), b',' | b'}' | b']');
        if is_surplus || is_key || is_line_break || place == Place::Element {
            Closing::Closes
        } else {
            Closing::Text
        }
    }

    pub(super) fn is_line_break_between(&self, from: usize, to: usize) -> bool {
        self.bytes.get(from..to).is_some_and(|blank| blank.contains(&b'\n'))
    }

    /// `rating": `: the opening quote of a key is missing.
    fn is_key_without_opening(&self, at: usize) -> bool {
        let end = self.identifier_end(at);
        end > at && self.byte(end) == b'"' && self.byte(self.skip_blank(end + 1)) == b':'
    }

    fn is_identifier_with_colon(&self, at: usize) -> bool {
        let end = self.identifier_end(at);
        end > at && self.byte(end) == b':'
    }

    fn is_bare_element_ahead(&self, at: usize) -> bool {
        let end = self.identifier_end(at);
        end > at && matches!(self.byte(self.skip_blank(end)), b',' | b']')
    }

    fn identifier_end(&self, at: usize) -> usize {
        let mut end = at;
        while end < at + LOOK_AHEAD && (self.byte(end).is_ascii_alphanumeric() || self.byte(end) == b'_') {
            end += 1;
        }
        end
    }

    /// Where the string should have ended, if this quote opens the next one.
    fn missing_before(&self, opened: &Opened, at: usize, after: usize) -> Option<usize> {
        let text = self.bytes.get(opened.start..at)?;
        let blank = text.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        let end = at - blank;
        let before = if end > opened.start { self.byte(end - 1) } else { END };
        let is_parted = before == b',' || self.is_line_break_between(end, at);
        let is_beginning = !self.byte(after).is_ascii_whitespace()
            && matches!(self.byte(after), b'_' | b'$' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80..);
        if !is_parted || !is_beginning || opened.inner % 2 == 1 {
            return None;
        }
        let quote = self.quote_at(at)?;
        let string_end = self.string_end_ahead(at, quote)?;
        let next = self.skip_blank(string_end);
        let follows = match opened.place {
            Place::Member => self.byte(next) == b':',
            Place::Element => matches!(self.byte(next), b',' | b']'),
            Place::Root | Place::Key => false,
        };
        follows.then_some(if before == b',' { end - 1 } else { end })
    }

    /// Whether what follows the bracket here may be the inside of an object or array: prose is not, but a
    /// reply that begins with a square bracket is given the chance.
    pub(super) fn is_plausible(&self, is_first: bool) -> bool {
        let is_object = self.byte(self.position) == b'{';
        if self.byte(self.position) == b'[' && (is_first || self.is_link(self.position)) {
            return !self.is_link(self.position);
        }
        let next = self.skip_blank_and_comments(self.position + 1);
        let byte = self.byte(next);
        if next >= self.end {
            return true;
        }
        if self.is_fence(next) {
            return false;
        }
        if self.quote_at(next).is_some()
            || matches!(byte, b'/' | b'#' | b',')
            || self.starts_with(next, "...")
        {
            return true;
        }
        match (is_object, byte) {
            (true, b'}') | (false, b']' | b'{' | b'[') => true,
            (true, b'{' | b':') => true,
            (true, _) => {
                let end = self.bare_key_end(next);
                self.byte(end) == b':'
                    || self.starts_with(end, "：")
                    || self.quote_at(end).is_some_and(|quote| self.is_quoted_key_ahead(end, quote))
                    || (self.quote_at(end).is_some() && end > next)
            }
            (false, b'(' | b'-' | b'}' | b'+' | b'.') => true,
            (false, _) => self.is_plain_word(next),
        }
    }

    fn bare_key_end(&self, at: usize) -> usize {
        let mut end = at;
        let mut has_space = false;
        while end < at + LOOK_AHEAD / 2 {
            match self.byte(end) {
                b' ' => has_space = true,
                b'.' if has_space => return at,
                b'_' | b'$' | b'-' | b'.' => {}
                _ if self.starts_with(end, "：") => return end,
                byte if byte.is_ascii_alphanumeric() || (byte >= 0x80 && self.quote_at(end).is_none()) => {}
                _ => return end,
            }
            end += 1;
        }
        at
    }
}
