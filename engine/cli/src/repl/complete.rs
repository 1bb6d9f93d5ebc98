//! Completion and hints in the line editor: legal words, column by column, and the commands' own.

use super::commands::{COMMANDS, Command, Completes, Known};
use super::display::paint::{Page, clip};
use super::session::Session;
use super::typed::{self, Typed};
use cardwright_table::{Next, line};
use cardwright_view::Ahead;
use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::{CompletionType, Context, Helper, Validator};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// What the editor asks while a line is typed.
#[derive(Helper, Validator)]
pub(crate) struct Helped {
    /// The game at the prompt; none while nobody may look at it.
    pub(crate) session: Option<Rc<RefCell<Session>>>,
    /// Ids that `show` and `whence` know.
    pub(crate) things: Vec<String>,
    page: Page,
    files: FilenameCompleter,
}

impl Helped {
    pub(crate) fn new(page: Page) -> Helped {
        Helped { session: None, things: Vec::new(), page, files: FilenameCompleter::new() }
    }

    /// Looks ahead in the game at the prompt.
    fn look<T>(&self, look: impl FnOnce(&mut Completion<'_>) -> T) -> Option<T> {
        let mut session = self.session.as_ref()?.try_borrow_mut().ok()?;
        Some(look(&mut Completion::of(&mut session, &self.things)))
    }
}

impl Completer for Helped {
    type Candidate = rustyline::completion::Pair;
    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Self::Candidate>)> {
        let text = &line[..pos];
        if self.look(|completion| completion.is_file(text)) == Some(true) {
            return self.files.complete_path(line, pos);
        }
        let (start, found) = self.look(|completion| completion.words_at(text)).unwrap_or_default();
        let blank = if line[pos..].starts_with(' ') { "" } else { " " };
        let pair = |w: String| Self::Candidate { replacement: format!("{w}{blank}"), display: w };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Helped {
    type Hint = Dim;
    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Dim> {
        (pos == line.len()).then(|| self.look(|completion| completion.hint_for(line)))??
    }
}

impl Highlighter for Helped {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.page.dim(hint))
    }
    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        Cow::Owned(self.page.typed(candidate))
    }
    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        false
    }
}

/// What stands dimmed after the cursor; the right arrow takes the part that is a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dim {
    shown: String,
    taken: Option<String>,
}

impl Hint for Dim {
    fn display(&self) -> &str {
        &self.shown
    }
    fn completion(&self) -> Option<&str> {
        self.taken.as_deref()
    }
}

/// What may stand at the end of a text, at a game.
pub(crate) struct Completion<'s> {
    page: Page,
    things: &'s [String],
    ahead: Ahead<'s>,
}

impl<'s> Completion<'s> {
    pub(crate) fn of(session: &'s mut Session, things: &'s [String]) -> Completion<'s> {
        let (page, eyes) = (session.page, session.eyes());
        Completion::at(page, things, Ahead::of(&mut session.table, eyes))
    }

    pub(crate) fn at(page: Page, things: &'s [String], ahead: Ahead<'s>) -> Completion<'s> {
        Completion { page, things, ahead }
    }

    /// Where the word at the end of a text begins, and the words that may stand there.
    pub(crate) fn words_at(&mut self, text: &str) -> (usize, Vec<String>) {
        let start = text.rfind(|c: char| c.is_whitespace() || c == ',').map_or(0, |at| at + 1);
        let begun = text[start..].to_lowercase();
        let before = &text[..start];
        let mut found = self.all_at(before, &begun);
        found.retain(|w| w.to_lowercase().starts_with(&begun));
        (start, found)
    }

    /// Whether the word at the end of a text is the name of a file.
    fn is_file(&self, text: &str) -> bool {
        let typed = typed::read(text, self.ahead.rows());
        let has_more = text.trim_start().contains(char::is_whitespace);
        has_more && matches!(typed, Typed::Command(Command { completes: Completes::Files, .. }, _))
    }

    fn all_at(&mut self, before: &str, begun: &str) -> Vec<String> {
        let told = self.ahead.told(before);
        let mut known = Known { things: self.things, ahead: &mut self.ahead };
        if before.trim().is_empty() {
            if begun.starts_with(':') {
                return COMMANDS.iter().map(|c| format!(":{}", c.name)).collect();
            }
            let mut all = told.unwrap_or_else(|| known.line(""));
            if !begun.is_empty() {
                let free = |c: &&&Command| !all.iter().any(|w| w.starts_with(c.name));
                let commands: Vec<String> = COMMANDS.iter().filter(free).map(|c| c.name.to_owned()).collect();
                all.extend(commands);
            }
            return all;
        }
        match typed::read(before, known.ahead.rows()) {
            Typed::Command(command, rest) if command.name == "dice" && told.is_some() => {
                known.ahead.told(rest).unwrap_or_default()
            }
            Typed::Command(command, rest) => command.complete(&mut known, rest),
            Typed::Ask(_) | Typed::Unknown(..) | Typed::Nothing => Vec::new(),
            Typed::Play(_) => told.unwrap_or_else(|| known.line(before)),
        }
    }

    /// What is dimmed after a line.
    pub(crate) fn hint_for(&mut self, line: &str) -> Option<Dim> {
        let room = self.page.width.saturating_sub(line.chars().count() + 16);
        let show = |text: String, taken: Option<String>| {
            let shown = clip(&text, room);
            (room > 8).then_some(Dim { shown, taken })
        };
        let asked = self.ahead.told("");
        if line.trim().is_empty() {
            // What Enter does with chance that is asked for stands above the prompt.
            if asked.is_some() {
                return None;
            }
            return show(format!("Enter: {}", self.ahead.enter()?), None);
        }
        let (start, found) = self.words_at(line);
        let begun = &line[start..];
        if let (false, [one]) = (begun.is_empty(), &found[..])
            && one.len() > begun.len()
        {
            let rest = one[begun.len()..].to_owned();
            return show(rest.clone(), Some(rest));
        }
        if asked.is_none()
            && let Some(label) = self.meaning(line)
        {
            return show(format!("  → {label}"), None);
        }
        let found = self.without_commands(line, found);
        if found.is_empty() || (begun.is_empty() && line.trim_start().starts_with(':')) {
            return None;
        }
        show(format!("  {}", found.join(" | ")), None)
    }

    /// On the first word, commands are hinted at only where no row begins so.
    fn without_commands(&self, line: &str, found: Vec<String>) -> Vec<String> {
        if line.contains(char::is_whitespace) {
            return found;
        }
        if let Some(told) = self.ahead.told("") {
            let is_told = |w: &String| told.contains(w);
            return if found.iter().any(is_told) { found.into_iter().filter(is_told).collect() } else { found };
        }
        let is_row = |w: &String| self.ahead.rows().iter().any(|r| r.first() == Some(w));
        if found.iter().any(is_row) { found.into_iter().filter(is_row).collect() } else { found }
    }

    /// The label of the row that the line means, once it means one.
    fn meaning(&mut self, line: &str) -> Option<String> {
        let Typed::Play(text) = typed::read(line, self.ahead.rows()) else { return None };
        match self.ahead.next(&line::words(text), line.ends_with(' ')) {
            Next::Whole(label, more) if more.is_empty() || !line.ends_with(' ') => Some(label),
            _ => None,
        }
    }
}
