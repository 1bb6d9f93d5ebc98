//! The story of an answer: headings and deeds, each with what changed by it.
#![allow(clippy::unwrap_used)]

use crate::common::{self, at, play};
use cardwright_script::{Deed, Happening, Vm};
use cardwright_state::Difference;

const SCRIPT: &str = r#"
figure "angry" {
  on = { "province" },
  audience = "all",
  told = "deed",
  value = function(place) return value(UNREST, place) > 1 end,
}
figure "anger" {
  audience = "all",
  told = "chapter",
  value = function() return total(UNREST, PROVINCES) end,
}
step("tells", function(side)
  raise(UNREST, 1, PORT)
  chapter(TEXT.of_place, HILLS)
  decides(TEXT.of_place, HILLS)
  raise(UNREST, 2, HILLS)
  suppose(function()
    deed(TEXT.of_place, RIVER)
    raise(UNREST, 3, RIVER)
  end)
  deed(TEXT.of_place, PORT)
  purpose(TEXT.of_place, PORT)
  roll(D6, 1)
  raise(UNREST, 1, PORT)
  chapter(TEXT.of_place, RIVER)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("rolls", function(side)
  offer(WORD.keep)
  choose(RED)
  deed(TEXT.of_place, HILLS)
  purpose(TEXT.of_place, HILLS)
  roll(D6, 1)
  raise(UNREST, 1, HILLS)
  purpose(TEXT.of_place, PORT)
  roll(D6, 1)
  deed(TEXT.of_place, PORT)
  raise(UNREST, 1, PORT)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("picks", function(side)
  offer(WORD.keep)
  choose(RED)
  deed(TEXT.of_place, HILLS)
  raise(UNREST, 1, HILLS)
  purpose(TEXT.of_place, HILLS)
  roll(D6, 1)
  purpose(TEXT.of_place, RIVER)
  pick(PROVINCES)
  set(NOTED, true)
  deed(TEXT.of_place, RIVER)
  raise(UNREST, 1, RIVER)
  purpose(TEXT.of_place, RIVER)
  roll(D6, 1)
  set(NOTED, false)
  deed(TEXT.of_place, PORT)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("forgets", function(side)
  offer(WORD.keep)
  choose(RED)
  purpose(TEXT.of_place, HILLS)
  offer(WORD.keep)
  choose(RED)
  roll(D6, 1)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("asks", function(side)
  offer(WORD.keep)
  choose(RED)
  return next("tells", RED)
end)
"#;
const NOTED: &str =
    "[meta]\ngame = \"demo\"\n[[fact]]\nid = \"noted\"\non = \"game\"\ntype = \"truth\"\nshown = false\n";
const TEXTS: &str = "[text.of-place]\nsay = \"{1}\"\n";

fn vm(tells: bool) -> Vm {
    at_step("asks", tells)
}

fn at_step(step: &str, tells: bool) -> Vm {
    let files =
        [("scripts/demo/text.toml", TEXTS), ("scripts/demo/rules2.luau", SCRIPT), ("scenarios/demo/board.toml", NOTED)];
    let (_, mut vm) = common::demo(&files);
    vm.watch(true);
    vm.tell_story(tells);
    let position = at(&vm, &format!("turn {step} red"));
    vm.set(&position);
    vm.run().unwrap();
    vm
}

/// What happened, one word each, with what changed or was named.
fn words(vm: &Vm, told: &[Happening]) -> Vec<String> {
    let board = vm.board();
    let of = |line: &cardwright_state::position::Line| board.text(line.subjects[0]);
    let one = |what: &Happening| match what {
        Happening::Chapter(line, _) => format!("chapter {}", of(line)),
        Happening::Deed(Deed::Named(line, _)) => format!("deed {}", of(line)),
        Happening::Deed(Deed::Played(side, row)) => {
            format!("{} plays {}", board.sides[side.at()].id, row.text(board))
        }
        Happening::Explained { said, .. } => format!("why {}", of(said)),
        Happening::Rolled { purpose, .. } => format!("rolled for {}", purpose.as_deref().map_or("nothing".into(), of)),
        Happening::Picked { purpose, .. } => format!("picked for {}", purpose.as_deref().map_or("nothing".into(), of)),
        Happening::Figured { figure, subject, was, is } => {
            format!("{} of {subject}: {was:?} then {is:?}", vm.program().figures[*figure].name)
        }
        Happening::Changed(all) => {
            let one = |difference: &Difference| match *difference {
                Difference::Track { subject, was, is, .. } => {
                    format!("{} {was} to {is}", board.spaces[subject].id)
                }
                ref other => format!("{other:?}"),
            };
            format!("changed {}", all.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        other => format!("{other:?}"),
    };
    told.iter().map(one).collect()
}

#[test]
fn each_deed_is_told_with_what_changed_by_it_and_what_chance_said_before() {
    let mut vm = vm(true);
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    let told = vm.take_story(Some(&before));
    let said = words(&vm, &told);
    let place = |id: &str| vm.board().spaces.iter().position(|space| space.id == id).unwrap();
    let (hills, port) = (place("hills"), place("port"));
    let number = |n: i64| format!("{:?}", cardwright_script::Figured::One(cardwright_state::Val(n)));
    let wanted = [
        "changed port 0 to 1".to_owned(),
        format!("anger of 0: {} then {}", number(0), number(1)),
        "chapter hills".into(),
        "changed hills 0 to 2".into(),
        format!("angry of {hills}: Truth(false) then Truth(true)"),
        "why hills".into(),
        "deed port".into(),
        "rolled for port".into(),
        "changed port 1 to 2".into(),
        format!("angry of {port}: Truth(false) then Truth(true)"),
        format!("anger of 0: {} then {}", number(1), number(4)),
        "chapter river".into(),
    ];
    assert_eq!(said, wanted, "what was only supposed is no part of it");
}

#[test]
fn chance_that_changed_something_stays_with_its_deed_and_what_led_to_the_next_goes_to_that() {
    let mut vm = at_step("rolls", true);
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    let told = vm.take_story(Some(&before));
    let said: Vec<String> = words(&vm, &told).into_iter().filter(|word| !word.starts_with("ang")).collect();
    let wanted = [
        "deed hills",
        "rolled for hills",
        "changed hills 0 to 1",
        "deed port",
        "rolled for port",
        "changed port 0 to 1",
    ];
    assert_eq!(said, wanted);
}

#[test]
fn a_pick_goes_to_what_it_led_to_though_rules_noted_something_first() {
    let mut vm = at_step("picks", true);
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    let told = vm.take_story(Some(&before));
    let said: Vec<String> = words(&vm, &told).into_iter().filter(|word| !word.starts_with("ang")).collect();
    let wanted = [
        "deed hills",
        "rolled for hills",
        "changed hills 0 to 1",
        "deed river",
        "picked for river",
        "rolled for river",
        "changed river 0 to 1",
        "deed port",
    ];
    assert_eq!(said, wanted, "a roll that rules took note of stays where it was");
}

#[test]
fn what_a_roll_is_for_is_said_with_the_answer_that_rolls() {
    let mut vm = at_step("forgets", true);
    play(&mut vm, "keep").unwrap();
    vm.take_story(None);
    play(&mut vm, "keep").unwrap();
    let told = vm.take_story(None);
    assert_eq!(words(&vm, &told), ["rolled for nothing"], "the same as after the position was taken up anew");
}

#[test]
fn without_a_story_nothing_of_it_is_told_and_the_position_is_the_same() {
    let (mut with, mut without) = (vm(true), vm(false));
    let before = with.position();
    play(&mut with, "keep").unwrap();
    play(&mut without, "keep").unwrap();
    assert_eq!(with.position(), without.position());
    let story = with.take_story(Some(&before));
    let plain = without.take_story(Some(&before));
    let said = words(&without, &plain);
    assert_eq!(said, ["why hills", "rolled for port"]);
    assert!(story.len() > plain.len());
}

#[test]
fn a_figure_that_is_told_in_no_known_way_is_refused() {
    let wrong = "figure \"x\" { audience = \"all\", told = \"always\", value = function() return 1 end }";
    let shown = common::refused(&[("scripts/demo/rules2.luau", wrong)]);
    assert!(shown.contains("has a `told` that is neither `\"deed\"` nor `\"chapter\"`"), "{shown}");
}
