//! Publishes the views of one role to its sockets. Pages that have received the same messages share each new message.

use crate::client_view::ClientView;
use crate::fragments::Fragments;
use crate::frame::Frame;
use crate::log_feed::LogFeed;
use crate::role::Role;
use crate::versions::{Received, Versions};
use crate::wire;
use axum::extract::ws::Utf8Bytes;
use cardwright_table::{Table, Viewer};
use cardwright_view::Decisions;
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The most messages that are cached for one view.
const MAX_CACHED: usize = 8;

/// Publishes the views of one role. The game's thread has a publisher for each role.
#[derive(Debug)]
pub(crate) struct Publisher {
    pub(crate) role: Role,
    changed: watch::Sender<()>,
    latest: Arc<Mutex<Latest>>,
    /// The greeting (the first message to a page) that takes effect with the next view.
    greeting: Option<Utf8Bytes>,
    /// The event that was published last, with its fragments.
    last: Option<(usize, Arc<Fragments>)>,
    /// The fragments of the view (see [`Fragments`]) before the last answer of the role's own sides. Pages mark as
    /// changed what differs from these fragments.
    before: Option<Arc<Fragments>>,
}

/// Gives a socket the messages with the view that its publisher published last.
#[derive(Debug, Clone)]
pub(crate) struct Subscription {
    /// Signals a new view.
    pub(crate) changed: watch::Receiver<()>,
    latest: Arc<Mutex<Latest>>,
}

/// The latest view, and the messages made from it.
#[derive(Debug)]
struct Latest {
    /// The number of greetings. A page with another number must start again, because the rules or the map changed.
    generation: u64,
    /// The greeting: the first message of a page.
    hello: Utf8Bytes,
    /// The start of every view message as JSON, before the fragments and the log: see [`ClientView::head`].
    head: String,
    versions: Versions,
    log: LogFeed,
    /// Messages of this view, by the versions of the fragments and of the log that the page has.
    cache: Vec<((Option<u64>, u64), Utf8Bytes)>,
    /// Counts the messages that were made.
    message_count: Arc<AtomicU64>,
}

/// What the server has sent to one page.
#[derive(Debug, Clone, Default)]
pub(crate) struct PageState {
    generation: u64,
    received: Received,
    log_version: u64,
}

impl PageState {
    /// Creates the state of a new page that has the log up to a version.
    pub(crate) fn with_log(log_version: u64) -> PageState {
        PageState { log_version, ..PageState::default() }
    }
}

/// The view after an earlier event, for one page.
#[derive(Debug, Clone)]
pub(crate) struct PastView {
    generation: u64,
    view: ClientView,
}

impl Publisher {
    /// Creates a publisher. The versions of the log start after `log_version`. `message_count` counts the messages.
    pub(crate) fn new(role: Role, log_version: u64, message_count: Arc<AtomicU64>) -> Publisher {
        let latest = Latest {
            generation: 0,
            hello: Utf8Bytes::default(),
            head: String::new(),
            versions: Versions::default(),
            log: LogFeed::new(log_version),
            cache: Vec::new(),
            message_count,
        };
        let (changed, _) = watch::channel(());
        Publisher { role, changed, latest: Arc::new(Mutex::new(latest)), greeting: None, last: None, before: None }
    }

    pub(crate) fn subscribe(&self) -> Subscription {
        Subscription { changed: self.changed.subscribe(), latest: self.latest.clone() }
    }

    /// Sets the greeting. Pages receive it with the next view.
    pub(crate) fn greet(&mut self, hello: &Value) {
        self.greeting = Some(wire::to_json(hello).into());
    }

    /// Publishes the current view. `decisions` says how fully the log reports the decisions of Non-players.
    pub(crate) fn show(&mut self, frame: &mut Frame<'_>, decisions: Decisions) {
        // `is_laid_open` says that the game is over, so every viewer sees all hands.
        let viewer = self.role.viewer(frame.table, None, frame.is_laid_open);
        self.update_before(frame.table, viewer);
        let ClientView { head, fragments } = ClientView::new(frame, viewer, self.before.as_deref());
        self.last = Some((frame.table.shown_event(), fragments.clone()));
        let mut latest = locked(&self.latest);
        let (has_new_greeting, old_versions) = (self.greeting.is_some(), latest.version_pair());
        if let Some(hello) = self.greeting.take() {
            latest.generation += 1;
            latest.hello = hello;
        }
        // The log does not depend on the sides that the viewer answers for.
        latest.log.update(frame.table, viewer.as_spectator(), decisions, &mut frame.entry_cache);
        latest.versions.update(fragments);
        if !has_new_greeting && latest.head == head && latest.version_pair() == old_versions {
            // If nothing changed for this viewer, send no message. The time of a message would reveal a hidden event.
            return;
        }
        latest.head = head;
        latest.cache.clear();
        drop(latest);
        self.changed.send_replace(());
    }

    /// Builds the view at the event that the table looks back to.
    pub(crate) fn past_view(&self, frame: &mut Frame<'_>, viewer: Viewer) -> PastView {
        PastView { generation: locked(&self.latest).generation, view: ClientView::new(frame, viewer, None) }
    }

    /// Sets `before` to the fragments that were published last, if the viewer has answered since or the game is on
    /// another branch.
    fn update_before(&mut self, table: &Table, viewer: Viewer) {
        let Some((event, fragments)) = &self.last else { return };
        if *event == table.shown_event() {
            return;
        }
        let path = table.path();
        let last_index = path.iter().position(|n| n == event);
        let nodes = table.nodes();
        let is_own = |n: &usize| nodes[*n].side.is_some_and(|side| viewer.answers_for().has(side));
        let only_others_answered = last_index.is_some_and(|index| !path[index + 1..].iter().any(is_own));
        if self.before.is_none() || !only_others_answered {
            self.before = Some(fragments.clone());
        }
    }

    /// Forgets the views shown so far, because the rules or the map changed.
    pub(crate) fn reset(&mut self) {
        self.before = None;
        self.last = None;
    }
}

impl Subscription {
    /// Returns the messages that bring a page to the latest view: the greeting if the page does not have it, then the
    /// view.
    pub(crate) fn messages(&self, page: &mut PageState) -> Vec<Utf8Bytes> {
        let mut latest = locked(&self.latest);
        let mut messages: Vec<Utf8Bytes> = latest.greeting(page).into_iter().collect();
        messages.push(latest.view_message(page));
        messages
    }

    /// Returns the messages that bring a page to a past view. Returns no messages if the rules or the map changed since
    /// the view was built.
    pub(crate) fn past_messages(&self, page: &mut PageState, past: &PastView) -> Vec<Utf8Bytes> {
        let latest = locked(&self.latest);
        if past.generation != latest.generation {
            return Vec::new();
        }
        let mut messages: Vec<Utf8Bytes> = latest.greeting(page).into_iter().collect();
        let ClientView { head, fragments } = &past.view;
        messages.push(format!("{head},{}}}", latest.versions.past_fields(&page.received, fragments)).into());
        page.received = Received::Past(fragments.clone());
        messages
    }

    /// Whether a page must start again with the greeting.
    pub(crate) fn is_outdated(&self, page: &PageState) -> bool {
        locked(&self.latest).generation != page.generation
    }
}

impl Latest {
    /// The versions of the fragments and of the log.
    fn version_pair(&self) -> (u64, u64) {
        (self.versions.version(), self.log.version())
    }

    /// Returns the greeting if the page does not have it, and records that the page starts again.
    fn greeting(&self, page: &mut PageState) -> Option<Utf8Bytes> {
        if page.generation == self.generation {
            return None;
        }
        (page.generation, page.received) = (self.generation, Received::Nothing);
        Some(self.hello.clone())
    }

    /// Returns the view message for a page, from the cache if possible, and records what the page has then.
    fn view_message(&mut self, page: &mut PageState) -> Utf8Bytes {
        let key = match page.received {
            Received::Nothing => Some((None, page.log_version)),
            Received::Live(version) => Some((Some(version), page.log_version)),
            Received::Past(_) => None,
        };
        let cached = self.cache.iter().find(|(other, _)| Some(*other) == key).map(|(_, message)| message.clone());
        let is_cached = cached.is_some();
        let message = cached.unwrap_or_else(|| self.make_view_message(page));
        if let Some(key) = key.filter(|_| !is_cached && self.cache.len() < MAX_CACHED) {
            self.cache.push((key, message.clone()));
        }
        (page.received, page.log_version) = (Received::Live(self.versions.version()), self.log.version());
        message
    }

    fn make_view_message(&self, page: &PageState) -> Utf8Bytes {
        self.message_count.fetch_add(1, Ordering::Relaxed);
        let fragments = self.versions.current_fields(&page.received);
        let log = self.log.since(page.log_version).field();
        format!("{},{fragments},{log}}}", self.head).into()
    }
}

fn locked(latest: &Mutex<Latest>) -> MutexGuard<'_, Latest> {
    latest.lock().unwrap_or_else(PoisonError::into_inner)
}
