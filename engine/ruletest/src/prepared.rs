//! Resolved tests, ready to play: sides, steps and outcomes are handles of the game, not words.

use crate::items::{Expect, NotationItem};
use crate::programs::LoadedGame;
use cardwright_script::ForcedOutcome;
use cardwright_state::val::PlainValue;
use cardwright_state::{Position, SideId, StepId};
use cardwright_table::SetUp;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The outcomes that a test gives below one line, with one list for each keyword. `None` for a list that is not given.
#[derive(Debug, Clone, Default)]
pub(crate) struct GivenOutcomes {
    pub(crate) dice: Option<Vec<ForcedOutcome>>,
    pub(crate) draw: Option<Vec<ForcedOutcome>>,
    pub(crate) pick: Option<Vec<ForcedOutcome>>,
    /// The number of the text line with the first list. 0 if there is no list.
    pub(crate) line: usize,
}

/// How an `offer` line compares the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfferMode {
    /// The line lists exactly the rows of the choice.
    Exactly,
    /// The choice has rows that begin with the rows of the line.
    Has,
    /// The choice has no rows that begin with the rows of the line.
    Lacks,
}

/// One statement of a test's body.
#[derive(Debug, Clone)]
pub(crate) enum Statement {
    Play {
        side: SideId,
        words: Vec<String>,
        /// Whether the line ends with `...`, so that no default rows follow its answers.
        leaves_open: bool,
        chance: GivenOutcomes,
    },
    Offer {
        side: SideId,
        mode: OfferMode,
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
    /// The next `expect` lines look at the position in which this step began for the n-th time since the last `play`.
    /// If there are arguments, only beginnings with these arguments count.
    At {
        step: StepId,
        args: Vec<PlainValue>,
        nth: usize,
    },
    /// The next `expect` lines look at the current position again.
    Now,
    Decide {
        side: SideId,
        chance: GivenOutcomes,
    },
}

/// A statement and the number of its text line.
#[derive(Debug, Clone)]
pub(crate) struct BodyLine {
    pub(crate) line: usize,
    pub(crate) statement: Statement,
}

/// One variant of a test: the part between two `or` lines.
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    pub(crate) setup: Vec<Vec<NotationItem>>,
    pub(crate) chance: GivenOutcomes,
    pub(crate) body: Vec<BodyLine>,
    pub(crate) line: usize,
}

/// One test with all its variants.
#[derive(Debug)]
pub(crate) struct PreparedTest {
    pub(crate) line: usize,
    pub(crate) title: String,
    pub(crate) loaded: Rc<LoadedGame>,
    pub(crate) set_up: SetUp,
    /// How many seeds the test is played with, from 1. `None` without `seeds`: then nothing is random.
    pub(crate) seeds: Option<u64>,
    /// The test that the `after` line names, and the index of the variant to continue from.
    pub(crate) after: Option<(Rc<PreparedTest>, usize)>,
    /// Whether an item reads the lines of the log, so that the VM must record them.
    pub(crate) reads_log: bool,
    /// Whether an `at` line needs the positions in which steps begin.
    pub(crate) records_step_starts: bool,
    /// The final position of one (variant, seed), cached for tests that continue from this test.
    pub(crate) final_position: RefCell<Option<(usize, u64, Position)>>,
    pub(crate) starts_blank: bool,
    pub(crate) setup: Vec<Vec<NotationItem>>,
    pub(crate) chance: GivenOutcomes,
    pub(crate) variants: Vec<Variant>,
    /// All lines of the file.
    pub(crate) lines: Arc<Vec<String>>,
}

impl PreparedTest {
    /// A text line of the file, trimmed and shortened for messages.
    pub(crate) fn text(&self, line: usize) -> String {
        self.lines.get(line.saturating_sub(1)).map(|l| cardwright_content::truncated(l.trim())).unwrap_or_default()
    }
}
