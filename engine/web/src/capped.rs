//! Connections: so many at once, and none for long that no page of ours has made its own. Half a request, or none, holds a place
//! for seconds only, and makes room for who comes later: the oldest silent one goes first.

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::collections::VecDeque;
use std::io::{Error, ErrorKind, Result};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// Connections at once: the sockets that there may be, and as many that load the page.
const MOST: usize = 512;
/// Connections of one source whose sockets have not said a key: of more the oldest is closed.
const MOST_SILENT: usize = 64;
/// How long a connection lasts whose socket has not said a key.
const TIME: Duration = Duration::from_secs(15);

/// Listens, for so many.
#[derive(Debug)]
pub(crate) struct Capped {
    listener: TcpListener,
    places: Arc<Semaphore>,
    silent: Silent,
}

impl Capped {
    pub(crate) fn new(listener: TcpListener) -> Capped {
        Capped { listener, places: Arc::new(Semaphore::new(MOST)), silent: Silent::default() }
    }
}

impl Listener for Capped {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            if self.places.available_permits() == 0 {
                self.silent.close_oldest();
            }
            // The semaphore is never closed.
            let Ok(place) = self.places.clone().acquire_owned().await else { std::future::pending().await };
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    let _ = stream.set_nodelay(true);
                    let (stays, ends) = (self.silent.another(from.ip()), Box::pin(sleep(TIME)));
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
pub(crate) struct Stays(Arc<Stay>);

#[derive(Debug, Default)]
struct Stay {
    /// A reader has come in by it.
    is_in: AtomicBool,
    /// It has to make room.
    is_shut: AtomicBool,
    /// Who waits for what it brings.
    waits: Mutex<Option<Waker>>,
}

impl Stays {
    /// A reader has come in by it.
    pub(crate) fn on(&self) {
        self.0.is_in.store(true, Ordering::Relaxed);
    }
}

impl Stay {
    /// Closes it, if nobody has come in by it.
    fn shut(&self) {
        self.is_shut.store(true, Ordering::Relaxed);
        if let Some(waker) = self.waits.lock().unwrap_or_else(PoisonError::into_inner).take() {
            waker.wake();
        }
    }
}

/// Connections by which nobody has come in yet, the oldest first, with whose they are.
#[derive(Debug, Default)]
struct Silent(VecDeque<(IpAddr, Weak<Stay>)>);

impl Silent {
    /// One more; the oldest of the same source makes room for it.
    fn another(&mut self, from: IpAddr) -> Stays {
        let (from, stays) = (source(from), Stays::default());
        let is_silent = |stay: Arc<Stay>| {
            let is = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
            !is(&stay.is_in) && !is(&stay.is_shut)
        };
        self.0.retain(|(_, stay)| stay.upgrade().is_some_and(is_silent));
        if self.0.iter().filter(|(of, _)| *of == from).count() >= MOST_SILENT
            && let Some(at) = self.0.iter().position(|(of, _)| *of == from)
        {
            self.close(at);
        }
        self.0.push_back((from, Arc::downgrade(&stays.0)));
        stays
    }

    /// The oldest of all makes room.
    fn close_oldest(&mut self) {
        let is_silent = |stay: &Weak<Stay>| stay.upgrade().is_some_and(|stay| !stay.is_in.load(Ordering::Relaxed));
        if let Some(at) = self.0.iter().position(|(_, stay)| is_silent(stay)) {
            self.close(at);
        }
    }

    fn close(&mut self, at: usize) {
        if let Some(stay) = self.0.remove(at).and_then(|(_, stay)| stay.upgrade()) {
            stay.shut();
        }
    }
}

/// Where connections come from that one person may open: an address, or of the longer ones the half that a network is given.
pub(crate) fn source(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(long) => {
            let [a, b, c, d, ..] = long.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        short => short,
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
        let stay = &self.stays.0;
        if stay.is_in.load(Ordering::Relaxed) {
            return false;
        }
        *stay.waits.lock().unwrap_or_else(PoisonError::into_inner) = Some(cx.waker().clone());
        stay.is_shut.load(Ordering::Relaxed) || self.ends.as_mut().poll(cx).is_ready()
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
