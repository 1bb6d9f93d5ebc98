//! Static checks of scripts before they run.

use cardwright_content::{Content, Diagnostic};
use cardwright_state::Board;

/// All findings of the scripts of some content.
pub(crate) fn scripts(_content: &Content, _board: &Board) -> Vec<Diagnostic> {
    Vec::new()
}
