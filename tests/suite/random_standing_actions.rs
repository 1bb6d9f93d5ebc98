//! Random play in which sides also use standing actions. After each of these actions the open choice still has a row.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_bots::RandomBot;
use cardwright_content::PackSource;
use cardwright_script::{Program, Stop, Vm};
use cardwright_sim::ScenarioStart;
use cardwright_state::{Position, SideId, hash, invariants};
use cardwright_table::{Library, SetUp};
use std::collections::BTreeMap;
use std::sync::Arc;

const GAMES: u64 = 6;
/// The test tries standing actions at one choice in this many.
const CHOICES_PER_ATTEMPT: usize = 3;

/// Picks a random standing action. Returns its side, the index of a row and its name, or `None` if there is no row.
fn pick(vm: &mut Vm, player: &mut RandomBot) -> Option<(SideId, usize, String)> {
    let rows_by_side = vm.standing_rows().unwrap();
    let non_empty: Vec<_> = rows_by_side.iter().filter(|(_, rows)| !rows.is_empty()).collect();
    if non_empty.is_empty() {
        return None;
    }
    let (side, rows) = non_empty[player.pick(non_empty.len())];
    let mut actions: Vec<_> = rows.iter().map(|row| row.cols[0]).collect();
    actions.dedup();
    let action = actions[player.pick(actions.len())];
    let action_rows: Vec<usize> = (0..rows.len()).filter(|i| rows[*i].cols[0] == action).collect();
    let row = action_rows[player.pick(action_rows.len())];
    Some((*side, row, vm.board().text(action)))
}

/// Checks that another VM finds the same choice at this position, and that the position breaks no invariant.
fn check_choice(vm: &Vm, other_vm: &mut Vm, stop: &Stop) {
    let (board, position) = (vm.board().clone(), vm.position());
    assert_eq!(invariants::first_violation(&board, &position), None);
    other_vm.set_position(&position);
    assert_eq!(other_vm.run_checked().as_ref(), Ok(stop));
    assert_eq!(other_vm.choice().rows, vm.choice().rows);
    assert_eq!(hash::full_hash(&board, &other_vm.position(), ""), hash::full_hash(&board, &position, ""));
}

/// Plays a game to its end and counts the standing actions used.
fn play(vm: &mut Vm, other_vm: &mut Vm, start: &Position, used: &mut BTreeMap<String, u64>) {
    let mut player = RandomBot::new(start.seed());
    vm.set_position(start);
    let mut stop = vm.run().unwrap();
    while stop == Stop::Choice {
        let standing_action = if player.pick(CHOICES_PER_ATTEMPT) == 0 { pick(vm, &mut player) } else { None };
        stop = match standing_action {
            Some((side, row, action)) => {
                *used.entry(action).or_default() += 1;
                let stop = vm.use_standing_action(side, row).unwrap();
                check_choice(vm, other_vm, &stop);
                stop
            }
            None => {
                let rows = vm.choice().rows.len();
                vm.answer(player.pick(rows)).unwrap()
            }
        };
    }
    assert_eq!(stop, Stop::Over);
}

fn games(program: &Arc<Program>, vm: &mut Vm, set_up: SetUp) -> BTreeMap<String, u64> {
    let starts = ScenarioStart::new(program, &set_up).unwrap();
    let (mut other_vm, mut used, mut start) = (program.vm().unwrap(), BTreeMap::new(), Position::default());
    for seed in 0..GAMES {
        starts.copy_with_seed(seed, &mut start);
        play(vm, &mut other_vm, &start, &mut used);
    }
    used
}

#[test]
fn games_continue_after_any_standing_action() {
    let library = Library::open(vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())]).unwrap();
    let (program, mut vm, _) = library.load("cuba-libre").unwrap();
    let scenarios = ["standard", "variable", "solo-26july", "solo-government"];
    for scenario in scenarios {
        let used = games(&program, &mut vm, SetUp { scenario: scenario.into(), ..SetUp::default() });
        for action in ["give", "withdraw"] {
            assert!(used.get(action).is_some_and(|n| *n > 0), "{scenario}: nobody did `{action}`: {used:?}");
        }
        // Non-players have no standing actions.
        assert_eq!(used.contains_key("request"), !scenario.starts_with("solo"), "{scenario}: {used:?}");
    }
    let options = [("players".to_owned(), "two".to_owned())];
    let two_players = SetUp { scenario: "standard".into(), options: options.into_iter().collect(), ..SetUp::default() };
    let used = games(&program, &mut vm, two_players);
    for action in ["give", "request", "withdraw", "close-casino", "shift-cash"] {
        assert!(used.contains_key(action), "nobody did `{action}`: {used:?}");
    }
}
