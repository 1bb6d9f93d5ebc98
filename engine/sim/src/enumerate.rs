//! Chance by enumeration: an answer under every outcome of its dice and draws, each with its exact
//! probability.
//!
//! The answer is run with no outcome given; the host says which one it wants
//! ([`ChanceWanted`]); the answer is run again from the same position with each outcome forced in turn, and so on until no
//! roll or draw is left open. What scripts cannot tell apart is one outcome: of a `check` only the number of
//! successes, of a `roll` the faces in their order (a rule may read the third die), of a draw the card, of a pick the thing.
//!
//! ```no_run
//! # fn odds(vm: &mut cardwright_script::Vm, position: &cardwright_state::Position) -> Result<(), cardwright_sim::EnumerateError> {
//! use cardwright_sim::{Enumerator, Weight};
//! let mut lost = Weight::from_integer(0);
//! Enumerator::new(vm).answer(position, 0, |outcome| {
//!     if outcome.vm.look(|p| p.outcome().is_some()) {
//!         lost += outcome.weight; // exact: 1/3 + 1/6 is 1/2
//!     }
//! })?;
//! # Ok(())
//! # }
//! ```

use cardwright_script::{ChanceWanted, Choice, Forced, Reading, RunError, Stop, Vm};
use cardwright_state::board::{Board, Die};
use cardwright_state::faces::Target;
use cardwright_state::hash::{Hash, full_hash};
use cardwright_state::{CardId, DieId, PileId, Position, Val, notation};
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, One, Zero};
use std::sync::Arc;

/// An exact probability.
pub type Weight = Ratio<u128>;

/// Outcomes of one answer before an [`Enumerator`] gives up, unless told otherwise.
pub const MOST_OUTCOMES: u64 = 100_000;

/// One thing that came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Came {
    /// Faces of dice, in order.
    Faces {
        /// Which die.
        die: DieId,
        /// The faces.
        faces: Vec<i64>,
    },
    /// Faces of dice that a rule reads one by one, and that stand for all which it reads alike.
    Read {
        /// Which die.
        die: DieId,
        /// Faces that are read so.
        faces: Vec<i64>,
        /// How many of the dice met their target.
        met: u32,
    },
    /// Successes of a check.
    Successes {
        /// Which die.
        die: DieId,
        /// What succeeds.
        target: Target,
        /// Of so many dice.
        of: u32,
        /// How many succeeded.
        n: u32,
    },
    /// A card came to the top of a pile.
    Card {
        /// The pile.
        pile: PileId,
        /// The card.
        card: CardId,
    },
    /// A thing was picked.
    Picked {
        /// The thing.
        what: Val,
    },
}

impl Came {
    /// In words: `d6 5 2`, `2 of 3 d6 at 5 or more`, `1 of 2 white at hit or combined`, `card 07 from stock`, `picked hills`.
    pub fn text(&self, board: &Board) -> String {
        match self {
            Came::Faces { die, faces } | Came::Read { die, faces, .. } => {
                format!("{} {}", board.dice[die.at()].id, board.face_words(faces))
            }
            Came::Successes { die, target, of, n } => {
                format!("{n} of {of} {} at {}", board.dice[die.at()].id, target.text(board))
            }
            Came::Card { pile, card } => {
                format!("card {} from {}", board.cards[card.at()].id, board.piles[pile.at()].id)
            }
            Came::Picked { what } => format!("picked {}", board.text(*what)),
        }
    }

    /// How many dice met their target, where the host knows it.
    pub(crate) fn met(&self) -> Option<u32> {
        match self {
            Came::Successes { n, .. } => Some(*n),
            Came::Read { met, .. } => Some(*met),
            Came::Faces { .. } | Came::Card { .. } | Came::Picked { .. } => None,
        }
    }

    /// What makes it come out so. Of a check any faces do that succeed as often: its rule sees no more.
    pub(crate) fn force(&self, board: &Board, out: &mut Vec<Forced>) {
        match self {
            Came::Faces { faces, .. } | Came::Read { faces, .. } => out.extend(faces.iter().map(|f| Forced::Face(*f))),
            Came::Successes { die, target, of, n } => {
                let faces = &board.dice[die.at()].faces;
                let one = |good: bool| faces.iter().find(|f| target.is_met(**f) == good).map(|f| Forced::Face(*f));
                out.extend((0..*of).filter_map(|i| one(i < *n)));
            }
            Came::Card { card, .. } => out.push(Forced::Card(*card)),
            Came::Picked { what } => out.push(Forced::Pick(notation::token(board, *what))),
        }
    }
}

/// One way an answer can come out.
#[derive(Debug)]
pub struct Outcome<'a> {
    /// How likely; those of one answer add up to 1.
    pub weight: Weight,
    /// In how many ways, were every die and every face of it told apart.
    pub ways: u128,
    /// What came out, in order; nothing if the answer asks nothing of chance.
    pub came: &'a [Came],
    /// Where the game has stopped.
    pub stop: Stop,
    /// The VM, at the position it came to.
    pub vm: &'a Vm,
}

/// Why an answer cannot be gone through.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnumerateError {
    /// A rule fails, or no row is left, under some outcome.
    #[error("{error}{}", after(.came))]
    Run {
        /// How.
        error: Box<RunError>,
        /// What had come out, in words.
        came: Vec<String>,
    },
    /// There are more outcomes than asked for.
    #[error("{what} comes out in more than {most} ways")]
    TooMany {
        /// What: dice, or the answer as a whole.
        what: String,
        /// How many were allowed.
        most: u64,
    },
    /// The numbers do not fit exact fractions of 128 bits.
    #[error("the outcomes are too many for exact probabilities")]
    Overflow,
    /// The outcomes do not add up to 1: a rule asks for other chance from run to run.
    #[error("the probabilities of all outcomes add up to {0}, not to 1")]
    Sum(Weight),
}

fn after(came: &[String]) -> String {
    if came.is_empty() { String::new() } else { format!(", after {}", came.join(", ")) }
}

/// Goes through chance on a borrowed VM; whatever position that had taken up is lost.
#[derive(Debug)]
pub struct Enumerator<'v> {
    vm: &'v mut Vm,
    most: u64,
}

impl Drop for Enumerator<'_> {
    fn drop(&mut self) {
        self.vm.forced_only(false);
    }
}

impl<'v> Enumerator<'v> {
    /// On this VM: its driver is taken off, dice are rolled by nobody.
    pub fn new(vm: &'v mut Vm) -> Enumerator<'v> {
        vm.set_driver(None);
        vm.forced_only(true);
        Enumerator { vm, most: MOST_OUTCOMES }
    }

    /// Gives up where an answer has more outcomes than this.
    #[must_use]
    pub fn at_most(mut self, most: u64) -> Enumerator<'v> {
        self.most = most;
        self
    }

    /// The pending choice of a position; none when the game is over.
    ///
    /// # Errors
    /// The open steps of the position cannot be run to a choice without chance.
    pub fn choice(&mut self, position: &Position) -> Result<Option<Choice>, EnumerateError> {
        let stop = self.take_up(position)?;
        Ok((stop == Stop::Choice).then(|| self.vm.choice()))
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        self.vm.board()
    }

    fn take_up(&mut self, position: &Position) -> Result<Stop, EnumerateError> {
        self.vm.set(position);
        self.vm.run().map_err(|error| EnumerateError::Run { error: Box::new(before_the_choice(error)), came: vec![] })
    }

    /// Runs a position whose first step has not run yet to its first choice, under every outcome.
    ///
    /// # Errors
    /// A rule fails or a bound is passed; outcomes visited before stay visited.
    pub fn start(&mut self, position: &Position, visit: impl FnMut(Outcome<'_>)) -> Result<(), EnumerateError> {
        self.all(position, None, visit)
    }

    /// Answers the pending choice of a position with a row, under every outcome of what follows.
    ///
    /// # Errors
    /// A rule fails or a bound is passed; outcomes visited before stay visited.
    pub fn answer(
        &mut self,
        position: &Position,
        row: usize,
        visit: impl FnMut(Outcome<'_>),
    ) -> Result<(), EnumerateError> {
        self.all(position, Some(row), visit)
    }

    fn all(
        &mut self,
        position: &Position,
        row: Option<usize>,
        mut visit: impl FnMut(Outcome<'_>),
    ) -> Result<(), EnumerateError> {
        let (mut total, mut seen) = (Weight::zero(), 0);
        // What is still to be run: the outcomes so far, with their weight and ways.
        let mut open = vec![(Vec::<Came>::new(), Weight::one(), 1u128)];
        while let Some((came, weight, ways)) = open.pop() {
            match self.run(position, row, &came) {
                Ok(stop) => {
                    seen += 1;
                    if seen > self.most {
                        return Err(EnumerateError::TooMany { what: "the answer".into(), most: self.most });
                    }
                    total = total.checked_add(&weight).ok_or(EnumerateError::Overflow)?;
                    visit(Outcome { weight, ways, came: &came, stop, vm: self.vm });
                }
                Err(RunError::Chance { wanted, .. }) => {
                    // The last pushed is run first: outcomes come in their order.
                    for (one, n, of) in outcomes(self.board(), &wanted, self.most)?.into_iter().rev() {
                        let weight = weight.checked_mul(&Weight::new(n, of)).ok_or(EnumerateError::Overflow)?;
                        let ways = ways.checked_mul(n).ok_or(EnumerateError::Overflow)?;
                        let mut came = came.clone();
                        came.push(one);
                        open.push((came, weight, ways));
                    }
                }
                Err(error) => {
                    let came = came.iter().map(|c| c.text(self.board())).collect();
                    return Err(EnumerateError::Run { error: Box::new(error), came });
                }
            }
        }
        if total.is_one() { Ok(()) } else { Err(EnumerateError::Sum(total)) }
    }

    fn run(&mut self, position: &Position, row: Option<usize>, came: &[Came]) -> Result<Stop, RunError> {
        let board = self.vm.board().clone();
        let mut forced = Vec::new();
        came.iter().for_each(|c| c.force(&board, &mut forced));
        self.vm.set(position);
        let done = match row {
            None => {
                self.vm.force(forced);
                self.vm.run()
            }
            Some(row) => self.vm.run().map_err(before_the_choice).and_then(|_| {
                self.vm.force(forced);
                self.vm.answer(row)
            }),
        };
        self.vm.take_barrier();
        self.vm.take_happenings();
        done
    }
}

/// Chance on the way to a choice is none of its answers': such a position must be started first.
fn before_the_choice(error: RunError) -> RunError {
    match error {
        RunError::Chance { message, place, within, .. } => RunError::Script { message, place, within },
        other => other,
    }
}

/// All that can come out, with its ways and of how many; at most so many of a roll.
pub(crate) fn outcomes(
    board: &Board,
    wanted: &ChanceWanted,
    most: u64,
) -> Result<Vec<(Came, u128, u128)>, EnumerateError> {
    match wanted {
        ChanceWanted::Card { pile, open } => {
            let one = |card: &CardId| (Came::Card { pile: *pile, card: *card }, 1, open.len() as u128);
            Ok(open.iter().map(one).collect())
        }
        ChanceWanted::Pick { of } => {
            Ok(of.iter().map(|what| (Came::Picked { what: *what }, 1, of.len() as u128)).collect())
        }
        ChanceWanted::Dice { die, n, check, readings } => {
            let def = &board.dice[die.at()];
            let of = (def.faces.len() as u128).checked_pow(*n).ok_or(EnumerateError::Overflow)?;
            if let Some(target) = check {
                return checks(*die, def, *n, target, of);
            }
            if !readings.is_empty() {
                let one = |reading: &Reading| {
                    let Reading { faces, ways, met } = reading.clone();
                    (Came::Read { die: *die, faces, met }, ways, of)
                };
                return Ok(readings.iter().map(one).collect());
            }
            let kinds = def.kinds();
            let fits = (kinds.len() as u64).checked_pow(*n).is_some_and(|all| all <= most);
            if !fits {
                let what = format!("a roll of {n} `{}`", def.id);
                return Err(EnumerateError::TooMany { what, most });
            }
            Ok(rolls(*die, &kinds, *n, of))
        }
    }
}

/// Every number of successes that can be: binomial.
fn checks(
    die: DieId,
    def: &Die,
    dice: u32,
    target: &Target,
    of: u128,
) -> Result<Vec<(Came, u128, u128)>, EnumerateError> {
    let good = def.faces.iter().filter(|f| target.is_met(**f)).count() as u128;
    let bad = def.faces.len() as u128 - good;
    let mut out = Vec::new();
    let mut chosen = 1u128; // dice over n
    for n in 0..=dice {
        if n > 0 {
            let grown = chosen.checked_mul(u128::from(dice - n + 1)).ok_or(EnumerateError::Overflow)?;
            chosen = grown / u128::from(n);
        }
        let ways = good.checked_pow(n).zip(bad.checked_pow(dice - n)).and_then(|(g, b)| g.checked_mul(b));
        let ways = ways.and_then(|w| w.checked_mul(chosen)).ok_or(EnumerateError::Overflow)?;
        if ways > 0 {
            out.push((Came::Successes { die, target: target.clone(), of: dice, n }, ways, of));
        }
    }
    Ok(out)
}

/// Every order of faces, the first die changing last.
fn rolls(die: DieId, kinds: &[(i64, u128)], dice: u32, of: u128) -> Vec<(Came, u128, u128)> {
    let mut all: Vec<(Vec<i64>, u128)> = vec![(vec![], 1)];
    for _ in 0..dice {
        let longer = |(faces, ways): &(Vec<i64>, u128)| {
            let (faces, ways) = (faces.clone(), *ways);
            kinds.iter().map(move |(face, n)| ([&faces[..], &[*face]].concat(), ways * n)).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(|(faces, ways)| (Came::Faces { die, faces }, ways, of)).collect()
}

/// What can still come of a position when chance is gone through rather than generated: the full hash
/// without the seed and the chance counters. Positions of one hash have the same future, whatever was rolled on the way.
pub fn future_hash(board: &Board, position: &Position, asked: &str) -> Hash {
    let mut bare = position.clone();
    bare.forget_chance();
    full_hash(board, &bare, asked)
}
