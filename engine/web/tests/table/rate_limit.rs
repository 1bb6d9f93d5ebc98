//! Tests of the rate limit of queries. A player whose queries never end delays the game for a few seconds, and then
//! must wait.

use super::common::Client;
use super::failing_rules::{ENDLESS_LOOP, failing_game};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

impl Client {
    fn type_text(&mut self, number: u64, text: &str) {
        self.send(&json!({ "to": number, "complete": text }));
    }
}

fn words(reply: &Value) -> Vec<&str> {
    reply["words"].as_array().unwrap().iter().filter_map(|entry| entry["word"].as_str()).collect()
}

#[test]
fn endless_queries_delay_the_game_for_only_a_few_seconds_in_total() {
    let server = failing_game(ENDLESS_LOOP, "").serve();
    let mut pages: Vec<Client> = (0..4).map(|_| server.client("red")).collect();
    let mut blue = server.client("blue");
    for (n, page) in pages.iter_mut().enumerate() {
        for number in 900..905 {
            page.type_text(number, &format!("fail {}{number}", " ".repeat(n)));
            let line = ["preview fail", "why not fail x", "fail", "FAIL", ": fail"][number as usize - 900];
            page.send(&json!({ "to": number + 50, "at": 0, "line": line }));
        }
    }
    blue.ping();
    let replies: Vec<Value> =
        pages.iter_mut().flat_map(|page| (950..955).map(|number| page.reply(number)).collect::<Vec<_>>()).collect();
    // Each of the forty messages would run a rule until a time limit of some seconds stops it. The server tries at most
    // three messages, and refuses the others.
    let tried =
        replies.iter().filter(|reply| reply["text"].as_str().unwrap().contains("the script ran too long")).count();
    assert!(tried <= 3, "{replies:?}");
    assert!(replies.iter().all(|reply| reply["of"] == "refused"), "{replies:?}");
    let began = Instant::now();
    blue.ping();
    assert!(began.elapsed() < Duration::from_secs(2), "no query runs any more: {:?}", began.elapsed());
}

#[test]
fn a_query_that_was_stopped_is_refused_but_another_query_is_not() {
    let server = failing_game(ENDLESS_LOOP, "").serve();
    let mut red = server.client("red");
    assert!(red.refusal("preview fail").contains("ran too long for a question (2 seconds)"));
    assert!(red.refusal("preview  FAIL").contains("ran too long for this before"));
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(red.line("preview rest")["of"], "preview");
    red.play("rest");
}

#[test]
fn while_the_game_is_busy_only_the_newest_completion_is_answered() {
    let server = failing_game(ENDLESS_LOOP, "").serve();
    let (mut red, mut host) = (server.client("red"), server.client("host"));
    host.send(&json!({ "to": 900, "line": "preview fail" }));
    std::thread::sleep(Duration::from_millis(300));
    ["r", "f", "re"].into_iter().zip(900..).for_each(|(text, number)| red.type_text(number, text));
    assert_eq!(words(&red.reply(900)), [""; 0], "newer text was typed");
    assert_eq!(words(&red.reply(901)), [""; 0]);
    assert!(words(&red.reply(902)).contains(&"rest"));
}

/// The script has an offer that takes more than half of a query's time limit. A query that runs the offer twice is
/// stopped, but an answer, which has a longer limit, is not.
#[test]
fn the_host_learns_which_time_limit_stopped_a_query() {
    let slow = "function rest.offer(side)\n  local n = 0\n  for i = 1, 60000000 do\n    n = (n + i) % 7\n  end\n  \
                offer(rest)\nend\n";
    let server = failing_game(ENDLESS_LOOP, slow).serve();
    let (mut red, mut host) = (server.client("red"), server.client("host"));
    let refused = red.refusal("why not bribe");
    let notice = host.next("notice")["text"].as_str().unwrap().to_owned();
    for message in [refused, notice] {
        assert!(message.contains("the script ran too long for a question (2 seconds)"), "{message}");
    }
}

#[test]
fn a_spectator_who_looks_back_too_often_must_wait_but_another_need_not() {
    let figure = "figure \"slow\" {\n  audience = \"all\",\n  value = function()\n    local n = 0\n    \
                  for i = 1, 12000000 do\n      n = (n + i) % 7\n    end\n    return n\n  end,\n}\n";
    let server = failing_game("", figure).serve();
    let mut red = server.client("red");
    red.play("rest");
    let (mut busy, mut other) = (server.client("spectator"), server.client("spectator"));
    for spectator in [&mut busy, &mut other] {
        spectator.view_at(1);
    }
    let look_back = |client: &mut Client| {
        client.send(&json!({ "look": 0 }));
        loop {
            let message = client.read().unwrap();
            match message["m"].as_str() {
                Some("view") => break Ok(message["looking"] == true),
                Some("reply") => break Err(message["text"].as_str().unwrap().to_owned()),
                _ => {}
            }
        }
    };
    let began = Instant::now();
    let refused = loop {
        match look_back(&mut busy) {
            Err(why) if why.contains("used up their time: ask again in") => break why,
            _ => std::thread::sleep(Duration::from_millis(200)),
        }
        assert!(began.elapsed() < Duration::from_secs(60), "looking back is never refused");
    };
    assert_eq!(look_back(&mut other), Ok(true), "{refused}");
}
