//! A misspelt name in a script cannot pass `check`: what one slip in a sound pack brings, with its place and cure; and
//! what a name that is worked out brings when the rule runs.

#![allow(clippy::unwrap_used)]

use crate::common;
use cardwright_content::{Content, Pack, PackSource, render};
use cardwright_script::{Program, RunError, Stop};
use common::at;
use std::sync::Arc;

/// A sound script that names all there is to name.
const SCRIPT: &str = r#"point "toll.paid" {
  doc = "What a march to a province costs.",
  args = { "side", "province" },
  who = "side",
  answers = "number",
}
point "landing" {
  doc = "Whether a side may land in a province.",
  args = { "province" },
  answers = "permission",
}

effect "fog" {
  ask = {
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
      turn_over(OPEN, effect.many, at, "hidden")
    end
  end,
}

step("weather", function()
  local pile, hills, red = info(CARD["01"]), info(HILLS), half(CARD["01"], RED)
  put_in_force("fog", RED)
  if is_in_force("fog") and may("landing", HILLS) and pile.number < 9 and red.title ~= "" then
    set(TURNS, ask("toll.paid", hills.population, RED, HILLS))
  end
  lift("fog")
  return next(get(TURNS) > 40 and "ten" or "red-turn")
end)
"#;

/// What is said of the demo with this script laid over it, and whether it loads.
fn said(script: &str) -> (String, bool) {
    said_beside(&[], script)
}
/// The same with more files of that pack.
fn said_beside(more: &[(&str, &str)], script: &str) -> (String, bool) {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo");
    let manifest = "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n";
    let files = [("pack.toml", manifest), ("scripts/demo/names.luau", script)];
    let memory = files.iter().chain(more).map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let packs = [PackSource::Folder(demo.into()), PackSource::Memory(memory)].map(|s| Pack::open(s).unwrap());
    let content = Content::load(&packs, "demo").0.unwrap();
    match Program::load(Arc::new(content)) {
        Ok((program, _)) => (render(&program.warnings, false), true),
        Err(problems) => (render(&problems, false), false),
    }
}

/// Slips in the script: what is written, and what instead. Only the last one still loads.
const SLIPS: [(&str, &str); 24] = [
    ("or \"red-turn\"", "or \"red-trun\""),
    ("next(get(TURNS) > 40 and \"ten\" or \"red-turn\")", "call(\"weathr\")"),
    ("is_in_force(\"fog\")", "is_in_force(\"fgo\")"),
    ("put_in_force(\"fog\", RED)", "put_in_force(\"frog\", RED)"),
    ("lift(\"fog\")", "lift(\"fogg\")"),
    ("ask(\"toll.paid\"", "ask(\"toll.piad\""),
    ("may(\"landing\"", "may(\"lading\""),
    ("may(\"landing\", HILLS)", "ask(\"landing\", true, HILLS)"),
    ("[\"toll.paid\"] =", "[\"toll.paidx\"] ="),
    ("    landing = function", "    [\"toll.paid\"] = function"),
    ("set(TURNS, ask(\"toll.paid\", hills.population, RED, HILLS))", "set(TURNS, hills.population)"),
    ("effect.where", "effect.wheer"),
    ("hills.population", "hills.popluation"),
    ("info(CARD[\"01\"]), info(HILLS)", "info(CARD[\"01\"]).nmuber, info(HILLS)"),
    ("red.title", "red.tilte"),
    ("\"hidden\")", "\"hiddne\")"),
    ("WORD.slowly", "WORD.slwoly"),
    ("turn_over(OPEN,", "turn_over(class(\"band/opne\"),"),
    ("  play = function(side, effect)\n", "  paly = true,\n  play = function(side, effect)\n"),
    ("  may = {", "  mya = {"),
    ("  who = \"side\",\n", "  whom = \"side\",\n"),
    ("  who = \"side\",\n", "  who = \"sied\",\n"),
    ("answers = \"number\"", "answers = \"nubmer\""),
    ("effect.how ~= WORD.slowly", "side ~= BLUE"),
];

#[test]
fn a_misspelt_name_cannot_pass_check() {
    assert_eq!(said(SCRIPT), (String::new(), true));
    let mut shown = String::new();
    for (n, (from, to)) in SLIPS.iter().enumerate() {
        assert!(SCRIPT.contains(from), "{from}");
        let (said, loads) = said(&SCRIPT.replacen(from, to, 1));
        assert_eq!(loads, n + 1 == SLIPS.len(), "{to}\n{said}");
        assert!(said.contains("names.luau:"), "{to}\n{said}");
        shown += &format!("{}\n  instead of {}\n\n{said}\n\n", to.trim(), from.trim());
    }
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/names.txt");
    if std::env::var_os("GOLDEN").is_some() {
        std::fs::write(golden, &shown).unwrap();
    }
    let expected = std::fs::read_to_string(golden).unwrap().replace("\r\n", "\n");
    assert!(shown == expected, "{golden}: refresh with GOLDEN=1 and read the difference");
}

/// What the rule says that fails when `step` runs.
fn fails(script: &str) -> String {
    let (_, mut vm) = common::demo(&[("scripts/demo/names.luau", script)]);
    vm.set(&at(&vm, "turn fails; points 3"));
    match vm.run() {
        Err(error @ RunError::Script { .. }) => error.with_place(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_name_that_is_worked_out_is_looked_up_when_the_rule_runs() {
    let step = |body: &str| format!("step(\"fails\", function()\n  local s = \"s\"\n  {body}\nend)\n");
    for (body, said) in [
        ("return next(\"red-trun\" .. s)", "no step is called `red-truns`; did you mean `red-turn`?"),
        ("return call(\"reroll\" .. s)", "no step is called `rerolls`; did you mean `reroll`?"),
        ("is_in_force(\"fog\" .. s)", "no effect is called `fogs`"),
        ("ask(\"toll\" .. s, 1)", "no point is called `tolls`"),
        ("may(\"toll\" .. s)", "no point is called `tolls`"),
        ("figure_of(\"sum\" .. s)", "no figure is called `sums`"),
        ("local f = \"popul\"; return info(HILLS)[f]", "a space has no field `popul`; did you mean `population`?"),
    ] {
        let told = fails(&step(body));
        assert!(told.contains(said) && told.contains("names.luau:3"), "{body}: {told}");
    }
}

#[test]
fn an_answer_of_another_type_fails_where_it_is_given() {
    let script = |answers: &str, answer: &str| {
        format!(
            "point \"toll\" {{ doc = \"x\", answers = \"{answers}\" }}\n\
             effect \"fog\" {{ ask = {{ toll = function() return {answer} end }} }}\n\
             step(\"fails\", function()\n  put_in_force(\"fog\", RED)\n  return ask(\"toll\", first(set_of()))\nend)\n"
        )
    };
    for (answers, answer, said) in [
        ("number", "HILLS", "the effect `fog` answers `toll` with the space `hills`: expected a number"),
        ("number", "nil", "the effect `fog` answers `toll` with nothing: expected a number"),
        ("number", "true", "the effect `fog` answers `toll` with `true`: expected a number"),
        ("truth", "1", "the effect `fog` answers `toll` with the number 1: expected `true` or `false`"),
        ("space", "RED", "the effect `fog` answers `toll` with the side `red`: expected a space"),
        ("class", "RED", "the effect `fog` answers `toll` with the side `red`: expected a piece class"),
        ("set", "PORT", "the effect `fog` answers `toll` with the space `port`: expected a set"),
    ] {
        let told = fails(&script(answers, answer));
        assert!(told.contains(said) && told.contains("names.luau:5"), "{answers} {answer}: {told}");
    }
}

#[test]
fn a_point_hears_only_those_it_is_for() {
    let script = r#"
point "own" { doc = "x", args = { "side", "n" }, who = "side", answers = "number" }
point "any" { doc = "x", args = { "side" }, answers = "number" }
point "leave" { doc = "x", args = { "side" }, who = "side", answers = "permission" }
effect "fog" {
  ask = {
    own = function(side, param, value, asked, n) return value + n end,
    any = function(side, param, value) return value + 1 end,
  },
  may = { leave = function() return false end },
}
step("heard", function()
  put_in_force("fog", BLUE)
  set(TURNS, ask("own", 1000, RED, 7) + ask("own", 100, BLUE, 7) + ask("any", 10, RED))
  assert(may("leave", RED) and not may("leave", BLUE), "blue alone may not leave")
  return next("red-turn")
end)
"#;
    let (program, mut vm) = common::demo(&[("scripts/demo/names.luau", script)]);
    vm.set(&at(&vm, "turn heard; points 3; seed 7"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(vm.evaluate("get(TURNS)").unwrap(), "1118");
    let own = program.points.iter().find(|point| point.name == "own").unwrap();
    assert_eq!(own.asked, ["more:scripts/demo/names.luau:14"; 2]);
    assert_eq!(own.answered, ["fog"]);
    let again = program.vm().unwrap();
    assert_eq!(again.program().points, program.points);
}

#[test]
fn declared_data_of_pieces_is_known_by_name_and_type() {
    let board = "[meta]\ngame = \"demo\"\n[pieces]\ndata = { strength = \"integer\", of = { id = \"side\" } }\n\
                 [[piece]]\nid = \"band\"\ndata = { of = \"red\" }\n\
                 face_data = { hidden = { strength = 1 }, open = { strength = 2 } }\n\
                 [[piece]]\nid = \"guard\"\ndata = { strength = 4, of = \"blue\" }\n\
                 face_data = { worn = { strength = 3 } }\n";
    let with = |test: &str| {
        let script = format!("local function all()\n  {test}\nend\nall()\nreturn {{}}\n");
        said_beside(&[("scenarios/demo/board/pieces.toml", board)], &script)
    };
    let sum =
        "info(HIDDEN).strength + info(OPEN).strength + info(GUARD).strength + info(class(\"guard/worn\")).strength";
    assert_eq!(
        with(&format!("assert({sum} == 10 and info(HIDDEN).of == RED and info(GUARD).of == BLUE)")),
        (String::new(), true)
    );
    let (told, loads) = with("assert(info(GUARD).strenght == 4)");
    assert!(!loads && told.contains("`strenght`") && told.contains("did you mean `strength`"), "{told}");
    let (told, _) = with("assert(info(GUARD).strength == \"4\")");
    assert!(told.contains("script::") && told.contains("number"), "{told}");
}

#[test]
fn what_is_not_declared_is_told_where_it_would_be() {
    let script = "step(\"own\", function()\n  need(false, WHY.nobody_rides)\n  say(TEXT.off_they_go)\nend)\n";
    let told = crate::common::refused(&[("scripts/demo/own.luau", script)]);
    assert!(told.contains("`[why.nobody-rides]`, with what it says as `say`"), "{told}");
    assert!(told.contains("`[text.off-they-go]`"), "{told}");
}

#[test]
fn an_option_that_is_misspelt_where_it_is_read_is_not_also_unread() {
    let board =
        "[meta]\ngame = \"demo\"\n[[option]]\nid = \"fierce\"\ntype = \"truth\"\ndefault = false\ndoc = \"-\"\n";
    let script = "step(\"own\", function()\n  return OPTION.fiecre\nend)\n";
    let files = [("scripts/demo/own.luau", script), ("scenarios/demo/board.toml", board)];
    let told = crate::common::refused(&files);
    assert!(told.contains("did you mean `fierce`?") && !told.contains("nothing reads"), "{told}");
}

#[test]
fn a_function_of_a_module_is_given_no_more_than_it_takes() {
    let module = (
        "scripts/demo/coins.luau",
        "local coins = {}\nfunction coins.most(side, least)\n  return least or value(POINTS)\nend\nfunction coins.all(...)\n  return ...\nend\nreturn coins\n",
    );
    let called = |call: &str| {
        let script =
            format!("local coins = require(\"demo/coins\")\nstep(\"counts\", function()\n  set(TURNS, {call})\nend)\n");
        said_beside(&[module], &script)
    };
    let (told, loads) = called("coins.most(RED, 2, BLUE)");
    assert!(told.contains("`most` of the module `demo/coins` takes 2, not 3") && !loads, "{told}");
    assert!(told.contains("names.luau:3:33"), "{told}");
    for call in ["coins.most(RED, 2)", "coins.most(RED)", "coins.all(1, 2, 3)"] {
        let (told, loads) = called(call);
        assert!(loads && !told.contains("takes"), "{call}: {told}");
    }
}
