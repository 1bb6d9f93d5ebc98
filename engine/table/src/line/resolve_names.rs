//! Replaces names in a typed line with ids. Every caller that accepts lines uses this.

use super::{may_be, words};
use cardwright_script::Program;
use cardwright_state::board::Board;

/// The most words in a name.
const LONGEST: usize = 6;

/// The words of a line, with ids in place of printed names, titles and short names of sides, spaces and cards.
/// Plurals of pieces become the common end of their ids. `26July` becomes `m26`; `Pinar del Río` and `pinar del rio`
/// become `pinar-del-rio`.
pub fn resolve_names(program: &Program, text: &str) -> Vec<String> {
    let typed = words(text);
    let mut out = Vec::new();
    let mut at = 0;
    while at < typed.len() {
        let longest = LONGEST.min(typed.len() - at);
        let found = (1..=longest).rev().find_map(|n| Some((n, id_of_name(program, &typed[at..at + n])?)));
        let (used, word) = found.unwrap_or((1, typed[at]));
        out.push(word.to_owned());
        at += used;
    }
    out
}

/// The id that some words name. Ignores upper and lower case.
fn id_of_name<'a>(program: &'a Program, typed: &[&str]) -> Option<&'a str> {
    let board = &program.board;
    let ids: Vec<Option<&str>> = typed.iter().map(|word| id(board, word)).collect();
    if ids.iter().all(Option::is_some) {
        return ids[0].filter(|_| ids.len() == 1);
    }
    let wanted: Vec<String> = typed.iter().map(|word| normalized(word)).collect();
    let is = |name: &str| words(name).into_iter().map(normalized).eq(wanted.iter().cloned());
    let called = &program.content.display_names;
    let short =
        |short_names: &'a [Option<String>], at: usize| short_names.get(at).and_then(Option::as_deref).is_some_and(is);
    let side = (0..board.sides.len()).find(|at| is(&board.sides[*at].name) || short(&called.sides, *at));
    let space = || {
        let is_called = |at: &usize| {
            let space = &board.spaces[*at];
            is(&space.name) || space.aka.iter().any(|aka| is(aka)) || short(&called.spaces, *at)
        };
        (0..board.spaces.len()).find(is_called)
    };
    let card = || board.cards.iter().find(|card| card.titles.iter().any(|title| is(title)));
    side.map(|at| board.sides[at].id.as_str())
        .or_else(|| space().map(|at| board.spaces[at].id.as_str()))
        .or_else(|| card().map(|card| card.id.as_str()))
        .or_else(|| piece(board, is))
}

/// The common end of the ids of the pieces with this name or plural: `bomber` for `Bombers` of several sides.
fn piece(board: &Board, is: impl Fn(&str) -> bool) -> Option<&str> {
    let mut named =
        board.types.iter().filter(|piece_type| is(&piece_type.name) || piece_type.plural.as_deref().is_some_and(&is));
    let first = named.next()?.id.as_str();
    named.try_fold(first, |tail, piece_type| {
        let ends = |tail: &&str| piece_type.id.ends_with(*tail) && may_be(&piece_type.id, tail);
        let mut tails = std::iter::successors(Some(tail), |tail| tail.split_once('-').map(|(_, rest)| rest));
        tails.find(ends)
    })
}

/// The id that a word equals, ignoring case.
fn id<'a>(board: &'a Board, word: &str) -> Option<&'a str> {
    let labels = board.actions.iter().chain(&board.words).map(|label| label.id.as_str());
    let cards = board.cards.iter().map(|card| card.id.as_str());
    board.ids().map(|(id, _)| id).chain(labels).chain(cards).find(|id| id.eq_ignore_ascii_case(word))
}

/// A word without accents, brackets, points and capitals, which people may leave out.
fn normalized(word: &str) -> String {
    let letters = word.chars().filter(|c| !matches!(c, '(' | ')' | '.')).flat_map(char::to_lowercase);
    letters.map(without_accent).collect()
}

fn without_accent(c: char) -> char {
    match c {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        '’' => '\'',
        other => other,
    }
}
