//! Estimates how many rows a choice of a game may have, for programs that need a fixed number of actions.

use cardwright_bots::RandomBot;
use cardwright_script::{Program, Vm, random_answer};
use cardwright_table::{SetUp, Table};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// How many random games are sampled, in turn from each scenario.
const GAMES: u64 = 200;
/// The most answers of a sampled game.
const LONGEST_GAME: u32 = 20_000;

/// Half as much again as the most rows in the sampled games, rounded up to a power of two.
pub(crate) fn most_rows(program: &Arc<Program>, vm: &mut Vm) -> usize {
    let most = Rc::new(Cell::new(1));
    let scenarios = &program.content.scenarios;
    for seed in 0..GAMES {
        let Some(scenario) = scenarios.get(seed as usize % scenarios.len().max(1)) else { break };
        let set_up = SetUp { scenario: scenario.id.clone(), seed, ..SetUp::default() };
        let Ok(position) = Table::first_position(program, &set_up) else { continue };
        let (seen, mut bot, mut answers) = (most.clone(), RandomBot::new(seed), 0);
        vm.set_position(&position);
        vm.set_unattended_driver(Box::new(move |choice| {
            seen.set(seen.get().max(choice.rows.len()));
            answers += 1;
            let goes_on = answers < LONGEST_GAME;
            goes_on.then(|| random_answer(&mut bot, choice.rows, choice.discouraged, choice.likely))
        }));
        // A game that fails counts as far as it went.
        let _ = vm.run();
        vm.set_driver(None);
    }
    (most.get() * 3).div_ceil(2).next_power_of_two()
}
