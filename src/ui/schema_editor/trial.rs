//! An answer to try the schema on, before any model is asked: judged as either of them is typed.

use super::fields::part;
use crate::ui::parts::{
    Markup, TextArea, button, dynamic, group, heading, label, nothing, paragraph, several,
};
use crate::ui::state::Page;

/// The field for the answer, and what is wrong with it.
pub fn trial(page: Page) -> Markup {
    let answer = TextArea {
        id: "trial",
        rows: "6",
        is_prose: false,
        placeholder: "Paste an answer: the schema and each rule are tried on it as you type.",
        value: Box::new(move || page.trial.with(|trial| trial.text.clone())),
        input: Box::new(move |text| page.try_answer(text)),
    };
    let head = vec![label("trial", "Answer"), button("link", "make one up", move || page.make_up_answer())];
    several(vec![
        heading("section__title", "Example answer"),
        group("schema__example", head),
        answer.view(),
        dynamic(move || {
            page.trial.with(|trial| match trial.problem.as_str() {
                "" => nothing(),
                problem => paragraph("hint hint--bad", problem),
            })
        }),
        part(page, |outlined| &outlined.trial),
    ])
}
