//! What happened, each in one line, its cards named to those who saw them where they lay.

use super::changes;
use crate::label::{Audience, card_name, fill, name_to, row, title};
use cardwright_script::{Deed, Figured, Happening, Program};
use cardwright_state::PileId;
use cardwright_state::board::Board;
use cardwright_state::position::Line;
use cardwright_state::val::{Kind, Val};

/// The words that lines of the log have of the engine, whatever the game.
pub const OWN_WORDS: [&str; 2] = [
    "no longer in force there card none yes for weighed rolled or more times",
    "a card from to the top cards of looked at by picked is shuffled",
];

/// A log line, its cards named to those who saw them where they lay.
fn line_as_said(board: &Board, audience: Audience, said: &Line, places: &[Option<PileId>]) -> String {
    let place = |card| {
        let of = said.subjects.iter().position(|v| *v == Val::card(card))?;
        places.get(of).copied().flatten()
    };
    let sees = |card| place(card).is_some_and(|pile| audience.sees_pile(board, pile));
    fill(board, audience, &sees, &board.texts[said.text.at()].say, &said.subjects)
}

/// What chance decides for, after what decides.
fn purpose(board: &Board, audience: Audience, of: Option<&Line>) -> String {
    let sees = |_| audience == Audience::Open;
    let text = |of: &Line| fill(board, audience, &sees, &board.texts[of.text.at()].say, &of.subjects);
    of.map_or(String::new(), |of| format!(" for {}", text(of)))
}

/// `Port Control none → Red`: a figure that comes to something else; nothing for whom it is not, or of what cannot be said
/// in a word.
fn figured(program: &Program, audience: Audience, of: (usize, usize), was: &Figured, is: &Figured) -> String {
    let (board, (figure, subject)) = (&program.board, of);
    let figure = &program.figures[figure];
    if audience != Audience::Open && !figure.is_for(audience.sides(), subject) {
        return String::new();
    }
    let word = |value: &Figured| match value {
        Figured::Nothing | Figured::Truth(false) => Some("none".to_owned()),
        Figured::Truth(true) => Some("yes".to_owned()),
        Figured::One(val) if val.index(Kind::Card).is_none() => {
            Some(name_to(board, audience, &|_| audience == Audience::Open, *val))
        }
        _ => None,
    };
    let (Some(was), Some(is)) = (word(was), word(is)) else { return String::new() };
    format!("{}{} {was} → {is}", changes::whose(board, figure.on, subject), title(&figure.name))
}

/// A pile in words.
fn pile(program: &Program, at: PileId) -> String {
    program.content.called.pile(&program.board, at)
}

/// Something that happened, as one line of the log.
pub fn happening(program: &Program, audience: Audience, what: &Happening) -> String {
    let board = &program.board;
    match what {
        Happening::Chapter(said, places) => line_as_said(board, audience, said, places),
        Happening::Deed(Deed::Named(said, places)) => line_as_said(board, audience, said, places),
        Happening::Deed(Deed::Played(side, played)) => {
            format!("{}: {}", board.sides[side.at()].name, row(board, audience.reading(*side), played))
        }
        Happening::Changed(differences) => changes::told(board, audience, differences).join(" · "),
        Happening::Figured { figure, subject, was, is } => figured(program, audience, (*figure, *subject), was, is),
        Happening::Said(said, places) => line_as_said(board, audience, said, places),
        Happening::Explained { said, places, weighed: false, .. } => line_as_said(board, audience, said, places),
        Happening::Explained { said, places, .. } => {
            format!("weighed: {}", line_as_said(board, audience, said, places))
        }
        Happening::Rolled { die, faces, check, purpose: of } => {
            let die = &board.dice[die.at()];
            let say = |face| name_to(board, audience, &|_| false, Val(face));
            let shown: Vec<String> = faces.iter().map(|face| say(*face)).collect();
            // Words may be of several: a comma parts them.
            let (faces, many) = match die.is_of_words() {
                true => (shown.join(", "), if shown.len() == 1 { String::new() } else { format!("{} ", shown.len()) }),
                false => (shown.join(" "), String::new()),
            };
            let name = &die.name;
            let purpose = purpose(board, audience, of.as_deref());
            match check {
                Some((target, n)) if of.is_some() => {
                    format!("rolled {n} {name}{purpose}, {}: {faces}", target.said(&say))
                }
                Some((target, n)) => format!("rolled {n} {name} for {}: {faces}", target.said(&say)),
                None => format!("rolled {many}{name}{purpose}: {faces}"),
            }
        }
        Happening::Drawn { card, from, to } => {
            let seen = audience.sees_pile(board, *from) || audience.sees_pile(board, *to);
            let reader = [to, from].iter().find_map(|pile| board.piles[pile.at()].owner);
            let audience = reader.map_or(audience, |side| audience.reading(side));
            let card = if seen { card_name(board, *card, audience) } else { "a card".into() };
            let pile = |at| pile(program, at);
            format!("{card}: from {} to {}", pile(*from), pile(*to))
        }
        Happening::Peeked { pile, cards, side } => {
            let what = match cards.len() {
                1 => "the top card".to_owned(),
                n => format!("the top {n} cards"),
            };
            let by = side.map_or(String::new(), |s| format!(" by {}", board.sides[s.at()].name));
            let looker = side.is_some_and(|s| audience.reads(s)) || audience == Audience::Open;
            let names: Vec<String> = cards.iter().map(|c| card_name(board, *c, audience)).collect();
            let names = if looker { format!(": {}", names.join(", ")) } else { String::new() };
            format!("{what} of {}: looked at{by}{names}", self::pile(program, *pile))
        }
        Happening::Picked { what, lay, purpose: of, .. } => {
            let sees = |_| lay.is_some_and(|pile| audience.sees_pile(board, pile));
            let what = name_to(board, audience, &sees, *what);
            match of {
                Some(_) => format!("picked{}: {what}", purpose(board, audience, of.as_deref())),
                None => format!("picked {what}"),
            }
        }
        Happening::Shuffled(pile) => format!("{} is shuffled", self::pile(program, *pile)),
    }
}
