//! What is longer than the terminal goes through a pager: the one that `PAGER` names, else `less`.
//!
//! A plain process, not a crate: people have set theirs, know its keys, and nothing is added that must be kept up. Only a person
//! at a terminal gets one; a pipe never. `NO_PAGER`, an empty `PAGER` and `PAGER=cat` turn it off.

use crate::out;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether one is open: Ctrl-C is for it then.
static OPEN: AtomicBool = AtomicBool::new(false);

/// How `less` behaves unless `LESS` says otherwise: colours pass, what fits is just printed, what was read stays on the screen, and
/// whoever does not know it is told how to get out.
const LESS: &str = "-FRX -Psq goes back, Space goes on$";

/// Whether a pager is open.
#[cfg(unix)]
pub(crate) fn is_open() -> bool {
    OPEN.load(Ordering::Relaxed)
}

/// Prints a text; one that is longer than so many lines through the pager, if there is one.
pub(crate) fn print(text: &str, height: usize) {
    let is_long = text.lines().count() >= height;
    let chosen = chosen(&|name| std::env::var(name).ok());
    if !is_long || chosen.is_none_or(|pager| !through(&pager, &out::fit(text, out::color()))) {
        out::text(text);
    }
}

/// The pager that the environment asks for; none where it wants none.
fn chosen(variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    if variable("NO_PAGER").is_some_and(|value| !value.is_empty()) {
        return None;
    }
    let pager = variable("PAGER").unwrap_or_else(|| if cfg!(windows) { "more" } else { "less" }.into());
    (!matches!(pager.trim(), "" | "cat")).then_some(pager)
}

/// Has a pager show a text. False: it could not be started, and nothing was shown.
fn through(pager: &str, text: &str) -> bool {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(shell);
    // The shell stays out of the way, and is missed only if there is no such pager.
    let line = if cfg!(windows) {
        pager.to_owned()
    } else {
        format!("command -v {} >/dev/null || exit 127; {pager}", name(pager))
    };
    command.args([flag, &line]).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    OPEN.store(true, Ordering::Relaxed);
    let done = command.spawn().and_then(|mut child| {
        // Whoever leaves a pager early closes the pipe: that is no error.
        let _ = child.stdin.take().map(|mut pipe| pipe.write_all(text.as_bytes()));
        child.wait()
    });
    OPEN.store(false, Ordering::Relaxed);
    done.is_ok_and(|status| status.code() != Some(127))
}

/// The first word of a command line.
fn name(pager: &str) -> &str {
    pager.split_whitespace().next().unwrap_or(pager)
}

#[cfg(test)]
mod tests {
    use super::{chosen, through};

    fn with(set: &[(&str, &str)]) -> Option<String> {
        chosen(&|name| set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_environment_chooses_the_pager_or_none() {
        assert_eq!(with(&[("PAGER", "most -s")]).as_deref(), Some("most -s"));
        assert_eq!(with(&[]).as_deref(), Some(if cfg!(windows) { "more" } else { "less" }));
        assert_eq!(with(&[("NO_PAGER", "")]).as_deref(), with(&[]).as_deref(), "set to nothing is not set");
        for off in [("NO_PAGER", "1"), ("PAGER", ""), ("PAGER", "cat")] {
            assert_eq!(with(&[off]), None, "{off:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_text_goes_through_the_pager_and_is_told_if_there_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = folder.path().join("read");
        assert!(through(&format!("tee {} >/dev/null", kept.display()), "one\ntwo\n"));
        assert_eq!(std::fs::read_to_string(&kept).expect("what the pager read"), "one\ntwo\n");
        assert!(!through("no-such-pager-here -x", "one\n"));
        assert!(through("true", &"more than a pipe holds\n".repeat(10_000)), "one that is left early is no error");
    }
}
