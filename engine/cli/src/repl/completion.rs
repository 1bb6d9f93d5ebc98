//! Provides completion and hints in the line editor.

use super::display::paint::{Page, clip};
use super::prompt::Prompt;
use cardwright_session::{Completed, Place, Typed, complete, parse};
use cardwright_table::{NextWords, Table, Viewer, line};
use cardwright_view::Completer as LookAhead;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::{CompletionType, Context, Helper, Validator};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// The helper that the line editor calls for completion and hints.
#[derive(Helper, Validator)]
pub(crate) struct EditorHelper {
    /// The game; `None` while one player hands the keyboard to another.
    pub(crate) prompt: Option<Rc<RefCell<Prompt>>>,
    page: Page,
    files: FilenameCompleter,
}

impl EditorHelper {
    pub(crate) fn new(page: Page) -> EditorHelper {
        EditorHelper { prompt: None, page, files: FilenameCompleter::new() }
    }

    fn with_prompt<T>(&self, ask: impl FnOnce(&mut Prompt) -> T) -> Option<T> {
        let mut prompt = self.prompt.as_ref()?.try_borrow_mut().ok()?;
        Some(ask(&mut prompt))
    }
}

impl Completer for EditorHelper {
    type Candidate = Pair;
    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let completed = self.with_prompt(|prompt| prompt.complete(&line[..pos])).unwrap_or_default();
        if completed.is_file {
            return self.files.complete_path(line, pos);
        }
        let blank = if line[pos..].starts_with(' ') { "" } else { " " };
        let pair = |word: String| Pair { replacement: format!("{word}{blank}"), display: word };
        Ok((completed.start, completed.words.into_iter().map(|completed| pair(completed.word)).collect()))
    }
}

impl Hinter for EditorHelper {
    type Hint = DimHint;
    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<DimHint> {
        (pos == line.len()).then(|| self.with_prompt(|prompt| prompt.hint_for(line)))??
    }
}

impl Highlighter for EditorHelper {
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

/// A dimmed text after the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DimHint {
    text: String,
    /// The rest of the word, which the right arrow key adds to the line.
    rest_of_word: Option<String>,
}

impl Hint for DimHint {
    fn display(&self) -> &str {
        &self.text
    }
    fn completion(&self) -> Option<&str> {
        self.rest_of_word.as_deref()
    }
}

impl Prompt {
    /// Completes a text. Offers commands only after the player has typed a letter.
    pub(crate) fn complete(&mut self, text: &str) -> Completed {
        let viewer = self.viewer();
        let mut completed = self.session.complete(viewer, text);
        if text.trim().is_empty() {
            // `says` is the summary of a command. Other words have none.
            completed.words.retain(|word| word.says.is_none());
        }
        completed
    }

    fn look_ahead(&mut self) -> LookAhead<'_> {
        let viewer = self.viewer();
        LookAhead::new(&mut self.session.table, viewer)
    }

    /// Returns the hint after a line.
    pub(crate) fn hint_for(&mut self, line: &str) -> Option<DimHint> {
        // About 16 terminal columns are for the text before the line, such as `red> `.
        let hint_width = self.page().width.saturating_sub(line.chars().count() + 16);
        // Without room for a hint the line is not read: that takes longer for each further word of a long line.
        if hint_width <= 8 {
            return None;
        }
        let hint =
            |text: String, rest_of_word: Option<String>| Some(DimHint { text: clip(&text, hint_width), rest_of_word });
        let asks_chance = self.table().chance_prompt().is_some();
        if line.trim().is_empty() {
            // While the prompt asks for an outcome, the effect of Enter is printed above the line. While a table waits to be
            // shown, Enter shows it.
            return match asks_chance || self.screen.has_waiting_table() {
                true => None,
                false => hint(format!("Enter: {}", self.look_ahead().enter_label()?), None),
            };
        }
        let completed = self.complete(line);
        let typed = &line[completed.start..];
        if let (false, [only]) = (typed.is_empty(), &completed.words[..])
            && only.word.len() > typed.len()
        {
            let rest = only.word[typed.len()..].to_owned();
            return hint(rest.clone(), Some(rest));
        }
        if !asks_chance && let Some(label) = self.meaning(line) {
            return hint(format!("  → {label}"), None);
        }
        let words = hinted_words(line, completed);
        if words.is_empty() || (typed.is_empty() && line.trim_start().starts_with(':')) {
            return None;
        }
        hint(format!("  {}", words.join(" | ")), None)
    }

    /// Returns the label of the row that a line names, if the line is a whole row.
    fn meaning(&mut self, line: &str) -> Option<String> {
        let Typed::Play(text) = parse(line, self.table().row_words()) else { return None };
        match self.look_ahead().next_words(&line::words(text), line.ends_with(' ')) {
            NextWords::Complete(label, next) if next.is_empty() || !line.ends_with(' ') => Some(label),
            _ => None,
        }
    }
}

/// Returns the words for a hint. While the first word of a line is typed, leaves out commands if a row begins with the
/// same letters.
fn hinted_words(line: &str, completed: Completed) -> Vec<String> {
    let has_rows = completed.words.iter().any(|word| word.says.is_none());
    let is_first = !line.contains(char::is_whitespace);
    let words = completed.words.into_iter().filter(|word| !(is_first && has_rows && word.says.is_some()));
    words.map(|word| word.word).collect()
}

/// Returns the completions of some texts at the prompt, for a host who sees what `viewer` sees.
pub fn completions(table: &mut Table, viewer: Viewer, texts: &[&str]) -> Vec<Vec<String>> {
    let mut words = |text: &str| {
        let completed = complete(table, Place::Prompt, viewer.as_host(), text, true);
        let is_first = text.trim().is_empty();
        let shown = completed.words.into_iter().filter(|word| !is_first || word.says.is_none());
        shown.map(|word| word.word).collect()
    };
    texts.iter().map(|text| words(text)).collect()
}
