//! `choose_one`: a choice of one member of a set.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, play, position_at, rows};
use cardwright_script::Stop;

const SCRIPT: &str = r#"
step("asks", function()
  assert(choose_one(RED, set_of(), TEXT.which) == nil)
  assert(choose_one(RED, set_of(PORT), TEXT.which, WORD.keep) == PORT)
  place(HIDDEN, 1, choose_one(RED, set_of(HILLS, PORT), TEXT.which))
  place(HIDDEN, 1, choose_one(RED, set_of(HILLS, PORT), TEXT.which, WORD.keep))
  return next("asks")
end)
"#;

#[test]
fn choose_one_asks_only_about_several_members() {
    let (_, mut vm) = demo(&[("scripts/demo/more.luau", SCRIPT)]);
    vm.set_position(&position_at(&vm, "turn asks"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    for (expected_rows, answer) in [(["hills", "port"], "port"), (["keep hills", "keep port"], "keep hills")] {
        assert_eq!(rows(&vm), expected_rows);
        let prompt = vm.choice().prompt.unwrap();
        assert_eq!(vm.board().labels[prompt.text].id, "which");
        // A replay of the step comes to the same choice.
        let position = vm.position();
        vm.set_position(&position);
        assert_eq!(vm.run_checked(), Ok(Stop::Choice));
        assert_eq!(play(&mut vm, answer), Ok(Stop::Choice));
    }
    assert_eq!(vm.evaluate("count(PORT, HIDDEN) * 10 + count(HILLS, HIDDEN)").as_deref(), Ok("11"));
}
