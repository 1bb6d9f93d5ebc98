//! The input of all drawing functions: the view, the page and the level of detail.

use super::brevity::{self, Brevity};
use super::paint::Page;
use super::stable_layout::StableLayout;
use cardwright_view::{Legend, SeenSpace, Subject, View};

/// A view to draw, the page and the level of detail.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DrawContext<'a> {
    pub(crate) view: &'a View,
    pub(crate) page: Page,
    pub(crate) brevity: Brevity,
    /// The height for which the level of detail is chosen: that of the page below a report of the usual length. So a
    /// short report does not change the level.
    pub(crate) usual_height: usize,
    /// The most lines for the joined texts of the first face-up card. `usize::MAX` if there is no limit.
    pub(crate) card_text_lines: usize,
    /// Columns of earlier screens, which this screen keeps, and explanations, which it does not repeat.
    pub(crate) stable_layout: Option<&'a StableLayout>,
    /// Whether panels show the long figures of sides, such as their goals.
    pub(crate) shows_goals: bool,
    /// Whether a scene that goes on, such as a battle, is drawn in place of the board.
    pub(crate) shows_scene: bool,
    /// Whether each space has a paragraph in place of a line in a text table.
    pub(crate) lists_spaces: bool,
}

impl<'a> DrawContext<'a> {
    pub(crate) fn new(view: &'a View, page: Page) -> DrawContext<'a> {
        DrawContext {
            view,
            page,
            brevity: Brevity::first(page.height),
            usual_height: rest_below(page.height, brevity::report_lines(page.height)),
            card_text_lines: usize::MAX,
            stable_layout: None,
            shows_goals: true,
            shows_scene: true,
            lists_spaces: false,
        }
    }
    /// Reserves lines at the top of the page. The level of detail to start with stays the same.
    pub(crate) fn below(self, lines: usize) -> DrawContext<'a> {
        DrawContext { page: Page { height: rest_below(self.page.height, lines), ..self.page }, ..self }
    }
    /// Takes over the columns and explanations of earlier screens.
    pub(crate) fn with_stable_layout(self, stable_layout: &'a StableLayout) -> DrawContext<'a> {
        DrawContext { stable_layout: Some(stable_layout), ..self }
    }
    /// Returns the spaces whose pieces the screen shows.
    pub(crate) fn shown_spaces(&self) -> Vec<&'a SeenSpace> {
        let is_hidden = |space: &SeenSpace| {
            self.legend().is_supply(&space.id)
                && self.brevity >= Brevity::HideEmptySpaces
                && (!self.has_panels() || self.brevity >= Brevity::Minimal)
        };
        self.view.spaces.iter().filter(|space| !is_hidden(space)).collect()
    }
    /// Whether sides have panels: text lines with their tracks and figures. They do if a side has a track or a figure.
    pub(crate) fn has_panels(&self) -> bool {
        let tracks = self.legend().tracks.iter().any(|track| track.subject == Subject::Side);
        tracks || self.view.sides.iter().any(|side| !side.attributes.figures.is_empty())
    }
    pub(crate) fn legend(&self) -> &'a Legend {
        &self.view.legend
    }
}

/// The height that is left below this many lines at the top of a page.
fn rest_below(height: usize, lines: usize) -> usize {
    // A blank line precedes the position. On a tall page another blank line follows the position; `screen` counts this
    // line itself if the reduced page is still tall.
    let gap = usize::from(lines > 0);
    let rest = height.saturating_sub(lines + gap);
    if height >= brevity::TALL && rest < brevity::TALL { rest.saturating_sub(1) } else { rest }
}
