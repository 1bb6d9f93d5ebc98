//! The decision log of sides that are played by rules.
#![allow(clippy::unwrap_used)]

use crate::common::{self, at, full, play};
use cardwright_script::{GameEvent, Stop, Vm};

const SCRIPT: &str = r#"
step("blue-rules", function(side)
  log_detail(TEXT.weighs_hills, HILLS)
  log_decision(TEXT.decides_raise, PORT)
  raise(UNREST, 1, PORT)
  answering(RED, function() return 1 end, function()
    log_decision(TEXT.decides_raise, HILLS)
  end)
  offer(WORD.keep)
  choose(RED)
  suppose(function()
    log_decision(TEXT.decides_raise, RIVER)
  end)
  return next("red-turn")
end)
step("nobody", function()
  log_decision(TEXT.decides_raise, PORT)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
"#;
const TEXTS: &str = "[text.decides-raise]\nsay = \"8.1: stirs {1}\"\n[text.weighs-hills]\nsay = \"{1} is too high\"\n";

fn vm(text: &str) -> Vm {
    let (_, mut vm) = common::demo(&[("scripts/demo/text.toml", TEXTS), ("scripts/demo/rules2.luau", SCRIPT)]);
    let position = at(&vm, text);
    vm.set_position(&position);
    vm
}

/// The decision logs: side, whether a detail, and text.
fn decision_log(vm: &mut Vm) -> Vec<(String, bool, String)> {
    let board = vm.board().clone();
    let one = |h: GameEvent| match h {
        GameEvent::Decision { line: said, side, is_detail: weighed, .. } => {
            let side = side.map_or("nobody".to_owned(), |s| board.sides[s.at()].id.clone());
            Some((side, weighed, board.text(said.subjects[0])))
        }
        _ => None,
    };
    vm.take_events().into_iter().filter_map(one).collect()
}

fn line(side: &str, weighed: bool, of: &str) -> (String, bool, String) {
    (side.to_owned(), weighed, of.to_owned())
}

#[test]
fn a_decision_belongs_to_the_side_played_by_rules() {
    let mut vm = self::vm("turn blue-rules blue");
    vm.record_events(true);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let wanted = [line("blue", true, "hills"), line("blue", false, "port"), line("red", false, "hills")];
    assert_eq!(decision_log(&mut vm), wanted);
    assert_eq!(vm.take_sides_played_by_rules(), [vm.board().side("red").unwrap()]);
    // `suppose` logs nothing, and a replay logs nothing again.
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    assert_eq!(decision_log(&mut vm), []);
    vm.set_position(&before);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(decision_log(&mut vm), []);
    let mut vm = self::vm("turn nobody");
    vm.record_events(true);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(decision_log(&mut vm), [line("nobody", false, "port")]);
}

#[test]
fn decisions_are_not_part_of_the_position() {
    let (mut with, mut without) = (vm("turn blue-rules blue"), vm("turn blue-rules blue"));
    with.record_events(true);
    assert_eq!((with.run(), without.run()), (Ok(Stop::Choice), Ok(Stop::Choice)));
    assert_eq!(full(&with), full(&without));
    assert!(without.take_events().is_empty());
}
