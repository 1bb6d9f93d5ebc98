//! A seat that asks and types what runs the rules without end holds the table for seconds, and then waits for itself.

use super::common::Client;
use super::failing::{RUNS, with};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

impl Client {
    fn types(&mut self, to: u64, text: &str) {
        self.send(&json!({ "to": to, "complete": text }));
    }
    fn told_of(&mut self, to: u64) -> Value {
        loop {
            let reply = self.next("reply");
            if reply["to"] == to {
                return reply;
            }
        }
    }
}

fn words(reply: &Value) -> Vec<&str> {
    reply["words"].as_array().unwrap().iter().filter_map(|it| it["word"].as_str()).collect()
}

#[test]
fn typing_and_asking_what_never_ends_holds_the_table_for_seconds_in_all() {
    let server = with(RUNS, "").serve();
    let mut pages: Vec<Client> = (0..4).map(|_| server.client("red")).collect();
    let mut blue = server.client("blue");
    for (n, page) in pages.iter_mut().enumerate() {
        for to in 900..905 {
            page.types(to, &format!("fail {}{to}", " ".repeat(n)));
            let line = ["preview fail", "why not fail x", "fail", "FAIL", ": fail"][to as usize - 900];
            page.send(&json!({ "to": to + 50, "at": 0, "line": line }));
        }
    }
    assert_eq!(blue.line("log 1")["of"], "said");
    let told: Vec<Value> =
        pages.iter_mut().flat_map(|page| (950..955).map(|to| page.told_of(to)).collect::<Vec<_>>()).collect();
    // Forty times what is stopped after seconds: three of them, and all the rest is refused.
    let tried = told.iter().filter(|reply| reply["text"].as_str().unwrap().contains("the script ran too long")).count();
    assert!(tried <= 3, "{told:?}");
    assert!(told.iter().all(|reply| reply["of"] == "refused"), "{told:?}");
    let asked = Instant::now();
    assert_eq!(blue.line("log 1")["of"], "said");
    assert!(asked.elapsed() < Duration::from_secs(2), "all of it is answered: {:?}", asked.elapsed());
}

#[test]
fn what_was_stopped_once_is_not_tried_again_and_all_else_is() {
    let server = with(RUNS, "").serve();
    let mut red = server.client("red");
    assert!(red.refused("preview fail").contains("ran too long for a question (2 seconds)"));
    assert!(red.refused("preview  FAIL").contains("ran too long at this before"));
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(red.line("preview rest")["of"], "preview");
    red.plays("rest");
}

#[test]
fn of_what_is_typed_while_the_game_is_busy_the_newest_is_answered() {
    let server = with(RUNS, "").serve();
    let (mut red, mut desk) = (server.client("red"), server.client("desk"));
    desk.send(&json!({ "to": 900, "line": "preview fail" }));
    std::thread::sleep(Duration::from_millis(300));
    ["r", "f", "re"].into_iter().zip(900..).for_each(|(text, to)| red.types(to, text));
    assert_eq!(words(&red.told_of(900)), [""; 0], "more has been typed since");
    assert_eq!(words(&red.told_of(901)), [""; 0]);
    assert!(words(&red.told_of(902)).contains(&"rest"));
}

/// An offer that has more than half of the clock of a question, and less than that of an answer: a question that asks it twice is
/// stopped.
#[test]
fn the_desk_is_told_by_which_clock_a_question_was_stopped() {
    let slow = "function rest.offer(side)\n  local n = 0\n  for i = 1, 60000000 do\n    n = (n + i) % 7\n  end\n  \
                offer(rest)\nend\n";
    let server = with(RUNS, slow).serve();
    let (mut red, mut desk) = (server.client("red"), server.client("desk"));
    let refused = red.refused("why not bribe");
    let notice = desk.next("notice")["text"].as_str().unwrap().to_owned();
    for told in [refused, notice] {
        assert!(told.contains("the script ran too long for a question (2 seconds)"), "{told}");
    }
}

#[test]
fn who_watches_without_end_waits_and_the_others_who_watch_do_not() {
    let figure = "figure \"slow\" {\n  audience = \"all\",\n  value = function()\n    local n = 0\n    \
                  for i = 1, 12000000 do\n      n = (n + i) % 7\n    end\n    return n\n  end,\n}\n";
    let server = with("", figure).serve();
    let mut red = server.client("red");
    red.plays("rest");
    let (mut one, mut other) = (server.client("watch"), server.client("watch"));
    for watcher in [&mut one, &mut other] {
        watcher.at(1);
    }
    let looks = |client: &mut Client| {
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
        match looks(&mut one) {
            Err(why) if why.contains("has taken long: ask again in") => break why,
            _ => std::thread::sleep(Duration::from_millis(200)),
        }
        assert!(began.elapsed() < Duration::from_secs(60), "it is never refused");
    };
    assert_eq!(looks(&mut other), Ok(true), "{refused}");
}
