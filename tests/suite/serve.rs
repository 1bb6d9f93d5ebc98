//! `cardwright serve`: its output, the prompt's commands through a socket, games that continue at the prompt or in
//! another server, and how the server stops.
#![cfg(all(unix, feature = "web"))]
#![allow(clippy::unwrap_used, missing_docs)]

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use tungstenite::{ClientRequestBuilder, Message, WebSocket, client};

/// A running `cardwright serve`.
struct Served {
    program: Child,
    out: BufReader<ChildStdout>,
    /// The output up to the line that says how to stop the server.
    output: String,
}

impl Served {
    fn start(data: &Path, arguments: &[&str]) -> Served {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        program.args(["serve", "--port", "0"]).args(arguments);
        Served::run(data, program)
    }

    /// Runs a command that serves a game.
    fn run(data: &Path, mut program: Command) -> Served {
        let mut program = program
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("CARDWRIGHT_DATA", data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(program.stdout.take().unwrap());
        let mut output = String::new();
        while !output.ends_with("Ctrl-C stops the server.\n") {
            if out.read_line(&mut output).unwrap() == 0 {
                program.stderr.take().unwrap().read_to_string(&mut output).unwrap();
                panic!("it ended: {output}");
            }
        }
        Served { program, out, output }
    }

    /// Returns the key of the link whose line in the output begins with `owner`, for instance `host` or `Activista`.
    fn key(&self, owner: &str) -> &str {
        let line = self.output.lines().find(|line| line.trim().starts_with(owner)).unwrap();
        line.split("#k=").nth(1).unwrap()
    }

    /// Opens the link whose line in the output begins with `owner`.
    fn open(&self, owner: &str) -> Page {
        let address = self.output.split("http://").nth(1).unwrap().split('/').next().unwrap();
        let request = ClientRequestBuilder::new(format!("ws://{address}/ws").parse().unwrap());
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let (socket, _) = client(request.with_header("Origin", format!("http://{address}")), stream).unwrap();
        let mut page = Page { socket, view: Value::Null };
        page.send(&json!({ "key": self.key(owner), "log": 0 }));
        page.next("view");
        page
    }

    /// Sends Ctrl-C and returns the remaining output.
    fn interrupt(mut self) -> String {
        let kill = Command::new("kill").args(["-INT", &self.program.id().to_string()]).status().unwrap();
        assert!(kill.success());
        assert_eq!(self.program.wait().unwrap().code(), Some(0));
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        self.program.stderr.take().unwrap().read_to_string(&mut rest).unwrap();
        rest
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

struct Page {
    socket: WebSocket<TcpStream>,
    view: Value,
}

impl Page {
    fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    fn next(&mut self, kind: &str) -> Value {
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["m"] == "view" {
                // The page keeps parts that are not sent again.
                let mut parts = if message["whole"] == true { json!({}) } else { self.view["parts"].take() };
                let new = message["parts"].as_object().unwrap().clone();
                parts.as_object_mut().unwrap().extend(new);
                self.view = message.clone();
                self.view["parts"] = parts;
            }
            if message["m"] == kind {
                return message;
            }
        }
    }

    /// Sends a line and returns the kind and the text of the reply.
    fn line(&mut self, line: &str) -> (String, String) {
        let at = self.view["at"].clone();
        self.send(&json!({ "to": 1, "at": at, "line": line }));
        let reply = self.next("reply");
        (reply["of"].as_str().unwrap().to_owned(), reply["text"].as_str().unwrap_or_default().to_owned())
    }
}

#[test]
fn an_interrupted_game_continues_with_the_same_links() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &["banana-wars", "--seed", "7"]);
    let links: Vec<&str> = served.output.lines().filter(|line| line.contains("#k=")).map(str::trim_start).collect();
    for (line, owner) in links.iter().zip(["host", "Activista", "United States", "spectators"]) {
        assert!(line.starts_with(owner), "{line}");
    }
    let mut page = served.open("Activista");
    assert_eq!(page.line("play 52 honduras").0, "played");
    let keys = served.output.lines().filter_map(|line| line.split("#k=").nth(1)).map(str::to_owned).collect::<Vec<_>>();
    let output = served.interrupt();
    assert!(output.contains("`--resume last`"), "{output}");
    let second = Served::start(data.path(), &["--resume", "last"]);
    assert!(keys.iter().all(|key| second.output.contains(key.as_str())), "the links are the same");
    assert_eq!(second.open("spectators").view["last"], 2);
    second.interrupt();
    let prompt = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["play", "--resume", "last"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARDWRIGHT_DATA", data.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&prompt.stderr).contains("at event 2"));
}

/// `ulimit` bounds the record's size, which has the effect of a full disk.
#[test]
fn a_record_that_cannot_grow_is_reported_and_the_game_can_be_resumed() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &["banana-wars", "--seed", "7"]);
    let keys: Vec<String> =
        served.output.lines().filter_map(|line| line.split("#k=").nth(1)).map(str::to_owned).collect();
    served.interrupt();
    let mut program = Command::new("sh");
    let shell_line = "ulimit -f 48; exec \"$0\" serve --port 0 --resume last";
    program.args(["-c", shell_line, env!("CARGO_BIN_EXE_cardwright")]);
    let served = Served::run(data.path(), program);
    let (mut host, mut seat) = (served.open("host"), served.open("Activista"));
    // Write long notes until one does not fit, then short notes until one does not fit.
    let mut until_refused = |note: String| {
        let replies = std::iter::repeat_with(|| {
            std::thread::sleep(Duration::from_millis(60));
            host.line(&note)
        });
        replies.take(100).find(|(kind, _)| kind != "done").unwrap()
    };
    until_refused(format!("note {}", "x".repeat(900)));
    let refused = until_refused("note x".into());
    assert!(refused.1.contains("the game's record cannot be written: the answer was not taken"), "{refused:?}");
    let (kind, text) = seat.line("play 52 honduras");
    assert!(kind == "refused" && text.contains("nothing is lost"), "{text}");
    assert_eq!(seat.view["last"], 0, "the answer has no effect");
    assert!(!text.contains(".cwr"), "a player does not learn the path of the record: {text}");
    served.interrupt();
    let served = Served::start(data.path(), &["--resume", "last"]);
    assert!(keys.iter().all(|key| served.output.contains(key.as_str())), "the links are the same");
    assert_eq!(served.open("Activista").line("play 52 honduras").0, "played");
}

#[test]
fn a_missing_record_cannot_be_read() {
    let data = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    command.args(["serve", "--port", "0", "--resume", "nowhere/none.cwr"]).env("CARDWRIGHT_DATA", data.path());
    let finished = command.current_dir(data.path()).output().unwrap();
    let message = String::from_utf8_lossy(&finished.stderr).into_owned();
    assert!(!finished.status.success() && message.contains("cannot read nowhere/none.cwr"), "{message}");
}

#[test]
fn commands_of_the_prompt_tell_each_viewer_what_it_may_know() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &["banana-wars", "--seed", "7", "--no-record"]);
    let mut host = served.open("host");
    let mut us = served.open("United States");
    let (kind, text) = us.line("show cuba");
    assert_eq!((kind.as_str(), text.as_str()), ("show", ""), "the reply is data and not text");
    for (line, why) in
        [("adjust cuba: 2 rebel", "only the host"), ("lua 1 + 1", "only the host"), ("legal", "Activista")]
    {
        let (kind, text) = us.line(line);
        assert_eq!(kind, "refused", "{line}");
        assert!(text.contains(why), "{line}: {text}");
    }
    // In a browser nobody may use commands that write files or belong to a terminal.
    for line in [":save x", ":load x", ":export x", ":quit"] {
        let (kind, text) = host.line(line);
        assert!(kind == "refused" && text.contains("works at the prompt of a terminal only"), "{line}: {text}");
    }
    let (kind, text) = host.line(":record x");
    assert!(kind == "refused" && text.contains("without a record"), "there is no record to continue in a file: {text}");
    assert!(host.line("record").1.contains("without a record"));
    assert_eq!(us.line("hash").0, "refused");
    assert!(host.line("hash").1.contains("full"));
    assert_eq!(host.line("lua 1 + 1").1, "2");
    assert!(host.line("where raise-agitators").1.contains("raise-agitators.luau"));
    assert!(host.line("odds end-turn").0 != "error");
    assert_eq!(us.line("dice 6").0, "refused", "a player may not force dice");
    assert_eq!(host.line("dice 6").0, "done");
    assert_eq!(host.line("dice clear").0, "done");
    assert_eq!(host.line("adjust us-action 3").0, "done");
    let view = us.next("view");
    assert_eq!(view["at"], 1, "every page shows the host's adjustment");
    // No command reveals the hand of another side.
    let hand: Vec<String> = {
        let parts = &host.view["parts"];
        let cards = parts["pile activista hand"]["cards"].as_array().unwrap();
        let name = |card: &Value| parts[format!("card {}", card.as_str().unwrap())]["name"].to_string();
        cards.iter().map(name).collect()
    };
    assert!(!hand.is_empty());
    for line in ["show activista hand", "show", "seats", "summary", "log 20"] {
        let (_, text) = us.line(line);
        assert!(hand.iter().all(|name| !text.contains(name.trim_matches('"'))), "{line}: {text}");
    }
    let note = served.interrupt();
    assert!(note.contains("no record was kept"), "{note}");
}

#[test]
fn a_game_of_the_prompt_is_served_and_its_wrong_layout_is_reported() {
    let data = tempfile::tempdir().unwrap();
    let pack_folder = data.path().join("own");
    std::fs::create_dir_all(pack_folder.join("layouts/banana-wars")).unwrap();
    std::fs::write(pack_folder.join("pack.toml"), "id = \"own\"\nversion = \"1.0.0\"\n").unwrap();
    std::fs::write(pack_folder.join("layouts/banana-wars/layout.toml"), "[canvas]\nwidht = 900\n").unwrap();
    let pack = pack_folder.display().to_string();
    let mut prompt = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["play", "banana-wars", "--seed", "7", "--pack", &pack])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARDWRIGHT_DATA", data.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut prompt.stdin.take().unwrap(), b"play 52 honduras\nquit\n").unwrap();
    prompt.wait().unwrap();
    let served = Served::start(data.path(), &["--resume", "last"]);
    assert_eq!(served.open("spectators").view["last"], 2, "the game continues at the event that the prompt reached");
    let notes = served.interrupt();
    assert!(notes.contains("note: ") && notes.contains("`widht`"), "{notes}");
    assert!(notes.contains("the layout is not in use: the automatic map is shown"), "{notes}");
}

/// A layout is saved with an error and then without it: the terminal reports both, and its suggested command names the
/// game's packs.
#[test]
fn saved_layouts_are_reported_at_the_terminal() {
    let data = tempfile::tempdir().unwrap();
    let pack_folder = data.path().join("own");
    let layout = pack_folder.join("layouts/banana-wars/layout.toml");
    std::fs::create_dir_all(layout.parent().unwrap()).unwrap();
    std::fs::write(pack_folder.join("pack.toml"), "id = \"own\"\nversion = \"1.0.0\"\n").unwrap();
    let pack = pack_folder.display().to_string();
    let served = Served::start(data.path(), &["banana-wars", "--seed", "7", "--no-record", "--pack", &pack]);
    let mut host = served.open("host");
    let mut save = |text: &str, kind: &str| {
        std::fs::write(&layout, text).unwrap();
        while host.next("notice")["kind"] != kind {}
    };
    save("[canvas]\nwidht = 900\nheigth = 900\n", "error");
    save("[canvas]\npaper = \"#eeeeee\"\n", "mended");
    let notes = served.interrupt();
    let (wrong, mended) = notes.split_once("note: the layout of the map has no errors any more\n").expect(&notes);
    assert!(wrong.contains("note: ") && wrong.contains("`widht`"), "{notes}");
    assert!(wrong.contains(&format!("`cardwright check banana-wars --pack {pack}` shows them")), "{notes}");
    assert!(wrong.contains("the layout is not in use: the map stays as it was until it has no errors"), "{notes}");
    assert!(!mended.contains("widht"), "{notes}");
}

/// Games are started three at a time, until two records have the same second in their names.
#[test]
fn games_started_in_one_second_have_separate_records_and_links() {
    let data = tempfile::tempdir().unwrap();
    let file_names = |ending: &str| {
        let files = std::fs::read_dir(data.path().join("games")).into_iter().flatten().map(|file| file.unwrap().path());
        let files = files.filter(|path| path.to_str().unwrap().ends_with(ending));
        files.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    let mut keys = BTreeSet::new();
    let mut started = 0;
    // The second record of the same second has a name such as `banana-wars-20251120-162145-2.cwr`.
    let is_second = |name: &String| name.matches('-').count() > 3;
    while started == 0 || !file_names(".cwr").iter().any(is_second) {
        assert!(started < 60, "no two games share a second: {:?}", file_names(".cwr"));
        let servers = std::thread::scope(|scope| {
            let serve = || scope.spawn(|| Served::start(data.path(), &["banana-wars"]));
            [serve(), serve(), serve()].map(|it| it.join().unwrap())
        });
        for served in &servers {
            keys.extend(served.output.lines().filter_map(|line| line.split("#k=").nth(1)).map(str::to_owned));
        }
        started += servers.len();
    }
    let (records, seats) = (file_names(".cwr"), file_names(".cwr.seats"));
    assert_eq!((records.len(), keys.len()), (started, started * 4), "{records:?}");
    assert_eq!(seats, records.iter().map(|name| format!("{name}.seats")).collect());
}

/// A side played by scripts has no link; its actions are in every viewer's log.
#[test]
fn actions_of_scripted_sides_are_public() {
    let data = tempfile::tempdir().unwrap();
    let rules = ["govt", "dr", "synd"].map(|side| format!("{side}=nonplayer"));
    let mut arguments = vec!["cuba-libre", "--seed", "7", "--no-record"];
    arguments.extend(rules.iter().flat_map(|seat| ["--seat", seat.as_str()]));
    let served = Served::start(data.path(), &arguments);
    let links = served.output.lines().filter(|line| line.contains("#k=")).count();
    assert_eq!(links, 3, "links of the host, 26July and the spectators: {}", served.output);
    let mut seat = served.open("26July");
    assert_eq!(seat.line("pass").0, "played");
    while seat.view["at"] == 0 {
        seat.next("view");
    }
    let entries = seat.view["log"].to_string();
    for action in ["Directorio: Terror in Havana", "Government: Sweep Havana"] {
        assert!(entries.contains(action), "{entries}");
    }
    served.interrupt();
}

#[test]
fn the_server_warns_of_plain_http_and_reports_a_used_port() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &["banana-wars", "--listen", "0.0.0.0", "--no-record"]);
    let port = served
        .output
        .split("http://")
        .nth(1)
        .unwrap()
        .split('/')
        .next()
        .unwrap()
        .rsplit(':')
        .next()
        .unwrap()
        .to_owned();
    assert!(served.output.contains("#k="));
    let second = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["serve", "banana-wars", "--listen", "0.0.0.0", "--port", &port])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARDWRIGHT_DATA", data.path())
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&second.stderr).contains("is in use"));
    assert!(!data.path().join("games").exists(), "no game was begun");
    assert!(served.interrupt().contains("plain http"));
}

#[test]
fn with_keep_secrets_hashes_stay_hidden_after_the_game() {
    let data = tempfile::tempdir().unwrap();
    for keeps_secrets in [true, false] {
        let mut arguments = vec!["banana-wars", "--no-record"];
        arguments.extend(keeps_secrets.then_some("--keep-secrets"));
        let served = Served::start(data.path(), &arguments);
        let mut us = served.open("United States");
        let is_hidden = |(kind, text): (String, String)| kind == "refused" && !text.contains("board  ");
        assert!(is_hidden(us.line("hash")));
        assert_eq!(us.line("resign us yes").0, "done");
        while us.view["over"].is_null() {
            us.next("view");
        }
        assert_eq!(is_hidden(us.line("hash")), keeps_secrets, "only --keep-secrets hides the hash now");
        let (kind, text) = us.line("undo");
        assert!(kind == "refused" && !(keeps_secrets && text.contains("shown")), "{text}");
    }
}

#[test]
fn a_slow_script_delays_no_other_page_by_the_clock_and_the_server_can_stop() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &["banana-wars", "--no-record"]);
    let (mut host, mut activista) = (served.open("host"), served.open("Activista"));
    let text = host.line("lua 1 + 1").1;
    assert_eq!(text, "2");
    assert_eq!(activista.line("lua 1 + 1").0, "refused");
    let endless = "lua (function() while true do end end)()";
    host.send(&json!({ "to": 7, "at": host.view["at"], "line": endless }));
    let start = std::time::Instant::now();
    assert_eq!(activista.line("log 1").0, "log");
    served.interrupt();
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

#[test]
fn a_wrong_host_name_is_refused() {
    for name in ["", " ", "*", "https://table.example", "a b", ":7777"] {
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["serve", "banana-wars", "--port", "0", "--no-record", "--allow-host", name])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("write the name alone"), "{name}");
    }
}
