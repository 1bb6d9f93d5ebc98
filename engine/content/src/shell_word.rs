//! Paths in commands that a person copies into a shell.

use std::path::Path;

/// Writes a path as one word of a shell command, in quotes if it needs them.
pub fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./\\:+=@%~,".contains(c);
    match text.chars().all(is_plain) && !text.is_empty() {
        true => text,
        false if cfg!(windows) => format!("\"{text}\""),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;
    use std::path::Path;

    #[test]
    fn only_a_path_that_needs_quotes_has_them() {
        assert_eq!(shell_word(Path::new("games/one-2.cwr")), "games/one-2.cwr");
        assert_eq!(shell_word(Path::new("spiel-ä.cwr")), "spiel-ä.cwr");
        #[cfg(not(windows))]
        assert_eq!(shell_word(Path::new("my game's.cwr")), "'my game'\\''s.cwr'");
    }
}
