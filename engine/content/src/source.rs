//! One file of a pack: whose it is, its path and its text.

use std::path::PathBuf;
use std::sync::OnceLock;

/// The id of the pack that others layer on: the repository itself.
pub(crate) const BASE: &str = "base";

/// One file of a pack.
pub struct SourceFile {
    /// The pack's id.
    pub pack: String,
    /// Its path within the pack, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Where it lies, if it can be edited.
    pub on_disk: Option<PathBuf>,
    /// Where each line begins, once somebody has asked for one.
    lines: OnceLock<Box<[usize]>>,
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &SourceFile) -> bool {
        (&self.pack, &self.path, &self.text, &self.on_disk) == (&other.pack, &other.path, &other.text, &other.on_disk)
    }
}
impl Eq for SourceFile {}

impl std::fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SourceFile({}, {} bytes)", self.shown(), self.text.len())
    }
}

impl SourceFile {
    /// A file of a pack, by the pack's id, with its path, its text, and where it lies if it can be edited.
    pub fn new(pack: String, path: String, text: String, on_disk: Option<PathBuf>) -> SourceFile {
        SourceFile { pack, path, text, on_disk, lines: OnceLock::new() }
    }

    /// Line and column (in characters) of a byte, both from 1.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let mut end = byte.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        });
        let line = lines.partition_point(|start| *start <= end);
        (line, self.text[lines[line - 1]..end].chars().count() + 1)
    }
    /// The path as messages show it: with the pack before it where that is not the base.
    pub fn shown(&self) -> String {
        if self.pack == BASE { self.path.clone() } else { format!("{}:{}", self.pack, self.path) }
    }
    /// The game of whose board it is a part: `scenarios/<game>/board.toml`, `scenarios/<game>/board/<name>.toml`.
    pub fn board_of(&self) -> Option<&str> {
        let (game, file) = self.path.strip_prefix("scenarios/")?.split_once('/')?;
        let is_part = |name: &str| name.ends_with(".toml") && !name.contains('/');
        (file == "board.toml" || file.strip_prefix("board/").is_some_and(is_part)).then_some(game)
    }
    /// The name `require` knows a script by: `<game>/payment`, `lib/sets`.
    pub fn module(&self) -> Option<&str> {
        self.path.strip_prefix("scripts/")?.strip_suffix(".luau")
    }
}

#[cfg(test)]
mod tests {
    use super::SourceFile;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let file = SourceFile::new("base".into(), "a.toml".into(), "é = 1\n\nb\n".into(), None);
        let places: Vec<(usize, usize)> = (0..=20).map(|byte| file.line_column(byte)).collect();
        assert_eq!(places[..4], [(1, 1), (1, 1), (1, 2), (1, 3)], "a byte within a character is that character's");
        assert_eq!(places[6..11], [(1, 6), (2, 1), (3, 1), (3, 2), (4, 1)]);
        assert_eq!(places[20], (4, 1), "past the end is the end");
    }
}
