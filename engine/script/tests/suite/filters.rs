//! What `keep` and `drop` will not take.
#![allow(clippy::unwrap_used)]

use crate::common::{at, demo};

#[test]
fn a_fourth_filter_is_refused_rather_than_passed_over() {
    let script = |narrow: &str| {
        format!(
            "step(\"narrows\", function()\n  offer(WORD.keep, {narrow}(PROVINCES, has_piece(OPEN), nil, has_piece(BLUE), \
             nil, has_value(UNREST, 0), nil, has_piece(RED)))\n  choose(RED)\n  return next(\"red-turn\")\nend)\n"
        )
    };
    for narrow in ["keep", "drop"] {
        let (_, mut vm) = demo(&[("scripts/demo/more.luau", &script(narrow))]);
        vm.set(&at(&vm, "turn narrows"));
        let error = vm.run().unwrap_err();
        assert!(error.to_string().contains("three filters at most"), "{narrow}: {error}");
        assert!(format!("{error:?}").contains("more.luau\", 2"), "{narrow}: {error:?}");
    }
}

#[test]
fn a_piece_is_whose_the_board_says() {
    let (_, mut vm) = demo(&[]);
    vm.set(&at(&vm, "turn red-turn; port: guard; hills: hidden"));
    vm.run().unwrap();
    for (of, side) in [("GUARD", "blue"), ("class(\"guard/worn\")", "blue"), ("first(stacks(HILLS, HIDDEN))", "red")] {
        assert_eq!(vm.evaluate(&format!("owner_of({of})")).unwrap(), side, "{of}");
    }
    assert!(vm.evaluate("owner_of(HILLS)").unwrap_err().contains("expected a piece class, got the space `hills`"));
}
