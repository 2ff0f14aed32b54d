//! The servers of this machine: looked for when the person asks for it, and offered.

use crate::core::provider::{LocalServer, local_servers};
use crate::ui::parts::{Markup, button, dynamic, element, group, nothing, paragraph, several};
use crate::ui::state::{LocalSearch, Page};

/// The search, and what it found.
pub fn local_search(page: Page) -> Markup {
    let found = dynamic(move || page.local.with(|local| found(page, local)));
    several(vec![button("link provider__find", "Find local servers", move || page.find_local()), found])
}

fn found(page: Page, local: &LocalSearch) -> Markup {
    match local {
        LocalSearch::Unknown => nothing(),
        LocalSearch::UnderWay => paragraph("hint", "Looking at the usual addresses of this machine…"),
        LocalSearch::Over(servers) if servers.is_empty() => paragraph("hint", &nothing_answered()),
        LocalSearch::Over(servers) => {
            let list = element("ul").class("provider__found").attribute("aria-label", "Local servers");
            let list = list.children(servers.iter().map(|server| offer(page, server)).collect());
            group("", vec![list.view()])
        }
    }
}

fn offer(page: Page, server: &LocalServer) -> Markup {
    let chosen = server.clone();
    let words = server.words();
    element("li").child(button("link", &words, move || page.choose_local(&chosen))).view()
}

fn nothing_answered() -> String {
    let asked: Vec<_> = local_servers().into_iter().map(|(_, base_url)| base_url.to_string()).collect();
    format!(
        "None of the usual addresses answered: {}. Start a server, or give the address of one above.",
        asked.join(", ")
    )
}
