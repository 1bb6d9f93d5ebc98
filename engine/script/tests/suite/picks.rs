//! Random picks: forced picks, stored picks, replayed picks and generated picks.
#![allow(clippy::unwrap_used)]

use crate::common::{self, full_hash, play, position_at, rows};
use cardwright_script::{ChanceRequest, ForcedOutcome, GameEvent, RunError, Stop, Vm};
use cardwright_state::chance::{pick, pick_key, pick_stream};
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
    vm.record_events(true);
    let position = position_at(&vm, text);
    vm.set_position(&position);
    vm
}

/// Makes forced picks of these things.
fn picks(words: &[&str]) -> Vec<ForcedOutcome> {
    words.iter().map(|word| ForcedOutcome::Pick((*word).to_owned())).collect()
}

fn candidates(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

const START: &str = "turn picks; points 9; port: guard; hills: guard";

#[test]
fn a_forced_pick_is_logged_and_replayed() {
    let mut vm = vm(START);
    vm.force(picks(&["river", "guard/full@hills", "3"]));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert!(vm.take_barrier(), "a pick reveals something");
    let river = vm.board().find("river").unwrap();
    assert_eq!(
        vm.take_events(),
        [GameEvent::Picked {
            picked: river,
            candidates: candidates(&["hills", "port", "river"]),
            pile: None,
            label: None
        }]
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
    let loaded = notation::load(&board, &saved).unwrap();
    assert_eq!(notation::print_save(&board, &loaded), saved);
    let mut replayed = self::vm(START);
    replayed.set_position(&loaded);
    assert_eq!(replayed.run(), Ok(Stop::Choice));
    assert_eq!((full_hash(&replayed), rows(&replayed)), (full_hash(&vm), rows(&vm)));
    assert!(replayed.take_events().is_empty(), "a replay does not pick again");
}

#[test]
fn a_pick_depends_on_the_key_of_each_candidate_and_not_on_their_order() {
    let mut vm = vm(START);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let board = vm.board().clone();
    let spaces: Vec<Val> = ["hills", "port", "river"].iter().map(|id| board.find(id).unwrap()).collect();
    let position = vm.position();
    let expected = pick(&board, position.seed(), 0, &spaces).unwrap();
    assert_eq!(
        vm.take_events(),
        [GameEvent::Picked {
            picked: expected,
            candidates: candidates(&["hills", "port", "river"]),
            pile: None,
            label: None
        }]
    );
    assert_eq!(position.chance_count(pick_stream(&board)), 1);
    // The order of the candidates does not matter. One more candidate changes a pick only if it is itself picked.
    let reversed: Vec<Val> = spaces.iter().rev().copied().collect();
    let with_pool = [&spaces[..], &[board.find("pool").unwrap()]].concat();
    let (mut counts, mut changed) = ([0; 3], 0);
    for index in 0..3000 {
        let picked = pick(&board, 7, index, &spaces).unwrap();
        assert_eq!(pick(&board, 7, index, &reversed), Some(picked));
        counts[spaces.iter().position(|space| *space == picked).unwrap()] += 1;
        let picked_with_pool = pick(&board, 7, index, &with_pool).unwrap();
        changed += usize::from(picked_with_pool != picked);
        assert!(picked_with_pool == picked || picked_with_pool == with_pool[3]);
    }
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    assert!((600..900).contains(&changed), "{changed}");
    // Things of different kinds with the same id have different keys.
    let card = Val::card(cardwright_state::CardId(0));
    assert_eq!(card.kind(), Kind::Card);
    assert_ne!(pick_key(&board, 7, 0, card), pick_key(&board, 7, 0, Val(1)));
}

#[test]
fn a_pick_from_one_or_no_thing_uses_no_chance() {
    let mut vm = vm("turn few");
    vm.require_forced_outcomes(true);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert!(!vm.take_barrier());
    assert_eq!(vm.evaluate("value(UNREST, PORT)").as_deref(), Ok("2"));
    assert_eq!(vm.with_position(|p| p.open_steps()[0].log.len()), 0);
}

#[test]
fn invalid_picks_are_errors() {
    let message_for = |text: &str, forced: &[&str]| {
        let mut vm = vm(text);
        vm.force(picks(forced));
        match vm.run() {
            Err(RunError::Script { message, .. }) => message,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(message_for(START, &["pool"]), "`pool` is not among the candidates: hills, port, river");
    assert!(message_for("turn asked", &[]).contains("an offer may change nothing"));
    assert!(message_for("turn supposed", &[]).contains("`suppose` may not pick"));
}

#[test]
fn a_missing_pick_lists_the_candidates() {
    let mut vm = vm(START);
    vm.require_forced_outcomes(true);
    let Err(RunError::Chance { message, request: wanted, .. }) = vm.run() else { panic!("the run asks for no pick") };
    assert_eq!(message, "the pick has no outcome given: one of hills, port, river");
    let ChanceRequest::Pick { candidates } = *wanted else { panic!("{wanted:?}") };
    assert_eq!(candidates.len(), 3);
}

/// `whichever` takes any member, where the choice does not matter.
#[test]
fn whichever_takes_one_member() {
    let mut vm = vm(START);
    let mut value_or_error = |lua: &str| vm.evaluate(lua).map_err(|error| error.to_string());
    assert_eq!(value_or_error("whichever(PROVINCES) == first(PROVINCES)").as_deref(), Ok("true"));
    assert_eq!(value_or_error("whichever(without(PROVINCES, PROVINCES)) == nil").as_deref(), Ok("true"));
}
