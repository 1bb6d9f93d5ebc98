//! Texts for the pieces in a space.

use super::abbreviation::{Abbreviation, map_words};
use super::figures;
use cardwright_view::{Legend, PieceType, Pieces, SeenSpace};

/// `2O 1 gd`: the pieces that pass the filter, by their short names. Uses notation if a piece has no short name.
pub(crate) fn short_text(space: &SeenSpace, passes: impl Fn(&Pieces) -> bool) -> String {
    let short: Option<Vec<String>> =
        space.pieces.iter().filter(|stack| passes(stack)).map(Pieces::short_text).collect();
    short.map_or_else(|| pieces(space, None, passes), |all| all.join(" "))
}

/// `4T 26J 1A DR 1A`: the pieces that pass the filter. Names the side where two sides share a short name.
pub(crate) fn with_owners(legend: &Legend, space: &SeenSpace, passes: impl Fn(&Pieces) -> bool) -> String {
    if space.pieces.iter().any(|stack| passes(stack) && stack.short.is_none()) {
        return short_text(space, passes);
    }
    let sides = owned(legend, space, &passes).into_iter().map(|(_, text)| text);
    sides.collect::<Vec<_>>().join(" ")
}

/// The text of all pieces of each side in the space, in order. `None`: pieces without an owner.
pub(crate) fn by_owner(legend: &Legend, space: &SeenSpace) -> Vec<(Option<String>, String)> {
    owned(legend, space, &|_| true)
}

fn owned(legend: &Legend, space: &SeenSpace, passes: &dyn Fn(&Pieces) -> bool) -> Vec<(Option<String>, String)> {
    let is_ambiguous = |stack: &&Pieces| {
        let types = || legend.pieces.iter().filter(|of| of.side != stack.side);
        // In the supply of a single side the owner is clear.
        let is_own = |own: &PieceType| {
            own.supply == space.id && legend.pieces.iter().all(|of| of.side == own.side || of.supply != space.id)
        };
        let short = legend.pieces.iter().find(|of| of.id == stack.piece && !is_own(of)).and_then(|of| {
            let face = stack.face.as_deref().unwrap_or("");
            of.shorts.get(of.faces.iter().position(|f| f == face)?)
        });
        short.is_some_and(|short| types().any(|of| of.shorts.contains(short)))
    };
    let mut sides: Vec<Option<&str>> = Vec::new();
    for stack in space.pieces.iter().filter(|stack| passes(stack)) {
        if !sides.contains(&stack.side.as_deref()) {
            sides.push(stack.side.as_deref());
        }
    }
    let side_text = |side: Option<&str>| {
        let own = || space.pieces.iter().filter(move |stack| is_owned_by(stack, side) && passes(stack));
        let known =
            legend.sides.iter().find(|of| side == Some(of.id.as_str())).filter(|_| own().any(|it| is_ambiguous(&it)));
        if own().any(|stack| stack.short.is_none()) {
            return short_text(space, |stack| is_owned_by(stack, side) && passes(stack));
        }
        let words =
            known.map(|of| figures::short_name(of).to_owned()).into_iter().chain(own().filter_map(Pieces::short_text));
        words.collect::<Vec<_>>().join(" ")
    };
    sides.into_iter().map(|side| (side.map(str::to_owned), side_text(side))).collect()
}

/// `2 open, guard/worn`: the pieces that pass the filter, in notation. In the column of a side, `red-guard` becomes `guard`.
pub(crate) fn pieces(space: &SeenSpace, column_side: Option<&str>, passes: impl Fn(&Pieces) -> bool) -> String {
    let parts = space.pieces.iter().filter(|stack| passes(stack)).map(|stack| {
        let text = without_side(&stack.text, column_side);
        if stack.count == 1 { text.to_owned() } else { format!("{} {text}", stack.count) }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Whether pieces belong to a side (`None`: to nobody).
pub(crate) fn is_owned_by(stack: &Pieces, side: Option<&str>) -> bool {
    stack.side.as_deref() == side
}

/// `2 guer 1 acti`: the pieces of a side, by the short names of the game or abbreviated.
pub(crate) fn pieces_of(legend: &Legend, space: &SeenSpace, side: &str, abbreviation: Abbreviation) -> String {
    let own = |stack: &&Pieces| is_owned_by(stack, Some(side));
    let declared: Option<Vec<String>> = space.pieces.iter().filter(own).map(Pieces::short_text).collect();
    if let Some(all) = declared.filter(|_| legend.has_shorts()) {
        return all.join(" ");
    }
    if abbreviation < Abbreviation::ShortNames {
        return pieces(space, Some(side), |stack| own(&stack));
    }
    let all = || space.pieces.iter().filter(own);
    let parts: Vec<String> = if abbreviation == Abbreviation::Initials {
        let initials = initials(legend, side);
        let initial = |word: &str| initials.iter().find(|(w, _)| w == word).map_or(word.to_owned(), |(_, i)| i.clone());
        all().map(|stack| format!("{}{}", stack.count, map_words(short(legend, stack, side), initial))).collect()
    } else {
        let abbreviation =
            if stays_distinct(legend, side, abbreviation) { abbreviation } else { Abbreviation::ShortNames };
        all().map(|stack| format!("{} {}", stack.count, abbreviation.words(short(legend, stack, side)))).collect()
    };
    parts.join(" ")
}

fn types<'a>(legend: &'a Legend, side: &'a str) -> impl Iterator<Item = &'a PieceType> {
    legend.pieces.iter().filter(move |piece| piece.side.as_deref() == Some(side))
}

/// The words for a side's pieces, each with its shortest unique beginning.
fn initials(legend: &Legend, side: &str) -> Vec<(String, String)> {
    let mut words: Vec<&str> = types(legend, side)
        .flat_map(|piece| &piece.texts)
        .flat_map(|text| without_side(text, Some(side)).split(|c: char| !c.is_alphabetic()))
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

/// `U underground Guerrilla`: explains the short names of pieces, their contents and marks in the given spaces, and those
/// explained before. Sides with the same short name for the same piece share an entry.
pub(crate) fn explanations(legend: &Legend, shown: &[&SeenSpace], was_explained: impl Fn(&str) -> bool) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let all = || shown.iter().flat_map(|space| &space.pieces).filter(|stack| stack.short.is_some());
    let mut explain = |text: String, is_shown: bool| {
        if !out.contains(&text) && (is_shown || was_explained(&text)) {
            out.push(text);
        }
    };
    let named = |of: &PieceType, face: &str| {
        let face = of.faces.iter().position(|f| f == face)?;
        let (short, words) = (of.shorts.get(face)?, of.words.get(face)?);
        (short != words).then(|| format!("{short} {words}")) // the same words need no explanation
    };
    for of in &legend.pieces {
        for face in &of.faces {
            let is_shown = |stack: &Pieces| stack.piece == of.id && stack.face.as_deref().unwrap_or("") == face;
            if let Some(text) = named(of, face) {
                explain(text, all().any(is_shown));
            }
        }
        let short = of.shorts.first().unwrap_or(&of.id);
        let is_held = all().any(|stack| stack.held.iter().any(|held| held.piece == of.id));
        explain(format!("({short}) with {}", of.name), is_held);
    }
    for mark in &legend.marks {
        if let Some(short) = &mark.short {
            let is_marked = all().any(|stack| stack.marks.contains(&mark.id));
            explain(format!("+{short} {}", mark.id.replace('-', " ")), is_marked);
        }
    }
    out
}

/// `t troops, p police`: explains the initials in the given spaces.
pub(crate) fn initial_explanations(legend: &Legend, shown: &[&SeenSpace]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for side in &legend.sides {
        let initials = initials(legend, &side.id);
        for space in shown {
            for stack in space.pieces.iter().filter(|stack| is_owned_by(stack, Some(&side.id))) {
                for word in short(legend, stack, &side.id).split(|c: char| !c.is_alphabetic()) {
                    let Some((word, initial)) = initials.iter().find(|(w, i)| w == word && i != w) else { continue };
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
    let mut short: Vec<String> = words.iter().map(|w| abbreviation.words(w)).collect();
    short.sort_unstable();
    short.windows(2).all(|two| two[0] != two[1])
}

/// Removes the side from the start of a piece's text: `guard` for `red-guard`.
fn without_side<'a>(text: &'a str, side: Option<&str>) -> &'a str {
    let own = side.and_then(|side| text.strip_prefix(side));
    own.and_then(|t| t.strip_prefix('-')).unwrap_or(text)
}

/// The name of a piece in a narrow column of its side.
fn short<'a>(legend: &Legend, stack: &'a Pieces, side: &str) -> &'a str {
    unique_face(legend, &stack.text, side).unwrap_or_else(|| without_side(&stack.text, Some(side)))
}

/// `active+moved` for `guerrilla/active+moved`, if only one piece type of the side has this face.
fn unique_face<'a>(legend: &Legend, text: &'a str, side: &str) -> Option<&'a str> {
    let (_, face) = text.split_once('/')?;
    let id = face.split(['+', '(']).next()?;
    let have = types(legend, side).filter(|t| t.faces.iter().any(|f| f == id) || t.id.ends_with(id)).count();
    (have == 1).then_some(face)
}
