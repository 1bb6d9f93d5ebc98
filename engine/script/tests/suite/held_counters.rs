//! Counters under pieces: their notation, moves and losses. Also tracks for several kinds of spaces.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::{self, play};
use cardwright_script::{Program, Stop, Vm};
use cardwright_state::{Position, hash, notation};
use std::sync::Arc;

const BOARD: &str = r#"
[meta]
game = "demo"
source = "reconstructed"

[[piece]]
id = "coin"
name = "Coin"
count = 3
supply = "pool"
[[piece]]
id = "jewel"
name = "Jewel"
count = 1
supply = "pool"
[[piece]]
id = "band"
holds = ["coin", "jewel"]
[[piece]]
id = "guard"
holds = ["coin"]

[[track]]
id = "fame"
name = "Fame"
on = ["province", "box"]
min = 0
max = 9
"#;
const SCRIPT: &str = r#"
local pay = action "pay"
function pay.offer(side)
  offer(pay, stacks(PROVINCES, side))
end
function pay.play(side, stack)
  hold(stack, holding(stack, COIN) + 1, COIN)
end
local rob = action "rob"
function rob.offer(side)
  offer(rob, stacks(PROVINCES, COIN_HOLDER), numbers(1, 2))
end
function rob.play(side, stack, n)
  remove(stack, n)
end
local walk = action "walk"
function walk.offer(side)
  offer(walk, stacks(PROVINCES, BAND), PROVINCES)
end
function walk.play(side, stack, place)
  flip(move(stack, 1, place), 1, "open")
  raise(FAME, 1, place)
end
step("paying", function()
  act(RED, { pay, rob, walk }, TEXT.red_acts)
  return next("paying")
end)
"#;
const TEXTS: &str =
    "[action.pay]\nlabel = \"Pay {1}\"\n[action.rob]\nlabel = \"Rob {1}\"\n[action.walk]\nlabel = \"Walk {1}\"\n";

fn program() -> (Arc<Program>, Vm) {
    common::demo(&[
        ("scenarios/demo/board.toml", BOARD),
        ("scripts/demo/text.toml", TEXTS),
        ("scripts/demo/paying.luau", SCRIPT),
    ])
}

fn start(text: &str) -> Vm {
    let (_, mut vm) = program();
    let position = common::position_at(&vm, &format!("turn paying; {text}"));
    vm.set_position(&position);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    vm
}

/// Returns the parts of the notation for these places.
fn notation_of(vm: &Vm, places: &[&str]) -> String {
    let text = notation::print(vm.board(), &vm.position());
    let lines = text.lines().filter(|line| places.iter().any(|place| line.starts_with(&format!("{place}:"))));
    lines.collect::<Vec<_>>().join("; ")
}

/// Returns the number of coins in supply.
fn coins_left(vm: &Vm) -> u32 {
    let board = vm.board().clone();
    let coin = board.piece_types.iter().position(|piece_type| piece_type.id == "coin").unwrap();
    vm.with_position(|position| position.supply_count(&board, cardwright_state::PieceTypeId::new(coin)))
}

#[test]
fn held_counters_are_part_of_a_piece() {
    let mut vm = start("hills: 2 open, guard; port: hidden");
    play(&mut vm, "pay open hills").unwrap();
    play(&mut vm, "pay open(coin) hills").unwrap();
    assert_eq!(notation_of(&vm, &["hills"]), "hills: open, open(2-coin), guard");
    assert_eq!(coins_left(&vm), 1);
    // The counter follows the piece through a move and a flip.
    play(&mut vm, "walk open(2-coin) hills port").unwrap();
    assert_eq!(notation_of(&vm, &["hills", "port"]), "hills: open, guard; port: hidden, open(2-coin), fame 1");
    // A piece cannot hold more counters than exist.
    play(&mut vm, "pay open(2-coin) port").unwrap();
    play(&mut vm, "pay hidden port").unwrap();
    assert_eq!(notation_of(&vm, &["port"]), "port: hidden, open(3-coin), fame 1");
    assert_eq!(coins_left(&vm), 0);
    // A piece that leaves the map returns its counters.
    play(&mut vm, "rob open(3-coin) port 1").unwrap();
    assert_eq!(notation_of(&vm, &["port"]), "port: hidden, fame 1");
    assert_eq!(coins_left(&vm), 3);
}

#[test]
fn pieces_that_hold_a_counter_form_a_class() {
    let mut vm = start("hills: open(coin), open(coin & jewel), open, guard; port: guard(coin)");
    for (code, wanted) in [
        ("count(HILLS, COIN_HOLDER)", "2"),
        ("count(HILLS, BAND)", "3"),
        ("count(HILLS, JEWEL_HOLDER)", "1"),
        ("count(HILLS, COIN)", "0"),
        ("keep(PROVINCES, has_piece(COIN_HOLDER))", "{hills, port}"),
        ("size(stacks(PROVINCES, GUARD, of_class(COIN_HOLDER)))", "1"),
        ("holding(first(stacks(HILLS, JEWEL_HOLDER)), COIN)", "1"),
        ("holding(first(stacks(PORT, GUARD)), COIN)", "1"),
    ] {
        assert_eq!(vm.evaluate(code).as_deref(), Ok(wanted), "{code}");
    }
    let error = vm.evaluate("holding(first(stacks(PORT, GUARD)), JEWEL)").unwrap_err();
    assert!(error.contains("`guard` holds no `jewel`"), "{error}");
}

#[test]
fn notation_round_trips_and_accepts_other_spellings() {
    let (program, _) = program();
    let board = &program.board;
    let mut first_spelling: Option<(hash::Hash, String)> = None;
    for text in ["hills: 2 open(2-coin&jewel)", "hills: band/open(2 coin), band/open"] {
        let mut position = Position::initial(board, 1);
        let result = notation::set(board, &mut position, text);
        if text.contains('&') {
            assert!(result.unwrap_err()[0].message.contains("only 3 more `coin` in supply; 4 wanted"));
            continue;
        }
        let printed = notation::print(board, &position);
        let mut reread = Position::initial(board, 1);
        notation::set(board, &mut reread, &printed).unwrap();
        assert_eq!(hash::board_hash(board, &reread, ""), hash::board_hash(board, &position, ""));
        first_spelling = Some((hash::board_hash(board, &position, ""), printed));
    }
    let (hash, printed) = first_spelling.unwrap();
    assert_eq!(printed, "hills: open, open(2-coin)\n");
    for spelling in ["hills: open , open(2-coin)", "hills: open, open( 2 coin )"] {
        let mut position = Position::initial(board, 1);
        notation::set(board, &mut position, spelling).unwrap();
        assert_eq!(hash::board_hash(board, &position, ""), hash, "{spelling}");
    }
    for invalid in [
        "hills: open(2 gold)",
        "hills: open(4 coin)",
        "hills: open(coin",
        "hills: guard(jewel)",
        "hills: open(coin,coin)",
    ] {
        assert!(notation::set(board, &mut Position::initial(board, 1), invalid).is_err(), "{invalid}");
    }
}

#[test]
fn saving_and_undo_restore_held_counters() {
    let mut vm = start("hills: 2 open(coin), guard");
    let before = vm.position();
    play(&mut vm, "pay open(coin) hills").unwrap();
    play(&mut vm, "rob open(coin) hills 1").unwrap();
    let board = vm.board().clone();
    let saved = notation::print_save(&board, &vm.position());
    let loaded = notation::load(&board, &saved).unwrap();
    assert_eq!(notation::print_save(&board, &loaded), saved);
    vm.set_position(&before);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(notation_of(&vm, &["hills"]), "hills: 2 open(coin), guard");
    assert_eq!(coins_left(&vm), 1);
}

#[test]
fn a_track_may_belong_to_several_kinds_of_spaces() {
    let (program, _) = program();
    let board = &program.board;
    let mut position = Position::initial(board, 1);
    notation::set(board, &mut position, "hills: fame 3; pool: fame 2").unwrap();
    assert_eq!(notation::print(board, &position), "hills: fame 3\npool: fame 2\n");
    let errors = notation::set(board, &mut position, "pool: unrest 1").unwrap_err();
    assert!(errors[0].message.contains("`unrest` is no"), "{errors:?}");
}
