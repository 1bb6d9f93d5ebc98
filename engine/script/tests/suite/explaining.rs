//! Sides that rules play explain themselves.
#![allow(clippy::unwrap_used)]

use crate::common::{self, at, full, play};
use cardwright_script::{Happening, Stop, Vm};

const SCRIPT: &str = r#"
step("blue-rules", function(side)
  weighs(TEXT.weighs_hills, HILLS)
  decides(TEXT.decides_raise, PORT)
  raise(UNREST, 1, PORT)
  answering(RED, function() return 1 end, function()
    decides(TEXT.decides_raise, HILLS)
  end)
  offer(WORD.keep)
  choose(RED)
  suppose(function()
    decides(TEXT.decides_raise, RIVER)
  end)
  return next("red-turn")
end)
step("nobody", function()
  decides(TEXT.decides_raise, PORT)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
"#;
const TEXTS: &str = "[text.decides-raise]\nsay = \"8.1: stirs {1}\"\n[text.weighs-hills]\nsay = \"{1} is too high\"\n";

fn vm(text: &str) -> Vm {
    let (_, mut vm) = common::demo(&[("scripts/demo/text.toml", TEXTS), ("scripts/demo/rules2.luau", SCRIPT)]);
    let position = at(&vm, text);
    vm.set(&position);
    vm
}

/// Whose explanations, whether weighed, about what.
fn told(vm: &mut Vm) -> Vec<(String, bool, String)> {
    let board = vm.board().clone();
    let one = |h: Happening| match h {
        Happening::Explained { said, side, weighed, .. } => {
            let side = side.map_or("nobody".to_owned(), |s| board.sides[s.at()].id.clone());
            Some((side, weighed, board.text(said.subjects[0])))
        }
        _ => None,
    };
    vm.take_happenings().into_iter().filter_map(one).collect()
}

fn line(side: &str, weighed: bool, of: &str) -> (String, bool, String) {
    (side.to_owned(), weighed, of.to_owned())
}

#[test]
fn an_explanation_is_of_whom_rules_answer_for_else_of_the_step_s_side() {
    let mut vm = self::vm("turn blue-rules blue");
    vm.watch(true);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let wanted = [line("blue", true, "hills"), line("blue", false, "port"), line("red", false, "hills")];
    assert_eq!(told(&mut vm), wanted);
    assert_eq!(vm.take_ruled(), [vm.board().side("red").unwrap()]);
    // What is only supposed is not told, and re-run nothing is told again.
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    assert_eq!(told(&mut vm), []);
    vm.set(&before);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(told(&mut vm), []);
    let mut vm = self::vm("turn nobody");
    vm.watch(true);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(told(&mut vm), [line("nobody", false, "port")]);
}

#[test]
fn explanations_are_no_part_of_the_position() {
    let (mut with, mut without) = (vm("turn blue-rules blue"), vm("turn blue-rules blue"));
    with.watch(true);
    assert_eq!((with.run(), without.run()), (Ok(Stop::Choice), Ok(Stop::Choice)));
    assert_eq!(full(&with), full(&without));
    assert!(without.take_happenings().is_empty());
}
