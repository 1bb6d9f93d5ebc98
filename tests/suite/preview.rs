//! Previews of a line: playing the line gives the previewed result, and a preview changes nothing.
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

/// Starts the demo with the pack `secrets` and one more script.
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

/// Previews a line for the side that is asked. In an open game the viewer sees everything.
fn preview(table: &mut Table, line: &str) -> Result<Preview, Box<RefusedLine>> {
    let viewer = if table.open { Viewer::OPEN } else { Viewer::side(table.asked().unwrap()) };
    table.preview(table.asked(), line, viewer)
}

/// Returns the position at the end of a preview, in notation.
fn position_after(table: &Table, preview: &Preview) -> String {
    Viewer::OPEN.position_text(table.board(), &preview.position)
}

/// Returns everything observable about a table as text.
fn snapshot(table: &Table) -> String {
    let next = table.nodes()[table.shown_event()].next;
    let asked = (table.asked(), table.row_words(), table.choice().map(|c| c.default));
    let event = (table.shown_event(), table.nodes().len(), next, table.hash(), table.board_hash());
    format!(
        "{event:?} {asked:?} {:?} {:?} {:?}",
        table.forced_words(),
        table.seats,
        table.nodes()[table.shown_event()].card_knowledge
    )
}

/// A bot that always picks the first row.
#[derive(Debug)]
struct First;
impl Bot for First {
    fn choose(&mut self, _: &dyn Observation) -> usize {
        0
    }
}

/// Plays at random. At every seventh choice it previews up to twelve rows and compares them with the played results.
/// Returns how many previews reached the end of the row, and how many stopped before chance.
fn check_previews(packs: &[&str], game: &str, scenario: &str, seed: u64) -> (usize, usize) {
    let mut table = start(packs, game, scenario, false, seed);
    let mut player = RandomBot::new(seed);
    let (mut confirmed, mut stopped) = (0, 0);
    for n in 0..120 {
        let Some(side) = table.asked() else { break };
        if n % 7 == 0 {
            let rows: Vec<String> = table.row_words().iter().map(|words| words.join(" ")).collect();
            for row in rows.iter().step_by(rows.len().div_ceil(12)) {
                let before = snapshot(&table);
                let preview_result = table.preview(Some(side), row, Viewer::side(side));
                assert_eq!(snapshot(&table), before, "{game}: the preview of `{row}` changes something");
                let here = table.shown_event();
                let played = table.play(Some(side), row);
                match (preview_result, played) {
                    (Ok(Preview { stopped_at: None, position, answers, game_events, .. }), Ok(played)) => {
                        let answered: Vec<_> = answers.into_iter().map(|a| (a.side, a.row)).collect();
                        assert_eq!(answered, played.answers, "{game}: `{row}`");
                        let actual_text = Viewer::OPEN.position_text(table.board(), table.position());
                        assert_eq!(
                            Viewer::OPEN.position_text(table.board(), &position),
                            actual_text,
                            "{game}: `{row}`"
                        );
                        assert_eq!(
                            board_hash(table.board(), &position, "x"),
                            board_hash(table.board(), table.position(), "x")
                        );
                        let path = table.path();
                        let later_nodes = path.iter().skip_while(|n| **n != here).skip(1);
                        let events: Vec<_> = later_nodes.flat_map(|n| table.nodes()[*n].game_events.clone()).collect();
                        assert_eq!(game_events, events, "{game}: `{row}`");
                        confirmed += 1;
                    }
                    // The preview stopped before chance, so it has fewer answers.
                    (Ok(preview), Ok(played)) => {
                        assert!(preview.answers.len() < played.answers.len(), "{game}: `{row}`: {:?}", preview.end);
                        stopped += 1;
                    }
                    (Err(refused), Err(error)) => assert_eq!(refused.error.to_string(), error.to_string()),
                    (preview_result, played) => panic!("{game}: `{row}`: {preview_result:?}, but {played:?}"),
                }
                table.open = true;
                table.goto(here).unwrap();
                table.open = false;
            }
        }
        let _ = table.answer_with_bot(&mut player);
    }
    (confirmed, stopped)
}

#[test]
fn previews_equal_the_played_results_and_change_nothing() {
    for (packs, game, scenario) in [
        (&["."][..], "banana-wars", "standard"),
        (&["."], "cuba-libre", "standard"),
        (&["."], "cuba-libre", "solo-26july"),
        (&["tests/packs/demo"], "demo", "standard"),
        (&["tests/packs/demo", "tests/packs/secrets"], "demo", "secrets"),
    ] {
        let (mut confirmed, mut stopped) = (0, 0);
        for seed in 0..3 {
            let (seed_confirmed, seed_stopped) = check_previews(packs, game, scenario, seed);
            confirmed += seed_confirmed;
            stopped += seed_stopped;
        }
        assert!(confirmed > 30 && stopped > 0, "{scenario}: {confirmed} confirmed, {stopped} stopped");
    }
}

#[test]
fn a_preview_stops_before_dice_and_shows_the_changes_so_far() {
    let mut table = demo(false);
    let seen = preview(&mut table, "raise port stir hills").unwrap();
    let d6 = table.board().dice.iter().position(|d| d.id == "d6").unwrap();
    assert_eq!(seen.end, PreviewEnd::Dice(cardwright_state::DieId::new(d6), 2));
    assert_eq!(seen.answers.iter().map(|a| a.row.as_str()).collect::<Vec<_>>(), ["raise port"]);
    assert_eq!(seen.stopped_at.as_ref().map(|a| a.row.as_str()), Some("stir hills"));
    let text = position_after(&table, &seen);
    assert!(text.contains("points 1\n") && text.contains("used stir") && !text.contains("unrest"), "{text}");
    assert!(text.contains("port: 2 hidden, guard\n"), "{text}");
}

#[test]
fn a_preview_uses_given_dice_but_does_not_use_them_up() {
    let mut table = demo(false);
    table.force_words(&["5", "6", "1"]).unwrap();
    let seen = preview(&mut table, "stir hills").unwrap();
    assert!(matches!(&seen.end, PreviewEnd::Asked(prompt) if prompt.text == "Red acts"), "{:?}", seen.end);
    assert!(position_after(&table, &seen).contains("unrest 2"));
    let events: Vec<String> =
        seen.game_events.iter().map(|h| game_log::event_text(table.program(), Viewer::PUBLIC, h)).collect();
    assert_eq!(events, ["rolled d6: 5 6", "Unrest in The Hills: 2"]);
    assert_eq!(table.forced_words(), ["5", "6", "1"]);
    table.take_forced();
    table.force_words(&["5"]).unwrap();
    assert!(matches!(preview(&mut table, "stir hills").unwrap().end, PreviewEnd::Dice(_, 1)));
    assert_eq!(table.forced_words(), ["5"]);
}

#[test]
fn an_incomplete_line_shows_its_effects_so_far() {
    let mut table = demo(false);
    let seen = preview(&mut table, "raise port march guard port").unwrap();
    let next = vec!["hills".to_owned(), "river".to_owned()];
    assert_eq!(seen.end, PreviewEnd::Incomplete("march guard port".into(), next));
    assert!(position_after(&table, &seen).contains("port: 2 hidden, guard\n"));
    assert_eq!(seen.answers.len(), 1);
}

#[test]
fn a_preview_refuses_an_illegal_line_with_the_error_of_play_and_the_reason() {
    let mut table = demo(false);
    for line in
        ["rase hills", "raise port stir port", "stir river", "burn", "raise hills raise port raise river raise port"]
    {
        let refused = preview(&mut table, line).unwrap_err();
        assert_eq!(table.shown_event(), 0);
        let mut other = demo(false);
        let error = other.play(other.asked(), line).unwrap_err();
        assert_eq!(refused.error.to_string(), error.to_string(), "{line}");
        let PlayError::Line { rest, .. } = error else { panic!("{line}: {error}") };
        let why = other.game_mut().why_not(&rest, Viewer::OPEN).unwrap();
        assert_eq!(refused.why, Some(why), "{line}");
    }
    let last = preview(&mut table, "raise hills raise port raise river raise port").unwrap_err();
    assert!(matches!(last.why, Some(WhyNot::Excluded(reasons)) if reasons[0].text == "no point left"));
    let mut table = secrets(false);
    let wrong = table.preview(table.board().side("blue"), "raise port", Viewer::OPEN).unwrap_err();
    assert!(matches!(wrong.error, PlayError::WrongSide { .. }), "{}", wrong.error);
}

#[test]
fn names_stand_for_ids_in_previews_explanations_and_play() {
    let mut table = demo(false);
    let by_id = preview(&mut table, "march guard port hills").unwrap();
    let by_name = preview(&mut table, "march guard Port The Hills").unwrap();
    assert_eq!(by_name.answers, by_id.answers);
    assert!(matches!(table.game_mut().why_not("march guard port The Hills", Viewer::OPEN).unwrap(), WhyNot::Legal));
    assert_eq!(
        table.game_mut().why_not("stir Port", Viewer::OPEN).unwrap(),
        table.game_mut().why_not("stir port", Viewer::OPEN).unwrap()
    );
    assert_eq!(
        table.game_mut().why_not("Red: stir Port", Viewer::OPEN).unwrap(),
        table.game_mut().why_not("red: stir port", Viewer::OPEN).unwrap()
    );
    let after = |table: &mut Table, words: &[&str]| table.next_words(words, Viewer::OPEN, true);
    assert_eq!(after(&mut table, &["march", "guard", "The", "Hills"]), after(&mut table, &["march", "guard", "hills"]));
    table.play(None, "march guard port The Hills").unwrap();
    assert_eq!(table.event_text(table.shown_event()).unwrap(), "red: march guard port hills");
}

#[test]
fn a_preview_reports_a_failing_rule_and_changes_nothing() {
    let mut table = demo(true);
    table.adjust("option fragile true").unwrap();
    let before = snapshot(&table);
    let refused = preview(&mut table, "burn").unwrap_err();
    assert!(refused.error.to_string().contains("burnt down"), "{}", refused.error);
    assert_eq!(snapshot(&table), before);
    table.play(None, "raise port").unwrap();
}

#[test]
fn a_preview_changes_neither_the_record_nor_what_redo_restores() {
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
    assert_eq!(table.event_text(table.shown_event()).as_deref(), Some("red: stir hills"));
    table.play(None, "raise river").unwrap();
    assert!(std::fs::read(&path).unwrap().len() > written.len(), "an answer after the previews is recorded");
}

#[test]
fn a_side_can_preview_its_standing_action_while_another_side_is_asked() {
    let mut table = demo(true);
    table.adjust("port: guard, open, unrest 4; hills: guard, unrest 2").unwrap();
    let blue = table.board().side("blue");
    let seen = table.preview(blue, "bribe port", Viewer::OPEN).unwrap();
    assert!(matches!(seen.end, PreviewEnd::Dice(_, 1)), "{:?}", seen.end);
    assert_eq!(seen.stopped_at.map(|a| (Some(a.side), a.row)), Some((blue, "bribe port".into())));
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
    assert_eq!(preview(&mut table, "scry").unwrap().end, draws);
    // Using the forced card would reveal that nobody holds it, so the preview does not use it.
    let index = table.position().pile(cardwright_state::PileId::new(stock)).iter().next().unwrap();
    let card = format!("card:{}", table.board().cards[index].id);
    table.force_words(&[&card]).unwrap();
    assert_eq!(preview(&mut table, "scry").unwrap().end, draws);
    assert_eq!(table.forced_words(), [card.as_str()]);
    table.take_forced();
    // The position was set by hand, so Red has not seen the cards on top of the stock.
    table.adjust("stock: 11 | 12 | {13 14}").unwrap();
    let seen = preview(&mut table, "scry").unwrap();
    assert_eq!((seen.end, seen.answers.len()), (PreviewEnd::Hidden, 0));
    assert!(!red.position_text(table.board(), &seen.position).contains("hide"));
    table.open = true;
    let seen = preview(&mut table, "scry").unwrap();
    assert!(matches!(&seen.end, PreviewEnd::Asked(prompt) if prompt.rows[0].text == "hide 11"), "{:?}", seen.end);
}

#[test]
fn a_preview_does_not_show_a_card_that_the_line_would_reveal() {
    // A rule takes a card from Blue's hand: it reveals the card for good or for a moment, or it keeps the card hidden.
    for (effect, is_revealed) in [
        ("move_card(card, DISCARD)", true),
        ("move_card(card, DISCARD)\n  say(TEXT.plays, BLUE, card)\n  move_card(card, pile(HAND, BLUE))", true),
        ("move_card(card, VEIL)", false),
        ("say(TEXT.plays, BLUE, card)", false),
    ] {
        let script = format!(
            "step(\"spy\", function()\n  offer(WORD.spy)\n  choose(RED)\n  local card = first(cards(pile(HAND, BLUE)))\n  \
             {effect}\n  return next(\"spy\")\nend)\n"
        );
        let mut table = with_script(&script, "[word.spy]\nlabel = \"Spy\"\n");
        table.adjust("blue hand: 12; turn spy").unwrap();
        let seen = preview(&mut table, "spy").unwrap();
        assert_eq!(seen.end == PreviewEnd::Hidden, is_revealed, "{effect}: {:?}", seen.end);
        if is_revealed {
            assert!(seen.answers.is_empty() && seen.game_events.is_empty());
            assert!(
                position_after(&table, &seen).contains("blue hand: 12\n"),
                "the preview shows the position before the reveal"
            );
        }
        let viewer = Viewer::side(table.asked().unwrap());
        let events = seen.game_events.iter().map(|h| game_log::event_text(table.program(), viewer, h));
        assert!(
            !events.chain([viewer.position_text(table.board(), &seen.position)]).any(|text| text.contains("12")),
            "{effect}"
        );
        table.open = true;
        assert_ne!(preview(&mut table, "spy").unwrap().end, PreviewEnd::Hidden);
    }
}

#[test]
fn a_preview_does_not_show_the_rows_of_the_next_side() {
    let mut table = secrets(false);
    let row = table.row_words().iter().find(|w| w[0] == "muddle").unwrap().join(" ");
    let seen = preview(&mut table, &row).unwrap();
    let PreviewEnd::Asked(prompt) = seen.end else { panic!("{:?}", seen.end) };
    assert_eq!(Some(prompt.side), table.board().side("blue"));
    assert!(prompt.rows.is_empty() && prompt.text == "What is it worth?", "{prompt:?}");
}

#[test]
fn a_preview_reports_a_dead_end_and_the_row_stays_offered() {
    let script = "step(\"trap\", function()\n  offer(WORD.fall)\n  offer(WORD.keep)\n  if choose(RED) == WORD.fall then\n    \
                  choose(RED, set_of())\n  end\n  return next(\"trap\")\nend)\n";
    let mut table = with_script(script, "[word.fall]\nlabel = \"Fall\"\n");
    table.adjust("turn trap").unwrap();
    let before = snapshot(&table);
    let refused = preview(&mut table, "fall").unwrap_err();
    assert!(matches!(refused.error, PlayError::Barred { .. }), "{}", refused.error);
    assert_eq!(snapshot(&table), before);
    assert_eq!(table.answer_with_bot(&mut First).unwrap_err().to_string(), refused.error.to_string());
}
