//! Reads lines from the line editor on a terminal, and hands the keyboard from one player to the next.

use super::completion::EditorHelper;
use super::display::paint::Page;
use super::input::{LineRead, NOT_UTF8, batch_line};
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
use std::io::ErrorKind;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

type LineEditor = Editor<EditorHelper, FileHistory>;

/// A function that prints from any thread and keeps the line being typed intact.
type Print = Box<dyn FnMut(String) + Send>;

/// The width of a page if neither the terminal nor the variable `COLUMNS` says how wide it is.
pub(super) const DEFAULT_WIDTH: usize = 80;

/// The line editor on a terminal.
pub(crate) struct Terminal {
    editor: LineEditor,
    color: bool,
    /// Whether the line was empty when the player last pressed Ctrl-C.
    was_empty: Arc<AtomicBool>,
    /// Prints through the present editor.
    print: Arc<Mutex<Option<Print>>>,
    /// The history file, if lines are kept in one.
    history: Option<PathBuf>,
    /// The histories of players who are not at the keyboard now.
    others: Histories<FileHistory>,
    /// Pasted lines that the prompt has not read yet.
    pasted: VecDeque<String>,
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

/// Opens a line editor. It knows nothing of earlier lines.
fn new_editor(color: bool, was_empty: &Arc<AtomicBool>) -> rustyline::Result<LineEditor> {
    let config = Config::builder()
        .completion_type(rustyline::CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .color_mode(if color { rustyline::ColorMode::Enabled } else { rustyline::ColorMode::Disabled })
        .build();
    let mut editor = LineEditor::with_config(config)?;
    editor.set_helper(Some(EditorHelper::new(Page { width: DEFAULT_WIDTH, height: 24, color })));
    editor.bind_sequence(KeyEvent::ctrl('C'), EventHandler::Conditional(Box::new(RecordEmptyLine(was_empty.clone()))));
    Ok(editor)
}

/// Returns a function that prints through an editor.
fn printer(editor: &mut LineEditor) -> Option<Print> {
    let mut printer = editor.create_external_printer().ok()?;
    Some(Box::new(move |text| {
        let _ = printer.print(format!("{text}\n"));
    }))
}

impl Terminal {
    /// Opens the line editor. Returns `None` if the terminal cannot be used.
    pub(super) fn open(color: bool, history: Option<PathBuf>) -> Option<Terminal> {
        let was_empty = Arc::new(AtomicBool::new(true));
        let mut editor = new_editor(color, &was_empty).ok()?;
        if let Some(path) = &history {
            let _ = path.parent().map(std::fs::create_dir_all);
            // The first session has no history yet.
            let _ = editor.load_history(path);
        }
        Some(Terminal {
            print: Arc::new(Mutex::new(printer(&mut editor))),
            editor,
            color,
            was_empty,
            history,
            others: Histories::default(),
            pasted: VecDeque::new(),
        })
    }

    /// Returns the page to draw on, in the current size of the terminal.
    pub(super) fn page(&mut self, color: bool) -> Page {
        let (width, height) = self.editor.dimensions().unwrap_or((DEFAULT_WIDTH as u16, 24));
        Page::new(width.into(), height.into(), color)
    }

    /// Returns a function that prints from another thread and keeps the line being typed intact.
    pub(super) fn printer(&self) -> Print {
        let print = self.print.clone();
        Box::new(move |text| {
            if let Some(print) = print.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                print(text);
            }
        })
    }

    /// Adds a line to the history, so that ↑ shows it first.
    pub(super) fn add_to_history(&mut self, line: &str) {
        let _ = self.editor.add_history_entry(line);
    }

    /// Reads a line that starts with `initial`.
    pub(super) fn read(&mut self, prompt: &Rc<RefCell<Prompt>>, initial: &str) -> LineRead {
        let line_prompt = prompt.borrow().line_prompt(); // Without colour (`.0`) and with colour (`.1`).
        if let Some(line) = self.pasted.pop_front() {
            out::line(format!("{}{line}", line_prompt.1));
            self.store_in_history(&line);
            return LineRead::Batch(line);
        }
        if let Some(helper) = self.editor.helper_mut() {
            helper.prompt = Some(prompt.clone());
        }
        match self.editor.readline_with_initial(&line_prompt, (initial, "")) {
            Ok(text) => {
                let line_read = first_of_pasted(text, &mut self.pasted);
                if let LineRead::Typed(line) | LineRead::Batch(line) = &line_read {
                    self.store_in_history(line);
                }
                line_read
            }
            Err(error) => self.failed(error),
        }
    }

    /// Adds a line that was read to the history and its file.
    fn store_in_history(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        self.add_to_history(line);
        if let Some(path) = &self.history {
            let _ = self.editor.append_history(path);
        }
    }

    /// Reads a line before the game starts.
    pub(super) fn read_before_start(&mut self, prompt: &str) -> LineRead {
        self.editor.readline(prompt).map_or_else(|error| self.failed(error), LineRead::Typed)
    }

    /// Returns what it means that reading a line failed.
    fn failed(&self, error: ReadlineError) -> LineRead {
        match error {
            ReadlineError::Interrupted => LineRead::Cancelled { was_empty: self.was_empty.load(Ordering::Relaxed) },
            error => match unreadable(&error) {
                Some(why) => LineRead::Unreadable(why),
                None => LineRead::End,
            },
        }
    }

    /// Waits until the player presses Enter on an empty line, and ignores everything else. Returns false at the end of
    /// input.
    fn wait_for_enter(&mut self, message: &str) -> bool {
        loop {
            if !self.renew() {
                return false;
            }
            let ignored = match self.editor.readline(&(message, message)) {
                Ok(line) if line.trim().is_empty() => return true,
                Ok(_) => "Your line was ignored",
                Err(ReadlineError::Interrupted) => "Ctrl-C was ignored",
                Err(error) => match unreadable(&error) {
                    Some(why) => why,
                    None => return false,
                },
            };
            out::line(format!("{ignored}: only press Enter here (Ctrl-D leaves)"));
        }
    }

    /// Drops all input that was typed ahead, and all that the editor knows, except the history. Returns false if the
    /// terminal cannot be used any more.
    fn renew(&mut self) -> bool {
        drop_typed_ahead();
        let Ok(mut editor) = new_editor(self.color, &self.was_empty) else { return false };
        *editor.history_mut() = std::mem::take(self.editor.history_mut());
        // The old editor must be dropped first: a thread may hold the lock while it prints through it.
        self.editor = editor;
        *self.print.lock().unwrap_or_else(PoisonError::into_inner) = printer(&mut self.editor);
        true
    }

    /// Hands the keyboard to another player: waits for Enter, clears the screen and its scrollback, and switches the
    /// history. Nothing that the leaving player has typed, pasted or erased reaches the next player. Returns false at
    /// the end of input.
    pub(super) fn hand_over(&mut self, from: Option<SideId>, to: SideId, hand_over: &HandOver<'_>, page: Page) -> bool {
        let HandOver { report, hides, name } = hand_over;
        // The history file must not mix the lines of several players.
        self.history = None;
        self.others.store(from, self.editor.history_mut());
        let unread = match std::mem::take(&mut self.pasted).len() {
            0 => String::new(),
            1 => format!("1 pasted line was not read, because it is {name}'s turn\n"),
            n => format!("{n} pasted lines were not read, because it is {name}'s turn\n"),
        };
        if *hides {
            out::text(&format!("{report}{unread}"));
            if !self.wait_for_enter(&page.dim(&format!("Enter clears the screen for {name} "))) {
                return false;
            }
        }
        self.clear();
        match hides {
            // The question stands a third of the way down the empty screen.
            true => out::text(&"\n".repeat(page.height / 3)),
            false => out::text(&format!("{report}{unread}\n")),
        }
        if !self.wait_for_enter(&format!("  Pass the keyboard to {name}, and press Enter ")) || !self.renew() {
            return false;
        }
        self.clear();
        *self.editor.history_mut() = self.others.take(to);
        true
    }

    /// Clears the screen and its scrollback.
    fn clear(&mut self) {
        let _ = self.editor.clear_screen();
        out::clear_scrollback();
    }
}

/// Returns why a line was lost that the editor could not read. `None`: the player stopped reading with a key, or the
/// terminal cannot be read any more.
pub(crate) fn unreadable(error: &ReadlineError) -> Option<&'static str> {
    let is_not_utf8 = match error {
        ReadlineError::Io(error) => error.kind() == ErrorKind::InvalidData,
        ReadlineError::Signal(_) => return Some("the window changed, and the line was lost: type it again"),
        #[cfg(windows)]
        ReadlineError::Decode(_) => true,
        _ => false,
    };
    is_not_utf8.then(|| {
        // The rest of the line must not become a line of its own.
        drop_typed_ahead();
        NOT_UTF8
    })
}

/// Drops what the player has typed and the program has not read yet.
fn drop_typed_ahead() {
    #[cfg(unix)]
    let _ = nix::sys::termios::tcflush(std::io::stdin(), nix::sys::termios::FlushArg::TCIFLUSH);
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

/// The histories of the players, without the player at the keyboard.
#[derive(Debug, Default)]
pub(crate) struct Histories<H>(Vec<(SideId, H)>);

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
