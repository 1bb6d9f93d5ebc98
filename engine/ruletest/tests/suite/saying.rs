//! All that a rule test may expect beside what lies on the table: figures, the log, steps nobody is asked in, who sees what,
//! what some seed gives; and tests that go on from others.

use cardwright_content::PackSource;
use cardwright_ruletest::{Options, Report, render, run};
use cardwright_table::Library;
use std::path::Path;
use std::time::{Duration, Instant};

const TEXTS: &str = r#"
[text.passes]
say = "the night passes over {1}; {2} points"
[text.rank]
say = "place {1}: {2}"
[text.night]
say = "Night"
[text.leads]
say = "{1} leads by {2}"
[text.which-way]
say = "which way from here?"
[text.all-over]
say = "all is over"
[text.for-luck]
say = "luck at {1}"
[text.keeps-back]
say = "{1} keeps {2} back"
[word.pay]
label = "Pay"
"#;

const BOARD: &str =
    "[meta]\ngame = \"demo\"\n[[fact]]\nid = \"plot\"\non = \"side\"\ntype = \"number\"\naudience = \"owner\"\n";

/// Red is asked; three steps follow in which nobody is; then Red again.
const SCRIPT: &str = r#"
figure "margin" { doc = "d", on = "side", audience = "owner", value = function(side) return value(POINTS) - (side == RED and 2 or 5) end }
figure "holder" { doc = "d", on = { "province" }, audience = "all", value = function(space)
  if has(space, OPEN) then return RED end
  if has(space, BLUE) then return BLUE end
  return nil
end }
figure "lead" { doc = "d", audience = "all", value = function() return { TEXT.leads, RED, value(POINTS) } end }
step("dusk", function()
  offer(WORD.keep)
  offer(WORD.reroll)
  offer(WORD.pay, numbers(1, 3))
  default(WORD.pay, 2)
  local word = choose(RED, TEXT.which_way)
  if value(POINTS) > 90 then
    win(RED, TEXT.all_over)
  end
  if word == WORD.reroll then
    purpose(TEXT.for_luck, HILLS)
    lower(POINTS, roll(D6, 1)[1])
    return next("dusk")
  end
  if word == WORD.pay then
    return next("dusk")
  end
  return next("early")
end)
step("early", function()
  chapter(TEXT.night)
  raise(POINTS, 1)
  say(TEXT.passes, HILLS, value(POINTS))
  return next("late")
end)
step("late", function()
  raise(POINTS, 1)
  call("hour", RED)
  call("hour", BLUE, 2)
  return next("early-again")
end)
step("hour", function(side, more)
  raise(POINTS, 1)
  if more ~= nil then
    lower(POINTS, 1)
    local held = first(cards(pile(HAND, side)))
    if held ~= nil then
      say(TEXT.keeps_back, side, held)
    end
  end
end)
step("early-again", function()
  raise(POINTS, 1)
  say(TEXT.rank, 1, RED)
  say(TEXT.rank, 2, BLUE)
  return next("dusk")
end)
"#;

const HEAD: &str = "scenario standard\nsetup blank; turn dusk; points 3\n";

fn report(tests: &str) -> Report {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo");
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let more = PackSource::Memory(vec![
        file("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n"),
        file("scenarios/demo/board.toml", BOARD),
        file("scripts/demo/text.toml", TEXTS),
        file("scripts/demo/saying.luau", SCRIPT),
        file("tests/rules/demo/x.test", tests),
    ]);
    let library = Library::open(vec![PackSource::Folder(demo), more]).expect("the packs open");
    run(&library, &[], None, &Options::default())
}

#[track_caller]
fn passes(body: &str) {
    let report = report(&format!("{HEAD}--- it\n{body}"));
    assert!(report.is_good(), "\n{}", render(&report, false));
}

#[track_caller]
fn fails(body: &str, says: &[&str]) {
    let report = report(&format!("{HEAD}--- it\n{body}"));
    let shown = render(&report, false);
    assert!(!report.is_good(), "it passes: {body}");
    for part in says {
        assert!(shown.contains(part), "`{part}` is not in\n{shown}");
    }
}

#[test]
fn what_only_saved_positions_hold_expects_nothing_and_is_an_error() {
    for item in ["log", "log 0 answer keep", "change anything", "began 0 1", "told", "log \"\""] {
        fails(&format!("play red: keep\nexpect {item}\n"), &["x.test:5:"]);
    }
    fails("setup change what\nplay red: keep\n", &["`change` stands in saved positions only"]);
    fails("play red: keep\nexpect ;\n", &["nothing is expected here"]);
}

#[test]
fn figures_are_expected_like_tracks_and_facts() {
    passes(
        "setup hills: open; port: 2 guard\nexpect figure margin red 1; red margin 1; blue margin -2\n\
         expect hills: open, holder red; port: holder blue, 2 guard; river: holder none; river: no holder\n\
         expect figure holder hills red; figure lead leads red 3; lead ~ leads by 3\n",
    );
    fails("expect red margin 4\n", &["expected  red margin 4", "found     red margin 1"]);
    fails("setup hills: open\nexpect hills: holder blue, open\n", &["found     hills: holder red"]);
    fails(
        "setup hills: open\nexpect provinces: holder red\n",
        &["expected  port: holder red", "found     port: holder none"],
    );
    fails("expect figure margn red 4\n", &["no figure is called `margn`", "did you mean `margin`?"]);
    fails("expect figure margin 4\n", &["`4` is no side and no space"]);
    fails("expect figure margin hills 4\n", &["`margin` is not worked out for that"]);
    fails("expect red margin\n", &["what does `margin` come to?"]);
    fails("expect hills: holder rde\n", &["no figure comes to `rde`"]);
}

#[test]
fn lines_of_the_log_are_expected_by_their_words_and_by_their_keys() {
    passes(
        "play red: keep\nexpect log \"The night passes over The Hills; 4 points\"; no log \"5 points\"\n\
         expect log \"Night\"; log \"Points 3\"; told night; no told leads\n\
         expect told rank 1 red; told rank 2 blue; no told rank 1 blue; told rank; told passes\n\
         play red: pay 1\nexpect no told rank; no log \"place\"\n",
    );
    fails(
        "play red: keep\nexpect log \"night at Port\"\n",
        &["expected  log \"night at Port\"", "the night passes over The Hills; 4 points |"],
    );
    fails("play red: keep\nexpect no told rank 2 blue\n", &["found     told night", "told rank 2 blue"]);
    fails("play red: keep\nexpect told ranks\n", &["no text has the key `ranks`", "did you mean `rank`?"]);
    fails("play red: keep\nexpect told rank 1 redd\n", &["nothing is called `redd`"]);
    fails("play red: keep\nexpect log day\n", &["`log` takes a text in double quotes"]);
}

#[test]
fn positions_in_which_nobody_is_asked_are_looked_at_as_a_step_begins() {
    passes(
        "at dusk\nexpect points 3\nplay red: keep\nat early\nexpect points 3; turn early; red margin 1; only\n\
         at late\nexpect points 4; red margin 2; only\nat hour\nexpect points 5; turn late; turn hour\n\
         at early-again\nexpect points 6\noffer red has keep\nexpect points 7; turn dusk; red margin 5\n\
         refuse red: pay 9\nplay red: keep\nat dusk\nexpect points 10\n",
    );
    passes("refuse red: keep keep keep pay 9\nplay red: pay 1\nat dusk\nexpect points 3\n");
    fails("play red: keep\nat late\nexpect points 6\n", &["expected  points 6", "found     points 4"]);
    fails(
        "play red: keep\nat late 2\nexpect points 4\n",
        &["`late` has begun 1 times, not 2, since the last `play`", "early, late, hour"],
    );
    fails(
        "play red: pay 1\nat late\nexpect points 3\n",
        &["`late` has not begun since the last `play`", "steps that have: dusk"],
    );
    fails("play red: keep\nat late\nexpect asks red\n", &["expected  asks red"]);
    fails("play red: keep\nat lat\n", &["unknown step `lat`", "did you mean `late`?"]);
    fails("play red: keep\nat late 0\n", &["`at` takes a step"]);
}

#[test]
fn a_step_is_named_with_what_it_is_begun_with_and_now_is_the_present() {
    passes(
        "play red: keep\nat hour red\nexpect points 5; turn hour red\nat hour blue\nexpect points 6; turn hour blue 2\n\
         at hour blue 1\nexpect points 6\nat now\nexpect points 7; turn dusk; asks red; default pay 2\n",
    );
    fails(
        "play red: keep\nat hour hills\nexpect points 5\n",
        &["`hour hills` has not begun since the last `play`", "early, late, hour red, hour blue 2"],
    );
    fails("play red: keep\nat hour bleu\nexpect points 5\n", &["x.test:5:4: unknown `bleu`"]);
    fails("play red: keep\nat now\nplay red: keep\n", &["nothing is looked at there"]);
}

#[test]
fn what_is_asked_is_expected_by_its_words_and_by_its_key() {
    passes("expect asks red ~ Which way; asks red ~ which-way\n");
    fails(
        "expect asks red ~ that way\n",
        &["expected  asks red ~ that way", "found     asks red ~ which way from here?"],
    );
    fails("expect asks blue ~ which\n", &["expected  asks blue", "found     asks red"]);
    fails("expect asks red blue\n", &["one side is asked"]);
    fails("expect asks red ~\n", &["a text is missing after `~`"]);
}

#[test]
fn what_dice_are_rolled_for_is_told_like_any_text() {
    passes(
        "play red: reroll\ndice 2\nexpect told for-luck hills; no told for-luck port; log \"for luck at The Hills\"\n",
    );
    fails("play red: reroll\ndice 2\nexpect no told for-luck\n", &["found     told for-luck hills"]);
}

/// That something was not told says nothing where it never could be.
#[test]
fn what_could_never_be_told_is_a_mistake() {
    for not in ["", "no "] {
        let item = |text: &str| format!("play red: keep\nexpect {not}{text}\n");
        fails(&item("told which-way"), &["`which-way` is a question", "help: what is asked: `asks SIDE ~ which-way`"]);
        fails(&item("told all-over"), &["`all-over` says how the game ends", "`ends SIDE ~ all-over`"]);
        fails(&item("told night red"), &["`night` is told with 0 subjects, and 1 are named here"]);
        fails(&item("told passes hills"), &["`passes` is told with 2 subjects", "it says: the night passes over {1}"]);
        fails(&item("told rank 1 gren"), &["nothing is called `gren`"]);
        fails(
            &item("told needs-open"),
            &["no text has the key `needs-open`", "`needs-open` is a reason: `refuse SIDE: LINE ~ needs-open`"],
        );
        fails(&item("told keep"), &["no text has the key `keep`", "`keep` is a word of rows"]);
        fails(&item("told \"Night\""), &["`told` takes the key of a text; what is read is `log \"TEXT\"`"]);
        fails(&item("log \"the nihgt passes\""), &["the log never says `nihgt`", "did you mean `night`?"]);
    }
    passes("play red: keep\nexpect no log \"The Hills → 5\"; no log \"nigh \"; no log \"rolled d6\"\n");
}

/// The log as a side reads it.
#[test]
fn lines_are_expected_as_a_side_may_read_them() {
    passes(
        "setup blue hand: 01\nplay red: keep\nexpect view of blue: told keeps-back blue 01; told keeps-back blue 01\n\
         expect view of red: no told keeps-back blue 01; view of red: log \"Blue keeps a card back\"\n\
         expect view of everybody: no log \"Blue keeps 01\"; log \"Blue keeps 01\"; view of blue: log \"Blue keeps 01\"\n",
    );
    fails(
        "setup blue hand: 01\nplay red: keep\nexpect view of red: log \"Blue keeps 01\"\n",
        &["Blue keeps a card back"],
    );
    fails("expect view of red: info 01: number 1\n", &["`view of` says nothing of it"]);
    fails("expect view of red: default pay 2\n", &["`view of` says nothing of it", "leave `view of` out"]);
}

#[test]
fn slips_are_told_with_what_to_write_instead() {
    for (body, says) in [
        ("before late\nexpect points 3", "help: `at STEP`, with `expect` lines below, looks at"),
        ("roll 3\nexpect points 3", "`dice` gives the faces"),
        ("then points 3\nexpect points 3", "`expect` says what is true now"),
        ("illegal red: keep\nexpect points 3", "`refuse SIDE: LINE`"),
        ("given points 4\nexpect points 3", "`setup` gives the position"),
        ("// remark\nexpect points 3", "a comment begins with `#`"),
        ("play red keep", "a colon belongs after the side: `red: keep`"),
        ("play keep", "say whose line it is: `red: keep`"),
        ("play red: #1", "a row is written out in its words"),
        ("play red: keep; red: keep", "a `play` is one side's line"),
        ("offer red: keep, reroll", "rows are parted by `|`"),
        ("offer red: \"keep\"", "rows are written without quotes"),
        ("refuse red: pay 9 because dear", "the reason of a refusal stands after `~`"),
        ("expect points = 3", "the value stands right after the name"),
        ("expect points >= 3", "a test says exactly how much"),
        ("expect not hills: open", "`no FACT`"),
        ("expect hills: 2x guard", "a number alone says how many: `2 PIECE`"),
        ("expect hills: worn/guard", "the piece comes first: `guard/worn`"),
        ("expect hills: open, points 3", "`points` is the game's, an item of its own"),
        ("expect red points 3", "`points` is the game's"),
        ("expect hand red: 01", "the side comes first: `red hand`"),
        ("expect red hand: 3", "how many lie there: `red hand: 3 cards`"),
        ("expect red wins", "how the game ends: `ends red`"),
        ("expect ends draw", "`ends nobody`"),
        ("expect turn red", "who is asked is `asks red`"),
        ("expect red sees stock", "`view of red: ITEM`"),
        ("expect rank red blue", "`figure NAME VALUE`"),
        ("expect log day", "write `log \"day\"`"),
        ("expect points 3\nsetup points 4", "`or` above it begins a variant"),
        ("expect points 3\nor setup points 4\nexpect points 4", "what is otherwise stands below it"),
    ] {
        fails(&format!("{body}\n"), &[says]);
    }
}

#[test]
fn what_a_side_may_see_and_what_is_hidden_from_it() {
    passes(
        "setup red hand: 01; red plot 3\n\
         expect view of red: red hand: 01; view of red: red plot 3; view of blue: red hand: 1 cards; view of red: red margin 1\n\
         expect hidden red hand from blue; hidden 01 from blue; hidden red plot from blue; hidden red margin from blue\n\
         expect hidden stock from red; hidden stock from everybody; view of everybody: points 3\n",
    );
    fails("setup red hand: 01\nexpect view of blue: red hand: 01\n", &["hidden from blue"]);
    fails("setup red hand: 01\nexpect view of blue: red hand: has 01\n", &["hidden from blue"]);
    fails("setup red hand: 01\nexpect view of red: red hand: 02\n", &["red hand: 01"]);
    fails("setup red hand: 01\nexpect hidden 01 from red\n", &["red may see it"]);
    fails("expect hidden lead from blue\n", &["blue may see it"]);
    fails("expect hidden red margin from everybody\n", &["somebody may see it"]);
    fails("expect hidden hnd from blue\n", &["no card, pile, fact or figure is called `hnd`"]);
    fails("expect hidden stock\n", &["`hidden` takes"]);
    fails("expect view of green: points 3\n", &["unknown side `green`"]);
}

#[test]
fn the_default_row_is_expected() {
    passes("expect default pay 2\n");
    passes("setup turn red-turn\nexpect no default\n");
    fails("expect default pay 3\n", &["expected  default pay 3", "found     default pay 2"]);
    fails("expect no default\n", &["found     default pay 2"]);
    fails("expect default pya 3\n", &["no row can have the word `pya`"]);
}

#[test]
fn what_is_unwise_and_what_is_not_is_expected() {
    passes("expect wise pay 2\n");
    fails("expect unwise pay 2\n", &["expected  unwise pay 2", "found     wise pay 2"]);
    fails("setup turn red-turn\nexpect wise pay 2\n", &["found     not offered: pay 2"]);
    fails("expect wise\n", &["`wise` takes a row"]);
    fails("play red: keep\nat late\nexpect unwise keep\n", &["nobody is asked while a step begins"]);
}

#[test]
fn some_seed_gives_what_another_does_not() {
    passes(
        "setup points 9\nseeds 60\nplay red: reroll\nexpect some seed: points 8; asks red\nexpect some seed: points 3\n\
         expect no seed: points 9\n",
    );
    fails(
        "setup points 9\nseeds 60\nplay red: reroll\nexpect some seed: points 2\n",
        &["no seed from 1 to 60 gives this"],
    );
    fails(
        "setup points 9\nseeds 60\nplay red: reroll\nexpect no seed: points 3\n",
        &["no seed is to give this", "seed "],
    );
    fails("play red: keep\nexpect some seed: points 7\n", &["has no `seeds N`"]);
}

#[test]
fn a_test_goes_on_from_a_variant_and_with_seeds_of_its_own() {
    let tests = |last: &str| {
        format!("{HEAD}--- base\nplay red: keep\nor\nsetup points 1\nplay red: pay 1\nexpect points 1\n--- on\n{last}")
    };
    for last in [
        "after \"base\"\nexpect points 7\n",
        "after \"base\" 2\nexpect points 1\n",
        "after \"base\" 1\nseeds 40\nplay red: reroll\nexpect some seed: points 6\nexpect some seed: points 1\n",
    ] {
        let report = report(&tests(last));
        assert!(report.is_good(), "{last}\n{}", render(&report, false));
    }
    for (last, says) in [
        ("after \"base\" 3\nexpect points 1\n", "a number from 1 to 2"),
        ("after \"base\" x\nexpect points 1\n", "a number from 1 to 2"),
        ("after base\nexpect points 1\n", "`after` takes a title in double quotes"),
        ("after \"base\"\noption long true\nexpect points 1\n", "scenario, options and knobs come from the test"),
    ] {
        let shown = render(&report(&tests(last)), false);
        assert!(shown.contains(says), "{shown}");
    }
}

/// Each test of a chain is read once and played once for those after it, whichever is asked for first.
#[test]
fn a_long_chain_of_tests_is_played_in_seconds() {
    let mut tests = format!("{HEAD}--- t0\nplay red: pay 1\n");
    for n in 1..1500 {
        tests.push_str(&format!("--- t{n}\nafter \"t{}\"\nplay red: pay 1\nexpect points 3\n", n - 1));
    }
    let began = Instant::now();
    let report = report(&tests);
    assert_eq!(report.counts(), (1500, 0));
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

/// The examples of the page that tells how rule tests are written, as far as they are of this game.
#[test]
fn the_examples_of_the_page_hold() {
    let page = include_str!("../../../../docs/rule-tests.md");
    let examples: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    for begins in [
        "--- a die may",
        "setup    hills: open; port",
        "play     red: keep\nexpect   log",
        "setup    red hand: 01; red",
        "play     red: keep\nat",
    ] {
        let example = examples.iter().find(|example| example.trim_start().starts_with(begins));
        let example = example.unwrap_or_else(|| panic!("no example begins `{begins}`"));
        let title = if example.contains("---") { "" } else { "--- it" };
        let report = report(&format!("{HEAD}{title}{example}"));
        assert!(report.is_good(), "{example}\n{}", render(&report, false));
        assert_eq!(report.counts(), (1, 0));
    }
}

#[test]
fn what_is_printed_is_expected_field_by_field() {
    passes("expect info 01: number 1, red.title Fire, red.effects unrest, blue.effects none");
    passes("expect info 01: red.effects.1.level 1, red.effects.1.spaces port; info 02: red.title \"Smoke\"");
    fails("expect info 01: number 2", &["expected  info 01: number 2", "found     info 01: number 1"]);
    fails("expect info 01: red.effects none", &["found     info 01: red.effects unrest"]);
    fails("expect info 03: red.effects.1.level 1", &["found     info 03: red.effects.1.level none"]);
    fails("expect info 01: red.titel Fire", &["no card has a field `red.titel`", "did you mean `red.title`?"]);
    fails("expect info 01: red.effects.1.levle 1", &["no card has a field `red.effects.1.levle`"]);
    fails("expect info 0l: number 1", &["nothing is called `0l`"]);
    fails("expect info 01: number", &["what is `number`? A value, or `none`"]);
    fails(
        "expect info 01 02: number 1",
        &["`info` takes a card, a space or a piece, a colon, and fields with their values"],
    );
}

#[test]
fn what_says_nothing_is_a_mistake() {
    fails("play red: keep\nat late\nplay red: keep\n", &["nothing is looked at there"]);
    fails("play red: keep\nat late\nexpect no default\n", &["nobody is asked while a step begins"]);
    fails("expect points 3\nor\n", &["nothing is played or expected below it"]);
    fails("expect view of red: view of blue: points 3\n", &["one `view of` is enough"]);
}

/// A line of many mistakes, as a stranger may write one: each is told with what is near it, and not without end.
#[test]
fn a_long_line_of_mistakes_is_told_in_parts() {
    let words: Vec<String> = (0..12_000).map(|n| format!("nobody{n} 1;")).collect();
    let report = report(&format!("--- many\nscenario standard\nsetup {}\n", words.join(" ")));
    let told = &report.mistakes;
    assert!(told.len() > 100 && told.len() <= 501, "{}", told.len());
    assert!(told.last().unwrap().message.ends_with(" more mistakes"), "{:?}", told.last());
    assert!(told.iter().all(|mistake| mistake.text.chars().count() <= 400 && mistake.message.len() < 2_000));
    let shown = render(&report, false);
    assert!(shown.len() < 1 << 20, "{} bytes", shown.len());
    // The place is marked beneath the word that is meant.
    let at = shown.lines().position(|line| line.contains("`nobody300`")).expect("one of them");
    let (line, mark) = (shown.lines().nth(at + 1).unwrap(), shown.lines().nth(at + 2).unwrap());
    let column = mark.chars().position(|c| c == '^').unwrap();
    assert!(line.chars().skip(column).collect::<String>().starts_with("nobody"), "{line}\n{mark}");
    let report = self::report(&format!("--- one\nscenario standard\nsetup {}\n", "x".repeat(3_000_000)));
    assert!(render(&report, false).len() < 10_000);
}
