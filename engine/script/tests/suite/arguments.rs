//! How much a step is begun with, a choice is over, and a question is about.
#![allow(clippy::unwrap_used)]

use crate::common::{at, demo, full, play, rows};
use cardwright_script::{Stop, Vm};
use cardwright_state::notation;

const SCRIPT: &str = r#"
step("begins", function()
  return next("goes-on", RED, 2, 3, true, { 5, 6 }, 7, 8, 9, HILLS, 10)
end)
step("goes-on", function(side, b, c, d, e, f, g, h, place, j)
  assert(side == RED and b == 2 and c == 3 and d and #e == 2 and f == 7 and g == 8 and h == 9 and j == 10)
  local sum = call("sums", 1, 2, 3, 4, 5, 6, 7, 8, 9, j)
  local one, two, three, four, five = choose(RED, numbers(1, 2), sum, place, RED, BLUE, { TEXT.all_of, sum, place, CARD["01"] })
  assert(one and two == sum and three == place and four == RED and five == BLUE)
  local some = choose_some(BLUE, PROVINCES, 1, 2, { TEXT.all_of, 1, HILLS, CARD["01"] })
  offer(WORD.keep)
  act(BLUE, {}, { TEXT.all_of, #some, PORT, CARD["01"] })
  set(TURNS, one + sum)
  return next("red-turn")
end)
step("sums", function(a, b, c, d, e, f, g, h, i, j)
  local more = choose(RED, numbers(0, 1))
  return a + b + c + d + e + f + g + h + i + j + more
end)
"#;

const TEXT: &str = "[text.all-of]\nsay = \"{1} of {2}, with {3}?\"\n";

fn begun() -> Vm {
    let (_, mut vm) = demo(&[("scripts/demo/more.luau", SCRIPT), ("scripts/demo/text.toml", TEXT)]);
    vm.set(&at(&vm, "turn begins; points 3; red hand: 01; seed 7"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    vm
}

#[test]
fn a_step_begins_with_ten_values_and_a_row_has_five() {
    let mut vm = begun();
    assert_eq!(rows(&vm), ["0", "1"]);
    // Saved in the middle, with all ten.
    let board = vm.board().clone();
    let saved = notation::print_save(&board, &vm.position());
    let loaded = notation::load(&board, &saved).unwrap_or_else(|e| panic!("{e:?}\n{saved}"));
    vm.set(&loaded);
    assert_eq!(vm.run_checked(), Ok(Stop::Choice));
    play(&mut vm, "1").unwrap();
    assert_eq!(rows(&vm), ["1 56 hills red blue", "2 56 hills red blue"]);
}

#[test]
fn a_question_has_its_subjects_also_when_it_is_asked_anew() {
    let mut vm = begun();
    play(&mut vm, "0").unwrap();
    for row in ["1 55 hills red blue", "hills", "done"] {
        let asked = vm.choice().prompt.unwrap();
        assert_eq!(vm.board().texts[asked.text.at()].id, "all-of");
        assert_eq!(asked.subjects.len(), 3);
        let (position, hash) = (vm.position(), full(&vm));
        vm.set(&position);
        assert_eq!(vm.run_checked(), Ok(Stop::Choice));
        assert_eq!((vm.choice().prompt, full(&vm)), (Some(asked), hash));
        play(&mut vm, row).unwrap();
    }
    assert_eq!(vm.choice().prompt.unwrap().subjects.len(), 3, "`act` is put so too");
}
