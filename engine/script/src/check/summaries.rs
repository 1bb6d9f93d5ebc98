//! The lint summaries of all scripts, with places for messages.

use super::LintResult;
use crate::script_errors::line_span;
use cardwright_content::{Content, Diagnostic, SourceFile};
use cardwright_lint::{Definition, ScriptSummary};
use std::ops::Range;
use std::sync::Arc;

/// A file and a byte range in it.
pub(crate) type Place = (Arc<SourceFile>, Range<usize>);

/// The summaries of all scripts of a game.
#[derive(Debug, Default)]
pub(crate) struct ScriptSummaries {
    /// Scripts that run.
    scripts: Vec<(Arc<SourceFile>, Arc<LintResult>)>,
    /// Scripts that a pack replaced.
    replaced: Vec<Arc<LintResult>>,
}

impl ScriptSummaries {
    pub(crate) fn add(&mut self, file: &Arc<SourceFile>, read: Arc<LintResult>) {
        self.scripts.push((file.clone(), read));
    }

    /// Adds a script that a pack replaced. It does not run.
    pub(crate) fn add_replaced(&mut self, read: Arc<LintResult>) {
        self.replaced.push(read);
    }

    /// The scripts that run, without those that do not parse.
    pub(crate) fn scripts(&self) -> impl Iterator<Item = (&Arc<SourceFile>, &ScriptSummary)> {
        self.scripts.iter().filter_map(|(file, read)| Some((file, read.1.as_ref()?)))
    }

    /// All summaries, with those of replaced scripts. `None` if a script does not parse.
    pub(crate) fn all(&self) -> Option<Vec<&ScriptSummary>> {
        let all = self.scripts.iter().map(|(_, read)| read).chain(&self.replaced);
        all.map(|read| read.1.as_ref()).collect()
    }

    /// The definition of a name: `verb "crisis" { … }`.
    pub(crate) fn definition(&self, definer: &str, name: &str) -> Option<(&Arc<SourceFile>, &Definition)> {
        let is_it = |d: &&Definition| d.definer == definer && d.name.as_deref() == Some(name);
        self.scripts().find_map(|(file, summary)| Some((file, summary.definitions.iter().find(is_it)?)))
    }

    /// The place of the name in its definition.
    pub(crate) fn name(&self, definer: &str, name: &str) -> Option<Place> {
        let (file, definition) = self.definition(definer, name)?;
        Some((file.clone(), definition.span.clone()))
    }

    /// The place of a key in a definition.
    pub(crate) fn key(&self, definer: &str, name: &str, path: &[&str]) -> Option<Place> {
        let (file, definition) = self.definition(definer, name)?;
        let key = definition.keys.iter().find(|key| key.path == path)?;
        Some((file.clone(), key.span.clone()))
    }

    /// The place of a text in a definition, as the value of a key or in a list.
    pub(crate) fn text(&self, definer: &str, name: &str, path: &[&str], text: &str) -> Option<Place> {
        let (file, definition) = self.definition(definer, name)?;
        let found = definition.texts.iter().find(|it| it.path == path && it.text == text)?;
        Some((file.clone(), found.span.clone()))
    }

    /// The places of a text among the name arguments of calls of `function` on the line `path:line`, in order.
    pub(crate) fn name_argument_places(&self, function: &str, at: &str, text: &str) -> Vec<Place> {
        let Some((path, line)) = at.rsplit_once(':') else { return Vec::new() };
        let Some((file, summary)) = self.scripts().find(|(file, _)| file.display_path() == path) else {
            return Vec::new();
        };
        let here = summary.name_arguments.iter().filter(|given| given.function == function);
        here.filter(|given| given.text.as_deref() == Some(text) && file.line_column(given.call).0.to_string() == line)
            .map(|given| (file.clone(), given.span.clone()))
            .collect()
    }
}

/// Puts a problem at a place, or else on the line `path:line`.
pub(crate) fn placed(problem: Diagnostic, place: Option<Place>, content: &Content, at: &str) -> Diagnostic {
    match place.or_else(|| line_of(content, at)) {
        Some((file, span)) => problem.at(&file, span),
        None => problem,
    }
}

/// The place of the line `path:line`.
pub(crate) fn line_of(content: &Content, place: &str) -> Option<Place> {
    let (path, line) = place.rsplit_once(':')?;
    let file = content.files.iter().find(|file| file.display_path() == path)?;
    Some((file.clone(), line_span(&file.text, line.parse().ok()?)))
}
