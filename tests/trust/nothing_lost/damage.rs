//! Damaged records: the damage is reported, everything sound is recovered, and never as another game.

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

/// A record with branches, given dice, standing actions, seats and a reload, and its position hashes.
struct Sample {
    bytes: Vec<u8>,
    read: ReadRecord,
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
        let mut newer = demo;
        let mood = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[fact]]\nid = \"mood\"\non = \"province\"\ntype = \"number\"\n";
        newer
            .add(PackSource::Memory(vec![
                ("pack.toml".into(), "id = \"moody\"\nname = \"Moody\"\nversion = \"0.1.0\"\n".into()),
                ("scenarios/demo/board.toml".into(), mood.into()),
            ]))
            .unwrap();
        let (fresh, vm, _) = newer.load("demo").unwrap();
        table.reload(fresh.clone(), vm).unwrap();
        table.play(None, "end-turn").unwrap();
        table.play(None, "many 2 1 3").unwrap();
        table.goto(1).unwrap();
        table.play(None, "raise river").unwrap();
        table.play(None, "end-turn").unwrap();
        drop(table);
        let (read, _) = loaded_and_verified(&path);
        let contents = [program, fresh].map(|p| (hex(&p), p)).into();
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
        Table::start(program, vm, &Table::set_up_of(read).unwrap()).unwrap()
    }
    fn replay(&self, read: &ReadRecord) -> Result<(), String> {
        let done = self.start(read).replay(read, None, &mut |hash| self.load(hash));
        done.map_err(|e| e.to_string())
    }
    /// An event by its content and resulting hash, whatever its number.
    fn says(entry: &Entry) -> String {
        let event = match &entry.event {
            Event::Goto { .. } => "goto".to_owned(),
            event => format!("{event:?}"),
        };
        format!("{event} -> {}", entry.hash)
    }
    /// Recovers some bytes: the result is part of the original and replays. Returns the number of events.
    fn recovered(&self, bytes: &[u8], what: &str) -> Option<usize> {
        let mut found = salvage(bytes, "game.cwr").ok()?;
        assert_eq!(found.read.header, self.read.header, "{what}");
        // Recovered events still follow the same events, whatever their numbers.
        let were = |n: usize| n.checked_sub(1).map_or(0, |at| found.old_numbers[at]);
        for entry in found.read.entries.iter().filter(|e| !matches!(e.event, Event::Goto { .. })) {
            assert_eq!(were(entry.parent), self.read.entries[were(entry.n) - 1].parent, "{what}: {entry:?}");
        }
        let failed =
            self.start(&found.read).replay_skipping_failures(&found.read, &mut |hash| self.load(hash)).unwrap();
        found.leave_out(&failed.into_iter().map(|e| (e.at, e.problem)).collect::<Vec<_>>());
        self.replay(&found.read).unwrap_or_else(|e| panic!("{what}: what is recovered does not replay: {e}"));
        let all: BTreeSet<String> = self.read.entries.iter().map(Sample::says).collect();
        for entry in &found.read.entries {
            assert!(all.contains(&Sample::says(entry)), "{what}: {entry:?} was never played");
        }
        let lost = self.read.entries.len() - found.read.entries.len();
        assert!(lost == 0 || !found.report.is_empty(), "{what}: {lost} events are lost, and nothing says so");
        Some(found.read.entries.len())
    }
}

fn hex(program: &Program) -> String {
    program.content.hash.iter().map(|b| format!("{b:02x}")).collect()
}

#[test]
fn cut_at_any_byte_every_whole_line_is_kept() {
    let sample = Sample::new();
    let first = sample.lines()[0].len();
    for cut in 0..sample.bytes.len() {
        let bytes = &sample.bytes[..cut];
        match parse(bytes, "game.cwr") {
            Ok(read) => {
                // A line that lacks only its newline counts.
                let ends = sample.bytes[..=cut].iter().filter(|b| **b == b'\n').count();
                assert_eq!(read.entries[..], sample.read.entries[..ends - 1], "cut {cut}");
                let whole = bytes.ends_with(b"\n") || sample.bytes[cut] == b'\n';
                assert_eq!(read.is_torn, !whole, "cut {cut}");
            }
            Err(error) => {
                assert!(cut < first - 1, "cut {cut}: {error}");
                let fits = matches!(error, RecordError::Header { .. } | RecordError::Foreign { .. });
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
    let mut told = 0;
    // Every byte with a time limit; a share of them in a quick run.
    for seed in seeds(3) {
        let mut dice = RandomBot::new(seed);
        for _ in 0..12 {
            let (at, bit) = (dice.pick(sample.bytes.len()), dice.pick(8));
            let mut bytes = sample.bytes.clone();
            bytes[at] ^= 1 << bit;
            let what = format!("seed {seed}: byte {at}, bit {bit}");
            if let Ok(read) = parse(&bytes, "game.cwr") {
                panic!("{what}: nobody noticed: {}", read.is_torn);
            }
            told += 1;
            let kept = sample.recovered(&bytes, &what).unwrap_or_else(|| panic!("{what}: nothing is recovered"));
            // A newline in the middle splits a line: that one may be lost.
            assert!(kept == all || bytes[at] == b'\n', "{what}: {kept} of {all} are recovered");
        }
    }
    assert!(told >= 36);
}

#[test]
fn shuffled_doubled_and_missing_lines_are_recovered() {
    let sample = Sample::new();
    let all = sample.read.entries.len();
    for seed in seeds(15) {
        let mut dice = RandomBot::new(seed);
        let mut lines = sample.lines();
        // The header may be anywhere, too.
        for _ in 0..1 + dice.pick(30) {
            let (a, b) = (dice.pick(lines.len()), dice.pick(lines.len()));
            lines.swap(a, b);
            if dice.pick(3) == 0 {
                lines.insert(a, lines[b]);
            }
        }
        let bytes = lines.concat();
        assert!(bytes == sample.bytes || parse(&bytes, "x").is_err(), "seed {seed}: nobody noticed");
        assert_eq!(sample.recovered(&bytes, &format!("seed {seed}")), Some(all), "seed {seed}");
        // Some lines are lost, too (the loss of the last one cannot be detected). Events that do not follow from them
        // stay.
        let wait_for_end: BTreeSet<usize> = (0..1 + dice.pick(3)).map(|_| 1 + dice.pick(all - 1)).collect();
        let left: Vec<&[u8]> =
            sample.lines().into_iter().enumerate().filter(|(i, _)| !wait_for_end.contains(i)).map(|l| l.1).collect();
        let kept = sample.recovered(&left.concat(), &format!("seed {seed}, without {wait_for_end:?}")).unwrap();
        let before = wait_for_end.first().unwrap() - 1;
        assert!(kept >= before && kept < all, "seed {seed}: {kept} of {all} without {wait_for_end:?}");
    }
    // A branch survives damage to another one.
    let undone =
        sample.read.entries.iter().position(|e| matches!(&e.event, Event::Answer { row, .. } if row == "raise hills"));
    let mut lines = sample.lines();
    lines.remove(1 + undone.unwrap());
    assert_eq!(sample.recovered(&lines.concat(), "without a branch"), Some(all - 1));
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
    let both = [&sample.bytes[..], text.as_bytes()].concat();
    assert!(matches!(parse(&both, "x"), Err(RecordError::Damaged { .. })));
    assert_eq!(sample.recovered(&both, "both"), Some(sample.read.entries.len()));
}

#[test]
fn changes_by_text_editors_do_no_harm() {
    let sample = Sample::new();
    let text = String::from_utf8(sample.bytes.clone()).unwrap();
    let crlf = text.replace('\n', "\r\n");
    let without_end = text.trim_end();
    let marked = ["\u{feff}", &crlf].concat();
    let kept =
        [("CRLF", crlf.as_bytes()), ("no last end", without_end.as_bytes()), ("a mark before it", marked.as_bytes())];
    for (what, bytes) in kept {
        let read = parse(bytes, "x").unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(read.entries, sample.read.entries, "{what}");
        assert!(!read.is_torn, "{what}");
        // It continues where it ends.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.cwr");
        fs::write(&path, bytes).unwrap();
        let (mut record, read) = record::Record::resume(&path).unwrap();
        record.append(0, Event::Goto { to: 0 }, read.header.hash.clone()).unwrap();
        drop(record);
        assert_eq!(record::read(&path).unwrap().entries.len(), read.entries.len() + 1, "{what}");
    }
    let utf_16: Vec<u8> = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let error = parse(&utf_16, "x").unwrap_err().to_string();
    assert!(error.contains("UTF-16"), "{error}");
    assert_eq!(sample.recovered(&utf_16, "UTF-16"), Some(sample.read.entries.len()));
}

#[test]
fn other_files_are_refused() {
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
        ("future", b"{\"cardwright_record\":4,\"more\":[]}\t00000000\n", "has format 4; this engine reads up to 3"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.cwr");
    for (what, bytes, wanted) in cases {
        let error = parse(bytes, "x").unwrap_err().to_string();
        assert!(error.contains(wanted), "{what}: {error}");
        assert!(sample.recovered(bytes, what).is_none());
        fs::write(&path, bytes).unwrap();
        recover(&path).expect_err(what);
        assert_eq!(fs::read(&path).unwrap(), bytes, "{what}: what cannot be recovered is left alone");
        assert!(!path.with_extension("damaged").exists(), "{what}");
    }
    let error = record::read(folder.path()).unwrap_err().to_string();
    assert!(error.contains("it is a folder"), "{error}");
    // A header beyond repair: the events are sound, but their game is unknown.
    let lost = [b"{\"cardwright_record\":1,\"engi\t00\n", &sample.lines()[1..].concat()[..]].concat();
    assert!(matches!(parse(&lost, "x"), Err(RecordError::Header { .. })));
    assert!(matches!(salvage(&lost, "x"), Err(RecordError::Header { .. })));
}

/// Changes every value of every line, with a matching checksum: the replay must fail.
#[test]
#[allow(clippy::single_match)]
fn a_forged_line_with_a_good_checksum_is_noticed() {
    let sample = Sample::new();
    let mut tried = 0;
    let mut check = |what: String, at: usize, change: &dyn Fn(&mut Entry)| {
        let mut read = sample.read.clone();
        change(&mut read.entries[at]);
        if read.entries[at] == sample.read.entries[at] {
            return;
        }
        tried += 1;
        let text = line_of(&read.header) + &read.entries.iter().map(line_of).collect::<String>();
        if let Ok(read) = parse(text.as_bytes(), "x") {
            sample.replay(&read).expect_err(&what);
        }
    };
    for (at, entry) in sample.read.entries.iter().enumerate() {
        let what = |key: &str| format!("event {}: its {key} changed, and nobody noticed", at + 1);
        check(what("hash"), at, &|e| e.hash = e.hash.replace(['0', '1', '2', '3'], "4"));
        check(what("number"), at, &|e| e.n += 1);
        for to in 0..at {
            // The place of a `goto` does not matter, nor the number of an event with an equal position.
            let same = |n: usize| n.checked_sub(1).map_or(&sample.read.header.hash, |n| &sample.read.entries[n].hash);
            // A reload or load contains its whole position, whatever came before.
            let tells_all = matches!(entry.event, Event::Goto { .. } | Event::Content { .. });
            if same(entry.parent) != same(to) && !tells_all {
                check(what("parent"), at, &|e| e.parent = to);
            }
            check(what("aim"), at, &|e| match &mut e.event {
                Event::Goto { to: there } if same(*there) != same(to) => *there = to,
                _ => {}
            });
        }
        check(what("row"), at, &|e| match &mut e.event {
            Event::Answer { row, .. } | Event::Standing { row, .. } => *row = row.replace("hills", "port") + "x",
            Event::Adjust { text } => text.push_str("; points 7"),
            Event::Seats { seats } => seats[0].0.push('x'),
            Event::Content { position, .. } => position.push_str("points 7\n"),
            _ => {}
        });
        for row in ["raise river", "raise hills", "end-turn", "1", "2", "stir hills"] {
            check(what("row"), at, &|e| match &mut e.event {
                Event::Answer { row: there, .. } => *there = row.to_owned(),
                _ => {}
            });
        }
        check(what("side"), at, &|e| match &mut e.event {
            Event::Answer { side, .. } | Event::Standing { side, .. } => {
                *side = if side == "red" { "blue" } else { "red" }.to_owned();
            }
            _ => {}
        });
        check(what("dice"), at, &|e| match &mut e.event {
            Event::Answer { given, .. } | Event::Standing { given, .. } => given.push("6".to_owned()),
            _ => {}
        });
        check(what("content"), at, &|e| match &mut e.event {
            Event::Content { content, .. } => *content = content.replace(['0', '1', '2', '3'], "4"),
            _ => {}
        });
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn the_command_verifies_and_recovers_a_line_that_leads_elsewhere() {
    let workspace = Workspace::new();
    workspace.run(&["play", "demo", "--seed", "3", "--record", "g.cwr"], "raise port\nraise hills\nend-turn\n").is(0);
    workspace.run(&["replay", "g.cwr", "--verify"], "").is(0).says("ok: 3 events with equal hashes");
    let read = record::read(&workspace.path("g.cwr")).unwrap();
    let mut wrong = read.clone();
    wrong.entries[2].event =
        Event::Answer { side: "red".into(), row: "raise river".into(), given: vec![], automatic: false };
    let text = line_of(&wrong.header) + &wrong.entries.iter().map(line_of).collect::<String>();
    fs::write(workspace.path("g.cwr"), &text).unwrap();
    workspace
        .run(&["replay", "g.cwr", "--verify"], "")
        .is(1)
        .says("event 3: it leads to another position")
        .says("--recover");
    workspace.run(&["play", "--resume", "g.cwr"], "").is(3).says("event 3");
    let done = workspace.run(&["play", "--resume", "g.cwr", "--recover"], "log\n").is(0);
    done.says("event 3 is left out").says("event 4 is left out").says("kept 2 sound events").says("g.damaged");
    assert_eq!(fs::read_to_string(workspace.path("g.damaged")).unwrap(), text);
    let (read, _) = loaded_and_verified(&workspace.path("g.cwr"));
    assert_eq!(read.entries[..], wrong.entries[..2]);
}

#[test]
fn missing_or_damaged_content_is_reported_and_restored() {
    let workspace = Workspace::new();
    let all = ["play", "demo", "--seed", "3", "--record", "g.cwr"];
    workspace.run(&all, "raise port\nend-turn\n").is(0);
    let content = fs::read_dir(workspace.path("content")).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read_to_string(&content).unwrap();
    let rules = workspace.path("pack/scripts/demo/rules.luau");
    let today = fs::read_to_string(&rules).unwrap();
    let other = whole.replace("raise(UNREST, hits, province)", "raise(UNREST, hits + 9, province)");
    assert_ne!(whole, other);
    for (what, text) in [("gone", None), ("half", Some(&whole[..whole.len() / 2])), ("another", Some(&other[..]))] {
        let damage = |content: &Path| match text {
            None => fs::remove_file(content).unwrap(),
            Some(text) => fs::write(content, text).unwrap(),
        };
        // Today's packs are the same: the game continues, and they are stored again.
        damage(&content);
        workspace.run(&["play", "--resume", "g.cwr"], "log\n").is(0);
        assert_eq!(fs::read_to_string(&content).unwrap(), whole, "{what}");
        // They differ.
        damage(&content);
        fs::write(&rules, format!("{today}-- Another day.\n")).unwrap();
        let told = if text.is_none() { "are not next to the record" } else { "are damaged" };
        let done = workspace.run(&["play", "--resume", "g.cwr"], "").is(3);
        done.says(told).says("add the packs").says("--under current");
        workspace
            .run(&["replay", "g.cwr", "--under", "current"], "")
            .is(0)
            .says("today's rules play its 2 events the same");
        workspace.run(&["play", "--resume", "g.cwr", "--under", "branch"], "log\n").is(0).says("branched after all");
        fs::write(&rules, &today).unwrap();
        fs::write(&content, &whole).unwrap();
    }
    Library::open(
        record::Contents::for_record(&workspace.path("g.cwr"))
            .packs(content.file_stem().unwrap().to_str().unwrap())
            .unwrap(),
    )
    .unwrap();
}
