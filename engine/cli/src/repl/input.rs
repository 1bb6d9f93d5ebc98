//! Reads lines from a terminal or from a pipe.

use super::display::paint::Page;
use super::prompt::Prompt;
use super::terminal::{DEFAULT_WIDTH, HandOver, Terminal};
use crate::out;
use cardwright_state::SideId;
use std::cell::RefCell;
use std::io::{BufRead, IsTerminal, Read as _};
use std::path::PathBuf;
use std::rc::Rc;

/// The largest width for a pipe.
const MAX_WIDTH: usize = 1000;

/// The most bytes of a line from a pipe.
const MAX_LINE: u64 = 64 << 10;
const TOO_LONG: &str = "a line of more than 64 KiB was ignored: split it into shorter lines";
pub(crate) const NOT_UTF8: &str = "a line that is not UTF-8 was ignored: write the input in UTF-8";

/// The result of reading a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LineRead {
    /// A line that a player typed.
    Typed(String),
    /// A line from a pipe, or one of several pasted lines.
    Batch(String),
    /// Ctrl-C, with or without text on the line.
    Cancelled { was_empty: bool },
    /// A line that cannot be read. Holds the reason.
    Unreadable(&'static str),
    /// Ctrl-D, or the end of the pipe.
    End,
}

/// The source of lines.
pub(crate) enum Input {
    Terminal(Box<Terminal>),
    Pipe,
}

/// Trims a line of a batch. Returns `None` for empty lines and comments. `#3` is a row number, not a comment.
pub(super) fn batch_line(line: &str) -> Option<&str> {
    let line = line.trim();
    let is_comment = line.strip_prefix('#').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    (!line.is_empty() && !is_comment).then_some(line)
}

/// Reads and echoes the next line of a pipe.
fn read_pipe(prompt: &str) -> LineRead {
    let line_read = next_line(&mut std::io::stdin().lock());
    if let LineRead::Batch(line) = &line_read {
        out::line(format!("{prompt}{line}"));
    }
    line_read
}

/// Reads the next line that is neither empty nor a comment.
fn next_line(pipe: &mut impl BufRead) -> LineRead {
    loop {
        let mut bytes = Vec::new();
        if pipe.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut bytes).map_or(true, |n| n == 0) {
            return LineRead::End;
        }
        if bytes.len() as u64 > MAX_LINE {
            // Skip the rest of the line without storing it.
            let is_whole = bytes.ends_with(b"\n");
            return if is_whole || pipe.skip_until(b'\n').is_ok() {
                LineRead::Unreadable(TOO_LONG)
            } else {
                LineRead::End
            };
        }
        let Ok(line) = String::from_utf8(bytes) else { return LineRead::Unreadable(NOT_UTF8) };
        // Some systems put a byte order mark at the start of a pipe.
        if let Some(line) = batch_line(line.strip_prefix('\u{feff}').unwrap_or(&line)) {
            return LineRead::Batch(line.to_owned());
        }
    }
}

/// Whether standard input and output are a terminal.
pub(crate) fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

impl Input {
    /// Opens the line editor on a terminal, or the pipe. The terminal keeps its lines in the file `history`.
    pub(crate) fn open(color: bool, history: Option<PathBuf>) -> Input {
        let terminal = is_terminal().then(|| Terminal::open(color, history)).flatten();
        terminal.map_or(Input::Pipe, |terminal| Input::Terminal(Box::new(terminal)))
    }

    /// Returns the page to draw on, in the current size of the terminal.
    pub(crate) fn page(&mut self, color: bool) -> Page {
        let variable = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<usize>().ok());
        match self {
            Input::Terminal(terminal) => terminal.page(color),
            Input::Pipe => {
                Page { width: variable("COLUMNS").unwrap_or(DEFAULT_WIDTH).clamp(40, MAX_WIDTH), height: 60, color }
            }
        }
    }

    /// Returns a function that prints from another thread and keeps the line being typed intact.
    pub(crate) fn printer(&mut self) -> Option<Box<dyn FnMut(String) + Send>> {
        match self {
            Input::Terminal(terminal) => Some(terminal.printer()),
            Input::Pipe => None,
        }
    }

    /// Adds a line to the history, so that ↑ shows it first.
    pub(crate) fn add_to_history(&mut self, line: &str) {
        if let Input::Terminal(terminal) = self {
            terminal.add_to_history(line);
        }
    }

    /// Reads a line. On a terminal the line starts with `initial`.
    pub(crate) fn read(&mut self, prompt: &Rc<RefCell<Prompt>>, initial: &str) -> LineRead {
        match self {
            Input::Terminal(terminal) => terminal.read(prompt, initial),
            Input::Pipe => read_pipe(&prompt.borrow().line_prompt().0),
        }
    }

    /// Reads a line before the game starts.
    pub(crate) fn read_before_start(&mut self, prompt: &str) -> LineRead {
        match self {
            Input::Terminal(terminal) => terminal.read_before_start(prompt),
            Input::Pipe => read_pipe(prompt),
        }
    }

    /// Hands the keyboard to another player ([`Terminal::hand_over`]). Returns false at the end of input.
    pub(crate) fn hand_over(&mut self, from: Option<SideId>, to: SideId, hand_over: &HandOver<'_>, page: Page) -> bool {
        match self {
            Input::Terminal(terminal) => terminal.hand_over(from, to, hand_over, page),
            Input::Pipe => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LineRead;

    #[test]
    fn only_the_unreadable_line_of_a_pipe_is_skipped() {
        let mut pipe = b"\xef\xbb\xbfraise port\r\n\n# Red opens\n".to_vec();
        pipe.extend(vec![0; 30 << 20]);
        pipe.extend(b"\ncaf\xe9\n#3\n".iter().chain(&[b'x'; (64 << 10) - 1]).chain(b"\nlast"));
        let mut pipe = &pipe[..];
        let mut next = || super::next_line(&mut pipe);
        assert_eq!(next(), LineRead::Batch("raise port".into()), "without the byte order mark");
        assert_eq!(next(), LineRead::Unreadable(super::TOO_LONG));
        assert_eq!(next(), LineRead::Unreadable(super::NOT_UTF8));
        assert_eq!(next(), LineRead::Batch("#3".into()));
        assert_eq!(next(), LineRead::Batch("x".repeat((64 << 10) - 1)), "the longest line");
        assert_eq!(next(), LineRead::Batch("last".into()));
        assert_eq!(next(), LineRead::End);
    }
}
