//! Enumerates chance: runs an answer with every outcome of its rolls, draws and picks, and computes the exact
//! probability of each.
//!
//! The VM runs the answer without an outcome, and stops with the chance event that it needs ([`ChanceRequest`]). The
//! enumerator then runs the answer again from the same position with each outcome forced in turn, until no run needs
//! another outcome. Outcomes that scripts cannot tell apart count as one. A `check` tells a script only the number of
//! successes. A `roll` tells it the faces in order, a draw the card, and a pick the thing that was picked.
//!
//! ```no_run
//! # fn odds(vm: &mut cardwright_script::Vm, position: &cardwright_state::Position) -> Result<(), cardwright_sim::EnumerateError> {
//! use cardwright_sim::{Enumerator, Weight};
//! let mut lost = Weight::from_integer(0);
//! Enumerator::new(vm).answer(position, 0, |outcome| {
//!     if outcome.vm.with_position(|p| p.outcome().is_some()) {
//!         lost += outcome.weight; // exact: 1/3 + 1/6 is 1/2
//!     }
//! })?;
//! # Ok(())
//! # }
//! ```

use cardwright_script::{ChanceRequest, Choice, DiceReading, ForcedOutcome, RunError, Stop, Vm};
use cardwright_state::board::{Board, Die};
use cardwright_state::die_faces::Target;
use cardwright_state::hash::{Hash, full_hash};
use cardwright_state::{Answer, CardId, DieId, PileId, Position, Val, notation};
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, One, Zero};
use std::sync::Arc;

/// An exact probability.
pub type Weight = Ratio<u128>;

/// The most outcomes of one answer, unless [`Enumerator::with_limit`] sets another limit.
pub const MAX_OUTCOMES: u64 = 100_000;

/// The result of one chance event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChanceResult {
    /// The faces of a roll, in order.
    Faces {
        /// The kind of die.
        die: DieId,
        /// One face for each die.
        faces: Vec<i64>,
    },
    /// The faces of a roll that a rule reads with `read_dice`. They represent all rolls that the rule treats alike.
    Read {
        /// The kind of die.
        die: DieId,
        /// The faces of one of these rolls.
        faces: Vec<i64>,
        /// How many dice succeeded.
        successes: u32,
    },
    /// The number of successes of a check.
    Successes {
        /// The kind of die.
        die: DieId,
        /// The faces that succeed.
        target: Target,
        /// How many dice were rolled.
        dice: u32,
        /// How many dice succeeded.
        successes: u32,
    },
    /// The card that came to the top of a pile.
    Card {
        /// The pile of the draw.
        pile: PileId,
        /// The card drawn.
        card: CardId,
    },
    /// The thing that was picked.
    Picked {
        /// The thing.
        thing: Val,
    },
}

impl ChanceResult {
    /// Writes a text such as `d6 5 2`, `2 of 3 d6 at 5 or more`, `card 07 from stock` or `picked hills`.
    pub fn text(&self, board: &Board) -> String {
        match self {
            ChanceResult::Faces { die, faces } | ChanceResult::Read { die, faces, .. } => {
                format!("{} {}", board.dice[die.index()].id, board.face_list_text(faces))
            }
            ChanceResult::Successes { die, target, dice, successes } => {
                format!("{successes} of {dice} {} at {}", board.dice[die.index()].id, target.text(board))
            }
            ChanceResult::Card { pile, card } => {
                format!("card {} from {}", board.cards[card.index()].id, board.piles[pile.index()].id)
            }
            ChanceResult::Picked { thing } => format!("picked {}", board.text(*thing)),
        }
    }

    /// How many dice succeeded. `None` if the result is no check.
    pub(crate) fn successes(&self) -> Option<u32> {
        match self {
            ChanceResult::Successes { successes, .. } => Some(*successes),
            ChanceResult::Read { successes, .. } => Some(*successes),
            ChanceResult::Faces { .. } | ChanceResult::Card { .. } | ChanceResult::Picked { .. } => None,
        }
    }

    /// Adds the outcomes that force this result. For a check, takes any faces with the same number of successes.
    pub(crate) fn force(&self, board: &Board, out: &mut Vec<ForcedOutcome>) {
        match self {
            ChanceResult::Faces { faces, .. } | ChanceResult::Read { faces, .. } => {
                out.extend(faces.iter().map(|face| ForcedOutcome::Face(*face)))
            }
            ChanceResult::Successes { die, target, dice, successes } => {
                let faces = &board.dice[die.index()].faces;
                let face_that = |succeeds: bool| {
                    faces.iter().find(|face| target.is_met(**face) == succeeds).map(|face| ForcedOutcome::Face(*face))
                };
                out.extend((0..*dice).filter_map(|n| face_that(n < *successes)));
            }
            ChanceResult::Card { card, .. } => out.push(ForcedOutcome::Card(*card)),
            ChanceResult::Picked { thing } => out.push(ForcedOutcome::Pick(notation::token(board, *thing))),
        }
    }
}

/// One possible outcome of an answer.
#[derive(Debug)]
pub struct Outcome<'a> {
    /// The probability. The probabilities of all outcomes of one answer add up to 1.
    pub weight: Weight,
    /// The number of ways to get this outcome if all dice and faces are distinguished.
    pub ways: u128,
    /// The results of the chance events, in order. Empty if there were none.
    pub results: &'a [ChanceResult],
    /// Why the run stopped: at a choice, or because the game is over.
    pub stop: Stop,
    /// The VM, at the final position of this outcome.
    pub vm: &'a Vm,
}

/// Why an answer cannot be enumerated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnumerateError {
    /// With some outcome, a rule fails or a choice has no row.
    #[error("{error}{}", after_results(.results))]
    Run {
        /// The error of that run.
        error: Box<RunError>,
        /// The results before the error, as texts.
        results: Vec<String>,
    },
    /// There are more outcomes than the limit.
    #[error("{what} has more than {limit} outcomes")]
    TooMany {
        /// The roll or the answer, as a phrase.
        what: String,
        /// The limit.
        limit: u64,
    },
    /// The probabilities do not fit into fractions of 128 bits.
    #[error("there are too many outcomes for exact probabilities")]
    Overflow,
    /// The probabilities do not add up to 1, because a rule asks for different chance events from run to run.
    #[error("the probabilities of all outcomes add up to {0}, not to 1")]
    Sum(Weight),
}

fn after_results(results: &[String]) -> String {
    if results.is_empty() { String::new() } else { format!(", after {}", results.join(", ")) }
}

/// Enumerates chance on a borrowed VM. The position of the VM is lost.
#[derive(Debug)]
pub struct Enumerator<'v> {
    vm: &'v mut Vm,
    limit: u64,
}

impl Drop for Enumerator<'_> {
    fn drop(&mut self) {
        self.vm.require_forced_outcomes(false);
    }
}

impl<'v> Enumerator<'v> {
    /// Takes a VM, removes its driver (the function that answers choices) and makes it accept forced outcomes only.
    pub fn new(vm: &'v mut Vm) -> Enumerator<'v> {
        vm.set_driver(None);
        vm.require_forced_outcomes(true);
        Enumerator { vm, limit: MAX_OUTCOMES }
    }

    /// Sets the most outcomes of one answer. If an answer has more outcomes, enumerating it is an error.
    #[must_use]
    pub fn with_limit(mut self, limit: u64) -> Enumerator<'v> {
        self.limit = limit;
        self
    }

    /// Returns the pending choice of a position. `None` if the game is over.
    ///
    /// # Errors
    /// The open steps of the position fail, or need a chance event before they reach a choice.
    pub fn choice(&mut self, position: &Position) -> Result<Option<Choice>, EnumerateError> {
        let stop = self.load(position)?;
        Ok((stop == Stop::Choice).then(|| self.vm.choice()))
    }

    /// The board of the game.
    pub fn board(&self) -> &Arc<Board> {
        self.vm.board()
    }

    /// Runs the open steps of a position.
    fn load(&mut self, position: &Position) -> Result<Stop, EnumerateError> {
        self.vm.set_position(position);
        self.vm.run().map_err(|error| EnumerateError::Run { error: Box::new(forbid_chance(error)), results: vec![] })
    }

    /// Runs a new position, whose first step has not run, to its first choice, and visits every outcome.
    ///
    /// # Errors
    /// A rule fails or a limit is exceeded. Some outcomes may have been visited already.
    pub fn start(&mut self, position: &Position, visit: impl FnMut(Outcome<'_>)) -> Result<(), EnumerateError> {
        self.visit_all(position, None, visit)
    }

    /// Answers the pending choice of a position, and visits every outcome.
    ///
    /// # Errors
    /// A rule fails or a limit is exceeded. Some outcomes may have been visited already.
    pub fn answer(
        &mut self,
        position: &Position,
        answer: impl Into<Answer>,
        visit: impl FnMut(Outcome<'_>),
    ) -> Result<(), EnumerateError> {
        self.visit_all(position, Some(answer.into()), visit)
    }

    fn visit_all(
        &mut self,
        position: &Position,
        answer: Option<Answer>,
        mut visit: impl FnMut(Outcome<'_>),
    ) -> Result<(), EnumerateError> {
        let (mut total, mut outcome_count) = (Weight::zero(), 0);
        // The runs that remain: the results so far, with their probability and the number of ways to get them.
        let mut pending_runs = vec![(Vec::<ChanceResult>::new(), Weight::one(), 1u128)];
        while let Some((results, weight, ways)) = pending_runs.pop() {
            match self.run(position, answer, &results) {
                Ok(stop) => {
                    outcome_count += 1;
                    if outcome_count > self.limit {
                        return Err(EnumerateError::TooMany { what: "the answer".into(), limit: self.limit });
                    }
                    total = total.checked_add(&weight).ok_or(EnumerateError::Overflow)?;
                    visit(Outcome { weight, ways, results: &results, stop, vm: self.vm });
                }
                Err(RunError::Chance { request: wanted, .. }) => {
                    // The last run pushed is the next to run, so push in reverse order.
                    for (result, result_ways, all_ways) in
                        outcomes(self.board(), &wanted, self.limit)?.into_iter().rev()
                    {
                        let weight =
                            weight.checked_mul(&Weight::new(result_ways, all_ways)).ok_or(EnumerateError::Overflow)?;
                        let ways = ways.checked_mul(result_ways).ok_or(EnumerateError::Overflow)?;
                        let mut results = results.clone();
                        results.push(result);
                        pending_runs.push((results, weight, ways));
                    }
                }
                Err(error) => {
                    let results = results.iter().map(|result| result.text(self.board())).collect();
                    return Err(EnumerateError::Run { error: Box::new(error), results });
                }
            }
        }
        if total.is_one() { Ok(()) } else { Err(EnumerateError::Sum(total)) }
    }

    fn run(&mut self, position: &Position, answer: Option<Answer>, results: &[ChanceResult]) -> Result<Stop, RunError> {
        let board = self.vm.board().clone();
        let mut forced = Vec::new();
        results.iter().for_each(|result| result.force(&board, &mut forced));
        self.vm.set_position(position);
        let stop = match answer {
            None => {
                self.vm.force(forced);
                self.vm.run()
            }
            Some(answer) => self.vm.run().map_err(forbid_chance).and_then(|_| {
                self.vm.force(forced);
                self.vm.answer(answer)
            }),
        };
        // Discard the barrier and the log events of this run, so that the next run begins without them.
        self.vm.take_barrier();
        self.vm.take_events();
        stop
    }
}

/// Turns a request for chance before the pending choice into an error. It means that the position is new, so that
/// [`Enumerator::start`] must run it first.
fn forbid_chance(error: RunError) -> RunError {
    match error {
        RunError::Chance { message, place, open_steps, .. } => RunError::Script { message, place, open_steps },
        other => other,
    }
}

/// Lists all results of a chance event, each with its number of ways and the number of all ways. Fails if a roll has
/// more than `limit` results.
pub(crate) fn outcomes(
    board: &Board,
    wanted: &ChanceRequest,
    limit: u64,
) -> Result<Vec<(ChanceResult, u128, u128)>, EnumerateError> {
    match wanted {
        ChanceRequest::Card { pile, candidates } => {
            let to_result =
                |card: &CardId| (ChanceResult::Card { pile: *pile, card: *card }, 1, candidates.len() as u128);
            Ok(candidates.iter().map(to_result).collect())
        }
        ChanceRequest::Pick { candidates } => {
            let to_result = |thing: &Val| (ChanceResult::Picked { thing: *thing }, 1, candidates.len() as u128);
            Ok(candidates.iter().map(to_result).collect())
        }
        ChanceRequest::Dice { die, n, check, readings } => {
            let die_def = &board.dice[die.index()];
            let all_ways = (die_def.faces.len() as u128).checked_pow(*n).ok_or(EnumerateError::Overflow)?;
            if let Some(target) = check {
                return check_results(*die, die_def, *n, target, all_ways);
            }
            if !readings.is_empty() {
                let to_result = |reading: &DiceReading| {
                    let DiceReading { faces, ways, success_count: met } = reading.clone();
                    (ChanceResult::Read { die: *die, faces, successes: met }, ways, all_ways)
                };
                return Ok(readings.iter().map(to_result).collect());
            }
            let distinct_faces = die_def.distinct_faces();
            let is_within_limit = (distinct_faces.len() as u64).checked_pow(*n).is_some_and(|count| count <= limit);
            if !is_within_limit {
                let what = format!("a roll of {n} `{}`", die_def.id);
                return Err(EnumerateError::TooMany { what, limit });
            }
            Ok(roll_results(*die, &distinct_faces, *n, all_ways))
        }
    }
}

/// Lists every possible number of successes, by the binomial distribution.
fn check_results(
    die: DieId,
    die_def: &Die,
    dice: u32,
    target: &Target,
    all_ways: u128,
) -> Result<Vec<(ChanceResult, u128, u128)>, EnumerateError> {
    let good_faces = die_def.faces.iter().filter(|face| target.is_met(**face)).count() as u128;
    let bad_faces = die_def.faces.len() as u128 - good_faces;
    let mut results = Vec::new();
    let mut binomial = 1u128; // The binomial coefficient: `dice` choose `successes`.
    for successes in 0..=dice {
        if successes > 0 {
            let product = binomial.checked_mul(u128::from(dice - successes + 1)).ok_or(EnumerateError::Overflow)?;
            binomial = product / u128::from(successes);
        }
        let good_ways = good_faces.checked_pow(successes);
        let bad_ways = bad_faces.checked_pow(dice - successes);
        let ways = good_ways.zip(bad_ways).and_then(|(good, bad)| good.checked_mul(bad));
        let ways = ways.and_then(|ways| ways.checked_mul(binomial)).ok_or(EnumerateError::Overflow)?;
        if ways > 0 {
            results.push((ChanceResult::Successes { die, target: target.clone(), dice, successes }, ways, all_ways));
        }
    }
    Ok(results)
}

/// Lists every sequence of faces. The first die changes slowest. `distinct_faces` has each face with the number of die
/// sides that show it.
fn roll_results(
    die: DieId,
    distinct_faces: &[(i64, u128)],
    dice: u32,
    all_ways: u128,
) -> Vec<(ChanceResult, u128, u128)> {
    let mut rolls: Vec<(Vec<i64>, u128)> = vec![(vec![], 1)];
    for _ in 0..dice {
        let extended = |(faces, ways): &(Vec<i64>, u128)| {
            let (faces, ways) = (faces.clone(), *ways);
            distinct_faces.iter().map(move |(face, n)| ([&faces[..], &[*face]].concat(), ways * n)).collect::<Vec<_>>()
        };
        rolls = rolls.iter().flat_map(extended).collect();
    }
    rolls.into_iter().map(|(faces, ways)| (ChanceResult::Faces { die, faces }, ways, all_ways)).collect()
}

/// Computes the full hash of a position without its seed and chance counters. `asked` is the id of the side that must
/// answer. Under enumeration, positions with the same hash have the same future.
pub fn future_hash(board: &Board, position: &Position, asked: &str) -> Hash {
    let mut without_chance = position.clone();
    without_chance.forget_chance();
    full_hash(board, &without_chance, asked)
}
