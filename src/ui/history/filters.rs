//! What is looked for.

use crate::core::archive::RunOutcome;
use crate::ui::parts::{Choice, Markup, TextField, checkbox, dynamic, element, group};
use crate::ui::state::Page;

/// The fields that say what is looked for.
pub fn filters(page: Page) -> Markup {
    let search = TextField {
        id: "history-search",
        label: "Search",
        kind: "search",
        placeholder: "words of prompt, input or answer",
        value: Box::new(move || page.history.filter.with(|filter| filter.words.clone())),
        input: Box::new(move |words| page.set_filter(move |filter| filter.words = words)),
        done: Box::new(|| ()),
    };
    let schema = dynamic(move || {
        let names = page.history.choices.with(|choices| choices.schemas.clone());
        let chosen = move || page.history.filter.with(|filter| filter.schema.clone());
        choice("history-schema", "Schema", &names, Box::new(chosen), move |schema| {
            page.set_filter(move |filter| filter.schema = schema);
        })
    });
    let model = dynamic(move || {
        let names = page.history.choices.with(|choices| choices.models.clone());
        let chosen = move || page.history.filter.with(|filter| filter.model.clone());
        choice("history-model", "Model", &names, Box::new(chosen), move |model| {
            page.set_filter(move |filter| filter.model = model);
        })
    });
    let names = RunOutcome::ALL.map(|outcome| outcome.name().to_owned());
    let chosen =
        move || page.history.filter.with(|filter| filter.outcome.map_or("", RunOutcome::name).to_owned());
    let outcome = choice("history-outcome", "Outcome", &names, Box::new(chosen), move |outcome| {
        page.set_filter(move |filter| filter.outcome = RunOutcome::from_name(&outcome));
    });
    let pinned = checkbox(
        "Pinned only",
        move || page.history.filter.with(|filter| filter.is_pinned),
        move |is_pinned| page.set_filter(move |filter| filter.is_pinned = is_pinned),
    );
    element("div")
        .class("panel history__filters")
        .attribute("role", "search")
        .attribute("aria-label", "Kept runs")
        .children(vec![search.view(), schema, model, outcome, group("history__pinned", vec![pinned])])
        .view()
}

/// A choice among names, or any of them.
fn choice(
    id: &'static str,
    label: &'static str,
    names: &[String],
    chosen: Box<dyn Fn() -> String + Send>,
    choose: impl Fn(String) + 'static,
) -> Markup {
    let any = (String::new(), "Any".to_owned());
    let options = std::iter::once(any).chain(names.iter().map(|name| (name.clone(), name.clone())));
    let choose: Box<dyn Fn(String)> = Box::new(choose);
    Choice { id, label, hint: "", options: options.collect(), chosen, choose }.view()
}
