//! Tests that the server sends only the changed parts of a view, and that every page has the full view in the end,
//! whatever messages it missed.

use super::common::{Parts, Setting, pack};
use cardwright_bots::RandomBot;
use cardwright_content::PackSource;
use cardwright_state::SideId;
use cardwright_table::{Library, SetUp, Table};
use cardwright_view::Legend;
use cardwright_web::{Drawing, OfflineLink, OfflinePage, Role};
use serde_json::{Value, json};
use std::path::PathBuf;

/// A page with the state that it has built from its messages.
struct Client {
    page: OfflinePage,
    parts: Parts,
    view: Value,
    log: Vec<Value>,
    greetings: usize,
    /// Bytes of the last view message.
    bytes: usize,
}

impl Client {
    fn new(link: &OfflineLink) -> Client {
        let (parts, view, log) = (Parts::default(), Value::Null, Vec::new());
        Client { page: link.open_page(), parts, view, log, greetings: 0, bytes: 0 }
    }

    fn receive(&mut self, frames: &[String]) {
        for frame in frames {
            let message: Value = serde_json::from_str(frame).unwrap();
            if message["m"] == "hello" {
                (self.greetings, self.parts) = (self.greetings + 1, Parts::default());
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

    fn update(&mut self) -> &Value {
        let frames = self.page.receive();
        self.receive(&frames);
        &self.view
    }

    /// Returns the view and the log, without the fields that depend on which changes were sent.
    fn state(&self) -> (Value, &[Value]) {
        let mut view = self.view.clone();
        for field in ["whole", "log"] {
            view.as_object_mut().unwrap().remove(field);
        }
        (view, &self.log)
    }
}

/// A game with several viewers.
struct Game {
    table: Table,
    drawing: Drawing,
    links: Vec<OfflineLink>,
    /// For each link, a page that receives every view and a page that misses most views.
    pages: Vec<[Client; 2]>,
    library: Library,
    game: String,
}

impl Game {
    fn start(source: PackSource, game: &str, scenario: &str, seed: u64, open: bool) -> Game {
        let library = Library::open(vec![source]).unwrap();
        let (program, mut vm, _) = library.load(game).unwrap_or_else(|problems| panic!("{problems:?}"));
        vm.set_structured_log(true);
        let set_up = SetUp { scenario: scenario.into(), seed, open, ..SetUp::default() };
        let mut table = Table::start(program, vm, &set_up).unwrap();
        let (drawing, _) = Drawing::new(&library.packs, table.program(), &Legend::new(table.program()));
        let sides = (0..table.board().sides.len()).map(|side| Role::Side(SideId::new(side)));
        let mut links: Vec<OfflineLink> = sides.chain([Role::Host, Role::Spectator]).map(OfflineLink::new).collect();
        OfflineLink::show(&mut links, &mut table, &drawing);
        let pages = links.iter().map(|link| [0, 1].map(|_| Client::new(link))).collect();
        Game { table, drawing, links, pages, library, game: game.into() }
    }

    /// Publishes the position. Checks that the first `readers` pages of each link then have the full view.
    fn show(&mut self, readers: usize) {
        OfflineLink::show(&mut self.links, &mut self.table, &self.drawing);
        for (link, pages) in self.links.iter().zip(&mut self.pages) {
            let mut new_page = Client::new(link);
            new_page.update();
            assert_eq!(new_page.view["whole"], true);
            for page in &mut pages[..readers] {
                page.update();
                assert_eq!(page.state(), new_page.state());
            }
        }
    }

    /// Shows these events on the pages of each link. Checks that each page then has the same view as a new page.
    fn look_at(&mut self, events: &[usize]) {
        let Game { table, drawing, links, pages, .. } = self;
        for (link, pages) in links.iter().zip(pages) {
            for &event in events {
                let mut new_page = Client::new(link);
                let frames = link.look(&mut new_page.page, table, drawing, event).unwrap();
                new_page.receive(&frames);
                for page in pages.iter_mut() {
                    let frames = link.look(&mut page.page, table, drawing, event).unwrap();
                    page.receive(&frames);
                    assert_eq!(page.state().0, new_page.state().0, "event {event}");
                    assert_eq!(page.view["at"], event);
                }
            }
        }
    }

    fn play(&mut self, player: &mut RandomBot) -> bool {
        let _ = self.table.answer_with_bot(player);
        !self.table.is_over()
    }

    /// Plays many random answers. Between them, uses undo, redo and `goto`, shows earlier events, and reloads.
    fn play_many(&mut self, seed: u64, answers: usize) {
        let mut player = RandomBot::new(seed);
        self.show(2);
        let mut last_answer = 0;
        for n in 1..answers {
            if !self.play(&mut player) {
                break;
            }
            // The second page of each link misses most views.
            self.show(if n % 7 == 0 { 2 } else { 1 });
            let last = self.table.nodes().len() - 1;
            if n % 11 == 0 && self.table.undo().is_ok() {
                self.show(1);
                let _ = self.table.redo();
                self.show(2);
            }
            if n % 23 == 0 {
                let here = self.table.shown_event();
                self.look_at(&[here, last / 2, 0, last / 3]);
                self.play(&mut player);
                self.look_at(&[last]);
                self.show(2);
            }
            if n % 31 == 0 && self.table.goto(last / 2).is_ok() {
                self.show(2);
                self.table.goto(last).unwrap();
                self.show(1);
            }
            if n % 43 == 0 {
                let (program, vm, _) = self.library.load(&self.game).unwrap();
                self.table.reload(program, vm).unwrap();
                self.links.iter_mut().for_each(OfflineLink::reset);
                let greetings: Vec<usize> = self.pages.iter().map(|pages| pages[0].greetings).collect();
                self.show(2);
                assert!(self.pages.iter().zip(greetings).all(|(pages, before)| pages[0].greetings == before + 1));
            }
            last_answer = n;
        }
        self.show(2);
        assert!(last_answer > 20, "{}: only {last_answer} events", self.game);
    }
}

fn base() -> PackSource {
    PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

#[test]
fn changes_add_up_to_the_full_view() {
    for seed in [1, 2] {
        Game::start(pack("demo"), "demo", "standard", seed, seed == 1).play_many(seed, 200);
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
        let scenarios = &program.content.scenarios;
        let scenario = scenarios.iter().find(|s| s.id == scenario).unwrap_or(&scenarios[0]).id.clone();
        Game::start(base(), game, &scenario, n as u64, n == 1).play_many(n as u64, 90);
    }
}

#[test]
fn an_up_to_date_page_gets_only_a_short_message() {
    let mut game = Game::start(base(), "cuba-libre", "standard", 3, false);
    let mut player = RandomBot::new(3);
    for _ in 0..30 {
        game.play(&mut player);
    }
    game.show(2);
    let whole_size = game.pages.iter().map(|pages| pages[0].bytes).max().unwrap();
    assert!(whole_size > 8000, "{whole_size}");
    game.show(2);
    for pages in &game.pages {
        assert!(pages[0].bytes < 600, "{}", pages[0].bytes);
        assert!(pages[0].view["parts"].as_object().unwrap().len() > 50);
    }
    // A page that asks for an earlier event gets only the differences, also when it returns.
    game.look_at(&[game.table.shown_event() - 1]);
    assert!(game.pages.iter().all(|pages| pages[0].bytes < whole_size / 2));
    game.show(2);
    assert!(game.pages.iter().all(|pages| pages[0].bytes < whole_size / 2));
}

/// The limits are in `docs/figures.md`.
#[test]
fn a_spectators_full_view_is_small() {
    for (title, max_kb) in
        [("banana-wars", 16), ("cuba-libre", 16), ("latin-intervention", 16), ("fortress-america", 20)]
    {
        let library = Library::open(vec![base()]).unwrap();
        let (program, ..) = library.load(title).unwrap();
        let scenario = program.content.scenarios[0].id.clone();
        let mut game = Game::start(base(), title, &scenario, 7, true);
        let mut player = RandomBot::new(7);
        for _ in 0..40 {
            game.play(&mut player);
            OfflineLink::show(&mut game.links, &mut game.table, &game.drawing);
            let spectator = game.links.last().unwrap();
            let text = spectator.open_page().receive().pop().unwrap();
            let log = serde_json::from_str::<Value>(&text).unwrap()["log"].to_string().len();
            assert!(text.len() - log < max_kb << 10, "{title}: {} bytes", text.len() - log);
        }
    }
}

/// A page on a socket shows earlier events, misses an undo, and returns to the current position.
#[test]
fn a_page_that_looked_back_has_the_full_view_again() {
    let server = Setting::open().serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    for line in ["raise port", "raise river", "raise hills"] {
        red.play(line);
    }
    blue.view_at(3);
    blue.send(&json!({ "look": 1 }));
    blue.wait_for(|view| view["looking"] == true);
    blue.send(&json!({ "look": 2 }));
    blue.view_at(2);
    red.line("undo");
    blue.send(&json!({ "look": null }));
    let current = blue.wait_for(|view| view["looking"] == false && view["at"] == 2);
    assert!(current["whole"].is_null(), "the differences are enough");
    let new_page = server.client("blue").view;
    assert_eq!(new_page["whole"], true);
    assert_eq!(current["parts"], new_page["parts"]);
}

#[test]
fn pages_with_the_same_state_share_one_message() {
    let server = Setting::default().serve();
    let mut red = server.client("red");
    let mut spectators: Vec<_> = (0..20).map(|_| server.client("spectator")).collect();
    let before = server.counts.texts();
    red.play("raise port");
    spectators.iter_mut().for_each(|spectator| drop(spectator.view_at(1)));
    assert_eq!(server.counts.texts() - before, 2, "one for Red, one for all spectators");
}
