//! How the server is told what form the answer must have, how much the model thinks, and what would be sent.

use super::code::code_fold;
use crate::core::agent::{Preview, PreviewedRequest};
use crate::core::provider::{Message, Mode, Provider, Thinking, ThinkingForm};
use crate::core::settings::{format_name, format_of};
use crate::core::thousands::with_thousands;
use crate::ui::parts::{
    Choice, Markup, TextField, copy_button, drawn, dynamic, element, group, nobody, nothing, paragraph,
    preformatted, region, text,
};
use crate::ui::results::json_view;
use crate::ui::state::Page;
use serde_json::Value;

/// How the server is asked.
pub fn response_format_section(page: Page) -> Markup {
    let format = Choice {
        id: "response-format",
        label: "Response format",
        hint: "",
        options: [None]
            .into_iter()
            .chain(Mode::ALL.map(Some))
            .map(|mode| {
                (format_name(mode).to_owned(), mode.map_or(format_name(None), Mode::words).to_owned())
            })
            .collect(),
        chosen: Box::new(move || {
            page.settings.with(|settings| format_name(settings.response_format).to_owned())
        }),
        choose: Box::new(move |name| {
            page.settings.update(|settings| {
                settings.response_format = format_of(&name).unwrap_or(settings.response_format);
            });
        }),
    };
    let hint = move || match page.provider.get() == Provider::Simulated {
        true => paragraph("hint", "The simulated model is asked by the prompt only."),
        false => nothing(),
    };
    let quirks = move || page.settings.with(|settings| settings.set_quirks());
    let thinking =
        element("div").hidden(move || quirks().thinking == ThinkingForm::Absent).child(thinking(page)).view();
    let context_length =
        element("div").hidden(move || quirks().context_length.is_none()).child(context_length(page)).view();
    let views = vec![format.view(), dynamic(hint), thinking, context_length, preview(page), code_fold(page)];
    region("section", "Format", views)
}

fn thinking(page: Page) -> Markup {
    let thinking = Choice {
        id: "thinking",
        label: "Thinking",
        hint: "",
        options: Thinking::ALL
            .map(|thinking| (thinking.name().to_owned(), thinking.name().to_owned()))
            .to_vec(),
        chosen: Box::new(move || page.settings.with(|settings| settings.thinking.name().to_owned())),
        choose: Box::new(move |name| {
            page.settings
                .update(|settings| settings.thinking = Thinking::from_name(&name).unwrap_or_default());
        }),
    };
    thinking.view()
}

fn context_length(page: Page) -> Markup {
    let field = TextField {
        id: "context-length",
        label: "Context length",
        kind: "text",
        placeholder: "server default",
        value: Box::new(move || page.settings.with(|settings| settings.context_length.clone())),
        input: Box::new(move |text| page.settings.update(|settings| settings.context_length = text)),
        done: Box::new(|| {}),
    };
    field.view()
}

/// What the next run would send: made only while somebody looks at it.
fn preview(page: Page) -> Markup {
    let summary = element("summary").text("Preview request").view();
    let content = move || match page.is_previewed.get() {
        true => previewed(page),
        false => nothing(),
    };
    element("details")
        .class("fold")
        .on("toggle", move |_| page.is_previewed.update(|is_previewed| *is_previewed = !*is_previewed))
        .child(summary)
        .child(dynamic(content))
        .view()
}

fn previewed(page: Page) -> Markup {
    match page.preview() {
        Ok((preview, difference)) => region("preview", "Request", preview_views(preview, &difference)),
        Err(unready) => paragraph("hint", &unready.message()),
    }
}

fn preview_views(preview: Preview, difference: &Value) -> Vec<Markup> {
    let size = format!("about {} tokens · {}", with_thousands(preview.tokens), preview.mode.words());
    let mut views = vec![paragraph("hint", &size)];
    if !preview.cost.is_empty() {
        views.push(paragraph("hint", &preview.cost));
    }
    views.extend(preview.notes.iter().map(|note| paragraph("hint", note)));
    views.push(drawn(difference, &nobody()));
    views.extend(preview.messages.iter().map(message));
    match preview.request {
        Some(PreviewedRequest { target, body }) => {
            let view = json_view(&body);
            let copy = copy_button("Copy", move || body.as_str().to_owned());
            let head = vec![paragraph("panel__title", "Body"), copy];
            views.extend([group("panel__head", head), paragraph("hint", &target), view]);
        }
        None => views.push(paragraph("hint", "Nothing is sent: the stand-in model is in this page.")),
    }
    views
}

fn message(message: &Message) -> Markup {
    let name = message.role.name();
    group("message", vec![text("message__role", name), preformatted("raw", name, &message.content)])
}
