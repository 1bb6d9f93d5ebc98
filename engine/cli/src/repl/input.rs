//! Where lines come from: a line editor on a terminal, or a pipe whose lines are echoed.

use super::ReplOptions;
use super::complete::Helped;
use super::display::paint::Page;
use super::session::Session;
use crate::out;
use cardwright_view::Things;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Editor, Event, EventContext, EventHandler, ExternalPrinter, KeyEvent,
    RepeatCount,
};
use std::cell::RefCell;
use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Columns where nobody says how many there are.
const WIDTH: usize = 80;

/// What came of reading a line.
#[derive(Debug)]
pub(crate) enum Read {
    /// A line.
    Line(String),
    /// Ctrl-C: whether nothing had been typed.
    Dropped {
        /// So.
        was_empty: bool,
    },
    /// Ctrl-D, or the pipe's end.
    End,
}

/// A source of lines.
pub(crate) enum Input {
    Terminal { editor: Box<Editor<Helped, FileHistory>>, was_empty: Arc<AtomicBool>, history: Option<PathBuf> },
    Pipe,
}

/// Whether a person sits at a terminal.
pub(crate) fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

impl Input {
    /// The terminal's editor, or the pipe.
    pub(crate) fn open(options: &ReplOptions) -> Input {
        if !is_terminal() {
            return Input::Pipe;
        }
        let config = Config::builder()
            .completion_type(rustyline::CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .color_mode(if options.color { rustyline::ColorMode::Enabled } else { rustyline::ColorMode::Disabled })
            .build();
        let Ok(mut editor) = Editor::<Helped, FileHistory>::with_config(config) else { return Input::Pipe };
        editor.set_helper(Some(Helped::new(Page { width: WIDTH, height: 24, color: options.color })));
        let was_empty = Arc::new(AtomicBool::new(true));
        editor.bind_sequence(KeyEvent::ctrl('C'), EventHandler::Conditional(Box::new(NoteEmpty(was_empty.clone()))));
        if let Some(path) = &options.history {
            let _ = path.parent().map(std::fs::create_dir_all);
            // A first session has none yet.
            let _ = editor.load_history(path);
        }
        Input::Terminal { editor: Box::new(editor), was_empty, history: options.history.clone() }
    }

    /// The size of what is drawn on.
    pub(crate) fn page(&mut self, color: bool) -> Page {
        let asked = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<usize>().ok());
        match self {
            Input::Terminal { editor, .. } => {
                let (width, height) = editor.dimensions().unwrap_or((WIDTH as u16, 24));
                Page { width: usize::from(width).max(40), height: usize::from(height).max(10), color }
            }
            Input::Pipe => Page { width: asked("COLUMNS").unwrap_or(WIDTH).max(40), height: 60, color },
        }
    }

    /// Prints from another thread without breaking the line being typed.
    pub(crate) fn teller(&mut self) -> Option<Box<dyn FnMut(String) + Send>> {
        let Input::Terminal { editor, .. } = self else { return None };
        let mut printer = editor.create_external_printer().ok()?;
        Some(Box::new(move |text| {
            let _ = printer.print(format!("{text}\n"));
        }))
    }

    /// Reads a line. What stands in it first, to the left and the right of the cursor, is the terminal's only.
    pub(crate) fn read(&mut self, session: &Rc<RefCell<Session>>, initial: (&str, &str)) -> Read {
        let prompt = session.borrow().prompt();
        match self {
            Input::Terminal { editor, was_empty, history } => {
                if let Some(helper) = editor.helper_mut() {
                    helper.things = Things::of(session.borrow().table.program()).names();
                    helper.session = Some(session.clone());
                }
                match editor.readline_with_initial(&prompt, initial) {
                    Ok(line) => {
                        if !line.trim().is_empty() {
                            let _ = editor.add_history_entry(line.as_str());
                            if let Some(path) = history {
                                let _ = editor.append_history(path);
                            }
                        }
                        Read::Line(line)
                    }
                    Err(ReadlineError::Interrupted) => Read::Dropped { was_empty: was_empty.load(Ordering::Relaxed) },
                    Err(_) => Read::End,
                }
            }
            Input::Pipe => loop {
                let mut line = String::new();
                if std::io::stdin().lock().read_line(&mut line).map_or(true, |n| n == 0) {
                    return Read::End;
                }
                let line = line.trim();
                let is_comment =
                    line.strip_prefix('#').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
                if !line.is_empty() && !is_comment {
                    out::line(format!("{}{line}", prompt.0));
                    return Read::Line(line.to_owned());
                }
            },
        }
    }

    /// Clears the screen once what is on it has been read, and waits for the next player. False: nobody
    /// is there any more.
    pub(crate) fn pass(&mut self, name: &str, page: Page) -> bool {
        let Input::Terminal { editor, .. } = self else { return true };
        if let Some(helper) = editor.helper_mut() {
            helper.session = None;
        }
        let read = page.dim(&format!("Enter clears the screen for {name} "));
        for (message, lines) in
            [(read, 0), (format!("  Pass the keyboard to {name}, and press Enter "), page.height / 3)]
        {
            out::text(&"\n".repeat(lines));
            if matches!(editor.readline(&(message.as_str(), message.as_str())), Err(ReadlineError::Eof)) {
                return false;
            }
            let _ = editor.clear_screen();
        }
        true
    }
}

/// Notes whether anything had been typed when Ctrl-C came; the editor itself does not tell.
struct NoteEmpty(Arc<AtomicBool>);

impl ConditionalEventHandler for NoteEmpty {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        self.0.store(context.line().is_empty(), Ordering::Relaxed);
        Some(Cmd::Interrupt)
    }
}
