//! Tests of long queries. Everybody can play on while the worker thread computes.

use super::common::{Client, Server, Setting};
use cardwright_session::Session;
use serde_json::json;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// Blocks a query until a test opens the gate. The computation of odds calls [`Gate::pass`] again and again.
struct Gate(Mutex<bool>, Condvar);

impl Gate {
    const fn closed() -> Gate {
        Gate(Mutex::new(false), Condvar::new())
    }

    fn open(&self) {
        *self.0.lock().unwrap() = true;
        self.1.notify_all();
    }

    /// Waits until the gate is open. Returns false, so that the query is not interrupted.
    fn pass(&self) -> bool {
        let mut is_open = self.0.lock().unwrap();
        while !*is_open {
            is_open = self.1.wait(is_open).unwrap();
        }
        false
    }
}

/// The gate of the test of one query.
static ONE_QUERY: Gate = Gate::closed();
/// The gate of the test of many queries.
static MANY_QUERIES: Gate = Gate::closed();

/// A query with dice.
const QUERY: &str = "odds stir hills";

fn serve(session: fn(Session) -> Session) -> Server {
    Setting { session, ..Setting::default() }.serve()
}

impl Client {
    fn query(&mut self, number: u64) {
        let at = self.view["at"].clone();
        self.send(&json!({ "to": number, "at": at, "line": QUERY }));
    }
}

#[test]
fn during_a_query_others_can_play_by_the_clock_and_all_pages_show_it() {
    let server = serve(|mut session| {
        session.is_interrupted = || ONE_QUERY.pass();
        session
    });
    let mut pages = ["red", "red", "blue", "spectator"].map(|link| server.client(link));
    pages[0].query(901);
    let began = Instant::now();
    let event = pages[1].play("raise port")["at"].as_u64().unwrap();
    pages[2].view_at(event);
    pages[3].view_at(event);
    // The query itself takes until the gate opens.
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    // The page that sent the query may do everything except start another query.
    pages[0].view_at(event);
    assert!(pages[0].refusal(QUERY).contains("one at a time"));
    pages[0].ping();
    ONE_QUERY.open();
    let reply = pages[0].reply(901);
    assert_eq!((&reply["of"], &reply["lines"][0]["line"]), (&json!("odds"), &json!("stir hills")), "{reply}");
    assert_eq!(server.client("host").view["last"], event, "the query changed nothing in the game");
    pages[0].query(902);
    assert_eq!(pages[0].reply(902)["of"], "odds", "now the next query may start");
}

#[test]
fn waiting_queries_are_limited_and_those_of_closed_pages_are_skipped() {
    let server = serve(|mut session| {
        session.is_interrupted = || MANY_QUERIES.pass();
        session
    });
    let mut players: Vec<Client> = (0..7).map(|_| server.client("red")).collect();
    let mut hosts: Vec<Client> = (0..4).map(|_| server.client("host")).collect();
    players.iter_mut().for_each(|page| page.query(901));
    // Of eleven queries one runs and eight wait, so two are refused, or three if the first has not started by then.
    let replies: Vec<String> = hosts
        .iter_mut()
        .map(|page| {
            page.query(901);
            // If the query is refused, the refusal is the first reply. Otherwise the reply to this ping is the first.
            page.ping();
            let mut replies = page.messages.iter().filter(|message| message["m"] == "reply");
            replies.next().unwrap()["text"].as_str().unwrap_or_default().to_owned()
        })
        .collect();
    let refused = replies.iter().filter(|text| text.contains("ask again in a moment")).count();
    assert!((2..=3).contains(&refused), "{replies:?}");
    // Spectators are refused at once.
    assert!(server.client("spectator").refusal(QUERY).contains("a spectator can only look"));
    let mut last = players.pop().unwrap();
    drop(players);
    MANY_QUERIES.open();
    assert_eq!(last.reply(901)["of"], "odds");
    // While Red is asked, a query of Blue can only be about Blue's standing actions, and `stir` is none of them.
    let text = server.client("blue").refusal(QUERY);
    assert!(text.contains("it is Red's choice now"), "{text}");
}
