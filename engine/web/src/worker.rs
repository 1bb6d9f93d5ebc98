//! A worker thread for long queries. The worker answers a query on a copy of the game, while the game goes on.
//!
//! The worker answers one query at a time. A socket may have one query waiting or running.

use crate::output::Output;
use crate::replies;
use cardwright_session::{Reply, Session, Typed, Viewer, parse};
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc::Sender;

/// The most queries that wait.
const QUEUE_LENGTH: usize = 8;

/// Makes the copy of the game. The worker thread calls this function, because scripts cannot move between threads.
type MakeSession = Box<dyn FnOnce() -> Result<Session, String> + Send>;

/// A query of a page.
pub(crate) struct Query {
    /// The socket that asks.
    pub(crate) socket: u64,
    /// The queue for replies to the page.
    pub(crate) out: Sender<Output>,
    /// The number that the page gave the query. The reply contains the same number.
    pub(crate) number: u64,
    pub(crate) viewer: Viewer,
    pub(crate) line: String,
    /// Copies the game in its current state.
    pub(crate) copy: MakeSession,
}

/// Passes queries to the worker thread. The first query starts the thread. When the `Worker` is dropped, the thread
/// ends after its last query.
#[derive(Debug, Default)]
pub(crate) struct Worker {
    queue: Option<SyncSender<Query>>,
    /// The sockets whose query is still waiting or running.
    asking: Arc<Mutex<BTreeSet<u64>>>,
}

impl Worker {
    /// Passes a query to the worker thread. Returns the reason if the worker cannot take the query.
    pub(crate) fn ask(&mut self, query: Query) -> Result<(), &'static str> {
        let socket = query.socket;
        if self.asking.lock().unwrap_or_else(PoisonError::into_inner).contains(&socket) {
            return Err("the server still works on your last query: send one at a time");
        }
        let asking = self.asking.clone();
        let queue = self.queue.get_or_insert_with(|| {
            let (queue, queries) = sync_channel(QUEUE_LENGTH);
            std::thread::spawn(move || answer_all(&queries, &asking));
            queue
        });
        self.asking.lock().unwrap_or_else(PoisonError::into_inner).insert(socket);
        match queue.try_send(query) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.asking.lock().unwrap_or_else(PoisonError::into_inner).remove(&socket);
                if matches!(error, TrySendError::Disconnected(_)) {
                    self.queue = None; // The thread panicked. The next query starts another.
                }
                Err("the server works on other queries: ask again in a moment")
            }
        }
    }
}

/// Answers queries until the queue is closed. Runs on the worker thread.
fn answer_all(queries: &Receiver<Query>, asking: &Mutex<BTreeSet<u64>>) {
    while let Ok(Query { socket, out, number, viewer, line, copy }) = queries.recv() {
        // The page may have been closed meanwhile.
        let reply = (!out.is_closed()).then(|| match copy() {
            Ok(mut session) => answer(&mut session, viewer, &line),
            Err(why) => Reply::refused(why),
        });
        asking.lock().unwrap_or_else(PoisonError::into_inner).remove(&socket);
        if let Some(reply) = reply {
            // If the queue is full, the game closes the socket.
            let _ = out.try_send(Output::Text(replies::message(&reply, number)));
        }
    }
}

fn answer(session: &mut Session, viewer: Viewer, line: &str) -> Reply {
    match parse(line, session.table.row_words()) {
        Typed::Command(command, rest) => session.run(command, viewer, rest),
        _ => Reply::refused("this is not a query"),
    }
}
