//! The bot that searches. It thinks on a thread of its own, so the prompt and the pages answer meanwhile.

use cardwright_bots::Effort;
use cardwright_script::Program;
use cardwright_search::{Found, Question, Searcher};
use cardwright_sim::Questions;
use cardwright_table::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// How long one look at the thread waits for its answer.
const PATIENCE: Duration = Duration::from_millis(10);

/// A thread that searches, and the question that it works on.
#[derive(Debug)]
pub(crate) struct Thinker {
    program: Arc<Program>,
    questions: Sender<Question>,
    answers: Receiver<Found>,
    stop: Arc<AtomicBool>,
    /// The event at which the pending question was asked.
    asked_at: Option<usize>,
    made: Questions,
}

impl Thinker {
    /// Starts the thread. It ends when the thinker is dropped.
    pub(crate) fn new(program: &Arc<Program>) -> Thinker {
        let (questions, receiver) = mpsc::channel::<Question>();
        let (sender, answers) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (stops, for_thread) = (stop.clone(), program.clone());
        thread::spawn(move || {
            // The rules load, because the table plays by them. Without memory for one more VM the channel closes.
            let Ok(vm) = for_thread.vm() else { return };
            let mut searcher = Searcher::new(vm);
            for question in receiver {
                if sender.send(searcher.answer(&question, &stops)).is_err() {
                    return;
                }
            }
        });
        Thinker { program: program.clone(), questions, answers, stop, asked_at: None, made: Questions::default() }
    }

    /// Whether the thinker plays by these rules.
    pub(crate) fn plays_by(&self, program: &Arc<Program>) -> bool {
        Arc::ptr_eq(&self.program, program)
    }

    /// Ends the search with the best answer so far.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Asks for an answer to the pending choice, or looks whether it is there. `None` while the search goes on.
    ///
    /// # Errors
    /// The thread has ended.
    pub(crate) fn think(&mut self, table: &Table, seed: u64, effort: Effort) -> Result<Option<Found>, ()> {
        let now = table.shown_event();
        if self.asked_at.is_none() {
            let Some(question) = self.made.pending(table, seed, effort) else { return Err(()) };
            self.stop.store(false, Ordering::Relaxed);
            self.questions.send(question).map_err(|_| ())?;
            self.asked_at = Some(now);
        }
        match self.answers.recv_timeout(PATIENCE) {
            // The game has moved on, so the answer is of no use.
            Ok(_) if self.asked_at.take() != Some(now) => Ok(None),
            Ok(found) => {
                self.made.found(table);
                Ok(Some(found))
            }
            Err(RecvTimeoutError::Timeout) => {
                if self.asked_at != Some(now) {
                    self.hurry();
                }
                Ok(None)
            }
            Err(RecvTimeoutError::Disconnected) => Err(()),
        }
    }
}
