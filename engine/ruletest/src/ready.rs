//! Tests read against their game, ready to play.

use crate::items::{Expect, Told};
use crate::programs::Loaded;
use cardwright_script::Forced;
use cardwright_state::val::Plain;
use cardwright_state::{Position, SideId, StepId};
use cardwright_table::SetUp;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Outcomes for one line and what it leads to, one list a kind; none where the kind is not spoken of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chance {
    pub(crate) dice: Option<Vec<Forced>>,
    pub(crate) draw: Option<Vec<Forced>>,
    pub(crate) pick: Option<Vec<Forced>>,
    /// Where the first list stands; 0 if there is none.
    pub(crate) line: usize,
}

/// How `offer` compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Exactly,
    Has,
    Lacks,
}

/// One statement of a body.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Play {
        side: SideId,
        words: Vec<String>,
        dots: bool,
        chance: Chance,
    },
    Offer {
        side: SideId,
        mode: Mode,
        rows: Vec<Vec<String>>,
    },
    Refuse {
        side: SideId,
        words: Vec<String>,
        reason: Option<String>,
    },
    Why {
        side: SideId,
        words: Vec<String>,
        text: String,
    },
    Expect(Expect),
    /// What is expected next is of the position in which a step began, the n-th time since the last play; with these
    /// arguments, if any are named.
    At {
        step: StepId,
        args: Vec<Plain>,
        nth: usize,
    },
    /// What is expected next is of the present again.
    Now,
    Decide {
        side: SideId,
        chance: Chance,
    },
}

/// A step and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) line: usize,
    pub(crate) step: Step,
}

/// A variant, ready to play.
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    pub(crate) setup: Vec<Vec<Told>>,
    pub(crate) chance: Chance,
    pub(crate) body: Vec<Line>,
    pub(crate) line: usize,
}

/// A test, ready to play.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) line: usize,
    pub(crate) title: String,
    pub(crate) loaded: Rc<Loaded>,
    pub(crate) set_up: SetUp,
    pub(crate) seeds: Option<u64>,
    /// The test it goes on from, and which of its variants.
    pub(crate) after: Option<(Rc<Play>, usize)>,
    /// Whether a story is told: something is expected of the lines of the log.
    pub(crate) tells: bool,
    /// Whether positions in which steps begin are kept: something is expected of one.
    pub(crate) keeps_openings: bool,
    /// What a variant of it left with a seed, for the tests that go on from there.
    pub(crate) left: RefCell<Option<(usize, u64, Position)>>,
    pub(crate) blank: bool,
    pub(crate) setup: Vec<Vec<Told>>,
    pub(crate) chance: Chance,
    pub(crate) variants: Vec<Variant>,
    /// The lines of the file.
    pub(crate) lines: Arc<Vec<String>>,
}

impl Play {
    /// A line of the file as written.
    pub(crate) fn text(&self, line: usize) -> String {
        self.lines.get(line.saturating_sub(1)).map(|l| cardwright_content::clipped(l.trim())).unwrap_or_default()
    }
}
