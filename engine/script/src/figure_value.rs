//! The value of a figure, as data for views and for the log.

use cardwright_state::position::TextLine;
use cardwright_state::{Kind, Val};

/// The value of a figure.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FigureValue {
    /// Nothing to show.
    #[default]
    Nothing,
    /// A boolean.
    Boolean(bool),
    /// A number or a thing of the game.
    Value(Val),
    /// A text, with the things that it mentions.
    Text(TextLine),
    /// A list.
    List(Vec<FigureValue>),
    /// The script failed, with this message.
    Failed(String),
}

impl FigureValue {
    /// The number, if the value is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            FigureValue::Value(value) if value.kind() == Kind::Number => Some(value.0),
            _ => None,
        }
    }
    /// The approximate size in bytes.
    pub(crate) fn size(&self) -> usize {
        let content_size = match self {
            FigureValue::Nothing | FigureValue::Boolean(_) | FigureValue::Value(_) => 0,
            FigureValue::Text(line) => size_of_val(&*line.subjects),
            FigureValue::List(members) => members.iter().map(FigureValue::size).sum(),
            FigureValue::Failed(message) => message.len(),
        };
        size_of::<FigureValue>() + content_size
    }
}
