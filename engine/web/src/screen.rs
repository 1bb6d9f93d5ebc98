//! What stands on the pages of one kind of link: made once for all of them, the newest wins.

use crate::draw::Drawing;
use crate::reader::{Reader, Role};
use crate::seen::message;
use crate::story::Story;
use crate::wire;
use cardwright_table::Table;
use cardwright_view::{Decisions, View};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// What is sent through one kind of link, as the game's thread holds it.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) role: Role,
    hello: watch::Sender<Arc<str>>,
    live: watch::Sender<Arc<str>>,
    story: Arc<Mutex<Story>>,
    /// The event shown last, and what was seen there.
    last: Option<(usize, View)>,
    /// What was seen before the reader's own last answer: what differs from it is what came since.
    since: Option<View>,
}

/// The same, as sockets hold it.
#[derive(Debug, Clone)]
pub(crate) struct Window {
    pub(crate) hello: watch::Receiver<Arc<str>>,
    pub(crate) live: watch::Receiver<Arc<str>>,
    pub(crate) story: Arc<Mutex<Story>>,
}

impl Screen {
    pub(crate) fn new(role: Role, stamp: u64) -> Screen {
        let (hello, _) = watch::channel(Arc::from(""));
        let (live, _) = watch::channel(Arc::from(""));
        let story = Arc::new(Mutex::new(Story::after(stamp)));
        Screen { role, hello, live, story, last: None, since: None }
    }

    pub(crate) fn window(&self) -> Window {
        Window { hello: self.hello.subscribe(), live: self.live.subscribe(), story: self.story.clone() }
    }

    /// Says what the pages of this link begin with.
    pub(crate) fn greet(&self, hello: &Value) {
        self.hello.send_replace(wire::text(hello).into());
    }

    /// Shows the table as it is now. `laid_open`: all that was hidden is shown; `decisions`: how much sides that rules play tell.
    pub(crate) fn show(&mut self, table: &mut Table, drawn: &Drawing, laid_open: bool, decisions: Decisions) {
        let reader = Reader { laid_open, ..Reader::of(self.role) };
        self.story.lock().unwrap_or_else(PoisonError::into_inner).follow(table, reader.audience(table), decisions);
        self.goes_on(table, reader);
        let (view, message) = message(table, reader, drawn, self.since.as_ref());
        self.last = Some((table.here(), view));
        self.live.send_replace(wire::text(&message).into());
    }

    /// From what on changes are told: from the reader's own last answer on, or from what was shown last where the game went
    /// elsewhere.
    fn goes_on(&mut self, table: &Table, reader: Reader) {
        let Some((event, view)) = &self.last else { return };
        if *event == table.here() {
            return;
        }
        let path = table.path();
        let known = path.iter().position(|n| n == event);
        let nodes = table.nodes();
        let is_own = |n: &usize| nodes[*n].side.is_some_and(|side| reader.sides(table).has(side));
        let goes_on = known.is_some_and(|at| !path[at + 1..].iter().any(is_own));
        if self.since.is_none() || !goes_on {
            self.since = Some(view.clone());
        }
    }

    /// Forgets what stood there: other rules, or another picture.
    pub(crate) fn renew(&mut self) {
        self.since = None;
        self.last = None;
    }
}

impl Window {
    /// The newest view with what of the log is new to one who has read up to a stamp; and the stamp then. None before there is one.
    pub(crate) fn frame(&mut self, stamp: u64) -> Option<(String, u64)> {
        let live = self.live.borrow_and_update().clone();
        let news = self.story.lock().unwrap_or_else(PoisonError::into_inner).since(stamp);
        let message = live.strip_suffix('}')?;
        Some((format!("{message},{}}}", news.field()), news.stamp))
    }
}
