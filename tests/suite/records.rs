//! Records on disk: writing, reading, verifying, recovering and replaying them.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::PackSource;
use cardwright_table::Viewer;
use cardwright_table::record::{self, Contents};
use cardwright_table::{Event, Library, Record, RecordError, SetUp, Table};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn library() -> Library {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    Library::open(vec![PackSource::Folder(root.join("tests/packs/demo"))]).unwrap()
}

fn table(library: &Library) -> Table {
    let (program, vm, _) = library.load("demo").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 9, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

/// Plays a few answers with an undo and an adjustment. Returns the path of the record, and the table.
fn play_some(dir: &TempDir) -> (PathBuf, Table) {
    let path = dir.path().join("game.cwr");
    let mut table = table(&library());
    table.keep_record(&path).unwrap();
    table.play(None, "raise port").unwrap();
    table.play(None, "raise hills").unwrap();
    table.undo().unwrap();
    table.play(None, "stir hills").unwrap();
    table.adjust("river: 2 hidden").unwrap();
    table.play(None, "end-turn").unwrap();
    (path, table)
}

fn reopen(path: &Path) -> Table {
    reopen_at(path, None)
}

/// Replays a record up to this line, counted after the header, or to its end.
fn reopen_at(path: &Path, last_line: Option<usize>) -> Table {
    let read = record::read(path).unwrap();
    let packs = Contents::for_record(path).packs(&read.header.content).unwrap();
    let library = Library::open(packs).unwrap();
    let (program, vm, _) = library.load(&read.header.game).unwrap();
    let mut table = Table::start(program, vm, &Table::set_up_of(&read)).unwrap();
    table.replay(&read, last_line, &mut |_| Err("no other content".into())).unwrap();
    table
}

#[test]
fn a_record_replays_with_the_content_next_to_it() {
    let dir = tempfile::tempdir().unwrap();
    let (path, table) = play_some(&dir);
    let reopened = reopen(&path);
    assert_eq!(reopened.hash(), table.hash());
    assert_eq!(reopened.hash_chain(), table.hash_chain());
    // The undone branch is still there.
    assert_eq!(reopened.nodes().len(), table.nodes().len());
}

#[test]
fn standing_actions_are_recorded_undone_and_replayed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = table(&library());
    table.keep_record(&path).unwrap();
    let blue = table.board().side("blue").unwrap();
    table.adjust("port: guard, open, unrest 4; hills: guard, unrest 2").unwrap();
    let before = (table.shown_event(), table.hash());
    table.force_words(&["4"]).unwrap();
    let played = table.play(Some(blue), "bribe p").unwrap();
    assert_eq!(played.answers, [(blue, "bribe port".to_owned())]);
    assert!(table.take_forced().is_empty());
    assert_eq!(table.asked(), table.board().side("red"));
    assert!(table.row_words().iter().any(|r| r.join(" ") == "stir port"));
    let node = &table.nodes()[table.shown_event()];
    assert!(node.barrier && node.side == Some(blue), "dice were rolled");
    assert_eq!(table.event_text(table.shown_event()).unwrap(), "blue: bribe port");
    // An illegal or empty line changes nothing. Lines of a side without standing actions change nothing either.
    for line in ["bribe port", "bribe river", "stir port", ""] {
        let hash = table.hash();
        assert!(table.play(Some(blue), line).map_or(true, |p| p.answers.is_empty()), "{line}");
        assert_eq!(table.hash(), hash);
    }
    // Undo takes the standing action back as it does any event. On another branch the engine rolls the dice.
    table.undo().unwrap();
    assert_eq!((table.shown_event(), table.hash()), before);
    assert_eq!(table.forced_words(), ["4"]);
    table.take_forced();
    table.play(Some(blue), "bribe hills").unwrap();
    table.play(Some(blue), "bribe port").unwrap();
    table.play(None, "raise port").unwrap();
    table.play(Some(blue), "bribe port").unwrap_err();
    let reopened = reopen(&path);
    assert_eq!(reopened.hash_chain(), table.hash_chain());
    assert_eq!(reopened.nodes().len(), table.nodes().len());
    let text = fs::read_to_string(&path).unwrap();
    let wanted = r#"{"standing":{"side":"blue","row":"bribe port","given":["4"]}}"#;
    assert!(text.contains(wanted), "{text}");
    // In a game that is not open, nobody may go back over dice.
    table.open = false;
    table.goto(0).unwrap_err();
}

#[test]
fn notes_stay_with_their_event_and_return_with_the_record() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = table(&library());
    table.keep_record(&path).unwrap();
    table.note("before anything", None).unwrap();
    table.play(None, "raise port").unwrap();
    table.note("  this stalled: what now?\n", None).unwrap();
    let hash = table.hash();
    table.undo().unwrap();
    let red = table.board().side("red");
    table.play(None, "raise hills").unwrap();
    table.note("for Red alone", red).unwrap();
    table.note("", None).unwrap_err();
    table.note(&"long".repeat(1000), None).unwrap_err();
    // A note that is made while looking back belongs to the event shown. The game stays at its event.
    table.play(None, "raise river").unwrap();
    table.look_back(0).unwrap();
    table.note("from later", None).unwrap();
    table.stop_looking_back();
    table.play(None, "end-turn").unwrap();
    let reopened = reopen(&path);
    assert_eq!(reopened.hash_chain(), table.hash_chain());
    assert_eq!(reopened.nodes()[1].hash, hash);
    let open = Viewer::OPEN;
    let notes_of =
        |table: &Table, n: usize, viewer: Viewer| table.notes(n, viewer).map(str::to_owned).collect::<Vec<_>>();
    for n in 0..table.nodes().len() {
        assert_eq!(notes_of(&reopened, n, open), notes_of(&table, n, open), "event {n}");
    }
    assert_eq!(notes_of(&reopened, 0, Viewer::PUBLIC), ["before anything", "from later"]);
    assert_eq!(notes_of(&reopened, 1, open), ["this stalled: what now?"]);
    assert_eq!(notes_of(&reopened, 2, open), ["for Red alone"]);
    assert_eq!(notes_of(&reopened, 2, Viewer::side(red.unwrap())), ["for Red alone"]);
    let blue = reopened.board().side("blue").unwrap();
    assert!(notes_of(&reopened, 2, Viewer::side(blue)).is_empty() && notes_of(&reopened, 2, Viewer::PUBLIC).is_empty());
    // Events have the numbers that `goto` takes. Notes in the record do not count.
    let read = record::read(&path).unwrap();
    assert_eq!(read.events() + 1, reopened.nodes().len());
    for event in 0..=read.events() {
        let line = read.line_of(event).unwrap();
        assert_eq!((reopen_at(&path, Some(line)).shown_event(), read.event_of(line)), (event, event));
    }
    assert_eq!(read.line_of(read.events() + 1), None);
}

#[test]
fn a_torn_last_line_is_dropped_and_the_game_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let (path, table) = play_some(&dir);
    let chain = table.hash_chain();
    drop(table);
    let whole = fs::read(&path).unwrap();
    let lines: Vec<&[u8]> = whole.split_inclusive(|b| *b == b'\n').collect();
    let last = lines.last().unwrap().len();
    for cut in [2, last / 2, last - 1] {
        fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let (record, read) = Record::resume(&path).unwrap();
        assert!(read.is_torn);
        assert_eq!(read.entries.len(), lines.len() - 2);
        drop(record);
        let mut reopened = reopen(&path);
        assert_eq!(reopened.hash(), chain[chain.len() - 2], "cut {cut}");
        let (record, _) = Record::resume(&path).unwrap();
        reopened.continue_record(record).unwrap();
        reopened.play(None, "end-turn").unwrap();
        assert_eq!(reopened.hash(), chain[chain.len() - 1], "cut {cut}");
        drop(reopened);
        assert_eq!(fs::read(&path).unwrap(), whole, "the same line was written again");
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let (path, table) = play_some(&dir);
    drop(table);
    let whole = fs::read(&path).unwrap();
    for offset in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[offset] ^= 4;
        if let Ok(read) = record::parse(&bytes, "x") {
            // Only the last line may lose its newline. A torn last line is dropped with a notice.
            assert!(read.is_torn, "byte {offset}");
        }
    }
}

#[test]
fn damage_in_the_middle_is_reported_and_cut_out_on_request() {
    let dir = tempfile::tempdir().unwrap();
    let (path, table) = play_some(&dir);
    drop(table);
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.swap(3, 4);
    fs::write(&path, lines.concat()).unwrap();
    let error = Record::resume(&path).unwrap_err();
    assert!(matches!(error, RecordError::Damaged { line: 4, intact_events: 2, .. }), "{error}");
    // `recover` sorts lines that are out of order. If a line is missing, the events after it are lost too.
    let recovery = record::recover(&path).unwrap().unwrap();
    assert_eq!(fs::read(&recovery.backup).unwrap(), lines.concat().into_bytes());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(record::recover(&path).unwrap(), None, "nothing is done to a sound record");
    lines.swap(3, 4);
    lines.remove(4);
    fs::write(&path, lines.concat()).unwrap();
    let error = Record::resume(&path).unwrap_err();
    assert!(matches!(error, RecordError::Damaged { line: 5, intact_events: 3, .. }), "{error}");
    let second_recovery = record::recover(&path).unwrap().unwrap();
    assert!(
        second_recovery.kept >= 3 && second_recovery.backup != recovery.backup,
        "an earlier `.damaged` is never written over"
    );
    assert!(recovery.backup.exists());
}

#[test]
fn other_files_other_formats_and_a_second_program_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.cwr");
    for (text, wanted) in [
        ("", "empty"),
        ("hello\n", "no header"),
        ("{\"cardwright_record\":1}\t00000000\n", "format 1"),
        ("{\"cardwright_record\":99}\t00000000\n", "format 99"),
    ] {
        fs::write(&path, text).unwrap();
        let error = record::read(&path).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
    let (path, table) = play_some(&dir);
    assert!(matches!(Record::resume(&path), Err(RecordError::Locked(_))));
    drop(table);
    assert!(Record::resume(&path).is_ok());
}

/// A foreign record could name a path where the hash of its content belongs.
#[test]
fn a_record_names_its_content_by_a_hash_only() {
    let dir = tempfile::tempdir().unwrap();
    let (path, table) = play_some(&dir);
    drop(table);
    let read = record::read(&path).unwrap();
    for content in ["/dev/zero", "../../../etc/passwd", "", "abcd", &"g".repeat(64)] {
        let header = record::Header { content: content.to_owned(), ..read.header.clone() };
        fs::write(&path, record::line_of(&header)).unwrap();
        let error = record::read(&path).unwrap_err().to_string();
        assert!(error.contains("its `content` is not a hash of 64 hexadecimal digits"), "{error}");
        let event = record::Event::Content { content: content.to_owned(), position: String::new() };
        let entry = record::Entry { n: 1, parent: 0, event, hash: String::new() };
        fs::write(&path, record::line_of(&read.header) + &record::line_of(&entry)).unwrap();
        assert!(matches!(record::read(&path), Err(RecordError::Damaged { line: 2, .. })));
    }
}

#[test]
fn an_illegal_line_is_not_recorded_and_a_record_is_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = table(&library());
    table.keep_record(&path).unwrap();
    assert!(table.keep_record(&path).is_err(), "a record is never written over");
    let hash = table.hash();
    assert!(table.play(None, "raise nowhere").is_err());
    assert_eq!(table.hash(), hash);
    assert_eq!(record::read(&path).unwrap().entries.len(), 1);
}

/// `goto` over a reload keeps the new content and moves the old position to it. A replay must do the same.
#[test]
fn a_record_with_an_undo_over_a_reload_replays() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = table(&library());
    table.keep_record(&path).unwrap();
    table.play(None, "raise port").unwrap();
    // The added fact changes the slot numbers of later facts.
    let board = include_str!("../packs/demo/scenarios/demo/board.toml");
    let fact = "[[fact]]\nid = \"mood\"\non = \"province\"\ntype = \"number\"\n";
    let mut newer_library = library();
    let pack = "id = \"moody\"\nname = \"Moody\"\nversion = \"0.1.0\"\n";
    let files = vec![
        ("pack.toml".to_owned(), pack.to_owned()),
        (
            "scenarios/demo/board.toml".to_owned(),
            format!("[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n{fact}"),
        ),
    ];
    assert!(!board.contains("mood"));
    newer_library.add(PackSource::Memory(files)).unwrap();
    let (program, vm, _) = newer_library.load("demo").unwrap();
    table.reload(program, vm).unwrap();
    table.play(None, "raise hills").unwrap();
    table.goto(1).unwrap();
    table.play(None, "raise river").unwrap();
    let hash = table.hash();
    drop(table);

    let read = record::read(&path).unwrap();
    let contents = Contents::for_record(&path);
    let load = |hash: &str| {
        let (program, vm, _) = Library::open(contents.packs(hash).unwrap()).unwrap().load("demo").unwrap();
        (program, vm)
    };
    let (program, vm) = load(&read.header.content);
    let mut reopened = Table::start(program, vm, &Table::set_up_of(&read)).unwrap();
    reopened.replay(&read, None, &mut |hash| Ok(load(hash))).unwrap();
    assert_eq!(reopened.hash(), hash);
}

/// A record may come from a stranger, so its content hash must not name a file outside the content folder.
#[test]
fn recorded_content_is_read_only_from_the_content_folder() {
    let dir = tempfile::tempdir().unwrap();
    let (path, table) = play_some(&dir);
    drop(table);
    let hash = record::read(&path).unwrap().header.content;
    let contents = Contents::for_record(&path);
    assert_eq!(contents.packs(&hash).unwrap().len(), 1);
    fs::copy(contents.path(&hash), dir.path().join("elsewhere.json")).unwrap();
    let whole = dir.path().join("elsewhere").to_string_lossy().into_owned();
    for named in ["../elsewhere", whole.as_str(), ""] {
        assert!(contents.path(named).exists() != named.is_empty());
        let refused = contents.packs(named).unwrap_err().to_string();
        assert!(refused.contains("are not next to the record"), "{refused}");
    }
}

#[cfg(unix)]
#[test]
fn content_is_not_stored_through_a_link() {
    let dir = tempfile::tempdir().unwrap();
    let (path, table) = play_some(&dir);
    drop(table);
    let hash = record::read(&path).unwrap().header.content;
    let contents = Contents::for_record(&path);
    let stored = fs::read_to_string(contents.path(&hash)).unwrap();
    let other_file = dir.path().join("mine");
    fs::write(&other_file, "mine").unwrap();
    fs::remove_file(contents.path(&hash)).unwrap();
    std::os::unix::fs::symlink(&other_file, contents.path(&hash)).unwrap();
    let library = library();
    contents.store(&hash, library.files()).unwrap();
    assert_eq!(fs::read_to_string(&other_file).unwrap(), "mine");
    assert_eq!(fs::read_to_string(contents.path(&hash)).unwrap(), stored);
    assert!(!contents.path(&hash).is_symlink());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_without_waiting() {
    let dir = tempfile::tempdir().unwrap();
    let (path, table) = play_some(&dir);
    drop(table);
    let hash = record::read(&path).unwrap().header.content;
    let contents = Contents::for_record(&path);
    fs::remove_file(contents.path(&hash)).unwrap();
    let names = [dir.path().join("pipe.cwr"), contents.path(&hash), dir.path().join(".cardwright-x.aside")];
    for pipe in &names {
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    let (sender, answer) = std::sync::mpsc::channel();
    let pipe = names[0].clone();
    std::thread::spawn(move || {
        let refused = [record::read(&pipe).err(), record::recover(&pipe).err(), contents.packs(&hash).err()];
        sender.send((refused.map(|error| error.unwrap().to_string()), Record::resume(&path).is_ok()))
    });
    let (refused, is_resumed) = answer.recv_timeout(std::time::Duration::from_secs(20)).expect("reading a pipe waits");
    assert!(
        refused[0].contains("it is no regular file") && refused[1].contains("it is no regular file"),
        "{refused:?}"
    );
    assert!(refused[2].contains("are not next to the record"), "{refused:?}");
    assert!(is_resumed);
}

#[test]
fn messages_shorten_long_words_of_a_record() {
    let dir = tempfile::tempdir().unwrap();
    let (path, table) = play_some(&dir);
    drop(table);
    let mut read = record::read(&path).unwrap();
    let long = "x".repeat(3 << 20);
    let Event::Answer { row, .. } = &mut read.entries[1].event else { panic!("an answer") };
    row.clone_from(&long);
    let (program, vm, _) = library().load("demo").unwrap();
    let mut table = Table::start(program, vm, &Table::set_up_of(&read)).unwrap();
    let error = table.replay(&read, None, &mut |_| Err("no other content".into())).unwrap_err();
    assert_eq!(error.line, 2);
    let message = error.to_string();
    assert!(message.starts_with("event 2: `xxx") && message.ends_with("…` is not legal there"), "{}", message.len());
    assert!(message.len() < 1000, "{}", message.len());
    // The message about an unknown event is short too.
    let mut lines: Vec<String> = fs::read_to_string(&path).unwrap().lines().map(|line| format!("{line}\n")).collect();
    lines[2] = record::line_of(&serde_json::json!({ "n": 2, "parent": 1, "event": long, "hash": "" }));
    let foreign = dir.path().join("foreign.cwr");
    fs::write(&foreign, lines.concat()).unwrap();
    assert!(record::read(&foreign).unwrap_err().to_string().len() < 1000);
}
