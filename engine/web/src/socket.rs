//! Runs one WebSocket. The page first presents its key. Then the page sends messages and receives the newest view after
//! each change.

use crate::access::{Access, NO_ROOM, Rejection, SocketSlot};
use crate::connection_limit::Peer;
use crate::game::Input;
use crate::message::{First, Message};
use crate::output::Output;
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
/// How many tokens a socket has for what it sends: per second, and at once. A ping or a pong costs one token;
/// [`message_cost`] says what a message costs.
const MESSAGES: (f64, f64) = (20.0, 40.0);
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
/// The server has no room for the socket. The page may try again.
const FULL: CloseReason = CloseReason { code: close_code::AGAIN, text: NO_ROOM };
const TOO_LONG: CloseReason = CloseReason { code: close_code::SIZE, text: "a message has 4096 bytes at most" };
const SERVER_STOPS: CloseReason = CloseReason { code: close_code::AWAY, text: "the game is no longer served" };
const TOO_SLOW: CloseReason = violation("this page reads too slowly");

const fn violation(text: &'static str) -> CloseReason {
    CloseReason { code: close_code::POLICY, text }
}

/// Runs a socket until it is closed. `may_be_host` says whether the host's key is accepted from this client.
pub(crate) async fn run(
    mut socket: WebSocket,
    context: &SocketContext,
    access: &Arc<Access>,
    peer: &Peer,
    may_be_host: bool,
) {
    let reason = match receive_key(&mut socket, access, peer, may_be_host).await {
        Ok((slot, log_version)) => join(&mut socket, context, slot.role, log_version).await,
        Err(reason) => reason,
    };
    close(socket, reason).await;
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

/// Reads the first message of a page. Returns the slot that the key gives, and the version of the log that the page
/// has.
async fn receive_key(
    socket: &mut WebSocket,
    access: &Arc<Access>,
    peer: &Peer,
    may_be_host: bool,
) -> Result<(SocketSlot, u64), CloseReason> {
    const NO_KEY: &str = "the first message must be a key";
    let message = timeout(KEY_TIMEOUT, socket.recv()).await.map_err(|_| violation("no key was sent in time"))?;
    let Some(Ok(WsMessage::Text(text))) = message else {
        return Err(if peer.connection.is_closed() { FULL } else { violation(NO_KEY) });
    };
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(TOO_LONG);
    }
    let first: First = serde_json::from_str(&text).map_err(|_| violation(NO_KEY))?;
    let slot = access.admit(&first.key, peer.address.ip(), may_be_host).map_err(|rejection| match rejection {
        Rejection::NoRoom => FULL,
        rejection => violation(rejection.text()),
    })?;
    peer.connection.keep_open();
    Ok((slot, first.log_version))
}

/// The rate limit of one socket.
struct RateLimit {
    bucket: TokenBucket,
    /// The number of messages that the server ignored.
    dropped: u32,
}

impl RateLimit {
    /// Takes the cost of a message, a ping or a pong. Returns false if the server ignores it. Fails if it ignored too
    /// many.
    fn try_take(&mut self, cost: f64) -> Result<bool, CloseReason> {
        let is_within = self.bucket.try_take(cost);
        self.dropped += u32::from(!is_within);
        if self.dropped > MAX_DROPPED { Err(violation("too many messages")) } else { Ok(is_within) }
    }
}

/// Returns the tokens that a message costs. An invalid message is `None`.
fn message_cost(message: Option<&Message>, role: Role) -> f64 {
    match message {
        Some(Message::Look(Some(_))) if role == Role::Spectator => 8.0,
        Some(Message::Look(Some(_))) => 2.0,
        Some(Message::Line { line, .. }) if is_query(line) => 2.0,
        _ => 1.0,
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
    let Some(subscription) = subscription.map(|(_, subscription)| subscription.clone()) else {
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
    let feed = Feed { subscription, page: PageState::with_log(log_version), is_looking_back: false };
    let reason = exchange(socket, context, &info, feed, &mut replies).await;
    let _ = send_to_game(context, Input::Left(number)).await;
    reason
}

/// The views that one page receives.
struct Feed {
    subscription: Subscription,
    page: PageState,
    /// Whether the page shows an earlier event.
    is_looking_back: bool,
}

impl Feed {
    /// Returns the messages that send an output of the game.
    fn messages(&mut self, output: Output) -> Vec<Utf8Bytes> {
        match output {
            Output::Text(text) => vec![text.into()],
            Output::Past(view) => {
                let messages = self.subscription.past_messages(&mut self.page, &view);
                self.is_looking_back |= !messages.is_empty();
                messages
            }
            Output::Live => self.current(),
        }
    }

    fn current(&mut self) -> Vec<Utf8Bytes> {
        self.is_looking_back = false;
        self.subscription.messages(&mut self.page)
    }

    /// Returns the messages after a change. A page that shows an earlier event receives no new views, unless the rules
    /// or the map changed.
    fn changed(&mut self) -> Vec<Utf8Bytes> {
        if self.is_looking_back && !self.subscription.is_outdated(&self.page) { Vec::new() } else { self.current() }
    }
}

/// Exchanges messages with the page and the game until the socket closes. Returns why it closes.
async fn exchange(
    socket: &mut WebSocket,
    context: &SocketContext,
    info: &SocketInfo,
    mut feed: Feed,
    replies: &mut mpsc::Receiver<Output>,
) -> CloseReason {
    let mut closing = context.closing.clone();
    let mut limit = RateLimit { bucket: TokenBucket::new(MESSAGES), dropped: 0 };
    let mut pings = interval_at(Instant::now() + context.ping_interval, context.ping_interval);
    let mut last_received = Instant::now();
    // The first pass of the loop sends the current view.
    feed.subscription.changed.mark_changed();
    loop {
        let messages = tokio::select! {
            // Replies come before the closing message.
            biased;
            output = replies.recv() => match output {
                Some(output) => feed.messages(output),
                None => return TOO_SLOW,
            },
            _ = closing.changed() => return SERVER_STOPS,
            changed = feed.subscription.changed.changed() => match changed {
                Ok(()) => feed.changed(),
                Err(_) => return SERVER_STOPS,
            },
            received = socket.recv() => {
                last_received = Instant::now();
                match received {
                    Some(Ok(WsMessage::Text(text))) if text.len() > MAX_MESSAGE_BYTES => return TOO_LONG,
                    Some(Ok(WsMessage::Text(text))) => match handle_message(context, info, &text, &mut limit).await {
                        Ok(reply) => reply.into_iter().map(Utf8Bytes::from).collect(),
                        Err(reason) => return reason,
                    },
                    Some(Ok(WsMessage::Binary(_))) => return violation("messages are text"),
                    // The library answers a ping, and stores the answer while the page does not read.
                    Some(Ok(WsMessage::Ping(_) | WsMessage::Pong(_))) => match limit.try_take(1.0) {
                        Ok(_) => Vec::new(),
                        Err(reason) => return reason,
                    },
                    Some(Ok(WsMessage::Close(_)) | Err(_)) | None => return GONE,
                }
            },
            _ = pings.tick() => {
                if last_received.elapsed() > context.ping_interval * 3 {
                    return violation("this page did not answer for too long");
                }
                if timeout(SEND_TIMEOUT, socket.send(WsMessage::Ping(Vec::new().into()))).await.is_err() {
                    return TOO_SLOW;
                }
                Vec::new()
            },
        };
        for text in messages {
            match timeout(SEND_TIMEOUT, socket.send(WsMessage::text(text))).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return GONE,
                Err(_) => return TOO_SLOW,
            }
        }
    }
}

/// Passes a message to the game. Returns a reply if the message is invalid or beyond the limits.
async fn handle_message(
    context: &SocketContext,
    info: &SocketInfo,
    text: &str,
    limit: &mut RateLimit,
) -> Result<Option<String>, CloseReason> {
    let message = Message::parse(text);
    if !limit.try_take(message_cost(message.as_ref().ok(), info.role))? {
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
