//! The decision log of sides that rules play.
#![allow(clippy::unwrap_used)]

use crate::common::{self, full_hash, play, position_at};
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
    let position = position_at(&vm, text);
    vm.set_position(&position);
    vm
}

/// Returns the logged decisions: the side, whether the line is a detail, and the subject of the line.
fn decision_log(vm: &mut Vm) -> Vec<(String, bool, String)> {
    let board = vm.board().clone();
    let decision = |event: GameEvent| match event {
        GameEvent::Decision { line, side, is_detail, .. } => {
            let side = side.map_or("nobody".to_owned(), |side| board.sides[side.index()].id.clone());
            Some((side, is_detail, board.text(line.subjects[0])))
        }
        _ => None,
    };
    vm.take_events().into_iter().filter_map(decision).collect()
}

/// Makes an expected entry of the decision log.
fn entry(side: &str, is_detail: bool, subject: &str) -> (String, bool, String) {
    (side.to_owned(), is_detail, subject.to_owned())
}

#[test]
fn a_decision_belongs_to_the_side_played_by_rules() {
    let mut vm = self::vm("turn blue-rules blue");
    vm.record_events(true);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let expected = [entry("blue", true, "hills"), entry("blue", false, "port"), entry("red", false, "hills")];
    assert_eq!(decision_log(&mut vm), expected);
    assert_eq!(vm.take_sides_played_by_rules(), [vm.board().side("red").unwrap()]);
    // `suppose` logs nothing, and a replay does not log the same decisions again.
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    assert_eq!(decision_log(&mut vm), []);
    vm.set_position(&before);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(decision_log(&mut vm), []);
    let mut vm = self::vm("turn nobody");
    vm.record_events(true);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(decision_log(&mut vm), [entry("nobody", false, "port")]);
}

#[test]
fn decisions_are_not_part_of_the_position() {
    let (mut recorded, mut unrecorded) = (vm("turn blue-rules blue"), vm("turn blue-rules blue"));
    recorded.record_events(true);
    assert_eq!((recorded.run(), unrecorded.run()), (Ok(Stop::Choice), Ok(Stop::Choice)));
    assert_eq!(full_hash(&recorded), full_hash(&unrecorded));
    assert!(unrecorded.take_events().is_empty());
}
