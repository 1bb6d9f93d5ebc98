//! A host function that is given what it cannot take says what was wrong and what belongs there.
#![allow(clippy::unwrap_used)]

use crate::common::{at, demo};
use cardwright_script::Vm;

fn begun() -> Vm {
    let (_, mut vm) = demo(&[]);
    vm.set(&at(&vm, "turn red-turn; port: guard; hills: hidden"));
    vm.run().unwrap();
    vm
}

/// Each expression is refused with these words.
fn refused(slips: &[(&str, &str)]) {
    let mut vm = begun();
    for (slip, wanted) in slips {
        let told = vm.evaluate(slip).map_or_else(|message| message, |value| format!("no error, but {value}"));
        assert!(told.contains(wanted), "{slip}: {told}");
    }
}

#[test]
fn what_is_kept_per_side_is_not_silently_the_first_side_s() {
    let hand = "`hand` is kept per side: say `pile(HAND, side)`";
    refused(&[
        ("cards(HAND)", hand),
        ("pile_size(HAND)", hand),
        ("in_pile(CARD[\"01\"], HAND)", hand),
        ("pile(HAND)", "bad argument #2"),
        ("count(HAND, RED)", "got a pile that is kept per side"),
        ("half(CARD[\"01\"])", "`half(card, side)`: expected a side, got nothing"),
        ("half(CARD[\"01\"], HILLS)", "`half(card, side)`: expected a side, got the space `hills`"),
        ("half(RED, CARD[\"01\"])", "`half(card, side)`: expected a card, got the side `red`"),
    ]);
    let mut vm = begun();
    for (sound, value) in
        [("pile_size(pile(HAND, RED))", "0"), ("pile_size(STOCK)", "0"), ("half(CARD[\"01\"], RED).title", "")]
    {
        assert!(vm.evaluate(sound).unwrap().contains(value), "{sound}");
    }
    let draw = "step(\"draws\", function()\n  draw(STOCK, HAND)\n  return next(\"red-turn\")\nend)\n";
    let (_, mut vm) = demo(&[("scripts/demo/more.luau", draw)]);
    vm.set(&at(&vm, "turn draws"));
    let error = vm.run().unwrap_err();
    assert!(error.to_string().contains(hand) && format!("{error:?}").contains("more.luau\", 2"), "{error:?}");
}

#[test]
fn what_is_kept_for_the_game_takes_no_subject() {
    refused(&[
        ("value(POINTS, RED)", "`points` is kept for the whole game, not for the side `red`"),
        ("get(TURNS, HILLS)", "`turns` is kept for the whole game, not for the space `hills`"),
        ("value(UNREST)", "`unrest` is kept per space"),
    ]);
}
