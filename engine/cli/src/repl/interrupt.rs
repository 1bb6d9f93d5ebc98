//! Handles Ctrl-C and termination signals: restores the terminal and prints how to resume the game.

use crate::out;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Whether a long query is running. Ctrl-C then cancels the query and does not end the program.
static CANCELLABLE: AtomicBool = AtomicBool::new(false);
/// Whether Ctrl-C has cancelled the query.
static CANCELLED: AtomicBool = AtomicBool::new(false);

/// A guard. While it lives, Ctrl-C cancels the running query and does not end the program.
pub(super) struct CancellableQuery;

/// Lets Ctrl-C cancel the query that starts now, until the returned guard is dropped.
pub(super) fn cancellable_query() -> CancellableQuery {
    CANCELLED.store(false, Ordering::Relaxed);
    CANCELLABLE.store(true, Ordering::Relaxed);
    CancellableQuery
}

impl Drop for CancellableQuery {
    fn drop(&mut self) {
        CANCELLABLE.store(false, Ordering::Relaxed);
    }
}

/// Whether Ctrl-C has cancelled the running query.
pub(super) fn is_cancelled() -> bool {
    CANCELLABLE.load(Ordering::Relaxed) && CANCELLED.load(Ordering::Relaxed)
}

/// Cancels the running query after a Ctrl-C. Returns false if no query is running.
pub(super) fn cancel_query() -> bool {
    let is_running = CANCELLABLE.load(Ordering::Relaxed);
    if is_running {
        CANCELLED.store(true, Ordering::Relaxed);
    }
    is_running
}

/// The state that the prompt shares with the signal thread: the path of the record, and whether the prompt reads a line
/// or works.
#[derive(Debug, Default)]
pub(super) struct Interrupts(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// The path of the record, if the game has one.
    record: Mutex<Option<PathBuf>>,
    /// Whether a Ctrl-C came that the signal thread has not handled yet.
    interrupted: Arc<AtomicBool>,
    /// Whether the prompt reads a line.
    reading: AtomicBool,
    /// When the first Ctrl-C came, while the program waits for the running line to finish.
    since: Mutex<Option<Instant>>,
    /// Whether a person types lines at a terminal. If not, every Ctrl-C ends the program.
    is_typed: bool,
}

impl Interrupts {
    /// Starts the signal thread.
    pub(super) fn watching() -> Interrupts {
        let interrupts = Interrupts::new(std::io::stdin().is_terminal());
        #[cfg(unix)]
        unix::watch(interrupts.0.clone());
        interrupts
    }
    fn new(is_typed: bool) -> Interrupts {
        Interrupts(Arc::new(State { is_typed, ..State::default() }))
    }
    /// Sets the path of the record.
    pub(super) fn set_record(&self, record: Option<PathBuf>) {
        *self.0.record.lock().unwrap_or_else(PoisonError::into_inner) = record;
    }
    /// Notes that the prompt starts to read a line. Drops a Ctrl-C that came when the last line was finished already.
    /// Returns whether it dropped one.
    pub(super) fn begin_reading(&self) -> bool {
        // Without a terminal no Ctrl-C is dropped: the signal thread ends the program at every one.
        let drop_pending = || {
            let was_waiting = self.0.since.lock().unwrap_or_else(PoisonError::into_inner).take().is_some();
            was_waiting | self.0.interrupted.swap(false, Ordering::Relaxed)
        };
        let was_dropped = self.0.is_typed && drop_pending();
        self.0.reading.store(true, Ordering::Relaxed);
        was_dropped
    }
    /// Notes that the prompt starts to work on a line.
    pub(super) fn begin_working(&self) {
        self.0.reading.store(false, Ordering::Relaxed);
    }
}

impl State {
    /// Handles a Ctrl-C. Returns whether it ends the program now. While a line is running, the first Ctrl-C waits for
    /// the line to finish, and the second Ctrl-C ends the program.
    fn ends_program(&self) -> bool {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        !self.is_typed || self.reading.load(Ordering::Relaxed) || since.replace(Instant::now()).is_some()
    }
    /// Whether the running line has not finished within [`GRACE`] after the first Ctrl-C.
    fn is_late(&self) -> bool {
        let since = *self.since.lock().unwrap_or_else(PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() >= GRACE)
    }
}

/// How long a line may run on after the first Ctrl-C.
const GRACE: Duration = Duration::from_secs(1);

/// Prints the message about the stopped game.
fn print_stopped(record: Option<&PathBuf>) {
    out::note(match record {
        Some(path) => format!(
            "\nstopped: every answer that was shown as done is recorded; go on with: cardwright play --resume {}",
            crate::saved_games::resume_name(path)
        ),
        None => "\nstopped: this game has no record and is lost".to_owned(),
    });
}

#[cfg(test)]
mod tests {
    use super::Interrupts;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_ctrl_c_after_the_line_is_done_does_not_end_the_program() {
        let interrupts = Interrupts::new(true);
        interrupts.begin_working();
        // The prompt reads the next line before the signal thread sees the Ctrl-C.
        interrupts.0.interrupted.store(true, Ordering::Relaxed);
        assert!(interrupts.begin_reading(), "`begin_reading` reports the dropped Ctrl-C");
        assert!(!interrupts.begin_reading() && !interrupts.0.interrupted.load(Ordering::Relaxed), "it reports it once");
        // The signal thread sees the Ctrl-C before the line finishes.
        interrupts.begin_working();
        assert!(!interrupts.0.ends_program(), "the first Ctrl-C waits");
        assert!(interrupts.begin_reading() && !interrupts.0.is_late());
        interrupts.begin_working();
        assert!(!interrupts.0.ends_program() && interrupts.0.ends_program(), "the second Ctrl-C does not wait");
    }

    #[test]
    fn without_a_terminal_no_signal_is_dropped() {
        let interrupts = Interrupts::new(false);
        interrupts.begin_working();
        interrupts.0.interrupted.store(true, Ordering::Relaxed);
        assert!(!interrupts.begin_reading() && interrupts.0.interrupted.load(Ordering::Relaxed));
        interrupts.begin_working();
        assert!(interrupts.0.ends_program(), "the first Ctrl-C ends the program");
    }

    #[test]
    fn a_signal_at_the_prompt_ends_the_program() {
        let interrupts = Interrupts::new(true);
        interrupts.begin_reading();
        assert!(interrupts.0.ends_program());
    }
}

#[cfg(unix)]
mod unix {
    use super::{State, print_stopped};
    use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, PoisonError};
    use std::time::Duration;

    const POLL_EVERY: Duration = Duration::from_millis(50);

    /// Starts a thread that polls for signals. While a line is typed at a terminal, the editor reads Ctrl-C as a key,
    /// so it does not come as a signal.
    pub(super) fn watch(state: Arc<State>) {
        let settings = tcgetattr(std::io::stdin()).ok();
        let flags = [(SIGINT, state.interrupted.clone()), (SIGTERM, Arc::new(AtomicBool::new(false)))];
        let flags = flags
            .map(|(signal, flag)| signal_hook::flag::register(signal, flag.clone()).is_ok().then_some((signal, flag)));
        let poll = move || {
            loop {
                std::thread::sleep(POLL_EVERY);
                let is_set = |(_, flag): &&(i32, Arc<AtomicBool>)| flag.swap(false, Ordering::Relaxed);
                let signal = match flags.iter().flatten().find(is_set) {
                    // A pager handles Ctrl-C itself.
                    Some((SIGINT, _)) if crate::pager::is_open() || super::cancel_query() => continue,
                    Some((SIGINT, _)) if !state.ends_program() => continue,
                    Some((signal, _)) => *signal,
                    None if state.is_late() => SIGINT,
                    None => continue,
                };
                if let Some(settings) = &settings {
                    let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, settings);
                }
                print_stopped(state.record.lock().unwrap_or_else(PoisonError::into_inner).as_ref());
                // Shells expect this exit code of a program that a signal ended.
                std::process::exit(128 + signal);
            }
        };
        // Without the thread, nothing could stop the program: the signals only set flags that the thread reads.
        if std::thread::Builder::new().spawn(poll).is_err() {
            std::process::exit(1);
        }
    }
}
