//! Figures: their values, their audience, and failures.
#![allow(clippy::unwrap_used)]

use crate::common::{self, full_hash, play, position_at, rows};
use cardwright_content::{Content, Pack, PackSource, render};
use cardwright_script::{FigureValue, Program, Stop, Vm};
use std::sync::Arc;

const TEXTS: &str = "[text.strength]\nsay = \"{1} has {2}\"\n";

const FIGURES: &str = r#"
figure "sum" {
  doc = "Unrest, all in all.",
  audience = "all",
  value = function()
    return total(UNREST, PROVINCES)
  end,
}
figure "strength" {
  on = "side",
  audience = "owner",
  value = function(side)
    return { TEXT.strength, side, count(PROVINCES, side) }
  end,
}
figure "holder" {
  on = { "province" },
  audience = "all",
  value = function(province)
    if has(province, RED) then
      return RED
    end
    return nil
  end,
}
figure "guarded" {
  audience = "none",
  value = function()
    return keep(PROVINCES, has_piece(GUARD))
  end,
}
figure "all-quiet" {
  audience = "all",
  value = function()
    return { total(UNREST, PROVINCES) == 0, { TEXT.strength, RED, figure_of("sum") } }
  end,
}
"#;

fn demo(script: &str) -> (Arc<Program>, Vm) {
    common::demo(&[("scripts/demo/figures.luau", script), ("scripts/demo/text.toml", TEXTS)])
}

/// Returns the values of a figure as text: for the game one value, otherwise one for each side or space.
fn figure_text(vm: &mut Vm, name: &str) -> Vec<String> {
    let board = vm.board().clone();
    let index = vm.program().figures.iter().position(|figure| figure.name == name).unwrap();
    fn value_text(board: &cardwright_state::Board, value: &FigureValue) -> String {
        match value {
            FigureValue::Nothing => "-".into(),
            FigureValue::Boolean(boolean) => boolean.to_string(),
            FigureValue::Value(val) => board.text(*val),
            FigureValue::Text(line) => {
                let subjects: Vec<String> = line.subjects.iter().map(|v| board.text(*v)).collect();
                format!("{}({})", board.labels[line.text].id, subjects.join(" "))
            }
            FigureValue::List(items) => items.iter().map(|item| value_text(board, item)).collect::<Vec<_>>().join(", "),
            FigureValue::Failed(why) => format!("? {why}"),
        }
    }
    vm.figures()[index].iter().map(|value| value_text(&board, value)).collect()
}

#[test]
fn a_figure_has_one_value_for_the_game_or_one_for_each_side_or_space() {
    let (_, mut vm) = demo(FIGURES);
    let position = position_at(&vm, "turn red-turn; points 3; hills: 2 open, unrest 2; port: hidden, guard");
    vm.set_position(&position);
    assert_eq!(figure_text(&mut vm, "sum"), ["2"], "figures work before the first run");
    vm.run().unwrap();
    assert_eq!(figure_text(&mut vm, "sum"), ["2"]);
    assert_eq!(figure_text(&mut vm, "strength"), ["strength(red 3)", "strength(blue 1)"]);
    assert_eq!(figure_text(&mut vm, "holder"), ["red", "red", "-", "-"]);
    assert_eq!(figure_text(&mut vm, "guarded"), ["port"]);
    assert_eq!(figure_text(&mut vm, "all-quiet"), ["false, strength(red 2)"]);
    assert_eq!(vm.evaluate("figure_of(\"holder\", HILLS)").as_deref(), Ok("red"));
    assert!(vm.evaluate("figure_of(\"holdr\")").unwrap_err().contains("no figure is called `holdr`"));
}

#[test]
fn only_the_audience_of_a_figure_may_read_it() {
    let (program, vm) = demo(FIGURES);
    let side = |id: &str| vm.board().side(id);
    let may_read = |name: &str, viewer, subject| {
        program.figures.iter().find(|figure| figure.name == name).unwrap().is_for(viewer, subject)
    };
    assert!(may_read("sum", None, 0) && may_read("sum", side("blue"), 0));
    assert!(
        may_read("strength", side("red"), 0)
            && !may_read("strength", side("blue"), 0)
            && !may_read("strength", None, 0)
    );
    assert!(!may_read("guarded", side("red"), 0));
}

#[test]
fn computing_figures_does_not_change_the_game() {
    let (_, mut vm) = demo(FIGURES);
    let position = position_at(&vm, "turn red-turn; points 3; hills: 2 open");
    vm.set_position(&position);
    vm.run().unwrap();
    let (before, rows_before, calls) = (full_hash(&vm), rows(&vm), vm.counts().0);
    vm.figures();
    assert_eq!((full_hash(&vm), rows(&vm), vm.counts().0), (before, rows_before, calls));
    assert_eq!(play(&mut vm, "raise port"), Ok(Stop::Choice));
}

#[test]
fn a_failing_figure_affects_neither_the_game_nor_other_figures() {
    let script = r#"
local function public(name, value)
  figure(name)({ audience = "all", value = value })
end
public("raises-points", function() raise(POINTS, 1) return 1 end)
public("supposes", function() return suppose(function() raise(POINTS, 1) return value(POINTS) end) end)
public("raises-an-error", function() return suppose(function() raise(POINTS, 1) error("broken") end) end)
public("returns-a-string", function() return "three" end)
public("returns-an-unknown-handle", function() return first(set_of(PORT)) + 500 end)
public("asks", function() return choose(RED, numbers(1, 2)) end)
public("rolls", function() return roll(D6, 1)[1] end)
public("offers", function() offer(WORD.keep) return 7 end)
public("reads-a-failing-figure", function() return figure_of("raises-points") end)
public("returns-a-number", function() return 5 end)
"#;
    let (_, mut vm) = demo(script);
    let position = position_at(&vm, "turn red-turn; points 3; hills: 2 open");
    vm.set_position(&position);
    vm.run().unwrap();
    let (before, rows_before) = (full_hash(&vm), rows(&vm));
    for name in [
        "raises-points",
        "raises-an-error",
        "returns-a-string",
        "returns-an-unknown-handle",
        "asks",
        "rolls",
        "reads-a-failing-figure",
    ] {
        let figure_text = figure_text(&mut vm, name);
        assert!(figure_text[0].starts_with("? "), "{name}: {figure_text:?}");
    }
    let broken = figure_text(&mut vm, "raises-an-error");
    assert!(broken[0].contains("figures.luau:7: broken"), "{broken:?}");
    assert_eq!(figure_text(&mut vm, "supposes"), ["4"]);
    assert_eq!(figure_text(&mut vm, "offers"), ["7"]);
    assert_eq!(figure_text(&mut vm, "returns-a-number"), ["5"]);
    assert_eq!((full_hash(&vm), rows(&vm)), (before, rows_before), "the choice is unchanged");
    assert_eq!(play(&mut vm, "raise port"), Ok(Stop::Choice));
}

#[test]
fn a_figure_over_the_time_limit_is_not_called_again_by_the_clock() {
    let script = r#"
figure "endless" {
  on = "side",
  audience = "all",
  value = function()
    while true do
      count(PORT, GUARD)
      keep(PROVINCES, has_piece(GUARD))
    end
  end,
}
"#;
    let (_, mut vm) = demo(script);
    let position = position_at(&vm, "turn red-turn; points 3; hills: 2 open");
    vm.set_position(&position);
    vm.run().unwrap();
    let first_start = std::time::Instant::now();
    assert!(figure_text(&mut vm, "endless").iter().all(|t| t.starts_with("? ")));
    let second_start = std::time::Instant::now();
    assert!(figure_text(&mut vm, "endless").iter().all(|t| t.starts_with("? ")));
    assert!(second_start.elapsed() < second_start - first_start, "it is called again");
    assert_eq!(play(&mut vm, "raise port"), Ok(Stop::Choice));
}

#[test]
fn an_invalid_figure_does_not_load() {
    for (definition, problem) in [
        ("value = function() return 1 end", "has no `audience`"),
        ("audience = \"owner\", value = function() return 1 end", "which needs `on = \"side\"`"),
        ("audience = \"all\"", "has no function `value`"),
        ("audience = \"all\", on = \"provnce\", value = print", "did you mean `province`?"),
        ("audience = \"all\", vlaue = 1", "has a key `vlaue`"),
        ("audience = \"none\", evaluates = true, value = print", "on = \"side\""),
        ("audience = \"none\", evaluates = 1, on = \"side\", value = print", "evaluates"),
        ("audience = \"all\", odds = true, value = print", "which needs `during`"),
        ("audience = \"all\", on = \"side\", during = { \"red-turn\" }, value = print", "which needs `on = \"game\"`"),
        ("audience = \"all\", during = \"red-turn\", value = print", "not a list of steps"),
        ("audience = \"all\", during = { \"rde-turn\" }, value = print", "did you mean"),
        ("audience = \"all\", value = print } figure \"sum\" {", "is registered twice"),
    ] {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo");
        let script = format!("figure \"sum\" {{ {} }}\n", definition.replace("print", "function() return 1 end"));
        let files = [
            ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n"),
            ("scripts/demo/figures.luau", &script),
        ];
        let memory = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
        let packs =
            [PackSource::Folder(demo.into()), PackSource::Memory(memory)].map(|source| Pack::open(source).unwrap());
        let content = Content::load(&packs, "demo").0.unwrap();
        let problems =
            Program::load(Arc::new(content)).err().map(|problems| render(&problems, false)).unwrap_or_default();
        let one_line: String = problems.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(one_line.contains("the figure `sum`") && one_line.contains(problem), "{definition}: {problems}");
    }
}

#[test]
fn a_figure_knows_its_script_line() {
    let (program, _) = demo(FIGURES);
    assert!(
        program
            .registered
            .iter()
            .any(|r| r.kind == "figure" && r.id == "sum" && r.script_line.contains("figures.luau:"))
    );
}
