//! Tests of the prompt without a terminal. They play the demo game of `tests/packs/demo`.

mod commands;
mod ledger;
mod odds;
mod preview;
mod refusals;
mod telling;

use super::display::paint::Page;
use super::input::LineRead;
use super::prompt::{Flow, Prompt};
use super::rule_changes::RuleChanges;
use cardwright_bots::{BotKind, RANDOM};
use cardwright_content::PackSource;
use cardwright_table::{Library, NextWords, Seat, SetUp, Table, Viewer};
use std::path::PathBuf;
use std::sync::Arc;

const PAGE: Page = Page { width: 80, height: 24, color: false };

/// Opens the prompt for the demo game.
pub(super) fn demo(seats: &[(&str, Seat)], open: bool) -> Prompt {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo"));
    let library = Library::open(vec![PackSource::Folder(root)]).expect("the demo pack opens");
    let (program, mut vm, _) = library.load("demo").expect("the demo game loads");
    vm.set_structured_log(true);
    let seats = seats.iter().map(|(side, seat)| ((*side).to_owned(), *seat)).collect();
    let set_up = SetUp { scenario: "standard".into(), seed: 3, seats, open, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).expect("the demo game starts");
    // The lines are typed at a terminal (`true`), and the bots have the seed 1.
    let mut prompt = Prompt::new(table, library, PAGE, true, 1);
    if let Some(first) = prompt.hand_over() {
        prompt.sit_down(first);
    }
    prompt.update();
    prompt
}

/// The `pack.toml` of a pack over the demo pack.
const OVER_DEMO: &str = "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n";

/// Opens the prompt for the demo game with a second pack, which has these files.
pub(super) fn with(files: &[(&str, &str)], scenario: &str, open: bool) -> Prompt {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo"));
    let files = files.iter().chain(&[("pack.toml", OVER_DEMO)]);
    let files = files.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    let sources = vec![PackSource::Folder(root), PackSource::Memory(files.collect())];
    let library = Library::open(sources).expect("the packs open");
    let loaded = library.load("demo").map_err(|problems| cardwright_content::render(&problems, false));
    let (program, mut vm, _) = loaded.unwrap_or_else(|problems| panic!("{problems}"));
    vm.set_structured_log(true);
    let set_up = SetUp { scenario: scenario.into(), seed: 3, open, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).expect("the game starts");
    let mut prompt = Prompt::new(table, library, PAGE, true, 1);
    if let Some(first) = prompt.hand_over() {
        prompt.sit_down(first);
    }
    prompt.update();
    prompt
}

/// Opens the prompt for one person who plays Red against a random bot.
pub(super) fn alone() -> Prompt {
    demo(&[("blue", Seat::Bot(RANDOM))], false)
}

/// Returns the words that complete a text.
fn words_at(prompt: &mut Prompt, text: &str) -> Vec<String> {
    prompt.complete(text).words.into_iter().map(|it| it.word).collect()
}

/// Loads the rules again, as the watcher does at a terminal after a file was saved.
fn files_changed(prompt: &mut Prompt) {
    let game = prompt.table().board().game.clone();
    let loaded = cardwright_session::load(&prompt.session.library, &game);
    prompt.rule_changes = RuleChanges::already_printed(loaded);
}

/// Types a line and returns what the prompt shows after it.
pub(super) fn after(prompt: &mut Prompt, line: &str) -> String {
    prompt.screen.take_text();
    assert_eq!(prompt.handle(line), Flow::Continue, "`{line}` leaves");
    prompt.let_bots_answer();
    prompt.update();
    prompt.screen.take_text()
}

#[test]
fn the_first_screen_shows_table_hand_and_rows() {
    let shown = alone().screen.take_text();
    let head = shown.lines().next().unwrap_or_default();
    assert!(head.starts_with("Demo · The Demo   ▶ Red "), "{shown}");
    assert!(head.ends_with("event 0"), "{shown}");
    for part in [
        "The Hills (hills)   2 open",
        "Port                hidden   guard",
        "nothing in River",
        "Points  ▓▓█······· 3",
        "your hand  02 Smoke",
        "stock 2 cards",
        "Red acts (8 ways)",
        "  #2  stir hills              Stir up The Hills",
    ] {
        assert!(shown.contains(part), "`{part}` is missing from\n{shown}");
    }
    assert!(!shown.contains('\u{1b}'), "colour where none is wanted");
    assert!(shown.lines().all(|line| line.chars().count() <= PAGE.width), "{shown}");
}

#[test]
fn after_an_answer_the_log_and_what_changed_are_shown() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "stir hills");
    let log = "   1 red: stir hills\n        →  Points 3 → 2 red\n         rolled d6: 5 6\n        →  The Hills Unrest 0 → 2\n";
    assert!(shown.contains(log) && shown.contains("0 → 2\n         Unrest in The Hills: 2\n"), "{shown}");
    assert!(!shown.contains("  now  "), "the log lists the changes already:\n{shown}");
    assert!(shown.contains("Red acts (7 ways)"), "{shown}");
}

#[test]
fn an_illegal_word_is_refused_with_the_nearest_word_and_the_line_is_kept() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "rase hills");
    assert_eq!(shown, "✗ `rase` does not fit here; did you mean `raise`?\n");
    assert_eq!((prompt.initial.as_str(), prompt.refused_line.as_deref()), ("", Some("rase hills")));
    let shown = after(&mut prompt, "march guard port hlils");
    assert!(shown.contains("did you mean `hills`?"), "{shown}");
    assert_eq!(prompt.session.table.shown_event(), 0, "the game is unchanged");
    assert!(after(&mut prompt, ":shwo").contains("did you mean `:show`?"));
    assert!(
        after(&mut prompt, "brnches").contains("`brnches` is not legal here; did you mean the command `branches`?")
    );
}

#[test]
fn a_command_typed_after_an_unfinished_line_is_run_without_it() {
    let mut prompt = alone();
    after(&mut prompt, "raise");
    let unfinished = std::mem::take(&mut prompt.initial);
    for (typed, expected) in [
        ("raise undo", "undo"),
        ("raise :log 3", ":log 3"),
        ("raise show port", "show port"),
        ("raise port", "raise port"),
        ("raise prt", "raise prt"),
        ("raise ?", "raise ?"),
        ("raise ", "raise "),
        ("undo", "undo"),
    ] {
        assert_eq!(prompt.without_unfinished_if_command(&unfinished, typed.to_owned()), expected);
    }
    assert_eq!(prompt.without_unfinished_if_command("", "undo".to_owned()), "undo");
}

#[test]
fn a_rule_can_be_looked_up_by_its_citation() {
    let mut prompt = alone();
    let list = after(&mut prompt, "rules");
    assert!(list.contains("2.1   Stirring") || list.contains("2.1  Stirring"), "{list}");
    for cite in ["rules DM 2.1", "rules [DM 2.1]", "rule DM 2.1"] {
        let shown = after(&mut prompt, cite);
        assert!(shown.starts_with("2.1  ") && shown.contains("\n  implemented\n"), "{cite}: {shown}");
        assert!(shown.contains("\n  tested"), "{shown}");
    }
    assert!(after(&mut prompt, "rules DM 9.9").contains("✗ no rule has this in its number or title: `DM 9.9`"));
}

#[test]
fn a_line_that_leaves_several_rows_waits_for_its_next_word() {
    let mut prompt = alone();
    assert_eq!(after(&mut prompt, "raise"), "`raise` what? hills | port | river\n");
    assert_eq!(prompt.initial, "raise ");
    let shown = after(&mut prompt, "? raise");
    assert!(shown.contains("hills  port  river"), "{shown}");
}

#[test]
fn undo_stops_at_dice_except_in_an_open_game() {
    let mut prompt = alone();
    after(&mut prompt, "raise port");
    assert!(after(&mut prompt, "undo").contains("at event 0 (before `red: raise port`)"));
    after(&mut prompt, "stir hills");
    assert!(after(&mut prompt, "undo").contains("cannot be undone"));
    let mut prompt = demo(&[], true);
    after(&mut prompt, "stir hills");
    assert!(after(&mut prompt, "undo").contains("at event 0"));
    assert!(after(&mut prompt, "redo").contains("at event 1"));
    after(&mut prompt, "goto 0");
    after(&mut prompt, "raise river");
    let branches = after(&mut prompt, "branches");
    assert!(branches.contains("after event 0"), "{branches}");
    assert!(branches.contains("▶    2 red: raise river"), "{branches}");
}

#[test]
fn each_player_sees_only_their_own_hidden_hand() {
    let mut prompt = demo(&[], false);
    assert!(prompt.screen.take_text().contains("your hand  02 Smoke"));
    after(&mut prompt, "adjust blue hand: 03");
    after(&mut prompt, "adjust port: 2 open, guard");
    prompt.handle("stir port");
    let blue = prompt.hand_over().expect("the keyboard goes to Blue");
    prompt.sit_down(blue);
    prompt.screen.take_text();
    prompt.update();
    let shown = prompt.screen.take_text();
    assert!(
        shown.contains("your hand  03 Wind") && shown.contains("Red hand 1 card") && !shown.contains("Smoke"),
        "{shown}"
    );
    assert!(after(&mut prompt, "show hand").contains("Red hand  1 card\n"));
    let mut prompt = demo(&[], true);
    assert!(prompt.screen.take_text().contains("Red hand  02 Smoke"), "--open shows all");
}

#[test]
fn random_bots_answer_by_themselves_and_seat_changes_are_confirmed() {
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], false);
    after(&mut prompt, "adjust port: 2 open, guard");
    let shown = after(&mut prompt, "stir port");
    assert!(shown.contains("blue: keep") && shown.contains("blue: "), "{shown}");
    assert_eq!(prompt.session.table.asked(), prompt.session.table.board().side("red"));
    assert!(after(&mut prompt, "seat red random").contains("`seat all random`"));
    assert!(after(&mut prompt, "seat blue human").contains("Blue is human now"));
    assert!(after(&mut prompt, "seat green human").contains("unknown side `green`"));
    assert!(after(&mut prompt, "seat all nonplayer").contains("only when a game begins"));
    let shown = after(&mut prompt, "seat all random");
    assert!(shown.starts_with("✓ Red and Blue are random now") && prompt.table().is_over(), "{shown}");
    assert!(after(&mut prompt, "seat all human").contains("Red and Blue are human now"));
}

#[test]
fn open_on_shows_all_hands_and_lets_undo_cross_dice() {
    let mut prompt = alone();
    after(&mut prompt, "adjust blue hand: 03");
    after(&mut prompt, "stir hills");
    assert!(after(&mut prompt, "show hand").contains("Blue hand  1 card"));
    let refused = after(&mut prompt, "undo");
    assert!(refused.contains("only an open game allows it") && refused.contains("`open on`"), "{refused}");
    assert!(after(&mut prompt, "open").contains("✗ `open` takes `on`; this game is not open"));
    assert!(after(&mut prompt, "open on").contains("✓ the game is open"));
    let hands = after(&mut prompt, "show hand");
    assert!(hands.contains("Blue hand  1 card\n  03 Wind"), "{hands}");
    assert!(after(&mut prompt, "undo").contains("✓ at event 1"));
    let mut prompt = demo(&[], false);
    assert!(after(&mut prompt, "open on").contains("✗ the players at this keyboard hide something from each other"));
    assert!(!prompt.table().open);
}

#[test]
fn a_bot_that_searches_tells_its_thoughts_in_an_open_game() {
    let ai = BotKind::named("ai:200").expect("the kind exists");
    let mut prompt = demo(&[("blue", Seat::Bot(ai))], true);
    assert!(after(&mut prompt, "thoughts").contains("no bot has searched yet"));
    after(&mut prompt, "adjust port: 2 open, guard");
    let shown = after(&mut prompt, "stir port");
    assert!(shown.contains("blue: "), "{shown}");
    assert!(shown.contains("has no figure with `evaluates = true`"), "said once: {shown}");
    let shown = after(&mut prompt, "thoughts");
    assert!(shown.contains("Blue, ") && shown.contains(" decisions played"), "{shown}");
    assert!(after(&mut prompt, "seats").contains("ai:200"));
    let mut prompt = demo(&[("blue", Seat::Bot(ai))], false);
    assert!(after(&mut prompt, "thoughts").contains("only in an open game"));
}

/// One player answers for West and East, so `seat east random` changes both sides.
#[test]
fn a_change_of_a_seat_with_several_sides_names_all_of_them() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/harbour"));
    let library = Library::open(vec![PackSource::Folder(root)]).expect("the pack opens");
    let (program, vm, _) = library.load("harbour").expect("the game loads");
    let options = vec![("players".to_owned(), "3".to_owned())];
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, options, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).expect("the game starts");
    let mut prompt = Prompt::new(table, library, PAGE, true, 1);
    for (line, reply) in [
        ("seat home random", "✓ Home is random now\n"),
        ("seat east random", "✓ West and East are random now\n"),
        ("seat west human", "✓ West and East are human now\n"),
    ] {
        assert!(after(&mut prompt, line).starts_with(reply), "{line}");
    }
    assert!(after(&mut prompt, "seat south random").contains("South is random now"));
    assert!(
        after(&mut prompt, "seat west random").contains("`west` is the last seat that a person has"),
        "one person's seat is left"
    );
}

#[test]
fn dice_can_be_forced_and_a_number_that_is_no_face_is_refused() {
    let mut prompt = alone();
    assert!(after(&mut prompt, "dice 1 9").contains("`9` is no face"));
    assert!(after(&mut prompt, "dice 1 2").contains("the next rolls: 1 2"));
    assert!(after(&mut prompt, "stir hills").contains("rolled d6: 1 2"));
}

#[test]
fn a_position_can_be_saved_loaded_and_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("here.position");
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], true);
    after(&mut prompt, "stir hills");
    let before = prompt.session.table.board_hash();
    assert!(after(&mut prompt, "save 1").contains("`save ./1`"), "`1` may mean a number of points");
    assert!(after(&mut prompt, &format!("save {}", file.display())).contains('✓'));
    assert!(after(&mut prompt, &format!("save {}", file.display())).contains("exists already"));
    after(&mut prompt, "raise river");
    assert!(after(&mut prompt, &format!("load {}", file.display())).contains("a position was loaded"));
    assert_eq!(prompt.session.table.board_hash(), before);
    std::fs::write(&file, "prot: 2 hidden\n").expect("it is written");
    let shown = after(&mut prompt, &format!("load {}", file.display()));
    assert!(shown.contains("did you mean `port`?") && shown.contains("was not loaded"), "{shown}");
    std::fs::write(&file, "Dear Blue,\nhere is the game.\nI play on Monday.\n").expect("it is written");
    let shown = after(&mut prompt, &format!("load {}", file.display()));
    assert!(shown.contains("here.position is no position in notation") && shown.matches('×').count() == 1, "{shown}");
    let record = folder.path().join("game.cwr");
    let shown = after(&mut prompt, &format!("save {}", record.display()));
    assert!(shown.contains("game.cwr would be a record") && !record.exists(), "{shown}");
    let scenario = folder.path().join("mine.toml");
    after(&mut prompt, &format!("export {}", scenario.display()));
    let text = std::fs::read_to_string(&scenario).expect("it was written");
    assert!(
        text.contains("id = \"mine\"") && text.contains("\nturn red-turn\nhills: 2 open, unrest 2, used stir\n"),
        "{text}"
    );
}

#[test]
fn the_end_says_who_won_and_why() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "resign yes");
    assert!(shown.contains("Blue wins: Red resigns") && shown.contains("event 1, after 0 answers · seed 3"), "{shown}");
    assert!(after(&mut prompt, "stir hills").contains("the game is over"));
    // `resign` cannot be undone, because the end shows the seed, from which hidden cards follow.
    assert!(after(&mut prompt, "undo").contains("`red resigns` is final"));
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], true);
    after(&mut prompt, "resign yes");
    assert!(after(&mut prompt, "undo").contains("at event 0"), "an open game hides nothing");
}

#[test]
fn completion_offers_legal_words_column_by_column_and_for_the_next_choice() {
    let mut prompt = alone();
    assert_eq!(words_at(&mut prompt, "st"), ["stir"]);
    assert_eq!(words_at(&mut prompt, "raise "), ["hills", "port", "river"]);
    assert_eq!(prompt.complete("raise p").start, 6);
    assert_eq!(words_at(&mut prompt, "preview raise "), ["hills", "port", "river"]);
    // `raise port` reveals nothing, so the words of the next choice follow. `stir hills` rolls dice, so none follow.
    assert!(words_at(&mut prompt, "raise port ra").contains(&"raise".to_owned()));
    assert_eq!(words_at(&mut prompt, "raise port raise "), ["hills", "port", "river"]);
    assert_eq!(words_at(&mut prompt, "stir hills "), Vec::<String>::new());
    assert_eq!(words_at(&mut prompt, ":und"), [":undo"]);
    assert_eq!(words_at(&mut prompt, "show ma")[0], "map");
    let hint = prompt.hint_for("stir hills").expect("a hint");
    assert_eq!(rustyline::hint::Hint::display(&hint), "  → Stir up The Hills");
    assert_eq!(prompt.session.table.nodes().len(), 1, "completion does not change the game");
}

#[test]
fn while_the_prompt_asks_for_dice_it_completes_faces_and_no_line_of_play() {
    let mut prompt = alone();
    prompt.session.table.set_manual_chance(cardwright_script::ManualChance { dice: true, cards: false });
    after(&mut prompt, "stir hills");
    let faces = ["1", "2", "3", "4", "5", "6"];
    assert_eq!(words_at(&mut prompt, ""), faces);
    assert_eq!(words_at(&mut prompt, "5 "), faces, "the second of two dice");
    assert_eq!(words_at(&mut prompt, "5 6 "), Vec::<String>::new());
    assert_eq!(words_at(&mut prompt, "dice "), faces);
    let commands = words_at(&mut prompt, "s");
    assert!(commands.contains(&"show".to_owned()) && !commands.contains(&"stir".to_owned()), "{commands:?}");
    assert_eq!(words_at(&mut prompt, "show ma")[0], "map");
    assert_eq!(prompt.hint_for(""), None, "Enter plays no row");
    for line in ["s", "stir hills"] {
        let hint = prompt.hint_for(line);
        let shown = hint.as_ref().map_or("", rustyline::hint::Hint::display);
        assert!(!shown.contains("Stir"), "{line}: {shown}");
    }
    // After the dice are entered, the words of rows are completed again.
    after(&mut prompt, "5 6");
    assert_eq!(words_at(&mut prompt, "raise p"), ["port"]);
}

#[test]
fn a_value_that_returns_to_its_default_is_shown_too() {
    let mut prompt = demo(&[], true);
    after(&mut prompt, "adjust turns 3; port: unrest 2");
    let shown = after(&mut prompt, "undo");
    assert!(shown.contains("  now  port: hidden, guard · turns 0"), "{shown}");
    after(&mut prompt, "adjust points 0");
    assert!(after(&mut prompt, "undo").contains("  now  points 3"));
}

#[test]
fn a_line_of_a_batch_is_joined_to_an_unfinished_line_if_it_fits() {
    // Red has the standing action `levy`.
    let script = "local levy = action \"levy\"\nfunction levy.offer() offer(levy, PROVINCES) end\nfunction levy.play() end\n\
                  step(\"own\", function()\n  standing(RED, { levy })\n  offer(WORD.send, PROVINCES, numbers(1, 2))\n  \
                  choose(RED)\n  return next(\"own\")\nend)\n";
    let texts = "[action.levy]\nlabel = \"Levy in {1}\"\n[word.send]\nlabel = \"Send {2} to {1}\"\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own");
    let mut join = |unfinished: &str, line: &str| prompt.join_if_fitting(unfinished, line.to_owned());
    assert_eq!(join("send ", "port 2 send nowhere"), "send port 2 send nowhere", "only the first word must fit");
    assert_eq!(join("send port ", "1"), "send port 1");
    assert_eq!(join("levy ", "port"), "levy port", "a standing action");
    for (unfinished, line) in
        [("send ", "undo"), ("send ", "send port 1"), ("sned", "send port 1"), ("", "send port 1")]
    {
        assert_eq!(join(unfinished, line), line, "after `{unfinished}`");
    }
}

#[test]
fn an_unfinished_line_is_kept_after_a_refusal_and_after_a_command() {
    let script = "local pay = action \"pay\"\nfunction pay.offer() offer(pay, amount(2, 30)) end\nfunction pay.play() end\n\
                  step(\"pays\", function()\n  act(RED, { pay })\n  return next(\"pays\")\nend)\n";
    let texts = "[action.pay]\nlabel = \"Pay {1}\"\n";
    let files = [("scripts/demo/pays.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn pays");
    // Returns what the prompt shows after a line, and the text with which the next line begins.
    let mut read = |line: LineRead| {
        let initial = std::mem::take(&mut prompt.initial);
        prompt.take(line, &initial);
        prompt.update();
        (prompt.screen.take_text(), prompt.initial.clone())
    };
    let typed = |line: &str| LineRead::Typed(line.to_owned());
    let batch = |line: &str| LineRead::Batch(line.to_owned());
    assert_eq!(read(typed("pay")).1, "pay ");
    for line in [typed("pay 31"), batch("31"), batch("-1"), typed("pay x"), typed("pay 1e3")] {
        let (shown, initial) = read(line.clone());
        assert!(shown.contains('✗') && shown.contains("legal: 2 to 30"), "{line:?}: {shown}");
        assert_eq!(initial, "pay ", "{line:?}");
    }
    for command in ["pay log", "pay reload", "pay why pay", "pay ?"] {
        assert_eq!(read(typed(command)).1, "pay ", "{command}");
    }
    assert_eq!(read(batch("log")).1, "pay ");
    // A line from which the player deleted the unfinished text, and a cancelled line.
    assert_eq!(read(typed("pya 3")).1, "");
    assert_eq!(read(typed("pay")).1, "pay ");
    assert_eq!(read(LineRead::Cancelled { was_empty: false }).1, "");
    assert_eq!(read(typed("pay")).1, "pay ");
    let (shown, initial) = read(batch("30"));
    assert!(shown.contains("red: pay 30"), "{shown}");
    assert_eq!(initial, "");
}

#[test]
fn no_placeholder_is_shown_raw() {
    // The labels have placeholders for columns that some of these rows lack, such as `{2}` in `Take {1}[, giving {2}]`.
    let script = "local levy = action \"levy\"\nfunction levy.offer() offer(levy, WORD.close, PROVINCES) end\n\
                  function levy.play() end\nstep(\"own\", function()\n  levy.offer()\n  offer(WORD.close, PORT)\n  \
                  offer(WORD.take, 7)\n  offer(WORD.take, levy)\n  choose(RED)\n  return next(\"own\")\nend)\n";
    let texts = "[action.levy]\nlabel = \"Levy[: {1} {2}]\"\n[word.close]\nlabel = \"close it[ in {1}]\"\n\
                 [word.take]\nlabel = \"Take {1}[, giving {2}]\"\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own");
    let shown = after(&mut prompt, "legal");
    let labels = ["Levy: close it in The Hills", "close it in Port", "Take 7", "Take Levy"];
    assert!(labels.iter().all(|label| shown.contains(label)), "{shown}");
    assert!(!shown.contains(['{', '[', '…']), "{shown}");
    let shown = after(&mut prompt, "show levy");
    assert!(shown.contains("Levy") && !shown.contains('{'), "{shown}");
}

#[test]
fn undo_names_the_line_that_was_typed() {
    let script = "step(\"toll\", function()\n  offer(WORD.cross)\n  choose(RED)\n  offer(WORD.toll, numbers(1, 2))\n  \
                  default(WORD.toll, 2)\n  choose(RED)\n  offer(WORD.cross)\n  choose(BLUE)\n  return next(\"toll\")\nend)\n";
    let files = [
        ("scripts/demo/toll.luau", script),
        ("scripts/demo/text.toml", "[word.cross]\nlabel = \"Cross\"\n[word.toll]\nlabel = \"Pay {1}\"\n"),
        ("scenarios/demo/toll.toml", "[meta]\nid = \"toll\"\ngame = \"demo\"\nname = \"Toll\"\nfirst = \"toll\"\n"),
    ];
    let mut prompt = with(&files, "toll", true);
    let shown = after(&mut prompt, "cross");
    assert!(shown.contains("2 red: toll 2 (the default)"), "{shown}");
    assert!(after(&mut prompt, "undo").contains("at event 0 (before `red: cross`)"));
    prompt.session.table.open = false;
    after(&mut prompt, "redo");
    assert!(after(&mut prompt, "undo").contains("`red: cross` cannot be undone"));
}

#[test]
fn a_default_row_before_dice_is_not_played_automatically() {
    let script = "step(\"toll\", function()\n  offer(WORD.cross)\n  choose(RED)\n  offer(WORD.toll, numbers(1, 2))\n  \
                  default(WORD.toll, 2)\n  choose(RED)\n  roll(D6, 1)\n  return next(\"toll\")\nend)\n";
    let files = [
        ("scripts/demo/toll.luau", script),
        ("scripts/demo/text.toml", "[word.cross]\nlabel = \"Cross\"\n[word.toll]\nlabel = \"Pay {1}\"\n"),
        ("scenarios/demo/toll.toml", "[meta]\nid = \"toll\"\ngame = \"demo\"\nname = \"Toll\"\nfirst = \"toll\"\n"),
    ];
    let mut prompt = with(&files, "toll", true);
    let shown = after(&mut prompt, "cross");
    assert!(!shown.contains("rolled") && shown.contains("toll 2  Pay 2  [Enter]"), "{shown}");
    let shown = after(&mut prompt, "");
    assert!(shown.contains("2 red: toll 2\n") && shown.contains("rolled d6"), "Enter plays the default row:\n{shown}");
    // A line may name the toll (`cross toll 1`). A line without the toll (`cross cross`) is refused.
    assert!(after(&mut prompt, "cross toll 1").contains("rolled d6"));
    assert!(after(&mut prompt, "cross cross").contains('✗'));
}

#[test]
fn why_names_words_that_do_not_fit_together_and_the_script_line_of_a_reason() {
    let mut prompt = alone();
    assert_eq!(
        after(&mut prompt, "why march guard port port"),
        "`port` does not go with `march guard port`: legal: hills, river\n"
    );
    assert!(after(&mut prompt, "why stri hills").contains("nothing is called `stri` here; did you mean `stir`?"));
    assert!(after(&mut prompt, "? march guard port port").ends_with("does not fit there; legal: hills, river\n"));
    assert!(after(&mut prompt, "? stir port").contains("`why stir port` says why"));
    let shown = after(&mut prompt, "why burn");
    assert!(
        shown.contains("not at all: nothing burns") && shown.contains("    demo:scripts/demo/rules.luau:"),
        "{shown}"
    );
}

#[test]
fn dice_given_by_hand_can_be_used_again_after_an_undo() {
    let mut prompt = demo(&[], true);
    after(&mut prompt, "dice 1 2 3");
    after(&mut prompt, "stir hills");
    let shown = after(&mut prompt, "undo");
    assert!(shown.contains("use the given dice and cards again: 1 2 3"), "{shown}");
    after(&mut prompt, "redo");
    assert!(after(&mut prompt, "dice").contains("the next rolls: 3\n"));
    after(&mut prompt, "goto 0");
    assert!(after(&mut prompt, "stir hills").contains("rolled d6: 1 2"));
}

#[test]
fn no_command_reveals_hidden_information() {
    let mut prompt = alone();
    for line in ["lua cards(pile(HAND, BLUE))", "hash", "seed"] {
        let shown = after(&mut prompt, line);
        assert!(shown.starts_with('✗') && shown.contains("`open on`"), "{shown}");
    }
    prompt.farewell();
    assert!(!prompt.screen.take_text().contains("seed"));
}

#[test]
fn in_a_closed_game_cards_cannot_be_given_by_hand() {
    let mut prompt = alone();
    let refused = after(&mut prompt, "dice card:01");
    assert!(
        refused.starts_with('✗') && refused.contains("only faces of dice") && refused.contains("open on"),
        "{refused}"
    );
    // The refusal is the same for a card in a hand, a card in the deck, an unknown card, and a space to be picked.
    for words in ["card:02", "card:03", "card:99", "pick:hills", "hills", "1 card:02"] {
        assert_eq!(after(&mut prompt, &format!("dice {words}")), refused, "{words}");
    }
    assert!(prompt.session.table.forced().is_empty());
    assert!(after(&mut prompt, "dice 1 2").contains("the next rolls: 1 2"));
    // A card that was given by hand while that was allowed is dropped.
    prompt.session.table.force_words(&["card:03"]).expect("a card");
    let here = prompt.session.table.shown_event();
    let shown = after(&mut prompt, "stir hills");
    assert!(shown.contains("dropped: 1 2 card:03"), "{shown}");
    assert_eq!((prompt.session.table.shown_event(), prompt.session.table.forced().len()), (here, 0));
    let mut prompt = demo(&[], true);
    assert!(after(&mut prompt, "dice card:03 hills").contains("the next rolls: card:03 pick:hills"));
}

#[test]
fn a_closed_game_is_neither_saved_in_notation_nor_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let mut prompt = alone();
    for command in ["save", "export"] {
        let shown = after(&mut prompt, &format!("{command} {}", file(command)));
        assert!(shown.starts_with('✗') && shown.contains("`open on`"), "{shown}");
        assert!(!folder.path().join(command).exists());
    }
    prompt.session.table.open = true;
    for command in ["save", "export"] {
        assert!(after(&mut prompt, &format!("{command} {}", file(command))).contains('✓'));
    }
}

#[test]
fn a_lua_expression_may_change_nothing_and_the_refusal_names_adjust() {
    let mut prompt = demo(&[], true);
    for expression in ["roll(D6, 2)", "raise(POINTS, 1)", "place(GUARD, 1, PORT)"] {
        let shown = after(&mut prompt, &format!("lua {expression}"));
        assert_eq!(shown, "✗ an expression may change nothing; `adjust` changes the table\n");
    }
    assert_eq!(after(&mut prompt, "lua value(POINTS)"), "3\n");
}

#[test]
fn the_number_of_pieces_in_a_supply_cannot_be_set() {
    let mut prompt = demo(&[], true);
    let shown = after(&mut prompt, "adjust pool: 0 guard");
    assert!(shown.contains("`pool` is the supply of `guard`, 4 of them: it holds what"), "{shown}");
    assert_eq!(prompt.session.table.shown_event(), 0, "nothing is recorded");
    assert!(after(&mut prompt, "adjust pool: 4 guard").contains("✓ set"), "the supply holds 4 already");
    assert!(after(&mut prompt, "adjust pool: 3 guard; port: 2 guard").contains("✓ set"));
}

#[test]
fn help_takes_its_examples_from_the_board_in_play() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "help adjust");
    assert!(shown.contains("For example adjust hills: 2 hidden, unrest 1; points 2"), "{shown}");
    assert!(after(&mut prompt, "adjust hills: 2 hidden, unrest 1; points 2").contains("✓ set"));
}

#[test]
fn where_tells_where_scripts_register_a_thing() {
    let mut prompt = alone();
    for thing in ["verb unrest", "unrest", "stir", "step reroll"] {
        let shown = after(&mut prompt, &format!("where {thing}"));
        assert!(shown.contains(": demo:scripts/demo/rules.luau:"), "where {thing}: {shown}");
    }
}

#[test]
fn problems_of_rules_that_do_not_load_are_shown_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = [("scripts/demo/more.luau", "local x = = 1\n")];
    for (path, text) in broken.iter().chain(&[("pack.toml", OVER_DEMO)]) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let mut prompt = alone();
    let added = prompt.session.library.lock().expect("nobody panicked").add(PackSource::Folder(folder.path().into()));
    added.expect("it opens");
    files_changed(&mut prompt);
    assert!(!after(&mut prompt, "hash").contains("do not load"));
    let shown = after(&mut prompt, "reload");
    assert_eq!(shown.matches("script::syntax").count(), 1, "{shown}");
    assert!(shown.contains("the game goes on with the old ones"), "{shown}");
}

/// Each reload is an event. The log shows reloads without another event between them as one line, and `log 2` counts
/// them as one event.
#[test]
fn the_log_shows_reloads_in_a_row_as_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pack.toml"), OVER_DEMO).expect("written");
    let texts = folder.path().join("scripts/demo/text.toml");
    std::fs::create_dir_all(texts.parent().expect("a folder")).expect("made");
    let mut prompt = demo(&[], true);
    let save = |prompt: &mut Prompt, say: &str| {
        std::fs::write(&texts, format!("[text.red-acts]\nsay = \"{say}\"\n")).expect("written");
        after(prompt, "reload")
    };
    std::fs::write(&texts, "").expect("written");
    let added = prompt.session.library.lock().expect("nobody panicked").add(PackSource::Folder(folder.path().into()));
    added.expect("it opens");
    after(&mut prompt, "raise port");
    for say in ["One", "Two", "Three"] {
        assert!(save(&mut prompt, say).contains("the new rules are in use"));
    }
    let log = after(&mut prompt, "log");
    assert!(log.contains("   4 the rules were reloaded, 3 times"), "{log}");
    assert_eq!(log.matches("reloaded").count(), 1, "{log}");
    let log = after(&mut prompt, "log 2");
    assert!(log.contains("red: raise port") && log.contains("3 times"), "{log}");
    after(&mut prompt, "raise hills");
    save(&mut prompt, "Four");
    let log = after(&mut prompt, "log");
    assert!(log.contains("3 times") && log.contains("   6 the rules were reloaded\n"), "{log}");
}

#[test]
fn a_line_is_not_played_if_the_changed_rules_do_not_fit_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pack.toml"), OVER_DEMO).expect("written");
    let track = folder.path().join("scenarios/demo/board.toml");
    std::fs::create_dir_all(track.parent().expect("a folder")).expect("made");
    let write_track = |id: &str, was: &str| {
        let meta = "[meta]\ngame = \"demo\"\n";
        let text = format!(
            "{meta}[[track]]\nid = \"{id}\"\nname = \"Grain\"\non = \"game\"\nmin = 0\nmax = 9\nstart = 4\n{was}"
        );
        std::fs::write(&track, text).expect("written");
    };
    write_track("grain", "");
    let mut prompt = demo(&[], true);
    let added = prompt.session.library.lock().expect("nobody panicked").add(PackSource::Folder(folder.path().into()));
    added.expect("it opens");
    assert!(after(&mut prompt, "reload").contains("the new rules are in use"));
    after(&mut prompt, "adjust grain 7");
    let here = prompt.session.table.shown_event();
    write_track("corn", "");
    files_changed(&mut prompt);
    let shown = after(&mut prompt, "raise port");
    assert!(shown.contains("`was = [\"grain\"]`") && shown.contains("your line waits below"), "{shown}");
    assert_eq!((prompt.initial.as_str(), prompt.session.table.shown_event()), ("raise port", here), "{shown}");
    files_changed(&mut prompt);
    let shown = after(&mut prompt, "show tracks");
    assert!(shown.contains("Grain") && !shown.contains("your line waits below"), "a query does not wait: {shown}");
    assert!(after(&mut prompt, "raise port").contains("raise port"), "the old rules play the line");
    write_track("corn", "was = [\"grain\"]\n");
    files_changed(&mut prompt);
    assert!(after(&mut prompt, "raise port").contains("the new rules are in use"));
}

#[test]
fn a_word_after_a_complete_row_is_refused_as_left_over() {
    let mut prompt = demo(&[], true);
    let shown = after(&mut prompt, "march guard port hills river");
    assert!(shown.contains("`river` is left over: the next word must be an action; legal: "), "{shown}");
    assert!(!after(&mut prompt, "river").contains("left over"), "here the word begins a line");
    let shown = after(&mut prompt, "raise rdo");
    assert!(!shown.contains("command"), "a command cannot follow `raise`: {shown}");
}

#[test]
fn looking_ahead_never_shows_what_dice_would_bring() {
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], false);
    after(&mut prompt, "adjust port: 2 open, guard");
    let viewer = prompt.viewer();
    assert_eq!(
        prompt.session.table.next_words(&["stir", "port"], viewer, true),
        NextWords::Complete("Stir up Port".into(), vec![])
    );
}

#[test]
fn standing_actions_of_another_side_are_played_with_its_name_before_them() {
    let mut prompt = demo(&[], true);
    after(&mut prompt, "adjust port: guard, open, unrest 4; hills: guard, unrest 2");
    let shown = after(&mut prompt, "?");
    let listed =
        "Blue may too, with `blue:` before it\n  #1  bribe hills  Bribe The Hills\n  #2  bribe port   Bribe Port\n";
    assert!(shown.contains(listed), "{shown}");
    assert!(after(&mut prompt, "legal").contains(listed));
    assert!(after(&mut prompt, "legal blue: bribe p").contains("#2  bribe port"));
    assert_eq!(after(&mut prompt, "blue: bribe ?"), "  hills  port\n");
    assert_eq!(after(&mut prompt, "blue: bribe"), "`bribe` what? hills | port\n");
    assert_eq!(prompt.initial, "blue: bribe ");
    assert_eq!(words_at(&mut prompt, "blue: bribe "), ["hills", "port"]);
    assert!(after(&mut prompt, "blue: bribe river").contains("not `river` by Blue: nobody of yours is there [DM 2.2]"));
    assert_eq!(prompt.refused_line.as_deref(), Some("blue: bribe river"));
    after(&mut prompt, "dice 4");
    let shown = after(&mut prompt, "blue: bribe port");
    let log = "blue: bribe port\n         rolled d6: 4\n        →  Port Unrest 4 → 3\n         Unrest in Port: 3\n";
    assert!(shown.contains(log), "{shown}");
    assert!(shown.contains("Red acts (") && shown.contains(" ways)   besides blue: bribe\n"), "{shown}");
    assert!(after(&mut prompt, "why blue: bribe port").contains("once per province"));
    assert!(after(&mut prompt, "undo").contains("before `blue: bribe port`"));
    // In a closed game Red may not see the rows of Blue's standing actions. A random bot uses no standing actions.
    let mut prompt = demo(&[], false);
    after(&mut prompt, "adjust hills: guard, unrest 2; port: guard, unrest 1");
    let shown = after(&mut prompt, "legal");
    assert!(
        shown.contains("  bribe, parley (the rest is for Blue to see)") && !shown.contains("bribe hills"),
        "{shown}"
    );
    for line in
        ["why blue: bribe river", "blue: bribe river", "blue: bribe", "preview blue: bribe river", "? blue: bribe"]
    {
        let shown = after(&mut prompt, line);
        assert!(!shown.contains("hills") && !shown.contains("nobody of yours"), "{line}: {shown}");
    }
    assert!(after(&mut prompt, "why blue: bribe river").contains("may see what it can do"));
    let mut prompt = alone();
    assert!(!prompt.screen.take_text().contains("besides"));
    after(&mut prompt, "adjust hills: guard, unrest 2");
    assert!(after(&mut prompt, "blue: bribe hills").contains("Blue is another player's side"));
}

#[test]
fn a_resumed_game_shows_no_hand_before_the_keyboard_is_handed_over() {
    let reopen = |prompt: Prompt| {
        let cardwright_session::Session { table, library, .. } = prompt.session;
        let library = Arc::into_inner(library).expect("no other reference").into_inner().expect("no reader failed");
        Prompt::new(table, library, PAGE, true, 1)
    };
    let mut prompt = reopen(demo(&[], false));
    assert_eq!(prompt.hand_over(), prompt.table().asked(), "a new game");
    prompt.update();
    let shown = prompt.screen.take_text();
    assert!(shown.contains("Red hand 1 card") && !shown.contains("02 Smoke"), "{shown}");
    let mut prompt = demo(&[], false);
    after(&mut prompt, "many 1 2 3");
    let asked = prompt.session.table.asked();
    let mut prompt = reopen(prompt);
    assert_eq!((prompt.viewer().as_spectator(), prompt.hand_over()), (Viewer::PUBLIC, asked));
    prompt.sit_down(asked.expect("somebody is asked"));
    assert_eq!(
        (prompt.viewer().as_spectator(), prompt.hand_over()),
        (Viewer::side(asked.expect("as before")).as_spectator(), None)
    );
    let mut prompt = alone();
    after(&mut prompt, "many 1 2 3");
    assert_eq!(reopen(prompt).hand_over(), None, "one person has nobody to hide a hand from");
    let mut prompt = demo(&[], true);
    after(&mut prompt, "many 1 2 3");
    assert_eq!(reopen(prompt).hand_over(), None, "one person holds all hands");
}

#[test]
fn if_sides_hide_nothing_from_each_other_nobody_hands_over_the_keyboard() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let library = Library::open(vec![PackSource::Folder(root)]).expect("the packs open");
    let (program, vm, _) = library.load("cuba-libre").expect("the game loads");
    let set_up = SetUp { scenario: "standard".into(), seed: 3, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).expect("the game starts");
    let mut prompt = Prompt::new(table, library, PAGE, true, 1);
    assert_eq!(prompt.hand_over(), None);
    prompt.update();
    let shown = prompt.screen.take_text();
    assert!(shown.contains("garrison …") && !shown.contains("(0 ways)"), "the rows are shown: {shown}");
    assert!(after(&mut prompt, "dice card:01").contains("`open on`"), "the deck is hidden from all");
}

/// Opens the prompt at a choice of Red with the only row `stay`. Red has two standing actions: `levy`, and `beg`, which
/// has no rows.
fn with_standing_actions() -> Prompt {
    let script = "local levy, beg = action \"levy\", action \"beg\"\nfunction levy.offer() offer(levy, PROVINCES, numbers(1, 9)) \
                  end\nfunction levy.play() end\nfunction beg.offer() end\nfunction beg.play() end\n\
                  step(\"own\", function()\n  standing(RED, { levy, beg })\n  offer(WORD.stay)\n  choose(RED)\n  \
                  return next(\"own\")\nend)\n";
    let texts =
        "[action.levy]\nlabel = \"Levy {2} in {1}\"\n[action.beg]\nlabel = \"Beg\"\n[word.stay]\nlabel = \"Stay\"\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own");
    prompt
}

#[test]
fn a_question_mark_groups_many_rows_and_legal_lists_them_all() {
    let mut prompt = with_standing_actions();
    let shown = after(&mut prompt, "?");
    assert!(shown.contains("#2-28  levy …  hills port river") && !shown.contains("levy hills 1"), "{shown}");
    assert!(after(&mut prompt, "legal").contains("levy hills 1"), "`legal` lists every row");
    let shown = after(&mut prompt, "show port");
    assert!(!shown.contains("adjacent") && !shown.contains("kind province"), "{shown}");
}

#[test]
fn rows_of_the_choice_and_of_standing_actions_are_numbered_together() {
    let mut prompt = with_standing_actions();
    let shown = after(&mut prompt, "legal");
    assert!(shown.contains("#1  stay") && shown.contains("#2   levy hills 1"), "{shown}");
    assert!(after(&mut prompt, "legal levy river").contains("#28  levy river 9"));
    assert!(after(&mut prompt, "#28").contains("levy river 9"));
    assert!(after(&mut prompt, "#1").contains("stay"));
    let shown = after(&mut prompt, "#29");
    assert!(shown.contains("only #1 to #28"), "{shown}");
}

#[test]
fn too_many_standing_actions_are_refused_until_the_side_has_answered() {
    let mut prompt = with_standing_actions();
    for _ in 0..100 {
        after(&mut prompt, "levy port 1");
    }
    let here = prompt.session.table.shown_event();
    let shown = after(&mut prompt, "levy port 1").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("Red has used 100 standing actions before this answer"), "{shown}");
    assert!(
        shown.contains("Red may use them again when Red has answered") && !shown.contains("a rule failed"),
        "{shown}"
    );
    assert_eq!(prompt.session.table.shown_event(), here);
    after(&mut prompt, "stay");
    after(&mut prompt, "levy port 1");
    assert_eq!(prompt.session.table.shown_event(), here + 2);
}

#[test]
fn steps_hooks_and_effects_are_shown_by_name() {
    let script = "hook \"levy.cost\" { doc = \"What a levy costs.\", args = { \"side\" }, answers = \"number\" }\n\
                  effect \"dear\" { title = TEXT.time_up, modify = { [\"levy.cost\"] = function(side, it, base) return base end } }\n\
                  step(\"own\", function()\n  raise(POINTS, modify(\"levy.cost\", 1, RED))\n  return next(\"red-turn\")\nend)\n";
    let mut prompt = with(&[("scripts/demo/own.luau", script)], "standard", true);
    let shown = after(&mut prompt, "show levy.cost");
    assert!(
        shown.contains("What a levy costs.") && shown.contains("modify(side)") && shown.contains("dear"),
        "{shown}"
    );
    assert!(after(&mut prompt, "show dear").contains("dear  effect"));
    assert!(after(&mut prompt, "show step own").contains("own  step"));
}

#[test]
fn a_standing_action_is_listed_only_if_it_has_rows() {
    let mut prompt = with_standing_actions();
    let shown = after(&mut prompt, "legal levy port");
    assert!(shown.contains("#11  levy port 1") && !shown.contains("hills") && !shown.contains("stay"), "{shown}");
    let refused = "nothing that begins with `raise` is legal here: `why not raise` says why\n";
    assert_eq!(after(&mut prompt, "legal raise"), refused);
    prompt.screen.redraw();
    let shown = after(&mut prompt, "legal beg");
    assert!(shown.starts_with("nothing that begins with `beg` is legal here: `why not beg"), "{shown}");
    assert!(shown.contains("besides levy\n"), "{shown}");
}

#[test]
fn the_command_decisions_sets_how_much_is_reported_about_non_players() {
    let script = r#"
step("rules", function(side)
  log_detail(TEXT.high, HILLS)
  log_decision(TEXT.stirs, PORT)
  say(TEXT.done, PORT)
  offer(WORD.keep)
  choose(RED)
  return next("rules", BLUE)
end)
"#;
    let texts = "[text.high]\nsay = \"{1} is too high\"\n[text.stirs]\nsay = \"8.5: stirs {1}\"\n\
                 [text.done]\nsay = \"{1} is stirred\"\n";
    let files = [("scripts/demo/ruled.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn rules blue");
    let mut report_with = |setting: &str| {
        let reply = after(&mut prompt, &format!("decisions {setting}"));
        assert!(reply.contains(&format!("decisions {setting}")), "{reply}");
        after(&mut prompt, "keep")
    };
    let concise = report_with("concise");
    assert!(concise.contains("8.5: stirs Port") && concise.contains("Port is stirred"), "{concise}");
    assert!(!concise.contains("too high"), "{concise}");
    let full = report_with("full");
    assert!(full.contains("8.5: stirs Port") && full.contains("weighed: The Hills is too high"), "{full}");
    let off = report_with("off");
    assert!(off.contains("Port is stirred") && !off.contains("8.5") && !off.contains("too high"), "{off}");
    assert!(after(&mut prompt, "log 1").contains("8.5: stirs Port"), "`log` always reports decisions");
    assert!(after(&mut prompt, "decisions").contains("decisions off"));
    assert!(after(&mut prompt, "decisions ful").contains("did you mean `full`?"));
    assert_eq!(words_at(&mut prompt, "decisions "), ["off", "concise", "full"]);
}

/// The files of a pack whose scenario has a face-up card. The screen shows the card's text `says`, and only `show 01`
/// shows its text `note`.
const FACE_UP_CARD: [(&str, &str); 3] = [
    (
        "scenarios/demo/board.toml",
        r#"
[meta]
game = "demo"
name = "Demo"
source = "reconstructed"
[[pile]]
id = "lectern"
order = "set"
audience = "all"
show_text = true
[card]
fields = { number = "integer", says = { type = "text", optional = true }, note = { type = "text", optional = true, shown = false }, urgent = { type = "boolean", optional = true } }
"#,
    ),
    (
        "cards/demo/read.toml",
        r#"
[meta]
game = "demo"
source = "reconstructed"
[[card]]
id = "01"
says = "Fire breaks out."
note = "Red chooses where; a province that burns already is none of them [DM 2.2]."
urgent = true
"#,
    ),
    (
        "scenarios/demo/read.toml",
        "[meta]\nid = \"read\"\ngame = \"demo\"\nname = \"Read\"\nfirst = \"set-up\"\nposition = \"lectern: 01\"\n",
    ),
];

#[test]
fn the_screen_shows_the_text_of_a_face_up_card_without_fields_that_are_not_shown() {
    let shown = with(&FACE_UP_CARD, "read", true).screen.take_text();
    assert!(shown.contains("lectern  01 Fire"), "{shown}");
    assert!(shown.contains("    says: Fire breaks out.\n"), "{shown}");
    assert!(!shown.contains("Red chooses where"), "{shown}");
}

#[test]
fn show_prints_every_field_of_a_card() {
    let shown = after(&mut with(&FACE_UP_CARD, "read", true), "show 01");
    let expected = "card 01 Fire / Rain  in lectern
  urgent
  says  Fire breaks out.
  note  Red chooses where; a province that burns already is none of them
        [DM 2.2].
  red  Fire
    effects  unrest level 1, spaces port
             Raises unrest by `level` in one of `spaces`.
  blue  Rain
";
    assert_eq!(shown, expected);
}

/// A row `ferry FROM NUMBER TO` has two columns of spaces. `why` gives the reason for the column of the word only.
#[test]
fn why_gives_no_reason_of_another_column() {
    const TEXTS: &str = "[action.ferry]\nlabel = \"{1} {2} {3}\"\ndoc = \"-\"\n";
    const SCRIPT: &str = r#"
local ferry = action "ferry"
function ferry.offer()
  local from = keep(PROVINCES, has_piece(GUARD), WHY.nobody_to_bribe)
  offer(ferry, from, numbers(1, 2), without(PROVINCES, from))
end
function ferry.play() end
step("ferrying", function()
  act(RED, { ferry })
  return next("ferrying")
end)
"#;
    let files = [("scripts/demo/ferry.luau", SCRIPT), ("scripts/demo/ferry-text.toml", TEXTS)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn ferrying; port: guard; hills: 0 guard");
    assert!(after(&mut prompt, "why ferry hills 1 port").contains("nobody of yours is there [DM 2.2]"));
    let shown = after(&mut prompt, "why ferry port 3 hills");
    assert!(shown.starts_with("`3` does not go with `ferry port`"), "{shown}");
    let shown = after(&mut prompt, "why ferry port 1 port");
    assert!(shown.starts_with("`port` does not go with `ferry port 1`"), "{shown}");
}

/// A text may quote a knob that is an option. It then shows the value of this game, not the default.
#[test]
fn a_text_shows_the_value_of_an_option_in_this_game() {
    const BOARD: &str = "[meta]\ngame = \"demo\"\n[[knob]]\nid = \"stir-target\"\noption = true\n";
    const TEXTS: &str = "[action.stir]\ndoc = \"Each {knob:stir-target} raises unrest.\"\n\
                         [why.no-point]\nsay = \"no {knob:stir-target} left\"\n[text.red-acts]\nsay = \"Red acts on {knob:stir-target}\"\n";
    const LATE: &str =
        "[meta]\nid = \"late\"\ngame = \"demo\"\nname = \"Late\"\nextends = \"standard\"\n[options]\nstir-target = 6\n";
    let files =
        [("scenarios/demo/board.toml", BOARD), ("scripts/demo/text.toml", TEXTS), ("scenarios/demo/late.toml", LATE)];
    for (scenario, target) in [("late", 6), ("standard", 5)] {
        let mut prompt = with(&files, scenario, true);
        let screen = prompt.screen.take_text();
        assert!(screen.contains(&format!("Red acts on {target} (")), "{screen}");
        let shown = after(&mut prompt, "show stir");
        assert!(shown.contains(&format!("Each {target} raises unrest.")), "{shown}");
        after(&mut prompt, "adjust points 0");
        let why = after(&mut prompt, "why stir hills");
        assert!(why.contains(&format!("no {target} left")), "{why}");
    }
}

#[test]
fn show_lists_options_that_differ_from_their_default() {
    let mut prompt = alone();
    let options = after(&mut prompt, "show options");
    assert!(options.contains("fragile  false  (the default)\n"), "{options}");
    assert!(!after(&mut prompt, "show").contains("options"), "nothing differs yet");
    let shown = after(&mut prompt, "adjust option fragile true") + &after(&mut prompt, "show");
    assert!(shown.contains("options  fragile true\n"), "{shown}");
    assert!(after(&mut prompt, "show options").contains("fragile  true\n"));
}

#[test]
fn a_track_and_a_space_that_become_empty_are_shown() {
    let mut prompt = demo(&[], true);
    after(&mut prompt, "adjust river: unrest 2");
    let shown = after(&mut prompt, "adjust river: unrest 0");
    assert!(shown.contains("  now  river: unrest 0\n"), "{shown}");
    after(&mut prompt, "adjust river: guard");
    let shown = after(&mut prompt, "adjust river: 0 guard");
    assert!(shown.contains("  now  river: empty\n"), "{shown}");
}

#[test]
fn why_checks_a_line_up_to_its_first_chance_event() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "why stir hills zzz");
    assert_eq!(shown, "`stir hills` is legal here; whether `zzz` fits depends on chance\n");
    let shown = after(&mut prompt, "why raise hills zzz");
    assert!(shown.starts_with("`zzz` does not fit here"), "{shown}");
    assert_eq!(after(&mut prompt, "why raise hills"), "`raise hills` is legal here\n");
    let shown = after(&mut prompt, "preview stir hills zzz");
    assert!(shown.contains("2 d6 decide, and only then whether `zzz` fits\n"), "{shown}");
}

#[test]
fn a_question_names_a_hidden_card_only_to_viewers_who_may_see_it() {
    let script = "step(\"own\", function()\n  choose(BLUE, PROVINCES, { TEXT.match, CARD[\"01\"], 7 })\n  return next(\"own\")\nend)\n";
    let texts = "[text.match]\nsay = \"Match {1} at {2}?\"\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own; blue hand: 01");
    let board = prompt.session.table.board().clone();
    let (blue, red) = (board.side("blue").expect("a side"), board.side("red").expect("a side"));
    let question = |prompt: &Prompt, viewer| prompt.session.table.prompt(viewer).expect("somebody is asked").text;
    let for_blue = question(&prompt, Viewer::side(blue));
    assert!(for_blue.starts_with("Match ") && for_blue.ends_with(" at 7?"), "{for_blue}");
    assert!(!for_blue.contains("a card"), "{for_blue}");
    assert_eq!(question(&prompt, Viewer::side(red)), "Match a card at 7?");
    assert!(after(&mut prompt, "legal").contains(&question(&prompt, Viewer::OPEN)));
}

#[test]
fn the_refusal_of_a_number_out_of_range_names_the_range() {
    let script = "step(\"own\", function()\n  choose(RED, numbers(0, 2000))\n  return next(\"own\")\nend)\n";
    let mut prompt = with(&[("scripts/demo/own.luau", script)], "standard", true);
    after(&mut prompt, "adjust turn own");
    for typed in ["2001", "-1", "20001", "many"] {
        assert_eq!(after(&mut prompt, typed), format!("✗ `{typed}` does not fit here: legal: 0 to 2000\n"));
    }
}

#[test]
fn resign_is_never_suggested_for_a_mistyped_word() {
    let mut prompt = demo(&[], true);
    for typed in ["assign", "resing", "resgin", "design"] {
        assert!(!after(&mut prompt, typed).contains("resign"), "{typed}");
    }
    // `assign` is the only legal action. A misspelt name is compared with the action and with the names of its spaces.
    let script = "local assign = action \"assign\"\nfunction assign.offer() offer(assign, PROVINCES) end\nfunction assign.play() \
                  end\nstep(\"own\", function()\n  act(RED, { assign })\n  return next(\"own\")\nend)\n";
    let texts = "[action.assign]\nlabel = \"Assign {1}\"\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own");
    assert_eq!(after(&mut prompt, "assigm"), "✗ `assigm` does not fit here; did you mean `assign`?\n");
    assert!(after(&mut prompt, "prot").contains("did you mean `port`?"));
}

#[test]
fn a_failing_standing_action_is_reported_once_and_the_others_can_be_played() {
    let script = "local sell, wave = action \"sell\", action \"wave\"\n\
                  function sell.offer() offer(sell, numbers(1, 200), numbers(1, 200)) end\nfunction sell.play() end\n\
                  function wave.offer() offer(wave) end\nfunction wave.play() raise(POINTS, 1) end\n\
                  step(\"own\", function()\n  standing({ RED, BLUE }, { sell, wave })\n  offer(WORD.stay)\n  choose(RED)\n  \
                  return next(\"own\")\nend)\n";
    let texts = "[action.sell]\nlabel = \"Sell\"\n[action.wave]\nlabel = \"Wave\"\n[word.stay]\nlabel = \"Stay\"\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    let shown = after(&mut prompt, "adjust turn own");
    assert_eq!(shown.matches("! `sell` cannot be asked").count(), 1, "the first question reports it: {shown}");
    let shown = after(&mut prompt, "adjust points 5");
    assert!(!shown.contains("cannot be asked"), "the next question does not repeat it: {shown}");
    let shown = after(&mut prompt, "legal");
    assert_eq!(shown.matches("`sell` cannot be asked").count(), 1, "{shown}");
    assert_eq!(shown.matches("wave  Wave").count(), 2, "{shown}");
    let shown = after(&mut prompt, "blue: sell 1 2");
    assert!(
        shown.contains("`sell` cannot be asked: ") && shown.contains("own.luau:2: stopped: more than 20000"),
        "{shown}"
    );
    assert!(after(&mut prompt, "blue: wave").contains("wave"));
    assert!(after(&mut prompt, "wave").contains("wave"), "the side to move plays it too");
}

#[test]
fn set_table_says_how_much_is_drawn_before_a_new_question() {
    let script = "step(\"own\", function(side)\n  offer(WORD.stay)\n  choose(side)\n  place(GUARD, 1, PORT)\n  \
                  return next(\"own\", side == RED and BLUE or RED)\nend)\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", "[word.stay]\nlabel = \"Stay\"\n")];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own red; hills: 2 open; port: guard");
    assert!(after(&mut prompt, "set table").contains("table full; `set table` takes full, changed, none"));
    assert!(after(&mut prompt, "set table changed").contains("✓ table changed"));
    let shown = after(&mut prompt, "stay");
    assert!(shown.contains("\nThe Hills"), "the first drawing is whole: {shown}");
    let shown = after(&mut prompt, "stay");
    assert!(shown.contains("Demo ·") && shown.contains("\nPort: hidden, 3 guard"), "{shown}");
    assert!(!shown.contains("The Hills") && shown.contains("(1 way)"), "{shown}");
    assert!(after(&mut prompt, "show").contains("\nThe Hills"));
    assert!(after(&mut prompt, "set table none").contains("✓ table none"));
    let shown = after(&mut prompt, "stay");
    assert!(shown.contains("red: stay") && shown.contains("(1 way)") && !shown.contains("Demo ·"), "{shown}");
    assert!(after(&mut prompt, "set table some").contains("unknown amount `some`"));
}

#[test]
fn an_unrecorded_game_needs_a_second_quit() {
    let mut prompt = demo(&[], true);
    assert_eq!(prompt.handle("q"), Flow::Quit, "nothing was played");
    let mut prompt = demo(&[], true);
    after(&mut prompt, "raise port");
    assert!(after(&mut prompt, "q").contains("`quit` once more leaves it for good"));
    assert_eq!(prompt.handle("quit"), Flow::Quit);
    let mut prompt = demo(&[], true);
    after(&mut prompt, "raise port");
    prompt.screen.is_typed = false;
    assert_eq!(prompt.handle("quit"), Flow::Quit, "a pipe quits at once");
}

#[test]
fn the_report_is_shown_first_if_it_does_not_fit_above_the_position() {
    let mut prompt = demo(&[], true);
    let mut with_report = |lines: usize| {
        prompt.screen.take_text();
        prompt.screen.redraw();
        (0..lines).for_each(|_| prompt.say("what happened"));
        prompt.update();
        prompt.screen.hold_back_table();
        (prompt.screen.take_text(), prompt.screen.take_waiting_table())
    };
    let (text, table) = with_report(2);
    assert_eq!(table, None, "{text}");
    assert!(text.starts_with("what happened\nwhat happened\n\nDemo") && text.lines().count() < 24, "{text}");
    let (report, table) = with_report(20);
    assert_eq!(report.matches("what happened").count(), 20);
    assert!(table.is_some_and(|table| table.starts_with("Demo")), "{report}");
}

#[test]
fn after_a_long_report_enter_shows_the_position_and_a_typed_line_is_played() {
    let mut prompt = demo(&[], true);
    prompt.screen.take_text();
    let mut after_long_report = |line: LineRead, initial: &str| {
        prompt.screen.redraw();
        (0..20).for_each(|_| prompt.say("what happened"));
        prompt.update();
        prompt.screen.hold_back_table();
        assert!(!prompt.screen.take_text().contains("Demo"));
        assert!(prompt.line_prompt().0.starts_with("Enter shows the table"));
        assert_eq!(prompt.hint_for(""), None, "Enter takes no row here");
        assert_eq!(prompt.take(line, initial), Flow::Continue);
        prompt.update();
        let shown = prompt.screen.take_text();
        assert!(shown.contains("Demo ·"), "{shown}");
        (prompt.table().shown_event(), std::mem::take(&mut prompt.initial), shown)
    };
    let (event, initial, _) = after_long_report(LineRead::Typed("raise ".into()), "raise ");
    assert_eq!((event, initial.as_str()), (0, "raise "), "an unchanged line is not played");
    assert_eq!(after_long_report(LineRead::Cancelled { was_empty: true }, "").0, 0, "nothing is taken back");
    let (event, _, shown) = after_long_report(LineRead::Typed("raise port".into()), "");
    assert_eq!(event, 1);
    assert!(shown.contains("red: raise port"), "{shown}");
    let (event, _, shown) = after_long_report(LineRead::Typed("nonsense".into()), "");
    assert!(event == 1 && shown.contains("✗ `nonsense`"), "{shown}");
}
