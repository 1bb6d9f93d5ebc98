//! Measures the performance of a served game: views, answers with fifty spectators, reloads and memory. Run it with
//! `cargo bench -p cardwright-web`.
//!
//! Prints each value with its limit, and fails if a value exceeds its limit. Times depend on the machine and its load.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use cardwright_content::PackSource;
use cardwright_session::{Place, Session};
use cardwright_state::SideId;
use cardwright_table::{Library, SetUp, Table};
use cardwright_view::Legend;
use cardwright_web::{Drawing, Link, OfflineLink, Options, Role, RunningServer, ServedGame, serve};
use memory_stats::memory_stats;
use peak_alloc::PeakAlloc;
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tungstenite::{ClientRequestBuilder, Message, WebSocket, client};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn library() -> Library {
    Library::open(vec![PackSource::Folder(root())]).unwrap()
}

fn table(library: &Library, game: &str, open: bool) -> Table {
    let (program, mut vm, _) = library.load(game).unwrap();
    vm.set_structured_log(true);
    let scenario = &program.content.scenarios;
    let scenario = scenario.iter().find(|s| s.id == "standard").unwrap_or(&scenario[0]).id.clone();
    Table::start(program, vm, &SetUp { scenario, seed: 7, open, ..SetUp::default() }).unwrap()
}

/// Serves a game of the repository while `measure` runs.
fn served<T>(game: &'static str, measure: impl FnOnce(&RunningServer) -> T) -> T {
    serve_from(root(), game, false, measure)
}

/// Serves a game of the base pack in this folder while `measure` runs.
fn serve_from<T>(base: PathBuf, game: &'static str, is_watched: bool, measure: impl FnOnce(&RunningServer) -> T) -> T {
    let (send, receive) = channel();
    let thread = std::thread::spawn(move || {
        let start = || -> Result<ServedGame, String> {
            let library = Library::open(vec![PackSource::Folder(base)]).unwrap();
            let table = table(&library, game, true);
            let session = Session::new(table, Arc::new(Mutex::new(library)), Place::Browser, 1);
            Ok(ServedGame { session, is_watched, report: Box::new(|_| {}) })
        };
        serve(start, &Options::default(), |serving| send.send(serving.clone()).unwrap()).unwrap();
    });
    let serving = receive.recv().unwrap();
    let result = measure(&serving);
    serving.stop.now();
    thread.join().unwrap();
    result
}

/// A client of a link, with its newest view.
struct Page {
    socket: WebSocket<TcpStream>,
    view: Value,
    choice: Value,
}

impl Page {
    fn open(at: SocketAddr, link: &Link) -> Page {
        let request = ClientRequestBuilder::new(format!("ws://{at}/ws").parse().unwrap());
        let (socket, _) =
            client(request.with_header("Origin", format!("http://{at}")), TcpStream::connect(at).unwrap()).unwrap();
        let mut page = Page { socket, view: Value::Null, choice: Value::Null };
        page.socket.send(Message::text(json!({ "key": link.key, "log": 0 }).to_string())).unwrap();
        page.next();
        page
    }

    /// Reads until the next view.
    fn next(&mut self) {
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            if text.starts_with("{\"m\":\"view\"") {
                self.view = serde_json::from_str(&text).unwrap();
                let parts = &self.view["parts"];
                if parts.get("choice").is_some() || self.view["whole"] == true {
                    self.choice = parts["choice"].clone();
                }
                return;
            }
        }
    }

    /// Sends an answer that depends on `n`, or goes back to the start if there is no row and after every 400 answers.
    /// The field `to` numbers the message, and the field `at` names the event for which the line is meant.
    fn answer(&mut self, n: usize) {
        let rows = self.choice["rows"].as_array().cloned().unwrap_or_default();
        let line = match rows.len() {
            _ if n % 400 == 399 => "goto 0".to_owned(),
            0 => "goto 0".to_owned(),
            count => rows[n * 7 % count][0].as_str().unwrap().to_owned(),
        };
        let at = &self.view["at"];
        self.socket.send(Message::text(json!({ "to": n, "at": at, "line": line }).to_string())).unwrap();
    }
}

fn link(serving: &RunningServer, role: Role) -> &Link {
    serving.links.iter().find(|link| link.role == role).unwrap()
}

/// Returns a percentile of some times.
fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

fn megabytes() -> f64 {
    memory_stats().map_or(0.0, |stats| stats.physical_mem as f64 / (1 << 20) as f64)
}

/// Prints results. Remembers whether a result exceeded its limit.
#[derive(Default)]
struct Results {
    is_exceeded: bool,
}

impl Results {
    fn report(&mut self, name: &str, value: f64, unit: &str, limit: f64) {
        let is_exceeded = value > limit;
        self.is_exceeded |= is_exceeded;
        println!("{name:58} {value:9.2} {unit:3} (at most {limit}){}", if is_exceeded { "  EXCEEDED" } else { "" });
    }
}

/// Returns the size of a view without its log, in bytes.
fn bytes(text: &str) -> usize {
    text.len() - serde_json::from_str::<Value>(text).unwrap()["log"].to_string().len()
}

/// How often each view is made. The shortest time counts, because other processes may disturb a measurement.
const TRIES: usize = 5;

/// Measures views of three viewers. Hands are hidden, so each viewer sees a different position.
fn views(results: &mut Results, game: &'static str) {
    let library = library();
    let mut table = table(&library, game, false);
    let (drawing, _) = Drawing::new(&library.packs, table.program(), &Legend::new(table.program()));
    let mut tries: [_; TRIES] =
        std::array::from_fn(|_| [Role::Host, Role::Side(SideId::new(0)), Role::Spectator].map(OfflineLink::new));
    let mut pages: Vec<_> = tries.iter().map(|links| [0, 1, 2].map(|link| links[link].open_page())).collect();
    let (mut times, mut update_sizes, mut longest) = (Vec::new(), Vec::new(), [0; 2]);
    for n in 0..200 {
        let rows = table.row_words().len();
        if rows == 0 || table.answer(n * 7 % rows, false).is_err() {
            break;
        }
        let mut shortest = Duration::MAX;
        let mut texts: Vec<String> = Vec::new();
        for (links, pages) in tries.iter_mut().zip(&mut pages) {
            let start = Instant::now();
            OfflineLink::show(links, &mut table, &drawing);
            texts = pages.iter_mut().flat_map(|page| page.receive()).collect();
            shortest = shortest.min(start.elapsed());
        }
        times.push(shortest);
        if n > 0 {
            update_sizes.extend(texts.iter().map(|text| bytes(text)));
        }
        // Link 2 is the spectator's, and link 1 is the player's.
        for (max_size, link) in longest.iter_mut().zip([2, 1]) {
            *max_size = bytes(&tries[0][link].open_page().receive()[0]).max(*max_size);
        }
    }
    let milliseconds = |times: &mut [Duration], percent| percentile(times, percent).as_secs_f64() * 1000.0;
    let kb = |bytes: usize| bytes as f64 / 1024.0;
    update_sizes.sort_unstable();
    println!("{game}: {} events, median {:.2} ms", times.len(), milliseconds(&mut times, 50));
    results.report(&format!("{game}: making three views, 95 of 100"), milliseconds(&mut times, 95), "ms", 2.0);
    results.report(&format!("{game}: a spectator's longest full view, without log"), kb(longest[0]), "KB", 16.0);
    println!(
        "  a player's with rows {:.1} KB; messages of one event: median {:.1} KB, 95 of 100 {:.1} KB",
        kb(longest[1]),
        kb(update_sizes[update_sizes.len() / 2]),
        kb(update_sizes[update_sizes.len() * 95 / 100])
    );
}

/// Memory use as a game goes on, after the first tenth of its answers. The allocator counts the bytes, because the
/// value of the operating system depends on memory that was freed before.
#[derive(Default)]
struct MemoryUse {
    /// Bytes in use and the number of events after the first tenth of the answers.
    first: (usize, usize),
    /// Bytes in use and the number of events after the last answer.
    last: (usize, usize),
}

impl MemoryUse {
    fn note(&mut self, n: usize, answers: usize, events: usize) {
        let now = (ALLOCATOR.current_usage(), events);
        match n {
            _ if n == answers / 10 => self.first = now,
            _ if n == answers - 1 => self.last = now,
            _ => {}
        }
    }

    fn events(&self) -> f64 {
        (self.last.1 - self.first.1) as f64
    }

    fn per_event(&self) -> f64 {
        (self.last.0 as f64 - self.first.0 as f64) / self.events()
    }
}

/// Measures the memory use of a game that is not served.
fn unserved(game: &'static str, answers: usize) -> MemoryUse {
    let library = library();
    let mut table = table(&library, game, true);
    let mut memory = MemoryUse::default();
    for n in 0..answers {
        let rows = table.row_words().len();
        let is_played =
            if n % 400 == 399 || rows == 0 { table.goto(0).is_ok() } else { table.answer(n * 7 % rows, false).is_ok() };
        if !is_played {
            table.goto(0).unwrap();
        }
        memory.note(n, answers, table.nodes().len());
    }
    memory
}

/// Measures the time from saving a card to its arrival on ten pages.
fn saves(results: &mut Results) {
    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
            match entry.file_type().unwrap().is_dir() {
                true => copy(&entry.path(), &to.join(entry.file_name())),
                false => drop(std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap()),
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    for part in ["cards", "layouts", "scenarios", "scripts"] {
        copy(&root().join(part), &folder.path().join(part));
    }
    let card = std::fs::read_dir(folder.path().join("cards/banana-wars")).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&card).unwrap();
    let base = folder.path().to_owned();
    serve_from(base, "banana-wars", true, |serving| {
        let mut pages = vec![Page::open(serving.at, link(serving, Role::Host))];
        pages.extend((0..9).map(|_| Page::open(serving.at, link(serving, Role::Spectator))));
        let mut times: Vec<Duration> = (0..20)
            .map(|n| {
                std::thread::sleep(Duration::from_millis(200));
                std::fs::write(&card, format!("{text}\n# saved {n} times\n")).unwrap();
                let start = Instant::now();
                pages.iter_mut().for_each(Page::next);
                start.elapsed()
            })
            .collect();
        let percentile_95 = percentile(&mut times, 95).as_secs_f64() * 1000.0;
        println!(
            "a saved card, on the last of 10 pages: median {:.0} ms",
            percentile(&mut times, 50).as_secs_f64() * 1000.0
        );
        results.report("a saved card, on the last of 10 pages, 95 of 100", percentile_95, "ms", 300.0);
    });
}

fn main() -> ExitCode {
    let mut results = Results::default();
    for game in ["banana-wars", "cuba-libre", "latin-intervention", "fortress-america"] {
        views(&mut results, game);
    }
    served("banana-wars", |serving| {
        let before_clients = megabytes();
        let mut host = Page::open(serving.at, link(serving, Role::Host));
        let mut spectators: Vec<Page> =
            (0..50).map(|_| Page::open(serving.at, link(serving, Role::Spectator))).collect();
        // This includes the clients' buffers, because they are in this process.
        results.report("memory with 50 clients, the clients' side included", megabytes(), "MB", 60.0);
        println!("  without them {before_clients:.1} MB");
        let mut times = Vec::new();
        for n in 0..100 {
            let start = Instant::now();
            let before = serving.counts.views();
            host.answer(n);
            host.next();
            spectators.iter_mut().for_each(Page::next);
            times.push(start.elapsed());
            assert_eq!(serving.counts.views() - before, 4, "one view of each event for each kind of link");
            std::thread::sleep(Duration::from_millis(30));
        }
        results.report(
            "an answer on the last of 50 pages, 95 of 100",
            percentile(&mut times, 95).as_secs_f64() * 1000.0,
            "ms",
            50.0,
        );
    });
    saves(&mut results);
    // `cargo bench -p cardwright-web -- 2000` plays 2000 answers.
    let answers: usize = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(10_000);
    // The game itself stores every event of every branch, so its memory grows without a server too. Compare with a game
    // that is not served.
    let unserved_memory = unserved("banana-wars", answers);
    served("banana-wars", |serving| {
        let mut hosts: Vec<Page> = (0..8).map(|_| Page::open(serving.at, link(serving, Role::Host))).collect();
        let mut memory = MemoryUse::default();
        // Play as fast as the rate limits of eight pages allow.
        for n in 0..answers {
            let host = n % hosts.len();
            hosts[host].answer(n);
            hosts.iter_mut().for_each(Page::next);
            memory.note(n, answers, hosts[0].view["last"].as_u64().unwrap() as usize);
            std::thread::sleep(Duration::from_millis(6));
        }
        let (served, unserved) = (memory.per_event(), unserved_memory.per_event());
        println!("{answers} answers: {unserved:.0} bytes for each event without a server, {served:.0} with one");
        let extra = (served - unserved).max(0.0) * memory.events() / (1 << 20) as f64;
        results.report("additional memory for serving these answers", extra, "MB", 2.0);
    });
    if results.is_exceeded { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
