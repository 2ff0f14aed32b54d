//! How the server is asked: as it is known, unless the person says otherwise or it has taught otherwise.

use crate::core::provider::{Control, Provider};
use crate::ui::parts::{Choice, Markup, bullets, button, dynamic, element, fold, group, nothing};
use crate::ui::state::Page;

/// The controls, closed away, and what differs from what is known.
pub fn asking(page: Page, provider: Provider) -> Markup {
    let controls =
        Control::of(provider.preset().family).map(|shown| control(page, provider, shown)).collect();
    let differences = move || match page.settings.with(|settings| settings.asking_words()) {
        words if words.is_empty() => nothing(),
        words => {
            let reset = button("link", "Ask as known again", move || page.reset_asking());
            group("hint", vec![bullets(&words), reset])
        }
    };
    // What is changed belongs to an origin.
    element("div")
        .class("section")
        .hidden(move || page.settings.with(|settings| settings.base_url().is_err()))
        .child(fold("How this server is asked", controls))
        .child(dynamic(differences))
        .view()
}

fn control(page: Page, provider: Provider, control: &'static Control) -> Markup {
    let preset = provider.preset();
    let known = control.known(preset.quirks);
    let others = control.choices(preset.family).filter(|choice| choice.word != known);
    let choice = Choice {
        id: control.id,
        label: control.label,
        hint: control.meaning,
        options: [(String::new(), format!("as known: {known}"))]
            .into_iter()
            .chain(others.map(|choice| (choice.word.to_owned(), choice.word.to_owned())))
            .collect(),
        chosen: Box::new(move || page.settings.with(|settings| settings.chosen(control).to_owned())),
        choose: Box::new(move |word| page.settings.update(|settings| settings.choose(control, &word))),
    };
    group("asking", vec![choice.view()])
}
