//! Mutation tests: which planted faults the rule tests notice, and that the files of the pack do not change.
#![allow(clippy::unwrap_used)]

use crate::reload::copy;
use cardwright_content::PackSource;
use cardwright_mutate::{Error, Fate, Options, Report, run};
use cardwright_table::Library;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const SCRIPT: &str = r#"--- Adds a toll of 1 or 2 points if there are more than four.
step("toll", function()
  local n = choose(RED, numbers(1, 2))
  if value(POINTS) > 4 then
    raise(POINTS, n)
  end
  return next("toll")
end)
"#;

const RICH: &str =
    "scenario standard\n--- six points gain a toll\nsetup points 6; turn toll\nplay red: 2\nexpect points 8\n";
const POOR: &str = "--- four points gain no toll\nsetup points 4; turn toll\nplay red: 1\nexpect points 4\n";

const EQUIVALENTS: &str = r#"
[[equivalent]]
file = "scripts/demo/toll.luau"
line = "if value(POINTS) > 4 then"
was = ">"
why = "for this test"
[[equivalent]]
file = "scripts/demo/toll.luau"
line = "if value(POINTS) > 5 then"
why = "the script has no such line any more"
"#;

fn demo() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo")
}

/// Writes a pack over the demo with `SCRIPT` and these files.
fn pack(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let own =
        [("pack.toml", "id = \"toll\"\nname = \"Toll\"\nversion = \"0.1.0\"\n"), ("scripts/demo/toll.luau", SCRIPT)];
    for (path, text) in own.iter().chain(files) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn run_mutation_test(folder: &Path, options: &Options) -> Result<Report, Error> {
    let sources = [demo(), folder.to_owned()].map(PackSource::Folder);
    let library = Library::open(sources.to_vec()).unwrap();
    run(&library, "demo", options, &mut |_, _| {})
}

/// Returns options that plant faults only in `SCRIPT`.
fn toll_only() -> Options {
    Options { under: vec!["scripts/demo/toll.luau".into()], ..Options::default() }
}

/// Returns the faults that no test noticed, such as `> -> >=`.
fn survivors(report: &Report) -> Vec<String> {
    report.survivors().map(|m| format!("{} -> {}", m.was, m.becomes)).collect()
}

#[test]
fn a_fault_is_caught_if_a_test_notices_it_and_survives_otherwise() {
    let rich = pack(&[("tests/rules/demo/toll.test", RICH)]);
    let report = run_mutation_test(rich.path(), &toll_only()).unwrap();
    let survived = survivors(&report);
    assert!(survived.contains(&"> -> >=".to_owned()), "no test has four points: {survived:?}");
    let left_out = report.mutants.iter().find(|m| m.was == "raise(POINTS, n)" && m.becomes.is_empty()).unwrap();
    assert_eq!(left_out.fate, Fate::Tested { test: "toll:tests/rules/demo/toll.test:2".into() });
    assert_eq!((left_out.line, left_out.kind), (5, "statement"));
    let swapped = report.mutants.iter().find(|m| m.becomes == "n, POINTS").unwrap();
    assert!(matches!(swapped.fate, Fate::Checked { .. }), "`check` knows what `raise` takes: {swapped:?}");
    let (rate, statements) = (report.rate(), report.by_kind()["statement"]);
    assert_eq!((statements.caught, statements.planted), (1, 1));
    assert_eq!(rate.planted, rate.caught + survived.len());

    let both_tests = format!("{RICH}{POOR}");
    let better_report =
        run_mutation_test(pack(&[("tests/rules/demo/toll.test", &both_tests)]).path(), &toll_only()).unwrap();
    assert!(!survivors(&better_report).contains(&"> -> >=".to_owned()), "the second test has four points");
    assert!(better_report.rate().caught > rate.caught);
}

#[test]
fn listed_equivalents_are_skipped_and_those_without_a_line_are_reported() {
    let folder = pack(&[("tests/rules/demo/toll.test", RICH), ("tests/mutants/demo.toml", EQUIVALENTS)]);
    let report = run_mutation_test(folder.path(), &toll_only()).unwrap();
    assert_eq!(report.equivalents(), 1);
    assert!(!survivors(&report).contains(&"> -> >=".to_owned()));
    assert_eq!(report.stale, ["scripts/demo/toll.luau: if value(POINTS) > 5 then"]);
}

#[test]
fn the_seed_picks_the_faults_and_no_file_changes() {
    let folder = pack(&[("tests/rules/demo/toll.test", RICH)]);
    let drawn = |seed| run_mutation_test(folder.path(), &Options { seed, count: Some(4), ..toll_only() }).unwrap();
    assert_eq!(drawn(1), drawn(1));
    assert_eq!(drawn(1).rate().planted, 4);
    assert!((2..9).any(|seed| drawn(seed).mutants != drawn(1).mutants));
    assert_eq!(std::fs::read_to_string(folder.path().join("scripts/demo/toll.luau")).unwrap(), SCRIPT);
}

#[test]
fn no_fault_is_planted_if_tests_already_fail() {
    let wrong = pack(&[("tests/rules/demo/toll.test", &RICH.replace("points 8", "points 7"))]);
    assert!(
        matches!(run_mutation_test(wrong.path(), &toll_only()), Err(Error::FailingTest(test)) if test.ends_with("toll.test:2"))
    );
    let nowhere = Options { under: vec!["scripts/demo/tool.luau".into()], ..Options::default() };
    let fine = pack(&[("tests/rules/demo/toll.test", RICH)]);
    assert!(matches!(run_mutation_test(fine.path(), &nowhere), Err(Error::NothingToMutate { .. })));
}

#[test]
fn the_command_prints_survivors_and_rates() {
    let folder = pack(&[("tests/rules/demo/toll.test", RICH)]);
    let mutate = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.args(["mutate", "demo", "--under", "scripts/demo/toll.luau:4", "--all", "--base"]).arg(demo());
        let output = command.arg("--pack").arg(folder.path()).args(more).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, output, _) = mutate(&[]);
    assert_eq!(code, Some(0));
    assert!(
        output.contains("toll:scripts/demo/toll.luau:4:20: comparison: `>` -> `>=`\n    if value(POINTS) > 4 then\n"),
        "{output}"
    );
    assert!(output.contains("\ncaught "), "{output}");
    assert_eq!(mutate(&["--least", "100"]).0, Some(1), "fewer than 100 percent are noticed");
    let (code, _, message) = mutate(&["--kind", "comparision"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("unknown kind of fault `comparision`; did you mean `comparison`?"), "{message}");
}

#[test]
fn tests_that_a_pack_breaks_are_skipped_and_reported() {
    // This test of the game passes without the pack and fails with it.
    let game = tempfile::tempdir().unwrap();
    copy(&demo(), game.path());
    let counts = "scenario standard\n--- red may not answer 2\nexpect points 0\nrefuse red: 2\nexpect points 5\n";
    std::fs::create_dir_all(game.path().join("tests/rules/demo")).unwrap();
    std::fs::write(game.path().join("tests/rules/demo/counts.test"), counts).unwrap();
    let rich = pack(&[("tests/rules/demo/toll.test", RICH)]);
    let run_mutation_test = |pack_folder: &Path| {
        let sources = [game.path(), pack_folder].map(|path| PackSource::Folder(path.to_owned()));
        run(&Library::open(sources.to_vec()).unwrap(), "demo", &toll_only(), &mut |_, _| {})
    };
    let report = run_mutation_test(rich.path()).unwrap();
    assert_eq!(report.left_out, ["demo:tests/rules/demo/counts.test:2"]);
    assert!(report.rate().caught > 0, "the pack's own test still notices faults");
    let report_text = cardwright_mutate::render(&report);
    assert!(report_text.contains("of the game fails with these packs and is skipped"), "{report_text}");
    // Tests of the pack itself must pass.
    let wrong = pack(&[("tests/rules/demo/toll.test", &RICH.replace("points 8", "points 9"))]);
    assert!(matches!(run_mutation_test(wrong.path()), Err(Error::FailingTest(at)) if at.starts_with("toll:")));
}
