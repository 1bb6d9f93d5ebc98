//! Records and links that outlive a server, and pages that come back.

use super::common::{Setting, hashes};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[test]
fn a_game_goes_on_under_the_same_links() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let setting = Setting { record: Some(record.clone()), ..Setting::default() };
    let server = setting.clone().serve();
    let keys: Vec<String> = server.links.iter().map(|link| link.key.clone()).collect();
    server.client("red").plays("raise port");
    server.end();
    let seats = dir.path().join("game.cwr.seats");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&seats).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let server = setting.clone().serve();
    assert_eq!(server.links.iter().map(|link| link.key.clone()).collect::<Vec<_>>(), keys);
    let mut red = server.client("red");
    assert_eq!(red.view["at"], 1);
    assert_eq!(red.view["log"]["total"], 2);
    red.plays("raise river");
    server.end();
    assert_eq!(hashes(&record).len(), 3, "who sits where, and two answers");
    // No links come of a file that holds something else.
    std::fs::write(&seats, "{\"desk\":\"\"}").unwrap();
    let start = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| setting.serve()));
    assert!(start.is_err());
    let error = cardwright_web::Keys::may_lie_beside(&record).unwrap_err().to_string();
    assert!(error.contains("game.cwr.seats") && error.contains("remove it"), "{error}");
    std::fs::remove_file(&seats).unwrap();
    cardwright_web::Keys::may_lie_beside(&record).unwrap();
    assert!(!seats.exists(), "nothing is made by asking");
}

#[test]
fn a_page_that_comes_back_is_sent_what_it_has_not_read() {
    let server = Setting::open().serve();
    let mut red = server.client("red");
    red.plays("raise port");
    let stamp = red.view["log"]["stamp"].clone();
    red.socket.close(None).unwrap();
    let mut other = server.client("red");
    other.plays("raise river");
    let mut back = server.knock(&json!({ "key": server.key("red"), "log": 2, "stamp": stamp }));
    let view = back.next("view");
    assert_eq!((&view["log"]["from"], &view["log"]["total"]), (&json!(2), &json!(3)), "{}", view["log"]);
    assert_eq!(view["log"]["entries"][0]["text"], "red: raise river");
    // What was taken back meanwhile is no longer there; and a stamp of another server is none.
    other.line("goto 0");
    other.at(0);
    let mut back = server.knock(&json!({ "key": server.key("red"), "log": 3, "stamp": view["log"]["stamp"] }));
    let view = back.next("view");
    assert_eq!((&view["log"]["from"], &view["log"]["total"]), (&json!(1), &json!(1)));
    for stamp in [0, 5, 1_u64 << 53] {
        let mut strange = server.knock(&json!({ "key": server.key("red"), "log": 9, "stamp": stamp }));
        assert_eq!(strange.next("view")["log"]["from"], 0, "{stamp}");
    }
}

#[test]
fn an_answer_that_cannot_be_written_is_not_taken_and_all_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let (mut red, mut watch) = (server.client("red"), server.client("watch"));
    // A folder that cannot be written to, nor read.
    let gone = dir.path().join("gone.cwr");
    std::fs::rename(&record, &gone).unwrap();
    let away = Away::of(dir.path());
    let mut desk = server.client("desk");
    assert!(red.refused("raise port").contains("this was not taken"));
    let told = watch.next("notice")["text"].as_str().unwrap().to_owned();
    assert!(told.contains("nothing is lost") && !told.contains("game.cwr"), "{told}");
    desk.next("notice");
    let told = desk.next("notice")["text"].as_str().unwrap().to_owned();
    assert!(told.contains("game.cwr") && !told.contains(":record"), "where it lies is for the desk: {told}");
    assert!(desk.refused("record").contains("cannot be written anew"));
    assert_eq!(server.client("red").view["at"], 0);
    drop(away);
    red.plays("raise port");
    watch.at(1);
    assert_eq!(hashes(&record).len(), 2, "who sits where, and the answer");
}

/// A folder moved away, with a file in its place so that none can be made there.
struct Away(PathBuf, PathBuf);

impl Away {
    fn of(folder: &Path) -> Away {
        let aside = folder.with_extension("aside");
        std::fs::rename(folder, &aside).unwrap();
        std::fs::write(folder, "").unwrap();
        Away(folder.to_owned(), aside)
    }
}

impl Drop for Away {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
        std::fs::rename(&self.1, &self.0).unwrap();
    }
}

#[test]
fn a_record_that_is_removed_is_written_anew_with_its_links() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("games");
    let record = folder.join("game.cwr");
    let setting = Setting { record: Some(record.clone()), ..Setting::default() };
    let server = setting.clone().serve();
    let (mut red, mut desk) = (server.client("red"), server.client("desk"));
    red.plays("raise port");
    std::fs::remove_file(&record).unwrap();
    red.plays("raise river");
    let told = desk.next("notice")["text"].as_str().unwrap().to_owned();
    assert!(told.contains("written anew") && told.contains("game.cwr"), "{told}");
    assert_eq!(hashes(&record).len(), 3);
    // Something else in its place is left alone.
    std::fs::remove_file(&record).unwrap();
    std::fs::write(&record, "mine").unwrap();
    assert!(desk.line("record")["text"].as_str().unwrap().ends_with("game-2.cwr"));
    assert_eq!(std::fs::read_to_string(&record).unwrap(), "mine");
    let beside = folder.join("game-2.cwr");
    assert_eq!(hashes(&beside).len(), 3);
    assert_eq!(
        std::fs::read(folder.join("game-2.cwr.seats")).unwrap(),
        std::fs::read(folder.join("game.cwr.seats")).unwrap(),
        "the same links"
    );
    // The whole folder; nobody answers any more.
    std::fs::remove_dir_all(&folder).unwrap();
    server.end();
    assert_eq!(hashes(&beside).len(), 3);
    assert!(folder.join("game-2.cwr.seats").exists());
    let again = Setting { record: Some(beside), ..setting }.serve();
    assert_eq!(again.client("red").view["at"], 2);
}

/// Puts other letters in the place of some, and leaves the file as long as it was.
fn altered(record: &Path, from: &str, to: &str) {
    use std::io::Write;
    assert_eq!(from.len(), to.len());
    let text = std::fs::read_to_string(record).unwrap();
    assert!(text.contains(from), "{text}");
    let mut file = std::fs::OpenOptions::new().write(true).open(record).unwrap();
    file.write_all(text.replace(from, to).as_bytes()).unwrap();
}

#[test]
fn a_record_that_is_written_over_in_place_is_written_anew_at_the_next_line_and_at_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let (mut red, mut desk) = (server.client("red"), server.client("desk"));
    red.plays("raise port");
    altered(&record, "raise port", "raise pert");
    red.plays("raise river");
    let told = desk.next("notice")["text"].as_str().unwrap().to_owned();
    assert!(told.contains("written anew") && told.contains("game-2.cwr"), "{told}");
    let beside = dir.path().join("game-2.cwr");
    assert_eq!(hashes(&beside).len(), 3);
    // Nobody says anything more: it is found at the end, and the desk hears of it before it is told that all is over.
    altered(&beside, "raise river", "raise rover");
    server.end();
    assert_eq!(hashes(&dir.path().join("game-3.cwr")).len(), 3);
    desk.closed();
    let told: Vec<&str> = desk.heard.iter().filter_map(|message| message["text"].as_str()).collect();
    assert!(told.iter().any(|text| text.contains("game-3.cwr")), "{told:?}");
    assert!(told.last().unwrap().contains("no longer served"), "{told:?}");
}

#[test]
fn a_record_that_was_only_touched_is_none_the_worse() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let mut red = server.client("red");
    red.plays("raise port");
    altered(&record, "raise port", "raise port");
    red.plays("raise river");
    server.end();
    assert_eq!(hashes(&record).len(), 3);
    assert!(!dir.path().join("game-2.cwr").exists());
}

#[cfg(unix)]
fn pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_record_stops_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let mut red = server.client("red");
    std::fs::remove_file(&record).unwrap();
    pipe(&record);
    let began = Instant::now();
    red.plays("raise port");
    server.end();
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(hashes(&dir.path().join("game-2.cwr")).len(), 2);
}

#[test]
fn links_that_are_removed_are_written_anew() {
    let dir = tempfile::tempdir().unwrap();
    let (record, seats) = (dir.path().join("game.cwr"), dir.path().join("game.cwr.seats"));
    let server = Setting { record: Some(record), ..Setting::default() }.serve();
    let (mut red, mut desk) = (server.client("red"), server.client("desk"));
    let links = std::fs::read(&seats).unwrap();
    std::fs::remove_file(&seats).unwrap();
    red.plays("raise port");
    assert_eq!(std::fs::read(&seats).unwrap(), links);
    assert!(desk.next("notice")["text"].as_str().unwrap().contains("game.cwr.seats"));
}

#[cfg(unix)]
#[test]
fn links_are_read_of_a_plain_file_of_their_size_alone() {
    let dir = tempfile::tempdir().unwrap();
    let (record, seats) = (dir.path().join("game.cwr"), dir.path().join("game.cwr.seats"));
    let told = || {
        let told = cardwright_web::Keys::may_lie_beside(&record).unwrap_err().to_string();
        std::fs::remove_file(&seats).unwrap();
        told
    };
    std::os::unix::fs::symlink("/dev/zero", &seats).unwrap();
    assert!(told().contains("no plain file"));
    pipe(&seats);
    assert!(told().contains("no plain file"));
    std::fs::write(&seats, vec![b' '; 1 << 20]).unwrap();
    assert!(told().contains("larger than"));
    let key = "0".repeat(32);
    std::fs::write(&seats, json!({ "desk": key, "watch": key }).to_string()).unwrap();
    let same = told();
    assert!(same.contains("one key is there for two seats") && same.contains("remove it"), "{same}");
}

#[cfg(unix)]
#[test]
fn a_record_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&record), 0o600);
    std::fs::remove_file(&record).unwrap();
    server.client("red").plays("raise port");
    assert_eq!(mode(&record), 0o600);
}

#[test]
fn a_note_is_read_by_who_wrote_it_and_the_desk() {
    let server = Setting::default().serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    let (mut watch, mut desk) = (server.client("watch"), server.client("desk"));
    assert!(desk.line("note what the desk thinks")["text"].as_str().unwrap().contains("you and the desk"));
    assert!(red.line("note what red thinks")["text"].as_str().unwrap().contains("you and the desk"));
    red.plays("raise port");
    for page in [&mut red, &mut blue, &mut watch, &mut desk] {
        page.at(1);
    }
    let heard = |page: &super::common::Client, what: &str| {
        page.heard.iter().any(|message| message["log"].to_string().contains(what))
    };
    for (page, reds, desks) in [(&red, true, false), (&blue, false, false), (&watch, false, false), (&desk, true, true)]
    {
        assert_eq!((heard(page, "what red thinks"), heard(page, "what the desk thinks")), (reds, desks));
    }
    // In an open game there is nothing to hide.
    let server = Setting::open().serve();
    let mut watch = server.client("watch");
    assert!(server.client("desk").line("note for all")["text"].as_str().unwrap().contains("all read it"));
    watch.until(|view| view["log"].to_string().contains("for all"));
}

#[test]
fn an_event_has_so_many_notes_and_the_next_has_its_own() {
    let mut table = Setting::default().table();
    (0..200).for_each(|n| table.note(&format!("note {n}"), None).unwrap());
    assert!(table.note("one more", None).unwrap_err().to_string().contains("no more are taken here"));
    table.play(table.asked(), "raise port").unwrap();
    table.note("one more", None).unwrap();
}

#[test]
fn pages_are_told_when_the_game_is_no_longer_served() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let began = Instant::now();
    server.end();
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(red.closed().contains("no longer served"));
    assert_eq!(red.heard.last().unwrap()["kind"], "closing");
}
