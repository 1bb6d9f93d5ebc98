//! Each command has the same effect at the prompt and in the browser, or both refuse it with the same text.
#![allow(clippy::unwrap_used)]

use cardwright_bots::RANDOM;
use cardwright_cli::repl::PipedPrompt;
use cardwright_content::PackSource;
use cardwright_session::{Access, COMMANDS, Command, Place, Places, Session};
use cardwright_table::{Library, Seat, SetUp, Table};
use cardwright_web::{Link, Options, Role, RunningServer, ServedGame, serve};
use serde_json::{Value, json};
use std::net::TcpStream;
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tungstenite::{ClientRequestBuilder, Message, WebSocket, client};

/// Command lines with good and bad arguments. [`lines`] adds three lines for each command: the name alone, the example,
/// and the name with a wrong argument.
const LINES: [&str; 31] = [
    "adjust points 5",
    "adjust nonsense",
    "branches now",
    "decisions full",
    "decisions ful",
    "dice 5 6",
    "dice 99",
    "dice clear",
    "goto 0",
    "goto 99",
    "goto end",
    "hash 3",
    "help undo",
    "help undoo",
    "ledger points",
    "ledger nothing",
    "legal raise",
    "legal xyz",
    "log 1",
    "log since",
    "log set-up",
    "log many",
    "lua value(POINTS, RED)",
    "note a good move",
    "odds stir hills",
    "preview raise hills",
    "resign nobody",
    "seat blue random",
    "show hills",
    "where hills",
    "why raise nowhere",
];

/// The lines that are typed before each command line. They undo the second answer, so `redo` has something to redo.
const BEFORE: [&str; 3] = ["raise port", "raise river", "undo"];

fn game(seats: &[(&str, Seat)], open: bool, record: &Path) -> (Table, Library) {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
    let library = Library::open(vec![PackSource::Folder(demo)]).unwrap();
    let (program, mut vm, _) = library.load("demo").unwrap();
    vm.set_structured_log(true);
    let seats = seats.iter().map(|(side, seat)| ((*side).to_owned(), *seat)).collect();
    let set_up = SetUp { scenario: "standard".into(), seed: 7, seats, open, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    table.keep_record(record).unwrap();
    (table, library)
}

/// The state of a game that commands may change.
#[derive(Debug, PartialEq, Eq)]
struct State {
    event: usize,
    events: usize,
    is_over: bool,
}

/// The reply to a line, without marks such as `✓`.
#[derive(Debug)]
struct Answer {
    is_refused: bool,
    text: String,
}

fn one_line(text: &str) -> String {
    text.split_whitespace().filter(|word| !["✗", "✓", "!"].contains(word)).collect::<Vec<_>>().join(" ")
}

/// Types lines at the prompt. Returns the answer to the last line.
fn at_prompt(seats: &[(&str, Seat)], open: bool, lines: &[&str]) -> (Answer, State) {
    let folder = tempfile::tempdir().unwrap();
    let (table, library) = game(seats, open, &folder.path().join("game.cwr"));
    let mut prompt = PipedPrompt::new(table, library);
    let mut last = None;
    for line in lines {
        last = Some(prompt.line(line));
    }
    let reply = last.unwrap();
    let table = prompt.table();
    let state = State { event: table.current_event(), events: table.nodes().len(), is_over: table.is_over() };
    (Answer { is_refused: reply.refused, text: one_line(&reply.text) }, state)
}

/// Types lines at a link of a served game. Returns the answer to the last line.
fn in_browser(seats: &[(&str, Seat)], open: bool, role: &str, lines: &[&str]) -> (Answer, State) {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.cwr");
    let (send, receive) = channel();
    let (seats, path) = (seats.iter().map(|(side, seat)| (*side, *seat)).collect::<Vec<_>>(), record.clone());
    let seats: Vec<(String, Seat)> = seats.into_iter().map(|(side, seat)| (side.to_owned(), seat)).collect();
    let server = std::thread::spawn(move || {
        let start = || -> Result<ServedGame, String> {
            let seats: Vec<(&str, Seat)> = seats.iter().map(|(side, seat)| (side.as_str(), *seat)).collect();
            let (table, library) = game(&seats, open, &path);
            let session = Session::new(table, Arc::new(Mutex::new(library)), Place::Browser, 0);
            Ok(ServedGame { session, is_watched: false, report: Box::new(|_| {}) })
        };
        serve(start, &Options::default(), |serving| send.send(serving.clone()).unwrap()).map(drop)
    });
    let serving: RunningServer = receive.recv_timeout(Duration::from_secs(60)).unwrap();
    let is_wanted = |link: &&Link| match link.role {
        Role::Host => role == "host",
        Role::Side(_) => link.names.iter().any(|name| name.to_lowercase() == role),
        Role::Spectator => role == "spectator",
    };
    let key = serving.links.iter().find(is_wanted).unwrap().key.clone();
    let mut page = Page::open(&serving, &key);
    let mut last = Value::Null;
    for line in lines {
        last = page.line(line);
    }
    let state = State {
        event: page.view["at"].as_u64().unwrap() as usize,
        events: page.view["last"].as_u64().unwrap() as usize + 1,
        is_over: !page.view["over"].is_null(),
    };
    serving.stop.now();
    drop(page);
    server.join().unwrap().map_err(|error| error.to_string()).unwrap();
    let text = last["text"].as_str().unwrap_or_default();
    let lines: Vec<String> = text.lines().map(one_line).collect();
    (Answer { is_refused: last["of"] == "refused", text: lines.join("\n") }, state)
}

/// A connected page with its newest view. `sent` counts its messages.
struct Page {
    socket: WebSocket<TcpStream>,
    view: Value,
    sent: u64,
}

impl Page {
    fn open(serving: &RunningServer, key: &str) -> Page {
        let address = serving.at;
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request = ClientRequestBuilder::new(format!("ws://{address}/ws").parse().unwrap())
            .with_header("Origin", format!("http://{address}"));
        let (socket, _) = client(request, stream).unwrap();
        let mut page = Page { socket, view: Value::Null, sent: 0 };
        page.send(&json!({ "key": key }));
        while page.view.is_null() {
            page.read();
        }
        page
    }

    fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    fn read(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["m"] == "view" {
                    self.view = message.clone();
                }
                return message;
            }
        }
    }

    /// Sends a line and returns the reply to it. The view after the line has then arrived.
    fn line(&mut self, line: &str) -> Value {
        self.sent += 1;
        let (to, at) = (self.sent, self.view["at"].clone());
        self.send(&json!({ "to": to, "at": at, "line": line }));
        let reply = self.reply(to);
        // The server sends a view that the line led to before it answers the next message.
        self.sent += 1;
        let next = self.sent;
        self.send(&json!({ "to": next, "complete": "" }));
        self.reply(next);
        std::thread::sleep(Duration::from_millis(20));
        reply
    }

    fn reply(&mut self, to: u64) -> Value {
        loop {
            let message = self.read();
            if message["m"] == "reply" && message["to"] == to {
                return message;
            }
        }
    }
}

/// Returns lines that use every command of both the prompt and the browser.
fn lines() -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (table, library) = game(&[], true, &folder.path().join("game.cwr"));
    let session = Session::new(table, Arc::new(Mutex::new(library)), Place::Prompt, 0);
    let lines_of = |command: &Command| {
        let example = command.example.and_then(|example| example(&session));
        [Some(command.name.to_owned()), Some(format!("{} nonsense", command.name)), example]
    };
    let commands = COMMANDS.iter().filter(|command| command.places == Places::Everywhere);
    let generated = commands.flat_map(|command| lines_of(command)).flatten();
    // At the prompt `record nonsense` would write a file into the folder of the tests.
    generated.filter(|line| line != "record nonsense").chain(LINES.map(str::to_owned)).collect()
}

#[test]
fn every_command_has_the_same_effect_at_the_prompt_and_in_the_browser() {
    for line in lines() {
        let lines = [&BEFORE[..], &[&line]].concat();
        let (prompt, prompt_state) = at_prompt(&[], true, &lines);
        let (browser, browser_state) = in_browser(&[], true, "host", &lines);
        assert_eq!(prompt.is_refused, browser.is_refused, "`{line}`: {prompt:?} {browser:?}");
        assert_eq!(prompt_state, browser_state, "`{line}`: {prompt:?} {browser:?}");
        // Both replies have the same sentences. The prompt also shows the board, and the names of record files differ.
        let prompt_text = prompt.text.replace("/", " ");
        let is_same = browser.text.replace("/", " ").lines().all(|sentence| prompt_text.contains(sentence))
            || line.starts_with("record");
        assert!(is_same, "`{line}`:\n{}\n{}", prompt.text, browser.text);
    }
}

#[test]
fn a_player_can_only_give_up_a_side_that_they_play() {
    let bot = [("blue", Seat::Bot(RANDOM))];
    let refused = "you do not play Blue: a side is given up by its own player";
    let question =
        "Red would give up, the game would be over, and nobody could take it back: `resign red yes` confirms";
    for (answer, state) in
        [at_prompt(&bot, false, &["resign blue yes"]), in_browser(&bot, false, "red", &["resign blue yes"])]
    {
        assert!(answer.is_refused && answer.text.contains(refused), "{answer:?}");
        assert!(!state.is_over);
    }
    for (answer, state) in [at_prompt(&bot, false, &["resign"]), in_browser(&bot, false, "red", &["resign"])] {
        assert!(!answer.is_refused && answer.text.contains(question), "{answer:?}");
        assert!(!state.is_over, "`resign` alone only asks");
    }
    for (answer, state) in
        [at_prompt(&bot, false, &["resign yes"]), in_browser(&bot, false, "red", &["resign red yes"])]
    {
        assert!(!answer.is_refused && answer.text.contains("Red has resigned"), "{answer:?}");
        assert!(state.is_over);
    }
}

#[test]
fn players_and_spectators_are_refused_the_commands_of_the_host() {
    let host_commands: Vec<&str> = COMMANDS
        .iter()
        .filter(|command| command.access == Access::Host && command.places != Places::Prompt)
        .map(|command| command.name)
        .collect();
    assert!(host_commands.contains(&"adjust") && host_commands.contains(&"seed"), "{host_commands:?}");
    for name in host_commands {
        let (answer, _) = in_browser(&[], false, "red", &[name]);
        assert_eq!(answer.text, format!("only the host may use `{name}`"));
        let (answer, _) = in_browser(&[], false, "spectator", &[name]);
        assert_eq!(answer.text, "a spectator can only look: players have links of their own");
    }
}

#[cfg(unix)]
#[test]
fn a_browser_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("started");
    let line = format!("seat blue cmd:touch {}", marker.display());
    let (answer, _) = in_browser(&[], true, "host", &[&line, "seats"]);
    assert!(!answer.text.contains("cmd") && !marker.exists(), "{answer:?}");
    let (answer, _) = in_browser(&[], true, "host", &[&line]);
    assert!(answer.is_refused && answer.text.contains("only at the prompt"), "{answer:?}");
    let (answer, _) = at_prompt(&[], true, &[&line]);
    assert!(!answer.is_refused && answer.text.contains("Blue is cmd now"), "{answer:?}");
    let (answer, _) = at_prompt(&[], true, &["seat blue cmd"]);
    assert!(answer.is_refused, "{answer:?}");
}

#[test]
fn the_former_name_of_a_command_works_and_names_the_new_one() {
    let (answer, _) = at_prompt(&[], true, &["whence hills"]);
    assert!(answer.text.contains("`whence` is now called `where`"), "{answer:?}");
    assert!(!answer.is_refused && answer.text.contains("scenarios/demo/board.toml"), "{answer:?}");
}
