//! Lints scripts on another thread while the VM runs them.

use super::{ScriptSummaries, lint_scripts};
use cardwright_content::{Content, Diagnostic};
use std::cell::{Cell, OnceCell};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::JoinHandle;

/// All problems that the lint found, and the summaries of the scripts.
type LintOutcome = (Vec<Diagnostic>, ScriptSummaries);

/// The lint of all scripts. Its methods wait for the thread to end.
#[derive(Default)]
pub(crate) struct BackgroundLint {
    thread: Cell<Option<JoinHandle<LintOutcome>>>,
    outcome: OnceCell<LintOutcome>,
}

impl BackgroundLint {
    /// Starts the lint. `host_functions` holds the names of the host functions.
    pub(crate) fn begin(&self, content: &Arc<Content>, host_functions: Vec<String>) {
        let host_functions = Arc::new(host_functions);
        let lint = {
            let (content, host_functions) = (content.clone(), host_functions.clone());
            move || lint_scripts(&content, &host_functions)
        };
        match std::thread::Builder::new().name("scripts".into()).spawn(lint) {
            Ok(thread) => self.thread.set(Some(thread)),
            // The system gives no further thread, so lint on this one.
            Err(_) => drop(self.outcome.set(lint_scripts(content, &host_functions))),
        }
    }

    fn outcome(&self) -> &LintOutcome {
        self.outcome.get_or_init(|| match self.thread.take() {
            Some(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            None => LintOutcome::default(), // The lint was never started, because the scripts were checked before.
        })
    }

    /// The summaries of all scripts. There are none if the lint was never started.
    pub(crate) fn summaries(&self) -> &ScriptSummaries {
        &self.outcome().1
    }

    /// All problems that the lint found.
    pub(crate) fn problems(&self) -> Vec<Diagnostic> {
        self.outcome().0.clone()
    }
}
