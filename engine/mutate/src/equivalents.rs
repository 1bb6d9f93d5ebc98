//! Equivalent faults: faults that do not change the behaviour of a game, so no test can notice them. A pack lists them
//! with the reason in `tests/mutants/<game>.toml`.

use crate::fault::{Fault, one_line};
use cardwright_content::{ConfinedFolder, Diagnostic, SourceFile};
use cardwright_table::Library;
use serde::Deserialize;
use std::cell::Cell;
use std::sync::Arc;

/// A file `tests/mutants/<game>.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    equivalent: Vec<Entry>,
}

/// One entry of the list. It matches each fault that agrees with all its keys.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// A file or a folder.
    file: String,
    /// The text of the line that the fault begins on.
    line: Option<String>,
    /// The original text.
    was: Option<String>,
    /// The replacement.
    becomes: Option<String>,
    /// The kind of fault: see [`crate::KINDS`].
    kind: Option<String>,
    /// For a fault in a TOML file: the key whose value the fault changes.
    key: Option<String>,
    /// Why the fault changes nothing.
    why: String,
    /// Whether the entry matched a fault.
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
    /// A file cannot be read or parsed. The diagnostic names the place.
    pub(crate) fn load(library: &Library, game: &str) -> Result<Equivalents, Box<Diagnostic>> {
        let path = format!("tests/mutants/{game}.toml");
        let mut entries = Vec::new();
        for folder in library.folders() {
            let pack = ConfinedFolder::open(&folder)?;
            let Some(text) = pack.read(&path)? else { continue };
            let file: File = toml::from_str(&text).map_err(|error| {
                let display_path = pack.display_path(&path).to_string_lossy().into_owned();
                let why = cardwright_content::truncated(error.message());
                let problem = Diagnostic::error("mutants::file", format!("this is no list of faults: {why}"));
                let source = SourceFile::new("base".into(), display_path, text.clone(), None);
                Box::new(problem.at(&Arc::new(source), error.span().unwrap_or(0..0)))
            })?;
            entries.extend(file.equivalent);
        }
        Ok(Equivalents(entries))
    }

    /// Returns the reason why a fault changes nothing, if an entry matches it. Marks the entry as used.
    pub(crate) fn reason(&self, fault: &Fault) -> Option<&str> {
        let entry = self.0.iter().find(|entry| entry.matches(fault))?;
        entry.is_used.set(true);
        Some(&entry.why)
    }

    /// Describes the entries that matched no fault, because the rules have changed since.
    pub(crate) fn stale(&self) -> Vec<String> {
        let text = |entry: &Entry| match entry.line.as_ref().or(entry.key.as_ref()) {
            Some(line) => format!("{}: {line}", entry.file),
            None => entry.file.clone(),
        };
        self.0.iter().filter(|entry| !entry.is_used.get()).map(text).collect()
    }
}

impl Entry {
    fn matches(&self, fault: &Fault) -> bool {
        let agrees = |key: &Option<String>, value: &dyn Fn() -> String| {
            key.as_ref().is_none_or(|key| one_line(key) == one_line(&value()))
        };
        let rest = fault.file.path.strip_prefix(self.file.trim_end_matches('/'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            && self.kind.as_ref().is_none_or(|kind| kind == fault.kind)
            && self.key.as_ref().is_none_or(|key| fault.key.as_ref() == Some(key))
            && agrees(&self.line, &|| fault.line())
            && agrees(&self.was, &|| fault.was())
            && agrees(&self.becomes, &|| fault.replacement())
    }
}
