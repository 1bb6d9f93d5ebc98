//! Tests of the screen on pages of several sizes. They use the demo game of `tests/packs/demo`. Some tests add a
//! second pack that makes its board larger.

use super::paint::Page;
use crate::repl::prompt::{Flow, Prompt};
use cardwright_bots::RANDOM;
use cardwright_content::{PackSource, render};
use cardwright_table::{Library, Seat, SetUp, Table};
use std::path::PathBuf;

/// Opens the prompt for the demo game with a second pack, which has these files. If the game is not open, a person
/// plays Red against a random bot.
pub(crate) fn demo(files: &[(&str, &str)], (width, height): (usize, usize), open: bool) -> Prompt {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo"));
    let manifest = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n");
    let files = files.iter().copied().chain([manifest]).map(|(path, text)| (path.to_owned(), text.to_owned()));
    let sources = vec![PackSource::Folder(root), PackSource::Memory(files.collect())];
    let library = Library::open(sources).expect("the packs open");
    let loaded = library.load("demo").map_err(|problems| render(&problems, false));
    let (program, vm, _) = loaded.unwrap_or_else(|problems| panic!("{problems}"));
    let seats = if open { vec![] } else { vec![("blue".to_owned(), Seat::Bot(RANDOM))] };
    let set_up = SetUp { scenario: "standard".into(), seed: 3, seats, open, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).expect("the game starts");
    // The lines are typed at a terminal (`true`), and the bots have the seed 1.
    let mut prompt = Prompt::new(table, library, Page { width, height, color: false }, true, 1);
    prompt.update();
    prompt
}

/// Types a line and returns what the prompt shows after it.
pub(super) fn after(prompt: &mut Prompt, line: &str) -> String {
    prompt.screen.take_text();
    assert_eq!(prompt.handle(line), Flow::Continue, "`{line}` leaves the prompt");
    prompt.let_bots_answer();
    prompt.update();
    prompt.screen.take_text()
}

/// Types a line and returns the whole screen after it.
pub(super) fn screen(prompt: &mut Prompt, line: &str) -> String {
    after(prompt, line);
    prompt.screen.redraw();
    prompt.update();
    prompt.screen.take_text()
}

#[track_caller]
fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing from\n{text}");
    }
}

/// A board with towns that have long names, more pieces, and a track for each side.
const BIG_BOARD: &[(&str, &str)] = &[(
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
/// A line that puts many pieces on [`BIG_BOARD`].
const CROWD_BOARD: &str = "adjust hills: 2 open, 3 red-lieutenant, 2 red-lieutenant/marching, \
    4 blue-grenadier/marching, guard; \
    saint-bartholomew-bridge: 2 red-lieutenant, 5 blue-grenadier, fear -2; upper-market: fear 1; blue gold 12";

#[test]
fn no_word_is_broken_however_narrow_the_page() {
    for width in [40, 50, 60, 70, 80, 100, 120, 160] {
        let mut prompt = demo(BIG_BOARD, (width, 60), true);
        let shown = screen(&mut prompt, CROWD_BOARD);
        let table = shown.split("Points").next().unwrap_or_default();
        for line in table.lines().filter(|line| !line.contains('─')) {
            assert!(line.chars().count() <= width, "{width}: `{line}` is too long in\n{shown}");
        }
        let names = ["saint-bartholomew-bridge", "Bridge of Saint Bartholomew"];
        assert!(table.lines().any(|line| names.iter().any(|name| line.starts_with(name))), "{width}\n{shown}");
        // The line of the hills has only words of the game and their beginnings.
        let is_of_hills = |line: &&str| line.starts_with("The Hills") || line.starts_with("hills");
        let row = table.lines().find(is_of_hills).unwrap_or_default();
        let known = "the hills open guard fear red-lieutenant/marching blue-grenadier/marching";
        let known: Vec<&str> = known.split([' ', '-', '/']).collect();
        let words = row.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase);
        for word in words {
            let is_known = known.iter().any(|known| known.starts_with(&word));
            assert!(is_known, "{width}: `{word}` in\n{shown}");
        }
    }
}

#[test]
fn kinds_with_the_same_columns_share_a_table_and_keep_their_headings() {
    let mut prompt = demo(BIG_BOARD, (120, 60), true);
    let shown = screen(&mut prompt, CROWD_BOARD);
    let line =
        |start: &str| shown.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}\n{shown}"));
    let column = |line: &str, text: &str| line.find(text).map(|index| line[..index].chars().count());
    let red = column(line("Provinces"), "Red").expect("a column of Red");
    assert_eq!(line("Towns"), "Towns", "a heading alone");
    assert_eq!(column(line("hills"), "2 open"), Some(red), "{shown}");
    assert_eq!(column(line("saint-bartholomew-bridge"), "2 lieutenant"), Some(red), "{shown}");
    assert_eq!(shown.lines().filter(|line| line.contains("Red") && line.contains("Blue")).count(), 1, "{shown}");
}

#[test]
fn a_space_is_shown_with_its_id_only_if_the_id_does_not_follow_from_the_name() {
    let mut prompt = demo(BIG_BOARD, (160, 60), true);
    let shown = screen(&mut prompt, CROWD_BOARD);
    assert_has(&shown, &["\nUpper Márket  ", "\nOld Mill (Ünder) (old-mill)  ", "\nThe Hills (hills)  "]);
    let narrow = screen(&mut demo(BIG_BOARD, (70, 60), true), CROWD_BOARD);
    assert_has(&narrow, &["\nhills  ", "\nold-mill  "]);
}

#[test]
fn on_a_narrow_page_words_are_shortened_and_each_space_takes_one_line() {
    let shown = screen(&mut demo(BIG_BOARD, (70, 60), true), CROWD_BOARD);
    assert_has(&shown, &["2 open 3 lieu 2 marc", "1 guard 4 marc"]);
    assert_eq!(shown.matches("bridge").count(), 1, "{shown}");
}

#[test]
fn each_side_has_a_line_with_its_tracks_and_the_pieces_it_has_left() {
    let shown = screen(&mut demo(BIG_BOARD, (80, 60), true), CROWD_BOARD);
    assert_has(
        &shown,
        &["\nRed   Gold 0   Pool 5 hidden, 2 lieutenant\n", "\nBlue  Gold 12  Pool 3 guard, 3 grenadier\n"],
    );
    assert!(!shown.contains("Red Gold") && !shown.contains("Pool:"), "tracks and supply are shown only once:\n{shown}");
}

/// A board with short names of sides, spaces, pieces, marks and tracks, and with a printed field of spaces.
const SHORT_NAMES: &[(&str, &str)] = &[(
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
        let mut prompt = demo(SHORT_NAMES, (width, 60), true);
        let shown = screen(&mut prompt, full);
        let row = shown.lines().find(|line| line.contains("3 open")).unwrap_or_else(|| panic!("{width}\n{shown}"));
        assert!(row.starts_with("Hills") || row.starts_with("The Hills (hills)"), "{width}\n{shown}");
        assert_has(row, &["3 open", "2G 1w+m"]);
        assert_has(
            &shown,
            &["Shires", "Pop", "2h", "h Hidden", "open Open", "G full Guard", "w worn Guard", "+m moved"],
        );
    }
    // The screen explains only the names that it shows.
    let shown = screen(&mut demo(SHORT_NAMES, (80, 20), true), "adjust hills: open; port: guard");
    assert_has(&shown, &["1 open", "1G", "G full Guard"]);
    assert!(!shown.contains("w worn") && !shown.contains("+m"), "{shown}");
    assert_has(&after(&mut demo(SHORT_NAMES, (80, 20), true), "show hills"), &["population 1"]);
}

#[test]
fn a_printed_field_of_spaces_is_a_column_if_there_is_room() {
    let narrow =
        screen(&mut demo(SHORT_NAMES, (40, 60), true), "adjust hills: 3 open, 2 guard, 2 guard/worn; port: unrest 2");
    assert!(!narrow.contains("Pop"), "{narrow}");
    let roomy = screen(&mut demo(SHORT_NAMES, (80, 24), true), "adjust hills: open");
    let hills = roomy.lines().find(|line| line.starts_with("The Hills")).unwrap_or_default();
    assert_eq!(hills.split_whitespace().nth(3), Some("1"), "{roomy}");
}

#[test]
fn the_smallest_page_shows_header_board_and_question() {
    for height in 10..24 {
        let shown =
            screen(&mut demo(SHORT_NAMES, (60, height), true), "adjust hills: 3 open; port: 2 hidden; river: guard");
        assert!(shown.lines().count() < height.max(11), "{height}\n{shown}");
        assert_has(&shown, &["Demo · The Demo", "▶ Red", "Shires", "Red acts ("]);
    }
    let shown = screen(&mut demo(BIG_BOARD, (80, 10), true), CROWD_BOARD);
    assert!(shown.lines().count() <= 10, "{shown}");
    assert_has(&shown, &["Demo · The Demo", "Provinces", "more lines: `show board`", "Red Gold 0", "Red acts ("]);
}

/// A script with a figure for each side, a figure that warns, and a figure that is not shown.
const WARNING_FIGURES: &str = r#"
figure "near" { doc = "How near.", audience = "all", on = "side", value = function(side) return { TEXT.near, side } end }
figure "alarm" {
  doc = "Whoever has much.", audience = "all", on = "side", warns = true,
  value = function(side) return side == RED and count(PROVINCES, RED) > 3 and { TEXT.alarm, side } or nil end,
}
figure "quiet" { doc = "For who asks.", audience = "all", shown = false, value = function() return 41 end }
"#;

#[test]
fn a_figure_that_warns_comes_first_and_a_hidden_figure_is_shown_only_by_show() {
    let texts = "[text.near]\nsay = \"{1} needs 3 provinces\"\n[text.alarm]\nsay = \"{1} is about to win\"\n";
    let files = [("scripts/demo/warns.luau", WARNING_FIGURES), ("scripts/demo/text.toml", texts)];
    let mut prompt = demo(&files, (80, 16), true);
    let calm = screen(&mut prompt, "adjust hills: open");
    assert!(!calm.contains("about to win"), "{calm}");
    // The screen leaves out the title of a figure that is a long text.
    assert_has(&calm, &["  Red needs 3 provinces\nBlue  ", "  Blue needs 3 provinces\n"]);
    let shown = screen(&mut prompt, "adjust hills: 3 open");
    assert_eq!(shown.lines().nth(1), Some("! Red is about to win"), "{shown}");
    assert!(!shown.contains("Alarm") && !shown.contains("Quiet"), "{shown}");
    assert_has(&after(&mut prompt, "show quiet"), &["41"]);
    // A finished game has no warnings.
    assert!(!screen(&mut prompt, "resign yes").contains("about to win"), "the game is over");
}

/// A script with figures for every audience, on the game, sides and spaces. The figure `broken` fails.
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
fn figures_are_drawn_next_to_their_side_space_or_game() {
    let mut prompt = demo(WITH_FIGURES, (80, 60), true);
    let shown = screen(&mut prompt, "adjust hills: unrest 2");
    assert_has(
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
    let hills = shown.lines().find(|line| line.starts_with("The Hills")).unwrap_or_default();
    assert!(hills.ends_with("Red"), "{shown}");
    let is_question_mark = |line: &str| line.contains("Broken") && line.contains('?');
    assert!(shown.lines().any(is_question_mark), "a figure that fails is a question mark:\n{shown}");
    assert_has(
        &after(&mut prompt, "show strength"),
        &["strength  figure\n  What is told.\n", "  Red   -1\n", "  Blue  -3\n"],
    );
    assert_has(&after(&mut prompt, "show broken"), &["? more:scripts/demo/figures.luau:10: it broke"]);
    assert_has(&after(&mut prompt, "show hills"), &["  Holder Red\n"]);
    assert_has(&after(&mut prompt, "show blue"), &["  Strength -3\n"]);
    assert_has(&after(&mut prompt, "show tracks"), &["Unrest of all  2", "Line of turns  Red moves"]);
    assert_eq!(after(&mut prompt, "lua figure_of(\"strength\", RED)"), "-1\n");
    assert!(after(&mut prompt, "where figure strength").contains("more:scripts/demo/figures.luau:3"));
    assert!(after(&mut prompt, "raise port").contains("1 red: raise port") || prompt.session.table.shown_event() > 1);
}

#[test]
fn figures_are_shown_only_to_their_audience() {
    let mut prompt = demo(WITH_FIGURES, (80, 60), false);
    let shown = screen(&mut prompt, "adjust blue hand: 03");
    assert_has(&shown, &["Red   Strength -1  Purse 1", "Blue  Strength -3"]);
    assert!(shown.matches("Purse").count() == 1 && !shown.contains("Plan") && !shown.contains("77"), "{shown}");
    for (thing, hidden) in [("plan", "77"), ("purse", "Blue"), ("blue", "Purse"), ("broken", "it broke")] {
        let shown = after(&mut prompt, &format!("show {thing}"));
        assert!(!shown.contains(hidden), "show {thing}: {shown}");
    }
}

#[test]
fn a_short_page_leaves_out_what_matters_least_and_says_how_to_see_it() {
    let mut prompt = demo(BIG_BOARD, (80, 17), true);
    let shown = screen(&mut prompt, CROWD_BOARD);
    assert!(shown.lines().count() <= 14, "there is room for a report above it: {shown}");
    assert_has(
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
    assert!(!shown.contains('─'), "no horizontal lines are drawn:\n{shown}");
    let roomy = screen(&mut demo(BIG_BOARD, (80, 60), true), CROWD_BOARD);
    assert!(!roomy.contains("left out") && roomy.contains('─') && roomy.contains("Points  ▓▓█"), "{roomy}");
}

/// A board with two piles that show card texts, and cards with long texts.
const CARD_TEXTS: &[(&str, &str)] = &[
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
fn the_first_face_up_card_keeps_its_text_longest() {
    let line = "adjust played-now: 01; soon: 03";
    let shown = |height: usize| screen(&mut demo(CARD_TEXTS, (80, height), true), line);
    let tall = shown(60);
    assert_has(
        &tall,
        &[
            "played now  01",
            "  Blue, Red",
            "thirteen\n    fourteen fifteen sixteen seventeen.\n",
            "    other text: Short.\n",
            "Of the card that comes",
        ],
    );
    // The shorter the page, the less text it shows: first no text of the second card, then the texts of the first card
    // in one paragraph, and at last a part of them. The rank counts these reductions.
    let screens: Vec<String> = (10..30).rev().map(shown).collect();
    let rank = |text: &str| match (text.contains("Of the card that comes"), text.contains("seventeen.")) {
        (true, true) => 0,
        (false, true) if !text.contains("seventeen. · other text: Short.") => 1,
        (false, true) => 2,
        _ => 3,
    };
    let ranks: Vec<i32> = screens.iter().map(|text| rank(text)).collect();
    assert!(ranks.windows(2).all(|pair| pair[0] <= pair[1]), "{ranks:?}");
    assert!([0, 1, 2, 3].iter().all(|rank| ranks.contains(rank)), "{ranks:?}");
    let shortest = screens.last().expect("a screen");
    assert_has(
        shortest,
        &["Demo · The Demo   ▶ Red", "Provinces", "played now  01", "soon  03", "`show 01` `show 03`", "Red acts ("],
    );
}

#[test]
fn rows_are_put_side_by_side_if_there_is_no_room_for_a_list() {
    let shown = screen(&mut demo(BIG_BOARD, (80, 14), true), CROWD_BOARD);
    let question: Vec<&str> = shown.lines().skip_while(|line| !line.starts_with("Red acts (")).collect();
    assert!(question.len() < 4, "{shown}");
    assert_has(&question.join(" "), &["`legal`)", "#1 end-turn", "stir hills", "raise …", "march …"]);
    let roomy = screen(&mut demo(BIG_BOARD, (80, 60), true), CROWD_BOARD);
    assert_has(&roomy, &["\n  #1   end-turn  "]);
}

#[test]
fn the_position_is_drawn_again_after_another_side_has_played() {
    let script = "step(\"take-turn\", function(side)\n  offer(WORD.keep)\n  choose(side)\n  raise(POINTS, 1)\n  \
                  return next(\"take-turn\", side == RED and BLUE or RED)\nend)\n";
    let scenario = "[meta]\nid = \"turns\"\ngame = \"demo\"\nname = \"Turns\"\nfirst = \"take-turn\"\n";
    let files = [("scripts/demo/turns.luau", script), ("scenarios/demo/turns.toml", scenario)];
    let mut prompt = demo(&files, (80, 24), false);
    after(&mut prompt, "adjust turn take-turn red");
    let shown = after(&mut prompt, "keep");
    assert_has(&shown, &["red: keep", "blue: keep", "\nDemo · The Demo   ▶ Red", "Provinces"]);
}

#[test]
fn the_position_is_drawn_again_after_the_face_up_cards_change() {
    let script = "step(\"read-on\", function()\n  offer(WORD.keep)\n  choose(RED)\n  move_all(PLAYED_NOW, SOON)\n  \
                  return next(\"read-on\")\nend)\n";
    let mut files = CARD_TEXTS.to_vec();
    files.push(("scripts/demo/read.luau", script));
    let mut prompt = demo(&files, (80, 24), true);
    after(&mut prompt, "adjust turn read-on; played-now: 01");
    assert_has(&after(&mut prompt, "keep"), &["\nDemo · The Demo   ▶ Red", "soon  01"]);
    let shown = after(&mut prompt, "keep");
    assert!(!shown.contains("Demo · The Demo"), "the face-up cards have not changed:\n{shown}");
}

#[test]
fn the_position_is_drawn_again_below_a_new_heading_even_for_the_same_side() {
    let script = "step(\"on-and-on\", function()\n  offer(WORD.keep)\n  choose(RED)\n  raise(POINTS, 1)\n  \
                  if value(POINTS) % 2 == 0 then\n    log_heading(TEXT.night_falls, PORT)\n  end\n  return next(\"on-and-on\")\nend)\n";
    let text = "[text.night-falls]\nsay = \"Night falls on {1}\"\n";
    let files = [("scripts/demo/night.luau", script), ("scripts/demo/text.toml", text)];
    let mut prompt = crate::repl::tests::with(&files, "standard", true);
    after(&mut prompt, "adjust turn on-and-on; points 4");
    let shown = after(&mut prompt, "keep");
    assert!(!shown.contains("Demo · The Demo"), "the same turn goes on:\n{shown}");
    assert_has(&after(&mut prompt, "keep"), &["Night falls on Port", "\nDemo · The Demo   ▶ Red"]);
}

#[test]
fn show_describes_the_effects_of_a_card_and_a_verb() {
    let mut prompt = demo(&[], (80, 24), true);
    let description = "Raises unrest by `level` in one of `spaces`.";
    let card = after(&mut prompt, "show 02");
    assert_has(&card, &["card 02 Smoke / Sun", "effects  unrest level 2, spaces provinces\n", description]);
    let verb = after(&mut prompt, "show verb unrest");
    assert_has(&verb, &["unrest  verb\n", description, "  used by cards  01 and 02\n"]);
    assert_has(&after(&mut prompt, "show standard"), &["standard  scenario\n"]);
}

#[test]
fn an_active_effect_that_ends_is_reported() {
    let script = "effect \"vow\" {}\nstep(\"vowing\", function()\n  offer(WORD.keep)\n  choose(RED)\n  \
                  activate(\"vow\", RED, TURN, CARD[\"01\"])\n  offer(WORD.keep)\n  choose(RED)\n  deactivate(\"vow\")\n  \
                  return next(\"vowing\")\nend)\n";
    let mut prompt = demo(&[("scripts/demo/vow.luau", script)], (80, 24), true);
    after(&mut prompt, "adjust turn vowing");
    // `...` keeps the engine from playing the second `keep`, which is forced.
    assert_has(&after(&mut prompt, "keep ..."), &["  now  in-force vow red turn card:01\n"]);
    assert_has(&after(&mut prompt, "keep"), &["  now  no longer in force: vow red turn card:01\n"]);
}

/// A board with three kinds of spaces, two of which have a printed field `home`. Pieces of both sides have the same
/// short names.
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
fn a_box_names_the_side_of_pieces_with_the_same_short_name() {
    let mut prompt = demo(ISLES, (80, 40), true);
    let shown = screen(&mut prompt, "adjust the-teeth: 2 red-fleet, blue-fleet, blue-tug");
    assert_has(&shown, &["The Teeth: Red 2F Blue 1F 1T"]);
    let shown = screen(&mut prompt, "adjust the-teeth: 2 red-fleet, 3 blue-tug");
    assert_has(&shown, &["The Teeth: Red 2F Blue 1F 3T"]);
}

#[test]
fn kinds_with_the_same_printed_field_share_a_table() {
    let mut prompt = demo(ISLES, (80, 40), true);
    let shown = screen(&mut prompt, "adjust norwick: red-fleet; far-skerry: blue-fleet");
    assert_has(&shown, &["Home", "\nNorwick", "\nFar Skerry"]);
    assert_eq!(shown.matches("Home").count(), 1, "one table:\n{shown}");
}

#[test]
fn show_describes_marks_and_lists_active_effects() {
    let script = "effect \"vow\" {}\nstep(\"vowing\", function()\n  offer(WORD.keep)\n  choose(RED)\n  \
                  activate(\"vow\", RED, TURN, CARD[\"01\"])\n  return next(\"vowing\")\nend)\n";
    let board = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[mark]]\nid = \"attacks\"\n\
                 of = \"space\"\nuntil = \"turn\"\n[[piece]]\nid = \"guard\"\nmarks = [\"moved\", \"attacks\"]\n";
    let files = [("scripts/demo/vow.luau", script), ("scenarios/demo/board.toml", board)];
    let mut prompt = demo(&files, (80, 24), true);
    assert_has(
        &after(&mut prompt, "show attacks"),
        &["attacks  mark\n", "value  a space", "until  turn", "carried by  guard"],
    );
    assert_has(&after(&mut prompt, "show moved"), &["moved  mark\n", "value  no value", "until  turn"]);
    assert_has(&after(&mut prompt, "help show"), &["mark", "effects"]);
    assert_eq!(after(&mut prompt, "show effects"), "nothing is in force beyond the rules\n");
    after(&mut prompt, "adjust turn vowing");
    after(&mut prompt, "keep ...");
    let shown = after(&mut prompt, "show effects");
    assert!(shown.starts_with("Vow 01 Fire (Red, until the turn ends)\n"), "{shown}");
}
