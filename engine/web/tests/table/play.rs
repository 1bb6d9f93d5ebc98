//! Tests of playing: whose lines the server accepts, for which event, and what each viewer sees.

use super::common::{Client, Setting, files, hashes, pack};
use cardwright_bots::RANDOM;
use cardwright_table::Seat;
use serde_json::{Value, json};

#[test]
fn a_number_with_a_leading_zero_is_no_amount() {
    let script =
        "step(\"counts\", function()\n  choose(RED, PROVINCES, numbers(1, 2))\n  return next(\"counts\")\nend)\n";
    let scenario = "[meta]\nid = \"counts\"\ngame = \"demo\"\nname = \"Counts\"\nsource = \"own\"\nextends = \"standard\"\n\
                    position = \"turn counts\"\n";
    let more = files(&[("scripts/demo/counts.luau", script), ("scenarios/demo/counts.toml", scenario)]);
    let server = Setting { sources: vec![pack("demo"), more], scenario: "counts", ..Setting::default() }.serve();
    let mut red = server.client("red");
    // `03` is the id of a card and no number. `9` is too large.
    let message = red.refusal("hills 03");
    assert!(message.starts_with("how many? `03` is no number"), "{message}");
    assert!(red.refusal("hills 9").starts_with("`9` does not fit here"));
    red.play("hills 1");
}

#[test]
fn the_log_has_the_answers_and_reasons_name_their_subject() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let reply = red.line("why not raise hills");
    for reason in reply["reasons"].as_array().unwrap() {
        assert!(reply["text"].as_str().unwrap().contains(reason["of"].as_str().unwrap()), "{reply}");
    }
    red.play("raise port");
    let reply = red.line("log 1");
    assert_eq!(
        (&reply["log"][0]["event"], &reply["log"][0]["text"]),
        (&json!(1), &json!("red: raise port")),
        "{reply}"
    );
    assert!(server.client("spectator").line("log")["log"].to_string().contains("raise port"));
}

#[test]
fn resigning_is_confirmed_and_the_host_undoes_it_in_an_open_game() {
    let server = Setting::open().serve();
    let (mut red, mut host) = (server.client("red"), server.client("host"));
    let reply = red.line("resign");
    assert_eq!((&reply["of"], &reply["line"]), (&json!("confirm"), &json!("resign red yes")), "{reply}");
    assert!(reply["text"].as_str().unwrap().contains("Red"), "{reply}");
    assert!(red.refusal("resign now").contains("unknown side"));
    assert!(server.client("red").view["over"].is_null());
    assert_eq!(red.line("resign yes")["of"], "done");
    host.view_at(1);
    assert!(!host.view["over"].is_null());
    host.line("undo");
    host.wait_for(|view| view["over"].is_null());
    // In a game with hidden hands, the end of the game has shown all hands.
    let server = Setting::default().serve();
    assert_eq!(server.client("red").line("resign yes")["of"], "done");
    let message = server.client("host").refusal("undo");
    assert!(message.contains("all hands have been shown"), "{message}");
}

#[test]
fn an_answer_shows_on_every_page_and_only_the_asked_side_has_the_rows() {
    let server = Setting::default().serve();
    let (mut red, mut blue, mut spectator) = (server.client("red"), server.client("blue"), server.client("spectator"));
    assert!(red.rows().contains(&"raise port".to_owned()));
    assert!(blue.rows().is_empty() && spectator.rows().is_empty());
    assert_eq!((&red.view["prompt"], &blue.view["prompt"]), (&json!("red"), &json!("red")));
    let view = red.play("raise port");
    assert_eq!(view["at"], 1);
    assert!(view["changed"].as_array().unwrap().contains(&json!("space port")), "{}", view["changed"]);
    for other in [&mut blue, &mut spectator] {
        let view = other.view_at(1);
        assert_eq!(view["parts"]["space port"]["c"][0][0], "hidden");
        assert_eq!(view["parts"]["look hidden"]["words"][1], "band");
        assert_eq!(view["log"]["entries"][0]["text"], "red: raise port");
        assert_eq!(view["log"]["entries"][0]["label"], "Raise a band in Port");
        assert!(view["parts"]["choice"]["rows"].is_null());
    }
}

#[test]
fn lines_are_parsed_as_at_the_prompt() {
    let server = Setting::open().serve();
    let mut host = server.client("host");
    // Several choices on one line, and an incomplete line.
    assert_eq!(host.play("raise port march guard port hills")["at"], 2);
    let reply = host.line("raise");
    assert_eq!((&reply["of"], &reply["open"]["words"]), (&json!("played"), &json!("raise")), "{reply}");
    let why = host.line("why not stir port");
    assert_eq!((&why["of"], &why["reasons"][0]["rule"]), (&json!("why"), &json!("DM 2.1")), "{why}");
    let refused = host.line("stir port");
    assert_eq!(refused["refusal"]["because"]["rule"]["says"], "no open band there", "{refused}");
    let preview = host.line("preview stir hills");
    assert_eq!(preview["foretold"]["then"]["dice"]["count"], 2, "{preview}");
    assert_eq!(preview["reveals"], true);
    assert_eq!(host.line("preview raise port")["reveals"], false);
    assert_eq!(host.complete("raise p"), ["port"]);
    assert!(host.complete("un").contains(&"undo".to_owned()));
    assert!(host.complete("").contains(&"end-turn".to_owned()));
    assert!(host.line("?")["text"].as_str().unwrap().contains("raise"));
    assert_eq!(host.line("log 1")["log"][0]["event"], 2);
    host.line("note as planned");
    assert!(host.wait_for(|view| view.to_string().contains("as planned"))["log"]["total"] == 3);
    assert!(host.refusal(":nonsense").contains("there is no command"));
    assert_eq!(host.line("#1")["of"], "played");
}

#[test]
fn reasons_have_the_action_the_title_of_the_rule_and_the_script_line() {
    let rules = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n\
                 [[rule]]\nnumber = \"2.1\"\ntitle = \"Stirring up\"\n";
    let sources = vec![pack("demo"), files(&[("scenarios/demo/rules.toml", rules)])];
    let server = Setting { sources, ..Setting::open() }.serve();
    let why = server.client("host").line("why not stir port");
    let reason = &why["reasons"][0];
    assert_eq!((&reason["action"], &reason["title"]), (&json!("stir"), &json!("Stirring up")), "{why}");
    let place = reason["place"].as_str().unwrap();
    assert!(place.contains("scripts/demo/rules.luau:"), "{place}");
    // The script does not offer `bribe`, so there is no other reason.
    let why = server.client("host").line("why not bribe");
    assert!(why["text"].as_str().unwrap().contains("`bribe` is not offered here"), "{why}");
}

#[test]
fn a_side_that_is_not_asked_plays_standing_actions() {
    let scenario = "[meta]\nid = \"restless\"\ngame = \"demo\"\nname = \"Restless\"\nsource = \"own\"\n\
                    extends = \"standard\"\nposition = \"port: guard, hidden, unrest 2\"\n";
    let sources = vec![pack("demo"), files(&[("scenarios/demo/restless.toml", scenario)])];
    let server = Setting { sources, scenario: "restless", ..Setting::default() }.serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    let standing_rows = blue.view["parts"]["standing blue"].clone();
    assert!(standing_rows.to_string().contains("bribe port"), "{standing_rows}");
    assert_eq!(blue.view["prompt"], "red", "Red is still asked");
    assert!(red.refusal("blue: bribe port").contains("another player's side"));
    blue.play("bribe port");
    let view = red.view_at(1);
    assert_eq!((&view["prompt"], &view["log"]["entries"][0]["text"]), (&json!("red"), &json!("blue: bribe port")));
}

#[test]
fn why_judges_a_line_to_its_end() {
    let server = Setting::open().serve();
    let mut host = server.client("host");
    assert_eq!(host.line("why not many 2 3")["text"], "`many 2 3` is legal here");
    let reply = host.line("why not many 4");
    assert_eq!(reply["of"], "why", "{reply}");
    let message = "`4` does not fit here: legal: 1, 2, 3 (the answer before it would stand)";
    assert_eq!(reply["text"], message);
    assert_eq!(host.line("preview many 4")["text"], message, "`preview` refuses with the same text");
    let reply = host.line("why not raise port stir port");
    let message = reply["text"].as_str().unwrap();
    assert!(message.starts_with("not `port`: no open band there [DM 2.1]; "), "{message}");
    assert!(message.ends_with(" (the answer before it would stand)"), "{message}");
    // Words after a roll cannot be judged before it.
    let message = host.line("why not stir hills raise nowhere")["text"].clone();
    let expected = "`stir hills` is legal here; whether `raise nowhere` fits depends on chance";
    assert_eq!(message, expected);
}

#[test]
fn a_line_for_a_past_event_does_nothing() {
    let server = Setting::default().serve();
    let (mut red, mut other) = (server.client("red"), server.client("red"));
    red.play("raise port");
    let reply = other.line_at("raise river", &json!(0));
    assert_eq!(reply["of"], "refused");
    assert!(reply["text"].as_str().unwrap().contains("the game has moved on"), "{reply}");
    assert!(other.line_at("undo", &json!(0))["text"].as_str().unwrap().contains("moved on"));
    assert!(other.line_at("raise river", &Value::Null)["text"].as_str().unwrap().contains("`at` is missing"));
    assert_eq!(other.view["at"], 1);
    assert_eq!(other.view["last"], 1, "nothing changed");
}

#[test]
fn nobody_answers_for_another() {
    let server = Setting::default().serve();
    let (mut red, mut blue, mut spectator) = (server.client("red"), server.client("blue"), server.client("spectator"));
    assert!(blue.refusal("raise port").contains("Blue has no standing action now"));
    // Blue does not learn the reason, because it is about Red's choice.
    assert!(!blue.refusal("stir port").contains("no open band"));
    assert!(!blue.refusal("preview stir port").contains("no open band"));
    assert!(blue.refusal("red: raise port").contains("another player's side"));
    assert!(!blue.line("why")["text"].as_str().unwrap().contains("no open band"));
    assert!(!blue.line("why not stir port")["text"].as_str().unwrap().contains("no open band"));
    assert!(!blue.line("?").to_string().contains("raise"));
    for line in ["why", "preview raise port", "odds raise port", "undo", "note x", "resign", "goto 0", "reload"] {
        assert!(spectator.refusal(line).contains("a spectator can only look"), "{line}");
    }
    for line in ["raise port", "red: raise port", "?", "raise ?"] {
        let text = spectator.refusal(line);
        assert!(text.contains("Red") && !text.contains("port"), "{line}: {text}");
    }
    for line in
        ["reload", "adjust points 9", "dice 6", "lua 1", "where port", "seat red random", "seed", "decisions off"]
    {
        assert!(red.refusal(line).contains("only the host"), "{line}");
    }
    blue.send(&json!({ "seat": "red" }));
    assert!(blue.next("reply")["text"].as_str().unwrap().contains("only the host"));
    assert_eq!(red.play("raise port")["at"], 1);
}

/// Blue has standing actions, and may use commands about them.
#[test]
fn commands_about_standing_actions_reveal_nothing_of_anothers_choice() {
    let server = Setting::default().serve();
    let mut blue = server.client("blue");
    let lines = ["legal", "legal raise", "legal red: raise", "why", "why not", "?", "? raise", "raise ?"];
    let queries = ["preview raise port", "odds raise port", "whatif raise port / raise hills", "why not raise port"];
    for line in lines.into_iter().chain(queries) {
        let reply = blue.line(line).to_string();
        for secret in ["Raise a band", "raise river", "no open band", "\"hills\""] {
            assert!(!reply.contains(secret), "{line}: {reply}");
        }
    }
}

#[test]
fn a_player_undoes_only_own_answers() {
    let server = Setting::open().serve();
    let (mut red, mut blue, mut host) = (server.client("red"), server.client("blue"), server.client("host"));
    red.play("raise port");
    blue.view_at(1);
    assert_eq!((&red.view["undo"], &blue.view["undo"]), (&json!(true), &json!(false)));
    assert!(blue.refusal("undo").contains("it belongs to Red"));
    assert!(blue.refusal("goto 0").contains("Red"));
    assert_eq!(red.line("undo")["of"], "moved");
    red.view_at(0);
    assert_eq!((&red.view["undo"], &red.view["redo"]), (&json!(false), &json!(true)));
    blue.view_at(0);
    assert!(blue.refusal("redo").contains("it belongs to Red"));
    red.line("redo");
    host.view_at(1);
    assert_eq!(host.line("undo")["of"], "moved");
    assert_eq!(host.view_at(0)["undo"], false);
    assert!(host.refusal("undo").contains("nothing to undo"));
}

#[test]
fn looking_back_affects_one_page_only() {
    let server = Setting::open().serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    red.play("raise port");
    red.play("raise river");
    blue.view_at(2);
    blue.send(&json!({ "look": 1 }));
    let looking = blue.wait_for(|view| view["looking"] == true);
    assert_eq!((&looking["at"], &looking["last"]), (&json!(1), &json!(2)));
    assert!(looking["parts"]["space river"].is_null(), "the river was empty at that event");
    red.play("raise hills");
    assert_eq!(red.view["looking"], false);
    blue.send(&json!({ "look": 77 }));
    assert!(blue.next("reply")["text"].as_str().unwrap().contains("there are events 0 to 3"));
    assert_eq!(blue.view["at"], 1, "the page stays at the event");
    blue.send(&json!({ "look": null }));
    assert_eq!(blue.view_at(3)["looking"], false);
}

#[test]
fn the_host_answers_for_the_asked_side_or_for_a_chosen_seat() {
    let server = Setting::default().serve();
    let mut host = server.client("host");
    host.play("raise port");
    host.send(&json!({ "seat": "blue" }));
    assert!(host.refusal("red: raise port").contains("another player's side"));
    host.send(&json!({ "seat": "purple" }));
    assert!(host.next("reply")["text"].as_str().unwrap().contains("unknown side"));
    host.send(&json!({ "seat": null }));
    host.play("raise river");
}

#[test]
fn bots_answer_and_each_answer_is_an_event() {
    let seats = vec![("red".to_owned(), Seat::Bot(RANDOM))];
    let server = Setting { seats, open: true, ..Setting::default() }.serve();
    let mut spectator = server.client("spectator");
    // The bot plays until the game is over, or a person is asked.
    let end = spectator.wait_for(|view| !view["over"].is_null() || view["prompt"] == "blue");
    assert!(end["last"].as_u64().unwrap() > 0);
    let human = server.links.iter().filter(|link| link.is_human).count();
    assert_eq!(human, 3, "host, blue and spectators");
}

#[test]
fn a_non_player_has_no_link() {
    let board = "[meta]\ngame = \"demo\"\nnonplayer = \"by-rules\"\n[[fact]]\nid = \"by-rules\"\non = \"side\"\ntype = \"boolean\"\n";
    let sources = vec![pack("demo"), files(&[("scenarios/demo/board.toml", board)])];
    let seats = vec![("blue".to_owned(), Seat::NonPlayer)];
    let server = Setting { sources, seats, ..Setting::default() }.serve();
    assert!(server.links.iter().all(|link| link.names != ["Blue"]));
    let mut red = server.client("red");
    red.play("raise port");
    assert_eq!(red.view["parts"]["side blue"]["seat"], "nonplayer");
}

#[test]
fn the_end_shows_all_hands_unless_they_stay_secret() {
    for keep_secrets in [false, true] {
        let mut setting = Setting::default();
        setting.options.keep_secrets = keep_secrets;
        let server = setting.serve();
        let (mut red, mut blue) = (server.client("red"), server.client("blue"));
        let shows_red_hand = |view: &Value| view["parts"]["pile red hand"]["cards"].is_array();
        assert!(shows_red_hand(&red.view) && !shows_red_hand(&blue.view));
        assert_eq!(red.line("resign yes")["of"], "done");
        let over = blue.wait_for(|view| !view["over"].is_null());
        assert!(over["over"].as_str().unwrap().contains("Blue wins"));
        assert_eq!(shows_red_hand(&over), !keep_secrets);
        assert_eq!(over["hash"].is_string(), !keep_secrets);
        assert_eq!(over["undo"], false);
        assert_eq!(red.line("undo")["of"], "refused");
    }
}

#[test]
fn if_there_are_too_many_rows_only_their_first_words_are_sent() {
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
    assert_eq!(red.play("pay 65 30")["at"], 1);
}

#[test]
fn the_same_lines_give_the_same_game_with_and_without_a_server() {
    let dir = tempfile::tempdir().unwrap();
    let [by_socket, by_line] = ["socket.cwr", "line.cwr"].map(|name| dir.path().join(name));
    let lines =
        ["raise port", "stir hills", "march guard port hills", "raise river end-turn", "raise hills", "end-turn"];
    let server = Setting { record: Some(by_socket.clone()), ..Setting::default() }.serve();
    let mut red = server.client("red");
    for line in lines {
        let reply = red.line(line);
        assert_eq!(reply["of"], "played", "{line}: {reply}");
        let mut new_page = server.client("red");
        red.view_at(new_page.first_view()["at"].as_u64().unwrap());
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
fn a_line_that_begins_another_answer_replaces_a_partial_answer() {
    let server = Setting::default().serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    red.play("many");
    // A refused line leaves the partial answer, and the refusal mentions it.
    let message = red.refusal("stir port");
    assert!(message.ends_with("\n`many` waits for its next word: `undo` takes it back"), "{message}");
    let message_count = red.messages.len();
    let view = red.play("raise port");
    assert_eq!((&view["at"], &view["log"]["entries"][0]["text"]), (&json!(2), &json!("red: raise port")));
    let notices = |client: &Client| {
        let notices = client.messages[message_count..].iter().filter(|message| message["m"] == "notice");
        notices.map(|notice| notice["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(notices(&red), ["`many` is taken back"], "the notice has the same text as at the prompt");
    blue.view_at(2);
    assert!(blue.messages.iter().all(|message| message["m"] != "notice"), "only Red gets the notice");
    // A word that continues the partial answer does not replace it. A query does not replace it either.
    red.line("undo");
    red.view_at(0);
    red.play("many");
    for line in ["preview raise port", "why not raise port"] {
        red.line(line);
    }
    red.play("2");
    // After the first question of an action is answered, no other line replaces the action.
    red.refusal("raise port");
    assert_eq!(notices(&red).len(), 1, "{:?}", notices(&red));
}
