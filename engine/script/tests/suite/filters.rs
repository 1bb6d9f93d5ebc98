//! Wrong arguments of `keep` and `drop`, and the owners of pieces.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, position_at};

#[test]
fn a_fourth_filter_is_an_error() {
    let script = |narrow: &str| {
        format!(
            "step(\"narrows\", function()\n  offer(WORD.keep, {narrow}(PROVINCES, has_piece(OPEN), nil, has_piece(BLUE), \
             nil, has_value(UNREST, 0), nil, has_piece(RED)))\n  choose(RED)\n  return next(\"red-turn\")\nend)\n"
        )
    };
    for narrow in ["keep", "drop"] {
        let (_, mut vm) = demo(&[("scripts/demo/more.luau", &script(narrow))]);
        vm.set_position(&position_at(&vm, "turn narrows"));
        let error = vm.run().unwrap_err();
        assert!(error.to_string().contains("three filters at most"), "{narrow}: {error}");
        assert!(format!("{error:?}").contains("more.luau\", 2"), "{narrow}: {error:?}");
    }
}

#[test]
fn the_board_decides_the_owner_of_a_piece() {
    let (_, mut vm) = demo(&[]);
    vm.set_position(&position_at(&vm, "turn red-turn; port: guard; hills: hidden"));
    vm.run().unwrap();
    for (piece, side) in [("GUARD", "blue"), ("class(\"guard/worn\")", "blue"), ("first(stacks(HILLS, HIDDEN))", "red")]
    {
        assert_eq!(vm.evaluate(&format!("owner_of({piece})")).unwrap(), side, "{piece}");
    }
    assert!(vm.evaluate("owner_of(HILLS)").unwrap_err().contains("expected a piece class, got the space `hills`"));
}
