//! Runs one WebSocket. The page first presents its key. Then the page sends messages and receives the newest view after
//! each change.

use crate::access::{NO_ROOM, Rejection, SocketSlot};
use crate::connection_limit::Peer;
use crate::game::{Input, Output};
use crate::message::{First, Message};
use crate::publisher::{PageState, Subscription};
use crate::replies::{self, notice};
use crate::role::Role;
use crate::token_bucket::TokenBucket;
use axum::extract::ws::{CloseFrame, Message as WsMessage, Utf8Bytes, WebSocket, close_code};
use cardwright_session::{Cost, Typed, parse};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, interval_at, sleep, timeout};

/// The most bytes of a message.
const MAX_MESSAGE_BYTES: usize = 4096;
/// A socket must present its key within this time.
const KEY_TIMEOUT: Duration = Duration::from_secs(5);
/// The default interval of pings. A socket that is silent for three intervals is closed.
pub(crate) const PING_INTERVAL: Duration = Duration::from_secs(20);
/// A page must receive a message within this time.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The most replies that wait for one page.
const MAX_WAITING_REPLIES: usize = 64;
/// How many messages a socket may send: per second, and at once.
const MESSAGES: (f64, f64) = (20.0, 40.0);
/// How many queries that run rules a socket may send: per second, and at once.
const QUERIES: (f64, f64) = (5.0, 10.0);
/// How many completions a socket may request: per second, and at once.
const COMPLETIONS: (f64, f64) = (12.0, 24.0);
/// How many earlier events a spectator may ask for: per second, and at once.
const SPECTATOR_LOOKS: (f64, f64) = (2.0, 4.0);
/// A socket is closed after this many messages beyond its limits.
const MAX_DROPPED: u32 = 200;

/// The data that all sockets share.
#[derive(Debug)]
pub(crate) struct SocketContext {
    pub(crate) subscriptions: Vec<(Role, Subscription)>,
    pub(crate) game: SyncSender<Input>,
    /// The number of the next socket.
    pub(crate) next_number: AtomicU64,
    /// Signals that the server stops.
    pub(crate) closing: watch::Receiver<bool>,
    pub(crate) ping_interval: Duration,
}

/// A socket that has presented its key.
struct SocketInfo {
    number: u64,
    role: Role,
    /// The number of completions that the page has requested. The game answers only the newest.
    completions: Arc<AtomicU64>,
}

/// Why a socket is closed.
struct CloseReason {
    code: u16,
    text: &'static str,
}

/// The client closed the connection.
const GONE: CloseReason = CloseReason { code: close_code::NORMAL, text: "" };
/// The server has no slot for the socket.
const FULL: CloseReason = CloseReason { code: close_code::AGAIN, text: NO_ROOM };
const TOO_LONG: CloseReason = CloseReason { code: close_code::SIZE, text: "a message has 4096 bytes at most" };
const SERVER_STOPS: CloseReason = CloseReason { code: close_code::AWAY, text: "the game is no longer served" };

fn violation(text: &'static str) -> CloseReason {
    CloseReason { code: close_code::POLICY, text }
}

/// Runs a socket until it is closed. `may_be_host` says whether the host's key is accepted from this client.
pub(crate) async fn run(
    mut socket: WebSocket,
    context: &SocketContext,
    mut slot: SocketSlot,
    peer: &Peer,
    may_be_host: bool,
) {
    let evicted = slot.evicted();
    let first = tokio::select! {
        biased;
        first = receive_key(&mut socket, &mut slot, peer, may_be_host) => first,
        () = evicted.notified() => Err(FULL),
    };
    let reason = match first {
        Ok((role, log_version)) => join(&mut socket, context, role, log_version).await,
        Err(reason) => reason,
    };
    close(socket, reason).await;
}

/// Closes a socket for which the server has no slot. The page may try again.
pub(crate) async fn turn_away(socket: WebSocket) {
    close(socket, FULL).await;
}

/// Sends the reason to the page and closes the socket.
async fn close(mut socket: WebSocket, reason: CloseReason) {
    if reason.code != close_code::NORMAL {
        let kind = if reason.code == close_code::AWAY { "closing" } else { "error" };
        let _ = timeout(SEND_TIMEOUT, socket.send(WsMessage::text(notice(kind, reason.text)))).await;
    }
    let frame = CloseFrame { code: reason.code, reason: reason.text.into() };
    let handshake = async {
        let _ = socket.send(WsMessage::Close(Some(frame))).await;
        // Read and drop what the page still sends. Otherwise the system resets the connection, and the page may miss
        // the reason.
        while let Some(Ok(_)) = socket.recv().await {}
    };
    let _ = timeout(Duration::from_secs(1), handshake).await;
}

/// Reads the first message of a page. Returns the role that the key gives, and the version of the log that the page
/// has.
async fn receive_key(
    socket: &mut WebSocket,
    slot: &mut SocketSlot,
    peer: &Peer,
    may_be_host: bool,
) -> Result<(Role, u64), CloseReason> {
    let message = timeout(KEY_TIMEOUT, socket.recv()).await.map_err(|_| violation("no key was sent in time"))?;
    let Some(Ok(WsMessage::Text(text))) = message else { return Err(violation("the first message must be a key")) };
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(TOO_LONG);
    }
    let first: First = serde_json::from_str(&text).map_err(|_| violation("the first message must be a key"))?;
    let role = slot.present_key(&first.key, peer.address.ip(), may_be_host).map_err(|rejection| match rejection {
        Rejection::Evicted => FULL,
        rejection => violation(rejection.text()),
    })?;
    peer.connection.keep_open();
    Ok((role, first.log_version))
}

/// The rate limits of one socket.
struct RateLimits {
    messages: TokenBucket,
    queries: TokenBucket,
    completions: TokenBucket,
    looks: TokenBucket,
    /// The number of messages that the server ignored.
    dropped: u32,
}

impl RateLimits {
    fn new(role: Role) -> RateLimits {
        let bucket = |(per_second, max): (f64, f64)| TokenBucket::new(per_second, max);
        RateLimits {
            messages: bucket(MESSAGES),
            queries: bucket(QUERIES),
            completions: bucket(COMPLETIONS),
            looks: bucket(if role == Role::Spectator { SPECTATOR_LOOKS } else { QUERIES }),
            dropped: 0,
        }
    }

    /// Takes the tokens for a message. Returns false if the message exceeds a limit. An invalid message is `None`.
    fn allow(&mut self, message: Option<&Message>) -> bool {
        self.messages.try_take()
            && match message {
                Some(Message::Look(Some(_))) => self.looks.try_take(),
                Some(Message::Line { line, .. }) if is_query(line) => self.queries.try_take(),
                Some(Message::Complete { .. }) => self.completions.try_take(),
                _ => true,
            }
    }
}

/// Whether a line is a query that runs rules.
fn is_query(line: &str) -> bool {
    match parse(line, &[]) {
        Typed::Command(command, _) => command.cost != Cost::Instant,
        Typed::Ask(_) => true,
        Typed::Nothing | Typed::Play(_) | Typed::Unknown(..) => false,
    }
}

/// Registers the socket with the game, and exchanges messages until the socket closes. Returns why it closes.
async fn join(socket: &mut WebSocket, context: &SocketContext, role: Role, log_version: u64) -> CloseReason {
    let subscription = context.subscriptions.iter().find(|(other, _)| *other == role);
    let Some(mut subscription) = subscription.map(|(_, subscription)| subscription.clone()) else {
        return violation("there is no such seat");
    };
    let number = context.next_number.fetch_add(1, Ordering::Relaxed);
    let (out, mut replies) = mpsc::channel(MAX_WAITING_REPLIES);
    let completions = Arc::<AtomicU64>::default();
    let joined = Input::Joined { socket: number, role, out, completions: completions.clone() };
    if send_to_game(context, joined).await.is_err() {
        return SERVER_STOPS;
    }
    let info = SocketInfo { number, role, completions };
    let page = PageState::with_log(log_version);
    let reason = exchange(socket, context, &info, &mut subscription, &mut replies, page).await;
    let _ = send_to_game(context, Input::Left(number)).await;
    reason
}

/// Exchanges messages with the page and the game until the socket closes. Returns why it closes.
async fn exchange(
    socket: &mut WebSocket,
    context: &SocketContext,
    info: &SocketInfo,
    subscription: &mut Subscription,
    replies: &mut mpsc::Receiver<Output>,
    mut page: PageState,
) -> CloseReason {
    let mut closing = context.closing.clone();
    let mut limits = RateLimits::new(info.role);
    let mut pings = interval_at(Instant::now() + context.ping_interval, context.ping_interval);
    let (mut is_looking_back, mut last_received) = (false, Instant::now());
    // The first pass of the loop sends the current view.
    subscription.changed.mark_changed();
    loop {
        let messages = tokio::select! {
            // Replies come before the closing message.
            biased;
            output = replies.recv() => match output {
                Some(Output::Text(text)) => vec![text.into()],
                Some(Output::Past(view)) => {
                    let messages = subscription.past_messages(&mut page, &view);
                    is_looking_back |= !messages.is_empty();
                    messages
                }
                Some(Output::Live) => {
                    is_looking_back = false;
                    subscription.messages(&mut page)
                }
                None => return violation("this page reads too slowly"),
            },
            _ = closing.changed() => return SERVER_STOPS,
            changed = subscription.changed.changed() => match changed {
                // A page that shows an earlier event receives no new views, unless the rules or the map changed.
                Ok(()) if is_looking_back && !subscription.is_outdated(&page) => Vec::new(),
                Ok(()) => {
                    is_looking_back = false;
                    subscription.messages(&mut page)
                }
                Err(_) => return SERVER_STOPS,
            },
            received = socket.recv() => {
                last_received = Instant::now();
                match received {
                    Some(Ok(WsMessage::Text(text))) if text.len() > MAX_MESSAGE_BYTES => return TOO_LONG,
                    Some(Ok(WsMessage::Text(text))) => match handle_message(context, info, &text, &mut limits).await {
                        Ok(reply) => reply.into_iter().map(Utf8Bytes::from).collect(),
                        Err(reason) => return reason,
                    },
                    Some(Ok(WsMessage::Binary(_))) => return violation("messages are text"),
                    Some(Ok(WsMessage::Ping(_) | WsMessage::Pong(_))) => Vec::new(),
                    Some(Ok(WsMessage::Close(_)) | Err(_)) | None => return GONE,
                }
            },
            _ = pings.tick() => {
                if last_received.elapsed() > context.ping_interval * 3 {
                    return violation("this page did not answer for too long");
                }
                if timeout(SEND_TIMEOUT, socket.send(WsMessage::Ping(Vec::new().into()))).await.is_err() {
                    return violation("this page reads too slowly");
                }
                Vec::new()
            },
        };
        for text in messages {
            match timeout(SEND_TIMEOUT, socket.send(WsMessage::text(text))).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return GONE,
                Err(_) => return violation("this page reads too slowly"),
            }
        }
    }
}

/// Passes a message to the game. Returns a reply if the message is invalid or beyond the limits.
async fn handle_message(
    context: &SocketContext,
    info: &SocketInfo,
    text: &str,
    limits: &mut RateLimits,
) -> Result<Option<String>, CloseReason> {
    let message = Message::parse(text);
    if !limits.allow(message.as_ref().ok()) {
        limits.dropped += 1;
        if limits.dropped > MAX_DROPPED {
            return Err(violation("too many messages"));
        }
        let number = match &message {
            Ok(Message::Line { number, .. } | Message::Complete { number, .. }) => Some(*number),
            _ => None,
        };
        return Ok(Some(replies::error("too fast: the server ignored this", number)));
    }
    if let Ok(Message::Complete { .. }) = &message {
        info.completions.fetch_add(1, Ordering::Relaxed);
    }
    match message {
        Ok(message) => {
            let sent = send_to_game(context, Input::Message(info.number, message)).await;
            sent.map(|()| None).map_err(|()| SERVER_STOPS)
        }
        Err(error) => Ok(Some(replies::error(&error, None))),
    }
}

/// Sends a message to the game. Waits while the game's queue is full. Fails if the game has ended.
async fn send_to_game(context: &SocketContext, mut input: Input) -> Result<(), ()> {
    loop {
        input = match context.game.try_send(input) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Full(input)) => input,
            Err(TrySendError::Disconnected(_)) => return Err(()),
        };
        sleep(Duration::from_millis(2)).await;
    }
}
