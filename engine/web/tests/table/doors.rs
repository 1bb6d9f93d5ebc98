//! The doors of a server that another hands requests on to, that listens everywhere, and whose pages say too much or nothing.

use super::common::{Client, Server, Setting};
use cardwright_web::Options;
use serde_json::json;
use std::io::Read;
use std::time::{Duration, Instant};
use tungstenite::Message;

/// What the desk's key brings with these headers; nothing where it is let in.
fn desk_by(server: &Server, headers: &[(&str, &str)]) -> Option<String> {
    let mut desk: Client = server.socket(headers).unwrap();
    desk.send(&json!({ "key": server.key("desk"), "log": 0 }));
    let first = desk.read().unwrap();
    (first["m"] != "hello").then(|| first["text"].as_str().unwrap().to_owned())
}

#[test]
fn the_desk_is_shut_to_what_another_server_hands_on_whatever_it_says_of_it() {
    let options = Options { public_url: Some("https://play.example".into()), ..Options::default() };
    let server = Setting { options: options.clone(), ..Setting::default() }.serve();
    let own = format!("http://{}", server.at);
    for headers in [
        // It calls this server by this machine's name, and adds nothing: the page is one of its own.
        &[("Origin", "https://play.example")][..],
        &[("Origin", own.as_str()), ("Via", "1.1 proxy")],
        &[("Origin", own.as_str()), ("X-Forwarded-Host", "play.example")],
        &[("Origin", own.as_str()), ("CF-Connecting-IP", "203.0.113.9")],
        &[("Origin", own.as_str()), ("Forwarded", "for=203.0.113.9")],
    ] {
        let told = desk_by(&server, headers);
        assert!(told.as_ref().is_some_and(|told| told.contains("this machine alone")), "{headers:?}: {told:?}");
    }
    assert_eq!(desk_by(&server, &[("Origin", &own)]), None);
    let server = Setting { options: Options { desk_anywhere: true, ..options }, ..Setting::default() }.serve();
    assert_eq!(desk_by(&server, &[("Origin", "https://play.example"), ("Via", "1.1 proxy")]), None);
}

#[test]
fn where_a_server_listens_everywhere_the_links_of_the_desk_open_it() {
    for listen in ["0.0.0.0:0", "[::]:0"] {
        let options = Options { listen: listen.parse().unwrap(), ..Options::default() };
        if std::net::TcpListener::bind(options.listen).is_err() {
            continue; // This machine has no such address.
        }
        let mut server = Setting { options, ..Setting::default() }.serve();
        let desk = server.links[0].url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
        server.at = desk.parse().unwrap();
        assert!(server.at.ip().is_loopback(), "{desk}");
        server.client("desk");
        // The other kind of address of this machine, which listeners of long addresses mostly have too.
        server.at.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
        if std::net::TcpStream::connect(server.at).is_ok() {
            server.client("desk");
        }
    }
}

#[test]
fn a_message_that_is_too_long_is_told_so() {
    let server = Setting::default().serve();
    for long in [5_000, 60_000] {
        let mut red = server.client("red");
        red.socket.send(Message::text(json!({ "to": 1, "line": "x".repeat(long) }).to_string())).unwrap();
        let code = loop {
            match red.socket.read().unwrap() {
                Message::Close(Some(close)) => break u16::from(close.code),
                Message::Text(text) => {
                    assert!(text.contains("4096 bytes at most") || !text.contains("\"error\""), "{text}")
                }
                _ => {}
            }
        };
        assert_eq!(code, 1009);
    }
    assert!(server.knock(&json!({ "key": "x".repeat(5_000) })).closed().contains("4096 bytes at most"));
}

#[test]
fn who_is_silent_is_asked_whether_it_is_there_and_then_let_go() {
    let options = Options { idle: Duration::from_millis(300), ..Options::default() };
    let server = Setting { options, ..Setting::default() }.serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    let began = Instant::now();
    // Whoever reads answers each time, which is all that it takes.
    while began.elapsed() < Duration::from_secs(3) {
        assert_eq!(red.line("log 1")["of"], "said");
        std::thread::sleep(Duration::from_millis(100));
    }
    // Whoever does not read does not answer. What it was told last lies there still.
    let mut last = Vec::new();
    let _ = blue.socket.get_mut().read_to_end(&mut last);
    assert!(String::from_utf8_lossy(&last).contains("nobody answers"));
    red.plays("raise port");
}
