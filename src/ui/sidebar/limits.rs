//! How often, how long, and how the answers are drawn.

use crate::core::agent::AttemptLimit;
use crate::core::settings::Settings;
use crate::ui::parts::{TextField, region};
use crate::ui::state::Page;
use leptos::prelude::*;

/// A number as the person types it: id, label, what stands in the empty field, and its setting.
type Number = (&'static str, &'static str, &'static str, fn(&mut Settings) -> &mut String);

const NUMBERS: [Number; 4] = [
    ("temperature", "Temperature", "server default", |settings| &mut settings.temperature),
    ("token-limit", "Token limit", "4096", |settings| &mut settings.token_limit),
    ("seed", "Seed", "none", |settings| &mut settings.seed),
    ("time-limit", "Time limit (s)", "120", |settings| &mut settings.silence_seconds),
];

/// Attempts, sampling and limits.
pub fn limits_section(page: Page) -> AnyView {
    let numbers: Vec<_> = NUMBERS.into_iter().map(|number| number_field(page, number)).collect();
    let attempts = move || page.settings.with(|settings| settings.attempts.to_string());
    let slider = view! {
        <div class="field">
            <label for="attempts">"Max attempts"</label>
            <div class="slider">
                <input
                    id="attempts"
                    type="range"
                    min="1"
                    max=AttemptLimit::MOST.to_string()
                    prop:value=move || attempts()
                    on:input=move |event| {
                        let text = event_target_value(&event);
                        page.settings.update(|settings| settings.set_attempts(&text));
                    }
                />
                <output for="attempts">{move || attempts()}</output>
            </div>
        </div>
    };
    let fold = view! {
        <details class="fold">
            <summary>"Sampling and limits"</summary>
            {numbers}
            <p class="hint">"The time limit counts how long the server is silent."</p>
        </details>
    };
    region("section", "Limits", vec![slider.into_any(), fold.into_any()])
}

fn number_field(page: Page, (id, label, placeholder, setting): Number) -> AnyView {
    let field = TextField {
        id,
        label,
        kind: "text",
        placeholder: placeholder.into(),
        value: Signal::derive(move || setting(&mut page.settings.get()).clone()),
        input: Box::new(move |text| page.settings.update(|settings| *setting(settings) = text)),
        enter: Box::new(|| {}),
        done: Box::new(|| {}),
    };
    field.view()
}
