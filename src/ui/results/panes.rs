//! The two halves of a card: what came back, and what was read from it.

use super::json_view::judged_view;
use super::so_far::so_far;
use super::texts::{marked_view, named, titled};
use crate::core::agent::{Arrived, Attempt, Section};
use crate::ui::parts::{Markup, dynamic, dynamic_text, element, group, lines, paragraph, text};
use crate::ui::state::{Page, Row};

/// The name of reasoning on its way.
const REASONING: &str = "Arriving reasoning";

/// Both halves.
pub fn panes(page: Page, row: &'static Row) -> Markup {
    dynamic(move || row.view(|attempt| halves(page, row, attempt)))
}

fn halves(page: Page, row: &'static Row, attempt: &Attempt) -> Markup {
    let views = match (&attempt.reply, attempt.outcome()) {
        (Some(reply), _) => {
            let raw = match reply.text.as_str() {
                "" => text("hint", "empty"),
                _ => marked_view(Section::Raw.name(), &attempt.marked(Section::Raw)),
            };
            vec![titled(row, Section::Raw, "", raw), parsed(row, attempt)]
        }
        (None, Some(_)) => vec![unparsed("There is no reply to parse.")],
        (None, None) => vec![arriving(page), dynamic(move || page.growth.with(so_far))],
    };
    group("card__halves", views)
}

/// The JSON that was judged.
fn parsed(row: &'static Row, attempt: &Attempt) -> Markup {
    let Some(judgement) = attempt.judgement.as_deref() else {
        return unparsed(if attempt.outcome().is_some() { "There is no verdict on this reply." } else { "" });
    };
    match judgement.value() {
        Some(value) => titled(row, Section::Parsed, "", judged_view(row, value, judgement.violations())),
        None if judgement.rejected.is_some() => unparsed("There is no strict JSON in the reply."),
        None => unparsed("There is no complete JSON in the reply."),
    }
}

/// Why there is no JSON.
fn unparsed(why: &str) -> Markup {
    named("panel", Section::Parsed.name(), vec![paragraph("hint", why)])
}

/// What has arrived of the reply so far, and how fast it comes.
fn arriving(page: Page) -> Markup {
    let text = move |class, name, text: fn(&Arrived) -> &str| {
        let shown = element("span")
            .child(dynamic_text(move || page.arrived.with(|arrived| text(arrived).to_owned())));
        lines(name)
            .class(class)
            .hidden(move || name == REASONING && page.arrived.with(|arrived| text(arrived).is_empty()))
            .child(shown.view())
            .view()
    };
    let figures = dynamic(move || page.arrived.with(|arrived| paragraph("hint", &arrived.figures)));
    let views = vec![
        figures,
        text("raw raw--arriving raw--reasoning", REASONING, |arrived| &arrived.reasoning),
        text("raw raw--arriving", "Arriving", |arrived| &arrived.text),
    ];
    group("panel", views)
}
