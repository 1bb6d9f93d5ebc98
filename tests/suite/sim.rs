//! The commands `sim`, `compare` and `report`, run as a user runs them.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use cardwright_content::PackSource;
use cardwright_sim::{Comparison, GameResult, Simulation};
use cardwright_table::{Library, SetUp};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const FINDINGS: i32 = 1;
const USAGE: i32 = 2;
const FILE: i32 = 3;

/// An empty folder in which commands run, with a base pack or reference game.
struct Folder(TempDir, PathBuf);

impl Folder {
    fn with(base: &str) -> Folder {
        Folder(TempDir::new().unwrap(), Path::new(env!("CARGO_MANIFEST_DIR")).join(base))
    }
    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.arg("--base").arg(&self.1).args(args).current_dir(&self.0);
        command.env("CARDWRIGHT_DATA", self.0.path().join("data")).stdin(Stdio::null());
        command
    }
    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }
    /// Runs a command that must succeed, and returns what it prints.
    fn ok(&self, line: &str) -> String {
        let output = self.run(&shlex::split(line).unwrap().iter().map(String::as_str).collect::<Vec<_>>());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{line}\n{text}\n{}", String::from_utf8_lossy(&output.stderr));
        text
    }
    /// Runs a command that must end with this code, and returns everything that it prints.
    fn fails(&self, line: &str, code: i32) -> String {
        let output = self.run(&shlex::split(line).unwrap().iter().map(String::as_str).collect::<Vec<_>>());
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{line}\n{text}");
        text
    }
    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.path().join(file)).unwrap()
    }
    /// The lines of a file of results, without those at its beginning.
    fn lines(&self, file: &str) -> Vec<String> {
        self.read(file).lines().skip(2).map(str::to_owned).collect()
    }
}

#[test]
fn the_shards_of_a_run_are_together_the_run() {
    let folder = Folder::with("");
    let play = |rest: &str| folder.ok(&format!("sim latin-intervention --seat all=random --games 50 {rest}"));
    play("--out all.csv --cards all-cards.csv");
    let mut shards: Vec<String> = Vec::new();
    for shard in 0..4 {
        play(&format!("--shard {shard}/4 --out {shard}.csv --threads 1"));
        shards.extend(folder.lines(&format!("{shard}.csv")));
    }
    shards.sort_by_key(|line| line.split(',').next().unwrap().parse::<u64>().unwrap());
    assert_eq!(shards.len(), 50);
    assert_eq!(shards, folder.lines("all.csv"), "also with another number of threads");
    // The page adds the shards up, and says which are missing.
    let page = folder.ok("report 0.csv 1.csv 2.csv 3.csv");
    assert!(page.contains("Latin Intervention") && page.contains("50"), "{page}");
    let text = folder.fails("report 0.csv 2.csv 3.csv --out page.html", FILE);
    assert!(text.contains("1 of 4") && text.contains("missing"), "{text}");
    let text = folder.fails("report all.csv 0.csv", FILE);
    assert!(text.contains("cannot be added up"), "{text}");
}

#[test]
fn a_search_plays_the_same_games_again() {
    let folder = Folder::with("tests/reference/pig");
    folder.ok("sim pig --seat all=ai:60 --games 3 --out one.jsonl --threads 1");
    folder.ok("sim pig --seat all=ai:60 --games 3 --out two.jsonl --threads 2");
    let games = |file: &str| folder.read(file).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(games("one.jsonl"), games("two.jsonl"));
    let game: Value = serde_json::from_str(&games("one.jsonl")[0]).unwrap();
    assert_eq!((&game["game"], &game["seed"], &game["error"]), (&Value::from(0), &Value::from(1), &Value::Null));
    assert!(game["decisions"].as_u64().unwrap() > 10, "{game}");
    let dice = game["dice_first"].as_u64().unwrap() + game["dice_second"].as_u64().unwrap();
    assert!(dice >= game["decisions"].as_u64().unwrap() / 2, "{game}");
    // Game 2 of the run is game 0 of a run from its seed.
    folder.ok("sim pig --seat all=ai:60 --games 1 --seed 3 --out again.jsonl");
    let again: Value = serde_json::from_str(&games("again.jsonl")[0]).unwrap();
    let third: Value = serde_json::from_str(&games("one.jsonl")[2]).unwrap();
    assert_eq!(again["digest"], third["digest"]);
}

#[cfg(unix)]
#[test]
fn a_program_plays_in_simulations_and_its_failure_is_that_of_a_game() {
    let folder = Folder::with("tests/reference/tic-tac-toe");
    let bot = r#"while read -r line; do
        case "$line" in *'"over"'*) exit 0;; *'"state"'*) moment=${line#*\"moment\":}; moment=${moment%%[,\}]*};; *) continue;; esac
        echo "{\"answer\":{\"moment\":$moment,\"row\":0}}"
    done"#;
    std::fs::write(folder.0.path().join("bot.sh"), bot).unwrap();
    let text = folder.ok("sim tic-tac-toe --seat crosses='cmd:sh bot.sh' --seat noughts=random --games 4 --json");
    let summary: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&summary["games"], &summary["failures"]), (&Value::from(4), &Value::Array(vec![])), "{text}");
    let line = "sim tic-tac-toe --seat crosses='cmd:sh -c exit' --seat noughts=random --games 2";
    let text = folder.fails(line, FINDINGS);
    assert!(text.contains("failed: game 0: the program `sh -c exit` has ended"), "{text}");
}

#[test]
fn a_search_without_a_number_has_no_clock() {
    let folder = Folder::with("tests/reference/tic-tac-toe");
    folder.ok("sim tic-tac-toe --seat crosses=ai --seat noughts=random --games 1 --out plain.jsonl");
    assert!(folder.read("plain.jsonl").contains("crosses=ai:40000"));
}

#[test]
fn a_figure_that_fails_is_reported_once() {
    let folder = Folder::with("tests/reference/connect-four");
    std::fs::create_dir_all(folder.0.path().join("bad/scripts/connect-four")).unwrap();
    std::fs::write(folder.0.path().join("bad/pack.toml"), "id = \"bad\"\nversion = \"0.1.0\"\n").unwrap();
    let figure = r#"figure "worth" {
        on = "side", audience = "none", evaluates = true, value = function() error("no idea") end
    }"#;
    std::fs::write(folder.0.path().join("bad/scripts/connect-four/worth.luau"), figure).unwrap();
    let output = folder.run(&["sim", "connect-four", "--pack", "bad", "--seat", "all=random", "--games", "6"]);
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && notes.matches("no idea").count() == 1, "{notes}");
}

/// The bots avoid what leads to a failing rule, so their wins would say nothing about the game.
#[test]
fn a_rule_that_fails_in_searches_is_reported_once() {
    let folder = Folder::with("tests/reference/connect-four");
    std::fs::create_dir_all(folder.0.path().join("bad/scripts/connect-four")).unwrap();
    std::fs::write(folder.0.path().join("bad/pack.toml"), "id = \"bad\"\nversion = \"0.1.0\"\n").unwrap();
    let rules = std::fs::read_to_string(folder.1.join("scripts/connect-four/rules.luau")).unwrap();
    let choice = "  local column = choose(side, keep(COLUMNS, has_room, WHY.column_is_full), TEXT.which_column)\n";
    let broken = rules.replace(choice, &format!("{choice}  if column == G then error(\"broken\") end\n"));
    assert_ne!(rules, broken);
    std::fs::write(folder.0.path().join("bad/scripts/connect-four/rules.luau"), broken).unwrap();
    let output = folder.run(&["sim", "connect-four", "--pack", "bad", "--seat", "all=ai:60", "--games", "3"]);
    let notes = String::from_utf8_lossy(&output.stderr);
    assert_eq!(notes.matches("a rule failed while a bot searched").count(), 1, "{notes}");
    assert!(notes.contains("broken"), "{notes}");
}

#[test]
fn the_summary_counts_wins_lengths_and_cards() {
    let folder = Folder::with("tests/reference/kuhn-poker");
    let text = folder.ok("sim kuhn-poker --seat all=random --games 400 --json --cards cards.csv");
    let summary: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(summary["games"], 400);
    let wins: Vec<u64> =
        summary["seats"].as_array().unwrap().iter().map(|seat| seat["wins"].as_u64().unwrap()).collect();
    assert_eq!(wins.iter().sum::<u64>(), 400);
    let share = &summary["seats"][0]["share"];
    assert!(share["low"].as_f64() < share["share"].as_f64() && share["share"].as_f64() < share["high"].as_f64());
    assert!(summary["decisions"]["50"].as_u64().unwrap() >= 2, "{summary}");
    // A king wins more often than a jack. Each side has one of three cards.
    let won = |card: &str| {
        let cards = summary["cards"].as_array().unwrap().iter().filter(|entry| entry["card"] == card);
        let sums = cards.fold((0, 0), |(drawn, won), entry| {
            (drawn + entry["drawn"].as_u64().unwrap(), won + entry["won_drawn"].as_u64().unwrap())
        });
        assert!(sums.0 > 200, "{card} {sums:?}");
        sums.1 as f64 / sums.0 as f64
    };
    assert!(won("jack") < won("queen") && won("queen") < won("king"));
    assert_eq!(folder.lines("cards.csv").len(), 800, "two cards a game");
}

#[test]
fn a_run_stops_when_the_shares_are_known() {
    let folder = Folder::with("tests/reference/kuhn-poker");
    let text = folder.ok("sim kuhn-poker --seat all=random --until 5 --json");
    let summary: Value = serde_json::from_str(&text).unwrap();
    let share = &summary["seats"][0]["share"];
    let width = share["high"].as_f64().unwrap() - share["low"].as_f64().unwrap();
    assert!(width <= 0.1 && (300..500).contains(&summary["games"].as_u64().unwrap()), "{summary}");
}

#[test]
fn a_failed_game_is_a_line_and_can_be_played_again() {
    let folder = Folder::with("tests/packs/demo");
    let line = "sim demo --seat all=random --option fragile=true --games 40";
    let text = folder.fails(&format!("{line} --out games.csv"), FINDINGS);
    let lines = folder.lines("games.csv");
    let failed: Vec<&String> = lines.iter().filter(|line| !line.ends_with(',')).collect();
    assert!(lines.len() == 40 && !failed.is_empty() && failed.len() < 40, "{} of {}", failed.len(), lines.len());
    let again = text.lines().find_map(|line| line.trim().strip_prefix("again: cardwright ")).expect("a command");
    let again = again.split_once(" sim ").expect("the packs come before the command").1;
    let text = folder.fails(&format!("sim {again}"), FINDINGS);
    assert!(text.contains("failed: game 0"), "{text}");
}

#[test]
fn bad_arguments_are_refused_before_a_game_is_played() {
    let folder = Folder::with("tests/packs/demo");
    let refused = |line: &str, says: &str| {
        let text = folder.fails(line, USAGE);
        assert!(text.contains(says), "{line}\n{text}");
    };
    refused("sim demo --seat red=human", "a person cannot take part");
    refused("sim demo --seat all=ai:2s", "counted in decisions");
    refused("sim demo --seat all=ai:0", "is no effort");
    refused("sim demo --out a.csv --cards a.csv", "the same file");
    refused("compare demo --each-card --without 01", "cannot be used with");
    refused("compare demo --ladder 10,20 --seat all=random", "name no other players");
    refused("sim demo --seat green=random", "unknown side `green`");
    refused("sim demo --without no-such-card", "unknown card or action");
    refused("sim demo --option no-such=1", "unknown option");
    refused("sim demo --scenario none", "unknown scenario");
    refused("sim demo --shard 3/2", "I from 0 to N - 1");
    refused("sim demo --games 0", "1 or more");
    refused("sim demo --until 0", "from 0.1 to 50");
    refused("sim demo --out games.txt", "must end in .csv or .jsonl");
    refused("compare demo --b '--pack \"x'", "quotation mark");
    refused("compare demo --b '--games 3'", "--games");
    refused("compare demo --sweep fragile=true", "two values or more");
    refused("compare demo --sweep no-such=1..3", "no-such");
    refused("compare demo --ladder 500", "two budgets or more");
    let text = folder.fails("sim demo --seat all=random --out no/such/folder.csv", FILE);
    assert!(text.contains("cannot write"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let folder = Folder::with("tests/packs/demo");
    std::os::unix::fs::symlink("/dev/full", folder.0.path().join("full.csv")).unwrap();
    let text = folder.fails("sim demo --seat all=random --games 400 --out full.csv", FILE);
    assert!(text.contains("cannot write full.csv"), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_with_what_is_done() {
    let folder = Folder::with("tests/packs/demo");
    let mut command = folder.command(&["sim", "demo", "--seat", "all=random", "--games", "1000000", "--out", "g.csv"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let started = Instant::now();
    while std::fs::metadata(folder.0.path().join("g.csv")).map_or(0, |file| file.len()) < 20_000 {
        assert!(started.elapsed() < Duration::from_secs(60), "no game is played");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (text, notes) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{text}{notes}");
    assert!(notes.contains("interrupted after") && text.contains("wins"), "{text}{notes}");
    let columns = folder.lines("g.csv").iter().map(|line| line.matches(',').count()).collect::<Vec<_>>();
    assert!(columns.windows(2).all(|pair| pair[0] == pair[1]), "every line is complete");
}

#[test]
fn a_variant_without_a_change_plays_identical_games() {
    let folder = Folder::with("");
    let text = folder.ok("compare latin-intervention --seat all=random --games 30");
    assert!(text.contains("identical games: 30 of 30"), "{text}");
    assert!(!text.contains("certain\n") && !text.contains("first difference"), "{text}");
}

#[test]
fn a_change_is_found_and_the_run_stops() {
    let folder = Folder::with("tests/reference/tic-tac-toe");
    let line = "compare tic-tac-toe --seat all=random --b '--seat crosses=ai:300' --games 200 --out found.jsonl";
    let text = folder.ok(line);
    assert!(text.contains("differ for certain"), "{text}");
    let pairs: u64 = text.split_whitespace().next().unwrap().parse().unwrap();
    assert!((20..120).contains(&pairs), "it stops by itself: {text}");
    assert!(text.contains("first difference: game 0, after 0 answers"), "{text}");
    let found: Vec<Value> =
        folder.read("found.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(found[0]["about"]["kind"], "comparison");
    let wins = found.iter().find(|line| line["name"] == "wins of crosses").unwrap();
    assert!(wins["low"].as_f64().unwrap() > 0.0 && wins["decided"] == true, "{wins}");
    let page = folder.ok("report found.jsonl");
    assert!(page.contains("wins of crosses"));
}

#[test]
fn nobody_plays_what_a_variant_leaves_out() {
    let folder = Folder::with("tests/reference/kuhn-poker");
    let text = folder.ok("compare kuhn-poker --seat all=random --without bet --games 60 --json");
    let found: Value = serde_json::from_str(&text).unwrap();
    let length =
        found[0]["measures"].as_array().unwrap().iter().find(|measure| measure["name"] == "decisions").unwrap();
    assert_eq!(length["b"], 2.0, "without a bet both sides check: {length}");
    assert!(length["a"].as_f64().unwrap() > 2.0);
    let text = folder.ok("compare kuhn-poker --seat all=random --each-card --games 40");
    assert!(text.contains("without jack") && text.contains("0 of 3 differ for certain"), "{text}");
}

/// Of three seats each share may differ by chance, so one of them must differ more clearly.
#[test]
fn several_shares_of_wins_must_be_more_certain() {
    let chances = |wins: &[(u32, bool)]| {
        let library = Library::open(vec![PackSource::Folder(Folder::with("tests/reference/tic-tac-toe").1)]).unwrap();
        let (program, ..) = library.load("tic-tac-toe").unwrap();
        let set_up = SetUp { scenario: "standard".into(), ..SetUp::default() };
        let sim = Simulation::new(&program, set_up, &[]).unwrap();
        let mut comparison = Comparison::new(&sim, &sim).unwrap();
        let game = |won: Vec<bool>| GameResult { won, decisions: vec![3, 2], ..GameResult::default() };
        for (count, has_loser) in wins {
            for _ in 0..*count {
                let (a, b) = (game(vec![true, false]), game(vec![false, !has_loser]));
                comparison.add(&a, &b);
                comparison.add(&a, &a);
            }
        }
        (comparison.chance_alone(), comparison.measures[0].differences.chance_alone())
    };
    // The second side wins what the first loses: one question.
    let (together, alone) = chances(&[(20, false)]);
    assert_eq!(together, alone);
    // Some of these games are drawn: three questions.
    let (together, alone) = chances(&[(10, false), (10, true)]);
    assert!((together / alone - 3.0).abs() < 1e-9, "{together} {alone}");
}

#[test]
fn a_sweep_compares_each_value_with_the_first() {
    let folder = Folder::with("");
    let text = folder.ok("compare latin-intervention --seat all=random --sweep turn-limit=0,4,8 --games 40");
    assert!(text.contains("turn-limit=4 against 0") && text.contains("turn-limit=8 against 0"), "{text}");
    assert!(text.contains("won by nobody") && !text.contains("-0.0 "), "{text}");
    let text = folder.ok("compare latin-intervention --seat all=random --sweep turn-limit=0,8 --games 40 --all-games");
    assert!(text.contains("turn-limit=8 against 0") && text.contains(" 40 "), "{text}");
}

#[test]
fn a_ladder_finds_that_more_search_wins_more() {
    let folder = Folder::with("tests/reference/tic-tac-toe");
    let text = folder.ok("compare tic-tac-toe --ladder 10,400 --games 100 --json");
    let step = &serde_json::from_str::<Value>(&text).unwrap()[0];
    assert!(step["lead"].as_f64().unwrap() > 0.0 && step["certain"] == true, "{step}");
}
