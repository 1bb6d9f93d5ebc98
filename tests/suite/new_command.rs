//! `cardwright new`: its packs load without diagnostics, pass their tests and can be played. A refusal leaves no trace.

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
    fn within(&self, folder: &str, line: &str) -> (i32, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(line.split(' '))
            .current_dir(self.path().join(folder))
            .env("CARDWRIGHT_DATA", self.path().join("data"))
            .env_remove("FORCE_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8(text).expect("output is UTF-8"))
    }
    #[track_caller]
    fn done(&self, line: &str) -> String {
        let (code, told) = self.within(".", line);
        assert_eq!(code, 0, "`{line}`:\n{told}");
        told
    }
    /// The line is refused with these words, and no file changes.
    #[track_caller]
    fn refused(&self, line: &str, words: &str) {
        let before = self.files();
        let (code, told) = self.within(".", line);
        assert_ne!(code, 0, "`{line}`:\n{told}");
        assert!(told.contains(words), "`{line}` says no `{words}`:\n{told}");
        assert_eq!(self.files(), before, "`{line}` left something");
    }
    /// All files in the folder, with their text.
    fn files(&self) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        let mut open = vec![self.path().to_owned()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                let is_folder = entry.file_type().is_ok_and(|of| of.is_dir());
                let text = if is_folder { String::new() } else { std::fs::read_to_string(&path).unwrap_or_default() };
                files.push((path.clone(), text));
                open.extend(is_folder.then_some(path));
            }
        }
        files.sort();
        files
    }
    /// The pack has no warning, its tests pass, and random players finish its game.
    #[track_caller]
    fn works(&self, pack: &str, game: &str) {
        let checked = self.done(&format!("check {game} --pack {pack}"));
        assert!(checked.contains("no problems"), "{checked}");
        let tested = self.done(&format!("test {pack}/tests"));
        assert!(!tested.contains("failed"), "{tested}");
        let played = self.done(&format!("fuzz {game} --pack {pack} --games 4 --double-run --threads 1"));
        assert!(played.contains("dead ends  0") && played.contains("no failures"), "{played}");
    }
}

#[test]
fn a_new_game_plays_and_accepts_every_part() {
    let workspace = Workspace::new();
    let told = workspace.done("new game tiny");
    assert_eq!(told.contains("cardwright serve tiny --pack tiny"), cfg!(feature = "web"), "{told}");
    assert!(
        told.contains("✓ wrote tiny/scripts/tiny/sequence.luau") && told.contains("cardwright play tiny --pack tiny")
    );
    workspace.works("tiny", "tiny");
    let rules = workspace.done("rules tiny --pack tiny --strict");
    assert!(rules.contains("0 not implemented or not tested, 0 stray citations"), "{rules}");
    let screen = workspace.done("play tiny --pack tiny --seed 3 --no-record");
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
        "new test first-move --scenario late-start --pack tiny",
    ] {
        workspace.done(line);
    }
    workspace.works("tiny", "tiny");
    let shown = workspace.done("show tiny 11 --pack tiny");
    assert!(shown.contains("desert bands = 2"), "the model's effects:\n{shown}");
}

#[test]
fn a_new_pack_takes_every_part_of_a_game_with_cards() {
    let workspace = Workspace::new();
    workspace.done("new pack demo --game banana-wars");
    workspace.works("demo", "banana-wars");
    // Within the pack, no `--pack` is needed.
    let told = std::fs::read_to_string(workspace.path().join("demo/pack.toml")).expect("written");
    assert!(
        told.contains("cards/banana-wars/*.toml") && told.contains("`cardwright new card NAME --pack demo`"),
        "{told}"
    );
    for line in ["new scenario start", "new card night-raid", "new verb feast", "new option fog", "new test more"] {
        let (code, told) = workspace.within("demo", line);
        assert_eq!(code, 0, "`{line}`:\n{told}");
    }
    // Each half has its own title.
    let card =
        std::fs::read_to_string(workspace.path().join("demo/cards/banana-wars/night-raid.toml")).expect("written");
    for title in ["title = \"Night Raid (United States)\"", "title = \"Night Raid (Activista)\""] {
        assert_eq!(card.matches(title).count(), 1, "{card}");
    }
    let (code, told) = workspace.within("demo/cards", "new action scout --menu us-actions --title Scouts");
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("✓ added to ../scripts/banana-wars/text.toml"), "{told}");
    workspace.works("demo", "banana-wars");
}

#[test]
fn a_new_pack_takes_what_a_game_without_cards_can_have() {
    let workspace = Workspace::new();
    let told = workspace.done("new pack demo --game latin-intervention");
    assert!(told.contains("cardwright new scenario NAME --pack demo     (or action, option, test)"), "{told}");
    let told = std::fs::read_to_string(workspace.path().join("demo/pack.toml")).expect("written");
    assert!(!told.contains("card NAME") && !told.contains("cards/"), "{told}");
    for line in ["new scenario start --extends close-to-victory", "new option fog", "new action wait"] {
        workspace.done(&format!("{line} --pack demo"));
    }
    workspace.works("demo", "latin-intervention");
    workspace.refused("new card night-raid --pack demo", "latin-intervention has no cards");
    workspace.refused("new verb feast --pack demo", "no card could use a verb");
}

#[test]
fn a_thing_made_like_another_starts_and_plays_like_it() {
    let workspace = Workspace::new();
    workspace.done("new pack demo --game fortress-america");
    workspace.done("new scenario s2 --extends western-front --pack demo");
    workspace.done("new card cc --like p05 --pack demo");
    let written = |path: &str| std::fs::read_to_string(workspace.path().join("demo").join(path)).expect("written");
    let scenario = written("scenarios/fortress-america/s2.toml");
    assert!(scenario.contains("# cities-to-win = 6\n"), "as the scenario that it extends:\n{scenario}");
    let test = written("tests/rules/fortress-america/cc.test");
    assert!(test.contains("setup    blank; partisan-deck: cc\n"), "{test}");
    workspace.refused("new card dd --like pp05 --pack demo", "did you mean");
}

/// A pack over a game that itself comes from a pack says so, and so do the suggested commands.
#[test]
fn a_pack_may_lie_over_a_pack() {
    let workspace = Workspace::new();
    workspace.done("new game tiny");
    let told = workspace.done("new pack house --game tiny --pack tiny");
    assert!(told.contains("  cardwright test house/tests --pack tiny --pack house\n"), "{told}");
    let told = workspace.done("new option fog --pack tiny --pack house");
    assert!(told.contains("  cardwright play tiny --option fog=true --pack tiny --pack house\n"), "{told}");
    assert!(
        workspace
            .files()
            .iter()
            .any(|(at, text)| at.ends_with("house/pack.toml") && text.contains("depends = [\"tiny\"]"))
    );
    let checked = workspace.done("check tiny --pack tiny --pack house");
    assert!(checked.contains("1 game and 1 scenario checked: no problems"), "{checked}");
    workspace.done("test house/tests tiny/tests --pack tiny --pack house");
    workspace.refused("new option mist --pack house", "tiny");
}

#[test]
fn bad_and_unknown_names_get_suggestions() {
    let workspace = Workspace::new();
    workspace.done("new pack demo --game banana-wars");
    for (line, words) in [
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
        workspace.refused(line, words);
    }
}

#[test]
fn existing_files_are_never_overwritten() {
    let workspace = Workspace::new();
    workspace.done("new pack demo --game banana-wars");
    workspace.done("new option fog --pack demo");
    for (line, words) in [
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
        workspace.refused(line, words);
    }
    // One unknown file is in the way, so none of the others is written either.
    let in_the_way = workspace.path().join("demo/scripts/banana-wars/verbs");
    std::fs::write(&in_the_way, "a file where a folder is to be").expect("written");
    workspace.refused("new verb feast --pack demo", "verbs is not a folder");
    std::fs::remove_file(in_the_way).expect("gone");
    // Existing errors are reported, and nothing is added.
    std::fs::write(workspace.path().join("demo/scripts/banana-wars/broken.luau"), "local x = ").expect("written");
    workspace.refused("new verb feast --pack demo", "broken.luau");
}

/// A link in a pack is never followed: neither it nor its target changes.
#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let workspace = Workspace::new();
    workspace.done("new pack demo --game banana-wars");
    let outside = workspace.path().join("outside");
    std::fs::create_dir(&outside).expect("made");
    std::os::unix::fs::symlink(&outside, workspace.path().join("demo/cards")).expect("linked");
    workspace.refused("new card night-raid --pack demo", "link");
    std::os::unix::fs::symlink(&outside, workspace.path().join("other")).expect("linked");
    workspace.refused("new pack other --game banana-wars", "other already exists");
    assert_eq!(std::fs::read_dir(&outside).expect("a folder").count(), 0);
}

/// A new game has a generated map. Its README describes how to draw your own, and the description works.
#[test]
fn a_new_game_has_a_map_and_explains_how_to_draw_one() {
    let workspace = Workspace::new();
    workspace.done("new game tiny");
    workspace.done("export-board tiny worked-out.svg --pack tiny");
    let text = |path: &str| std::fs::read_to_string(workspace.path().join(path)).expect("a text");
    let readme = text("tiny/README.md");
    let begin = "cardwright layout tiny --pack tiny > tiny/layouts/tiny/layout.toml";
    assert!(readme.contains(begin) && readme.contains("mkdir -p tiny/layouts/tiny"), "{readme}");
    // Like a shell: the file exists, and is empty, before the command reads the pack.
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
    workspace.works("tiny", "tiny");
    workspace.done("export-board tiny own.svg --pack tiny");
    assert_eq!(text("worked-out.svg"), text("own.svg"), "it begins with the same picture");
}

/// An error that keeps a game from starting is reported once, however many games were requested.
#[test]
fn an_error_at_the_start_is_reported_once() {
    let workspace = Workspace::new();
    workspace.done("new game tiny");
    let path = workspace.path().join("tiny/scripts/tiny/sequence.luau");
    let script = std::fs::read_to_string(&path).expect("a script");
    let broken =
        script.replace("  move_all(ASIDE, DECK)\n", "  local x = nil :: any\n  x.y = 1\n  move_all(ASIDE, DECK)\n");
    assert_ne!(broken, script);
    std::fs::write(&path, broken).expect("written");
    let (code, told) = workspace.within(".", "fuzz tiny --pack tiny --games 5 --threads 1");
    assert_ne!(code, 0);
    assert_eq!(told.matches("attempt to index nil").count(), 1, "{told}");
    assert!(told.contains("(and 4 games more with the same message)"), "{told}");
}

/// A scenario overrides options, and says which scenario it extends.
#[test]
fn scenarios_show_the_source_of_options_and_positions() {
    let workspace = Workspace::new();
    let told = workspace.done("where last-administration --game banana-wars");
    assert!(told.contains("scenario two-administrations: ") && told.contains("(sets last-administration=2)"), "{told}");
    assert!(!workspace.done("where market-top --game banana-wars").contains("scenario "));
    let told = workspace.done("show banana-wars two-administrations");
    assert!(told.contains("  extends      standard\n"), "{told}");
    let arguments = ["banana-wars", "--seed", "3", "--no-record"];
    let told = text(&piped(workspace.path(), &arguments, "show two-administrations\n"));
    for part in ["  Two Administrations\n", "  extends  standard\n", "  position\n", "    haiti: agitator\n"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

/// The pack of the working folder is read where it is, even if its folder is moved away and replaced.
#[cfg(unix)]
#[test]
fn the_pack_of_the_working_folder_is_found_by_its_path() {
    use std::io::Write;
    let workspace = Workspace::new();
    workspace.done("new game tiny");
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
    let mut to = child.stdin.take().expect("it reads");
    let mut from = std::io::BufReader::new(child.stdout.take().expect("it says"));
    let mut line = String::new();
    while !line.contains("Which card?") {
        line.clear();
        assert_ne!(std::io::BufRead::read_line(&mut from, &mut line).expect("text"), 0, "it ended");
    }
    let away = workspace.path().join("away");
    std::fs::rename(&folder, &away).expect("moved away");
    crate::reload::copy(&away, &folder);
    let texts = folder.join("scripts/tiny/text.toml");
    let text = std::fs::read_to_string(&texts).expect("texts");
    std::fs::write(&texts, text.replace("Which card?", "Which of your cards?")).expect("written");
    to.write_all(b"reload\nlegal\n").expect("it takes the lines");
    drop(to);
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut from, &mut rest).expect("text");
    child.wait().expect("it ends");
    assert!(rest.contains("Which of your cards?"), "{rest}");
}

/// The parts that README lists are added one after the other under one name.
#[test]
fn parts_with_one_name_get_separate_tests() {
    let workspace = Workspace::new();
    workspace.done("new pack my-pack --game banana-wars");
    for part in ["card", "scenario", "verb", "action --menu activista-actions", "option"] {
        let (what, more) = part.split_once(' ').unwrap_or((part, ""));
        workspace.done(format!("new {what} hello --pack my-pack {more}").trim_end());
    }
    workspace.refused("new card hello --pack my-pack", "already");
    workspace.works("my-pack", "banana-wars");
    let tests = workspace.path().join("my-pack/tests/rules/banana-wars");
    assert!(tests.join("hello.test").exists() && tests.join("hello-scenario.test").exists());
}
