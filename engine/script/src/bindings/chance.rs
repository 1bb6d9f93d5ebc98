//! Dice and random picks. Scripts cannot tell whether outcomes come from the seed, a person or a replay.

use super::{Api, LuaPlain, LuaVal, OptionalVal};
use crate::host::{DiceReading, Host, HostResult};
use crate::lua_ffi::integer_from_number;
use cardwright_state::DieId;
use cardwright_state::die_faces::Target;
use cardwright_state::val::{Kind, PlainValue, Val};

/// The most dice of one roll.
const MOST_DICE: i64 = 1000;

/// Checks a number of dice.
fn checked_dice_count(n: i64) -> HostResult<u32> {
    if (0..=MOST_DICE).contains(&n) {
        Ok(n as u32)
    } else {
        Err(format!("{n} is not a number of dice from 0 to {MOST_DICE}").into())
    }
}

/// Reads the target of `check`. For a die of numbers, the target is the least number that counts. For a die of words,
/// the target is a word or a list of words.
fn target(host: &Host, die: DieId, target: &PlainValue) -> HostResult<Target> {
    let (board, die_def) = (&host.board, &host.board.dice[die.index()]);
    let die_and_faces = || format!("`{}` has {}", die_def.id, board.face_texts(die_def).join(", "));
    let words = match target {
        PlainValue::Val(least) if least.kind() == Kind::Number => {
            return match die_def.has_words() {
                true => Err(format!(
                    "the die has no numbers: {}; give the words that count: `check(DIE, WORD.{}, n)`",
                    die_and_faces(),
                    board.face_text(die_def.faces[0]).replace('-', "_")
                )
                .into()),
                false => Ok(Target::AtLeast(least.0)),
            };
        }
        PlainValue::Val(word) => std::slice::from_ref(word),
        PlainValue::List(words) => words,
        PlainValue::Nil | PlainValue::Boolean(_) => &[],
    };
    if !die_def.has_words() {
        return Err(format!("the die `{}` has numbers: give the least number that counts", die_def.id).into());
    }
    if words.is_empty() {
        return Err(format!("the target has no face: {}", die_and_faces()).into());
    }
    match words.iter().find(|word| !die_def.faces.contains(&word.0)) {
        Some(other) => Err(format!("no face has `{}`: {}", board.text(*other), die_and_faces()).into()),
        None => Ok(Target::OneOf(words.iter().map(|word| word.0).collect())),
    }
}

#[expect(clippy::too_many_lines, reason = "a list of functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Chance");
    api.add(
        "roll(die: Die, n: number): {number | Word}",
        "Rolls `n` dice and returns the faces in order. A face is a number or, on a die of words, a word \
         (`faces[1] == WORD.hit`).",
        |host, (die, n): (LuaVal, i64)| {
            let die = DieId::new(host.index(die.0, Kind::Die)?);
            host.roll(die, checked_dice_count(n)?, None)
        },
    )?;
    api.add(
        "check(die: Die, target: number | Word | {Word}, n: number): number",
        "Rolls `n` dice and returns how many meet a target. On a die of numbers, the target is the least \
         number that counts: `check(D6, 5, 2)`. On a die of words, it is a word or a list of words: \
         `check(WHITE, { WORD.hit, WORD.combined }, 2)`. Use it where the single faces do not matter.",
        |host, (die, wanted_target, n): (LuaVal, LuaPlain, i64)| {
            let die = DieId::new(host.index(die.0, Kind::Die)?);
            let target = target(host, die, &wanted_target.0)?;
            // With a target, `roll` returns one number: how many dice meet the target.
            let counts = host.roll(die, checked_dice_count(n)?, Some(target))?;
            Ok(counts.first().copied().unwrap_or(0))
        },
    )?;
    api.document(
        "read_dice(die: Die, n: number, state: {[any]: any}, read: (state: {[any]: any}, face: number | Word, index: number) -> boolean?): ({[any]: any}, number)",
        "Rolls `n` dice and reads them one by one. `read` gets the state, the face and the number of the die. \
         It writes to the state what the rule needs of that face, and returns whether the die met its target. \
         `read_dice` returns the state and how many dice met their target. The state holds numbers, words and \
         booleans under the keys that it starts with. `read` may change nothing else and may store nothing \
         between dice. Use it where a rule needs less than the faces in order: then `odds` can compute exact \
         results for many dice. The dice are the same as those of `roll`.");
    // The prelude implements `read_dice` with the next four functions.
    api.add_private("needs_readings", |host, n: i64| Ok(host.needs_dice_readings(n)))?;
    api.add_private("roll_to_read", |host, (die, n): (LuaVal, i64)| {
        let die = DieId::new(host.index(die.0, Kind::Die)?);
        host.roll(die, checked_dice_count(n)?, None)
    })?;
    api.add_private_any("faces_of", |host, die: f64| {
        let die = DieId::new(host.index(Val(integer_from_number(die)?), Kind::Die)?);
        Ok(host.board.dice[die.index()]
            .distinct_faces()
            .into_iter()
            .map(|(face, count)| vec![face, count as i64])
            .collect::<Vec<_>>())
    })?;
    api.add_private_any("set_readings", |host, (faces, ways, success_counts): (Vec<Vec<i64>>, Vec<f64>, Vec<u32>)| {
        let reading = |((faces, ways), success_count): ((Vec<i64>, f64), u32)| DiceReading {
            faces,
            ways: ways as u128,
            success_count,
        };
        host.chance.outcomes.readings = faces.into_iter().zip(ways).zip(success_counts).map(reading).collect();
        Ok(())
    })?;
    api.add(
        "pick(set: Set): any",
        "A random member of a set, each equally likely. Nil if the set is empty. Uses chance if there are two \
         or more members. The result does not depend on the order of the set.",
        |host, set: LuaVal| {
            let set = host.set(set.0)?;
            let mut members = Vec::new();
            host.members(&set, &mut members);
            let picked: OptionalVal = host.pick(&members)?.map(LuaVal);
            Ok(picked)
        },
    )?;
    Ok(())
}
