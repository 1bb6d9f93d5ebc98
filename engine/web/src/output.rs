//! Messages for one page. The view, which all pages of a link share, is not among them.

use crate::publisher::PastView;

/// A message to one page.
#[derive(Debug)]
pub(crate) enum Output {
    /// A reply or a notice, as JSON.
    Text(String),
    /// An earlier position. The page shows this position until it receives [`Output::Live`].
    Past(PastView),
    /// The page returns to the current position.
    Live,
}
