//! What is drawn, and on what.

use super::brief::Brief;
use super::paint::Page;
use super::settled::Settled;
use cardwright_view::{Legend, SeenSpace, Subject, View};

/// A view, the page it is drawn on, and how much of it there is room for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look<'a> {
    pub(crate) view: &'a View,
    pub(crate) page: Page,
    /// What is left out.
    pub(crate) brief: Brief,
    /// Lines for the texts of the card in play, where they stand one after the other.
    pub(crate) texts: usize,
    /// What was drawn before, and stays.
    pub(crate) settled: Option<&'a Settled>,
    /// Whether the figures of sides that are said in words are told however short the page: what a side has to reach.
    pub(crate) goals: bool,
}

impl<'a> Look<'a> {
    pub(crate) fn new(view: &'a View, page: Page) -> Look<'a> {
        Look { view, page, brief: Brief::first(page.height), texts: usize::MAX, settled: None, goals: true }
    }
    /// The same below so many lines that stay in sight, as much of it as there would be room for without them.
    pub(crate) fn below(self, lines: usize) -> Look<'a> {
        let (height, tall) = (self.page.height, super::brief::TALL);
        // A blank line stands above the table, and on a high page one below it too.
        let gap = usize::from(lines > 0);
        let left = height.saturating_sub(lines + gap);
        let left = if height >= tall && left < tall { left.saturating_sub(1) } else { left };
        Look { page: Page { height: left, ..self.page }, ..self }
    }
    /// The same where some of it was drawn before.
    pub(crate) fn settled(self, settled: &'a Settled) -> Look<'a> {
        Look { settled: Some(settled), ..self }
    }
    /// The spaces whose pieces stand on the screen by their short names.
    pub(crate) fn places(&self) -> Vec<&'a SeenSpace> {
        let hides = |at: &SeenSpace| {
            self.legend().is_supply(&at.id)
                && self.brief >= Brief::Active
                && (!self.has_panels() || self.brief >= Brief::Least)
        };
        self.view.spaces.iter().filter(|at| !hides(at)).collect()
    }
    /// Whether the sides have panels: something is counted for each of them.
    pub(crate) fn has_panels(&self) -> bool {
        let tracks = self.legend().tracks.iter().any(|track| track.of == Subject::Side);
        tracks || self.view.sides.iter().any(|side| !side.kept.figures.is_empty())
    }
    pub(crate) fn legend(&self) -> &'a Legend {
        &self.view.legend
    }
}
