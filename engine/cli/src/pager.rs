//! Shows long texts in a pager: the command in the variable `PAGER`, else `less` (`more` on Windows).
//!
//! The pager is used on a terminal only. `NO_PAGER`, an empty `PAGER` and `PAGER=cat` turn it off.

use crate::out;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a pager is open. An open pager handles Ctrl-C itself.
static OPEN: AtomicBool = AtomicBool::new(false);

/// The options of `less` if the variable `LESS` is not set. `less` then keeps colours, prints short texts at once,
/// leaves the text on the screen when it closes, and shows how to close it.
const LESS_OPTIONS: &str = "-FRX -Psq goes back, Space goes on$";

/// Whether a pager is open.
#[cfg(unix)]
pub(crate) fn is_open() -> bool {
    OPEN.load(Ordering::Relaxed)
}

/// Prints a text. If the text has at least `height` lines, shows it in the pager.
pub(crate) fn print(text: &str, height: usize) {
    let is_long = text.lines().count() >= height;
    let command = pager_command(&|name| std::env::var(name).ok());
    if !is_long || command.is_none_or(|pager| !run(&pager, &out::sanitize(text, out::color()))) {
        out::text(text);
    }
}

/// Returns the pager command from environment variables; `None` if the pager is turned off.
fn pager_command(variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    if variable("NO_PAGER").is_some_and(|value| !value.is_empty()) {
        return None;
    }
    let pager = variable("PAGER").unwrap_or_else(|| if cfg!(windows) { "more" } else { "less" }.into());
    (!matches!(pager.trim(), "" | "cat")).then_some(pager)
}

/// Shows a text in a pager. Returns false and shows nothing if the pager does not start.
fn run(pager: &str, text: &str) -> bool {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(shell);
    // Exit code 127 distinguishes a missing pager from a pager that fails.
    let line = if cfg!(windows) {
        pager.to_owned()
    } else {
        format!("command -v {} >/dev/null || exit 127; {pager}", first_word(pager))
    };
    command.args([flag, &line]).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", LESS_OPTIONS);
    }
    // A line that was meant for the prompt must not run a command, or save a file, in `less`.
    command.env("LESSSECURE", "1");
    OPEN.store(true, Ordering::Relaxed);
    let result = command.spawn().and_then(|mut child| {
        // Leaving the pager early closes the pipe, which is not an error.
        let _ = child.stdin.take().map(|mut pipe| pipe.write_all(text.as_bytes()));
        child.wait()
    });
    OPEN.store(false, Ordering::Relaxed);
    result.is_ok_and(|status| status.code() != Some(127))
}

fn first_word(command_line: &str) -> &str {
    command_line.split_whitespace().next().unwrap_or(command_line)
}

#[cfg(test)]
mod tests {
    use super::{pager_command, run};

    fn choose(variables: &[(&str, &str)]) -> Option<String> {
        let value = |name: &str| variables.iter().find(|(variable, _)| *variable == name).map(|(_, value)| *value);
        pager_command(&|name| value(name).map(str::to_owned))
    }

    #[test]
    fn the_environment_chooses_the_pager_or_none() {
        assert_eq!(choose(&[("PAGER", "most -s")]).as_deref(), Some("most -s"));
        assert_eq!(choose(&[]).as_deref(), Some(if cfg!(windows) { "more" } else { "less" }));
        assert_eq!(choose(&[("NO_PAGER", "")]).as_deref(), choose(&[]).as_deref(), "an empty variable is not set");
        for off in [("NO_PAGER", "1"), ("PAGER", ""), ("PAGER", "cat")] {
            assert_eq!(choose(&[off]), None, "{off:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_pager_gets_the_text_and_a_missing_pager_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let copy = folder.path().join("read");
        assert!(run(&format!("tee {} >/dev/null", copy.display()), "one\ntwo\n"));
        assert_eq!(std::fs::read_to_string(&copy).expect("a copy"), "one\ntwo\n");
        assert!(!run("no-such-pager-here -x", "one\n"));
        assert!(run("true", &"more than a pipe holds\n".repeat(10_000)), "leaving early is not an error");
    }
}
