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
