//! The command as people and programs use it: its output and its exit codes.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

// Exit codes of the command.
const OK: i32 = 0;
const FINDINGS: i32 = 1;
const USAGE: i32 = 2;
const FILE: i32 = 3;

/// A temporary folder for one test, with its own data folder.
struct Workspace(TempDir);

impl Workspace {
    fn new() -> Workspace {
        Workspace(tempfile::tempdir().expect("a folder for the test"))
    }
    fn path(&self) -> &Path {
        self.0.path()
    }
    /// Runs `cardwright` on the demo pack alone, with empty input.
    fn run(&self, args: &[&str]) -> Finished {
        let packs = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs");
        let base = self.path().join("base");
        std::fs::create_dir_all(&base).expect("an empty base pack");
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .arg("--base")
            .arg(&base)
            .args(["--pack", &format!("{packs}/demo")])
            .args(args)
            .current_dir(self.path())
            .env("CARDWRIGHT_DATA", self.path().join("data"))
            .env_remove("FORCE_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        Finished::new(&output)
    }
    /// Plays a random game to the end and returns the path of its record.
    fn play_to_end(&self) -> String {
        let file = self.path().join("game.cwr");
        let file = file.to_str().expect("a path in UTF-8").to_owned();
        self.run(&["play", "demo", "--seat", "all=random", "--seed", "7", "--record", &file]).is(OK);
        file
    }
}

/// The exit code and the output of a finished command.
struct Finished {
    code: i32,
    out: String,
    err: String,
}

impl Finished {
    fn new(output: &Output) -> Finished {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
        Finished { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
    }
    #[track_caller]
    fn is(self, code: i32) -> Finished {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }
    #[track_caller]
    fn out(self, part: &str) -> Finished {
        assert!(self.out.contains(part), "no `{part}` in:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }
    #[track_caller]
    fn err(self, part: &str) -> Finished {
        assert!(self.err.contains(part), "no `{part}` in:\n{}\nstdout:\n{}", self.err, self.out);
        self
    }
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e} in:\n{}", self.out))
    }
}

#[test]
fn odds_are_printed_as_text_and_as_data() {
    let workspace = Workspace::new();
    let position = ["--position", "turn red-turn; points 3; hills: 2 open"];
    let odds = |more: &[&str]| workspace.run(&[&["odds", "demo"], &position[..], more].concat());
    odds(&["stir", "hills"]).is(OK).out("odds of stir hills: exact").out("4/9").out("44.4 %");
    assert!(odds(&["stir", "hills"]).out.lines().all(|line| line.chars().count() <= 80));
    let data = odds(&["stir hills", "--watch", "unrest.hills", "--json"]).is(OK).json();
    let watched = &data["lines"][0]["watches"][0];
    assert_eq!((data["game"].as_str(), watched["watch"].as_str()), (Some("demo"), Some("unrest.hills")));
    assert_eq!((watched["exact"].as_bool(), watched["mean_fraction"].as_str()), (Some(true), Some("2/3")));
    let fractions: Vec<_> =
        watched["values"].as_array().into_iter().flatten().map(|value| &value["fraction"]).collect();
    assert_eq!(fractions, ["4/9", "4/9", "1/9"]);
    // Two lines are compared.
    odds(&["stir hills / raise hills"]).is(OK).out("A stir hills: exact").out("more than A");
    // Errors have the same text as at the prompt.
    odds(&["stir", "port"]).is(FINDINGS).err("no open band there");
    odds(&["stir hills", "--watch", "unrst"]).is(USAGE).err("did you mean `unrest`");
    workspace.run(&["odds", "demo"]).is(USAGE);
    // A recorded game, at its start and at its end.
    let record = workspace.play_to_end();
    let start = format!("{record}:0");
    workspace.run(&["odds", "demo", "--resume", &start, "raise", "port"]).is(OK).out("does not depend on chance");
    workspace.run(&["odds", "demo", "--resume", &record, "raise", "port"]).is(FINDINGS).err("the game is over");
    workspace
        .run(&["odds", "demo", "--resume", &format!("{record}:99999"), "raise", "port"])
        .is(USAGE)
        .err("the record has");
}

#[test]
fn help_names_every_command_and_the_exit_codes() {
    let help = Workspace::new().run(&["--help"]).is(OK).out("Exit codes");
    for command in ["play", "replay", "check", "test", "show", "where", "list", "rules", "fuzz", "docs"] {
        assert!(help.out.contains(command), "{command} is missing:\n{}", help.out);
    }
    Workspace::new().run(&["ply"]).is(USAGE).err("play");
    Workspace::new().run(&["play", "demo", "--sed", "3"]).is(USAGE).err("--seed");
}

#[test]
fn unknown_names_get_suggestions() {
    let workspace = Workspace::new();
    workspace.run(&["play", "demi"]).is(USAGE).err("unknown game `demi`; did you mean `demo`?");
    workspace.run(&["show", "demi"]).is(USAGE).err("did you mean `demo`?");
    workspace.run(&["show", "demo", "hils"]).is(USAGE).err("did you mean `hills`?");
    workspace.run(&["play", "demo", "--scenario", "standart"]).is(USAGE).err("did you mean `standard`?");
    workspace.run(&["play", "demo", "--no-record", "--option", "lang=true"]).is(USAGE).err("did you mean `long`?");
    workspace.run(&["play", "demo", "--no-record", "--option", "long=perhaps"]).is(USAGE).err("long");
    workspace.run(&["play", "demo", "--seat", "blu=human"]).is(USAGE).err("did you mean `blue`?");
    workspace.run(&["play", "demo", "--seat", "blue=randm"]).is(USAGE).err("did you mean `random`?");
    workspace.run(&["play", "demo", "--seat", "blue"]).is(USAGE).err("NAME=VALUE");
    workspace.run(&["play", "--resume", "nothing-like-it"]).is(USAGE).err("nothing-like-it");
    std::fs::create_dir(workspace.path().join("shelf")).expect("made");
    workspace.run(&["play", "--resume", "shelf"]).is(USAGE).err("`shelf` is a folder: name a record in it");
    workspace.run(&["play", "--resume", "./shelf"]).is(USAGE).err("`./shelf` is a folder: name a record in it");
    workspace.run(&["where", "hils"]).is(FINDINGS).err("hils");
}

#[test]
fn bad_numbers_are_reported_with_their_range() {
    let workspace = Workspace::new();
    for seed in ["abc", "-1", "1.5"] {
        let message = format!("invalid value '{seed}' for '--seed <N>': a seed is a whole number from 0 to");
        workspace.run(&["play", "demo", "--seed", seed]).is(USAGE).err(&message);
    }
    workspace.run(&["fuzz", "demo", "--games", "0"]).is(USAGE).err("write a whole number, 1 or more");
    workspace.run(&["fuzz", "demo", "--threads", "two"]).is(USAGE).err("write a whole number");
}

#[cfg(target_os = "linux")]
#[test]
fn unwritable_output_is_a_failure() {
    for arguments in [&["--help"][..], &["play", "--help"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        let status = command.args(arguments).stdout(full).stderr(Stdio::null()).status().expect("the command runs");
        assert_eq!(status.code(), Some(FILE), "{arguments:?}");
    }
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    let output = command.args(["list", "games"]).stdout(full).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(FILE));
    assert!(String::from_utf8_lossy(&output.stderr).contains("error: cannot write output: "));
}

#[test]
fn an_unfinished_game_is_named_as_briefly_as_possible() {
    let workspace = Workspace::new();
    let finished = workspace.run(&["play", "demo", "--seed", "3"]);
    let line =
        finished.out.lines().find(|line| line.contains("go on with: ")).unwrap_or_else(|| panic!("{}", finished.out));
    let name = line.rsplit(' ').next().unwrap_or_default();
    assert!(name.starts_with("demo-") && line.len() < 80, "{line}");
    workspace.run(&["play", "--resume", name]).is(OK).err("resumed");
}

#[test]
fn a_folder_name_cannot_colour_a_message() {
    let workspace = Workspace::new();
    workspace.run(&["--pack", "no\u{1b}[31msuch", "list"]).is(FILE).err("the pack folder no?[31msuch does not exist");
}

#[test]
fn unusable_files_and_wrong_arguments_have_different_exit_codes() {
    let workspace = Workspace::new();
    let missing = workspace
        .run(&["--pack", "no-such-folder", "list"])
        .is(FILE)
        .err("the pack folder no-such-folder does not exist");
    assert!(!missing.err.contains("os error"), "{}", missing.err);
    std::fs::create_dir(workspace.path().join("my-pack")).expect("made");
    workspace.run(&["check", "my-pack"]).is(USAGE).err("To add a pack, use `--pack my-pack`");
    workspace.run(&["replay", "missing.cwr"]).is(FILE).err("missing.cwr");
    std::fs::write(workspace.path().join("letter.cwr"), "Dear sir\n").expect("written");
    workspace.run(&["replay", "letter.cwr"]).is(FILE).err("not a record of a game");
    workspace.run(&["play", "--resume", "letter.cwr"]).is(FILE).err("not a record of a game");
    std::fs::write(workspace.path().join("later.cwr"), "{\"cardwright_record\":99}\t00000000\n").expect("written");
    workspace.run(&["replay", "later.cwr"]).is(FILE).err("use the version that wrote it");
    let game = workspace.play_to_end();
    workspace.run(&["play", "demo", "--seat", "all=random", "--record", &game]).is(FILE).err("already exists");
}

#[test]
fn lists_are_printed_as_text_and_as_json() {
    let workspace = Workspace::new();
    workspace.run(&["list"]).is(OK).out("demo");
    workspace.run(&["list", "verbs", "demo"]).is(OK).out("unrest");
    let games = workspace.run(&["list", "games", "--json"]).is(OK).json();
    assert_eq!(games[0]["id"], "demo");
    assert_eq!(games[0]["scenarios"][0], "standard");
    let cards = workspace.run(&["list", "cards", "demo", "--json"]).is(OK).json();
    assert_eq!(cards.as_array().map(Vec::len), Some(3));
    let packs = workspace.run(&["list", "packs", "--json"]).is(OK).json();
    assert_eq!(packs[1]["id"], "demo");
    let options = workspace.run(&["list", "options", "demo", "--json"]).is(OK).json();
    assert_eq!(options[0]["default"], "false");
}

#[test]
fn things_are_shown_with_where_they_come_from() {
    let workspace = Workspace::new();
    workspace.run(&["show", "demo"]).is(OK).out("The Hills").out("unrest");
    workspace.run(&["show", "demo", "02"]).is(OK).out("Smoke").out("unrest level 2").out("cards.toml");
    workspace.run(&["show", "demo", "space", "port"]).is(OK).out("population 2");
    workspace.run(&["show", "demo", "--notation"]).is(OK).out("hills: 2 open");
    workspace.run(&["where", "port"]).is(OK).out("demo:scenarios/demo/board.toml:");
    for thing in ["verb unrest", "stir", "step red-turn"] {
        let mut args = vec!["where"];
        args.extend(thing.split(' '));
        workspace.run(&args).is(OK).out("demo:scripts/demo/rules.luau:");
    }
    let card = "[meta]\ngame = \"demo\"\n[[card]]\nid = \"02\"\nred.source = \"rulebook\"\nblue.source = \"public:somebody\"\n";
    let pack = workspace.pack("sources", &[("cards/demo/sources.toml", card)]);
    let shown = workspace.run(&["show", "demo", "02", "--pack", &pack]).is(OK);
    shown.out("source       red: rulebook\n").out("source       blue: public:somebody\n");
    workspace.run(&["show", "demo", "stir-target"]).is(OK).out("die raises unrest").out("2 to 6").out("board.toml");
    let wrap = "after(\"offer stir\", function(side) end)\n";
    let pack = workspace.pack("wraps", &[("scripts/demo/wraps.luau", wrap)]);
    let shown = workspace.run(&["show", "demo", "stir", "--pack", &pack]).is(OK);
    shown.out("5 or more").out("red-actions").out("wraps:scripts/demo/wraps.luau:1");
    workspace
        .run(&["where", "offer", "stir", "--pack", &pack])
        .is(OK)
        .out("after offer stir: wraps:scripts/demo/wraps.luau:1");
    workspace.run(&["rules", "demo"]).is(OK).out("Stirring").out("demo:scripts/demo/rules.luau:");
    workspace.run(&["rules", "demo", "--strict"]).is(FINDINGS).out("nowhere");
}

#[test]
fn a_section_may_list_its_sentences_and_each_is_cited_by_its_number() {
    let workspace = Workspace::new();
    let rules =
        "[[rule]]\nnumber = \"2.1/1\"\ntitle = \"Who stirs\"\n[[rule]]\nnumber = \"2.1/2\"\ntitle = \"Where\"\n";
    let script = "-- [DM 2.1/1] [DM 2.1/3]\nlocal nothing = 0\nreturn nothing\n";
    let files = [("scenarios/demo/rules.toml", rules), ("scripts/demo/cites.luau", script)];
    let pack = workspace.pack("sentences", &files);
    let shown =
        workspace.run(&["rules", "demo", "--pack", &pack]).is(OK).out("2.1/1  Who stirs\n  implemented  sentences:");
    shown
        .out("2 sentences of them: 2 not implemented or not tested")
        .out("cites [DM 2.1/3], but no rule has that number");
    workspace.run(&["check", "demo", "--pack", &pack]).out("unknown rule `DM 2.1/3`").out("did you mean `DM 2.1/");
}

#[test]
fn a_check_reports_findings_in_its_output_and_its_exit_code() {
    let workspace = Workspace::new();
    workspace.run(&["check"]).is(OK).out("1 game and 1 scenario checked");
    assert_eq!(workspace.run(&["check", "demo", "--json"]).is(OK).json(), Value::Array(vec![]));
    let broken = workspace.path().join("broken");
    let file = |path: &str, text: &str| {
        let path = broken.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    file("pack.toml", "id = \"broken\"\nname = \"Broken\"\nversion = \"0.1.0\"\n");
    file(
        "scenarios/demo/bad.toml",
        "[meta]\nid = \"bad\"\ngame = \"demo\"\nname = \"Bad\"\nfirst = \"set-up\"\nposition = \"hils: 2 open\"\n",
    );
    let broken = broken.to_str().expect("a path in UTF-8");
    let finished = workspace.run(&["check", "demo", "--pack", broken, "--json"]).is(FINDINGS);
    let findings = finished.json();
    assert_eq!(findings[0]["severity"], "error");
    assert_eq!(findings[0]["file"], "broken:scenarios/demo/bad.toml");
    for key in ["code", "message", "line", "column", "help"] {
        assert!(findings[0].get(key).is_some(), "no {key} in {findings}");
    }
    assert!(!finished.out.contains('\u{1b}'), "there are no colours in a pipe");
    workspace.run(&["check", "demo", "--pack", broken]).is(FINDINGS).out("hils").out("1 error");
}

#[test]
fn a_game_that_does_not_load_does_not_count_as_checked() {
    let workspace = Workspace::new();
    let pack = workspace.pack(
        "stray",
        &[(
            "scenarios/demo/stray.toml",
            "[meta]\nid = \"stray\"\ngame = \"demo\"\nname = \"Stray\"\nfirst = \"set-pu\"\n",
        )],
    );
    let message = workspace.run(&["check", "demo", "--pack", &pack]).is(FINDINGS);
    message
        .out("stray:scenarios/demo/stray.toml:5:9")
        .out("did you mean `set-up`?")
        .out("0 of 1 game and 0 scenarios checked: 1 error");
}

#[test]
fn a_verb_shows_its_optional_parameters() {
    let workspace = Workspace::new();
    let script = "verb \"feast\" { doc = \"d\", params = { coins = optional(integer(1, 4), 2), guest = optional(id(\"space\")) },\n  play = function(side, effect) raise(POINTS, effect.coins) end }\n";
    let pack = workspace.pack("feasts", &[("scripts/demo/verbs/feast.luau", script)]);
    let listed = workspace.run(&["list", "verbs", "demo", "--pack", &pack]).is(OK);
    listed.out("coins: a whole number from 1 to 4 (left out: 2); guest: the id of a space (may be left out)");
}

#[test]
fn a_game_name_alone_runs_the_tests_of_the_game() {
    let workspace = Workspace::new();
    let tests = "scenario standard\n--- it begins\nexpect points 0\n";
    let pack = workspace.pack("some", &[("tests/rules/demo/some.test", tests)]);
    let by_flag = workspace.run(&["test", "--game", "demo", "--pack", &pack]);
    let by_name = workspace.run(&["test", "demo", "--pack", &pack]);
    let counts = |out: &str| out.lines().last().map(|line| line.split(" in ").next().unwrap_or_default().to_owned());
    assert!(by_flag.out.contains("1 passed") || by_flag.out.contains("1 failed"), "{}", by_flag.out);
    assert_eq!(counts(&by_name.out), counts(&by_flag.out));
    workspace.run(&["test", "dmeo", "--pack", &pack]).err("dmeo does not exist");
}

impl Workspace {
    /// Writes a pack for the demo and returns the path of its folder.
    fn pack(&self, name: &str, files: &[(&str, &str)]) -> String {
        let manifest = format!("id = \"{name}\"\nname = \"{name}\"\nversion = \"0.1.0\"\n");
        for (path, text) in files.iter().chain(&[("pack.toml", manifest.as_str())]) {
            let path = self.path().join(name).join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        self.path().join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

#[test]
fn an_error_in_a_position_points_at_its_words() {
    let workspace = Workspace::new();
    let meta = |id: &str| format!("[meta]\nid = \"{id}\"\ngame = \"demo\"\nname = \"Bad\"\n");
    let bad = meta("bad") + "first = \"set-up\"\nposition = \"\"\"\nport: guard\nhills: 2 opne\n\"\"\"\n";
    let worse = meta("worse") + "extends = \"bad\"\nposition = \"rivre: guard\"\n";
    let pack = workspace.pack("house", &[("scenarios/demo/bad.toml", &bad), ("scenarios/demo/worse.toml", &worse)]);
    let findings = workspace.run(&["check", "demo", "--pack", &pack, "--json"]).is(FINDINGS).json();
    let location = |n: usize| (findings[n]["line"].as_u64(), findings[n]["column"].as_u64());
    assert_eq!(
        findings.as_array().map(Vec::len),
        Some(2),
        "an error of an extended scenario is reported once: {findings}"
    );
    assert_eq!(findings[0]["code"], "scenario::position");
    assert_eq!((location(0), location(1)), ((Some(8), Some(10)), (Some(6), Some(13))), "{findings}");
    assert_eq!(findings[1]["help"], "did you mean `river`?");
    workspace
        .run(&["play", "demo", "--scenario", "worse", "--no-record", "--pack", &pack])
        .is(FINDINGS)
        .err("rivre: guard");
}

#[test]
fn a_folder_without_a_manifest_is_reported() {
    let workspace = Workspace::new();
    std::fs::create_dir_all(workspace.path().join("mine/cards/demo")).expect("made");
    let finished = workspace.run(&["check", "demo", "--pack", "mine"]).is(FINDINGS);
    finished.out("the folder mine is not a pack: it has no `pack.toml`").out("id = \"mine\"");
}

#[test]
fn names_that_a_failing_script_would_define_cause_no_further_errors() {
    let workspace = Workspace::new();
    let script = "local n: any = nil\nn += 1\nlocal fly = action \"fly\"\nstep(\"flying\", function() offer(fly) end)\nverb \"soar\" {}\n";
    let texts = "[action.fly]\nlabel = \"Fly\"\n[action.crawl]\nlabel = \"Crawl\"\n";
    let card = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[card]]\nid = \"04\"\nnumber = 4\nblue.title = \"Kite\"\n\
                blue.effects = []\nred.title = \"Gull\"\nred.effects = [{ verb = \"soar\" }]\n";
    let scenario =
        "[meta]\nid = \"sky\"\ngame = \"demo\"\nname = \"Sky\"\nfirst = \"flying\"\nposition = \"port: guard\"\n";
    let files = [
        ("scripts/demo/fly.luau", script),
        ("scripts/demo/text.toml", texts),
        ("cards/demo/kite.toml", card),
        ("scenarios/demo/sky.toml", scenario),
    ];
    let pack = workspace.pack("sky", &files);
    let findings = workspace.run(&["check", "demo", "--pack", &pack, "--json"]).is(FINDINGS).json();
    let codes: Vec<&str> = findings.as_array().into_iter().flatten().filter_map(|p| p["code"].as_str()).collect();
    assert_eq!(codes, ["script::load", "content::unknown-action"], "{findings}");
    assert!(findings[1]["message"].as_str().is_some_and(|m| m.contains("crawl")), "{findings}");
}

#[test]
fn scripts_are_checked_even_if_the_content_has_errors() {
    let workspace = Workspace::new();
    let script = "local n = 0\nlocal function bad()\n  n += 1\n  return NOBODY\nend\nstep(\"bad\", bad)\n";
    let board = "[meta]\ngame = \"demo\"\n[[track]]\nid = \"points\"\nmax = \"high\"\n";
    let files = [
        ("scripts/demo/bad.luau", script),
        ("scripts/demo/worse.luau", "local x = = 1\n"),
        ("scenarios/demo/board.toml", board),
    ];
    let pack = workspace.pack("bad", &files);
    let findings = workspace.run(&["check", "demo", "--pack", &pack, "--json"]).is(FINDINGS).json();
    let codes: Vec<&str> = findings.as_array().into_iter().flatten().filter_map(|p| p["code"].as_str()).collect();
    for code in ["content::wrong-type", "script::module-state", "script::syntax"] {
        assert!(codes.contains(&code), "no {code} in {codes:?}");
    }
    assert!(!codes.contains(&"script::unknown-global"), "names that depend on the content are not checked: {codes:?}");
    workspace
        .run(&["play", "demo", "--no-record", "--pack", &pack])
        .is(FINDINGS)
        .err("script::syntax")
        .err("wrong-type");
}

#[test]
fn unused_texts_words_and_options_get_a_warning() {
    let workspace = Workspace::new();
    let texts = "[text.used]\nsay = \"used\"\n[text.un-used]\nsay = \"not\"\n[why.un-used]\nsay = \"not\"\n\
                 [word.calm]\nlabel = \"calm\"\n[word.wild]\nlabel = \"wild\"\n[word.lost]\nlabel = \"lost\"\n";
    let script = "step(\"talk\", function()\n  say(TEXT.used) -- and not TEXT.un_used\n  return next(\"talk\")\nend)\n\
                  verb \"blow\" {\n  doc = \"Blows.\",\n  params = { how = word(\"wild\", \"mild\") },\n  play = function(_, effect) return effect.how end,\n}\n";
    let board = "[meta]\ngame = \"demo\"\n[[option]]\nid = \"sea\"\ntype = \"word\"\nvalues = [\"calm\", \"rough\"]\ndefault = \"calm\"\ndoc = \"The sea.\"\n";
    let files =
        [("scripts/demo/text.toml", texts), ("scripts/demo/talk.luau", script), ("scenarios/demo/board.toml", board)];
    let pack = workspace.pack("talk", &files);
    let findings = workspace.run(&["check", "demo", "--pack", &pack, "--json"]).is(OK).json();
    let message: BTreeSet<(&str, u64)> = findings
        .as_array()
        .into_iter()
        .flatten()
        .map(|p| (p["message"].as_str().unwrap_or_default(), p["line"].as_u64().unwrap_or_default()))
        .collect();
    let nothing_uses = [
        ("nothing reads the option `sea`", 3),
        ("nothing uses `[text.un-used]`", 3),
        ("nothing uses `[why.un-used]`", 5),
        ("nothing uses `[word.lost]`", 11),
    ];
    assert_eq!(message, BTreeSet::from(nothing_uses), "{findings}");
    assert!(findings.as_array().into_iter().flatten().all(|p| p["severity"] == "warning"), "{findings}");
}

#[test]
fn random_players_play_to_the_end_the_same_way_each_time() {
    let workspace = Workspace::new();
    let play =
        |seed: &str| workspace.run(&["play", "demo", "--seat", "all=random", "--seed", seed, "--no-record"]).is(OK);
    let first = play("5").out("Red wins: time is up");
    assert_eq!((first.out, first.err), { (play("5").out, play("5").err) });
}

#[test]
fn a_record_replays_and_is_listed_until_the_game_is_over() {
    let workspace = Workspace::new();
    let game = workspace.play_to_end();
    workspace.run(&["replay", &game]).is(OK).out("demo standard, seed 7").out("red: ").out("wins");
    workspace.run(&["replay", &game, "--verify"]).is(OK).out("ok: ");
    workspace.run(&["replay", &game, "--verify", "--under", "current"]).is(OK).out("the same");
    workspace.run(&["replay", &game, "--to", "3", "--show"]).is(OK).out("turn red-turn");
    workspace.run(&["replay", &game, "--to", "999999"]).is(USAGE).err("events");
    // `play` offers only the unfinished game of the data folder, and the first letters of its name are enough.
    let games = workspace.path().join("data/games");
    std::fs::create_dir_all(&games).expect("made");
    copy_record(Path::new(&game), &games.join("over.cwr"), usize::MAX);
    copy_record(Path::new(&game), &games.join("demo-half.cwr"), 6);
    let offered = workspace.run(&["play"]).is(OK).out("demo-half").out("to answer").out("standard");
    assert!(!offered.out.contains("over"), "{}", offered.out);
    workspace.run(&["replay", "demo-h"]).is(OK);
}

#[test]
fn an_unfinished_game_is_replayed_without_secrets() {
    let workspace = Workspace::new();
    let game = workspace.play_to_end();
    let half = workspace.path().join("half.cwr");
    copy_record(Path::new(&game), &half, 6);
    let half = half.to_str().expect("UTF-8");
    for args in [&["replay", half, "--show"][..], &["replay", half, "--show", "--under", "current"]] {
        let shown = workspace.run(args).is(OK).out("demo standard").err("not over").err("--open");
        assert!(!shown.out.contains("seed 7") && !shown.out.contains("hand: 0"), "{}", shown.out);
    }
    workspace.run(&["replay", half, "--show", "--open"]).is(OK).out("seed 7").out("red hand: 0").err("not over");
    // The record of a finished game may show the hands at any event.
    let shown = workspace.run(&["replay", &game, "--show", "--to", "3"]).is(OK).out("seed 7").out("red hand: 0");
    assert!(!shown.err.contains("not over"), "{}", shown.err);
}

/// Copies the first lines of a record, and its content folder.
fn copy_record(from: &Path, to: &Path, lines: usize) {
    let text = std::fs::read_to_string(from).expect("read");
    let cut: String = text.split_inclusive('\n').take(lines).collect();
    std::fs::write(to, cut).expect("written");
    let (from, to) = (from.with_file_name("content"), to.with_file_name("content"));
    std::fs::create_dir_all(&to).expect("made");
    for entry in std::fs::read_dir(from).expect("the content is beside the record") {
        let entry = entry.expect("listed");
        std::fs::copy(entry.path(), to.join(entry.file_name())).expect("copied");
    }
}

#[test]
fn a_torn_last_line_is_dropped_but_a_damaged_line_is_refused() {
    let workspace = Workspace::new();
    let game = workspace.play_to_end();
    let text = std::fs::read_to_string(&game).expect("read");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert!(lines.len() > 12, "too short a game for this test");
    let torn: String = lines[..10].concat() + &lines[10][..lines[10].len() / 2];
    std::fs::write(&game, &torn).expect("written");
    workspace.run(&["replay", &game, "--verify"]).is(OK).out("ok: 8 events").err("torn");
    workspace.run(&["play", "--resume", &game]).is(OK).err("torn").out("Red wins");
    workspace.run(&["replay", &game, "--verify"]).is(OK);
    // Damage within the file is refused until the user cuts it away.
    let damaged: String = lines[..5].concat() + "{\"n\":5}\t00000000\n" + &lines[6..].concat();
    std::fs::write(&game, damaged).expect("written");
    workspace.run(&["play", "--resume", &game]).is(FILE).err("damaged").err("--recover");
    workspace.run(&["play", "--resume", &game, "--recover"]).is(OK).err("4 sound events").out("Red wins");
    assert!(Path::new(&game).with_extension("damaged").exists());
    // If the first line is damaged, the game is unknown. So `--recover` is not suggested, and it refuses the file.
    let text = std::fs::read_to_string(&game).expect("the record");
    std::fs::write(&game, text.replacen("\"scenario\"", "\"scXnario\"", 1)).expect("written");
    for how in [&["play", "--resume", &game][..], &["play", "--resume", &game, "--recover"]] {
        let finished = workspace.run(how).is(FILE).err("line 1 of").err("restore that line from a copy of the file");
        assert!(!finished.err.contains("with `--recover`"), "{}", finished.err);
    }
}

/// A command in a hint repeats the `--pack` arguments of the failed command. Without them it would check another game.
#[test]
fn hints_name_the_packs_that_were_given() {
    let workspace = Workspace::new();
    let pack = |name: &str, files: &[(&str, &str)]| {
        let folder = workspace.path().join(name);
        for (path, text) in files {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        std::fs::write(folder.join("pack.toml"), format!("id = \"{name}\"\nversion = \"0.1.0\"\n")).expect("written");
        folder.to_str().expect("a path in UTF-8").to_owned()
    };
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs/demo");
    let check = |pack: &str| format!("`cardwright check demo --pack {demo} --pack {pack}`");
    // Scripts that do not load.
    let broken = pack("broken", &[("scripts/demo/broken.luau", "local x = (\n")]);
    for (arguments, hint) in [
        (&["list", "actions"][..], " does not load and is left out: "),
        (&["show", "demo"], "the scripts do not load: "),
        (&["where", "raise"], "the scripts of `demo` do not load and were not searched: "),
    ] {
        let finished = workspace.run(&[arguments, &["--pack", &broken]].concat());
        assert!(
            finished.err.contains(hint) && finished.err.contains(&check(&broken)),
            "{arguments:?}: {}",
            finished.err
        );
    }
    // TOML files that do not load.
    let torn = pack("torn", &[("cards/demo/torn.toml", "[[card]]\nid = \"03\"\n")]);
    workspace
        .run(&["where", "raise", "--pack", &torn])
        .err(&format!("`demo` does not load and was not searched: see {}", check(&torn)));
    // A warning, and an error in a layout.
    let script = "local idle = action \"idle\"\nfunction idle.offer() end\nfunction idle.play() end\n";
    let layout = "[canvas]\nwidht = 900\n";
    let loose = pack("loose", &[("scripts/demo/loose.luau", script), ("layouts/demo/layout.toml", layout)]);
    let played = ["play", "demo", "--seat", "all=random", "--seed", "7", "--pack", &loose];
    workspace.run(&played).is(OK).err(&format!("2 warnings: {} shows them", check(&loose)));
    let drawn = workspace.run(&["export-board", "demo", "--pack", &loose, "map.svg"]).is(OK);
    assert!(drawn.err.contains("the layout has ") && drawn.err.contains(&check(&loose)), "{}", drawn.err);
}

#[test]
fn a_game_continues_with_the_named_packs() {
    let workspace = Workspace::new();
    let game = workspace.play_to_end();
    let text = std::fs::read_to_string(&game).expect("read");
    let cut: String = text.split_inclusive('\n').take(8).collect();
    std::fs::write(&game, cut).expect("written");
    // A pack that changes a card counts as a change of the rules.
    let house = workspace.path().join("house");
    std::fs::create_dir_all(house.join("cards/demo")).expect("made");
    std::fs::write(house.join("pack.toml"), "id = \"house\"\nname = \"House\"\nversion = \"0.1.0\"\n")
        .expect("written");
    let card = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[card]]\nid = \"03\"\nred.title = \"Cinders\"\n";
    std::fs::write(house.join("cards/demo/house.toml"), card).expect("written");
    let house = house.to_str().expect("a path in UTF-8");
    let resume = |under: &[&str]| {
        let mut args = vec!["play", "--resume", &game, "--pack", house];
        args.extend(under);
        workspace.run(&args)
    };
    let original = std::fs::read_to_string(&game).expect("read");
    let undecided = resume(&[]).is(FINDINGS).err("are not those").err("(in `house`)");
    undecided.err(&format!(" --pack {house} --under current|recorded"));
    resume(&["--under", "branch"]).is(OK).err("branch1").out("Red wins");
    assert_eq!(std::fs::read_to_string(&game).expect("read"), original, "a branch leaves the old record alone");
    workspace.run(&["replay", "game-branch1.cwr", "--verify"]).is(OK);
    resume(&["--under", "current"]).is(OK).err("today's rules").out("Red wins");
    workspace.run(&["replay", &game, "--verify"]).is(OK);
    // Now the game has been played with `house`. The data folder, not the record, stores where that pack is.
    std::fs::write(&game, cut_before_end(&game)).expect("written");
    let findings =
        workspace.run(&["play", "--resume", &game]).is(OK).err("with the pack it was played with: ").out("Red wins");
    assert!(findings.err.contains("house") && !findings.err.contains("are not those"), "{}", findings.err);
    assert!(!std::fs::read_to_string(&game).expect("read").contains(house), "the record names no folder");
    // If the folder holds another pack, the recorded rules are used, and `--under current` is refused.
    std::fs::write(&game, cut_before_end(&game)).expect("written");
    let manifest = Path::new(house).join("pack.toml");
    std::fs::write(manifest, "id = \"mouse\"\nname = \"Mouse\"\nversion = \"0.1.0\"\n").expect("written");
    workspace.run(&["play", "--resume", &game, "--under", "current"]).is(USAGE).err("the pack `house`");
    let missing = workspace.run(&["play", "--resume", &game]).is(OK).out("Red wins");
    let message = "played with the pack `house`, which is not loaded: add --pack <folder of house>. It goes on with the recorded rules";
    assert!(missing.err.contains(message), "{}", missing.err);
}

/// Returns the text of a record without its last three events.
fn cut_before_end(path: &str) -> String {
    let text = std::fs::read_to_string(path).expect("read");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines[..lines.len() - 3].concat()
}

/// Returns the text of a card file that gives a card of the demo another title.
fn card_with_title(title: &str) -> String {
    format!("[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[card]]\nid = \"03\"\nred.title = \"{title}\"\n")
}

#[test]
fn a_refused_resume_leaves_a_game_with_the_packs_it_had() {
    let workspace = Workspace::new();
    let house = workspace.pack("house", &[("cards/demo/house.toml", &card_with_title("Cinders"))]);
    let other = workspace.pack("other", &[("cards/demo/house.toml", &card_with_title("Ashes"))]);
    std::fs::copy(Path::new(&house).join("pack.toml"), Path::new(&other).join("pack.toml")).expect("copied");
    let game = workspace.path().join("game.cwr");
    let game = game.to_str().expect("a path in UTF-8");
    workspace.run(&["play", "demo", "--pack", &house, "--seat", "all=random", "--seed", "7", "--record", game]).is(OK);
    std::fs::write(game, cut_before_end(game)).expect("written");
    workspace.run(&["play", "--resume", game, "--pack", &other]).is(FINDINGS).err("are not those");
    let findings = workspace.run(&["play", "--resume", game]).is(OK).err("with the pack it was played with: ");
    assert!(findings.err.contains("/house\n") && !findings.err.contains("are not those"), "{}", findings.err);
    // After the game has continued with the other pack, its record names that pack.
    std::fs::write(game, cut_before_end(game)).expect("written");
    workspace.run(&["play", "--resume", game, "--pack", &other, "--under", "current"]).is(OK);
    std::fs::write(game, cut_before_end(game)).expect("written");
    workspace.run(&["play", "--resume", game]).is(OK).err("/other\n");
}

#[test]
fn the_pack_of_the_working_folder_is_the_default() {
    let workspace = Workspace::new();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
    let pack_folder = workspace.path().join("here");
    super::reload::copy(&demo, &pack_folder);
    let run = |folder: &Path, args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command
            .current_dir(folder)
            .args(args)
            .env("CARDWRIGHT_DATA", workspace.path().join("data"))
            .stdin(Stdio::null());
        Finished::new(&command.output().expect("the command runs"))
    };
    let message = "with the pack of this folder: ";
    run(&pack_folder, &["check", "demo"]).is(OK).err(message).out("1 game and");
    run(&pack_folder.join("scripts"), &["list", "scenarios", "demo"])
        .is(OK)
        .err("with the pack of this folder: ..")
        .out("standard");
    run(&pack_folder, &["play", "demo", "--seed", "3", "--seat", "all=random", "--record", "../here.cwr"])
        .is(OK)
        .err(message);
    // The pack of the folder is not used if packs are named, for a replay (the record names its packs), or elsewhere.
    let named = run(&pack_folder, &["--pack", ".", "check", "demo"]).is(OK);
    assert!(!named.err.contains(message), "{}", named.err);
    let again = run(&pack_folder, &["replay", "../here.cwr", "--verify"]).is(OK);
    assert!(!again.err.contains(message), "{}", again.err);
    run(workspace.path(), &["check", "demo"]).is(USAGE).err("demo");
}

#[test]
fn a_resumed_game_takes_the_pack_of_the_working_folder_before_a_remembered_copy_of_it() {
    let workspace = Workspace::new();
    let card = |title: &str| card_with_title(title);
    let house = workspace.pack("house", &[("cards/demo/house.toml", &card("Cinders"))]);
    let game = workspace.path().join("game.cwr");
    let game = game.to_str().expect("a path in UTF-8");
    workspace.run(&["play", "demo", "--pack", &house, "--seat", "all=random", "--seed", "7", "--record", game]).is(OK);
    // The folder was copied, and then the first one was changed. The list of folders has only the first one.
    let copy = workspace.path().join("copy");
    super::reload::copy(Path::new(&house), &copy);
    std::fs::write(Path::new(&house).join("cards/demo/house.toml"), card("Ashes")).expect("written");
    let base = workspace.path().join("base");
    let resume_in = |folder: &Path| {
        std::fs::write(game, cut_before_end(game)).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command
            .current_dir(folder)
            .arg("--base")
            .arg(&base)
            .args(["play", "--resume", game])
            .env("CARDWRIGHT_DATA", workspace.path().join("data"))
            .stdin(Stdio::null());
        Finished::new(&command.output().expect("the command runs"))
    };
    let resumed = resume_in(&copy).is(OK).err("with the pack of this folder: .").out("Red wins");
    assert!(!resumed.err.contains("are not those"), "{}", resumed.err);
    // Elsewhere the folder with which the game continued last is taken.
    let resumed = resume_in(workspace.path()).is(OK).err("/copy\n");
    assert!(!resumed.err.contains("are not those"), "{}", resumed.err);
}

#[test]
fn replay_under_current_rules_shows_the_first_difference() {
    let workspace = Workspace::new();
    let game = workspace.play_to_end();
    let house = workspace.path().join("house");
    std::fs::create_dir_all(house.join("scenarios/demo")).expect("made");
    std::fs::write(house.join("pack.toml"), "id = \"house\"\nname = \"House\"\nversion = \"0.1.0\"\n")
        .expect("written");
    let start = "[meta]\nid = \"standard\"\ngame = \"demo\"\nposition = \"hills: 3 open\"\n";
    std::fs::write(house.join("scenarios/demo/house.toml"), start).expect("written");
    let house = house.to_str().expect("a path in UTF-8");
    workspace
        .run(&["replay", &game, "--under", "current", "--pack", house])
        .is(FINDINGS)
        .out("first differ at event 0")
        .out("recorded  hills: 2 open")
        .out("today     hills: 3 open");
}

#[test]
fn rule_tests_pass_fail_or_are_missing() {
    let workspace = Workspace::new();
    let file = |name: &str, text: &str| {
        let path = workspace.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("a path in UTF-8").to_owned()
    };
    let body = |points: u32| {
        format!(
            "--- stirring costs a point\nscenario demo/standard\nsetup blank; hills: open\nplay red: raise hills\nexpect points {points}\n"
        )
    };
    let (good, bad) = (file("good.test", &body(2)), file("bad.test", &body(3)));
    workspace.run(&["test", &good]).is(OK).out("1 passed");
    workspace.run(&["test", &format!("{good}:1")]).is(OK).out("1 passed");
    workspace.run(&["test", &bad]).is(FINDINGS).out("1 failed");
    let slip = file("slip.test", &body(2).replace("raise hills", "rase hills"));
    let message =
        workspace.run(&["test", &slip]).is(FINDINGS).out("0 passed, 1 mistake in the text (1 test not played)\n");
    assert!(!message.out.contains("failed"), "{}", message.out);
    let report = workspace.run(&["test", &good, &bad, "--json"]).is(FINDINGS).json();
    assert_eq!((report["passed"].as_u64(), report["failed"].as_u64()), (Some(1), Some(1)));
    workspace.run(&["test", "missing.test"]).is(FILE).err("does not exist");
    // The tests in a pack's folder are run with that pack, although no `--pack` names it.
    for (path, text) in [
        ("mine/pack.toml", "id = \"mine\"\nname = \"Mine\"\nversion = \"0.1.0\"\n"),
        ("mine/scripts/demo/text.toml", "[word.mine]\nlabel = \"Mine\"\n"),
        (
            "mine/scripts/demo/mine.luau",
            "step(\"mine\", function()\n  offer(WORD.mine)\n  choose(RED)\n  return next(\"mine\")\nend)\n",
        ),
        (
            "mine/tests/rules/demo/mine.test",
            "--- it is mine\nscenario demo/standard\nsetup blank; turn mine\nplay red: mine\nexpect asks red\n",
        ),
    ] {
        let path = workspace.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    for path in ["mine/tests", "mine/tests/rules/demo/mine.test:1"] {
        workspace.run(&["test", path]).is(OK).out("1 passed").err("with the pack of the tests: ");
    }
    let message = workspace.run(&["--pack", "mine", "test", "mine/tests"]).is(OK).out("1 passed");
    assert!(!message.err.contains("the pack of the tests"), "{}", message.err);
    workspace.run(&["test", "--game", "demi"]).is(USAGE).err("did you mean `demo`?");
    workspace.run(&["test"]).is(FINDINGS).err("no test was found");
}

#[test]
fn the_command_plays_without_any_files() {
    let away = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.args(args).current_dir(away.path()).env("CARDWRIGHT_DATA", away.path()).stdin(Stdio::null());
        Finished::new(&command.output().expect("the command runs"))
    };
    let games = run(&["list", "--json"]).is(OK);
    assert!(!games.err.contains("base pack"), "the built-in base pack is used: {}", games.err);
    let games = games.json();
    assert_ne!(games, Value::Array(vec![]), "the base pack has games");
    for game in games.as_array().into_iter().flatten().filter(|game| game["scenarios"][0].is_string()) {
        let game = game["id"].as_str().expect("an id");
        run(&["play", game, "--seat", "all=random", "--seed", "1"]).is(OK).out("win");
        run(&["replay", game, "--verify"]).is(OK).out("ok: ");
    }
    // Named positions are built in, so `perft` works outside a checkout too. Golden games are not.
    run(&["perft", "banana-wars", "last-crisis", "--depth", "2"]).is(OK).out("as stored, to 2 answers");
    run(&["perft", "banana-wars", "last-crises"]).is(USAGE).err("did you mean `last-crisis`?");
    run(&["golden", "banana-wars"]).is(FINDINGS).out("banana-wars/standard: there is no golden game yet");
    run(&["golden", "banana-wars", "--refresh"]).is(USAGE).err("are written into the folder of a pack");
}

#[test]
fn fuzz_prints_a_summary() {
    let workspace = Workspace::new();
    let games = ["fuzz", "demo", "--games", "3", "--threads", "1"];
    let varied = "over all values of 2 options; `--as-is` plays each scenario as written";
    workspace.run(&games).is(OK).out("demo: 3 games").out("no failures").out(varied);
    let as_is = workspace.run(&[&games[..], &["--as-is", "--json"]].concat()).is(OK);
    let reports: serde_json::Value = serde_json::from_str(&as_is.out).expect("JSON");
    assert_eq!(
        (&reports[0]["game"], &reports[0]["games"], &reports[0]["varied_options"]),
        (&"demo".into(), &3.into(), &0.into())
    );
    assert_eq!(
        reports[0]["wins"].as_array().map(|wins| wins.iter().filter_map(|win| win["games"].as_u64()).sum::<u64>()),
        Some(3)
    );
    workspace
        .run(&["fuzz", "demo", "--games", "1", "--scenario", "standart"])
        .is(USAGE)
        .err("did you mean `standard`?");
}

#[test]
fn a_closed_output_pipe_is_no_error() {
    let workspace = Workspace::new();
    let game = workspace.play_to_end();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["--base", workspace.path().join("base").to_str().expect("UTF-8"), "replay", &game])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    let finished = Finished::new(&output).is(OK);
    assert!(!finished.err.contains("panicked"), "{}", finished.err);
}

#[test]
fn a_wish_for_very_many_threads_is_bounded() {
    let args = ["fuzz", "demo", "--games", "4", "--option", "fragile=false", "--threads", "100000"];
    Workspace::new().run(&args).is(OK).err("threads are used, 4 for each core");
}
