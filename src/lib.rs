//! Structured Output Validator: a page that makes any language model give JSON you can trust.
//!
//! `core` is pure and runs anywhere, `web` is what the browser does, `ui` is what the person sees.
//! Dependencies point one way: `ui -> web -> core` and `ui -> core`.

pub mod core;

#[cfg(all(target_arch = "wasm32", feature = "page"))]
pub mod ui;
#[cfg(target_arch = "wasm32")]
pub mod web;
