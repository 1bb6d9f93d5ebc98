//! The screen of the demo game and of bigger ones laid over it, at pages of several sizes.

use super::paint::Page;
use crate::repl::prompt::{Flow, Prompt};
use cardwright_bots::RANDOM;
use cardwright_content::{PackSource, render};
use cardwright_table::{Library, Seat, SetUp, Table};
use std::path::PathBuf;

/// The demo with more files laid over it, on a page; all hands open, or Red's alone.
pub(crate) fn demo(files: &[(&str, &str)], (width, height): (usize, usize), open: bool) -> Prompt {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo"));
    let manifest = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n");
    let files = files.iter().copied().chain([manifest]).map(|(p, t)| (p.to_owned(), t.to_owned()));
    let sources = vec![PackSource::Folder(root), PackSource::Memory(files.collect())];
    let library = Library::open(sources).expect("the packs open");
    let loaded = library.load("demo").map_err(|all| render(&all, false));
    let (program, vm, _) = loaded.unwrap_or_else(|all| panic!("{all}"));
    let seats = if open { vec![] } else { vec![("blue".to_owned(), Seat::Bot(RANDOM))] };
    let set_up = SetUp { scenario: "standard".into(), seed: 3, seats, open, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).expect("the game starts");
    let mut prompt = Prompt::new(table, library, Page { width, height, color: false }, true, 1);
    prompt.update();
    prompt
}

/// What is shown after a line.
pub(super) fn after(prompt: &mut Prompt, line: &str) -> String {
    prompt.screen.take_text();
    assert_eq!(prompt.handle(line), Flow::Continue, "`{line}` leaves");
    prompt.let_bots_answer();
    prompt.update();
    prompt.screen.take_text()
}

/// The whole screen after a line.
pub(super) fn screen(prompt: &mut Prompt, line: &str) -> String {
    after(prompt, line);
    prompt.screen.redraw();
    prompt.update();
    prompt.screen.take_text()
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing from\n{text}");
    }
}

/// Towns, with long names, a kind of their own, and something counted for each side.
const BIG: &[(&str, &str)] = &[(
    "scenarios/demo/board.toml",
    r#"
[meta]
game = "demo"
source = "reconstructed"

[[kind]]
id = "town"
plural = "towns"

[[space]]
id = "saint-bartholomew-bridge"
name = "Bridge of Saint Bartholomew"
kind = "town"

[[space]]
id = "old-mill"
name = "Old Mill (Ünder)"
kind = "town"

[[space]]
id = "upper-market"
name = "Upper Márket"
kind = "town"

[[piece]]
id = "red-lieutenant"
name = "Lieutenant"
owner = "red"
count = 9
faces = ["waiting", "marching"]
supply = "pool"

[[piece]]
id = "blue-grenadier"
name = "Grenadier"
owner = "blue"
count = 12
faces = ["resting", "marching"]
supply = "pool"

[[track]]
id = "gold"
name = "Gold"
on = "side"
min = 0
max = 30

[[track]]
id = "fear"
name = "Fear"
on = ["town", "province"]
min = -2
max = 2
start = 0
"#,
)];
const CROWDED: &str = "adjust hills: 2 open, 3 red-lieutenant, 2 red-lieutenant/marching, 4 blue-grenadier/marching, guard; \
    saint-bartholomew-bridge: 2 red-lieutenant, 5 blue-grenadier, fear -2; upper-market: fear 1; blue gold 12";

#[test]
fn no_word_is_broken_however_narrow_the_page() {
    for width in [40, 50, 60, 70, 80, 100, 120, 160] {
        let mut prompt = demo(BIG, (width, 60), true);
        let shown = screen(&mut prompt, CROWDED);
        let table = shown.split("Points").next().unwrap_or_default();
        for line in table.lines().filter(|l| !l.contains('─')) {
            assert!(line.chars().count() <= width, "{width}: `{line}` is too long in\n{shown}");
        }
        let names = ["saint-bartholomew-bridge", "Bridge of Saint Bartholomew"];
        assert!(table.lines().any(|l| names.iter().any(|n| l.starts_with(n))), "{width}\n{shown}");
        // What stands in a row of the hills are words of the game, or their beginnings.
        let row = table.lines().find(|l| l.starts_with("The Hills") || l.starts_with("hills")).unwrap_or_default();
        let known = "the hills open guard fear red-lieutenant/marching blue-grenadier/marching";
        let known: Vec<&str> = known.split([' ', '-', '/']).collect();
        let words = row.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()).map(str::to_lowercase);
        for word in words {
            let whole = known.contains(&word.as_str());
            let begun = known.iter().any(|k| k.starts_with(&word));
            assert!(whole || begun, "{width}: `{word}` in\n{shown}");
        }
    }
}

#[test]
fn kinds_with_the_same_columns_are_one_table_under_their_headings() {
    let mut prompt = demo(BIG, (120, 60), true);
    let shown = screen(&mut prompt, CROWDED);
    let line =
        |begins: &str| shown.lines().find(|l| l.starts_with(begins)).unwrap_or_else(|| panic!("{begins}\n{shown}"));
    let column = |line: &str, what: &str| line.find(what).map(|at| line[..at].chars().count());
    let red = column(line("Provinces"), "Red").expect("a column of Red");
    assert_eq!(line("Towns"), "Towns", "a heading alone");
    assert_eq!(column(line("hills"), "2 open"), Some(red), "{shown}");
    assert_eq!(column(line("saint-bartholomew-bridge"), "2 lieutenant"), Some(red), "{shown}");
    assert_eq!(shown.lines().filter(|l| l.contains("Red") && l.contains("Blue")).count(), 1, "{shown}");
}

#[test]
fn a_space_is_called_by_name_where_its_id_follows_from_it() {
    let mut prompt = demo(BIG, (160, 60), true);
    let shown = screen(&mut prompt, CROWDED);
    has(&shown, &["\nUpper Márket  ", "\nOld Mill (Ünder) (old-mill)  ", "\nThe Hills (hills)  "]);
    let narrow = screen(&mut demo(BIG, (70, 60), true), CROWDED);
    has(&narrow, &["\nhills  ", "\nold-mill  "]);
}

#[test]
fn on_a_narrow_page_words_are_short_and_a_space_keeps_to_its_line() {
    let shown = screen(&mut demo(BIG, (70, 60), true), CROWDED);
    has(&shown, &["2 open 3 lieu 2 marc", "1 guard 4 marc"]);
    assert_eq!(shown.matches("bridge").count(), 1, "{shown}");
}

#[test]
fn each_side_has_a_line_with_its_tracks_and_the_pieces_it_has_left() {
    let shown = screen(&mut demo(BIG, (80, 60), true), CROWDED);
    has(&shown, &["\nRed   Gold 0   Pool 5 hidden, 2 lieutenant\n", "\nBlue  Gold 12  Pool 3 guard, 3 grenadier\n"]);
    assert!(!shown.contains("Red Gold") && !shown.contains("Pool:"), "they are told once:\n{shown}");
}

/// The demo with short names for all that stands on its board, and something printed on its spaces.
const SHORT: &[(&str, &str)] = &[(
    "scenarios/demo/board.toml",
    r#"
[meta]
game = "demo"
source = "reconstructed"

[[side]]
id = "blue"
short = "Bl"

[[kind]]
id = "province"
name = "Shires"
fields = { population = { type = "integer", column = "Population (000)" } }

[[space]]
id = "hills"
short = "Hills"

[[mark]]
id = "moved"
short = "m"

[[piece]]
id = "band"
short = { hidden = "h", open = "open" }

[[piece]]
id = "guard"
short = { full = "G", worn = "w" }

[[track]]
id = "unrest"
short = "Unr."
"#,
)];

#[test]
fn short_names_are_the_same_however_full_the_board_and_are_explained() {
    let full = "adjust hills: 3 open, 2 guard, guard/worn+moved; port: 2 hidden, guard; river: unrest 2";
    for width in [50, 60, 80, 120, 160] {
        let mut prompt = demo(SHORT, (width, 60), true);
        let shown = screen(&mut prompt, full);
        let row = shown.lines().find(|l| l.contains("3 open")).unwrap_or_else(|| panic!("{width}\n{shown}"));
        assert!(row.starts_with("Hills") || row.starts_with("The Hills (hills)"), "{width}\n{shown}");
        has(row, &["3 open", "2G 1w+m"]);
        has(&shown, &["Shires", "Pop", "2h", "h Hidden", "open Open", "G full Guard", "w worn Guard", "+m moved"]);
    }
    // What is not on the screen is not explained.
    let shown = screen(&mut demo(SHORT, (80, 20), true), "adjust hills: open; port: guard");
    has(&shown, &["1 open", "1G", "G full Guard"]);
    assert!(!shown.contains("w worn") && !shown.contains("+m"), "{shown}");
    has(&after(&mut demo(SHORT, (80, 20), true), "show hills"), &["population 1"]);
}

#[test]
fn what_is_printed_on_spaces_is_a_column_where_there_is_room() {
    let narrow =
        screen(&mut demo(SHORT, (40, 60), true), "adjust hills: 3 open, 2 guard, 2 guard/worn; port: unrest 2");
    assert!(!narrow.contains("Pop"), "{narrow}");
    let roomy = screen(&mut demo(SHORT, (80, 24), true), "adjust hills: open");
    let hills = roomy.lines().find(|l| l.starts_with("The Hills")).unwrap_or_default();
    assert_eq!(hills.split_whitespace().nth(3), Some("1"), "{roomy}");
}

#[test]
fn what_matters_most_stays_on_the_smallest_page() {
    for height in 10..24 {
        let shown = screen(&mut demo(SHORT, (60, height), true), "adjust hills: 3 open; port: 2 hidden; river: guard");
        assert!(shown.lines().count() < height.max(11), "{height}\n{shown}");
        has(&shown, &["Demo · The Demo", "▶ Red", "Shires", "Red acts ("]);
    }
    let shown = screen(&mut demo(BIG, (80, 10), true), CROWDED);
    assert!(shown.lines().count() <= 10, "{shown}");
    has(&shown, &["Demo · The Demo", "Provinces", "more lines: `show board`", "Red Gold 0", "Red acts ("]);
}

const WARNS: &str = r#"
figure "near" { doc = "How near.", audience = "all", on = "side", value = function(side) return { TEXT.near, side } end }
figure "alarm" {
  doc = "Whoever has much.", audience = "all", on = "side", warns = true,
  value = function(side) return side == RED and count(PROVINCES, RED) > 3 and { TEXT.alarm, side } or nil end,
}
figure "quiet" { doc = "For who asks.", audience = "all", shown = false, value = function() return 41 end }
"#;

#[test]
fn a_figure_that_warns_stands_before_all_else_and_one_that_is_not_shown_is_told_when_asked_for() {
    let texts = "[text.near]\nsay = \"{1} needs 3 provinces\"\n[text.alarm]\nsay = \"{1} is about to win\"\n";
    let files = [("scripts/demo/warns.luau", WARNS), ("scripts/demo/text.toml", texts)];
    let mut prompt = demo(&files, (80, 16), true);
    let calm = screen(&mut prompt, "adjust hills: open");
    assert!(!calm.contains("about to win"), "{calm}");
    // A text of a side needs no title.
    has(&calm, &["  Red needs 3 provinces\nBlue  ", "  Blue needs 3 provinces\n"]);
    let shown = screen(&mut prompt, "adjust hills: 3 open");
    assert_eq!(shown.lines().nth(1), Some("! Red is about to win"), "{shown}");
    assert!(!shown.contains("Alarm") && !shown.contains("Quiet"), "{shown}");
    has(&after(&mut prompt, "show quiet"), &["41"]);
    // Once it is over there is nothing left to warn of.
    assert!(!screen(&mut prompt, "resign yes").contains("about to win"), "the game is over");
}

const FIGURES: &str = r#"
local function shown(name, audience, on, value)
  figure(name)({ doc = "What is told.", audience = audience, on = on, value = value })
end
shown("strength", "all", "side", function(side) return count(PROVINCES, side) - 4 end)
shown("purse", "owner", "side", function(side) return size(cards(pile(HAND, side))) end)
shown("plan", "none", "game", function() return 77 end)
shown("holder", "all", "province", function(at) if has(at, RED) then return RED end return nil end)
shown("unrest-of-all", "all", "game", function() return total(UNREST, PROVINCES) end)
shown("broken", "all", "game", function() error("it broke") end)
shown("line-of-turns", "all", "game", function() return { { TEXT.moves, RED }, { TEXT.waits, BLUE } } end)
"#;
const FIGURE_TEXTS: &str = "[text.moves]\nsay = \"{1} moves\"\n[text.waits]\nsay = \"{1} waits\"\n";
const WITH_FIGURES: &[(&str, &str)] =
    &[("scripts/demo/figures.luau", FIGURES), ("scripts/demo/text.toml", FIGURE_TEXTS)];

#[test]
fn figures_stand_where_what_they_are_of_stands() {
    let mut prompt = demo(WITH_FIGURES, (80, 60), true);
    let shown = screen(&mut prompt, "adjust hills: unrest 2");
    has(
        &shown,
        &[
            "Holder",
            "\nRed   Strength -1  Purse 1  ",
            "\nBlue  Strength -3",
            "Unrest of all  2",
            "Line of turns  Red moves · Blue waits\n",
            "Broken",
        ],
    );
    let hills = shown.lines().find(|l| l.starts_with("The Hills")).unwrap_or_default();
    assert!(hills.ends_with("Red"), "{shown}");
    assert!(shown.lines().any(|l| l.contains("Broken") && l.contains('?')), "what fails is a question mark:\n{shown}");
    has(&after(&mut prompt, "show strength"), &["strength  figure\n  What is told.\n", "  Red   -1\n", "  Blue  -3\n"]);
    has(&after(&mut prompt, "show broken"), &["? more:scripts/demo/figures.luau:10: it broke"]);
    has(&after(&mut prompt, "show hills"), &["  Holder Red\n"]);
    has(&after(&mut prompt, "show blue"), &["  Strength -3\n"]);
    has(&after(&mut prompt, "show tracks"), &["Unrest of all  2", "Line of turns  Red moves"]);
    assert_eq!(after(&mut prompt, "lua figure_of(\"strength\", RED)"), "-1\n");
    assert!(after(&mut prompt, "where figure strength").contains("more:scripts/demo/figures.luau:3"));
    assert!(after(&mut prompt, "raise port").contains("1 red: raise port") || prompt.session.table.here() > 1);
}

#[test]
fn figures_are_read_by_those_they_are_for() {
    let mut prompt = demo(WITH_FIGURES, (80, 60), false);
    let shown = screen(&mut prompt, "adjust blue hand: 03");
    has(&shown, &["Red   Strength -1  Purse 1", "Blue  Strength -3"]);
    assert!(shown.matches("Purse").count() == 1 && !shown.contains("Plan") && !shown.contains("77"), "{shown}");
    for (thing, hidden) in [("plan", "77"), ("purse", "Blue"), ("blue", "Purse"), ("broken", "it broke")] {
        let told = after(&mut prompt, &format!("show {thing}"));
        assert!(!told.contains(hidden), "show {thing}: {told}");
    }
}

#[test]
fn a_short_page_leaves_out_what_matters_least_and_says_how_to_see_it() {
    let mut prompt = demo(BIG, (80, 14), true);
    let shown = screen(&mut prompt, CROWDED);
    assert!(shown.lines().count() <= 14, "{shown}");
    has(
        &shown,
        &[
            "\nRed   Gold 0",
            "\nBlue  Gold 12",
            "left out: `show cards`\n",
            "Red acts (",
            "#1 end-turn · ",
            "hills",
            "saint-bartholomew-bridge",
            "only Fear +1 in Upper Márket",
        ],
    );
    assert!(!shown.contains('─'), "no rules are drawn:\n{shown}");
    let roomy = screen(&mut demo(BIG, (80, 60), true), CROWDED);
    assert!(!roomy.contains("left out") && roomy.contains('─') && roomy.contains("Points  ▓▓█"), "{roomy}");
}

/// Two piles that all may read, each with a card whose texts are long.
const TO_READ: &[(&str, &str)] = &[
    (
        "scenarios/demo/board.toml",
        r#"
[meta]
game = "demo"
source = "reconstructed"
[[pile]]
id = "played-now"
show_text = true
order = "set"
audience = "all"
[[pile]]
id = "soon"
show_text = true
order = "set"
audience = "all"
[card]
fields = { leader = { id = "side", optional = true }, after = { id = "side", optional = true }, text = { type = "text", optional = true }, other_text = { type = "text", optional = true } }
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
leader = "blue"
after = "red"
text = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen."
other_text = "Short."
[[card]]
id = "03"
leader = "red"
text = "Of the card that comes next."
"#,
    ),
];

#[test]
fn the_card_in_play_is_read_longest() {
    let line = "adjust played-now: 01; soon: 03";
    let shown = |height: usize| screen(&mut demo(TO_READ, (80, height), true), line);
    let tall = shown(60);
    has(
        &tall,
        &[
            "played now  01",
            "  Blue, Red",
            "thirteen\n    fourteen fifteen sixteen seventeen.\n",
            "    other text: Short.\n",
            "Of the card that comes",
        ],
    );
    // On shorter pages the other card goes first, then its texts stand one after the other, at last they end where lines do.
    let all: Vec<String> = (10..30).rev().map(shown).collect();
    let rank = |text: &str| match (text.contains("Of the card that comes"), text.contains("seventeen.")) {
        (true, true) => 0,
        (false, true) if !text.contains("seventeen. · other text: Short.") => 1,
        (false, true) => 2,
        _ => 3,
    };
    let ranks: Vec<i32> = all.iter().map(|t| rank(t)).collect();
    assert!(ranks.windows(2).all(|two| two[0] <= two[1]), "{ranks:?}");
    assert!([0, 1, 2, 3].iter().all(|r| ranks.contains(r)), "{ranks:?}");
    let least = all.last().expect("a shortest");
    has(
        least,
        &["Demo · The Demo   ▶ Red", "Provinces", "played now  01", "soon  03", "`show 01` `show 03`", "Red acts ("],
    );
}

#[test]
fn choices_stand_side_by_side_where_there_is_no_room_for_a_list() {
    let shown = screen(&mut demo(BIG, (80, 14), true), CROWDED);
    let asked: Vec<&str> = shown.lines().skip_while(|l| !l.starts_with("Red acts (")).collect();
    assert!(asked.len() < 4, "{shown}");
    has(&asked.join(" "), &["`legal`)", "#1 end-turn", "stir hills", "raise …", "march …"]);
    let roomy = screen(&mut demo(BIG, (80, 60), true), CROWDED);
    has(&roomy, &["\n  #1   end-turn  "]);
}

#[test]
fn the_table_is_drawn_again_when_others_have_played_meanwhile() {
    let script = "step(\"take-turn\", function(side)\n  offer(WORD.keep)\n  choose(side)\n  raise(POINTS, 1)\n  \
                  return next(\"take-turn\", side == RED and BLUE or RED)\nend)\n";
    let scenario = "[meta]\nid = \"turns\"\ngame = \"demo\"\nname = \"Turns\"\nfirst = \"take-turn\"\n";
    let files = [("scripts/demo/turns.luau", script), ("scenarios/demo/turns.toml", scenario)];
    let mut prompt = demo(&files, (80, 24), false);
    after(&mut prompt, "adjust turn take-turn red");
    let shown = after(&mut prompt, "keep");
    has(&shown, &["red: keep", "blue: keep", "\nDemo · The Demo   ▶ Red", "Provinces"]);
}

#[test]
fn the_table_is_drawn_again_when_another_card_is_in_play() {
    let script = "step(\"read-on\", function()\n  offer(WORD.keep)\n  choose(RED)\n  move_all(PLAYED_NOW, SOON)\n  \
                  return next(\"read-on\")\nend)\n";
    let mut files = TO_READ.to_vec();
    files.push(("scripts/demo/read.luau", script));
    let mut prompt = demo(&files, (80, 24), true);
    after(&mut prompt, "adjust turn read-on; played-now: 01");
    has(&after(&mut prompt, "keep"), &["\nDemo · The Demo   ▶ Red", "soon  01"]);
    let shown = after(&mut prompt, "keep");
    assert!(!shown.contains("Demo · The Demo"), "nothing is new:\n{shown}");
}

#[test]
fn the_table_is_drawn_again_below_a_new_heading_though_the_same_side_is_asked() {
    let script = "step(\"on-and-on\", function()\n  offer(WORD.keep)\n  choose(RED)\n  raise(POINTS, 1)\n  \
                  if value(POINTS) % 2 == 0 then\n    log_heading(TEXT.night_falls, PORT)\n  end\n  return next(\"on-and-on\")\nend)\n";
    let text = "[text.night-falls]\nsay = \"Night falls on {1}\"\n";
    let files = [("scripts/demo/night.luau", script), ("scripts/demo/text.toml", text)];
    let mut prompt = crate::repl::tests::with(&files, "standard", true);
    after(&mut prompt, "adjust turn on-and-on; points 4");
    let shown = after(&mut prompt, "keep");
    assert!(!shown.contains("Demo · The Demo"), "the same turn goes on:\n{shown}");
    has(&after(&mut prompt, "keep"), &["Night falls on Port", "\nDemo · The Demo   ▶ Red"]);
}

#[test]
fn a_card_tells_what_its_effects_do_and_a_verb_is_a_thing_too() {
    let mut prompt = demo(&[], (80, 24), true);
    let does = "Raises unrest by `level` in one of `spaces`.";
    let card = after(&mut prompt, "show 02");
    has(&card, &["card 02 Smoke / Sun", "effects  unrest level 2, spaces provinces\n", does]);
    let verb = after(&mut prompt, "show verb unrest");
    has(&verb, &["unrest  verb\n", does, "  used by cards  01 and 02\n"]);
    has(&after(&mut prompt, "show standard"), &["standard  scenario\n"]);
}

#[test]
fn an_effect_that_ended_is_told_whatever_it_was_about() {
    let script = "effect \"vow\" {}\nstep(\"vowing\", function()\n  offer(WORD.keep)\n  choose(RED)\n  \
                  activate(\"vow\", RED, TURN, CARD[\"01\"])\n  offer(WORD.keep)\n  choose(RED)\n  deactivate(\"vow\")\n  \
                  return next(\"vowing\")\nend)\n";
    let mut prompt = demo(&[("scripts/demo/vow.luau", script)], (80, 24), true);
    after(&mut prompt, "adjust turn vowing");
    // The second answer is forced and free: it is not given here.
    has(&after(&mut prompt, "keep ..."), &["  now  in-force vow red turn card:01\n"]);
    has(&after(&mut prompt, "keep"), &["  now  no longer in force: vow red turn card:01\n"]);
}

/// Three kinds of few spaces, whose home is printed on them, and two sides whose pieces have the same short names.
const ISLES: &[(&str, &str)] = &[(
    "scenarios/demo/board.toml",
    r#"
[meta]
game = "demo"
source = "reconstructed"

[[kind]]
id = "coast"
plural = "coasts"
fields = { home = { id = "side", optional = true, column = "Home" } }
[[kind]]
id = "isle"
plural = "isles"
fields = { home = { id = "side", optional = true, column = "Home" } }
[[kind]]
id = "reef"
plural = "reefs"

[[space]]
id = "norwick"
name = "Norwick"
kind = "coast"
home = "red"
[[space]]
id = "far-skerry"
name = "Far Skerry"
kind = "isle"
home = "blue"
[[space]]
id = "the-teeth"
name = "The Teeth"
kind = "reef"

[[piece]]
id = "red-fleet"
name = "Fleet"
short = "F"
owner = "red"
count = 6
supply = "pool"
[[piece]]
id = "blue-fleet"
name = "Fleet"
short = "F"
owner = "blue"
count = 6
supply = "pool"
[[piece]]
id = "blue-tug"
name = "Tug"
short = "T"
owner = "blue"
count = 6
supply = "pool"
"#,
)];

#[test]
fn on_a_line_it_is_told_whose_pieces_are_that_several_sides_call_alike() {
    let mut prompt = demo(ISLES, (80, 40), true);
    let shown = screen(&mut prompt, "adjust the-teeth: 2 red-fleet, blue-fleet, blue-tug");
    has(&shown, &["The Teeth: Red 2F Blue 1F 1T"]);
    let shown = screen(&mut prompt, "adjust the-teeth: 2 red-fleet, 3 blue-tug");
    has(&shown, &["The Teeth: Red 2F Blue 1F 3T"]);
}

#[test]
fn kinds_share_a_table_by_what_is_printed_on_their_spaces() {
    let mut prompt = demo(ISLES, (80, 40), true);
    let shown = screen(&mut prompt, "adjust norwick: red-fleet; far-skerry: blue-fleet");
    has(&shown, &["Home", "\nNorwick", "\nFar Skerry"]);
    assert_eq!(shown.matches("Home").count(), 1, "one table:\n{shown}");
}

#[test]
fn a_mark_is_a_thing_and_what_is_in_force_is_listed() {
    let script = "effect \"vow\" {}\nstep(\"vowing\", function()\n  offer(WORD.keep)\n  choose(RED)\n  \
                  activate(\"vow\", RED, TURN, CARD[\"01\"])\n  return next(\"vowing\")\nend)\n";
    let board = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[mark]]\nid = \"attacks\"\n\
                 of = \"space\"\nuntil = \"turn\"\n[[piece]]\nid = \"guard\"\nmarks = [\"moved\", \"attacks\"]\n";
    let files = [("scripts/demo/vow.luau", script), ("scenarios/demo/board.toml", board)];
    let mut prompt = demo(&files, (80, 24), true);
    has(
        &after(&mut prompt, "show attacks"),
        &["attacks  mark\n", "value  a space", "until  turn", "carried by  guard"],
    );
    has(&after(&mut prompt, "show moved"), &["moved  mark\n", "value  no value", "until  turn"]);
    has(&after(&mut prompt, "help show"), &["mark", "effects"]);
    assert_eq!(after(&mut prompt, "show effects"), "nothing is in force beyond the rules\n");
    after(&mut prompt, "adjust turn vowing");
    after(&mut prompt, "keep ...");
    let shown = after(&mut prompt, "show effects");
    assert!(shown.starts_with("Vow 01 Fire (Red, until the turn ends)\n"), "{shown}");
}
