//! Deflating and inflating, as the browser does it.

use super::body::{Body, Chunk};
use super::{object, task};
use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ReadableStream;

/// The format, in the browser's words: no header, no checksum.
const FORMAT: &str = "deflate-raw";

/// How many bytes are handed in at a time. They can become a thousand times as many, all at once.
const SLICE: usize = 1_024;

/// Why bytes could not be deflated or inflated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncompressed {
    /// The browser cannot.
    Unsupported,
    /// They were never deflated, or not all of them are there.
    Damaged,
    /// More comes of them than is wanted.
    TooLarge,
}

/// Deflates bytes; none where the browser cannot.
pub async fn deflated(bytes: &[u8]) -> Option<Vec<u8>> {
    through("CompressionStream", bytes, usize::MAX).await.ok()
}

/// Inflates bytes to a text, and stops as soon as more comes of them than so many bytes.
///
/// # Errors
/// Why that is not possible.
pub async fn inflated(bytes: &[u8], most: usize) -> Result<String, Uncompressed> {
    let bytes = through("DecompressionStream", bytes, most).await?;
    String::from_utf8(bytes).map_err(|_| Uncompressed::Damaged)
}

async fn through(kind: &str, bytes: &[u8], most: usize) -> Result<Vec<u8>, Uncompressed> {
    let stream = made(kind).ok_or(Uncompressed::Unsupported)?;
    let writer = object::result_of(&object::get(&stream, "writable"), "getWriter", &[]);
    let writer = writer.map_err(|_| Uncompressed::Unsupported)?;
    let slices: Vec<_> = bytes.chunks(SLICE).map(Uint8Array::from).collect();
    task::spawn(async move {
        for slice in slices {
            // Each waits until what came of those before was read. When nobody reads on, it is told.
            if object::call(&writer, "write", &[&slice]).await.is_err() {
                return;
            }
        }
        let _ = object::call(&writer, "close", &[]).await;
    });
    let readable = object::get(&stream, "readable").dyn_into::<ReadableStream>();
    let mut body = Body::of_stream(readable.ok());
    let mut read = Vec::new();
    loop {
        match body.next().await {
            Chunk::Bytes(bytes) if read.len() + bytes.len() > most => {
                body.cancel();
                return Err(Uncompressed::TooLarge);
            }
            Chunk::Bytes(bytes) => read.extend(bytes),
            Chunk::End => return Ok(read),
            Chunk::Broken => return Err(Uncompressed::Damaged),
        }
    }
}

/// The stream of this name; none where the browser has none, or not for the format.
fn made(kind: &str) -> Option<JsValue> {
    let constructor: Function = object::get(&js_sys::global(), kind).dyn_into().ok()?;
    Reflect::construct(&constructor, &Array::of1(&FORMAT.into())).ok()
}
