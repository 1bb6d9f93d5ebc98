//! One socket: a key first, then the newest view whenever there is a newer one, and messages in order.

use crate::capped::CameFrom;
use crate::doors::{NO_ROOM, Place, Shut};
use crate::game::{In, Out};
use crate::limits::Bucket;
use crate::message::{First, Message};
use crate::reader::Role;
use crate::reply::{Reply, notice};
use crate::screen::{Reading, Window};
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, interval_at, sleep, timeout};

/// Bytes of a message.
const MOST_BYTES: usize = 4096;
/// How long a socket may take to say its key.
const FIRST: Duration = Duration::from_secs(5);
/// How long it is silent before it is asked whether it is there, where nobody says otherwise: after three times that it is gone.
pub(crate) const IDLE: Duration = Duration::from_secs(20);
/// How long one message may take to be sent.
const SLOW: Duration = Duration::from_secs(10);
/// Replies that wait for one reader.
const REPLIES: usize = 64;
/// Messages a second, and at once.
const LINES: (f64, f64) = (20.0, 40.0);
/// Messages a second that run rules, and at once.
const QUESTIONS: (f64, f64) = (5.0, 10.0);
/// Questions a second what may be typed on, and at once.
const TYPED: (f64, f64) = (12.0, 24.0);
/// Looks back a second of who only watches, and at once.
const LOOKS: (f64, f64) = (2.0, 4.0);
/// Messages beyond what is allowed after which nothing more is read.
const MOST_DROPPED: u32 = 200;

/// What sockets share.
#[derive(Debug)]
pub(crate) struct Hall {
    pub(crate) windows: Vec<(Role, Window)>,
    pub(crate) game: SyncSender<In>,
    pub(crate) next: AtomicU64,
    pub(crate) stops: watch::Receiver<bool>,
    /// How long a socket is silent before it is asked whether it is there.
    pub(crate) idle: Duration,
}

/// Who sits at a socket.
struct Sitting {
    number: u64,
    role: Role,
    /// How often it has asked what may be typed on: of several that wait for the game the newest is answered.
    typed: Arc<AtomicU64>,
}

/// Why a socket ends.
struct End {
    code: u16,
    why: &'static str,
}

const GONE: End = End { code: close_code::NORMAL, why: "" };

const FULL: End = End { code: close_code::AGAIN, why: NO_ROOM };
const LONG: End = End { code: close_code::SIZE, why: "a message has 4096 bytes at most" };

fn policy(why: &'static str) -> End {
    End { code: close_code::POLICY, why }
}

/// From its first message to its last.
pub(crate) async fn run(mut socket: WebSocket, hall: &Hall, mut place: Place, from: &CameFrom, may_sit_at_desk: bool) {
    let makes_room = place.makes_room();
    let came = tokio::select! {
        biased;
        came = first(&mut socket, &mut place, from, may_sit_at_desk) => came,
        () = makes_room.notified() => Err(FULL),
    };
    let end = match came {
        Ok((role, stamp)) => stay(&mut socket, hall, role, stamp).await,
        Err(end) => end,
    };
    leave(socket, end).await;
}

/// Of a socket for which there is no place: that it may come back.
pub(crate) async fn turn_away(socket: WebSocket) {
    leave(socket, FULL).await;
}

/// Says why, and closes it.
async fn leave(mut socket: WebSocket, end: End) {
    if end.code != close_code::NORMAL {
        let kind = if end.code == close_code::AWAY { "closing" } else { "error" };
        let _ = timeout(SLOW, socket.send(Frame::text(notice(kind, end.why)))).await;
    }
    let close = CloseFrame { code: end.code, reason: end.why.into() };
    let farewell = async {
        let _ = socket.send(Frame::Close(Some(close))).await;
        // What is still on its way is read and dropped: else the system takes back what was just said.
        while let Some(Ok(_)) = socket.recv().await {}
    };
    let _ = timeout(Duration::from_secs(1), farewell).await;
}

/// The key, within its time.
async fn first(
    socket: &mut WebSocket,
    place: &mut Place,
    from: &CameFrom,
    may_sit_at_desk: bool,
) -> Result<(Role, u64), End> {
    let said = timeout(FIRST, socket.recv()).await.map_err(|_| policy("no key was said in time"))?;
    let Some(Ok(Frame::Text(text))) = said else { return Err(policy("the first message is a key")) };
    if text.len() > MOST_BYTES {
        return Err(LONG);
    }
    let first: First = serde_json::from_str(&text).map_err(|_| policy("the first message is a key"))?;
    let role = place.enter(&first.key, from.at.ip(), may_sit_at_desk).map_err(|shut| match shut {
        Shut::Late => FULL,
        shut => policy(shut.words()),
    })?;
    from.stays.on();
    Ok((role, first.stamp))
}

/// What one reader may still ask for.
struct Allowed {
    lines: Bucket,
    questions: Bucket,
    typed: Bucket,
    looks: Bucket,
    dropped: u32,
}

impl Allowed {
    fn of(role: Role) -> Allowed {
        let new = |(a_second, most): (f64, f64)| Bucket::new(a_second, most);
        let looks = if role == Role::Watcher { LOOKS } else { QUESTIONS };
        Allowed { lines: new(LINES), questions: new(QUESTIONS), typed: new(TYPED), looks: new(looks), dropped: 0 }
    }

    fn takes(&mut self, message: Option<&Message>) -> bool {
        self.lines.takes()
            && match message {
                Some(Message::Look(Some(_))) => self.looks.takes(),
                Some(Message::Line { line, .. }) if runs_rules(line) => self.questions.takes(),
                Some(Message::Complete { .. }) => self.typed.takes(),
                _ => true,
            }
    }
}

/// Whether a line is one that runs rules and answers nothing.
fn runs_rules(line: &str) -> bool {
    let first = line.trim().trim_start_matches(':').split_whitespace().next().unwrap_or_default().to_lowercase();
    let asks = ["why", "preview", "whatif", "odds", "legal", "show", "lua", "summary"];
    line.contains('?') || asks.contains(&first.as_str())
}

async fn stay(socket: &mut WebSocket, hall: &Hall, role: Role, stamp: u64) -> End {
    let Some(mut window) = hall.windows.iter().find(|(of, _)| *of == role).map(|(_, window)| window.clone()) else {
        return policy("there is no such seat");
    };
    let number = hall.next.fetch_add(1, Ordering::Relaxed);
    let (out, mut replies) = mpsc::channel(REPLIES);
    let typed = Arc::<AtomicU64>::default();
    if tell(hall, In::Came { socket: number, role, out, typed: typed.clone() }).await.is_err() {
        return CLOSING;
    }
    let reader = Sitting { number, role, typed };
    let end = serve(socket, hall, &reader, &mut window, &mut replies, Reading::after(stamp)).await;
    let _ = tell(hall, In::Gone(number)).await;
    end
}

const CLOSING: End = End { code: close_code::AWAY, why: "the game is no longer served" };

async fn serve(
    socket: &mut WebSocket,
    hall: &Hall,
    sitting: &Sitting,
    window: &mut Window,
    replies: &mut mpsc::Receiver<Out>,
    mut reading: Reading,
) -> End {
    let mut stops = hall.stops.clone();
    let mut allowed = Allowed::of(sitting.role);
    let mut pings = interval_at(Instant::now() + hall.idle, hall.idle);
    let (mut looking, mut heard) = (false, Instant::now());
    window.news.mark_changed();
    loop {
        let send = tokio::select! {
            // What was said before the end is heard before it.
            biased;
            out = replies.recv() => match out {
                Some(Out::Text(text)) => vec![text.into()],
                Some(Out::Look(look)) => {
                    let frames = window.look(&mut reading, &look);
                    looking |= !frames.is_empty();
                    frames
                }
                Some(Out::Live) => {
                    looking = false;
                    window.frames(&mut reading)
                }
                None => return policy("this page reads too slowly"),
            },
            _ = stops.changed() => return CLOSING,
            changed = window.news.changed() => match changed {
                // What is live waits for who looks back, unless all begins anew.
                Ok(()) if looking && !window.begins_again(&reading) => Vec::new(),
                Ok(()) => {
                    looking = false;
                    window.frames(&mut reading)
                }
                Err(_) => return CLOSING,
            },
            came = socket.recv() => {
                heard = Instant::now();
                match came {
                    Some(Ok(Frame::Text(text))) if text.len() > MOST_BYTES => return LONG,
                    Some(Ok(Frame::Text(text))) => match said(hall, sitting, &text, &mut allowed).await {
                        Ok(reply) => reply.into_iter().map(Utf8Bytes::from).collect(),
                        Err(end) => return end,
                    },
                    Some(Ok(Frame::Binary(_))) => return policy("messages are text"),
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => Vec::new(),
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return GONE,
                }
            },
            _ = pings.tick() => {
                if heard.elapsed() > hall.idle * 3 {
                    return policy("nobody answers");
                }
                if timeout(SLOW, socket.send(Frame::Ping(Vec::new().into()))).await.is_err() {
                    return policy("this page reads too slowly");
                }
                Vec::new()
            },
        };
        for text in send {
            match timeout(SLOW, socket.send(Frame::text(text))).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return GONE,
                Err(_) => return policy("this page reads too slowly"),
            }
        }
    }
}

/// One message: handed on, or what is said of it at once.
async fn said(hall: &Hall, sitting: &Sitting, text: &str, allowed: &mut Allowed) -> Result<Option<String>, End> {
    let message = Message::read(text);
    if !allowed.takes(message.as_ref().ok()) {
        allowed.dropped += 1;
        if allowed.dropped > MOST_DROPPED {
            return Err(policy("too many messages"));
        }
        let to = match &message {
            Ok(Message::Line { to, .. } | Message::Complete { to, .. }) => Some(*to),
            _ => None,
        };
        return Ok(Some(Reply::error("too fast: this was not taken").json(to)));
    }
    if let Ok(Message::Complete { .. }) = &message {
        sitting.typed.fetch_add(1, Ordering::Relaxed);
    }
    match message {
        Ok(message) => tell(hall, In::Said(sitting.number, message)).await.map(|()| None).map_err(|()| CLOSING),
        Err(wrong) => Ok(Some(Reply::error(wrong).json(None))),
    }
}

/// Hands something to the game; while it has much to do, this waits.
async fn tell(hall: &Hall, mut what: In) -> Result<(), ()> {
    loop {
        what = match hall.game.try_send(what) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Full(what)) => what,
            Err(TrySendError::Disconnected(_)) => return Err(()),
        };
        sleep(Duration::from_millis(2)).await;
    }
}
