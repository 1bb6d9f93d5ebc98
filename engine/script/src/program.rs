//! The result of loading a game's scripts: everything that all VMs of the game share.

use crate::compiled_scripts::CompiledScripts;
use crate::hooks::Hook;
use cardwright_content::{Content, Diagnostic};
use cardwright_state::board::{Sides, SubjectKind, Visibility};
use cardwright_state::position::Frame;
use cardwright_state::val::PlainValue;
use cardwright_state::{Board, Position, ReasonId};
use std::sync::Arc;

/// A game's checked content, and what its scripts registered when they first loaded. Every VM of the game comes from
/// its program.
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
    /// All steps, actions, menus, verbs, hooks, effects, invariants and figures in the order of registration, and after
    /// them all wraps in the order of the packs.
    pub registered: Vec<Registered>,
    /// What scripts say about their steps. Empty if the loader did not check the scripts.
    pub steps: Vec<StepDoc>,
    /// The menus: lists of actions that a step offers together.
    pub menus: Vec<Menu>,
    /// The invariants of the rules: see [`Vm::broken_invariants`](crate::Vm::broken_invariants).
    pub invariants: Vec<Invariant>,
    /// The figures of the rules: see [`Vm::figures`](crate::Vm::figures).
    pub figures: Vec<Figure>,
    /// Warnings about the scripts. They do not keep the scripts from loading.
    pub warnings: Vec<Diagnostic>,
    /// The bytecode of the scripts, for further VMs.
    pub(crate) compiled_scripts: Arc<CompiledScripts>,
}

impl Program {
    /// The figure that evaluates positions for bots, if the game has one.
    pub fn evaluating_figure(&self) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.evaluates)
    }
}

/// A verb's name, its documentation, and its parameters. Each parameter has a text about its allowed values.
pub type VerbDoc = (String, String, Vec<(String, String)>);

/// A condition that must hold at every choice, or at the start of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// The name, unique among invariants.
    pub name: String,
    /// The reason that messages show when the invariant does not hold.
    pub why: ReasonId,
    /// Whether the engine checks the invariant only before a game starts: see
    /// [`Vm::start_problem`](crate::Vm::start_problem).
    pub at_start: bool,
    /// The script line: `path:line`.
    pub script_line: String,
}

/// What a script says about a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepDoc {
    /// The name.
    pub id: String,
    /// The comment above the step.
    pub doc: String,
    /// The names of its arguments.
    pub arguments: Vec<String>,
    /// The steps that its own code names with `next`.
    pub successors: Vec<String>,
}

/// A thing that a script registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// `step`, `action`, `menu`, `verb`, `hook`, `effect`, `invariant` or `figure`. For a wrap, `before`, `after` or
    /// `around`.
    pub kind: &'static str,
    /// The name. For a wrap, this is the kind and name of the wrapped thing: `step draw`.
    pub id: String,
    /// The script line: `path:line`.
    pub script_line: String,
}

/// A list of actions that a step offers together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// The name, unique among menus.
    pub name: String,
    /// The names of the actions, in order.
    pub actions: Vec<String>,
    /// The script line: `path:line`.
    pub script_line: String,
}

/// A value that a script computes from the position for viewers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// The name, unique among figures.
    pub name: String,
    /// The documentation.
    pub doc: String,
    /// The subjects that have a value: the game, each side, or each space of some kinds.
    pub on: SubjectKind,
    /// The sides that may read the value. The script that computes the value sees everything.
    pub visibility: Visibility,
    /// When the log shows that the value has changed. `None` if the log never does.
    pub log_timing: Option<LogTiming>,
    /// A short heading for the column of the figure on narrow screens.
    pub short: Option<String>,
    /// Whether the display of the board shows the figure. If not, viewers see the figure only when they ask
    /// for it.
    pub shown: bool,
    /// Whether the figure is a warning. While a warning has a value, displays show it before everything else.
    pub warns: bool,
    /// Whether the figure tells bots how good the position is for each side: the more, the better. Its values are
    /// numbers on any scale.
    pub evaluates: bool,
    /// The steps, by name, in which the figure has a value. Its function gets the arguments of the innermost of them
    /// that is open. Empty for a figure that always has a value.
    pub during: Vec<String>,
    /// Whether the odds of a line begin with this figure: how its value changes from the start of the steps to their
    /// end.
    pub odds: bool,
    /// The script line: `path:line`.
    pub script_line: String,
}

/// When the log shows that the value of a figure has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogTiming {
    /// With the log action that changes the value.
    WithAction,
    /// After the last event under a log heading, and at the end of an answer.
    WithHeading,
}

impl Figure {
    /// The arguments of the innermost open step of [`Figure::during`]. `None` if none of these steps is open.
    pub fn step_arguments<'p>(&self, board: &Board, position: &'p Position) -> Option<&'p [PlainValue]> {
        let is_named = |frame: &&Frame| self.during.contains(&board.labels[frame.step]);
        position.open_steps().iter().rfind(is_named).map(|frame| &frame.args[..])
    }

    /// Whether a viewer with these sides, or without any, may read the value for a subject. `subject` is the index of
    /// the side or space.
    pub fn is_for(&self, sides: impl Into<Sides>, subject: usize) -> bool {
        self.visibility.allows(sides, self.on.owner(subject))
    }
}
