//! Dice with words on their faces: the values that scripts get, stored rolls, and messages for wrong uses.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, full_hash, load_error, position_at, rows};
use cardwright_script::{ChanceRequest, ForcedOutcome, RunError, Stop, Vm};
use cardwright_state::die_faces::Target;
use cardwright_state::hash;
use cardwright_state::notation;

const DICE: &str = r#"
[meta]
game = "demo"
[[die]]
id = "white"
faces = ["miss", "miss", "miss", "retreat", "combined", "hit", "hit", "hit"]
"#;

const SCRIPT: &str = r#"
local COUNTED = { WORD.hit, WORD.combined }
step("volley", function()
  for _, face in ipairs(roll(WHITE, 3)) do
    offer(face)
  end
  choose(RED, TEXT.which)
  return next("volley")
end)
step("counted", function()
  offer(WORD.keep, check(WHITE, COUNTED, 4))
  choose(RED, TEXT.which)
  return next("counted")
end)
step("one", function()
  offer(WORD.keep, check(WHITE, WORD.retreat, 4))
  choose(RED, TEXT.which)
  return next("one")
end)
step("drilled", function()
  local seen, successes = read_dice(WHITE, 10, { last = WORD.miss }, function(seen, face)
    seen.last = face == WORD.retreat and seen.last or face
    return face == WORD.hit
  end)
  offer(seen.last, successes)
  choose(RED, TEXT.which)
  return next("drilled")
end)
local function tried(dice)
  return trial(function()
    set(TURNS, check(WHITE, COUNTED, 4))
  end, function()
    return get(TURNS)
  end, dice)
end
step("tried", function()
  local least, greatest = tried("least"), tried("greatest")
  offer(WORD.keep, least)
  offer(WORD.keep, greatest)
  choose(RED, TEXT.which)
  return next("tried")
end)
"#;

fn pack<'a>(dice: &'a str, script: &'a str) -> [(&'a str, &'a str); 2] {
    [("scenarios/demo/board.toml", dice), ("scripts/demo/dice.luau", script)]
}

fn start(step: &str) -> Vm {
    let (_, mut vm) = demo(&pack(DICE, SCRIPT));
    vm.set_position(&position_at(&vm, &format!("turn {step}")));
    vm
}

/// Forces the next faces, given as words or as numbers on the die: `hit #4`.
fn force_faces(vm: &mut Vm, words: &str) {
    let board = vm.board().clone();
    let face = |word: &str| match word.strip_prefix('#') {
        Some(number) => ForcedOutcome::FaceAt(number.parse().unwrap()),
        None => ForcedOutcome::Face(board.find_face(word).unwrap()),
    };
    vm.force(words.split(' ').map(face));
}

/// Runs a step with forced faces. Returns the rows of its choice.
fn rows_after(step: &str, words: &str) -> Vec<String> {
    let mut vm = start(step);
    force_faces(&mut vm, words);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    rows(&vm)
}

/// Runs a step with forced faces. Returns its error.
fn failure(step: &str, words: &str) -> String {
    let mut vm = start(step);
    force_faces(&mut vm, words);
    vm.run().unwrap_err().to_string()
}

#[test]
fn a_roll_returns_words_and_a_check_counts_them() {
    assert_eq!(rows_after("volley", "hit retreat miss"), ["hit", "retreat", "miss"]);
    assert_eq!(rows_after("volley", "#1 #4 #8"), ["miss", "retreat", "hit"], "a number chooses the face");
    assert_eq!(rows_after("counted", "hit combined retreat miss"), ["keep 2"]);
    assert_eq!(rows_after("one", "hit combined retreat retreat"), ["keep 2"]);
    let ten = ["miss"; 7].join(" ") + " hit hit retreat";
    assert_eq!(rows_after("drilled", &ten), ["hit 2"], "`read_dice` may remember a word");
}

#[test]
fn in_a_trial_the_first_word_is_the_lowest_face() {
    assert_eq!(rows_after("tried", "hit"), ["keep 0", "keep 4"]);
}

#[test]
fn an_unknown_face_lists_the_faces_of_the_die() {
    assert!(failure("volley", "6").contains("the die `white` has no face 6: it has miss, retreat, combined, hit"));
    assert!(failure("volley", "#9").contains("the die `white` has no face #9, but 8 of them"));
    let (_, mut vm) = demo(&pack(DICE, SCRIPT));
    vm.set_position(&position_at(&vm, "turn red-turn; points 3; hills: open"));
    vm.run().unwrap();
    let stir = rows(&vm).iter().position(|row| row == "stir hills").unwrap();
    force_faces(&mut vm, "hit");
    let error = vm.answer(stir).unwrap_err().to_string();
    assert!(error.contains("the die `d6` has no face hit: it has 1, 2, 3, 4, 5, 6"), "{error}");
}

/// The generator chooses the number of the face. What is on the face does not matter.
#[test]
fn a_die_of_words_rolls_like_a_die_of_numbers() {
    let numbers = "[meta]\ngame = \"demo\"\n[[die]]\nid = \"white\"\nfaces = [0, 1, 2, 3, 4, 5, 6, 7]\n";
    let script = "step(\"volley\", function()\n  for _, face in ipairs(roll(WHITE, 30)) do\n    offer(WORD.keep, face)\n  end\n  choose(RED, TEXT.which)\n  return next(\"volley\")\nend)\n";
    let (_, mut numbers_vm) = demo(&pack(numbers, script));
    let words = "[meta]\ngame = \"demo\"\n[[die]]\nid = \"white\"\nfaces = [\"a0\", \"a1\", \"a2\", \"a3\", \"a4\", \"a5\", \"a6\", \"a7\"]\n";
    let (_, mut words_vm) = demo(&pack(words, script));
    let rolled_faces = |vm: &mut Vm| {
        vm.set_position(&position_at(vm, "turn volley"));
        vm.run().unwrap();
        rows(vm)
            .iter()
            .map(|row| row.trim_start_matches("keep ").trim_start_matches('a').to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(rolled_faces(&mut numbers_vm), rolled_faces(&mut words_vm));
}

#[test]
fn used_outcomes_are_faces_even_if_forced_by_number() {
    let mut vm = start("volley");
    force_faces(&mut vm, "#4 hit #8");
    vm.run().unwrap();
    let board = vm.board().clone();
    let used: Vec<String> = vm
        .take_used_outcomes()
        .iter()
        .map(|outcome| match outcome {
            ForcedOutcome::Face(face) => board.face_text(*face),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(used, ["retreat", "hit", "hit"]);
}

#[test]
fn a_saved_roll_has_the_ids_of_its_words() {
    let mut vm = start("volley");
    force_faces(&mut vm, "hit retreat miss");
    vm.run().unwrap();
    let (board, position) = (vm.board().clone(), vm.position());
    let saved = notation::print_save(&board, &position);
    assert!(saved.contains("chance word:hit word:retreat word:miss"), "{saved}");
    assert_eq!(notation::load(&board, &saved).unwrap(), position);
    vm.set_position(&position);
    assert_eq!(vm.run(), Ok(Stop::Choice), "the step is run again");
    assert_eq!(vm.position(), position);
    // On a board with more words, the same words have other handles.
    let other_dice = format!("{DICE}[[die]]\nid = \"grey\"\nfaces = [\"zero\", \"hit\"]\n[[option]]\nid = \"pace\"\ndoc = \"How fast.\"\ntype = \"word\"\nvalues = [\"slow\", \"fast\"]\ndefault = \"slow\"\n")
        .replace("[[die]]\nid = \"white\"", "[[die]]\nid = \"early\"\nfaces = [\"first\", \"second\"]\n[[die]]\nid = \"white\"");
    let (_, mut other) = demo(&pack(&other_dice, SCRIPT));
    let loaded = notation::load(other.board(), &saved).unwrap();
    other.set_position(&loaded);
    assert_eq!(other.run(), Ok(Stop::Choice));
    assert_eq!(rows(&other), ["hit", "retreat", "miss"]);
    assert_ne!(format!("{:?}", loaded.open_steps()), format!("{:?}", position.open_steps()), "the handles differ");
    let hash = full_hash(&vm);
    assert_eq!(hash::full_hash(other.board(), &loaded, ""), hash, "and the hash is the same");
}

#[test]
fn a_logged_face_that_no_longer_exists_stops_the_replay() {
    let mut vm = start("volley");
    force_faces(&mut vm, "hit retreat miss");
    vm.run().unwrap();
    let saved = notation::print_save(vm.board(), &vm.position());
    let fewer_faces = DICE.replace("\"retreat\", ", "");
    let (_, mut other) = demo(&pack(
        &format!("{fewer_faces}[[die]]\nid = \"grey\"\nfaces = [\"retreat\"]\n"),
        SCRIPT.replace("check(WHITE, WORD.retreat, 4)", "4").as_str(),
    ));
    let loaded = notation::load(other.board(), &saved).unwrap();
    other.set_position(&loaded);
    let error = other.run().unwrap_err().to_string();
    assert!(error.contains("rolled another die than before"), "{error}");
}

#[test]
fn enumeration_merges_equal_faces() {
    let mut vm = start("counted");
    vm.require_forced_outcomes(true);
    let Err(RunError::Chance { request: wanted, .. }) = vm.run() else { panic!("it rolls") };
    let ChanceRequest::Dice { n: 4, check: Some(Target::OneOf(words)), .. } = *wanted else { panic!("{wanted:?}") };
    assert_eq!(vm.board().face_list_text(&words), "hit combined");
    let mut vm = start("drilled");
    vm.require_forced_outcomes(true);
    vm.enumerate_chance(true);
    let Err(RunError::Chance { request: wanted, .. }) = vm.run() else { panic!("it rolls") };
    let ChanceRequest::Dice { readings, .. } = *wanted else { panic!("{wanted:?}") };
    assert_eq!(readings.iter().map(|reading| reading.ways).sum::<u128>(), 8u128.pow(10));
    let all_hit = readings.iter().find(|reading| reading.success_count == 10).unwrap();
    assert_eq!(all_hit.ways, 3u128.pow(10));
}

#[test]
fn a_wrong_target_lists_the_faces_of_the_die() {
    let (_, mut vm) = demo(&pack(DICE, SCRIPT));
    vm.set_position(&position_at(&vm, "turn red-turn"));
    vm.run().unwrap();
    for (line, expected) in [
        (
            "check(WHITE, 5, 2)",
            "the die has no numbers: `white` has miss, retreat, combined, hit; give the words that count: `check(DIE, WORD.miss, n)`",
        ),
        ("check(WHITE, WORD.keep, 2)", "no face has `keep`: `white` has miss, retreat, combined, hit"),
        ("check(WHITE, { WORD.hit, 5 }, 2)", "no face has `5`"),
        ("check(WHITE, {}, 2)", "the target has no face: `white` has"),
        ("check(D6, WORD.hit, 2)", "the die `d6` has numbers: give the least number that counts"),
        ("check(D6, { WORD.hit }, 2)", "the die `d6` has numbers"),
    ] {
        let message = vm.evaluate(line).map_or_else(|message| message, |value| format!("no error, but {value}"));
        assert!(message.contains(expected), "{line}: {message}");
    }
}

#[test]
fn uses_of_dice_are_checked_at_load() {
    let messages = |body: &str| {
        let script = format!("step(\"slip\", function()\n  {body}\n  return next(\"slip\")\nend)\n");
        load_error(&pack(DICE, &script))
    };
    for (line, expected, help) in [
        ("set(TURNS, check(WHITE, 5, 2))", "the die `white` has words, not numbers", "write for instance `WORD.hit`"),
        ("set(TURNS, check(WHITE, KNOB.stir_target, 2))", "the die `white` has words", "`white` has miss, retreat"),
        ("set(TURNS, check(WHITE, { WORD.hit, WORD.keep }, 2))", "no face of `white` has `keep`", "combined, hit"),
        ("set(TURNS, check(D6, WORD.hit, 2))", "the die `d6` has numbers, not words", "`d6` has 1, 2, 3, 4, 5, 6"),
        ("set(TURNS, roll(WHITE, 1)[1] >= 4 and 1 or 0)", "a face of `white` is a word, not a number", "`WORD.hit`"),
        (
            "local faces = roll(WHITE, 2)\n  set(TURNS, faces[1] + faces[2])",
            "a face of `white` is a word, not a number",
            "`WORD.hit`",
        ),
        (
            "for _, face in ipairs(roll(WHITE, 2)) do\n    if face == 6 then\n      set(TURNS, 1)\n    end\n  end",
            "a face of `white` is a word, not a number",
            "`WORD.hit`",
        ),
        ("set(TURNS, roll(WHITE, 1)[1] == WORD.keep and 1 or 0)", "no face of `white` has `keep`", "`WORD.hit`"),
        ("set(TURNS, roll(D6, 1)[1] == WORD.hit and 1 or 0)", "no face of `d6` has `hit`", "1, 2, 3"),
    ] {
        let message = messages(line).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            message.contains("script::face") && message.contains(expected) && message.contains(help),
            "{line}\n{message}"
        );
    }
    // A correct script loads, also if it uses a die of words and a die of numbers.
    let correct_script = "step(\"sound\", function()\n  local faces, black = roll(WHITE, 2), roll(D6, 2)\n  set(TURNS, faces[1] == WORD.hit and black[1] + 1 or check(WHITE, WORD.hit, 1))\n  return next(\"sound\")\nend)\n";
    demo(&pack(DICE, correct_script));
}
