//! Makes texts for the pieces in a space.

use super::abbreviation::{Abbreviation, map_words};
use super::figures;
use cardwright_view::{Legend, PieceType, Pieces, SeenSpace};

/// Returns the pieces that pass the filter, by their short names: `2O 1 gd`. Uses notation if a piece has none.
pub(crate) fn short_text(space: &SeenSpace, passes: impl Fn(&Pieces) -> bool) -> String {
    let short: Option<Vec<String>> =
        space.pieces.iter().filter(|stack| passes(stack)).map(Pieces::short_text).collect();
    short.map_or_else(|| pieces(space, None, passes), |texts| texts.join(" "))
}

/// Returns the pieces that pass the filter: `4T 26J 1A DR 1A`. Names a side (`DR`) if pieces of two sides have the same
/// short name.
pub(crate) fn with_owners(legend: &Legend, space: &SeenSpace, passes: impl Fn(&Pieces) -> bool) -> String {
    if space.pieces.iter().any(|stack| passes(stack) && stack.short.is_none()) {
        return short_text(space, passes);
    }
    let sides = texts_by_owner(legend, space, &passes).into_iter().map(|(_, text)| text);
    sides.collect::<Vec<_>>().join(" ")
}

/// Returns the text of all pieces of each side in the space, in the order of the space. The side is `None` for pieces
/// without an owner.
pub(crate) fn by_owner(legend: &Legend, space: &SeenSpace) -> Vec<(Option<String>, String)> {
    texts_by_owner(legend, space, &|_| true)
}

fn texts_by_owner(
    legend: &Legend,
    space: &SeenSpace,
    passes: &dyn Fn(&Pieces) -> bool,
) -> Vec<(Option<String>, String)> {
    let is_ambiguous = |stack: &&Pieces| {
        let types_of_others = || legend.pieces.iter().filter(|piece| piece.side != stack.side);
        // In the supply of a single side the owner is clear.
        let is_in_own_supply = |piece: &PieceType| {
            piece.supply == space.id
                && legend.pieces.iter().all(|other| other.side == piece.side || other.supply != space.id)
        };
        let piece_type = legend.pieces.iter().find(|piece| piece.id == stack.piece && !is_in_own_supply(piece));
        let short = piece_type.and_then(|piece| {
            let face_id = stack.face.as_deref().unwrap_or("");
            piece.shorts.get(piece.faces.iter().position(|face| face == face_id)?)
        });
        short.is_some_and(|short| types_of_others().any(|piece| piece.shorts.contains(short)))
    };
    let mut sides: Vec<Option<&str>> = Vec::new();
    for stack in space.pieces.iter().filter(|stack| passes(stack)) {
        if !sides.contains(&stack.side.as_deref()) {
            sides.push(stack.side.as_deref());
        }
    }
    let side_text = |side: Option<&str>| {
        let own = || space.pieces.iter().filter(move |stack| is_owned_by(stack, side) && passes(stack));
        let definition = legend.sides.iter().find(|known| side == Some(known.id.as_str()));
        let named_side = definition.filter(|_| own().any(|stack| is_ambiguous(&stack)));
        if own().any(|stack| stack.short.is_none()) {
            return short_text(space, |stack| is_owned_by(stack, side) && passes(stack));
        }
        let name = named_side.map(|side| figures::short_name(side).to_owned());
        name.into_iter().chain(own().filter_map(Pieces::short_text)).collect::<Vec<_>>().join(" ")
    };
    sides.into_iter().map(|side| (side.map(str::to_owned), side_text(side))).collect()
}

/// Returns the pieces that pass the filter, in notation: `2 open, guard/worn`. In the column of the side `red`,
/// `red-guard` becomes `guard`.
pub(crate) fn pieces(space: &SeenSpace, column_side: Option<&str>, passes: impl Fn(&Pieces) -> bool) -> String {
    let parts = space.pieces.iter().filter(|stack| passes(stack)).map(|stack| {
        let text = without_side(&stack.text, column_side);
        if stack.count == 1 { text.to_owned() } else { format!("{} {text}", stack.count) }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Whether pieces belong to a side, or to nobody if `side` is `None`.
pub(crate) fn is_owned_by(stack: &Pieces, side: Option<&str>) -> bool {
    stack.side.as_deref() == side
}

/// Returns the pieces of a side, by the short names of the game or abbreviated: `2 guer 1 acti`.
pub(crate) fn pieces_of(legend: &Legend, space: &SeenSpace, side: &str, abbreviation: Abbreviation) -> String {
    let is_own = |stack: &&Pieces| is_owned_by(stack, Some(side));
    let declared: Option<Vec<String>> = space.pieces.iter().filter(is_own).map(Pieces::short_text).collect();
    if let Some(texts) = declared.filter(|_| legend.has_shorts()) {
        return texts.join(" ");
    }
    if abbreviation < Abbreviation::ShortNames {
        return pieces(space, Some(side), |stack| is_own(&stack));
    }
    let stacks = || space.pieces.iter().filter(is_own);
    let parts: Vec<String> = if abbreviation == Abbreviation::Initials {
        let initials = initials(legend, side);
        let initial = |word: &str| {
            let entry = initials.iter().find(|(known, _)| known == word);
            entry.map_or(word.to_owned(), |(_, initial)| initial.clone())
        };
        stacks().map(|stack| format!("{}{}", stack.count, map_words(short(legend, stack, side), initial))).collect()
    } else {
        let abbreviation =
            if stays_distinct(legend, side, abbreviation) { abbreviation } else { Abbreviation::ShortNames };
        stacks().map(|stack| format!("{} {}", stack.count, abbreviation.words(short(legend, stack, side)))).collect()
    };
    parts.join(" ")
}

fn types<'a>(legend: &'a Legend, side: &'a str) -> impl Iterator<Item = &'a PieceType> {
    legend.pieces.iter().filter(move |piece| piece.side.as_deref() == Some(side))
}

/// Returns the words for a side's pieces, each with its shortest unique beginning.
fn initials(legend: &Legend, side: &str) -> Vec<(String, String)> {
    let mut words: Vec<&str> = types(legend, side)
        .flat_map(|piece| &piece.texts)
        .flat_map(|text| without_side(text, Some(side)).split(|c: char| !c.is_alphabetic()))
        .filter(|word| !word.is_empty())
        .collect();
    words.sort_unstable();
    words.dedup();
    let prefix = |word: &str, n: usize| word.chars().take(n).collect::<String>();
    let initial = |word: &&str| {
        let others = || words.iter().filter(|other| *other != word);
        let letters = (1..word.chars().count()).find(|n| others().all(|other| prefix(other, *n) != prefix(word, *n)));
        letters.map_or((*word).to_owned(), |n| prefix(word, n))
    };
    words.iter().map(|word| ((*word).to_owned(), initial(word))).collect()
}

/// Explains the short names of pieces, their contents and marks in the given spaces: `U underground Guerrilla`. If
/// several sides use a short name for the same words, it is explained once.
pub(crate) fn explanations(legend: &Legend, spaces: &[&SeenSpace]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let stacks = || spaces.iter().flat_map(|space| &space.pieces).filter(|stack| stack.short.is_some());
    let mut explain = |text: String, is_shown: bool| {
        if is_shown && !out.contains(&text) {
            out.push(text);
        }
    };
    let explanation = |piece: &PieceType, face: &str| {
        let index = piece.faces.iter().position(|other| other == face)?;
        let (short, words) = (piece.shorts.get(index)?, piece.words.get(index)?);
        // A short name that is the full name needs no explanation.
        (short != words).then(|| format!("{short} {words}"))
    };
    for piece in &legend.pieces {
        for face in &piece.faces {
            let is_shown = |stack: &Pieces| stack.piece == piece.id && stack.face.as_deref().unwrap_or("") == face;
            if let Some(text) = explanation(piece, face) {
                explain(text, stacks().any(is_shown));
            }
        }
        let short = piece.shorts.first().unwrap_or(&piece.id);
        let is_held = stacks().any(|stack| stack.held.iter().any(|held| held.piece == piece.id));
        explain(format!("({short}) with {}", piece.name), is_held);
    }
    for mark in &legend.marks {
        if let Some(short) = &mark.short {
            let is_marked = stacks().any(|stack| stack.marks.contains(&mark.id));
            explain(format!("+{short} {}", mark.id.replace('-', " ")), is_marked);
        }
    }
    out
}

/// Explains the initials in the given spaces: `t troops`, `p police`.
pub(crate) fn initial_explanations(legend: &Legend, spaces: &[&SeenSpace]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for side in &legend.sides {
        let initials = initials(legend, &side.id);
        for space in spaces {
            for stack in space.pieces.iter().filter(|stack| is_owned_by(stack, Some(&side.id))) {
                for word in short(legend, stack, &side.id).split(|c: char| !c.is_alphabetic()) {
                    let entry = initials.iter().find(|(known, initial)| known == word && initial != known);
                    let Some((word, initial)) = entry else { continue };
                    let text = format!("{initial} {word}");
                    if !out.contains(&text) {
                        out.push(text);
                    }
                }
            }
        }
    }
    out
}

/// Whether the words for a side's pieces stay distinct at this level of abbreviation.
fn stays_distinct(legend: &Legend, side: &str, abbreviation: Abbreviation) -> bool {
    let words = types(legend, side).flat_map(|piece| piece.faces.iter().chain([&piece.id]));
    let mut words: Vec<&str> = words.map(String::as_str).collect();
    words.sort_unstable();
    words.dedup();
    let mut short: Vec<String> = words.iter().map(|word| abbreviation.words(word)).collect();
    short.sort_unstable();
    short.windows(2).all(|pair| pair[0] != pair[1])
}

/// Removes the side from the start of a piece's text: `guard` for `red-guard`.
fn without_side<'a>(text: &'a str, side: Option<&str>) -> &'a str {
    let without_id = side.and_then(|side| text.strip_prefix(side));
    without_id.and_then(|rest| rest.strip_prefix('-')).unwrap_or(text)
}

/// Returns the name of a piece in a narrow column of its side.
fn short<'a>(legend: &Legend, stack: &'a Pieces, side: &str) -> &'a str {
    unique_face(legend, &stack.text, side).unwrap_or_else(|| without_side(&stack.text, Some(side)))
}

/// Returns `active+moved` for `guerrilla/active+moved`, if only one piece type of the side has the face `active`.
fn unique_face<'a>(legend: &Legend, text: &'a str, side: &str) -> Option<&'a str> {
    let (_, face) = text.split_once('/')?;
    let id = face.split(['+', '(']).next()?;
    let has_face = |piece: &&PieceType| piece.faces.iter().any(|face| face == id) || piece.id.ends_with(id);
    (types(legend, side).filter(has_face).count() == 1).then_some(face)
}
