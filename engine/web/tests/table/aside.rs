//! Questions that take long: whoever plays goes on meanwhile.

use super::common::{Client, Server, Setting};
use cardwright_table::{Library, Table};
use cardwright_web::{Command, Copy, Keeper, Plain, Reader, Said};
use serde_json::{Value, json};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// Shut until a test opens it.
#[derive(Debug, Default)]
struct Gate(Mutex<bool>, Condvar);

impl Gate {
    fn open(&self) {
        *self.0.lock().unwrap() = true;
        self.1.notify_all();
    }
    fn pass(&self) {
        let mut is_open = self.0.lock().unwrap();
        while !*is_open {
            is_open = self.1.wait(is_open).unwrap();
        }
    }
}

/// A keeper with a command that takes until a gate opens.
#[derive(Debug)]
struct Pondering {
    plain: Plain,
    gate: Arc<Gate>,
}

impl Keeper for Pondering {
    fn table(&mut self) -> &mut Table {
        self.plain.table()
    }
    fn look(&self) -> &Table {
        self.plain.look()
    }
    fn commands(&self) -> Vec<Command> {
        vec![Command { asks: true, is_long: true, ..Command::new("ponder", "", "thinks") }]
    }
    fn say(&mut self, _: Reader, _: &str) -> Said {
        self.gate.pass();
        let table = self.table();
        // Its scripts run, on the thread that asks.
        let played = table.play(None, "raise port").is_ok();
        Said { text: format!("played {played}, now event {}", table.here()), is_refused: false }
    }
    fn complete(&mut self, _: Reader, _: &str, _: &str) -> Option<Vec<String>> {
        None
    }
    fn copy(&self) -> Copy {
        let (copy, gate) = (self.plain.copied(), self.gate.clone());
        Box::new(move || Ok(Box::new(Pondering { plain: copy()?, gate })))
    }
    fn library(&self) -> Arc<Mutex<Library>> {
        self.plain.library()
    }
    fn is_watched(&self) -> bool {
        false
    }
}

fn serve() -> (Server, Arc<Gate>) {
    let gate = Arc::new(Gate::default());
    let shut = gate.clone();
    let setting = Setting {
        keeper: Arc::new(move |plain| Box::new(Pondering { plain, gate: shut.clone() })),
        ..Setting::default()
    };
    (setting.serve(), gate)
}

impl Client {
    fn asks(&mut self, to: u64) {
        let at = self.view["at"].clone();
        self.send(&json!({ "to": to, "at": at, "line": "ponder" }));
    }
    fn answer_to(&mut self, to: u64) -> Value {
        loop {
            let reply = self.next("reply");
            if reply["to"] == to {
                return reply;
            }
        }
    }
}

#[test]
fn while_a_question_is_worked_out_others_play_and_see_it() {
    let (server, gate) = serve();
    let mut pages = ["red", "red", "blue", "watch"].map(|who| server.client(who));
    pages[0].asks(901);
    let began = Instant::now();
    let event = pages[1].plays("raise port")["at"].as_u64().unwrap();
    pages[2].at(event);
    pages[3].at(event);
    // Not the time that the question takes, which is without end here.
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    // Whoever asked may do all else, but ask another.
    pages[0].at(event);
    assert!(pages[0].refused("ponder").contains("one at a time"));
    assert_eq!(pages[0].line("log 1")["of"], "said");
    gate.open();
    let reply = pages[0].answer_to(901);
    assert_eq!(
        (&reply["of"], &reply["text"]),
        (&json!("said"), &json!("played true, now event 1")),
        "of what was then"
    );
    assert_eq!(server.client("desk").view["last"], event, "nothing of it was played in the game");
    pages[0].asks(902);
    assert_eq!(pages[0].answer_to(902)["of"], "said", "and then the next may be asked");
}

#[test]
fn questions_that_wait_are_few_and_who_left_is_passed_over() {
    let (server, gate) = serve();
    let mut asking: Vec<Client> = (0..7).map(|_| server.client("red")).collect();
    let mut desks: Vec<Client> = (0..4).map(|_| server.client("desk")).collect();
    asking.iter_mut().for_each(|page| page.asks(901));
    // One is worked out, and eight wait; how soon the first is taken up is not known.
    let told: Vec<String> = desks
        .iter_mut()
        .map(|page| {
            page.asks(901);
            // What is refused is told at once, before what is asked next.
            page.line("log 1");
            let mut replies = page.heard.iter().filter(|message| message["m"] == "reply");
            replies.next().unwrap()["text"].as_str().unwrap().to_owned()
        })
        .collect();
    let refused = told.iter().filter(|text| text.contains("ask again in a moment")).count();
    assert!((2..=3).contains(&refused), "{told:?}");
    // Whoever asks is still asked about what is theirs alone.
    assert!(server.client("blue").refused("ponder").contains("Red"));
    assert!(server.client("watch").line("ponder")["text"].as_str().unwrap().contains("only looks"));
    let mut last = asking.pop().unwrap();
    drop(asking);
    gate.open();
    assert_eq!(last.answer_to(901)["of"], "said");
}
