//! `cardwright new`: its packs load without diagnostics, pass their tests and can be played. A refused command
//! changes no file.

use crate::repl::{piped, text};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A working folder, with the built-in games.
struct Workspace(TempDir);

impl Workspace {
    fn new() -> Workspace {
        Workspace(tempfile::tempdir().expect("a folder for the test"))
    }
    fn path(&self) -> &Path {
        self.0.path()
    }
    /// Runs a command line in a folder. Returns its exit code and output.
    fn run_in(&self, folder: &str, line: &str) -> (i32, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(line.split(' '))
            .current_dir(self.path().join(folder))
            .env("CARDWRIGHT_DATA", self.path().join("data"))
            .env_remove("FORCE_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        let all_output = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8(all_output).expect("output is UTF-8"))
    }
    /// Runs a command line, which must succeed, and returns its output.
    #[track_caller]
    fn run(&self, line: &str) -> String {
        let (code, output) = self.run_in(".", line);
        assert_eq!(code, 0, "`{line}`:\n{output}");
        output
    }
    /// Checks that the command line fails with this text and changes no file.
    #[track_caller]
    fn assert_refused(&self, line: &str, expected: &str) {
        let before = self.files();
        let (code, output) = self.run_in(".", line);
        assert_ne!(code, 0, "`{line}`:\n{output}");
        assert!(output.contains(expected), "the output of `{line}` lacks `{expected}`:\n{output}");
        assert_eq!(self.files(), before, "`{line}` changed a file");
    }
    /// Returns all files and folders below the folder, with the text of each file.
    fn files(&self) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        let mut unread_folders = vec![self.path().to_owned()];
        while let Some(folder) = unread_folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                let is_folder = entry.file_type().is_ok_and(|file_type| file_type.is_dir());
                let text = if is_folder { String::new() } else { std::fs::read_to_string(&path).unwrap_or_default() };
                files.push((path.clone(), text));
                unread_folders.extend(is_folder.then_some(path));
            }
        }
        files.sort();
        files
    }
    /// Checks that the pack has no warning, its tests pass, and random players finish its game.
    #[track_caller]
    fn assert_works(&self, pack: &str, game: &str) {
        let checked = self.run(&format!("check {game} --pack {pack}"));
        assert!(checked.contains("no problems"), "{checked}");
        let tested = self.run(&format!("test {pack}/tests"));
        assert!(!tested.contains("failed"), "{tested}");
        let played = self.run(&format!("fuzz {game} --pack {pack} --games 4 --double-run --threads 1"));
        assert!(played.contains("dead ends  0") && played.contains("no failures"), "{played}");
    }
}

#[test]
fn a_new_game_works_before_and_after_every_kind_of_part_is_added() {
    let workspace = Workspace::new();
    let output = workspace.run("new game tiny");
    assert_eq!(output.contains("cardwright serve tiny --pack tiny"), cfg!(feature = "web"), "{output}");
    assert!(
        output.contains("✓ wrote tiny/scripts/tiny/sequence.luau")
            && output.contains("cardwright play tiny --pack tiny")
    );
    workspace.assert_works("tiny", "tiny");
    let rules = workspace.run("rules tiny --pack tiny --strict");
    assert!(rules.contains("0 not implemented or not tested, 0 stray citations"), "{rules}");
    let screen = workspace.run("play tiny --pack tiny --seed 3 --no-record");
    assert!(screen.contains("Hills     Red    2B           Red") && screen.contains("Which card?"), "{screen}");
    // Players choose cards by their points; the discards stay visible.
    assert!(screen.contains("03 Homesick (points 1)") || screen.contains("(points 2)"), "{screen}");
    let pack = workspace.path().join("tiny");
    let pack = pack.to_str().expect("a path that is text");
    let played = text(&piped(
        workspace.path(),
        &["tiny", "--pack", pack, "--seed", "3", "--no-record"],
        "#1\nshow cards\nshow standard\n",
    ));
    assert!(played.contains("discard  1 card\n"), "{played}");
    assert!(played.contains("first step  set-up"), "{played}");
    for line in [
        "new scenario late-start --pack tiny",
        "new card night-raid --pack tiny",
        "new card 11 --pack tiny --like 06 --pile hand",
        "new verb feast --pack tiny",
        "new action scout --menu actions --pack tiny",
        "new option fog --pack tiny --step turn",
        "new nonplayer raider --pack tiny",
        "new test first-move --scenario late-start --pack tiny",
    ] {
        workspace.run(line);
    }
    workspace.assert_works("tiny", "tiny");
    let shown = workspace.run("show tiny 11 --pack tiny");
    assert!(shown.contains("effects  desert bands 2"), "the effects are those of the model:\n{shown}");
    workspace.assert_refused("new nonplayer other --pack tiny", "has Non-players already");
    // The opponent of the template plays either side, and sensibly.
    for (side, other) in [("red", "blue"), ("blue", "red")] {
        let line = format!("sim tiny --pack tiny --games 60 --seat {side}=nonplayer --seat {other}=random --json");
        let summary: serde_json::Value = serde_json::from_str(&workspace.run(&line)).expect("JSON");
        let seats = summary["seats"].as_array().expect("a list");
        let own = seats.iter().find(|seat| seat["seat"] == *side).expect("the side");
        assert!(own["share"]["share"].as_f64().expect("a number") > 0.7, "{summary}");
    }
}

#[test]
fn every_kind_of_part_can_be_added_to_a_pack_for_a_game_with_cards() {
    let workspace = Workspace::new();
    workspace.run("new pack demo --game banana-wars");
    workspace.assert_works("demo", "banana-wars");
    // Within the pack, no `--pack` is needed.
    let output = std::fs::read_to_string(workspace.path().join("demo/pack.toml")).expect("written");
    assert!(
        output.contains("cards/banana-wars/*.toml") && output.contains("`cardwright new card NAME --pack demo`"),
        "{output}"
    );
    for line in [
        "new scenario start",
        "new card night-raid",
        "new verb feast",
        "new option fog",
        "new nonplayer raider",
        "new test more",
    ] {
        let (code, output) = workspace.run_in("demo", line);
        assert_eq!(code, 0, "`{line}`:\n{output}");
    }
    // Each half has its own title.
    let card =
        std::fs::read_to_string(workspace.path().join("demo/cards/banana-wars/night-raid.toml")).expect("written");
    for title in ["title = \"Night Raid (United States)\"", "title = \"Night Raid (Activista)\""] {
        assert_eq!(card.matches(title).count(), 1, "{card}");
    }
    let (code, output) = workspace.run_in("demo/cards", "new action scout --menu us-actions --title Scouts");
    assert_eq!(code, 0, "{output}");
    assert!(output.contains("✓ added to ../scripts/banana-wars/text.toml"), "{output}");
    workspace.assert_works("demo", "banana-wars");
}

#[test]
fn cards_and_verbs_cannot_be_added_to_a_pack_for_a_game_without_cards() {
    let workspace = Workspace::new();
    let output = workspace.run("new pack demo --game latin-intervention");
    assert!(output.contains("cardwright new scenario NAME --pack demo     (or action, option, test)"), "{output}");
    let output = std::fs::read_to_string(workspace.path().join("demo/pack.toml")).expect("written");
    assert!(!output.contains("card NAME") && !output.contains("cards/"), "{output}");
    for line in ["new scenario start --extends close-to-victory", "new option fog", "new action wait"] {
        workspace.run(&format!("{line} --pack demo"));
    }
    workspace.assert_works("demo", "latin-intervention");
    workspace.assert_refused("new card night-raid --pack demo", "latin-intervention has no cards");
    workspace.assert_refused("new verb feast --pack demo", "no card could use a verb");
}

#[test]
fn a_new_scenario_or_card_copies_the_values_of_its_model() {
    let workspace = Workspace::new();
    workspace.run("new pack demo --game fortress-america");
    workspace.run("new scenario s2 --extends western-front --pack demo");
    workspace.run("new card cc --like p05 --pack demo");
    let written = |path: &str| std::fs::read_to_string(workspace.path().join("demo").join(path)).expect("written");
    let scenario = written("scenarios/fortress-america/s2.toml");
    assert!(scenario.contains("# cities-to-win = 6\n"), "the value of the scenario that it extends:\n{scenario}");
    let test = written("tests/rules/fortress-america/cc.test");
    assert!(test.contains("setup    blank; partisan-deck: cc\n"), "{test}");
    workspace.assert_refused("new card dd --like pp05 --pack demo", "did you mean");
    // Without a named model, the test shows the pile from which cards are played.
    workspace.run("new card ee --pack demo");
    let test = written("tests/rules/fortress-america/ee.test");
    assert!(test.contains("setup    blank; current: ee\n"), "{test}");
}

/// The manifest of the new pack and the suggested commands name the other pack.
#[test]
fn a_pack_may_extend_a_game_of_another_pack() {
    let workspace = Workspace::new();
    workspace.run("new game tiny");
    let output = workspace.run("new pack house --game tiny --pack tiny");
    assert!(output.contains("  cardwright test house/tests --pack tiny --pack house\n"), "{output}");
    let output = workspace.run("new option fog --pack tiny --pack house");
    assert!(output.contains("  cardwright play tiny --option fog=true --pack tiny --pack house\n"), "{output}");
    assert!(
        workspace
            .files()
            .iter()
            .any(|(path, text)| path.ends_with("house/pack.toml") && text.contains("depends = [\"tiny\"]"))
    );
    let checked = workspace.run("check tiny --pack tiny --pack house");
    assert!(checked.contains("1 game and 1 scenario checked: no problems"), "{checked}");
    workspace.run("test house/tests tiny/tests --pack tiny --pack house");
    workspace.assert_refused("new option mist --pack house", "tiny");
}

#[test]
fn bad_and_unknown_names_get_suggestions() {
    let workspace = Workspace::new();
    workspace.run("new pack demo --game banana-wars");
    for (line, expected) in [
        ("new pack Demo_Pack --game banana-wars", "`demo-pack` is valid"),
        ("new pack ../out --game banana-wars", "go to `..` and use `out` there"),
        ("new game end", "`the-end` is valid"),
        ("new pack other --game banana-wrs", "did you mean `banana-wars`?"),
        ("new pack other", "name a game with `--game GAME`: `banana-wars`"),
        ("new crad x --pack demo", "a similar value exists: 'card'"),
        ("new card", "a card needs a name"),
        ("new card x", "name one with `--pack DIR`, go to its folder, or make one"),
        ("new card x --like 5x --pack demo", "did you mean `50`?"),
        ("new card x --pile hnad --pack demo", "did you mean `hand`?"),
        ("new action x --pack demo", "name a menu with `--menu MENU`"),
        ("new action x --menu us-action --pack demo", "did you mean `us-actions`?"),
        ("new option x --step us-tur --pack demo", "did you mean `us-turn`?"),
        ("new scenario x --extends standrd --pack demo", "did you mean `standard`?"),
        ("new verb x --pile hand --pack demo", "`--pile` does not apply to a verb"),
        ("new verb x --title a\"b --pack demo", "a title is one line"),
    ] {
        workspace.assert_refused(line, expected);
    }
}

#[test]
fn existing_files_are_never_overwritten() {
    let workspace = Workspace::new();
    workspace.run("new pack demo --game banana-wars");
    workspace.run("new option fog --pack demo");
    for (line, expected) in [
        ("new pack demo --game banana-wars", "demo already exists"),
        ("new game demo", "demo already exists"),
        ("new game cuba-libre", "a game or pack `cuba-libre` already exists"),
        ("new option fog --pack demo", "an option `fog` already exists"),
        ("new card 48 --pack demo", "a card `48` already exists"),
        ("new scenario standard --pack demo", "a scenario `standard` already exists"),
        ("new action bank --menu us-actions --pack demo", "an action `bank` already exists"),
        ("new verb jefe --pack demo", "a verb `jefe` already exists"),
        ("new test fog --pack demo", "fog.test already exists"),
    ] {
        workspace.assert_refused(line, expected);
    }
    // If one file of a new part cannot be written, none is written.
    let blocking_file = workspace.path().join("demo/scripts/banana-wars/verbs");
    std::fs::write(&blocking_file, "a file where a folder is to be").expect("written");
    workspace.assert_refused("new verb feast --pack demo", "verbs is not a folder");
    std::fs::remove_file(blocking_file).expect("gone");
    // If the pack already has errors, they are reported and nothing is added.
    std::fs::write(workspace.path().join("demo/scripts/banana-wars/broken.luau"), "local x = ").expect("written");
    workspace.assert_refused("new verb feast --pack demo", "broken.luau");
}

/// The command follows no symbolic link in a pack: neither the link nor its target changes.
#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let workspace = Workspace::new();
    workspace.run("new pack demo --game banana-wars");
    let outside = workspace.path().join("outside");
    std::fs::create_dir(&outside).expect("made");
    std::os::unix::fs::symlink(&outside, workspace.path().join("demo/cards")).expect("linked");
    workspace.assert_refused("new card night-raid --pack demo", "link");
    std::os::unix::fs::symlink(&outside, workspace.path().join("other")).expect("linked");
    workspace.assert_refused("new pack other --game banana-wars", "other already exists");
    assert_eq!(std::fs::read_dir(&outside).expect("a folder").count(), 0);
}

/// A new game has a generated map. The instructions in its README for drawing a map work.
#[test]
fn a_new_game_has_a_map_and_explains_how_to_draw_one() {
    let workspace = Workspace::new();
    workspace.run("new game tiny");
    workspace.run("export-board tiny worked-out.svg --pack tiny");
    let text = |path: &str| std::fs::read_to_string(workspace.path().join(path)).expect("a text");
    let readme = text("tiny/README.md");
    let command = "cardwright layout tiny --pack tiny > tiny/layouts/tiny/layout.toml";
    assert!(readme.contains(command) && readme.contains("mkdir -p tiny/layouts/tiny"), "{readme}");
    // As in a shell, the output file exists and is empty before the command reads the pack.
    std::fs::create_dir_all(workspace.path().join("tiny/layouts/tiny")).expect("made");
    let file = workspace.path().join("tiny/layouts/tiny/layout.toml");
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["layout", "tiny", "--pack", "tiny"])
        .current_dir(workspace.path())
        .env("CARDWRIGHT_DATA", workspace.path().join("data"))
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&file).expect("a file"))
        .status()
        .expect("the command runs");
    assert!(output.success());
    assert!(text("tiny/layouts/tiny/layout.toml").contains("id = \"hills\""));
    workspace.assert_works("tiny", "tiny");
    workspace.run("export-board tiny own.svg --pack tiny");
    assert_eq!(text("worked-out.svg"), text("own.svg"), "the written layout gives the same picture");
}

/// An error at the start of a game is reported once, even if five games were requested.
#[test]
fn an_error_at_the_start_is_reported_once() {
    let workspace = Workspace::new();
    workspace.run("new game tiny");
    let path = workspace.path().join("tiny/scripts/tiny/sequence.luau");
    let script = std::fs::read_to_string(&path).expect("a script");
    let broken =
        script.replace("  move_all(ASIDE, DECK)\n", "  local x = nil :: any\n  x.y = 1\n  move_all(ASIDE, DECK)\n");
    assert_ne!(broken, script);
    std::fs::write(&path, broken).expect("written");
    let (code, output) = workspace.run_in(".", "fuzz tiny --pack tiny --games 5 --threads 1");
    assert_ne!(code, 0);
    assert_eq!(output.matches("attempt to index nil").count(), 1, "{output}");
    assert!(output.contains("(and 4 games more with the same message)"), "{output}");
}

#[test]
fn scenarios_show_the_source_of_options_and_positions() {
    let workspace = Workspace::new();
    let output = workspace.run("where last-administration --game banana-wars");
    assert!(
        output.contains("scenario two-administrations: ") && output.contains("(sets last-administration=2)"),
        "{output}"
    );
    assert!(!workspace.run("where market-top --game banana-wars").contains("scenario "));
    let output = workspace.run("show banana-wars two-administrations");
    assert!(output.contains("  extends  standard\n"), "{output}");
    let arguments = ["banana-wars", "--seed", "3", "--no-record"];
    let output = text(&piped(workspace.path(), &arguments, "show two-administrations\n"));
    for part in ["  Two Administrations\n", "  extends  standard\n", "  position\n", "    haiti: agitator\n"] {
        assert!(output.contains(part), "{part}: {output}");
    }
}

/// The pack of the working folder is read by its path, even after the folder was moved away and replaced by a copy.
#[cfg(unix)]
#[test]
fn the_pack_of_the_working_folder_is_found_by_its_path() {
    use std::io::Write;
    let workspace = Workspace::new();
    workspace.run("new game tiny");
    let folder = workspace.path().join("tiny");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["play", "tiny", "--seed", "3", "--no-record"])
        .current_dir(&folder)
        .env("CARDWRIGHT_DATA", workspace.path().join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut stdout = std::io::BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    while !line.contains("Which card?") {
        line.clear();
        assert_ne!(std::io::BufRead::read_line(&mut stdout, &mut line).expect("text"), 0, "it ended");
    }
    let moved_folder = workspace.path().join("away");
    std::fs::rename(&folder, &moved_folder).expect("moved away");
    crate::reload::copy(&moved_folder, &folder);
    let texts = folder.join("scripts/tiny/text.toml");
    let text = std::fs::read_to_string(&texts).expect("texts");
    std::fs::write(&texts, text.replace("Which card?", "Which of your cards?")).expect("written");
    stdin.write_all(b"reload\nlegal\n").expect("it takes the lines");
    drop(stdin);
    let mut later_output = String::new();
    std::io::Read::read_to_string(&mut stdout, &mut later_output).expect("text");
    child.wait().expect("it ends");
    assert!(later_output.contains("Which of your cards?"), "{later_output}");
}

/// Parts of all kinds that the pack's README lists may have the same name.
#[test]
fn parts_with_the_same_name_get_separate_tests() {
    let workspace = Workspace::new();
    workspace.run("new pack my-pack --game banana-wars");
    for part in ["card", "scenario", "verb", "action --menu activista-actions", "option"] {
        let (kind, flags) = part.split_once(' ').unwrap_or((part, ""));
        workspace.run(format!("new {kind} hello --pack my-pack {flags}").trim_end());
    }
    workspace.assert_refused("new card hello --pack my-pack", "already");
    workspace.assert_works("my-pack", "banana-wars");
    let tests = workspace.path().join("my-pack/tests/rules/banana-wars");
    assert!(tests.join("hello.test").exists() && tests.join("hello-scenario.test").exists());
}
