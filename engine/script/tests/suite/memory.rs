//! A script that runs out of memory is told where, whoever asked it.
#![allow(clippy::unwrap_used)]

use crate::common::{at, demo, refused};
use cardwright_script::{Figured, RunError, Vm};

const START: &str = "turn red-turn; points 3; port: 2 open, guard, unrest 4; hills: open, guard; seed 7";

/// Grows without end from its fourth line on.
const HUNGRY: &str = "local function eat()\n  local all = {}\n  while true do\n    table.insert(all, {})\n  end\nend\n";
const LINE: usize = 4;

fn hungry(script: &str, text: &str) -> Vm {
    let (_, mut vm) = demo(&[("scripts/demo/hungry.luau", &format!("{HUNGRY}{script}"))]);
    vm.set(&at(&vm, text));
    vm
}

fn assert_named(error: &RunError) {
    assert!(error.to_string().contains("stopped: the script took more than 128 MiB of memory"), "{error}");
    let (file, line) = error.place().unwrap();
    assert!(file.ends_with("scripts/demo/hungry.luau") && *line == LINE, "{error:?}");
}

#[test]
fn a_step_that_runs_out_of_memory_is_told_the_line() {
    let mut vm = hungry("step(\"eats\", function()\n  eat()\nend)\n", "turn eats");
    assert_named(&vm.run().unwrap_err());
}

#[test]
fn so_is_a_step_within_a_step() {
    let script = "step(\"eats\", eat)\nstep(\"calls\", function()\n  call(\"eats\")\nend)\n";
    let error = hungry(script, "turn calls").run().unwrap_err();
    assert_named(&error);
    assert_eq!(error.within(), ["calls", "eats"]);
}

#[test]
fn so_is_what_only_looks() {
    let mut vm = hungry("figure \"hunger\" { audience = \"all\", value = eat }\n", START);
    vm.run().unwrap();
    let before = vm.choice().rows;
    let figured = vm.figures();
    let [Figured::Failed(why)] = &figured[0][..] else { panic!("{figured:?}") };
    assert!(why.contains(&format!("hungry.luau:{LINE}: ")), "{why}");
    assert_eq!(vm.choice().rows, before);
}

#[test]
fn so_is_the_offer_of_a_standing_action() {
    let script = "around(\"offer bribe\", function(inner, ...)\n  eat()\nend)\n";
    let mut vm = hungry(script, START);
    vm.run().unwrap();
    assert_named(&vm.standing().unwrap_err());
}

#[test]
fn so_is_a_module_that_another_requires() {
    let script = format!("{HUNGRY}eat()\nreturn {{}}\n");
    let files = [
        ("scripts/demo/hungry.luau", script.as_str()),
        ("scripts/demo/a.luau", "local it = require(\"demo/hungry\")\nreturn it\n"),
    ];
    let told = refused(&files);
    assert!(told.contains("more than 128 MiB of memory") && told.contains("hungry.luau:4:"), "{told}");
    assert_eq!(told.matches("of memory").count(), 1, "it is said once: {told}");
}
