//! What the desk has beyond a seat: branches to go to, files, how much rules tell; and what of it a seat has.

use super::common::{Client, Server, Setting, files, pack};
use cardwright_table::label::Audience;
use cardwright_view::history;
use cardwright_web::Options;
use serde_json::{Value, json};

/// The stretches of a tree: first and last event, how far aside, text.
fn stretches(reply: &Value) -> Vec<(u64, u64, u64, String)> {
    let all = reply["tree"]["stretches"].as_array().unwrap_or_else(|| panic!("{reply}"));
    let number = |it: &Value, key: &str| it[key].as_u64().unwrap();
    let of = |it: &Value| {
        (number(it, "from"), number(it, "to"), number(it, "aside"), it["text"].as_str().unwrap().to_owned())
    };
    all.iter().map(of).collect()
}

fn expected(all: &[(u64, u64, u64, &str)]) -> Vec<(u64, u64, u64, String)> {
    all.iter().map(|(from, to, aside, text)| (*from, *to, *aside, (*text).to_owned())).collect()
}

/// Plays, takes back, and plays something else: `raise port`, then `raise river` or `raise hills`.
fn parted(server: &Server) -> Client {
    let mut red = server.client("red");
    red.plays("raise port");
    red.plays("raise river");
    red.line("undo");
    red.at(1);
    red.plays("raise hills");
    red
}

#[test]
fn the_tree_tells_where_the_game_parted_and_the_desk_goes_there() {
    let server = Setting::open().serve();
    parted(&server);
    let mut desk = server.client("desk");
    let reply = desk.line("branches");
    let all = [(0, 1, 0, "the start"), (2, 2, 1, "red: raise river"), (3, 3, 0, "red: raise hills")];
    assert_eq!(stretches(&reply), expected(&all));
    assert_eq!(reply["tree"]["now"], 3);
    assert!(reply["text"].as_str().unwrap().contains("red: raise river"), "in words too: {reply}");
    assert_eq!(desk.line("goto 2")["of"], "played");
    assert_eq!(desk.at(2)["parts"]["space river"]["c"][0][0], "hidden");
    let all = [(0, 1, 0, "the start"), (3, 3, 1, "red: raise hills"), (2, 2, 0, "red: raise river")];
    assert_eq!(stretches(&desk.line("branches")), expected(&all));
    // Where the game stands within what was played, what comes after is one way of several.
    assert_eq!(desk.line("goto 0")["of"], "played");
    desk.at(0);
    let all = [
        (0, 0, 0, "the start"),
        (1, 1, 1, "red: raise port"),
        (2, 2, 2, "red: raise river"),
        (3, 3, 1, "red: raise hills"),
    ];
    assert_eq!(stretches(&desk.line("branches")), expected(&all));
}

#[test]
fn what_others_took_back_is_neither_told_nor_shown() {
    let server = Setting::default().serve();
    let mut red = parted(&server);
    let (mut blue, mut watch, mut desk) = (server.client("blue"), server.client("watch"), server.client("desk"));
    let texts = |reply: &Value| stretches(reply).into_iter().map(|it| it.3).collect::<Vec<_>>();
    assert_eq!(texts(&blue.line("branches")), ["the start", "red: taken back", "red: raise hills"]);
    assert_eq!(texts(&red.line("branches"))[1], "red: raise river");
    let open = |reply: &Value| reply["tree"]["stretches"][1]["open"].clone();
    assert_eq!((open(&blue.line("branches")), open(&red.line("branches"))), (json!(false), json!(true)));
    assert!(watch.refused("branches").contains("only looks"));
    for other in [&mut blue, &mut watch] {
        other.send(&json!({ "look": 2 }));
        let reply = other.next("reply");
        assert!(reply["text"].as_str().unwrap().contains("is not shown"), "{reply}");
        other.send(&json!({ "look": 1 }));
        assert_eq!(other.next("view")["at"], 1, "what stands may be looked back at");
    }
    for own in [&mut red, &mut desk] {
        own.send(&json!({ "look": 2 }));
        assert_eq!(own.until(|view| view["looking"] == true)["at"], 2);
    }
    blue.send(&json!({ "look": null }));
    blue.until(|view| view["looking"] == false);
    assert!(blue.refused("goto 2").contains("Red"), "a seat goes nowhere over another's answers");
}

/// Where a file waits.
fn path(desk: &mut Client, what: &str) -> String {
    let reply = desk.line(&format!("download {what}"));
    assert_eq!(reply["of"], "download", "{reply}");
    reply["path"].as_str().unwrap().to_owned()
}

#[test]
fn the_desk_takes_files_home() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.cwr");
    let server = Setting { record: Some(record.clone()), ..Setting::default() }.serve();
    let host = server.at.to_string();
    let mut desk = server.client("desk");
    desk.plays("raise port");
    let got = |desk: &mut Client, what: &str| {
        let answer = server.get(&path(desk, what), &host);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        let head = head.to_lowercase();
        for says in [
            "x-content-type-options: nosniff",
            "cache-control: no-store",
            "content-security-policy: default-src 'none'; sandbox",
        ] {
            assert!(head.contains(says), "{what} lacks {says}: {head}");
        }
        (head, body.to_owned())
    };
    let (head, body) = got(&mut desk, "record");
    assert!(head.contains("content-disposition: attachment; filename=\"game.cwr\""), "{head}");
    assert_eq!(body, std::fs::read_to_string(&record).unwrap());
    let (head, body) = got(&mut desk, "position");
    assert!(head.contains("attachment; filename=\"demo-event-1.txt\"") && body.contains("port"), "{head}{body}");
    let (head, body) = got(&mut desk, "board");
    assert!(head.contains("attachment; filename=\"demo-event-1.svg\"") && body.starts_with("<svg"), "{head}{body}");
    assert!(desk.refused("download everything").contains("record, position, board"));
    assert!(Setting::default().serve().client("desk").refused("download record").contains("without a record"));
}

#[test]
fn a_files_key_is_used_once_and_no_other_key_opens_it() {
    let server = Setting::default().serve();
    let other = Setting::default().serve();
    let host = server.at.to_string();
    let mut desk = server.client("desk");
    let once = path(&mut desk, "position");
    assert!(server.get(&once, &host).starts_with("HTTP/1.1 200"));
    assert!(server.get(&once, &host).starts_with("HTTP/1.1 404"), "it is used");
    let waits = path(&mut desk, "position");
    let foreign = path(&mut other.client("desk"), "position");
    let seat = format!("/desk/{}", server.key("desk"));
    let wrong = format!("/desk/{}", "0".repeat(32));
    for key in [&foreign, &seat, &wrong, &format!("{waits}0"), &"/desk/".to_owned()] {
        assert!(server.get(key, &host).starts_with("HTTP/1.1 404"), "{key}");
    }
    // Who asks for the head alone, by another name, or through another server, gets nothing, and the key stays.
    assert!(server.ask("HEAD", &waits, &host, "").starts_with("HTTP/1.1 403"));
    assert!(server.get(&waits, "evil.example").starts_with("HTTP/1.1 421"));
    assert!(server.ask("GET", &waits, &host, "X-Forwarded-For: 203.0.113.9\r\n").starts_with("HTTP/1.1 403"));
    assert!(server.get(&waits, &host).starts_with("HTTP/1.1 200"));
    // What another site's page makes a browser ask is refused, and is no try; the key stays.
    let waits = path(&mut desk, "position");
    for foreign in
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: http://evil.example", "Origin: null"]
    {
        for asked in [&waits, &wrong] {
            assert!(
                server.ask("GET", asked, &host, &format!("{foreign}\r\n")).starts_with("HTTP/1.1 403"),
                "{foreign}"
            );
        }
    }
    assert!(server.ask("GET", &waits, &host, "Sec-Fetch-Site: same-origin\r\n").starts_with("HTTP/1.1 200"));
    // Who tries keys is told to wait; a right one holds all the same.
    for n in 0..10 {
        server.get(&format!("/desk/{n:032}"), &host);
    }
    assert!(server.get(&wrong, &host).starts_with("HTTP/1.1 429"));
    let last = path(&mut desk, "position");
    assert!(server.get(&last, &host).starts_with("HTTP/1.1 200"));
}

#[test]
fn files_are_for_the_desk() {
    let options = Options { desk_anywhere: true, ..Options::default() };
    let server = Setting { options, ..Setting::default() }.serve();
    assert!(server.client("red").refused("download record").contains("for the desk"));
    assert!(server.client("watch").refused("download record").contains("only looks"));
    let waits = path(&mut server.client("desk"), "position");
    let host = server.at.to_string();
    assert!(server.ask("GET", &waits, &host, "X-Forwarded-For: 203.0.113.9\r\n").starts_with("HTTP/1.1 200"));
}

/// A game in which red goes on for ever, and rules tell of it.
fn rainy() -> Setting {
    let script = "local go = action \"go\"\nfunction go.offer()\n  offer(go)\nend\nfunction go.play()\n  weighs(TEXT.weather)\n  \
                  decides(TEXT.stays)\nend\nstep(\"rules\", function(side)\n  act(side, { go })\n  return next(\"rules\", side)\nend)\n";
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
fn of_a_game_that_parted_very_often_the_oldest_forks_are_left_out() {
    let mut table = rainy().table();
    for _ in 0..160 {
        table.play(None, "go").unwrap();
        table.undo().unwrap();
        table.play(None, "go").unwrap();
    }
    let tree = history::tree(&table, Audience::Open);
    assert_eq!(tree.left_out, 10);
    assert_eq!(tree.stretches.len(), 301, "what led there, and of each fork two ways");
    assert_eq!((tree.stretches[0].from, tree.stretches[0].events), (0, 11));
    assert_eq!(tree.stretches.iter().filter(|it| it.here).count(), 151);
}

#[test]
fn the_desk_says_how_much_rules_tell() {
    let server = rainy().serve();
    let (mut desk, mut red) = (server.client("desk"), server.client("red"));
    red.plays("go");
    desk.at(1);
    let tells = |client: &mut Client| {
        let log = &client.view["log"]["entries"];
        let text = log.as_array().unwrap().last().unwrap()["lines"].to_string();
        [text.contains("Red stays"), text.contains("It rains")]
    };
    assert_eq!((tells(&mut desk), tells(&mut red)), ([true, false], [true, false]));
    assert_eq!(desk.line("decisions")["text"], "decisions concise");
    for (word, told) in [("full", [true, true]), ("off", [false, false]), ("concise", [true, false])] {
        assert_eq!(desk.line(&format!("decisions {word}"))["of"], "said");
        assert_eq!(desk.line("decisions")["text"], format!("decisions {word}"));
        assert_eq!(tells(&mut server.client("desk")), told, "{word}");
        assert_eq!(tells(&mut server.client("red")), [true, false], "a seat is told as before");
    }
    assert!(desk.refused("decisions loud").contains("off, concise, full"));
    assert!(red.refused("decisions full").contains("for the desk"));
    assert_eq!(desk.complete("decisions f"), ["full"]);
}

#[test]
fn arguments_of_commands_are_completed_for_who_may_use_them() {
    let server = Setting::default().serve();
    let (mut red, mut blue, mut desk) = (server.client("red"), server.client("blue"), server.client("desk"));
    assert_eq!(red.complete("preview raise p"), ["port"]);
    assert_eq!(red.complete("why not raise p"), ["port"]);
    assert_eq!(red.complete(":preview raise p"), ["port"]);
    // Through several choices of a line.
    assert!(red.complete("preview raise port ").contains(&"march".to_owned()));
    assert!(red.complete("raise port march guard ").contains(&"port".to_owned()));
    assert_eq!(red.complete("log s"), ["since", "set-up"]);
    assert!(red.complete("download ").is_empty() && red.complete("dow").is_empty());
    assert_eq!(desk.complete("download b"), ["board"]);
    assert!(desk.complete(":undo").contains(&":undo".to_owned()));
    for asks in ["raise ", "preview raise ", "why not raise "] {
        assert!(blue.complete(asks).is_empty(), "another's answers are not completed: {asks}");
    }
    assert!(server.client("watch").complete("lo").is_empty());
}

#[test]
fn help_lists_what_a_seat_may_do_and_log_what_happened_since() {
    let server = Setting::default().serve();
    let (mut red, mut desk) = (server.client("red"), server.client("desk"));
    let [of_red, of_desk] = [&mut red, &mut desk].map(|it| it.line("help")["text"].as_str().unwrap().to_owned());
    assert!(of_red.contains("branches  where") && !of_red.contains("download"), "{of_red}");
    assert!(of_desk.contains("download record|position|board"), "{of_desk}");
    assert!(red.refused("help download").contains("there is no command"));
    assert!(red.refused("log since").contains("nothing has been answered"));
    red.plays("raise port");
    desk.at(1);
    let since = red.line("log since");
    assert_eq!(since["log"]["entries"][0]["text"], "red: raise port", "{since}");
    assert_eq!(red.line("log set-up")["log"]["from"], 0);
}
