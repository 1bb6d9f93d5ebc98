//! What loading a game's scripts gives: all that every VM of the game has in common.

use crate::compiled::Compiled;
use crate::points::Point;
use cardwright_content::{Content, Diagnostic};
use cardwright_state::board::{On, Sides, Visibility};
use cardwright_state::{Board, ReasonId};
use std::sync::Arc;

/// Checked content with its scripts loaded once: what every VM of a game is made from.
#[derive(Debug)]
pub struct Program {
    /// The content.
    pub content: Arc<Content>,
    /// The board, completed with steps, actions and effects.
    pub board: Arc<Board>,
    /// Every verb: its name, its doc line and its parameters in words.
    pub verbs: Vec<VerbDoc>,
    /// Every point at which effects in force are asked.
    pub points: Vec<Point>,
    /// Every step, action, menu, verb, effect, invariant and figure in the order of registration; then what is put
    /// around them, in the order of the packs.
    pub registered: Vec<Registered>,
    /// The lists of actions that are asked together.
    pub menus: Vec<Menu>,
    /// What the rules say must hold whenever somebody is asked: see [`Vm::unmet`].
    pub invariants: Vec<Invariant>,
    /// What the rules work out for whoever looks: see [`Vm::figures`].
    pub figures: Vec<Figure>,
    /// What somebody should look at, though it loads.
    pub warnings: Vec<Diagnostic>,
    /// Its scripts as Luau runs them, so that each further VM need not compile them.
    pub(crate) compiled: Arc<Compiled>,
}

/// A verb's name, its doc line, and its parameters with what each may be.
pub type VerbDoc = (String, String, Vec<(String, String)>);

/// Something that must hold whenever somebody is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// Its name.
    pub name: String,
    /// The reason that is told when it does not hold.
    pub why: ReasonId,
    /// Whether it is asked of a game that is about to begin, and of none later: see [`Vm::unknown`].
    pub at_start: bool,
    /// `path:line` of the script.
    pub at: String,
}

/// Something that a script registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// `step`, `action`, `menu`, `verb`, `effect`, `invariant` or `figure`; `before`, `after` or `around` of what is
    /// put around one, whose name then says around what: `step draw`.
    pub kind: &'static str,
    /// Its name.
    pub id: String,
    /// `path:line` of the script.
    pub at: String,
}

/// A list of actions that are asked together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// Its name.
    pub name: String,
    /// Its actions, in order.
    pub actions: Vec<String>,
    /// `path:line` of the script.
    pub at: String,
}

/// Something that is worked out from the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// What it is worked out for: the game, each side, each space of some kinds.
    pub on: On,
    /// Who may read it. It is worked out with all in view.
    pub visibility: Visibility,
    /// Whether the log tells when it comes to something else, and how soon.
    pub told: Option<Telling>,
    /// What heads its column where the board is narrow.
    pub short: Option<String>,
    /// Whether it stands on the table; else it is told when somebody asks for it.
    pub shown: bool,
    /// Whether it stands before all else while it says something.
    pub warns: bool,
    /// `path:line` of the script.
    pub at: String,
}

/// How soon the log tells of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// With the deed by which it comes to something else.
    Deed,
    /// Once all of a heading is told, and with the end of an answer.
    Chapter,
}

impl Figure {
    /// Whether a side (none: somebody without a side) may read it of a subject.
    pub fn is_for(&self, sides: impl Into<Sides>, subject: usize) -> bool {
        self.visibility.is_for(sides, self.on.owner(subject))
    }
}
