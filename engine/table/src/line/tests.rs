//! Tests of lines in a small game: which defaults are filled in, and which are not.

use crate::Library;
use crate::Viewer;
use crate::completion::NextWords;
use crate::play_error::PlayError;
use crate::preview::PreviewEnd;
use crate::table::{Played, SetUp, Table};
use crate::why::WhyNot;
use cardwright_content::PackSource;
use cardwright_state::{ClassId, val::Kind};
use std::path::PathBuf;

/// The rules of the game. Red acts. After each action the sequence of play asks for a tax. The other steps each test
/// one kind of question.
const SCRIPT: &str = r#"
local hire, gamble, haggle, plot, collect = action "hire", action "gamble", action "haggle", action "plot", action "collect"
local raid = action "raid"

local function pay(side)
  offer(WORD.pay, numbers(1, 3))
  default(WORD.pay, 2)
  local _, n = choose(side)
  lower(POINTS, n)
end
function hire.offer(side)
  offer(hire, PROVINCES)
end
function hire.play(side, at)
  pay(side)
  place(HIDDEN, 1, at)
end
function gamble.offer(side)
  offer(gamble)
end
function gamble.play(side)
  roll(D6, 1)
  pay(side)
end
function haggle.offer(side)
  offer(haggle)
end
function haggle.play(side)
  choose(BLUE, numbers(1, 2))
  pay(side)
end
function plot.offer(side)
  offer(plot)
end
function plot.play(side)
  answering(BLUE, function() return 1 end, function()
    choose(BLUE, numbers(1, 2))
  end)
  pay(side)
end
function collect.offer(side)
  offer(collect, PROVINCES)
end
function collect.play(side, at)
  lower(POINTS, 1)
  offer(WORD.pay, 1)
  offer(WORD.done)
  default(WORD.done)
  choose(side)
end
function raid.offer(side)
end
function raid.play(side, at)
end
step("ask", function(side)
  offer(raid, keep(PROVINCES, has_piece(OPEN), WHY.needs_open))
  offer(WORD.send, PROVINCES)
  local head = act(side, { hire, gamble, haggle, plot, collect })
  if head == WORD.send then
    offer(WORD.take, numbers(1, 3))
    default(WORD.take, 3)
    local _, n = choose(side)
    raise(POINTS, n)
    return next("ask", side)
  end
  return next(get(TURNS) > 0 and "ask" or "tax", side)
end)
step("tax", function(side)
  offer(WORD.tax, numbers(1, 2))
  default(WORD.tax, 1)
  local _, n = choose(side)
  lower(POINTS, n)
  return next("ask", side)
end)
step("convoy", function(side)
  if value(POINTS) == 9 then
    offer(WORD.move, HILLS, numbers(1, 2), PORT)
  else
    offer(WORD.move, PORT, 1, HILLS)
    offer(WORD.move, RIVER, 1, HILLS)
  end
  choose(side)
  lower(POINTS, 1)
  return next("convoy", side)
end)
step("ferry", function(side)
  choose(side, PROVINCES)
  offer(WORD.move, PORT)
  offer(WORD.move, HILLS)
  choose(side)
  return next("ferry", side)
end)
step("muster", function(side)
  local chosen = choose_some(side, PROVINCES, 1, 3)
  choose(side, numbers(8, 9))
  roll(D6, #chosen)
  return next("levies", side)
end)
step("share", function(side, least, most)
  local shares = choose_counts(side, PROVINCES, least, most, function(place)
    return place == RIVER and 1 or 4
  end)
  for _, share in ipairs(shares) do
    raise(POINTS, share[2])
  end
  choose(side, numbers(8, 9))
  return next("levies", side)
end)
step("quarter", function(side, least, most)
  choose_counts(side, PROVINCES, least, most, 2, nil, nil, function(place_, n)
    place(GUARD, n, place_)
  end)
  return next("muster", side)
end)
step("station", function(side, least, most)
  choose_counts(side, drop(PROVINCES, RIVER, WHY.needs_open), least, most, function(place)
    return place == PORT and 1 or 9
  end, { TEXT.where, GUARD, most }, WHY.top)
  return next("muster", side)
end)
step("levy", function(side, n)
  if n == 0 then
    return next("muster", side)
  end
  local class, at = choose(side, set_of(GUARD, HIDDEN), drop(PROVINCES, has_piece(GUARD, 2), WHY.top))
  place(class, 1, at)
  return next("levy", side, n - 1)
end)
step("whom", function(side)
  offer(WORD.pay, RED)
  offer(WORD.pay, BLUE)
  offer(WORD.done)
  choose(side)
  return next("muster", side)
end)
step("twice", function(side)
  choose_some(side, PROVINCES, 1, 3)
  choose(side, PROVINCES)
  return next("muster", side)
end)
step("three", function(side)
  choose_some(side, set_of(HILLS, PORT, RIVER, POOL), 3, 3)
  return next("muster", side)
end)
step("levies", function(side)
  local from, left, named = 1, 3, 0
  local all = { HILLS, PORT, RIVER }
  while left > 0 and from <= 3 do
    for at = from, 3 do
      offer(WORD.take, all[at], numbers(1, left))
    end
    offer(WORD.done)
    one_of_several(named)
    local head, at, n = choose(side)
    if head == WORD.done then
      break
    end
    while all[from] ~= at do
      from = from + 1
    end
    from, left, named = from + 1, left - n, named + 1
  end
  return next("muster", side)
end)
"#;

const SCENARIO: &str = "[meta]\nid = \"walks\"\ngame = \"demo\"\nname = \"Walks\"\nsource = \"reconstructed\"\n\
                        first = \"ask\"\nposition = \"turn ask red; points 9; hills: 2 open\"\n";

fn table() -> Table {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo"));
    let words: String =
        ["send", "take", "pay", "tax", "move"].map(|w| format!("[word.{w}]\nlabel = \"{w}\"\n")).concat();
    let actions: String = ["hire", "gamble", "haggle", "plot", "collect", "raid"]
        .map(|a| format!("[action.{a}]\nlabel = \"{a}\"\n"))
        .concat();
    let files = [
        ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n".to_owned()),
        ("scripts/demo/walks.luau", SCRIPT.to_owned()),
        ("scripts/demo/text.toml", words + &actions + "[text.where]\nsay = \"Where do {2} {1} stand?\"\n"),
        ("scenarios/demo/walks.toml", SCENARIO.to_owned()),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text)).into();
    let library = Library::open(vec![PackSource::Folder(root), PackSource::Memory(files)]).expect("the packs open");
    let loaded = library.load("demo").map_err(|all| cardwright_content::render(&all, false));
    let (program, vm, _) = loaded.unwrap_or_else(|all| panic!("{all}"));
    Table::start(program, vm, &SetUp { scenario: "walks".into(), seed: 3, open: true, ..SetUp::default() })
        .expect("the game starts")
}

/// Plays a line. Returns its answers, and the first words of the next rows.
fn play(table: &mut Table, line: &str) -> (Vec<String>, String) {
    let Played { answers, incomplete: open } = table.play(None, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(open, None, "{line}");
    let mut heads: Vec<&str> = table.row_words().iter().map(|row| row[0].as_str()).collect();
    heads.dedup();
    (answers.into_iter().map(|(_, row)| row).collect(), heads.join(" "))
}

/// Plays a line in a new game. Returns its answers, and the first words of the next rows.
fn play_in_new_game(line: &str) -> (String, String) {
    let (answers, asked) = play(&mut table(), line);
    (answers.join(", "), asked)
}

fn result(answers: &str, asked: &str) -> (String, String) {
    (answers.to_owned(), asked.to_owned())
}

#[test]
fn a_default_is_filled_in_during_its_action() {
    assert_eq!(play_in_new_game("hire hills"), result("hire hills, pay 2", "tax"), "not in the next step");
    assert_eq!(play_in_new_game("hire hills pay 3"), result("hire hills, pay 3", "tax"));
    assert_eq!(play_in_new_game("hire hills ..."), result("hire hills", "pay"));
}

#[test]
fn a_default_is_filled_in_during_the_step_of_the_answer() {
    assert_eq!(
        play_in_new_game("send hills"),
        result("send hills, take 3", "raid send hire gamble haggle plot collect")
    );
}

#[test]
fn an_answer_on_its_own_line_belongs_to_its_own_step() {
    let mut table = table();
    play(&mut table, "hire hills ...");
    assert_eq!(play(&mut table, "pay 1"), (vec!["pay 1".to_owned()], "tax".to_owned()));
}

#[test]
fn no_default_is_filled_in_after_chance_or_another_side() {
    assert_eq!(play_in_new_game("gamble"), result("gamble", "pay"));
    assert_eq!(play_in_new_game("haggle 1"), result("haggle, 1", "pay"));
    assert_eq!(play_in_new_game("plot"), result("plot", "pay"));
}

#[test]
fn done_is_never_filled_in() {
    assert_eq!(play_in_new_game("collect hills"), result("collect hills", "pay done"));
    assert_eq!(play_in_new_game("collect hills done"), result("collect hills, done", "tax"));
}

#[test]
fn an_empty_line_fills_in_no_default_of_the_sequence_of_play() {
    let mut table = table();
    play(&mut table, "hire hills");
    let open = table.play(None, "").expect("the game asks again").incomplete;
    assert_eq!(open.map(|(words, next)| (words, next.join(" "))), Some((String::new(), "tax".to_owned())));
}

#[test]
fn a_repeated_head_may_be_left_out() {
    let mut table = table();
    let answers = play(&mut table, "send hills take 1 port take 2 river").0;
    assert_eq!(answers.join(", "), "send hills, take 1, send port, take 2, send river, take 3");
    match table.play(None, "send hills take 1 red") {
        Err(PlayError::Line { error, answered, rest }) => {
            assert_eq!(
                (error.word.as_str(), answered, rest.as_str()),
                ("red", 2, "send red"),
                "`red` is refused as `send red`"
            );
        }
        other => panic!("{other:?}"),
    }
    match table.play(None, "send hills take 1 hier") {
        Err(PlayError::Line { error, rest, .. }) => {
            assert_eq!((error.nearest.as_deref(), rest.as_str()), (Some("hire"), "hier"), "an unknown word is a typo");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_rest_of_a_line_continues_its_action() {
    let mut table = table();
    table.adjust("turns 1").expect("it is legal");
    let error = table.play(None, "hire hills pay 9 port").expect_err("9 is too much to pay");
    let PlayError::Line { rest, .. } = error else { panic!("{error}") };
    assert_eq!(rest, "pay 9 port");
    let answers = play(&mut table, "pay 1 port pay 3").0;
    assert_eq!(answers.join(", "), "pay 1, hire port, pay 3");
    // The action is over, so the line cannot go on with it.
    assert!(table.play(None, "port").is_err());
}

#[test]
fn completion_skips_a_shared_first_word() {
    let mut table = table();
    table.adjust("turn ferry red").expect("the position is legal");
    assert_eq!(next(&mut table, "river"), "move port hills");
    assert_eq!(play(&mut table, "river port").0, ["river", "move port"]);
}

#[test]
fn only_the_head_is_repeated() {
    let mut table = table();
    table.adjust("turn convoy red").expect("the position is legal");
    let Played { answers, incomplete: open } = table.play(None, "move hills 1 port river").expect("the first row fits");
    assert_eq!(answers.len(), 1, "the line gave no destination and number for River: {answers:?}");
    assert_eq!(open, Some(("move river".to_owned(), vec!["1".to_owned()])));
    table.adjust("points 9; turn convoy red").expect("the position is legal");
    let answers = play(&mut table, "move hills 1 port river 1 hills").0;
    assert_eq!(answers, ["move hills 1 port", "move river 1 hills"]);
}

#[test]
fn a_longer_line_fills_in_the_same_defaults_as_a_shorter_line() {
    assert_eq!(play_in_new_game("send hills send port take 1").0, "send hills, take 3, send port, take 1");
    assert_eq!(
        play_in_new_game("send hills port river take 1").0,
        "send hills, take 3, send port, take 3, send river, take 1"
    );
    assert_eq!(
        play_in_new_game("hire hills tax 2"),
        result("hire hills, pay 2, tax 2", "raid send hire gamble haggle plot collect")
    );
    // A default is filled in only if a later word fits; never after chance.
    for (line, asked) in [("hire hills march", "pay"), ("gamble tax 1", "pay")] {
        let mut table = table();
        let error = table.play(None, line).expect_err(line);
        assert!(matches!(&error, PlayError::Line { answered: 1, .. }), "{line}: {error}");
        assert_eq!(table.row_words()[0][0], asked, "{line}");
    }
}

#[test]
fn shares_are_named_in_any_order() {
    let played = |turn: &str, line: &str| {
        let mut table = table();
        table.adjust(turn).expect("the position is legal");
        play(&mut table, line)
    };
    let share_all = "points 0; turn share red 6 6";
    let result = |answers: &str| (answers.split(", ").map(str::to_owned).collect::<Vec<_>>(), "8 9".to_owned());
    assert_eq!(played(share_all, "hills 3 port 3"), result("hills 3, port 3"));
    assert_eq!(played(share_all, "port 3 hills 3"), result("port 3, hills 3"));
    assert_eq!(played(share_all, "river 1 port 4 hills 1"), result("river 1, port 4, hills 1"));
    assert_eq!(played("points 0; turn share red 0 6", "port 2 done"), result("port 2, done"));
    assert_eq!(played("points 0; turn share red 0 6", "done"), result("done"));
    // The number may come first.
    assert_eq!(played(share_all, "3 hills 3 port"), result("hills 3, port 3"));
    assert_eq!(played(share_all, "1 river 4 port 1 hills"), result("river 1, port 4, hills 1"));
    let mut table = table();
    table.adjust(share_all).expect("the position is legal");
    match table.play(None, "9 hills") {
        Err(PlayError::Line { error, .. }) => assert_eq!((error.word.as_str(), error.index), ("9", 0)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_share_is_legal_only_if_the_other_places_have_room_for_the_remainder() {
    let mut table = table();
    let mut asked = |turn: &str| {
        table.adjust(turn).expect("the position is legal");
        table.row_words().iter().map(|row| row.join(" ")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        asked("turn share red 8 8"),
        "hills 3, hills 4, port 3, port 4, river 1",
        "Port has room for 4, River for 1"
    );
    let all_rows = "hills 1, hills 2, hills 3, hills 4, port 1, port 2, port 3, port 4, river 1";
    assert_eq!(asked("turn share red 5 5"), all_rows, "the other places have room for the remainder of any share");
    assert_eq!(asked("turn share red 0 1"), "hills 1, port 1, river 1, done");
    assert_eq!(asked("turn share red 20 20"), "8 9".replace(' ', ", "), "all places are filled: there is no question");
}

#[test]
fn a_preview_changes_nothing() {
    let mut table = table();
    table.force_words(&["4", "2"]).expect("faces of the die");
    let state = |table: &Table| {
        let rows: Vec<String> = table.row_words().iter().map(|row| row.join(" ")).collect();
        (table.hash(), table.nodes().len(), table.forced_words(), rows)
    };
    let before = state(&table);
    for line in [
        "gamble pay 1",
        "gamble",
        "hire hills",
        "haggle 1",
        "nonsense",
        "send hills send port",
        "gamble pay 1 tax 1 gamble",
    ] {
        let _ = table.preview(None, line, Viewer::OPEN);
        assert_eq!(state(&table), before, "{line}");
    }
    play(&mut table, "gamble");
    assert_eq!(table.forced_words(), ["2"], "used outcomes are gone");
    table.undo().expect("the game is open");
    assert_eq!(table.forced_words(), ["4", "2"]);
}

#[test]
fn a_reason_that_a_step_gives_names_the_typed_word() {
    let mut table = table();
    match table.game_mut().why_not("raid port", Viewer::OPEN).expect("no rule fails") {
        WhyNot::Excluded(reasons) => {
            let keys: Vec<(&str, bool)> =
                reasons.iter().map(|r| (r.key.as_str(), r.excluded.contains(&"port".into()))).collect();
            assert_eq!(keys, [("needs-open", true)]);
        }
        other => panic!("{other:?}"),
    }
}

/// Completes a line: returns the words that may follow.
fn next(table: &mut Table, line: &str) -> String {
    match table.next_words(&super::words(line), Viewer::OPEN, true) {
        NextWords::Words(words) | NextWords::Complete(_, words) => words.join(" "),
        NextWords::Mismatch(word, expected) => format!("not {word}: {}", expected.join(" ")),
    }
}

#[test]
fn completion_follows_all_choices_of_a_line() {
    let mut table = table();
    let before = (table.hash(), table.nodes().len());
    let first = "raid send hire gamble haggle plot collect";
    assert_eq!(next(&mut table, ""), first);
    assert_eq!(next(&mut table, "send"), "hills port river");
    assert_eq!(next(&mut table, "send hills"), format!("take {first} hills port river"), "also after a default");
    assert_eq!(next(&mut table, "send hills take"), "1 2 3");
    assert_eq!(next(&mut table, "send hills take 1"), format!("{first} hills port river"), "without the head `send`");
    assert_eq!(next(&mut table, "send hills take 1 port send"), "hills port river");
    assert_eq!(next(&mut table, "hire hills"), "pay tax");
    assert_eq!(next(&mut table, "hire hills tax 2 send"), "hills port river");
    assert_eq!(next(&mut table, "collect hills"), "pay done");
    assert_eq!(next(&mut table, "hire hills march"), "not march: pay");
    // Nothing follows a die or another side's action.
    for line in ["gamble", "gamble pay", "haggle", "plot"] {
        assert_eq!(next(&mut table, line), "", "{line}");
    }
    assert_eq!((table.hash(), table.nodes().len()), before, "looking ahead changes nothing");
}

#[test]
fn a_preview_does_not_roll_a_die_after_a_default() {
    let mut table = table();
    let preview = table.preview(None, "send hills gamble", Viewer::OPEN).expect("the preview works");
    let answers: Vec<&str> = preview.answers.iter().map(|answer| answer.row.as_str()).collect();
    assert_eq!(answers, ["send hills", "take 3"]);
    assert!(matches!(preview.end, PreviewEnd::Dice(_, 1)), "{:?}", preview.end);
}

/// Plays lines in a new game at a step. Returns the game and the answers.
fn at_step(step: &str, lines: &[&str]) -> (Table, String) {
    let mut table = table();
    let (step, values) = step.split_once(' ').unwrap_or((step, ""));
    table.adjust(&format!("turn {step} red {values}")).expect("the step exists");
    let start = table.shown_event();
    for line in lines {
        table.play(None, line).unwrap_or_else(|error| panic!("{lines:?}: {error}"));
    }
    let path = table.path();
    let since = path.iter().skip_while(|n| **n != start).skip(1);
    let answers: Vec<String> = since.map(|n| table.event_text(*n).expect("an answer").replace("red: ", "")).collect();
    (table, answers.join(", "))
}

#[test]
fn group_members_may_be_named_in_any_order() {
    let played = |step: &str, lines: &[&str]| at_step(step, lines).1;
    for line in ["hills port river", "river port hills", "port river hills", "river hills port"] {
        assert_eq!(played("muster", &[line]), "hills, port, river", "{line}");
    }
    assert_eq!(played("muster", &["river hills 8"]), "hills, river, 8");
    assert_eq!(played("twice", &["port hills done river"]), "hills, port, done, river");
    // A line that fits as typed keeps its order. After River, the last member, `hills` answers the next question.
    assert_eq!(played("twice", &["river hills"]), "river, hills");
    for line in
        ["take river 1 take hills 2", "take river 1 hills 2", "take hills 2 river 1", "take hills 2 take river 1"]
    {
        assert_eq!(played("levies", &[line]), "take hills 2, take river 1", "{line}");
    }
    assert_eq!(played("levies", &["take river 1 port 1 hills 1"]), "take hills 1, take port 1, take river 1");
    // `three` takes exactly three members, so the game does not offer River or Pool first. A line may still name them
    // first.
    for line in ["port pool hills", "port river hills", "pool port hills", "river hills pool", "hills river pool"] {
        let mut sorted: Vec<&str> = line.split(' ').collect();
        sorted.sort_by_key(|id| ["hills", "port", "river", "pool"].iter().position(|other| other == id));
        assert_eq!(played("three", &[line]), sorted.join(", "), "{line}");
    }
    // A line that fits in no order gives no answer.
    let mut table = at_step("levies", &[]).0;
    let here = table.shown_event();
    assert!(table.play(None, "take rivr 1 hills 1").is_err());
    assert!(table.play(None, "bogus hills").is_err());
    assert_eq!(table.shown_event(), here);
}

#[test]
fn a_skipped_group_member_may_be_named_later() {
    let (table, answers) = at_step("muster", &["port", "hills", "river"]);
    assert_eq!(answers, "hills, port, river");
    assert_eq!(table.hash(), at_step("muster", &["hills port river"]).0.hash());
    assert_eq!(at_step("levies", &["take port 1", "take hills 1"]).1, "take hills 1, take port 1");
    // This also works after the last member, when no more members are asked for.
    assert_eq!(at_step("levies", &["take river 1", "take hills 2"]).1, "take hills 2, take river 1");
    assert_eq!(
        at_step("levies", &["take port 1", "take river 1", "take hills 1"]).1,
        "take hills 1, take port 1, take river 1"
    );
    assert_eq!(at_step("muster", &["river", "port", "hills", "8"]).1, "hills, port, river, 8");
    // Too many members, or a member that is already there, are refused. Earlier answers stay.
    let (mut table, _) = at_step("levies", &["take port 1"]);
    let (here, hash) = (table.shown_event(), table.hash());
    for line in ["take port 1", "take hills 3", "bogus", "take hlils 1"] {
        assert!(table.play(None, line).is_err(), "{line}");
        assert_eq!((table.shown_event(), table.hash()), (here, hash), "{line}");
    }
    assert_eq!(table.nodes().len(), here + 1, "a refused line adds no event");
}

#[test]
fn a_shared_first_word_may_be_left_out() {
    assert_eq!(at_step("whom", &["blue"]).1, "pay blue");
    assert_eq!(at_step("whom", &["Blue hills done 8"]).1, "pay blue, hills, done, 8");
    assert_eq!(at_step("whom", &["done"]).1, "done", "a whole row is no shared head");
    // If rows begin with several words, one of them must be typed.
    let (mut table, _) = at_step("ask", &[]);
    assert!(table.play(None, "hills").is_err());
    // The step `muster` ends with dice. After that, the rest of the line must have the first word of a row.
    assert_eq!(at_step("muster", &["hills port river 8", "port 1"]).1, "hills, port, river, 8, take port 1");
    assert_eq!(at_step("muster", &["hills port river 8 take port 1"]).1, "hills, port, river, 8, take port 1");
    let (mut table, _) = at_step("muster", &[]);
    let refused = table.play(None, "hills port river 8 port 1").expect_err("`port` was typed for another question");
    assert!(matches!(&refused, PlayError::Line { answered: 4, rest, .. } if rest == "port 1"), "{refused:?}");
}

#[test]
fn each_share_is_placed_before_the_next_question() {
    let guards = |table: &Table| {
        let board = table.board();
        let guard =
            board.find_of_kind(Kind::Class, "guard").and_then(|it| it.index(Kind::Class)).map(ClassId::new).unwrap();
        ["hills", "port", "river"].map(|id| table.position().count(board, board.space(id).unwrap(), guard))
    };
    let (mut table, _) = at_step("quarter 4 4", &["port 2"]);
    assert_eq!(guards(&table), [0, 2, 0]);
    let hash = table.hash();
    table.play(None, "hills 1 river 1").expect("the rest fits");
    assert_eq!(guards(&table), [1, 2, 1]);
    table.undo().expect("nothing was revealed");
    table.undo().expect("nothing was revealed");
    assert_eq!((guards(&table), table.hash()), ([0, 2, 0], hash));
    // If all guards come, nobody is asked.
    assert_eq!(guards(&at_step("quarter 6 6", &[]).0), [2, 2, 1]);
}

#[test]
fn the_piece_of_the_question_may_be_typed() {
    let step = "station 4 4";
    for line in
        ["guard port 1 hills 3", "1 guard port guard hills 3", "port guard 1 3 guard hills", "port 1 guard 3 hills"]
    {
        assert_eq!(at_step(step, &[line]).1, "port 1, hills 3", "{line}");
    }
    let (mut table, _) = at_step("station 1 4", &["guard port 1"]);
    let here = table.shown_event();
    for (line, message) in [
        ("hidden hills 3", "the question is about Guard, not `hidden`"),
        ("guard port 1", "`port` was named already: name each once"),
        ("2 guard port", "`port` was named already: name each once"),
    ] {
        assert!(table.play(None, line).is_err(), "{line}");
        assert_eq!(table.game_mut().why_not(line, Viewer::OPEN), Ok(WhyNot::Message(message.to_owned())), "{line}");
        assert_eq!(table.shown_event(), here, "{line}");
    }
    // The name of the piece alone gives no answer. A question that names no piece refuses it.
    assert_eq!(table.play(None, "guard").expect("it fits").answers, []);
    assert!(at_step("muster", &[]).0.play(None, "guard hills").is_err());
}

#[test]
fn an_excluded_share_has_a_reason_after_the_first_answer() {
    let why = |lines: &[&str], line: &str| match at_step("station 1 4", lines).0.game_mut().why_not(line, Viewer::OPEN)
    {
        Ok(WhyNot::Excluded(reasons)) => reasons.into_iter().map(|it| (it.key, it.excluded)).collect::<Vec<_>>(),
        other => panic!("{line}: {other:?}"),
    };
    let because =
        |key: &str, excluded: &[&str]| vec![(key.to_owned(), excluded.iter().map(|it| (*it).to_owned()).collect())];
    assert_eq!(why(&[], "river"), because("needs-open", &["river"]));
    assert_eq!(why(&["hills 2"], "river 1"), because("needs-open", &["river"]));
    assert_eq!(why(&[], "2 guard port"), because("top", &["2", "3", "4"]));
    assert_eq!(why(&[], "3 guard river"), because("needs-open", &["river"]));
}

#[test]
fn a_number_repeats_an_answer_for_several_pieces() {
    let played = |line: &str| at_step("levy 3", &[line]).1;
    let port = "guard port, guard port, hidden hills";
    for line in [
        "2 guard port hidden hills",
        "guard 2 port hidden hills",
        "guard port 2 1 hidden hills",
        "2 guard port 1 hidden hills",
    ] {
        assert_eq!(played(line), port, "{line}");
    }
    assert_eq!(played("1 guard port"), "guard port");
    // If the rule forbids the move, the message names the rule.
    let (mut table, _) = at_step("levy 3", &[]);
    let error = table.play(None, "3 guard port").expect_err("Port has room for two only");
    assert!(matches!(&error, PlayError::Line { error, answered: 2, .. } if error.word == "port"), "{error:?}");
    // More pieces than the question wants are refused.
    assert!(at_step("levy 1", &[]).0.play(None, "2 guard port").is_err());
}
