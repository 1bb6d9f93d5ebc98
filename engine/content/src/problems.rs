//! Collects diagnostics while content is read.

use crate::diagnostic::{Diagnostic, Severity};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The most diagnostics to keep. A hostile pack could cause millions.
const MAX_KEPT: usize = 500;

/// The diagnostics found so far.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    found: RefCell<Vec<Diagnostic>>,
    dropped_errors: RefCell<usize>,
}

impl Problems {
    pub(crate) fn push(&self, problem: Diagnostic) {
        let mut found = self.found.borrow_mut();
        if found.len() < MAX_KEPT {
            found.push(problem);
        } else if problem.severity == Severity::Error {
            *self.dropped_errors.borrow_mut() += 1;
        }
    }
    /// Returns how many names a did-you-mean suggestion may compare. Returns 0 once the list is full, because the
    /// suggestion would be dropped.
    pub(crate) fn max_candidates(&self) -> usize {
        if self.found.borrow().len() < MAX_KEPT { usize::MAX } else { 0 }
    }
    pub(crate) fn has_errors(&self) -> bool {
        *self.dropped_errors.borrow() > 0
            || self.found.borrow().iter().any(|problem| problem.severity == Severity::Error)
    }
    /// Returns all diagnostics without duplicates, sorted by place. If errors were dropped, one more diagnostic counts
    /// them.
    pub(crate) fn into_sorted(self) -> Vec<Diagnostic> {
        let mut found = self.found.into_inner();
        found.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
        found.dedup_by(|a, b| a.sort_key() == b.sort_key());
        merge_unknown_words(&mut found);
        let dropped = self.dropped_errors.into_inner();
        if dropped > 0 {
            found.push(Diagnostic::error("content::too-many-problems", format!("{dropped} more errors are not shown")));
        }
        found
    }
}

/// Keeps only the first diagnostic for each undeclared word. Its label then says in how many more places the word
/// occurs.
fn merge_unknown_words(found: &mut Vec<Diagnostic>) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let is_unknown_word = |problem: &Diagnostic| problem.code == "content::unknown-word";
    found.retain(|problem| {
        let count = counts.entry(problem.message.clone()).or_default();
        *count += usize::from(is_unknown_word(problem));
        *count <= 1
    });
    for problem in found.iter_mut().filter(|problem| is_unknown_word(problem)) {
        let further = counts.get(&problem.message).map_or(0, |count| count - 1);
        if further > 0 {
            problem
                .label
                .push_str(&format!("; used in {further} more {}", if further == 1 { "place" } else { "places" }));
        }
    }
}
