//! Tests that a panic of host code does not cross Luau, for each kind of host function.
#![allow(clippy::unwrap_used)]

#[path = "../../tests/suite/common/mod.rs"]
mod common;

use crate::Vm;
use common::position_at;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// The number of accesses to the host until one panics. 0 stands for no panic.
    static ACCESSES_LEFT: Cell<usize> = const { Cell::new(0) };
}

/// Panics if a test wants this access to the host to panic.
pub(super) fn panic_if_wanted() {
    let accesses_left = ACCESSES_LEFT.get();
    ACCESSES_LEFT.set(accesses_left.saturating_sub(1));
    assert!(accesses_left != 1, "a fault of the host");
}

/// Makes a VM whose step `try` calls a host function, and then asks.
fn vm_of(call: &str) -> Vm {
    let script = format!(
        "local one = shared(function(n) return n end)\n\
         local list = shared(function(n) return {{ n }} end)\n\
         hook \"fee\" {{ doc = \"-\", answers = \"number\" }}\n\
         hook \"entry\" {{ doc = \"-\", answers = \"permission\" }}\n\
         step(\"inner\", function() return if may(\"entry\") then modify(\"fee\", 1) else 0 end)\n\
         step(\"try\", function()\n{call}\noffer(WORD.done)\nchoose(RED)\nreturn next(\"try\")\nend)\n"
    );
    let (_, mut vm) = common::demo(&[("scripts/demo/try.luau", &script)]);
    let position = position_at(&vm, "turn try");
    vm.set_position(&position);
    vm
}

/// Runs the step once for each access to the host, and lets this access panic. Checks that each panic comes back from
/// `run`, and that the VM then works.
#[track_caller]
fn each_panic_comes_back(call: &str) {
    let mut vm = vm_of(call);
    let position = vm.position();
    let result_without_panic = vm.run();
    vm.set_position(&position);
    let mut panic_count = 0;
    loop {
        ACCESSES_LEFT.set(panic_count + 1);
        let result = catch_unwind(AssertUnwindSafe(|| vm.run()));
        let has_panicked = ACCESSES_LEFT.replace(0) == 0;
        vm.set_position(&position);
        if !has_panicked {
            break;
        }
        let panic = result.expect_err("the panic comes back");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a fault of the host"), "{call}");
        assert_eq!(vm.run(), result_without_panic, "{call}");
        vm.set_position(&position);
        panic_count += 1;
    }
    assert!(panic_count > 0, "{call}");
}

#[test]
fn a_panic_in_any_host_function_comes_back_from_run() {
    for call in [
        "local _ = one(1) + one(1) + #list(2) + #list(2)",
        "local _ = modify(\"fee\", 1) + (if may(\"entry\") then 1 else 0)",
        "do return (next)(\"tr\" .. \"ie\") end",
        "local _ = drop(keep(PROVINCES, PROVINCES), function(space) return space == PORT end)",
        "local _ = keep(near(1), PROVINCES)",
        "need(true, WHY.quiet)",
        "discourage(WORD.keep)",
        "standing(RED, {})",
        "local _ = call(\"inner\")",
    ] {
        each_panic_comes_back(call);
    }
}
