//! Setups as files, and telling by a file what it holds.

use super::{MOST_BYTES, Unreadable};
use crate::core::file_name::stem;
use crate::core::run_file;
use crate::core::settings::Settings;
use serde_json::{Map, Value};

/// What the member `format` of a setup's file says.
const FORMAT: &str = "structured-output-validator setup";

/// The version of such files that is written and read.
const VERSION: u64 = 1;

/// What a file holds.
#[derive(Debug, PartialEq)]
pub(super) enum File {
    /// A setup.
    Setup(Value),
    /// A run.
    Run,
}

/// The text of a setup's file.
pub(super) fn write(setup: &Value) -> String {
    let members = [("format", FORMAT.into()), ("version", VERSION.into()), ("setup", setup.clone())];
    let file: Map<_, _> = members.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
    format!("{:#}\n", Value::Object(file))
}

/// What a setup's file is called: as its schema, in letters that every system takes.
pub(super) fn name(settings: &Settings) -> String {
    let name = settings.own_schema().map_or(settings.schema.as_str(), |own| own.name.as_str());
    let stem = stem(name);
    let name = if stem.is_empty() { "my" } else { &stem };
    format!("{name}.setup.json")
}

/// Reads the text of a file.
pub(super) fn read(text: &str) -> Result<File, Unreadable> {
    let file: Value = serde_json::from_str(text).map_err(|_| Unreadable::Foreign)?;
    match file.get("format").and_then(Value::as_str) {
        Some(FORMAT) => setup(text, &file).map(File::Setup),
        Some(run_file::FORMAT) => Ok(File::Run),
        Some(_) | None => Err(Unreadable::Foreign),
    }
}

fn setup(text: &str, file: &Value) -> Result<Value, Unreadable> {
    if text.len() > MOST_BYTES {
        return Err(Unreadable::TooLarge);
    }
    match file.get("version").and_then(Value::as_u64) {
        Some(VERSION) => file.get("setup").cloned().ok_or(Unreadable::Damaged),
        Some(_) => Err(Unreadable::Version),
        None => Err(Unreadable::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn files() {
        let file = |version: Value, setup: Value| {
            json!({"format": FORMAT, "version": version, "setup": setup}).to_string()
        };
        let large = json!({"prompt": "x".repeat(MOST_BYTES)});
        for (text, expected) in [
            (file(1.into(), json!({"seed": "7"})), Ok(File::Setup(json!({"seed": "7"})))),
            (write(&json!({"seed": "7"})), Ok(File::Setup(json!({"seed": "7"})))),
            (file(2.into(), json!({})), Err(Unreadable::Version)),
            (file("1".into(), json!({})), Err(Unreadable::Damaged)),
            (json!({"format": FORMAT, "version": 1}).to_string(), Err(Unreadable::Damaged)),
            (file(1.into(), large), Err(Unreadable::TooLarge)),
            (json!({"format": run_file::FORMAT, "attempts": 7}).to_string(), Ok(File::Run)),
            (json!({"setup": {}}).to_string(), Err(Unreadable::Foreign)),
            (String::new(), Err(Unreadable::Foreign)),
        ] {
            assert_eq!(read(&text), expected, "{text:.80}");
        }
    }

    #[test]
    fn a_file_is_called_as_its_schema() {
        let mut settings = Settings::default();
        assert_eq!(name(&settings), "weather-report.setup.json");
        settings.add_own_schema("{}".into(), "");
        for (own, expected) in [
            ("Pets & Owners (v2)", "pets-owners-v2.setup.json"),
            ("../..\\x", "x.setup.json"),
            ("猫", "my.setup.json"),
            ("", "my.setup.json"),
        ] {
            settings.own_schema_mut().unwrap().name = own.into();
            assert_eq!(name(&settings), expected, "{own}");
        }
    }
}
