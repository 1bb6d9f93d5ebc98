//! The lint summaries of all scripts. Finds the places of definitions and names for messages.

use crate::script_errors::line_span;
use cardwright_content::{Content, Diagnostic, SourceFile};
use cardwright_lint::{Definition, Finding, ScriptSummary};
use std::ops::Range;
use std::sync::Arc;

/// A file and a byte range in it.
pub(crate) type SourcePlace = (Arc<SourceFile>, Range<usize>);

/// The findings in a script, and its summary. A script that does not parse has no summary.
pub(crate) type LintResult = (Vec<Finding>, Option<ScriptSummary>);

/// The summaries of all scripts of a game.
#[derive(Debug, Default)]
pub(crate) struct ScriptSummaries {
    /// Scripts that run.
    scripts: Vec<(Arc<SourceFile>, Arc<LintResult>)>,
    /// Scripts that a pack replaced.
    replaced: Vec<Arc<LintResult>>,
}

impl ScriptSummaries {
    pub(crate) fn add(&mut self, file: &Arc<SourceFile>, result: Arc<LintResult>) {
        self.scripts.push((file.clone(), result));
    }

    /// Adds a script that a pack replaced and that therefore does not run.
    pub(crate) fn add_replaced(&mut self, result: Arc<LintResult>) {
        self.replaced.push(result);
    }

    /// Lists the scripts that run. Scripts that do not parse are left out, because they have no summary.
    pub(crate) fn scripts(&self) -> impl Iterator<Item = (&Arc<SourceFile>, &ScriptSummary)> {
        self.scripts.iter().filter_map(|(file, result)| Some((file, result.1.as_ref()?)))
    }

    /// Returns the summaries of all scripts, also of replaced ones. Returns `None` if any script does not parse.
    pub(crate) fn all(&self) -> Option<Vec<&ScriptSummary>> {
        let results = self.scripts.iter().map(|(_, result)| result).chain(&self.replaced);
        results.map(|result| result.1.as_ref()).collect()
    }

    /// Finds the definition of a name, such as `verb "crisis" { … }`. `definer` is the defining function: `verb`.
    pub(crate) fn definition(&self, definer: &str, name: &str) -> Option<(&Arc<SourceFile>, &Definition)> {
        let has_name =
            |definition: &&Definition| definition.definer == definer && definition.name.as_deref() == Some(name);
        self.scripts().find_map(|(file, summary)| Some((file, summary.definitions.iter().find(has_name)?)))
    }

    /// Finds the place of a name in its definition.
    pub(crate) fn name_place(&self, definer: &str, name: &str) -> Option<SourcePlace> {
        let (file, definition) = self.definition(definer, name)?;
        Some((file.clone(), definition.span.clone()))
    }

    /// Finds the place of a key in a definition. `path` lists the keys from the outermost table inwards.
    pub(crate) fn key_place(&self, definer: &str, name: &str, path: &[&str]) -> Option<SourcePlace> {
        let (file, definition) = self.definition(definer, name)?;
        let key = definition.keys.iter().find(|key| key.path == path)?;
        Some((file.clone(), key.span.clone()))
    }

    /// Finds the place of a string in a definition. The string is the value of the key at `path`, or in the list there.
    pub(crate) fn text_place(&self, definer: &str, name: &str, path: &[&str], text: &str) -> Option<SourcePlace> {
        let (file, definition) = self.definition(definer, name)?;
        let found = definition.texts.iter().find(|literal| literal.path == path && literal.text == text)?;
        Some((file.clone(), found.span.clone()))
    }

    /// Finds the places of a name among the arguments of calls of `function`, in order. `script_line` is the line of
    /// the calls: `path:line`.
    pub(crate) fn name_argument_places(&self, function: &str, script_line: &str, name: &str) -> Vec<SourcePlace> {
        let Some((path, line)) = script_line.rsplit_once(':') else { return Vec::new() };
        let Some((file, summary)) = self.scripts().find(|(file, _)| file.display_path() == path) else {
            return Vec::new();
        };
        let arguments = summary.name_arguments.iter().filter(|argument| argument.function == function);
        let is_on_line = |call: usize| file.line_column(call).0.to_string() == line;
        arguments
            .filter(|argument| argument.text.as_deref() == Some(name) && is_on_line(argument.call))
            .map(|argument| (file.clone(), argument.span.clone()))
            .collect()
    }
}

/// Adds a place to a problem: `place`, or else the whole script line (`path:line`).
pub(crate) fn at_place(
    problem: Diagnostic,
    place: Option<SourcePlace>,
    content: &Content,
    script_line: &str,
) -> Diagnostic {
    match place.or_else(|| line_place(content, script_line)) {
        Some((file, span)) => problem.at(&file, span),
        None => problem,
    }
}

/// Returns the place of a whole script line (`path:line`).
pub(crate) fn line_place(content: &Content, script_line: &str) -> Option<SourcePlace> {
    let (path, line) = script_line.rsplit_once(':')?;
    let file = content.files.iter().find(|file| file.display_path() == path)?;
    Some((file.clone(), line_span(&file.text, line.parse().ok()?)))
}
