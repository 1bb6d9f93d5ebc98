//! The demo game at the prompt, without a terminal.

mod commands;
mod odds;
mod preview;
mod refusals;
mod telling;

use super::display::paint::Page;
use super::prompt::{Flow, Prompt};
use super::rule_changes::RuleChanges;
use cardwright_bots::RANDOM;
use cardwright_content::PackSource;
use cardwright_table::{Library, NextWords, Seat, SetUp, Table, Viewer};
use std::path::PathBuf;
use std::sync::Arc;

const PAGE: Page = Page { width: 80, height: 24, color: false };

pub(super) fn demo(seats: &[(&str, Seat)], open: bool) -> Prompt {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo"));
    let library = Library::open(vec![PackSource::Folder(root)]).expect("the demo pack opens");
    let (program, mut vm, _) = library.load("demo").expect("the demo game loads");
    vm.set_structured_log(true);
    let seats = seats.iter().map(|(side, seat)| ((*side).to_owned(), *seat)).collect();
    let set_up = SetUp { scenario: "standard".into(), seed: 3, seats, open, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).expect("the demo game starts");
    let mut prompt = Prompt::new(table, library, PAGE, true, 1);
    if let Some(first) = prompt.hand_over() {
        prompt.sit_down(first);
    }
    prompt.update();
    prompt
}

const MORE: &str = "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n";

/// The demo with more files laid over it.
pub(super) fn with(files: &[(&str, &str)], scenario: &str, open: bool) -> Prompt {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo"));
    let files = files.iter().chain(&[("pack.toml", MORE)]).map(|(p, t)| ((*p).to_owned(), (*t).to_owned()));
    let sources = vec![PackSource::Folder(root), PackSource::Memory(files.collect())];
    let library = Library::open(sources).expect("the packs open");
    let loaded = library.load("demo").map_err(|all| cardwright_content::render(&all, false));
    let (program, mut vm, _) = loaded.unwrap_or_else(|all| panic!("{all}"));
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

/// Against a random player: one person, one hand.
pub(super) fn alone() -> Prompt {
    demo(&[("blue", Seat::Bot(RANDOM))], false)
}

/// The words that complete a text.
fn words_at(prompt: &mut Prompt, text: &str) -> Vec<String> {
    prompt.complete(text).words.into_iter().map(|it| it.word).collect()
}

/// As after a save at a terminal, where the watching thread has printed what it found.
fn files_changed(prompt: &mut Prompt) {
    let game = prompt.table().board().game.clone();
    let loaded = cardwright_session::load(&prompt.session.library, &game);
    prompt.rule_changes = RuleChanges::already_printed(loaded);
}

/// What is shown after a line.
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
    assert!(shown.lines().all(|l| l.chars().count() <= PAGE.width), "{shown}");
}

#[test]
fn after_an_answer_the_log_and_what_changed_are_shown() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "stir hills");
    let told = "   1 red: stir hills\n         rolled d6: 5 6\n         Unrest in The Hills: 2\n        →  ";
    assert!(shown.contains(told), "{shown}");
    assert!(shown.contains("Points 3 → 2 red · The Hills Unrest 0 → 2"), "{shown}");
    assert!(!shown.contains("  now  "), "what is new is told with what led to it:\n{shown}");
    assert!(shown.contains("Red acts (7 ways)"), "{shown}");
}

#[test]
fn an_illegal_word_is_refused_with_the_nearest_and_its_line_kept() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "rase hills");
    assert_eq!(shown, "✗ `rase` does not fit here; did you mean `raise`?\n");
    assert_eq!((prompt.initial.as_str(), prompt.refused_line.as_deref()), ("", Some("rase hills")));
    let shown = after(&mut prompt, "march guard port hlils");
    assert!(shown.contains("did you mean `hills`?"), "{shown}");
    assert_eq!(prompt.session.table.here(), 0, "the game is unchanged");
    assert!(after(&mut prompt, ":shwo").contains("did you mean `:show`?"));
    assert!(
        after(&mut prompt, "brnches").contains("`brnches` is not legal here; did you mean the command `branches`?")
    );
}

#[test]
fn a_command_typed_after_an_open_line_is_that_command() {
    let mut prompt = alone();
    after(&mut prompt, "raise");
    let open = std::mem::take(&mut prompt.initial);
    for (typed, meant) in [
        ("raise undo", "undo"),
        ("raise :log 3", ":log 3"),
        ("raise show port", "show port"),
        ("raise port", "raise port"),
        ("raise prt", "raise prt"),
        ("raise ?", "raise ?"),
        ("raise ", "raise "),
        ("undo", "undo"),
    ] {
        assert_eq!(prompt.unless_a_command(&open, typed.to_owned()), meant);
    }
    assert_eq!(prompt.unless_a_command("", "undo".to_owned()), "undo");
}

#[test]
fn a_rule_is_looked_up_as_it_is_cited() {
    let mut prompt = alone();
    let all = after(&mut prompt, "rules");
    assert!(all.contains("2.1   Stirring") || all.contains("2.1  Stirring"), "{all}");
    for cite in ["rules DM 2.1", "rules [DM 2.1]", "rule DM 2.1"] {
        let shown = after(&mut prompt, cite);
        assert!(shown.starts_with("2.1  ") && shown.contains("\n  implemented "), "{cite}: {shown}");
        assert!(shown.contains("\n  tested "), "{shown}");
    }
    assert!(after(&mut prompt, "rules DM 9.9").contains("✗ no rule is cited so: `DM 9.9`"));
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
fn undo_stops_at_dice_and_goes_on_when_open() {
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
fn hidden_hands_are_each_players_own() {
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
fn random_seats_play_by_themselves_and_are_told() {
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], false);
    after(&mut prompt, "adjust port: 2 open, guard");
    let shown = after(&mut prompt, "stir port");
    assert!(shown.contains("red: stir port") && shown.contains("blue: "), "{shown}");
    assert_eq!(prompt.session.table.asked(), prompt.session.table.board().side("red"));
    assert!(after(&mut prompt, "seat red random").contains("somebody must stay"));
    assert!(after(&mut prompt, "seat blue human").contains("Blue is human now"));
    assert!(after(&mut prompt, "seat green human").contains("unknown side `green`"));
}

/// West and East are one player: who takes the seat of one takes both, and is told so.
#[test]
fn a_seat_of_several_sides_is_named_by_all_of_them() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/harbour"));
    let library = Library::open(vec![PackSource::Folder(root)]).expect("the pack opens");
    let (program, vm, _) = library.load("harbour").expect("the game loads");
    let options = vec![("players".to_owned(), "3".to_owned())];
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, options, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).expect("the game starts");
    let mut prompt = Prompt::new(table, library, PAGE, true, 1);
    for (line, told) in [
        ("seat home random", "✓ Home is random now\n"),
        ("seat east random", "✓ West and East are random now\n"),
        ("seat west human", "✓ West and East are human now\n"),
    ] {
        assert!(after(&mut prompt, line).starts_with(told), "{line}");
    }
    assert!(after(&mut prompt, "seat south random").contains("South is random now"));
    assert!(after(&mut prompt, "seat west random").contains("somebody must stay"), "all that is left is one seat");
}

#[test]
fn dice_are_forced_and_dropped() {
    let mut prompt = alone();
    assert!(after(&mut prompt, "dice 1 9").contains("`9` is no face"));
    assert!(after(&mut prompt, "dice 1 2").contains("the next rolls: 1 2"));
    assert!(after(&mut prompt, "stir hills").contains("rolled d6: 1 2"));
}

#[test]
fn positions_go_to_files_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("here.position");
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], true);
    after(&mut prompt, "stir hills");
    let before = prompt.session.table.board_hash();
    assert!(after(&mut prompt, "save 1").contains("`save ./1`"), "points are saved in some games");
    assert!(after(&mut prompt, &format!("save {}", file.display())).contains('✓'));
    assert!(after(&mut prompt, &format!("save {}", file.display())).contains("exists already"));
    after(&mut prompt, "raise river");
    assert!(after(&mut prompt, &format!("load {}", file.display())).contains("a position was loaded"));
    assert_eq!(prompt.session.table.board_hash(), before);
    std::fs::write(&file, "prot: 2 hidden\n").expect("it is written");
    let shown = after(&mut prompt, &format!("load {}", file.display()));
    assert!(shown.contains("did you mean `port`?") && shown.contains("was not loaded"), "{shown}");
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
    assert!(
        shown.contains("Blue wins: Red resigns") && shown.contains("event 1, 0 answers on the way to it · seed 3"),
        "{shown}"
    );
    assert!(after(&mut prompt, "stir hills").contains("the game is over"));
    // The end shows the seed, and with it all that was hidden.
    assert!(after(&mut prompt, "undo").contains("`red resigns` is final"));
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], true);
    after(&mut prompt, "resign yes");
    assert!(after(&mut prompt, "undo").contains("at event 0"), "an open game hides nothing");
}

#[test]
fn legal_words_are_offered_column_by_column_and_into_the_next_choice() {
    let mut prompt = alone();
    assert_eq!(words_at(&mut prompt, "st"), ["stir"]);
    assert_eq!(words_at(&mut prompt, "raise "), ["hills", "port", "river"]);
    assert_eq!(prompt.complete("raise p").start, 6);
    assert_eq!(words_at(&mut prompt, "preview raise "), ["hills", "port", "river"]);
    // A whole action reveals nothing: the words of the next one follow. Dice do: nothing follows.
    assert!(words_at(&mut prompt, "raise port ra").contains(&"raise".to_owned()));
    assert_eq!(words_at(&mut prompt, "raise port raise "), ["hills", "port", "river"]);
    assert_eq!(words_at(&mut prompt, "stir hills "), Vec::<String>::new());
    assert_eq!(words_at(&mut prompt, ":und"), [":undo"]);
    assert_eq!(words_at(&mut prompt, "show ma")[0], "map");
    let hint = prompt.hint_for("stir hills").expect("a hint");
    assert_eq!(rustyline::hint::Hint::display(&hint), "  → Stir up The Hills");
    assert_eq!(prompt.session.table.nodes().len(), 1, "looking ahead leaves the game alone");
}

#[test]
fn while_chance_is_asked_for_what_can_be_told_is_completed_and_no_line_of_play() {
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
    assert_eq!(prompt.hint_for(""), None, "Enter takes no row");
    for line in ["s", "stir hills"] {
        let hint = prompt.hint_for(line);
        let shown = hint.as_ref().map_or("", rustyline::hint::Hint::display);
        assert!(!shown.contains("Stir"), "{line}: {shown}");
    }
    // Told, it is as ever.
    after(&mut prompt, "5 6");
    assert_eq!(words_at(&mut prompt, "raise p"), ["port"]);
}

#[test]
fn what_returns_to_its_default_is_shown_too() {
    let mut prompt = demo(&[], true);
    after(&mut prompt, "adjust turns 3; port: unrest 2");
    let shown = after(&mut prompt, "undo");
    assert!(shown.contains("  now  port: hidden, guard · turns 0"), "{shown}");
    after(&mut prompt, "adjust points 0");
    assert!(after(&mut prompt, "undo").contains("  now  points 3"));
}

#[test]
fn a_line_goes_on_with_an_open_one_wherever_the_walk_would() {
    // Red may levy besides, and asks of each province it names.
    let script = "local levy = action \"levy\"\nfunction levy.offer() offer(levy, PROVINCES) end\nfunction levy.play() end\n\
                  step(\"own\", function()\n  standing(RED, { levy })\n  offer(WORD.send, PROVINCES, numbers(1, 2))\n  \
                  choose(RED)\n  return next(\"own\")\nend)\n";
    let texts = "[action.levy]\nlabel = \"Levy in {1}\"\n[word.send]\nlabel = \"Send {2} to {1}\"\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own");
    let mut continued = |open: &str, line: &str| prompt.joined_if_it_fits(open, line.to_owned());
    assert_eq!(continued("send ", "port 2 send nowhere"), "send port 2 send nowhere", "what is wrong after it is told");
    assert_eq!(continued("send port ", "1"), "send port 1");
    assert_eq!(continued("levy ", "port"), "levy port", "what stands open besides, too");
    for (open, line) in [("send ", "undo"), ("send ", "send port 1"), ("sned", "send port 1"), ("", "send port 1")] {
        assert_eq!(continued(open, line), line, "after `{open}`");
    }
}

#[test]
fn no_placeholder_is_shown_raw() {
    // A word with columns of its own in a row, one that has fewer columns here than elsewhere, and an action by itself.
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
fn before_dice_no_default_is_taken_unasked() {
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
    assert!(shown.contains("2 red: toll 2\n") && shown.contains("rolled d6"), "Enter takes it:\n{shown}");
    // Who says it in the line is not asked; a line that passes over it is not taken to have said it.
    assert!(after(&mut prompt, "cross toll 1").contains("rolled d6"));
    assert!(after(&mut prompt, "cross cross").contains('✗'));
}

#[test]
fn why_says_what_goes_together_and_where_a_rule_stands() {
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
fn dice_given_by_hand_wait_again_after_an_undo() {
    let mut prompt = demo(&[], true);
    after(&mut prompt, "dice 1 2 3");
    after(&mut prompt, "stir hills");
    let shown = after(&mut prompt, "undo");
    assert!(shown.contains("given by hand wait again: 1 2 3"), "{shown}");
    after(&mut prompt, "redo");
    assert!(after(&mut prompt, "dice").contains("the next rolls: 3\n"));
    after(&mut prompt, "goto 0");
    assert!(after(&mut prompt, "stir hills").contains("rolled d6: 1 2"));
}

#[test]
fn what_is_hidden_is_not_asked_for_by_the_back_door() {
    let mut prompt = alone();
    for line in ["lua cards(pile(HAND, BLUE))", "hash", "seed"] {
        let shown = after(&mut prompt, line);
        assert!(shown.starts_with('✗') && shown.contains("--open"), "{shown}");
    }
    prompt.farewell();
    assert!(!prompt.screen.take_text().contains("seed"));
}

#[test]
fn no_card_given_by_hand_tells_in_a_closed_game_where_it_lies() {
    let mut prompt = alone();
    let refused = after(&mut prompt, "dice card:01");
    assert!(
        refused.starts_with('✗') && refused.contains("only faces of dice") && refused.contains("--open"),
        "{refused}"
    );
    // In a hand, in the deck, no card at all, a thing to be picked: all the same.
    for words in ["card:02", "card:03", "card:99", "pick:hills", "hills", "1 card:02"] {
        assert_eq!(after(&mut prompt, &format!("dice {words}")), refused, "{words}");
    }
    assert!(prompt.session.table.forced().is_empty());
    assert!(after(&mut prompt, "dice 1 2").contains("the next rolls: 1 2"));
    // Nor one that waited from a time when it was allowed.
    prompt.session.table.force_words(&["card:03"]).expect("a card");
    let here = prompt.session.table.here();
    let shown = after(&mut prompt, "stir hills");
    assert!(shown.contains("dropped: 1 2 card:03"), "{shown}");
    assert_eq!((prompt.session.table.here(), prompt.session.table.forced().len()), (here, 0));
    let mut prompt = demo(&[], true);
    assert!(after(&mut prompt, "dice card:03 hills").contains("the next rolls: card:03 pick:hills"));
}

#[test]
fn no_file_of_a_closed_game_tells_what_is_hidden_but_the_record_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let mut prompt = alone();
    for command in ["save", "export"] {
        let shown = after(&mut prompt, &format!("{command} {}", file(command)));
        assert!(shown.starts_with('✗') && shown.contains("--open"), "{shown}");
        assert!(!folder.path().join(command).exists());
    }
    prompt.session.table.open = true;
    for command in ["save", "export"] {
        assert!(after(&mut prompt, &format!("{command} {}", file(command))).contains('✓'));
    }
}

#[test]
fn an_expression_that_would_change_something_is_sent_to_adjust() {
    let mut prompt = demo(&[], true);
    for expression in ["roll(D6, 2)", "raise(POINTS, 1)", "place(GUARD, 1, PORT)"] {
        let shown = after(&mut prompt, &format!("lua {expression}"));
        assert_eq!(shown, "✗ an expression may change nothing; `adjust` changes the table\n");
    }
    assert_eq!(after(&mut prompt, "lua value(POINTS)"), "3\n");
}

#[test]
fn a_supply_is_not_said_to_be_set() {
    let mut prompt = demo(&[], true);
    let told = after(&mut prompt, "adjust pool: 0 guard");
    assert!(told.contains("`pool` is the supply of `guard`, 4 of them: it holds what"), "{told}");
    assert_eq!(prompt.session.table.here(), 0, "nothing is recorded");
    assert!(after(&mut prompt, "adjust pool: 4 guard").contains("✓ set"), "so it is");
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
fn rules_that_do_not_load_are_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = [("scripts/demo/more.luau", "local x = = 1\n")];
    for (path, text) in broken.iter().chain(&[("pack.toml", MORE)]) {
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

/// Each save is an event; several with nothing between them are told as one, and count as one of the last events.
#[test]
fn reloads_in_a_row_are_told_as_one() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pack.toml"), MORE).expect("written");
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
        assert!(save(&mut prompt, say).contains("the new rules hold"));
    }
    let told = after(&mut prompt, "log");
    assert!(told.contains("   4 the rules were reloaded, 3 times"), "{told}");
    assert_eq!(told.matches("reloaded").count(), 1, "{told}");
    let told = after(&mut prompt, "log 2");
    assert!(told.contains("red: raise port") && told.contains("3 times"), "{told}");
    after(&mut prompt, "raise hills");
    save(&mut prompt, "Four");
    let told = after(&mut prompt, "log");
    assert!(told.contains("3 times") && told.contains("   6 the rules were reloaded\n"), "{told}");
}

#[test]
fn a_line_is_not_played_when_the_game_cannot_take_up_the_rules_it_was_typed_for() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pack.toml"), MORE).expect("written");
    let track = folder.path().join("scenarios/demo/board.toml");
    std::fs::create_dir_all(track.parent().expect("a folder")).expect("made");
    let named = |id: &str, was: &str| {
        let meta = "[meta]\ngame = \"demo\"\n";
        let text = format!(
            "{meta}[[track]]\nid = \"{id}\"\nname = \"Grain\"\non = \"game\"\nmin = 0\nmax = 9\nstart = 4\n{was}"
        );
        std::fs::write(&track, text).expect("written");
    };
    named("grain", "");
    let mut prompt = demo(&[], true);
    let added = prompt.session.library.lock().expect("nobody panicked").add(PackSource::Folder(folder.path().into()));
    added.expect("it opens");
    assert!(after(&mut prompt, "reload").contains("the new rules hold"));
    after(&mut prompt, "adjust grain 7");
    let here = prompt.session.table.here();
    named("corn", "");
    files_changed(&mut prompt);
    let shown = after(&mut prompt, "raise port");
    assert!(shown.contains("`was = [\"grain\"]`") && shown.contains("your line waits below"), "{shown}");
    assert_eq!((prompt.initial.as_str(), prompt.session.table.here()), ("raise port", here), "{shown}");
    assert!(after(&mut prompt, "raise port").contains("raise port"), "it is played by the old rules");
    named("corn", "was = [\"grain\"]\n");
    files_changed(&mut prompt);
    assert!(after(&mut prompt, "raise port").contains("the new rules hold"));
}

#[test]
fn a_word_too_many_is_told_to_be_left_over() {
    let mut prompt = demo(&[], true);
    let shown = after(&mut prompt, "march guard port hills river");
    assert!(shown.contains("`river` is left over: what comes next is an action; legal: "), "{shown}");
    assert!(!after(&mut prompt, "river").contains("left over"), "it begins a line of its own");
    let shown = after(&mut prompt, "raise rdo");
    assert!(!shown.contains("command"), "no command stands there: {shown}");
}

#[test]
fn looking_ahead_never_shows_what_dice_would_bring() {
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], false);
    after(&mut prompt, "adjust port: 2 open, guard");
    let eyes = prompt.viewer();
    assert_eq!(
        prompt.session.table.next_words(&["stir", "port"], eyes, true),
        NextWords::Complete("Stir up Port".into(), vec![])
    );
}

#[test]
fn what_others_may_do_besides_is_listed_and_played_with_their_name_before_it() {
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
    assert!(shown.contains("blue: bribe port\n         rolled d6: 4\n         Unrest in Port: 3\n"), "{shown}");
    assert!(shown.contains("Red acts (") && shown.contains(" ways)   besides blue: bribe\n"), "{shown}");
    assert!(after(&mut prompt, "why blue: bribe port").contains("once per province"));
    assert!(after(&mut prompt, "undo").contains("before `blue: bribe port`"));
    // What stands open for another is theirs to see; and a random player does nothing besides.
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
fn a_game_that_was_left_is_shown_to_nobody_before_the_keyboard_is_handed_over() {
    let again = |prompt: Prompt| {
        let cardwright_session::Session { table, library, .. } = prompt.session;
        let library = Arc::into_inner(library).expect("nobody else has them").into_inner().expect("no reader failed");
        Prompt::new(table, library, PAGE, true, 1)
    };
    let mut begun = again(demo(&[], false));
    assert_eq!(begun.hand_over(), begun.table().asked(), "nor is the first hand of a game that begins");
    begun.update();
    let shown = begun.screen.take_text();
    assert!(shown.contains("Red hand 1 card") && !shown.contains("02 Smoke"), "{shown}");
    let mut prompt = demo(&[], false);
    after(&mut prompt, "many 1 2 3");
    let asked = prompt.session.table.asked();
    let mut prompt = again(prompt);
    assert_eq!((prompt.viewer().as_spectator(), prompt.hand_over()), (Viewer::PUBLIC, asked));
    prompt.sit_down(asked.expect("somebody is asked"));
    assert_eq!(
        (prompt.viewer().as_spectator(), prompt.hand_over()),
        (Viewer::side(asked.expect("as before")).as_spectator(), None)
    );
    let mut prompt = alone();
    after(&mut prompt, "many 1 2 3");
    assert_eq!(again(prompt).hand_over(), None, "one person has nobody to hide a hand from");
    let mut prompt = demo(&[], true);
    after(&mut prompt, "many 1 2 3");
    assert_eq!(again(prompt).hand_over(), None, "one person holds all hands");
}

#[test]
fn where_sides_hide_nothing_from_each_other_the_keyboard_is_not_passed() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let library = Library::open(vec![PackSource::Folder(root)]).expect("the packs open");
    let (program, vm, _) = library.load("cuba-libre").expect("the game loads");
    let set_up = SetUp { scenario: "standard".into(), seed: 3, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).expect("the game starts");
    let mut prompt = Prompt::new(table, library, PAGE, true, 1);
    assert_eq!(prompt.hand_over(), None);
    prompt.update();
    let shown = prompt.screen.take_text();
    assert!(shown.contains("garrison …") && !shown.contains("(0 ways)"), "what may be answered is shown: {shown}");
    assert!(after(&mut prompt, "dice card:01").contains("--open"), "the deck is hidden from all");
}

/// Red may levy besides, and can neither beg nor answer but by staying.
fn with_own_besides() -> Prompt {
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
fn what_is_asked_for_as_a_whole_gathers_what_is_much() {
    let mut prompt = with_own_besides();
    let shown = after(&mut prompt, "?");
    assert!(shown.contains("#2-28  levy …  hills port river") && !shown.contains("levy hills 1"), "{shown}");
    assert!(after(&mut prompt, "legal").contains("levy hills 1"), "there it is told in full");
    let shown = after(&mut prompt, "show port");
    assert!(!shown.contains("adjacent") && !shown.contains("kind province"), "{shown}");
}

#[test]
fn a_number_is_that_of_one_row_be_it_of_the_choice_or_open_besides() {
    let mut prompt = with_own_besides();
    let shown = after(&mut prompt, "legal");
    assert!(shown.contains("#1  stay") && shown.contains("#2   levy hills 1"), "{shown}");
    assert!(after(&mut prompt, "legal levy river").contains("#28  levy river 9"));
    assert!(after(&mut prompt, "#28").contains("levy river 9"));
    assert!(after(&mut prompt, "#1").contains("stay"));
    let shown = after(&mut prompt, "#29");
    assert!(shown.contains("only #1 to #28"), "{shown}");
}

#[test]
fn what_stands_open_besides_is_told_with_its_rows_and_only_if_it_has_one() {
    let mut prompt = with_own_besides();
    let shown = after(&mut prompt, "legal levy port");
    assert!(shown.contains("#11  levy port 1") && !shown.contains("hills") && !shown.contains("stay"), "{shown}");
    assert_eq!(after(&mut prompt, "legal raise"), "nothing that begins with `raise` is legal here\n");
    prompt.screen.redraw();
    let shown = after(&mut prompt, "legal beg");
    assert!(shown.starts_with("nothing that begins with `beg` is legal here\n"), "{shown}");
    assert!(shown.contains("besides levy\n"), "{shown}");
}

#[test]
fn sides_played_by_rules_tell_as_much_of_themselves_as_is_wished() {
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
    let mut shown = |setting: &str| {
        let told = after(&mut prompt, &format!("decisions {setting}"));
        assert!(told.contains(&format!("decisions {setting}")), "{told}");
        after(&mut prompt, "keep")
    };
    let concise = shown("concise");
    assert!(concise.contains("8.5: stirs Port") && concise.contains("Port is stirred"), "{concise}");
    assert!(!concise.contains("too high"), "{concise}");
    let full = shown("full");
    assert!(full.contains("8.5: stirs Port") && full.contains("weighed: The Hills is too high"), "{full}");
    let off = shown("off");
    assert!(off.contains("Port is stirred") && !off.contains("8.5") && !off.contains("too high"), "{off}");
    assert!(after(&mut prompt, "log 1").contains("8.5: stirs Port"), "the log always tells what was decided");
    assert!(after(&mut prompt, "decisions").contains("decisions off"));
    assert!(after(&mut prompt, "decisions ful").contains("did you mean `full`?"));
    assert_eq!(words_at(&mut prompt, "decisions "), ["off", "concise", "full"]);
}

/// A pack whose card lies open to be read, with a note that only those who ask are told.
const READ_OUT: [(&str, &str); 3] = [
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
fn a_card_that_lies_open_is_read_out_but_for_what_stays_off_the_table() {
    let shown = with(&READ_OUT, "read", true).screen.take_text();
    assert!(shown.contains("lectern  01 Fire"), "{shown}");
    assert!(shown.contains("    says: Fire breaks out.\n"), "{shown}");
    assert!(!shown.contains("Red chooses where"), "{shown}");
}

#[test]
fn a_card_asked_for_tells_everything_short_things_in_a_line_texts_beside_their_names() {
    let shown = after(&mut with(&READ_OUT, "read", true), "show 01");
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

/// A word is answered by the reasons for its own place in the line: things of one kind may stand in several.
#[test]
fn a_reason_for_another_place_in_the_line_is_not_given() {
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

/// Texts that quote a knob which is an option here say what holds in this game, not what holds by default.
#[test]
fn a_text_says_the_option_that_is_in_force() {
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
fn options_are_shown_and_those_that_differ_stand_on_the_table() {
    let mut prompt = alone();
    let all = after(&mut prompt, "show options");
    assert!(all.contains("fragile  false  (the default)\n"), "{all}");
    assert!(!after(&mut prompt, "show").contains("options"), "nothing differs yet");
    let shown = after(&mut prompt, "adjust option fragile true") + &after(&mut prompt, "show");
    assert!(shown.contains("options  fragile true\n"), "{shown}");
    assert!(after(&mut prompt, "show options").contains("fragile  true\n"));
}

#[test]
fn what_a_track_goes_back_to_is_told_as_it_stands_there() {
    let mut prompt = demo(&[], true);
    after(&mut prompt, "adjust river: unrest 2");
    let shown = after(&mut prompt, "adjust river: unrest 0");
    assert!(shown.contains("  now  river: unrest 0\n"), "{shown}");
    after(&mut prompt, "adjust river: guard");
    let shown = after(&mut prompt, "adjust river: 0 guard");
    assert!(shown.contains("  now  river: empty\n"), "{shown}");
}

#[test]
fn why_reads_the_whole_line_as_far_as_it_can_be_known() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "why stir hills zzz");
    let told = "`stir hills` is legal here; whether `zzz` fits depends on chance\n";
    assert_eq!(shown, told);
    let shown = after(&mut prompt, "why raise hills zzz");
    assert!(shown.starts_with("`zzz` does not fit here"), "{shown}");
    assert_eq!(after(&mut prompt, "why raise hills"), "`raise hills` is legal here\n");
    let shown = after(&mut prompt, "preview stir hills zzz");
    assert!(shown.contains("2 d6 decide, and only then whether `zzz` fits\n"), "{shown}");
}

#[test]
fn a_question_names_what_it_is_about_to_those_who_may_see_it() {
    let script = "step(\"own\", function()\n  choose(BLUE, PROVINCES, { TEXT.match, CARD[\"01\"], 7 })\n  return next(\"own\")\nend)\n";
    let texts = "[text.match]\nsay = \"Match {1} at {2}?\"\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own; blue hand: 01");
    let board = prompt.session.table.board().clone();
    let (blue, red) = (board.side("blue").expect("a side"), board.side("red").expect("a side"));
    let asked = |prompt: &Prompt, eyes| prompt.session.table.prompt(eyes).expect("somebody is asked").text;
    let open = asked(&prompt, Viewer::side(blue));
    assert!(open.starts_with("Match ") && open.ends_with(" at 7?") && !open.contains("a card"), "{open}");
    assert_eq!(asked(&prompt, Viewer::side(red)), "Match a card at 7?");
    assert!(after(&mut prompt, "legal").contains(&asked(&prompt, Viewer::OPEN)));
}

#[test]
fn a_number_out_of_range_is_told_the_range() {
    let script = "step(\"own\", function()\n  choose(RED, numbers(0, 2000))\n  return next(\"own\")\nend)\n";
    let mut prompt = with(&[("scripts/demo/own.luau", script)], "standard", true);
    after(&mut prompt, "adjust turn own");
    for typed in ["2001", "-1", "20001", "many"] {
        assert_eq!(after(&mut prompt, typed), format!("✗ `{typed}` does not fit here: legal: 0 to 2000\n"));
    }
}

#[test]
fn nobody_is_led_to_resign_by_a_slip() {
    let mut prompt = demo(&[], true);
    for typed in ["assign", "resing", "resgin", "design"] {
        assert!(!after(&mut prompt, typed).contains("resign"), "{typed}");
    }
    // The only action that is legal is meant by its misspelt name, not what it is done to.
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
fn what_fails_besides_is_told_once_and_leaves_the_rest_open() {
    let script = "local sell, wave = action \"sell\", action \"wave\"\n\
                  function sell.offer() offer(sell, numbers(1, 200), numbers(1, 200)) end\nfunction sell.play() end\n\
                  function wave.offer() offer(wave) end\nfunction wave.play() raise(POINTS, 1) end\n\
                  step(\"own\", function()\n  standing({ RED, BLUE }, { sell, wave })\n  offer(WORD.stay)\n  choose(RED)\n  \
                  return next(\"own\")\nend)\n";
    let texts = "[action.sell]\nlabel = \"Sell\"\n[action.wave]\nlabel = \"Wave\"\n[word.stay]\nlabel = \"Stay\"\n";
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own");
    let shown = after(&mut prompt, "legal");
    assert_eq!(shown.matches("`sell` cannot be asked").count(), 1, "{shown}");
    assert_eq!(shown.matches("wave  Wave").count(), 2, "{shown}");
    let shown = after(&mut prompt, "blue: sell 1 2");
    assert!(
        shown.contains("`sell` cannot be asked: ") && shown.contains("own.luau:2: stopped: more than 20000"),
        "{shown}"
    );
    assert!(after(&mut prompt, "blue: wave").contains("wave"));
    assert!(after(&mut prompt, "wave").contains("wave"), "the side that is asked, too");
}

#[test]
fn a_game_that_nothing_keeps_is_left_at_the_second_word() {
    let mut prompt = demo(&[], true);
    assert_eq!(prompt.handle("q"), Flow::Quit, "nothing was played");
    let mut prompt = demo(&[], true);
    after(&mut prompt, "raise port");
    assert!(after(&mut prompt, "q").contains("`quit` once more leaves it for good"));
    assert_eq!(prompt.handle("quit"), Flow::Quit);
    let mut prompt = demo(&[], true);
    after(&mut prompt, "raise port");
    prompt.screen.is_typed = false;
    assert_eq!(prompt.handle("quit"), Flow::Quit, "a pipe is asked nothing");
}

#[test]
fn what_happened_is_read_before_the_table_where_both_do_not_fit() {
    let mut prompt = demo(&[], true);
    let mut above = |lines: usize| {
        prompt.screen.take_text();
        prompt.screen.redraw();
        (0..lines).for_each(|_| prompt.say("what happened"));
        prompt.update();
        (prompt.screen.take_report(), prompt.screen.take_text())
    };
    let (first, all) = above(2);
    assert_eq!(first, None, "{all}");
    assert!(all.starts_with("what happened\nwhat happened\n\nDemo") && all.lines().count() < 24, "{all}");
    let (first, table) = above(20);
    assert_eq!(first.map(|told| told.matches("what happened").count()), Some(20));
    assert!(table.starts_with("Demo"), "{table}");
}
