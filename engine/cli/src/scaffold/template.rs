//! Fills templates in. A template is a folder of files with `{{placeholders}}` in their texts and paths.

use crate::failure::Failure;
use cardwright_content::FileWrite;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;

static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Files that a pack has once for each game. Templates add text at the end of these files.
const SHARED_FILES: [&str; 2] = ["board.toml", "text.toml"];

/// The texts for the placeholders of a template.
#[derive(Debug, Clone, Default)]
pub(crate) struct Placeholders(BTreeMap<&'static str, String>);

impl Placeholders {
    /// Adds or replaces the text of a placeholder.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, text: impl Into<String>) -> Placeholders {
        self.0.insert(name, text.into());
        self
    }

    /// The text of a placeholder.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Fills a text in. Removes a line that is empty after filling but was not empty before.
    fn fill(&self, text: &str) -> Result<String, Failure> {
        let mut out = String::new();
        for line in text.lines() {
            let (mut filled, mut rest) = (String::new(), line);
            while let Some((before, after)) = rest.split_once("{{") {
                let (name, after) = after.split_once("}}").ok_or_else(|| invalid_template(line))?;
                filled.push_str(before);
                filled.push_str(self.0.get(name).ok_or_else(|| invalid_template(line))?);
                rest = after;
            }
            filled.push_str(rest);
            if !filled.is_empty() || line.is_empty() {
                out.push_str(&filled);
                out.push('\n');
            }
        }
        Ok(out)
    }

    /// Fills a path in.
    fn path(&self, path: &str) -> Result<String, Failure> {
        Ok(self.fill(path)?.trim_end().to_owned())
    }
}

/// Returns the error for an unknown template or placeholder, which is a bug of the program.
fn invalid_template(line: &str) -> Failure {
    Failure::Findings(format!("a template of this program is invalid: `{line}`"))
}

fn template_text(path: &str) -> Result<&'static str, Failure> {
    TEMPLATES.get_file(path).and_then(|file| file.contents_utf8()).ok_or_else(|| invalid_template(path))
}

/// Makes the files of a template: new files, and existing files with added text. `existing` returns the text of a file
/// of the pack.
pub(crate) fn files(
    kind: &str,
    placeholders: &Placeholders,
    existing: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<FileWrite>, Failure> {
    let mut folders = vec![TEMPLATES.get_dir(kind).ok_or_else(|| invalid_template(kind))?];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder.files() {
            let path = file.path().to_string_lossy().replace('\\', "/");
            let path = placeholders.path(path.strip_prefix(kind).unwrap_or(&path).trim_start_matches('/'))?;
            let text = placeholders.fill(file.contents_utf8().unwrap_or_default())?;
            // A new game is a new pack, so its template has these files as a whole.
            let shared = SHARED_FILES.into_iter().find(|name| kind != "game" && path.ends_with(&format!("/{name}")));
            files.push(match shared {
                Some(name) => {
                    let header = placeholders.fill(template_text(&format!("heads/{name}"))?)?;
                    append(path, &text, &header, existing)
                }
                None => FileWrite { path, text, old_text: None },
            });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Appends a text to a file of the pack. A new file starts with `header`.
fn append(path: String, text: &str, header: &str, existing: &dyn Fn(&str) -> Option<String>) -> FileWrite {
    let old_text = existing(&path);
    let mut new_text = old_text.clone().unwrap_or_else(|| header.to_owned());
    if !new_text.ends_with('\n') {
        new_text.push('\n');
    }
    new_text.push_str(text);
    FileWrite { path, text: new_text, old_text }
}

#[cfg(test)]
mod tests {
    use super::Placeholders;

    #[test]
    fn placeholders_are_filled_in_and_empty_lines_removed() {
        let placeholders = Placeholders::default().with("id", "ford").with("until", "");
        let text = "a = \"{{id}}\"\n{{until}}\n\nb {{id}}{{id}} {1}\n";
        assert_eq!(placeholders.fill(text).expect("filled"), "a = \"ford\"\n\nb fordford {1}\n");
        assert_eq!(placeholders.path("scripts/{{id}}/x").expect("filled"), "scripts/ford/x");
        assert!(placeholders.fill("{{od}}").is_err());
    }
}
