//! The list of the runs that are found: only the rows in sight, and some around them, are in the page.

use crate::core::archive::ShelfRow;
use crate::ui::parts::{Element, Markup, badge, dynamic, element, group, heading, nothing, paragraph, text};
use crate::ui::state::{Page, RUN_RULER_ID, RUNS_ID, control_id};
use crate::web::keys;
use leptos::ev::Event;

/// The list, or what is to be said where there is nothing in it.
pub fn list(page: Page) -> Markup {
    let rows = dynamic(move || page.history.rows.with(|(from, rows)| rows_view(page, *from, rows)));
    let height = move || {
        page.history
            .scroller
            .with(|scroller| format!("height: {}px; --row: {}px", scroller.height(), scroller.row_height))
    };
    let is_empty = move || page.history.scroller.with(|scroller| scroller.rows == 0);
    let all = element("div").class("window__all").attribute_of("style", height).child(rows);
    let list = element("div")
        .class("window history__list")
        .attribute("id", RUNS_ID)
        .attribute("role", "group")
        .attribute("tabindex", "0")
        .attribute("aria-label", "Kept runs")
        .hidden(is_empty)
        .on("scroll", move |_| page.follow_runs())
        .on("keydown", move |event| step(page, &event))
        .child(all.view());
    let ruler = element("div").class("history__ruler").attribute("id", RUN_RULER_ID).view();
    let empty = dynamic(move || if is_empty() { empty(page) } else { nothing() });
    group("history__runs", vec![ruler, list.view(), empty])
}

/// Goes along with the keys that lead from row to row.
fn step(page: Page, event: &Event) {
    let forward = match keys::pressed(event).as_str() {
        "ArrowDown" => true,
        "ArrowUp" => false,
        _ => return,
    };
    if page.step_in_runs(forward) {
        event.prevent_default();
    }
}

/// What is to be said where nothing is found.
fn empty(page: Page) -> Markup {
    let texts = match (page.history.count.with(String::is_empty), page.history.kept.get()) {
        // It is not known yet.
        (true, _) => return nothing(),
        (false, 0) => [
            "No runs are kept yet",
            "Every run is kept in this browser when it is over, and nowhere else: its settings, its messages, its \
             answers and its verdicts.",
        ],
        (false, _) => ["No run is like that", "Take other words, or choose \"Any\" in the fields above."],
    };
    let [title, words] = texts;
    element("section").class("empty").child(heading("", title)).child(paragraph("", words)).view()
}

fn rows_view(page: Page, from: usize, rows: &[ShelfRow]) -> Markup {
    let (top, all) = page.history.scroller.with_untracked(|scroller| (scroller.offset(from), scroller.rows));
    let rows = rows.iter().enumerate().map(|(place, row)| row_view(page, from + place, all, row));
    element("ul")
        .class("history__rows")
        .attribute("role", "list")
        .attribute("style", &format!("top: {top}px"))
        .children(rows.collect())
        .view()
}

fn row_view(page: Page, place: usize, all: usize, row: &ShelfRow) -> Markup {
    let name = format!("{}, {}, {}", row.schema, row.model, row.began);
    let id = || row.id.clone();
    let tick = element("input")
        .attribute("type", "checkbox")
        .attribute("id", &control_id(place, "tick"))
        .attribute("aria-label", &format!("Compare {name}"))
        .checked({
            let id = id();
            Box::new(move || page.history.chosen.with(|chosen| chosen.contains(&id)))
        })
        .on("change", {
            let id = id();
            move |_| {
                let is_chosen = page.history.chosen.with_untracked(|chosen| chosen.contains(&id));
                page.choose_run(&id, !is_chosen);
            }
        });
    let open = element("button")
        .attribute("type", "button")
        .attribute("id", &control_id(place, "open"))
        .class("run__open")
        .on("click", {
            let id = id();
            move |_| page.open_run(id.clone())
        })
        .child(badge(row.outcome.tone(), row.outcome.name()))
        .child(text("run__schema", &row.schema))
        .child(text("run__model", &row.model))
        .child(text("run__prompt", &row.prompt))
        .child(text("run__figures", &row.figures))
        .child(text("run__began", &row.began));
    let pin = control(place, "pin", if row.is_pinned { "★" } else { "☆" }, &format!("Pin {name}"), {
        let (id, is_pinned) = (id(), row.is_pinned);
        move || page.pin_run(id.clone(), !is_pinned)
    });
    let pin = pin.attribute("aria-pressed", if row.is_pinned { "true" } else { "false" });
    let delete = control(place, "delete", "✕", &format!("Delete {name}"), {
        let id = id();
        move || page.delete_run(id.clone())
    });
    element("li")
        .class("run")
        .attribute("aria-posinset", &(place + 1).to_string())
        .attribute("aria-setsize", &all.to_string())
        .child(element("label").class("run__tick").child(tick.view()).view())
        .children(vec![open.view(), pin.view(), delete.view()])
        .view()
}

fn control(place: usize, control: &str, sign: &str, name: &str, press: impl Fn() + 'static) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute("id", &control_id(place, control))
        .class("button button--quiet run__control")
        .attribute("aria-label", name)
        .on("click", move |_| press())
        .text(sign)
}
