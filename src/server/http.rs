//! The way in: who may ask, and how a request becomes a call.
//!
//! Any program on the computer can connect, and any page in the browser can send requests here, under any name that somebody
//! points at the loopback address. So a request must name this address as its host, have the token in its path, and not come
//! from another site's page. Whoever connects can neither block nor exhaust the table: everything has a limit.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use crate::journal::PICTURE_LIMIT;

use super::call::{Call, CallAnswer, Problem};
use super::connections::{CONNECTIONS, Place, accept};
use super::page_files;
use super::serving::FromPage;

/// The longest time for a request to arrive: its head, then its body.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The time for the last answers when the table ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);
/// The longest body of a request, in bytes.
const BODY_LIMIT: usize = 256 * 1024;

/// What the page may load and do: its own files, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("permissions-policy"), ""),
];

/// What a person sees who opens an address without the token.
const NO_TOKEN: &str = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>The table</title>\n\
     <p>Open the address that <code>enochian table</code> printed; it contains a secret part.</p>\n</html>\n";

/// The thread that serves pages. It ends when this is dropped, after the last answers are sent.
#[derive(Debug)]
pub(super) struct HttpThread {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for HttpThread {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Starts to serve pages and to pass their requests on.
///
/// # Errors
/// If the system has no thread or no events for it.
pub(super) fn spawn(listener: TcpListener, token: &str, calls: Sender<FromPage>) -> io::Result<HttpThread> {
    let guard = Arc::new(Guard {
        hosts: hosts(listener.local_addr()?),
        token: token.to_owned(),
        calls,
        places: Arc::new(Semaphore::new(CONNECTIONS)),
    });
    listener.set_nonblocking(true)?;
    let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
    let listener = {
        let _inside = runtime.enter();
        tokio::net::TcpListener::from_std(listener)?
    };
    let (stop, stopped) = oneshot::channel::<()>();
    let thread = thread::Builder::new().name("http".to_owned()).spawn(move || {
        runtime.block_on(async {
            let graceful = Arc::new(GracefulShutdown::new());
            let accepting = tokio::spawn(accept(listener, guard, Arc::clone(&graceful)));
            // An error means that the sender was dropped, which is how it is told to stop.
            let _ = stopped.await;
            accepting.abort();
            let _ = accepting.await;
            if let Some(graceful) = Arc::into_inner(graceful) {
                let _ = timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
            }
        });
    })?;
    Ok(HttpThread { stop: Some(stop), thread: Some(thread) })
}

/// The names under which a browser on this computer reaches the address.
fn hosts(address: SocketAddr) -> [String; 3] {
    ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{}", address.port()))
}

/// What a request is checked against, and where it goes.
pub(super) struct Guard {
    hosts: [String; 3],
    token: String,
    calls: Sender<FromPage>,
    places: Arc<Semaphore>,
}

impl Guard {
    pub(super) async fn respond(&self, request: Request<Incoming>, place: &Place) -> Response<Full<Bytes>> {
        let checked = self.check(&request).and_then(|path| self.admit(place).map(|()| path));
        let answered = match checked {
            Ok(path) => self.pass(path, request).await,
            Err(refusal) => Err(refusal),
        };
        answered.unwrap_or_else(|refusal| whole(refusal.into()))
    }

    /// The path after the token, if the request may come in.
    fn check(&self, request: &Request<Incoming>) -> Result<String, Refusal> {
        let (headers, uri) = (request.headers(), request.uri());
        let host = only(headers, &header::HOST).filter(|host| self.hosts.iter().any(|known| known == host));
        let Some(host) = host.filter(|_| uri.authority().is_none()) else { return Err(Refusal::WrongHost) };
        if ![Method::GET, Method::HEAD, Method::POST].contains(request.method()) {
            return Err(Refusal::Method);
        }
        let (token, path) = uri.path().strip_prefix('/').and_then(|path| path.split_once('/')).unwrap_or_default();
        if !is_same(token, &self.token) {
            return Err(Refusal::NoToken);
        }
        let is_post = request.method() == Method::POST;
        if !is_own(headers, host, is_post) {
            return Err(Refusal::Foreign);
        }
        if is_post && !only(headers, &header::CONTENT_TYPE).is_some_and(is_json) {
            return Err(Refusal::NotJson);
        }
        Ok(path.to_owned())
    }

    /// Gives a connection that has shown the token a place, if it has none.
    fn admit(&self, place: &Place) -> Result<(), Refusal> {
        if place.get().is_none() {
            let permit = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Refusal::TooManyConnections)?;
            // One connection sends one request after the other, so nobody else has filled it.
            let _ = place.set(permit);
        }
        Ok(())
    }

    /// Answers a request, or passes it on to the table and waits for its answer.
    async fn pass(&self, path: String, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Refusal> {
        let is_post = request.method() == Method::POST;
        let query = request.uri().query().unwrap_or_default();
        let query = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        if !is_post && let Some(answer) = page_files::find(&path) {
            return Ok(whole(answer));
        }
        let body = if is_post { body(request, limit(&path)).await? } else { Vec::new() };
        let (answer, answered) = oneshot::channel();
        let call = Call { is_post, path, query, body };
        self.calls.send(FromPage::Call(call, answer)).map_err(|_| Refusal::Stopped)?;
        Ok(whole(answered.await.map_err(|_| Refusal::Stopped)?))
    }
}

/// The only value of a header.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())?.to_str().ok()
}

/// Whether two texts are the same, in a time that does not depend on where they differ.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |found, (one, other)| found | (one ^ other)) == 0
}

/// Whether a request comes from a page of this address, or from a person who opens one.
fn is_own(headers: &HeaderMap, host: &str, is_post: bool) -> bool {
    let sent = |name: &str| headers.contains_key(name);
    let origin = only(headers, &header::ORIGIN);
    let site = only(headers, &HeaderName::from_static("sec-fetch-site"));
    let is_origin_own = origin.is_some_and(|origin| origin.strip_prefix("http://") == Some(host));
    if sent("origin") && !is_origin_own {
        return false;
    }
    match site {
        Some("same-origin") => true,
        // An address that was typed or opened by the program, or a link to the page.
        Some("none") => !is_post,
        Some(_) => {
            !is_post
                && only(headers, &HeaderName::from_static("sec-fetch-mode")) == Some("navigate")
                && only(headers, &HeaderName::from_static("sec-fetch-dest")) == Some("document")
        }
        // Old browsers do not send it.
        None => !sent("sec-fetch-site") && (is_origin_own || !is_post),
    }
}

fn is_json(kind: &str) -> bool {
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The longest body of a request. A picture comes in base 64, beside a few words.
fn limit(path: &str) -> usize {
    if path == "act" { PICTURE_LIMIT as usize / 3 * 4 + BODY_LIMIT } else { BODY_LIMIT }
}

/// The body of a request, if it is not too long and arrives in time.
async fn body(request: Request<Incoming>, limit: usize) -> Result<Vec<u8>, Refusal> {
    let body = request.into_body();
    if body.size_hint().lower() > limit as u64 {
        return Err(Refusal::TooLong);
    }
    match timeout(REQUEST_TIMEOUT, Limited::new(body, limit).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes().into()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Refusal::TooLong),
        Ok(Err(_)) => Err(Refusal::Broken),
        Err(_) => Err(Refusal::TooSlow),
    }
}

/// Why a request is not passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    WrongHost,
    NoToken,
    Foreign,
    NotJson,
    Method,
    TooLong,
    TooSlow,
    Broken,
    TooManyConnections,
    Stopped,
}

impl From<Refusal> for CallAnswer {
    fn from(refusal: Refusal) -> CallAnswer {
        let (code, status, text) = match refusal {
            Refusal::NoToken => return CallAnswer { status: 404, ..CallAnswer::text(page_files::HTML, NO_TOKEN) },
            Refusal::WrongHost => ("refused", 421, "the request is for another host"),
            Refusal::Foreign => ("refused", 403, "the request does not come from the table's page"),
            Refusal::NotJson => ("refused", 415, "the body must be application/json"),
            Refusal::Method => ("refused", 405, "expected GET, HEAD or POST"),
            Refusal::TooLong => ("too_long", 413, "the text is too long"),
            Refusal::TooSlow => ("refused", 408, "the request took too long"),
            Refusal::Broken => ("refused", 400, "the request is incomplete"),
            Refusal::TooManyConnections => ("refused", 503, "Too many windows show this notebook. Close one."),
            Refusal::Stopped => ("stopped", 503, "the program has stopped"),
        };
        Problem::new(code, status, text).answer()
    }
}

fn whole(answer: CallAnswer) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
    }
    set_headers(response.headers_mut(), answer.kind, answer.save_as.as_deref());
    response
}

fn set_headers(headers: &mut HeaderMap, kind: &'static str, save_as: Option<&str>) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Some(disposition) = save_as.and_then(|name| HeaderValue::from_str(&disposition(name)).ok()) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
}

/// Tells the browser to save a file under a name (RFC 6266), which may have any letters (RFC 8187).
fn disposition(name: &str) -> String {
    let mut encoded = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => encoded.push(char::from(byte)),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    format!("attachment; filename*=UTF-8''{encoded}")
}
