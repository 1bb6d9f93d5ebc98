//! SIGKILL at random moments of starting, playing, reloading and saving.

use super::workspace::{RunningCommand, Workspace, loaded_and_verified, temporary_files};
use crate::common::{seconds, seeds};
use cardwright_bots::RandomBot;
use cardwright_state::notation;
use cardwright_table::record::{self, Contents};
use cardwright_table::{Event, Table};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Kills of one game; each run resumes the one before.
const KILLS: usize = 5;

/// Counts over all games, which show whether the kills hit anything.
#[derive(Debug, Default)]
struct Tally {
    kills: usize,
    before_anything: usize,
    is_torn: usize,
    confirmed: usize,
    hashes: usize,
    reloads: usize,
    files: usize,
    temporary_files: usize,
}

/// After this many seconds of kills each moment must have been hit.
const LONG: u64 = 20;

#[test]
fn confirmations_differ_from_script_excerpts() {
    assert_eq!(shown_by("   1 red: stir port"), Some(Shown::Event(1, "red: stir port".into())));
    assert_eq!(shown_by(" 170 red: keep"), Some(Shown::Event(170, "red: keep".into())));
    for excerpt in [" 170 │ end", " 170 │ ", "     · ───┬──", "     ╰────"] {
        assert_eq!(shown_by(excerpt), None, "{excerpt}");
    }
}

#[test]
fn every_confirmed_answer_survives_a_kill_at_any_moment() {
    let mut tally = Tally::default();
    for seed in seeds(3) {
        game(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.confirmed > tally.kills, "next to nothing was confirmed before the kills: {tally:?}");
    assert!(tally.hashes > 0 && tally.files > 0, "{tally:?}");
    let is_long = seconds().is_some_and(|s| s.as_secs() >= LONG);
    assert!(!is_long || (tally.reloads > 0 && tally.before_anything > 0), "{tally:?}");
}

fn game(seed: u64, tally: &mut Tally) {
    let workspace = Workspace::new();
    let mut dice = RandomBot::new(seed);
    let mut path = workspace.path("games/game.cwr");
    let mut known = 0; // Entries of the record before this run.
    for run in 0..KILLS {
        let text = path.display().to_string();
        let arguments = match path.exists() {
            true => vec!["play", "--resume", &text, "--open", "--under", "current"],
            false => vec!["play", "demo", "--open", "--seed", "7", "--record", &text],
        };
        let what = format!("seed {seed}, run {run}");
        let (shown, error) = killed(&workspace, &arguments, run, &mut dice);
        tally.kills += 1;
        tally.before_anything += usize::from(shown.is_empty());
        tally.temporary_files += temporary_files(&workspace.path("")).len();
        let mut moved = shown.lines().filter_map(|l| l.strip_prefix("✓ all of the record is in ")?.split_once(','));
        if let Some((now, _)) = moved.next_back() {
            path = workspace.path(now);
        }
        if !path.exists() {
            assert!(shown.is_empty(), "{what}: play was shown, but there is no record\n{shown}\n{error}");
            continue;
        }
        tally.is_torn += usize::from(record::read(&path).unwrap_or_else(|e| panic!("{what}: {e}")).is_torn);
        let (read, table) = loaded_and_verified(&path);
        compare(&shown, &read, &table, known, tally).unwrap_or_else(|e| panic!("{what}: {e}\n{shown}\n{error}"));
        tally.reloads += read.entries[known..].iter().filter(|e| matches!(e.event, Event::Content { .. })).count();
        known = read.entries.len();
        saved(&workspace, &shown, &table, tally);
    }
    if !path.exists() {
        return;
    }
    // Without a kill it continues, and removes the files that the kills left.
    let text = path.display().to_string();
    let done =
        workspace.run(&["play", "--resume", &text, "--open", "--under", "current"], "hash\nsave last.txt\n").is(0);
    let (_, table) = loaded_and_verified(&path);
    let done = done.says(&format!("full   {}\n", table.hash()));
    assert!(!done.err.contains("recover"), "{}", done.err);
    // If nothing was written since, nothing was checked.
    let games = path.parent().unwrap();
    let visited = [workspace.path(""), games.to_owned(), games.join("content")];
    let is_visited = |p: &PathBuf| visited.iter().any(|v| p.parent().unwrap().components().eq(v.components()));
    let left: Vec<PathBuf> = temporary_files(&workspace.path("")).into_iter().filter(is_visited).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Starts the command, types lines, edits the pack, and kills it. Returns the output.
fn killed(workspace: &Workspace, arguments: &[&str], run: usize, dice: &mut RandomBot) -> (String, String) {
    let mut live = RunningCommand::start(workspace.command(arguments));
    let lines: Vec<(String, Duration)> = (0..40).map(|n| (line(dice, run, n), pause(dice))).collect();
    let mut to = live.to.take().unwrap();
    let typing = std::thread::spawn(move || {
        for (line, pause) in lines {
            if std::io::Write::write_all(&mut to, format!("{line}\n").as_bytes()).is_err() {
                return None;
            }
            std::thread::sleep(pause);
        }
        Some(to)
    });
    let wanted = dice.pick(25);
    let longest = match dice.pick(4) {
        0 => Duration::from_micros(dice.pick(40_000) as u64),
        _ => Duration::from_millis(20 + dice.pick(400) as u64),
    };
    let over = Arc::new(AtomicBool::new(false));
    let saver =
        saver(workspace.path("pack/scripts/demo/rules.luau"), over.clone(), RandomBot::new(dice.pick(9999) as u64));
    live.wait(longest, |text| confirmations(text) > wanted);
    std::thread::sleep(Duration::from_micros(dice.pick(3000) as u64));
    let (shown, error, status) = live.kill();
    assert_eq!(status.code(), None, "it ended by itself\n{shown}\n{error}");
    over.store(true, Ordering::Relaxed);
    saver.join().unwrap();
    typing.join().unwrap();
    (shown, error)
}

fn pause(dice: &mut RandomBot) -> Duration {
    match dice.pick(8) {
        0 => Duration::from_millis(25),
        1..4 => Duration::from_micros(dice.pick(4000) as u64),
        _ => Duration::ZERO,
    }
}

/// A random line; not all are legal when they come.
fn line(dice: &mut RandomBot, run: usize, n: usize) -> String {
    const PLAY: [&str; 14] = [
        "stir hills",
        "keep",
        "raise port",
        "raise hills",
        "raise river",
        "end-turn",
        "end-turn",
        "march guard port hills",
        "march guard hills port",
        "many 1 2",
        "3 3 1 2",
        "1 1 1 1 1 1 1 1",
        "blue: bribe port",
        "stir port",
    ];
    match dice.pick(24) {
        0 | 1 => "undo".to_owned(),
        2 => "redo".to_owned(),
        3 => format!("goto {}", dice.pick(12)),
        4 | 5 => format!("adjust river: {} hidden; points {}", dice.pick(3), 3 + dice.pick(5)),
        6 | 7 => "hash".to_owned(),
        8 => format!("save s{run}-{n}.txt"),
        9 => format!("save r{run}-{n}.cwr"),
        10 => format!("export e{run}-{n}.toml"),
        11 | 12 => ":reload".to_owned(),
        13 if dice.pick(4) == 0 => format!("record other/m{run}-{n}.cwr"),
        _ => PLAY[dice.pick(PLAY.len())].to_owned(),
    }
}

/// Saves the rules again and again, in the ways of editors, sometimes broken; correct at the end.
fn saver(file: PathBuf, over: Arc<AtomicBool>, mut dice: RandomBot) -> std::thread::JoinHandle<()> {
    let sound = fs::read_to_string(crate::common::demo().join("scripts/demo/rules.luau")).unwrap();
    std::thread::spawn(move || {
        // Not before the game has begun: it would not start with broken rules.
        std::thread::sleep(Duration::from_millis(60));
        while !over.load(Ordering::Relaxed) {
            let text = match dice.pick(6) {
                0 => sound[..sound.len() / 2].to_owned(),
                1 => sound.replace("raise(UNREST, hits, province)", "raise(UNREST, hits + 1, province)"),
                n => format!("{sound}-- Saved {n}.{}\n", dice.pick(1000)),
            };
            save(&file, &text, dice.pick(2) == 0);
            std::thread::sleep(Duration::from_millis(10 + dice.pick(100) as u64));
        }
        save(&file, &format!("{sound}-- {}\n", dice.pick(3)), false);
    })
}

fn save(file: &Path, text: &str, by_renaming: bool) {
    if by_renaming {
        let aside = file.with_extension("luau~");
        fs::write(&aside, text).unwrap();
        fs::rename(aside, file).unwrap();
    } else {
        fs::write(file, text).unwrap();
    }
}

/// What the command showed as done.
#[derive(Debug, PartialEq, Eq)]
enum Shown {
    /// An event, by number and text.
    Event(usize, String),
    /// `undo`, `redo` and `goto` lead to an event.
    At(usize),
    /// The full hash at that moment.
    Hash(String),
}

/// Parses a complete line.
fn shown_by(line: &str) -> Option<Shown> {
    if let Some(at) = line.strip_prefix("✓ at event ") {
        return Some(Shown::At(at.split(' ').next()?.parse().ok()?));
    }
    if let Some(hash) = line.strip_prefix("full   ") {
        return Some(Shown::Hash(hash.to_owned()));
    }
    let (number, text) = line.split_at_checked(4)?;
    // An event's number is followed by its text; a line of a script excerpt by a margin.
    let text = text.strip_prefix(' ').filter(|text| !text.starts_with(['│', '·', '╭', '╰']))?;
    Some(Shown::Event(number.trim().parse().ok()?, text.to_owned()))
}

fn whole_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').filter_map(|l| l.strip_suffix('\n'))
}

fn confirmations(text: &str) -> usize {
    whole_lines(text).filter_map(shown_by).count()
}

/// Everything shown is in the record, in that order, after the earlier events.
fn compare(
    shown: &str,
    read: &record::ReadRecord,
    table: &Table,
    known: usize,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut node_of = vec![0];
    let mut nodes = 0;
    let mut recorded = Vec::new();
    for entry in &read.entries {
        let (node, shown) = match &entry.event {
            Event::Goto { to } => (node_of[*to], Some(Shown::At(node_of[*to]))),
            Event::Seats { .. } => (node_of[entry.parent], None),
            _ => {
                nodes += 1;
                (nodes, Some(Shown::Event(nodes, table.event_text(nodes).unwrap_or_default())))
            }
        };
        node_of.push(node);
        recorded.push((shown, entry.hash.clone()));
    }
    // `at` is the last event shown.
    let mut at = known;
    for one in whole_lines(shown).filter_map(shown_by) {
        tally.confirmed += 1;
        let found = match &one {
            Shown::Hash(hash) => {
                tally.hashes += 1;
                (at.saturating_sub(1)..recorded.len()).find(|i| recorded[*i].1 == *hash)
            }
            _ => (at..recorded.len()).find(|i| recorded[*i].0.as_ref() == Some(&one)),
        };
        at = found.ok_or_else(|| format!("shown as done, but not in the record after event {at}: {one:?}"))? + 1;
    }
    Ok(())
}

/// Every file shown as saved exists, and every existing file is complete.
fn saved(workspace: &Workspace, shown: &str, table: &Table, tally: &mut Tally) {
    for line in whole_lines(shown).filter(|l| l.starts_with("✓ the ")) {
        let Some((_, file)) = line.split_once(" is in ") else { continue };
        let file = file.split([',', ';']).next().unwrap();
        assert!(workspace.path(file).exists(), "{line}");
    }
    for entry in fs::read_dir(workspace.path("")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        match path.extension().and_then(|e| e.to_str()) {
            Some("cwr") => {
                let read = record::read(&path).unwrap_or_else(|e| panic!("{e}"));
                assert!(!read.is_torn, "{name} is torn");
                let beside = Contents::for_record(&path);
                beside.packs(&read.header.content).unwrap_or_else(|e| panic!("{name}: {e}"));
                for entry in &read.entries {
                    if let Event::Content { content, .. } = &entry.event {
                        beside.packs(content).unwrap_or_else(|e| panic!("{name}: {e}"));
                    }
                }
            }
            Some("txt") => {
                let text = fs::read_to_string(&path).unwrap();
                let position = notation::load(table.board(), &text).unwrap_or_else(|e| panic!("{name}: {e:?}"));
                assert_eq!(notation::print_save(table.board(), &position), text, "{name} is not whole");
            }
            Some("toml") => {
                let text = fs::read_to_string(&path).unwrap();
                assert!(text.starts_with("# Exported") && text.ends_with("\"\"\"\n"), "{name} is not whole");
            }
            _ => continue,
        }
        tally.files += 1;
    }
}
