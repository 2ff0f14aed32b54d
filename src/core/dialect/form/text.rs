//! Strings: what of their constraints is sent.

use super::pattern::{highest_count, is_plain, is_whole, spelled_out};
use crate::core::dialect::cell::{Body, Cell};
use crate::core::dialect::conjunction::Member;
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::lower::Builder;
use crate::core::dialect::table::{Only, Treatment};
use crate::core::format::Format;
use crate::core::schema::{Assertion, JsonType, Kind, StringShape, text_pattern};
use serde_json::Value;

impl<'s> Builder<'s> {
    /// What becomes of a constraint; `is_alone` if neither a pattern nor a format is sent beside it.
    pub(super) fn text_fate(&mut self, member: Member, assertion: &Assertion, is_alone: bool) -> Fate {
        let source = match assertion {
            Assertion::Pattern(pattern) => pattern.source().to_owned(),
            Assertion::ContainsText(text) => text_pattern(text),
            _ => String::new(),
        };
        let count = match assertion {
            Assertion::MinLength(count) | Assertion::MaxLength(count) => *count,
            _ => highest_count(&source),
        };
        if count > self.table.limits.count {
            return self.too_many(member.id, Keyword::of(assertion));
        }
        let holds = |only: Only| match (only, assertion) {
            (Only::PlainPatterns, _) => is_plain(&source),
            (Only::WholePatterns, _) => is_whole(&source),
            (Only::GrammarPatterns, _) => spelled_out(&source).is_some(),
            (Only::Alone, _) => is_alone,
            (Only::UpTo(most), _) => count <= most,
            (Only::Formats(known), Assertion::Format(format)) => known.contains(format),
            (Only::Formats(_) | Only::Integers | Only::ZeroOrOne, _) => false,
        };
        self.treat(member.id, Keyword::of(assertion), holds)
    }

    /// A pattern as it is sent.
    fn sent_pattern(&self, source: &str) -> Value {
        let is_spelled_out =
            matches!((self.table.treatment)(Keyword::Pattern), Treatment::Where(Only::GrammarPatterns, _));
        spelled_out(source).filter(|_| is_spelled_out).unwrap_or_else(|| source.to_owned()).into()
    }

    pub(in crate::core::dialect) fn text(&mut self, members: &[Member], cell: &mut Cell) {
        let schema = self.schema;
        let mut sent: Vec<(&'static str, Value)> = Vec::new();
        let mut dropped = StringShape::default();
        let assertions = || {
            members
                .iter()
                .flat_map(|member| schema.node(member.id).assertions.iter().map(move |it| (*member, it)))
        };
        let is_pattern =
            |assertion: &Assertion| matches!(assertion, Assertion::Pattern(_) | Assertion::ContainsText(_));
        let mut has_pattern = false;
        for (member, assertion) in assertions().filter(|(_, assertion)| is_pattern(assertion)) {
            let mut fate = self.text_fate(member, assertion, true);
            if has_pattern && fate != Fate::Dropped {
                fate = Fate::Dropped;
                self.mark(member.id, Keyword::Pattern, fate, "only one pattern can be sent");
            }
            match assertion {
                Assertion::Pattern(pattern) if fate == Fate::Dropped => dropped.patterns.push(pattern),
                Assertion::ContainsText(text) if fate == Fate::Dropped => dropped.contains.push(text),
                Assertion::Pattern(pattern) => sent.push(("pattern", self.sent_pattern(pattern.source()))),
                Assertion::ContainsText(text) => sent.push(("pattern", text_pattern(text).into())),
                _ => {}
            }
            has_pattern |= fate != Fate::Dropped;
        }
        let mut format: Option<Format> = None;
        let mut has_format = false;
        for (member, assertion) in assertions() {
            if let Assertion::Format(known) = assertion {
                let mut fate = self.text_fate(member, assertion, true);
                has_format |= fate == Fate::Enforced;
                if fate != Fate::Dropped && format.is_some_and(|format| format != *known) {
                    fate = Fate::Dropped;
                    self.mark(member.id, Keyword::Format, fate, "only one format can be sent");
                }
                let known_one = if fate == Fate::Dropped { &mut dropped.format } else { &mut format };
                *known_one = Some(*known);
            }
        }
        let is_alone = !has_pattern && !has_format;
        let (mut min, mut max) = (None, None);
        for (member, assertion) in assertions() {
            match assertion {
                Assertion::MinLength(least) => {
                    let is_dropped = self.text_fate(member, assertion, is_alone) == Fate::Dropped;
                    let known = if is_dropped { &mut dropped.min_length } else { &mut min };
                    *known = Some(known.map_or(*least, |known: u64| known.max(*least)));
                }
                Assertion::MaxLength(most) => {
                    let is_dropped = self.text_fate(member, assertion, is_alone) == Fate::Dropped;
                    let known = if is_dropped { &mut dropped.max_length } else { &mut max };
                    *known = Some(known.map_or(*most, |known: u64| known.min(*most)));
                }
                _ => {}
            }
        }
        sent.extend(min.map(|least| ("minLength", least.into())));
        sent.extend(max.map(|most| ("maxLength", most.into())));
        sent.extend(format.map(|format| ("format", format.name().into())));
        cell.told.extend(schema.constraint_words(&Kind::String(dropped)));
        cell.body = Body::Scalar(JsonType::String, sent);
    }
}
