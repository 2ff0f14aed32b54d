//! What a run may spend, and what its model costs.

use super::limits::text_field;
use crate::ui::parts::{Markup, TextArea, bullets, dynamic, fold, group, label, nothing, paragraph, several};
use crate::ui::state::Page;

/// The budgets, and the person's own prices.
pub fn budget(page: Page) -> Markup {
    let prices = TextArea {
        id: "prices",
        rows: "3",
        is_prose: false,
        placeholder: "model 0.50 2",
        value: Box::new(move || page.settings.with(|settings| settings.prices.clone())),
        input: Box::new(move |text| page.settings.update(|settings| settings.prices = text)),
    };
    let errors = move || match page.settings.with(|settings| settings.price_errors()) {
        errors if errors.is_empty() => nothing(),
        errors => group("hint hint--bad", vec![bullets(&errors)]),
    };
    let warning = move || match page.settings.with(|settings| settings.budget_warning()) {
        "" => nothing(),
        words => paragraph("hint hint--bad", words),
    };
    let fields = fold(
        "Budget and prices",
        vec![
            text_field(page, ("token-budget", "Token budget", "none", |settings| &mut settings.token_budget)),
            text_field(
                page,
                ("dollar-budget", "Dollar budget", "none", |settings| &mut settings.dollar_budget),
            ),
            text_field(
                page,
                ("time-budget", "Time budget (s)", "none", |settings| &mut settings.time_budget),
            ),
            dynamic(move || paragraph("hint", &page.settings.with(|settings| settings.price_text()))),
            label("prices", "Prices"),
            prices.view(),
            paragraph(
                "hint",
                "Your own, a model on each line: its name, then dollars for a million tokens read, written and, \
                 if you like, read from the cache.",
            ),
            dynamic(errors),
        ],
    );
    several(vec![fields, dynamic(warning)])
}
