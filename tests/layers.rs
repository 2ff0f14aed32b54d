//! Dependencies point one way: `ui -> web -> core` and `ui -> core`; and one file sends requests.

use std::fs;
use std::path::{Path, PathBuf};

/// Every Rust file below a folder, with its text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} holds no source");
    found
}

#[track_caller]
fn check_never_names(folder: &str, words: &[&str]) {
    let named: Vec<_> = sources(folder)
        .iter()
        .flat_map(|(path, text)| {
            let lines = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
            lines
                .filter(|(_, line)| words.iter().any(|word| line.contains(word)))
                .map(|(number, line)| format!("{}:{}: {line}", path.display(), number + 1))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(named, Vec::<String>::new());
}

#[test]
fn core_is_pure() {
    check_never_names(
        "src/core",
        &[
            "web_sys",
            "js_sys",
            "gloo",
            "wasm_bindgen",
            "leptos",
            "crate::web",
            "crate::ui",
            "std::time",
            "std::fs",
            "std::net",
            "std::env",
            "std::thread",
        ],
    );
}

#[test]
fn web_knows_no_views() {
    check_never_names("src/web", &["leptos", "crate::ui"]);
}

/// What the judge needs is not in the page, which stays small and lively for it.
#[test]
fn views_leave_judging_to_the_judge() {
    check_never_names(
        "src/ui",
        &["core::validate", "core::extract", "simulate::simulate", "Schema::", "Desk", "Advice::new"],
    );
}

#[test]
fn views_leave_the_browser_to_web() {
    check_never_names("src/ui", &["web_sys", "js_sys", "gloo", "wasm_bindgen"]);
}

/// What goes to which origin is held in one place; nothing else sends anything.
#[test]
fn one_file_sends_requests() {
    let ways = [
        "gloo_net::http::Request",
        "web_sys::Request",
        "fetch_with",
        "XmlHttpRequest",
        "EventSource",
        "WebSocket",
        "send_beacon",
    ];
    let senders: Vec<_> = sources("src")
        .into_iter()
        .filter(|(_, text)| ways.iter().any(|way| text.contains(way)))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(senders, [Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/fetch.rs")]);
}
