//! Scripts that run out of memory. For every kind of call, the error names the script line.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, load_error, position_at};
use cardwright_script::{FigureValue, RunError, Vm};

const START: &str = "turn red-turn; points 3; port: 2 open, guard, unrest 4; hills: open, guard; seed 7";

/// The function `eat` uses more and more memory in line 4.
const HUNGRY: &str = "local function eat()\n  local all = {}\n  while true do\n    table.insert(all, {})\n  end\nend\n";
const HUNGRY_LINE: usize = 4;

fn vm_with(script: &str, text: &str) -> Vm {
    let (_, mut vm) = demo(&[("scripts/demo/hungry.luau", &format!("{HUNGRY}{script}"))]);
    vm.set_position(&position_at(&vm, text));
    vm
}

/// Checks that an error reports the memory limit and names the line of `eat`.
fn assert_names_hungry_line(error: &RunError) {
    assert!(error.to_string().contains("stopped: the script took more than 128 MiB of memory"), "{error}");
    let (file, line) = error.place().unwrap();
    assert!(file.ends_with("scripts/demo/hungry.luau") && *line == HUNGRY_LINE, "{error:?}");
}

#[test]
fn a_step_out_of_memory_names_the_line() {
    let mut vm = vm_with("step(\"eats\", function()\n  eat()\nend)\n", "turn eats");
    assert_names_hungry_line(&vm.run().unwrap_err());
}

#[test]
fn a_nested_step_out_of_memory_names_the_line() {
    let script = "step(\"eats\", eat)\nstep(\"calls\", function()\n  call(\"eats\")\nend)\n";
    let error = vm_with(script, "turn calls").run().unwrap_err();
    assert_names_hungry_line(&error);
    assert_eq!(error.open_steps(), ["calls", "eats"]);
}

#[test]
fn a_read_only_call_out_of_memory_names_the_line() {
    let mut vm = vm_with("figure \"hunger\" { audience = \"all\", value = eat }\n", START);
    vm.run().unwrap();
    let rows_before = vm.choice().rows;
    let figures = vm.figures();
    let [FigureValue::Failed(why)] = &figures[0][..] else { panic!("{figures:?}") };
    assert!(why.contains(&format!("hungry.luau:{HUNGRY_LINE}: ")), "{why}");
    assert_eq!(vm.choice().rows, rows_before);
}

#[test]
fn a_standing_offer_out_of_memory_names_the_line() {
    let script = "around(\"offer bribe\", function(inner, ...)\n  eat()\nend)\n";
    let mut vm = vm_with(script, START);
    vm.run().unwrap();
    assert_names_hungry_line(&vm.standing_rows().unwrap_err());
}

#[test]
fn a_required_module_out_of_memory_names_the_line() {
    let script = format!("{HUNGRY}eat()\nreturn {{}}\n");
    let files = [
        ("scripts/demo/hungry.luau", script.as_str()),
        ("scripts/demo/a.luau", "local it = require(\"demo/hungry\")\nreturn it\n"),
    ];
    let error = load_error(&files);
    assert!(error.contains("more than 128 MiB of memory") && error.contains("hungry.luau:4:"), "{error}");
    assert_eq!(error.matches("of memory").count(), 1, "the error mentions the memory once: {error}");
}
