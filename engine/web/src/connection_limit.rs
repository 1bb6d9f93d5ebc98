//! Limits the number of TCP connections. The server closes a connection after some seconds unless its client presents a
//! key. If there are too many connections, the server closes the oldest connection without a key.

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

/// The most connections at once. There is room for all sockets that [`crate::access`] allows, and for requests for the
/// page's files.
const MAX_CONNECTIONS: usize = 512;
/// The most connections without a key from one source.
const MAX_KEYLESS_PER_SOURCE: usize = 64;
/// A connection without a key is closed after this time.
const KEYLESS_TIMEOUT: Duration = Duration::from_secs(15);

/// A listener that applies the limits.
#[derive(Debug)]
pub(crate) struct LimitedListener {
    listener: TcpListener,
    permits: Arc<Semaphore>,
    keyless: KeylessConnections,
}

impl LimitedListener {
    pub(crate) fn new(listener: TcpListener) -> LimitedListener {
        let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        LimitedListener { listener, permits, keyless: KeylessConnections::default() }
    }
}

impl Listener for LimitedListener {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            if self.permits.available_permits() == 0 {
                self.keyless.close_oldest();
            }
            // This fails only if the semaphore is closed, which never happens.
            let Ok(permit) = self.permits.clone().acquire_owned().await else { std::future::pending().await };
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    let _ = stream.set_nodelay(true);
                    let handle = self.keyless.add(peer.ip());
                    let timeout = Box::pin(sleep(KEYLESS_TIMEOUT));
                    return (Connection { stream, handle, timeout, _permit: permit }, peer);
                }
                // The usual cause is that there are no free file descriptors. Wait until another connection closes.
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn local_addr(&self) -> Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Lets the code that checks keys keep a connection open.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConnectionHandle(Arc<ConnectionState>);

#[derive(Debug, Default)]
struct ConnectionState {
    /// Whether the client has presented a key.
    has_key: AtomicBool,
    /// Whether the connection must make room for another.
    is_evicted: AtomicBool,
    /// Wakes the task that reads from the connection.
    waker: Mutex<Option<Waker>>,
}

impl ConnectionHandle {
    /// Keeps the connection open, because its client has presented a key.
    pub(crate) fn keep_open(&self) {
        self.0.has_key.store(true, Ordering::Relaxed);
    }
}

impl ConnectionState {
    /// Closes the connection, unless its client has presented a key.
    fn evict(&self) {
        self.is_evicted.store(true, Ordering::Relaxed);
        if let Some(waker) = self.waker.lock().unwrap_or_else(PoisonError::into_inner).take() {
            waker.wake();
        }
    }
}

/// Connections without a key, with their sources. The oldest is first.
#[derive(Debug, Default)]
struct KeylessConnections(VecDeque<(IpAddr, Weak<ConnectionState>)>);

impl KeylessConnections {
    /// Adds a connection. If its source has too many connections without a key, closes the oldest of these.
    fn add(&mut self, address: IpAddr) -> ConnectionHandle {
        let (new_source, handle) = (source(address), ConnectionHandle::default());
        let is_keyless = |state: Arc<ConnectionState>| {
            !state.has_key.load(Ordering::Relaxed) && !state.is_evicted.load(Ordering::Relaxed)
        };
        self.0.retain(|(_, state)| state.upgrade().is_some_and(is_keyless));
        if self.0.iter().filter(|(source, _)| *source == new_source).count() >= MAX_KEYLESS_PER_SOURCE
            && let Some(oldest) = self.0.iter().position(|(source, _)| *source == new_source)
        {
            self.close(oldest);
        }
        self.0.push_back((new_source, Arc::downgrade(&handle.0)));
        handle
    }

    /// Closes the oldest connection without a key, whatever its source.
    fn close_oldest(&mut self) {
        let is_keyless =
            |state: &Weak<ConnectionState>| state.upgrade().is_some_and(|state| !state.has_key.load(Ordering::Relaxed));
        if let Some(oldest) = self.0.iter().position(|(_, state)| is_keyless(state)) {
            self.close(oldest);
        }
    }

    fn close(&mut self, index: usize) {
        if let Some(state) = self.0.remove(index).and_then(|(_, state)| state.upgrade()) {
            state.evict();
        }
    }
}

/// Returns the source of a connection: an IPv4 address, or the network half of an IPv6 address, because one person may
/// have all addresses of an IPv6 network.
pub(crate) fn source(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        v4 => v4,
    }
}

/// A connection. Reading and writing fail once it has timed out or was evicted.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    handle: ConnectionHandle,
    timeout: Pin<Box<Sleep>>,
    _permit: OwnedSemaphorePermit,
}

impl Connection {
    /// Whether the connection has timed out or was evicted. If not, the task is woken when either happens.
    fn is_closed(&mut self, cx: &mut Context<'_>) -> bool {
        let state = &self.handle.0;
        if state.has_key.load(Ordering::Relaxed) {
            return false;
        }
        *state.waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(cx.waker().clone());
        state.is_evicted.load(Ordering::Relaxed) || self.timeout.as_mut().poll(cx).is_ready()
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        if self.is_closed(cx) {
            return Poll::Ready(Err(Error::from(ErrorKind::TimedOut)));
        }
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        if self.is_closed(cx) {
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

/// The address from which a request came, and its connection.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    pub(crate) connection: ConnectionHandle,
}

impl Connected<IncomingStream<'_, LimitedListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> Peer {
        Peer { address: *stream.remote_addr(), connection: stream.io().handle.clone() }
    }
}
