//! Links in scripts, and `peek`. Plays an extension of the demo.
#![allow(clippy::unwrap_used)]

use crate::common::{self, play};
use cardwright_script::{ForcedOutcome, Program, Stop, Vm};
use cardwright_state::notation;
use std::sync::Arc;

const SCRIPT: &str = r#"
local scout = action "scout"
function scout.offer(side)
  offer(scout, keep(ROAD, fact_is(OWNER, side)), numbers(1, 3))
end
function scout.play(side, road, n)
  local order = peek(STOCK, n)
  offer(WORD.keep, set_of(table.unpack(order)))
  choose(BLUE)
  set(OWNER, BLUE, road)
  for i, card in ipairs(peek(STOCK, n)) do
    if card ~= order[i] then
      error("another card than before")
    end
  end
end
step("scouting", function()
  act(RED, { scout }, TEXT.red_acts)
  return next("red-turn")
end)
"#;
const TEXTS: &str = "[action.scout]\nlabel = \"Scout {1}\"\n";

#[track_caller]
fn program() -> (Arc<Program>, Vm) {
    common::demo(&[("scripts/demo/text.toml", TEXTS), ("scripts/demo/scouting.luau", SCRIPT)])
}

/// Sets a position and runs to the first choice.
fn run_from(vm: &mut Vm, text: &str) {
    vm.set_position(&common::position_at(vm, text));
    assert_eq!(vm.run(), Ok(Stop::Choice));
}

#[track_caller]
fn assert_value(vm: &mut Vm, code: &str, expected: &str) {
    assert_eq!(vm.evaluate(code).as_deref(), Ok(expected), "{code}");
}

#[track_caller]
fn assert_error(vm: &mut Vm, code: &str, expected: &str) {
    let error = vm.evaluate(code).unwrap_err();
    assert!(error.contains(expected), "{code}: {error}");
}

#[test]
fn links_are_found_by_place_and_kind() {
    let (_, mut vm) = program();

    run_from(
        &mut vm,
        "turn red-turn; points 3; port: guard; link crossing: wear 2, owner blue; link hills--port: walked, owner red",
    );
    for (code, expected) in [
        ("adjacent(PORT)", "{hills, river}"),
        ("adjacent(PORT, FERRY)", "{river}"),
        ("adjacent(HILLS, FERRY)", "{}"),
        ("adjacent(set_of(HILLS, RIVER))", "{port}"),
        ("adjacent(PORT, set_of(HILLS__PORT))", "{hills}"),
        ("links()", "{hills--port, port--river, crossing}"),
        ("links(RIVER)", "{port--river, crossing}"),
        ("links(RIVER, ROAD)", "{port--river}"),
        ("links(nil, FERRY)", "{crossing}"),
        ("members(ROAD)[2]", "port--river"),
        ("select(2, ends(CROSSING))", "river"),
        ("other_end(CROSSING, PORT)", "river"),
        ("link_between(RIVER, PORT)", "port--river"),
        ("link_between(RIVER, PORT, FERRY)", "crossing"),
        ("link_between(RIVER, HILLS)", "nil"),
        ("within(HILLS, nil, PROVINCES)", "{hills, port, river}"),
        ("within(HILLS, nil, set_of())", "{hills, port}"),
        ("within(HILLS, nil, has_piece(BLUE))", "{hills, port, river}"),
        ("within(HILLS, nil, lacks(has_piece(BLUE)))", "{hills, port}"),
        ("within(HILLS, nil, PROVINCES, FERRY)", "{hills}"),
        ("within(HILLS, nil, PROVINCES, keep(ROAD, fact_is(WALKED, true)))", "{hills, port}"),
        ("within(POOL, nil, PROVINCES)", "{pool}"),
        ("value(WEAR, CROSSING)", "2"),
        ("total(WEAR, links(nil, FERRY))", "2"),
        ("get(WALKED, HILLS__PORT)", "true"),
        ("get(WALKED, PORT__RIVER)", "false"),
        ("get(OWNER, CROSSING)", "blue"),
        ("keep(links(), fact_is(OWNER, RED))", "{hills--port}"),
        ("keep(FERRY, at_least(WEAR, 2))", "{crossing}"),
        ("info(PORT__RIVER).length", "2"),
        ("info(CROSSING).a", "port"),
        ("suppose(function() return raise(WEAR, 5, CROSSING) + value(WEAR, CROSSING) end)", "4  nil  nil  nil"),
    ] {
        assert_value(&mut vm, code, expected);
    }
    assert_error(&mut vm, "other_end(CROSSING, HILLS)", "`hills` is not an end of the link `crossing`");
    assert_error(&mut vm, "value(WEAR, HILLS__PORT)", "`wear` is not kept for the link `hills--port`");
    assert_error(&mut vm, "get(OWNER, PORT)", "kept per link");
    assert_error(&mut vm, "adjacent(PORT, HILLS)", "expected a kind of links or a set of links, got the space `hills`");
    assert_error(&mut vm, "within(PORT, nil, marked(MOVED))", "");
}

#[test]
fn a_peek_uses_chance_once_and_survives_a_replay() {
    let (program, mut vm) = program();
    run_from(&mut vm, "turn scouting; link port--river: owner red; stock: {01 02 03}; seed 7");
    vm.force([ForcedOutcome::Card(vm.board().card("03").unwrap())]);
    vm.take_barrier();
    play(&mut vm, "scout port--river 2").unwrap();
    assert!(vm.take_barrier());
    let board = vm.board().clone();
    let mid_position = vm.position();
    let text = notation::print(&board, &mid_position);
    assert!(text.contains("stock: 03 | 0"), "{text}");
    assert_eq!(notation::print_save(&board, &mid_position).matches("log 1 drawn").count(), 2);
    // A replay in another VM finds the same cards.
    let mut other_vm = program.vm().unwrap();
    let loaded = notation::load(&board, &notation::print_save(&board, &mid_position)).unwrap();
    assert_eq!(loaded, mid_position);
    other_vm.set_position(&loaded);
    assert_eq!(other_vm.run(), Ok(Stop::Choice));
    assert_eq!(other_vm.choice(), vm.choice());
    for vm in [&mut vm, &mut other_vm] {
        vm.take_barrier();
        play(vm, "keep 03").unwrap();
        assert!(!vm.take_barrier(), "the card was known");
    }
    assert_eq!(vm.position(), other_vm.position());
    assert!(notation::print(&board, &vm.position()).contains("link port--river: owner blue"));
}

#[test]
fn errors_of_peek() {
    let (_, mut vm) = program();
    run_from(&mut vm, "turn red-turn; points 3; stock: 01 | {02 03}; seed 7");
    assert_error(&mut vm, "peek(STOCK, 1)", "may change nothing");
    assert_error(&mut vm, "suppose(function() peek(STOCK, 1) end)", "may not look at cards");
}
