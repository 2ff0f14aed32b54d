//! The entry of the second binary, which runs in workers beside the page: one judges, one keeps runs, one
//! makes many of them, and one reads images.

#[cfg(target_arch = "wasm32")]
fn main() {
    use structured_output_validator::web::{archive_worker, batch, image_worker, judge_worker};
    if archive_worker::is_meant() {
        archive_worker::attend();
    } else if batch::is_meant() {
        batch::attend();
    } else if image_worker::is_meant() {
        image_worker::attend();
    } else {
        judge_worker::attend();
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program is a part of a web page. On a command line: cargo run --release --example judge");
    std::process::exit(2);
}
