//! Completion and hints in the line editor: legal words, column by column, and the commands' own.

use super::ahead::{Ahead, Next};
use super::command::{self, Typed};
use super::display::history::Decisions;
use super::display::paint::{Page, clip};
use cardwright_table::{Seat, line};
use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::{CompletionType, Context, Helper, Validator};
use std::borrow::Cow;
use std::cell::RefCell;

/// What the editor asks while a line is typed.
#[derive(Helper, Validator)]
pub(crate) struct Helped {
    pub(crate) page: Page,
    pub(crate) ahead: RefCell<Option<Ahead>>,
    /// Ids that `show` and `whence` know.
    pub(crate) things: Vec<String>,
    files: FilenameCompleter,
}

impl Helped {
    pub(crate) fn new(page: Page) -> Helped {
        Helped { page, ahead: RefCell::new(None), things: Vec::new(), files: FilenameCompleter::new() }
    }

    /// Where the word at the end of a text begins, and the words that may stand there.
    pub(crate) fn words_at(&self, text: &str) -> (usize, Vec<String>) {
        let start = text.rfind(|c: char| c.is_whitespace() || c == ',').map_or(0, |at| at + 1);
        let begun = text[start..].to_lowercase();
        let before = &text[..start];
        let mut found = self.all_at(before, &begun);
        found.retain(|w| w.to_lowercase().starts_with(&begun));
        (start, found)
    }

    fn all_at(&self, before: &str, begun: &str) -> Vec<String> {
        let mut ahead = self.ahead.borrow_mut();
        let Some(ahead) = ahead.as_mut() else { return Vec::new() };
        if before.trim().is_empty() {
            if begun.starts_with(':') {
                return command::COMMANDS.iter().map(|c| format!(":{}", c.name)).collect();
            }
            let mut all = words(ahead.next(&[], true));
            if !begun.is_empty() {
                let free = |c: &&command::Spec| !all.iter().any(|w| w.starts_with(c.name));
                let commands: Vec<String> = command::COMMANDS.iter().filter(free).map(|c| c.name.to_owned()).collect();
                all.extend(commands);
            }
            return all;
        }
        match command::read(before, &ahead.rows().words) {
            Typed::Command(name, rest) => self.arguments(name, rest, ahead),
            Typed::Ask(_) | Typed::Unknown(..) | Typed::Nothing => Vec::new(),
            Typed::Play(_) => words(ahead.next(&line::words(before), true)),
        }
    }

    /// What may follow a command.
    fn arguments(&self, name: &str, rest: &str, ahead: &mut Ahead) -> Vec<String> {
        let own = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect::<Vec<String>>();
        match name {
            "help" => command::COMMANDS.iter().map(|c| c.name.to_owned()).collect(),
            "show" if rest.is_empty() => {
                let mut all = own(&["board", "map", "tracks", "cards", "hand", "facts", "notation"]);
                all.extend(self.things.iter().cloned());
                all
            }
            "whence" if rest.is_empty() => self.things.clone(),
            "legal" | "preview" => words(ahead.next(&line::words(rest), true)),
            "why" => {
                let rest = rest.strip_prefix("not").map_or(rest, str::trim_start);
                if rest.is_empty() {
                    let mut all = own(&["not"]);
                    all.extend(ahead.board().actions.iter().map(|a| a.id.clone()));
                    return all;
                }
                self.things.clone()
            }
            "dice" if rest.is_empty() => own(&["clear"]),
            "decisions" if rest.is_empty() => own(&Decisions::ALL.map(|(word, _)| word)),
            "seat" if rest.is_empty() => ahead.board().sides.iter().map(|s| s.id.clone()).collect(),
            "seat" => own(&[Seat::Human, Seat::Random].map(Seat::word)),
            "resign" => ahead.board().sides.iter().map(|s| s.id.clone()).collect(),
            "adjust" => self.things.clone(),
            _ => Vec::new(),
        }
    }
}

fn words(next: Next) -> Vec<String> {
    match next {
        Next::Words(words) | Next::Whole(_, words) => words,
        Next::Wrong(..) => Vec::new(),
    }
}

impl Completer for Helped {
    type Candidate = rustyline::completion::Pair;
    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Self::Candidate>)> {
        let text = &line[..pos];
        let first = text.trim_start().trim_start_matches(':').split_whitespace().next().unwrap_or_default();
        if matches!(first, "save" | "load" | "export") && text.trim_start().contains(char::is_whitespace) {
            return self.files.complete_path(line, pos);
        }
        let (start, found) = self.words_at(text);
        let blank = if line[pos..].starts_with(' ') { "" } else { " " };
        let pair = |w: String| Self::Candidate { replacement: format!("{w}{blank}"), display: w };
        Ok((start, found.into_iter().map(pair).collect()))
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

impl Hinter for Helped {
    type Hint = Dim;
    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<Dim> {
        (pos == line.len()).then(|| self.hint_for(line))?
    }
}

impl Helped {
    pub(crate) fn hint_for(&self, line: &str) -> Option<Dim> {
        let room = self.page.width.saturating_sub(line.chars().count() + 16);
        let show = |text: String, taken: Option<String>| {
            let shown = clip(&text, room);
            (room > 8).then_some(Dim { shown, taken })
        };
        if line.trim().is_empty() {
            let ahead = self.ahead.borrow();
            let rows = ahead.as_ref()?.rows();
            let enter = rows.default.or((rows.words.len() == 1).then_some(0))?;
            return show(format!("Enter: {}", rows.labels[enter]), None);
        }
        let (start, found) = self.words_at(line);
        let begun = &line[start..];
        if let (false, [one]) = (begun.is_empty(), &found[..])
            && one.len() > begun.len()
        {
            let rest = one[begun.len()..].to_owned();
            return show(rest.clone(), Some(rest));
        }
        if let Some(label) = self.meaning(line) {
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
        let ahead = self.ahead.borrow();
        let Some(ahead) = ahead.as_ref().filter(|_| !line.contains(char::is_whitespace)) else { return found };
        let is_row = |w: &String| ahead.rows().words.iter().any(|r| r.first() == Some(w));
        if found.iter().any(is_row) { found.into_iter().filter(is_row).collect() } else { found }
    }

    /// The label of the row that the line means, once it means one.
    fn meaning(&self, line: &str) -> Option<String> {
        let mut ahead = self.ahead.borrow_mut();
        let ahead = ahead.as_mut()?;
        let Typed::Play(text) = command::read(line, &ahead.rows().words) else { return None };
        match ahead.next(&line::words(text), line.ends_with(' ')) {
            Next::Whole(label, more) if more.is_empty() || !line.ends_with(' ') => Some(label),
            _ => None,
        }
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
