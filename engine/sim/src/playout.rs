//! Plays whole games at full speed: a driver inside the VM answers every choice.

use cardwright_bots::RandomBot;
use cardwright_script::{Program, RunError, Stop, Vm, random_answer};
use cardwright_state::Position;
use cardwright_state::board::Sides;
use cardwright_state::position::Outcome;
use cardwright_table::{SetUp, StartError, Table};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The start of a scenario, built once and copied for each seed.
#[derive(Debug)]
pub struct ScenarioStart {
    position: Position,
}

impl ScenarioStart {
    /// Builds the start of a scenario. Its first step has not run.
    ///
    /// # Errors
    /// Fails as [`Table::start`] does.
    pub fn new(program: &Arc<Program>, set_up: &SetUp) -> Result<ScenarioStart, StartError> {
        Ok(ScenarioStart { position: Table::first_position(program, set_up)? })
    }
    /// Copies the start with a seed into a position, and reuses the memory of that position.
    pub fn copy_with_seed(&self, seed: u64, out: &mut Position) {
        out.clone_from(&self.position);
        out.reseed(seed);
    }
}

/// The result of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playout {
    /// The number of answers.
    pub answers: u64,
    /// The number of answers to choices with two or more rows.
    pub decisions: u64,
    /// The number of host calls by scripts.
    pub host_calls: u64,
    /// The winners: no side, one side, or several together.
    pub winners: Sides,
}

/// Plays one game from a position to its end with random answers. They avoid discouraged rows if other rows exist.
///
/// # Errors
/// A rule fails, or a choice has no rows.
pub fn play_out(vm: &mut Vm, start: &Position, player_seed: u64) -> Result<Playout, RunError> {
    let player = Rc::new(RefCell::new(RandomBot::new(player_seed)));
    vm.set_position(start);
    // With this driver no side uses standing actions.
    vm.set_unattended_driver(Box::new(move |question| {
        Some(random_answer(&mut player.borrow_mut(), question.rows, question.discouraged, question.likely))
    }));
    let before = vm.counts();
    let run = vm.run();
    vm.set_driver(None);
    let after = vm.counts();
    match run? {
        Stop::Over => {}
        Stop::Choice => {
            return Err(RunError::Script {
                message: "the game stopped before its end".into(),
                place: None,
                open_steps: vec![],
            });
        }
    }
    Ok(Playout {
        host_calls: after.0 - before.0,
        answers: after.1 - before.1,
        decisions: after.2 - before.2,
        winners: vm.with_position(|position| position.outcome().map_or(Sides::NONE, Outcome::winners)),
    })
}

/// The totals over several games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlayoutTotals {
    /// The number of games.
    pub games: u64,
    /// The number of answers.
    pub answers: u64,
    /// The number of answers to choices with two or more rows.
    pub decisions: u64,
    /// The number of host calls by scripts.
    pub host_calls: u64,
}

impl PlayoutTotals {
    /// Host calls per decision. `None` without decisions.
    pub fn calls_per_decision(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.host_calls as f64 / self.decisions as f64)
    }
}

/// Plays one game for each seed to its end. The random player has the same seed.
///
/// # Errors
/// Fails as [`play_out`] does. Also returns the seed of the failed game.
pub fn play_games(
    vm: &mut Vm,
    start: &ScenarioStart,
    seeds: impl Iterator<Item = u64>,
) -> Result<PlayoutTotals, (u64, RunError)> {
    let (mut position, mut totals) = (Position::default(), PlayoutTotals::default());
    for seed in seeds {
        start.copy_with_seed(seed, &mut position);
        let game = play_out(vm, &position, seed).map_err(|error| (seed, error))?;
        totals.games += 1;
        totals.answers += game.answers;
        totals.decisions += game.decisions;
        totals.host_calls += game.host_calls;
    }
    Ok(totals)
}
