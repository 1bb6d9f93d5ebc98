//! What all scripts of a content say, and where it stands.

use crate::place::line_span;
use cardwright_content::{Content, SourceFile};
use cardwright_lint::{Definition, Outline};
use std::ops::Range;
use std::sync::Arc;

/// The outlines of the scripts that could be read.
#[derive(Debug, Default)]
pub(crate) struct Outlines {
    scripts: Vec<(Arc<SourceFile>, Outline)>,
    replaced: Vec<Outline>,
    /// How many could not be read.
    unread: usize,
}

impl Outlines {
    pub(crate) fn add(&mut self, file: &Arc<SourceFile>, outline: Option<Outline>) {
        match outline {
            Some(outline) => self.scripts.push((file.clone(), outline)),
            None => self.unread += 1,
        }
    }

    /// Adds a script that a pack replaced: it does not run.
    pub(crate) fn add_replaced(&mut self, outline: Option<Outline>) {
        self.unread += usize::from(outline.is_none());
        self.replaced.extend(outline);
    }

    /// Those that run, with their files.
    pub(crate) fn scripts(&self) -> impl Iterator<Item = (&Arc<SourceFile>, &Outline)> {
        self.scripts.iter().map(|(file, outline)| (file, outline))
    }

    /// All of them, replaced ones too; none if one could not be read.
    pub(crate) fn all(&self) -> Option<Vec<&Outline>> {
        let all = self.scripts.iter().map(|(_, outline)| outline).chain(&self.replaced);
        (self.unread == 0).then(|| all.collect())
    }

    /// Where something is defined: `verb "crisis" { … }`.
    pub(crate) fn definition(&self, definer: &str, name: &str) -> Option<(&Arc<SourceFile>, &Definition)> {
        let is_it = |d: &&Definition| d.definer == definer && d.name.as_deref() == Some(name);
        self.scripts().find_map(|(file, outline)| Some((file, outline.definitions.iter().find(is_it)?)))
    }

    /// Where a key of a definition stands.
    pub(crate) fn key(&self, definer: &str, name: &str, path: &[&str]) -> Option<(Arc<SourceFile>, Range<usize>)> {
        let (file, definition) = self.definition(definer, name)?;
        let key = definition.keys.iter().find(|key| key.path == path)?;
        Some((file.clone(), key.span.clone()))
    }
}

/// The line that `path:line` names.
pub(crate) fn line_of(content: &Content, place: &str) -> Option<(Arc<SourceFile>, Range<usize>)> {
    let (path, line) = place.rsplit_once(':')?;
    let file = content.files.iter().find(|file| file.shown() == path)?;
    Some((file.clone(), line_span(&file.text, line.parse().ok()?)))
}
