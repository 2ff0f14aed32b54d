//! Handing the setup on: a dialog with its link, and the way to files.

use super::parts::{
    Markup, button, checkbox, copy_button, dynamic, element, file_button, group, heading, label, nothing,
    paragraph, several,
};
use super::state::{Page, SHARE_ID, SetupLink};
use crate::core::counted::counted;
use crate::web::dialog;

const LINK_ID: &str = "share-link";

/// The dialog, which holds nothing while it is closed.
pub fn share(page: Page) -> Markup {
    let inside = move || if page.sharing.is_open.get() { content(page) } else { nothing() };
    element("dialog")
        .attribute("id", SHARE_ID)
        .class("share")
        .attribute("aria-label", "Share this setup")
        .on("close", move |_| page.sharing.is_open.set(false))
        .child(dynamic(inside))
        .view()
}

fn content(page: Page) -> Markup {
    let head = vec![
        heading("share__name", "Share this setup"),
        button("button", "Close", || dialog::close(SHARE_ID)),
    ];
    let take = Box::new(move |file| page.open_file(file));
    let open = file_button("button file-button", "Open a file…", ".json", take);
    several(vec![
        group("share__head", head),
        paragraph(
            "",
            "The schema with its rules, the prompts, provider, base URL, model and all that is set for a run. Never \
             an API key. Whoever opens it sees what it changes, and is asked first.",
        ),
        checkbox(
            "Include the input",
            move || page.sharing.with_input.get(),
            move |with_input| page.share_input(with_input),
        ),
        dynamic(move || match page.attached.with(|attached| attached.image().is_some()) {
            true => paragraph("hint", "The image is in no link and in no setup; a saved run has it."),
            false => nothing(),
        }),
        dynamic(move || page.sharing.link.with(|link| made(page, link))),
        group(
            "share__files",
            vec![open, paragraph("hint", "A setup or a run; it can also be dropped on the page.")],
        ),
    ])
}

fn made(page: Page, made: &SetupLink) -> Markup {
    match made {
        SetupLink::Awaited => paragraph("hint", "The link is being made…"),
        SetupLink::Refused(words) => refused(words),
        SetupLink::Made(_, link) => {
            let save = button("button", "Save as file", move || page.save_setup());
            several(vec![link.as_deref().map_or_else(|words| refused(words), made_link), save])
        }
    }
}

fn refused(words: &str) -> Markup {
    element("p").class("hint hint--bad").attribute("role", "alert").text(words).view()
}

fn made_link(link: &str) -> Markup {
    let [shown, copied] = [link, link].map(str::to_owned);
    let field = element("input")
        .attribute("id", LINK_ID)
        .attribute("readonly", "")
        .value(Box::new(move || shown.clone()));
    several(vec![
        label(LINK_ID, "Link"),
        group("share__link", vec![field.view(), copy_button("Copy", move || copied.clone())]),
        paragraph("hint", &counted(link.len(), "character")),
    ])
}
