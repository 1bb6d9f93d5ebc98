//! Ctrl-C while a rule runs, and the end that the system asks for: the terminal is left as it was found, and what is recorded is told.

use crate::out;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Whether something is worked out that Ctrl-C leaves, rather than the program.
static LEAVABLE: AtomicBool = AtomicBool::new(false);
/// Whether it was left.
static LEFT: AtomicBool = AtomicBool::new(false);

/// While it lives, Ctrl-C leaves what is worked out and not the program.
pub(super) struct Leaving;

/// From here on Ctrl-C leaves what is worked out.
pub(super) fn leaving() -> Leaving {
    LEFT.store(false, Ordering::Relaxed);
    LEAVABLE.store(true, Ordering::Relaxed);
    Leaving
}

impl Drop for Leaving {
    fn drop(&mut self) {
        LEAVABLE.store(false, Ordering::Relaxed);
    }
}

/// Whether Ctrl-C was pressed since.
pub(super) fn has_left() -> bool {
    LEAVABLE.load(Ordering::Relaxed) && LEFT.load(Ordering::Relaxed)
}

/// Takes a Ctrl-C, if something is worked out that it leaves.
pub(super) fn takes() -> bool {
    let takes = LEAVABLE.load(Ordering::Relaxed);
    if takes {
        LEFT.store(true, Ordering::Relaxed);
    }
    takes
}

/// Where the record is, for whoever tells of it when the program is stopped; and whether something is worked out meanwhile.
#[derive(Debug, Default)]
pub(super) struct Stopped(Arc<State>);

#[derive(Debug, Default)]
struct State {
    record: Mutex<Option<PathBuf>>,
    /// Ctrl-C came, and nobody has looked yet.
    interrupted: Arc<AtomicBool>,
    /// Whether a line is read.
    reading: AtomicBool,
    /// Since when Ctrl-C waits for what is worked out.
    since: Mutex<Option<Instant>>,
    /// Whether lines are typed at a terminal: only there Ctrl-C is meant for one of them. Elsewhere the signal ends the program.
    is_typed: bool,
}

impl Stopped {
    /// From here on a program that is stopped says how the game goes on.
    pub(super) fn watching() -> Stopped {
        let stopped = Stopped::typed(std::io::stdin().is_terminal());
        #[cfg(unix)]
        unix::watch(stopped.0.clone());
        stopped
    }
    fn typed(is_typed: bool) -> Stopped {
        Stopped(Arc::new(State { is_typed, ..State::default() }))
    }
    /// Notes where the record is now.
    pub(super) fn note(&self, record: Option<PathBuf>) {
        *self.0.record.lock().unwrap_or_else(PoisonError::into_inner) = record;
    }
    /// A line is read from here on. Whether a Ctrl-C came before, which found nothing left to stop: then it is forgotten.
    pub(super) fn reads(&self) -> bool {
        // Where nobody types, what came is seen to by whoever looks for it.
        let forget = || {
            let waits = self.0.since.lock().unwrap_or_else(PoisonError::into_inner).take().is_some();
            waits | self.0.interrupted.swap(false, Ordering::Relaxed)
        };
        let came = self.0.is_typed && forget();
        self.0.reading.store(true, Ordering::Relaxed);
        came
    }
    /// Something is worked out from here on.
    pub(super) fn works(&self) {
        self.0.reading.store(false, Ordering::Relaxed);
    }
}

impl State {
    /// A Ctrl-C was seen: whether it ends the program at once. The first leaves what is worked out some time, for a line that is
    /// done meanwhile was all that it could have been for.
    fn ends_by_another(&self) -> bool {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        !self.is_typed || self.reading.load(Ordering::Relaxed) || since.replace(Instant::now()).is_some()
    }
    /// Whether what is worked out has had its time since the first Ctrl-C.
    fn is_late(&self) -> bool {
        let since = *self.since.lock().unwrap_or_else(PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() >= GRACE)
    }
}

/// How long what is worked out may go on after Ctrl-C.
const GRACE: Duration = Duration::from_secs(1);

/// What is told.
fn tell(record: Option<&PathBuf>) {
    out::note(match record {
        Some(path) => format!(
            "\nstopped: every answer that was shown as done is recorded; go on with: cardwright play --resume {}",
            crate::saved::called(path)
        ),
        None => "\nstopped: this game is played without a record, nothing is kept".to_owned(),
    });
}

#[cfg(test)]
mod tests {
    use super::Stopped;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_ctrl_c_that_finds_the_line_done_ends_nothing() {
        let stopped = Stopped::typed(true);
        stopped.works();
        // It came, and nobody saw it before the next line was read.
        stopped.0.interrupted.store(true, Ordering::Relaxed);
        assert!(stopped.reads(), "it is told that nothing was left to stop");
        assert!(!stopped.reads() && !stopped.0.interrupted.load(Ordering::Relaxed), "once");
        // It was seen while something was worked out, which came to its end.
        stopped.works();
        assert!(!stopped.0.ends_by_another(), "the first waits");
        assert!(stopped.reads() && !stopped.0.is_late());
        stopped.works();
        assert!(!stopped.0.ends_by_another() && stopped.0.ends_by_another(), "the second does not wait");
    }

    #[test]
    fn where_nobody_types_no_signal_is_forgotten() {
        let stopped = Stopped::typed(false);
        stopped.works();
        stopped.0.interrupted.store(true, Ordering::Relaxed);
        assert!(!stopped.reads() && stopped.0.interrupted.load(Ordering::Relaxed));
        stopped.works();
        assert!(stopped.0.ends_by_another(), "the first ends it");
    }

    #[test]
    fn at_the_prompt_the_signal_itself_ends_the_program() {
        let stopped = Stopped::typed(true);
        stopped.reads();
        assert!(stopped.0.ends_by_another());
    }
}

#[cfg(unix)]
mod unix {
    use super::{State, tell};
    use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, PoisonError};
    use std::time::Duration;

    const LOOK_EVERY: Duration = Duration::from_millis(50);

    /// Looks every now and then whether the program was told to stop. At the prompt Ctrl-C is a key and no signal.
    pub(super) fn watch(state: Arc<State>) {
        let before = tcgetattr(std::io::stdin()).ok();
        let flags = [(SIGINT, state.interrupted.clone()), (SIGTERM, Arc::new(AtomicBool::new(false)))];
        let flags = flags
            .map(|(signal, flag)| signal_hook::flag::register(signal, flag.clone()).is_ok().then_some((signal, flag)));
        let look = move || {
            loop {
                std::thread::sleep(LOOK_EVERY);
                let came = |(_, flag): &&(i32, Arc<AtomicBool>)| flag.swap(false, Ordering::Relaxed);
                let signal = match flags.iter().flatten().find(came) {
                    // In a pager Ctrl-C is a key.
                    Some((SIGINT, _)) if crate::pager::is_open() || super::takes() => continue,
                    Some((SIGINT, _)) if !state.ends_by_another() => continue,
                    Some((signal, _)) => *signal,
                    None if state.is_late() => SIGINT,
                    None => continue,
                };
                if let Some(before) = &before {
                    let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, before);
                }
                tell(state.record.lock().unwrap_or_else(PoisonError::into_inner).as_ref());
                std::process::exit(128 + signal);
            }
        };
        // Without that thread the signals would be taken and nothing done.
        if std::thread::Builder::new().spawn(look).is_err() {
            std::process::exit(1);
        }
    }
}
