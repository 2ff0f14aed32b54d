//! The correction that waits for the person's word: to be edited and sent, or left.

use crate::ui::parts::{
    Markup, TextArea, button, dynamic, group, heading, label, nothing, paragraph, region,
};
use crate::ui::state::Page;

/// What waits, if anything does.
pub fn draft(page: Page) -> Markup {
    dynamic(move || match page.run.with(|run| run.draft.then(|| run.ending.is_some())) {
        None => nothing(),
        Some(is_over) => panel(page, is_over),
    })
}

fn panel(page: Page, is_over: bool) -> Markup {
    let area = TextArea {
        id: "draft",
        rows: "8",
        is_prose: true,
        placeholder: "Empty: the same messages are sent again",
        value: Box::new(move || page.draft.get()),
        input: Box::new(move |correction| page.draft.set(correction)),
    };
    let (title, action) = match is_over {
        true => ("One more attempt", "One more attempt"),
        false => ("A correction waits for you", "Send"),
    };
    let send = button("button button--primary", action, move || page.approve());
    let buttons = match is_over {
        true => vec![send],
        false => vec![send, button("button button--stop", "Stop here", move || page.stop())],
    };
    let parts = vec![
        heading("panel__title", title),
        label("draft", "What the model is told"),
        area.view(),
        paragraph("hint", "Edit it as you like: what you send is what the model reads."),
        group("draft__actions", buttons),
    ];
    region("draft", title, parts)
}
