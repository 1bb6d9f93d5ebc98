//! Standing actions, which sides may use while a choice is pending.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, full_hash, play, position_at, rows};
use cardwright_script::{ForcedOutcome, Program, RunError, Stop, Vm};
use cardwright_state::{Board, SideId, TrackId, notation};
use std::sync::Arc;

/// Loads the demo game with a script. An empty script means the demo game alone.
fn program(script: &str) -> (Arc<Program>, Vm) {
    if script.is_empty() { demo(&[]) } else { demo(&[("scripts/demo/more.luau", script)]) }
}

fn start(script: &str, text: &str) -> (Arc<Program>, Vm) {
    let (program, mut vm) = program(script);
    vm.set_position(&position_at(&vm, text));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    (program, vm)
}

fn side(vm: &Vm, id: &str) -> SideId {
    vm.board().side(id).unwrap()
}

/// Returns the rows of the standing actions by side, as text.
fn standing(vm: &mut Vm) -> Vec<(String, Vec<String>)> {
    let rows_by_side = vm.standing_rows().unwrap();
    let board = vm.board();
    let text = |(side, rows): &(SideId, Vec<cardwright_state::position::Row>)| {
        (board.sides[side.index()].id.clone(), rows.iter().map(|row| row.text(board)).collect())
    };
    rows_by_side.iter().map(text).collect()
}

/// Makes the expected rows of standing actions if only Blue has some.
fn only_blue(rows: &[&str]) -> Vec<(String, Vec<String>)> {
    vec![("blue".into(), rows.iter().map(|row| (*row).to_owned()).collect())]
}

/// Uses the standing action of Blue with this row.
fn use_by_blue(vm: &mut Vm, row: &str) -> Result<Stop, RunError> {
    let rows_by_side = standing(vm);
    let index = rows_by_side[0]
        .1
        .iter()
        .position(|candidate| candidate == row)
        .unwrap_or_else(|| panic!("{row} is not among {rows_by_side:?}"));
    let blue = side(vm, "blue");
    vm.use_standing_action(blue, index)
}

/// Returns the position in notation.
fn text(vm: &Vm) -> String {
    notation::print(vm.board(), &vm.position())
}

const START: &str = "turn red-turn; points 3; port: 2 open, guard, unrest 4; hills: open, guard; seed 7";

#[test]
fn a_standing_action_is_used_replayed_saved_and_undone() {
    let (program, mut vm) = start("", START);
    let rows_before = rows(&vm);
    assert!(
        !rows_before.contains(&"stir port".to_owned()) && !rows_before.iter().any(|r| r.starts_with("bribe")),
        "{rows_before:?}"
    );
    assert_eq!(standing(&mut vm), only_blue(&["bribe port"]));
    let before = vm.position();

    // The action rolls a forced die. The roll is a barrier, and the pending choice sees the new position.
    vm.take_barrier();
    vm.force([ForcedOutcome::Face(4)]);
    assert_eq!(use_by_blue(&mut vm, "bribe port"), Ok(Stop::Choice));
    assert!(vm.take_barrier());
    assert!(vm.take_forced().is_empty());
    assert!(text(&vm).contains("unrest 3"), "{}", text(&vm));
    assert_eq!(vm.board().sides[vm.asked_side().index()].id, "red");
    assert!(rows(&vm).contains(&"stir port".to_owned()), "{:?}", rows(&vm));
    assert_eq!(standing(&mut vm), only_blue(&[]));

    // A replay from saved text in another VM gives the same choice, rows and hash.
    let mid_position = vm.position();
    let board = vm.board().clone();
    let saved = notation::print_save(&board, &mid_position);
    let loaded = notation::load(&board, &saved).unwrap_or_else(|e| panic!("{e:?}\n{saved}"));
    assert_eq!(loaded, mid_position, "{saved}");
    let mut other = program.vm().unwrap();
    other.set_position(&loaded);
    assert_eq!(other.run_checked(), Ok(Stop::Choice));
    assert_eq!(rows(&other), rows(&vm));
    assert_eq!(standing(&mut other), only_blue(&[]));
    assert_eq!(full_hash(&other), full_hash(&vm));
    for vm in [&mut vm, &mut other] {
        vm.force([1, 2].map(ForcedOutcome::Face));
        assert_eq!(play(vm, "stir port"), Ok(Stop::Choice));
    }
    assert_eq!(full_hash(&other), full_hash(&vm));

    // Undo sets the old position.
    vm.set_position(&before);
    vm.run().unwrap();
    assert_eq!(rows(&vm), rows_before);
    assert_eq!(standing(&mut vm), only_blue(&["bribe port"]));
}

#[test]
fn looking_at_standing_rows_does_not_change_rolls() {
    let (program, mut vm) = start("", START);
    let mut other = program.vm().unwrap();
    other.set_position(&vm.position());
    standing(&mut other);
    standing(&mut other);
    use_by_blue(&mut vm, "bribe port").unwrap();
    use_by_blue(&mut other, "bribe port").unwrap();
    assert_eq!(full_hash(&other), full_hash(&vm));
}

#[test]
fn several_standing_actions_may_precede_the_answer() {
    let (program, mut vm) =
        start("", "turn red-turn; points 3; port: open, guard, unrest 1; hills: guard, unrest 2; seed 7");
    vm.force([6, 1].map(ForcedOutcome::Face));
    use_by_blue(&mut vm, "bribe hills").unwrap();
    use_by_blue(&mut vm, "bribe port").unwrap();
    assert!(text(&vm).contains("hills: guard, unrest 1"), "{}", text(&vm));
    let mut other = program.vm().unwrap();
    other.set_position(&vm.position());
    other.run().unwrap();
    assert_eq!(standing(&mut other), only_blue(&[]));
    // The next choice has no standing actions.
    vm.force([ForcedOutcome::Face(5)]);
    play(&mut vm, "stir port").unwrap();
    assert_eq!(rows(&vm), ["reroll 5", "keep"]);
    assert!(standing(&mut vm).is_empty());
    play(&mut vm, "keep").unwrap();
    play(&mut vm, "end-turn").unwrap();
    assert_eq!(standing(&mut vm), only_blue(&["bribe hills", "bribe port"]));
}

#[test]
fn why_covers_standing_actions() {
    let (_, mut vm) = start("", START);
    let blue = side(&vm, "blue");
    let trace = vm.explain_standing(blue).unwrap().exclusions;
    let board = vm.board().clone();
    let excluded: Vec<(String, Vec<String>)> = trace
        .iter()
        .map(|exclusion| {
            (
                board.labels[exclusion.reason].id.clone(),
                exclusion.excluded.iter().map(|thing| board.text(*thing)).collect(),
            )
        })
        .collect();
    assert!(excluded.contains(&("quiet".into(), vec!["hills".into()])), "{excluded:?}");
    assert!(excluded.contains(&("not-fragile".into(), vec![])), "{excluded:?}");
    assert!(trace.iter().all(|exclusion| exclusion.action.is_some()));
    assert_eq!(standing(&mut vm), only_blue(&["bribe port"]));
}

#[test]
fn an_error_in_a_standing_action_restores_everything() {
    let (_, mut vm) = start("", &format!("{START}; option fragile true"));
    let hash = full_hash(&vm);
    let Err(RunError::Script { message, place, open_steps }) = use_by_blue(&mut vm, "parley") else {
        panic!("no error")
    };
    assert!(message.contains("it may ask for none"), "{message}");
    assert_eq!(place.unwrap().0, "demo:scripts/demo/rules.luau");
    assert_eq!(open_steps, ["red-turn", "parley blue"]);
    assert_eq!(full_hash(&vm), hash);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert!(text(&vm).contains("points 3"), "{}", text(&vm));
    // A missing forced die is an error too. The standing action can then be used with a forced die.
    vm.require_forced_outcomes(true);
    assert!(matches!(use_by_blue(&mut vm, "bribe port"), Err(RunError::Chance { .. })));
    vm.force([ForcedOutcome::Face(6)]);
    assert_eq!(use_by_blue(&mut vm, "bribe port"), Ok(Stop::Choice));
    let blue = side(&vm, "blue");
    assert!(vm.use_standing_action(blue, 9).is_err());
    assert!(vm.use_standing_action(side(&vm, "red"), 0).is_err());
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
fn code_after_standing_sees_the_new_position() {
    let (program, mut vm) = start(WINDOWS, "turn window; points 3; hills: unrest 1; port: unrest 1; seed 7");
    assert_eq!(rows(&vm), ["hills", "port"]);
    assert_eq!(use_by_blue(&mut vm, "still hills"), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["port"]);
    assert!(text(&vm).contains("points 4"), "{}", text(&vm));
    let mut other = program.vm().unwrap();
    other.set_position(&vm.position());
    assert_eq!(other.run_checked(), Ok(Stop::Choice));
    assert_eq!(rows(&other), ["port"]);
    // A use that leaves no row for the choice is undone.
    let hash = full_hash(&vm);
    assert!(matches!(use_by_blue(&mut vm, "still port"), Err(RunError::DeadEnd { .. })));
    assert_eq!(full_hash(&vm), hash);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    play(&mut vm, "port").unwrap_err(); // The step repeats, and its choice has no row.
}

#[test]
fn a_standing_action_may_end_the_game() {
    let (program, mut vm) = start(WINDOWS, "turn window; points 3; hills: unrest 1; seed 7");
    assert_eq!(use_by_blue(&mut vm, "over"), Ok(Stop::Over));
    assert_eq!(vm.run(), Ok(Stop::Over));
    let position = vm.position();
    assert_eq!(position.outcome().unwrap().winners(), side(&vm, "blue").into());
    assert_eq!(position.open_steps().len(), 1);
    let mut other = program.vm().unwrap();
    other.set_position(&position);
    assert_eq!(other.run(), Ok(Stop::Over));
}

#[test]
fn standing_rows_are_not_rows_of_the_choice() {
    let (program, mut vm) = start(WINDOWS, "turn own; points 3; hills: unrest 1; seed 7");
    assert_eq!(rows(&vm), ["hills", "port", "river"]);
    assert_eq!(standing(&mut vm), [("red".to_owned(), vec!["still hills".to_owned()])]);
    let red = side(&vm, "red");
    assert_eq!(vm.use_standing_action(red, 0), Ok(Stop::Choice));
    assert_eq!((rows(&vm).len(), vm.asked_side()), (3, red));
    assert!(!text(&vm).contains("unrest"), "{}", text(&vm));
    assert_eq!(standing(&mut vm), [("red".to_owned(), vec![])]);
    let mut other = program.vm().unwrap();
    other.set_position(&vm.position());
    assert_eq!(other.run_checked(), Ok(Stop::Choice));
    assert_eq!((rows(&other), full_hash(&other)), (rows(&vm), full_hash(&vm)));
}

#[test]
fn standing_comes_directly_before_its_choice() {
    for (step, wanted) in [("late", "nothing may change"), ("left", "no step may open or end")] {
        let (_, mut vm) = program(WINDOWS);
        vm.set_position(&position_at(&vm, &format!("turn {step}; points 3; hills: unrest 1")));
        let error = vm.run().unwrap_err().to_string();
        assert!(error.contains(wanted), "{step}: {error}");
    }
}

/// Standing actions of several sides, with an action that gets the side of the pending choice.
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
fn a_choice_that_rules_answer_has_no_standing_actions() {
    let script = r#"
        around("step giving", function(inner)
          return answering(RED, function(rows) return #rows end, function() return inner() end)
        end)
    "#;
    let (_program, mut vm) = program(&format!("{GIFTS}{script}"));
    vm.set_position(&position_at(&vm, "turn giving; points 3; port: 2 open, guard; hills: open, guard; seed 7"));
    assert_eq!(vm.run(), Ok(Stop::Choice), "Red keeps by rules, and goes on to its turn");
    assert!(text(&vm).contains("turn red-turn"));
}

#[test]
fn standing_offers_know_the_asked_side() {
    let texts = "[action.gift]\nlabel = \"Gift to {1}\"\ndoc = \"-\"\n";
    let (_, mut vm) = demo(&[("scripts/demo/gift.luau", GIFTS), ("scripts/demo/gift-text.toml", texts)]);
    vm.set_position(&position_at(&vm, "turn giving"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let both = ["red", "blue"].map(|side| (side.to_owned(), vec!["gift red".to_owned()]));
    assert_eq!(standing(&mut vm), both);
    let blue = side(&vm, "blue");
    assert_eq!(vm.use_standing_action(blue, 0), Ok(Stop::Choice));
    assert!(text(&vm).contains("points 1"), "{}", text(&vm));
    assert_eq!(rows(&vm), ["keep"]);
    let shorter_form = GIFTS.replace("{ RED }, { gift }, { BLUE }, { gift }", "{ RED, BLUE }, { gift.handle }");
    let (_, mut vm) = demo(&[("scripts/demo/gift.luau", &shorter_form), ("scripts/demo/gift-text.toml", texts)]);
    vm.set_position(&position_at(&vm, "turn giving"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(standing(&mut vm), both);
}

/// Both sides have an action with too many rows and an action that works. Blue also has an action that fails.
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
fn a_failing_standing_action_does_not_hide_the_others() {
    let (_, mut vm) = start(SALE, "turn sale; points 3");
    let rows_by_side = vm.standing_rows_with_failures().unwrap();
    let by_side: Vec<_> = rows_by_side
        .iter()
        .map(|side_rows| {
            let failed: Vec<_> = side_rows
                .failed
                .iter()
                .map(|(action, error)| (vm.board().labels[*action].id.clone(), error.to_string()))
                .collect();
            let rows: Vec<_> = side_rows.rows.iter().map(|row| row.text(vm.board())).collect();
            (vm.board().sides[side_rows.side.index()].id.clone(), rows, failed)
        })
        .collect();
    let too_many_rows =
        "more than 20000 rows in one choice: ask for some of their columns afterwards, in a choice of their own";
    assert_eq!(by_side[0].0, "blue");
    assert_eq!(by_side[0].1, ["wave"]);
    assert_eq!(by_side[0].2.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["sell", "lend"]);
    assert!(by_side[0].2[0].1.contains(too_many_rows) && by_side[0].2[1].1.contains("nobody lends"), "{by_side:?}");
    assert_eq!((by_side[1].0.as_str(), &by_side[1].1[..], by_side[1].2.len()), ("red", &["wave".to_owned()][..], 1));
    // `standing_rows` fails if any action fails.
    assert!(matches!(vm.standing_rows(), Err(RunError::Limit { .. })));
    // The pending choice is unchanged, and the working actions can be used.
    assert_eq!(rows(&vm), ["keep"]);
    let blue = side(&vm, "blue");
    assert_eq!(vm.use_standing_action(blue, 0), Ok(Stop::Choice));
    assert!(text(&vm).contains("points 4"), "{}", text(&vm));
    assert_eq!(rows(&vm), ["keep"]);
}

/// Red is asked again and again, and both sides have a gift.
const ASKED_AGAIN: &str = r#"
local gift = action "gift"
function gift.offer(side)
  offer(gift)
end
function gift.play(side)
  raise(POINTS, 1)
  lower(POINTS, 1)
end
step("asking", function()
  while true do
    standing({ RED, BLUE }, { gift })
    offer(WORD.keep)
    choose(RED)
  end
end)
"#;

const GIFT_TEXTS: &str = "[action.gift]\nlabel = \"Gift\"\ndoc = \"-\"\n";

/// Starts the step `asking` with this text in `board.toml`.
fn asked_again(board: &str) -> (Arc<Program>, Vm) {
    let board = format!("[meta]\ngame = \"demo\"\n{board}");
    let (program, mut vm) = demo(&[
        ("scripts/demo/asking.luau", ASKED_AGAIN),
        ("scripts/demo/asking-text.toml", GIFT_TEXTS),
        ("scenarios/demo/board.toml", &board),
    ]);
    vm.set_position(&position_at(&vm, "turn asking; points 3"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    (program, vm)
}

fn points(board: &Board) -> TrackId {
    TrackId::new(board.tracks.iter().position(|track| track.id == "points").unwrap())
}

fn knob(default: i64) -> String {
    format!(
        "[[knob]]\nid = \"standing-uses\"\ndoc = \"Uses before one answer.\"\ndefault = {default}\nmin = 0\nmax = 9000\n"
    )
}

#[test]
fn a_side_uses_at_most_a_hundred_standing_actions_before_one_answer() {
    let (program, mut vm) = asked_again("");
    let (red, blue) = (side(&vm, "red"), side(&vm, "blue"));
    for _ in 0..100 {
        assert_eq!(vm.use_standing_action(blue, 0), Ok(Stop::Choice));
    }
    let refused = "Blue has used 100 standing actions before this answer, which is the limit (the knob \
                   `standing-uses`): Blue may use them again when Red has answered";
    let hash = full_hash(&vm);
    assert_eq!(vm.use_standing_action(blue, 0).unwrap_err().to_string(), refused);
    assert_eq!(full_hash(&vm), hash);
    // A saved and loaded position has the same limit. The uses of Blue take nothing from Red's limit.
    let saved = notation::print_save(vm.board(), &vm.position());
    let mut other = program.vm().unwrap();
    other.set_position(&notation::load(other.board(), &saved).unwrap());
    assert_eq!(other.run_checked(), Ok(Stop::Choice));
    assert_eq!(full_hash(&other), hash);
    for vm in [&mut vm, &mut other] {
        assert_eq!(vm.use_standing_action(blue, 0).unwrap_err().to_string(), refused);
        assert_eq!(vm.use_standing_action(red, 0), Ok(Stop::Choice));
        assert_eq!(play(vm, "keep"), Ok(Stop::Choice));
        assert_eq!(vm.use_standing_action(blue, 0), Ok(Stop::Choice));
    }
    assert_eq!(full_hash(&other), full_hash(&vm));
}

#[test]
fn standing_actions_do_not_fill_the_log_of_the_step() {
    let (_, mut vm) = asked_again(&knob(2000));
    let blue = side(&vm, "blue");
    for _ in 0..1001 {
        assert_eq!(vm.use_standing_action(blue, 0), Ok(Stop::Choice));
    }
    assert_eq!(play(&mut vm, "keep"), Ok(Stop::Choice));
    // Changes from outside do not fill it either.
    for _ in 0..1001 {
        vm.change_position(|position, board| position.set_track(board, points(board), 0, 4));
        vm.change_position(|position, board| position.set_track(board, points(board), 0, 3));
    }
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(play(&mut vm, "keep"), Ok(Stop::Choice));
}

#[test]
fn standing_actions_leave_half_of_the_changes_to_the_answers() {
    let (_, mut vm) = asked_again(&knob(9000));
    let blue = side(&vm, "blue");
    vm.change_position(|position, board| {
        for value in (0..24_990).map(|n| 4 - n % 2) {
            position.set_track(board, points(board), 0, value);
        }
    });
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let refusal = (0..10).find_map(|_| vm.use_standing_action(blue, 0).err()).unwrap();
    assert!(refusal.to_string().contains("standing actions are closed until the outermost step ends"), "{refusal}");
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(play(&mut vm, "keep"), Ok(Stop::Choice));
}

#[test]
fn a_standing_row_that_does_not_exist_is_refused_as_such() {
    let (_, mut vm) = asked_again(&knob(0));
    let blue = side(&vm, "blue");
    assert_eq!(vm.use_standing_action(blue, 1).unwrap_err().to_string(), "there is no such standing row");
    assert!(vm.use_standing_action(blue, 0).unwrap_err().to_string().contains("Blue has used 0 standing actions"));
}
