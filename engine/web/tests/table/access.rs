//! Tests of access through a reverse proxy and on all addresses, and of clients that send too much or nothing.

use super::common::{Client, Server, Setting};
use cardwright_web::Options;
use serde_json::json;
use std::io::Read;
use std::time::{Duration, Instant};
use tungstenite::Message;

/// Presents the host's key with these headers. Returns the text of the refusal, or `None` if the server accepts the
/// key.
fn host_refusal(server: &Server, headers: &[(&str, &str)]) -> Option<String> {
    let mut host: Client = server.socket(headers).unwrap();
    host.send(&json!({ "key": server.key("host"), "log": 0 }));
    let first = host.read().unwrap();
    (first["m"] != "hello").then(|| first["text"].as_str().unwrap().to_owned())
}

#[test]
fn the_host_cannot_connect_through_another_server() {
    let options = Options { public_url: Some("https://play.example".into()), ..Options::default() };
    let server = Setting { options: options.clone(), ..Setting::default() }.serve();
    let own = format!("http://{}", server.at);
    for headers in [
        // This reverse proxy adds no headers, but the page has the origin of the proxy.
        &[("Origin", "https://play.example")][..],
        &[("Origin", own.as_str()), ("Via", "1.1 proxy")],
        &[("Origin", own.as_str()), ("X-Forwarded-Host", "play.example")],
        &[("Origin", own.as_str()), ("CF-Connecting-IP", "203.0.113.9")],
        &[("Origin", own.as_str()), ("Forwarded", "for=203.0.113.9")],
        &[("Origin", own.as_str()), ("X-Original-Forwarded-For", "203.0.113.9")],
        &[("Origin", own.as_str()), ("X-Cluster-Client-IP", "203.0.113.9")],
        &[("Origin", own.as_str()), ("X-Envoy-External-Address", "203.0.113.9")],
        &[("Origin", own.as_str()), ("Client-IP", "203.0.113.9")],
        &[("Origin", own.as_str()), ("CDN-Loop", "proxy")],
    ] {
        let message = host_refusal(&server, headers);
        assert!(
            message.as_ref().is_some_and(|message| message.contains("works on this machine only")),
            "{headers:?}: {message:?}"
        );
    }
    assert_eq!(host_refusal(&server, &[("Origin", &own)]), None);
    let server = Setting { options: Options { host_anywhere: true, ..options }, ..Setting::default() }.serve();
    assert_eq!(host_refusal(&server, &[("Origin", "https://play.example"), ("Via", "1.1 proxy")]), None);
}

#[test]
fn the_hosts_link_works_if_the_server_listens_on_all_addresses() {
    for listen in ["0.0.0.0:0", "[::]:0"] {
        let options = Options { listen: listen.parse().unwrap(), ..Options::default() };
        if std::net::TcpListener::bind(options.listen).is_err() {
            continue; // This machine has no such address.
        }
        let mut server = Setting { options, ..Setting::default() }.serve();
        let address = server.links[0].url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
        server.at = address.parse().unwrap();
        assert!(server.at.ip().is_loopback(), "{address}");
        server.client("host");
        // Listeners on IPv6 mostly serve IPv4 too.
        server.at.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
        if std::net::TcpStream::connect(server.at).is_ok() {
            server.client("host");
        }
    }
}

#[test]
fn a_long_message_is_refused_with_a_reason() {
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
    assert!(server.open_with(&json!({ "key": "x".repeat(5_000) })).read_to_end().contains("4096 bytes at most"));
}

#[test]
fn a_client_that_answers_no_pings_is_closed() {
    let options = Options { idle: Duration::from_millis(300), ..Options::default() };
    let server = Setting { options, ..Setting::default() }.serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    let began = Instant::now();
    // A client that reads its messages answers pings.
    while began.elapsed() < Duration::from_secs(3) {
        red.ping();
        std::thread::sleep(Duration::from_millis(100));
    }
    // A client that does not read its messages answers no pings. Its last messages are still in the buffer.
    let mut last = Vec::new();
    let _ = blue.socket.get_mut().read_to_end(&mut last);
    assert!(String::from_utf8_lossy(&last).contains("this page did not answer for too long"));
    red.play("raise port");
}
