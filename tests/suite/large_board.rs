//! The largest board: 1,024 spaces, links and cards. Sets there are wider than those of the games.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{PackSource, check_all, render};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_state::notation;
use cardwright_table::{Library, SetUp, Table};
use std::fmt::Write as _;

const LIMIT: usize = 1024;

/// Scouts go one step a day, over a road or not, and take a card. A card says which region it shows.
const SCRIPT: &str = r#"--- Scouts travel and take cards.
local walk = action "walk"
local ride = action "ride"

function walk.offer(side)
  offer(walk, stacks(REGIONS, side), near(1, nil, nil, PLAIN))
end
function walk.play(side, stack, to)
  move(stack, 1, to)
end
function ride.offer(side)
  offer(ride, stacks(REGIONS, side), near(1, nil, nil, ROAD))
end
function ride.play(side, stack, to)
  move(stack, 1, to)
  add(SEEN, to)
end

step("day", function(side, day)
  act(side, { walk, ride }, TEXT.what_now)
  draw(DECK, pile(HAND, side))
  if day == 60 then
    win(side, TEXT.done)
  end
  return next("day", side == EAST and WEST or EAST, day + 1)
end)
step("begin", function()
  move_all(CHEST, DECK)
  shuffle(DECK)
  return next("day", EAST, 1)
end)
"#;

const TEXTS: &str = "[action.walk]\nlabel = \"Walk\"\n[action.ride]\nlabel = \"Ride\"\n[text.what-now]\nsay = \"?\"\n[text.done]\nsay = \"Sixty days have passed.\"\n";

/// A circle of regions, each a neighbour of the next. A road leads from each region to the region 40 further on.
fn board(count: usize) -> String {
    let mut out = "[meta]\ngame = \"wide\"\nname = \"Wide\"\nsource = \"own\"\n[[kind]]\nid = \"region\"\nplural = \"regions\"\n[[link-kind]]\nid = \"road\"\n".to_owned();
    for (id, name) in [("east", "East"), ("west", "West")] {
        let _ = write!(
            out,
            "[[side]]\nid = \"{id}\"\nname = \"{name}\"\n[[piece]]\nid = \"{id}-scout\"\nname = \"{name} Scout\"\nowner = \"{id}\"\ncount = 5\nsupply = \"r0\"\n"
        );
    }
    out.push_str("[card]\nfields = { name = \"text\" }\n[[fact]]\nid = \"seen\"\non = \"game\"\ntype = \"set\"\nof = \"space\"\n");
    for (id, more) in [
        ("deck", "order = \"deck\"\naudience = \"none\""),
        ("hand", "on = \"side\"\norder = \"set\"\naudience = \"owner\""),
        ("chest", "order = \"set\"\naudience = \"none\"\nhome = true"),
    ] {
        let _ = write!(out, "[[pile]]\nid = \"{id}\"\n{more}\n");
    }
    for index in 0..count {
        let (next, far) = ((index + 1) % count, (index + 40) % count);
        let _ = write!(
            out,
            "[[space]]\nid = \"r{index}\"\nname = \"Region {index}\"\nkind = \"region\"\nadjacent = [\"r{next}\"]\n[[link]]\nid = \"road-{index}\"\na = \"r{index}\"\nb = \"r{far}\"\nkind = \"road\"\n"
        );
    }
    out
}

fn files(count: usize) -> PackSource {
    let meta = "[meta]\ngame = \"wide\"\nsource = \"own\"\n";
    let cards =
        (0..count).fold(meta.to_owned(), |text, i| text + &format!("[[card]]\nid = \"c{i}\"\nname = \"C{i}\"\n"));
    let last = count - 1;
    let files = [
        ("pack.toml", "id = \"wide\"\nname = \"Wide\"\nversion = \"0.1.0\"\n".to_owned()),
        ("scenarios/wide/board.toml", board(count)),
        (
            "scenarios/wide/standard.toml",
            format!(
                "{meta}id = \"standard\"\nname = \"Standard\"\ndoc = \"Sixty days.\"\nfirst = \"begin\"\nposition = \"\"\"\nr{last}: east-scout, west-scout\nr500: 2 west-scout\n\"\"\"\n"
            ),
        ),
        ("cards/wide/cards.toml", cards),
        ("scripts/wide/days.luau", SCRIPT.to_owned()),
        ("scripts/wide/text.toml", TEXTS.to_owned()),
    ];
    PackSource::Memory(files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect())
}

#[test]
fn a_board_of_the_greatest_size_is_played_saved_and_read() {
    let library = Library::open(vec![files(LIMIT)]).unwrap();
    assert!(check_all(&library.packs).is_empty(), "{}", render(&check_all(&library.packs), false));
    let options = FuzzOptions { games: 4, seed: 1, double_run: true, ..FuzzOptions::default() };
    let report = fuzz(&library, "wide", &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    let (program, vm, _) = library.load("wide").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    for line in ["ride east-scout r1023 r39", "walk west-scout r500 r499", "ride east-scout r39 r79"] {
        table.play(None, line).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    let text = notation::print(table.board(), table.position());
    assert!(text.contains("seen r39 r79") && text.contains("r1023: west-scout"), "{text}");
    let read = notation::load(table.board(), &text).unwrap();
    assert_eq!(notation::print(table.board(), &read), text);
}

#[test]
fn sets_hold_every_member_of_a_large_board_and_plain_neighbours_have_no_link() {
    let library = Library::open(vec![files(LIMIT)]).unwrap();
    let (_, mut vm, _) = library.load("wide").unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
    for (expression, expected) in [
        ("size(REGIONS), size(links()), size(cards(CHEST))", "1024  1024  1024"),
        ("members(adjacent(R1000))", "{r16, r960, r999, r1001}"),
        ("members(adjacent(R1000, PLAIN))", "{r999, r1001}"),
        ("members(adjacent(R1000, LINK_KIND.plain))", "{r999, r1001}"),
        ("members(adjacent(R1000, ROAD))", "{r16, r960}"),
        ("size(within(R0, 3, nil, PLAIN)), size(within(R0, 3, nil, ROAD)), size(within(R0))", "7  7  1024"),
        ("size(links(R0)), size(links(R0, PLAIN)), link_between(R0, R1, PLAIN)", "2  0  nil"),
        ("size(union(within(R1000, 1), within(R3, 1))), size(without(REGIONS, set_of(R1023)))", "10  1023"),
        (
            "first(without(REGIONS, within(R0, 1022, nil, PLAIN))), first(both(set_of(R1, R1023), set_of(R1023)))",
            "nil  r1023",
        ),
    ] {
        assert_eq!(vm.evaluate(expression).as_deref(), Ok(expected), "{expression}");
    }
}

#[test]
fn a_board_that_is_too_large_is_refused_at_the_first_thing_too_many() {
    let library = Library::open(vec![files(LIMIT + 1)]).unwrap();
    let problems = render(&check_all(&library.packs), false);
    for expected in
        ["1025 spaces; at most 1024 are possible", "1025 links; at most", "1025 cards; at most", "\"r1024\""]
    {
        assert!(problems.contains(expected), "{expected}: {problems}");
    }
}
