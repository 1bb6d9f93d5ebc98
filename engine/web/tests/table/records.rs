//! Tests of records and links that outlive a server, and of pages that reconnect.

use super::common::{Setting, hashes};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[test]
fn a_resumed_game_has_the_same_links() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let setting = Setting { record: Some(record.clone()), ..Setting::default() };
    let server = setting.clone().serve();
    let keys: Vec<String> = server.links.iter().map(|link| link.key.clone()).collect();
    server.client("red").play("raise port");
    server.end();
    let key_file = dir.path().join("game.cwr.seats");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&key_file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let server = setting.clone().serve();
    assert_eq!(server.links.iter().map(|link| link.key.clone()).collect::<Vec<_>>(), keys);
    let mut red = server.client("red");
    assert_eq!(red.view["at"], 1);
    assert_eq!(red.view["log"]["total"], 2);
    red.play("raise river");
    server.end();
    assert_eq!(hashes(&record).len(), 3, "the seats, and two answers");
    // A file with other contents is no key file.
    std::fs::write(&key_file, "{\"desk\":\"\"}").unwrap();
    let start = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| setting.serve()));
    assert!(start.is_err());
    let error = cardwright_web::Keys::check_file(&record).unwrap_err().to_string();
    assert!(error.contains("game.cwr.seats") && error.contains("remove it"), "{error}");
    std::fs::remove_file(&key_file).unwrap();
    cardwright_web::Keys::check_file(&record).unwrap();
    assert!(!key_file.exists(), "the check writes nothing");
}

#[test]
fn a_page_that_reconnects_is_sent_the_unread_log() {
    let server = Setting::open().serve();
    let mut red = server.client("red");
    red.play("raise port");
    let stamp = red.view["log"]["stamp"].clone();
    red.socket.close(None).unwrap();
    let mut other = server.client("red");
    other.play("raise river");
    let mut reconnected = server.open_with(&json!({ "key": server.key("red"), "log": 2, "stamp": stamp }));
    let view = reconnected.next("view");
    assert_eq!((&view["log"]["from"], &view["log"]["total"]), (&json!(2), &json!(3)), "{}", view["log"]);
    assert_eq!(view["log"]["entries"][0]["text"], "red: raise river");
    // After an undo the page gets the log without the undone entries. With another stamp it gets the whole log.
    other.line("goto 0");
    other.view_at(0);
    let stamp = &view["log"]["stamp"];
    let mut reconnected = server.open_with(&json!({ "key": server.key("red"), "log": 3, "stamp": stamp }));
    let view = reconnected.next("view");
    assert_eq!((&view["log"]["from"], &view["log"]["total"]), (&json!(1), &json!(1)));
    for stamp in [0, 5, 1_u64 << 53] {
        let mut page = server.open_with(&json!({ "key": server.key("red"), "log": 9, "stamp": stamp }));
        assert_eq!(page.next("view")["log"]["from"], 0, "{stamp}");
    }
}

#[test]
fn an_answer_that_cannot_be_recorded_is_refused_and_everybody_learns_why() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let (mut red, mut spectator) = (server.client("red"), server.client("spectator"));
    // The server can neither write nor read the folder.
    let moved_folder = MovedFolder::new(dir.path());
    let mut host = server.client("host");
    assert!(red.refusal("raise port").contains("the answer was not taken"));
    let message = spectator.next("notice")["text"].as_str().unwrap().to_owned();
    assert!(message.contains("nothing is lost") && !message.contains("game.cwr"), "{message}");
    host.next("notice");
    let message = host.next("notice")["text"].as_str().unwrap().to_owned();
    assert!(message.contains("game.cwr") && message.contains(":record FILE"), "the path is for the host: {message}");
    assert!(host.refusal("record").contains("is gone"));
    assert_eq!(server.client("red").view["at"], 0);
    drop(moved_folder);
    red.play("raise port");
    spectator.view_at(1);
    assert_eq!(hashes(&record).len(), 2, "the seats, and the answer");
}

/// A folder that is moved away until this value is dropped: its path, and the path to which it is moved. Meanwhile a
/// file has the path of the folder, so that nobody can make a new folder there.
struct MovedFolder(PathBuf, PathBuf);

impl MovedFolder {
    fn new(folder: &Path) -> MovedFolder {
        let moved = folder.with_extension("moved");
        std::fs::rename(folder, &moved).unwrap();
        std::fs::write(folder, "").unwrap();
        MovedFolder(folder.to_owned(), moved)
    }
}

impl Drop for MovedFolder {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
        std::fs::rename(&self.1, &self.0).unwrap();
    }
}

#[test]
fn a_game_whose_record_was_removed_goes_on_in_another_record_with_the_same_links() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("games");
    let record = folder.join("game.cwr");
    let setting = Setting { record: Some(record.clone()), ..Setting::default() };
    let server = setting.clone().serve();
    let (mut red, mut host) = (server.client("red"), server.client("host"));
    red.play("raise port");
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(red.refusal("raise river").contains("the answer was not taken"));
    host.next("notice");
    let message = host.next("notice")["text"].as_str().unwrap().to_owned();
    assert!(message.contains("was removed") && message.contains("`:record FILE` goes on"), "{message}");
    assert!(host.refusal("record").contains("`:record FILE`"));
    for file in ["../game-2", "/tmp/game-2", ".."] {
        assert!(host.refusal(&format!("record {file}")).contains("a name without a folder"));
    }
    assert!(host.line("record game.v1")["text"].as_str().unwrap().contains("game.v1.cwr"), "a name may have dots");
    assert!(host.line("record game-2")["text"].as_str().unwrap().contains("game-2.cwr"));
    red.play("raise river");
    // The server does not overwrite another file.
    std::fs::write(&record, "mine").unwrap();
    assert!(host.refusal("record game.cwr").contains("exists"));
    assert_eq!(std::fs::read_to_string(&record).unwrap(), "mine");
    server.end();
    let second_record = folder.join("game-2.cwr");
    assert_eq!(hashes(&second_record).len(), 3);
    let server = Setting { record: Some(second_record), ..setting }.serve();
    assert_eq!(server.client("red").view["at"], 2, "the same links");
}

/// Replaces a text in a file by another text of the same length.
fn replace_in_place(record: &Path, from: &str, to: &str) {
    use std::io::Write;
    assert_eq!(from.len(), to.len());
    let text = std::fs::read_to_string(record).unwrap();
    assert!(text.contains(from), "{text}");
    let mut file = std::fs::OpenOptions::new().write(true).open(record).unwrap();
    file.write_all(text.replace(from, to).as_bytes()).unwrap();
}

#[test]
fn an_overwritten_record_is_noticed_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let (mut red, mut host) = (server.client("red"), server.client("host"));
    red.play("raise port");
    replace_in_place(&record, "raise port", "raise pert");
    assert!(red.refusal("raise river").contains("the answer was not taken"));
    host.next("notice");
    let message = host.next("notice")["text"].as_str().unwrap().to_owned();
    assert!(message.contains("was altered by another program"), "{message}");
    host.line("record whole");
    red.play("raise river");
    server.end();
    assert!(std::fs::read_to_string(&record).unwrap().contains("raise pert"));
    assert_eq!(hashes(&dir.path().join("whole.cwr")).len(), 3);
}

#[test]
fn a_record_that_was_only_touched_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let mut red = server.client("red");
    red.play("raise port");
    replace_in_place(&record, "raise port", "raise port");
    red.play("raise river");
    server.end();
    assert_eq!(hashes(&record).len(), 3);
}

#[cfg(unix)]
fn make_pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_record_blocks_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let mut red = server.client("red");
    std::fs::remove_file(&record).unwrap();
    make_pipe(&record);
    let began = Instant::now();
    assert!(red.refusal("raise port").contains("the answer was not taken"));
    server.end();
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn a_removed_file_of_links_is_written_again_at_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let (record, seats) = (dir.path().join("game.cwr"), dir.path().join("game.cwr.seats"));
    let server = Setting { record: Some(record), ..Setting::default() }.serve();
    let links = std::fs::read(&seats).unwrap();
    std::fs::remove_file(&seats).unwrap();
    server.end();
    assert_eq!(std::fs::read(&seats).unwrap(), links);
}

#[cfg(unix)]
#[test]
fn links_are_read_only_from_a_small_regular_file_without_equal_keys() {
    let dir = tempfile::tempdir().unwrap();
    let (record, seats) = (dir.path().join("game.cwr"), dir.path().join("game.cwr.seats"));
    let problem = || {
        let message = cardwright_web::Keys::check_file(&record).unwrap_err().to_string();
        std::fs::remove_file(&seats).unwrap();
        message
    };
    std::os::unix::fs::symlink("/dev/zero", &seats).unwrap();
    assert!(problem().contains("not a regular file"));
    make_pipe(&seats);
    assert!(problem().contains("not a regular file"));
    std::fs::write(&seats, vec![b' '; 1 << 20]).unwrap();
    assert!(problem().contains("too large"));
    let key = "0".repeat(32);
    // `desk` is the key of the host's link, `watch` the key of the spectators' link.
    std::fs::write(&seats, json!({ "desk": key, "watch": key }).to_string()).unwrap();
    let same = problem();
    assert!(same.contains("two seats have the same key") && same.contains("remove it"), "{same}");
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_a_record() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&record), 0o600);
    server.client("host").line("record other");
    assert_eq!(mode(&dir.path().join("other.cwr")), 0o600);
    assert_eq!(mode(&dir.path().join("other.cwr.seats")), 0o600);
}

#[test]
fn a_note_is_read_by_its_author_and_the_host() {
    let server = Setting::default().serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    let (mut spectator, mut host) = (server.client("spectator"), server.client("host"));
    assert!(host.line("note what the host thinks")["text"].as_str().unwrap().contains("you alone read it"));
    assert!(red.line("note what red thinks")["text"].as_str().unwrap().contains("you and the host"));
    red.play("raise port");
    for page in [&mut red, &mut blue, &mut spectator, &mut host] {
        page.view_at(1);
    }
    let has_read = |page: &super::common::Client, text: &str| {
        page.messages.iter().any(|message| message["log"].to_string().contains(text))
    };
    for (page, reads_reds_note, reads_hosts_note) in
        [(&red, true, false), (&blue, false, false), (&spectator, false, false), (&host, true, true)]
    {
        assert_eq!(has_read(page, "what red thinks"), reads_reds_note);
        assert_eq!(has_read(page, "what the host thinks"), reads_hosts_note);
    }
    // In an open game everybody reads notes.
    let server = Setting::open().serve();
    let mut spectator = server.client("spectator");
    assert!(server.client("host").line("note for all")["text"].as_str().unwrap().contains("noted at event 0"));
    spectator.wait_for(|view| view["log"].to_string().contains("for all"));
}

#[test]
fn the_notes_of_an_event_are_limited() {
    let mut table = Setting::default().table();
    (0..200).for_each(|n| table.note(&format!("note {n}"), None).unwrap());
    assert!(table.note("one more", None).unwrap_err().to_string().contains("cannot take more"));
    table.play(table.asked(), "raise port").unwrap();
    table.note("one more", None).unwrap();
}

#[test]
fn pages_get_a_notice_when_the_server_ends() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let began = Instant::now();
    server.end();
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(red.read_to_end().contains("no longer served"));
    assert_eq!(red.messages.last().unwrap()["kind"], "closing");
}
