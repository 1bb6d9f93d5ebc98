//! Rules that fail or run away while the game is served: who is told, and that all else goes on.

use super::common::{Client, Setting, files, pack};
use cardwright_table::Seat;
use std::time::{Duration, Instant};

/// The demo with an action of Red that does this when it is played, and another that does nothing.
pub fn with(play: &str, more: &str) -> Setting {
    let script = format!(
        "local fail, rest = action \"fail\", action \"rest\"\nfunction fail.offer(side)\n  offer(fail)\nend\n\
         function fail.play(side)\n{play}\nend\nfunction rest.offer(side)\n  offer(rest)\nend\n\
         function rest.play(side)\n  lower(POINTS, 1)\nend\n\
         step(\"fails\", function()\n  act(RED, {{ fail, rest }})\n  return next(\"fails\")\nend)\n{more}"
    );
    let texts = "[action.fail]\nlabel = \"Fail\"\n[action.rest]\nlabel = \"Rest\"\n";
    let scenario = "[meta]\nid = \"fails\"\ngame = \"demo\"\nname = \"Fails\"\nsource = \"own\"\nextends = \"standard\"\n\
                    position = \"points 3; turn fails\"\n";
    let more = files(&[
        ("scripts/demo/fails.luau", &script),
        ("scripts/demo/text.toml", texts),
        ("scenarios/demo/fails.toml", scenario),
    ]);
    Setting { sources: vec![pack("demo"), more], scenario: "fails", ..Setting::default() }
}

const FAILS: &str = "  local none = value(POINTS) > 99 and { n = 1 } or nil\n  lower(POINTS, none.n)";
pub const RUNS: &str = "  while true do\n  end";

impl Client {
    /// The notices of a kind so far, once a question has been answered: none is on its way then.
    fn told(&mut self, kind: &str) -> Vec<String> {
        self.line("log 1");
        let notices = self.heard.iter().filter(|message| message["m"] == "notice" && message["kind"] == kind);
        notices.map(|notice| notice["text"].as_str().unwrap().to_owned()).collect()
    }
}

#[test]
fn a_rule_that_fails_at_a_seat_is_told_to_the_desk_once_until_something_else_is() {
    let server = with(FAILS, "").serve();
    let (mut red, mut blue, mut desk) = (server.client("red"), server.client("blue"), server.client("desk"));
    for _ in 0..3 {
        assert!(red.refused("fail").contains("a rule failed"));
    }
    let told = desk.told("error");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("at the seat of Red") && told[0].contains("fails.luau:7"), "{told:?}");
    assert_eq!(server.client("desk").told("error"), told, "a desk that comes later is told, too");
    // Played at the desk it is a reply, and no notice.
    assert!(desk.refused("fail").contains("a rule failed"));
    assert_eq!(desk.told("error").len(), 1);
    red.plays("rest");
    assert!(red.refused("fail").contains("a rule failed"));
    assert_eq!(desk.told("error").len(), 2, "something went through between");
    assert!(blue.told("error").is_empty());
}

#[test]
fn a_figure_that_begins_to_fail_is_told_to_the_desk() {
    let figure = "figure \"shaky\" {\n  audience = \"all\",\n  value = function()\n    \
                  local some = value(POINTS) > 2 and { n = 1 } or nil\n    return some.n\n  end,\n}\n";
    let server = with(FAILS, figure).serve();
    let (mut red, mut desk) = (server.client("red"), server.client("desk"));
    assert!(desk.told("error").is_empty());
    red.plays("rest");
    red.plays("rest");
    let told = desk.told("error");
    assert!(told.len() == 1 && told[0].contains("the figure `shaky` fails"), "{told:?}");
    assert!(server.client("desk").told("error")[0].contains("shaky"));
    // Where it holds again, and fails again, that is news.
    desk.line("goto 0");
    red.at(0);
    red.plays("rest");
    assert_eq!(desk.told("error").len(), 2);
}

/// How often it tries, is told by `bots.rs`.
#[test]
fn a_bot_whose_rule_runs_away_leaves_its_seat_and_the_desk_is_told_why() {
    let only = with(RUNS, "");
    let server = Setting { seats: vec![("red".into(), Seat::Random)], seed: 7, ..only }.serve();
    let mut desk = server.client("desk");
    // It rests while it picks that; the first time that it picks what runs away is the last. Whoever comes meanwhile is heard then.
    while !desk.told("error").iter().any(|text| text.contains("ran too long") && text.contains("fails.luau")) {
        desk.next("notice");
    }
    desk.until(|view| view["parts"]["side red"]["seat"].is_null());
}

#[test]
fn a_server_ends_while_a_rule_runs_away() {
    let server = with(RUNS, "").serve();
    let mut red = server.client("red");
    let at = red.view["at"].clone();
    red.send(&serde_json::json!({ "to": 900, "at": at, "line": "fail" }));
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    server.end();
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}
