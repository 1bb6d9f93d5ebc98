//! Positions stay the same when they are written and read, reloaded in mid-game, saved or exported. The games cover
//! every pile. In one game the home pile is a deck.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_bots::RandomBot;
use cardwright_content::{PackSource, render};
use cardwright_script::Program;
use cardwright_session::{Place, Reply, Session};
use cardwright_state::board::PileOrder;
use cardwright_state::hash::board_hash;
use cardwright_state::{PileId, Position, SideId, invariants, notation};
use cardwright_table::Viewer;
use cardwright_table::{Library, PlayError, Reloaded, SetUp, Table};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The board of a pack that makes the demo's stock the home pile.
const STOCK_HOME_BOARD: &str =
    "[meta]\ngame = \"demo\"\n[[pile]]\nid = \"box-pile\"\nhome = false\n[[pile]]\nid = \"stock\"\nhome = true\n";
const STOCK_HOME_MANIFEST: &str =
    "id = \"from-stock\"\nname = \"From stock\"\nversion = \"0.1.0\"\ndepends = [\"demo\"]\n";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Opens the published games, and the demo with the packs of the tests.
fn libraries() -> Vec<Library> {
    let packs = |paths: &[&str]| paths.iter().map(|path| PackSource::Folder(root().join(path))).collect::<Vec<_>>();
    let from_stock = PackSource::Memory(vec![
        ("pack.toml".into(), STOCK_HOME_MANIFEST.into()),
        ("scenarios/demo/board.toml".into(), STOCK_HOME_BOARD.into()),
    ]);
    let mut with_stock_home = packs(&["tests/packs/demo", "tests/packs/secrets"]);
    with_stock_home.push(from_stock);
    let pack_lists = [
        packs(&["", "tests/packs/demo", "tests/packs/secrets"]),
        packs(&["tests/packs/demo", "tests/packs/levies", "tests/packs/vigil"]),
        packs(&["", "tests/packs/random-tables"]),
        with_stock_home,
    ];
    pack_lists
        .into_iter()
        .map(|packs| Library::open(packs).unwrap_or_else(|e| panic!("{}", render(&e, false))))
        .collect()
}

/// Everything visible and possible at a table.
#[derive(Debug, PartialEq)]
struct Snapshot {
    hash: String,
    board_hash: String,
    rows: Vec<Vec<String>>,
    standing: Vec<Vec<Vec<String>>>,
    prompt: String,
    position: String,
}

fn snapshot(table: &mut Table) -> Snapshot {
    let sides = table.board().sides.len();
    Snapshot {
        hash: table.hash().to_string(),
        board_hash: table.board_hash().to_string(),
        rows: table.row_words().to_vec(),
        standing: (0..sides).map(|side| table.game_mut().standing_words(SideId::new(side)).unwrap()).collect(),
        prompt: format!("{:?}", table.prompt(Viewer::OPEN)),
        position: notation::print_save(table.board(), table.position()),
    }
}

fn start(program: &Arc<Program>, scenario: &str, seed: u64) -> Table {
    let set_up = SetUp { scenario: scenario.into(), seed, open: true, ..SetUp::default() };
    Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap()
}

/// Prints a position in notation and reads it. Everything must be equal, except chance and the logs of open steps.
fn assert_reads_back(program: &Program, position: &Position, context: &str) {
    let board = &program.board;
    let mut read = Position::initial(board, position.seed());
    let printed = notation::print(board, position);
    notation::set(board, &mut read, &printed).unwrap_or_else(|e| panic!("{context}: {e:?}\n{printed}"));
    assert_eq!(board_hash(board, &read, ""), board_hash(board, position, ""), "{context}:\n{printed}");
    for pile in (0..board.piles.len()).map(PileId::new) {
        assert_eq!(read.segments(pile), position.segments(pile), "{context}: {}", board.piles[pile.index()].id);
    }
}

#[test]
fn a_game_with_many_reloads_equals_one_without() {
    let mut home_decks = 0;
    for library in libraries() {
        for game in library.games() {
            let load = || library.load(&game.id).unwrap_or_else(|e| panic!("{}", render(&e, false))).0;
            // The games are reloaded with the same content in another program, so ids must match.
            let programs = [load(), load()];
            for scenario in &programs[0].content.scenarios {
                let seed = 11 + home_decks;
                let mut played = start(&programs[0], &scenario.id, seed);
                let mut reloaded = start(&programs[0], &scenario.id, seed);
                let mut player = RandomBot::new(seed);
                let is_long = played.board().cards.len() > 20;
                for n in 1..=if is_long { 90 } else { 120 } {
                    if played.is_over() {
                        break;
                    }
                    let context = format!("{} {}, answer {n}", game.id, scenario.id);
                    let row = player.pick(played.row_words().len());
                    let words = played.row_words()[row].join(" ");
                    let results = [&mut played, &mut reloaded].map(|table| match table.answer(row, false) {
                        Ok(_) | Err(PlayError::Barred { .. }) => String::new(),
                        Err(error) => error.to_string(),
                    });
                    assert_eq!(results[0], results[1], "{context}: {words}");
                    if n % 10 != 0 {
                        continue;
                    }
                    assert_eq!(invariants::round_trip_problem(played.board(), played.position()), None, "{context}");
                    assert_reads_back(&programs[0], played.position(), &context);
                    let before = snapshot(&mut played);
                    let fresh_program = &programs[n / 10 % 2];
                    let results = reloaded.reload(fresh_program.clone(), fresh_program.vm().unwrap());
                    assert_eq!(results.unwrap(), Reloaded::SameChoice, "{context}");
                    assert_eq!(snapshot(&mut reloaded), before, "{context}");
                    assert_eq!(reloaded.position(), played.position(), "{context}");
                    let home = &played.board().piles[played.board().home.index()];
                    let has_cards = !played.position().pile(played.board().home).is_empty();
                    home_decks += u64::from(home.order == PileOrder::Deck && has_cards);
                }
                assert_eq!(snapshot(&mut reloaded), snapshot(&mut played), "{} {}", game.id, scenario.id);
            }
        }
    }
    assert!(home_decks > 5, "too few reloads with a deck as home: {home_decks}");
}

/// Returns the `--pack` arguments for the demo, the pack `secrets`, and a pack that makes the stock the home pile.
fn pack_arguments(folder_path: &Path) -> Vec<String> {
    let pack = folder_path.join("from-stock");
    fs::create_dir_all(pack.join("scenarios/demo")).unwrap();
    fs::write(pack.join("pack.toml"), STOCK_HOME_MANIFEST).unwrap();
    fs::write(pack.join("scenarios/demo/board.toml"), STOCK_HOME_BOARD).unwrap();
    let folders = [root().join("tests/packs/demo"), root().join("tests/packs/secrets"), pack];
    folders.iter().flat_map(|path| ["--pack".to_owned(), path.to_str().unwrap().to_owned()]).collect()
}

/// Types lines at the prompt of `cardwright play` and returns the output.
fn play_lines(folder_path: &Path, arguments: &[&str], lines: &str) -> String {
    use std::io::Write as _;
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    command
        .args(pack_arguments(folder_path))
        .arg("play")
        .args(arguments)
        .current_dir(folder_path)
        .env("CARDWRIGHT_DATA", folder_path);
    command.env("CLICOLOR_FORCE", "0").env_remove("COLUMNS");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Returns the lines of a transcript that begin with this text.
fn lines<'a>(text: &'a str, begin: &str) -> Vec<&'a str> {
    text.lines().map(str::trim).filter(|line| line.starts_with(begin)).collect()
}

#[test]
fn a_loaded_game_has_the_same_hash_and_draws_the_same_cards() {
    let folder = tempfile::tempdir().unwrap();
    let folder_path = folder.path();
    let set_up = ["demo", "--scenario", "secrets", "--seed", "5", "--open", "--no-record"];
    let draw = "#1\n#1\nshow notation\nhash\n";
    let first = play_lines(folder_path, &set_up, &format!("#1\nsave here.txt\nhash\n{draw}"));
    let second = play_lines(folder_path, &set_up, &format!("load here.txt\nhash\n{draw}"));
    let (hashes, second_hashes) = (lines(&first, "full "), lines(&second, "full "));
    assert_eq!(hashes.len(), 2, "{first}");
    assert_eq!(hashes, second_hashes, "{first}\n{second}");
    for pile in ["stock: {", "red hand: ", "blue hand: "] {
        assert!(!lines(&first, pile).is_empty(), "{pile}: {first}");
        assert_eq!(lines(&first, pile), lines(&second, pile));
    }
}

#[test]
fn a_game_starts_from_an_exported_position() {
    let folder = tempfile::tempdir().unwrap();
    let folder_path = folder.path();
    let set_up = ["demo", "--scenario", "secrets", "--seed", "5", "--open", "--no-record"];
    let export_path = "from-stock/scenarios/demo/here.toml";
    // The adjustment puts two known cards on top of the stock. The other cards keep their order.
    let first = play_lines(
        folder_path,
        &set_up,
        &format!("adjust turn secret-turn red; stock: 17 11\nexport {export_path}\nhash\n"),
    );
    let second = play_lines(
        folder_path,
        &["demo", "--scenario", "here", "--seed", "5", "--open", "--no-record"],
        "hash\nshow notation\n",
    );
    assert_eq!(lines(&first, "board "), lines(&second, "board "), "{first}\n{second}");
    assert!(lines(&second, "stock: 17 | 11 | {").len() == 1, "{second}");
}

/// Exports the position of a game. Returns the notation in the scenario file, and whether it begins at another choice.
fn exported(session: &mut Session, path: &Path) -> (String, bool) {
    let export = cardwright_session::command("export").unwrap();
    let reply = session.run(export, Viewer::OPEN.as_host(), path.to_str().unwrap());
    let Reply::Done { lines, .. } = reply else { panic!("{reply:?}") };
    let file = fs::read_to_string(path).unwrap();
    fs::remove_file(path).unwrap();
    let (_, position) = file.split_once("position = \"\"\"\n").unwrap();
    (position.trim_end_matches("\"\"\"\n").replace("\\\\", "\\"), !lines.is_empty())
}

/// An exported scenario starts at the same choice, or where a step began, and then `export` says so.
#[test]
fn every_exported_position_starts() {
    let folder = tempfile::tempdir().unwrap();
    let (mut same, mut earlier) = (0, 0);
    for library in libraries() {
        let library = Arc::new(std::sync::Mutex::new(library));
        let games: Vec<String> = library.lock().unwrap().games().iter().map(|game| game.id.clone()).collect();
        for game in games {
            let program = library.lock().unwrap().load(&game).unwrap_or_else(|e| panic!("{}", render(&e, false))).0;
            for scenario in &program.content.scenarios {
                let table = start(&program, &scenario.id, 21);
                let mut session = Session::new(table, library.clone(), Place::Prompt, 1);
                let mut player = RandomBot::new(21);
                for n in 1..=100 {
                    if session.table.is_over() {
                        break;
                    }
                    let row = player.pick(session.table.row_words().len());
                    let _ = session.table.answer(row, false); // A dead end is barred.
                    if n % 20 != 0 || session.table.is_over() {
                        continue;
                    }
                    let context = format!("{game} {}, answer {n}", scenario.id);
                    let (text, begins_earlier) = exported(&mut session, &folder.path().join("exported.toml"));
                    let mut position = Position::initial(&program.board, 21);
                    notation::set(&program.board, &mut position, &text).unwrap();
                    position.clear_history();
                    let set_up = SetUp { scenario: scenario.id.clone(), seed: 21, open: true, ..SetUp::default() };
                    let begun = Table::start_at(program.clone(), program.vm().unwrap(), &set_up, position);
                    let begun = begun.unwrap_or_else(|error| panic!("{context}: {error}\n{text}"));
                    *(if begins_earlier { &mut earlier } else { &mut same }) += 1;
                    if !begins_earlier {
                        assert_eq!(begun.row_words(), session.table.row_words(), "{context}\n{text}");
                        assert_eq!(begun.board_hash(), session.table.board_hash(), "{context}\n{text}");
                    }
                }
            }
        }
    }
    assert!(same > 20 && earlier > 20, "{same} begin at the same choice, {earlier} earlier");
}

#[test]
fn a_seat_argument_for_one_side_overrides_the_argument_for_all() {
    let folder_path = tempfile::tempdir().unwrap();
    let mut seats = ["red=human", "all=random"];
    for _ in 0..2 {
        seats.reverse();
        let arguments = ["demo", "--no-record", "--seed", "7", "--seat", seats[0], "--seat", seats[1]];
        let seats_text = play_lines(folder_path.path(), &arguments, "seats\n");
        assert!(
            seats_text.contains("Red   red  human") && seats_text.contains("Blue  blue  random"),
            "{seats:?}: {seats_text}"
        );
    }
}
