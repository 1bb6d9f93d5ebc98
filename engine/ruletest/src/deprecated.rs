//! Words of the rule-test language that were renamed. The old words work for one release, and the report warns about
//! them.

use crate::line_part::{LinePart, Mistake};
use crate::parser::{Keyword, ParsedTest};

/// Old words at the beginning of an `expect` item, each with the word to write now.
const RENAMED: [(&str, &str); 3] = [("told", "logged"), ("unwise", "discouraged"), ("wise", "no discouraged")];

/// Returns a warning for each old word in a test.
pub(crate) fn warnings(test: &ParsedTest) -> Vec<Mistake> {
    let lines = test.variants.iter().flat_map(|variant| &variant.body).filter(|line| line.keyword == Keyword::Expect);
    lines.flat_map(|line| line.rest.items()).filter_map(warning).collect()
}

fn warning(mut item: LinePart) -> Option<Mistake> {
    // The word comes after prefixes such as `view of us:`.
    while ["some seed:", "no seed:", "view of "].iter().any(|prefix| item.text.starts_with(prefix)) {
        item = item.split_once(":")?.1;
    }
    let words = item.words();
    let word = words.iter().find(|word| word.text != "no")?;
    let (old, new) = RENAMED.iter().find(|(old, _)| *old == word.text)?;
    Some(word.mistake(format!("`{old}` is deprecated: write `{new}`")))
}
