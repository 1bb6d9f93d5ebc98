//! Reads lines from a line editor on a terminal, or from a pipe.

use super::ReplOptions;
use super::completion::EditorHelper;
use super::display::paint::Page;
use super::prompt::Prompt;
use crate::out;
use cardwright_state::SideId;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Editor, Event, EventContext, EventHandler, ExternalPrinter, KeyEvent,
    RepeatCount,
};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{BufRead, IsTerminal, Read as _};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The width of a page if neither the terminal nor the variable `COLUMNS` says how wide it is.
const DEFAULT_WIDTH: usize = 80;
/// The largest width for a pipe.
const MAX_WIDTH: usize = 1000;

/// The most bytes of a line from a pipe.
const MAX_LINE: u64 = 64 << 10;
const TOO_LONG: &str = "a line of more than 64 KiB was ignored: split it into shorter lines";
const NOT_UTF8: &str = "a line that is not UTF-8 was ignored: write the input in UTF-8";

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LineRead {
    /// A line that a player typed.
    Typed(String),
    /// A line from a pipe, or one of several pasted lines.
    Batch(String),
    /// Ctrl-C, with or without text on the line.
    Cancelled { was_empty: bool },
    /// A line from a pipe that cannot be read. Holds the reason.
    Unreadable(&'static str),
    /// Ctrl-D, or the end of the pipe.
    End,
}

/// The source of lines.
pub(crate) enum Input {
    Terminal {
        editor: Box<Editor<EditorHelper, FileHistory>>,
        /// Whether the line was empty when the player last pressed Ctrl-C.
        was_empty: Arc<AtomicBool>,
        /// The history file, if lines are kept in one.
        history: Option<PathBuf>,
        /// The histories of players who are not at the keyboard now.
        others: Histories<FileHistory>,
        /// Pasted lines that the prompt has not read yet.
        pasted: VecDeque<String>,
    },
    Pipe,
}

/// Trims a line of a batch. Returns `None` for empty lines and comments. `#3` is a row number, not a comment.
fn batch_line(line: &str) -> Option<&str> {
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

/// Returns the line from the editor. If the player pasted several lines, returns the first and adds the others to
/// `pasted`.
fn first_of_pasted(text: String, pasted: &mut VecDeque<String>) -> LineRead {
    if !text.contains('\n') {
        return LineRead::Typed(text);
    }
    pasted.extend(text.lines().filter_map(batch_line).map(str::to_owned));
    pasted.pop_front().map_or(LineRead::Cancelled { was_empty: false }, LineRead::Batch)
}

/// Whether standard input and output are a terminal.
pub(crate) fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

impl Input {
    /// Opens the line editor on a terminal, or the pipe.
    pub(crate) fn open(options: &ReplOptions) -> Input {
        if !is_terminal() {
            return Input::Pipe;
        }
        let config = Config::builder()
            .completion_type(rustyline::CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .color_mode(if options.color { rustyline::ColorMode::Enabled } else { rustyline::ColorMode::Disabled })
            .build();
        let Ok(mut editor) = Editor::<EditorHelper, FileHistory>::with_config(config) else { return Input::Pipe };
        editor.set_helper(Some(EditorHelper::new(Page { width: DEFAULT_WIDTH, height: 24, color: options.color })));
        let was_empty = Arc::new(AtomicBool::new(true));
        editor.bind_sequence(
            KeyEvent::ctrl('C'),
            EventHandler::Conditional(Box::new(RecordEmptyLine(was_empty.clone()))),
        );
        if let Some(path) = &options.history {
            let _ = path.parent().map(std::fs::create_dir_all);
            // The first session has no history yet.
            let _ = editor.load_history(path);
        }
        let (editor, history) = (Box::new(editor), options.history.clone());
        Input::Terminal { editor, was_empty, history, others: Histories::default(), pasted: VecDeque::new() }
    }

    /// Returns the page to draw on, in the current size of the terminal.
    pub(crate) fn page(&mut self, color: bool) -> Page {
        let variable = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<usize>().ok());
        match self {
            Input::Terminal { editor, .. } => {
                let (width, height) = editor.dimensions().unwrap_or((DEFAULT_WIDTH as u16, 24));
                Page::new(width.into(), height.into(), color)
            }
            Input::Pipe => {
                Page { width: variable("COLUMNS").unwrap_or(DEFAULT_WIDTH).clamp(40, MAX_WIDTH), height: 60, color }
            }
        }
    }

    /// Returns a function that prints from another thread and keeps the line being typed intact.
    pub(crate) fn printer(&mut self) -> Option<Box<dyn FnMut(String) + Send>> {
        let Input::Terminal { editor, .. } = self else { return None };
        let mut printer = editor.create_external_printer().ok()?;
        Some(Box::new(move |text| {
            let _ = printer.print(format!("{text}\n"));
        }))
    }

    /// Adds a line to the history, so that ↑ shows it first.
    pub(crate) fn add_to_history(&mut self, line: &str) {
        if let Input::Terminal { editor, .. } = self {
            let _ = editor.add_history_entry(line);
        }
    }

    /// Reads a line. On a terminal the line starts with `initial`.
    pub(crate) fn read(&mut self, prompt: &Rc<RefCell<Prompt>>, initial: &str) -> LineRead {
        let line_prompt = prompt.borrow().line_prompt(); // Without colour (`.0`) and with colour (`.1`).
        match self {
            Input::Terminal { pasted, .. } if !pasted.is_empty() => {
                let line = pasted.pop_front().unwrap_or_default();
                out::line(format!("{}{line}", line_prompt.1));
                LineRead::Batch(line)
            }
            Input::Terminal { editor, was_empty, history, pasted, .. } => {
                if let Some(helper) = editor.helper_mut() {
                    helper.prompt = Some(prompt.clone());
                }
                match editor.readline_with_initial(&line_prompt, (initial, "")) {
                    Ok(line) => {
                        if !line.trim().is_empty() {
                            let _ = editor.add_history_entry(line.as_str());
                            if let Some(path) = history {
                                let _ = editor.append_history(path);
                            }
                        }
                        first_of_pasted(line, pasted)
                    }
                    Err(ReadlineError::Interrupted) => {
                        LineRead::Cancelled { was_empty: was_empty.load(Ordering::Relaxed) }
                    }
                    Err(_) => LineRead::End,
                }
            }
            Input::Pipe => read_pipe(&line_prompt.0),
        }
    }

    /// Reads a line before the game starts.
    pub(crate) fn read_before_start(&mut self, prompt: &str) -> LineRead {
        match self {
            Input::Terminal { editor, was_empty, .. } => match editor.readline(prompt) {
                Ok(line) => LineRead::Typed(line),
                Err(ReadlineError::Interrupted) => LineRead::Cancelled { was_empty: was_empty.load(Ordering::Relaxed) },
                Err(_) => LineRead::End,
            },
            Input::Pipe => read_pipe(prompt),
        }
    }

    /// Waits for Enter, so that the player can read the screen. Returns false at the end of input.
    pub(crate) fn wait_for_enter(&mut self, message: &str) -> bool {
        let Input::Terminal { editor, .. } = self else { return true };
        wait_for_enter(editor, message)
    }

    /// Hands the keyboard to another player: waits for Enter, clears the screen and its scrollback, and switches the
    /// history. Returns false at the end of input.
    pub(crate) fn hand_over(&mut self, from: Option<SideId>, to: SideId, hand_over: &HandOver<'_>, page: Page) -> bool {
        let Input::Terminal { editor, history, others, .. } = self else { return true };
        if let Some(helper) = editor.helper_mut() {
            helper.prompt = None;
        }
        // The history file must not mix the lines of several players.
        *history = None;
        others.store(from, editor.history_mut());
        let HandOver { report, hides, name } = hand_over;
        let clear = |editor: &mut Editor<EditorHelper, FileHistory>| {
            let _ = editor.clear_screen();
            out::clear_scrollback();
        };
        if *hides {
            out::text(report);
            if !wait_for_enter(editor, &page.dim(&format!("Enter clears the screen for {name} "))) {
                return false;
            }
        }
        clear(editor);
        match hides {
            // The question stands a third of the way down the empty screen.
            true => out::text(&"\n".repeat(page.height / 3)),
            false => out::text(&format!("{report}\n")),
        }
        if !wait_for_enter(editor, &format!("  Pass the keyboard to {name}, and press Enter ")) {
            return false;
        }
        clear(editor);
        *editor.history_mut() = others.take(to);
        true
    }
}

/// The texts for handing the keyboard to another player.
pub(crate) struct HandOver<'a> {
    /// The report about the last answer, for the player who leaves.
    pub(crate) report: &'a str,
    /// Whether the report is secret from the next player.
    pub(crate) hides: bool,
    /// The name of the next player.
    pub(crate) name: &'a str,
}

/// Waits for an empty line, and tells the player that other input is ignored. Returns false at the end of input.
fn wait_for_enter(editor: &mut Editor<EditorHelper, FileHistory>, message: &str) -> bool {
    loop {
        match editor.readline(&(message, message)) {
            Ok(line) if line.trim().is_empty() => return true,
            Ok(_) => out::line("Your line was ignored: only press Enter here"),
            Err(ReadlineError::Eof) => return false,
            // Ctrl-C counts as Enter.
            Err(_) => return true,
        }
    }
}

/// The histories of the players, without the player at the keyboard.
#[derive(Debug)]
pub(crate) struct Histories<H>(Vec<(SideId, H)>);

impl<H> Default for Histories<H> {
    fn default() -> Histories<H> {
        Histories(Vec::new())
    }
}

impl<H: Default> Histories<H> {
    /// Moves the history of a side out of the editor. Drops it if there is no side.
    fn store(&mut self, side: Option<SideId>, lines: &mut H) {
        let lines = std::mem::take(lines);
        self.0.extend(side.map(|side| (side, lines)));
    }
    /// Returns the history of a side. It is empty if the side's player has typed nothing yet.
    fn take(&mut self, side: SideId) -> H {
        let index = self.0.iter().position(|(owner, _)| *owner == side);
        index.map(|index| self.0.swap_remove(index).1).unwrap_or_default()
    }
}

/// Notes whether the line was empty when the player pressed Ctrl-C, because the editor does not report it.
struct RecordEmptyLine(Arc<AtomicBool>);

impl ConditionalEventHandler for RecordEmptyLine {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        self.0.store(context.line().is_empty(), Ordering::Relaxed);
        Some(Cmd::Interrupt)
    }
}

#[cfg(test)]
mod tests {
    use super::{Histories, LineRead, first_of_pasted};
    use cardwright_state::SideId;
    use std::collections::VecDeque;

    #[test]
    fn each_player_has_a_separate_history() {
        let (red, blue) = (SideId::new(0), SideId::new(1));
        let mut others = Histories::<Vec<&str>>::default();
        let mut lines = vec!["play 01", "undo"];
        others.store(Some(red), &mut lines);
        assert!(lines.is_empty(), "no history during the hand-over");
        lines = others.take(blue);
        assert!(lines.is_empty());
        lines.push("preview play 53");
        others.store(Some(blue), &mut lines);
        lines = others.take(red);
        assert_eq!(lines, ["play 01", "undo"]);
        others.store(Some(red), &mut lines);
        assert_eq!(others.take(blue), ["preview play 53"]);
    }

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

    #[test]
    fn pasted_lines_are_read_one_by_one() {
        let mut pasted = VecDeque::new();
        assert_eq!(first_of_pasted("raise port".into(), &mut pasted), LineRead::Typed("raise port".into()));
        // A blank line in a batch does not accept a default.
        let several = "\n# Red opens\nraise\nport\n\n#3\n".to_owned();
        assert_eq!(first_of_pasted(several, &mut pasted), LineRead::Batch("raise".into()));
        assert_eq!(pasted, ["port", "#3"]);
        assert_eq!(first_of_pasted("\n\n".into(), &mut VecDeque::new()), LineRead::Cancelled { was_empty: false });
    }
}
