//! Even choices: one more kind of chance, beside dice and piles.
#![allow(clippy::unwrap_used)]

use crate::common::{self, at, full, play, rows};
use cardwright_script::{ChanceWanted, Forced, Happening, RunError, Stop, Vm};
use cardwright_state::chance::{pick_key, pick_stream, picked};
use cardwright_state::{Kind, Val, notation};

const SCRIPT: &str = r#"
step("picks", function()
  local province = pick(PROVINCES)
  raise(UNREST, 1, province)
  offer(WORD.keep)
  offer(WORD.reroll)
  choose(RED, TEXT.which)
  local stack = pick(stacks(PROVINCES, BLUE))
  if stack ~= nil then
    mark(stack, 1, MOVED)
  end
  lower(POINTS, pick(numbers(1, 3)))
  offer(WORD.keep)
  choose(RED)
  return next("picks")
end)
step("few", function()
  raise(UNREST, 1, pick(set_of(PORT)))
  if pick(stacks(PROVINCES, BLUE)) == nil then
    raise(UNREST, 1, pick(PORT))
  end
  offer(WORD.keep)
  choose(RED)
  return next("few")
end)
local ask = action "ask"
function ask.offer(side)
  offer(ask, pick(PROVINCES))
end
function ask.play() end
step("asked", function()
  act(RED, { ask })
end)
step("supposed", function()
  suppose(function()
    pick(PROVINCES)
  end)
end)
"#;
const TEXTS: &str = "[action.ask]\nlabel = \"Ask {1}\"\n";

fn vm(text: &str) -> Vm {
    let (_, mut vm) = common::demo(&[("scripts/demo/text.toml", TEXTS), ("scripts/demo/rules2.luau", SCRIPT)]);
    vm.watch(true);
    let position = at(&vm, text);
    vm.set(&position);
    vm
}

fn picks(words: &[&str]) -> Vec<Forced> {
    words.iter().map(|w| Forced::Pick((*w).to_owned())).collect()
}

fn among(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

const START: &str = "turn picks; points 9; port: guard; hills: guard";

#[test]
fn what_is_given_is_picked_logged_counted_and_had_again() {
    let mut vm = vm(START);
    vm.force(picks(&["river", "guard/full@hills", "3"]));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert!(vm.take_barrier(), "a pick reveals something");
    let river = vm.board().find("river").unwrap();
    assert_eq!(
        vm.take_happenings(),
        [Happening::Picked { what: river, among: among(&["hills", "port", "river"]), lay: None, purpose: None }]
    );
    play(&mut vm, "keep").unwrap();
    assert!(vm.take_forced().is_empty());
    assert_eq!(vm.evaluate("value(UNREST, RIVER)").as_deref(), Ok("1"));
    assert_eq!(vm.evaluate("value(POINTS)").as_deref(), Ok("6"));
    let board = vm.board().clone();
    let position = vm.position();
    let saved = notation::print_save(&board, &position);
    assert!(saved.contains("\npicks 3\n"), "{saved}");
    for line in
        ["log 0 picked river\n", "log 0 picked stack:guard@hills\n", "log 0 picked 3\n", "change chance picks 2 3\n"]
    {
        assert!(saved.contains(line), "{line} is not in {saved}");
    }
    let back = notation::load(&board, &saved).unwrap();
    assert_eq!(notation::print_save(&board, &back), saved);
    let mut again = self::vm(START);
    again.set(&back);
    assert_eq!(again.run(), Ok(Stop::Choice));
    assert_eq!((full(&again), rows(&again)), (full(&vm), rows(&vm)));
    assert!(again.take_happenings().is_empty(), "re-run, nothing is picked anew");
}

#[test]
fn the_generator_picks_by_keys_that_hang_on_the_thing_alone() {
    let mut vm = vm(START);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let board = vm.board().clone();
    let spaces: Vec<Val> = ["hills", "port", "river"].iter().map(|id| board.find(id).unwrap()).collect();
    let position = vm.position();
    let wanted = picked(&board, position.seed(), 0, &spaces).unwrap();
    assert_eq!(
        vm.take_happenings(),
        [Happening::Picked { what: wanted, among: among(&["hills", "port", "river"]), lay: None, purpose: None }]
    );
    assert_eq!(position.taken(pick_stream(&board)), 1);
    // In whatever order, and one more takes only what it is picked for itself.
    let backwards: Vec<Val> = spaces.iter().rev().copied().collect();
    let more = [&spaces[..], &[board.find("pool").unwrap()]].concat();
    let (mut counts, mut changed) = ([0; 3], 0);
    for index in 0..3000 {
        let one = picked(&board, 7, index, &spaces).unwrap();
        assert_eq!(picked(&board, 7, index, &backwards), Some(one));
        counts[spaces.iter().position(|v| *v == one).unwrap()] += 1;
        let other = picked(&board, 7, index, &more).unwrap();
        changed += usize::from(other != one);
        assert!(other == one || other == more[3]);
    }
    assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
    assert!((600..900).contains(&changed), "{changed}");
    // Alike ids of different kinds are different things.
    let card = Val::card(cardwright_state::CardId(0));
    assert_eq!(card.kind(), Kind::Card);
    assert_ne!(pick_key(&board, 7, 0, card), pick_key(&board, 7, 0, Val(1)));
}

#[test]
fn of_one_there_is_no_choice_and_of_none_nothing() {
    let mut vm = vm("turn few");
    vm.forced_only(true);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert!(!vm.take_barrier());
    assert_eq!(vm.evaluate("value(UNREST, PORT)").as_deref(), Ok("2"));
    assert_eq!(vm.look(|p| p.open_steps()[0].log.len()), 0);
}

#[test]
fn what_is_not_there_cannot_be_picked_nor_while_rules_are_only_asked() {
    let fails = |text: &str, forced: &[&str]| {
        let mut vm = vm(text);
        vm.force(picks(forced));
        match vm.run() {
            Err(RunError::Script { message, .. }) => message,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(fails(START, &["pool"]), "`pool` is not among what is picked from: hills, port, river");
    assert!(fails("turn asked", &[]).contains("an offer is only asked"));
    assert!(fails("turn supposed", &[]).contains("`suppose` may not pick"));
}

#[test]
fn a_pick_that_nobody_gives_says_what_may_come_out() {
    let mut vm = vm(START);
    vm.forced_only(true);
    let Err(RunError::Chance { message, wanted, .. }) = vm.run() else { panic!("it picks") };
    assert_eq!(message, "what is picked is not given: one of hills, port, river");
    let ChanceWanted::Pick { of } = *wanted else { panic!("{wanted:?}") };
    assert_eq!(of.len(), 3);
}

/// Of a set of one there is nothing to pick, of several somebody has to: `sole` says that it is the first case, and fails
/// where it is not; `whichever` says that it does not matter.
#[test]
fn what_is_alone_is_told_from_what_anybody_may_be() {
    let mut vm = vm(START);
    let mut is = |lua: &str| vm.evaluate(lua).map_err(|error| error.to_string());
    assert_eq!(is("sole(set_of(PORT)) == PORT").as_deref(), Ok("true"));
    assert_eq!(is("sole(without(PROVINCES, PROVINCES)) == nil").as_deref(), Ok("true"));
    let several = is("sole(PROVINCES)").unwrap_err();
    assert!(several.contains("one member at most was expected here, but there are "), "{several}");
    assert!(several.contains("`pick` leaves it to chance"), "{several}");
    assert_eq!(is("whichever(PROVINCES) == first(PROVINCES)").as_deref(), Ok("true"));
    assert_eq!(is("whichever(without(PROVINCES, PROVINCES)) == nil").as_deref(), Ok("true"));
}
