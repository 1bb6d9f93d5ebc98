//! Plain language for rows, prompts and log lines, rendered for a viewer.
//!
//! A text names a card only to viewers who saw the card at that time. For an answer, they saw it before or after the
//! answer. For a log line, they saw it when the script wrote the line. For a draw, they see the pile that the card left
//! or the pile that it reached.

use crate::line;
use crate::node::Node;
use crate::record::Event;
use crate::viewer::Viewer;
use cardwright_content::with_current_options;
use cardwright_state::board::{Board, Link, RowKey, Sides, Text};
use cardwright_state::position::{Frame, Outcome, Position, Row, TextLine};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, EffectId, MarkId, PileId, SideId, SpaceId, StateId, TextId, placeholders, view};
use std::sync::Arc;

/// A function that tells whether a text may name a card.
pub(crate) type CanName<'a> = &'a dyn Fn(CardId) -> bool;

/// Renders a value in plain language, with names instead of ids. A hidden card is `a card`.
pub fn value_text(board: &Board, position: &Position, viewer: Viewer, val: Val) -> String {
    name_to(board, viewer, &|card| viewer.sees_card(board, position, card), val)
}

/// Renders a value as [`value_text`] does, but `may_name` decides which cards the text names.
pub(crate) fn name_to(board: &Board, viewer: Viewer, may_name: CanName<'_>, val: Val) -> String {
    let index = val.payload() as usize;
    match val.kind() {
        Kind::Space => board.spaces[index].name.clone(),
        Kind::Side => board.sides[index].name.clone(),
        Kind::Class => board.classes[index].name.clone(),
        Kind::State => distinct_name(board, viewer, val.state_part()),
        Kind::Stack => {
            let (place, state) = val.stack_parts();
            format!("{} in {}", distinct_name(board, viewer, state), board.spaces[place.index()].name)
        }
        Kind::Card => {
            let card = CardId::new(index);
            if may_name(card) { card_name(board, card, viewer) } else { "a card".into() }
        }
        Kind::FactRow => row_name(board, viewer, may_name, val),
        Kind::Link => link_name(board, index),
        Kind::Track => board.tracks[index].name.clone(),
        Kind::Action => {
            or_id(&label_without_subject(&board.labels.actions[index].label), &board.labels.actions[index].id)
        }
        Kind::Word => or_id(&label_without_subject(&board.labels.words[index].label), &board.labels.words[index].id),
        _ => board.text(val),
    }
}

/// Names a row of a fact by its key, and its side: `c24 Banco de Sonora (Greene)`. Who sees the row reads all of it.
fn row_name(board: &Board, viewer: Viewer, may_name: CanName<'_>, val: Val) -> String {
    let Some(RowKey { fact, subject, key }) = board.row_key(val) else { return board.text(val) };
    let sees_row = viewer.sees_row(&board.facts[fact.index()], subject, &key);
    let may_name: CanName<'_> = if sees_row { &|_| true } else { may_name };
    let cells: Vec<String> = key.iter().map(|cell| name_to(board, viewer, may_name, *cell)).collect();
    match board.facts[fact.index()].on.owner(subject) {
        Some(side) => format!("{} ({})", cells.join(" "), board.sides[side.index()].name),
        None => cells.join(" "),
    }
}

/// Removes the placeholders for columns from a label: `Rally` for `Rally[ in {1}]`.
pub fn label_without_subject(label: &str) -> String {
    placeholders::fill(label, &[])
}

/// Names a link: by its name, or by the names of its ends if its id consists of their ids, or else by its id.
pub fn link_name(board: &Board, link: usize) -> String {
    let link = &board.links[link];
    if !is_named_by_ends(link) {
        return link.name.as_ref().unwrap_or(&link.id).clone();
    }
    format!("{} – {}", board.spaces[link.a.index()].name, board.spaces[link.b.index()].name)
}

/// Whether a link has no name of its own, and its id consists of the ids of its ends: `port--hills`.
fn is_named_by_ends(link: &Link) -> bool {
    link.name.is_none() && link.id.contains("--")
}

fn or_id(label: &str, id: &str) -> String {
    if label.is_empty() { id.to_owned() } else { label.to_owned() }
}

/// Returns the state of a piece to show to people: without the plain marks that a period removes, which matter only to
/// the rules.
pub(crate) fn displayed_state(board: &Board, state: StateId) -> StateId {
    let permanent = board.without_temporary_marks(state);
    board
        .mark_values(state)
        .fold(permanent, |state, (mark, value)| board.with_mark_value(state, mark, Some(value)).unwrap_or(state))
}

/// Returns the state of a piece to log: the [`displayed_state`] without the marks that the log never mentions.
pub(crate) fn logged_state(board: &Board, state: StateId) -> StateId {
    let unlogged = (0..board.marks.len()).filter(|mark| !board.marks[*mark].is_logged).map(MarkId::new);
    unlogged.fold(displayed_state(board, state), |state, mark| board.without_mark(state, mark))
}

/// Names a piece in its [`displayed_state`]: `USMC unit (damaged)`.
pub fn piece_name(board: &Board, state: StateId) -> String {
    marked_name(board, displayed_state(board, state))
}

/// Names a piece in a log line, with its owner if several sides have a type of this name.
pub(crate) fn logged_name(board: &Board, state: StateId) -> String {
    let name = piece_name(board, state);
    match ambiguous_owner(board, state) {
        Some(owner) => format!("{} {name}", board.sides[owner.index()].name),
        None => name,
    }
}

/// Names a piece for a viewer. If several sides have a type of this name, the name of another side's piece begins with
/// that side's name.
fn distinct_name(board: &Board, viewer: Viewer, state: StateId) -> String {
    let name = marked_name(board, state);
    match (viewer.only_side(), ambiguous_owner(board, state)) {
        (Some(reader), Some(owner)) if owner != reader => format!("{} {name}", board.sides[owner.index()].name),
        _ => name,
    }
}

/// The owner of a piece, if other sides have a type of the same name.
fn ambiguous_owner(board: &Board, state: StateId) -> Option<SideId> {
    let piece_type = &board.piece_types[board.plain_state(state).piece_type.index()];
    let is_ambiguous = || board.piece_types.iter().filter(|other| other.name == piece_type.name).count() > 1;
    piece_type.owner.filter(|_| is_ambiguous())
}

/// Renders the value of a mark. It shows the id of a card to everybody, because marks are public.
fn mark_value_name(board: &Board, value: Val) -> String {
    let index = value.payload() as usize;
    match value.kind() {
        Kind::Space => board.spaces[index].name.clone(),
        Kind::Side => board.sides[index].name.clone(),
        Kind::Word => or_id(&label_without_subject(&board.labels.words[index].label), &board.labels.words[index].id),
        _ => board.text(value),
    }
}

/// Names a piece with its face, marks and contents: `USMC unit (damaged, moved)`, `Bomber (attacks Seattle)`.
fn marked_name(board: &Board, state: StateId) -> String {
    let mark_values = board.mark_values(state);
    let state = board.plain_state(state);
    let piece_type = &board.piece_types[state.piece_type.index()];
    let mut notes: Vec<String> = Vec::new();
    if piece_type.named_faces || state.face > 0 {
        notes.push(piece_type.faces[state.face as usize].clone());
    }
    for (m, mark) in piece_type.marks.iter().enumerate() {
        if state.marks >> m & 1 == 1 {
            notes.push(board.marks[mark.index()].id.clone());
        }
    }
    for (mark, value) in mark_values {
        notes.push(format!("{} {}", board.marks[mark.index()].id.replace('-', " "), mark_value_name(board, value)));
    }
    for (held, n) in piece_type.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0) {
        notes.push(format!("with {n} {}", board.piece_types[held.index()].name));
    }
    match (piece_type.named_faces, notes.len()) {
        (true, 1) => title(&notes[0]), // The face alone names the piece.
        (_, 0) => piece_type.name.clone(),
        _ => format!("{} ({})", piece_type.name, notes.join(", ")),
    }
}

/// Lists the winners by name: `Blue`, `Red and Blue`, `nobody`.
pub fn winners(board: &Board, outcome: &Outcome) -> String {
    let names = side_names(board, outcome.winners());
    if names.is_empty() { "nobody".to_owned() } else { names }
}

/// Lists sides by name: `Blue`, `Red and Blue`, `Red, Green and Blue`.
pub fn side_names(board: &Board, sides: Sides) -> String {
    let names: Vec<&str> = sides.iter().map(|side| board.sides[side.index()].name.as_str()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

/// Names a card by its id and a title: `07 The Big Stick`. A card may have a title for each side: uses the title of the
/// viewer's side, or else the first title.
pub fn card_name(board: &Board, card: CardId, viewer: Viewer) -> String {
    let card = &board.cards[card.index()];
    let own_title = viewer.only_side().and_then(|side| card.titles.get(side.index()));
    match own_title.or(card.titles.first()) {
        Some(title) if !title.is_empty() => format!("{} {title}", card.id),
        _ => card.id.clone(),
    }
}

/// Replaces `{1}`, `{2}` … with names.
pub(crate) fn fill(board: &Board, viewer: Viewer, may_name: CanName<'_>, text: &str, subjects: &[Val]) -> String {
    // The first side among the subjects plays the card, so use the card's title for that side.
    let player = subjects.iter().find_map(|subject| subject.index(Kind::Side)).map(SideId::new);
    let name = |subject: &Val| match (subject.index(Kind::Card).map(CardId::new), player) {
        (Some(card), Some(side)) if may_name(card) => card_name(board, card, Viewer::side(side)),
        _ => name_to(board, viewer, may_name, *subject),
    };
    let mut names: Vec<String> = subjects.iter().map(name).collect();
    use_plurals(board, text, subjects, &mut names);
    placeholders::fill(text, &names)
}

/// Uses the plural of pieces after a number other than 1: `{2} {1}` with `helicopter` and 3 gives `3 Helicopters`.
/// Always uses the plural in `{2} of {1}`.
fn use_plurals(board: &Board, text: &str, subjects: &[Val], names: &mut [String]) {
    for (index, subject) in subjects.iter().enumerate() {
        let Some(plural) = plural(board, *subject) else { continue };
        let asks_for_plural = |(n, val): (usize, &Val)| {
            let is_before = |between: &str| text.contains(&format!("{{{}}}{between}{{{}}}", n + 1, index + 1));
            val.kind() == Kind::Number && (val.0 != 1 && is_before(" ") || is_before(" of "))
        };
        if subjects.iter().enumerate().any(asks_for_plural) {
            names[index] = plural;
        }
    }
}

/// Returns the plural of a type of piece, if the board declares one and the piece has no face or mark to name.
fn plural(board: &Board, val: Val) -> Option<String> {
    let index = val.payload() as usize;
    let plural_of_state = |state: StateId| {
        let piece_type = &board.piece_types[board.plain_state(state).piece_type.index()];
        (marked_name(board, state) == piece_type.name).then(|| piece_type.plural.clone()).flatten()
    };
    match val.kind() {
        Kind::Class => {
            let class = &board.classes[index];
            class
                .piece_type
                .filter(|_| class.face.is_none())
                .and_then(|piece_type| board.piece_types[piece_type.index()].plural.clone())
        }
        Kind::State => plural_of_state(val.state_part()),
        Kind::Stack => {
            let (place, state) = val.stack_parts();
            plural_of_state(state).map(|plural| format!("{plural} in {}", board.spaces[place.index()].name))
        }
        _ => None,
    }
}

/// Fills a row's label with its columns. A word whose own label has placeholders takes the columns after it: the label
/// `Profit: {1} {2}` for `close havana` gives `Profit: close a Casino in Havana`. It does not take columns that the
/// row's label names itself: `Bribe {1} in {2}` for `base havana` gives `Bribe a Base in Havana`.
fn fill_row(board: &Board, viewer: Viewer, may_name: CanName<'_>, label: &str, columns: &[Val]) -> String {
    let mut names: Vec<String> = columns.iter().map(|column| name_to(board, viewer, may_name, *column)).collect();
    use_plurals(board, label, columns, &mut names);
    for index in 0..columns.len() {
        let Some(word) = columns[index].index(Kind::Word) else { continue };
        let word_label = &board.labels.words[word].label;
        let taken =
            placeholders::highest(word_label).min(placeholders::most_names_taken_by(label, index + 1, columns.len()));
        if taken > 0 {
            names[index] = placeholders::fill(word_label, &names[index + 1..=index + taken]);
            names[index + 1..=index + taken].fill(String::new());
        }
    }
    placeholders::fill(label, &names).trim_end().to_owned()
}

/// Renders a text about the current position. Names a card only to a viewer who sees it where it lies.
pub fn line_text(board: &Board, position: &Position, viewer: Viewer, line: &TextLine) -> String {
    let may_name = |card| viewer.sees_card(board, position, card);
    fill(
        board,
        viewer,
        &may_name,
        &with_current_options(&board.labels[line.text].template, board, position),
        &line.subjects,
    )
}

/// Lists the spaces that a text names, each once: a space, the space of a piece or of its mark, the ends of a link. The
/// list reveals nothing to a reader of the text, because the text names the same spaces.
pub fn mentioned_spaces(board: &Board, position: &Position, line: &TextLine) -> Vec<SpaceId> {
    let text = with_current_options(&board.labels[line.text].template, board, position);
    let mut spaces: Vec<SpaceId> = Vec::new();
    for subject in placeholders::numbers(&text).filter_map(|n| line.subjects.get(n - 1)) {
        for space in spaces_in_name(board, *subject) {
            if !spaces.contains(&space) {
                spaces.push(space);
            }
        }
    }
    spaces
}

/// Lists the spaces in the name of a value.
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
            if is_named_by_ends(link) { vec![link.a, link.b] } else { Vec::new() }
        }
        _ => space(val).into_iter().collect(),
    }
}

/// Renders a row in plain language for the asked side: the label of its first word, filled with the other columns, or
/// else the names of the columns. Names all cards, because the words of the row name them too.
pub fn row_text(board: &Board, viewer: Viewer, row: &Row) -> String {
    row_to(board, viewer, &|_| true, row)
}

/// Renders a row as [`row_text`] does, but `may_name` decides which cards the text names.
fn row_to(board: &Board, viewer: Viewer, may_name: CanName<'_>, row: &Row) -> String {
    let columns = row.columns();
    let Some((head, rest)) = columns.split_first() else { return String::new() };
    let index = head.payload() as usize;
    let label = match head.kind() {
        Kind::Action => Some(&board.labels.actions[index].label),
        Kind::Word => Some(&board.labels.words[index].label),
        _ => None,
    };
    match label.filter(|label| !label.is_empty()) {
        Some(label) if rest.is_empty() || placeholders::highest(label) > 0 => {
            fill_row(board, viewer, may_name, label, rest)
        }
        Some(label) => {
            let names: Vec<String> = rest.iter().map(|val| name_to(board, viewer, may_name, *val)).collect();
            format!("{label}: {}", names.join(", "))
        }
        None => {
            let names: Vec<String> = columns.iter().map(|val| name_to(board, viewer, may_name, *val)).collect();
            names.join(", ")
        }
    }
}

/// Renders an event as recorded: `blue: march guard port hills`. `before` is the event before it. `None` for the start,
/// for a reload and for a note.
pub fn event_text(node: &Node, before: Option<&Node>, viewer: Viewer) -> Option<String> {
    let board = &node.event_program.board;
    let could_see_card = |card: CardId| could_see(node, before, viewer, card);
    let word = |word: &str| match board.card(word.trim_matches([',', ';', '{', '}', '|'])) {
        Some(card) if !could_see_card(card) => view::HIDDEN_CARD.to_owned(),
        _ => word.to_owned(),
    };
    let words = |text: &str| text.split(' ').map(word).collect::<Vec<_>>().join(" ");
    Some(match node.event.as_ref()? {
        Event::Answer { side, row, .. } | Event::Standing { side, row, .. } => {
            let first_private = first_private_column(node, before, viewer, (side, row));
            let token = |(column, val): (usize, &Val)| match could_see_column(node, before, viewer, *val) {
                _ if column >= first_private => view::PRIVATE.to_owned(),
                true if node.hides_marks => {
                    let text = board.text(*val);
                    text.split(' ').map(line::piece).collect::<Vec<_>>().join(" ")
                }
                true => board.text(*val),
                false => view::hidden_text(*val).to_owned(),
            };
            let recorded = |(column, text)| if column >= first_private { view::PRIVATE.to_owned() } else { word(text) };
            let tokens: Vec<String> = match &node.row {
                Some(row) => row.columns().iter().enumerate().map(token).collect(),
                None => row.split(' ').enumerate().map(recorded).collect(),
            };
            format!("{side}: {}", tokens.join(" "))
        }
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

/// Renders the label of an event's row: `March the Guard from Port to Hills`. Cards have the title for the side that
/// answered. `None` if the event is no answer or its row no longer exists.
pub fn answer_text(node: &Node, before: Option<&Node>, viewer: Viewer) -> Option<String> {
    let (Event::Answer { side, row: text, .. } | Event::Standing { side, row: text, .. }) = node.event.as_ref()? else {
        return None;
    };
    let may_name: CanName<'_> = &|card| could_see(node, before, viewer, card);
    let (board, row) = (&node.event_program.board, node.row.as_ref()?);
    let first_private = first_private_column(node, before, viewer, (side, text));
    let is_hidden_row = |val: &Val| val.kind() == Kind::FactRow && !could_see_column(node, before, viewer, *val);
    if first_private == 0 {
        return Some(view::PRIVATE.to_owned());
    }
    if first_private < row.columns().len() || row.columns().iter().any(is_hidden_row) {
        return Some(private_row_text(board, row));
    }
    let reader = board.side(side).map_or(viewer, Viewer::side);
    Some(row_to(board, reader, may_name, row))
}

/// The index of the first column of an answer that the viewer may not read, because it is private to the side with this
/// id. A large number if there is none. `text` is the answer as recorded.
fn first_private_column(node: &Node, before: Option<&Node>, viewer: Viewer, (side, text): (&str, &str)) -> usize {
    let board = &node.event_program.board;
    let is_private = || match &node.row {
        Some(row) => view::is_private(board, row),
        // The row no longer exists.
        None => {
            board.labels.actions.iter().any(|action| action.is_private && text.split(' ').next() == Some(&action.id))
        }
    };
    match board.side(side) {
        Some(side) if viewer.may_read(side) => usize::MAX,
        _ if viewer.sees_all() => usize::MAX,
        _ if before.is_some_and(|before| is_in_private_action(before, side)) => 0,
        _ if is_private() => 1,
        _ => usize::MAX,
    }
}

/// Whether a private action of the side with this id is being played after an event.
fn is_in_private_action(node: &Node, side: &str) -> bool {
    let board = &node.program.board;
    let is_own =
        |frame: &Frame| view::private_side(board, frame).is_some_and(|own| board.sides[own.index()].id == side);
    board.labels.actions.iter().any(|action| action.is_private) && node.position().open_steps().iter().any(is_own)
}

/// Renders a row without its columns: `Up to ?`.
pub(crate) fn private_row_text(board: &Board, row: &Row) -> String {
    let Some((head, columns)) = row.columns().split_first() else { return String::new() };
    match head.index(Kind::Action).map(|action| &board.labels.actions[action].label) {
        Some(label) if !label.is_empty() => {
            placeholders::fill(label, &vec![view::PRIVATE.to_owned(); columns.len()]).trim_end().to_owned()
        }
        _ => format!("{} {}", board.text(*head), vec![view::PRIVATE; columns.len()].join(" ")).trim_end().to_owned(),
    }
}

/// Whether the viewer could see what a column of an event's row names: the card, or the row of a fact.
fn could_see_column(node: &Node, before: Option<&Node>, viewer: Viewer, val: Val) -> bool {
    let board = &node.event_program.board;
    let Some(row) = board.row_key(val) else {
        return board.cards_named_by(val).into_iter().all(|card| could_see(node, before, viewer, card));
    };
    // The row was there before the event. After a reload since then, only its key is known.
    let position = before.filter(|before| Arc::ptr_eq(&before.program, &node.event_program)).map(Node::position);
    let cells = position.as_ref().and_then(|position| position.row(board, &row)).unwrap_or(&row.key);
    viewer.sees_row(&board.facts[row.fact.index()], row.subject, cells)
}

/// Whether the viewer could see a card of an event: before the event, after it, or in a pile to which the card went
/// during the event.
fn could_see(node: &Node, before: Option<&Node>, viewer: Viewer, card: CardId) -> bool {
    let board = &node.event_program.board;
    // The position may belong to another program, where the card has another handle.
    let sees_after = |after: &Node| {
        let board_after = &after.program.board;
        let id = board_after.current_id("card", &board.cards[card.index()].id);
        board_after.card(id).is_some_and(|card| viewer.sees_card(board_after, &after.position(), card))
    };
    let sees_in_pile = |(moved, pile): &(CardId, PileId)| *moved == card && viewer.sees_pile(board, *pile);
    viewer.sees_all()
        || sees_after(node)
        || before.is_some_and(sees_after)
        || node.row_card_piles.iter().any(sees_in_pile)
}

/// The display name of an effect.
pub fn effect(board: &Board, effect: EffectId) -> String {
    let title = board.labels.effect_titles.get(effect.index()).copied().flatten();
    title.map_or_else(|| self::title(&board.labels[effect]), |text| board.labels[text].template.clone())
}

/// The display name of a log action, for summaries that count actions.
pub fn action_text(board: &Board, text: TextId) -> String {
    let Text { id, title, .. } = &board.labels[text];
    if title.is_empty() { self::title(id) } else { title.clone() }
}

/// Turns an id into a title: `Total support`.
pub fn title(id: &str) -> String {
    let text = id.replace('-', " ");
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
