//! Finds citations of unknown rules in comments and docs of scripts.

use super::ScriptSummaries;
use cardwright_content::{CitationTarget, Content, Diagnostic, bracketed};
use std::ops::Range;

/// Returns a warning for each cited rule that `rules.toml` does not list.
pub(super) fn find_unknown(content: &Content, summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    if content.rules.is_empty() {
        return out;
    }
    let known_rules = content.citable_rules();
    for file in &content.scripts {
        let mut report = |citation: &str, span: Range<usize>| {
            if content.resolve_citation(citation) == CitationTarget::Unknown {
                let problem = Diagnostic::warning("content::unknown-rule", format!("unknown rule `{citation}`"));
                let problem = problem.at(file, span).label("rules.toml lists no such rule");
                out.push(problem.suggest(citation, known_rules.iter().map(String::as_str)));
            }
        };
        for (span, citation) in cardwright_lint::cited_rules(&file.text) {
            report(&citation, span.start + 1..span.end - 1);
        }
        let summary = summaries.scripts().find(|(summarized, _)| std::sync::Arc::ptr_eq(summarized, file));
        let definitions = summary.into_iter().flat_map(|(_, summary)| &summary.definitions);
        for text in definitions.flat_map(|definition| &definition.texts) {
            for (span, citation) in bracketed(&file.text[text.span.clone()]) {
                report(citation, text.span.start + span.start..text.span.start + span.end);
            }
        }
    }
    out
}
