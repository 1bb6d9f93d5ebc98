//! Templates: files with `{{words}}` to be filled in, in their paths too.

use crate::failure::Failure;
use cardwright_content::ToWrite;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;

static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Files that a pack has one of: what is added stands at their end.
const SHARED: [&str; 2] = ["board.toml", "text.toml"];

/// What stands for each word of a template.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words(BTreeMap<&'static str, String>);

impl Words {
    /// The same with one more word.
    #[must_use]
    pub(crate) fn with(mut self, word: &'static str, text: impl Into<String>) -> Words {
        self.0.insert(word, text.into());
        self
    }

    /// A text with its words filled in. A line that held nothing but words which say nothing is left out.
    fn fill(&self, text: &str) -> Result<String, Failure> {
        let mut out = String::new();
        for line in text.lines() {
            let (mut filled, mut rest) = (String::new(), line);
            while let Some((before, after)) = rest.split_once("{{") {
                let (word, after) = after.split_once("}}").ok_or_else(|| unfit(line))?;
                filled.push_str(before);
                filled.push_str(self.0.get(word).ok_or_else(|| unfit(line))?);
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

    /// A path with its words filled in.
    fn path(&self, path: &str) -> Result<String, Failure> {
        Ok(self.fill(path)?.trim_end().to_owned())
    }
}

/// A template that asks for a word nobody gives is our own mistake.
fn unfit(line: &str) -> Failure {
    Failure::Findings(format!("a template of this program does not fit it: `{line}`"))
}

/// The text of one template, by its path.
fn text_of(path: &str) -> Result<&'static str, Failure> {
    TEMPLATES.get_file(path).and_then(|file| file.contents_utf8()).ok_or_else(|| unfit(path))
}

/// The files of a template for a pack that has those: new ones, and such as are added to.
pub(crate) fn files(
    kind: &str,
    words: &Words,
    there: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<ToWrite>, Failure> {
    let mut open = vec![TEMPLATES.get_dir(kind).ok_or_else(|| unfit(kind))?];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        open.extend(folder.dirs());
        for file in folder.files() {
            let path = file.path().to_string_lossy().replace('\\', "/");
            let path = words.path(path.strip_prefix(kind).unwrap_or(&path).trim_start_matches('/'))?;
            let text = words.fill(file.contents_utf8().unwrap_or_default())?;
            let shared = SHARED.into_iter().find(|name| kind != "game" && path.ends_with(&format!("/{name}")));
            files.push(match shared {
                Some(name) => added(path, &text, &words.fill(text_of(&format!("heads/{name}"))?)?, there),
                None => ToWrite { path, text, instead_of: None },
            });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// A text put at the end of a file of the pack; where there is none yet, below what every such file begins with.
fn added(path: String, text: &str, head: &str, there: &dyn Fn(&str) -> Option<String>) -> ToWrite {
    let old = there(&path);
    let mut whole = old.clone().unwrap_or_else(|| head.to_owned());
    if !whole.ends_with('\n') {
        whole.push('\n');
    }
    whole.push_str(text);
    ToWrite { path, text: whole, instead_of: old }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn words_are_filled_in_and_lines_of_nothing_left_out() {
        let words = Words::default().with("id", "ford").with("until", "");
        let text = "a = \"{{id}}\"\n{{until}}\n\nb {{id}}{{id}} {1}\n";
        assert_eq!(words.fill(text).expect("filled"), "a = \"ford\"\n\nb fordford {1}\n");
        assert_eq!(words.path("scripts/{{id}}/x").expect("filled"), "scripts/ford/x");
        assert!(words.fill("{{od}}").is_err());
    }
}
