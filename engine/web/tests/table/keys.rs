//! Who comes in, and who does not.

use super::common::{Setting, pack};
use cardwright_web::Options;
use serde_json::json;
use std::net::TcpListener;
use std::time::{Duration, Instant};

#[test]
fn each_link_says_who_looks_through_it() {
    let server = Setting::default().serve();
    assert_eq!(server.links.len(), 4);
    for link in &server.links {
        assert_eq!(link.url, format!("http://{}/#k={}", server.at, link.key));
        assert_eq!(link.key.len(), 32, "128 bits");
    }
    let red = server.client("red");
    assert_eq!(red.hello["you"], json!({ "role": "side", "side": "red", "sides": ["red"] }));
    assert_eq!(red.hello["proto"], 2);
    assert_eq!(server.client("watch").hello["you"], json!({ "role": "watcher", "side": null, "sides": [] }));
    let desk = server.client("desk");
    assert_eq!(desk.hello["you"], json!({ "role": "desk", "side": null, "sides": ["red", "blue"] }));
    assert_eq!(desk.hello["legend"]["spaces"][1][1], "Port");
}

#[test]
fn a_wrong_key_is_told_so_and_many_shut_out_nobody_with_a_right_one() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    for n in 0..30 {
        let mut stranger = server.knock(&json!({ "key": format!("{n:032}"), "log": 0 }));
        let told = stranger.closed();
        assert!(told.contains("no seat of this game"), "{told}");
        assert_eq!(told.contains("too many wrong ones"), n >= 10, "{n}: {told}");
        assert!(stranger.heard.iter().all(|message| message["m"] == "notice"), "nothing else is told");
    }
    red.plays("raise port");
    // From the same address: another page, the desk, and what the desk fetches.
    server.client("blue");
    let reply = server.client("desk").line("download position");
    let path = reply["path"].as_str().unwrap().to_owned();
    assert!(server.get(&path, &server.at.to_string()).starts_with("HTTP/1.1 200"), "{reply}");
}

#[test]
fn who_says_no_key_makes_room_and_is_told_so() {
    let server = Setting::default().serve();
    let inside = [("watch", 150), ("red", 8), ("blue", 8), ("desk", 8)];
    let inside: Vec<_> = inside.iter().flat_map(|(who, n)| (0..*n).map(|_| server.client(who))).collect();
    let mut silent: Vec<_> = (inside.len()..200).map(|_| server.socket(&[]).unwrap()).collect();
    let mut late = server.knock(&json!({ "key": server.key("red"), "log": 0 }));
    assert!(late.closed().contains("open in too many places"), "it was heard");
    assert!(silent[0].closed().contains("no room for another page now"), "the oldest");
    drop(inside);
}

#[test]
fn the_first_message_is_a_key_and_comes_in_time() {
    let server = Setting::default().serve();
    for first in [json!({ "to": 1, "line": "undo" }), json!("x"), json!({ "key": 7 })] {
        assert!(server.knock(&first).closed().contains("the first message is a key"));
    }
    let began = Instant::now();
    let mut silent = server.socket(&[]).unwrap();
    assert!(silent.closed().contains("no key was said in time"));
    assert!(began.elapsed() > Duration::from_secs(4) && began.elapsed() < Duration::from_secs(9));
}

#[test]
fn only_our_own_page_opens_a_socket_and_only_our_own_name_is_answered_to() {
    let server = Setting::default().serve();
    let at = server.at;
    for origin in ["http://evil.example", "null", &format!("https://{at}"), "http://localhost:1"] {
        assert_eq!(server.socket(&[("Origin", origin)]).err(), Some(403), "{origin}");
    }
    assert!(server.get("/", &at.to_string()).starts_with("HTTP/1.1 200"));
    assert!(server.get("/", &format!("localhost:{}", at.port())).starts_with("HTTP/1.1 200"));
    // A name that has been bent to this machine: both host and origin are the stranger's then.
    for host in ["evil.example", "127.0.0.1.evil.example", ""] {
        assert!(server.get("/", host).starts_with("HTTP/1.1 421"), "{host}");
        assert!(server.get("/ws", host).starts_with("HTTP/1.1 421"), "{host}");
    }
}

#[test]
fn every_answer_says_what_a_browser_may_make_of_it() {
    let server = Setting::default().serve();
    let host = server.at.to_string();
    for path in ["/", "/page.js", "/page.css", "/favicon.svg", "/nothing", "/picture/none.svg"] {
        let answer = server.get(path, &host).to_lowercase();
        let head = answer.split("\r\n\r\n").next().unwrap();
        for says in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
        ] {
            assert!(head.contains(says), "{path} lacks {says}:\n{head}");
        }
        assert!(!head.contains("set-cookie"));
    }
    assert!(server.get("/nothing", &host).starts_with("HTTP/1.1 404"));
    for method in ["POST", "PUT", "DELETE"] {
        for path in ["/", "/page.js", "/picture/none.svg", "/desk/none", "/ws"] {
            let answer = server.ask(method, path, &host, "Content-Length: 0\r\n");
            assert!(answer.starts_with("HTTP/1.1 405"), "{method} {path}: {answer}");
        }
    }
}

#[test]
fn the_desk_is_for_this_machine_unless_it_is_opened() {
    let server = Setting::default().serve();
    let key = json!({ "key": server.key("desk"), "log": 0 });
    let mut from_elsewhere = server.socket(&[("X-Forwarded-For", "203.0.113.9")]).unwrap();
    from_elsewhere.send(&key);
    assert!(from_elsewhere.closed().contains("the desk is for this machine alone"));
    let mut red = server.socket(&[("X-Forwarded-For", "203.0.113.9")]).unwrap();
    red.send(&json!({ "key": server.key("red"), "log": 0 }));
    red.next("view");
    let options = Options { desk_anywhere: true, ..Options::default() };
    let server = Setting { options, ..Setting::default() }.serve();
    let mut desk = server.socket(&[("X-Forwarded-For", "203.0.113.9")]).unwrap();
    desk.send(&json!({ "key": server.key("desk"), "log": 0 }));
    desk.next("view");
}

#[test]
fn behind_another_server_links_and_pages_are_of_its_name() {
    let options = Options { public_url: Some("https://play.example".into()), ..Options::default() };
    let server = Setting { options, ..Setting::default() }.serve();
    let red = server.links.iter().find(|link| link.names == ["Red"]).unwrap();
    assert!(red.url.starts_with("https://play.example/#k="));
    assert!(server.get("/", "play.example").starts_with("HTTP/1.1 200"));
    assert!(server.socket(&[("Origin", "https://play.example")]).is_ok());
    assert_eq!(server.socket(&[("Origin", "https://other.example")]).err(), Some(403));
}

#[test]
fn a_link_is_open_in_eight_places_at_most_and_each_that_closes_makes_room() {
    let server = Setting::default().serve();
    let mut inside: Vec<_> = (0..8).map(|_| server.client("red")).collect();
    let mut ninth = server.knock(&json!({ "key": server.key("red"), "log": 0 }));
    assert!(ninth.closed().contains("open in too many places"));
    server.client("blue");
    inside.pop().unwrap().socket.close(None).unwrap();
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let mut again = server.knock(&json!({ "key": server.key("red"), "log": 0 }));
        if again.read().unwrap()["m"] == "hello" {
            break;
        }
        assert!(Instant::now() < until, "the place is free again");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_port_in_use_is_told_before_any_game_is_begun() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let options = Options { listen: taken.local_addr().unwrap(), ..Options::default() };
    let start = || -> Result<cardwright_web::Started, String> { panic!("nothing is begun") };
    let error = cardwright_web::serve(start, &options, |_| panic!("nothing is served")).unwrap_err().to_string();
    assert!(error.contains("is in use") && error.contains("--port"), "{error}");
}

#[test]
fn a_game_that_does_not_start_is_told() {
    let start = || -> Result<cardwright_web::Started, String> { Err("no such scenario".into()) };
    let error = cardwright_web::serve(start, &Options::default(), |_| ()).unwrap_err().to_string();
    assert_eq!(error, "no such scenario");
    let _ = pack("demo");
}
