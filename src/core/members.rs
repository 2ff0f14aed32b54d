//! The members of a JSON object, written and read by one description of them, so that the two cannot differ.
//!
//! A description names each member and the value it stands for. Writing leaves out what is not there; reading leaves a
//! value as it is where its member is missing, and takes note of the first member that is something else than it
//! should be.

use serde_json::{Map, Value};

/// An object that is being written or read.
pub struct Members<'j>(Way<'j>);

enum Way<'j> {
    Write(Map<String, Value>),
    Read {
        json: &'j Value,
        /// The path of the first member that is not what it should be.
        wrong: Option<String>,
    },
}

impl Members<'_> {
    /// The object of a description.
    pub fn write(describe: impl FnOnce(&mut Members<'_>)) -> Value {
        let mut members = Members(Way::Write(Map::new()));
        describe(&mut members);
        match members.0 {
            Way::Write(object) => object.into(),
            Way::Read { .. } => Value::Null,
        }
    }

    /// Reads an object by a description.
    ///
    /// # Errors
    /// The path of the first member that is not what it should be; empty where there is no object.
    pub fn read<'j>(json: &'j Value, describe: impl FnOnce(&mut Members<'j>)) -> Result<(), String> {
        if !json.is_object() {
            return Err(String::new());
        }
        let mut members = Members(Way::Read { json, wrong: None });
        describe(&mut members);
        match members.0 {
            Way::Read { wrong: Some(path), .. } => Err(path),
            Way::Read { wrong: None, .. } | Way::Write(_) => Ok(()),
        }
    }

    /// A member of any kind: null is as good as none. What is read is taken by `take`, which says what is wrong within
    /// it.
    fn member(
        &mut self,
        name: &str,
        give: &mut dyn FnMut() -> Value,
        take: &mut dyn FnMut(&Value) -> Result<(), String>,
    ) -> &mut Self {
        match &mut self.0 {
            Way::Write(object) => {
                let value = give();
                if !value.is_null() {
                    object.insert(name.to_owned(), value);
                }
            }
            Way::Read { json, wrong } => {
                let found = json.get(name).filter(|value| !value.is_null());
                if let (Some(value), None) = (found, &wrong)
                    && let Err(path) = take(value)
                {
                    let joint = if path.is_empty() || path.starts_with('[') { "" } else { "." };
                    *wrong = Some(format!("{name}{joint}{path}"));
                }
            }
        }
        self
    }

    /// A member that has a way of its own to be written and read.
    pub fn as_value<T>(
        &mut self,
        name: &str,
        value: &mut T,
        write: impl Fn(&T) -> Value,
        read: impl Fn(&Value) -> Option<T>,
    ) -> &mut Self {
        let value = std::cell::RefCell::new(value);
        self.member(name, &mut || write(&value.borrow()), &mut |json| match read(json) {
            Some(read) => {
                **value.borrow_mut() = read;
                Ok(())
            }
            None => Err(String::new()),
        })
    }

    /// A text.
    pub fn text(&mut self, name: &str, text: &mut String) -> &mut Self {
        self.as_value(name, text, |text| text.as_str().into(), |json| json.as_str().map(str::to_owned))
    }

    /// A text that may be missing.
    pub fn optional_text(&mut self, name: &str, text: &mut Option<String>) -> &mut Self {
        self.as_value(
            name,
            text,
            |text| text.as_deref().into(),
            |json| json.as_str().map(|text| Some(text.to_owned())),
        )
    }

    /// A whole number from 0.
    pub fn number(&mut self, name: &str, number: &mut u64) -> &mut Self {
        self.as_value(name, number, |number| (*number).into(), Value::as_u64)
    }

    /// A whole number from 0 that may be missing.
    pub fn optional_number(&mut self, name: &str, number: &mut Option<u64>) -> &mut Self {
        self.as_value(name, number, |number| (*number).into(), |json| json.as_u64().map(Some))
    }

    /// True or false.
    pub fn flag(&mut self, name: &str, flag: &mut bool) -> &mut Self {
        self.as_value(name, flag, |flag| (*flag).into(), Value::as_bool)
    }

    /// One of several, by its name.
    pub fn choice<T: Clone>(
        &mut self,
        name: &str,
        chosen: &mut T,
        all: &[T],
        name_of: fn(&T) -> &'static str,
    ) -> &mut Self {
        self.as_value(
            name,
            chosen,
            |chosen| name_of(chosen).into(),
            |json| {
                let word = json.as_str()?;
                all.iter().find(|choice| name_of(choice) == word).cloned()
            },
        )
    }

    /// An object within, by its own description.
    pub fn object<T>(
        &mut self,
        name: &str,
        value: &mut T,
        describe: fn(&mut T, &mut Members<'_>),
    ) -> &mut Self {
        let value = std::cell::RefCell::new(value);
        self.member(
            name,
            &mut || Members::write(|members| describe(&mut value.borrow_mut(), members)),
            &mut |json| Members::read(json, |members| describe(&mut value.borrow_mut(), members)),
        )
    }

    /// An object within that may be missing.
    pub fn optional<T>(
        &mut self,
        name: &str,
        value: &mut Option<T>,
        blank: fn() -> T,
        describe: fn(&mut T, &mut Members<'_>),
    ) -> &mut Self {
        let value = std::cell::RefCell::new(value);
        self.member(
            name,
            &mut || match value.borrow_mut().as_mut() {
                Some(value) => Members::write(|members| describe(value, members)),
                None => Value::Null,
            },
            &mut |json| {
                let mut read = blank();
                Members::read(json, |members| describe(&mut read, members))?;
                **value.borrow_mut() = Some(read);
                Ok(())
            },
        )
    }

    /// A list of objects, no longer than `most`.
    pub fn list<T>(
        &mut self,
        name: &str,
        values: &mut Vec<T>,
        most: usize,
        blank: fn() -> T,
        describe: fn(&mut T, &mut Members<'_>),
    ) -> &mut Self {
        let values = std::cell::RefCell::new(values);
        self.member(
            name,
            &mut || {
                let mut values = values.borrow_mut();
                values.iter_mut().map(|value| Members::write(|members| describe(value, members))).collect()
            },
            &mut |json| {
                let list = json.as_array().filter(|list| list.len() <= most).ok_or_else(String::new)?;
                for (position, json) in list.iter().enumerate() {
                    let mut read = blank();
                    Members::read(json, |members| describe(&mut read, members)).map_err(|path| {
                        let joint = if path.is_empty() { "" } else { "." };
                        format!("[{position}]{joint}{path}")
                    })?;
                    values.borrow_mut().push(read);
                }
                Ok(())
            },
        )
    }

    /// A list of texts.
    pub fn texts(&mut self, name: &str, texts: &mut Vec<String>) -> &mut Self {
        self.as_value(
            name,
            texts,
            |texts| texts.clone().into(),
            |json| json.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Pet {
        name: String,
        legs: u64,
        kind: Option<String>,
        owners: Vec<Owner>,
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Owner {
        is_kind: bool,
    }

    fn pet(pet: &mut Pet, members: &mut Members<'_>) {
        members
            .text("name", &mut pet.name)
            .number("legs", &mut pet.legs)
            .optional_text("kind", &mut pet.kind)
            .list("owners", &mut pet.owners, 2, Owner::default, |owner, members| {
                members.flag("isKind", &mut owner.is_kind);
            });
    }

    #[test]
    fn what_is_written_is_read() {
        for (mut written, json) in [
            (Pet::default(), json!({"name": "", "legs": 0, "owners": []})),
            (
                Pet {
                    name: "\u{1F600}".into(),
                    legs: u64::MAX,
                    kind: Some("cat".into()),
                    owners: vec![Owner { is_kind: true }, Owner::default()],
                },
                json!({"name": "\u{1F600}", "legs": u64::MAX, "kind": "cat",
                    "owners": [{"isKind": true}, {"isKind": false}]}),
            ),
        ] {
            assert_eq!(Members::write(|members| pet(&mut written, members)), json);
            let mut read = Pet::default();
            assert_eq!(Members::read(&json, |members| pet(&mut read, members)), Ok(()));
            assert_eq!(read, written);
        }
    }

    #[test]
    fn what_is_wrong_is_named_by_its_path() {
        for (json, expected) in [
            (json!({}), Ok(())),
            (json!({"name": null, "other": 1}), Ok(())),
            (json!([]), Err("")),
            (json!({"name": 1}), Err("name")),
            (json!({"legs": -1}), Err("legs")),
            (json!({"owners": {}}), Err("owners")),
            (json!({"owners": [{}, {}, {}]}), Err("owners")),
            (json!({"owners": [{}, 1]}), Err("owners[1]")),
            (json!({"owners": [{}, {"isKind": "yes"}], "kind": 3}), Err("kind")),
            (json!({"owners": [{}, {"isKind": "yes"}]}), Err("owners[1].isKind")),
        ] {
            let mut read = Pet::default();
            let found = Members::read(&json, |members| pet(&mut read, members));
            assert_eq!(found, expected.map_err(str::to_owned), "{json}");
        }
    }
}
