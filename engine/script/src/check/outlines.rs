//! What all scripts of a content say, and where it stands.

use super::Read;
use crate::place::line_span;
use cardwright_content::{Content, Diagnostic, SourceFile};
use cardwright_lint::{Definition, Outline};
use std::ops::Range;
use std::sync::Arc;

/// Where something stands in a script.
pub(crate) type Place = (Arc<SourceFile>, Range<usize>);

/// The outlines of the scripts that could be read.
#[derive(Debug, Default)]
pub(crate) struct Outlines {
    /// Those that run.
    scripts: Vec<(Arc<SourceFile>, Arc<Read>)>,
    /// Those that a pack replaced.
    replaced: Vec<Arc<Read>>,
}

impl Outlines {
    pub(crate) fn add(&mut self, file: &Arc<SourceFile>, read: Arc<Read>) {
        self.scripts.push((file.clone(), read));
    }

    /// Adds a script that a pack replaced: it does not run.
    pub(crate) fn add_replaced(&mut self, read: Arc<Read>) {
        self.replaced.push(read);
    }

    /// Those that run, with their files.
    pub(crate) fn scripts(&self) -> impl Iterator<Item = (&Arc<SourceFile>, &Outline)> {
        self.scripts.iter().filter_map(|(file, read)| Some((file, read.1.as_ref()?)))
    }

    /// All of them, replaced ones too; none if one could not be read.
    pub(crate) fn all(&self) -> Option<Vec<&Outline>> {
        let all = self.scripts.iter().map(|(_, read)| read).chain(&self.replaced);
        all.map(|read| read.1.as_ref()).collect()
    }

    /// Where something is defined: `verb "crisis" { … }`.
    pub(crate) fn definition(&self, definer: &str, name: &str) -> Option<(&Arc<SourceFile>, &Definition)> {
        let is_it = |d: &&Definition| d.definer == definer && d.name.as_deref() == Some(name);
        self.scripts().find_map(|(file, outline)| Some((file, outline.definitions.iter().find(is_it)?)))
    }

    /// Where the name of what is defined stands.
    pub(crate) fn name(&self, definer: &str, name: &str) -> Option<Place> {
        let (file, definition) = self.definition(definer, name)?;
        Some((file.clone(), definition.span.clone()))
    }

    /// Where a key of a definition stands.
    pub(crate) fn key(&self, definer: &str, name: &str, path: &[&str]) -> Option<Place> {
        let (file, definition) = self.definition(definer, name)?;
        let key = definition.keys.iter().find(|key| key.path == path)?;
        Some((file.clone(), key.span.clone()))
    }

    /// Where a text stands in a definition, as the value of a key or a member of it.
    pub(crate) fn text(&self, definer: &str, name: &str, path: &[&str], text: &str) -> Option<Place> {
        let (file, definition) = self.definition(definer, name)?;
        let found = definition.texts.iter().find(|it| it.path == path && it.text == text)?;
        Some((file.clone(), found.span.clone()))
    }

    /// Where a text stands among what is given to a function that is called on the line `path:line`: the first time it
    /// stands there, the second, …
    pub(crate) fn given(&self, function: &str, at: &str, text: &str) -> Vec<Place> {
        let Some((path, line)) = at.rsplit_once(':') else { return Vec::new() };
        let Some((file, outline)) = self.scripts().find(|(file, _)| file.shown() == path) else { return Vec::new() };
        let here = outline.given.iter().filter(|given| given.function == function);
        here.filter(|given| given.text.as_deref() == Some(text) && file.line_column(given.call).0.to_string() == line)
            .map(|given| (file.clone(), given.span.clone()))
            .collect()
    }
}

/// Puts a problem at its place, else on the line that `path:line` names.
pub(crate) fn placed(problem: Diagnostic, place: Option<Place>, content: &Content, at: &str) -> Diagnostic {
    match place.or_else(|| line_of(content, at)) {
        Some((file, span)) => problem.at(&file, span),
        None => problem,
    }
}

/// The line that `path:line` names.
pub(crate) fn line_of(content: &Content, place: &str) -> Option<Place> {
    let (path, line) = place.rsplit_once(':')?;
    let file = content.files.iter().find(|file| file.shown() == path)?;
    Some((file.clone(), line_span(&file.text, line.parse().ok()?)))
}
