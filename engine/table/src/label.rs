//! Plain language for rows, prompts and log lines, rendered for a viewer.
//!
//! A card is named to those who saw it at the time. For an answer, that means before or after it; for a log line,
//! when the script wrote it; for a draw, at either end.

use crate::record::Event;
use crate::table::Node;
use crate::viewer::Viewer;
use cardwright_content::with_current_options;
use cardwright_state::board::{Board, Sides, Text};
use cardwright_state::position::{Outcome, Position, Row, TextLine};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, EffectId, MarkId, PileId, SideId, SpaceId, StateId, TextId, placeholders, view};

/// Whether a card may be named.
pub(crate) type CanName<'a> = &'a dyn Fn(CardId) -> bool;

/// A value in plain language: names instead of ids. A hidden card is `a card`.
pub fn name(board: &Board, position: &Position, viewer: Viewer, val: Val) -> String {
    name_to(board, viewer, &|card| viewer.sees_card(board, position, card), val)
}

pub(crate) fn name_to(board: &Board, viewer: Viewer, sees: CanName<'_>, val: Val) -> String {
    let at = val.payload() as usize;
    match val.kind() {
        Kind::Space => board.spaces[at].name.clone(),
        Kind::Side => board.sides[at].name.clone(),
        Kind::Class => board.classes[at].name.clone(),
        Kind::State => distinct_name(board, viewer, val.state_part()),
        Kind::Stack => {
            let (place, state) = val.stack_parts();
            format!("{} in {}", distinct_name(board, viewer, state), board.spaces[place.at()].name)
        }
        Kind::Card => {
            let card = CardId::new(at);
            if sees(card) { card_name(board, card, viewer) } else { "a card".into() }
        }
        Kind::Link => link_name(board, at),
        Kind::Track => board.tracks[at].name.clone(),
        Kind::Action => or_id(&label_without_subject(&board.actions[at].label), &board.actions[at].id),
        Kind::Word => or_id(&label_without_subject(&board.words[at].label), &board.words[at].id),
        _ => board.text(val),
    }
}

/// A label without the columns of a row: `Rally` for `Rally[ in {1}]`.
pub fn label_without_subject(label: &str) -> String {
    placeholders::fill(label, &[])
}

/// The id of a link, or the names of its ends if the id consists of them.
pub fn link_name(board: &Board, link: usize) -> String {
    let link = &board.links[link];
    if !consists_of_ends(&link.id) {
        return link.id.clone();
    }
    format!("{} – {}", board.spaces[link.a.at()].name, board.spaces[link.b.at()].name)
}

/// Whether the id of a link consists of its ends.
fn consists_of_ends(id: &str) -> bool {
    id.contains("--")
}

fn or_id(label: &str, id: &str) -> String {
    if label.is_empty() { id.to_owned() } else { label.to_owned() }
}

/// The state to show. Plain marks that a period removes are hidden: they matter to rules, not to people.
pub(crate) fn displayed_state(board: &Board, state: StateId) -> StateId {
    let permanent = board.without_temporary_marks(state);
    board
        .mark_values(state)
        .fold(permanent, |shown, (mark, value)| board.with_mark_value(shown, mark, Some(value)).unwrap_or(shown))
}

/// The state to log: as [`displayed_state`], without marks that the log never reports.
pub(crate) fn logged_state(board: &Board, state: StateId) -> StateId {
    let untold = (0..board.marks.len()).filter(|mark| !board.marks[*mark].is_logged).map(MarkId::new);
    untold.fold(displayed_state(board, state), |shown, mark| board.without_mark(shown, mark))
}

/// `USMC unit (damaged)`: the name of a piece as people see it, without plain marks that a period removes.
pub fn piece_name(board: &Board, state: StateId) -> String {
    marked_name(board, displayed_state(board, state))
}

/// The same for a viewer: if several sides have a type of this name, a foreign piece gets its side's name.
fn distinct_name(board: &Board, viewer: Viewer, state: StateId) -> String {
    let name = marked_name(board, state);
    let piece_type = &board.types[board.plain_state(state).piece_type.at()];
    let is_ambiguous = || board.types.iter().filter(|other| other.name == piece_type.name).count() > 1;
    match (viewer.only_side(), piece_type.owner) {
        (Some(reader), Some(owner)) if owner != reader && is_ambiguous() => {
            format!("{} {name}", board.sides[owner.at()].name)
        }
        _ => name,
    }
}

/// The value of a mark in words. Cards appear by id, as counters show them: marks lie open.
fn value_name(board: &Board, value: Val) -> String {
    let at = value.payload() as usize;
    match value.kind() {
        Kind::Space => board.spaces[at].name.clone(),
        Kind::Side => board.sides[at].name.clone(),
        Kind::Word => or_id(&label_without_subject(&board.words[at].label), &board.words[at].id),
        _ => board.text(value),
    }
}

/// `USMC unit (damaged, moved)`, `Bomber (attacks Seattle)`.
fn marked_name(board: &Board, state: StateId) -> String {
    let mark_values = board.mark_values(state);
    let state = board.plain_state(state);
    let piece_type = &board.types[state.piece_type.at()];
    let mut notes: Vec<String> = Vec::new();
    if piece_type.named_faces || state.face > 0 {
        notes.push(piece_type.faces[state.face as usize].clone());
    }
    for (m, mark) in piece_type.marks.iter().enumerate() {
        if state.marks >> m & 1 == 1 {
            notes.push(board.marks[mark.at()].id.clone());
        }
    }
    for (mark, value) in mark_values {
        notes.push(format!("{} {}", board.marks[mark.at()].id.replace('-', " "), value_name(board, value)));
    }
    for (held, n) in piece_type.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0) {
        notes.push(format!("with {n} {}", board.types[held.at()].name));
    }
    match (piece_type.named_faces, notes.len()) {
        (true, 1) => title(&notes[0]), // The face serves as name.
        (_, 0) => piece_type.name.clone(),
        _ => format!("{} ({})", piece_type.name, notes.join(", ")),
    }
}

/// The winners by name: `Blue`, `Red and Blue`, `nobody`.
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

/// `07 The Big Stick`: the id and the title of the viewer's half, or of the first half.
pub fn card_name(board: &Board, card: CardId, viewer: Viewer) -> String {
    let card = &board.cards[card.at()];
    let half = viewer.only_side().and_then(|side| card.titles.get(side.at()));
    match half.or(card.titles.first()) {
        Some(title) if !title.is_empty() => format!("{} {title}", card.id),
        _ => card.id.clone(),
    }
}

/// Replaces `{1}`, `{2}` … with names.
pub(crate) fn fill(board: &Board, viewer: Viewer, sees: CanName<'_>, text: &str, subjects: &[Val]) -> String {
    // The first side in the text plays the card: use the title of that side's half.
    let player = subjects.iter().find_map(|subject| subject.index(Kind::Side)).map(SideId::new);
    let name = |subject: &Val| match (subject.index(Kind::Card).map(CardId::new), player) {
        (Some(card), Some(side)) if sees(card) => card_name(board, card, Viewer::side(side)),
        _ => name_to(board, viewer, sees, *subject),
    };
    let mut names: Vec<String> = subjects.iter().map(name).collect();
    use_plurals(board, text, subjects, &mut names);
    placeholders::fill(text, &names)
}

/// Uses the plural of pieces after a number: `{2} {1}` with `helicopter` and 3 gives `3 Helicopters`. In `{2} of {1}`
/// the name stays singular.
fn use_plurals(board: &Board, text: &str, subjects: &[Val], names: &mut [String]) {
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

/// The plural of a type of piece, if the board declares one and the piece has no other property.
fn plural(board: &Board, val: Val) -> Option<String> {
    let at = val.payload() as usize;
    let of_state = |state: StateId| {
        let piece_type = &board.types[board.plain_state(state).piece_type.at()];
        (marked_name(board, state) == piece_type.name).then(|| piece_type.plural.clone()).flatten()
    };
    match val.kind() {
        Kind::Class => {
            let class = &board.classes[at];
            class
                .piece_type
                .filter(|_| class.face.is_none())
                .and_then(|piece_type| board.types[piece_type.at()].plural.clone())
        }
        Kind::State => of_state(val.state_part()),
        Kind::Stack => {
            let (place, state) = val.stack_parts();
            of_state(state).map(|plural| format!("{plural} in {}", board.spaces[place.at()].name))
        }
        _ => None,
    }
}

/// Fills a row's label with its columns. A word with placeholders in its own label takes the columns after it, unless
/// the row's label covers them: `Profit: {1} {2}` for `close havana` gives `Profit: close a Casino in Havana`; `Bribe
/// {1} in {2}` for `base havana` gives `Bribe a Base in Havana`.
fn fill_row(board: &Board, viewer: Viewer, sees: CanName<'_>, label: &str, columns: &[Val]) -> String {
    let mut names: Vec<String> = columns.iter().map(|column| name_to(board, viewer, sees, *column)).collect();
    use_plurals(board, label, columns, &mut names);
    for at in 0..columns.len() {
        let Some(word) = columns[at].index(Kind::Word) else { continue };
        let own = &board.words[word].label;
        let takes = placeholders::highest(own).min(placeholders::names_left_to(label, at + 1, columns.len()));
        if takes > 0 {
            names[at] = placeholders::fill(own, &names[at + 1..=at + takes]);
            names[at + 1..=at + takes].fill(String::new());
        }
    }
    placeholders::fill(label, &names).trim_end().to_owned()
}

/// A text about the current position. Its cards are named to those who see them where they lie.
pub fn line(board: &Board, position: &Position, viewer: Viewer, line: &TextLine) -> String {
    let sees = |card| viewer.sees_card(board, position, card);
    fill(
        board,
        viewer,
        &sees,
        &with_current_options(&board.texts[line.text.at()].template, board, position),
        &line.subjects,
    )
}

/// The spaces that a text names, each once: a space, the space of a piece or of its mark, the ends of a link. Anybody
/// who reads the text knows them.
pub fn mentioned_spaces(board: &Board, position: &Position, line: &TextLine) -> Vec<SpaceId> {
    let text = with_current_options(&board.texts[line.text.at()].template, board, position);
    let mut all: Vec<SpaceId> = Vec::new();
    for subject in placeholders::numbers(&text).filter_map(|n| line.subjects.get(n - 1)) {
        for place in spaces_in_name(board, *subject) {
            if !all.contains(&place) {
                all.push(place);
            }
        }
    }
    all
}

/// The spaces in the name of a value.
fn spaces_in_name(board: &Board, val: Val) -> Vec<SpaceId> {
    let space = |val: Val| val.index(Kind::Space).map(SpaceId::new);
    let spaces_in_marks = |state| board.mark_values(state).filter_map(move |(_, value)| space(value));
    match val.kind() {
        Kind::State => spaces_in_marks(val.state_part()).collect(),
        Kind::Stack => {
            let (place, state) = val.stack_parts();
            spaces_in_marks(state).chain([place]).collect()
        }
        Kind::Link => {
            let link = &board.links[val.payload() as usize];
            if consists_of_ends(&link.id) { vec![link.a, link.b] } else { Vec::new() }
        }
        _ => space(val).into_iter().collect(),
    }
}

/// A row in plain language for the asked side: the label of its first word, filled with the columns, or else the
/// names of the columns. The row itself names its cards, so the label does too.
pub fn row(board: &Board, viewer: Viewer, row: &Row) -> String {
    row_to(board, viewer, &|_| true, row)
}

fn row_to(board: &Board, viewer: Viewer, sees: CanName<'_>, row: &Row) -> String {
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
            fill_row(board, viewer, sees, label, rest)
        }
        Some(label) => {
            let names: Vec<String> = rest.iter().map(|v| name_to(board, viewer, sees, *v)).collect();
            format!("{label}: {}", names.join(", "))
        }
        None => {
            let names: Vec<String> = cols.iter().map(|v| name_to(board, viewer, sees, *v)).collect();
            names.join(", ")
        }
    }
}

/// The action of an event: `blue: march guard port hills`. `before` is the event before it. `None` for the start.
pub fn event(node: &Node, before: Option<&Node>, viewer: Viewer) -> Option<String> {
    let board = &node.program.board;
    let seen = |card: CardId| could_see(node, before, viewer, card);
    let word = |word: &str| match board.card(word.trim_matches([',', ';', '{', '}', '|'])) {
        Some(card) if !seen(card) => view::HIDDEN_CARD.to_owned(),
        _ => word.to_owned(),
    };
    let words = |text: &str| text.split(' ').map(word).collect::<Vec<_>>().join(" ");
    Some(match node.event.as_ref()? {
        Event::Answer { side, row, .. } | Event::Standing { side, row, .. } => match &node.row {
            Some(row) => {
                let token = |v: &Val| match v.index(Kind::Card).map(CardId::new) {
                    Some(card) if !seen(card) => view::HIDDEN_CARD.to_owned(),
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

/// The label of an event's row: `March the Guard from Port to Hills`. Cards appear with the half of the side that
/// answered. `None` if the event is no answer or its row no longer exists.
pub fn answer(node: &Node, before: Option<&Node>, viewer: Viewer) -> Option<String> {
    let (Event::Answer { side, .. } | Event::Standing { side, .. }) = node.event.as_ref()? else { return None };
    let sees: CanName<'_> = &|card| could_see(node, before, viewer, card);
    let board = &node.program.board;
    let reading =
        board.sides.iter().position(|known| known.id == *side).map_or(viewer, |at| Viewer::side(SideId::new(at)));
    Some(row_to(board, reading, sees, node.row.as_ref()?))
}

/// Whether the viewer could see a card of an event: before it, after it, or where it went.
fn could_see(node: &Node, before: Option<&Node>, viewer: Viewer, card: CardId) -> bool {
    let board = &node.program.board;
    let at = |node: &Node| viewer.sees_card(board, &node.position(), card);
    let row_card_piles = |(c, pile): &(CardId, PileId)| *c == card && viewer.sees_pile(board, *pile);
    viewer.sees_all() || at(node) || before.is_some_and(at) || node.row_card_piles.iter().any(row_card_piles)
}

/// The display name of an effect.
pub fn effect(board: &Board, effect: EffectId) -> String {
    let title = board.effect_titles.get(effect.at()).copied().flatten();
    title.map_or_else(|| self::title(&board.effects[effect.at()]), |text| board.texts[text.at()].template.clone())
}

/// The name of a log action, for counting.
pub fn action_text(board: &Board, text: TextId) -> String {
    let Text { id, title, .. } = &board.texts[text.at()];
    if title.is_empty() { self::title(id) } else { title.clone() }
}

/// `Total support`: an id as a title.
pub fn title(id: &str) -> String {
    let text = id.replace('-', " ");
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
