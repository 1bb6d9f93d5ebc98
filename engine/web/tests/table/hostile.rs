//! Tests of clients that misbehave. The game continues for the other clients.

use super::common::Setting;
use serde_json::json;
use std::time::{Duration, Instant};
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};

#[test]
fn a_long_or_binary_message_closes_only_its_own_socket() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let mut long = server.client("red");
    let _ = long.socket.send(Message::text(format!("{{\"to\":1,\"line\":\"{}\"}}", "x".repeat(5000))));
    long.read_to_end();
    let mut binary = server.client("red");
    binary.socket.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert!(binary.read_to_end().contains("messages are text"));
    for text in ["", "{", "[]", "{\"to\":1}", "{\"look\":-1}", "{\"nonsense\":1}", "\"\u{202e}\""] {
        red.socket.send(Message::text(text)).unwrap();
        assert!(red.next("reply")["text"].as_str().unwrap().starts_with("invalid message"), "{text}");
    }
    let words = "x ".repeat(1800);
    assert_eq!(red.line(&words)["of"], "refused");
    red.play("raise port");
}

#[test]
fn a_client_that_floods_the_server_is_slowed_and_then_closed_by_the_clock() {
    let server = Setting::default().serve();
    let (mut red, mut flood) = (server.client("red"), server.client("blue"));
    for n in 0..400 {
        if flood.socket.send(Message::text(json!({ "to": n, "line": "log 1" }).to_string())).is_err() {
            break;
        }
    }
    let began = Instant::now();
    red.play("raise port");
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    assert!(flood.read_to_end().contains("too many messages"));
    let replies = |kind: &str| flood.messages.iter().filter(|message| message["of"] == kind).count();
    assert!(replies("log") < 80, "{}", replies("log"));
    assert_eq!(replies("error"), 200);
}

#[test]
fn a_client_that_floods_the_server_with_pings_is_closed() {
    let server = Setting::default().serve();
    let (mut red, mut flood) = (server.client("red"), server.client("spectator"));
    for _ in 0..1000 {
        if flood.socket.send(Message::Ping(vec![b'x'; 125].into())).is_err() {
            break;
        }
    }
    red.play("raise port");
    assert!(flood.read_to_end().contains("too many messages"));
}

/// The pieces of a message are not messages yet, so only the limit of bytes applies to them.
#[test]
fn a_message_in_endless_pieces_is_read_slowly_by_the_clock() {
    let server = Setting::default().serve();
    let (mut red, mut flood) = (server.client("red"), server.client("spectator"));
    let piece = |text: &'static str, kind: Data, is_last: bool| {
        Message::Frame(Frame::message(text.as_bytes(), OpCode::Data(kind), is_last))
    };
    let began = Instant::now();
    flood.socket.write(piece("[", Data::Text, false)).unwrap();
    for _ in 0..60_000 {
        flood.socket.write(piece("", Data::Continue, false)).unwrap(); // 6 bytes
    }
    flood.socket.send(piece("]", Data::Continue, true)).unwrap();
    red.play("raise port");
    assert!(flood.next("reply")["text"].as_str().unwrap().starts_with("invalid message"));
    assert!(began.elapsed() > Duration::from_millis(600), "{:?}", began.elapsed());
}

#[test]
fn queries_that_run_rules_have_a_lower_limit_than_other_messages() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    for n in 0..40 {
        red.send(&json!({ "to": n, "at": 0, "line": "why" }));
    }
    let kinds: Vec<String> = (0..40).map(|_| red.next("reply")["of"].as_str().unwrap().to_owned()).collect();
    let answered = kinds.iter().filter(|kind| *kind == "why").count();
    assert!((20..28).contains(&answered), "{kinds:?}");
}

#[test]
fn a_slow_client_delays_nobody_by_the_clock_and_gets_the_newest_view() {
    let server = Setting::open().serve();
    let (mut host, mut slow) = (server.client("host"), server.client("spectator"));
    let (mut at, answers) = (0, 120);
    for n in 0..answers {
        let line = ["raise port", "end-turn"][n % 2];
        let began = Instant::now();
        if host.view["over"].is_null() {
            at = host.play(line)["at"].as_u64().unwrap();
        }
        assert!(began.elapsed() < Duration::from_secs(3));
        std::thread::sleep(Duration::from_millis(if n > 35 { 50 } else { 0 }));
    }
    slow.view_at(at);
    assert!(slow.messages.iter().filter(|message| message["m"] == "view").count() <= answers + 1);
    assert_eq!(slow.view["log"]["total"].as_u64().unwrap(), at + 1);
}

/// The server cannot leave out replies. If a client does not read its replies, the server stops reading from the client
/// and then closes the socket.
#[test]
fn a_client_that_reads_no_replies_is_closed_by_the_clock_and_others_play_on() {
    let server = Setting::open().serve();
    let mut red = server.client("red");
    // Long notes make long replies.
    let long = "x".repeat(900);
    for link in ["red", "blue", "host"] {
        let mut page = server.client(link);
        (0..38).for_each(|_| assert_eq!(page.line(&format!("note {long}"))["of"], "done"));
    }
    let mut unread = server.client("host");
    let mut asked = 0;
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(3) {
        if unread.socket.send(Message::text(json!({ "to": 900 + asked, "line": "log 200" }).to_string())).is_err() {
            break;
        }
        asked += 1;
        // Other clients play without delay.
        if asked % 20 == 0 && red.view["over"].is_null() {
            let clicked = Instant::now();
            red.play(["raise port", "end-turn"][(asked / 20) % 2]);
            assert!(clicked.elapsed() < Duration::from_secs(3), "{:?}", clicked.elapsed());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    // The server waits some time before it closes a socket, because a network may be slow.
    std::thread::sleep(Duration::from_secs(16).saturating_sub(began.elapsed()));
    unread.read_to_end();
    let replies = unread.messages.iter().filter(|message| message["of"] == "log").count();
    assert!(replies < asked, "the client received {replies} of {asked} replies before the socket was closed");
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    // Another client of the same link may connect.
    let mut host = server.client("host");
    host.ping();
}

#[test]
fn fifty_spectators_share_one_view_of_each_event() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let mut spectators: Vec<_> = (0..50).map(|_| server.client("spectator")).collect();
    let before = server.counts.views();
    red.play("raise port");
    spectators.iter_mut().for_each(|spectator| drop(spectator.view_at(1)));
    assert_eq!(
        server.counts.views() - before,
        4,
        "one view each for the host, Red and Blue, and one for all spectators"
    );
    let texts: Vec<String> = spectators.iter().map(|spectator| spectator.view.to_string()).collect();
    assert!(texts.iter().all(|text| *text == texts[0]));
}

#[test]
fn names_that_look_like_markup_stay_text() {
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
        let received_name = red.greeting["legend"]["spaces"][1][1].as_str().unwrap().to_owned();
        assert_eq!(received_name, name.replace('\u{202e}', ""));
        let page = server.get("/", &server.at.to_string());
        assert!(!page.contains("onerror") && !page.contains("<b>"), "the page is the same for every pack");
    }
    // Typed text comes back unchanged, without characters that change the text direction.
    let server = Setting::default().serve();
    let mut red = server.client("red");
    red.line("note <b>\u{202e}x</b>");
    let view = red.wait_for(|view| view.to_string().contains("<b>"));
    assert!(view.to_string().contains("<b>\u{fffd}x</b>"));
}

#[test]
fn silent_connections_make_room_for_players_by_the_clock() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let silent: Vec<_> = (0..600).map(|_| std::net::TcpStream::connect(server.at).unwrap()).collect();
    let began = Instant::now();
    let mut blue = server.client("blue");
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    red.play("raise port");
    blue.view_at(1);
    drop(silent);
}

#[test]
fn an_incomplete_request_keeps_its_connection_only_for_seconds_by_the_clock() {
    use std::io::{Read, Write};
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let mut half = std::net::TcpStream::connect(server.at).unwrap();
    half.set_read_timeout(Some(Duration::from_secs(25))).unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let began = Instant::now();
    let mut rest = Vec::new();
    let _ = half.read_to_end(&mut rest);
    assert!(began.elapsed() > Duration::from_secs(10) && began.elapsed() < Duration::from_secs(22));
    // A client with a key stays connected.
    red.play("raise port");
}
