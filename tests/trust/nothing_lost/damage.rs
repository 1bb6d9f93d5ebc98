//! Damaged records: the damage is reported, and all sound events are recovered. A recovered record is always a part of
//! the original game.

use super::workspace::{Workspace, loaded_and_verified};
use crate::common::{library, seeds};
use cardwright_bots::{RANDOM, RandomBot};
use cardwright_content::PackSource;
use cardwright_script::{Program, Vm};
use cardwright_state::SideId;
use cardwright_table::record::{self, Entry, line_of, parse, recover, salvage};
use cardwright_table::{Event, Library, ReadRecord, RecordError, Seat, SetUp, Table};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A record with branches, forced dice, standing actions, seats and a reload.
struct Sample {
    bytes: Vec<u8>,
    read: ReadRecord,
    /// The two programs of the game, each with the hash of its content.
    contents: Vec<(String, Arc<Program>)>,
}

impl Sample {
    fn new() -> Sample {
        let workspace = Workspace::new();
        let path = workspace.path("game.cwr");
        let demo = library(&["tests/packs/demo"]);
        let (program, vm, _) = demo.load("demo").unwrap();
        let set_up = SetUp { scenario: "standard".into(), seed: 9, open: true, ..SetUp::default() };
        let mut table = Table::start(program.clone(), vm, &set_up).unwrap();
        table.keep_record(&path).unwrap();
        table.play(None, "raise port").unwrap();
        table.play(None, "raise hills").unwrap();
        table.undo().unwrap();
        table.force_words(&["6", "5"]).unwrap();
        table.play(None, "stir hills").unwrap();
        table.adjust("river: 2 hidden; port: guard, unrest 2").unwrap();
        table.play(Some(table.board().side("blue").unwrap()), "bribe port").unwrap();
        table.seat(SideId::new(1), Seat::Bot(RANDOM)).unwrap();
        let mut newer_library = demo;
        let mood = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[fact]]\nid = \"mood\"\non = \"province\"\ntype = \"number\"\n";
        newer_library
            .add(PackSource::Memory(vec![
                ("pack.toml".into(), "id = \"moody\"\nname = \"Moody\"\nversion = \"0.1.0\"\n".into()),
                ("scenarios/demo/board.toml".into(), mood.into()),
            ]))
            .unwrap();
        let (newer_program, vm, _) = newer_library.load("demo").unwrap();
        table.reload(newer_program.clone(), vm).unwrap();
        table.play(None, "end-turn").unwrap();
        table.play(None, "many 2 1 3").unwrap();
        table.goto(1).unwrap();
        table.play(None, "raise river").unwrap();
        table.play(None, "end-turn").unwrap();
        drop(table);
        let (read, _) = loaded_and_verified(&path);
        let contents = [program, newer_program].map(|p| (hex(&p), p)).into();
        Sample { bytes: fs::read(&path).unwrap(), read, contents }
    }
    fn lines(&self) -> Vec<&[u8]> {
        self.bytes.split_inclusive(|b| *b == b'\n').collect()
    }
    fn load(&self, hash: &str) -> Result<(Arc<Program>, Vm), String> {
        let (_, program) = self.contents.iter().find(|(h, _)| h == hash).ok_or("no such content")?;
        Ok((program.clone(), program.vm().map_err(|_| "no memory")?))
    }
    fn start(&self, read: &ReadRecord) -> Table {
        let (program, vm) = self.load(&read.header.content).unwrap();
        Table::start(program, vm, &Table::set_up_of(read)).unwrap()
    }
    fn replay(&self, read: &ReadRecord) -> Result<(), String> {
        let result = self.start(read).replay(read, None, &mut |hash| self.load(hash));
        result.map_err(|e| e.to_string())
    }
    /// Describes an event and the hash after it, without the event's number.
    fn describe(entry: &Entry) -> String {
        let event = match &entry.event {
            Event::Goto { .. } => "goto".to_owned(),
            event => format!("{event:?}"),
        };
        format!("{event} -> {}", entry.hash)
    }
    /// Recovers a damaged record, and checks that the result is a part of the original and replays. Returns the number
    /// of recovered events.
    fn recover(&self, bytes: &[u8], description: &str) -> Option<usize> {
        let mut found = salvage(bytes, "game.cwr").ok()?;
        assert_eq!(found.read.header, self.read.header, "{description}");
        // Recovered events have the same parents as before, although their numbers may differ.
        let old_number = |n: usize| n.checked_sub(1).map_or(0, |index| found.old_numbers[index]);
        for entry in found.read.entries.iter().filter(|e| !matches!(e.event, Event::Goto { .. })) {
            assert_eq!(
                old_number(entry.parent),
                self.read.entries[old_number(entry.n) - 1].parent,
                "{description}: {entry:?}"
            );
        }
        let failed =
            self.start(&found.read).replay_skipping_failures(&found.read, &mut |hash| self.load(hash)).unwrap();
        found.leave_out(&failed.into_iter().map(|e| (e.line, e.problem)).collect::<Vec<_>>());
        self.replay(&found.read).unwrap_or_else(|e| panic!("{description}: the recovered record does not replay: {e}"));
        let originals: BTreeSet<String> = self.read.entries.iter().map(Sample::describe).collect();
        for entry in &found.read.entries {
            assert!(originals.contains(&Sample::describe(entry)), "{description}: {entry:?} was never played");
        }
        let lost = self.read.entries.len() - found.read.entries.len();
        assert!(lost == 0 || !found.report.is_empty(), "{description}: {lost} events are lost without a report");
        Some(found.read.entries.len())
    }
}

fn hex(program: &Program) -> String {
    program.content.hash.iter().map(|b| format!("{b:02x}")).collect()
}

#[test]
fn a_record_cut_at_any_byte_keeps_every_whole_line() {
    let sample = Sample::new();
    let header_length = sample.lines()[0].len();
    for cut in 0..sample.bytes.len() {
        let bytes = &sample.bytes[..cut];
        match parse(bytes, "game.cwr") {
            Ok(read) => {
                // A line that lacks only its newline is kept.
                let ends = sample.bytes[..=cut].iter().filter(|b| **b == b'\n').count();
                assert_eq!(read.entries[..], sample.read.entries[..ends - 1], "cut {cut}");
                let whole = bytes.ends_with(b"\n") || sample.bytes[cut] == b'\n';
                assert_eq!(read.is_torn, !whole, "cut {cut}");
            }
            Err(error) => {
                assert!(cut < header_length - 1, "cut {cut}: {error}");
                let fits = matches!(error, RecordError::Header { .. } | RecordError::NotARecord { .. });
                assert!(fits, "cut {cut}: {error}");
                assert!(salvage(bytes, "game.cwr").is_err(), "cut {cut}");
            }
        }
    }
}

#[test]
fn a_flipped_bit_loses_nothing() {
    let sample = Sample::new();
    let all = sample.read.entries.len();
    let mut noticed_count = 0;
    for seed in seeds(3) {
        let mut random = RandomBot::new(seed);
        for _ in 0..12 {
            let (index, bit) = (random.pick(sample.bytes.len()), random.pick(8));
            let mut bytes = sample.bytes.clone();
            bytes[index] ^= 1 << bit;
            let description = format!("seed {seed}: byte {index}, bit {bit}");
            if let Ok(read) = parse(&bytes, "game.cwr") {
                panic!("{description}: the damage was not noticed: {}", read.is_torn);
            }
            noticed_count += 1;
            let recovered_count =
                sample.recover(&bytes, &description).unwrap_or_else(|| panic!("{description}: nothing is recovered"));
            // If the flip makes a newline, it splits a line, which may then be lost.
            assert!(
                recovered_count == all || bytes[index] == b'\n',
                "{description}: {recovered_count} of {all} are recovered"
            );
        }
    }
    assert!(noticed_count >= 36);
}

#[test]
fn events_survive_shuffled_doubled_and_missing_lines() {
    let sample = Sample::new();
    let all = sample.read.entries.len();
    for seed in seeds(15) {
        let mut random = RandomBot::new(seed);
        let mut lines = sample.lines();
        // The header may be moved too.
        for _ in 0..1 + random.pick(30) {
            let (a, b) = (random.pick(lines.len()), random.pick(lines.len()));
            lines.swap(a, b);
            if random.pick(3) == 0 {
                lines.insert(a, lines[b]);
            }
        }
        let bytes = lines.concat();
        assert!(bytes == sample.bytes || parse(&bytes, "x").is_err(), "seed {seed}: the damage was not noticed");
        assert_eq!(sample.recover(&bytes, &format!("seed {seed}")), Some(all), "seed {seed}");
        // Remove some lines other than the last, whose loss cannot be detected. Events that do not follow from the
        // removed events are recovered.
        let removed: BTreeSet<usize> = (0..1 + random.pick(3)).map(|_| 1 + random.pick(all - 1)).collect();
        let remaining_lines: Vec<&[u8]> =
            sample.lines().into_iter().enumerate().filter(|(i, _)| !removed.contains(i)).map(|l| l.1).collect();
        let recovered_count =
            sample.recover(&remaining_lines.concat(), &format!("seed {seed}, without {removed:?}")).unwrap();
        let before = removed.first().unwrap() - 1;
        assert!(
            recovered_count >= before && recovered_count < all,
            "seed {seed}: {recovered_count} of {all} without {removed:?}"
        );
    }
    // A branch survives damage to another branch.
    let undone =
        sample.read.entries.iter().position(|e| matches!(&e.event, Event::Answer { row, .. } if row == "raise hills"));
    let mut lines = sample.lines();
    lines.remove(1 + undone.unwrap());
    assert_eq!(sample.recover(&lines.concat(), "without a branch"), Some(all - 1));
}

#[test]
fn two_games_in_one_file_stay_separate() {
    let sample = Sample::new();
    let mut other = sample.read.clone();
    let mut text = line_of(&other.header);
    for entry in &mut other.entries {
        if let Event::Answer { row, .. } = &mut entry.event {
            *row = row.replace("hills", "port");
        }
        text += &line_of(entry);
    }
    let both_games = [&sample.bytes[..], text.as_bytes()].concat();
    assert!(matches!(parse(&both_games, "x"), Err(RecordError::Damaged { .. })));
    assert_eq!(sample.recover(&both_games, "both"), Some(sample.read.entries.len()));
}

#[test]
fn changes_by_text_editors_do_no_harm() {
    let sample = Sample::new();
    let text = String::from_utf8(sample.bytes.clone()).unwrap();
    let crlf = text.replace('\n', "\r\n");
    let without_end = text.trim_end();
    let with_byte_order_mark = ["\u{feff}", &crlf].concat();
    let variants = [
        ("CRLF", crlf.as_bytes()),
        ("no newline at the end", without_end.as_bytes()),
        ("a byte order mark at the start", with_byte_order_mark.as_bytes()),
    ];
    for (description, bytes) in variants {
        let read = parse(bytes, "x").unwrap_or_else(|e| panic!("{description}: {e}"));
        assert_eq!(read.entries, sample.read.entries, "{description}");
        assert!(!read.is_torn, "{description}");
        // Appending works.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.cwr");
        fs::write(&path, bytes).unwrap();
        let (mut record, read) = record::Record::resume(&path).unwrap();
        record.append(0, Event::Goto { to: 0 }, read.header.hash.clone()).unwrap();
        drop(record);
        assert_eq!(record::read(&path).unwrap().entries.len(), read.entries.len() + 1, "{description}");
    }
    let utf_16: Vec<u8> = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let error = parse(&utf_16, "x").unwrap_err().to_string();
    assert!(error.contains("UTF-16"), "{error}");
    assert_eq!(sample.recover(&utf_16, "UTF-16"), Some(sample.read.entries.len()));
}

#[test]
fn files_that_are_not_readable_records_are_refused() {
    let sample = Sample::new();
    let huge = "a".repeat(3 << 20);
    let deep = format!("{}\t00000000\n", "[".repeat(1 << 20));
    let cases: [(&str, &[u8], &str); 9] = [
        ("empty", b"", "it is empty"),
        ("picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0", "nor is it text"),
        ("table", b"side,points\nred,3\n", "its first line is no header"),
        ("zeros", &[0; 4096], "nothing but zeros"),
        ("UTF-16", b"\xff\xfer\0e\0d\0", "UTF-16"),
        ("huge line", huge.as_bytes(), "its first line is no header"),
        ("deep", deep.as_bytes(), "its first line is no header"),
        ("position", b"turn red-turn\nhills: 2 open\n", "its first line is no header"),
        (
            "future",
            b"{\"cardwright_record\":4,\"more\":[]}\t00000000\n",
            "has format 4, and this cardwright reads format 3",
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.cwr");
    for (description, bytes, message) in cases {
        let error = parse(bytes, "x").unwrap_err().to_string();
        assert!(error.contains(message), "{description}: {error}");
        assert!(sample.recover(bytes, description).is_none());
        fs::write(&path, bytes).unwrap();
        recover(&path).expect_err(description);
        assert_eq!(fs::read(&path).unwrap(), bytes, "{description}: a file that cannot be recovered does not change");
        assert!(!path.with_extension("damaged").exists(), "{description}");
    }
    let error = record::read(folder.path()).unwrap_err().to_string();
    assert!(error.contains("it is a folder"), "{error}");
    // If the header is damaged, the game is unknown, so the sound events cannot be recovered.
    let lost = [b"{\"cardwright_record\":1,\"engi\t00\n", &sample.lines()[1..].concat()[..]].concat();
    assert!(matches!(parse(&lost, "x"), Err(RecordError::Header { .. })));
    assert!(matches!(salvage(&lost, "x"), Err(RecordError::Header { .. })));
}

/// Changes every value of every line and writes a matching checksum. The replay must fail.
#[test]
#[allow(clippy::single_match)]
fn a_forged_line_with_a_good_checksum_is_noticed() {
    let sample = Sample::new();
    let mut changed_count = 0;
    let mut check = |description: String, index: usize, change: &dyn Fn(&mut Entry)| {
        let mut read = sample.read.clone();
        change(&mut read.entries[index]);
        if read.entries[index] == sample.read.entries[index] {
            return;
        }
        changed_count += 1;
        let text = line_of(&read.header) + &read.entries.iter().map(line_of).collect::<String>();
        if let Ok(read) = parse(text.as_bytes(), "x") {
            sample.replay(&read).expect_err(&description);
        }
    };
    for (index, entry) in sample.read.entries.iter().enumerate() {
        let description = |key: &str| format!("event {}: its {key} changed, and the replay did not notice", index + 1);
        check(description("hash"), index, &|e| e.hash = e.hash.replace(['0', '1', '2', '3'], "4"));
        check(description("number"), index, &|e| e.n += 1);
        for to in 0..index {
            // Another parent does not matter if the position there is equal.
            let hash_at =
                |n: usize| n.checked_sub(1).map_or(&sample.read.header.hash, |n| &sample.read.entries[n].hash);
            // The parent of a `goto`, reload or load does not matter, because these events set the whole position.
            let sets_position = matches!(entry.event, Event::Goto { .. } | Event::Content { .. });
            if hash_at(entry.parent) != hash_at(to) && !sets_position {
                check(description("parent"), index, &|e| e.parent = to);
            }
            check(description("target"), index, &|e| match &mut e.event {
                Event::Goto { to: target } if hash_at(*target) != hash_at(to) => *target = to,
                _ => {}
            });
        }
        check(description("row"), index, &|e| match &mut e.event {
            Event::Answer { row, .. } | Event::Standing { row, .. } => *row = row.replace("hills", "port") + "x",
            Event::Adjust { text } => text.push_str("; points 7"),
            Event::Seats { seats } => seats[0].0.push('x'),
            Event::Content { position, .. } => position.push_str("points 7\n"),
            _ => {}
        });
        for row in ["raise river", "raise hills", "end-turn", "1", "2", "stir hills"] {
            check(description("row"), index, &|e| match &mut e.event {
                Event::Answer { row: target, .. } => *target = row.to_owned(),
                _ => {}
            });
        }
        check(description("side"), index, &|e| match &mut e.event {
            Event::Answer { side, .. } | Event::Standing { side, .. } => {
                *side = if side == "red" { "blue" } else { "red" }.to_owned();
            }
            _ => {}
        });
        check(description("dice"), index, &|e| match &mut e.event {
            Event::Answer { given, .. } | Event::Standing { given, .. } => given.push("6".to_owned()),
            _ => {}
        });
        check(description("content"), index, &|e| match &mut e.event {
            Event::Content { content, .. } => *content = content.replace(['0', '1', '2', '3'], "4"),
            _ => {}
        });
    }
    assert!(changed_count > 100, "{changed_count}");
}

#[test]
fn the_command_reports_and_leaves_out_an_event_that_leads_to_another_position() {
    let workspace = Workspace::new();
    workspace
        .run(&["play", "demo", "--seed", "3", "--record", "g.cwr"], "raise port\nraise hills\nend-turn\n")
        .exits_with(0);
    workspace.run(&["replay", "g.cwr", "--verify"], "").exits_with(0).says("ok: 3 events with equal hashes");
    let read = record::read(&workspace.path("g.cwr")).unwrap();
    let mut wrong = read.clone();
    wrong.entries[2].event =
        Event::Answer { side: "red".into(), row: "raise river".into(), given: vec![], automatic: false };
    let text = line_of(&wrong.header) + &wrong.entries.iter().map(line_of).collect::<String>();
    fs::write(workspace.path("g.cwr"), &text).unwrap();
    workspace
        .run(&["replay", "g.cwr", "--verify"], "")
        .exits_with(1)
        .says("event 3: it leads to another position")
        .says("--recover");
    workspace.run(&["play", "--resume", "g.cwr"], "").exits_with(3).says("event 3");
    let recovery = workspace.run(&["play", "--resume", "g.cwr", "--recover"], "log\n").exits_with(0);
    recovery.says("event 3 is left out").says("event 4 is left out").says("kept 2 sound events").says("g.damaged");
    assert_eq!(fs::read_to_string(workspace.path("g.damaged")).unwrap(), text);
    let (read, _) = loaded_and_verified(&workspace.path("g.cwr"));
    assert_eq!(read.entries[..], wrong.entries[..2]);
}

#[test]
fn missing_or_damaged_content_is_reported_and_restored() {
    let workspace = Workspace::new();
    let arguments = ["play", "demo", "--seed", "3", "--record", "g.cwr"];
    workspace.run(&arguments, "raise port\nend-turn\n").exits_with(0);
    let content = fs::read_dir(workspace.path("content")).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read_to_string(&content).unwrap();
    let rules = workspace.path("pack/scripts/demo/rules.luau");
    let current_rules = fs::read_to_string(&rules).unwrap();
    let other = whole.replace("raise(UNREST, hits, province)", "raise(UNREST, hits + 9, province)");
    assert_ne!(whole, other);
    for (description, text) in
        [("gone", None), ("half", Some(&whole[..whole.len() / 2])), ("another", Some(&other[..]))]
    {
        let damage = |content: &Path| match text {
            None => fs::remove_file(content).unwrap(),
            Some(text) => fs::write(content, text).unwrap(),
        };
        // If today's packs are the recorded ones, the game continues and stores the content again.
        damage(&content);
        workspace.run(&["play", "--resume", "g.cwr"], "log\n").exits_with(0);
        assert_eq!(fs::read_to_string(&content).unwrap(), whole, "{description}");
        // If today's packs differ, the game cannot continue without `--under`.
        damage(&content);
        fs::write(&rules, format!("{current_rules}-- Another day.\n")).unwrap();
        let problem = if text.is_none() { "are not next to the record" } else { "are damaged" };
        let refused = workspace.run(&["play", "--resume", "g.cwr"], "").exits_with(3);
        refused.says(problem).says("add the packs").says("--under current");
        workspace
            .run(&["replay", "g.cwr", "--under", "current"], "")
            .exits_with(0)
            .says("today's rules give the same result for its 2 events");
        workspace
            .run(&["play", "--resume", "g.cwr", "--under", "branch"], "log\n")
            .exits_with(0)
            .says("branched after all");
        fs::write(&rules, &current_rules).unwrap();
        fs::write(&content, &whole).unwrap();
    }
    Library::open(
        record::Contents::for_record(&workspace.path("g.cwr"))
            .packs(content.file_stem().unwrap().to_str().unwrap())
            .unwrap(),
    )
    .unwrap();
}
