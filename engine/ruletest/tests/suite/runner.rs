//! The runner on the demo game, with a pack that adds a few steps.

use cardwright_content::PackSource;
use cardwright_ruletest::{Options, Outcome, Report, citations, list, render, run};
use cardwright_table::Library;
use std::path::{Path, PathBuf};

const TEXTS: &str = r#"
[word.cross]
label = "Cross at {1}"
[word.pay]
label = "Pay"
[why.deep]
say = "the water is too deep"
rule = "DM 2.1"
"#;

/// A choice, a choice with a default, a draw, and two rolls with a choice of Blue between them.
const SCRIPT: &str = r#"
step("crossing", function()
  offer(WORD.cross, drop(PROVINCES, has_piece(OPEN), WHY.deep))
  choose(RED, TEXT.which)
  offer(WORD.pay, numbers(1, 3))
  default(WORD.pay, 2)
  local _, toll = choose(RED)
  lower(POINTS, toll)
  draw(STOCK, pile(HAND, RED))
  raise(POINTS, roll(D6, 1)[1])
  offer(WORD.keep)
  choose(BLUE)
  lower(POINTS, roll(D6, 1)[1])
  return next("crossing")
end)
step("broken", function()
  offer(WORD.keep)
  choose(RED)
  error("the bridge is out")
end)
"#;

const HEAD: &str = "scenario standard\nsetup blank; turn crossing; points 5; stock: {01 02} | 03\n";

fn library(tests: &str) -> Library {
    library_with(tests, "[meta]\ngame = \"demo\"\n")
}

/// Opens the demo pack and a pack with these tests and this `board.toml`.
fn library_with(tests: &str, board: &str) -> Library {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo");
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let more = PackSource::Memory(vec![
        file("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n"),
        file("scenarios/demo/board.toml", board),
        file("scripts/demo/text.toml", TEXTS),
        file("scripts/demo/crossing.luau", SCRIPT),
        file("tests/rules/demo/x.test", tests),
    ]);
    Library::open(vec![PackSource::Folder(demo), more]).expect("the packs open")
}

fn play(tests: &str) -> Report {
    run(&library(tests), &[], None, &Options::default())
}

fn assert_passes(body: &str) {
    let report = play(&format!("{HEAD}--- it\n{body}"));
    assert!(report.is_good(), "\n{}", render(&report, false));
    assert_eq!(report.counts(), (1, 0));
}

/// Runs one test that must fail, and returns the whole report.
fn failure_report(body: &str) -> String {
    let report = play(&format!("{HEAD}--- it\n{body}"));
    assert!(!report.is_good(), "it passes");
    render(&report, false)
}

fn assert_fails(body: &str, messages: &[&str]) {
    let rendered = failure_report(body);
    for part in messages {
        assert!(rendered.contains(part), "`{part}` is not in\n{rendered}");
    }
}

#[test]
fn default_rows_are_taken_where_a_line_ends() {
    assert_passes("play red: cross hills\ndice 1\ndraw 02\nexpect points 4; red hand: 02; asks blue\n");
}

#[test]
fn the_words_of_a_line_go_on_to_the_next_choice() {
    assert_passes("play red: cross hills pay 3\ndraw 01\ndice 4\nexpect points 6; stock: 02 | 03\n");
}

#[test]
fn dots_leave_the_next_choice_open() {
    assert_passes(
        "play red: cross hills ...\noffer red: pay 1 | pay 2 | pay 3\noffer red has pay\noffer red lacks cross\nexpect points 5; only\n",
    );
}

/// A word of another choice is refused without the reasons why actions are not legal. They would not explain the word.
#[test]
fn words_of_other_choices_give_no_reasons_of_actions() {
    assert_fails("setup turn red-turn\nplay red: pay 1\n", &["no row here begins with `pay`"]);
    let rendered = failure_report("setup turn red-turn\nplay red: pay 1\n");
    assert!(!rendered.contains("[DM"), "{rendered}");
    assert_passes("setup turn red-turn\nrefuse red: pay 1\n");
    assert_fails("setup turn red-turn\nrefuse red: pay 1 ~ once\n", &["refused, but no reason is given"]);
}

#[test]
fn one_dice_line_may_serve_two_rolls_with_an_answer_between_them() {
    assert_passes("play red: cross hills\ndraw 01\ndice 4 6\nplay blue: keep\nexpect points 1; asks red\n");
}

#[test]
fn a_draw_of_a_known_top_card_needs_no_draw_line() {
    assert_passes("setup stock: 03 | {01 02}\nplay red: cross hills\ndice 1\nexpect red hand: 03\n");
}

#[test]
fn the_home_pile_may_be_an_ordered_deck() {
    let piles = "[[pile]]\nid = \"box-pile\"\nhome = false\n[[pile]]\nid = \"stock\"\nhome = true\n";
    let board = format!("[meta]\ngame = \"demo\"\n{piles}");
    let tests = "\
        scenario standard\nsetup blank; turn crossing; points 5\n\
        --- an unshuffled deck is in card order\nplay red: cross hills\ndice 1\nexpect points 4; red hand: 01; stock: 02 | 03; only\n\
        --- the set-up gives another order\nsetup stock: 03 | {01 02}\nplay red: cross hills\ndice 1\nexpect points 4; red hand: 03; stock: {01 02}; only\n\
        --- cards that the set-up does not name lie beneath\nsetup red hand: 02; stock: 03\nexpect stock: 03 | 01; only\nor\nsetup red hand: -\nexpect stock: 03 | 01 | 02\n\
        --- a card of the test lies beneath all others\ncard 04 = { red = { title = \"Dust\" } }\nexpect stock: 01 | 02 | 03 | 04, 04 in last 1\n\
        --- `only` fails because the deck has changed\nplay red: cross hills\ndice 1\nexpect points 4; red hand: 01; only\n";
    let report = run(&library_with(tests, &board), &[], None, &Options::default());
    let rendered = render(&report, false);
    assert_eq!(report.counts(), (4, 1), "\n{rendered}");
    assert!(rendered.contains("stock: 01 | 02 | 03") && rendered.contains("stock: 02 | 03"), "{rendered}");
}

#[test]
fn refusals_change_nothing_and_stop_at_chance_and_other_sides() {
    assert_passes(
        "refuse red: cross hills pay 2 keep ~ not given\nrefuse blue: keep ~ `red` is asked\nrefuse red: cross hills pay 4\n\
         expect asks red; points 5; only\noffer red: cross hills | cross port | cross river\n",
    );
}

#[test]
fn every_variant_begins_with_the_set_up() {
    assert_passes(
        "play red: cross hills\ndice 1\ndraw 01\nor\nsetup points 9; hills: 8 open\nrefuse red: cross hills ~ deep\n\
         why red: cross hills ~ DM 2.1\nplay red: cross port\ndice 1\ndraw 01\nexpect points 8; red hand: 01; stock: 02 | 03; only\n",
    );
}

#[test]
fn with_seeds_the_given_outcomes_are_forced_and_the_others_random() {
    assert_passes(
        "seeds 8\nplay red: cross hills\ndice 6\nexpect points 9; red hand: 1 cards; stock: 2 cards, 03 in last 1\n",
    );
    assert_fails(
        "seeds 8\nplay red: cross hills\ndice 6\nexpect red hand: 01\n",
        &["failed (seed ", "expected  red hand: 01", "found     red hand: 02"],
    );
}

#[test]
fn outcomes_must_be_given_and_used() {
    assert_fails(
        "play red: cross hills\ndice 1\n",
        &["the card drawn from `stock` is not given", "scripts/demo/crossing.luau:9"],
    );
    assert_fails("play red: cross hills\ndraw 01\n", &["die 1 of 1 (`d6`) has no outcome given"]);
    assert_fails("play red: cross hills\ndraw 03\ndice 1\n", &["card `03` cannot be on top of `stock`"]);
    assert_fails("play red: cross hills\ndraw 01\ndice 1 2\n", &["outcomes were not used: `dice 2`"]);
    assert_fails(
        "play red: cross hills\ndraw 01\ndice 1 2\nplay blue: keep\ndice 3\n",
        &["earlier outcomes were not used: `dice 2`"],
    );
    assert_fails("play red: cross hills\ndraw 01\ndice 1\npick hills\n", &["outcomes were not used: `pick hills`"]);
    assert_fails("play red: cross hills\ndraw 09\ndice 7\n", &["unknown card `09`", "`7` is no face of a die"]);
}

#[test]
fn words_and_rows_must_be_complete() {
    assert_fails("play red: cross hil\n", &["no row can have the word `hil`", "did you mean `hills`?"]);
    assert_fails("play red: cross\n", &["the line ends in the middle of a row", "offered   cross hills"]);
    assert_fails("play red: cross hills pay 2 keep\ndraw 01\ndice 1\n", &["`keep` is left over, but `blue` is asked"]);
    assert_fails("refuse red: cross\n", &["the line ends in the middle of a row"]);
    assert_fails("refuse red: cross hills ~ deep\n", &["`cross hills` is legal"]);
    assert_fails("play blue: keep\n", &["`red` is asked, not `blue`"]);
}

#[test]
fn a_failing_script_is_reported_with_its_line() {
    assert_fails("setup turn broken\nplay red: keep\n", &["the bridge is out (more:scripts/demo/crossing.luau:19)"]);
}

#[test]
fn decisions_of_non_players_need_a_non_player() {
    assert_fails("decide red\n", &["`red` is a player, not a non-player"]);
    assert_fails("expect decision ~ 8.1\n", &["no non-player has given a reason"]);
}

const FAILING: &str = r#"# Tests that fail, each in its way.
scenario standard
setup    blank; points 3; hills: 2 open

--- an item does not hold
play     red: raise port
expect   port: 2 hidden; points 3; red hand: has 01; turns 0
--- something else has changed
play     red: raise port
expect   port: hidden; only
--- a line is illegal
setup    port: hidden
play     red: stir port
--- some rows are missing and some are too many
setup    points 0
offer    red: end-turn | raise hills
offer    red has end-turn
--- a refused line is legal
or
refuse   red: stir port
or
refuse   red: stir hills
--- another reason than expected
refuse   red: stir port ~ no point
--- the set-up is impossible
setup    river: 7 guard
expect   asks red
--- the game is not over
expect   ends red 3 ~ time; whatever
--- the test before this one fails
after    "an item does not hold"
expect   asks red
--- this one holds
expect   asks red
"#;

const MISTAKEN: &str = r#"scenario standrad
option   lnog true
card     01 = {}
card     fire = { numbre = 3 }
setup    blank; hlils: 2 open
--- words that are not known   [DM 2.7] [N-1]
setup    hills: unrest 9, 2 opne; provinces: gaurd
play     rde: stir hills
play     red: stir hlils
dice     7
offer    red has strir
expect   stokc: 01; stock: 3 cards clour red; only; points 3
expect   asks nobody
why      red: stir hills
after    "words"
"#;

fn assert_golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
        std::fs::write(&path, found).expect("the golden file can be written");
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "{name} differs (CARDWRIGHT_REFRESH=1 writes it anew):\n{found}");
}

#[test]
fn failures_read_well() {
    let report = play(FAILING);
    assert_eq!(report.counts(), (1, 9));
    assert_golden("failures.txt", &render(&report, false));
    assert!(render(&report, true).contains("\x1b[1;31mfailed"));
}

#[test]
fn mistakes_are_all_found_at_once() {
    let report = play(MISTAKEN);
    assert_eq!((report.counts(), report.not_played()), ((0, 0), 1), "a test with mistakes is not a failed test");
    assert_golden("mistakes.txt", &render(&report, false));
}

#[test]
fn a_mistake_marks_the_wrong_word() {
    let text = "scenario standard\n--- it\nsetup turns turns\nsetup hills: 2 open, unrest unrest\nexpect asks red\n";
    let found: Vec<_> = play(text).mistakes.into_iter().map(|m| (m.line, m.column)).collect();
    assert_eq!(found, [(3, 13), (4, 29)], "the mistake is not at the equal word earlier in the line");
}

/// An error in an inline card is reported once, at that card.
#[test]
fn a_mistake_in_an_inline_card_marks_that_card() {
    let text = "scenario standard\ncard water = {}\ncard fire = { number = \"three\" }\n--- it\nsetup stock: fire\nexpect asks red\n";
    let found: Vec<(usize, String)> = play(text).mistakes.into_iter().map(|m| (m.line, m.message)).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, 3, "{found:?}");
    assert!(!found[0].1.contains("water"), "{found:?}");
}

#[test]
fn a_line_or_a_title_picks_tests() {
    let library = library(FAILING);
    let run_line = |line: usize| {
        run(&library, &[PathBuf::from(format!("tests/rules/demo/x.test:{line}"))], None, &Options::default())
    };
    assert_eq!(run_line(9).tests.len(), 1);
    assert_eq!(run_line(9).tests[0].title, "something else has changed");
    assert_eq!(run_line(1).tests.len(), 10);
    let options = Options { title: Some("ONE HOLDS".into()) };
    assert_eq!(run(&library, &[], Some("demo"), &options).counts(), (1, 0));
    assert!(!run(&library, &[PathBuf::from("nowhere")], None, &Options::default()).is_good());
}

#[test]
fn tests_are_listed_with_what_they_cite() {
    let tests = list(&library("--- one [DM 1] [N-2]\nexpect asks red\n--- two [N-2]\nexpect asks red\n"), &[], None);
    let cited = citations(&tests);
    assert_eq!(cited["N-2"].len(), 2);
    assert_eq!(cited["DM 1"][0].title, "one");
    assert_eq!(cited["DM 1"][0].game.as_deref(), Some("demo"));
}

#[test]
fn reports_serialize_to_json() {
    let json = serde_json::to_value(play(FAILING)).unwrap();
    assert_eq!(json["tests"][0]["outcome"]["failed"]["line"], 7);
    assert_eq!(json["tests"][9]["outcome"], "passed");
    let Outcome::Failed(failure) = &play(FAILING).tests[1].outcome else { panic!("it passes") };
    assert_eq!(failure.mismatches[0].found, "points 2");
}

/// The mistakes of one test as `LINE:COLUMN MESSAGE (HELP)`.
fn mistakes(body: &str) -> Vec<String> {
    let report = play(&format!("{HEAD}--- it\n{body}"));
    let text = |m: cardwright_ruletest::Mistake| match m.help {
        Some(help) => format!("{}:{} {} ({help})", m.line, m.column, m.message),
        None => format!("{}:{} {}", m.line, m.column, m.message),
    };
    report.mistakes.into_iter().map(text).collect()
}

#[test]
fn an_empty_reason_is_a_mistake() {
    for (line, column) in [("refuse red: cross hills ~", 8), ("why red: cross hills ~", 5), ("expect ends red ~", 8)] {
        let missing = "a text is missing after `~`: an empty text matches every reason";
        assert_eq!(mistakes(&format!("{line}\n")), [format!("4:{column} {missing}")], "{line}");
    }
}

#[test]
fn a_value_that_no_card_has_is_a_mistake() {
    assert_passes("expect stock: 3 cards; stock: 1 cards red.title Smoke; stock: 0 cards number 9\n");
    assert_eq!(
        mistakes("expect stock: 0 cards red.title Smoek\n"),
        ["4:33 no card has `red.title Smoek` (did you mean `Smoke`?)"]
    );
    assert_eq!(
        mistakes("expect stock: 0 cards red.effects fire\n"),
        ["4:23 the field `red.effects` of cards is not a single value"]
    );
    assert_eq!(mistakes("expect stock: 0 cards number one\n"), ["4:30 no card has `number one`"]);
}

#[test]
fn a_row_listed_twice_is_a_mistake() {
    assert_eq!(mistakes("offer red has cross hills | cross hills\n"), ["4:29 `cross hills` is listed twice"]);
}

#[test]
fn words_in_an_impossible_order_fail() {
    assert_passes("offer red lacks pay | cross 3\nrefuse red: pay 2\nrefuse red: hills\n");
    let message = "always holds: no row has its words in this order; did you mean `cross hills`?";
    assert_fails("offer red lacks hills cross\n", &["4: it: failed", &format!("`lacks hills cross` {message}")]);
    assert_fails("refuse red: hills cross\n", &[&format!("`refuse hills cross` {message}")]);
    // The order of the columns counts too.
    let marching = "setup turn red-turn; port: guard\noffer red has march guard port hills\n";
    assert_passes(&format!("{marching}offer red lacks march guard hills port\n"));
    assert_fails(&format!("{marching}offer red lacks march port guard\n"), &["did you mean `march guard port`?"]);
}

#[test]
fn a_word_that_no_die_has_is_a_mistake_with_a_suggestion() {
    let board = "[meta]\ngame = \"demo\"\n[[die]]\nid = \"white\"\nfaces = [\"miss\", \"retreat\", \"hit\"]\n";
    let rendered = |dice: &str| {
        let tests = format!("{HEAD}--- it\nplay red: cross hills pay 1\ndice {dice}\n");
        render(&run(&library_with(&tests, board), &[], None, &Options::default()), false)
    };
    let near = rendered("hit retraet");
    assert!(near.contains("`retraet` is no face of a die") && near.contains("did you mean `retreat`?"), "{near}");
    let far = rendered("zzzz");
    let faces = "`d6` has 1, 2, 3, 4, 5, 6; `white` has miss, retreat, hit; `#2` is the second face of a die";
    assert!(far.contains("`zzzz` is no face of a die") && far.contains(faces), "{far}");
    assert!(rendered("#7").contains("`#7` is no face of a die"), "{}", rendered("#7"));
}
