//! Kills the program (SIGKILL) at random moments while it starts, plays, reloads and saves.

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

/// The number of kills of one game. After each kill, the next run resumes the game.
const KILLS: usize = 5;

/// Counts over all games, which show whether the kills came at various moments.
#[derive(Debug, Default)]
struct Tally {
    kills: usize,
    /// Kills before any output.
    before_output: usize,
    torn_records: usize,
    /// Confirmations in the output, hashes included.
    confirmed: usize,
    hashes: usize,
    reloads: usize,
    /// Checked files.
    files: usize,
    /// Temporary files that the kills left.
    temporary_files: usize,
}

/// In a run of at least this many seconds, some kills must come before any output, and some games must reload.
const LONG_RUN_SECONDS: u64 = 20;

#[test]
fn lines_of_script_excerpts_are_not_read_as_confirmations() {
    assert_eq!(parse_confirmation("   1 red: stir port"), Some(Confirmation::Event(1, "red: stir port".into())));
    assert_eq!(parse_confirmation(" 170 red: keep"), Some(Confirmation::Event(170, "red: keep".into())));
    for excerpt in [" 170 │ end", " 170 │ ", "     · ───┬──", "     ╰────"] {
        assert_eq!(parse_confirmation(excerpt), None, "{excerpt}");
    }
}

#[test]
fn every_confirmed_answer_survives_a_kill_at_any_moment() {
    let mut tally = Tally::default();
    for seed in seeds(3) {
        play_and_kill(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.confirmed > tally.kills, "too little was confirmed before the kills: {tally:?}");
    assert!(tally.hashes > 0 && tally.files > 0, "{tally:?}");
    let is_long = seconds().is_some_and(|s| s.as_secs() >= LONG_RUN_SECONDS);
    assert!(!is_long || (tally.reloads > 0 && tally.before_output > 0), "{tally:?}");
}

fn play_and_kill(seed: u64, tally: &mut Tally) {
    let workspace = Workspace::new();
    let mut random = RandomBot::new(seed);
    let mut path = workspace.path("games/game.cwr");
    let mut earlier_entries = 0; // The number of entries before the run.
    for run in 0..KILLS {
        let text = path.display().to_string();
        let arguments = match path.exists() {
            true => vec!["play", "--resume", &text, "--open", "--under", "current"],
            false => vec!["play", "demo", "--open", "--seed", "7", "--record", &text],
        };
        let description = format!("seed {seed}, run {run}");
        let (output, error) = run_and_kill(&workspace, &arguments, run, &mut random);
        tally.kills += 1;
        tally.before_output += usize::from(output.is_empty());
        tally.temporary_files += temporary_files(&workspace.path("")).len();
        let mut new_paths =
            output.lines().filter_map(|l| l.strip_prefix("✓ all of the record is in ")?.split_once(','));
        if let Some((new_path, _)) = new_paths.next_back() {
            path = workspace.path(new_path);
        }
        if !path.exists() {
            assert!(output.is_empty(), "{description}: there is output, but no record\n{output}\n{error}");
            continue;
        }
        tally.torn_records += usize::from(record::read(&path).unwrap_or_else(|e| panic!("{description}: {e}")).is_torn);
        let (read, table) = loaded_and_verified(&path);
        compare(&output, &read, &table, earlier_entries, tally)
            .unwrap_or_else(|e| panic!("{description}: {e}\n{output}\n{error}"));
        tally.reloads +=
            read.entries[earlier_entries..].iter().filter(|e| matches!(e.event, Event::Content { .. })).count();
        earlier_entries = read.entries.len();
        check_saved_files(&workspace, &output, &table, tally);
    }
    if !path.exists() {
        return;
    }
    // A run without a kill continues the game and removes the files that the kills left.
    let text = path.display().to_string();
    let done = workspace
        .run(&["play", "--resume", &text, "--open", "--under", "current"], "hash\nsave last.txt\n")
        .exits_with(0);
    let (_, table) = loaded_and_verified(&path);
    let done = done.says(&format!("full   {}\n", table.hash()));
    assert!(!done.err.contains("recover"), "{}", done.err);
    // The program removes temporary files only in folders in which it writes.
    let games = path.parent().unwrap();
    let visited_folders = [workspace.path(""), games.to_owned(), games.join("content")];
    let is_visited = |p: &PathBuf| visited_folders.iter().any(|v| p.parent().unwrap().components().eq(v.components()));
    let remaining: Vec<PathBuf> = temporary_files(&workspace.path("")).into_iter().filter(is_visited).collect();
    assert!(remaining.is_empty(), "{remaining:?}");
}

/// Starts the command, types lines, edits the pack, and kills the command. Returns standard output and standard error.
fn run_and_kill(workspace: &Workspace, arguments: &[&str], run: usize, random: &mut RandomBot) -> (String, String) {
    let mut program = RunningCommand::start(workspace.command(arguments));
    let lines: Vec<(String, Duration)> = (0..40).map(|n| (random_line(random, run, n), random_pause(random))).collect();
    let mut stdin = program.stdin.take().unwrap();
    let typing = std::thread::spawn(move || {
        for (line, pause) in lines {
            if std::io::Write::write_all(&mut stdin, format!("{line}\n").as_bytes()).is_err() {
                return None;
            }
            std::thread::sleep(pause);
        }
        Some(stdin)
    });
    let confirmation_count = random.pick(25);
    let max_wait = match random.pick(4) {
        0 => Duration::from_micros(random.pick(40_000) as u64),
        _ => Duration::from_millis(20 + random.pick(400) as u64),
    };
    let is_over = Arc::new(AtomicBool::new(false));
    let editor = start_editor(
        workspace.path("pack/scripts/demo/rules.luau"),
        is_over.clone(),
        RandomBot::new(random.pick(9999) as u64),
    );
    program.wait(max_wait, |text| confirmations(text) > confirmation_count);
    std::thread::sleep(Duration::from_micros(random.pick(3000) as u64));
    let (output, error, status) = program.kill();
    assert_eq!(status.code(), None, "the program ended before the kill\n{output}\n{error}");
    is_over.store(true, Ordering::Relaxed);
    editor.join().unwrap();
    typing.join().unwrap();
    (output, error)
}

fn random_pause(random: &mut RandomBot) -> Duration {
    match random.pick(8) {
        0 => Duration::from_millis(25),
        1..4 => Duration::from_micros(random.pick(4000) as u64),
        _ => Duration::ZERO,
    }
}

/// Returns a random line, which may be illegal when it is typed.
fn random_line(random: &mut RandomBot, run: usize, n: usize) -> String {
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
    match random.pick(24) {
        0 | 1 => "undo".to_owned(),
        2 => "redo".to_owned(),
        3 => format!("goto {}", random.pick(12)),
        4 | 5 => format!("adjust river: {} hidden; points {}", random.pick(3), 3 + random.pick(5)),
        6 | 7 => "hash".to_owned(),
        8 => format!("save s{run}-{n}.txt"),
        9 => format!("save r{run}-{n}.cwr"),
        10 => format!("export e{run}-{n}.toml"),
        11 | 12 => ":reload".to_owned(),
        13 if random.pick(4) == 0 => format!("record other/m{run}-{n}.cwr"),
        _ => PLAY[random.pick(PLAY.len())].to_owned(),
    }
}

/// Saves the rules again and again, as editors do. Some versions are broken, but the last version is sound.
fn start_editor(file: PathBuf, is_over: Arc<AtomicBool>, mut random: RandomBot) -> std::thread::JoinHandle<()> {
    let sound_rules = fs::read_to_string(crate::common::demo().join("scripts/demo/rules.luau")).unwrap();
    std::thread::spawn(move || {
        // Wait until the game has begun, because it would not start with broken rules.
        std::thread::sleep(Duration::from_millis(60));
        while !is_over.load(Ordering::Relaxed) {
            let text = match random.pick(6) {
                0 => sound_rules[..sound_rules.len() / 2].to_owned(),
                1 => sound_rules.replace("raise(UNREST, hits, province)", "raise(UNREST, hits + 1, province)"),
                n => format!("{sound_rules}-- Saved {n}.{}\n", random.pick(1000)),
            };
            save(&file, &text, random.pick(2) == 0);
            std::thread::sleep(Duration::from_millis(10 + random.pick(100) as u64));
        }
        save(&file, &format!("{sound_rules}-- {}\n", random.pick(3)), false);
    })
}

fn save(file: &Path, text: &str, by_renaming: bool) {
    if by_renaming {
        let temporary_file = file.with_extension("luau~");
        fs::write(&temporary_file, text).unwrap();
        fs::rename(temporary_file, file).unwrap();
    } else {
        fs::write(file, text).unwrap();
    }
}

/// A line of the output that confirms what the program did.
#[derive(Debug, PartialEq, Eq)]
enum Confirmation {
    /// An event, by number and text.
    Event(usize, String),
    /// The event to which `undo`, `redo` or `goto` led.
    At(usize),
    /// The full hash at that moment.
    Hash(String),
}

/// Parses a complete line of the output.
fn parse_confirmation(line: &str) -> Option<Confirmation> {
    if let Some(event) = line.strip_prefix("✓ at event ") {
        return Some(Confirmation::At(event.split(' ').next()?.parse().ok()?));
    }
    if let Some(hash) = line.strip_prefix("full   ") {
        return Some(Confirmation::Hash(hash.to_owned()));
    }
    let (number, text) = line.split_at_checked(4)?;
    // The number of an event is followed by its text. The line number of a script excerpt is followed by a margin.
    let text = text.strip_prefix(' ').filter(|text| !text.starts_with(['│', '·', '╭', '╰']))?;
    Some(Confirmation::Event(number.trim().parse().ok()?, text.to_owned()))
}

fn whole_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').filter_map(|l| l.strip_suffix('\n'))
}

fn confirmations(text: &str) -> usize {
    whole_lines(text).filter_map(parse_confirmation).count()
}

/// Checks that the record has everything that the output confirms, in the same order, after the entries of earlier
/// runs.
fn compare(
    output: &str,
    read: &record::ReadRecord,
    table: &Table,
    earlier_entries: usize,
    tally: &mut Tally,
) -> Result<(), String> {
    // The event at which the game stood after each entry. Index 0 is the start of the game.
    let mut node_of = vec![0];
    let mut nodes = 0;
    let mut recorded = Vec::new();
    for entry in &read.entries {
        let (node, confirmation) = match &entry.event {
            Event::Goto { to } => (node_of[*to], Some(Confirmation::At(node_of[*to]))),
            Event::Seats { .. } => (node_of[entry.parent], None),
            _ => {
                nodes += 1;
                (nodes, Some(Confirmation::Event(nodes, table.event_text(nodes).unwrap_or_default())))
            }
        };
        node_of.push(node);
        recorded.push((confirmation, entry.hash.clone()));
    }
    // The index of the entry after the last confirmed one.
    let mut next_entry = earlier_entries;
    for confirmation in whole_lines(output).filter_map(parse_confirmation) {
        tally.confirmed += 1;
        let found = match &confirmation {
            Confirmation::Hash(hash) => {
                tally.hashes += 1;
                (next_entry.saturating_sub(1)..recorded.len()).find(|i| recorded[*i].1 == *hash)
            }
            _ => (next_entry..recorded.len()).find(|i| recorded[*i].0.as_ref() == Some(&confirmation)),
        };
        next_entry = found.ok_or_else(|| {
            format!("shown as done, but not in the record after entry {next_entry}: {confirmation:?}")
        })? + 1;
    }
    Ok(())
}

/// Checks that every file exists whose saving the output confirms, and that every existing file is complete.
fn check_saved_files(workspace: &Workspace, output: &str, table: &Table, tally: &mut Tally) {
    for line in whole_lines(output).filter(|l| l.starts_with("✓ the ")) {
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
                let contents = Contents::for_record(&path);
                contents.packs(&read.header.content).unwrap_or_else(|e| panic!("{name}: {e}"));
                for entry in &read.entries {
                    if let Event::Content { content, .. } = &entry.event {
                        contents.packs(content).unwrap_or_else(|e| panic!("{name}: {e}"));
                    }
                }
            }
            Some("txt") => {
                let text = fs::read_to_string(&path).unwrap();
                let position = notation::load(table.board(), &text).unwrap_or_else(|e| panic!("{name}: {e:?}"));
                assert_eq!(cardwright_table::saved_position(table.board(), &position), text, "{name} is not complete");
            }
            Some("toml") => {
                let text = fs::read_to_string(&path).unwrap();
                assert!(text.starts_with("# Exported") && text.ends_with("\"\"\"\n"), "{name} is not complete");
            }
            _ => continue,
        }
        tally.files += 1;
    }
}
