//! Who looks at corrections and answers besides the validator: the person, a critic, and the model itself.

use super::limits::text_field;
use crate::core::agent::Reviewing;
use crate::core::critique::PROMISE;
use crate::core::settings::Reviews;
use crate::ui::parts::{Markup, TextArea, checkbox, dynamic, fold, label, nothing, paragraph, several};
use crate::ui::state::Page;

/// What is looked at a second time.
pub fn reviews(page: Page) -> Markup {
    let parts = vec![
        switch(
            page,
            "Review corrections before they are sent",
            |reviews| reviews.reviewing == Reviewing::EachCorrection,
            Reviews::review_if,
        ),
        switch(
            page,
            "Critique valid answers",
            |reviews| reviews.has_critique,
            |reviews, is_on| reviews.has_critique = is_on,
        ),
        dynamic(move || match page.has_critique.get() {
            true => criteria(page),
            false => nothing(),
        }),
        switch(
            page,
            "Ask the model to review it",
            |reviews| reviews.has_opinion,
            |reviews, is_on| reviews.has_opinion = is_on,
        ),
        paragraph(
            "hint",
            "The model's own opinion of each answer, beside the verdict. It costs a call, and counts for nothing.",
        ),
    ];
    fold("Review and critique", parts)
}

fn switch(
    page: Page,
    label: &'static str,
    is_on: fn(&Reviews) -> bool,
    set: fn(&mut Reviews, bool),
) -> Markup {
    checkbox(
        label,
        move || page.settings.with(|settings| is_on(&settings.reviews)),
        move |checked| page.set_reviews(|reviews| set(reviews, checked)),
    )
}

fn criteria(page: Page) -> Markup {
    let area = TextArea {
        id: "criteria",
        rows: "3",
        is_prose: true,
        placeholder: "The summary names no customer. The tone is neutral.",
        value: Box::new(move || page.settings.with(|settings| settings.reviews.criteria.clone())),
        input: Box::new(move |text| page.set_reviews(|reviews| reviews.criteria = text)),
    };
    several(vec![
        label("criteria", "What the critique looks for"),
        area.view(),
        text_field(
            page,
            ("critic-model", "Critic", "the model that answers", |settings| {
                &mut settings.reviews.critic_model
            }),
        ),
        paragraph("hint", PROMISE),
    ])
}
