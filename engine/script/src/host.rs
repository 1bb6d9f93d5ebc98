//! What the host keeps while rules run: the position, the rows being offered, scratch sets, the
//! log being re-run. Bindings are thin functions over this; it never calls Lua.

mod arguments;
mod aside;
mod changes;
mod outcomes;
mod picks;
mod replay;
mod rows;
mod sets;
mod shared;
mod standing;
mod steps;

pub(crate) use shared::{Held, Kept, Shared, Texts};
pub(crate) use steps::{Begun, Ended};

use crate::signals::Signals;
use cardwright_state::board::Board;
use cardwright_state::chance::{Dice, Shuffles};
use cardwright_state::position::{CardAt, Frame, Line, Row};
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// A set as scripts hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SetValue {
    /// Spaces, links, cards or sides.
    Dense(Kind, Set),
    /// Anything else, in order: a range of the list arena.
    List(u32, u32),
}

/// What a choice is asked with.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// Who answers.
    pub side: SideId,
    /// The rows.
    pub rows: &'a [Row],
    /// The position in which it is asked.
    pub position: &'a Position,
}

/// Answers choices at once: bots, replays, searches. `None` pauses the game there.
pub type Driver = Box<dyn FnMut(&Ask<'_>) -> Option<usize>>;

/// A choice the game waits for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// Who answers.
    pub side: SideId,
    /// What is asked, if the script says.
    pub prompt: Option<TextId>,
    /// What may be answered.
    pub rows: Vec<Row>,
    /// The row taken when a typed line ends before this choice.
    pub default: Option<usize>,
}

/// An outcome that a roll or draw asks for and nobody has given: see [`crate::Vm::forced_only`]. It says
/// all that can come out, so that chance can be gone through outcome by outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChanceWanted {
    /// Faces of dice.
    Dice {
        /// Which die.
        die: DieId,
        /// How many have no face yet.
        n: u32,
        /// For a check: the least face that succeeds. Nothing but the number of successes is told to the script.
        check: Option<i64>,
    },
    /// The top card of a pile.
    Card {
        /// The pile.
        pile: PileId,
        /// The cards it may be, each as likely: those of the top segment, two or more, in board order.
        open: Vec<CardId>,
    },
    /// An even choice.
    Pick {
        /// What is picked from: two things or more, each as likely.
        of: Vec<Val>,
    },
}

/// Something that happened, for whoever watches. Not part of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// A log line, and where each of its subjects that is a card lay when it was said.
    Said(Line, Vec<Option<PileId>>),
    /// A side that rules play explains itself. A log line like any other, but for those who ask why.
    Explained {
        /// What it says.
        said: Line,
        /// Where each of its subjects that is a card lay then.
        places: Vec<Option<PileId>>,
        /// Whose explanation it is, as far as the host knows.
        side: Option<SideId>,
        /// Whether it was weighed on the way, rather than decided.
        weighed: bool,
    },
    /// Dice were rolled.
    Rolled {
        /// Which die.
        die: DieId,
        /// The faces, or for a check the number of successes.
        faces: Vec<i64>,
        /// For a check: what counted as a success, and of how many dice.
        check: Option<(i64, u32)>,
    },
    /// A card was drawn.
    Drawn {
        /// The card.
        card: CardId,
        /// From where.
        from: PileId,
        /// To where.
        to: PileId,
    },
    /// Cards on top of a pile were looked at.
    Peeked {
        /// The pile.
        pile: PileId,
        /// Which, top first.
        cards: Vec<CardId>,
        /// Who looked; none where only the rules did.
        side: Option<SideId>,
    },
    /// A pile was shuffled.
    Shuffled(PileId),
    /// Something was picked by chance.
    Picked {
        /// What.
        what: Val,
        /// Of how many.
        of: usize,
        /// Where it lay then, if it is a card.
        lay: Option<PileId>,
    },
}

impl Happening {
    /// Whether it tells what a side played by rules weighed on the way: more than most want to read.
    pub fn is_weighed(&self) -> bool {
        matches!(self, Happening::Explained { weighed: true, .. })
    }
    /// Whether it is an explanation of a side played by rules.
    pub fn is_explanation(&self) -> bool {
        matches!(self, Happening::Explained { .. })
    }
}

/// Why something fell out of the rows, as `why` shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narrowed {
    /// The action being asked, if any.
    pub action: Option<ActionId>,
    /// The reason.
    pub why: ReasonId,
    /// Who fell out; empty if the whole action was closed.
    pub fell: Vec<Val>,
    /// Where in the scripts.
    pub at: String,
}

/// What a choice was made of: see [`crate::Vm::explain`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// What fell out, in order.
    pub narrowed: Vec<Narrowed>,
    /// The actions whose offers were asked.
    pub asked: Vec<ActionId>,
}

/// Something that stopped a step other than an ordinary script error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    DeadEnd(SideId),
    Diverged(String),
    Limit(String),
    Chance(String, ChanceWanted),
    /// A change, roll or question while a rule is only asked.
    OnlyAsked,
}

/// A log being re-run.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    pub(crate) stack: Vec<Frame>,
    pub(crate) journal: Vec<Change>,
    /// After a reload: each logged answer must still be among the rows.
    pub(crate) checks: bool,
}

/// What the scripts run for.
#[derive(Debug)]
pub(crate) enum Running {
    /// They load: there is no position yet, and nothing is asked.
    Loading,
    /// The open steps go on.
    Live,
    /// The open steps are re-run from their logs, until these end.
    Rerun(Replay),
    /// A standing action is played beside the pending choice, outside the stack.
    Beside,
}

/// Outcomes to use instead of the generator's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forced {
    /// A face of a die.
    Face(i64),
    /// A card to be drawn.
    Card(CardId),
    /// What an even choice comes to: its id, or its token (`notation::token`) where that is not enough.
    Pick(String),
}

/// The empty set, of whatever kind.
pub(crate) const EMPTY: Val = Val::handle(Kind::Set, 0);

/// Host calls one answer may cost before the step is stopped.
const CALL_LIMIT: u64 = 200_000;
const ROW_LIMIT: usize = 20_000;
/// Answers that rules may give one after the other while nobody else answers: a game that plays itself.
const RULED_LIMIT: u64 = 200_000;
/// Members a list (of stacks, numbers, mixed things) may have.
const SET_LIMIT: usize = 20_000;
/// Sets, and members of lists, that one outermost step may make.
const SCRATCH_LIMIT: usize = 1_000_000;
/// Changes one outermost step may make.
const CHANGE_LIMIT: usize = 50_000;
/// Values of list facts and effects in force those changes may write.
const BULK_LIMIT: usize = 1_000_000;
/// Answers, rolls, draws and finished steps that one open step may remember.
const LOG_LIMIT: usize = 1_000;
/// Filters made of filters that one outermost step may make, and how many may be within one.
const PAIR_LIMIT: usize = 10_000;
const NEST_LIMIT: usize = 64;
/// Values of a list that is kept: a list fact, an argument or result of a step.
const LONGEST_LIST: usize = 4096;
/// Steps, and actions, verbs, effects and words each, that scripts may register.
pub(crate) const REGISTER_LIMIT: usize = 4096;
/// A change, roll or draw while a rule is only asked.
const ONLY_ASKED: &str = "an offer is only asked: it may change nothing (`suppose` takes its changes back)";
/// A `standing` that is not directly before its choice.
const BETWEEN: &str = "between `standing` and the choice it is open beside nothing may change, and no step open or end";

/// What scripts make on the way: sets, and what those hold. The outermost step's end drops it, but for what was made while
/// scripts loaded.
#[derive(Debug)]
pub(crate) struct Scratch {
    sets: Vec<SetValue>,
    lists: Vec<Val>,
    /// Filters made of filters: what they join, and how many are within.
    pub(crate) pairs: Vec<(Val, Val, usize)>,
    fixed_sets: usize,
    fixed_lists: usize,
    fixed_pairs: usize,
    /// Values of lists written since the outermost step began.
    bulk: usize,
}

impl Default for Scratch {
    /// With the empty set.
    fn default() -> Scratch {
        let sets = vec![SetValue::List(0, 0)];
        let (lists, pairs) = (Vec::new(), Vec::new());
        Scratch { sets, lists, pairs, fixed_sets: 0, fixed_lists: 0, fixed_pairs: 0, bulk: 0 }
    }
}

/// Outcomes given by hand.
#[derive(Debug, Default)]
pub(crate) struct Given {
    /// Those that wait.
    pub(crate) forced: VecDeque<Forced>,
    /// Those that were used, in their order.
    pub(crate) used: Vec<Forced>,
    /// Whether every outcome must be given.
    pub(crate) only: bool,
}

/// What somebody who watches is told of.
#[derive(Debug, Default)]
pub(crate) struct Witness {
    /// Whether anybody does.
    pub(crate) watching: bool,
    pub(crate) happenings: Vec<Happening>,
    /// Cards that went somewhere, and the part of the journal they were read from.
    pub(crate) moves: Vec<(CardId, CardAt)>,
    pub(crate) told: usize,
    /// The sides for which rules answered.
    pub(crate) ruled_for: Vec<SideId>,
    /// The periods that rules ended.
    pub(crate) ended: Vec<PeriodId>,
}

/// What is counted: for limits, and for whoever measures.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Host calls since the VM began, and how many there were at the last answer.
    pub(crate) calls: u64,
    pub(crate) calls_at_answer: u64,
    /// Answers by rules since somebody answered.
    pub(crate) ruled: u64,
    /// Answers, and those among two rows or more.
    pub(crate) answers: u64,
    pub(crate) decisions: u64,
}

pub(crate) struct Host {
    pub(crate) board: Arc<Board>,
    pub(crate) pos: Position,
    pub(crate) dice: Dice,
    shuffles: Shuffles,
    pub(crate) rows: Vec<Row>,
    pub(crate) prompt: Option<TextId>,
    pub(crate) asked_side: SideId,
    pub(crate) default_row: Option<Row>,
    /// Actions that other sides may use before the pending answer.
    pub(crate) standing: Vec<(SideId, ActionId)>,
    /// Where the game was when the first of them was opened: journal, open steps, log.
    standing_at: (usize, usize, usize),
    /// Their rows by side, once somebody has looked.
    pub(crate) standing_rows: Option<Vec<(SideId, Vec<Row>)>>,
    pub(crate) answer: Option<Row>,
    pub(crate) scratch: Scratch,
    /// The step that plays each action.
    pub(crate) action_steps: Vec<StepId>,
    pub(crate) probing: u32,
    pub(crate) supposing: u32,
    pub(crate) running: Running,
    pub(crate) driver: Option<Driver>,
    pub(crate) fault: Option<Fault>,
    pub(crate) explain: Option<Trace>,
    pub(crate) explain_action: Option<ActionId>,
    pub(crate) given: Given,
    pub(crate) witness: Witness,
    pub(crate) barrier: bool,
    pub(crate) counts: Counts,
    pub(crate) used_fact: Option<FactId>,
    /// What it tells the prelude and is told without a call; none before there is one.
    pub(crate) signals: Option<Signals>,
    /// How often anything changed, or sets went: what was worked out is of one age. None is 0 once scripts have loaded.
    pub(crate) age: u64,
    /// The action whose offer is being asked, for messages.
    pub(crate) asking: Option<ActionId>,
    /// Handles of actions by the addresses of their tables: see `raw`.
    pub(crate) action_tables: crate::raw::ActionTables,
    /// Whether a driver answers whatever comes, and nobody uses what stands open beside.
    pub(crate) alone: bool,
    /// The points at which effects in force are asked.
    pub(crate) points: Vec<Asked>,
    /// What is kept of each shared value, by its number.
    pub(crate) shared: Vec<Shared>,
    /// The texts they were asked for with.
    pub(crate) texts: Texts,
    /// What the open steps named with `next`, by how many steps were open then: it begins when that step ends.
    pub(crate) successors: Vec<(usize, StepId, Vec<Plain>)>,
    pub(crate) names: Names,
}

/// A point, as it is asked.
#[derive(Debug)]
pub(crate) struct Asked {
    /// Whether with `may`, not with `ask`.
    pub(crate) may: bool,
    /// How many arguments it takes.
    pub(crate) many: usize,
    /// Which of them, from 0, is the side whose effects answer.
    pub(crate) who: Option<usize>,
    /// The effects that answer.
    pub(crate) answered: Vec<EffectId>,
}

/// Names that the board does not hold, for whoever names what there is not.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) points: Vec<String>,
    pub(crate) figures: Vec<String>,
}

pub(crate) type HostResult<T> = Result<T, String>;

impl Host {
    pub(crate) fn new(board: Arc<Board>) -> Host {
        let pos = Position::initial(&board, 0);
        let used_fact = board.facts.iter().position(|f| f.id == "used").map(FactId::new);
        Host {
            board,
            pos,
            dice: Dice::default(),
            shuffles: Shuffles::default(),
            rows: Vec::new(),
            prompt: None,
            asked_side: SideId(0),
            default_row: None,
            standing: Vec::new(),
            standing_at: (0, 0, 0),
            standing_rows: None,
            answer: None,
            scratch: Scratch::default(),
            action_steps: Vec::new(),
            probing: 0,
            supposing: 0,
            running: Running::Loading,
            driver: None,
            fault: None,
            explain: None,
            explain_action: None,
            given: Given::default(),
            witness: Witness::default(),
            barrier: false,
            counts: Counts::default(),
            used_fact,
            signals: None,
            age: 0,
            asking: None,
            action_tables: crate::raw::ActionTables::default(),
            alone: false,
            points: Vec::new(),
            shared: Vec::new(),
            texts: Texts::default(),
            successors: Vec::new(),
            names: Names::default(),
        }
    }

    /// Whether scripts load.
    #[inline]
    pub(crate) fn is_loading(&self) -> bool {
        matches!(self.running, Running::Loading)
    }
    /// The log that is being re-run.
    #[inline]
    pub(crate) fn replay(&self) -> Option<&Replay> {
        match &self.running {
            Running::Rerun(replay) => Some(replay),
            _ => None,
        }
    }
    /// Whether a log is being re-run: then nothing is new.
    #[inline]
    pub(crate) fn is_rerun(&self) -> bool {
        matches!(self.running, Running::Rerun(_))
    }

    /// Counts a host call; the limit that rules can feel.
    #[inline]
    pub(crate) fn count_call(&mut self) -> HostResult<()> {
        self.counts.calls += 1;
        if self.counts.calls - self.counts.calls_at_answer > CALL_LIMIT {
            return Err(self.limit(format!("more than {CALL_LIMIT} host calls for one answer")));
        }
        Ok(())
    }

    /// Notes that a limit was passed: no handler of the script hides it.
    #[cold]
    pub(crate) fn limit(&mut self, message: String) -> String {
        self.fault = Some(Fault::Limit(message.clone()));
        message
    }

    /// Whether what a host call made stays within bounds: looked at after each.
    #[inline]
    pub(crate) fn within_limits(&mut self) -> HostResult<()> {
        let log = self.pos.here().map_or(0, |f| f.log.len());
        let small = self.scratch.lists.len() <= SCRATCH_LIMIT
            && self.scratch.sets.len() <= SCRATCH_LIMIT
            && self.pos.journal().len() <= CHANGE_LIMIT
            && self.scratch.bulk <= BULK_LIMIT
            && log <= LOG_LIMIT
            && !matches!(self.fault, Some(Fault::Limit(_)));
        if small { Ok(()) } else { Err(self.outgrown(log)) }
    }

    #[cold]
    fn outgrown(&mut self, log: usize) -> String {
        if let Some(Fault::Limit(message)) = &self.fault {
            return message.clone();
        }
        let message = if self.pos.journal().len() > CHANGE_LIMIT {
            format!("more than {CHANGE_LIMIT} changes in one outermost step: end it with `next`")
        } else if log > LOG_LIMIT {
            format!("more than {LOG_LIMIT} answers, rolls and called steps in one step: end it with `next`")
        } else if self.scratch.bulk > BULK_LIMIT {
            format!("more than {BULK_LIMIT} values written to lists in one outermost step")
        } else {
            format!("more than {SCRATCH_LIMIT} sets and members of lists in one outermost step")
        };
        self.limit(message)
    }
}
