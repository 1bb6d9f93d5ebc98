//! Plain language for rows, prompts and log lines, rendered for an audience.

use cardwright_script::Happening;
use cardwright_state::board::Board;
use cardwright_state::position::{Line, Position, Row};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, SideId, view};

/// Who reads: a side, everybody, or somebody who may see all (`--open`, replay, tests).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// One side's own eyes.
    Side(SideId),
    /// What all may see.
    Public,
    /// Everything.
    Open,
}

impl Audience {
    fn sees(self, board: &Board, position: &Position, card: CardId) -> bool {
        match self {
            Audience::Open => true,
            Audience::Side(side) => view::sees_card(board, position, Some(side), card),
            Audience::Public => view::sees_card(board, position, None, card),
        }
    }
}

/// A value in plain language: names rather than ids; a hidden card is `a card`.
pub fn name(board: &Board, position: &Position, audience: Audience, val: Val) -> String {
    let at = val.payload() as usize;
    match val.kind() {
        Kind::Space => board.spaces[at].name.clone(),
        Kind::Side => board.sides[at].name.clone(),
        Kind::Class => board.classes[at].name.clone(),
        Kind::State => piece_name(board, at),
        Kind::Stack => {
            let (place, state) = val.stack_parts();
            format!("{} in {}", piece_name(board, state.at()), board.spaces[place.at()].name)
        }
        Kind::Card => {
            let card = CardId::new(at);
            if audience.sees(board, position, card) { card_name(board, card, audience) } else { "a card".into() }
        }
        Kind::Link if board.links[at].id.contains("--") => {
            let link = &board.links[at];
            format!("{} – {}", board.spaces[link.a.at()].name, board.spaces[link.b.at()].name)
        }
        Kind::Track => board.tracks[at].name.clone(),
        Kind::Action => first_of(&board.actions[at].label, &board.actions[at].id),
        Kind::Word => first_of(&board.words[at].label, &board.words[at].id),
        _ => board.text(val),
    }
}

fn first_of(label: &str, id: &str) -> String {
    if label.is_empty() { id.to_owned() } else { label.to_owned() }
}

/// `USMC unit (damaged, moved)`.
fn piece_name(board: &Board, state: usize) -> String {
    let state = &board.states[state];
    let of = &board.types[state.of.at()];
    let mut notes: Vec<&str> = Vec::new();
    if of.named_faces || state.face > 0 {
        notes.push(&of.faces[state.face as usize]);
    }
    for (m, mark) in of.marks.iter().enumerate() {
        if state.marks >> m & 1 == 1 {
            notes.push(&board.marks[mark.at()].id);
        }
    }
    match (of.named_faces, notes.len()) {
        (true, 1) => notes[0].to_owned(),
        (_, 0) => of.name.clone(),
        _ => format!("{} ({})", of.name, notes.join(", ")),
    }
}

/// `07 The Big Stick`: the id and the title of the reader's half (or the first).
pub fn card_name(board: &Board, card: CardId, audience: Audience) -> String {
    let card = &board.cards[card.at()];
    let half = match audience {
        Audience::Side(side) => card.titles.get(side.at()),
        _ => None,
    };
    match half.or(card.titles.first()) {
        Some(title) if !title.is_empty() => format!("{} {title}", card.id),
        _ => card.id.clone(),
    }
}

/// Fills `{1}`, `{2}` … with names.
pub fn fill(board: &Board, position: &Position, audience: Audience, text: &str, subjects: &[Val]) -> String {
    let mut out = text.to_owned();
    for (i, subject) in subjects.iter().enumerate() {
        let hole = format!("{{{}}}", i + 1);
        if out.contains(&hole) {
            out = out.replace(&hole, &name(board, position, audience, *subject));
        }
    }
    out
}

/// A log line or prompt.
pub fn line(board: &Board, position: &Position, audience: Audience, line: &Line) -> String {
    fill(board, position, audience, &board.texts[line.text.at()].say, &line.subjects)
}

/// A row in plain language: its head's label with the columns filled in, or the columns' names.
pub fn row(board: &Board, position: &Position, audience: Audience, row: &Row) -> String {
    let cols = row.columns();
    let Some((head, rest)) = cols.split_first() else { return String::new() };
    let at = head.payload() as usize;
    let label = match head.kind() {
        Kind::Action => Some(&board.actions[at].label),
        Kind::Word => Some(&board.words[at].label),
        _ => None,
    };
    match label.filter(|l| !l.is_empty()) {
        Some(label) if rest.is_empty() || label.contains("{1}") => fill(board, position, audience, label, rest),
        Some(label) => {
            let names: Vec<String> = rest.iter().map(|v| name(board, position, audience, *v)).collect();
            format!("{label}: {}", names.join(", "))
        }
        None => {
            let names: Vec<String> = cols.iter().map(|v| name(board, position, audience, *v)).collect();
            names.join(", ")
        }
    }
}

/// Something that happened, as one line of the log.
pub fn happening(board: &Board, position: &Position, audience: Audience, what: &Happening) -> String {
    match what {
        Happening::Said(said) => line(board, position, audience, said),
        Happening::Rolled { die, faces, check } => {
            let faces: Vec<String> = faces.iter().map(i64::to_string).collect();
            let die = &board.dice[die.at()].id;
            match check {
                Some((at_least, n)) => format!("rolled {n} {die} for {at_least} or more: {}", faces.join(" ")),
                None => format!("rolled {die}: {}", faces.join(" ")),
            }
        }
        Happening::Drawn { card, from, to } => {
            let seen = match audience {
                Audience::Open => true,
                Audience::Side(side) => view::sees_pile(board, Some(side), *to),
                Audience::Public => view::sees_pile(board, None, *to),
            };
            let card = if seen { card_name(board, *card, audience) } else { "a card".into() };
            format!("{card}: from {} to {}", board.piles[from.at()].id, board.piles[to.at()].id)
        }
        Happening::Peeked { pile, n } => {
            let cards = if *n == 1 { "the top card".to_owned() } else { format!("the top {n} cards") };
            format!("{cards} of {}: looked at", board.piles[pile.at()].id)
        }
        Happening::Shuffled(pile) => format!("{} is shuffled", board.piles[pile.at()].id),
    }
}
