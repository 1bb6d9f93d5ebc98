//! A game with hundreds of actions. The fact `used`, a set of actions, works in play, in notation and in a replay.
#![allow(clippy::unwrap_used)]

use crate::common::{self, full_hash, play, position_at};
use cardwright_script::Stop;
use cardwright_state::{FactId, FactValue, SpaceId, Val, notation};

/// More actions than one machine word of a bit set can hold.
const ACTIONS: usize = 300;

fn script() -> String {
    format!(
        r#"
local all = {{}}
for n = 1, {ACTIONS} do
  all[n] = action("act-" .. n)
  all[n].offer = function() end
  all[n].play = function() end
end
step("uses", function()
  use(all[1], PORT)
  use(all[{ACTIONS}], PORT)
  offer(WORD.keep)
  choose(RED)
  remove_from(USED, all[1], PORT)
  if has_member(USED, PORT, all[{ACTIONS}]) and not has_member(USED, PORT, all[1]) then
    raise(UNREST, 2, PORT)
  end
  offer(WORD.keep)
  choose(RED)
  return next("uses")
end)
"#
    )
}

#[test]
fn a_game_may_have_very_many_actions() {
    let script = script();
    let (program, mut vm) = common::demo(&[("scripts/demo/rules2.luau", &script)]);
    let board = &program.board;
    let used = FactId::new(board.facts.iter().position(|fact| fact.id == "used").unwrap());
    let (port, action) = (board.space("port").unwrap(), |n: usize| {
        let id = format!("act-{n}");
        Val::action(cardwright_state::ActionId::new(
            board.labels.actions.iter().position(|action_def| action_def.id == id).unwrap(),
        ))
    });
    let start = position_at(&vm, "turn uses");
    vm.set_position(&start);
    assert_eq!(vm.run().unwrap(), Stop::Choice);
    assert_eq!(
        vm.with_position(|position| position.fact(board, used, port.index())),
        FactValue::Set(vec![action(1), action(ACTIONS)])
    );
    assert!(notation::print(board, &vm.position()).contains(&format!("used act-1 act-{ACTIONS}")));
    let neighbour = (0..board.spaces.len()).find(|space| *space != port.index()).map(SpaceId::new).unwrap();
    assert_eq!(vm.with_position(|position| position.fact(board, used, neighbour.index())), FactValue::Set(vec![]));
    play(&mut vm, "keep").unwrap();
    assert!(notation::print(board, &vm.position()).contains("unrest 2"), "the rules see the used actions");

    // Save within the open step, load and replay: the position is the same.
    let saved = notation::print_save(board, &vm.position());
    let loaded = notation::load(board, &saved).unwrap();
    assert_eq!(loaded, vm.position());
    let before = full_hash(&vm);
    vm.set_position(&loaded);
    vm.run().unwrap();
    assert_eq!(full_hash(&vm), before);

    let turn = cardwright_state::PeriodId::new(board.periods.iter().position(|period| period == "turn").unwrap());
    vm.change_position(|position, board| position.end_period(board, turn));
    assert_eq!(
        vm.with_position(|position| position.fact(board, used, port.index())),
        FactValue::Set(vec![]),
        "the end of the turn empties the whole set"
    );
}
