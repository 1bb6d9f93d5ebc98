//! Replaces names in a typed line with ids. Every caller that accepts lines does this first.

use super::may_be;
use cardwright_script::Program;
use cardwright_state::board::Board;
use cardwright_state::notation::Fragment;

/// The most words of a line that may form one name.
const MAX_NAME_WORDS: usize = 6;

/// Splits a line into words at blanks and commas.
pub fn words(line: &str) -> Vec<&str> {
    Fragment::new(line).line_words().into_iter().map(|word| word.text).collect()
}

/// Splits a line into words, with ids in place of printed names, titles and short names of sides, spaces and cards.
/// Names and plurals of pieces become the common end of their ids. `26July` becomes `m26`. `Pinar del Río` and `pinar
/// del rio` become `pinar-del-rio`.
pub fn resolve_names(program: &Program, text: &str) -> Vec<String> {
    let typed = words(text);
    let mut resolved = Vec::new();
    let mut index = 0;
    while index < typed.len() {
        let longest = MAX_NAME_WORDS.min(typed.len() - index);
        let found = (1..=longest).rev().find_map(|n| Some((n, id_of_name(program, &typed[index..index + n])?)));
        let (used, word) = found.unwrap_or((1, typed[index]));
        resolved.push(word.to_owned());
        index += used;
    }
    resolved
}

/// Finds the id of the thing that some words name together. Ignores upper and lower case. Returns `None` for
/// several words if each of them is an id by itself.
fn id_of_name<'a>(program: &'a Program, typed: &[&str]) -> Option<&'a str> {
    let board = &program.board;
    let ids: Vec<Option<&str>> = typed.iter().map(|word| find_id(board, word)).collect();
    if ids.iter().all(Option::is_some) {
        return ids[0].filter(|_| ids.len() == 1);
    }
    let normalized_words: Vec<String> = typed.iter().map(|word| normalized(word)).collect();
    let is_typed = |name: &str| words(name).into_iter().map(normalized).eq(normalized_words.iter().cloned());
    let display_names = &program.content.display_names;
    let is_short_name = |short_names: &'a [Option<String>], index: usize| {
        short_names.get(index).and_then(Option::as_deref).is_some_and(is_typed)
    };
    let side = (0..board.sides.len())
        .find(|index| is_typed(&board.sides[*index].name) || is_short_name(&display_names.sides, *index));
    let find_space = || {
        let is_named = |index: &usize| {
            let space = &board.spaces[*index];
            is_typed(&space.name)
                || space.aka.iter().any(|aka| is_typed(aka))
                || is_short_name(&display_names.spaces, *index)
        };
        (0..board.spaces.len()).find(is_named)
    };
    let find_card = || board.cards.iter().find(|card| card.titles.iter().any(|title| is_typed(title)));
    side.map(|index| board.sides[index].id.as_str())
        .or_else(|| find_space().map(|index| board.spaces[index].id.as_str()))
        .or_else(|| find_card().map(|card| card.id.as_str()))
        .or_else(|| common_piece_id(board, is_typed))
}

/// Finds the common end of the ids of the pieces whose name or plural is typed: `bomber` for `Bombers` of several
/// sides.
fn common_piece_id(board: &Board, is_typed: impl Fn(&str) -> bool) -> Option<&str> {
    let mut named = board
        .piece_types
        .iter()
        .filter(|piece_type| is_typed(&piece_type.name) || piece_type.plural.as_deref().is_some_and(&is_typed));
    let first = named.next()?.id.as_str();
    named.try_fold(first, |common_end, piece_type| {
        let is_end = |end: &&str| piece_type.id.ends_with(*end) && may_be(&piece_type.id, end);
        let mut ends = std::iter::successors(Some(common_end), |end| end.split_once('-').map(|(_, rest)| rest));
        ends.find(is_end)
    })
}

/// Finds the id that a word equals, ignoring case.
fn find_id<'a>(board: &'a Board, word: &str) -> Option<&'a str> {
    let actions_and_words = board.labels.actions.iter().chain(&board.labels.words).map(|entry| entry.id.as_str());
    let cards = board.cards.iter().map(|card| card.id.as_str());
    board.ids().map(|(id, _)| id).chain(actions_and_words).chain(cards).find(|id| id.eq_ignore_ascii_case(word))
}

/// Removes from a word what people may leave out: accents, brackets, points and capitals.
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
