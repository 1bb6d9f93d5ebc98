//! Checks references in texts and comments: rules (`[LC Set-Up]`) and knobs (`{knob:search-target}`). Replaces knobs
//! with their numbers.

use super::builder::Builder;
use crate::citations::{CitationTarget, Rulebook, bracketed};
use crate::diagnostic::Diagnostic;
use crate::field::Datum;
use crate::knob::{insert_knobs, unknown_knobs};
use crate::located::Located;
use crate::source_file::SourceFile;
use crate::table_reader::TableReader;
use std::ops::Range;
use std::sync::Arc;

impl Builder<'_> {
    /// Reports unknown knobs and rules in all texts, and unknown rules in the comments of the TOML files.
    pub(super) fn check_references(&self, files: &[Arc<SourceFile>]) {
        let book = self.rulebook();
        for text in self.tables.all_texts() {
            for unknown in unknown_knobs(&text.value, &self.knobs) {
                let knob_ids = self.knobs.iter().map(|knob| knob.id.as_str());
                self.problems.push(
                    text.part(unknown.span)
                        .error("content::unknown-knob", format!("unknown knob `{}`", unknown.id))
                        .label("no knob of this game has this id")
                        .suggest(&unknown.id, knob_ids),
                );
            }
            for (span, cite) in bracketed(&text.value) {
                let place = text.part(span);
                self.check_citation(book, cite, &place.file, place.span);
            }
        }
        for file in files.iter().filter(|file| file.path.ends_with(".toml")) {
            for (offset, comment) in comments(file) {
                for (span, cite) in bracketed(comment) {
                    self.check_citation(book, cite, file, offset + span.start..offset + span.end);
                }
            }
        }
    }

    /// Returns the rules that can be cited.
    pub(super) fn rulebook(&self) -> Rulebook<'_> {
        Rulebook { code: &self.rule_code, rules: &self.rules }
    }

    /// Reports an unknown rule, as a warning only: citations do not affect play.
    fn check_citation(&self, book: Rulebook<'_>, cite: &str, file: &Arc<SourceFile>, span: Range<usize>) {
        if book.resolve(cite) == CitationTarget::Unknown && !book.rules.is_empty() {
            let problem = Diagnostic::warning("content::unknown-rule", format!("unknown rule `{cite}`")).at(file, span);
            self.problems.push(with_rule_help(problem, book, cite));
        }
    }

    /// Checks the rules in the key `rule` of an entry. They may leave out the code of the game: `Search 2`.
    pub(super) fn check_rule_key(&self, keys: &TableReader<'_>) {
        let book = self.rulebook();
        let Some(rule) = keys.text("rule").filter(|_| !book.rules.is_empty()) else { return };
        for_each_rule(&rule, |part, place| {
            if book.resolve_key(part) == CitationTarget::Unknown {
                let problem = place.error("content::unknown-rule", format!("unknown rule `{part}`"));
                // The candidates of did-you-mean begin with the code, so the compared text must begin with it too.
                let citation =
                    if part.starts_with(book.code) { part.to_owned() } else { format!("{} {part}", book.code) };
                keys.push(with_rule_help(problem, book, &citation));
            }
        });
    }

    /// Replaces the knobs that the texts in a space, link, piece or card quote.
    pub(super) fn insert_knobs_in(&self, datum: &mut Datum) {
        match datum {
            Datum::Text(text) => *text = self.replace_knobs(text),
            Datum::Table(table) => table.iter_mut().for_each(|(_, datum)| self.insert_knobs_in(datum)),
            _ => {}
        }
    }

    /// Returns a text with its quoted knobs replaced. [`Self::check_references`] reports unknown knobs.
    pub(crate) fn with_knobs(&self, text: Located<String>) -> String {
        self.replace_knobs(&text.value)
    }

    fn replace_knobs(&self, text: &str) -> String {
        insert_knobs(text, &self.knobs).unwrap_or_else(|_| text.to_owned())
    }

    /// Replaces the knobs that descriptions of knobs quote.
    pub(super) fn insert_knobs_in_knob_docs(&mut self) {
        let docs: Vec<String> = self.knobs.iter().map(|knob| self.replace_knobs(&knob.doc)).collect();
        self.knobs.iter_mut().zip(docs).for_each(|(knob, doc)| knob.doc = doc);
    }
}

/// Calls `action` with each rule of a list such as `CL 3.1; CL 3.2`, and with the place of the rule.
pub(super) fn for_each_rule(rules: &Located<String>, mut action: impl FnMut(&str, Located<()>)) {
    let mut offset = 0;
    for part in rules.value.split(';') {
        let start = offset + part.len() - part.trim_start().len();
        action(part.trim(), rules.part(start..start + part.trim().len()));
        offset += part.len() + 1;
    }
}

/// Adds the label and a suggestion to a diagnostic about an unknown rule.
pub(super) fn with_rule_help(problem: Diagnostic, book: Rulebook<'_>, cite: &str) -> Diagnostic {
    let citations = book.citations();
    problem.label("rules.toml lists no such rule").suggest(cite, citations.iter().map(String::as_str))
}

/// Returns the comments of a TOML file, each with its byte offset. Skips `rules.toml`, because its comments may show
/// examples of citations.
fn comments(file: &SourceFile) -> Vec<(usize, &str)> {
    let mut line_start = 0;
    let mut comments = Vec::new();
    let lines = if file.path.ends_with("/rules.toml") { "" } else { file.text.as_str() };
    for line in lines.split_inclusive('\n') {
        let is_quoted = |column: usize| line[..column].matches('"').count() % 2 == 1;
        let column = line.find('#').filter(|column| !is_quoted(*column));
        comments.extend(column.map(|column| (line_start + column, &line[column..])));
        line_start += line.len();
    }
    comments
}
