//! The core of the engine, with the demo game: one action from offer to effect, forty nested answers, and replays.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, full_hash, play, position_at, rows};
use cardwright_content::{Content, Pack, PackSource};
use cardwright_script::{ForcedOutcome, Program, RunError, Stop, Trace};
use cardwright_state::notation;
use std::sync::Arc;

const START: &str = "turn red-turn; points 3; port: 2 open, guard; hills: open; seed 7; option fragile true";

#[test]
fn one_action_from_offer_to_effect() {
    let (program, mut vm) = demo(&[]);
    vm.set_position(&position_at(&vm, START));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert!(rows(&vm).contains(&"stir port".to_owned()), "{:?}", rows(&vm));
    assert!(!rows(&vm).contains(&"stir river".to_owned()));
    assert!(rows(&vm).contains(&"march guard port hills".to_owned()));
    assert!(!rows(&vm).contains(&"march guard port port".to_owned()));

    // The action rolls dice, and a nested step asks the other side.
    vm.force([5, 6, 2].map(ForcedOutcome::Face));
    assert_eq!(play(&mut vm, "stir port"), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["reroll 5", "keep"]);
    assert_eq!(vm.board().sides[vm.asked_side().index()].id, "blue");

    // Continue in another VM from a copy of the position at the choice.
    let mid_position = vm.position();
    assert_eq!(play(&mut vm, "reroll 5"), Ok(Stop::Choice));
    let hash = full_hash(&vm);
    let mut other = program.vm().unwrap();
    other.set_position(&mid_position);
    assert_eq!(other.run(), Ok(Stop::Choice));
    assert_eq!(rows(&other), ["reroll 5", "keep"]);
    other.force([ForcedOutcome::Face(2)]);
    assert_eq!(play(&mut other, "reroll 5"), Ok(Stop::Choice));
    assert_eq!(full_hash(&other), hash);
    let board = vm.board().clone();
    let text = notation::print(&board, &other.position());
    assert!(text.contains("unrest 1"), "{text}");

    // Save as text at a choice, and load it.
    let saved = notation::print_save(&board, &mid_position);
    let loaded = notation::load(&board, &saved).unwrap_or_else(|errors| panic!("{errors:?}\n{saved}"));
    assert_eq!(loaded, mid_position, "{saved}");

    // Undo sets the old position.
    vm.set_position(&mid_position);
    vm.run().unwrap();
    assert_eq!(rows(&vm), ["reroll 5", "keep"]);
}

#[test]
fn why_names_excluded_things_and_rules() {
    let (_, mut vm) = demo(&[]);
    vm.set_position(&position_at(&vm, START));
    vm.run().unwrap();
    let Trace { exclusions, offering_actions, .. } = vm.explain().unwrap();
    let board = vm.board().clone();
    let excluded: Vec<(String, Vec<String>)> = exclusions
        .iter()
        .map(|exclusion| {
            (
                board.labels[exclusion.reason].id.clone(),
                exclusion.excluded.iter().map(|thing| board.text(*thing)).collect(),
            )
        })
        .collect();
    assert!(excluded.contains(&("needs-open".into(), vec!["river".into()])), "{excluded:?}");
    assert!(exclusions[0].script_line.starts_with("demo:scripts/demo/rules.luau:"), "{}", exclusions[0].script_line);
    let action_ids: Vec<&str> = offering_actions.iter().map(|action| board.labels[*action].id.as_str()).collect();
    assert_eq!(action_ids, ["stir", "raise", "march", "burn", "many"], "without Blue's standing actions");
    assert_eq!(vm.run(), Ok(Stop::Choice));
}

#[test]
fn forty_nested_answers_survive_a_move_to_another_vm() {
    let (program, mut vm) = demo(&[]);
    vm.set_position(&position_at(&vm, START));
    vm.run().unwrap();
    play(&mut vm, "many").unwrap();
    let mut other = program.vm().unwrap();
    for n in 0..40 {
        let position = vm.position();
        other.set_position(&position);
        assert_eq!(other.run(), Ok(Stop::Choice), "answer {n}");
        assert_eq!(rows(&other), rows(&vm));
        let row = ["1", "2", "3"][n % 3];
        play(&mut vm, row).unwrap();
        play(&mut other, row).unwrap();
        assert_eq!(full_hash(&other), full_hash(&vm), "answer {n}");
        assert!(position.open_steps().iter().all(|frame| frame.log.len() <= 11));
    }
    let text = notation::print(vm.board(), &vm.position());
    assert!(text.contains("turns 79"), "{text}");
}

#[test]
fn an_error_loses_only_the_answer() {
    let (_, mut vm) = demo(&[]);
    let start = position_at(&vm, START);
    vm.set_position(&start);
    vm.run().unwrap();
    let Err(RunError::Script { message, place, open_steps }) = play(&mut vm, "burn") else { panic!("no error") };
    assert_eq!(message, "burnt down");
    assert_eq!(place.unwrap().0, "demo:scripts/demo/rules.luau");
    assert_eq!(open_steps, ["red-turn", "burn red"]);
    vm.set_position(&start);
    assert_eq!(vm.run(), Ok(Stop::Choice));
}

#[test]
fn changes_from_outside_are_replayed() {
    let (program, mut vm) = demo(&[]);
    vm.set_position(&position_at(&vm, START));
    vm.run().unwrap();
    vm.force([5, 6].map(ForcedOutcome::Face));
    play(&mut vm, "stir port").unwrap();
    vm.change_position(|pos, board| notation::set(board, pos, "river: 2 hidden").unwrap());
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let mid_position = vm.position();
    let mut other = program.vm().unwrap();
    other.set_position(&mid_position);
    other.run().unwrap();
    play(&mut other, "keep").unwrap();
    let text = notation::print(vm.board(), &other.position());
    assert!(text.contains("river: 2 hidden"), "{text}");
    assert!(text.contains("unrest 2"), "{text}");
}

#[test]
fn a_driver_and_single_answers_lead_to_the_same_end() {
    let (program, mut vm) = demo(&[]);
    let start = position_at(&vm, START);
    let next_row = |random_state: &mut u64, len: usize| {
        *random_state = random_state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*random_state >> 33) as usize % len
    };
    vm.set_position(&start);
    let board = vm.board().clone();
    let burn = board.labels.actions.iter().position(|action| action.id == "burn").unwrap();
    let (mut random_state, driver_board) = (1u64, board.clone());
    vm.set_driver(Some(Box::new(move |request| {
        loop {
            let row = next_row(&mut random_state, request.rows.len());
            if driver_board.text(request.rows[row].cols[0]) != driver_board.labels.actions[burn].id {
                return Some(row.into());
            }
        }
    })));
    assert_eq!(vm.run(), Ok(Stop::Over));
    let hash_with_driver = full_hash(&vm);

    let mut stepwise = program.vm().unwrap();
    stepwise.set_position(&start);
    let mut random_state = 1u64;
    let mut stop = stepwise.run().unwrap();
    while stop == Stop::Choice {
        let choice = stepwise.choice();
        let row = loop {
            let row = next_row(&mut random_state, choice.rows.len());
            if board.text(choice.rows[row].cols[0]) != "burn" {
                break row;
            }
        };
        stop = stepwise.answer(row).unwrap();
    }
    assert_eq!(full_hash(&stepwise), hash_with_driver);
}

#[test]
fn endless_scripts_are_stopped() {
    let (_, mut vm) = demo(&[]);
    vm.set_position(&position_at(&vm, START));
    vm.run().unwrap();
    assert!(vm.evaluate("count(PORT, OPEN)").unwrap() == "2");
    assert_eq!(vm.evaluate("PROVINCES").unwrap(), "{hills, port, river}");
    assert_eq!(vm.evaluate("could(1, 2)").unwrap_err(), "`could` takes an action that `action` made");
    assert_eq!(
        vm.evaluate("act(1, 2)").map_err(|e| e.contains("engine/")),
        Err(false),
        "the message names no line of the engine's own Lua"
    );
    assert!(vm.evaluate("raise(POINTS, 1)").unwrap_err().contains("may change nothing"));
    let error = vm
        .evaluate("(function() local t = {} while true do t[#t + 1] = string.rep('x', 100000) .. #t end end)()")
        .unwrap_err();
    assert!(error.contains("memory"), "{error}");
    assert_eq!(vm.run(), Ok(Stop::Choice));
}

#[test]
fn answers_are_checked_after_a_reload() {
    let (program, mut vm) = demo(&[]);
    vm.set_position(&position_at(&vm, START));
    vm.run().unwrap();
    play(&mut vm, "many").unwrap();
    for row in ["1", "2", "3"] {
        play(&mut vm, row).unwrap();
    }
    let mid_position = vm.position();
    let mut other = program.vm().unwrap();
    other.set_position(&mid_position);
    assert_eq!(other.run_checked(), Ok(Stop::Choice));
    assert_eq!(rows(&other), rows(&vm));
    // A stored answer that is no longer a row is an error.
    let board = vm.board().clone();
    let saved = notation::print_save(&board, &mid_position).replace("log 2 answer 2", "log 2 answer 9");
    let changed = notation::load(&board, &saved).unwrap();
    other.set_position(&changed);
    assert!(matches!(other.run_checked(), Err(RunError::Diverged { .. })), "{saved}");
}

/// A word that only the parameter of a verb declares has a constant in `WORD`.
#[test]
fn words_of_verb_parameters_are_constants() {
    let script = r#"
verb "tilt" {
  doc = "Tilts.",
  params = { how = word("leftish", "rightish") },
  play = function(side, effect)
    assert(effect.how == WORD.leftish or effect.how == WORD.rightish, "another word")
  end,
}
"#;
    let (_, mut vm) = demo(&[("scripts/demo/tilt.luau", script)]);
    assert_eq!(vm.evaluate("WORD.leftish").unwrap(), "leftish");
}

/// Active effects answer hooks in the order of their activation.
#[test]
fn active_effects_answer_hooks_until_their_period_ends() {
    let script = r#"
hook "march.cost" { doc = "What a march to a space costs.", args = { "space" }, answers = "number" }
hook "march" { doc = "Whether a march to a space is allowed.", args = { "space" }, answers = "permission" }
effect "fog" {
  modify = { ["march.cost"] = function(side, param, value, place) return value + param end },
  may = { march = function(side, param, place) if place == PORT then return false end return nil end },
}
effect "roads" {
  modify = { ["march.cost"] = function(side, param, value) return value * 2 end },
}
step("weather", function()
  activate("fog", RED, TURN, 3)
  activate("roads", BLUE)
  set(TURNS, modify("march.cost", 1, HILLS))
  assert(not may("march", PORT) and may("march", HILLS), "the fog is on the port only")
  assert(is_active("fog", RED) == 3 and is_active("fog", BLUE) == nil, "for red only")
  end_period(TURN)
  assert(is_active("fog") == nil and is_active("roads") == true, "the fog ends with the turn")
  set(TURNS, get(TURNS) * 10 + modify("march.cost", 1, HILLS))
  deactivate("roads")
  assert(modify("march.cost", 1, HILLS) == 1, "no effect is active")
  return next("red-turn")
end)
"#;
    let (_, mut vm) = demo(&[("scripts/demo/sky.luau", script)]);
    vm.set_position(&position_at(&vm, "turn weather; points 3; seed 7"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    // The digit 8 is (1 + 3) * 2 with both effects. The digit 2 is 1 * 2 with `roads` only.
    assert_eq!(vm.evaluate("get(TURNS)").unwrap(), "82");
}

#[test]
fn double_registrations_are_reported() {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo");
    let files = [
        ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n"),
        ("scripts/demo/twice.luau", "step(\"reroll\", function() end)\n"),
    ];
    let memory = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    let packs = [PackSource::Folder(demo.into()), PackSource::Memory(memory)].map(|s| Pack::open(s).unwrap());
    let content = Content::load(&packs, "demo").0.unwrap();
    let problems = Program::load(Arc::new(content)).err().unwrap_or_default();
    let messages: Vec<&str> = problems.iter().map(|p| p.message.as_str()).collect();
    assert!(
        messages.iter().any(|m| m.contains("`reroll` is registered twice, first at demo:scripts/")),
        "{messages:?}"
    );
}
