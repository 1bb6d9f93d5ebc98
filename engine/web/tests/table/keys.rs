//! Tests of who may connect: keys, origins, host names.

use super::common::Setting;
use cardwright_web::Options;
use serde_json::json;
use std::net::TcpListener;
use std::time::{Duration, Instant};

#[test]
fn the_hello_message_names_the_viewer_of_the_link() {
    let server = Setting::default().serve();
    assert_eq!(server.links.len(), 4);
    for link in &server.links {
        assert_eq!(link.url, format!("http://{}/#k={}", server.at, link.key));
        assert_eq!(link.key.len(), 32, "128 bits");
    }
    let red = server.client("red");
    assert_eq!(red.greeting["you"], json!({ "role": "side", "side": "red", "sides": ["red"] }));
    assert_eq!(red.greeting["proto"], 3);
    assert_eq!(server.client("spectator").greeting["you"], json!({ "role": "spectator", "side": null, "sides": [] }));
    let host = server.client("host");
    assert_eq!(host.greeting["you"], json!({ "role": "host", "side": null, "sides": ["red", "blue"] }));
    assert_eq!(host.greeting["legend"]["spaces"][1][1], "Port");
}

#[test]
fn wrong_keys_are_refused_and_do_not_lock_out_clients_with_a_right_key() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    for n in 0..30 {
        let mut stranger = server.open_with(&json!({ "key": format!("{n:032}"), "log": 0 }));
        let message = stranger.read_to_end();
        assert!(message.contains("no seat of this game"), "{message}");
        assert_eq!(message.contains("too many wrong links"), n >= 10, "{n}: {message}");
        assert!(stranger.messages.iter().all(|message| message["m"] == "notice"), "nothing else is sent");
    }
    red.play("raise port");
    // Clients at the same address with a right key still connect, and the host can download.
    server.client("blue");
    let reply = server.client("host").line("download position");
    let path = reply["path"].as_str().unwrap().to_owned();
    assert!(server.get(&path, &server.at.to_string()).starts_with("HTTP/1.1 200"), "{reply}");
}

#[test]
fn a_full_server_closes_the_oldest_client_without_a_key_and_says_why() {
    let server = Setting::default().serve();
    let counts = [("spectator", 150), ("red", 8), ("blue", 8), ("host", 8)];
    let connected: Vec<_> = counts.iter().flat_map(|(link, n)| (0..*n).map(|_| server.client(link))).collect();
    let mut silent: Vec<_> = (connected.len()..200).map(|_| server.socket(&[]).unwrap()).collect();
    let mut late = server.open_with(&json!({ "key": server.key("red"), "log": 0 }));
    assert!(late.read_to_end().contains("open in too many places"), "the key was read");
    assert!(silent[0].read_to_end().contains("no room for another page now"), "the oldest client is closed");
    drop(connected);
}

#[test]
fn the_first_message_must_be_a_key_and_arrive_in_time_by_the_clock() {
    let server = Setting::default().serve();
    for first in [json!({ "to": 1, "line": "undo" }), json!("x"), json!({ "key": 7 })] {
        assert!(server.open_with(&first).read_to_end().contains("the first message must be a key"));
    }
    let began = Instant::now();
    let mut silent = server.socket(&[]).unwrap();
    assert!(silent.read_to_end().contains("no key was sent in time"));
    assert!(began.elapsed() > Duration::from_secs(4) && began.elapsed() < Duration::from_secs(9));
}

#[test]
fn only_pages_of_the_server_open_sockets_and_only_its_host_names_are_served() {
    let server = Setting::default().serve();
    let at = server.at;
    for origin in ["http://evil.example", "null", &format!("https://{at}"), "http://localhost:1"] {
        assert_eq!(server.socket(&[("Origin", origin)]).err(), Some(403), "{origin}");
    }
    assert!(server.get("/", &at.to_string()).starts_with("HTTP/1.1 200"));
    assert!(server.get("/", &format!("localhost:{}", at.port())).starts_with("HTTP/1.1 200"));
    // If a foreign name resolves to this machine, a page of that name sends `Origin` and `Host` headers that agree. So
    // the server must check the `Host` header.
    for host in ["evil.example", "127.0.0.1.evil.example", ""] {
        assert!(server.get("/", host).starts_with("HTTP/1.1 421"), "{host}");
        assert!(server.get("/ws", host).starts_with("HTTP/1.1 421"), "{host}");
    }
}

#[test]
fn every_response_has_the_security_headers() {
    let server = Setting::default().serve();
    let address = server.at.to_string();
    for path in ["/", "/page.js", "/page.css", "/favicon.svg", "/nothing", "/picture/none.svg"] {
        let response = server.get(path, &address).to_lowercase();
        let head = response.split("\r\n\r\n").next().unwrap();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
        ] {
            assert!(head.contains(header), "{path} lacks {header}:\n{head}");
        }
        assert!(!head.contains("set-cookie"));
    }
    assert!(server.get("/nothing", &address).starts_with("HTTP/1.1 404"));
    for method in ["POST", "PUT", "DELETE"] {
        for path in ["/", "/page.js", "/picture/none.svg", "/download/none", "/ws"] {
            let answer = server.request(method, path, &address, "Content-Length: 0\r\n");
            assert!(answer.starts_with("HTTP/1.1 405"), "{method} {path}: {answer}");
        }
    }
}

#[test]
fn the_host_connects_from_this_machine_only_unless_an_option_allows_others() {
    let server = Setting::default().serve();
    let key = json!({ "key": server.key("host"), "log": 0 });
    let mut from_elsewhere = server.socket(&[("X-Forwarded-For", "203.0.113.9")]).unwrap();
    from_elsewhere.send(&key);
    assert!(from_elsewhere.read_to_end().contains("works on this machine only"));
    let mut red = server.socket(&[("X-Forwarded-For", "203.0.113.9")]).unwrap();
    red.send(&json!({ "key": server.key("red"), "log": 0 }));
    red.next("view");
    let options = Options { host_anywhere: true, ..Options::default() };
    let server = Setting { options, ..Setting::default() }.serve();
    let mut host = server.socket(&[("X-Forwarded-For", "203.0.113.9")]).unwrap();
    host.send(&json!({ "key": server.key("host"), "log": 0 }));
    host.next("view");
}

#[test]
fn a_public_url_is_used_in_links_and_allowed_as_origin() {
    let options = Options { public_url: Some("https://play.example".into()), ..Options::default() };
    let server = Setting { options, ..Setting::default() }.serve();
    let red = server.links.iter().find(|link| link.names == ["Red"]).unwrap();
    assert!(red.url.starts_with("https://play.example/#k="));
    assert!(server.get("/", "play.example").starts_with("HTTP/1.1 200"));
    assert!(server.socket(&[("Origin", "https://play.example")]).is_ok());
    assert_eq!(server.socket(&[("Origin", "https://other.example")]).err(), Some(403));
}

#[test]
fn a_link_has_at_most_eight_sockets_and_closing_one_makes_room() {
    let server = Setting::default().serve();
    let mut connected: Vec<_> = (0..8).map(|_| server.client("red")).collect();
    let mut ninth = server.open_with(&json!({ "key": server.key("red"), "log": 0 }));
    assert!(ninth.read_to_end().contains("open in too many places"));
    server.client("blue");
    connected.pop().unwrap().socket.close(None).unwrap();
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let mut again = server.open_with(&json!({ "key": server.key("red"), "log": 0 }));
        if again.read().unwrap()["m"] == "hello" {
            break;
        }
        assert!(Instant::now() < deadline, "the link has no room after ten seconds");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_used_port_is_reported_before_a_game_starts() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let options = Options { listen: taken.local_addr().unwrap(), ..Options::default() };
    let start = || -> Result<cardwright_web::ServedGame, String> { panic!("no game starts") };
    let error = cardwright_web::serve(start, &options, |_| panic!("nothing is served")).unwrap_err().to_string();
    assert!(error.contains("is in use") && error.contains("--port"), "{error}");
}

#[test]
fn a_game_that_does_not_start_is_reported() {
    let start = || -> Result<cardwright_web::ServedGame, String> { Err("no such scenario".into()) };
    let error = cardwright_web::serve(start, &Options::default(), |_| ()).unwrap_err().to_string();
    assert_eq!(error, "no such scenario");
}
