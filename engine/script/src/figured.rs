//! What a figure comes to, as data: for whoever looks, and for the story of an answer.

use cardwright_state::Val;
use cardwright_state::position::Line;

/// What a figure comes to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Figured {
    /// Nothing to show.
    #[default]
    Nothing,
    /// True or false.
    Truth(bool),
    /// A number or a thing.
    One(Val),
    /// A text with its subjects.
    Line(Line),
    /// Several, in order.
    Many(Vec<Figured>),
    /// It failed, and why.
    Failed(String),
}

impl Figured {
    /// About how many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        let within = match self {
            Figured::Nothing | Figured::Truth(_) | Figured::One(_) => 0,
            Figured::Line(line) => size_of_val(&*line.subjects),
            Figured::Many(all) => all.iter().map(Figured::size).sum(),
            Figured::Failed(why) => why.len(),
        };
        size_of::<Figured>() + within
    }
}
