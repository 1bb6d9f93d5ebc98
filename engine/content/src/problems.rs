//! Where diagnostics gather while content is walked.

use crate::diagnostic::{Diagnostic, Severity};
use std::cell::RefCell;

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
        let left_out = self.left_out.into_inner();
        if left_out > 0 {
            found
                .push(Diagnostic::error("content::too-many-problems", format!("{left_out} more errors are not shown")));
        }
        found
    }
}
