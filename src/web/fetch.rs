//! Requests on the network, and the diagnosis of those that fail without a response.

use crate::core::provider::{
    BaseUrl, Call, Connection, Exchange, Fault, Method, NetworkFault, Reply, Request, models_request,
    read_models,
};
use js_sys::{Array, Uint8Array};
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, AbortSignal, RequestCredentials, RequestInit, RequestMode, Response};

/// A request that may be under way: dropping it aborts the request at once.
#[derive(Debug, Default)]
pub struct AbortOnDrop(Option<AbortController>);

impl AbortOnDrop {
    /// For a request that is about to be sent.
    pub fn new() -> Self {
        Self(AbortController::new().ok())
    }

    /// What the request listens to.
    pub fn signal(&self) -> Option<AbortSignal> {
        self.0.as_ref().map(AbortController::signal)
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

/// Sends a call and reads its reply.
///
/// # Errors
/// The [`Fault`] that came instead of a reply.
pub async fn call(call: &Call, connection: &Connection, signal: Option<AbortSignal>) -> Result<Reply, Fault> {
    let mut exchange = Exchange::new(call, connection);
    let answer = send(exchange.request(), &connection.base_url, signal).await?;
    exchange.handle_head(answer.status, answer.retry_after.as_deref());
    exchange.handle_bytes(&answer.body);
    exchange.finish()
}

/// The names of a server's models.
///
/// # Errors
/// The [`Fault`] that came instead of a list.
pub async fn models(connection: &Connection) -> Result<Vec<String>, Fault> {
    let answer = send(&models_request(connection), &connection.base_url, None).await?;
    read_models(answer.status, &answer.body)
}

/// A response that was read to its end.
struct Answer {
    status: u16,
    retry_after: Option<String>,
    body: Vec<u8>,
}

/// Sends a request and reads its response: in a box, so that whoever awaits it shares its code.
fn send<'r>(
    request: &'r Request,
    base_url: &'r BaseUrl,
    signal: Option<AbortSignal>,
) -> Pin<Box<dyn Future<Output = Result<Answer, Fault>> + 'r>> {
    Box::pin(async move {
        let Some(response) = fetch(&request.url, init(request), signal.as_ref()).await else {
            return Err(diagnose(base_url, signal.as_ref()).await);
        };
        // Whose head could be read is there and gives leave: its connection broke.
        let body = body(&response).await.ok_or(Fault::Cut)?;
        let retry_after = response.headers().get("retry-after").ok().flatten();
        Ok(Answer { status: response.status(), retry_after, body })
    })
}

/// What the browser is told of a request beside its address.
fn init(request: &Request) -> RequestInit {
    let init = RequestInit::new();
    if let Method::Post = request.method {
        init.set_method("POST");
        init.set_body(&request.body.as_str().into());
    }
    let headers = request.headers.iter().map(|(name, value)| Array::of2(&(*name).into(), &value.into()));
    init.set_headers(&headers.collect::<Array>());
    init
}

/// A response as soon as its head is there; none where the request failed, or none may be seen.
async fn fetch(url: &str, init: RequestInit, signal: Option<&AbortSignal>) -> Option<Response> {
    init.set_credentials(RequestCredentials::Omit);
    init.set_signal(signal);
    let response = web_sys::window()?.fetch_with_str_and_init(url, &init);
    JsFuture::from(response).await.ok()?.dyn_into().ok()
}

/// The body of a response, if it arrives to its end.
async fn body(response: &Response) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// Why there was no response. A request that needs no leave tells whether the server is there at all.
async fn diagnose(base_url: &BaseUrl, signal: Option<&AbortSignal>) -> Fault {
    let Some(window) = web_sys::window() else { return Fault::Network(NetworkFault::Unreachable) };
    if !window.navigator().on_line() {
        return Fault::Network(NetworkFault::Offline);
    }
    let is_https_page = window.location().protocol().is_ok_and(|protocol| protocol == "https:");
    if is_https_page && base_url.is_plain_http() && !base_url.is_loopback() {
        return Fault::Network(NetworkFault::MixedContent);
    }
    let probe = RequestInit::new();
    probe.set_mode(RequestMode::NoCors);
    match fetch(base_url.origin().as_str(), probe, signal).await {
        Some(_) => Fault::Network(NetworkFault::CorsRefused),
        None => Fault::Network(NetworkFault::Unreachable),
    }
}
