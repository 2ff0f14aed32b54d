//! How often, how long, what counts as an answer, and how the answers are drawn.

use super::budget::budget;
use super::in_run;
use super::reviews::reviews;
use crate::core::agent::{AttemptLimit, Correcting, OnHopeless};
use crate::core::judge::Repaired;
use crate::core::settings::Settings;
use crate::ui::parts::{
    Choice, Markup, TextField, checkbox, dynamic_text, element, fold, group, label, paragraph, region,
};
use crate::ui::state::Page;
use leptos::prelude::*;

/// A line as the person types it: id, label, what stands in the empty field, and its setting.
type Line = (&'static str, &'static str, &'static str, fn(&mut Settings) -> &mut String);

const NUMBERS: [Line; 4] = [
    ("temperature", "Temperature", "server default", |settings| &mut settings.temperature),
    ("token-limit", "Token limit", "4096", |settings| &mut settings.token_limit),
    ("seed", "Seed", "none", |settings| &mut settings.seed),
    ("time-limit", "Time limit (s)", "120", |settings| &mut settings.silence_seconds),
];

/// Attempts, sampling and limits.
pub fn limits_section(page: Page) -> Markup {
    let mut numbers: Vec<_> = NUMBERS.into_iter().map(|number| text_field(page, number)).collect();
    numbers.push(paragraph("hint", "The time limit counts how long the server is silent."));
    let parts = vec![
        in_run(page, vec![attempts(page)]),
        corrections(page),
        repaired(page),
        in_run(
            page,
            vec![
                stream(page),
                hopeless(page),
                fold("Sampling and limits", numbers),
                budget(page),
                reviews(page),
            ],
        ),
    ];
    region("section", "Limits", parts)
}

fn corrections(page: Page) -> Markup {
    let choice = Choice {
        id: "corrections",
        label: "Corrections",
        hint: "Conversation: the model sees its own answer again. Fresh: it does not. \
               Scaffold: it is given the JSON to return, with what was right in place.",
        options: Correcting::all()
            .map(|choice| (choice.name().to_owned(), choice.name().to_owned()))
            .collect(),
        chosen: Box::new(move || page.settings.with(|settings| settings.correcting.name().to_owned())),
        choose: Box::new(move |name| {
            page.settings.update(|settings| {
                settings.correcting = Correcting::from_name(&name).unwrap_or_default();
            });
        }),
    };
    choice.view()
}

fn hopeless(page: Page) -> Markup {
    checkbox(
        "Stop replies that cannot become valid",
        move || page.settings.with(|settings| settings.hopeless == OnHopeless::Stop),
        move |is_stopped| page.settings.update(|settings| settings.stop_hopeless_if(is_stopped)),
    )
}

fn stream(page: Page) -> Markup {
    checkbox(
        "Stream the reply",
        move || page.settings.with(|settings| settings.stream),
        move |is_streamed| page.settings.update(|settings| settings.stream = is_streamed),
    )
}

fn repaired(page: Page) -> Markup {
    checkbox(
        "Accept repaired JSON",
        move || page.settings.with(|settings| settings.repaired.is_accepted()),
        move |is_accepted| page.set_repaired(Repaired::accepted_if(is_accepted)),
    )
}

fn attempts(page: Page) -> Markup {
    let attempts = move || page.settings.with(|settings| settings.attempts.to_string());
    let slider = element("input")
        .attribute("id", "attempts")
        .attribute("type", "range")
        .attribute("min", "1")
        .attribute("max", &AttemptLimit::MOST.to_string())
        .value(Box::new(attempts))
        .on("input", move |event| {
            let text = event_target_value(&event);
            page.settings.update(|settings| settings.set_attempts(&text));
        });
    let output = element("output").attribute("for", "attempts").child(dynamic_text(attempts));
    let slider = group("slider", vec![slider.view(), output.view()]);
    group("field", vec![label("attempts", "Max attempts"), slider])
}

pub(super) fn text_field(page: Page, (id, label, placeholder, setting): Line) -> Markup {
    let field = TextField {
        id,
        label,
        kind: "text",
        placeholder,
        value: Box::new(move || setting(&mut page.settings.get()).clone()),
        input: Box::new(move |text| page.settings.update(|settings| *setting(settings) = text)),
        done: Box::new(|| {}),
    };
    field.view()
}
