//! Playing: whose line is taken, of which moment, and what each sees of it.

use super::common::{Client, Setting, files, hashes, pack};
use cardwright_table::Seat;
use serde_json::{Value, json};

#[test]
fn what_begins_with_a_nought_is_no_number_where_one_is_asked() {
    let script =
        "step(\"counts\", function()\n  choose(RED, PROVINCES, numbers(1, 2))\n  return next(\"counts\")\nend)\n";
    let scenario = "[meta]\nid = \"counts\"\ngame = \"demo\"\nname = \"Counts\"\nsource = \"own\"\nextends = \"standard\"\n\
                    position = \"turn counts\"\n";
    let more = files(&[("scripts/demo/counts.luau", script), ("scenarios/demo/counts.toml", scenario)]);
    let server = Setting { sources: vec![pack("demo"), more], scenario: "counts", ..Setting::default() }.serve();
    let mut red = server.client("red");
    // `03` is a card, which is known here and is not how many; `9` is too many.
    let told = red.refused("hills 03");
    assert!(told.starts_with("how many? `03` stands where a number is asked"), "{told}");
    assert!(red.refused("hills 9").starts_with("`9` does not fit here"));
    red.plays("hills 1");
}

#[test]
fn the_log_is_answered_in_words_and_reasons_say_of_what_they_speak() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let reply = red.line("why not raise hills");
    for reason in reply["reasons"].as_array().unwrap() {
        assert!(reply["text"].as_str().unwrap().contains(reason["of"].as_str().unwrap()), "{reply}");
    }
    red.plays("raise port");
    let reply = red.line("log 1");
    assert!(reply["text"].as_str().unwrap().starts_with("   1 red: raise port"), "{reply}");
    assert_eq!(reply["log"]["entries"][0]["event"], 1);
    assert!(server.client("watch").line("log")["text"].as_str().unwrap().contains("raise port"));
}

#[test]
fn who_resigns_is_asked_first_and_the_desk_takes_it_back_where_all_is_open() {
    let server = Setting::open().serve();
    let (mut red, mut desk) = (server.client("red"), server.client("desk"));
    let asked = red.refused("resign");
    assert!(asked.contains("`resign yes`") && asked.contains("Red"), "{asked}");
    assert!(red.refused("resign now").contains("`resign yes`"));
    assert!(server.client("red").view["over"].is_null());
    red.plays("resign yes");
    desk.at(1);
    assert!(!desk.view["over"].is_null());
    desk.line("undo");
    desk.until(|view| view["over"].is_null());
    // Where hands are hidden the end has shown them.
    let server = Setting::default().serve();
    server.client("red").plays("resign yes");
    let told = server.client("desk").refused("undo");
    assert!(told.contains("hidden has been shown"), "{told}");
}

#[test]
fn an_answer_shows_on_every_page_and_only_who_is_asked_has_the_rows() {
    let server = Setting::default().serve();
    let (mut red, mut blue, mut watch) = (server.client("red"), server.client("blue"), server.client("watch"));
    assert!(red.rows().contains(&"raise port".to_owned()));
    assert!(blue.rows().is_empty() && watch.rows().is_empty());
    assert_eq!((&red.view["prompt"], &blue.view["prompt"]), (&json!("red"), &json!("red")));
    let view = red.plays("raise port");
    assert_eq!(view["at"], 1);
    assert!(view["changed"].as_array().unwrap().contains(&json!("space port")), "{}", view["changed"]);
    for other in [&mut blue, &mut watch] {
        let view = other.at(1);
        assert_eq!(view["parts"]["space port"]["c"][0][0], "hidden");
        assert_eq!(view["parts"]["look hidden"]["words"][1], "band");
        assert_eq!(view["log"]["entries"][0]["text"], "red: raise port");
        assert_eq!(view["log"]["entries"][0]["label"], "Raise a band in Port");
        assert!(view["parts"]["choice"]["rows"].is_null());
    }
}

#[test]
fn lines_are_read_as_at_the_prompt() {
    let server = Setting::open().serve();
    let mut desk = server.client("desk");
    // Several choices on one line, and one that says too little.
    assert_eq!(desk.plays("raise port march guard port hills")["at"], 2);
    let reply = desk.line("raise");
    assert_eq!((&reply["of"], &reply["open"]["words"]), (&json!("played"), &json!("raise")), "{reply}");
    let why = desk.line("why not stir port");
    assert_eq!((&why["of"], &why["reasons"][0]["rule"]), (&json!("why"), &json!("DM 2.1")), "{why}");
    let refused = desk.line("stir port");
    assert_eq!(refused["refusal"]["because"]["rule"]["says"], "no open band there", "{refused}");
    let preview = desk.line("preview stir hills");
    assert_eq!(preview["foretold"]["then"]["dice"]["count"], 2, "{preview}");
    assert_eq!(preview["reveals"], true);
    assert_eq!(desk.line("preview raise port")["reveals"], false);
    assert_eq!(desk.complete("raise p"), ["port"]);
    assert!(desk.complete("un").contains(&"undo".to_owned()));
    assert!(desk.complete("").contains(&"end-turn".to_owned()));
    assert!(desk.line("?")["text"].as_str().unwrap().contains("raise"));
    assert_eq!(desk.line("log 1")["log"]["entries"][0]["event"], 2);
    desk.line("note as planned");
    assert!(desk.until(|view| view.to_string().contains("as planned"))["log"]["total"] == 3);
    assert!(desk.refused(":nonsense").contains("there is no command"));
    assert_eq!(desk.line("#1")["of"], "played");
}

#[test]
fn reasons_name_their_action_the_title_of_their_rule_and_where_they_stand() {
    let rules = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n\
                 [[rule]]\nnumber = \"2.1\"\ntitle = \"Stirring up\"\n";
    let sources = vec![pack("demo"), files(&[("scenarios/demo/rules.toml", rules)])];
    let server = Setting { sources, ..Setting::open() }.serve();
    let why = server.client("desk").line("why not stir port");
    let reason = &why["reasons"][0];
    assert_eq!((&reason["action"], &reason["title"]), (&json!("stir"), &json!("Stirring up")), "{why}");
    let place = reason["place"].as_str().unwrap();
    assert!(place.contains("scripts/demo/rules.luau:"), "{place}");
    // What the rules do not ask for has its place too: where they say so.
    let why = server.client("desk").line("why not bribe");
    assert!(why["text"].as_str().unwrap().contains("`bribe` is not offered here"), "{why}");
}

#[test]
fn who_is_not_asked_plays_what_stands_open_for_it() {
    let scenario = "[meta]\nid = \"restless\"\ngame = \"demo\"\nname = \"Restless\"\nsource = \"own\"\n\
                    extends = \"standard\"\nposition = \"port: guard, hidden, unrest 2\"\n";
    let sources = vec![pack("demo"), files(&[("scenarios/demo/restless.toml", scenario)])];
    let server = Setting { sources, scenario: "restless", ..Setting::default() }.serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    let open = blue.view["parts"]["standing blue"].clone();
    assert!(open.to_string().contains("bribe port"), "{open}");
    assert_eq!(blue.view["prompt"], "red", "and Red is asked meanwhile");
    assert!(red.refused("blue: bribe port").contains("another's seat"));
    blue.plays("bribe port");
    let view = red.at(1);
    assert_eq!((&view["prompt"], &view["log"]["entries"][0]["text"]), (&json!("red"), &json!("blue: bribe port")));
}

#[test]
fn a_line_that_is_asked_about_is_judged_to_its_end() {
    let server = Setting::open().serve();
    let mut desk = server.client("desk");
    assert_eq!(desk.line("why not many 2 3")["text"], "`many 2 3` is legal here");
    let asked = desk.line("why not many 4");
    assert_eq!(asked["of"], "why", "{asked}");
    let told = "`4` does not fit here: legal: 1, 2, 3 (the answer before it would stand)";
    assert_eq!(asked["text"], told);
    assert_eq!(desk.line("preview many 4")["text"], told, "one way, not two");
    let asked = desk.line("why not raise port stir port");
    let told = asked["text"].as_str().unwrap();
    assert!(told.starts_with("not `port`: no open band there [DM 2.1]; "), "{told}");
    assert!(told.ends_with(" (the answer before it would stand)"), "{told}");
    // What comes after dice is known once they lie.
    let told = desk.line("why not stir hills raise nowhere")["text"].clone();
    let only_then =
        "`stir hills` is legal here; chance comes into it, and whether `raise nowhere` fits is known only after that";
    assert_eq!(told, only_then);
}

#[test]
fn a_line_for_a_moment_that_has_passed_does_nothing() {
    let server = Setting::default().serve();
    let (mut red, mut other) = (server.client("red"), server.client("red"));
    red.plays("raise port");
    let reply = other.line_at("raise river", &json!(0));
    assert_eq!(reply["of"], "refused");
    assert!(reply["text"].as_str().unwrap().contains("the game has moved on"), "{reply}");
    assert!(other.line_at("undo", &json!(0))["text"].as_str().unwrap().contains("moved on"));
    assert!(other.line_at("raise river", &Value::Null)["text"].as_str().unwrap().contains("`at` is missing"));
    assert_eq!(other.view["at"], 1);
    assert_eq!(other.view["last"], 1, "nothing was done");
}

#[test]
fn nobody_answers_for_another() {
    let server = Setting::default().serve();
    let (mut red, mut blue, mut watch) = (server.client("red"), server.client("blue"), server.client("watch"));
    // Blue may do something besides, so a line of its own is read as that; red's are not its own.
    assert!(blue.refused("raise port").contains("it is Red's choice now"));
    // Why it is not legal is for Red to know.
    assert!(!blue.refused("stir port").contains("no open band"));
    assert!(!blue.refused("preview stir port").contains("no open band"));
    assert!(blue.refused("red: raise port").contains("another's seat"));
    assert!(!blue.line("why")["text"].as_str().unwrap().contains("no open band"));
    assert!(!blue.line("why not stir port")["text"].as_str().unwrap().contains("no open band"));
    assert!(!blue.line("?").to_string().contains("raise"));
    for line in ["raise port", "why", "preview raise port", "undo", "note x", "resign", "goto 0", "?", "reload"] {
        assert!(watch.refused(line).contains("only looks"), "{line}");
    }
    assert!(red.refused("reload").contains("Red") || red.refused("adjust points 9").contains("fit"));
    blue.send(&json!({ "seat": "red" }));
    assert!(blue.next("reply")["text"].as_str().unwrap().contains("only the desk"));
    assert_eq!(red.plays("raise port")["at"], 1);
}

#[test]
fn one_takes_back_ones_own_answers_only() {
    let server = Setting::open().serve();
    let (mut red, mut blue, mut desk) = (server.client("red"), server.client("blue"), server.client("desk"));
    red.plays("raise port");
    blue.at(1);
    assert_eq!((&red.view["undo"], &blue.view["undo"]), (&json!(true), &json!(false)));
    assert!(blue.refused("undo").contains("not yours"));
    assert!(blue.refused("goto 0").contains("not yours"));
    assert_eq!(red.line("undo")["of"], "played");
    red.at(0);
    assert_eq!((&red.view["undo"], &red.view["redo"]), (&json!(false), &json!(true)));
    blue.at(0);
    assert!(blue.refused("redo").contains("not yours"));
    red.line("redo");
    desk.at(1);
    assert_eq!(desk.line("undo")["of"], "played");
    assert_eq!(desk.at(0)["undo"], false);
    assert!(desk.refused("undo").contains("nothing to undo"));
}

#[test]
fn who_looks_back_looks_alone() {
    let server = Setting::open().serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    red.plays("raise port");
    red.plays("raise river");
    blue.at(2);
    blue.send(&json!({ "look": 1 }));
    let looking = blue.until(|view| view["looking"] == true);
    assert_eq!((&looking["at"], &looking["last"]), (&json!(1), &json!(2)));
    assert!(looking["parts"]["space river"].is_null(), "the river was empty then");
    red.plays("raise hills");
    assert_eq!(red.view["looking"], false);
    blue.send(&json!({ "look": 77 }));
    assert!(blue.next("reply")["text"].as_str().unwrap().contains("there are events 0 to 3"));
    assert_eq!(blue.view["at"], 1, "what is live waits until it is asked for");
    blue.send(&json!({ "look": null }));
    assert_eq!(blue.at(3)["looking"], false);
}

#[test]
fn the_desk_answers_for_whoever_is_asked_or_for_one_seat() {
    let server = Setting::default().serve();
    let mut desk = server.client("desk");
    desk.plays("raise port");
    desk.send(&json!({ "seat": "blue" }));
    assert!(desk.refused("red: raise port").contains("another's seat"));
    desk.send(&json!({ "seat": "purple" }));
    assert!(desk.next("reply")["text"].as_str().unwrap().contains("unknown side"));
    desk.send(&json!({ "seat": null }));
    desk.plays("raise river");
}

#[test]
fn bots_answer_and_each_answer_is_an_event() {
    let seats = vec![("red".to_owned(), Seat::Random)];
    let server = Setting { seats, open: true, ..Setting::default() }.serve();
    let mut watch = server.client("watch");
    // The random player plays on until the game is over, or a person is asked.
    let end = watch.until(|view| !view["over"].is_null() || view["prompt"] == "blue");
    assert!(end["last"].as_u64().unwrap() > 0);
    let human = server.links.iter().filter(|link| link.is_human).count();
    assert_eq!(human, 3, "desk, blue and who watches");
}

#[test]
fn nobody_sits_where_rules_play() {
    let board = "[meta]\ngame = \"demo\"\nnonplayer = \"by-rules\"\n[[fact]]\nid = \"by-rules\"\non = \"side\"\ntype = \"truth\"\n";
    let sources = vec![pack("demo"), files(&[("scenarios/demo/board.toml", board)])];
    let seats = vec![("blue".to_owned(), Seat::NonPlayer)];
    let server = Setting { sources, seats, ..Setting::default() }.serve();
    assert!(server.links.iter().all(|link| link.names != ["Blue"]));
    let mut red = server.client("red");
    red.plays("raise port");
    assert_eq!(red.view["parts"]["side blue"]["seat"], "nonplayer");
}

#[test]
fn the_end_is_told_and_lays_the_hands_open_unless_they_are_kept() {
    for keep_secrets in [false, true] {
        let mut setting = Setting::default();
        setting.options.keep_secrets = keep_secrets;
        let server = setting.serve();
        let (mut red, mut blue) = (server.client("red"), server.client("blue"));
        let runs = |view: &Value| view["parts"]["pile red hand"]["cards"].is_array();
        assert!(runs(&red.view) && !runs(&blue.view));
        assert_eq!(red.line("resign yes")["of"], "played");
        let over = blue.until(|view| !view["over"].is_null());
        assert!(over["over"].as_str().unwrap().contains("Blue wins"));
        assert_eq!(runs(&over), !keep_secrets);
        assert_eq!(over["hash"].is_string(), !keep_secrets);
        assert_eq!(over["undo"], false);
        assert_eq!(red.line("undo")["of"], "refused");
    }
}

#[test]
fn many_rows_are_not_sent_but_their_first_words_are() {
    let script = "local pay = action \"pay\"\nfunction pay.offer(side)\n  offer(pay, numbers(1, 200), numbers(1, 100))\nend\n\
                  function pay.play(side, sum, part)\n  set_track(POINTS, sum // 20)\nend\n\
                  step(\"pays\", function()\n  act(RED, { pay })\n  return next(\"pays\")\nend)\n";
    let texts = "[action.pay]\nlabel = \"Pay {1} by {2}\"\n";
    let scenario = "[meta]\nid = \"pays\"\ngame = \"demo\"\nname = \"Pays\"\nsource = \"own\"\nextends = \"standard\"\n\
                    position = \"turn pays\"\n";
    let more = files(&[
        ("scripts/demo/pays.luau", script),
        ("scripts/demo/text.toml", texts),
        ("scenarios/demo/pays.toml", scenario),
    ]);
    let server =
        Setting { sources: vec![pack("demo"), more], scenario: "pays", open: true, ..Setting::default() }.serve();
    let mut red = server.client("red");
    assert_eq!(red.view["parts"]["choice"]["more"], json!({ "n": 20000, "next": ["pay"] }));
    assert!(red.rows().is_empty());
    assert!(red.complete("pay 69 1").len() > 10);
    assert_eq!(red.plays("pay 65 30")["at"], 1);
}

#[test]
fn the_same_game_by_sockets_and_by_lines() {
    let dir = tempfile::tempdir().unwrap();
    let [by_socket, by_line] = ["socket.cwr", "line.cwr"].map(|name| dir.path().join(name));
    let lines =
        ["raise port", "stir hills", "march guard port hills", "raise river end-turn", "raise hills", "end-turn"];
    let server = Setting { record: Some(by_socket.clone()), ..Setting::default() }.serve();
    let mut red = server.client("red");
    for line in lines {
        let reply = red.line(line);
        assert_eq!(reply["of"], "played", "{line}: {reply}");
        // The page says where it is: it waits for the view.
        let mut fresh = server.client("red");
        red.at(fresh.settle()["at"].as_u64().unwrap());
    }
    server.end();
    let mut table = Setting { record: Some(by_line.clone()), ..Setting::default() }.table();
    let red = table.board().side("red");
    for line in lines {
        table.play(red, line).unwrap();
    }
    assert_eq!(hashes(&by_socket), hashes(&by_line));
    assert!(hashes(&by_line).len() > 7);
}

#[test]
fn what_is_half_entered_gives_way_to_a_line_that_begins_anew() {
    let server = Setting::default().serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    red.plays("many");
    // What cannot be begun leaves it as it is, and says that it waits.
    let told = red.refused("stir port");
    assert!(told.ends_with("\n`many` waits for its next word: `undo` takes it back"), "{told}");
    let heard = red.heard.len();
    let view = red.plays("raise port");
    assert_eq!((&view["at"], &view["log"]["entries"][0]["text"]), (&json!(2), &json!("red: raise port")));
    let told = |client: &Client| {
        let notices = client.heard[heard..].iter().filter(|it| it["m"] == "notice");
        notices.map(|it| it["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(told(&red), ["`many` is taken back"], "in the words of the prompt");
    blue.at(2);
    assert!(blue.heard.iter().all(|it| it["m"] != "notice"), "it is Red's to know");
    // A word that goes on with it takes nothing back, nor does a line that only asks.
    red.line("undo");
    red.at(0);
    red.plays("many");
    for line in ["preview raise port", "why not raise port"] {
        red.line(line);
    }
    red.plays("2");
    // Once its first question is answered it stands.
    red.refused("raise port");
    assert_eq!(told(&red).len(), 1, "{:?}", told(&red));
}
