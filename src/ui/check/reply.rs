//! The reply: typed or pasted, or a file that stands by its name.

use crate::core::thousands::with_thousands;
use crate::ui::parts::{
    DocumentField, Markup, Overlong, TextArea, button, dynamic, element, group, nothing, paragraph, region,
    several, text,
};
use crate::ui::state::{LONGEST_TYPED, Page};
use crate::web::file;

/// The reply, and what it is judged by where that is not what is set.
pub fn reply(page: Page) -> Markup {
    let content = move || match page.check.file.with(|file| file.as_ref().map(described)) {
        Some(words) => group(
            "check__file",
            vec![text("check__name", &words), button("button", "Clear", move || page.clear_reply())],
        ),
        None => field(page),
    };
    region("panel", "Reply to check", vec![dynamic(content), dynamic(move || judged_by(page))])
}

/// `orders.json, 5,243,000 bytes`
fn described(file: &file::File) -> String {
    format!("{}, {} bytes", file.name(), with_thousands(file::size(file)))
}

fn field(page: Page) -> Markup {
    let field = DocumentField {
        area: TextArea {
            id: "reply",
            rows: "8",
            is_prose: false,
            placeholder: "Paste a reply, or drop a file.",
            value: Box::new(move || page.check.typed.get()),
            input: Box::new(move |text| page.type_reply(text)),
        },
        label: "Reply",
        open: "open a file",
        accept: ".txt,.md,.json,.jsonl,text/*,application/json",
        remark: Box::new(String::new),
        overlong: Overlong::Given(LONGEST_TYPED, Box::new(move |file| page.take_reply(file))),
        images: None,
    };
    let clear = element("span").hidden(move || page.check.typed.with(String::is_empty)).child(button(
        "button button--quiet",
        "Clear",
        move || page.clear_reply(),
    ));
    let example = button("button button--quiet", "Use an example", move || page.use_example_reply());
    let actions = vec![example, clear.view()];
    several(vec![field.view(), group("check__actions", actions)])
}

fn judged_by(page: Page) -> Markup {
    let Some(attempt) = page.check.judged_by.with(|by| by.as_ref().map(|by| by.attempt)) else {
        return nothing();
    };
    let words =
        format!("Judged as attempt {attempt} was: by its schema and input, not by those on the left.");
    let take = button("link", "Use those on the left", move || page.check.judged_by.set(None));
    group("check__actions", vec![paragraph("hint", &words), take])
}
