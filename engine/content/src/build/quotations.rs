//! What texts and comments quote by name: rules, as `[LC Set-Up]`, and knobs, as `{knob:search-target}`.

use super::Builder;
use crate::cited::{Book, Cited, bracketed};
use crate::diagnostic::Diagnostic;
use crate::field::Datum;
use crate::knob::{Knob, quoted, unknown_knobs};
use crate::located::Located;
use crate::shape::Keys;
use crate::source::SourceFile;
use std::ops::Range;
use std::sync::Arc;

impl Builder<'_> {
    /// Reports what texts quote that there is not, wherever they stand, and rules that comments cite so.
    pub(super) fn quotations(&self) {
        let book = self.book();
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
                self.stray(book, cite, &at.file, at.span);
            }
        }
        for file in self.layers.files.iter().filter(|file| file.path.ends_with(".toml")) {
            for (from, comment) in comments(file) {
                for (span, cite) in bracketed(comment) {
                    self.stray(book, cite, file, from + span.start..from + span.end);
                }
            }
        }
    }

    /// The rules that can be cited.
    pub(super) fn book(&self) -> Book<'_> {
        Book { code: &self.rule_code, rules: &self.rules }
    }

    /// A citation changes nothing in play: a misspelt one is told, and the game loads.
    fn stray(&self, book: Book<'_>, cite: &str, file: &Arc<SourceFile>, span: Range<usize>) {
        if book.cited(cite) == Cited::Unknown && !book.rules.is_empty() {
            let problem = Diagnostic::warning("content::unknown-rule", format!("unknown rule `{cite}`")).at(file, span);
            self.problems.push(no_such_rule(problem, book, cite));
        }
    }

    /// Checks the rules that `rule` of an entry names, several parted by `;`, the code of the game left out or not.
    pub(super) fn ruled(&self, keys: &Keys<'_>) {
        let book = self.book();
        let Some(rule) = keys.text("rule").filter(|_| !book.rules.is_empty()) else { return };
        each_rule(&rule, |part, at| {
            if book.named(part) == Cited::Unknown {
                let problem = at.error("content::unknown-rule", format!("unknown rule `{part}`"));
                // Any rule is like another by its code.
                let full = if part.starts_with(book.code) { part.to_owned() } else { format!("{} {part}", book.code) };
                keys.push(no_such_rule(problem, book, &full));
            }
        });
    }

    /// Puts the knobs that texts of spaces, links, pieces and cards quote in place.
    pub(super) fn quote_in(&self, datum: &mut Datum) {
        match datum {
            Datum::Text(text) => *text = self.said_with(text),
            Datum::Table(table) => table.iter_mut().for_each(|(_, datum)| self.quote_in(datum)),
            _ => {}
        }
    }

    /// A text with the knobs it quotes in place; those there are not are reported with all others.
    pub(crate) fn quoted(&self, text: Located<String>) -> String {
        self.said_with(&text.value)
    }

    fn said_with(&self, text: &str) -> String {
        quoted(text, &self.knobs).unwrap_or_else(|_| text.to_owned())
    }

    /// Knobs may quote each other.
    pub(super) fn knobs_in_docs_of_knobs(&mut self) {
        let docs: Vec<String> = self.knobs.iter().map(|knob| self.said_with(&knob.doc)).collect();
        self.knobs.iter_mut().zip(docs).for_each(|(Knob { doc: old, .. }, doc)| *old = doc);
    }
}

/// Each rule of `CL 3.1; CL 3.2`, with its place.
pub(super) fn each_rule(rule: &Located<String>, mut each: impl FnMut(&str, Located<()>)) {
    let mut from = 0;
    for part in rule.value.split(';') {
        let start = from + part.len() - part.trim_start().len();
        each(part.trim(), rule.part(start..start + part.trim().len()));
        from += part.len() + 1;
    }
}

pub(super) fn no_such_rule(problem: Diagnostic, book: Book<'_>, cite: &str) -> Diagnostic {
    let known = book.all();
    problem.label("rules.toml lists no such rule").suggest(cite, known.iter().map(String::as_str))
}

/// The comments of a TOML file, each with its first byte. The rules themselves explain how they are cited.
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
