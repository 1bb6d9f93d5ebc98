//! What pages are sent piece by piece comes to what there is, whatever they missed.

use super::common::{Parts, Setting, pack};
use cardwright_bots::RandomPlayer;
use cardwright_content::PackSource;
use cardwright_state::SideId;
use cardwright_table::{Library, SetUp, Table};
use cardwright_view::Legend;
use cardwright_web::{Drawing, Onlooker, Page, Role};
use serde_json::{Value, json};
use std::path::PathBuf;

/// A page, and what it has made of what it was sent.
struct Reader {
    page: Page,
    parts: Parts,
    view: Value,
    log: Vec<Value>,
    greeted: usize,
    /// Bytes of the last view.
    bytes: usize,
}

impl Reader {
    fn of(looker: &Onlooker) -> Reader {
        let (parts, view, log) = (Parts::default(), Value::Null, Vec::new());
        Reader { page: looker.opens(), parts, view, log, greeted: 0, bytes: 0 }
    }

    fn takes(&mut self, frames: &[String]) {
        for frame in frames {
            let message: Value = serde_json::from_str(frame).unwrap();
            if message["m"] == "hello" {
                (self.greeted, self.parts) = (self.greeted + 1, Parts::default());
                continue;
            }
            self.bytes = frame.len();
            self.view = self.parts.after(&message);
            if let Some(log) = message.get("log") {
                self.log.truncate(log["from"].as_u64().unwrap() as usize);
                self.log.extend(log["entries"].as_array().unwrap().iter().cloned());
                assert_eq!(self.log.len() as u64, log["total"].as_u64().unwrap());
            }
        }
    }

    fn reads(&mut self) -> &Value {
        let frames = self.page.reads();
        self.takes(&frames);
        &self.view
    }

    /// What there is to see and has happened; not how it came.
    fn has(&self) -> (Value, &[Value]) {
        let mut view = self.view.clone();
        for of_the_way in ["whole", "log"] {
            view.as_object_mut().unwrap().remove(of_the_way);
        }
        (view, &self.log)
    }
}

/// A game that several look at.
struct Looked {
    table: Table,
    drawn: Drawing,
    lookers: Vec<Onlooker>,
    /// Of each kind of link a page that reads all, and one that misses much.
    pages: Vec<[Reader; 2]>,
    library: Library,
    game: String,
}

impl Looked {
    fn at(source: PackSource, game: &str, scenario: &str, seed: u64, open: bool) -> Looked {
        let library = Library::open(vec![source]).unwrap();
        let (program, mut vm, _) = library.load(game).unwrap_or_else(|all| panic!("{all:?}"));
        vm.tell_story(true);
        let set_up = SetUp { scenario: scenario.into(), seed, open, ..SetUp::default() };
        let mut table = Table::start(program, vm, &set_up).unwrap();
        let (drawn, _) = Drawing::of(&library.packs, table.program(), &Legend::of(table.program()));
        let sides = (0..table.board().sides.len()).map(|side| Role::Side(SideId::new(side)));
        let mut lookers: Vec<Onlooker> = sides.chain([Role::Desk, Role::Watcher]).map(Onlooker::new).collect();
        Onlooker::show(&mut lookers, &mut table, &drawn);
        let pages = lookers.iter().map(|looker| [0, 1].map(|_| Reader::of(looker))).collect();
        Looked { table, drawn, lookers, pages, library, game: game.into() }
    }

    /// Shows what is, and checks that all who read have it.
    fn shows(&mut self, who: usize) {
        Onlooker::show(&mut self.lookers, &mut self.table, &self.drawn);
        for (looker, pages) in self.lookers.iter().zip(&mut self.pages) {
            let mut fresh = Reader::of(looker);
            fresh.reads();
            assert_eq!(fresh.view["whole"], true);
            for page in &mut pages[..who] {
                page.reads();
                assert_eq!(page.has(), fresh.has());
            }
        }
    }

    /// Looks back through each link, and on to another event, and comes back to what is live.
    fn looks(&mut self, events: &[usize]) {
        let Looked { table, drawn, lookers, pages, .. } = self;
        for (looker, pages) in lookers.iter().zip(pages) {
            for &event in events {
                let mut fresh = Reader::of(looker);
                let frames = looker.look(&mut fresh.page, table, drawn, event).unwrap();
                fresh.takes(&frames);
                for page in pages.iter_mut() {
                    let frames = looker.look(&mut page.page, table, drawn, event).unwrap();
                    page.takes(&frames);
                    assert_eq!(page.has().0, fresh.has().0, "event {event}");
                    assert_eq!(page.view["at"], event);
                }
            }
        }
    }

    fn plays(&mut self, player: &mut RandomPlayer) -> bool {
        let _ = self.table.let_answer(player);
        !self.table.is_over()
    }

    /// Many answers at random, and all that takes a game elsewhere between them.
    fn goes(&mut self, seed: u64, answers: usize) {
        let mut player = RandomPlayer::new(seed);
        self.shows(2);
        let mut seen = 0;
        for n in 1..answers {
            if !self.plays(&mut player) {
                break;
            }
            // The second of each two misses what comes between.
            self.shows(if n % 7 == 0 { 2 } else { 1 });
            let last = self.table.nodes().len() - 1;
            if n % 11 == 0 && self.table.undo().is_ok() {
                self.shows(1);
                let _ = self.table.redo();
                self.shows(2);
            }
            if n % 23 == 0 {
                let here = self.table.here();
                self.looks(&[here, last / 2, 0, last / 3]);
                self.plays(&mut player);
                self.looks(&[last]);
                self.shows(2);
            }
            if n % 31 == 0 && self.table.goto(last / 2).is_ok() {
                self.shows(2);
                self.table.goto(last).unwrap();
                self.shows(1);
            }
            if n % 43 == 0 {
                let (program, vm, _) = self.library.load(&self.game).unwrap();
                self.table.reload(program, vm).unwrap();
                self.lookers.iter_mut().for_each(Onlooker::renew);
                let greeted: Vec<usize> = self.pages.iter().map(|pages| pages[0].greeted).collect();
                self.shows(2);
                assert!(self.pages.iter().zip(greeted).all(|(pages, before)| pages[0].greeted == before + 1));
            }
            seen = n;
        }
        self.shows(2);
        assert!(seen > 20, "{}: only {seen} events", self.game);
    }
}

fn base() -> PackSource {
    PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

#[test]
fn what_is_sent_bit_by_bit_is_what_there_is() {
    for seed in [1, 2] {
        Looked::at(pack("demo"), "demo", "standard", seed, seed == 1).goes(seed, 200);
    }
    let titles = [
        ("banana-wars", "standard"),
        ("cuba-libre", "standard"),
        ("latin-intervention", "standard"),
        ("fortress-america", "ready-to-play"),
    ];
    for (n, (game, scenario)) in titles.into_iter().enumerate() {
        let library = Library::open(vec![base()]).unwrap();
        let (program, ..) = library.load(game).unwrap();
        let known = &program.content.scenarios;
        let scenario = known.iter().find(|s| s.id == scenario).unwrap_or(&known[0]).id.clone();
        Looked::at(base(), game, &scenario, n as u64, n == 1).goes(n as u64, 90);
    }
}

/// Nothing but where the game is.
#[test]
fn who_has_all_is_sent_next_to_nothing() {
    let mut looked = Looked::at(base(), "cuba-libre", "standard", 3, false);
    let mut player = RandomPlayer::new(3);
    for _ in 0..30 {
        looked.plays(&mut player);
    }
    looked.shows(2);
    let whole = looked.pages.iter().map(|pages| pages[0].bytes).max().unwrap();
    assert!(whole > 8000, "{whole}");
    looked.shows(2);
    for pages in &looked.pages {
        assert!(pages[0].bytes < 600, "{}", pages[0].bytes);
        assert!(pages[0].view["parts"].as_object().unwrap().len() > 50);
    }
    // A look back and away again is what differs, twice.
    looked.looks(&[looked.table.here() - 1]);
    assert!(looked.pages.iter().all(|pages| pages[0].bytes < whole / 2));
    looked.shows(2);
    assert!(looked.pages.iter().all(|pages| pages[0].bytes < whole / 2));
}

/// A first view, as large as the table asks: `docs/figures.md`.
#[test]
fn a_whole_view_of_who_watches_is_small() {
    for (game, most) in [("banana-wars", 16), ("cuba-libre", 16), ("latin-intervention", 16), ("fortress-america", 20)]
    {
        let library = Library::open(vec![base()]).unwrap();
        let (program, ..) = library.load(game).unwrap();
        let scenario = program.content.scenarios[0].id.clone();
        let mut looked = Looked::at(base(), game, &scenario, 7, true);
        let mut player = RandomPlayer::new(7);
        for _ in 0..40 {
            looked.plays(&mut player);
            Onlooker::show(&mut looked.lookers, &mut looked.table, &looked.drawn);
            let watch = looked.lookers.last().unwrap();
            let text = watch.opens().reads().pop().unwrap();
            let log = serde_json::from_str::<Value>(&text).unwrap()["log"].to_string().len();
            assert!(text.len() - log < most << 10, "{game}: {} bytes", text.len() - log);
        }
    }
}

/// The same through sockets: who looks back is sent what differs, and has all of it when the rules are taken up anew.
#[test]
fn a_page_has_what_there_is_whatever_it_looked_at() {
    let server = Setting::open().serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    for line in ["raise port", "raise river", "raise hills"] {
        red.plays(line);
    }
    blue.at(3);
    blue.send(&json!({ "look": 1 }));
    blue.until(|view| view["looking"] == true);
    blue.send(&json!({ "look": 2 }));
    blue.at(2);
    red.line("undo");
    blue.send(&json!({ "look": null }));
    let now = blue.until(|view| view["looking"] == false && view["at"] == 2);
    assert!(now["whole"].is_null(), "what differs is enough");
    let fresh = server.client("blue").view;
    assert_eq!(fresh["whole"], true);
    assert_eq!(now["parts"], fresh["parts"]);
}

#[test]
fn those_who_have_the_same_are_sent_one_text() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let mut watchers: Vec<_> = (0..20).map(|_| server.client("watch")).collect();
    let before = server.made.texts();
    red.plays("raise port");
    watchers.iter_mut().for_each(|watcher| drop(watcher.at(1)));
    assert_eq!(server.made.texts() - before, 2, "one for Red, one for all who watch");
}
