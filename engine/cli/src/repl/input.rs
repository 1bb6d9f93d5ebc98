//! Where lines come from: a line editor on a terminal, or a pipe whose lines are echoed.

use super::ReplOptions;
use super::complete::Helped;
use super::display::paint::Page;
use super::session::Session;
use crate::out;
use cardwright_state::SideId;
use cardwright_view::Things;
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

/// Columns where nobody says how many there are.
const WIDTH: usize = 80;
/// The widest page that is drawn: who asks for more through a pipe gets lines of so many columns.
const WIDEST: usize = 1000;

/// Bytes of a line of a pipe.
const LONGEST: u64 = 64 << 10;
const TOO_LONG: &str = "a line of more than 64 KiB was not taken: give what it says in shorter ones";
const NO_TEXT: &str = "a line that is not UTF-8 text was not taken: write the input in UTF-8";

/// What came of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// A line that somebody typed.
    Typed(String),
    /// One of a pipe, or of several pasted at once.
    Given(String),
    /// Ctrl-C: whether nothing had been typed.
    Dropped {
        /// So.
        was_empty: bool,
    },
    /// A line of a pipe that is not taken, and why.
    Foreign(&'static str),
    /// Ctrl-D, or the pipe's end.
    End,
}

/// A source of lines.
pub(crate) enum Input {
    Terminal {
        editor: Box<Editor<Helped, FileHistory>>,
        was_empty: Arc<AtomicBool>,
        history: Option<PathBuf>,
        /// Lines typed by those who are not at the keyboard now.
        others: Histories<FileHistory>,
        /// Lines that were pasted with one that is played already.
        pasted: VecDeque<String>,
    },
    Pipe,
}

/// A line of many: nothing, where it is empty or a comment. `#3` is a row.
fn given(line: &str) -> Option<&str> {
    let line = line.trim();
    let is_comment = line.strip_prefix('#').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    (!line.is_empty() && !is_comment).then_some(line)
}

/// The next line of a pipe, echoed.
fn piped(prompt: &str) -> Read {
    let read = next_line(&mut std::io::stdin().lock());
    if let Read::Given(line) = &read {
        out::line(format!("{prompt}{line}"));
    }
    read
}

/// The next line that is neither empty nor a comment.
fn next_line(pipe: &mut impl BufRead) -> Read {
    loop {
        let mut bytes = Vec::new();
        if pipe.by_ref().take(LONGEST + 1).read_until(b'\n', &mut bytes).map_or(true, |n| n == 0) {
            return Read::End;
        }
        if bytes.len() as u64 > LONGEST {
            // What is left of it is read past, not kept.
            let is_whole = bytes.ends_with(b"\n");
            return if is_whole || pipe.skip_until(b'\n').is_ok() { Read::Foreign(TOO_LONG) } else { Read::End };
        }
        let Ok(line) = String::from_utf8(bytes) else { return Read::Foreign(NO_TEXT) };
        // Some systems begin what they write into a pipe with a mark of its encoding.
        if let Some(line) = given(line.strip_prefix('\u{feff}').unwrap_or(&line)) {
            return Read::Given(line.to_owned());
        }
    }
}

/// What the editor hands out: a line, or several that were pasted, of which all but the first wait.
fn taken(text: String, pasted: &mut VecDeque<String>) -> Read {
    if !text.contains('\n') {
        return Read::Typed(text);
    }
    pasted.extend(text.lines().filter_map(given).map(str::to_owned));
    pasted.pop_front().map_or(Read::Dropped { was_empty: false }, Read::Given)
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
        let (editor, history) = (Box::new(editor), options.history.clone());
        Input::Terminal { editor, was_empty, history, others: Histories::default(), pasted: VecDeque::new() }
    }

    /// The size of what is drawn on.
    pub(crate) fn page(&mut self, color: bool) -> Page {
        let asked = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<usize>().ok());
        match self {
            Input::Terminal { editor, .. } => {
                let (width, height) = editor.dimensions().unwrap_or((WIDTH as u16, 24));
                Page::of(width.into(), height.into(), color)
            }
            Input::Pipe => Page { width: asked("COLUMNS").unwrap_or(WIDTH).clamp(40, WIDEST), height: 60, color },
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

    /// Puts a line where ↑ finds it first.
    pub(crate) fn bring_back(&mut self, line: &str) {
        if let Input::Terminal { editor, .. } = self {
            let _ = editor.add_history_entry(line);
        }
    }

    /// Reads a line. What stands in it first is the terminal's only.
    pub(crate) fn read(&mut self, session: &Rc<RefCell<Session>>, initial: &str) -> Read {
        let prompt = session.borrow().prompt();
        match self {
            Input::Terminal { pasted, .. } if !pasted.is_empty() => {
                let line = pasted.pop_front().unwrap_or_default();
                out::line(format!("{}{line}", prompt.1));
                Read::Given(line)
            }
            Input::Terminal { editor, was_empty, history, pasted, .. } => {
                if let Some(helper) = editor.helper_mut() {
                    helper.things = Things::of(session.borrow().table.program()).names();
                    helper.session = Some(session.clone());
                }
                match editor.readline_with_initial(&prompt, (initial, "")) {
                    Ok(line) => {
                        if !line.trim().is_empty() {
                            let _ = editor.add_history_entry(line.as_str());
                            if let Some(path) = history {
                                let _ = editor.append_history(path);
                            }
                        }
                        taken(line, pasted)
                    }
                    Err(ReadlineError::Interrupted) => Read::Dropped { was_empty: was_empty.load(Ordering::Relaxed) },
                    Err(_) => Read::End,
                }
            }
            Input::Pipe => piped(&prompt.0),
        }
    }

    /// Reads a line while there is no game yet.
    pub(crate) fn read_before(&mut self, prompt: &str) -> Read {
        match self {
            Input::Terminal { editor, was_empty, .. } => match editor.readline(prompt) {
                Ok(line) => Read::Typed(line),
                Err(ReadlineError::Interrupted) => Read::Dropped { was_empty: was_empty.load(Ordering::Relaxed) },
                Err(_) => Read::End,
            },
            Input::Pipe => piped(prompt),
        }
    }

    /// Waits until what is on the screen has been read. False: nobody is there any more.
    pub(crate) fn waits(&mut self, message: &str) -> bool {
        let Input::Terminal { editor, .. } = self else { return true };
        enter(editor, message)
    }

    /// Clears the screen once what is on it has been read, and waits for the next player, who finds nothing of what others were
    /// shown or have typed. False: nobody is there any more.
    pub(crate) fn pass(&mut self, from: Option<SideId>, to: SideId, passing: &Passing<'_>, page: Page) -> bool {
        let Input::Terminal { editor, history, others, .. } = self else { return true };
        if let Some(helper) = editor.helper_mut() {
            helper.session = None;
        }
        // From now on the file would mix what several people type.
        *history = None;
        others.put_away(from, editor.history_mut());
        let Passing { told, hides, name } = passing;
        let clear = |editor: &mut Editor<Helped, FileHistory>| {
            let _ = editor.clear_screen();
            out::clear_scrollback();
        };
        if *hides {
            out::text(told);
            if !enter(editor, &page.dim(&format!("Enter clears the screen for {name} "))) {
                return false;
            }
        }
        clear(editor);
        match hides {
            true => out::text(&"\n".repeat(page.height / 3)),
            false => out::text(&format!("{told}\n")),
        }
        if !enter(editor, &format!("  Pass the keyboard to {name}, and press Enter ")) {
            return false;
        }
        clear(editor);
        *editor.history_mut() = others.take_out(to);
        true
    }
}

/// The keyboard goes to somebody else.
pub(crate) struct Passing<'a> {
    /// What happened last, as whoever leaves may know it.
    pub(crate) told: &'a str,
    /// Whether others may not read that.
    pub(crate) hides: bool,
    /// Who takes over.
    pub(crate) name: &'a str,
}

/// Waits for Enter and nothing else: what is typed before it was meant for the game, which does not read it here. False: nobody is
/// there any more.
fn enter(editor: &mut Editor<Helped, FileHistory>, message: &str) -> bool {
    loop {
        match editor.readline(&(message, message)) {
            Ok(line) if line.trim().is_empty() => return true,
            Ok(_) => out::line("Only Enter is read here: what you typed was not taken"),
            Err(ReadlineError::Eof) => return false,
            Err(_) => return true,
        }
    }
}

/// What each of several people has typed, but for whom the editor serves now.
#[derive(Debug)]
pub(crate) struct Histories<H>(Vec<(SideId, H)>);

impl<H> Default for Histories<H> {
    fn default() -> Histories<H> {
        Histories(Vec::new())
    }
}

impl<H: Default> Histories<H> {
    /// Takes the lines of a side from the editor. Those of nobody are forgotten.
    fn put_away(&mut self, side: Option<SideId>, lines: &mut H) {
        let lines = std::mem::take(lines);
        self.0.extend(side.map(|side| (side, lines)));
    }
    /// Those of a side; none, where it has typed nothing yet.
    fn take_out(&mut self, side: SideId) -> H {
        let at = self.0.iter().position(|(of, _)| *of == side);
        at.map(|at| self.0.swap_remove(at).1).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::{Histories, Read, taken};
    use cardwright_state::SideId;
    use std::collections::VecDeque;

    #[test]
    fn each_finds_the_lines_they_typed_and_none_of_another() {
        let (red, blue) = (SideId::new(0), SideId::new(1));
        let mut others = Histories::<Vec<&str>>::default();
        let mut lines = vec!["play 01", "undo"];
        others.put_away(Some(red), &mut lines);
        assert!(lines.is_empty(), "nothing is there while the keyboard is handed over");
        lines = others.take_out(blue);
        assert!(lines.is_empty());
        lines.push("preview play 53");
        others.put_away(Some(blue), &mut lines);
        lines = others.take_out(red);
        assert_eq!(lines, ["play 01", "undo"]);
        others.put_away(Some(red), &mut lines);
        assert_eq!(others.take_out(blue), ["preview play 53"]);
    }

    #[test]
    fn a_line_of_a_pipe_that_is_no_line_costs_itself_only() {
        let mut pipe = b"\xef\xbb\xbfraise port\r\n\n# Red opens\n".to_vec();
        pipe.extend(vec![0; 30 << 20]);
        pipe.extend(b"\ncaf\xe9\n#3\n".iter().chain(&[b'x'; (64 << 10) - 1]).chain(b"\nlast"));
        let mut pipe = &pipe[..];
        let mut next = || super::next_line(&mut pipe);
        assert_eq!(next(), Read::Given("raise port".into()), "a mark of its encoding is no part of it");
        assert_eq!(next(), Read::Foreign(super::TOO_LONG));
        assert_eq!(next(), Read::Foreign(super::NO_TEXT));
        assert_eq!(next(), Read::Given("#3".into()));
        assert_eq!(next(), Read::Given("x".repeat((64 << 10) - 1)), "as long as a line may be");
        assert_eq!(next(), Read::Given("last".into()));
        assert_eq!(next(), Read::End);
    }

    #[test]
    fn lines_pasted_at_once_are_taken_one_after_the_other() {
        let mut pasted = VecDeque::new();
        assert_eq!(taken("raise port".into(), &mut pasted), Read::Typed("raise port".into()));
        // A blank line among them is no Enter, which would take a default.
        let several = "\n# Red opens\nraise\nport\n\n#3\n".to_owned();
        assert_eq!(taken(several, &mut pasted), Read::Given("raise".into()));
        assert_eq!(pasted, ["port", "#3"]);
        assert_eq!(taken("\n\n".into(), &mut VecDeque::new()), Read::Dropped { was_empty: false });
    }
}
