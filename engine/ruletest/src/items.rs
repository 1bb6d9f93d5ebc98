//! Items: what `setup` sets and `expect` looks at, read against a board and compared with a position.

mod comparing;
mod ending;
mod figure;
mod in_force;
mod info;
mod log;
mod picked;
mod pile;
mod reading;
mod sight;
mod told;
mod turn;
mod words;

pub(crate) use comparing::{compare, differ};
pub(crate) use ending::outcome_text;
pub(crate) use figure::{FigureSays, figured_text};
pub(crate) use in_force::in_force_text;
pub(crate) use log::LogSays;
pub(crate) use pile::{PileSays, pile_text};
pub(crate) use reading::expect;
pub(crate) use sight::{Thing, is_seen, sees_item};
pub(crate) use told::{arguments, setup};
pub(crate) use words::{card, contains, side, some_text};

use crate::text::Part;
use cardwright_state::notation::Says;
use cardwright_state::val::Plain;
use cardwright_state::{EffectId, PileId, SideId, StepId};

/// Something notation says, with the words that said it.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    pub(crate) part: Part,
    /// As said of one place: a plural is said of each of its spaces.
    pub(crate) text: String,
    pub(crate) says: Says,
}

/// What `expect` looks at.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    Told(Told),
    Pile {
        text: String,
        piles: Vec<PileId>,
        says: PileSays,
    },
    Turn {
        text: String,
        step: StepId,
        args: Vec<Plain>,
    },
    /// Who is asked, and something that stands in the question.
    Asks {
        side: SideId,
        prompt: Option<String>,
    },
    Ends {
        text: String,
        places: Vec<ending::Place>,
        reason: Option<String>,
    },
    /// A side that rules play explained itself so.
    Decision {
        side: Option<SideId>,
        reason: String,
    },
    /// What rules work out for the game, a side or a space.
    Figure {
        text: String,
        figure: usize,
        subject: usize,
        says: FigureSays,
    },
    /// A line of the log since the last play, or that there is none.
    Log {
        text: String,
        says: LogSays,
        lacks: bool,
    },
    /// Something was picked by chance among exactly these since the last play, in the order of the words.
    Picked {
        text: String,
        among: Vec<String>,
    },
    /// What is printed on a component.
    Info(info::Printed),
    /// The row a line that says nothing of the choice takes.
    Default(Option<Vec<String>>),
    /// A row of the open choice that the rules call unwise, or do not.
    Wise {
        row: Vec<String>,
        unwise: bool,
    },
    /// Something that a side (none: everybody) may see, and that is so.
    View {
        text: String,
        side: Option<SideId>,
        item: Box<Item>,
    },
    /// Something that a side (none: everybody) may not see.
    Hidden {
        text: String,
        side: Option<SideId>,
        thing: Thing,
    },
    /// Whether an effect is in force, for one side or for any.
    InForce {
        text: String,
        effect: EffectId,
        side: Option<SideId>,
        lacks: bool,
    },
}

/// With which of a test's seeds an `expect` line holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seeds {
    Every,
    Some,
    No,
}

/// An `expect` line.
#[derive(Debug, Clone)]
pub(crate) struct Expect {
    pub(crate) seeds: Seeds,
    pub(crate) items: Vec<Item>,
    pub(crate) only: bool,
}
