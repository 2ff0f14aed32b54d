//! The members of a JSON object, written and read by one description of them, so that the two cannot differ.
//!
//! A description names each member and the value it stands for. Writing leaves out what is not there; reading leaves a
//! value as it is where its member is missing or is something else than it should be, and takes note of the first such
//! member. Nothing here is generic that need not be: the page carries it.

use super::time::{Micros, Millis};
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

/// What can stand as a member.
pub trait Member {
    /// It as JSON; null where there is nothing.
    fn write(&mut self) -> Value;

    /// Takes it from JSON that is not null.
    ///
    /// # Errors
    /// The path of the first part that is not what it should be; empty where that is all of it.
    fn read(&mut self, json: &Value) -> Result<(), String>;
}

/// What stands as an object of its own.
pub trait Object {
    /// One to be read.
    fn blank() -> Self
    where
        Self: Sized;

    /// Names its members.
    fn describe(&mut self, members: &mut Members<'_>);
}

impl Members<'_> {
    /// An object as JSON.
    pub fn write(object: &mut dyn Object) -> Value {
        let mut members = Members(Way::Write(Map::new()));
        object.describe(&mut members);
        match members.0 {
            Way::Write(written) => written.into(),
            Way::Read { .. } => Value::Null,
        }
    }

    /// Reads an object.
    ///
    /// # Errors
    /// The path of the first member that is not what it should be; empty where there is no object.
    pub fn read(object: &mut dyn Object, json: &Value) -> Result<(), String> {
        if !json.is_object() {
            return Err(String::new());
        }
        let mut members = Members(Way::Read { json, wrong: None });
        object.describe(&mut members);
        match members.0 {
            Way::Read { wrong: Some(path), .. } => Err(path),
            Way::Read { wrong: None, .. } | Way::Write(_) => Ok(()),
        }
    }

    /// A member. Null is as good as none.
    pub fn member(&mut self, name: &str, member: &mut dyn Member) -> &mut Self {
        match &mut self.0 {
            Way::Write(_) => self.put(name, member.write()),
            Way::Read { json, wrong } => {
                if let Some(value) = there(json, name)
                    && let Err(path) = member.read(value)
                {
                    wrong.get_or_insert_with(|| joined(name, &path));
                }
            }
        }
        self
    }

    /// One of several things, by its name, or none: which one is read, by its position among all the names.
    pub fn choice(
        &mut self,
        name: &str,
        current: Option<&str>,
        all: &mut dyn Iterator<Item = &'static str>,
    ) -> Option<usize> {
        match &mut self.0 {
            Way::Write(_) => {
                self.put(name, current.into());
                None
            }
            Way::Read { json, wrong } => {
                let read = there(json, name)?;
                let chosen = all
                    .enumerate()
                    .find(|(_, word)| read.as_str() == Some(word))
                    .map(|(position, _)| position);
                if chosen.is_none() {
                    wrong.get_or_insert_with(|| name.to_owned());
                }
                chosen
            }
        }
    }

    /// What has a way of its own to be written and read: what is written, or else what stands there.
    pub fn as_value(&mut self, name: &str, written: impl FnOnce() -> Value) -> Option<&Value> {
        match &mut self.0 {
            Way::Write(_) => {
                self.put(name, written());
                None
            }
            Way::Read { json, .. } => there(json, name),
        }
    }

    /// Takes note that a member is not what it should be.
    pub fn refuse(&mut self, name: &str) {
        if let Way::Read { wrong, .. } = &mut self.0 {
            wrong.get_or_insert_with(|| name.to_owned());
        }
    }

    fn put(&mut self, name: &str, value: Value) {
        if let Way::Write(object) = &mut self.0
            && !value.is_null()
        {
            object.insert(name.to_owned(), value);
        }
    }
}

fn there<'j>(json: &'j Value, name: &str) -> Option<&'j Value> {
    json.get(name).filter(|value| !value.is_null())
}

fn joined(name: &str, path: &str) -> String {
    let joint = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{name}{joint}{path}")
}

/// Puts what was read in its place.
fn take<T>(place: &mut T, read: Option<T>) -> Result<(), String> {
    *place = read.ok_or_else(String::new)?;
    Ok(())
}

impl Member for String {
    fn write(&mut self) -> Value {
        self.as_str().into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        take(self, json.as_str().map(str::to_owned))
    }
}

impl Member for Option<String> {
    fn write(&mut self) -> Value {
        self.as_deref().into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        take(self, json.as_str().map(|text| Some(text.to_owned())))
    }
}

impl Member for u64 {
    fn write(&mut self) -> Value {
        (*self).into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        take(self, json.as_u64())
    }
}

impl Member for Option<u64> {
    fn write(&mut self) -> Value {
        (*self).into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        self.get_or_insert_default().read(json)
    }
}

impl Member for u32 {
    fn write(&mut self) -> Value {
        (*self).into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        take(self, json.as_u64().and_then(|number| number.try_into().ok()))
    }
}

impl Member for usize {
    fn write(&mut self) -> Value {
        (*self).into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        take(self, json.as_u64().and_then(|number| number.try_into().ok()))
    }
}

impl Member for bool {
    fn write(&mut self) -> Value {
        (*self).into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        take(self, json.as_bool())
    }
}

impl Member for Vec<usize> {
    fn write(&mut self) -> Value {
        self.as_slice().into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        each(json, &mut |json| {
            self.push(0);
            self.last_mut().map_or(Ok(()), |number| number.read(json))
        })
    }
}

/// JSON of any form.
impl Member for Value {
    fn write(&mut self) -> Value {
        self.clone()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        self.clone_from(json);
        Ok(())
    }
}

impl Member for Micros {
    fn write(&mut self) -> Value {
        self.0.write()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        self.0.read(json)
    }
}

impl Member for Millis {
    fn write(&mut self) -> Value {
        self.0.write()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        self.0.read(json)
    }
}

impl Member for Option<Millis> {
    fn write(&mut self) -> Value {
        self.map(|time| time.0).write()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        self.get_or_insert_default().read(json)
    }
}

impl Member for Vec<String> {
    fn write(&mut self) -> Value {
        self.iter().map(String::as_str).collect()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        let texts = json.as_array().into_iter().flatten().map(|text| text.as_str().map(str::to_owned));
        take(self, texts.collect::<Option<_>>().filter(|_| json.is_array()))
    }
}

impl<T: Object> Member for T {
    fn write(&mut self) -> Value {
        Members::write(self)
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        Members::read(self, json)
    }
}

impl<T: Object> Member for Option<T> {
    fn write(&mut self) -> Value {
        self.as_mut().map_or(Value::Null, |object| Members::write(object))
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        Members::read(self.get_or_insert_with(T::blank), json)
    }
}

impl<T: Object> Member for Vec<T> {
    fn write(&mut self) -> Value {
        self.iter_mut().map(|object| Members::write(object)).collect()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        each(json, &mut |json| {
            self.push(T::blank());
            self.last_mut().map_or(Ok(()), |object| Members::read(object, json))
        })
    }
}

/// Reads the items of a list, one after the other.
fn each(json: &Value, read: &mut dyn FnMut(&Value) -> Result<(), String>) -> Result<(), String> {
    let items = json.as_array().ok_or_else(String::new)?;
    for (position, json) in items.iter().enumerate() {
        read(json).map_err(|path| joined(&format!("[{position}]"), &path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Pet {
        name: String,
        legs: u32,
        kind: Option<String>,
        owners: Vec<Owner>,
        size: usize,
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Owner {
        is_kind: bool,
    }

    const SIZES: [&str; 2] = ["small", "large"];

    impl Object for Pet {
        fn blank() -> Self {
            Self::default()
        }

        fn describe(&mut self, members: &mut Members<'_>) {
            members
                .member("name", &mut self.name)
                .member("legs", &mut self.legs)
                .member("kind", &mut self.kind)
                .member("owners", &mut self.owners);
            self.size =
                members.choice("size", Some(SIZES[self.size]), &mut SIZES.into_iter()).unwrap_or(self.size);
        }
    }

    impl Object for Owner {
        fn blank() -> Self {
            Self::default()
        }

        fn describe(&mut self, members: &mut Members<'_>) {
            members.member("isKind", &mut self.is_kind);
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for (mut written, json) in [
            (Pet::default(), json!({"name": "", "legs": 0, "owners": [], "size": "small"})),
            (
                Pet {
                    name: "\u{1F600}".into(),
                    legs: u32::MAX,
                    kind: Some("cat".into()),
                    owners: vec![Owner { is_kind: true }, Owner::default()],
                    size: 1,
                },
                json!({"name": "\u{1F600}", "legs": u32::MAX, "kind": "cat",
                    "owners": [{"isKind": true}, {"isKind": false}], "size": "large"}),
            ),
        ] {
            assert_eq!(Members::write(&mut written), json);
            let mut read = Pet::default();
            assert_eq!(Members::read(&mut read, &json), Ok(()));
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
            (json!({"kind": 1}), Err("kind")),
            (json!({"legs": -1}), Err("legs")),
            (json!({"legs": 1_u64 << 32}), Err("legs")),
            (json!({"size": "huge"}), Err("size")),
            (json!({"size": 1}), Err("size")),
            (json!({"owners": {}}), Err("owners")),
            (json!({"owners": [{}, 1]}), Err("owners[1]")),
            (json!({"owners": [{}, {"isKind": "yes"}], "kind": 3}), Err("kind")),
            (json!({"owners": [{}, {"isKind": "yes"}], "size": 3}), Err("owners[1].isKind")),
        ] {
            let found = Members::read(&mut Pet::default(), &json);
            assert_eq!(found, expected.map_err(str::to_owned), "{json}");
        }
    }
}
