//! Values that are listed: those of them that satisfy all else that is said of the place.

use crate::core::dialect::cell::{Body, Cell};
use crate::core::dialect::conjunction::{Conjunction, Place};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::lower::Builder;
use crate::core::value;
use serde_json::Value;

impl<'s> Builder<'s> {
    pub(in crate::core::dialect) fn constants(
        &mut self,
        place: &Place,
        conjunction: &Conjunction<'s>,
        listed: &[&Value],
        cell: &mut Cell,
    ) {
        let mut values: Vec<Value> = Vec::new();
        for value in listed {
            let is_meant = !(place.refuses_null && value.is_null()) && self.accepts(place, value);
            if is_meant && !values.iter().any(|known| value::equal(known, value)) {
                values.push((*value).clone());
            }
        }
        let is_exact = values.iter().all(|value| self.says_exactly(value));
        // What else is said of the place is said by the values that are left.
        for member in &conjunction.members {
            for assertion in &self.schema.node(member.id).assertions {
                self.mark(member.id, Keyword::of(assertion), Fate::Enforced, "");
                if !is_exact {
                    let why = "not every one of these values can be said";
                    self.mark(member.id, Keyword::of(assertion), Fate::Dropped, why);
                }
            }
        }
        if !is_exact {
            let literals: Vec<_> = values.iter().map(ToString::to_string).collect();
            cell.told.push(format!("one of: {}", literals.join(", ")));
        }
        let all = values.len();
        values.retain(|value| !value.is_null());
        cell.nullable = values.len() < all;
        let both = [true, false].map(Value::from);
        let is_boolean = values.len() == 2 && both.iter().all(|flag| values.contains(flag));
        cell.body = match (values.is_empty(), cell.nullable) {
            (true, true) => {
                cell.nullable = false;
                Body::Null
            }
            (true, false) => Body::Never,
            (false, _) if is_boolean => Body::Boolean,
            (false, _) => Body::Constants(values),
        };
    }

    /// Whether a value can be said so that no other one is meant.
    fn says_exactly(&self, value: &Value) -> bool {
        match value {
            Value::Null | Value::String(_) | Value::Number(_) => true,
            Value::Bool(_) => self.table.takes_boolean_enums,
            // Of items one by one only their number and what they all are can be said.
            Value::Array(items) => {
                items.is_empty() && (self.table.treatment)(Keyword::MaxItems).holds_counts()
            }
            Value::Object(members) => members.values().all(|member| self.says_exactly(member)),
        }
    }
}
