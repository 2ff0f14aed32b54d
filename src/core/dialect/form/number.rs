//! Numbers: what of their constraints is sent.

use crate::core::dialect::cell::{Body, Cell};
use crate::core::dialect::conjunction::Member;
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::lower::Builder;
use crate::core::dialect::table::Only;
use crate::core::schema::{Assertion, Bound, JsonType, Kind, NumberShape};
use crate::core::value;
use serde_json::{Number, Value};
use std::cmp::Ordering;

impl<'s> Builder<'s> {
    pub(in crate::core::dialect) fn number(&mut self, members: &[Member], only: JsonType, cell: &mut Cell) {
        let schema = self.schema;
        let mut sent: Vec<(Keyword, &Number)> = Vec::new();
        let mut dropped = NumberShape { integer: only == JsonType::Integer, ..NumberShape::default() };
        for member in members {
            for assertion in &schema.node(member.id).assertions {
                let (Assertion::Minimum(number)
                | Assertion::Maximum(number)
                | Assertion::ExclusiveMinimum(number)
                | Assertion::ExclusiveMaximum(number)
                | Assertion::MultipleOf(number)) = assertion
                else {
                    continue;
                };
                let keyword = Keyword::of(assertion);
                let holds = |condition: Only| match condition {
                    Only::Integers => only == JsonType::Integer,
                    Only::ZeroOrOne
                    | Only::UpTo(_)
                    | Only::PlainPatterns
                    | Only::WholePatterns
                    | Only::GrammarPatterns
                    | Only::Alone
                    | Only::Formats(_) => false,
                };
                if self.treat(member.id, keyword, holds) == Fate::Dropped {
                    drop_bound(&mut dropped, keyword, number);
                    continue;
                }
                match sent.iter_mut().find(|(known, _)| *known == keyword) {
                    None => sent.push((keyword, number)),
                    Some((_, known)) => match (keyword, value::compare(number, known)) {
                        (_, Ordering::Equal) => {}
                        (Keyword::MultipleOf, _) => {
                            self.mark(member.id, keyword, Fate::Dropped, "only one can be sent");
                            dropped.multiples.push(number);
                        }
                        (Keyword::Minimum | Keyword::ExclusiveMinimum, Ordering::Greater)
                        | (Keyword::Maximum | Keyword::ExclusiveMaximum, Ordering::Less) => *known = number,
                        (_, _) => {}
                    },
                }
            }
        }
        cell.told.extend(schema.constraint_words(&Kind::Number(dropped)));
        let sent = sent.into_iter().map(|(keyword, number)| (keyword.name(), Value::Number(number.clone())));
        cell.body = Body::Scalar(only, sent.collect());
    }
}

fn drop_bound<'s>(dropped: &mut NumberShape<'s>, keyword: Keyword, number: &'s Number) {
    let (end, exclusive, tighter) = match keyword {
        Keyword::Minimum => (&mut dropped.minimum, false, Ordering::Greater),
        Keyword::ExclusiveMinimum => (&mut dropped.minimum, true, Ordering::Greater),
        Keyword::Maximum => (&mut dropped.maximum, false, Ordering::Less),
        Keyword::ExclusiveMaximum => (&mut dropped.maximum, true, Ordering::Less),
        _ => return dropped.multiples.push(number),
    };
    let is_tighter = |known: Bound| match value::compare(number, known.number) {
        Ordering::Equal => exclusive,
        order => order == tighter,
    };
    if end.is_none_or(is_tighter) {
        *end = Some(Bound { number, exclusive });
    }
}
