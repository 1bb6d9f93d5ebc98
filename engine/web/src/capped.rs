//! Connections: so many at once, and none for long that no page of ours has made its own. Half a request, or none, holds a place
//! for seconds only.

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::io::{Error, ErrorKind, Result};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// Connections at once: the sockets that there may be, and as many that load the page.
const MOST: usize = 512;
/// How long a connection lasts whose socket has not said a key.
const TIME: Duration = Duration::from_secs(15);

/// Listens, for so many.
#[derive(Debug)]
pub(crate) struct Capped {
    listener: TcpListener,
    places: Arc<Semaphore>,
}

impl Capped {
    pub(crate) fn new(listener: TcpListener) -> Capped {
        Capped { listener, places: Arc::new(Semaphore::new(MOST)) }
    }
}

impl Listener for Capped {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            // The semaphore is never closed.
            let Ok(place) = self.places.clone().acquire_owned().await else { std::future::pending().await };
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    let _ = stream.set_nodelay(true);
                    let (stays, ends) = (Stays::default(), Box::pin(sleep(TIME)));
                    return (Connection { stream, stays, ends, _place: place }, from);
                }
                // Out of files, mostly: others will close theirs.
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn local_addr(&self) -> Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Whether a connection may last.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stays(Arc<AtomicBool>);

impl Stays {
    /// A reader has come in by it.
    pub(crate) fn on(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A connection, for as long as it may last.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    stays: Stays,
    ends: Pin<Box<Sleep>>,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    /// Whether its time is over.
    fn is_over(&mut self, cx: &mut Context<'_>) -> bool {
        !self.stays.0.load(Ordering::Relaxed) && self.ends.as_mut().poll(cx).is_ready()
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        if self.is_over(cx) {
            return Poll::Ready(Err(Error::from(ErrorKind::TimedOut)));
        }
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        if self.is_over(cx) {
            return Poll::Ready(Err(Error::from(ErrorKind::TimedOut)));
        }
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Where a request came from, and by which connection.
#[derive(Debug, Clone)]
pub(crate) struct CameFrom {
    pub(crate) at: SocketAddr,
    pub(crate) stays: Stays,
}

impl Connected<IncomingStream<'_, Capped>> for CameFrom {
    fn connect_info(stream: IncomingStream<'_, Capped>) -> CameFrom {
        CameFrom { at: *stream.remote_addr(), stays: stream.io().stays.clone() }
    }
}
