//! The connections to the table: whoever has not shown the token takes no place of those who have.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::AbortHandle;
use tokio::time::sleep;

use super::http::{Guard, REQUEST_TIMEOUT};

/// The most connections that have shown the token.
pub(super) const CONNECTIONS: usize = 128;
/// The most connections that have not. The oldest is closed for a new one: a browser sends its request at once.
const STRANGERS: usize = 64;
/// The longest head of a request, in bytes.
const HEAD_LIMIT: usize = 16 * 1024;

/// The place of a connection; empty until it has shown the token.
pub(super) type Place = OnceLock<OwnedSemaphorePermit>;

/// A connection that had not shown the token when it was last looked at.
struct Stranger {
    place: Arc<Place>,
    connection: AbortHandle,
}

/// Accepts connections until it is dropped.
pub(super) async fn accept(listener: TcpListener, guard: Arc<Guard>, graceful: Arc<GracefulShutdown>) {
    let mut strangers: VecDeque<Stranger> = VecDeque::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // No more files can be opened, or the browser has gone already.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        // Answers are small and are waited for.
        let _ = stream.set_nodelay(true);
        let (guard, place) = (Arc::clone(&guard), Arc::new(Place::new()));
        let shown = Arc::clone(&place);
        let service = service_fn(move |request| {
            let (guard, place) = (Arc::clone(&guard), Arc::clone(&shown));
            async move { Ok::<_, Infallible>(guard.respond(request, &place).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(REQUEST_TIMEOUT)
            .max_buf_size(HEAD_LIMIT)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        let connection = tokio::spawn(async move {
            // Errors are those of the connection: it was closed, or no request could be read.
            let _ = connection.await;
        });
        strangers.retain(|it| it.place.get().is_none() && !it.connection.is_finished());
        if strangers.len() == STRANGERS
            && let Some(oldest) = strangers.pop_front()
        {
            oldest.connection.abort();
        }
        strangers.push_back(Stranger { place, connection: connection.abort_handle() });
    }
}
