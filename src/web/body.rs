//! The body of a response or another stream of bytes, chunk by chunk as it comes.

use gloo_net::http::Response;
use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader, ReadableStreamReadResult};

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
        Self::of_stream(response.body())
    }

    /// What comes out of a stream.
    pub fn of_stream(stream: Option<ReadableStream>) -> Self {
        Self(stream.and_then(|stream| ReadableStreamDefaultReader::new(&stream).ok()))
    }

    /// Wants no more of it, which whoever writes to it is told.
    pub fn cancel(self) {
        // The promise is about the other end.
        self.0.iter().for_each(|reader| drop(reader.cancel()));
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
