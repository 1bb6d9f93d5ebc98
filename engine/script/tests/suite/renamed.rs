//! Old names of the script API. They still work, and a warning at each use gives the new name.
#![allow(clippy::unwrap_used)]

use crate::common::{self, position_at};
use cardwright_content::{Severity, render};
use cardwright_script::{RENAMED_FUNCTIONS, RENAMED_KEYS, RENAMED_VALUES, Stop};

const TEXT: &str = "[text.old]\nsay = \"Old\"\n";

/// Uses every old name once.
const OLD: &str = r#"
point "old.cost" { doc = "A cost.", answers = "number" }
point "old.flag" { doc = "A flag.", answers = "truth" }
effect "old" {
  ask = {
    ["old.cost"] = function(_, param, value) return value + param end,
    ["old.flag"] = function() return true end,
  },
}
figure "old-one" { audience = "all", told = "deed", value = function() return 1 end }
figure "old-two" { audience = "all", told = "chapter", value = function() return 2 end }
verb "old" {
  doc = "-",
  params = { flag = optional(truth(), false) },
  play = function(side, effect)
    if effect.flag then
      turn_over(OPEN, 1, HILLS, "hidden")
    end
  end,
}
step("olden", function()
  chapter(TEXT.old)
  deed(TEXT.old)
  purpose(TEXT.old)
  decides(TEXT.old)
  weighs(TEXT.old)
  put_in_force("old", RED, TURN, 3)
  assert(is_in_force("old") == 3 and #in_force("old") == 1, "active")
  assert(ask("old.flag", false), "a flag")
  set(TURNS, ask("old.cost", 1))
  lift("old")
  assert(is_in_force("old") == nil, "not active")
  assert(sole(set_of(PORT)) == PORT, "a member")
  take(USED, olden, PORT)
  unwise(WORD.keep)
  offer(WORD.keep, PORT)
  choose(RED)
  return next("olden")
end)
"#;

/// Returns the script [`OLD`] with the action that `take` needs.
fn script() -> String {
    format!(
        "local it = action \"olden-action\"\nfunction it.offer() end\nfunction it.play() end\nlocal olden = it.handle\n{OLD}"
    )
}

#[test]
fn old_names_work_and_a_warning_names_the_new_ones() {
    let script = script();
    let files = [("scripts/demo/old.luau", script.as_str()), ("scripts/demo/text.toml", TEXT)];
    let (program, mut vm) = common::demo(&files);
    let position = position_at(&vm, "turn olden");
    vm.set_position(&position);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(vm.evaluate("get(TURNS)").as_deref(), Ok("4"));
    assert_eq!(vm.choice().discouraged, [0]);

    let warnings: Vec<_> = program.warnings.iter().filter(|warning| warning.code == "script::deprecated").collect();
    assert!(warnings.iter().all(|warning| warning.severity == Severity::Warning));
    let messages = render(&program.warnings, false);
    let keys = RENAMED_KEYS.map(|renamed| (renamed.old, renamed.new));
    let values = RENAMED_VALUES.map(|renamed| (renamed.old, renamed.new));
    for (old, new) in RENAMED_FUNCTIONS.into_iter().chain(keys).chain(values) {
        assert!(messages.contains(&format!("`{old}` is now called `{new}`")), "{old}: {messages}");
    }
    let line = 1 + script.lines().position(|line| line.contains("purpose(")).unwrap();
    assert!(messages.contains(&format!("scripts/demo/old.luau:{line}:3")), "{messages}");
}

#[test]
fn new_names_give_no_warning() {
    let mut script = script();
    let mut functions = RENAMED_FUNCTIONS;
    functions.sort_by_key(|(old, _)| std::cmp::Reverse(old.len())); // `is_in_force` before `in_force`.
    for (old, new) in functions {
        script =
            script.replace(&format!("{old}("), &format!("{new}(")).replace(&format!("{old} \""), &format!("{new} \""));
    }
    for renamed in RENAMED_KEYS {
        script = script.replace(&format!("{} = ", renamed.old), &format!("{} = ", renamed.new));
    }
    for renamed in RENAMED_VALUES {
        script = script.replace(&format!("\"{}\"", renamed.old), &format!("\"{}\"", renamed.new));
    }
    let (program, _) = common::demo(&[("scripts/demo/old.luau", &script), ("scripts/demo/text.toml", TEXT)]);
    assert!(
        program.warnings.iter().all(|warning| warning.code != "script::deprecated"),
        "{}",
        render(&program.warnings, false)
    );
}

#[test]
fn a_local_of_an_old_name_gives_no_warning() {
    let script = "step(\"olden\", function()\n  local take = 1\n  set(TURNS, take)\n  return next(\"olden\")\nend)\n";
    let (program, _) = common::demo(&[("scripts/demo/old.luau", script)]);
    assert!(program.warnings.iter().all(|it| it.code != "script::deprecated"), "{}", render(&program.warnings, false));
}
