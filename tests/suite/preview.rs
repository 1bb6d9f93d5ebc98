//! Previews of a line: they come true, and they leave no trace.
#![allow(clippy::unwrap_used)]

use cardwright_bots::{Bot, Observation, RandomBot};
use cardwright_content::{PackSource, render};
use cardwright_state::hash::board_hash;
use cardwright_table::Viewer;
use cardwright_table::game_log;
use cardwright_table::{Library, PlayError, Preview, PreviewEnd, RefusedLine, SetUp, Table, WhyNot};
use std::path::PathBuf;

fn library(packs: &[&str]) -> Library {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let sources = packs.iter().map(|pack| PackSource::Folder(root.join(pack))).collect();
    Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

fn start(packs: &[&str], game: &str, scenario: &str, open: bool, seed: u64) -> Table {
    let (program, vm, _) = library(packs).load(game).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let set_up = SetUp { scenario: scenario.into(), seed, open, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

fn demo(open: bool) -> Table {
    start(&["tests/packs/demo"], "demo", "standard", open, 3)
}

fn secrets(open: bool) -> Table {
    start(&["tests/packs/demo", "tests/packs/secrets"], "demo", "secrets", open, 3)
}

/// The demo with secrets and one more script.
fn with_script(script: &str, texts: &str) -> Table {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/packs/demo", "tests/packs/secrets"].map(|pack| PackSource::Folder(root.join(pack)));
    let files = [
        ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n"),
        ("scripts/demo/more.luau", script),
        ("scripts/demo/text.toml", texts),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    let library = Library::open([folders.to_vec(), vec![PackSource::Memory(files)]].concat()).unwrap();
    let (program, vm, _) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    Table::start(program, vm, &SetUp { scenario: "secrets".into(), ..SetUp::default() }).unwrap()
}

/// A preview as seen by the side that is asked.
fn preview(table: &mut Table, line: &str) -> Result<Preview, Box<RefusedLine>> {
    let viewer = if table.open { Viewer::OPEN } else { Viewer::side(table.asked().unwrap()) };
    table.preview(table.asked(), line, viewer)
}

/// The position of a preview, in notation.
fn view(table: &Table, preview: &Preview) -> String {
    Viewer::OPEN.position_text(table.board(), &preview.position)
}

/// Everything observable about a table.
fn all_of(table: &Table) -> String {
    let next = table.nodes()[table.here()].next;
    let asked = (table.asked(), table.row_words(), table.choice().map(|c| c.default));
    let kept = (table.here(), table.nodes().len(), next, table.hash(), table.board_hash());
    format!(
        "{kept:?} {asked:?} {:?} {:?} {:?}",
        table.forced_words(),
        table.seats,
        table.nodes()[table.here()].card_knowledge
    )
}

#[derive(Debug)]
struct First;
impl Bot for First {
    fn choose(&mut self, _: &dyn Observation) -> usize {
        0
    }
}

/// Plays at random; before some answers it previews every row (or some of many).
fn check_previews(packs: &[&str], game: &str, scenario: &str, seed: u64) -> (usize, usize) {
    let mut table = start(packs, game, scenario, false, seed);
    let mut player = RandomBot::new(seed);
    let (mut true_ones, mut stopped) = (0, 0);
    for n in 0..120 {
        let Some(side) = table.asked() else { break };
        if n % 7 == 0 {
            let rows: Vec<String> = table.row_words().iter().map(|words| words.join(" ")).collect();
            for row in rows.iter().step_by(rows.len().div_ceil(12)) {
                let before = all_of(&table);
                let foretold = table.preview(Some(side), row, Viewer::side(side));
                assert_eq!(all_of(&table), before, "{game}: looking at `{row}` changes something");
                let here = table.here();
                let played = table.play(Some(side), row);
                match (foretold, played) {
                    (Ok(Preview { stopped: None, position, answers, game_events, .. }), Ok(played)) => {
                        let given: Vec<_> = answers.into_iter().map(|a| (a.side, a.row)).collect();
                        assert_eq!(given, played.answers, "{game}: `{row}`");
                        let is = Viewer::OPEN.position_text(table.board(), table.position());
                        assert_eq!(Viewer::OPEN.position_text(table.board(), &position), is, "{game}: `{row}`");
                        assert_eq!(
                            board_hash(table.board(), &position, "x"),
                            board_hash(table.board(), table.position(), "x")
                        );
                        let path = table.path();
                        let new = path.iter().skip_while(|n| **n != here).skip(1);
                        let told: Vec<_> = new.flat_map(|n| table.nodes()[*n].game_events.clone()).collect();
                        assert_eq!(game_events, told, "{game}: `{row}`");
                        true_ones += 1;
                    }
                    // Changes before chance have happened, too.
                    (Ok(preview), Ok(played)) => {
                        assert!(preview.answers.len() < played.answers.len(), "{game}: `{row}`: {:?}", preview.then);
                        stopped += 1;
                    }
                    (Err(refused), Err(error)) => assert_eq!(refused.error.to_string(), error.to_string()),
                    (foretold, played) => panic!("{game}: `{row}`: {foretold:?}, but {played:?}"),
                }
                table.open = true;
                table.goto(here).unwrap();
                table.open = false;
            }
        }
        let _ = table.answer_with_bot(&mut player);
    }
    (true_ones, stopped)
}

#[test]
fn previews_come_true_and_leave_no_trace() {
    for (packs, game, scenario) in [
        (&["."][..], "banana-wars", "standard"),
        (&["."], "cuba-libre", "standard"),
        (&["."], "cuba-libre", "solo-26july"),
        (&["tests/packs/demo"], "demo", "standard"),
        (&["tests/packs/demo", "tests/packs/secrets"], "demo", "secrets"),
    ] {
        let (mut true_ones, mut stopped) = (0, 0);
        for seed in 0..3 {
            let (come, stop) = check_previews(packs, game, scenario, seed);
            true_ones += come;
            stopped += stop;
        }
        assert!(true_ones > 30 && stopped > 0, "{scenario}: {true_ones} came about, {stopped} stopped");
    }
}

#[test]
fn it_stops_before_dice_and_shows_the_changes_so_far() {
    let mut table = demo(false);
    let seen = preview(&mut table, "raise port stir hills").unwrap();
    let d6 = table.board().dice.iter().position(|d| d.id == "d6").unwrap();
    assert_eq!(seen.then, PreviewEnd::Dice(cardwright_state::DieId::new(d6), 2));
    assert_eq!(seen.answers.iter().map(|a| a.row.as_str()).collect::<Vec<_>>(), ["raise port"]);
    assert_eq!(seen.stopped.as_ref().map(|a| a.row.as_str()), Some("stir hills"));
    let text = view(&table, &seen);
    assert!(text.contains("points 1\n") && text.contains("used stir") && !text.contains("unrest"), "{text}");
    assert!(text.contains("port: 2 hidden, guard\n"), "{text}");
}

#[test]
fn given_dice_are_used_and_still_wait() {
    let mut table = demo(false);
    table.force_words(&["5", "6", "1"]).unwrap();
    let seen = preview(&mut table, "stir hills").unwrap();
    assert!(matches!(&seen.then, PreviewEnd::Asked(prompt) if prompt.text == "Red acts"), "{:?}", seen.then);
    assert!(view(&table, &seen).contains("unrest 2"));
    let told: Vec<String> =
        seen.game_events.iter().map(|h| game_log::event_text(table.program(), Viewer::PUBLIC, h)).collect();
    assert_eq!(told, ["rolled d6: 5 6", "Unrest in The Hills: 2"]);
    assert_eq!(table.forced_words(), ["5", "6", "1"]);
    table.take_forced();
    table.force_words(&["5"]).unwrap();
    assert!(matches!(preview(&mut table, "stir hills").unwrap().then, PreviewEnd::Dice(_, 1)));
    assert_eq!(table.forced_words(), ["5"]);
}

#[test]
fn an_incomplete_line_shows_its_effects_so_far() {
    let mut table = demo(false);
    let seen = preview(&mut table, "raise port march guard port").unwrap();
    let next = vec!["hills".to_owned(), "river".to_owned()];
    assert_eq!(seen.then, PreviewEnd::Open("march guard port".into(), next));
    assert!(view(&table, &seen).contains("port: 2 hidden, guard\n"));
    assert_eq!(seen.answers.len(), 1);
}

#[test]
fn a_line_that_does_not_fit_is_refused_as_in_play_with_the_reason_there() {
    let mut table = demo(false);
    for line in
        ["rase hills", "raise port stir port", "stir river", "burn", "raise hills raise port raise river raise port"]
    {
        let refused = preview(&mut table, line).unwrap_err();
        assert_eq!(table.here(), 0);
        let mut other = demo(false);
        let error = other.play(other.asked(), line).unwrap_err();
        assert_eq!(refused.error.to_string(), error.to_string(), "{line}");
        let PlayError::Line { rest, .. } = error else { panic!("{line}: {error}") };
        let why = other.why_not(&rest, Viewer::OPEN).unwrap();
        assert_eq!(refused.why, Some(why), "{line}");
    }
    let last = preview(&mut table, "raise hills raise port raise river raise port").unwrap_err();
    assert!(matches!(last.why, Some(WhyNot::Because(reasons)) if reasons[0].text == "no point left"));
    let mut table = secrets(false);
    let wrong = table.preview(table.board().side("blue"), "raise port", Viewer::OPEN).unwrap_err();
    assert!(matches!(wrong.error, PlayError::WrongSide { .. }), "{}", wrong.error);
}

#[test]
fn names_are_read_as_in_play() {
    let mut table = demo(false);
    let by_id = preview(&mut table, "march guard port hills").unwrap();
    let by_name = preview(&mut table, "march guard Port The Hills").unwrap();
    assert_eq!(by_name.answers, by_id.answers);
    assert!(matches!(table.why_not("march guard port The Hills", Viewer::OPEN).unwrap(), WhyNot::Legal));
    assert_eq!(table.why_not("stir Port", Viewer::OPEN).unwrap(), table.why_not("stir port", Viewer::OPEN).unwrap());
    assert_eq!(
        table.why_not("Red: stir Port", Viewer::OPEN).unwrap(),
        table.why_not("red: stir port", Viewer::OPEN).unwrap()
    );
    let after = |table: &mut Table, words: &[&str]| table.next_words(words, Viewer::OPEN, true);
    assert_eq!(after(&mut table, &["march", "guard", "The", "Hills"]), after(&mut table, &["march", "guard", "hills"]));
    table.play(None, "march guard port The Hills").unwrap();
    assert_eq!(table.event_text(table.here()).unwrap(), "red: march guard port hills");
}

#[test]
fn a_rule_that_fails_fails_as_in_play() {
    let mut table = demo(true);
    table.adjust("option fragile true").unwrap();
    let before = all_of(&table);
    let refused = preview(&mut table, "burn").unwrap_err();
    assert!(refused.error.to_string().contains("burnt down"), "{}", refused.error);
    assert_eq!(all_of(&table), before);
    table.play(None, "raise port").unwrap();
}

#[test]
fn the_record_and_redo_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.cwr");
    let mut table = demo(true);
    table.keep_record(&path).unwrap();
    table.play(None, "raise port").unwrap();
    table.play(None, "stir hills").unwrap();
    table.undo().unwrap();
    let written = std::fs::read(&path).unwrap();
    preview(&mut table, "march guard port hills raise river").unwrap();
    preview(&mut table, "rase").unwrap_err();
    assert_eq!(std::fs::read(&path).unwrap(), written);
    table.redo().unwrap();
    assert_eq!(table.event_text(table.here()).as_deref(), Some("red: stir hills"));
    table.play(None, "raise river").unwrap();
    assert!(std::fs::read(&path).unwrap().len() > written.len(), "it is recorded again");
}

#[test]
fn a_standing_action_of_another_side_is_previewed_by_its_name() {
    let mut table = demo(true);
    table.adjust("port: guard, open, unrest 4; hills: guard, unrest 2").unwrap();
    let blue = table.board().side("blue");
    let seen = table.preview(blue, "bribe port", Viewer::OPEN).unwrap();
    assert!(matches!(seen.then, PreviewEnd::Dice(_, 1)), "{:?}", seen.then);
    assert_eq!(seen.stopped.map(|a| (Some(a.side), a.row)), Some((blue, "bribe port".into())));
    table.force_words(&["4"]).unwrap();
    let seen = table.preview(blue, "bribe port", Viewer::OPEN).unwrap();
    assert!(Viewer::OPEN.position_text(table.board(), &seen.position).contains("port: hidden, open, guard, unrest 3"));
}

#[test]
fn a_hidden_card_stays_hidden() {
    let mut table = secrets(false);
    let red = Viewer::side(table.asked().unwrap());
    let stock = table.board().piles.iter().position(|p| p.id == "stock").unwrap();
    let draws = PreviewEnd::Card(cardwright_state::PileId::new(stock));
    assert_eq!(preview(&mut table, "scry").unwrap().then, draws);
    // That a card can be given at all would reveal that nobody holds it.
    let lies = table.position().pile(cardwright_state::PileId::new(stock)).iter().next().unwrap();
    let card = format!("card:{}", table.board().cards[lies].id);
    table.force_words(&[&card]).unwrap();
    assert_eq!(preview(&mut table, "scry").unwrap().then, draws);
    assert_eq!(table.forced_words(), [card.as_str()]);
    table.take_forced();
    // A side that put cards on top of the stock unseen knows no more of them than before.
    table.adjust("stock: 11 | 12 | {13 14}").unwrap();
    let seen = preview(&mut table, "scry").unwrap();
    assert_eq!((seen.then, seen.answers.len()), (PreviewEnd::Hidden, 0));
    assert!(!red.position_text(table.board(), &seen.position).contains("hide"));
    table.open = true;
    let seen = preview(&mut table, "scry").unwrap();
    assert!(matches!(&seen.then, PreviewEnd::Asked(prompt) if prompt.rows[0].text == "hide 11"), "{:?}", seen.then);
}

#[test]
fn a_card_that_a_rule_reveals_is_not_shown_before() {
    // A card from another hand: permanently open, or shown only for a moment.
    for (how, is_shown) in [
        ("move_card(card, DISCARD)", true),
        ("move_card(card, DISCARD)\n  say(TEXT.plays, BLUE, card)\n  move_card(card, pile(HAND, BLUE))", true),
        ("move_card(card, VEIL)", false),
        ("say(TEXT.plays, BLUE, card)", false),
    ] {
        let script = format!(
            "step(\"spy\", function()\n  offer(WORD.spy)\n  choose(RED)\n  local card = first(cards(pile(HAND, BLUE)))\n  \
             {how}\n  return next(\"spy\")\nend)\n"
        );
        let mut table = with_script(&script, "[word.spy]\nlabel = \"Spy\"\n");
        table.adjust("blue hand: 12; turn spy").unwrap();
        let seen = preview(&mut table, "spy").unwrap();
        assert_eq!(seen.then == PreviewEnd::Hidden, is_shown, "{how}: {:?}", seen.then);
        if is_shown {
            assert!(seen.answers.is_empty() && seen.game_events.is_empty());
            assert!(view(&table, &seen).contains("blue hand: 12\n"), "the position before it");
        }
        let viewer = Viewer::side(table.asked().unwrap());
        let told = seen.game_events.iter().map(|h| game_log::event_text(table.program(), viewer, h));
        assert!(
            !told.chain([viewer.position_text(table.board(), &seen.position)]).any(|text| text.contains("12")),
            "{how}"
        );
        table.open = true;
        assert_ne!(preview(&mut table, "spy").unwrap().then, PreviewEnd::Hidden);
    }
}

#[test]
fn the_rows_of_the_next_side_stay_private() {
    let mut table = secrets(false);
    let row = table.row_words().iter().find(|w| w[0] == "muddle").unwrap().join(" ");
    let seen = preview(&mut table, &row).unwrap();
    let PreviewEnd::Asked(prompt) = seen.then else { panic!("{:?}", seen.then) };
    assert_eq!(Some(prompt.side), table.board().side("blue"));
    assert!(prompt.rows.is_empty() && prompt.text == "What is it worth?", "{prompt:?}");
}

#[test]
fn a_dead_end_is_reported_and_stays_offered() {
    let script = "step(\"trap\", function()\n  offer(WORD.fall)\n  offer(WORD.keep)\n  if choose(RED) == WORD.fall then\n    \
                  choose(RED, set_of())\n  end\n  return next(\"trap\")\nend)\n";
    let mut table = with_script(script, "[word.fall]\nlabel = \"Fall\"\n");
    table.adjust("turn trap").unwrap();
    let before = all_of(&table);
    let refused = preview(&mut table, "fall").unwrap_err();
    assert!(matches!(refused.error, PlayError::Barred { .. }), "{}", refused.error);
    assert_eq!(all_of(&table), before);
    assert_eq!(table.answer_with_bot(&mut First).unwrap_err().to_string(), refused.error.to_string());
}
