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
}

impl<'a> Look<'a> {
    pub(crate) fn new(view: &'a View, page: Page) -> Look<'a> {
        Look { view, page, brief: Brief::first(page.height), texts: usize::MAX, settled: None }
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
