//! Finds citations of unknown rules in comments and docs of scripts.

use super::ScriptSummaries;
use cardwright_content::{CitationTarget, Content, Diagnostic, bracketed};
use std::ops::Range;

/// A warning for each rule that `rules.toml` does not list.
pub(super) fn unknown(content: &Content, summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    if content.rules.is_empty() {
        return out;
    }
    let known = content.citable_rules();
    for file in &content.scripts {
        let mut report = |cite: &str, span: Range<usize>| {
            if content.resolve_citation(cite) == CitationTarget::Unknown {
                let problem = Diagnostic::warning("content::unknown-rule", format!("unknown rule `{cite}`"));
                let problem = problem.at(file, span).label("rules.toml lists no such rule");
                out.push(problem.suggest(cite, known.iter().map(String::as_str)));
            }
        };
        for (span, cite) in cardwright_lint::cited_rules(&file.text) {
            report(&cite, span.start + 1..span.end - 1);
        }
        let summary = summaries.scripts().find(|(of, _)| std::sync::Arc::ptr_eq(of, file));
        for text in summary.into_iter().flat_map(|(_, summary)| &summary.definitions).flat_map(|of| &of.texts) {
            for (span, cite) in bracketed(&file.text[text.span.clone()]) {
                report(cite, text.span.start + span.start..text.span.start + span.end);
            }
        }
    }
    out
}
