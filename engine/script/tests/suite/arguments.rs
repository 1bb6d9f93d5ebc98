//! The limits on the arguments of a step, the columns of a choice and the subjects of a prompt.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, full_hash, load_error, play, position_at, rows};
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

fn start() -> Vm {
    let (_, mut vm) = demo(&[("scripts/demo/more.luau", SCRIPT), ("scripts/demo/text.toml", TEXT)]);
    vm.set_position(&position_at(&vm, "turn begins; points 3; red hand: 01; seed 7"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    vm
}

#[test]
fn a_step_takes_ten_arguments_and_a_choice_five_sets() {
    let mut vm = start();
    assert_eq!(rows(&vm), ["0", "1"]);
    // Save in the middle, with all ten arguments.
    let board = vm.board().clone();
    let saved_text = notation::print_save(&board, &vm.position());
    let loaded = notation::load(&board, &saved_text).unwrap_or_else(|e| panic!("{e:?}\n{saved_text}"));
    vm.set_position(&loaded);
    assert_eq!(vm.run_checked(), Ok(Stop::Choice));
    play(&mut vm, "1").unwrap();
    assert_eq!(rows(&vm), ["1 56 hills red blue", "2 56 hills red blue"]);
}

#[test]
fn a_prompt_keeps_its_subjects_in_a_replay() {
    let mut vm = start();
    play(&mut vm, "0").unwrap();
    for row in ["1 55 hills red blue", "hills", "done"] {
        let prompt = vm.choice().prompt.unwrap();
        assert_eq!(vm.board().labels[prompt.text].id, "all-of");
        assert_eq!(prompt.subjects.len(), 3);
        let (position, hash) = (vm.position(), full_hash(&vm));
        vm.set_position(&position);
        assert_eq!(vm.run_checked(), Ok(Stop::Choice));
        assert_eq!((vm.choice().prompt, full_hash(&vm)), (Some(prompt), hash));
        play(&mut vm, row).unwrap();
    }
    assert_eq!(vm.choice().prompt.unwrap().subjects.len(), 3, "the prompt of `act` has its subjects too");
}

/// An action whose rows have six columns after the action.
const SIX: &str = r##"
local six = action "six"
function six.offer(side)
  offer(six, 1, 2, RED, HILLS, numbers(3, 4), near(1))
end
function six.play(side, a, b, c, d, e, f)
  assert(a == 1 and b == 2 and c == RED and d == HILLS and (e == 3 or e == 4) and f == PORT)
  set(TURNS, e)
end
around("step tenfold", function(inner, ...)
  return inner(...)
end)
before("step tenfold", function(...)
  assert(select("#", ...) == 10)
end)
step("tenfold", function(a, b, c, d, e, f, g, h, i, j)
  return j
end)
step("asks", function()
  assert(could(six, RED, 1, 2, RED, HILLS, 3, PORT) and not could(six, RED, 1, 2, RED, HILLS, 3, RIVER))
  assert(call("tenfold", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 10)
  local head, a, b, c, d, e, f = act(RED, { six })
  assert(head == six.handle and a == 1 and c == RED and f == PORT and e == get(TURNS))
  offer(WORD.keep, 1, 2, 3, 4, 5, numbers(6, 7))
  default(WORD.keep, 1, 2, 3, 4, 5, 7)
  local word, one, two, three, four, five, last = choose(RED)
  assert(word == WORD.keep and one == 1 and two == 2 and three == 3 and four == 4 and five == 5 and last == 6)
  return next("red-turn")
end)
"##;

#[test]
fn a_row_has_six_columns_after_its_action() {
    let text = "[action.six]\nlabel = \"Six\"\n";
    let (_, mut vm) = demo(&[("scripts/demo/more.luau", SIX), ("scripts/demo/text.toml", text)]);
    vm.set_position(&position_at(&vm, "turn asks; points 3; seed 7"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["six 1 2 red hills 3 port", "six 1 2 red hills 4 port"]);
    play(&mut vm, "six 1 2 red hills 4 port").unwrap();
    // Save, and continue after the stored answer.
    let board = vm.board().clone();
    let loaded = notation::load(&board, &notation::print_save(&board, &vm.position())).unwrap();
    vm.set_position(&loaded);
    assert_eq!(vm.run_checked(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["keep 1 2 3 4 5 6", "keep 1 2 3 4 5 7"]);
    assert_eq!(vm.choice().default, Some(1));
    play(&mut vm, "keep 1 2 3 4 5 6").unwrap();
}

#[test]
fn a_seventh_column_is_an_error_in_every_function() {
    for (call, name) in [
        ("(offer)(WORD.keep, 1, 2, 3, 4, 5, 6, 7)", "offer"),
        ("(discourage)(WORD.keep, 1, 2, 3, 4, 5, 6, 7)", "discourage"),
        ("(default)(WORD.keep, 1, 2, 3, 4, 5, 6, 7)", "default"),
        ("(could)(ACT, RED, 1, 2, 3, 4, 5, 6, 7)", "could"),
        ("(perform)(ACT, RED, 1, 2, 3, 4, 5, 6, 7)", "perform"),
    ] {
        let script_with = |call: &str| {
            format!(
                "local ACT = action \"six\"\nfunction ACT.offer() end\nfunction ACT.play() end\nstep(\"try\", function()\n  {call}\nend)\n"
            )
        };
        let text = ("scripts/demo/text.toml", "[action.six]\nlabel = \"Six\"\n");
        let (_, mut vm) = demo(&[("scripts/demo/more.luau", &script_with(call)), text]);
        vm.set_position(&position_at(&vm, "turn try"));
        let error = vm.run().unwrap_err().with_place();
        let expected = "more:scripts/demo/more.luau:5: a row has at most 6 columns after its head";
        assert!(error.contains(expected), "{call}: {error}");
        // A literal call is an error at load.
        let load_message = load_error(&[
            ("scripts/demo/more.luau", &script_with(&call.replacen(&format!("({name})"), name, 1))),
            text,
        ]);
        assert!(
            load_message.contains("a row has at most 6 columns") && load_message.contains("more.luau:5"),
            "{call}: {load_message}"
        );
    }
}

#[test]
fn places_of_stacks_are_a_set_of_spaces() {
    let (_, mut vm) = demo(&[]);
    vm.set_position(&position_at(&vm, "turn red-turn; hills: 2 open, hidden; port: open; seed 7"));
    let mut value_or_error = |code: &str| vm.evaluate(code).unwrap_or_else(|error| error);
    assert_eq!(value_or_error("size(places_of(stacks(PROVINCES, BAND)))"), "2");
    assert_eq!(value_or_error("is_in(places_of(stacks(PROVINCES, BAND)), PORT)"), "true");
    assert_eq!(value_or_error("is_empty(places_of(stacks(RIVER, BAND)))"), "true");
    assert_eq!(value_or_error("size(places_of(PROVINCES)) - size(PROVINCES)"), "0");
    let error = value_or_error("places_of(set_of(RED))");
    assert!(error.contains("`places_of` takes stacks or spaces, not a side"), "{error}");
}
