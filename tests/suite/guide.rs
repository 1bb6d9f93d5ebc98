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

/// Opens the base pack and the named example packs.
pub(crate) fn library(names: &[&str]) -> Library {
    let sources = [root().to_owned()].into_iter().chain(names.iter().map(|n| example(n)));
    Library::open(sources.map(PackSource::Folder).collect()).expect("the packs open")
}

#[track_caller]
fn assert_no_diagnostics(problems: &[Diagnostic]) {
    assert!(problems.is_empty(), "\n{}", render(problems, false));
}

/// Loads the game with the example packs, with warnings as errors, and runs the rule tests of the pack `tested`.
#[track_caller]
fn assert_works(names: &[&str], tested: &str) {
    assert_sound(&library(names), GAME, tested);
}

/// Loads a game, with warnings as errors, and runs the rule tests of an example pack.
#[track_caller]
pub(crate) fn assert_sound(library: &Library, game: &str, tested: &str) {
    let (_, _, problems) = library.load(game).unwrap_or_else(|problems| panic!("\n{}", render(&problems, false)));
    assert_no_diagnostics(&problems);
    let report = run(library, &[example(tested).join("tests")], None, &Options::default());
    assert!(!report.tests.is_empty(), "`{tested}` has no test");
    assert!(report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

/// Splits a shell line into words. Words in double quotes stay together.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    // Every second part was between quotes.
    parts
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Runs five of the commands in the guide and compares their output with the lines that the guide shows. The other
/// commands take long, or other tests run them.
#[test]
fn shell_commands_in_the_guide_print_the_output_that_the_guide_shows() {
    let page = std::fs::read_to_string(root().join("docs/designers-guide.md")).expect("the guide");
    let workspace = tempfile::tempdir().expect("a folder");
    let mut lines = page.lines().peekable();
    let mut commands = Vec::new();
    while let Some(line) = lines.next() {
        let Some(line) = line.strip_prefix("$ cardwright ") else { continue };
        let expected: Vec<&str> =
            std::iter::from_fn(|| lines.next_if(|line| !line.starts_with("```") && !line.starts_with("$ "))).collect();
        let words = words(line);
        if !["check", "show", "list", "odds", "where"].contains(&words[0].as_str()) {
            continue;
        }
        commands.push(words[0].clone());
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
        assert!(!out.trim().is_empty(), "`{line}` prints nothing");
        let printed: Vec<&str> = out.lines().map(str::trim_end).collect();
        assert!(expected.is_empty() || printed == expected, "`{line}` prints:\n{out}");
    }
    assert_eq!(commands, ["check", "show", "list", "odds", "where"]);
}

#[test]
fn the_first_pack_works() {
    assert_works(&["first-pack"], "first-pack");
}

#[test]
fn the_second_pack_works() {
    assert_works(&["second-pack"], "second-pack");
}

#[test]
fn the_third_pack_works() {
    assert_works(&["third-pack"], "third-pack");
}

#[test]
fn the_fourth_pack_works() {
    assert_works(&["fourth-pack"], "fourth-pack");
}

/// Games with a side that a script plays reach their end. Each game is played twice.
#[test]
fn games_with_a_side_played_by_scripts_reach_their_end() {
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
fn the_example_packs_work_together_in_any_order() {
    for names in [
        ["first-pack", "second-pack", "third-pack", "fourth-pack"],
        ["third-pack", "second-pack", "first-pack", "fourth-pack"],
        ["second-pack", "third-pack", "first-pack", "fourth-pack"],
    ] {
        for tested in names {
            assert_works(&names, tested);
        }
    }
}

/// Two independent packs give the same games in either order. They add an action, wrap steps, change numbers and the
/// order of administrations, and replace no script. Every game is played twice, the second time with a new VM at every
/// decision.
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
    while let Some(index) = rest.find("<!-- file: ") {
        let after = &rest[index + "<!-- file: ".len()..];
        let (path, after) = after.split_once(" -->\n```").expect("a block after the file's name");
        let (_, after) = after.split_once('\n').expect("the block's first line");
        let (block, after) = after.split_once("```\n").expect("the block's end");
        let file =
            std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}")).replace("\r\n", "\n");
        assert!(file.contains(block), "the guide shows lines that are not in {path}:\n{block}");
        checked += 1;
        rest = after;
    }
    assert!(checked > 5, "the guide shows only {checked} files");
}

/// The guide shows the real output of `fuzz`, `bench` and `compare`. `[…]` stands for parts that vary or are left out.
#[test]
fn the_guide_shows_the_output_of_fuzz_bench_and_compare() {
    let guide =
        std::fs::read_to_string(root().join("docs/designers-guide.md")).expect("the guide").replace("\r\n", "\n");
    let mut checked = 0;
    for block in guide.split("```\n").filter(|block| {
        ["$ cardwright fuzz ", "$ cardwright bench ", "$ cardwright compare "]
            .iter()
            .any(|head| block.starts_with(head))
    }) {
        for run in block.split("$ cardwright ").filter(|run| !run.is_empty()) {
            let (line, block) = run.split_once('\n').expect("a command and its output");
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_cardwright"))
                .args(shlex::split(line).expect("closed quotes"))
                .current_dir(root())
                .output()
                .expect("the command runs");
            let printed = String::from_utf8(output.stdout).expect("output is UTF-8");
            let mut rest = printed.as_str();
            for part in block.split("[…]").map(|part| part.trim_matches('\n')).filter(|part| !part.is_empty()) {
                let index = rest
                    .find(part)
                    .unwrap_or_else(|| panic!("`cardwright {line}` does not print:\n{part}\nbut:\n{printed}"));
                rest = &rest[index + part.len()..];
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 3, "the guide shows three runs");
}
