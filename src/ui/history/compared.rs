//! Two runs side by side.

use crate::core::archive::{Compared, Fact};
use crate::core::judge::Comparison;
use crate::ui::parts::{Markup, button, element, group, nothing, paragraph, region};
use crate::ui::results::comparison_view;
use crate::ui::state::{COMPARED_ID, Page};

/// What came of each and was set otherwise, then the difference of their last answers.
pub fn compared(page: Page) -> Markup {
    page.history.compared.with(|compared| match compared {
        None => nothing(),
        Some(Compared { facts, answers }) => {
            let title = element("h2")
                .class("panel__title")
                .attribute("id", COMPARED_ID)
                .attribute("tabindex", "-1")
                .text("Two runs side by side");
            let close = button("button button--quiet", "Close", move || page.history.compared.set(None));
            let rows = facts.iter().map(fact).collect();
            let table = element("table")
                .class("figures figures--facts")
                .child(element("tbody").children(rows).view());
            let views = vec![
                group("panel__head", vec![title.view(), close]),
                group("figures__box", vec![table.view()]),
                answers_view(answers),
            ];
            region("panel", "Comparison", views)
        }
    })
}

fn fact(fact: &Fact) -> Markup {
    let class = if fact.one == fact.other { "" } else { "figures__other" };
    let value = |text: &str| element("td").class(class).text(if text.is_empty() { "–" } else { text }).view();
    element("tr")
        .child(element("th").attribute("scope", "row").text(&fact.name).view())
        .children(vec![value(&fact.one), value(&fact.other)])
        .view()
}

fn answers_view(answers: &Comparison) -> Markup {
    match (answers.places.is_empty(), answers.stretches.is_empty()) {
        (true, true) => paragraph("hint", "Their answers cannot be compared: one of them has none."),
        (true, false) => paragraph("hint", "Their last answers are the same."),
        (false, _) => comparison_view(Some(&Ok(answers.clone()))),
    }
}
