//! The result of loading a game's scripts: everything that all VMs of the game share.

use crate::compiled_scripts::CompiledScripts;
use crate::hooks::Hook;
use cardwright_content::{Content, Diagnostic};
use cardwright_state::board::{Sides, SubjectKind, Visibility};
use cardwright_state::{Board, ReasonId};
use std::sync::Arc;

/// A game's checked content with its scripts loaded once. All VMs of the game are made from it.
#[derive(Debug)]
pub struct Program {
    /// The content.
    pub content: Arc<Content>,
    /// The board, with the steps, actions and effects that scripts register.
    pub board: Arc<Board>,
    /// All verbs.
    pub verbs: Vec<VerbDoc>,
    /// All hooks that active effects may answer.
    pub hooks: Vec<Hook>,
    /// All steps, actions, menus, verbs, effects, invariants and figures in order of registration; then all wraps, in
    /// the order of the packs.
    pub registered: Vec<Registered>,
    /// The lists of actions that a side is asked about together.
    pub menus: Vec<Menu>,
    /// The invariants of the rules: see [`Vm::broken_invariants`](crate::Vm::broken_invariants).
    pub invariants: Vec<Invariant>,
    /// The figures of the rules: see [`Vm::figures`](crate::Vm::figures).
    pub figures: Vec<Figure>,
    /// Warnings: the scripts load all the same.
    pub warnings: Vec<Diagnostic>,
    /// The bytecode of the scripts, for further VMs.
    pub(crate) compiled_scripts: Arc<CompiledScripts>,
}

/// A verb's name, its doc line, and its parameters with a text for each about its allowed values.
pub type VerbDoc = (String, String, Vec<(String, String)>);

/// A condition that must hold whenever a side is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// Its name, unique among invariants.
    pub name: String,
    /// The reason that messages show when it does not hold.
    pub why: ReasonId,
    /// Whether the engine checks it only before a game starts: see
    /// [`Vm::start_problem`](crate::Vm::start_problem).
    pub at_start: bool,
    /// The script line: `path:line`.
    pub at: String,
}

/// A thing that a script registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// `step`, `action`, `menu`, `verb`, `effect`, `invariant` or `figure`; for a wrap, `before`, `after` or `around`.
    pub kind: &'static str,
    /// Its name; for a wrap, kind and name of the wrapped thing: `step draw`.
    pub id: String,
    /// The script line: `path:line`.
    pub at: String,
}

/// A list of actions that a side is asked about together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// Its name, unique among menus.
    pub name: String,
    /// The names of its actions, in order.
    pub actions: Vec<String>,
    /// The script line: `path:line`.
    pub at: String,
}

/// A value that a script computes from the position for viewers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its name, unique among figures.
    pub name: String,
    /// A line of documentation.
    pub doc: String,
    /// The subjects that have a value: the game, each side, or each space of some kinds.
    pub on: SubjectKind,
    /// The sides that may read it. The script itself sees everything.
    pub visibility: Visibility,
    /// When the log reports a new value; `None`: never.
    pub log_timing: Option<LogTiming>,
    /// A short heading for its column on narrow screens.
    pub short: Option<String>,
    /// Whether the board shows it. Otherwise viewers must ask for it.
    pub shown: bool,
    /// Whether it is a warning, shown before everything else while it has a value.
    pub warns: bool,
    /// The script line: `path:line`.
    pub at: String,
}

/// When the log reports that the value of a figure changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogTiming {
    /// With the log action that changes it.
    WithAction,
    /// At the end of a log heading, and at the end of an answer.
    WithHeading,
}

impl Figure {
    /// Whether a side (none: a viewer without a side) may read its value for a subject.
    pub fn is_for(&self, sides: impl Into<Sides>, subject: usize) -> bool {
        self.visibility.allows(sides, self.on.owner(subject))
    }
}
