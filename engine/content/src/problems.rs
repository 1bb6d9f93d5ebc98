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
    /// How many candidates a did-you-mean may compare: none once further diagnostics are dropped.
    pub(crate) fn max_candidates(&self) -> usize {
        if self.found.borrow().len() < MAX_KEPT { usize::MAX } else { 0 }
    }
    pub(crate) fn any_errors(&self) -> bool {
        *self.dropped_errors.borrow() > 0 || self.found.borrow().iter().any(|d| d.severity == Severity::Error)
    }
    /// All diagnostics without duplicates, sorted by place. The last one counts the dropped errors.
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

/// Keeps only the first diagnostic for each undeclared word, and adds how often the word occurs.
fn merge_unknown_words(found: &mut Vec<Diagnostic>) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let is_unknown_word = |problem: &Diagnostic| problem.code == "content::unknown-word";
    found.retain(|problem| {
        let times = times.entry(problem.message.clone()).or_default();
        *times += usize::from(is_unknown_word(problem));
        *times <= 1
    });
    for problem in found.iter_mut().filter(|problem| is_unknown_word(problem)) {
        let more = times.get(&problem.message).map_or(0, |times| times - 1);
        if more > 0 {
            problem.label.push_str(&format!("; used in {more} more {}", if more == 1 { "place" } else { "places" }));
        }
    }
}
