//! A setup that is handed on: as it stands in a link, and in a file.

use super::file;
use super::opened::usable;
use crate::core::settings::Settings;
use serde_json::{Map, Value};

/// A setup that is handed on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// Its JSON as a link holds it, to be deflated: without what is as usual, so that the link is short.
    pub text: String,
    /// The text of its file.
    pub file: String,
    /// What the file is called.
    pub name: String,
    /// Why nobody could use it; empty if it can be used.
    pub problem: String,
}

/// What says where everything would go; it stands in every link.
const PROVIDER: &str = "provider";

impl Shared {
    /// The setup of these settings, as they are kept. The input goes along only if that is wanted.
    pub fn new(settings: &Value, with_input: bool) -> Self {
        let settings = Settings::from_json(settings);
        let setup = settings.setup(with_input);
        let problem = match usable(&setup) {
            Ok(()) => String::new(),
            Err(_) => "Nobody could use this setup: its base URL is none.".to_owned(),
        };
        Self {
            text: unusual(&setup).to_string(),
            file: file::write(&setup),
            name: file::name(&settings),
            problem,
        }
    }
}

/// A setup without what is as usual.
fn unusual(setup: &Value) -> Value {
    let provider = setup.get(PROVIDER).cloned().unwrap_or_default();
    let usual = Value::Object(Map::from_iter([(PROVIDER.to_owned(), provider)]));
    let usual = Settings::default().with_setup(&usual).setup(true);
    let members = setup.as_object().into_iter().flatten();
    let unusual = members.filter(|(name, value)| *name == PROVIDER || usual.get(name) != Some(value));
    Value::Object(unusual.map(|(name, value)| (name.clone(), value.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::link::Fragment;
    use crate::core::settings::sample;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn only_what_is_unusual_stands_in_a_link() {
        for (setup, expected) in [
            (json!({}), r#"{"provider":"simulated"}"#),
            (json!({"provider": "openai", "seed": "7"}), r#"{"provider":"openai","seed":"7"}"#),
            (
                json!({"provider": "openai", "base_url": "https://api.openai.com/v1"}),
                r#"{"provider":"openai"}"#,
            ),
            (
                json!({"provider": "openai", "base_url": "https://eu.example/v1", "prompt": "P"}),
                r#"{"provider":"openai","base_url":"https://eu.example/v1","prompt":"P"}"#,
            ),
        ] {
            let settings = Settings::default().with_setup(&setup);
            assert_eq!(Shared::new(&settings.to_json(), true).text, expected);
        }
    }

    #[test]
    fn the_input_goes_along_only_if_that_is_wanted() {
        let settings = Settings { input: Some("Private".into()), ..Settings::default() };
        for (with_input, is_there) in [(true, true), (false, false)] {
            let Shared { text, file, .. } = Shared::new(&settings.to_json(), with_input);
            assert_eq!((text.contains("Private"), file.contains("Private")), (is_there, is_there));
        }
    }

    #[test]
    fn what_nobody_could_use_is_said_to_be() {
        let mut settings = Settings::default().with_setup(&json!({"provider": "custom"}));
        for (base_url, problem) in [
            ("http://localhost:1234/v1", ""),
            ("", ""),
            ("no where", "Nobody could use this setup: its base URL is none."),
        ] {
            settings.change_server(|server| server.base_url = base_url.into());
            assert_eq!(Shared::new(&settings.to_json(), false).problem, problem, "{base_url}");
        }
    }

    proptest! {
        #[test]
        fn a_setup_comes_back_from_a_link(settings in sample::settings(), with_input in any::<bool>()) {
            // What is kept knows no empty input.
            let settings = Settings::from_json(&settings.to_json());
            let fragment = Fragment::of_setup(Shared::new(&settings.to_json(), with_input).text.as_bytes());
            let Some(Fragment::Setup(Ok(text))) = Fragment::of(&fragment) else {
                return Err(TestCaseError::fail(fragment));
            };
            let setup: Value = serde_json::from_slice(&text).unwrap();
            let used = Settings::default().with_setup(&setup);
            prop_assert_eq!(used.setup(with_input), settings.setup(with_input));
        }
    }
}
