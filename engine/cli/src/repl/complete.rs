//! Completion and hints in the line editor: legal words, column by column, and the commands' own.

use super::commands::{COMMANDS, Command, Completes, Known};
use super::display::paint::{Page, clip};
use super::typed::{self, Typed};
use cardwright_table::line;
use cardwright_view::{Ahead, Next};
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

    /// Whether the word at the end of a text is the name of a file.
    fn is_file(&self, text: &str) -> bool {
        let ahead = self.ahead.borrow();
        let Some(ahead) = ahead.as_ref().filter(|_| text.trim_start().contains(char::is_whitespace)) else {
            return false;
        };
        let typed = typed::read(text, &ahead.rows().words);
        matches!(typed, Typed::Command(Command { completes: Completes::Files, .. }, _))
    }

    fn all_at(&self, before: &str, begun: &str) -> Vec<String> {
        let mut ahead = self.ahead.borrow_mut();
        let Some(ahead) = ahead.as_mut() else { return Vec::new() };
        let mut known = Known { things: &self.things, ahead };
        if before.trim().is_empty() {
            if begun.starts_with(':') {
                return COMMANDS.iter().map(|c| format!(":{}", c.name)).collect();
            }
            let mut all = known.line("");
            if !begun.is_empty() {
                let free = |c: &&&Command| !all.iter().any(|w| w.starts_with(c.name));
                let commands: Vec<String> = COMMANDS.iter().filter(free).map(|c| c.name.to_owned()).collect();
                all.extend(commands);
            }
            return all;
        }
        match typed::read(before, &known.ahead.rows().words) {
            Typed::Command(command, rest) => command.complete(&mut known, rest),
            Typed::Ask(_) | Typed::Unknown(..) | Typed::Nothing => Vec::new(),
            Typed::Play(_) => known.line(before),
        }
    }
}

impl Completer for Helped {
    type Candidate = rustyline::completion::Pair;
    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Self::Candidate>)> {
        let text = &line[..pos];
        if self.is_file(text) {
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
        let Typed::Play(text) = typed::read(line, &ahead.rows().words) else { return None };
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
