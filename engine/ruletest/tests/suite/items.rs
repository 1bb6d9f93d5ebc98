//! Items of `expect` that check more than the position: figures, the log, positions between choices, visibility and
//! seeds. Also tests that continue from other tests.

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

/// Red is asked. Then come steps in which nobody is asked. Then Red is asked again.
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
    roll_label(TEXT.for_luck, HILLS)
    lower(POINTS, roll(D6, 1)[1])
    return next("dusk")
  end
  if word == WORD.pay then
    return next("dusk")
  end
  return next("early")
end)
step("early", function()
  log_heading(TEXT.night)
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
fn fails(body: &str, messages: &[&str]) {
    let report = report(&format!("{HEAD}--- it\n{body}"));
    let rendered = render(&report, false);
    assert!(!report.is_good(), "it passes: {body}");
    for part in messages {
        assert!(rendered.contains(part), "`{part}` is not in\n{rendered}");
    }
}

#[test]
fn words_that_only_saved_positions_use_are_mistakes_in_tests() {
    for item in ["log", "log 0 answer keep", "change anything", "began 0 1", "logged", "log \"\""] {
        fails(&format!("play red: keep\nexpect {item}\n"), &["x.test:5:"]);
    }
    fails("setup change what\nplay red: keep\n", &["`change` is valid in saved positions only"]);
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
    fails("expect figure margin hills 4\n", &["the figure `margin` has no value for this side or space"]);
    fails("expect red margin\n", &["`margin` needs a value"]);
    fails("expect hills: holder rde\n", &["`rde` is not a value of a figure"]);
}

#[test]
fn log_lines_are_expected_by_words_or_by_key() {
    passes(
        "play red: keep\nexpect log \"The night passes over The Hills; 4 points\"; no log \"5 points\"\n\
         expect log \"Night\"; log \"Points 3\"; logged night; no logged leads\n\
         expect logged rank 1 red; logged rank 2 blue; no logged rank 1 blue; logged rank; logged passes\n\
         play red: pay 1\nexpect no logged rank; no log \"place\"\n",
    );
    fails(
        "play red: keep\nexpect log \"night at Port\"\n",
        &["expected  log \"night at Port\"", "the night passes over The Hills; 4 points |"],
    );
    fails("play red: keep\nexpect no logged rank 2 blue\n", &["found     logged night", "logged rank 2 blue"]);
    fails("play red: keep\nexpect logged ranks\n", &["no text has the key `ranks`", "did you mean `rank`?"]);
    fails("play red: keep\nexpect logged rank 1 redd\n", &["nothing is called `redd`"]);
    fails("play red: keep\nexpect log day\n", &["`log` takes a text in double quotes"]);
}

#[test]
fn at_checks_the_position_in_which_a_step_begins() {
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
        &["`late` has not begun since the last `play`", "steps that have begun: dusk"],
    );
    fails("play red: keep\nat late\nexpect asks red\n", &["expected  asks red"]);
    fails("play red: keep\nat lat\n", &["unknown step `lat`", "did you mean `late`?"]);
    fails("play red: keep\nat late 0\n", &["`at` takes a step"]);
}

#[test]
fn at_accepts_arguments_of_a_step_and_the_word_now() {
    passes(
        "play red: keep\nat hour red\nexpect points 5; turn hour red\nat hour blue\nexpect points 6; turn hour blue 2\n\
         at hour blue 1\nexpect points 6\nat now\nexpect points 7; turn dusk; asks red; default pay 2\n",
    );
    fails(
        "play red: keep\nat hour hills\nexpect points 5\n",
        &["`hour hills` has not begun since the last `play`", "early, late, hour red, hour blue 2"],
    );
    fails("play red: keep\nat hour bleu\nexpect points 5\n", &["x.test:5:4: unknown `bleu`"]);
    fails("play red: keep\nat now\nplay red: keep\n", &["`at` checks nothing"]);
}

#[test]
fn a_question_is_expected_by_words_or_by_key() {
    passes("expect asks red ~ Which way; asks red ~ which-way\n");
    fails(
        "expect asks red ~ that way\n",
        &["expected  asks red ~ that way", "found     asks red ~ which way from here?"],
    );
    fails("expect asks blue ~ which\n", &["expected  asks blue", "found     asks red"]);
    fails("expect asks red blue\n", &["`asks` takes one side"]);
    fails("expect asks red ~\n", &["a text is missing after `~`"]);
}

#[test]
fn roll_labels_are_logged_like_any_text() {
    passes(
        "play red: reroll\ndice 2\nexpect logged for-luck hills; no logged for-luck port; log \"for luck at The Hills\"\n",
    );
    fails("play red: reroll\ndice 2\nexpect no logged for-luck\n", &["found     logged for-luck hills"]);
}

/// `no logged KEY` would always hold for a text that can never be logged.
#[test]
fn a_text_that_is_never_logged_is_a_mistake() {
    for prefix in ["", "no "] {
        let item = |text: &str| format!("play red: keep\nexpect {prefix}{text}\n");
        fails(
            &item("logged which-way"),
            &["`which-way` is a question", "help: for a question write `asks SIDE ~ which-way`"],
        );
        fails(&item("logged all-over"), &["`all-over` is a reason for the end of the game", "`ends SIDE ~ all-over`"]);
        fails(&item("logged night red"), &["`night` is logged with 0 subjects, not with 1"]);
        fails(
            &item("logged passes hills"),
            &["`passes` is logged with 2 subjects", "the text is: the night passes over {1}"],
        );
        fails(&item("logged rank 1 gren"), &["nothing is called `gren`"]);
        fails(
            &item("logged needs-open"),
            &["no text has the key `needs-open`", "`needs-open` is a reason: `refuse SIDE: LINE ~ needs-open`"],
        );
        fails(&item("logged keep"), &["no text has the key `keep`", "`keep` is a word of rows"]);
        fails(&item("logged \"Night\""), &["`logged` takes the key of a text; for its words write `log \"TEXT\"`"]);
        fails(&item("log \"the nihgt passes\""), &["the log never contains `nihgt`", "did you mean `night`?"]);
    }
    passes("play red: keep\nexpect no log \"The Hills → 5\"; no log \"nigh \"; no log \"rolled d6\"\n");
}

/// Each side reads the log without what is hidden from it.
#[test]
fn log_lines_are_expected_as_a_side_reads_them() {
    passes(
        "setup blue hand: 01\nplay red: keep\nexpect view of blue: logged keeps-back blue 01; logged keeps-back blue 01\n\
         expect view of red: no logged keeps-back blue 01; view of red: log \"Blue keeps a card back\"\n\
         expect view of everybody: no log \"Blue keeps 01\"; log \"Blue keeps 01\"; view of blue: log \"Blue keeps 01\"\n",
    );
    fails(
        "setup blue hand: 01\nplay red: keep\nexpect view of red: log \"Blue keeps 01\"\n",
        &["Blue keeps a card back"],
    );
    fails("expect view of red: info 01: number 1\n", &["`view of` has no meaning here"]);
    fails("expect view of red: default pay 2\n", &["`view of` has no meaning here", "remove `view of`"]);
}

#[test]
fn common_mistakes_come_with_help() {
    for (body, message) in [
        ("before late\nexpect points 3", "help: `at STEP`, with `expect` lines below, looks at"),
        ("roll 3\nexpect points 3", "`dice` gives the faces"),
        ("then points 3\nexpect points 3", "`expect` checks the position now"),
        ("illegal red: keep\nexpect points 3", "`refuse SIDE: LINE`"),
        ("given points 4\nexpect points 3", "`setup` gives the position"),
        ("// remark\nexpect points 3", "a comment begins with `#`"),
        ("play red keep", "a colon belongs after the side: `red: keep`"),
        ("play keep", "name the side first: `red: keep`"),
        ("play red: #1", "a row is written out in its words"),
        ("play red: keep; red: keep", "a `play` takes one line of one side"),
        ("offer red: keep, reroll", "separate rows with `|`"),
        ("offer red: \"keep\"", "write rows without quotes"),
        ("refuse red: pay 9 because dear", "the reason of a refusal comes after `~`"),
        ("expect points = 3", "write the value directly after the name"),
        ("expect points >= 3", "a test gives the exact value"),
        ("expect not hills: open", "`no FACT`"),
        ("expect hills: 2x guard", "write the number without `x`: `2 PIECE`"),
        ("expect hills: worn/guard", "the piece comes first: `guard/worn`"),
        ("expect hills: open, points 3", "`points` belongs to the game and is an item of its own"),
        ("expect red points 3", "`points` belongs to the game"),
        ("expect hand red: 01", "the side comes first: `red hand`"),
        ("expect red hand: 3", "for the number of cards write `red hand: 3 cards`"),
        ("expect red wins", "for the end of the game write `ends red`"),
        ("expect ends draw", "`ends nobody`"),
        ("expect turn red", "for the side that is asked write `asks red`"),
        ("expect red sees stock", "`view of red: ITEM`"),
        ("expect rank red blue", "`figure NAME VALUE`"),
        ("expect log day", "write `log \"day\"`"),
        ("expect points 3\nsetup points 4", "begin a variant with `or` above it"),
        (
            "expect points 3\nor setup points 4\nexpect points 4",
            "put the `setup` and `play` lines of the variant below it",
        ),
    ] {
        fails(&format!("{body}\n"), &[message]);
    }
}

#[test]
fn view_and_hidden_check_what_a_side_may_see() {
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
fn expect_checks_the_default_row() {
    passes("expect default pay 2\n");
    passes("setup turn red-turn\nexpect no default\n");
    fails("expect default pay 3\n", &["expected  default pay 3", "found     default pay 2"]);
    fails("expect no default\n", &["found     default pay 2"]);
    fails("expect default pya 3\n", &["no row can have the word `pya`"]);
}

#[test]
fn expect_checks_discouraged_rows() {
    passes("expect no discouraged pay 2\n");
    fails("expect discouraged pay 2\n", &["expected  discouraged pay 2", "found     no discouraged pay 2"]);
    fails("setup turn red-turn\nexpect no discouraged pay 2\n", &["found     not offered: pay 2"]);
    fails("expect discouraged\n", &["`discouraged` takes a row"]);
    fails("play red: keep\nat late\nexpect discouraged keep\n", &["nobody is asked while a step begins"]);
}

#[test]
fn some_seed_and_no_seed_check_the_games_of_several_seeds() {
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
        &["no seed may give this", "seed "],
    );
    fails("play red: keep\nexpect some seed: points 7\n", &["need a `seeds N` line"]);
}

#[test]
fn a_test_continues_from_a_variant_and_may_have_seeds() {
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
    for (last, message) in [
        ("after \"base\" 3\nexpect points 1\n", "a number from 1 to 2"),
        ("after \"base\" x\nexpect points 1\n", "a number from 1 to 2"),
        ("after base\nexpect points 1\n", "`after` takes a title in double quotes"),
        ("after \"base\"\noption long true\nexpect points 1\n", "scenario, options and knobs come from the test"),
    ] {
        let rendered = render(&report(&tests(last)), false);
        assert!(rendered.contains(message), "{rendered}");
    }
}

/// Each test of a chain is resolved once and played once for the tests after it.
#[test]
fn a_long_chain_of_tests_is_played_in_a_minute_by_the_clock() {
    let mut tests = format!("{HEAD}--- t0\nplay red: pay 1\n");
    for n in 1..1500 {
        tests.push_str(&format!("--- t{n}\nafter \"t{}\"\nplay red: pay 1\nexpect points 3\n", n - 1));
    }
    let started = Instant::now();
    let report = report(&tests);
    assert_eq!(report.counts(), (1500, 0));
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

/// The examples in `docs/rule-tests.md` that are about this game.
#[test]
fn the_examples_in_the_docs_pass() {
    let page = include_str!("../../../../docs/rule-tests.md");
    let examples: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    for begins in [
        "--- the die takes off",
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
fn options_and_knobs_are_expected_by_name() {
    passes("expect option long false; knob stir-target 5");
    passes("option long true\nexpect option long true");
    passes("knob stir-target 4\nexpect knob stir-target 4");
    fails("expect option long true", &["expected  option long true", "found     false"]);
    fails("expect knob stir-target 6", &["expected  knob stir-target 6", "found     knob stir-target 5"]);
    fails("expect knob stir-targe 6", &["unknown knob `stir-targe`", "did you mean `stir-target`?"]);
    fails("expect knob stir-target", &["`knob` takes a knob and its number"]);
    fails("expect view of red: knob stir-target 5", &["`view of` has no meaning here"]);
}

#[test]
fn printed_fields_are_expected_one_by_one() {
    passes("expect info 01: number 1, red.title Fire, red.effects unrest, blue.effects none");
    passes("expect info 01: red.effects.1.level 1, red.effects.1.spaces port; info 02: red.title \"Smoke\"");
    fails("expect info 01: number 2", &["expected  info 01: number 2", "found     info 01: number 1"]);
    fails("expect info 01: red.effects none", &["found     info 01: red.effects unrest"]);
    fails("expect info 03: red.effects.1.level 1", &["found     info 03: red.effects.1.level none"]);
    fails("expect info 01: red.titel Fire", &["no card has a field `red.titel`", "did you mean `red.title`?"]);
    fails("expect info 01: red.effects.1.levle 1", &["no card has a field `red.effects.1.levle`"]);
    fails("expect info 0l: number 1", &["nothing is called `0l`"]);
    fails("expect info 01: number", &["`number` needs a value, or `none`"]);
    fails(
        "expect info 01 02: number 1",
        &["`info` takes a card, a space or a piece, a colon, and fields with their values"],
    );
}

#[test]
fn lines_that_check_nothing_are_mistakes() {
    fails("play red: keep\nat late\nplay red: keep\n", &["`at` checks nothing"]);
    fails("play red: keep\nat late\nexpect no default\n", &["nobody is asked while a step begins"]);
    fails("expect points 3\nor\n", &["no `play` or `expect` line follows this `or`"]);
    fails("expect view of red: view of blue: points 3\n", &["`view of` cannot contain another `view of`"]);
}

/// Untrusted input may be one long line of mistakes. The report then shows a part of the line and limits its own size.
#[test]
fn a_long_line_of_mistakes_gives_a_short_report() {
    let words: Vec<String> = (0..12_000).map(|n| format!("nobody{n} 1;")).collect();
    let report = report(&format!("--- many\nscenario standard\nsetup {}\n", words.join(" ")));
    let mistakes = &report.mistakes;
    assert!(mistakes.len() > 100 && mistakes.len() <= 501, "{}", mistakes.len());
    assert!(mistakes.last().unwrap().message.ends_with(" more mistakes"), "{:?}", mistakes.last());
    assert!(mistakes.iter().all(|mistake| mistake.text.chars().count() <= 400 && mistake.message.len() < 2_000));
    let rendered = render(&report, false);
    assert!(rendered.len() < 1 << 20, "{} bytes", rendered.len());
    // The `^` marks are below the mistaken word.
    let message_line = rendered.lines().position(|line| line.contains("`nobody300`")).expect("one of them");
    let mut lines = rendered.lines().skip(message_line + 1);
    let (line, mark) = (lines.next().unwrap(), lines.next().unwrap());
    let column = mark.chars().position(|c| c == '^').unwrap();
    assert!(line.chars().skip(column).collect::<String>().starts_with("nobody"), "{line}\n{mark}");
    let report = self::report(&format!("--- one\nscenario standard\nsetup {}\n", "x".repeat(3_000_000)));
    assert!(render(&report, false).len() < 10_000);
}

/// The old words of the language work for one release, with a warning that names the new word.
#[test]
fn deprecated_words_work_with_a_warning() {
    let report = report(&format!(
        "{HEAD}--- it\nexpect wise pay 2; view of red: no told rank\nplay red: keep\nexpect told night; logged night\n"
    ));
    let rendered = render(&report, false);
    assert!(report.is_good(), "\n{rendered}");
    let warnings: Vec<_> = report.warnings.iter().map(|w| (w.line, w.column, w.message.as_str())).collect();
    assert_eq!(
        warnings,
        [
            (4, 8, "`wise` is deprecated: write `no discouraged`"),
            (4, 36, "`told` is deprecated: write `logged`"),
            (6, 8, "`told` is deprecated: write `logged`"),
        ]
    );
    assert!(rendered.contains("x.test:4:8: `wise` is deprecated"), "{rendered}");
}
