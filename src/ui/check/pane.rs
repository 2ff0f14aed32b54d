//! A text that may be very long: only the rows in sight, and some around them, are in the page.

use super::shown_name;
use crate::core::judge::{Piece, Text, TextRow, Window};
use crate::ui::parts::{Markup, dynamic, element, group, heading, region, text};
use crate::ui::state::{Page, box_id, place_id, violation_id};

/// The most numbers that a mark shows.
const MOST_NUMBERS: usize = 3;

/// The reply, or what was found in it.
pub fn left_pane(page: Page) -> Markup {
    let tabs = element("div")
        .class("tabs")
        .attribute("role", "group")
        .attribute("aria-label", "Show")
        .children([Text::Reply, Text::Found].map(|text| tab(page, text)).into());
    let content = dynamic(move || pane(page, page.check.left.get()));
    region("panel", "What was read", vec![group("panel__head", vec![tabs.view()]), content])
}

/// The schema.
pub fn right_pane(page: Page) -> Markup {
    let title = heading("panel__title", Text::Schema.name());
    region("panel", "What it is judged by", vec![group("panel__head", vec![title]), pane(page, Text::Schema)])
}

fn tab(page: Page, text: Text) -> Markup {
    element("button")
        .attribute("type", "button")
        .class("tabs__tab")
        .attribute_of("aria-pressed", move || (page.check.left.get() == text).to_string())
        .on("click", move |_| page.show_left(text))
        .text(text.name())
        .view()
}

fn pane(page: Page, text: Text) -> Markup {
    let pane = page.check.pane(text);
    let rows = dynamic(move || pane.window.with(|window| rows(page, text, window)));
    let height = move || {
        pane.scroller
            .with(|scroller| format!("height: {}px; --row: {}px", scroller.height(), scroller.row_height))
    };
    let all = element("div").class("window__all").attribute_of("style", height).child(rows);
    element("div")
        .class("window")
        .attribute("id", box_id(text))
        .attribute("role", "group")
        .attribute("tabindex", "0")
        .attribute("aria-label", shown_name(text))
        .on("scroll", move |_| page.follow_scroll(text))
        .child(all.view())
        .view()
}

fn rows(page: Page, text: Text, window: &Window) -> Markup {
    let top = page.check.pane(text).scroller.with_untracked(|scroller| scroller.offset(window.from));
    let rows = window.drawn.iter().enumerate();
    let rows = rows.map(|(position, row)| row_view(page, text, window, window.from + position, row));
    element("pre")
        .class("window__rows")
        .attribute("style", &format!("top: {top}px"))
        .children(rows.collect())
        .view()
}

fn row_view(page: Page, text: Text, window: &Window, number: usize, row: &TextRow) -> Markup {
    let mut before: &[usize] = &[];
    let mut pieces = Vec::new();
    for piece in &row.pieces {
        // A place that is cut into pieces, or goes on in the next row, is named where it begins.
        let begins = |violation: &&usize| window.places.get(**violation) == Some(&Some(number));
        let named = piece.violations.first().filter(|_| piece.violations != before).filter(begins);
        pieces.push(piece_view(page, text, piece, named.copied()));
        before = &piece.violations;
    }
    let line = row.line.map(|line| line.to_string()).unwrap_or_default();
    element("span").class("window__row").attribute("data-line", &line).children(pieces).view()
}

fn piece_view(page: Page, of: Text, piece: &Piece, named: Option<usize>) -> Markup {
    let class = match (piece.repair.as_str(), piece.text.trim(), piece.is_aside) {
        ("", _, true) => "window__aside",
        ("", _, false) => "",
        (_, "", _) => "repair repair--point",
        (..) => "repair",
    };
    let Some(first) = piece.violations.first().copied() else {
        return match piece.repair.as_str() {
            "" => text(class, &piece.text),
            repair => element("mark").class(class).attribute("title", repair).text(&piece.text).view(),
        };
    };
    let violations = piece.violations.clone();
    let class = move || {
        let is_active = page.check.active.get().is_some_and(|active| violations.contains(&active));
        format!("place {class}{}", if is_active { " place--active" } else { "" })
    };
    let mut place = element("a")
        .attribute("href", "#check")
        .attribute_of("class", class)
        .on("mouseenter", move |_| page.point_at(first))
        .on("focus", move |_| page.point_at(first))
        .on("click", move |event| {
            event.prevent_default();
            page.go_to_violation(first);
        });
    match named {
        Some(named) => {
            let mut numbers: Vec<_> =
                piece.violations.iter().take(MOST_NUMBERS).map(|number| (number + 1).to_string()).collect();
            if piece.violations.len() > MOST_NUMBERS {
                numbers.push("…".to_owned());
            }
            place = place
                .attribute("id", &place_id(of, named))
                .attribute("data-numbers", &numbers.join(" "))
                .attribute("aria-describedby", &violation_id(named));
        }
        // It can be reached where it begins.
        None => place = place.attribute("tabindex", "-1"),
    }
    if !piece.repair.is_empty() {
        place = place.attribute("title", &piece.repair);
    }
    place.text(&piece.text).view()
}
