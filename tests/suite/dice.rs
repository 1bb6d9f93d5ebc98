//! Dice with words on their faces in the log, odds, completions and records. The pack `volley` adds them to the demo.
#![allow(clippy::unwrap_used)]

use cardwright_cli::repl::completions;
use cardwright_content::PackSource;
use cardwright_ruletest::{Options, render, run};
use cardwright_script::{ForcedOutcome, ManualChance};
use cardwright_sim::odds::{Course, Odds, OddsLimits};
use cardwright_sim::{Enumerator, NamedPosition, Weight};
use cardwright_table::Viewer;
use cardwright_table::{Library, PlayError, SetUp, Table, record};
use cardwright_view::ThingLookup;
use std::path::PathBuf;
use std::time::Duration;

fn library() -> Library {
    let folder =
        |pack: &str| PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs").join(pack));
    Library::open(vec![folder("demo"), folder("volley")]).unwrap()
}

fn table(position: &str, manual_chance: ManualChance) -> Table {
    let (program, vm, _) = library().load("demo").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 9, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    let named = NamedPosition { id: String::new(), doc: String::new(), position: position.into(), levels: vec![] };
    let start = named.position_on(table.board()).unwrap();
    table.restart_at(&start).unwrap();
    table.set_manual_chance(manual_chance);
    table
}

fn with_two_bands(manual_chance: ManualChance) -> Table {
    table("turn red-turn; points 3; hills: 2 open", manual_chance)
}

#[test]
fn the_rule_tests_of_the_pack_pass() {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/volley/tests/rules");
    let report = run(&library(), &[tests], None, &Options::default());
    assert!(report.is_good() && report.counts().0 >= 5, "\n{}", render(&report, false));
}

#[test]
fn equal_faces_are_one_weighted_outcome() {
    let (program, mut vm, _) = library().load("demo").unwrap();
    let position = {
        let table = table("turn red-turn; points 3; hills: open", ManualChance::default());
        table.position().clone()
    };
    let row = {
        vm.set_position(&position);
        vm.run().unwrap();
        vm.choice().rows.iter().position(|row| row.text(vm.board()) == "volley hills").unwrap()
    };
    let mut found: Vec<(String, Weight, u128)> = Vec::new();
    Enumerator::new(&mut vm)
        .answer(&position, row, |outcome| {
            found.push((outcome.results[0].text(&program.board), outcome.weight, outcome.ways));
        })
        .unwrap();
    let outcome_of = |face: &str, n: u128| (format!("white {face}"), Weight::new(n, 8), n);
    assert_eq!(
        found,
        [outcome_of("miss", 3), outcome_of("retreat", 1), outcome_of("combined", 1), outcome_of("hit", 3)]
    );
    // A script that only counts `hit` and `combined` gets one outcome for each count.
    let salute = {
        vm.require_forced_outcomes(false);
        vm.set_position(&position);
        vm.run().unwrap();
        vm.choice().rows.iter().position(|row| row.text(vm.board()) == "salute hills").unwrap()
    };
    let mut results = Vec::new();
    Enumerator::new(&mut vm)
        .answer(&position, salute, |outcome| results.push((outcome.results[0].text(&program.board), outcome.weight)))
        .unwrap();
    let half = Weight::new(1, 2);
    let text = |n: u32| format!("{n} of 1 white at hit or combined");
    assert_eq!(results, [(text(0), half), (text(1), half)]);
}

#[test]
fn odds_are_exact_if_scripts_read_dice() {
    let mut table = with_two_bands(ManualChance::default());
    let mut no_time_limit = || Some(Duration::ZERO);
    let asked = table.asked();
    let odds = Odds::compute(
        &mut table,
        (asked, "drill hills"),
        Viewer::OPEN,
        Course::USUAL,
        &OddsLimits::default(),
        &mut no_time_limit,
    )
    .unwrap();
    assert!(odds.is_exact);
    let successes: Vec<(u64, Weight)> = odds.ends().map(|end| (end.successes.unwrap(), end.weight)).collect();
    let no_success: Weight = successes.iter().filter(|(met, _)| *met == 0).map(|(_, weight)| *weight).sum();
    assert_eq!(no_success, Weight::new(5u128.pow(6), 8u128.pow(6)));
}

#[test]
fn at_a_physical_table_the_player_types_the_word_of_each_die() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = with_two_bands(ManualChance { dice: true, cards: false });
    table.keep_record(&path).unwrap();
    assert!(matches!(table.play(None, "volley hills"), Err(PlayError::Chance)));
    let board = table.board().clone();
    let request = table.chance_prompt().unwrap();
    assert_eq!(request.text(&board, Viewer::OPEN), "2 white");
    let read = |text: &str| request.read(&board, text);
    for (wrong, why) in [
        ("6", "`6` is no face of `white`: miss retreat combined hit"),
        ("hot", "`hot` is no face of `white` (did you mean `hit`?): miss retreat combined hit"),
        ("#9", "`white` has no face number 9: it has 8 faces"),
        ("hit hit hit", "3 faces for 2 dice"),
    ] {
        assert_eq!(read(wrong), Err(why.to_owned()));
    }
    let faces = |words: &str| {
        words.split(' ').map(|word| ForcedOutcome::Face(board.find_face(word).unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(read("h ret"), Ok(faces("hit retreat")), "a prefix that only one word has stands for that word");
    assert_eq!(read("#4, #8"), Ok(faces("retreat hit")));
    let words = ["miss", "retreat", "combined", "hit"];
    assert_eq!(completions(&mut table, Viewer::OPEN, &["", "hit "]), [words, words]);
    let outcomes = table.chance_prompt().unwrap().read(&board, "h #4").unwrap();
    table.enter_chance(outcomes).unwrap();
    let events: Vec<_> = record::read(&path).unwrap().entries.into_iter().map(|entry| entry.event).collect();
    assert!(format!("{events:?}").contains(r#"given: ["hit", "retreat"]"#), "{events:?}");
    assert!(matches!(table.play(None, "salute hills"), Err(PlayError::Chance)));
    assert_eq!(table.chance_prompt().unwrap().text(&board, Viewer::OPEN), "2 white for the salute, hit or combined");
}

#[test]
fn forced_dice_are_given_as_words_or_face_numbers() {
    let mut table = with_two_bands(ManualChance::default());
    table.force_words(&["hit", "#4"]).unwrap();
    assert_eq!(table.forced_words(), ["hit", "#4"]);
    table.play(None, "volley hills").unwrap();
    assert!(table.forced().is_empty());
    table.undo().unwrap();
    assert_eq!(table.forced_words(), ["hit", "retreat"], "undo forces the same faces for the next roll");
    let error = table.force_words(&["retraet"]).unwrap_err().to_string();
    assert!(error.contains("`retraet` is no face of a die: did you mean `retreat`?"), "{error}");
    let offered = &completions(&mut table, Viewer::OPEN, &["dice "])[0];
    assert!(["combined", "rout", "clear"].iter().all(|word| offered.contains(&(*word).to_owned())), "{offered:?}");
}

#[test]
fn a_die_is_shown_and_declared_with_its_words() {
    let (program, _, _) = library().load("demo").unwrap();
    let things = ThingLookup::new(&program);
    let white = things.first("white").unwrap();
    assert_eq!((white.kind.word(), white.declared_text("faces")), ("die", "miss ×3, retreat, combined, hit ×3"));
    assert_eq!(things.first("black die").unwrap().id, "black");
    assert_eq!(things.first("d6").unwrap().declared_text("faces"), "1, 2, 3, 4, 5, 6");
    let types = cardwright_cli::game_types(&program);
    let declared = "--- A roll gives words: WORD.miss, WORD.retreat, WORD.combined, WORD.hit.\ndeclare WHITE: Die\n";
    assert!(types.contains(declared) && types.contains("  retreat: Word,\n"), "{types}");
}
