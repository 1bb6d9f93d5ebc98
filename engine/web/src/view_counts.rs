//! Counts the views that a server makes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the views and messages that a server makes. The server makes one view per role and event, however many pages
/// are open. All pages that have received the same messages before share one new message.
#[derive(Debug, Clone, Default)]
pub struct ViewCounts {
    views: Arc<AtomicU64>,
    /// The number of view messages.
    texts: Arc<AtomicU64>,
}

impl ViewCounts {
    /// The number of views.
    pub fn views(&self) -> u64 {
        self.views.load(Ordering::Relaxed)
    }
    /// The number of view messages.
    pub fn texts(&self) -> u64 {
        self.texts.load(Ordering::Relaxed)
    }
    pub(crate) fn count_view(&self) {
        self.views.fetch_add(1, Ordering::Relaxed);
    }
    pub(crate) fn text_counter(&self) -> Arc<AtomicU64> {
        self.texts.clone()
    }
}
