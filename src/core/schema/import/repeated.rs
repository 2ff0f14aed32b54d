//! Whether an object in a JSON text has a key twice, which a value can no longer tell.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;
use std::fmt;

/// The first key that is found to stand twice in one object. None where the text is not JSON.
pub(super) fn repeated_key(json: &str) -> Option<String> {
    let mut found = None;
    let mut reader = serde_json::Deserializer::from_str(json);
    Search { found: &mut found }.deserialize(&mut reader).ok()?;
    found
}

/// Looks through one value, and those in it.
struct Search<'f> {
    found: &'f mut Option<String>,
}

impl<'de> DeserializeSeed<'de> for Search<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Search<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = object.next_key::<String>()? {
            if self.found.is_none() && keys.contains(&key) {
                *self.found = Some(key.clone());
            }
            keys.insert(key);
            object.next_value_seed(Search { found: &mut *self.found })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<(), A::Error> {
        while array.next_element_seed(Search { found: &mut *self.found })?.is_some() {}
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: Option<&str>) {
        assert_eq!(repeated_key(json).as_deref(), expected, "{json}");
    }

    #[test]
    fn keys_that_stand_twice_in_one_object() {
        check(r#"{"a": 1, "b": {"a": 2}}"#, None);
        check(r#"[{"a": 1}, {"a": 2}]"#, None);
        check(r#"{"a": 1, "\u0061": 2}"#, Some("a"));
        check(r#"[{"x": {"b": 1, "b": null}}, {"a": 1, "a": true}]"#, Some("b"));
        check(r#"{"a": -1, "a": 0.5"#, None);
        check(r#""a""#, None);
    }
}
