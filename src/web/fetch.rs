//! Calls: requests on the network, and the diagnosis of those that fail without a response.

use super::body::{Body, Chunk};
use super::browser;
use super::built_in;
use super::clock;
use super::object;
use super::task::give_way;
use crate::core::provider::{
    Call, Connection, Delta, Exchange, Family, Fault, Head, Listing, Method, Model, NetworkFault, Reply,
    Request, Symptoms,
};
use gloo_net::http::Response;
use js_sys::Array;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use web_sys::{AbortController, AbortSignal, RequestCredentials, RequestInit, RequestMode, RequestRedirect};

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

/// So many bytes of a reply are read before the browser gets its turn.
const BYTES_AT_ONCE: usize = 8_192;

/// Sends a call and reads its reply; whatever comes of it is handed on at once.
///
/// # Errors
/// The [`Fault`] that came instead of a reply.
pub async fn call(
    call: &Call,
    connection: &Connection,
    signal: Option<AbortSignal>,
    hand_on: Rc<dyn Fn(Delta)>,
) -> Result<Reply, Fault> {
    let mut exchange = Exchange::new(call, connection);
    if connection.preset.family == Family::Browser {
        return built_in::call(exchange, signal, hand_on).await;
    }
    let mut answer = send(exchange.request(), connection, signal).await?;
    exchange.handle_head(&answer.head);
    hand_on(Delta::Accepted);
    loop {
        match answer.body.next().await {
            Chunk::Bytes(bytes) => {
                for piece in bytes.chunks(BYTES_AT_ONCE) {
                    exchange.handle_bytes(piece).into_iter().for_each(&*hand_on);
                    give_way().await;
                }
            }
            Chunk::End => return exchange.finish(),
            Chunk::Broken => return exchange.cut(),
        }
    }
}

/// A server's models.
///
/// # Errors
/// The [`Fault`] that came instead of a list.
pub async fn models(connection: &Connection, signal: Option<AbortSignal>) -> Result<Vec<Model>, Fault> {
    let mut listing = Listing::new(connection);
    while let Some(request) = listing.poll_request() {
        match send(&request, connection, signal.clone()).await {
            Ok(answer) => {
                let status = answer.head.status;
                match whole(answer.body).await {
                    Some(body) => listing.handle_response(status, &body),
                    None => listing.handle_fault(Fault::Cut { reply: Box::default() }),
                }
            }
            Err(fault) => listing.handle_fault(fault),
        }
    }
    listing.finish()
}

/// All of a body; none where it broke off.
async fn whole(mut body: Body) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        match body.next().await {
            Chunk::Bytes(bytes) => whole.extend(bytes),
            Chunk::End => return Some(whole),
            Chunk::Broken => return None,
        }
    }
}

/// A response of which the head is there.
struct Answer {
    head: Head,
    body: Body,
}

/// Sends a request and waits for its response: in a box, so that whoever awaits it shares its code.
fn send<'r>(
    request: &'r Request,
    connection: &'r Connection,
    signal: Option<AbortSignal>,
) -> Pin<Box<dyn Future<Output = Result<Answer, Fault>> + 'r>> {
    Box::pin(async move {
        let Some(response) = fetch(&request.url, init(request), signal.as_ref()).await else {
            return Err(diagnose(connection, signal.as_ref()).await);
        };
        let header = |name: &str| response.headers().get(name);
        let head = Head {
            status: response.status(),
            retry_after: header("retry-after"),
            retry_after_ms: header("retry-after-ms"),
            unix_time: clock::unix_time(),
        };
        Ok(Answer { head, body: Body::of(&response) })
    })
}

/// What the browser is told of a request beside its address.
fn init(request: &Request) -> RequestInit {
    let init = RequestInit::new();
    // A redirect could take the key along, to wherever it leads.
    init.set_redirect(RequestRedirect::Error);
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
    let request = web_sys::Request::new_with_str_and_init(url, &init).ok()?;
    gloo_net::http::Request::from(request).send().await.ok()
}

/// Why there was no response. A request that needs no leave tells whether the server is there at all, and
/// one that every page may send whether it lets pages in.
async fn diagnose(connection: &Connection, signal: Option<&AbortSignal>) -> Fault {
    let base_url = &connection.base_url;
    // A page has these members, and so has a worker.
    let [navigator, location] = ["navigator", "location"].map(|name| object::get(&js_sys::global(), name));
    let agent = object::get(&navigator, "userAgent").as_string().unwrap_or_default();
    let is_https_page = object::get(&location, "protocol") == "https:";
    // The second name is the one it had before there were two.
    let permission = if base_url.is_loopback() { "loopback-network" } else { "local-network" };
    let mut symptoms = Symptoms {
        is_offline: object::get(&navigator, "onLine").is_falsy(),
        is_https_page,
        // Every other browser on these engines names itself besides.
        is_safari: agent.contains("Safari/") && !agent.contains("Chrom"),
        is_local_network_denied: is_https_page
            && browser::is_denied(&[permission, "local-network-access"]).await,
        probe_answered: None,
        list_was_read: false,
    };
    if let Some(cause) = symptoms.cause(base_url) {
        return Fault::Network(cause);
    }
    let probe = RequestInit::new();
    probe.set_mode(RequestMode::NoCors);
    symptoms.probe_answered = Some(fetch(base_url.origin().as_str(), probe, signal).await.is_some());
    if symptoms.probe_answered == Some(true)
        && let Some(request) = Listing::request_without_key(connection)
    {
        symptoms.list_was_read = fetch(&request.url, init(&request), signal).await.is_some();
    }
    Fault::Network(symptoms.cause(base_url).unwrap_or(NetworkFault::Unreachable))
}
