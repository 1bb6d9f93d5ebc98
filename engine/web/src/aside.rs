//! Questions that may take the rules seconds: answered on a thread of their own, of a copy of the game, while the game goes on.
//!
//! One is worked out at a time, and a reader has one at a time: whoever asks much waits for itself.

use crate::game::Out;
use crate::keeper::Copy;
use crate::reader::Reader;
use crate::reply::Reply;
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc::Sender;

/// Questions that wait: each holds a copy of the game.
const WAITING: usize = 8;

/// A question, and where its answer goes.
pub(crate) struct Question {
    /// The socket that asks.
    pub(crate) socket: u64,
    /// Where replies go.
    pub(crate) out: Sender<Out>,
    /// The page's number for it.
    pub(crate) to: u64,
    /// Who asks.
    pub(crate) reader: Reader,
    /// The line.
    pub(crate) line: String,
    /// The game as it is now.
    pub(crate) copy: Copy,
}

/// The thread that answers, begun with the first question; it ends when this is dropped and it has answered.
#[derive(Debug, Default)]
pub(crate) struct Aside {
    to: Option<SyncSender<Question>>,
    /// The sockets whose question is not answered yet.
    asking: Arc<Mutex<BTreeSet<u64>>>,
}

impl Aside {
    /// Whether a socket may ask: or why not now.
    pub(crate) fn may_ask(&self, socket: u64) -> Result<(), Reply> {
        match self.asking.lock().unwrap_or_else(PoisonError::into_inner).contains(&socket) {
            true => Err(Reply::refused("your last question is still being worked out: one at a time")),
            false => Ok(()),
        }
    }

    /// Hands a question on; what is said at once where it cannot be.
    pub(crate) fn ask(&mut self, question: Question) -> Result<(), Reply> {
        let socket = question.socket;
        let asking = self.asking.clone();
        let to = self.to.get_or_insert_with(|| {
            let (to, questions) = sync_channel(WAITING);
            std::thread::spawn(move || answer_all(&questions, &asking));
            to
        });
        self.asking.lock().unwrap_or_else(PoisonError::into_inner).insert(socket);
        match to.try_send(question) {
            Ok(()) => Ok(()),
            Err(failed) => {
                self.asking.lock().unwrap_or_else(PoisonError::into_inner).remove(&socket);
                if matches!(failed, TrySendError::Disconnected(_)) {
                    self.to = None; // By a fault of the program: another thread is begun with the next.
                }
                Err(Reply::refused("others' questions are being worked out: ask again in a moment"))
            }
        }
    }
}

fn answer_all(questions: &Receiver<Question>, asking: &Mutex<BTreeSet<u64>>) {
    while let Ok(Question { socket, out, to, reader, line, copy }) = questions.recv() {
        // Who asked may have left meanwhile.
        let reply = (!out.is_closed()).then(|| match copy() {
            Ok(mut keeper) => Reply::of_said(keeper.say(reader, &line)),
            Err(why) => Reply::refused(why),
        });
        asking.lock().unwrap_or_else(PoisonError::into_inner).remove(&socket);
        if let Some(reply) = reply {
            // A reader that takes nothing any more is let go by the game.
            let _ = out.try_send(Out::Text(reply.json(Some(to))));
        }
    }
}
