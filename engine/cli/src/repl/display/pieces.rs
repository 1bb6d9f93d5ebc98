//! Pieces at a place, in words.

use super::Look;
use super::tight::{Tight, each_word};
use cardwright_state::{SideId, SpaceId, StateId};

/// `2 open, guard/worn`: the pieces at a place whose owner passes, as notation writes them; in the column of
/// a side (`of`) what is called after it goes without its name: `red-guard` is `guard` there.
pub(crate) fn pieces(look: &Look, at: SpaceId, of: Option<SideId>, owner: impl Fn(Option<SideId>) -> bool) -> String {
    let parts = counts(look, at, owner).map(|(state, n)| {
        let text = without_side(look, state, of);
        if n == 1 { text.to_owned() } else { format!("{n} {text}") }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The pieces of a side at a place, as short as is wished: `2 guer 1 acti`.
pub(crate) fn pieces_of(look: &Look, at: SpaceId, side: SideId, tight: Tight) -> String {
    let own = |owner: Option<SideId>| owner == Some(side);
    if tight < Tight::Names {
        return pieces(look, at, Some(side), own);
    }
    let short = |state| face_alone(look, state, side).unwrap_or_else(|| without_side(look, state, Some(side)));
    let parts: Vec<String> = if tight == Tight::Initials {
        let initials = initials(look, side);
        let initial = |word: &str| initials.iter().find(|(w, _)| w == word).map_or(word.to_owned(), |(_, i)| i.clone());
        counts(look, at, own).map(|(state, n)| format!("{n}{}", each_word(short(state), initial))).collect()
    } else {
        let tight = if tells_apart(look, side, tight) { tight } else { Tight::Names };
        counts(look, at, own).map(|(state, n)| format!("{n} {}", tight.words(short(state)))).collect()
    };
    parts.join(" ")
}

/// The words of a side's pieces, each with as many letters of it as no other of them begins with.
fn initials(look: &Look, side: SideId) -> Vec<(String, String)> {
    let states = look.board.states.iter().enumerate();
    let own = states.filter(|(_, s)| look.board.types[s.of.at()].owner == Some(side)).map(|(s, _)| StateId::new(s));
    let mut words: Vec<&str> = own
        .flat_map(|s| without_side(look, s, Some(side)).split(|c: char| !c.is_alphabetic()))
        .filter(|w| !w.is_empty())
        .collect();
    words.sort_unstable();
    words.dedup();
    let begins = |word: &str, n: usize| word.chars().take(n).collect::<String>();
    let initial = |word: &&str| {
        let others = || words.iter().filter(|w| *w != word);
        let letters = (1..word.chars().count()).find(|n| others().all(|o| begins(o, *n) != begins(word, *n)));
        letters.map_or((*word).to_owned(), |n| begins(word, n))
    };
    words.iter().map(|w| ((*w).to_owned(), initial(w))).collect()
}

/// `t troops, p police`: what the initials at some places stand for.
pub(crate) fn legend(look: &Look, places: &[SpaceId]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for side in (0..look.board.sides.len()).map(SideId::new) {
        let initials = initials(look, side);
        for at in places {
            for (state, _) in counts(look, *at, |o| o == Some(side)) {
                let text = face_alone(look, state, side).unwrap_or_else(|| without_side(look, state, Some(side)));
                for word in text.split(|c: char| !c.is_alphabetic()) {
                    let Some((word, initial)) = initials.iter().find(|(w, i)| w == word && i != w) else { continue };
                    let told = format!("{initial} {word}");
                    if !out.contains(&told) {
                        out.push(told);
                    }
                }
            }
        }
    }
    out
}

/// Whether what a side's pieces are called stays different when words are so short.
fn tells_apart(look: &Look, side: SideId, tight: Tight) -> bool {
    let types = look.board.types.iter().filter(|t| t.owner == Some(side));
    let mut words: Vec<&str> = types.flat_map(|t| t.faces.iter().chain([&t.id])).map(String::as_str).collect();
    words.sort_unstable();
    words.dedup();
    let mut short: Vec<String> = words.iter().map(|w| tight.words(w)).collect();
    short.sort_unstable();
    short.windows(2).all(|two| two[0] != two[1])
}

/// The states of which pieces lie at a place, whose owner passes, with their number.
fn counts<'a>(
    look: &Look<'a>,
    at: SpaceId,
    owner: impl Fn(Option<SideId>) -> bool,
) -> impl Iterator<Item = (StateId, u32)> {
    let (board, position) = (look.board, look.position);
    let states = board.states.iter().enumerate().filter(move |(_, s)| owner(board.types[s.of.at()].owner));
    let counted = states.map(move |(s, _)| (StateId::new(s), position.count_state(board, at, StateId::new(s))));
    counted.filter(|(_, n)| *n > 0)
}

fn without_side<'a>(look: &Look<'a>, state: StateId, of: Option<SideId>) -> &'a str {
    let text = look.board.states[state.at()].text.as_str();
    let own = of.and_then(|side| text.strip_prefix(look.board.sides[side.at()].id.as_str()));
    own.and_then(|t| t.strip_prefix('-')).unwrap_or(text)
}

/// `active+moved` for `guerrilla/active+moved`, where of a side's types one alone has such a face.
fn face_alone<'a>(look: &Look<'a>, state: StateId, side: SideId) -> Option<&'a str> {
    let board = look.board;
    let (_, face) = board.states[state.at()].text.split_once('/')?;
    let id = face.split(['+', '(']).next()?;
    let types = board.types.iter().filter(|t| t.owner == Some(side));
    let have = types.filter(|t| t.faces.iter().any(|f| f == id) || t.id.ends_with(id)).count();
    (have == 1).then_some(face)
}
