//! Misspelt names. The loader reports each name with its place and a suggestion. A misspelt name that a script computes
//! fails when the rule runs.

#![allow(clippy::unwrap_used)]

use crate::common;
use cardwright_content::{Content, Pack, PackSource, render};
use cardwright_script::{Program, RunError, Stop};
use common::position_at;
use std::sync::Arc;

/// A correct script with every kind of name.
const SCRIPT: &str = r#"hook "toll.paid" {
  doc = "What a march to a province costs.",
  args = { "side", "province" },
  who = "side",
  answers = "number",
}
hook "landing" {
  doc = "Whether a side may land in a province.",
  args = { "province" },
  answers = "permission",
}

effect "fog" {
  modify = {
    ["toll.paid"] = function(side, param, toll)
      return toll + 1
    end,
  },
  may = {
    landing = function(side, param, province)
      return province ~= PORT
    end,
  },
}

verb "hide" {
  doc = "Hides bands of `where`.",
  params = { many = integer(1, 4), where = ids("space"), how = optional(word("slowly")) },
  play = function(side, effect)
    local at = first(effect.where)
    if effect.how ~= WORD.slowly then
      flip_at(OPEN, effect.many, at, "hidden")
    end
  end,
}

step("weather", function()
  local pile, hills, red = info(CARD["01"]), info(HILLS), half(CARD["01"], RED)
  activate("fog", RED)
  if is_active("fog") and may("landing", HILLS) and pile.number < 9 and red.title ~= "" then
    set(TURNS, modify("toll.paid", hills.population, RED, HILLS))
  end
  deactivate("fog")
  return next(get(TURNS) > 40 and "ten" or "red-turn")
end)
"#;

/// Loads the demo game with a script. Returns the messages and whether the game loads.
fn messages_for(script: &str) -> (String, bool) {
    messages_with_files(&[], script)
}
/// Loads the demo game with a script and more files. Returns the messages and whether the game loads.
fn messages_with_files(more_files: &[(&str, &str)], script: &str) -> (String, bool) {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo");
    let manifest = "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n";
    let files = [("pack.toml", manifest), ("scripts/demo/names.luau", script)];
    let memory = files.iter().chain(more_files).map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let packs = [PackSource::Folder(demo.into()), PackSource::Memory(memory)].map(|source| Pack::open(source).unwrap());
    let content = Content::load(&packs, "demo").0.unwrap();
    match Program::load(Arc::new(content)) {
        Ok((program, _)) => (render(&program.warnings, false), true),
        Err(problems) => (render(&problems, false), false),
    }
}

/// Errors in [`SCRIPT`]: each is a correct text and the wrong text that replaces it. The last error gives only a
/// warning, so the script still loads with it.
const ERRORS: [(&str, &str); 24] = [
    ("or \"red-turn\"", "or \"red-trun\""),
    ("next(get(TURNS) > 40 and \"ten\" or \"red-turn\")", "call(\"weathr\")"),
    ("is_active(\"fog\")", "is_active(\"fgo\")"),
    ("activate(\"fog\", RED)", "activate(\"frog\", RED)"),
    ("deactivate(\"fog\")", "deactivate(\"fogg\")"),
    ("modify(\"toll.paid\"", "modify(\"toll.piad\""),
    ("may(\"landing\"", "may(\"lading\""),
    ("may(\"landing\", HILLS)", "modify(\"landing\", true, HILLS)"),
    ("[\"toll.paid\"] =", "[\"toll.paidx\"] ="),
    ("    landing = function", "    [\"toll.paid\"] = function"),
    ("set(TURNS, modify(\"toll.paid\", hills.population, RED, HILLS))", "set(TURNS, hills.population)"),
    ("effect.where", "effect.wheer"),
    ("hills.population", "hills.popluation"),
    ("info(CARD[\"01\"]), info(HILLS)", "info(CARD[\"01\"]).nmuber, info(HILLS)"),
    ("red.title", "red.tilte"),
    ("\"hidden\")", "\"hiddne\")"),
    ("WORD.slowly", "WORD.slwoly"),
    ("flip_at(OPEN,", "flip_at(class(\"band/opne\"),"),
    ("  play = function(side, effect)\n", "  paly = true,\n  play = function(side, effect)\n"),
    ("  may = {", "  mya = {"),
    ("  who = \"side\",\n", "  whom = \"side\",\n"),
    ("  who = \"side\",\n", "  who = \"sied\",\n"),
    ("answers = \"number\"", "answers = \"nubmer\""),
    ("effect.how ~= WORD.slowly", "side ~= BLUE"),
];

#[test]
fn misspelt_names_are_reported() {
    assert_eq!(messages_for(SCRIPT), (String::new(), true));
    let mut report = String::new();
    for (index, (correct, wrong)) in ERRORS.iter().enumerate() {
        assert!(SCRIPT.contains(correct), "{correct}");
        let (messages, loads) = messages_for(&SCRIPT.replacen(correct, wrong, 1));
        assert_eq!(loads, index + 1 == ERRORS.len(), "{wrong}\n{messages}");
        assert!(messages.contains("names.luau:"), "{wrong}\n{messages}");
        report += &format!("{}\n  instead of {}\n\n{messages}\n\n", wrong.trim(), correct.trim());
    }
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/names.txt");
    if std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
        std::fs::write(golden, &report).unwrap();
    }
    let expected = std::fs::read_to_string(golden).unwrap().replace("\r\n", "\n");
    assert!(report == expected, "{golden}: refresh with CARDWRIGHT_REFRESH=1 and read the difference");
}

/// Runs the step `fails` of a script. Returns the error with its place.
fn run_error(script: &str) -> String {
    let (_, mut vm) = common::demo(&[("scripts/demo/names.luau", script)]);
    vm.set_position(&position_at(&vm, "turn fails; points 3"));
    match vm.run() {
        Err(error @ RunError::Script { .. }) => error.with_place(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn computed_names_are_checked_at_run_time() {
    let step = |body: &str| format!("step(\"fails\", function()\n  local s = \"s\"\n  {body}\nend)\n");
    for (body, expected) in [
        ("return next(\"red-trun\" .. s)", "no step is called `red-truns`; did you mean `red-turn`?"),
        ("return call(\"reroll\" .. s)", "no step is called `rerolls`; did you mean `reroll`?"),
        ("is_active(\"fog\" .. s)", "no effect is called `fogs`"),
        ("modify(\"toll\" .. s, 1)", "no hook is called `tolls`"),
        ("may(\"toll\" .. s)", "no hook is called `tolls`"),
        ("figure_of(\"sum\" .. s)", "no figure is called `sums`"),
        ("local f = \"popul\"; return info(HILLS)[f]", "a space has no field `popul`; did you mean `population`?"),
    ] {
        let messages = run_error(&step(body));
        assert!(messages.contains(expected) && messages.contains("names.luau:3"), "{body}: {messages}");
    }
}

#[test]
fn a_hook_answer_of_a_wrong_type_fails_at_the_line_that_calls_the_hook() {
    let script = |answers: &str, answer: &str| {
        format!(
            "hook \"toll\" {{ doc = \"x\", answers = \"{answers}\" }}\n\
             effect \"fog\" {{ modify = {{ toll = function() return {answer} end }} }}\n\
             step(\"fails\", function()\n  activate(\"fog\", RED)\n  return modify(\"toll\", first(set_of()))\nend)\n"
        )
    };
    for (answers, answer, expected) in [
        ("number", "HILLS", "the effect `fog` answers the hook `toll` with the space `hills`: expected a number"),
        ("number", "nil", "the effect `fog` answers the hook `toll` with nothing: expected a number"),
        ("number", "true", "the effect `fog` answers the hook `toll` with `true`: expected a number"),
        ("truth", "1", "the effect `fog` answers the hook `toll` with the number 1: expected `true` or `false`"),
        ("space", "RED", "the effect `fog` answers the hook `toll` with the side `red`: expected a space"),
        ("class", "RED", "the effect `fog` answers the hook `toll` with the side `red`: expected a piece class"),
        ("set", "PORT", "the effect `fog` answers the hook `toll` with the space `port`: expected a set"),
    ] {
        let messages = run_error(&script(answers, answer));
        assert!(messages.contains(expected) && messages.contains("names.luau:5"), "{answers} {answer}: {messages}");
    }
}

#[test]
fn a_hook_calls_only_effects_of_its_side() {
    let script = r#"
hook "own" { doc = "x", args = { "side", "n" }, who = "side", answers = "number" }
hook "any" { doc = "x", args = { "side" }, answers = "number" }
hook "leave" { doc = "x", args = { "side" }, who = "side", answers = "permission" }
effect "fog" {
  modify = {
    own = function(side, param, value, asked, n) return value + n end,
    any = function(side, param, value) return value + 1 end,
  },
  may = { leave = function() return false end },
}
step("heard", function()
  activate("fog", BLUE)
  set(TURNS, modify("own", 1000, RED, 7) + modify("own", 100, BLUE, 7) + modify("any", 10, RED))
  assert(may("leave", RED) and not may("leave", BLUE), "only blue may not leave")
  return next("red-turn")
end)
"#;
    let (program, mut vm) = common::demo(&[("scripts/demo/names.luau", script)]);
    vm.set_position(&position_at(&vm, "turn heard; points 3; seed 7"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(vm.evaluate("get(TURNS)").unwrap(), "1118");
    let own = program.hooks.iter().find(|hook| hook.name == "own").unwrap();
    assert_eq!(own.calls, ["more:scripts/demo/names.luau:14"; 2]);
    assert_eq!(own.effects, ["fog"]);
    let again = program.vm().unwrap();
    assert_eq!(again.program().hooks, program.hooks);
}

#[test]
fn piece_data_is_checked_by_name_and_type() {
    let board = "[meta]\ngame = \"demo\"\n[pieces]\ndata = { strength = \"integer\", of = { id = \"side\" } }\n\
                 [[piece]]\nid = \"band\"\ndata = { of = \"red\" }\n\
                 face_data = { hidden = { strength = 1 }, open = { strength = 2 } }\n\
                 [[piece]]\nid = \"guard\"\ndata = { strength = 4, of = \"blue\" }\n\
                 face_data = { worn = { strength = 3 } }\n";
    let messages_for_test = |test: &str| {
        let script = format!("local function all()\n  {test}\nend\nall()\nreturn {{}}\n");
        messages_with_files(&[("scenarios/demo/board/pieces.toml", board)], &script)
    };
    let sum =
        "info(HIDDEN).strength + info(OPEN).strength + info(GUARD).strength + info(class(\"guard/worn\")).strength";
    assert_eq!(
        messages_for_test(&format!("assert({sum} == 10 and info(HIDDEN).of == RED and info(GUARD).of == BLUE)")),
        (String::new(), true)
    );
    let (messages, loads) = messages_for_test("assert(info(GUARD).strenght == 4)");
    assert!(!loads && messages.contains("`strenght`") && messages.contains("did you mean `strength`"), "{messages}");
    let (messages, _) = messages_for_test("assert(info(GUARD).strength == \"4\")");
    assert!(messages.contains("script::") && messages.contains("number"), "{messages}");
}

#[test]
fn undeclared_names_are_reported_with_the_place_to_declare_them() {
    let script = "step(\"own\", function()\n  need(false, WHY.nobody_rides)\n  say(TEXT.off_they_go)\nend)\n";
    let messages = crate::common::load_error(&[("scripts/demo/own.luau", script)]);
    assert!(messages.contains("`[why.nobody-rides]`, with its text as `say`"), "{messages}");
    assert!(messages.contains("`[text.off-they-go]`"), "{messages}");
}

#[test]
fn a_misspelt_option_is_not_also_reported_as_unread() {
    let board =
        "[meta]\ngame = \"demo\"\n[[option]]\nid = \"fierce\"\ntype = \"boolean\"\ndefault = false\ndoc = \"-\"\n";
    let script = "step(\"own\", function()\n  return OPTION.fiecre\nend)\n";
    let files = [("scripts/demo/own.luau", script), ("scenarios/demo/board.toml", board)];
    let messages = crate::common::load_error(&files);
    assert!(messages.contains("did you mean `fierce`?") && !messages.contains("nothing reads"), "{messages}");
}

#[test]
fn extra_arguments_of_module_functions_are_reported() {
    let module = (
        "scripts/demo/coins.luau",
        "local coins = {}\nfunction coins.most(side, least)\n  return least or value(POINTS)\nend\nfunction coins.all(...)\n  return ...\nend\nreturn coins\n",
    );
    let messages_for_call = |call: &str| {
        let script =
            format!("local coins = require(\"demo/coins\")\nstep(\"counts\", function()\n  set(TURNS, {call})\nend)\n");
        messages_with_files(&[module], &script)
    };
    let (messages, loads) = messages_for_call("coins.most(RED, 2, BLUE)");
    assert!(messages.contains("`most` of the module `demo/coins` takes 2, not 3") && !loads, "{messages}");
    assert!(messages.contains("names.luau:3:33"), "{messages}");
    for call in ["coins.most(RED, 2)", "coins.most(RED)", "coins.all(1, 2, 3)"] {
        let (messages, loads) = messages_for_call(call);
        assert!(loads && !messages.contains("takes"), "{call}: {messages}");
    }
}
