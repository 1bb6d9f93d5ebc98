//! Warnings about scripts that load, but fail or do nothing in play.
#![allow(clippy::unwrap_used)]

use crate::common::demo;

/// Returns the warnings about a script of another pack, each as code and message.
fn warnings(script: &str) -> Vec<String> {
    let (program, _) =
        demo(&[("scripts/demo/more.luau", script), ("scripts/demo/lib-one.luau", "return { one = 1 }\n")]);
    let about = |path: &str| {
        program
            .warnings
            .iter()
            .filter(move |warning| warning.file.as_ref().is_some_and(|file| file.path == path))
            .map(|warning| format!("{} {}", warning.code, warning.message))
            .collect::<Vec<_>>()
    };
    about("scripts/demo/more.luau")
}

#[test]
fn a_local_that_hides_a_called_host_function_gets_a_warning() {
    let hidden = |name: &str| {
        vec![format!("script::hidden-function the local `{name}` hides the host function and cannot be called")]
    };
    let verb =
        |body: &str| format!("{body}\nverb \"look\" {{ doc = \"Looks.\", play = function(side, effect) f() end }}\n");
    let module = "local pick = require(\"demo/lib-one\")\nlocal function f() return pick(PROVINCES) end";
    assert_eq!(warnings(&verb(module)), hidden("pick"));
    let number = "local function f()\n  local count = count(PROVINCES, BAND)\n  return count(PROVINCES, BAND)\nend";
    assert_eq!(warnings(&verb(number)), hidden("count"));
    let function = "local function count(set) return size(set) end\nlocal function f() return count(PROVINCES) end";
    assert_eq!(warnings(&verb(function)), Vec::<String>::new());
    let unhidden = "local one = require(\"demo/lib-one\")\nlocal function f() return pick(PROVINCES), one.one end";
    assert_eq!(warnings(&verb(unhidden)), Vec::<String>::new());
}

#[test]
fn a_wrap_that_can_end_without_the_next_step_gets_a_warning() {
    let open = ["script::open-wrap this function around the step `red-turn` can end without naming the next step"];
    let around = |body: &str| warnings(&format!("around(\"step red-turn\", function(inner, side)\n{body}\nend)\n"));
    for body in [
        "if value(POINTS) > 3 then\n  raise(POINTS, 1)\nelse\n  return inner(side)\nend",
        "if value(POINTS) > 3 then return end\nreturn inner(side)",
        "raise(POINTS, 1)",
    ] {
        assert_eq!(around(body), open, "{body}");
    }
    for body in [
        "if value(POINTS) > 3 then return next(\"red-turn\") end\nreturn inner(side)",
        "if value(POINTS) > 3 then\n  win(RED, TEXT.time_up, 1)\nelse\n  inner(side)\nend",
        "raise(POINTS, 1)\nreturn inner(side)",
    ] {
        assert_eq!(around(body), Vec::<String>::new(), "{body}");
    }
    // A step that a script calls returns to its caller.
    let called = "step(\"bonus\", function() raise(POINTS, 1) end)\nafter(\"step red-turn\", function() call(\"bonus\") end)\n\
                  around(\"step bonus\", function(inner) if value(POINTS) < 3 then inner() end end)\n";
    assert_eq!(warnings(called), Vec::<String>::new());
}

const HOOK: &str = r#"
hook "levy.cost" { doc = "What a levy costs.", args = { "side" }, answers = "number" }
step("levy", function(side)
  CALL
  return next("red-turn")
end)
"#;

#[test]
fn a_hook_that_is_called_only_under_an_option_gets_a_warning() {
    let optional = ["script::optional-hook the hook `levy.cost` is called only with the option `long`"];
    let calls = |call: &str| warnings(&HOOK.replace("CALL", call));
    for call in [
        "raise(POINTS, OPTION.long and modify(\"levy.cost\", 1, side) or 1)",
        "if OPTION.long and value(POINTS) < 3 then raise(POINTS, modify(\"levy.cost\", 1, side)) end",
        "if not OPTION.long then return next(\"red-turn\") end\n  raise(POINTS, modify(\"levy.cost\", 1, side))",
    ] {
        assert_eq!(calls(call), optional, "{call}");
    }
    for call in [
        "raise(POINTS, modify(\"levy.cost\", OPTION.long and 2 or 1, side))",
        "if OPTION.long then raise(POINTS, modify(\"levy.cost\", 1, side)) else raise(POINTS, modify(\"levy.cost\", 2, side)) end",
    ] {
        assert_eq!(calls(call), Vec::<String>::new(), "{call}");
    }
    let call = "raise(POINTS, OPTION.long and modify(\"levy.cost\", 1, side) or 1)";
    let documented = HOOK.replace("CALL", call).replace("costs.", "costs, with the option `long`.");
    assert_eq!(warnings(&documented), Vec::<String>::new());
    let (program, _) = demo(&[("scripts/demo/more.luau", &HOOK.replace("CALL", call))]);
    let hook = program.hooks.iter().find(|hook| hook.name == "levy.cost").unwrap();
    assert_eq!(hook.doc, "What a levy costs. (only with the option `long`)");
}

#[test]
fn an_answer_to_a_hook_that_can_be_nothing_gets_a_warning() {
    let hook = "hook \"levy.cost\" { doc = \"What a levy costs.\", args = { \"side\" }, answers = \"number\" }\n\
                step(\"levy\", function(side)\n  raise(POINTS, modify(\"levy.cost\", 1, side))\n  return next(\"red-turn\")\nend)\n";
    let effect = |body: &str| {
        warnings(&format!(
            "{hook}effect \"dear\" {{ title = TEXT.time_up, modify = {{ [\"levy.cost\"] = function(side, effect, base)\n{body}\nend }} }}\n"
        ))
    };
    let nothing = ["script::open-answer this answer to the hook `levy.cost` can be nothing"];
    assert_eq!(effect("if side == RED then return base + 1 end"), nothing);
    assert_eq!(effect("if side == RED then return end\nreturn base"), nothing);
    assert_eq!(effect("if side == RED then return base + 1 end\nreturn base"), Vec::<String>::new());
    assert_eq!(effect("if side == RED then return base + 1 else return base end"), Vec::<String>::new());
}

#[test]
fn steps_tell_their_arguments_successors_and_comment() {
    let script = "-- Red pays. Without points\n-- the game ends.\nstep(\"pay\", function(side, amount: number)\n  \
                  if value(POINTS) == 0 then\n    return next(\"over\")\n  end\n  return next(\"red-turn\")\nend)\n\
                  step(\"over\", function() win(RED, TEXT.time_up, 1) end)\n";
    let (program, _) = demo(&[("scripts/demo/more.luau", script)]);
    let step = program.steps.iter().find(|step| step.id == "pay").unwrap();
    assert_eq!(step.doc, "Red pays. Without points the game ends.");
    assert_eq!(step.arguments, ["side", "amount"]);
    assert_eq!(step.successors, ["over", "red-turn"]);
}
