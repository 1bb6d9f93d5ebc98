//! Scripts are read on a thread of their own while the VM runs them: neither needs the other until somebody asks where
//! something stands.

use super::{Outlines, scripts};
use cardwright_content::{Content, Diagnostic};
use std::cell::{Cell, OnceCell};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::JoinHandle;

type Read = (Vec<Diagnostic>, Outlines);

/// What scripts say, and what is wrong with it as far as that can be seen before they run.
#[derive(Default)]
pub(crate) struct Reading {
    thread: Cell<Option<JoinHandle<Read>>>,
    done: OnceCell<Read>,
}

impl Reading {
    /// Begins to read the scripts of some content; `api` are the names of the host API.
    pub(crate) fn begin(&self, content: &Arc<Content>, api: Vec<String>) {
        let api = Arc::new(api);
        let read = {
            let (content, api) = (content.clone(), api.clone());
            move || scripts(&content, &api)
        };
        match std::thread::Builder::new().name("scripts".into()).spawn(read) {
            Ok(thread) => self.thread.set(Some(thread)),
            // No thread is to be had: then one after the other.
            Err(_) => drop(self.done.set(scripts(content, &api))),
        }
    }

    fn done(&self) -> &Read {
        self.done.get_or_init(|| match self.thread.take() {
            Some(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            None => Read::default(), // Nothing was begun: these scripts are known to be sound.
        })
    }

    /// What they say.
    pub(crate) fn outlines(&self) -> &Outlines {
        &self.done().1
    }

    /// What is wrong.
    pub(crate) fn problems(&self) -> Vec<Diagnostic> {
        self.done().0.clone()
    }
}
