//! Tests of the host's features: branches, downloads, and the log level of decisions. Players may use some of them too.

use super::common::{Client, Server, Setting, files, pack};
use cardwright_table::Viewer;
use cardwright_view::history;
use cardwright_web::Options;
use serde_json::{Value, json};

/// Returns the segments of a tree of branches, each as first event, last event, depth and text. A segment is a run of
/// events between the events that have several branches.
fn segments(reply: &Value) -> Vec<(u64, u64, u64, String)> {
    let segments = reply["tree"]["stretches"].as_array().unwrap_or_else(|| panic!("{reply}"));
    let number = |segment: &Value, key: &str| segment[key].as_u64().unwrap();
    let fields = |segment: &Value| {
        let text = segment["text"].as_str().unwrap().to_owned();
        (number(segment, "from"), number(segment, "to"), number(segment, "aside"), text)
    };
    segments.iter().map(fields).collect()
}

fn expected(segments: &[(u64, u64, u64, &str)]) -> Vec<(u64, u64, u64, String)> {
    segments.iter().map(|(from, to, depth, text)| (*from, *to, *depth, (*text).to_owned())).collect()
}

/// Plays `raise port` and `raise river`, undoes the latter, and plays `raise hills`.
fn branched(server: &Server) -> Client {
    let mut red = server.client("red");
    red.play("raise port");
    red.play("raise river");
    red.line("undo");
    red.view_at(1);
    red.play("raise hills");
    red
}

#[test]
fn the_tree_shows_the_branches_and_the_host_can_go_to_them() {
    let server = Setting::open().serve();
    branched(&server);
    let mut host = server.client("host");
    let reply = host.line("branches");
    let expected_segments = [(0, 1, 0, "the start"), (2, 2, 1, "red: raise river"), (3, 3, 0, "red: raise hills")];
    assert_eq!(segments(&reply), expected(&expected_segments));
    assert_eq!(reply["tree"]["now"], 3);
    assert_eq!(host.line("goto 2")["of"], "moved");
    assert_eq!(host.view_at(2)["parts"]["space river"]["c"][0][0], "hidden");
    let expected_segments = [(0, 1, 0, "the start"), (3, 3, 1, "red: raise hills"), (2, 2, 0, "red: raise river")];
    assert_eq!(segments(&host.line("branches")), expected(&expected_segments));
    // After `goto 0`, everything that was played after event 0 is on branches.
    assert_eq!(host.line("goto 0")["of"], "moved");
    host.view_at(0);
    let expected_segments = [
        (0, 0, 0, "the start"),
        (1, 1, 1, "red: raise port"),
        (2, 2, 2, "red: raise river"),
        (3, 3, 1, "red: raise hills"),
    ];
    assert_eq!(segments(&host.line("branches")), expected(&expected_segments));
}

#[test]
fn answers_that_others_undid_are_not_shown() {
    let server = Setting::default().serve();
    let mut red = branched(&server);
    let (mut blue, mut spectator, mut host) =
        (server.client("blue"), server.client("spectator"), server.client("host"));
    let texts = |reply: &Value| segments(reply).into_iter().map(|(.., text)| text).collect::<Vec<_>>();
    assert_eq!(texts(&blue.line("branches")), ["the start", "red: taken back", "red: raise hills"]);
    assert_eq!(texts(&red.line("branches"))[1], "red: raise river");
    let may_view = |reply: &Value| reply["tree"]["stretches"][1]["open"].clone();
    assert_eq!((may_view(&blue.line("branches")), may_view(&red.line("branches"))), (json!(false), json!(true)));
    assert!(spectator.refusal("branches").contains("a spectator can only look"));
    for other in [&mut blue, &mut spectator] {
        other.send(&json!({ "look": 2 }));
        let reply = other.next("reply");
        assert!(reply["text"].as_str().unwrap().contains("is not shown"), "{reply}");
        other.send(&json!({ "look": 1 }));
        assert_eq!(other.next("view")["at"], 1, "events on the current path may be looked at");
    }
    for entitled_client in [&mut red, &mut host] {
        entitled_client.send(&json!({ "look": 2 }));
        assert_eq!(entitled_client.wait_for(|view| view["looking"] == true)["at"], 2);
    }
    blue.send(&json!({ "look": null }));
    blue.wait_for(|view| view["looking"] == false);
    assert!(blue.refusal("goto 2").contains("Red"), "a player cannot go back past answers of another player");
}

/// Requests a download and returns its path.
fn path(host: &mut Client, file: &str) -> String {
    let reply = host.line(&format!("download {file}"));
    assert_eq!(reply["of"], "file", "{reply}");
    reply["path"].as_str().unwrap().to_owned()
}

#[test]
fn the_host_downloads_files() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let address = server.at.to_string();
    let mut host = server.client("host");
    host.play("raise port");
    let fetch = |host: &mut Client, file: &str| {
        let response = server.get(&path(host, file), &address);
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        let head = head.to_lowercase();
        for header in [
            "x-content-type-options: nosniff",
            "cache-control: no-store",
            "content-security-policy: default-src 'none'; sandbox",
        ] {
            assert!(head.contains(header), "{file} lacks {header}: {head}");
        }
        (head, body.to_owned())
    };
    let (head, body) = fetch(&mut host, "record");
    assert!(head.contains("content-disposition: attachment; filename=\"game.cwr\""), "{head}");
    assert_eq!(body, std::fs::read_to_string(&record).unwrap());
    let (head, body) = fetch(&mut host, "position");
    assert!(head.contains("attachment; filename=\"demo-event-1.txt\"") && body.contains("port"), "{head}{body}");
    let (head, body) = fetch(&mut host, "board");
    assert!(head.contains("attachment; filename=\"demo-event-1.svg\"") && body.starts_with("<svg"), "{head}{body}");
    assert!(host.refusal("download everything").contains("`record`, `position` and `board`"));
    assert!(Setting::default().serve().client("host").refusal("download record").contains("without a record"));
}

#[test]
fn the_key_of_a_download_works_once_and_other_keys_do_not_work() {
    let server = Setting::default().serve();
    let other = Setting::default().serve();
    let address = server.at.to_string();
    let mut host = server.client("host");
    let used = path(&mut host, "position");
    assert!(server.get(&used, &address).starts_with("HTTP/1.1 200"));
    assert!(server.get(&used, &address).starts_with("HTTP/1.1 404"), "a key works only once");
    let unused = path(&mut host, "position");
    let foreign = path(&mut other.client("host"), "position");
    let seat = format!("/download/{}", server.key("host"));
    let wrong = format!("/download/{}", "0".repeat(32));
    for key in [&foreign, &seat, &wrong, &format!("{unused}0"), &"/download/".to_owned()] {
        assert!(server.get(key, &address).starts_with("HTTP/1.1 404"), "{key}");
    }
    // A HEAD request, a request with another host name and a request through a proxy get nothing. The key stays valid.
    assert!(server.request("HEAD", &unused, &address, "").starts_with("HTTP/1.1 403"));
    assert!(server.get(&unused, "evil.example").starts_with("HTTP/1.1 421"));
    assert!(server.request("GET", &unused, &address, "X-Forwarded-For: 203.0.113.9\r\n").starts_with("HTTP/1.1 403"));
    assert!(server.get(&unused, &address).starts_with("HTTP/1.1 200"));
    // Requests that another site causes are refused and do not count as wrong keys. The key stays valid.
    let unused = path(&mut host, "position");
    for foreign in
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: http://evil.example", "Origin: null"]
    {
        for path in [&unused, &wrong] {
            assert!(
                server.request("GET", path, &address, &format!("{foreign}\r\n")).starts_with("HTTP/1.1 403"),
                "{foreign}"
            );
        }
    }
    assert!(server.request("GET", &unused, &address, "Sec-Fetch-Site: same-origin\r\n").starts_with("HTTP/1.1 200"));
    // After many wrong keys a client must wait, but a right key still works.
    for n in 0..10 {
        server.get(&format!("/download/{n:032}"), &address);
    }
    assert!(server.get(&wrong, &address).starts_with("HTTP/1.1 429"));
    let last = path(&mut host, "position");
    assert!(server.get(&last, &address).starts_with("HTTP/1.1 200"));
}

#[test]
fn only_the_host_can_download() {
    let options = Options { host_anywhere: true, ..Options::default() };
    let server = Setting { options, ..Setting::default() }.serve();
    assert!(server.client("red").refusal("download record").contains("only the host"));
    assert!(server.client("spectator").refusal("download record").contains("a spectator can only look"));
    let unused = path(&mut server.client("host"), "position");
    let address = server.at.to_string();
    assert!(server.request("GET", &unused, &address, "X-Forwarded-For: 203.0.113.9\r\n").starts_with("HTTP/1.1 200"));
}

/// A game in which Red is asked again and again, and the rules log decisions.
fn rainy() -> Setting {
    let script = "local go = action \"go\"\nfunction go.offer()\n  offer(go)\nend\nfunction go.play()\n  log_detail(TEXT.weather)\n  \
                  log_decision(TEXT.stays)\nend\nstep(\"rules\", function(side)\n  act(side, { go })\n  return next(\"rules\", side)\nend)\n";
    let texts = "[action.go]\nlabel = \"Go\"\n[text.weather]\nsay = \"It rains\"\n[text.stays]\nsay = \"Red stays\"\n";
    let scenario = "[meta]\nid = \"rainy\"\ngame = \"demo\"\nname = \"Rules\"\nsource = \"own\"\nextends = \"standard\"\n\
                    position = \"turn rules red\"\n";
    let more = files(&[
        ("scripts/demo/more.luau", script),
        ("scripts/demo/text.toml", texts),
        ("scenarios/demo/rainy.toml", scenario),
    ]);
    Setting { sources: vec![pack("demo"), more], scenario: "rainy", open: true, ..Setting::default() }
}

#[test]
fn in_a_game_with_many_branched_events_the_oldest_are_left_out() {
    let mut table = rainy().table();
    for _ in 0..160 {
        table.play(None, "go").unwrap();
        table.undo().unwrap();
        table.play(None, "go").unwrap();
    }
    let tree = history::tree(&table, Viewer::OPEN);
    assert_eq!(tree.left_out, 10);
    assert_eq!(tree.segments.len(), 301, "the beginning, and two branches of each fork");
    assert_eq!((tree.segments[0].from, tree.segments[0].events), (0, 11));
    assert_eq!(tree.segments.iter().filter(|segment| segment.here).count(), 151);
}

#[test]
fn the_host_sets_how_much_the_log_shows_of_decisions() {
    let server = rainy().serve();
    let (mut host, mut red) = (server.client("host"), server.client("red"));
    red.play("go");
    host.view_at(1);
    let shows = |client: &mut Client| {
        let log = &client.view["log"]["entries"];
        let text = log.as_array().unwrap().last().unwrap()["lines"].to_string();
        [text.contains("Red stays"), text.contains("It rains")]
    };
    assert_eq!((shows(&mut host), shows(&mut red)), ([true, false], [true, false]));
    assert_eq!(host.line("decisions")["text"], "decisions concise");
    for (word, text) in [("full", [true, true]), ("off", [false, false]), ("concise", [true, false])] {
        assert_eq!(host.line(&format!("decisions {word}"))["of"], "done");
        assert_eq!(host.line("decisions")["text"], format!("decisions {word}"));
        assert_eq!(shows(&mut server.client("host")), text, "{word}");
        assert_eq!(shows(&mut server.client("red")), [true, false], "a player's log is unchanged");
    }
    assert!(host.refusal("decisions loud").contains("`off`, `concise` and `full`"));
    assert!(red.refusal("decisions full").contains("only the host"));
    assert_eq!(host.complete("decisions f"), ["full"]);
}

#[test]
fn completion_is_limited_to_what_the_viewer_may_use() {
    let server = Setting::default().serve();
    let (mut red, mut blue, mut host) = (server.client("red"), server.client("blue"), server.client("host"));
    assert_eq!(red.complete("preview raise p"), ["port"]);
    assert_eq!(red.complete("why not raise p")[0], "port");
    assert_eq!(red.complete(":preview raise p"), ["port"]);
    // The text may hold answers to several choices.
    assert!(red.complete("preview raise port ").contains(&"march".to_owned()));
    assert!(red.complete("raise port march guard ").contains(&"port".to_owned()));
    assert_eq!(red.complete("log s"), ["since", "set-up"]);
    assert!(red.complete("download ").is_empty() && red.complete("dow").is_empty());
    assert_eq!(host.complete("download b"), ["board"]);
    assert!(host.complete(":undo").contains(&":undo".to_owned()));
    for text in ["raise ", "preview raise ", "odds raise "] {
        assert!(blue.complete(text).is_empty(), "the answers of another player are not completed: {text}");
    }
    // `why` completes every name of the game, whether legal for Red or not.
    assert_eq!(blue.complete("why not raise "), blue.complete("why not stir "));
    assert_eq!(server.client("spectator").complete("lo"), ["log"]);
    assert!(server.client("spectator").complete("und").is_empty());
}

#[test]
fn help_lists_only_commands_for_the_viewer_and_log_since_lists_new_events() {
    let server = Setting::default().serve();
    let (mut red, mut host) = (server.client("red"), server.client("host"));
    let [red_help, host_help] = [&mut red, &mut host].map(|page| page.line("help")["commands"].to_string());
    assert!(red_help.contains("where the game branched") && !red_help.contains("download"), "{red_help}");
    assert!(host_help.contains("record|position|board"), "{host_help}");
    assert!(red.refusal("help download").contains("there is no command"));
    assert!(red.line("log since")["text"].as_str().unwrap().contains("has not answered yet"));
    red.play("raise port");
    host.view_at(1);
    let since = red.line("log since");
    assert_eq!(since["log"][0]["text"], "red: raise port", "{since}");
    assert_eq!(red.line("log set-up")["log"][0]["event"], 0);
}
