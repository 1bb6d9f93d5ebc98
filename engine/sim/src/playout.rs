//! Whole games at full speed: one VM, choices answered inline.

use cardwright_bots::RandomPlayer;
use cardwright_script::{Program, RunError, Stop, Vm};
use cardwright_state::Position;
use cardwright_state::board::Sides;
use cardwright_state::position::Outcome;
use cardwright_table::{SetUp, StartError, Table};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// Positions before the first choice of a scenario: set up once, then copied per seed.
#[derive(Debug)]
pub struct Starts {
    position: Position,
}

impl Starts {
    /// The start of a scenario, before its first step has run.
    ///
    /// # Errors
    /// As [`Table::start`].
    pub fn new(program: &Arc<Program>, set_up: &SetUp) -> Result<Starts, StartError> {
        Ok(Starts { position: Table::first_position(program, set_up)? })
    }
    /// The start under a seed, into a position whose memory is reused.
    pub fn write(&self, seed: u64, out: &mut Position) {
        out.clone_from(&self.position);
        out.reseed(seed);
    }
}

/// What a game played out came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playout {
    /// Answers given.
    pub answers: u64,
    /// Answers among two rows or more.
    pub decisions: u64,
    /// Host calls.
    pub host_calls: u64,
    /// Who won: nobody, one side, or several together.
    pub winners: Sides,
}

/// Plays one game from a position to its end with uniform random answers.
///
/// # Errors
/// A rule fails, or no row is left.
pub fn play_out(vm: &mut Vm, start: &Position, player_seed: u64) -> Result<Playout, RunError> {
    let player = Rc::new(RefCell::new(RandomPlayer::new(player_seed)));
    vm.set(start);
    vm.play_alone(Box::new(move |ask| Some(player.borrow_mut().pick_but(ask.rows.len(), ask.unwise))));
    let before = vm.counts();
    let done = vm.run();
    vm.set_driver(None);
    let after = vm.counts();
    match done? {
        Stop::Over => {}
        Stop::Choice => {
            return Err(RunError::Script { message: "the play-out stopped short".into(), place: None, within: vec![] });
        }
    }
    Ok(Playout {
        host_calls: after.0 - before.0,
        answers: after.1 - before.1,
        decisions: after.2 - before.2,
        winners: vm.look(|p| p.outcome().map_or(Sides::NONE, Outcome::winners)),
    })
}

/// What several games played out came to, in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played {
    /// How many there were.
    pub games: u64,
    /// Answers given.
    pub answers: u64,
    /// Answers among two rows or more.
    pub decisions: u64,
    /// Host calls.
    pub host_calls: u64,
}

impl Played {
    /// Host calls a decision; none where nothing was decided.
    pub fn calls_a_decision(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.host_calls as f64 / self.decisions as f64)
    }
}

/// Plays a game of each of these seeds to its end; the seed is the player's too.
///
/// # Errors
/// The seed of a game that does not come to its end, and why: see [`play_out`].
pub fn play_games(vm: &mut Vm, starts: &Starts, seeds: Range<u64>) -> Result<Played, (u64, RunError)> {
    let (mut position, mut all) = (Position::default(), Played::default());
    for seed in seeds {
        starts.write(seed, &mut position);
        let game = play_out(vm, &position, seed).map_err(|error| (seed, error))?;
        all.games += 1;
        all.answers += game.answers;
        all.decisions += game.decisions;
        all.host_calls += game.host_calls;
    }
    Ok(all)
}
