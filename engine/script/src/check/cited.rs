//! Rules that comments and docs of scripts cite and that `rules.toml` does not list.

use super::Outlines;
use cardwright_content::{Cited, Content, Diagnostic, bracketed};
use std::ops::Range;

/// A warning for each: what is cited changes nothing in play.
pub(super) fn unknown(content: &Content, outlines: &Outlines) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    if content.rules.is_empty() {
        return out;
    }
    let known = content.citable();
    for file in &content.scripts {
        let mut tell = |cite: &str, span: Range<usize>| {
            if content.cited(cite) == Cited::Unknown {
                let problem = Diagnostic::warning("content::unknown-rule", format!("unknown rule `{cite}`"));
                let problem = problem.at(file, span).label("rules.toml lists no such rule");
                out.push(problem.suggest(cite, known.iter().map(String::as_str)));
            }
        };
        for (span, cite) in cardwright_lint::cited(&file.text) {
            tell(&cite, span.start + 1..span.end - 1);
        }
        let outline = outlines.scripts().find(|(of, _)| std::sync::Arc::ptr_eq(of, file));
        for text in outline.into_iter().flat_map(|(_, outline)| &outline.definitions).flat_map(|of| &of.texts) {
            for (span, cite) in bracketed(&file.text[text.span.clone()]) {
                tell(cite, text.span.start + span.start..text.span.start + span.end);
            }
        }
    }
    out
}
