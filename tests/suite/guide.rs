//! The example packs of the designer's guide load over the base pack without diagnostics, and their rule tests pass.

use cardwright_content::{Diagnostic, PackSource, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_table::Library;
use std::path::{Path, PathBuf};

const GAME: &str = "banana-wars";

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn example(name: &str) -> PathBuf {
    root().join("docs/examples").join(name)
}

/// The base pack with examples over it.
pub(crate) fn library(names: &[&str]) -> Library {
    let sources = [root().to_owned()].into_iter().chain(names.iter().map(|n| example(n)));
    Library::open(sources.map(PackSource::Folder).collect()).expect("the packs open")
}

#[track_caller]
fn assert_no_diagnostics(problems: &[Diagnostic]) {
    assert!(problems.is_empty(), "\n{}", render(problems, false));
}

/// Loads the examples over the base pack, treating warnings as errors, and runs the rule tests of one of them.
#[track_caller]
fn works(names: &[&str], tested: &str) {
    is_sound(&library(names), GAME, tested);
}

/// Loads a game, treating warnings as errors, and runs the rule tests of an example.
#[track_caller]
pub(crate) fn is_sound(library: &Library, game: &str, tested: &str) {
    let (_, _, problems) = library.load(game).unwrap_or_else(|all| panic!("\n{}", render(&all, false)));
    assert_no_diagnostics(&problems);
    let report = run(library, &[example(tested).join("tests")], None, &Options::default());
    assert!(!report.tests.is_empty(), "`{tested}` has no test");
    assert!(report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

/// Splits a shell line into words, with quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Runs the guide's shell commands and compares their output with the lines below them, if any. It skips runs of
/// hundreds of games, and tests that run elsewhere.
#[test]
fn shell_commands_of_the_guide_print_what_it_shows() {
    let page = std::fs::read_to_string(root().join("docs/designers-guide.md")).expect("the guide");
    let workspace = tempfile::tempdir().expect("a folder");
    let mut lines = page.lines().peekable();
    let mut asked = Vec::new();
    while let Some(line) = lines.next() {
        let Some(line) = line.strip_prefix("$ cardwright ") else { continue };
        let told: Vec<&str> =
            std::iter::from_fn(|| lines.next_if(|line| !line.starts_with("```") && !line.starts_with("$ "))).collect();
        let words = words(line);
        if !["check", "show", "list", "odds", "where"].contains(&words[0].as_str()) {
            continue;
        }
        asked.push(words[0].clone());
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(&words)
            .current_dir(root())
            .env("CARDWRIGHT_DATA", workspace.path())
            .env_remove("FORCE_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .output()
            .expect("the command runs");
        let (out, problem) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "`{line}`: {problem}");
        assert!(!out.trim().is_empty(), "`{line}` says nothing");
        let said: Vec<&str> = out.lines().map(str::trim_end).collect();
        assert!(told.is_empty() || said == told, "`{line}` says:\n{out}");
    }
    assert_eq!(asked, ["check", "show", "list", "odds", "where"]);
}

#[test]
fn the_first_pack_works() {
    works(&["first-pack"], "first-pack");
}

#[test]
fn the_second_pack_works() {
    works(&["second-pack"], "second-pack");
}

#[test]
fn the_third_pack_works() {
    works(&["third-pack"], "third-pack");
}

#[test]
fn the_fourth_pack_works() {
    works(&["fourth-pack"], "fourth-pack");
}

/// A side played by scripts finishes games in every scenario, each played twice. It is left alone where people sit.
#[test]
fn a_side_played_by_scripts_finishes_games() {
    let library = library(&["fourth-pack"]);
    let nonplayers = vec!["activista".to_owned()];
    let options = FuzzOptions { games: 6, seed: 3, double_run: true, threads: 2, nonplayers, ..FuzzOptions::default() };
    let report = fuzz(&library, GAME, &options, &mut |_| {}).unwrap_or_else(|e| panic!("\n{}", render(&e, false)));
    let failures: Vec<&str> = report.failures.iter().map(|f| f.message.as_str()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!((report.games, report.unsupported), (6, 0));
    // No script plays the United States.
    let nonplayers = vec!["us".to_owned()];
    let report = fuzz(&library, GAME, &FuzzOptions { games: 1, nonplayers, ..FuzzOptions::default() }, &mut |_| {});
    assert_eq!(report.map(|report| (report.unsupported, report.decisions)).ok(), Some((1, 0)));
}

#[test]
fn all_work_together_in_any_order() {
    for names in [
        ["first-pack", "second-pack", "third-pack", "fourth-pack"],
        ["third-pack", "second-pack", "first-pack", "fourth-pack"],
        ["second-pack", "third-pack", "first-pack", "fourth-pack"],
    ] {
        for tested in names {
            works(&names, tested);
        }
    }
}

/// Two independent packs together: an added action, wrapped steps, changed numbers, another order of administrations,
/// and no copied script. Every game is played twice, the second time with a new VM at every decision, also within a
/// wrapped step. The order of the packs does not matter.
#[test]
fn independent_packs_work_together_in_either_order() {
    let play = |names: &[&str]| {
        let library = library(names);
        let options = FuzzOptions { games: 12, seed: 3, double_run: true, threads: 2, ..FuzzOptions::default() };
        let report = fuzz(&library, GAME, &options, &mut |_| {}).unwrap_or_else(|e| panic!("\n{}", render(&e, false)));
        let failures: Vec<&str> = report.failures.iter().map(|f| f.message.as_str()).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        let (program, _, _) = library.load(GAME).expect("a sound game");
        let menu = program.menus.iter().find(|m| m.name == "activista-actions").expect("the menu");
        assert!(menu.actions.ends_with(&["send-funds".into(), "end-turn".into()]), "{:?}", menu.actions);
        assert!(program.registered.iter().any(|r| r.kind == "after" && r.id == "step us-draw"));
        assert!(names.iter().all(|name| library.packs.iter().any(|p| p.id == *name && p.replaces.is_empty())));
        (report.wins, report.decisions)
    };
    assert_eq!(play(&["second-pack", "third-pack"]), play(&["third-pack", "second-pack"]));
}

/// Each code block in the guide that names an example's file is found in that file.
#[test]
fn the_guide_shows_the_files_as_they_are() {
    let guide =
        std::fs::read_to_string(root().join("docs/designers-guide.md")).expect("the guide").replace("\r\n", "\n");
    let mut checked = 0;
    let mut rest = guide.as_str();
    while let Some(at) = rest.find("<!-- file: ") {
        let after = &rest[at + "<!-- file: ".len()..];
        let (path, after) = after.split_once(" -->\n```").expect("a block after the file's name");
        let (_, after) = after.split_once('\n').expect("the block's first line");
        let (shown, after) = after.split_once("```\n").expect("the block's end");
        let file =
            std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}")).replace("\r\n", "\n");
        assert!(file.contains(shown), "the guide shows of {path} what is not in it:\n{shown}");
        checked += 1;
        rest = after;
    }
    assert!(checked > 5, "the guide names its files: {checked}");
}

/// The guide's output of `fuzz` and `bench` is real; `[…]` stands for parts that are left out or depend on the machine.
#[test]
fn the_guide_shows_runs_as_they_are() {
    let guide =
        std::fs::read_to_string(root().join("docs/designers-guide.md")).expect("the guide").replace("\r\n", "\n");
    let mut checked = 0;
    for block in guide
        .split("```\n")
        .filter(|block| ["$ cardwright fuzz ", "$ cardwright bench "].iter().any(|head| block.starts_with(head)))
    {
        for run in block.split("$ cardwright ").filter(|run| !run.is_empty()) {
            let (line, shown) = run.split_once('\n').expect("a command and what it says");
            let done = std::process::Command::new(env!("CARGO_BIN_EXE_cardwright"))
                .args(line.split_whitespace())
                .current_dir(root())
                .output()
                .expect("the command runs");
            let said = String::from_utf8(done.stdout).expect("output is UTF-8");
            let mut rest = said.as_str();
            for part in shown.split("[…]").map(|part| part.trim_matches('\n')).filter(|part| !part.is_empty()) {
                let at = rest
                    .find(part)
                    .unwrap_or_else(|| panic!("`cardwright {line}` does not say:\n{part}\nbut:\n{said}"));
                rest = &rest[at + part.len()..];
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 4, "the runs that the guide shows");
}
