//! One file of a pack: whose it is, its path and its text.

use std::path::PathBuf;

/// The id of the pack that others layer on: the repository itself.
pub(crate) const BASE: &str = "base";

/// One file of a pack.
#[derive(PartialEq, Eq)]
pub struct SourceFile {
    /// The pack's id.
    pub pack: String,
    /// Its path within the pack, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Where it lies, if it can be edited.
    pub on_disk: Option<PathBuf>,
}

impl std::fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SourceFile({}, {} bytes)", self.shown(), self.text.len())
    }
}

impl SourceFile {
    /// Line and column (in characters) of a byte, both from 1.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let mut end = byte.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
    /// The path as messages show it: with the pack before it where that is not the base.
    pub fn shown(&self) -> String {
        if self.pack == BASE { self.path.clone() } else { format!("{}:{}", self.pack, self.path) }
    }
    /// The name `require` knows a script by: `<game>/payment`, `lib/sets`.
    pub fn module(&self) -> Option<&str> {
        self.path.strip_prefix("scripts/")?.strip_suffix(".luau")
    }
}
