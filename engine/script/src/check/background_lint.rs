//! Lints scripts on another thread while the VM runs them.

use super::{ScriptSummaries, lint_scripts};
use cardwright_content::{Content, Diagnostic};
use std::cell::{Cell, OnceCell};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::JoinHandle;

type LintResult = (Vec<Diagnostic>, ScriptSummaries);

/// The lint of all scripts. Its methods wait until it is done.
#[derive(Default)]
pub(crate) struct BackgroundLint {
    thread: Cell<Option<JoinHandle<LintResult>>>,
    done: OnceCell<LintResult>,
}

impl BackgroundLint {
    /// Starts the lint. `api` holds the names of the host functions.
    pub(crate) fn begin(&self, content: &Arc<Content>, api: Vec<String>) {
        let api = Arc::new(api);
        let read = {
            let (content, api) = (content.clone(), api.clone());
            move || lint_scripts(&content, &api)
        };
        match std::thread::Builder::new().name("scripts".into()).spawn(read) {
            Ok(thread) => self.thread.set(Some(thread)),
            // No thread is available: lint now.
            Err(_) => drop(self.done.set(lint_scripts(content, &api))),
        }
    }

    fn done(&self) -> &LintResult {
        self.done.get_or_init(|| match self.thread.take() {
            Some(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            None => LintResult::default(), // Never started: the scripts are known to be sound.
        })
    }

    /// The summaries of all scripts. Empty if the lint was never started.
    pub(crate) fn summaries(&self) -> &ScriptSummaries {
        &self.done().1
    }

    /// All problems.
    pub(crate) fn problems(&self) -> Vec<Diagnostic> {
        self.done().0.clone()
    }
}
