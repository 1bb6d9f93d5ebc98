//! Tests of `why not`: which reason it gives for which words, in a small game of stacks.

use super::WhyNot;
use crate::Library;
use crate::Viewer;
use crate::table::{SetUp, Table};
use cardwright_content::PackSource;
use std::path::PathBuf;

/// The rules of the game. `walk`: bands go to adjacent spaces, guards to spaces with open bands. `flee`: the script
/// offers the spaces of each stack separately.
const SCRIPT: &str = r#"
local walk, flee, hide, rest = action "walk", action "flee", action "hide", action "rest"
local stay, stand = action "stay", action "stand"
local GOES = by_type({
  [BAND] = near(1, PROVINCES, nil, nil, WHY.once),
  [GUARD] = keep(elsewhere(PROVINCES), has_piece(OPEN), WHY.needs_open),
}, WHY.not_fragile)

function walk.offer(side)
  offer(walk, stacks(PROVINCES, RED), GOES)
  offer(walk, stacks(PROVINCES, BLUE), GOES)
end
function walk.play(side, stack, to)
  move(stack, 1, to)
end
function flee.offer(side)
  for _, stack in ipairs(members(stacks(PROVINCES, RED, lacks(marked(MOVED))))) do
    offer(flee, stack, keep(adjacent(place_of(stack)), has_piece(BLUE), WHY.quiet))
  end
end
function flee.play(side, stack, to)
  move(stack, 1, to)
end
function hide.offer(side)
  for _, class in ipairs({ HIDDEN, OPEN }) do
    offer(hide, class, class == HIDDEN and PROVINCES or keep(PROVINCES, has_piece(GUARD, 3), WHY.top), numbers(1, 2))
  end
end
function rest.offer(side)
  offer(rest, cards(STOCK))
end
function rest.play(side, card)
end
function hide.play(side, class, at, n)
  place(class, n, at)
end
function stay.offer(side)
  local guarded = keep(PROVINCES, has_piece(GUARD), WHY.quiet)
  if need(is_empty(guarded), WHY.once, guarded) then
    offer(stay)
  end
end
function stay.play(side)
end
function stand.offer(side)
  if need(not is_empty(keep(PROVINCES, has_piece(GUARD, 3), WHY.quiet)), WHY.once) then
    offer(stand)
  end
end
function stand.play(side)
end
step("ask", function(side)
  act(side, { walk, flee, hide, rest, stay, stand })
  return next("ask", side)
end)
"#;

const SCENARIO: &str = "[meta]\nid = \"walks\"\ngame = \"demo\"\nname = \"Walks\"\nsource = \"reconstructed\"\n\
    first = \"ask\"\nposition = \"turn ask red; hills: hidden; port: guard; river: 2 open\"\n";

fn table() -> Table {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo"));
    let actions =
        ["walk", "flee", "hide", "rest", "stay", "stand"].map(|a| format!("[action.{a}]\nlabel = \"{a}\"\n")).concat();
    let files = [
        ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n".to_owned()),
        ("scripts/demo/walks.luau", SCRIPT.to_owned()),
        ("scripts/demo/text.toml", actions),
        ("scenarios/demo/walks.toml", SCENARIO.to_owned()),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text)).into();
    let library = Library::open(vec![PackSource::Folder(root), PackSource::Memory(files)]).expect("the packs open");
    let loaded = library.load("demo").map_err(|all| cardwright_content::render(&all, false));
    let (program, vm, _) = loaded.unwrap_or_else(|all| panic!("{all}"));
    Table::start(program, vm, &SetUp { scenario: "walks".into(), seed: 3, open: true, ..SetUp::default() })
        .expect("the game starts")
}

/// Asks `why not` about a line. Returns the reasons, each with its row, or the word that fits nothing.
fn why_not(line: &str) -> Vec<String> {
    match table().game_mut().why_not(line, Viewer::OPEN).expect("the rules hold") {
        WhyNot::Legal => vec!["legal".into()],
        WhyNot::Excluded(reasons) => {
            let text = |reason: &super::Explanation| {
                let row = reason.rows.iter().map(|row| row.before.join(" ")).collect::<Vec<_>>().join(" | ");
                format!("{}{row}: {}", if reason.is_exact { "" } else { "perhaps " }, reason.key)
            };
            reasons.iter().map(text).collect()
        }
        WhyNot::Message(message) => vec![message],
        WhyNot::Mismatch { word, .. } => vec![format!("unfit {word}")],
    }
}

#[test]
fn an_action_without_rows_differs_from_one_not_offered() {
    let mut table = table();
    let mut action_without_rows =
        |line: &str| match table.game_mut().why_not(line, Viewer::OPEN).expect("the rules hold") {
            WhyNot::Mismatch { action, .. } => action.map(|action| (action.id, action.was_asked, action.at)),
            other => panic!("{other:?}"),
        };
    let (id, was_asked, at) = action_without_rows("rest hills").expect("it has no rows here");
    assert_eq!((id.as_str(), was_asked), ("rest", true));
    assert!(at.ends_with("scripts/demo/walks.luau:2"), "{at}");
    assert_eq!(action_without_rows("burn").map(|(id, was_asked, _)| (id, was_asked)), Some(("burn".into(), false)));
    assert_eq!(action_without_rows("hide hidden port 3"), None, "it has rows");
    assert_eq!(action_without_rows("nothing"), None);
}

#[test]
fn the_reason_is_about_the_typed_stack() {
    assert_eq!(why_not("walk hidden hills port"), ["legal"]);
    assert_eq!(why_not("walk hidden hills river"), ["walk hidden hills: once"]);
    assert_eq!(why_not("walk open river hills"), ["walk open river: once"]);
    assert_eq!(why_not("walk guard port hills"), ["walk guard port: needs-open"]);
    assert_eq!(why_not("walk gua port hil"), ["walk guard port: needs-open"]);
    // It also works if the script offers the spaces of each stack separately.
    assert_eq!(why_not("flee open river port"), ["legal"]);
    assert_eq!(why_not("flee hidden hills river"), ["unfit river"], "adjacency is no reason of this script");
}

#[test]
fn a_word_that_no_row_has_gets_the_reasons_of_its_exclusion() {
    // No row begins with `hide open`: all provinces were excluded from its second column.
    assert_eq!(why_not("hide open port"), ["hide open: top"]);
    assert_eq!(why_not("hide open"), ["hide open: top"]);
    assert_eq!(why_not("hide open port 2"), ["hide open: top"]);
    assert_eq!(why_not("hide hidden port 1"), ["legal"]);
    assert_eq!(why_not("hide hidden port 3"), ["unfit 3"], "a reason about another piece does not count");
}

#[test]
fn the_reason_that_closed_an_action_comes_first() {
    assert_eq!(why_not("stay"), ["perhaps : once"], "a reason that closed nothing is left out");
    assert_eq!(why_not("stay hills"), ["perhaps : once"]);
    assert_eq!(why_not("stand"), ["perhaps : once", "perhaps : quiet"], "the second reason says why the set is empty");
    let reasons = table().game_mut().reasons(&["stay"]).expect("the rules hold");
    assert_eq!(reasons[0].excluded, ["port"], "the obstacle is named");
}

#[test]
fn an_incomplete_line_has_the_reasons_of_its_words() {
    assert_eq!(why_not("walk guard hills"), ["perhaps walk guard port: needs-open"]);
}

#[test]
fn missing_units_come_before_any_reason() {
    let none = "no `hidden` of yours is in River";
    assert_eq!(why_not("walk hidden river"), [none]);
    assert_eq!(why_not("walk hidden river hills"), [none]);
    assert_eq!(why_not("walk 1 hidden river hills"), [none]);
    assert_eq!(why_not("walk hid river"), ["no `hid` of yours is in River"], "a word may be cut short");
    assert_eq!(why_not("walk band port"), ["no Band of yours is in Port"]);
    assert_eq!(
        why_not("walk guard hills"),
        ["perhaps walk guard port: needs-open"],
        "another side's pieces do not count"
    );
    assert_eq!(why_not("walk open river hills"), ["walk open river: once"], "open pieces are there");
}

#[test]
fn an_unknown_word_comes_before_any_reason() {
    assert_eq!(why_not("walk tank port hills"), ["unfit tank"]);
    assert_eq!(why_not("walk open river nowhere"), ["unfit nowhere"]);
}

#[test]
fn an_action_alone_has_all_its_reasons() {
    let mut table = table();
    let all = table.game_mut().why().expect("the rules hold");
    let walk_reasons: Vec<&str> =
        all.iter().filter(|it| it.action.as_deref() == Some("walk")).map(|it| it.key.as_str()).collect();
    assert_eq!(walk_reasons, ["once", "once", "needs-open"]);
}
