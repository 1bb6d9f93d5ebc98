//! Where diagnostics gather while content is walked.

use crate::diagnostic::{Diagnostic, Severity};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// More than this many help nobody, and a hostile pack could make millions.
const MOST: usize = 500;

/// The diagnostics found so far.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    found: RefCell<Vec<Diagnostic>>,
    left_out: RefCell<usize>,
}

impl Problems {
    pub(crate) fn push(&self, problem: Diagnostic) {
        let mut found = self.found.borrow_mut();
        if found.len() < MOST {
            found.push(problem);
        } else if problem.severity == Severity::Error {
            *self.left_out.borrow_mut() += 1;
        }
    }
    /// How many candidates are worth comparing for a did-you-mean: none once nothing more is shown.
    pub(crate) fn room(&self) -> usize {
        if self.found.borrow().len() < MOST { usize::MAX } else { 0 }
    }
    pub(crate) fn any_errors(&self) -> bool {
        *self.left_out.borrow() > 0 || self.found.borrow().iter().any(|d| d.severity == Severity::Error)
    }
    /// All of them by place, each once, and how many were left out.
    pub(crate) fn into_sorted(self) -> Vec<Diagnostic> {
        let mut found = self.found.into_inner();
        found.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
        found.dedup_by(|a, b| a.sort_key() == b.sort_key());
        once_for_each_word(&mut found);
        let left_out = self.left_out.into_inner();
        if left_out > 0 {
            found
                .push(Diagnostic::error("content::too-many-problems", format!("{left_out} more errors are not shown")));
        }
        found
    }
}

/// A word that is not declared is told where it stands first: it is one thing that is missing, however often it is named.
fn once_for_each_word(found: &mut Vec<Diagnostic>) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let is_word = |problem: &Diagnostic| problem.code == "content::unknown-word";
    found.retain(|problem| {
        let times = times.entry(problem.message.clone()).or_default();
        *times += usize::from(is_word(problem));
        *times <= 1
    });
    for problem in found.iter_mut().filter(|problem| is_word(problem)) {
        let more = times.get(&problem.message).map_or(0, |times| times - 1);
        if more > 0 {
            problem
                .label
                .push_str(&format!("; it stands in {more} more {}", if more == 1 { "place" } else { "places" }));
        }
    }
}
