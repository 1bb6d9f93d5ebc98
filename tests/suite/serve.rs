//! `cardwright serve`: its output, the prompt's commands through a socket, records that continue elsewhere, and its
//! end.
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

/// The program as a server.
struct Served {
    program: Child,
    out: BufReader<ChildStdout>,
    /// The output up to its last line.
    told: String,
}

impl Served {
    fn of(data: &Path, arguments: &[&str]) -> Served {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        program.args(["serve", "--port", "0"]).args(arguments);
        Served::by(data, program)
    }

    fn by(data: &Path, mut program: Command) -> Served {
        let mut program = program
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("CARDWRIGHT_DATA", data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(program.stdout.take().unwrap());
        let mut told = String::new();
        while !told.ends_with("Ctrl-C stops the server.\n") {
            if out.read_line(&mut told).unwrap() == 0 {
                program.stderr.take().unwrap().read_to_string(&mut told).unwrap();
                panic!("it ended: {told}");
            }
        }
        Served { program, out, told }
    }

    /// The key of the link whose line begins like this.
    fn key(&self, whose: &str) -> &str {
        let line = self.told.lines().find(|line| line.trim().starts_with(whose)).unwrap();
        line.split("#k=").nth(1).unwrap()
    }

    fn open(&self, whose: &str) -> Page {
        let at = self.told.split("http://").nth(1).unwrap().split('/').next().unwrap();
        let request = ClientRequestBuilder::new(format!("ws://{at}/ws").parse().unwrap());
        let stream = TcpStream::connect(at).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let (socket, _) = client(request.with_header("Origin", format!("http://{at}")), stream).unwrap();
        let mut page = Page { socket, view: Value::Null };
        page.send(&json!({ "key": self.key(whose), "log": 0 }));
        page.next("view");
        page
    }

    /// Sends Ctrl-C and returns the remaining output.
    fn interrupt(mut self) -> String {
        let done = Command::new("kill").args(["-INT", &self.program.id().to_string()]).status().unwrap();
        assert!(done.success());
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

    /// The reply to a line: its kind and its text.
    fn line(&mut self, line: &str) -> (String, String) {
        let at = self.view["at"].clone();
        self.send(&json!({ "to": 1, "at": at, "line": line }));
        let reply = self.next("reply");
        (reply["of"].as_str().unwrap().to_owned(), reply["text"].as_str().unwrap_or_default().to_owned())
    }
}

#[test]
fn a_served_game_is_interrupted_and_continues() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::of(data.path(), &["banana-wars", "--seed", "7"]);
    let whose: Vec<&str> = served.told.lines().filter(|line| line.contains("#k=")).map(str::trim_start).collect();
    for (line, whose) in whose.iter().zip(["host", "Activista", "United States", "spectators"]) {
        assert!(line.starts_with(whose), "{line}");
    }
    let mut page = served.open("Activista");
    assert_eq!(page.line("play 52 honduras").0, "played");
    let keys = served.told.lines().filter_map(|line| line.split("#k=").nth(1)).map(str::to_owned).collect::<Vec<_>>();
    let said = served.interrupt();
    assert!(said.contains("`--resume last`"), "{said}");
    let again = Served::of(data.path(), &["--resume", "last"]);
    assert!(keys.iter().all(|key| again.told.contains(key.as_str())), "the same links");
    assert_eq!(again.open("spectators").view["last"], 2);
    again.interrupt();
    let prompt = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["play", "--resume", "last"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARDWRIGHT_DATA", data.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&prompt.stderr).contains("at event 2"));
}

/// As on a full disk: the record may not grow.
#[test]
fn a_record_that_cannot_grow_is_reported_and_recovers() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::of(data.path(), &["banana-wars", "--seed", "7"]);
    let keys: Vec<String> =
        served.told.lines().filter_map(|line| line.split("#k=").nth(1)).map(str::to_owned).collect();
    served.interrupt();
    let mut program = Command::new("sh");
    let bound = "ulimit -f 48; exec \"$0\" serve --port 0 --resume last";
    program.args(["-c", bound, env!("CARGO_BIN_EXE_cardwright")]);
    let served = Served::by(data.path(), program);
    let (mut host, mut seat) = (served.open("host"), served.open("Activista"));
    // Long notes as long as there is room for them, then short ones.
    let mut until_refused = |note: String| {
        let said = std::iter::repeat_with(|| {
            std::thread::sleep(Duration::from_millis(60));
            host.line(&note)
        });
        said.take(100).find(|(of, _)| of != "done").unwrap()
    };
    until_refused(format!("note {}", "x".repeat(900)));
    let refused = until_refused("note x".into());
    assert!(refused.1.contains("the game's record cannot be written: the answer was not taken"), "{refused:?}");
    let (of, text) = seat.line("play 52 honduras");
    assert!(of == "refused" && text.contains("nothing is lost"), "{text}");
    assert_eq!(seat.view["last"], 0, "what is not written did not happen");
    assert!(!text.contains(".cwr"), "where it lies is no matter of a seat: {text}");
    served.interrupt();
    let served = Served::of(data.path(), &["--resume", "last"]);
    assert!(keys.iter().all(|key| served.told.contains(key.as_str())), "the same links");
    assert_eq!(served.open("Activista").line("play 52 honduras").0, "played");
}

#[test]
fn a_missing_record_cannot_be_read() {
    let data = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    command.args(["serve", "--port", "0", "--resume", "nowhere/none.cwr"]).env("CARDWRIGHT_DATA", data.path());
    let done = command.current_dir(data.path()).output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(!done.status.success() && told.contains("cannot read nowhere/none.cwr"), "{told}");
}

#[test]
fn commands_of_the_prompt_answer_each_viewer() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::of(data.path(), &["banana-wars", "--seed", "7", "--no-record"]);
    let mut host = served.open("host");
    let mut us = served.open("United States");
    let (of, text) = us.line("show cuba");
    assert_eq!((of.as_str(), text.as_str()), ("show", ""), "as data");
    for (line, why) in
        [("adjust cuba: 2 rebel", "only the host"), ("lua 1 + 1", "only the host"), ("legal", "Activista")]
    {
        let (of, text) = us.line(line);
        assert_eq!(of, "refused", "{line}");
        assert!(text.contains(why), "{line}: {text}");
    }
    // Commands that write files, or belong to a terminal, are refused to all.
    for line in [":save x", ":load x", ":export x", ":quit"] {
        let (of, text) = host.line(line);
        assert!(of == "refused" && text.contains("works at the prompt of a terminal only"), "{line}: {text}");
    }
    let (of, text) = host.line(":record x");
    assert!(of == "refused" && text.contains("takes no file"), "which file is not for a browser to say: {text}");
    assert!(host.line("record").1.contains("without a record"));
    assert_eq!(us.line("hash").0, "refused");
    assert!(host.line("hash").1.contains("full"));
    assert_eq!(host.line("lua 1 + 1").1, "2");
    assert!(host.line("where raise-agitators").1.contains("raise-agitators.luau"));
    assert!(host.line("odds end-turn").0 != "error");
    assert_eq!(us.line("dice 6").0, "refused", "what will be rolled is for no seat to say");
    assert_eq!(host.line("dice 6").0, "done");
    assert_eq!(host.line("dice clear").0, "done");
    assert_eq!(host.line("adjust us-action 3").0, "done");
    let view = us.next("view");
    assert_eq!(view["at"], 1, "what the host sets is on every page");
    // None of them reveals a hand.
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
fn an_unused_layout_is_reported_and_a_prompt_game_is_served() {
    let data = tempfile::tempdir().unwrap();
    let own = data.path().join("own");
    std::fs::create_dir_all(own.join("layouts/banana-wars")).unwrap();
    std::fs::write(own.join("pack.toml"), "id = \"own\"\nversion = \"1.0.0\"\n").unwrap();
    std::fs::write(own.join("layouts/banana-wars/layout.toml"), "[canvas]\nwidht = 900\n").unwrap();
    let pack = own.display().to_string();
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
    let served = Served::of(data.path(), &["--resume", "last"]);
    assert_eq!(served.open("spectators").view["last"], 2, "the game goes on where it stood at the prompt");
    let told = served.interrupt();
    assert!(told.contains("note: ") && told.contains("`widht`"), "{told}");
    assert!(told.contains("the layout is not in use: the map is worked out from the board"), "{told}");
}

/// A layout is saved with an error and then without it: the terminal reports both, and its suggested command names the
/// game's packs.
#[test]
fn saved_layouts_are_reported_at_the_terminal() {
    let data = tempfile::tempdir().unwrap();
    let own = data.path().join("own");
    let layout = own.join("layouts/banana-wars/layout.toml");
    std::fs::create_dir_all(layout.parent().unwrap()).unwrap();
    std::fs::write(own.join("pack.toml"), "id = \"own\"\nversion = \"1.0.0\"\n").unwrap();
    let pack = own.display().to_string();
    let served = Served::of(data.path(), &["banana-wars", "--seed", "7", "--no-record", "--pack", &pack]);
    let mut host = served.open("host");
    let mut save = |text: &str, kind: &str| {
        std::fs::write(&layout, text).unwrap();
        while host.next("notice")["kind"] != kind {}
    };
    save("[canvas]\nwidht = 900\nheigth = 900\n", "error");
    save("[canvas]\npaper = \"#eeeeee\"\n", "mended");
    let told = served.interrupt();
    let (wrong, mended) = told.split_once("note: what was wrong with the map is mended\n").expect(&told);
    assert!(wrong.contains("note: ") && wrong.contains("`widht`"), "{told}");
    assert!(wrong.contains(&format!("`cardwright check banana-wars --pack {pack}` shows them")), "{told}");
    assert!(wrong.contains("the layout is not in use: the map stays as it was until this is mended"), "{told}");
    assert!(!mended.contains("widht"), "{told}");
}

/// Several start at once, until two have the same second in their names.
#[test]
fn games_started_in_one_second_have_separate_records_and_links() {
    let data = tempfile::tempdir().unwrap();
    let of = |ending: &str| {
        let files = std::fs::read_dir(data.path().join("games")).into_iter().flatten().map(|file| file.unwrap().path());
        let files = files.filter(|path| path.to_str().unwrap().ends_with(ending));
        files.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    let mut keys = BTreeSet::new();
    let mut begun = 0;
    // `banana-wars-20251120-162145-2.cwr`
    let is_second = |name: &String| name.matches('-').count() > 3;
    while begun == 0 || !of(".cwr").iter().any(is_second) {
        assert!(begun < 60, "they never meet: {:?}", of(".cwr"));
        let all = std::thread::scope(|scope| {
            let serve = || scope.spawn(|| Served::of(data.path(), &["banana-wars"]));
            [serve(), serve(), serve()].map(|it| it.join().unwrap())
        });
        for served in &all {
            keys.extend(served.told.lines().filter_map(|line| line.split("#k=").nth(1)).map(str::to_owned));
        }
        begun += all.len();
    }
    let (records, seats) = (of(".cwr"), of(".cwr.seats"));
    assert_eq!((records.len(), keys.len()), (begun, begun * 4), "{records:?}");
    assert_eq!(seats, records.iter().map(|name| format!("{name}.seats")).collect());
}

/// A side played by scripts has no link; its actions are in every viewer's log.
#[test]
fn actions_of_scripted_sides_are_public() {
    let data = tempfile::tempdir().unwrap();
    let rules = ["govt", "dr", "synd"].map(|side| format!("{side}=nonplayer"));
    let mut arguments = vec!["cuba-libre", "--seed", "7", "--no-record"];
    arguments.extend(rules.iter().flat_map(|seat| ["--seat", seat.as_str()]));
    let served = Served::of(data.path(), &arguments);
    let links = served.told.lines().filter(|line| line.contains("#k=")).count();
    assert_eq!(links, 3, "the host, the one seat, and one to watch: {}", served.told);
    let mut seat = served.open("26July");
    assert_eq!(seat.line("pass").0, "played");
    while seat.view["at"] == 0 {
        seat.next("view");
    }
    let entries = seat.view["log"].to_string();
    for told in ["Directorio: Terror in Havana", "Government: Sweep Havana"] {
        assert!(entries.contains(told), "{entries}");
    }
    served.interrupt();
}

#[test]
fn the_server_prints_its_reach_and_reports_a_used_port() {
    let data = tempfile::tempdir().unwrap();
    let all = Served::of(data.path(), &["banana-wars", "--listen", "0.0.0.0", "--no-record"]);
    let port =
        all.told.split("http://").nth(1).unwrap().split('/').next().unwrap().rsplit(':').next().unwrap().to_owned();
    assert!(all.told.contains("#k="));
    let again = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["serve", "banana-wars", "--listen", "0.0.0.0", "--port", &port])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARDWRIGHT_DATA", data.path())
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&again.stderr).contains("is in use"));
    assert!(!data.path().join("games").exists(), "no game was begun");
    assert!(all.interrupt().contains("plain http"));
}

#[test]
fn hashes_stay_hidden_if_secrets_outlast_the_game() {
    let data = tempfile::tempdir().unwrap();
    for keeps in [true, false] {
        let mut arguments = vec!["banana-wars", "--no-record"];
        arguments.extend(keeps.then_some("--keep-secrets"));
        let served = Served::of(data.path(), &arguments);
        let mut us = served.open("United States");
        let hides = |(of, text): (String, String)| of == "refused" && !text.contains("board  ");
        assert!(hides(us.line("hash")));
        assert_eq!(us.line("resign us yes").0, "done");
        while us.view["over"].is_null() {
            us.next("view");
        }
        assert_eq!(hides(us.line("hash")), keeps, "as before the end");
        let (of, text) = us.line("undo");
        assert!(of == "refused" && !(keeps && text.contains("shown")), "{text}");
    }
}

#[test]
fn a_slow_script_delays_nobody_and_the_server_can_end() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::of(data.path(), &["banana-wars", "--no-record"]);
    let (mut host, mut activista) = (served.open("host"), served.open("Activista"));
    let text = host.line("lua 1 + 1").1;
    assert_eq!(text, "2");
    assert_eq!(activista.line("lua 1 + 1").0, "refused");
    let endless = "lua (function() while true do end end)()";
    host.send(&json!({ "to": 7, "at": host.view["at"], "line": endless }));
    let began = std::time::Instant::now();
    assert_eq!(activista.line("log 1").0, "log");
    served.interrupt();
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
}

#[test]
fn a_name_of_this_machine_is_accepted() {
    for name in ["", " ", "*", "https://table.example", "a b", ":7777"] {
        let done = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["serve", "banana-wars", "--port", "0", "--no-record", "--allow-host", name])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(2), "{name}");
        assert!(String::from_utf8_lossy(&done.stderr).contains("write the name alone"), "{name}");
    }
}
