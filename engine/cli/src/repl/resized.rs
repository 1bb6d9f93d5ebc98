//! The terminal became another size while a line was being typed: the table is drawn anew above it, at once.

use super::display::{self, Look, paint::Page, rows};
use cardwright_view::View;
use std::sync::{Arc, Mutex, PoisonError};

/// What stands on the screen while a line is typed.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    pub(super) view: View,
    pub(super) besides: String,
    pub(super) color: bool,
}

impl Shown {
    /// The table and what is asked, on a page of so many columns and lines.
    fn text(&self, width: usize, height: usize) -> String {
        let page = Page::of(width, height, self.color);
        let look = Look::new(&self.view, page);
        let mut lines = display::screen(&look, &self.besides);
        let room = page.height.saturating_sub(lines.len() + 3);
        lines.extend(self.view.choice.iter().flat_map(|choice| rows::rows(page, choice, &self.besides, room)));
        lines.join("\n")
    }
}

/// What to draw when the size changes; nothing while nobody types, or somebody else may look.
#[derive(Debug, Clone, Default)]
pub(super) struct Resized(Arc<Mutex<Option<Shown>>>);

impl Resized {
    /// From here on a change of size draws what is shown by way of `tell`, which does not break the line being typed.
    pub(super) fn watching(tell: Option<Box<dyn FnMut(String) + Send>>) -> Resized {
        let resized = Resized::default();
        #[cfg(unix)]
        if let Some(tell) = tell {
            unix::watch(resized.clone(), tell);
        }
        #[cfg(not(unix))]
        drop(tell);
        resized
    }

    /// What is shown from now on.
    pub(super) fn shows(&self, shown: Option<Shown>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = shown;
    }

    /// What is shown, on a page of another size.
    #[cfg(unix)]
    fn drawn(&self, width: usize, height: usize) -> Option<String> {
        let shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.as_ref().map(|shown| shown.text(width, height))
    }
}

#[cfg(unix)]
mod unix {
    use super::Resized;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    use terminal_size::{Height, Width, terminal_size};

    /// A window that is being dragged says so many times.
    const LOOK_EVERY: Duration = Duration::from_millis(100);

    pub(super) fn watch(resized: Resized, mut tell: Box<dyn FnMut(String) + Send>) {
        let changed = Arc::new(AtomicBool::new(false));
        // The editor's own handler was there before, and is called as well.
        if signal_hook::flag::register(signal_hook::consts::SIGWINCH, changed.clone()).is_err() {
            return;
        }
        let mut drawn = terminal_size();
        let look = move || {
            let mut is_settling = false;
            loop {
                std::thread::sleep(LOOK_EVERY);
                if changed.swap(false, Ordering::Relaxed) {
                    is_settling = true;
                    continue;
                }
                let size = terminal_size();
                if !std::mem::take(&mut is_settling) || size == drawn {
                    continue;
                }
                drawn = size;
                let Some((Width(width), Height(height))) = size else { continue };
                resized.drawn(usize::from(width), usize::from(height)).into_iter().for_each(&mut tell);
            }
        };
        // Without it the next line is drawn at the new size.
        let _ = std::thread::Builder::new().spawn(look);
    }
}
