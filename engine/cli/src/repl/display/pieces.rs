//! Pieces at a place, in words.

use super::figures;
use super::tight::{Tight, each_word};
use cardwright_view::{Legend, PieceType, Pieces, SeenSpace};

/// `2O 1 gd`: the pieces at a place that pass by the short names that the game declares; as notation writes them where it
/// declares none.
pub(crate) fn shortly(at: &SeenSpace, passes: impl Fn(&Pieces) -> bool) -> String {
    let short: Option<Vec<String>> = at.pieces.iter().filter(|alike| passes(alike)).map(Pieces::shortly).collect();
    short.map_or_else(|| pieces(at, None, passes), |all| all.join(" "))
}

/// `4T 26J 1A DR 1A`: the pieces at a place that pass, with whose they are before those that other sides call alike.
pub(crate) fn with_owners(legend: &Legend, at: &SeenSpace, passes: impl Fn(&Pieces) -> bool) -> String {
    if at.pieces.iter().any(|alike| passes(alike) && alike.short.is_none()) {
        return shortly(at, passes);
    }
    let sides = owned(legend, at, &passes).into_iter().map(|(_, text)| text);
    sides.collect::<Vec<_>>().join(" ")
}

/// All of them, side by side.
pub(crate) fn by_owner(legend: &Legend, at: &SeenSpace) -> Vec<(Option<String>, String)> {
    owned(legend, at, &|_| true)
}

fn owned(legend: &Legend, at: &SeenSpace, passes: &dyn Fn(&Pieces) -> bool) -> Vec<(Option<String>, String)> {
    let is_shared = |alike: &&Pieces| {
        let types = || legend.pieces.iter().filter(|of| of.side != alike.side);
        // Where one side alone has its supply, it is said whose all of it is.
        let is_own = |own: &PieceType| {
            own.supply == at.id && legend.pieces.iter().all(|of| of.side == own.side || of.supply != at.id)
        };
        let called = legend.pieces.iter().find(|of| of.id == alike.piece && !is_own(of)).and_then(|of| {
            let face = alike.face.as_deref().unwrap_or("");
            of.shorts.get(of.faces.iter().position(|f| f == face)?)
        });
        called.is_some_and(|called| types().any(|of| of.shorts.contains(called)))
    };
    let mut sides: Vec<Option<&str>> = Vec::new();
    for alike in at.pieces.iter().filter(|alike| passes(alike)) {
        if !sides.contains(&alike.side.as_deref()) {
            sides.push(alike.side.as_deref());
        }
    }
    let of_side = |side: Option<&str>| {
        let own = || at.pieces.iter().filter(move |alike| is_of(alike, side) && passes(alike));
        let known =
            legend.sides.iter().find(|of| side == Some(of.id.as_str())).filter(|_| own().any(|it| is_shared(&it)));
        if own().any(|alike| alike.short.is_none()) {
            return shortly(at, |alike| is_of(alike, side) && passes(alike));
        }
        let words =
            known.map(|of| figures::short_of(of).to_owned()).into_iter().chain(own().filter_map(Pieces::shortly));
        words.collect::<Vec<_>>().join(" ")
    };
    sides.into_iter().map(|side| (side.map(str::to_owned), of_side(side))).collect()
}

/// `2 open, guard/worn`: the pieces at a place that pass, as notation writes them; in the column of a side (`of`) what
/// is called after it goes without its name: `red-guard` is `guard` there.
pub(crate) fn pieces(at: &SeenSpace, of: Option<&str>, passes: impl Fn(&Pieces) -> bool) -> String {
    let parts = at.pieces.iter().filter(|alike| passes(alike)).map(|alike| {
        let text = without_side(&alike.text, of);
        if alike.count == 1 { text.to_owned() } else { format!("{} {text}", alike.count) }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Whether pieces are a side's (or nobody's).
pub(crate) fn is_of(alike: &Pieces, side: Option<&str>) -> bool {
    alike.side.as_deref() == side
}

/// The pieces of a side at a place: by the short names that the game declares, or as short as is wished: `2 guer 1 acti`.
pub(crate) fn pieces_of(legend: &Legend, at: &SeenSpace, side: &str, tight: Tight) -> String {
    let own = |alike: &&Pieces| is_of(alike, Some(side));
    let declared: Option<Vec<String>> = at.pieces.iter().filter(own).map(Pieces::shortly).collect();
    if let Some(all) = declared.filter(|_| legend.has_shorts()) {
        return all.join(" ");
    }
    if tight < Tight::Names {
        return pieces(at, Some(side), |alike| own(&alike));
    }
    let all = || at.pieces.iter().filter(own);
    let parts: Vec<String> = if tight == Tight::Initials {
        let initials = initials(legend, side);
        let initial = |word: &str| initials.iter().find(|(w, _)| w == word).map_or(word.to_owned(), |(_, i)| i.clone());
        all().map(|alike| format!("{}{}", alike.count, each_word(short(legend, alike, side), initial))).collect()
    } else {
        let tight = if tells_apart(legend, side, tight) { tight } else { Tight::Names };
        all().map(|alike| format!("{} {}", alike.count, tight.words(short(legend, alike, side)))).collect()
    };
    parts.join(" ")
}

/// The types of pieces of a side.
fn types<'a>(legend: &'a Legend, side: &'a str) -> impl Iterator<Item = &'a PieceType> {
    legend.pieces.iter().filter(move |piece| piece.side.as_deref() == Some(side))
}

/// The words of a side's pieces, each with as many letters of it as no other of them begins with.
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

/// `U underground Guerrilla`: what the short names on the screen stand for: those of pieces at some places, of what they hold
/// and of the marks they bear; and those that were explained before. Sides that call alike pieces alike have one entry.
pub(crate) fn declared(legend: &Legend, places: &[&SeenSpace], was_told: impl Fn(&str) -> bool) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let all = || places.iter().flat_map(|at| &at.pieces).filter(|alike| alike.short.is_some());
    let mut tell = |text: String, is_there: bool| {
        if !out.contains(&text) && (is_there || was_told(&text)) {
            out.push(text);
        }
    };
    let named = |of: &PieceType, face: &str| {
        let face = of.faces.iter().position(|f| f == face)?;
        let (short, words) = (of.shorts.get(face)?, of.words.get(face)?);
        (short != words).then(|| format!("{short} {words}")) // what is called so anyway needs no explaining
    };
    for of in &legend.pieces {
        for face in &of.faces {
            let is_there = |alike: &Pieces| alike.piece == of.id && alike.face.as_deref().unwrap_or("") == face;
            if let Some(text) = named(of, face) {
                tell(text, all().any(is_there));
            }
        }
        let short = of.shorts.first().unwrap_or(&of.id);
        let is_held = all().any(|alike| alike.held.iter().any(|held| held.piece == of.id));
        tell(format!("({short}) with {}", of.name), is_held);
    }
    for mark in &legend.marks {
        if let Some(short) = &mark.short {
            let is_borne = all().any(|alike| alike.marks.contains(&mark.id));
            tell(format!("+{short} {}", mark.id.replace('-', " ")), is_borne);
        }
    }
    out
}

/// `t troops, p police`: what the initials at some places stand for.
pub(crate) fn initials_of(legend: &Legend, places: &[&SeenSpace]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for side in &legend.sides {
        let initials = initials(legend, &side.id);
        for at in places {
            for alike in at.pieces.iter().filter(|alike| is_of(alike, Some(&side.id))) {
                for word in short(legend, alike, &side.id).split(|c: char| !c.is_alphabetic()) {
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
fn tells_apart(legend: &Legend, side: &str, tight: Tight) -> bool {
    let words = types(legend, side).flat_map(|piece| piece.faces.iter().chain([&piece.id]));
    let mut words: Vec<&str> = words.map(String::as_str).collect();
    words.sort_unstable();
    words.dedup();
    let mut short: Vec<String> = words.iter().map(|w| tight.words(w)).collect();
    short.sort_unstable();
    short.windows(2).all(|two| two[0] != two[1])
}

fn without_side<'a>(text: &'a str, of: Option<&str>) -> &'a str {
    let own = of.and_then(|side| text.strip_prefix(side));
    own.and_then(|t| t.strip_prefix('-')).unwrap_or(text)
}

/// What a piece is called in a narrow column of its side.
fn short<'a>(legend: &Legend, alike: &'a Pieces, side: &str) -> &'a str {
    face_alone(legend, &alike.text, side).unwrap_or_else(|| without_side(&alike.text, Some(side)))
}

/// `active+moved` for `guerrilla/active+moved`, where of a side's types one alone has such a face.
fn face_alone<'a>(legend: &Legend, text: &'a str, side: &str) -> Option<&'a str> {
    let (_, face) = text.split_once('/')?;
    let id = face.split(['+', '(']).next()?;
    let have = types(legend, side).filter(|t| t.faces.iter().any(|f| f == id) || t.id.ends_with(id)).count();
    (have == 1).then_some(face)
}
