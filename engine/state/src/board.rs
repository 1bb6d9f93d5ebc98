//! The static side of a game: everything content declares, checked and numbered.
//!
//! Built by `content` (and completed with steps, actions and effects when the scripts load), then
//! shared read-only. A [`crate::Position`] means nothing without its board.

mod chance;
mod kept;
mod names;
mod on;
mod pieces;
mod places;
mod renamed;
mod seating;
mod values;
mod words;

pub use chance::{Card, Die, Pile, PileOrder};
pub use kept::{Counters, Fact, FactType, Track, TrackZone};
pub use on::{Kinds, On, Visibility};
pub use pieces::{Class, Mark, PieceState, PieceType};
pub use places::{Link, LinkKind, Side, Space, SpaceKind};
pub use seating::{Seating, Sides};
pub use values::Bears;
pub use words::{GameOption, Label, OptionType, Reason, Text};

use crate::hash::Keys;
use crate::ids::*;
use crate::layout::Layout;
use crate::period::Ends;
use crate::val::{Kind, Val};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Everything content declares. See the module's page.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs)]
pub struct Board {
    pub game: String,
    pub name: String,
    pub sides: Vec<Side>,
    pub kinds: Vec<SpaceKind>,
    pub spaces: Vec<Space>,
    pub link_kinds: Vec<LinkKind>,
    pub links: Vec<Link>,
    pub marks: Vec<Mark>,
    pub types: Vec<PieceType>,
    /// Every plain state; what is told apart by values besides has no table.
    pub states: Vec<PieceState>,
    pub classes: Vec<Class>,
    pub zones: Vec<String>,
    pub tracks: Vec<Track>,
    pub facts: Vec<Fact>,
    pub periods: Vec<String>,
    /// The period within which all that a side answers is one thing to it, if the game has one.
    pub entered_whole: Option<PeriodId>,
    pub dice: Vec<Die>,
    pub piles: Vec<Pile>,
    pub cards: Vec<Card>,
    pub options: Vec<GameOption>,
    pub words: Vec<Label>,
    pub texts: Vec<Text>,
    pub reasons: Vec<Reason>,
    /// Filled when scripts load.
    pub actions: Vec<Label>,
    /// Filled when scripts load.
    pub steps: Vec<String>,
    /// Filled when scripts load.
    pub effects: Vec<String>,
    /// What each of them is called where it stands, if it says so.
    pub effect_titles: Vec<Option<TextId>>,
    /// Index of the pile where cards are before set-up.
    pub home: PileId,
    /// Notation applied for the position tests call `blank`.
    pub blank: String,
    /// The truth fact of a side that says that rules play it, if the game has one.
    pub nonplayer: Option<FactId>,
    /// The truth fact of a side that says that it is in play, if the game has one.
    pub in_play: Option<FactId>,
    /// How players part the sides among themselves, the fewest players first.
    pub seatings: Vec<Seating>,
    /// The option that says how many play, if there are seatings.
    pub players: Option<OptionId>,
    /// What ends with each period.
    pub(crate) ends: Vec<Ends>,
    /// Where in a position what is kept.
    pub(crate) layout: Layout,
    /// What each id names: things of several kinds may share one.
    index: BTreeMap<String, Vec<Val>>,
    /// All that share their id.
    shared: BTreeSet<Val>,
    /// Of ids that several kinds share, the kind that an earlier pack gave it to than all others: the id alone means that one.
    pub elders: BTreeMap<String, Kind>,
    /// Whether kinds are written before ids wherever they may be: see [`Board::spell_out`].
    is_spelled_out: bool,
    /// The faces of pieces without marks, each by the ways in which it is written.
    faces_by_text: BTreeMap<String, StateId>,
    /// What its things count with in hashes, worked out when one is first wanted.
    keys: OnceLock<Keys>,
}

/// A problem while a board is put together: two ids that meet, or a limit passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// The id.
    pub id: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Board {
    /// Numbers everything derived: piece states, classes, the room of what varies, the index of ids.
    ///
    /// Called once by `content` after all definitions are pushed. Facts and tracks get their
    /// room here; classes declared as groups keep their ids and get their states from
    /// `groups`: (class id, name, type ids).
    ///
    /// # Errors
    /// All clashes of ids and all limits passed.
    pub fn finish(&mut self, groups: &[(String, String, Vec<TypeId>)]) -> Result<(), Vec<Clash>> {
        let mut clashes = Vec::new();
        for (what, number) in [("spaces", self.spaces.len()), ("links", self.links.len()), ("cards", self.cards.len())]
        {
            if number > crate::set::CAPACITY {
                clashes.push(Clash {
                    id: what.into(),
                    problem: format!("{number} {what}; at most {}", crate::set::CAPACITY),
                });
            }
        }
        for (index, space) in self.spaces.iter().enumerate() {
            if index < crate::set::CAPACITY {
                self.kinds[space.kind.at()].members.insert(index);
            }
        }
        self.derive_links();
        self.derive_values();
        self.number_pieces(groups);
        self.lay_out();
        self.index_ids(&mut clashes);
        if clashes.is_empty() { Ok(()) } else { Err(clashes) }
    }

    /// Gives what varies its room, once it is known how much there is of everything.
    fn lay_out(&mut self) {
        self.layout = Layout::of(self);
        self.ends = (0..self.periods.len()).map(|period| Ends::of(self, PeriodId::new(period))).collect();
        self.keys = OnceLock::new();
    }
    pub(crate) fn keys(&self) -> &Keys {
        self.keys.get_or_init(|| Keys::of(self))
    }
    /// Numbers what hangs on how many actions, steps and effects there are: called once more when the scripts
    /// have been loaded. Where a track or a fact of one number lies stays; a position made before is of another board.
    pub fn complete(&mut self) {
        self.lay_out();
    }
}
