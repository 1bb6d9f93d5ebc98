//! Dice and even choices. Where the outcomes come from, scripts cannot tell.

use super::{Api, Opt, P, V};
use crate::host::{Host, HostResult, Reading};
use cardwright_state::DieId;
use cardwright_state::faces::Target;
use cardwright_state::val::{Kind, Plain, Val};

/// Most dice of one roll.
const MOST_DICE: i64 = 1000;

fn number_of_dice(n: i64) -> HostResult<u32> {
    if (0..=MOST_DICE).contains(&n) { Ok(n as u32) } else { Err(format!("{n} is no number of dice")) }
}

/// What a check counts: of a die of numbers as much or more, of a die of words one of those given.
fn target(host: &Host, die: DieId, given: &Plain) -> HostResult<Target> {
    let (board, of) = (&host.board, &host.board.dice[die.at()]);
    let has = || format!("`{}` has {}", of.id, board.words_of(of).join(", "));
    let words = match given {
        Plain::Val(least) if least.kind() == Kind::Number => {
            return match of.is_of_words() {
                true => Err(format!(
                    "no number stands on the die: {}; say which of them count: `check(DIE, WORD.{}, n)`",
                    has(),
                    board.face_word(of.faces[0]).replace('-', "_")
                )),
                false => Ok(Target::AtLeast(least.0)),
            };
        }
        Plain::Val(word) => std::slice::from_ref(word),
        Plain::List(words) => words,
        Plain::Nil | Plain::Truth(_) => &[],
    };
    if !of.is_of_words() {
        return Err(format!("numbers stand on the die `{}`: say from which on they count", of.id));
    }
    if words.is_empty() {
        return Err(format!("no face would count: {}", has()));
    }
    match words.iter().find(|word| !of.faces.contains(&word.0)) {
        Some(other) => Err(format!("`{}` stands on no face: {}", board.text(*other), has())),
        None => Ok(Target::OneOf(words.iter().map(|word| word.0).collect())),
    }
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Chance");
    api.add(
        "roll(die: Die, n: number): {number | Word}",
        "Rolls `n` dice; the faces in order: numbers, or of a die of words words (`faces[1] == WORD.hit`).",
        |host, (die, n): (V, i64)| {
            let die = DieId::new(host.index(die.0, Kind::Die)?);
            host.roll(die, number_of_dice(n)?, None)
        },
    )?;
    api.add(
        "check(die: Die, target: number | Word | {Word}, n: number): number",
        "Rolls `n` dice and returns how many meet a target: show at least a number, or of a die of words that word, or one of those words: `check(D6, 5, 2)`, `check(WHITE, { WORD.hit, WORD.combined }, 2)`. Use it where the faces do not matter.",
        |host, (die, wanted, n): (V, P, i64)| {
            let die = DieId::new(host.index(die.0, Kind::Die)?);
            let target = target(host, die, &wanted.0)?;
            let faces = host.roll(die, number_of_dice(n)?, Some(target))?;
            Ok(faces.first().copied().unwrap_or(0))
        },
    )?;
    api.describe("read_dice(die: Die, n: number, state: {[any]: any}, read: (state: {[any]: any}, face: number | Word, index: number) -> boolean?): ({[any]: any}, number)", "Rolls `n` dice and reads them one after another: `read` is given the state, the face and which die it is, writes into the state what the rule takes of that face, and says whether the die met its target. Returns the state, and how many dice met theirs. The state holds numbers (words too) and truths under the keys that it begins with; `read` changes nothing else and keeps nothing between two dice. Use it where a rule takes less of a roll than the faces in their order: then `odds` can tell exactly what comes of many dice. The dice are those that `roll` would have.");
    api.hide("is_roll_open", |host, n: i64| Ok(host.is_roll_open(n)))?;
    api.hide("roll_to_read", |host, (die, n): (V, i64)| {
        let die = DieId::new(host.index(die.0, Kind::Die)?);
        host.roll(die, number_of_dice(n)?, None)
    })?;
    api.hide_rare("faces_of", |host, die: i64| {
        let die = DieId::new(host.index(Val(die), Kind::Die)?);
        Ok(host.board.dice[die.at()].kinds().into_iter().map(|(face, n)| vec![face, n as i64]).collect::<Vec<_>>())
    })?;
    api.hide_rare("tell_readings", |host, (faces, ways, met): (Vec<Vec<i64>>, Vec<f64>, Vec<u32>)| {
        let of = |((faces, ways), met): ((Vec<i64>, f64), u32)| Reading { faces, ways: ways as u128, met };
        host.given.readings = faces.into_iter().zip(ways).zip(met).map(of).collect();
        Ok(())
    })?;
    api.add(
        "pick(set: Set): any",
        "One member of a set, each as likely as any other; nil if there is none. Chance, unless there is but one. What is picked does not hang on the order of the set.",
        |host, set: V| {
            let set = host.set(set.0)?;
            let mut members = Vec::new();
            host.members(&set, &mut members);
            let picked: Opt = host.pick(&members)?.map(V);
            Ok(picked)
        },
    )?;
    Ok(())
}
