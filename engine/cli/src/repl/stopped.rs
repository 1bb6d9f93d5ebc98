//! Ctrl-C while a rule runs, and the end that the system asks for: the terminal is left as it was found, and what is recorded is told.

use crate::out;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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

/// Where the record is, for whoever tells of it when the program is stopped.
#[derive(Debug, Default)]
pub(super) struct Stopped(Arc<Mutex<Option<PathBuf>>>);

impl Stopped {
    /// From here on a program that is stopped says how the game goes on.
    pub(super) fn watching() -> Stopped {
        let stopped = Stopped::default();
        #[cfg(unix)]
        unix::watch(stopped.0.clone());
        stopped
    }
    /// Notes where the record is now.
    pub(super) fn note(&self, record: Option<PathBuf>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = record;
    }
}

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

#[cfg(unix)]
mod unix {
    use super::tell;
    use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::Duration;

    const LOOK_EVERY: Duration = Duration::from_millis(50);

    /// Looks every now and then whether the program was told to stop. At the prompt Ctrl-C is a key and no signal.
    pub(super) fn watch(record: Arc<Mutex<Option<PathBuf>>>) {
        let before = tcgetattr(std::io::stdin()).ok();
        let flags = [SIGINT, SIGTERM].map(|signal| {
            let flag = Arc::new(AtomicBool::new(false));
            signal_hook::flag::register(signal, flag.clone()).is_ok().then_some((signal, flag))
        });
        let look = move || {
            loop {
                std::thread::sleep(LOOK_EVERY);
                let came = |(_, flag): &&(i32, Arc<AtomicBool>)| flag.load(Ordering::Relaxed);
                let Some((signal, flag)) = flags.iter().flatten().find(came) else { continue };
                // In a pager Ctrl-C is a key.
                if *signal == SIGINT && crate::pager::is_open() {
                    flag.store(false, Ordering::Relaxed);
                    continue;
                }
                if *signal == SIGINT && super::takes() {
                    flag.store(false, Ordering::Relaxed);
                    continue;
                }
                if let Some(before) = &before {
                    let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, before);
                }
                tell(record.lock().unwrap_or_else(PoisonError::into_inner).as_ref());
                std::process::exit(128 + signal);
            }
        };
        // Without that thread the signals would be taken and nothing done.
        if std::thread::Builder::new().spawn(look).is_err() {
            std::process::exit(1);
        }
    }
}
