//! One file of a pack.

use std::path::PathBuf;
use std::sync::OnceLock;

/// Id of the base pack, which is the first layer: the repository itself.
pub(crate) const BASE: &str = "base";

/// One file of a pack.
pub struct SourceFile {
    /// Id of the pack.
    pub pack: String,
    /// Path within the pack, with `/`.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// Path on disk, if the file can be edited.
    pub on_disk: Option<PathBuf>,
    /// The byte offset of each text line, computed on first use.
    line_starts: OnceLock<Box<[usize]>>,
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &SourceFile) -> bool {
        (&self.pack, &self.path, &self.text, &self.on_disk) == (&other.pack, &other.path, &other.text, &other.on_disk)
    }
}
impl Eq for SourceFile {}

impl std::fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SourceFile({}, {} bytes)", self.display_path(), self.text.len())
    }
}

impl SourceFile {
    /// Creates a file of the pack with the id `pack`.
    pub fn new(pack: String, path: String, text: String, on_disk: Option<PathBuf>) -> SourceFile {
        SourceFile { pack, path, text, on_disk, line_starts: OnceLock::new() }
    }

    /// Returns the fingerprint of the text: the beginning of its hash, independent of line endings.
    pub fn fingerprint(&self) -> String {
        blake3::hash(self.text.replace("\r\n", "\n").as_bytes()).to_hex()[..8].to_string()
    }

    /// Returns the line and the column of a byte offset, both counted from 1. The column counts characters.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let mut end = byte.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let line_starts = self.line_starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let line = line_starts.partition_point(|start| *start <= end);
        (line, self.text[line_starts[line - 1]..end].chars().count() + 1)
    }
    /// Returns the path as messages show it. The id of the pack precedes the path, except for the base pack.
    pub fn display_path(&self) -> String {
        if self.pack == BASE { self.path.clone() } else { format!("{}:{}", self.pack, self.path) }
    }
    /// Returns the game to whose board the file belongs; `None` if it belongs to no board. Files of a board are
    /// `scenarios/<game>/board.toml` and `scenarios/<game>/board/<name>.toml`.
    pub fn game_of_board(&self) -> Option<&str> {
        let (game, file) = self.path.strip_prefix("scenarios/")?.split_once('/')?;
        let is_board_part = |name: &str| name.ends_with(".toml") && !name.contains('/');
        (file == "board.toml" || file.strip_prefix("board/").is_some_and(is_board_part)).then_some(game)
    }
    /// Returns the name by which `require` loads this script: `<game>/payment`, `lib/sets`. Returns `None` for any
    /// other file.
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
        assert_eq!(places[..4], [(1, 1), (1, 1), (1, 2), (1, 3)], "a byte inside a character counts as that character");
        assert_eq!(places[6..11], [(1, 6), (2, 1), (3, 1), (3, 2), (4, 1)]);
        assert_eq!(places[20], (4, 1), "a byte past the end counts as the end");
    }
}
