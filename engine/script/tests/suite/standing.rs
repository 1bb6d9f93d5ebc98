//! Standing actions: what other sides may do beside a pending choice.
#![allow(clippy::unwrap_used)]

use crate::common::{at, demo, full, play, rows};
use cardwright_script::{Forced, Program, RunError, Stop, Vm};
use cardwright_state::{SideId, notation};
use std::sync::Arc;

/// The demo game, with a script laid over it.
fn program(script: &str) -> (Arc<Program>, Vm) {
    if script.is_empty() { demo(&[]) } else { demo(&[("scripts/demo/more.luau", script)]) }
}

fn begun(script: &str, text: &str) -> (Arc<Program>, Vm) {
    let (program, mut vm) = program(script);
    vm.set(&at(&vm, text));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    (program, vm)
}

fn side(vm: &Vm, id: &str) -> SideId {
    vm.board().side(id).unwrap()
}

fn standing(vm: &mut Vm) -> Vec<(String, Vec<String>)> {
    let all = vm.standing().unwrap();
    let board = vm.board();
    let text = |(side, rows): &(SideId, Vec<cardwright_state::position::Row>)| {
        (board.sides[side.at()].id.clone(), rows.iter().map(|r| r.text(board)).collect())
    };
    all.iter().map(text).collect()
}

fn blue(rows: &[&str]) -> Vec<(String, Vec<String>)> {
    vec![("blue".into(), rows.iter().map(|r| (*r).to_owned()).collect())]
}

fn used(vm: &mut Vm, row: &str) -> Result<Stop, RunError> {
    let open = standing(vm);
    let at = open[0].1.iter().position(|r| r == row).unwrap_or_else(|| panic!("{row} is not among {open:?}"));
    let blue = side(vm, "blue");
    vm.use_standing(blue, at)
}

fn text(vm: &Vm) -> String {
    notation::print(vm.board(), &vm.position())
}

const START: &str = "turn red-turn; points 3; port: 2 open, guard, unrest 4; hills: open, guard; seed 7";

#[test]
fn a_standing_action_is_used_re_run_saved_and_taken_back() {
    let (program, mut vm) = begun("", START);
    let open = rows(&vm);
    assert!(!open.contains(&"stir port".to_owned()) && !open.iter().any(|r| r.starts_with("bribe")), "{open:?}");
    assert_eq!(standing(&mut vm), blue(&["bribe port"]));
    let before = vm.position();

    // Used with given dice: a barrier, and the pending choice is of the new position.
    vm.take_barrier();
    vm.force([Forced::Face(4)]);
    assert_eq!(used(&mut vm, "bribe port"), Ok(Stop::Choice));
    assert!(vm.take_barrier());
    assert!(vm.take_forced().is_empty());
    assert!(text(&vm).contains("unrest 3"), "{}", text(&vm));
    assert_eq!(vm.board().sides[vm.asked().at()].id, "red");
    assert!(rows(&vm).contains(&"stir port".to_owned()), "{:?}", rows(&vm));
    assert_eq!(standing(&mut vm), blue(&[]));

    // Re-run in another VM, and read back from text: the same choice, rows and hash.
    let mid = vm.position();
    let board = vm.board().clone();
    let saved = notation::print_save(&board, &mid);
    let loaded = notation::load(&board, &saved).unwrap_or_else(|e| panic!("{e:?}\n{saved}"));
    assert_eq!(loaded, mid, "{saved}");
    let mut other = program.vm().unwrap();
    other.set(&loaded);
    assert_eq!(other.run_checked(), Ok(Stop::Choice));
    assert_eq!(rows(&other), rows(&vm));
    assert_eq!(standing(&mut other), blue(&[]));
    assert_eq!(full(&other), full(&vm));
    for vm in [&mut vm, &mut other] {
        vm.force([1, 2].map(Forced::Face));
        assert_eq!(play(vm, "stir port"), Ok(Stop::Choice));
    }
    assert_eq!(full(&other), full(&vm));

    // Undo is taking up the old position.
    vm.set(&before);
    vm.run().unwrap();
    assert_eq!(rows(&vm), open);
    assert_eq!(standing(&mut vm), blue(&["bribe port"]));
}

#[test]
fn the_generator_rolls_the_same_whoever_looks_before() {
    let (program, mut vm) = begun("", START);
    let mut other = program.vm().unwrap();
    other.set(&vm.position());
    standing(&mut other);
    standing(&mut other);
    used(&mut vm, "bribe port").unwrap();
    used(&mut other, "bribe port").unwrap();
    assert_eq!(full(&other), full(&vm));
}

#[test]
fn several_are_used_in_turn_before_the_answer_that_closes_them() {
    let (program, mut vm) =
        begun("", "turn red-turn; points 3; port: open, guard, unrest 1; hills: guard, unrest 2; seed 7");
    vm.force([6, 1].map(Forced::Face));
    used(&mut vm, "bribe hills").unwrap();
    used(&mut vm, "bribe port").unwrap();
    assert!(text(&vm).contains("hills: guard, unrest 1"), "{}", text(&vm));
    let mut other = program.vm().unwrap();
    other.set(&vm.position());
    other.run().unwrap();
    assert_eq!(standing(&mut other), blue(&[]));
    // In the choice that the answer leads to, nothing stands open.
    vm.force([Forced::Face(5)]);
    play(&mut vm, "stir port").unwrap();
    assert_eq!(rows(&vm), ["reroll 5", "keep"]);
    assert!(standing(&mut vm).is_empty());
    play(&mut vm, "keep").unwrap();
    play(&mut vm, "end-turn").unwrap();
    assert_eq!(standing(&mut vm), blue(&["bribe hills", "bribe port"]));
}

#[test]
fn why_not_speaks_of_standing_actions_too() {
    let (_, mut vm) = begun("", START);
    let blue = side(&vm, "blue");
    let trace = vm.explain_standing(blue).unwrap().narrowed;
    let board = vm.board().clone();
    let fell: Vec<(String, Vec<String>)> = trace
        .iter()
        .map(|n| (board.reasons[n.why.at()].id.clone(), n.fell.iter().map(|v| board.text(*v)).collect()))
        .collect();
    assert!(fell.contains(&("quiet".into(), vec!["hills".into()])), "{fell:?}");
    assert!(fell.contains(&("not-fragile".into(), vec![])), "{fell:?}");
    assert!(trace.iter().all(|n| n.action.is_some()));
    assert_eq!(standing(&mut vm), self::blue(&["bribe port"]));
}

#[test]
fn an_error_takes_everything_back_and_asking_is_one() {
    let (_, mut vm) = begun("", &format!("{START}; option fragile true"));
    let hash = full(&vm);
    let Err(RunError::Script { message, place, within }) = used(&mut vm, "parley") else { panic!("no error") };
    assert!(message.contains("it may ask none"), "{message}");
    assert_eq!(place.unwrap().0, "demo:scripts/demo/rules.luau");
    assert_eq!(within, ["red-turn", "parley blue"]);
    assert_eq!(full(&vm), hash);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert!(text(&vm).contains("points 3"), "{}", text(&vm));
    // Dice that are not given are one too, and what was given stays for another try.
    vm.forced_only(true);
    assert!(matches!(used(&mut vm, "bribe port"), Err(RunError::Chance { .. })));
    vm.force([Forced::Face(6)]);
    assert_eq!(used(&mut vm, "bribe port"), Ok(Stop::Choice));
    let blue = side(&vm, "blue");
    assert!(vm.use_standing(blue, 9).is_err());
    assert!(vm.use_standing(side(&vm, "red"), 0).is_err());
}

const WINDOWS: &str = r#"
local still = action "still"
function still.offer(side)
  offer(still, keep(PROVINCES, has_value(UNREST, 1)))
end
function still.play(side, province)
  lower(UNREST, 1, province)
end
local over = action "over"
function over.offer(side)
  offer(over)
end
function over.play(side)
  raise(POINTS, 1)
  call("finale", side)
end
step("finale", function(side)
  win(side, TEXT.time_up, 1)
end)
step("window", function()
  raise(POINTS, 1)
  standing(BLUE, { still, over })
  local at = choose(RED, keep(PROVINCES, has_value(UNREST, 1)))
  raise(UNREST, 2, at)
  return next("window")
end)
step("late", function()
  standing(BLUE, { still })
  raise(POINTS, 1)
  choose(RED, PROVINCES)
end)
step("own", function()
  standing(RED, { still })
  choose(RED, PROVINCES)
end)
step("left", function()
  standing(BLUE, { still })
  return next("window")
end)
"#;

#[test]
fn what_is_read_after_standing_is_of_the_new_position() {
    let (program, mut vm) = begun(WINDOWS, "turn window; points 3; hills: unrest 1; port: unrest 1; seed 7");
    assert_eq!(rows(&vm), ["hills", "port"]);
    assert_eq!(used(&mut vm, "still hills"), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["port"]);
    assert!(text(&vm).contains("points 4"), "{}", text(&vm));
    let mut other = program.vm().unwrap();
    other.set(&vm.position());
    assert_eq!(other.run_checked(), Ok(Stop::Choice));
    assert_eq!(rows(&other), ["port"]);
    // A use that leaves nothing to answer is taken back.
    let hash = full(&vm);
    assert!(matches!(used(&mut vm, "still port"), Err(RunError::DeadEnd { .. })));
    assert_eq!(full(&vm), hash);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    play(&mut vm, "port").unwrap_err(); // Nothing is left to answer: the step goes round.
}

#[test]
fn a_standing_action_may_end_the_game() {
    let (program, mut vm) = begun(WINDOWS, "turn window; points 3; hills: unrest 1; seed 7");
    assert_eq!(used(&mut vm, "over"), Ok(Stop::Over));
    assert_eq!(vm.run(), Ok(Stop::Over));
    let position = vm.position();
    assert_eq!(position.outcome().unwrap().winners(), side(&vm, "blue").into());
    assert_eq!(position.open_steps().len(), 1);
    let mut other = program.vm().unwrap();
    other.set(&position);
    assert_eq!(other.run(), Ok(Stop::Over));
}

#[test]
fn what_stands_open_for_the_asked_side_is_no_row_of_its_choice() {
    let (program, mut vm) = begun(WINDOWS, "turn own; points 3; hills: unrest 1; seed 7");
    assert_eq!(rows(&vm), ["hills", "port", "river"]);
    assert_eq!(standing(&mut vm), [("red".to_owned(), vec!["still hills".to_owned()])]);
    let red = side(&vm, "red");
    assert_eq!(vm.use_standing(red, 0), Ok(Stop::Choice));
    assert_eq!((rows(&vm).len(), vm.asked()), (3, red));
    assert!(!text(&vm).contains("unrest"), "{}", text(&vm));
    assert_eq!(standing(&mut vm), [("red".to_owned(), vec![])]);
    let mut other = program.vm().unwrap();
    other.set(&vm.position());
    assert_eq!(other.run_checked(), Ok(Stop::Choice));
    assert_eq!((rows(&other), full(&other)), (rows(&vm), full(&vm)));
}

#[test]
fn standing_comes_directly_before_its_choice() {
    for (step, wanted) in [("late", "nothing may change"), ("left", "no step open or end")] {
        let (_, mut vm) = program(WINDOWS);
        vm.set(&at(&vm, &format!("turn {step}; points 3; hills: unrest 1")));
        let error = vm.run().unwrap_err().to_string();
        assert!(error.contains(wanted), "{step}: {error}");
    }
}

/// Several sides at once, and an action that knows whose choice is pending.
const GIFTS: &str = r#"
local gift = action "gift"
function gift.offer(side, asked)
  offer(gift, set_of(asked))
end
function gift.play(side, to)
  raise(POINTS, 1)
end
step("giving", function()
  standing({ RED }, { gift }, { BLUE }, { gift })
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
"#;

#[test]
fn what_stands_open_for_several_sides_knows_who_is_asked() {
    let texts = "[action.gift]\nlabel = \"Gift to {1}\"\ndoc = \"-\"\n";
    let (_, mut vm) = demo(&[("scripts/demo/gift.luau", GIFTS), ("scripts/demo/gift-text.toml", texts)]);
    vm.set(&at(&vm, "turn giving"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let both = ["red", "blue"].map(|side| (side.to_owned(), vec!["gift red".to_owned()]));
    assert_eq!(standing(&mut vm), both);
    let blue = side(&vm, "blue");
    assert_eq!(vm.use_standing(blue, 0), Ok(Stop::Choice));
    assert!(text(&vm).contains("points 1"), "{}", text(&vm));
    assert_eq!(rows(&vm), ["keep"]);
    let alike = GIFTS.replace("{ RED }, { gift }, { BLUE }, { gift }", "{ RED, BLUE }, { gift.handle }");
    let (_, mut vm) = demo(&[("scripts/demo/gift.luau", &alike), ("scripts/demo/gift-text.toml", texts)]);
    vm.set(&at(&vm, "turn giving"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(standing(&mut vm), both);
}

/// One action of both sides offers far too much, one fails, and two are sound.
const SALE: &str = r#"
local sell = action "sell"
function sell.offer(side)
  offer(sell, numbers(1, 200), numbers(1, 200))
end
function sell.play() end
local lend = action "lend"
function lend.offer(side)
  error("nobody lends")
end
function lend.play() end
local wave = action "wave"
function wave.offer(side)
  offer(wave)
end
function wave.play(side)
  raise(POINTS, 1)
end
step("sale", function()
  standing(BLUE, { sell, lend, wave }, RED, { sell, wave })
  offer(WORD.keep)
  choose(RED, TEXT.which)
  return next("red-turn")
end)
"#;

#[test]
fn what_one_action_offers_in_vain_closes_no_other() {
    let (_, mut vm) = begun(SALE, "turn sale; points 3");
    let all = vm.standing_each().unwrap();
    let told: Vec<_> = all
        .iter()
        .map(|of| {
            let failed: Vec<_> =
                of.failed.iter().map(|(a, e)| (vm.board().actions[a.at()].id.clone(), e.to_string())).collect();
            let rows: Vec<_> = of.rows.iter().map(|row| row.text(vm.board())).collect();
            (vm.board().sides[of.side.at()].id.clone(), rows, failed)
        })
        .collect();
    let many = "more than 20000 rows in one choice: ask for some of their columns afterwards, in a choice of their own";
    assert_eq!(told[0].0, "blue");
    assert_eq!(told[0].1, ["wave"]);
    assert_eq!(told[0].2.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["sell", "lend"]);
    assert!(told[0].2[0].1.contains(many) && told[0].2[1].1.contains("nobody lends"), "{told:?}");
    assert_eq!((told[1].0.as_str(), &told[1].1[..], told[1].2.len()), ("red", &["wave".to_owned()][..], 1));
    // Whoever wants all of it to be sound is told.
    assert!(matches!(vm.standing(), Err(RunError::Limit { .. })));
    // The pending choice is as it was, and what is sound is used.
    assert_eq!(rows(&vm), ["keep"]);
    let blue = side(&vm, "blue");
    assert_eq!(vm.use_standing(blue, 0), Ok(Stop::Choice));
    assert!(text(&vm).contains("points 4"), "{}", text(&vm));
    assert_eq!(rows(&vm), ["keep"]);
}
