//! The structured log of an answer: headings and log actions, each with its changes.
#![allow(clippy::unwrap_used)]

use crate::common::{self, play, position_at};
use cardwright_script::{GameEvent, LogAction, Vm};
use cardwright_state::Difference;

const SCRIPT: &str = r#"
figure "angry" {
  on = { "province" },
  audience = "all",
  logged = "action",
  value = function(place) return value(UNREST, place) > 1 end,
}
figure "anger" {
  audience = "all",
  logged = "heading",
  value = function() return total(UNREST, PROVINCES) end,
}
step("tells", function(side)
  raise(UNREST, 1, PORT)
  log_heading(TEXT.of_place, HILLS)
  log_decision(TEXT.of_place, HILLS)
  raise(UNREST, 2, HILLS)
  suppose(function()
    log_action(TEXT.of_place, RIVER)
    raise(UNREST, 3, RIVER)
  end)
  log_action(TEXT.of_place, PORT)
  roll_label(TEXT.of_place, PORT)
  roll(D6, 1)
  raise(UNREST, 1, PORT)
  log_heading(TEXT.of_place, RIVER)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("rolls", function(side)
  offer(WORD.keep)
  choose(RED)
  log_action(TEXT.of_place, HILLS)
  roll_label(TEXT.of_place, HILLS)
  roll(D6, 1)
  raise(UNREST, 1, HILLS)
  roll_label(TEXT.of_place, PORT)
  roll(D6, 1)
  log_action(TEXT.of_place, PORT)
  raise(UNREST, 1, PORT)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("picks", function(side)
  offer(WORD.keep)
  choose(RED)
  log_action(TEXT.of_place, HILLS)
  raise(UNREST, 1, HILLS)
  roll_label(TEXT.of_place, HILLS)
  roll(D6, 1)
  roll_label(TEXT.of_place, RIVER)
  pick(PROVINCES)
  set(NOTED, true)
  log_action(TEXT.of_place, RIVER)
  raise(UNREST, 1, RIVER)
  roll_label(TEXT.of_place, RIVER)
  roll(D6, 1)
  set(NOTED, false)
  log_action(TEXT.of_place, PORT)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("alternates", function(side)
  offer(WORD.keep)
  choose(RED)
  raise(UNREST, 1, HILLS)
  roll_label(TEXT.of_place, HILLS)
  roll(D6, 1)
  roll_label(TEXT.of_place, PORT)
  roll(D6, 1)
  raise(UNREST, 1, PORT)
  say(TEXT.of_place, PORT)
  log_action(TEXT.of_place, RIVER)
  raise(UNREST, 1, PORT)
  raise(UNREST, 1, HILLS)
  say(TEXT.of_place, HILLS)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("forgets", function(side)
  offer(WORD.keep)
  choose(RED)
  roll_label(TEXT.of_place, HILLS)
  offer(WORD.keep)
  choose(RED)
  roll(D6, 1)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("labels", function(side)
  offer(WORD.keep)
  choose(RED)
  roll_label(TEXT.of_place, HILLS)
  pick(without(PROVINCES, PROVINCES))
  roll(D6, 1)
  roll_label(TEXT.of_place, HILLS)
  log_action(TEXT.of_place, PORT)
  roll(D6, 1)
  roll_label(TEXT.of_place, HILLS)
  log_heading(TEXT.of_place, PORT)
  roll(D6, 1)
  call("label-only")
  roll(D6, 1)
  roll_label(TEXT.of_place, RIVER)
  roll(D6, 1)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("label-only", function()
  roll_label(TEXT.of_place, HILLS)
end)
step("asks", function(side)
  offer(WORD.keep)
  choose(RED)
  return next("tells", RED)
end)
"#;
const NOTED: &str =
    "[meta]\ngame = \"demo\"\n[[fact]]\nid = \"noted\"\non = \"game\"\ntype = \"boolean\"\nshown = false\n";
const TEXTS: &str = "[text.of-place]\nsay = \"{1}\"\n";

/// Makes a VM that has run to the first choice of the step `asks`.
fn vm(is_structured: bool) -> Vm {
    at_step("asks", is_structured)
}

/// Makes a VM that has run to the first choice of a step, with a structured log or without.
fn at_step(step: &str, is_structured: bool) -> Vm {
    let files =
        [("scripts/demo/text.toml", TEXTS), ("scripts/demo/rules2.luau", SCRIPT), ("scenarios/demo/board.toml", NOTED)];
    let (_, mut vm) = common::demo(&files);
    vm.record_events(true);
    vm.set_structured_log(is_structured);
    let position = position_at(&vm, &format!("turn {step} red"));
    vm.set_position(&position);
    vm.run().unwrap();
    vm
}

/// Describes each event in a few words, with its changes or the thing that its text names.
fn words(vm: &Vm, events: &[GameEvent]) -> Vec<String> {
    let board = vm.board();
    let subject_text = |line: &cardwright_state::position::TextLine| board.text(line.subjects[0]);
    let event_text = |event: &GameEvent| match event {
        GameEvent::Heading(line, _) => format!("heading {}", subject_text(line)),
        GameEvent::Action(LogAction::Named(line, _)) => format!("action {}", subject_text(line)),
        GameEvent::Action(LogAction::Played(side, row)) => {
            format!("{} plays {}", board.sides[side.index()].id, row.text(board))
        }
        GameEvent::Decision { line, .. } => format!("decision {}", subject_text(line)),
        GameEvent::LogLine(line, _) => format!("said {}", subject_text(line)),
        GameEvent::Rolled { label, .. } => {
            format!("rolled for {}", label.as_deref().map_or("nothing".into(), subject_text))
        }
        GameEvent::Picked { label, .. } => {
            format!("picked for {}", label.as_deref().map_or("nothing".into(), subject_text))
        }
        GameEvent::FigureChanged { figure, subject, old: was, new: is } => {
            format!("{} of {subject}: {was:?} then {is:?}", vm.program().figures[*figure].name)
        }
        GameEvent::Changed(differences) => {
            let difference_text = |difference: &Difference| match *difference {
                Difference::Track { subject, old: was, new: is, .. } => {
                    format!("{} {was} to {is}", board.spaces[subject].id)
                }
                ref other => format!("{other:?}"),
            };
            format!("changed {}", differences.iter().map(difference_text).collect::<Vec<_>>().join(", "))
        }
        other => format!("{other:?}"),
    };
    events.iter().map(event_text).collect()
}

#[test]
fn each_log_action_has_its_changes_and_chance() {
    let mut vm = vm(true);
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    let events = vm.take_structured_log(Some(&before));
    let log = words(&vm, &events);
    let place = |id: &str| vm.board().spaces.iter().position(|space| space.id == id).unwrap();
    let (hills, port) = (place("hills"), place("port"));
    let number = |n: i64| format!("{:?}", cardwright_script::FigureValue::Value(cardwright_state::Val(n)));
    let expected = [
        "changed port 0 to 1".to_owned(),
        format!("anger of 0: {} then {}", number(0), number(1)),
        "heading hills".into(),
        "changed hills 0 to 2".into(),
        format!("angry of {hills}: Boolean(false) then Boolean(true)"),
        "decision hills".into(),
        "action port".into(),
        "rolled for port".into(),
        "changed port 1 to 2".into(),
        format!("angry of {port}: Boolean(false) then Boolean(true)"),
        format!("anger of 0: {} then {}", number(1), number(4)),
        "heading river".into(),
    ];
    assert_eq!(log, expected, "`suppose` is not in the log");
}

#[test]
fn a_roll_belongs_to_the_log_action_whose_changes_it_decides() {
    let mut vm = at_step("rolls", true);
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    let events = vm.take_structured_log(Some(&before));
    let log: Vec<String> = words(&vm, &events).into_iter().filter(|word| !word.starts_with("ang")).collect();
    let expected = [
        "action hills",
        "rolled for hills",
        "changed hills 0 to 1",
        "action port",
        "rolled for port",
        "changed port 0 to 1",
    ];
    assert_eq!(log, expected);
}

#[test]
fn changes_stand_before_the_rolls_and_log_lines_after_them() {
    let mut vm = at_step("alternates", true);
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    let events = vm.take_structured_log(Some(&before));
    let log: Vec<String> = words(&vm, &events).into_iter().filter(|word| !word.starts_with("ang")).collect();
    let expected = [
        "changed hills 0 to 1",
        "rolled for hills",
        "rolled for port",
        "changed port 0 to 1",
        "said port",
        "action river",
        "changed hills 1 to 2, port 1 to 2",
        "said hills",
    ];
    assert_eq!(log, expected);
}

#[test]
fn a_pick_belongs_to_the_action_after_it() {
    let mut vm = at_step("picks", true);
    let before = vm.position();
    play(&mut vm, "keep").unwrap();
    let events = vm.take_structured_log(Some(&before));
    let log: Vec<String> = words(&vm, &events).into_iter().filter(|word| !word.starts_with("ang")).collect();
    let expected = [
        "action hills",
        "changed hills 0 to 1",
        "rolled for hills",
        "action river",
        "picked for river",
        "changed river 0 to 1",
        "rolled for river",
        "action port",
    ];
    assert_eq!(
        log, expected,
        "if a fact changes between a roll and the next action, the roll stays with the previous action"
    );
}

#[test]
fn a_roll_label_belongs_to_the_answer_that_rolls() {
    let mut vm = at_step("forgets", true);
    play(&mut vm, "keep").unwrap();
    vm.take_structured_log(None);
    play(&mut vm, "keep").unwrap();
    let events = vm.take_structured_log(None);
    assert_eq!(words(&vm, &events), ["rolled for nothing"], "the label of an earlier answer does not count");
}

#[test]
fn a_roll_label_without_a_roll_ends_with_its_action_heading_or_step() {
    for is_structured in [true, false] {
        let mut vm = at_step("labels", is_structured);
        vm.take_structured_log(None);
        play(&mut vm, "keep").unwrap();
        let events = vm.take_structured_log(None);
        let rolls: Vec<String> = words(&vm, &events).into_iter().filter(|word| word.starts_with("rolled")).collect();
        let unlabelled = "rolled for nothing";
        assert_eq!(rolls, [unlabelled, unlabelled, unlabelled, unlabelled, "rolled for river"], "{is_structured}");
    }
}

#[test]
fn without_a_structured_log_there_are_no_headings() {
    let (mut structured, mut plain) = (vm(true), vm(false));
    let before = structured.position();
    play(&mut structured, "keep").unwrap();
    play(&mut plain, "keep").unwrap();
    assert_eq!(structured.position(), plain.position());
    let structured_events = structured.take_structured_log(Some(&before));
    let events_without = plain.take_structured_log(Some(&before));
    let log = words(&plain, &events_without);
    assert_eq!(log, ["decision hills", "rolled for port"]);
    assert!(structured_events.len() > events_without.len());
}

#[test]
fn an_unknown_log_timing_is_refused() {
    let wrong = "figure \"x\" { audience = \"all\", logged = \"always\", value = function() return 1 end }";
    let shown = common::load_error(&[("scripts/demo/rules2.luau", wrong)]);
    assert!(shown.contains("has a `logged` that is neither `\"action\"` nor `\"heading\"`"), "{shown}");
}
