//! A host function that is given what it cannot take says what was wrong and what belongs there.
#![allow(clippy::unwrap_used)]

use crate::common::{at, demo, rows};
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
        ("value(UNREST)", "`unrest` is kept per space, and no space is given: `value(UNREST, space)`"),
        ("get(USED)", "`used` is kept per space, and no space is given: `get(USED, space)`"),
        ("get(OWNER)", "`owner` is kept per link, and no link is given"),
        ("value(UNREST, RED)", "`unrest` is kept per space: expected a space, got the side `red`"),
    ]);
}

/// A script of a step `try`, run.
fn tried(body: &str) -> Result<Vec<String>, String> {
    let inner = "step(\"inner\", function()\n  return 1\nend)\n";
    let script = format!("{inner}step(\"try\", function()\n{body}\nend)\n");
    let (_, mut vm) = demo(&[("scripts/demo/try.luau", &script)]);
    vm.set(&at(&vm, "turn try"));
    vm.run().map(|_| rows(&vm)).map_err(|error| error.with_place())
}

/// A value that no position prints would be lost with the next save.
#[test]
fn what_is_kept_for_one_kind_of_spaces_is_put_on_no_other() {
    for change in ["raise(UNREST, 1, POOL)", "set_track(UNREST, 2, POOL)"] {
        let told = tried(change).unwrap_err();
        assert!(told.contains("`unrest` is not kept for the space `pool`"), "{change}: {told}");
    }
}

/// Rows that nobody is asked over would stand in the next choice, whoever's that is.
#[test]
fn what_a_step_offers_is_asked_before_it_ends_or_opens_another() {
    let told = tried("offer(WORD.keep)\nreturn next(\"red-turn\")").unwrap_err();
    let wanted =
        "scripts/demo/try.luau:4: `try` offers `keep` and asks nobody: `choose` or `act` belongs after `offer`";
    assert!(told.contains(wanted), "{told}");
    let told = tried("offer(WORD.keep)\ncall(\"inner\")\nchoose(RED)").unwrap_err();
    assert!(told.contains("`try` offers `keep` and asks nobody"), "{told}");
    assert_eq!(tried("offer(WORD.keep)\nchoose(RED)\nreturn next(\"red-turn\")").unwrap(), ["keep"]);
}

#[test]
fn what_is_offered_within_suppose_is_taken_back_with_its_changes() {
    let supposed = "suppose(function()\n  raise(POINTS, 1)\n  offer(WORD.reroll)\n  default(WORD.reroll)\nend)";
    let asked = format!("offer(WORD.keep)\n{supposed}\nchoose(RED)\nreturn next(\"red-turn\")");
    assert_eq!(tried(&asked).unwrap(), ["keep"]);
}

/// A column that came to nothing would make rows of other columns than were meant.
#[test]
fn no_column_of_what_is_offered_is_nil() {
    let columns = |given: &str| format!("local none = ({{}})[1]\noffer(WORD.keep{given})\nchoose(RED)");
    assert_eq!(tried(&columns(", PORT, 1")).unwrap(), ["keep port 1"]);
    for (given, number) in [(", none, 1", 1), (", PORT, none", 2), (", PORT, none, 1", 2)] {
        let told = tried(&columns(given)).unwrap_err();
        let wanted = format!("scripts/demo/try.luau:6: column {number} of what is offered is nil: leave it out");
        assert!(told.contains(&wanted), "{given}: {told}");
    }
}

#[test]
fn an_offer_names_no_step_that_follows() {
    let (_, mut vm) =
        demo(&[("scripts/demo/try.luau", "before(\"offer burn\", function()\n  next(\"red-turn\")\nend)\n")]);
    vm.set(&at(&vm, "turn red-turn; port: guard; hills: hidden"));
    let told = vm.run().unwrap_err().with_place();
    assert!(told.contains("scripts/demo/try.luau:2: an offer is only asked"), "{told}");
}

/// A point asked as no effect expects it: told where it is asked, whether an effect is in force or not.
#[test]
fn a_point_is_asked_with_what_it_takes() {
    let script = |asked: &str| {
        format!(
            "point \"toll\" {{ doc = \"What it costs.\", args = {{ \"side\", \"space\" }}, who = \"side\", answers = \"number\" }}\n\
             point \"quiet\" {{ doc = \"Whether all is quiet.\", answers = \"permission\" }}\n\
             step(\"asks\", function()\n  set(TURNS, {asked})\n  may(\"quiet\")\n  ask(\"toll\", 1, RED, HILLS)\n  return next(\"red-turn\")\nend)\n"
        )
    };
    let run = |asked: &str| {
        let (_, mut vm) = demo(&[("scripts/demo/more.luau", &script(asked))]);
        vm.set(&at(&vm, "turn asks"));
        vm.run()
    };
    assert!(run("ask(\"toll\", 3, RED, HILLS)").is_ok());
    for (asked, wanted) in [
        (
            "(ask)(\"toll\", 3, HILLS, RED)",
            "asked with `side`, `space`: expected a side as number 1, got the space `hills`",
        ),
        ("(ask)(\"toll\", 3, RED)", "the point `toll` is asked with `side`, `space`: 2 values, not 1"),
        ("(ask)(\"toll\", 3, RED, HILLS, 4)", "2 values, not 3"),
        ("(may)(\"quiet\", RED) and 1 or 2", "the point `quiet` is asked with nothing: 0 values, not 1"),
    ] {
        let error = run(asked).unwrap_err();
        assert!(error.to_string().contains(wanted) && format!("{error:?}").contains("more.luau\", 4"), "{error:?}");
    }
}
