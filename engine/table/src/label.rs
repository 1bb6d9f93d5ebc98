//! Plain language for rows, prompts and log lines, rendered for an audience.
//!
//! A card is named to those who saw it at the time: an answer's, where it lay before the answer or came to
//! lie with it; a log line's, where it lay when the line was said; a draw's, at either end.

use crate::record::Event;
use crate::table::Node;
use cardwright_content::in_force;
use cardwright_state::board::{Board, Sides, Text};
use cardwright_state::position::{Line, Outcome, Position, Row};
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{
    CardId, EffectId, MarkId, PileId, SideId, SpaceId, StateId, TextId, notation, placeholders, view,
};

/// Who reads: a side, everybody, or somebody who may see all (`--open`, replay, tests).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// One side's own eyes.
    Side(SideId),
    /// Those of several sides that one player answers for: what any of them sees.
    Seat(Sides),
    /// What all may see.
    Public,
    /// Everything.
    Open,
}

impl Audience {
    /// The eyes of whoever sits at a seat.
    pub fn of(seat: Sides) -> Audience {
        match seat.first() {
            None => Audience::Public,
            Some(side) if seat.len() == 1 => Audience::Side(side),
            Some(_) => Audience::Seat(seat),
        }
    }
    /// The sides whose eyes these are; none for what all may see. Asked of a closed audience only.
    pub fn sides(self) -> Sides {
        match self {
            Audience::Side(side) => side.into(),
            Audience::Seat(sides) => sides,
            Audience::Public | Audience::Open => Sides::NONE,
        }
    }
    /// Whether it reads what a side alone may read.
    pub fn reads(self, side: SideId) -> bool {
        self == Audience::Open || self.sides().has(side)
    }
    /// As whom it reads the halves of cards that a side uses: who may see all reads them as that side does.
    pub fn reading(self, side: SideId) -> Audience {
        if self == Audience::Open { Audience::Side(side) } else { self }
    }
    /// Whether it may see the faces of a pile.
    pub fn sees_pile(self, board: &Board, pile: PileId) -> bool {
        self == Audience::Open || view::sees_pile(board, self.sides(), pile)
    }
    /// Whether it may see which card this is where it lies.
    pub fn sees(self, board: &Board, position: &Position, card: CardId) -> bool {
        self.sees_pile(board, position.card_at(card).pile)
    }
    /// The position as it may know it, in the plain notation.
    pub fn view(self, board: &Board, position: &Position) -> String {
        match self {
            Audience::Open => notation::print(board, position),
            closed => view::view(board, position, closed.sides()),
        }
    }
    /// A plain value as a token; a card it does not see is like any other.
    pub fn plain(self, board: &Board, position: &Position, value: &Plain) -> String {
        match self {
            Audience::Open => notation::plain_text(board, value),
            closed => notation::plain_seen(board, position, closed.sides(), value),
        }
    }
}

/// Whether a card may be named.
pub(crate) type Sees<'a> = &'a dyn Fn(CardId) -> bool;

/// A value in plain language: names rather than ids; a hidden card is `a card`.
pub fn name(board: &Board, position: &Position, audience: Audience, val: Val) -> String {
    name_to(board, audience, &|card| audience.sees(board, position, card), val)
}

pub(crate) fn name_to(board: &Board, audience: Audience, sees: Sees<'_>, val: Val) -> String {
    let at = val.payload() as usize;
    match val.kind() {
        Kind::Space => board.spaces[at].name.clone(),
        Kind::Side => board.sides[at].name.clone(),
        Kind::Class => board.classes[at].name.clone(),
        Kind::State => told_apart(board, audience, val.state_part()),
        Kind::Stack => {
            let (place, state) = val.stack_parts();
            format!("{} in {}", told_apart(board, audience, state), board.spaces[place.at()].name)
        }
        Kind::Card => {
            let card = CardId::new(at);
            if sees(card) { card_name(board, card, audience) } else { "a card".into() }
        }
        Kind::Link => link_name(board, at),
        Kind::Track => board.tracks[at].name.clone(),
        Kind::Action => first_of(&alone(&board.actions[at].label), &board.actions[at].id),
        Kind::Word => first_of(&alone(&board.words[at].label), &board.words[at].id),
        _ => board.text(val),
    }
}

/// A label as it reads without the columns of a row: `Rally` of `Rally[ in {1}]`.
pub fn alone(label: &str) -> String {
    placeholders::filled(label, &[])
}

/// A link's id, or the names of its two ends where its id is made of them.
pub fn link_name(board: &Board, link: usize) -> String {
    let link = &board.links[link];
    if !is_of_ends(&link.id) {
        return link.id.clone();
    }
    format!("{} – {}", board.spaces[link.a.at()].name, board.spaces[link.b.at()].name)
}

/// Whether a link is called by its ends.
fn is_of_ends(id: &str) -> bool {
    id.contains("--")
}

fn first_of(label: &str, id: &str) -> String {
    if label.is_empty() { id.to_owned() } else { label.to_owned() }
}

/// The state that looks so: what a period takes off is told apart by rules, not by people, but for what a mark says with a value.
pub(crate) fn looks(board: &Board, state: StateId) -> StateId {
    let lasting = board.lasting(state);
    board.borne(state).fold(lasting, |looks, (mark, value)| board.with_value(looks, mark, Some(value)).unwrap_or(looks))
}

/// The same as the log tells it: without the marks of which it is not told who bears them.
pub(crate) fn told_looks(board: &Board, state: StateId) -> StateId {
    let untold = (0..board.marks.len()).filter(|mark| !board.marks[*mark].told).map(MarkId::new);
    untold.fold(looks(board, state), |looks, mark| board.without_mark(looks, mark))
}

/// `USMC unit (damaged)`: what people call a piece that looks so, whatever plain marks rules have put on it for a period.
pub fn piece_name(board: &Board, state: StateId) -> String {
    marked_name(board, looks(board, state))
}

/// The same to a side: of types that are called alike, with whose it is where it is another's.
fn told_apart(board: &Board, audience: Audience, state: StateId) -> String {
    let name = marked_name(board, state);
    let of = &board.types[board.plain(state).of.at()];
    let is_shared = || board.types.iter().filter(|other| other.name == of.name).count() > 1;
    match (audience, of.owner) {
        (Audience::Side(reader), Some(owner)) if owner != reader && is_shared() => {
            format!("{} {name}", board.sides[owner.at()].name)
        }
        _ => name,
    }
}

/// What a mark bears in words. Cards are named by their ids, as counters name them: what a mark says lies open.
fn value_name(board: &Board, value: Val) -> String {
    let at = value.payload() as usize;
    match value.kind() {
        Kind::Space => board.spaces[at].name.clone(),
        Kind::Side => board.sides[at].name.clone(),
        Kind::Word => first_of(&alone(&board.words[at].label), &board.words[at].id),
        _ => board.text(value),
    }
}

/// `USMC unit (damaged, moved)`, `Bomber (attacks Seattle)`.
fn marked_name(board: &Board, state: StateId) -> String {
    let borne = board.borne(state);
    let state = board.plain(state);
    let of = &board.types[state.of.at()];
    let mut notes: Vec<String> = Vec::new();
    if of.named_faces || state.face > 0 {
        notes.push(of.faces[state.face as usize].clone());
    }
    for (m, mark) in of.marks.iter().enumerate() {
        if state.marks >> m & 1 == 1 {
            notes.push(board.marks[mark.at()].id.clone());
        }
    }
    for (mark, value) in borne {
        notes.push(format!("{} {}", board.marks[mark.at()].id.replace('-', " "), value_name(board, value)));
    }
    for (held, n) in of.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0) {
        notes.push(format!("with {n} {}", board.types[held.at()].name));
    }
    match (of.named_faces, notes.len()) {
        (true, 1) => title(&notes[0]), // its face is its name
        (_, 0) => of.name.clone(),
        _ => format!("{} ({})", of.name, notes.join(", ")),
    }
}

/// Who won, by name: `Blue`, `Red and Blue`, `nobody`.
pub fn winners(board: &Board, outcome: &Outcome) -> String {
    let names = side_names(board, outcome.winners());
    if names.is_empty() { "nobody".to_owned() } else { names }
}

/// Sides by name: `Blue`, `Red and Blue`, `Red, Green and Blue`.
pub fn side_names(board: &Board, sides: Sides) -> String {
    let names: Vec<&str> = sides.iter().map(|side| board.sides[side.at()].name.as_str()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
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
pub(crate) fn fill(board: &Board, audience: Audience, sees: Sees<'_>, text: &str, subjects: &[Val]) -> String {
    // Whoever is named first plays the card: it is called as that side's half is.
    let of = subjects.iter().find_map(|subject| subject.index(Kind::Side)).map(SideId::new);
    let name = |subject: &Val| match (subject.index(Kind::Card).map(CardId::new), of) {
        (Some(card), Some(side)) if sees(card) => card_name(board, card, Audience::Side(side)),
        _ => name_to(board, audience, sees, *subject),
    };
    let mut names: Vec<String> = subjects.iter().map(name).collect();
    several(board, text, subjects, &mut names);
    placeholders::filled(text, &names)
}

/// Calls pieces by their plural where a text has a number right before them: `{2} {1}` of `helicopter` and 3 is `3 Helicopters`,
/// and `{2} of {1}` is `3 of Helicopters`, as is one of them.
fn several(board: &Board, text: &str, subjects: &[Val], names: &mut [String]) {
    for (at, subject) in subjects.iter().enumerate() {
        let Some(plural) = plural(board, *subject) else { continue };
        let counts = |(n, val): (usize, &Val)| {
            let before = |between: &str| text.contains(&format!("{{{}}}{between}{{{}}}", n + 1, at + 1));
            val.kind() == Kind::Number && (val.0 != 1 && before(" ") || before(" of "))
        };
        if subjects.iter().enumerate().any(counts) {
            names[at] = plural;
        }
    }
}

/// What several such pieces are called, where the board says so and nothing else is to be said of them.
fn plural(board: &Board, val: Val) -> Option<String> {
    let at = val.payload() as usize;
    let of_state = |state: StateId| {
        let of = &board.types[board.plain(state).of.at()];
        (marked_name(board, state) == of.name).then(|| of.plural.clone()).flatten()
    };
    match val.kind() {
        Kind::Class => {
            let class = &board.classes[at];
            class.of.filter(|_| class.face.is_none()).and_then(|of| board.types[of.at()].plural.clone())
        }
        Kind::State => of_state(val.state_part()),
        Kind::Stack => {
            let (place, state) = val.stack_parts();
            of_state(state).map(|plural| format!("{plural} in {}", board.spaces[place.at()].name))
        }
        _ => None,
    }
}

/// Fills a row's label with its columns. A word among them whose own label has placeholders takes the columns that come
/// after it, unless the row's label has words of its own for them: `Profit: {1} {2}` of `close havana` is `Profit: close a
/// Casino in Havana`, `Bribe {1} in {2}` of `base havana` is `Bribe a Base in Havana`.
fn fill_row(board: &Board, audience: Audience, sees: Sees<'_>, label: &str, columns: &[Val]) -> String {
    let mut names: Vec<String> = columns.iter().map(|column| name_to(board, audience, sees, *column)).collect();
    several(board, label, columns, &mut names);
    for at in 0..columns.len() {
        let Some(word) = columns[at].index(Kind::Word) else { continue };
        let own = &board.words[word].label;
        let takes = placeholders::highest(own).min(placeholders::left_to(label, at + 1, columns.len()));
        if takes > 0 {
            names[at] = placeholders::filled(own, &names[at + 1..=at + takes]);
            names[at + 1..=at + takes].fill(String::new());
        }
    }
    placeholders::filled(label, &names).trim_end().to_owned()
}

/// A text about how things stand: its cards are named to those who see them where they lie.
pub fn line(board: &Board, position: &Position, audience: Audience, line: &Line) -> String {
    let sees = |card| audience.sees(board, position, card);
    fill(board, audience, &sees, &in_force(&board.texts[line.text.at()].say, board, position), &line.subjects)
}

/// The places that such a text names, each once: a space, that in which a piece stands or which it bears, the ends of a link
/// that is called by them. Whoever reads the text knows them, so they are no secret.
pub fn places(board: &Board, position: &Position, line: &Line) -> Vec<SpaceId> {
    let text = in_force(&board.texts[line.text.at()].say, board, position);
    let mut all: Vec<SpaceId> = Vec::new();
    for subject in placeholders::holes(&text).filter_map(|n| line.subjects.get(n - 1)) {
        for place in named_by(board, *subject) {
            if !all.contains(&place) {
                all.push(place);
            }
        }
    }
    all
}

/// The spaces in what a value is called by [`name`].
fn named_by(board: &Board, val: Val) -> Vec<SpaceId> {
    let space = |val: Val| val.index(Kind::Space).map(SpaceId::new);
    let borne = |state| board.borne(state).filter_map(move |(_, value)| space(value));
    match val.kind() {
        Kind::State => borne(val.state_part()).collect(),
        Kind::Stack => {
            let (place, state) = val.stack_parts();
            borne(state).chain([place]).collect()
        }
        Kind::Link => {
            let link = &board.links[val.payload() as usize];
            if is_of_ends(&link.id) { vec![link.a, link.b] } else { Vec::new() }
        }
        _ => space(val).into_iter().collect(),
    }
}

/// A row in plain language, as the side that is asked reads it: its head's label with the columns
/// filled in, or the columns' names. What is typed names its cards, so the label does too.
pub fn row(board: &Board, audience: Audience, row: &Row) -> String {
    row_to(board, audience, &|_| true, row)
}

fn row_to(board: &Board, audience: Audience, sees: Sees<'_>, row: &Row) -> String {
    let cols = row.columns();
    let Some((head, rest)) = cols.split_first() else { return String::new() };
    let at = head.payload() as usize;
    let label = match head.kind() {
        Kind::Action => Some(&board.actions[at].label),
        Kind::Word => Some(&board.words[at].label),
        _ => None,
    };
    match label.filter(|l| !l.is_empty()) {
        Some(label) if rest.is_empty() || placeholders::highest(label) > 0 => {
            fill_row(board, audience, sees, label, rest)
        }
        Some(label) => {
            let names: Vec<String> = rest.iter().map(|v| name_to(board, audience, sees, *v)).collect();
            format!("{label}: {}", names.join(", "))
        }
        None => {
            let names: Vec<String> = cols.iter().map(|v| name_to(board, audience, sees, *v)).collect();
            names.join(", ")
        }
    }
}

/// What was done, in one line: `blue: march guard port hills`. `before` is the event in whose position it was done.
/// None for the start.
pub fn event(node: &Node, before: Option<&Node>, audience: Audience) -> Option<String> {
    let board = &node.program.board;
    let seen = |card: CardId| saw(node, before, audience, card);
    let word = |word: &str| match board.card(word.trim_matches([',', ';', '{', '}', '|'])) {
        Some(card) if !seen(card) => view::A_CARD.to_owned(),
        _ => word.to_owned(),
    };
    let words = |text: &str| text.split(' ').map(word).collect::<Vec<_>>().join(" ");
    Some(match node.event.as_ref()? {
        Event::Answer { side, row, .. } | Event::Standing { side, row, .. } => match &node.row {
            Some(row) => {
                let token = |v: &Val| match v.index(Kind::Card).map(CardId::new) {
                    Some(card) if !seen(card) => view::A_CARD.to_owned(),
                    _ => board.text(*v),
                };
                let tokens: Vec<String> = row.columns().iter().map(token).collect();
                format!("{side}: {}", tokens.join(" "))
            }
            None => format!("{side}: {}", words(row)),
        },
        Event::Adjust { text } => format!("adjust {}", words(text)),
        Event::Goto { to } => format!("goto {to}"),
        Event::Seats { seats } => {
            let seats: Vec<String> = seats.iter().map(|(side, seat)| format!("{side}={seat}")).collect();
            format!("seats {}", seats.join(" "))
        }
        Event::Resign { side } => format!("{side} resigns"),
        Event::Content { .. } | Event::Note { .. } => return None,
    })
}

/// What was answered, as its row said it: `March the Guard from Port to Hills`; whoever reads it, cards are called as the half of
/// who answered. None where nothing was answered, or the row is not known any more.
pub fn answer(node: &Node, before: Option<&Node>, audience: Audience) -> Option<String> {
    let (Event::Answer { side, .. } | Event::Standing { side, .. }) = node.event.as_ref()? else { return None };
    let sees: Sees<'_> = &|card| saw(node, before, audience, card);
    let board = &node.program.board;
    let reading =
        board.sides.iter().position(|of| of.id == *side).map_or(audience, |at| Audience::Side(SideId::new(at)));
    Some(row_to(board, reading, sees, node.row.as_ref()?))
}

/// Whether a card that an event was about could be seen: before it, after it, or where it went.
fn saw(node: &Node, before: Option<&Node>, audience: Audience, card: CardId) -> bool {
    let board = &node.program.board;
    let at = |node: &Node| audience.sees(board, &node.position(), card);
    let went = |(c, pile): &(CardId, PileId)| *c == card && audience.sees_pile(board, *pile);
    audience == Audience::Open || at(node) || before.is_some_and(at) || node.went.iter().any(went)
}

/// What an effect is called where it stands.
pub fn effect(board: &Board, effect: EffectId) -> String {
    let title = board.effect_titles.get(effect.at()).copied().flatten();
    title.map_or_else(|| self::title(&board.effects[effect.at()]), |text| board.texts[text.at()].say.clone())
}

/// What a deed that a text tells is called where deeds are counted.
pub fn deed(board: &Board, text: TextId) -> String {
    let Text { id, title, .. } = &board.texts[text.at()];
    if title.is_empty() { self::title(id) } else { title.clone() }
}

/// `Total support`: what something of this id is called.
pub fn title(id: &str) -> String {
    let text = id.replace('-', " ");
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
