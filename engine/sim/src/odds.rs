//! What a line may come to, and how likely each of it is: gone through outcome by outcome, with ways that lead to one position
//! gone on with as one; or, where that would be too much, drawn many times.
//!
//! **Hidden things.** For eyes that do not see all, the line is gone through in positions that they cannot tell from the real one,
//! drawn from what stands for all of these ([`Table::drawn`]). Nothing is taken from the real position itself, so nothing comes of
//! it that these eyes may not know: `docs/decisions/0031-odds.md`.

mod sample;
mod spread;

pub use spread::{Level, Share, Spread, wilson};

use crate::enumerate::{Came as Outcome, Weight, future_hash, outcomes};
use cardwright_script::Forced;
use cardwright_state::board::Board;
use cardwright_state::hash::Hash;
use cardwright_state::{Position, SideId};
use cardwright_table::label::Audience;
use cardwright_table::{Came, Ended, Ending, Failed, Fork, Ground, Line, Table};
use num_traits::{CheckedAdd, CheckedMul, One, Zero};
use std::collections::BTreeMap;
use std::time::Duration;

/// How much may be spent on a line.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Runs of a line, or of what is left of one, before it is drawn rather than gone through; of each position, where several
    /// stand for the real one.
    pub runs: u64,
    /// Until when it is gone through.
    pub time: Duration,
    /// How often it is drawn then.
    pub draws: u64,
    /// Until when it is drawn.
    pub time_drawing: Duration,
    /// Positions that stand for the real one, where something is hidden.
    pub positions: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            runs: 20_000,
            time: Duration::from_millis(1100),
            draws: 1_000,
            time_drawing: Duration::from_millis(1700),
            positions: 64,
        }
    }
}

/// Fewest positions that stand for the real one, however much a line takes in each.
const FEWEST_POSITIONS: u64 = 16;

/// Where a line may lead.
#[derive(Debug, Clone)]
pub struct End {
    /// How likely, in its world.
    pub weight: Weight,
    /// The position, and who is asked what there.
    pub at: Ended,
    /// How many dice of the line's checks met their target; none where nothing was checked.
    pub met: Option<u64>,
}

/// All that a line may come to.
#[derive(Debug, Clone)]
pub struct Odds {
    /// For each position that the line was played from, where it may lead: the weights of one add up to 1. One, where the position
    /// is known; each with one end, where it was drawn.
    pub worlds: Vec<Vec<End>>,
    /// Whether every outcome was gone through in each of them.
    pub is_exact: bool,
    /// Whether the worlds stand for a position that the eyes do not see whole.
    pub is_hidden: bool,
    /// Whether dice, draws or picks come into it.
    pub has_chance: bool,
}

/// Why there are no odds of a line.
#[derive(Debug, thiserror::Error)]
pub enum OddsError {
    /// A rule fails on the way.
    #[error(transparent)]
    Failed(#[from] Failed),
    /// Whoever asked has left.
    #[error("stopped: no odds were told")]
    Left,
    /// None of the positions drawn is one that the game could have come to.
    #[error("too little is known here: of the positions that cannot be told from this one, none that was drawn can be")]
    Nowhere,
}

/// How long it has taken so far; none: whoever asked has left.
pub type Clock<'c> = dyn FnMut() -> Option<Duration> + 'c;

impl Odds {
    /// Of a line that a side would play now, as far as some eyes may know. Outcomes given by hand are not used.
    ///
    /// The line itself is for the caller to try first ([`Table::preview`]): what does not fit before chance comes into it ends there.
    ///
    /// # Errors
    /// See [`OddsError`].
    pub fn of(
        table: &mut Table,
        side: Option<SideId>,
        text: &str,
        eyes: Audience,
        limits: &Limits,
        clock: &mut Clock<'_>,
    ) -> Result<Odds, OddsError> {
        let line = table.line(side, text, eyes);
        let ground = table.ground();
        let drawn = differing(table, eyes, limits.positions);
        let board = table.board().clone();
        let done = table.try_out(|fork| {
            fork.go_through(true);
            let mut asking = Asking { fork, line: &line, board: &board, limits, clock, runs: 0, has_chance: false };
            let done = match &drawn[..] {
                [] => asking.of_one(&ground),
                drawn => asking.of_many(drawn),
            };
            let has_chance = asking.has_chance;
            fork.go_through(false);
            done.map(|worlds| (worlds, has_chance))
        });
        let is_hidden = !drawn.is_empty();
        let drawing = match done? {
            (Some(worlds), has_chance) => return Ok(Odds { worlds, is_exact: true, is_hidden, has_chance }),
            (None, _) => sample::Drawing { ground: &ground, eyes, is_hidden },
        };
        let worlds = drawing.worlds(table, &line, limits, clock)?;
        match worlds.is_empty() {
            true => Err(OddsError::Nowhere),
            false => Ok(Odds { worlds, is_exact: false, is_hidden, has_chance: true }),
        }
    }

    /// Every end.
    pub fn ends(&self) -> impl Iterator<Item = &End> {
        self.worlds.iter().flatten()
    }
}

/// Positions that the eyes cannot tell from the real one; none where they see all there is, or nothing is hidden.
fn differing(table: &Table, eyes: Audience, many: u64) -> Vec<Position> {
    let mut drawn: Vec<Position> = table.drawn(eyes).map(|draw| (0..many).map(draw).collect()).unwrap_or_default();
    let future = |position: &Position| future_hash(table.board(), position, "");
    let first = drawn.first().map(&future);
    if drawn.iter().map(future).all(|other| Some(other) == first) {
        drawn.truncate(1);
    }
    drawn
}

/// A line being gone through.
struct Asking<'a, 'f, 'c> {
    fork: &'a mut Fork<'f>,
    line: &'a Line,
    board: &'a Board,
    limits: &'a Limits,
    clock: &'a mut Clock<'c>,
    runs: u64,
    has_chance: bool,
}

/// A way that a line is still to be gone on with.
struct Open {
    ground: Ground,
    weight: Weight,
    met: Option<u64>,
}

/// What ways that go on as one have in common: how many answers the line has given, the position, what is left of the line, and
/// how many dice met their target.
type Same = (usize, Hash, String, Option<u64>);

impl Asking<'_, '_, '_> {
    /// From the one position there is; none where there is too much to go through.
    fn of_one(&mut self, ground: &Ground) -> Result<Option<Vec<Vec<End>>>, OddsError> {
        Ok(self.ends(ground)?.map(|ends| vec![ends]))
    }

    /// From each of several positions that may be.
    fn of_many(&mut self, drawn: &[Position]) -> Result<Option<Vec<Vec<End>>>, OddsError> {
        let mut worlds = Vec::new();
        for position in drawn {
            if let Ok(ground) = self.fork.ground_at(position) {
                let before = self.runs;
                match self.ends(&ground) {
                    Ok(Some(ends)) if self.has_chance || !is_refused(&ends) => worlds.push(ends),
                    // Enough were gone through before time ran out.
                    Ok(None) if worlds.len() as u64 >= FEWEST_POSITIONS => break,
                    Ok(None) => return Ok(None),
                    // The game could not have come there.
                    Ok(Some(_)) | Err(OddsError::Failed(_)) => {}
                    Err(error) => return Err(error),
                }
                // The number hangs on nothing but the line: the same positions are asked every time.
                let each = (self.runs - before).max(1);
                let enough = (self.limits.runs / each).clamp(FEWEST_POSITIONS, self.limits.positions);
                if worlds.len() as u64 >= enough {
                    break;
                }
            }
        }
        if worlds.is_empty() { Err(OddsError::Nowhere) } else { Ok(Some(worlds)) }
    }

    /// Where the line leads from one position, by what it comes to; none where there is too much to go through.
    fn ends(&mut self, ground: &Ground) -> Result<Option<Vec<End>>, OddsError> {
        let until = self.runs + self.limits.runs;
        let mut open: BTreeMap<Same, Open> = BTreeMap::new();
        let mut ends: BTreeMap<(Hash, Option<u64>, Ending), End> = BTreeMap::new();
        let first = Open { ground: ground.clone(), weight: Weight::one(), met: None };
        open.insert(self.same(&first), first);
        while let Some((_, way)) = open.pop_first() {
            // The outcomes of one answer: those so far, with their weight.
            let mut forks = vec![(Vec::<Outcome>::new(), way.weight)];
            while let Some((came, weight)) = forks.pop() {
                self.runs += 1;
                let time = (self.clock)().ok_or(OddsError::Left)?;
                if self.runs > until || time > self.limits.time {
                    return Ok(None);
                }
                match self.fork.venture(self.line, &way.ground, forced(self.board, &came))? {
                    Came::Wanted(wanted) => {
                        self.has_chance = true;
                        let Ok(all) = outcomes(self.board, &wanted, self.limits.runs) else { return Ok(None) };
                        for (one, n, of) in all.into_iter().rev() {
                            let Some(weight) = weight.checked_mul(&Weight::new(n, of)) else { return Ok(None) };
                            forks.push(([&came[..], &[one]].concat(), weight));
                        }
                    }
                    Came::Onward(ground) => {
                        let next = Open { ground: *ground, weight, met: met(way.met, &came) };
                        let same = open.entry(self.same(&next)).or_insert(Open { weight: Weight::zero(), ..next });
                        let Some(sum) = same.weight.checked_add(&weight) else { return Ok(None) };
                        same.weight = sum;
                    }
                    Came::Ended(at) => {
                        let met = met(way.met, &came);
                        let key = (self.future(&at.position, at.asked), met, at.ending);
                        let end = End { weight: Weight::zero(), at, met };
                        let same = ends.entry(key).or_insert(end);
                        let Some(sum) = same.weight.checked_add(&weight) else { return Ok(None) };
                        same.weight = sum;
                    }
                }
            }
        }
        Ok(Some(ends.into_values().collect()))
    }

    fn future(&self, position: &Position, asked: Option<SideId>) -> Hash {
        future_hash(self.board, position, asked.map_or("", |side| &self.board.sides[side.at()].id))
    }

    fn same(&self, open: &Open) -> Same {
        let left = open.ground.left();
        let given = left.map_or(0, |left| left.answered());
        (given, self.future(open.ground.position(), open.ground.asked()), format!("{left:?}"), open.met)
    }
}

/// Whether a line does not fit at all, before chance comes into it.
fn is_refused(ends: &[End]) -> bool {
    matches!(ends, [end] if matches!(end.at.ending, Ending::Unfit | Ending::Other | Ending::DeadEnd))
}

/// What makes it come out so.
fn forced(board: &Board, came: &[Outcome]) -> Vec<Forced> {
    let mut out = Vec::new();
    came.iter().for_each(|one| one.force(board, &mut out));
    out
}

/// How many dice have met their target now.
fn met(before: Option<u64>, came: &[Outcome]) -> Option<u64> {
    let now = came.iter().filter_map(Outcome::met).map(u64::from);
    now.fold(before, |sum, n| Some(sum.unwrap_or(0) + n))
}
