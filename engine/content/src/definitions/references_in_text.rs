//! References in texts and comments: rules, as `[LC Set-Up]`, and knobs, as `{knob:search-target}`.

use super::Builder;
use crate::citations::{CitationTarget, Rulebook, bracketed};
use crate::diagnostic::Diagnostic;
use crate::field::Datum;
use crate::knob::{Knob, insert_knobs, unknown_knobs};
use crate::located::Located;
use crate::source_file::SourceFile;
use crate::table_reader::TableReader;
use std::ops::Range;
use std::sync::Arc;

impl Builder<'_> {
    /// Reports unknown knobs and rules in all texts, and unknown rules in comments.
    pub(super) fn check_references(&self) {
        let book = self.rulebook();
        for text in self.layers.all_texts() {
            for unknown in unknown_knobs(&text.value, &self.knobs) {
                let known = self.knobs.iter().map(|knob| knob.id.as_str());
                self.problems.push(
                    text.part(unknown.span)
                        .error("content::unknown-knob", format!("unknown knob `{}`", unknown.id))
                        .label("no knob of this game has this id")
                        .suggest(&unknown.id, known),
                );
            }
            for (span, cite) in bracketed(&text.value) {
                let at = text.part(span);
                self.check_citation(book, cite, &at.file, at.span);
            }
        }
        for file in self.layers.files.iter().filter(|file| file.path.ends_with(".toml")) {
            for (from, comment) in comments(file) {
                for (span, cite) in bracketed(comment) {
                    self.check_citation(book, cite, file, from + span.start..from + span.end);
                }
            }
        }
    }

    /// The rules that can be cited.
    pub(super) fn rulebook(&self) -> Rulebook<'_> {
        Rulebook { code: &self.rule_code, rules: &self.rules }
    }

    /// Reports an unknown rule, as a warning only: citations do not affect play.
    fn check_citation(&self, book: Rulebook<'_>, cite: &str, file: &Arc<SourceFile>, span: Range<usize>) {
        if book.resolve(cite) == CitationTarget::Unknown && !book.rules.is_empty() {
            let problem = Diagnostic::warning("content::unknown-rule", format!("unknown rule `{cite}`")).at(file, span);
            self.problems.push(no_such_rule(problem, book, cite));
        }
    }

    /// Checks the rules in the key `rule` of an entry, which may leave out the code of the game.
    pub(super) fn check_rule_key(&self, keys: &TableReader<'_>) {
        let book = self.rulebook();
        let Some(rule) = keys.text("rule").filter(|_| !book.rules.is_empty()) else { return };
        for_each_rule(&rule, |part, at| {
            if book.resolve_key(part) == CitationTarget::Unknown {
                let problem = at.error("content::unknown-rule", format!("unknown rule `{part}`"));
                // With the code on both sides, did-you-mean compares the numbers.
                let full = if part.starts_with(book.code) { part.to_owned() } else { format!("{} {part}", book.code) };
                keys.push(no_such_rule(problem, book, &full));
            }
        });
    }

    /// Replaces the knobs that texts of spaces, links, pieces and cards quote.
    pub(super) fn insert_knobs_in(&self, datum: &mut Datum) {
        match datum {
            Datum::Text(text) => *text = self.replace_knobs(text),
            Datum::Table(table) => table.iter_mut().for_each(|(_, datum)| self.insert_knobs_in(datum)),
            _ => {}
        }
    }

    /// A text with its quoted knobs replaced. Unknown knobs are reported by `check_references`.
    pub(crate) fn with_knobs(&self, text: Located<String>) -> String {
        self.replace_knobs(&text.value)
    }

    fn replace_knobs(&self, text: &str) -> String {
        insert_knobs(text, &self.knobs).unwrap_or_else(|_| text.to_owned())
    }

    /// Replaces the knobs that descriptions of knobs quote.
    pub(super) fn insert_knobs_in_knob_docs(&mut self) {
        let docs: Vec<String> = self.knobs.iter().map(|knob| self.replace_knobs(&knob.doc)).collect();
        self.knobs.iter_mut().zip(docs).for_each(|(Knob { doc: old, .. }, doc)| *old = doc);
    }
}

/// Calls a function with each rule of `CL 3.1; CL 3.2` and its place.
pub(super) fn for_each_rule(rule: &Located<String>, mut each: impl FnMut(&str, Located<()>)) {
    let mut from = 0;
    for part in rule.value.split(';') {
        let start = from + part.len() - part.trim_start().len();
        each(part.trim(), rule.part(start..start + part.trim().len()));
        from += part.len() + 1;
    }
}

/// Completes a diagnostic about an unknown rule.
pub(super) fn no_such_rule(problem: Diagnostic, book: Rulebook<'_>, cite: &str) -> Diagnostic {
    let known = book.citations();
    problem.label("rules.toml lists no such rule").suggest(cite, known.iter().map(String::as_str))
}

/// The comments of a TOML file, each with its first byte. `rules.toml` is skipped: its comments may show examples of
/// citations.
fn comments(file: &SourceFile) -> Vec<(usize, &str)> {
    let mut from = 0;
    let mut all = Vec::new();
    let lines = if file.path.ends_with("/rules.toml") { "" } else { file.text.as_str() };
    for line in lines.split_inclusive('\n') {
        let is_quoted = |at: usize| line[..at].matches('"').count() % 2 == 1;
        all.extend(line.find('#').filter(|at| !is_quoted(*at)).map(|at| (from + at, &line[at..])));
        from += line.len();
    }
    all
}
