//! Readers that do not behave: the game goes on for the others.

use super::common::Setting;
use serde_json::json;
use std::time::{Duration, Instant};
use tungstenite::Message;

#[test]
fn what_is_too_long_or_no_text_ends_that_socket_alone() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let mut long = server.client("red");
    let _ = long.socket.send(Message::text(format!("{{\"to\":1,\"line\":\"{}\"}}", "x".repeat(5000))));
    long.closed();
    let mut binary = server.client("red");
    binary.socket.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert!(binary.closed().contains("messages are text"));
    for text in ["", "{", "[]", "{\"to\":1}", "{\"look\":-1}", "{\"nonsense\":1}", "\"\u{202e}\""] {
        red.socket.send(Message::text(text)).unwrap();
        assert!(red.next("reply")["text"].as_str().unwrap().starts_with("no message"), "{text}");
    }
    let words = "x ".repeat(1800);
    assert_eq!(red.line(&words)["of"], "refused");
    red.plays("raise port");
}

#[test]
fn who_floods_is_slowed_then_shut_out_and_others_play_on() {
    let server = Setting::default().serve();
    let (mut red, mut flood) = (server.client("red"), server.client("blue"));
    for n in 0..400 {
        if flood.socket.send(Message::text(json!({ "to": n, "line": "log 1" }).to_string())).is_err() {
            break;
        }
    }
    let began = Instant::now();
    red.plays("raise port");
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    assert!(flood.closed().contains("too many messages"));
    let replies = |of: &str| flood.heard.iter().filter(|message| message["of"] == of).count();
    assert!(replies("said") < 80, "{}", replies("said"));
    assert_eq!(replies("error"), 200);
}

#[test]
fn questions_to_the_rules_are_fewer() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    for n in 0..20 {
        red.send(&json!({ "to": n, "at": 0, "line": "why" }));
    }
    let of: Vec<String> = (0..20).map(|_| red.next("reply")["of"].as_str().unwrap().to_owned()).collect();
    let answered = of.iter().filter(|of| *of == "why").count();
    assert!((10..14).contains(&answered), "{of:?}");
}

#[test]
fn who_reads_slowly_costs_the_others_nothing_and_comes_to_the_newest_view() {
    let server = Setting::open().serve();
    let (mut desk, mut slow) = (server.client("desk"), server.client("watch"));
    let (mut at, answers) = (0, 120);
    for n in 0..answers {
        let line = ["raise port", "end-turn"][n % 2];
        let began = Instant::now();
        if desk.view["over"].is_null() {
            at = desk.plays(line)["at"].as_u64().unwrap();
        }
        assert!(began.elapsed() < Duration::from_secs(3));
        std::thread::sleep(Duration::from_millis(if n > 35 { 50 } else { 0 }));
    }
    slow.at(at);
    assert!(slow.heard.iter().filter(|message| message["m"] == "view").count() <= answers + 1);
    assert_eq!(slow.view["log"]["total"].as_u64().unwrap(), at + 1);
}

/// Replies are this reader's own, and none may be left out: where they pile up, it is heard no more, and then let go.
#[test]
fn who_asks_much_and_reads_nothing_is_let_go_and_the_others_go_on() {
    let server = Setting::open().serve();
    let mut red = server.client("red");
    // What makes long replies of short questions.
    let long = "x".repeat(900);
    for who in ["red", "blue", "desk"] {
        let mut page = server.client(who);
        (0..38).for_each(|_| assert_eq!(page.line(&format!("note {long}"))["of"], "said"));
    }
    let mut deaf = server.client("desk");
    let mut asked = 0;
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(3) {
        if deaf.socket.send(Message::text(json!({ "to": 900 + asked, "line": "log 200" }).to_string())).is_err() {
            break;
        }
        asked += 1;
        // Others play meanwhile, as soon as ever.
        if asked % 20 == 0 && red.view["over"].is_null() {
            let clicked = Instant::now();
            red.plays(["raise port", "end-turn"][(asked / 20) % 2]);
            assert!(clicked.elapsed() < Duration::from_secs(3), "{:?}", clicked.elapsed());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    // For so long: a network may be slow for a while.
    std::thread::sleep(Duration::from_secs(16).saturating_sub(began.elapsed()));
    deaf.closed();
    let replies = deaf.heard.iter().filter(|message| message["of"] == "said").count();
    assert!(replies < asked, "{replies} of {asked} were read, and the socket was closed");
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    // Its place is free again, and the game is none the worse.
    let mut desk = server.client("desk");
    assert_eq!(desk.line("log 1")["of"], "said");
}

#[test]
fn fifty_watchers_share_one_view_of_each_event() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let mut watchers: Vec<_> = (0..50).map(|_| server.client("watch")).collect();
    let before = server.made.views();
    red.plays("raise port");
    watchers.iter_mut().for_each(|watcher| drop(watcher.at(1)));
    assert_eq!(server.made.views() - before, 4, "desk, red, blue, and all who watch");
    let texts: Vec<String> = watchers.iter().map(|watcher| watcher.view.to_string()).collect();
    assert!(texts.iter().all(|text| *text == texts[0]));
}

#[test]
fn names_that_look_like_markup_stay_letters() {
    let long = "x".repeat(1000);
    let names = ["<img src=x onerror=alert(1)>", "</script><b>", "a\u{202e}b", &long];
    for name in names {
        let board = format!(
            "[meta]\ngame = \"demo\"\n[[space]]\nid = \"port\"\nname = {}\n",
            json!(name.replace('\u{202e}', ""))
        );
        let more = super::common::files(&[("scenarios/demo/board.toml", &board)]);
        let server = Setting { sources: vec![super::common::pack("demo"), more], ..Setting::default() }.serve();
        let red = server.client("red");
        let told = red.hello["legend"]["spaces"][1][1].as_str().unwrap().to_owned();
        assert_eq!(told, name.replace('\u{202e}', ""));
        let page = server.get("/", &server.at.to_string());
        assert!(!page.contains("onerror") && !page.contains("<b>"), "the page is the same for all");
    }
    // What people type comes back as they typed it, without what turns letters round.
    let server = Setting::default().serve();
    let mut red = server.client("red");
    red.line("note <b>\u{202e}x</b>");
    let view = red.until(|view| view.to_string().contains("<b>"));
    assert!(view.to_string().contains("<b>\u{fffd}x</b>"));
}

#[test]
fn silent_connections_make_room_for_who_plays() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let silent: Vec<_> = (0..600).map(|_| std::net::TcpStream::connect(server.at).unwrap()).collect();
    let began = Instant::now();
    let mut blue = server.client("blue");
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    red.plays("raise port");
    blue.at(1);
    drop(silent);
}

#[test]
fn half_a_request_holds_its_place_for_seconds_only() {
    use std::io::{Read, Write};
    let server = Setting::default().serve();
    let red = server.client("red");
    let mut half = std::net::TcpStream::connect(server.at).unwrap();
    half.set_read_timeout(Some(Duration::from_secs(25))).unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let began = Instant::now();
    let mut rest = Vec::new();
    let _ = half.read_to_end(&mut rest);
    assert!(began.elapsed() > Duration::from_secs(10) && began.elapsed() < Duration::from_secs(22));
    // Who has come in stays.
    let mut red = red;
    red.plays("raise port");
}
