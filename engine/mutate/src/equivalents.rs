//! Equivalent faults: faults that change nothing, listed with the reason in `tests/mutants/<game>.toml` of a pack.

use crate::fault::{Fault, one_line};
use cardwright_content::{ConfinedFolder, Diagnostic, SourceFile};
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

/// One fault, or several alike. A key that is left out matches everything.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// A file or a folder.
    file: String,
    /// The line that the fault begins on, as written.
    line: Option<String>,
    /// The original text and the replacement.
    was: Option<String>,
    becomes: Option<String>,
    kind: Option<String>,
    /// In TOML, the key of the value.
    key: Option<String>,
    /// Why the fault changes nothing.
    why: String,
    /// Whether some fault matched.
    #[serde(skip)]
    is_used: Cell<bool>,
}

/// The listed equivalent faults of a game.
#[derive(Debug, Default)]
pub(crate) struct Equivalents(Vec<Entry>);

impl Equivalents {
    /// Reads the lists of all packs for a game.
    ///
    /// # Errors
    /// A file that cannot be read, with its place.
    pub(crate) fn load(library: &Library, game: &str) -> Result<Equivalents, Box<Diagnostic>> {
        let path = format!("tests/mutants/{game}.toml");
        let mut all = Vec::new();
        for folder in library.folders() {
            let pack = ConfinedFolder::open(&folder)?;
            let Some(text) = pack.read(&path)? else { continue };
            let file: File = toml::from_str(&text).map_err(|error| {
                let shown = pack.display_path(&path).to_string_lossy().into_owned();
                let why = cardwright_content::truncated(error.message());
                let problem = Diagnostic::error("mutants::file", format!("this is no list of faults: {why}"));
                let source = SourceFile::new("base".into(), shown, text.clone(), None);
                Box::new(problem.at(&Arc::new(source), error.span().unwrap_or(0..0)))
            })?;
            all.extend(file.equivalent);
        }
        Ok(Equivalents(all))
    }

    /// Why a fault changes nothing, if it is listed.
    pub(crate) fn reason(&self, fault: &Fault) -> Option<&str> {
        let entry = self.0.iter().find(|entry| entry.fits(fault))?;
        entry.is_used.set(true);
        Some(&entry.why)
    }

    /// Entries that matched no fault: the file has changed since.
    pub(crate) fn stale(&self) -> Vec<String> {
        let shown = |entry: &Entry| match entry.line.as_ref().or(entry.key.as_ref()) {
            Some(line) => format!("{}: {line}", entry.file),
            None => entry.file.clone(),
        };
        self.0.iter().filter(|entry| !entry.is_used.get()).map(shown).collect()
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
            && same(&self.becomes, &|| fault.replacement())
    }
}
