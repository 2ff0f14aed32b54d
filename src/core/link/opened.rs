//! What comes of a link or a file: something to ask the person for, before anything is changed.

use super::file::{self, File};
use super::{Form, Parameters, Unreadable};
use crate::core::drawn::{drawn, text};
use crate::core::provider::Provider;
use crate::core::settings::{Settings, SetupChange};
use serde_json::Value;

/// What comes of a link or a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// A setup that can be used.
    Offer(Offer),
    /// A run, which changes nothing that is set.
    Run,
    /// Nothing, for this reason.
    Refused(String),
}

/// A setup that can be used: what the person is asked, and what becomes of the settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// What is asked before it is used.
    pub question: String,
    /// What it would change, as it is drawn.
    pub changes: Value,
    /// The settings with it, as they are kept.
    pub settings: Value,
}

impl Opened {
    /// Opens what has come in a certain form, to be used with these settings, as they are kept.
    pub fn of(form: Form, text: &str, settings: &Value) -> Self {
        let settings = Settings::from_json(settings);
        match used(form, text, &settings) {
            Ok(None) => Self::Run,
            Ok(Some(used)) => Self::Offer(Offer {
                question: question(form, &used),
                changes: draw(&settings.changes_to(&used)),
                settings: used.to_json(),
            }),
            Err(unreadable) => Self::Refused(form.refusal(unreadable)),
        }
    }
}

/// The settings as they would be if it were used; none where it is a run.
fn used(form: Form, text: &str, settings: &Settings) -> Result<Option<Settings>, Unreadable> {
    let setup = match form {
        Form::Parameters => {
            let parameters = Parameters::parse(text).ok_or(Unreadable::Unknown)?;
            return Ok(Some(settings.with_parameters(&parameters)));
        }
        Form::Setup => serde_json::from_str(text).map_err(|_| Unreadable::Damaged)?,
        Form::File => match file::read(text)? {
            File::Setup(setup) => setup,
            File::Run => return Ok(None),
        },
    };
    usable(&setup)?;
    Ok(Some(settings.with_setup(&setup)))
}

/// What would change; it can be reached by keyboard to be scrolled.
fn draw(changes: &[SetupChange]) -> Value {
    if changes.is_empty() {
        return text("span", "hint notice__changes", "It changes nothing: all of it is set already.");
    }
    let change = |SetupChange { label, from, to }: &SetupChange| {
        let values = drawn("div")
            .class("notice__values")
            .child(text("bdi", "notice__to", to))
            .child(text("span", "notice__instead", " instead of "))
            .child(text("bdi", "notice__from", from));
        drawn("li").child(text("span", "notice__label", label)).child(values.view()).view()
    };
    let list = drawn("ul").class("notice__changes").attribute("tabindex", "0");
    list.attribute("aria-label", "What it changes").children(changes.iter().map(change)).view()
}

/// What is asked before it is used.
fn question(form: Form, used: &Settings) -> String {
    format!("{} points the page at {}. Nothing is sent there before you agree.", form.this(), used.target())
}

/// Whether a setup can be used: it can be said whom it would ask.
pub(super) fn usable(setup: &Value) -> Result<(), Unreadable> {
    let provider = setup.as_object().ok_or(Unreadable::Damaged)?.get("provider");
    if provider.is_some_and(|provider| provider.as_str().and_then(Provider::from_id).is_none()) {
        return Err(Unreadable::Unknown);
    }
    let settings = Settings::default().with_setup(setup);
    let is_asked_elsewhere = settings.provider != Provider::Simulated;
    if is_asked_elsewhere && !settings.server().base_url.is_empty() && settings.base_url().is_err() {
        return Err(Unreadable::Address);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::link::Shared;
    use crate::core::settings::sample;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn a_setup_says_whom_it_would_ask() {
        for (setup, expected) in [
            (json!({}), Ok(())),
            (json!({"provider": "simulated", "base_url": "no where"}), Ok(())),
            (json!({"provider": "custom", "base_url": ""}), Ok(())),
            (json!({"provider": "browser", "base_url": "no where"}), Ok(())),
            (json!({"provider": "openai"}), Ok(())),
            (json!({"provider": "nobody"}), Err(Unreadable::Unknown)),
            (json!({"provider": 7}), Err(Unreadable::Unknown)),
            (
                json!({"provider": "custom", "base_url": "http://localhost@evil.example"}),
                Err(Unreadable::Address),
            ),
            (json!({"provider": "custom", "base_url": "javascript:alert(1)"}), Err(Unreadable::Address)),
            (json!({"provider": "openai", "base_url": "https://\u{3bf}penai.com"}), Err(Unreadable::Address)),
            (json!([]), Err(Unreadable::Damaged)),
            (json!("openai"), Err(Unreadable::Damaged)),
        ] {
            assert_eq!(usable(&setup), expected, "{setup}");
        }
    }

    #[test]
    fn parameters_change_what_they_name_and_a_setup_all_that_it_carries() {
        let mine = Settings { seed: "7".into(), prices: "m 1 2".into(), ..Settings::default() };
        let setup = json!({"provider": "lm-studio", "model": "m"});
        let file = json!({"format": "structured-output-validator setup", "version": 1, "setup": setup});
        for (form, text, this, seed) in [
            (Form::Parameters, "#provider=lm-studio&model=m", "This link", "7"),
            (Form::Setup, &setup.to_string(), "This link", ""),
            (Form::File, &file.to_string(), "This file", ""),
        ] {
            let Opened::Offer(offer) = Opened::of(form, text, &mine.to_json()) else { panic!("{text}") };
            let used = Settings::from_json(&offer.settings);
            assert_eq!((used.server().model.as_str(), used.seed.as_str()), ("m", seed));
            assert_eq!((&used.prices, &offer.changes), (&mine.prices, &draw(&mine.changes_to(&used))));
            assert_eq!(
                offer.question,
                format!(
                    "{this} points the page at LM Studio at http://localhost:1234/v1. Nothing is sent there before \
                     you agree."
                )
            );
        }
    }

    #[test]
    fn a_run_is_told_by_its_format() {
        let file = json!({"format": "structured-output-validator run"}).to_string();
        let kept = Settings::default().to_json();
        assert_eq!(Opened::of(Form::File, &file, &kept), Opened::Run);
    }

    #[test]
    fn what_cannot_be_used_is_refused() {
        let deep = "{\"schema\":".repeat(100_000);
        for (form, text, expected) in [
            (Form::Setup, "", "This link cannot be read: it is cut off or damaged. Nothing was changed."),
            (
                Form::Setup,
                "{\"provider\"",
                "This link cannot be read: it is cut off or damaged. Nothing was changed.",
            ),
            (Form::Setup, &deep, "This link cannot be read: it is cut off or damaged. Nothing was changed."),
            (Form::Setup, "[1]", "This link cannot be read: it is cut off or damaged. Nothing was changed."),
            (
                Form::Parameters,
                "#provider=custom&base_url=javascript:alert(1)",
                "This link asks for something that this page does not know. Nothing was changed.",
            ),
            (Form::File, "a,b\n1,2\n", "This file is none that this page has saved. Nothing was changed."),
            (Form::File, &deep, "This file is none that this page has saved. Nothing was changed."),
        ] {
            let opened = Opened::of(form, text, &Settings::default().to_json());
            assert_eq!(opened, Opened::Refused(expected.to_owned()), "{form:?} {text:.20}");
        }
    }

    proptest! {
        #[test]
        fn whatever_comes_is_offered_or_refused(text in any::<String>(), bytes in any::<Vec<u8>>()) {
            let kept = Settings::default().to_json();
            for text in [format!("#provider={text}"), String::from_utf8_lossy(&bytes).into_owned(), text] {
                for form in Form::ALL {
                    let is_refused = matches!(Opened::of(form, &text, &kept), Opened::Refused(_));
                    prop_assert!(is_refused, "{} {}", form.name(), text);
                }
            }
        }

        /// What is in a link or a file is what is used, whatever was set before.
        #[test]
        fn what_is_offered_is_what_was_shared(settings in sample::settings(), mine in sample::settings()) {
            // What is kept knows no empty input.
            let settings = Settings::from_json(&settings.to_json());
            let shared = Shared::new(&settings.to_json(), true);
            for (form, text) in [(Form::Setup, &shared.text), (Form::File, &shared.file)] {
                match Opened::of(form, text, &mine.to_json()) {
                    Opened::Offer(offer) => {
                        let used = Settings::from_json(&offer.settings);
                        prop_assert_eq!(used.changes_by(&settings.setup(true)), vec![]);
                        prop_assert_eq!(&shared.problem, "");
                    }
                    Opened::Refused(_) => prop_assert!(!shared.problem.is_empty()),
                    Opened::Run => prop_assert!(false, "{}", text),
                }
            }
        }
    }
}
