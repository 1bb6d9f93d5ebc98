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
        if let Some(tell) = tell {
            watched::watch(resized.clone(), tell);
        }
        resized
    }

    /// What is shown from now on.
    pub(super) fn shows(&self, shown: Option<Shown>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = shown;
    }

    /// What is shown, on a page of another size.
    fn drawn(&self, width: usize, height: usize) -> Option<String> {
        let shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.as_ref().map(|shown| shown.text(width, height))
    }
}

mod watched {
    use super::Resized;
    use std::time::Duration;
    use terminal_size::{Height, Width, terminal_size};

    /// The editor takes the signal that tells of a new size for itself: so the size is looked at now and then.
    const LOOK_EVERY: Duration = Duration::from_millis(150);

    pub(super) fn watch(resized: Resized, mut tell: Box<dyn FnMut(String) + Send>) {
        let (mut drawn, mut before) = (terminal_size(), terminal_size());
        let look = move || {
            loop {
                std::thread::sleep(LOOK_EVERY);
                let size = terminal_size();
                // A window that is being dragged has many sizes: the one that stays is drawn.
                let stays = std::mem::replace(&mut before, size) == size;
                if stays && size != drawn {
                    drawn = size;
                    let Some((Width(width), Height(height))) = size else { continue };
                    resized.drawn(usize::from(width), usize::from(height)).into_iter().for_each(&mut tell);
                }
            }
        };
        // Without it the next line is drawn at the new size.
        let _ = std::thread::Builder::new().spawn(look);
    }
}

#[cfg(test)]
mod tests {
    use super::{Resized, Shown};
    use crate::repl::display::tests::demo;

    #[test]
    fn what_is_shown_is_drawn_for_the_new_size_while_a_line_is_typed_and_at_no_other_time() {
        let mut session = demo(&[], (120, 50), false);
        let resized = Resized::default();
        assert_eq!(resized.drawn(80, 24), None, "nobody types yet");
        let (view, besides) = (session.table_seen(), session.besides());
        resized.shows(Some(Shown { view, besides, color: false }));
        let drawn = resized.drawn(60, 20).expect("it is drawn");
        assert!(drawn.lines().all(|line| line.chars().count() <= 60) && drawn.lines().count() < 20, "{drawn}");
        assert!(drawn.starts_with("Demo · The Demo") && drawn.contains("Red acts ("), "{drawn}");
        assert_ne!(resized.drawn(120, 50).expect("it is drawn"), drawn);
        resized.shows(None);
        assert_eq!(resized.drawn(60, 20), None, "the keyboard is handed over");
    }
}
