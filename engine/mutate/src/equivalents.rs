//! Faults that change nothing, each with the reason why: `tests/mutants/<game>.toml` of a pack.

use crate::fault::{Fault, one_line};
use cardwright_content::{Confined, Diagnostic, SourceFile};
use cardwright_table::Library;
use serde::Deserialize;
use std::cell::Cell;
use std::sync::Arc;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    equivalent: Vec<Entry>,
}

/// One fault, or several alike. What is not given fits everything.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The file, or a folder.
    file: String,
    /// The line it begins on, as written.
    line: Option<String>,
    /// What stood there, and what stands there with the fault.
    was: Option<String>,
    becomes: Option<String>,
    kind: Option<String>,
    /// In TOML, the key whose value it is.
    key: Option<String>,
    /// Why nothing comes of it.
    why: String,
    /// Whether a fault was found that fits.
    #[serde(skip)]
    met: Cell<bool>,
}

/// The faults that change nothing.
#[derive(Debug, Default)]
pub(crate) struct Equivalents(Vec<Entry>);

impl Equivalents {
    /// Those that the packs list of a game.
    ///
    /// # Errors
    /// A file that cannot be read, with its place.
    pub(crate) fn of(library: &Library, game: &str) -> Result<Equivalents, Box<Diagnostic>> {
        let path = format!("tests/mutants/{game}.toml");
        let mut all = Vec::new();
        for folder in library.folders() {
            let pack = Confined::open(&folder)?;
            let Some(text) = pack.read(&path)? else { continue };
            let file: File = toml::from_str(&text).map_err(|error| {
                let shown = pack.shown(&path).to_string_lossy().into_owned();
                let why = cardwright_content::clipped(error.message());
                let problem = Diagnostic::error("mutants::file", format!("this is no list of faults: {why}"));
                let source = SourceFile::new("base".into(), shown, text.clone(), None);
                Box::new(problem.at(&Arc::new(source), error.span().unwrap_or(0..0)))
            })?;
            all.extend(file.equivalent);
        }
        Ok(Equivalents(all))
    }

    /// Why nothing comes of a fault, if it is listed.
    pub(crate) fn why(&self, fault: &Fault) -> Option<&str> {
        let entry = self.0.iter().find(|entry| entry.fits(fault))?;
        entry.met.set(true);
        Some(&entry.why)
    }

    /// Entries that no fault fitted: the file says something else by now.
    pub(crate) fn stale(&self) -> Vec<String> {
        let shown = |entry: &Entry| match entry.line.as_ref().or(entry.key.as_ref()) {
            Some(line) => format!("{}: {line}", entry.file),
            None => entry.file.clone(),
        };
        self.0.iter().filter(|entry| !entry.met.get()).map(shown).collect()
    }
}

impl Entry {
    fn fits(&self, fault: &Fault) -> bool {
        let same = |wanted: &Option<String>, is: &dyn Fn() -> String| {
            wanted.as_ref().is_none_or(|wanted| one_line(wanted) == one_line(&is()))
        };
        let rest = fault.file.path.strip_prefix(self.file.trim_end_matches('/'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            && self.kind.as_ref().is_none_or(|kind| kind == fault.kind)
            && self.key.as_ref().is_none_or(|key| fault.key.as_ref() == Some(key))
            && same(&self.line, &|| fault.line())
            && same(&self.was, &|| fault.was())
            && same(&self.becomes, &|| fault.now())
    }
}
