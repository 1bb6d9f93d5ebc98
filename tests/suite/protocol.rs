//! Games over lines of JSON: the command `engine`, and programs that fill seats (`cmd:`).

#![allow(clippy::unwrap_used, missing_docs)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn cardwright(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    command.args(args).current_dir(ROOT).env_remove("FORCE_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// The arguments for a game of `tests/reference`.
fn reference(game: &str) -> [String; 2] {
    ["--base".to_owned(), format!("{ROOT}/tests/reference/{game}")]
}

/// A running `cardwright engine`.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    hello: Value,
}

impl Engine {
    fn start(packs: &[String], game: &str) -> Engine {
        let packs: Vec<&str> = packs.iter().map(String::as_str).collect();
        let mut command = cardwright(&[&packs[..], &["engine", game]].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut engine = Engine { child, input, output, hello: Value::Null };
        engine.hello = engine.read();
        engine
    }
    fn reference(game: &str) -> Engine {
        Engine::start(&reference(game), game)
    }
    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: `{line}`"))
    }
    /// Sends a line, and returns the one line that comes back.
    fn ask(&mut self, line: impl ToString) -> Value {
        writeln!(self.input, "{}", line.to_string()).unwrap();
        self.read()
    }
    /// Sends a line that is refused, and checks the code. Returns the message and what would be right.
    #[track_caller]
    fn refused(&mut self, line: impl ToString, code: &str) -> String {
        let reply = self.ask(line);
        let error = &reply["error"];
        assert_eq!(error["code"], code, "{reply}");
        format!("{}; expected: {}", error["message"].as_str().unwrap(), error["expected"].as_str().unwrap())
    }
    /// Ends the input, and checks that the engine ends without an error.
    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
    /// Plays a game at random to its end. Returns all states.
    fn play(&mut self, new: &Value) -> Vec<Value> {
        let mut states = vec![self.ask(json!({ "new": new }))];
        let mut random = 7_u64;
        loop {
            let state = &states.last().unwrap()["state"];
            self.check(state);
            if !state["over"].is_null() {
                return states;
            }
            let rows = state["rows"].as_array().unwrap();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let index = (random >> 33) as usize % rows.len();
            let amounts = rows[index]["amounts"].as_array();
            let numbers: Vec<&Value> = amounts.into_iter().flatten().map(|amount| &amount["max"]).collect();
            let answer = json!({ "moment": state["moment"], "row": index, "numbers": numbers });
            let next = self.ask(json!({ "answer": answer }));
            states.push(next);
            assert!(states.len() < 20_000, "the game has no end");
        }
    }
    /// Checks a state against `hello`.
    fn check(&self, state: &Value) {
        let hello = &self.hello["hello"];
        let (bounds, numbers) = (hello["numbers"].as_array().unwrap(), state["numbers"].as_array().expect("numbers"));
        assert_eq!(bounds.len(), numbers.len());
        for (bounds, number) in bounds.iter().zip(numbers) {
            let number = number.as_i64().unwrap();
            assert!(bounds["min"].as_i64().unwrap() <= number && number <= bounds["max"].as_i64().unwrap(), "{bounds}");
        }
        for row in state["rows"].as_array().into_iter().flatten() {
            let words: Vec<i64> = row["words"].as_array().unwrap().iter().map(|word| word.as_i64().unwrap()).collect();
            let amounts = row["amounts"].as_array().map_or(0, Vec::len);
            assert_eq!(words.iter().filter(|word| **word == -1).count(), amounts, "a word without a number: {row}");
        }
    }
}

#[test]
fn equal_seeds_give_equal_games_of_every_kind() {
    let base = ["--base".to_owned(), ROOT.to_owned()];
    for (packs, game) in [
        (reference("connect-four"), "connect-four"),
        (reference("kuhn-poker"), "kuhn-poker"),
        (reference("pig"), "pig"),
        (base.clone(), "latin-intervention"),
        (base, "cuba-libre"),
    ] {
        let mut engine = Engine::start(&packs, game);
        let hello = &engine.hello["hello"];
        assert_eq!((hello["protocol"].as_u64(), hello["game"].as_str()), (Some(1), Some(game)));
        let is_short = game != "cuba-libre";
        let (new, other) = (json!({ "seed": 5, "view": is_short }), json!({ "seed": 6, "view": is_short }));
        let strip = |states: Vec<Value>| -> Vec<Value> {
            let strip = |mut state: Value| {
                state["state"]["moment"].take();
                state
            };
            states.into_iter().map(strip).collect()
        };
        let first = strip(engine.play(&new));
        assert!(first.len() > 2 && first.iter().all(|state| state["state"]["view"].is_string() == is_short));
        if is_short {
            // The games between do not matter.
            let second = strip(engine.play(&other));
            assert!(game != "pig" || first != second, "the dice differ");
            assert_eq!(first, strip(engine.play(&new)), "{game}");
        }
        let over = &first.last().unwrap()["state"]["over"];
        assert!(over["places"].is_object() && over["reason"].is_string(), "{over}");
        engine.end();
    }
}

#[test]
fn a_side_reads_only_what_it_may_see() {
    let mut engine = Engine::reference("kuhn-poker");
    let state = engine.ask(json!({ "new": { "seed": 1, "view": true } }))["state"].clone();
    // With this seed the first side has the jack, the second the king.
    let view = state["view"].as_str().unwrap();
    assert!(view.contains("jack") && !view.contains("queen") && !view.contains("king"), "{view}");
    let names: Vec<&str> =
        engine.hello["hello"]["numbers"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    let number = |name: &str| state["numbers"][names.iter().position(|known| *known == name).unwrap()].as_i64();
    assert_eq!((number("card king"), number("card queen")), (Some(-1), Some(-1)));
    assert!(number("card jack") >= Some(0));
    engine.end();
}

#[test]
fn an_answer_is_a_row_or_a_line_and_undo_takes_it_back() {
    let mut engine = Engine::reference("tic-tac-toe");
    let start = engine.ask(json!({ "new": { "seed": 1, "open": true } }))["state"].clone();
    let text = start["rows"][4]["text"].as_str().unwrap().to_owned();
    let by_row = engine.ask(json!({ "answer": { "moment": start["moment"], "row": 4 } }))["state"].clone();
    let undone = engine.ask(json!({ "undo": {} }))["state"].clone();
    assert_eq!((&undone["rows"], &undone["numbers"]), (&start["rows"], &start["numbers"]));
    let by_line = engine.ask(json!({ "answer": { "moment": undone["moment"], "line": text } }))["state"].clone();
    assert_eq!((&by_line["rows"], &by_line["numbers"]), (&by_row["rows"], &by_row["numbers"]));
    assert_ne!(by_line["side"], start["side"]);
    engine.end();
    // Nobody may look into the future: a die has fallen.
    let mut engine = Engine::reference("pig");
    let start = engine.ask(json!({ "new": { "seed": 1 } }))["state"].clone();
    engine.refused(json!({ "undo": {} }), "undo");
    let rolled = start["rows"].as_array().unwrap().iter().position(|row| row["text"] == "roll").unwrap();
    engine.ask(json!({ "answer": { "moment": start["moment"], "row": rolled } }));
    assert!(engine.refused(json!({ "undo": {} }), "undo").contains("cannot be undone"));
    engine.end();
}

#[test]
fn every_wrong_line_gets_one_error_and_the_game_goes_on() {
    let mut engine = Engine::reference("tic-tac-toe");
    let answer = |moment: u64, row: u64| json!({ "answer": { "moment": moment, "row": row } });
    assert!(engine.refused(answer(1, 0), "no-game").contains("new"));
    engine.refused(json!({ "undo": {} }), "no-game");
    for wrong in [json!({ "seed": 1, "scenario": "nope" }), json!({ "seed": 1, "options": { "nope": 1 } })] {
        engine.refused(json!({ "new": wrong }), "new");
    }
    engine.ask(json!({ "new": { "seed": 1 } }));
    for broken in ["", "{", "nonsense", "[1,2", "\u{7}", "{\"new\": {\"seed\": 1}} x"] {
        engine.refused(broken, "json");
    }
    engine.input.write_all(b"\xff\xfe\n").unwrap();
    assert_eq!(engine.read()["error"]["code"], "json", "no UTF-8");
    assert_eq!(engine.ask("[".repeat(100_000))["error"]["code"], "json", "nested too deeply");
    for wrong in [
        json!(5),
        json!({}),
        json!({ "resign": {} }),
        json!({ "new": {} }),
        json!({ "new": { "seed": -1 } }),
        json!({ "new": { "seed": 1, "sede": 2 } }),
        json!({ "undo": { "to": 3 } }),
        json!({ "hello": { "most_rows": "yes" } }),
        json!({ "answer": { "row": 0 } }),
        json!({ "answer": { "moment": 1 } }),
        json!({ "answer": { "moment": 1, "row": "0" } }),
        json!({ "answer": { "moment": 1, "row": 0, "line": "a1" } }),
        json!({ "answer": { "moment": 1, "line": "a1", "numbers": [1] } }),
    ] {
        assert!(engine.refused(&wrong, "request").contains("answer"), "{wrong}");
    }
    engine.refused(" ".repeat(2 << 20), "too-long");
    assert!(engine.refused(answer(2, 0), "moment").contains("at moment 1"));
    assert!(engine.refused(answer(1, 9), "row").contains("0 to 8"));
    engine.refused(json!({ "answer": { "moment": 1, "row": 0, "numbers": [3] } }), "numbers");
    for line in ["", "nope", &"a ".repeat(4000)] {
        engine.refused(json!({ "answer": { "moment": 1, "line": line } }), "line");
    }
    // The moment is still the same, so nothing has changed.
    assert_eq!(engine.ask(answer(1, 0))["state"]["moment"], 2);
    // A game that does not start leaves the game before it.
    engine.refused(json!({ "new": { "seed": 1, "scenario": "nope" } }), "new");
    assert_eq!(engine.ask(answer(2, 0))["state"]["moment"], 3);
    let last = engine.play(&json!({ "seed": 1 })).pop().unwrap()["state"]["moment"].as_u64().unwrap();
    engine.refused(answer(last, 0), "over");
    engine.end();
}

#[test]
fn the_most_rows_are_estimated_when_asked() {
    let mut engine = Engine::reference("tic-tac-toe");
    assert!(engine.hello["hello"]["most_rows"].is_null());
    let hello = engine.ask(json!({ "hello": { "most_rows": true } }));
    assert_eq!(hello["hello"]["most_rows"], 16, "9 rows, half as much again, rounded up");
    engine.end();
}

/// The example of `docs/protocol.md`: `>` marks lines that are sent, `<` lines that come back, `…` anything.
#[test]
fn the_example_of_the_documentation_is_true() {
    let page = std::fs::read_to_string(Path::new(ROOT).join("docs/protocol.md")).unwrap();
    let example = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let mut engine = Engine::reference("tic-tac-toe");
    let mut reply = engine.hello.clone();
    let mut compared = 0;
    for line in example.lines() {
        if let Some(sent) = line.strip_prefix("> ") {
            reply = engine.ask(sent);
            continue;
        }
        let expected = line.strip_prefix("< ").unwrap_or_else(|| panic!("neither `>` nor `<`: {line}"));
        let text = reply.to_string();
        let mut rest = &*text;
        for part in expected.split('…') {
            let at = rest.find(part).unwrap_or_else(|| panic!("no `{part}` in {text}"));
            rest = &rest[at + part.len()..];
        }
        compared += 1;
    }
    assert!(compared > 5);
    engine.end();
}

/// Plays tic-tac-toe to its end, without a person. Programs are short scripts of `sh`.
#[cfg(unix)]
fn play(seat: &str, on_failure: &str, more: &[&str]) -> Output {
    let packs = reference("tic-tac-toe");
    let args = ["play", "tic-tac-toe", "--seed", "1", "--seat", "all=random", "--seat", seat];
    let folder = tempfile::tempdir().unwrap();
    let mut command = cardwright(&[&[&*packs[0], &packs[1]], &args[..], &["--on-failure", on_failure], more].concat());
    command.env("CARDWRIGHT_DATA", folder.path()).stdin(Stdio::null()).output().unwrap()
}

#[cfg(unix)]
fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A program that answers each state with its first row. `extra` is a part of the script after each answer.
#[cfg(unix)]
fn first_row(extra: &str) -> String {
    let answer = r#"m=${line#*moment\":}; echo "{\"answer\":{\"moment\":${m%%,*},\"row\":0}}""#;
    format!(
        r#"sh -c 'read -r hello; while read -r line; do case $line in *\"over\"*) exit;; esac; {answer}; {extra} done'"#
    )
}

#[cfg(unix)]
#[test]
fn a_program_plays_its_seat() {
    let output = play(&format!("crosses=cmd:{}", first_row("")), "stop", &["--no-record"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(!text(&output.stderr).contains("the program of"), "{}", text(&output.stderr));
    // Two programs with the same command are two processes.
    let both = play(&format!("all=cmd:{}", first_row("")), "stop", &["--no-record"]);
    assert!(both.status.success(), "{}", text(&both.stderr));
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_go_on_is_reported_and_replaced() {
    let twice = first_row(r#"echo "{\"answer\":{\"moment\":1,\"row\":0}}";"#);
    let flooding = "yes '{\"answer\":{\"moment\":1,\"row\":0}}'";
    let one_line = |line: &str| format!("sh -c 'read -r hello; echo \"{}\"; read -r line'", line.replace('"', "\\\""));
    let long = "sh -c 'head -c 3000000 /dev/zero | tr \"\\0\" x; sleep 9'";
    for (command, report) in [
        ("1s:sleep 9".to_owned(), "gave no answer within 1 s"),
        ("sh -c 'exit 3'".to_owned(), "has ended (exit status: 3)"),
        ("sh -c 'exec >&-; sleep 9'".to_owned(), "has closed its output"),
        ("sh -c 'kill -9 $$'".to_owned(), "has ended (signal: 9"),
        ("no-such-program --x".to_owned(), "cannot start"),
        ("sh -c 'unclosed".to_owned(), "is not closed"),
        (twice, "the answer is for moment 1"),
        (flooding.to_owned(), "the answer is for moment 1"),
        (long.to_owned(), "more than 1048576 bytes"),
        (one_line("garbage"), "is no answer"),
        (one_line(r#"{"undo":{}}"#), "a program in a seat only answers"),
        (one_line(r#"{"new":{"seed":1}}"#), "a program in a seat only answers"),
        (one_line(r#"{"answer":{"moment":1,"row":99}}"#), "there is no row 99"),
        (one_line(r#"{"answer":{"moment":7,"row":0}}"#), "the answer is for moment 7"),
        (one_line(r#"{"answer":{"moment":1,"line":"nope"}}"#), "gave a wrong answer"),
    ] {
        let output = play(&format!("crosses=cmd:{command}"), "random", &["--no-record"]);
        let error = text(&output.stderr);
        assert!(output.status.success() && error.contains(report), "{command}: {error}");
        assert!(error.contains("`random` plays on"), "{command}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_go_on_resigns_or_leaves_its_seat_to_a_person() {
    let forfeit = play("crosses=cmd:false", "forfeit", &["--no-record"]);
    assert!(forfeit.status.success());
    assert!(text(&forfeit.stdout).contains("resign"), "{}", text(&forfeit.stdout));
    // Without a person at the prompt, the game stops. Its record goes on with a person.
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.cwr");
    let record = record.to_str().unwrap();
    let stopped = play("crosses=cmd:false --secret", "stop", &["--record", record]);
    assert_eq!(stopped.status.code(), Some(1));
    let error = text(&stopped.stderr);
    assert!(error.contains("a person takes the seat") && error.contains("--resume"), "{error}");
    let lines = std::fs::read_to_string(record).unwrap();
    assert!(lines.contains(r#"["crosses","cmd"]"#) && !lines.contains("secret"), "{lines}");
}

/// The line of a record with the right checksum.
#[cfg(unix)]
fn with_checksum(line: &str) -> String {
    let (json, _) = line.rsplit_once('\t').unwrap();
    cardwright_table::record::line_of(&serde_json::from_str::<Value>(json).unwrap())
}

/// A record cannot start a program, whatever it says.
#[cfg(unix)]
#[test]
fn a_record_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.cwr");
    let marker = folder.path().join("started");
    let name = record.to_str().unwrap();
    let seat = format!("crosses=cmd:{}", first_row(&format!("touch {};", marker.display())));
    assert!(play(&seat, "stop", &["--record", name]).status.success());
    assert!(marker.exists(), "the program has played");
    std::fs::remove_file(&marker).unwrap();
    // Cut the record after its first answers, so that the side of the program is to move.
    let lines = std::fs::read_to_string(&record).unwrap();
    let begun: Vec<&str> = lines.lines().take(4).collect();
    std::fs::write(&record, begun.join("\n") + "\n").unwrap();
    let resume = |more: &[&str]| {
        let mut command = cardwright(&[&["play", "--resume", name, "--seat", "noughts=random"], more].concat());
        let mut child = command
            .args(reference("tic-tac-toe"))
            .env("CARDWRIGHT_DATA", folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(b"seats\nquit\n"); // a game without people reads nothing
        child.wait_with_output().unwrap()
    };
    let output = resume(&[]);
    assert!(text(&output.stdout).contains("human"), "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(!marker.exists(), "a record has started a program");
    // A record that names a command is no record of this program.
    let forged = lines.replace(r#""cmd""#, &format!("\"cmd:touch {}\"", marker.display()));
    let forged: Vec<String> = forged.lines().take(4).map(with_checksum).collect();
    std::fs::write(&record, forged.concat()).unwrap();
    let output = resume(&[]);
    assert!(!output.status.success() && text(&output.stderr).contains("unknown seat"), "{}", text(&output.stderr));
    assert!(!marker.exists(), "a forged record has started a program");
    // The command line may name the program again.
    std::fs::write(&record, begun.join("\n") + "\n").unwrap();
    assert!(resume(&["--seat", &seat]).status.success());
    assert!(marker.exists());
}
