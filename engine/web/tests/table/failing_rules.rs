//! Tests of rules that fail or never end while the game is served. They check who gets a notice, and that the game
//! continues.

use super::common::{Client, Setting, files, pack};
use cardwright_bots::RANDOM;
use cardwright_table::Seat;
use std::time::{Duration, Instant};

/// Returns the demo game with the actions `fail` and `rest` of Red. `fail` runs the code `play`. `more` is appended to
/// the script.
pub fn failing_game(play: &str, more: &str) -> Setting {
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

const FAILING_CODE: &str = "  local none = value(POINTS) > 99 and { n = 1 } or nil\n  lower(POINTS, none.n)";
pub const ENDLESS_LOOP: &str = "  while true do\n  end";

impl Client {
    /// Returns the notices of a kind so far. First waits for the reply to a command, because the reply comes after all
    /// notices.
    fn notices(&mut self, kind: &str) -> Vec<String> {
        self.ping();
        let notices = self.messages.iter().filter(|message| message["m"] == "notice" && message["kind"] == kind);
        notices.map(|notice| notice["text"].as_str().unwrap().to_owned()).collect()
    }
}

#[test]
fn the_host_gets_one_notice_of_a_failing_rule_until_another_answer_is_given() {
    let server = failing_game(FAILING_CODE, "").serve();
    let (mut red, mut blue, mut host) = (server.client("red"), server.client("blue"), server.client("host"));
    for _ in 0..3 {
        assert!(red.refusal("fail").contains("a rule failed"));
    }
    let notices = host.notices("error");
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].contains("at the seat of Red") && notices[0].contains("fails.luau:7"), "{notices:?}");
    assert_eq!(server.client("host").notices("error"), notices, "a host that connects later gets the notice too");
    // The host's own line gets a reply and no notice.
    assert!(host.refusal("fail").contains("a rule failed"));
    assert_eq!(host.notices("error").len(), 1);
    red.play("rest");
    assert!(red.refusal("fail").contains("a rule failed"));
    assert_eq!(host.notices("error").len(), 2, "another answer came between");
    assert!(blue.notices("error").is_empty());
}

#[test]
fn a_figure_that_begins_to_fail_is_reported_to_the_host() {
    let figure = "figure \"shaky\" {\n  audience = \"all\",\n  value = function()\n    \
                  local some = value(POINTS) > 2 and { n = 1 } or nil\n    return some.n\n  end,\n}\n";
    let server = failing_game(FAILING_CODE, figure).serve();
    let (mut red, mut host) = (server.client("red"), server.client("host"));
    assert!(host.notices("error").is_empty());
    red.play("rest");
    red.play("rest");
    let notices = host.notices("error");
    assert!(notices.len() == 1 && notices[0].contains("the figure `shaky` fails"), "{notices:?}");
    assert!(server.client("host").notices("error")[0].contains("shaky"));
    // A figure that works again and fails again is reported again.
    host.line("goto 0");
    red.view_at(0);
    red.play("rest");
    assert_eq!(host.notices("error").len(), 2);
}

#[test]
fn a_bot_leaves_its_seat_if_a_rule_never_ends_and_the_host_gets_the_reason() {
    let setting = failing_game(ENDLESS_LOOP, "");
    let server = Setting { seats: vec![("red".into(), Seat::Bot(RANDOM))], seed: 7, ..setting }.serve();
    let mut host = server.client("host");
    // The bot plays `rest` until it picks `fail` for the first time.
    while !host.notices("error").iter().any(|text| text.contains("ran too long") && text.contains("fails.luau")) {
        host.next("notice");
    }
    host.wait_for(|view| view["parts"]["side red"]["seat"].is_null());
}

#[test]
fn a_server_can_end_while_a_rule_runs_forever_by_the_clock() {
    let server = failing_game(ENDLESS_LOOP, "").serve();
    let mut red = server.client("red");
    let at = red.view["at"].clone();
    red.send(&serde_json::json!({ "to": 900, "at": at, "line": "fail" }));
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    server.end();
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}
