//! Settings for tests, with anything in them that can be typed, pasted or chosen.

use super::{OwnSchema, Reviews, Server, Settings, TemplateTexts};
use crate::core::agent::{Correcting, OnHopeless, Reviewing};
use crate::core::judge::Repaired;
use crate::core::provider::{Control, Mode, Provider, Thinking};
use crate::core::schema::BuiltIn;
use crate::core::simulate::{Rate, Speed};
use crate::core::validate::Formats;
use proptest::prelude::any;
use proptest::sample::select;
use proptest::strategy::{Just, Strategy};

/// Any settings.
pub fn settings() -> impl Strategy<Value = Settings> {
    let texts = proptest::collection::vec(text(), 16);
    let switches = proptest::collection::vec(any::<bool>(), 8);
    let written = (proptest::option::of(text()), proptest::option::of(text()));
    let own = (proptest::collection::vec(own_schema(), 0..3), any::<proptest::sample::Index>());
    (texts, switches, written, own, server(), chosen()).prop_map(
        |(texts, switches, (prompt, input), (own_schemas, schema), server, chosen)| {
            let mut texts = texts.into_iter();
            let mut switches = switches.into_iter();
            let mut text = || texts.next().unwrap_or_default();
            let mut is_on = || switches.next().unwrap_or_default();
            let mut settings = Settings {
                prompt,
                input,
                system: text(),
                repaired: Repaired::accepted_if(is_on()),
                context_length: text(),
                stream: is_on(),
                temperature: text(),
                seed: text(),
                token_limit: text(),
                silence_seconds: text(),
                token_budget: text(),
                dollar_budget: text(),
                time_budget: text(),
                prices: text(),
                hopeless: if is_on() { OnHopeless::Stop } else { OnHopeless::Wait },
                reviews: Reviews {
                    reviewing: if is_on() { Reviewing::EachCorrection } else { Reviewing::Off },
                    has_critique: is_on(),
                    criteria: text(),
                    critic_model: text(),
                    has_opinion: is_on(),
                },
                templates: TemplateTexts { system: text(), correction: text(), nudge: text() },
                ..chosen
            };
            for own in own_schemas {
                settings.take_own_schema(own);
            }
            let ids: Vec<_> = settings.own_schemas.iter().map(|own| own.id.clone()).collect();
            let ids: Vec<_> =
                ids.into_iter().chain(BuiltIn::ALL.map(|known| known.id().to_owned())).collect();
            settings.schema.clone_from(schema.get(&ids));
            let (provider, server, asking) = server;
            settings.provider = provider;
            settings.change_server(|set| *set = server);
            for (control, word) in asking {
                settings.choose(control, word);
            }
            settings
        },
    )
}

/// What is chosen from lists, and all else as usual.
fn chosen() -> impl Strategy<Value = Settings> {
    let correcting: Vec<_> = Correcting::all().collect();
    let rates: Vec<_> = Rate::all().collect();
    let formats: Vec<_> = [None].into_iter().chain(Mode::ALL.map(Some)).collect();
    (
        1_u8..=5,
        select(formats),
        select(Thinking::ALL.to_vec()),
        select(correcting),
        select(rates),
        select(Speed::ALL.to_vec()),
    )
        .prop_map(|(attempts, response_format, thinking, correcting, fault_rate, speed)| Settings {
            attempts,
            response_format,
            thinking,
            correcting,
            fault_rate,
            speed,
            ..Settings::default()
        })
}

/// Who is asked, where, and how.
fn server() -> impl Strategy<Value = (Provider, Server, Vec<(&'static Control, &'static str)>)> {
    let base_url = proptest::prop_oneof![Just("http://localhost:1234/v1".to_owned()), text()];
    (select(Provider::ALL.to_vec()), base_url, text(), any::<proptest::sample::Index>()).prop_map(
        |(provider, base_url, model, which)| {
            let family = provider.preset().family;
            let control = |control: &'static Control| {
                let words: Vec<_> = control.choices(family).map(|choice| choice.word).collect();
                (control, *which.get(&words))
            };
            (provider, Server { base_url, model }, Control::of(family).map(control).collect())
        },
    )
}

fn own_schema() -> impl Strategy<Value = OwnSchema> {
    (text(), text(), text(), select(vec![Formats::Assert, Formats::Annotate])).prop_map(
        |(name, text, component, formats)| OwnSchema { id: String::new(), name, text, component, formats },
    )
}

/// What could be taken for something else, and anything at all.
fn text() -> impl Strategy<Value = String> {
    proptest::prop_oneof![
        Just(String::new()),
        "[a-z0-9 ]{1,8}",
        "<script>alert\\(1\\)</script>|\\{\"format\": 1\\}|#setup=1\\.|own|\u{202e}|\u{0}",
        any::<String>(),
    ]
}
