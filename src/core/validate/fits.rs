//! Whether a value without parts is right, without a word: most values are.

use super::plan::{NumberPlan, NumberRule, Plan, StringPlan, ValueRule};
use crate::core::pattern::Search;
use crate::core::schema::{JsonType, TypeSet};
use crate::core::value;
use serde_json::{Number, Value};

impl Plan {
    /// Whether a number is seen at once to be right by every rule.
    #[inline]
    pub(super) fn takes_number(&self, number: &Number) -> bool {
        let is_of_type =
            self.free.contains(JsonType::Number) || self.free.contains(JsonType::Integer) && !number.is_f64();
        is_of_type
            && value::exact_float(number)
                .is_some_and(|float| self.numbers.least <= float && float <= self.numbers.most)
    }

    /// Whether a text certainly is right by every rule.
    #[inline]
    pub(super) fn takes_text(&self, text: &str) -> bool {
        (self.free.contains(JsonType::String)
            || self.types.is_none_or(|types| types.contains(JsonType::String))
                && self.values.iter().all(|rule| rule.allows_text(text)))
            && self.string.as_ref().is_none_or(|string| string.takes(text))
    }
}

impl ValueRule {
    pub(super) fn allows(&self, value: &Value) -> bool {
        let json_type = JsonType::of(value);
        let is_same = |allowed: &Value| JsonType::of(allowed) == json_type && value::equal(allowed, value);
        match (self, value) {
            // Most values that are compared are texts.
            (_, Value::String(text)) => self.allows_text(text),
            (Self::Enum(values), _) => values.iter().any(is_same),
            (Self::Constant(constant), _) => is_same(constant),
        }
    }

    fn allows_text(&self, text: &str) -> bool {
        match self {
            Self::Enum(values) => values.iter().any(|allowed| allowed.as_str() == Some(text)),
            Self::Constant(constant) => constant.as_str() == Some(text),
        }
    }
}

impl StringPlan {
    fn takes(&self, text: &str) -> bool {
        self.min.is_none_or(|least| has_length(text, least))
            && self.max.is_none_or(|most| !is_longer(text, most))
            && self.contains.iter().all(|part| text.contains(&**part))
            && self.format.is_none_or(|format| format.accepts(text))
            && self.patterns.iter().all(|rule| rule.pattern.find(text) == Search::Found)
    }

    /// How many rules there are.
    pub(super) fn count(&self) -> usize {
        let single = [self.min.is_some(), self.max.is_some(), self.format.is_some()];
        single.into_iter().map(usize::from).sum::<usize>() + self.contains.len() + self.patterns.len()
    }
}

impl NumberPlan {
    pub(super) fn add(&mut self, rule: NumberRule) {
        let limits = match &rule {
            NumberRule::Minimum(least) => value::exact_float(least).map(|least| (least, f64::INFINITY)),
            NumberRule::Maximum(most) => value::exact_float(most).map(|most| (f64::NEG_INFINITY, most)),
            NumberRule::ExclusiveMinimum(below) => {
                value::exact_float(below).map(|below| (below.next_up(), f64::INFINITY))
            }
            NumberRule::ExclusiveMaximum(above) => {
                value::exact_float(above).map(|above| (f64::NEG_INFINITY, above.next_down()))
            }
            NumberRule::MultipleOf(_) => None,
        };
        // What is not seen at once is not seen of any number.
        let (least, most) = limits.unwrap_or((f64::INFINITY, f64::NEG_INFINITY));
        self.least = self.least.max(least);
        self.most = self.most.min(most);
        self.rules.push(rule);
    }
}

/// Whether a value is of one of some types.
pub(super) fn is_of(value: &Value, types: TypeSet) -> bool {
    let json_type = JsonType::of(value);
    types.contains(json_type)
        || matches!(value, Value::Number(number) if types.contains(JsonType::Integer) && value::is_integer(number))
}

/// Whether a text has at least so many code points; each takes from one to four bytes.
pub(super) fn has_length(text: &str, least: u64) -> bool {
    let bytes = text.len() as u64;
    bytes >= least && (bytes / 4 >= least || text.chars().count() as u64 >= least)
}

/// Whether a text has more code points than that.
pub(super) fn is_longer(text: &str, most: u64) -> bool {
    most != u64::MAX && has_length(text, most + 1)
}
