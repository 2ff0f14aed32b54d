//! The body of a response, chunk by chunk as it comes.

use gloo_net::http::Response;
use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, ReadableStreamReadResult};

/// A body that is read.
pub struct Body(Option<ReadableStreamDefaultReader>);

/// What comes next of a body.
pub enum Chunk {
    /// More of it.
    Bytes(Vec<u8>),
    /// Its end.
    End,
    /// Nothing more, though it was not at its end.
    Broken,
}

impl Body {
    /// The body of a response.
    pub fn of(response: &Response) -> Self {
        Self(response.body().and_then(|stream| ReadableStreamDefaultReader::new(&stream).ok()))
    }

    /// Waits for the next chunk.
    pub async fn next(&mut self) -> Chunk {
        // A response without a body has come to its end.
        let Some(reader) = &self.0 else { return Chunk::End };
        let Ok(result) = JsFuture::from(reader.read()).await else { return Chunk::Broken };
        let result: ReadableStreamReadResult = result.unchecked_into();
        match result.get_value().dyn_into::<Uint8Array>() {
            Ok(bytes) => Chunk::Bytes(bytes.to_vec()),
            Err(_) => Chunk::End,
        }
    }
}
