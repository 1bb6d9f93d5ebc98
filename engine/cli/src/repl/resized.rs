//! Redraws the position when the size of the terminal changes while the player types.

use super::display::{self, DrawContext, paint::Page, rows};
use cardwright_view::View;
use std::sync::{Arc, Mutex, PoisonError};

/// What the screen shows while the player types.
#[derive(Debug, Clone)]
pub(super) struct ShownTable {
    pub(super) view: View,
    /// The text line about standing actions.
    pub(super) standing: String,
    pub(super) color: bool,
}

impl ShownTable {
    /// Draws the position and the choice for a page size.
    fn text(&self, width: usize, height: usize) -> String {
        let page = Page::new(width, height, self.color);
        let context = DrawContext::new(&self.view, page);
        let mut lines = display::screen(&context, &self.standing);
        // Three lines are for the question, a hint and the prompt.
        let max_lines = page.height.saturating_sub(lines.len() + 3);
        lines.extend(self.view.choice.iter().flat_map(|choice| rows::rows(page, choice, &self.standing, max_lines)));
        lines.join("\n")
    }
}

/// The position to redraw after a change of size. `None` while nobody types, or while one player hands the keyboard to
/// another.
#[derive(Debug, Clone, Default)]
pub(super) struct RedrawOnResize(Arc<Mutex<Option<ShownTable>>>);

impl RedrawOnResize {
    /// Starts to watch the size. `print` must keep the line being typed intact.
    pub(super) fn start(print: Option<Box<dyn FnMut(String) + Send>>) -> RedrawOnResize {
        let redraw = RedrawOnResize::default();
        if let Some(print) = print {
            watcher::watch(redraw.clone(), print);
        }
        redraw
    }

    /// Sets what the screen shows.
    pub(super) fn set_shown(&self, shown: Option<ShownTable>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = shown;
    }

    /// Draws the position for another size.
    fn drawn(&self, width: usize, height: usize) -> Option<String> {
        let shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.as_ref().map(|shown| shown.text(width, height))
    }
}

mod watcher {
    use super::RedrawOnResize;
    use std::time::Duration;
    use terminal_size::{Height, Width, terminal_size};

    /// The time between two checks of the size. The thread polls, because the line editor handles the signal for a new
    /// size.
    const POLL_EVERY: Duration = Duration::from_millis(150);

    pub(super) fn watch(redraw: RedrawOnResize, mut print: Box<dyn FnMut(String) + Send>) {
        let (mut drawn, mut previous) = (terminal_size(), terminal_size());
        let poll = move || {
            loop {
                std::thread::sleep(POLL_EVERY);
                let size = terminal_size();
                // Wait until the size is stable, because a window has many sizes while the user drags its border.
                let is_stable = std::mem::replace(&mut previous, size) == size;
                if is_stable && size != drawn {
                    drawn = size;
                    let Some((Width(width), Height(height))) = size else { continue };
                    redraw.drawn(usize::from(width), usize::from(height)).into_iter().for_each(&mut print);
                }
            }
        };
        // If the thread does not start, only the next screen has the new size.
        let _ = std::thread::Builder::new().spawn(poll);
    }
}

#[cfg(test)]
mod tests {
    use super::RedrawOnResize;
    use crate::repl::display::tests::demo;

    #[test]
    fn the_table_is_redrawn_only_while_a_line_is_typed() {
        let mut prompt = demo(&[], (120, 50), false);
        let redraw = RedrawOnResize::default();
        assert_eq!(redraw.drawn(80, 24), None, "nobody types yet");
        redraw.set_shown(prompt.shown_now());
        let drawn = redraw.drawn(60, 20).expect("a drawing");
        assert!(drawn.lines().all(|line| line.chars().count() <= 60) && drawn.lines().count() < 20, "{drawn}");
        assert!(drawn.starts_with("Demo · The Demo") && drawn.contains("Red acts ("), "{drawn}");
        assert_ne!(redraw.drawn(120, 50).expect("a drawing"), drawn);
        redraw.set_shown(None);
        assert_eq!(redraw.drawn(60, 20), None, "the keyboard is handed over");
    }
}
