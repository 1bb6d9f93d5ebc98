//! What stands on the pages of one kind of link: made once for all of them. A page is sent what it has not.

use crate::moment::Moment;
use crate::parts::Parts;
use crate::reader::{Reader, Role};
use crate::seen::Seen;
use crate::stamps::{Has, Stamps};
use crate::story::Story;
use crate::wire;
use axum::extract::ws::Utf8Bytes;
use cardwright_table::Table;
use cardwright_view::Decisions;
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Texts that are kept for those who ask for the same.
const MOST_KEPT: usize = 8;

/// What is sent through one kind of link, as the game's thread holds it.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) role: Role,
    news: watch::Sender<()>,
    shown: Arc<Mutex<Shown>>,
    /// What pages are to begin with from the next view on.
    greeting: Option<Utf8Bytes>,
    /// The event shown last, and what was seen there.
    last: Option<(usize, Arc<Parts>)>,
    /// What was seen before the reader's own last answer: what differs from it is what came since.
    since: Option<Arc<Parts>>,
}

/// The same, as sockets hold it.
#[derive(Debug, Clone)]
pub(crate) struct Window {
    pub(crate) news: watch::Receiver<()>,
    shown: Arc<Mutex<Shown>>,
}

/// What stands there.
#[derive(Debug)]
struct Shown {
    /// Counts the greetings: other rules or another map, and all that a page has is nothing.
    era: u64,
    hello: Utf8Bytes,
    head: String,
    stamps: Stamps,
    story: Story,
    /// The texts of this view that were made already, by what who asked for them had.
    made: Vec<((Option<u64>, u64), Utf8Bytes)>,
    texts: Arc<AtomicU64>,
}

/// What one page has been sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    era: u64,
    has: Has,
    /// Up to which stamp it has read the log.
    log: u64,
}

impl Reading {
    /// A page that comes, with the log up to a stamp.
    pub(crate) fn after(log: u64) -> Reading {
        Reading { log, ..Reading::default() }
    }
}

/// The table as it was, for one reader.
#[derive(Debug, Clone)]
pub(crate) struct Look {
    era: u64,
    seen: Seen,
}

impl Screen {
    /// `texts` counts the texts that are made.
    pub(crate) fn new(role: Role, stamp: u64, texts: Arc<AtomicU64>) -> Screen {
        let shown = Shown {
            era: 0,
            hello: Utf8Bytes::default(),
            head: String::new(),
            stamps: Stamps::default(),
            story: Story::after(stamp),
            made: Vec::new(),
            texts,
        };
        let (news, _) = watch::channel(());
        Screen { role, news, shown: Arc::new(Mutex::new(shown)), greeting: None, last: None, since: None }
    }

    pub(crate) fn window(&self) -> Window {
        Window { news: self.news.subscribe(), shown: self.shown.clone() }
    }

    /// Says what the pages of this link begin with, the next view on.
    pub(crate) fn greet(&mut self, hello: &Value) {
        self.greeting = Some(wire::text(hello).into());
    }

    /// Shows the table as it is now. `laid_open`: all that was hidden is shown; `decisions`: how much sides that rules play tell.
    pub(crate) fn show(&mut self, moment: &mut Moment<'_>, laid_open: bool, decisions: Decisions) {
        let reader = Reader { laid_open, ..Reader::of(self.role) };
        self.goes_on(moment.table, reader);
        let Seen { head, parts } = Seen::of(moment, reader, self.since.as_deref());
        self.last = Some((moment.table.here(), parts.clone()));
        let mut shown = locked(&self.shown);
        let (is_first, stood) = (self.greeting.is_some(), (shown.stamps.stamp(), shown.story.stamp()));
        if let Some(hello) = self.greeting.take() {
            shown.era += 1;
            shown.hello = hello;
        }
        shown.story.follow(moment.table, reader.audience(moment.table), decisions, &mut moment.scribe);
        shown.stamps.take(parts);
        if !is_first && shown.head == head && (shown.stamps.stamp(), shown.story.stamp()) == stood {
            return; // When something happened that is not for these eyes is not for them either.
        }
        shown.head = head;
        shown.made.clear();
        drop(shown);
        self.news.send_replace(());
    }

    /// The table as it was after the event that it is looked back at, for these eyes.
    pub(crate) fn look(&self, moment: &mut Moment<'_>, reader: Reader) -> Look {
        Look { era: locked(&self.shown).era, seen: Seen::of(moment, reader, None) }
    }

    /// From what on changes are told: from the reader's own last answer on, or from what was shown last where the game went
    /// elsewhere.
    fn goes_on(&mut self, table: &Table, reader: Reader) {
        let Some((event, parts)) = &self.last else { return };
        if *event == table.here() {
            return;
        }
        let path = table.path();
        let known = path.iter().position(|n| n == event);
        let nodes = table.nodes();
        let is_own = |n: &usize| nodes[*n].side.is_some_and(|side| reader.sides(table).has(side));
        let goes_on = known.is_some_and(|at| !path[at + 1..].iter().any(is_own));
        if self.since.is_none() || !goes_on {
            self.since = Some(parts.clone());
        }
    }

    /// Forgets what stood there: other rules, or another picture.
    pub(crate) fn renew(&mut self) {
        self.since = None;
        self.last = None;
    }
}

impl Window {
    /// What a page is to be sent for it to have what there is: the greeting, if it does not know it, and the view.
    pub(crate) fn frames(&self, reading: &mut Reading) -> Vec<Utf8Bytes> {
        let mut shown = locked(&self.shown);
        let mut frames: Vec<Utf8Bytes> = shown.greeted(reading).into_iter().collect();
        frames.push(shown.view(reading));
        frames
    }

    /// The same of the table as it was; nothing of what was looked at under other rules or on another map.
    pub(crate) fn look(&self, reading: &mut Reading, look: &Look) -> Vec<Utf8Bytes> {
        let shown = locked(&self.shown);
        if look.era != shown.era {
            return Vec::new();
        }
        let mut frames: Vec<Utf8Bytes> = shown.greeted(reading).into_iter().collect();
        let Seen { head, parts } = &look.seen;
        frames.push(format!("{head},{}}}", shown.stamps.other(&reading.has, parts)).into());
        reading.has = Has::Other(parts.clone());
        frames
    }

    /// Whether a page has to be greeted anew.
    pub(crate) fn begins_again(&self, reading: &Reading) -> bool {
        locked(&self.shown).era != reading.era
    }
}

impl Shown {
    fn greeted(&self, reading: &mut Reading) -> Option<Utf8Bytes> {
        if reading.era == self.era {
            return None;
        }
        (reading.era, reading.has) = (self.era, Has::Nothing);
        Some(self.hello.clone())
    }

    fn view(&mut self, reading: &mut Reading) -> Utf8Bytes {
        let known = match reading.has {
            Has::Nothing => Some((None, reading.log)),
            Has::Live(stamp) => Some((Some(stamp), reading.log)),
            Has::Other(_) => None,
        };
        let made = self.made.iter().find(|(of, _)| Some(*of) == known).map(|(_, text)| text.clone());
        let text = made.unwrap_or_else(|| self.text(reading));
        if let Some(known) = known.filter(|of| self.made.len() < MOST_KEPT && self.made.iter().all(|it| it.0 != *of)) {
            self.made.push((known, text.clone()));
        }
        (reading.has, reading.log) = (Has::Live(self.stamps.stamp()), self.story.stamp());
        text
    }

    fn text(&self, reading: &Reading) -> Utf8Bytes {
        self.texts.fetch_add(1, Ordering::Relaxed);
        let (news, log) = (self.stamps.news(&reading.has), self.story.since(reading.log).field());
        format!("{},{news},{log}}}", self.head).into()
    }
}

fn locked(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}
