//! Limits the number of TCP connections. The server closes a connection after some seconds unless its client presents a
//! key. If there are too many connections, the server closes one without a key. It reads a connection only so fast, so
//! that a client who sends without end costs little time, whatever it sends.

use crate::token_bucket::TokenBucket;
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::io::{Error, ErrorKind, Result};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// The most connections at once.
pub(crate) const MAX_CONNECTIONS: usize = 200;
/// A connection without a key is closed after this time.
const KEYLESS_TIMEOUT: Duration = Duration::from_secs(15);
/// How many bytes of a connection the server reads: per second, and at once. The messages that a page may send are
/// fewer.
const READ_BYTES: (f64, f64) = (131_072.0, 262_144.0);

/// A listener that applies the limits.
#[derive(Debug)]
pub(crate) struct LimitedListener {
    listener: TcpListener,
    permits: Arc<Semaphore>,
    /// Connections without a key, with their [`source`]. The oldest is first.
    keyless: Vec<(IpAddr, Weak<ConnectionState>)>,
}

impl LimitedListener {
    pub(crate) fn new(listener: TcpListener) -> LimitedListener {
        let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        LimitedListener { listener, permits, keyless: Vec::new() }
    }

    /// Closes the oldest connection without a key of the source that has most of them. So somebody who opens many
    /// connections closes only their own.
    fn evict(&mut self) {
        let count = |source: IpAddr| self.keyless.iter().filter(|(other, _)| *other == source).count();
        let oldest = (0..self.keyless.len()).rev().max_by_key(|index| count(self.keyless[*index].0));
        if let Some(state) = oldest.and_then(|index| self.keyless.remove(index).1.upgrade()) {
            state.evicted.notify_one();
        }
    }
}

impl Listener for LimitedListener {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    let _ = stream.set_nodelay(true);
                    let is_keyless = |state: Arc<ConnectionState>| !state.has_key.load(Ordering::Relaxed);
                    self.keyless.retain(|(_, state)| state.upgrade().is_some_and(is_keyless));
                    if self.permits.available_permits() == 0 {
                        self.evict();
                    }
                    // This fails only if the semaphore is closed, which never happens.
                    let Ok(permit) = self.permits.clone().acquire_owned().await else { std::future::pending().await };
                    let connection = Connection::new(stream, permit);
                    self.keyless.push((source(peer.ip()), Arc::downgrade(&connection.handle.0)));
                    return (connection, peer);
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
    /// Notified when the connection must make room for another.
    evicted: Notify,
    /// Whether the connection has timed out or was evicted.
    is_closed: AtomicBool,
}

impl ConnectionHandle {
    /// Keeps the connection open, because its client has presented a key.
    pub(crate) fn keep_open(&self) {
        self.0.has_key.store(true, Ordering::Relaxed);
    }

    /// Whether the connection has timed out or was evicted.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::Relaxed)
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

/// A connection. Once it has timed out or was evicted, reading fails, and so does writing when the client is slow to
/// read. A last message to the client may still be sent.
pub(crate) struct Connection {
    stream: TcpStream,
    handle: ConnectionHandle,
    /// Completes when the connection has timed out or was evicted.
    closing: Pin<Box<dyn Future<Output = ()> + Send>>,
    /// The bytes that the server may still read.
    read_bytes: TokenBucket,
    /// Completes when the server may read again.
    pause: Option<Pin<Box<Sleep>>>,
    _permit: OwnedSemaphorePermit,
}

impl Connection {
    fn new(stream: TcpStream, permit: OwnedSemaphorePermit) -> Connection {
        let handle = ConnectionHandle::default();
        let state = handle.0.clone();
        let closing = Box::pin(async move {
            tokio::select! {
                () = state.evicted.notified() => {}
                () = sleep(KEYLESS_TIMEOUT) => {}
            }
            state.is_closed.store(true, Ordering::Relaxed);
        });
        let read_bytes = TokenBucket::new(READ_BYTES);
        Connection { stream, handle, closing, read_bytes, pause: None, _permit: permit }
    }

    /// Whether the client has sent more than the server reads now. The task is woken when the server may read again.
    fn is_paused(&mut self, cx: &mut Context<'_>) -> bool {
        if self.pause.is_none() {
            self.pause = self.read_bytes.wait().map(|wait| Box::pin(sleep(wait)));
        }
        let is_paused = self.pause.as_mut().is_some_and(|pause| pause.as_mut().poll(cx).is_pending());
        if !is_paused {
            self.pause = None;
        }
        is_paused
    }

    /// Whether the connection has timed out or was evicted. If not, the task is woken when either happens.
    fn is_closed(&mut self, cx: &mut Context<'_>) -> bool {
        !self.handle.0.has_key.load(Ordering::Relaxed)
            && (self.handle.is_closed() || self.closing.as_mut().poll(cx).is_ready())
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        if self.is_closed(cx) {
            return Poll::Ready(Err(Error::from(ErrorKind::TimedOut)));
        }
        if self.is_paused(cx) {
            return Poll::Pending;
        }
        let filled = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.read_bytes.spend((buffer.filled().len() - filled) as f64);
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let is_closed = self.is_closed(cx);
        match Pin::new(&mut self.stream).poll_write(cx, bytes) {
            Poll::Pending if is_closed => Poll::Ready(Err(Error::from(ErrorKind::TimedOut))),
            written => written,
        }
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
