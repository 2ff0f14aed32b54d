//! The page's entry: mounts the app, and nothing else.

#[cfg(target_arch = "wasm32")]
fn main() {
    structured_output_validator::ui::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program is a web page. `make run` builds and serves it.");
    std::process::exit(2);
}
