//! Records and links that outlive a server, and pages that come back.

use super::common::{Setting, hashes};
use serde_json::json;
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
    let seats = dir.path().join("game.seats");
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
    std::fs::rename(&record, dir.path().join("gone.cwr")).unwrap();
    let mut desk = server.client("desk");
    assert!(red.refused("raise port").contains("this was not taken"));
    let told = watch.next("notice")["text"].as_str().unwrap().to_owned();
    assert!(told.contains("nothing is lost") && !told.contains("game.cwr"), "{told}");
    desk.next("notice");
    assert!(desk.next("notice")["text"].as_str().unwrap().contains("game.cwr"), "where it lies is for the desk");
    assert_eq!(server.client("red").view["at"], 0);
    std::fs::rename(dir.path().join("gone.cwr"), &record).unwrap();
    red.plays("raise port");
    watch.at(1);
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
