//! The judge's entry: the second binary, which runs in a worker beside the page, and nothing else.

#[cfg(target_arch = "wasm32")]
fn main() {
    structured_output_validator::web::judge_worker::attend();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program is a part of a web page. On a command line: cargo run --release --example judge");
    std::process::exit(2);
}
