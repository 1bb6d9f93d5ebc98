//! Texts with subjects.

use crate::ids::*;
use crate::val::Val;

/// A log line or prompt: a text with its subjects. It is rendered separately for each viewer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextLine {
    /// The template.
    pub text: TextId,
    /// The values for its placeholders.
    pub subjects: Vec<Val>,
}
