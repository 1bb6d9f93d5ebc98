//! Pieces that come, leave, or turn to another face between two positions, as text for each space.

use cardwright_state::board::Board;
use cardwright_state::{Difference, MarkId, PieceTypeId, SpaceId, StateId};
use cardwright_table::label;

/// The change in the number of pieces, by type, space and face.
type Counts = Vec<Vec<Vec<i64>>>;

/// Returns the texts for each space, in board order.
pub(super) fn texts_by_space(board: &Board, differences: &[Difference]) -> Vec<Vec<String>> {
    let mut out = vec![Vec::new(); board.spaces.len()];
    for (t, change) in count_by_type(board, differences).into_iter().enumerate() {
        let mut changes = TypeChanges::new(board, PieceTypeId::new(t), change);
        // Spaces that gain pieces come last. Their texts report only those turned pieces that no other text mentions.
        let (gaining, others): (Vec<usize>, Vec<usize>) = (0..out.len()).partition(|s| changes.net(*s) > 0);
        for s in others.into_iter().chain(gaining) {
            out[s].extend(changes.space_text(s));
        }
    }
    for (parts, texts) in out.iter_mut().zip(gained_marks(board, differences)) {
        parts.extend(texts);
    }
    out
}

/// Counts the changes by type. Counters that a piece holds count in the space of that piece.
fn count_by_type(board: &Board, differences: &[Difference]) -> Counts {
    let mut counts: Counts =
        board.piece_types.iter().map(|t| vec![vec![0; t.faces.len()]; board.spaces.len()]).collect();
    for (space, state, change) in count_changes(differences) {
        let state = &board.states[state.index()];
        counts[state.piece_type.index()][space.index()][usize::from(state.face)] += change;
        for (held_type, count) in board.piece_types[state.piece_type.index()].holds.iter().zip(&state.held) {
            counts[held_type.index()][space.index()][0] += change * i64::from(*count);
        }
    }
    counts
}

/// The changes of one type of piece.
struct TypeChanges<'a> {
    board: &'a Board,
    piece_type: PieceTypeId,
    /// The change in the number of pieces, by space and face.
    change: Vec<Vec<i64>>,
    /// For each face, the number of pieces that turned to it and that no text mentions yet.
    turned: Vec<i64>,
    /// The face that most pieces turned from.
    main_old_face: usize,
    /// Whether some pieces went back to the supply.
    some_removed: bool,
    /// Whether all pieces that left a space went back to the supply.
    all_removed: bool,
}

impl TypeChanges<'_> {
    fn new(board: &Board, piece_type: PieceTypeId, change: Vec<Vec<i64>>) -> TypeChanges<'_> {
        let supply = board.piece_types[piece_type.index()].supply.index();
        let changes_on_map = || change.iter().enumerate().filter(|(s, _)| *s != supply).map(|(_, faces)| faces);
        let by_face: Vec<i64> = (0..board.piece_types[piece_type.index()].faces.len())
            .map(|f| changes_on_map().map(|faces| faces[f]).sum())
            .collect();
        let total: i64 = by_face.iter().sum();
        let departed: i64 = changes_on_map().map(|faces| 0.max(-faces.iter().sum::<i64>())).sum();
        // Pieces from the supply may arrive with any face, and pieces that return to it may leave with any. They do not
        // count as turned.
        let turned: i64 = by_face.iter().map(|n| if total < 0 { 0.max(*n) } else { 0.max(-n) }).sum();
        let turned = by_face.iter().map(|n| turned.min(0.max(*n))).collect();
        let main_old_face = (0..by_face.len()).min_by_key(|f| by_face[*f]).unwrap_or(0);
        let (some_removed, all_removed) = (total < 0, -total == departed);
        TypeChanges { board, piece_type, change, turned, main_old_face, some_removed, all_removed }
    }

    /// The change in the number of pieces in a space, whatever their face.
    fn net(&self, space: usize) -> i64 {
        self.change[space].iter().sum()
    }

    /// Returns the text for one space: `2 Guard come, both turn worn`. The supply gets a text only if some, but not
    /// all, of the pieces that left other spaces went there.
    fn space_text(&mut self, space: usize) -> Option<String> {
        let (by_face, net) = (self.change[space].clone(), self.net(space));
        let is_supply = self.board.piece_types[self.piece_type.index()].supply.index() == space;
        if by_face.iter().all(|n| *n == 0) || is_supply && (net <= 0 || !self.some_removed || self.all_removed) {
            return None;
        }
        let faces = |sign: i64| (0..by_face.len()).filter(|f| by_face[*f] * sign > 0).collect::<Vec<_>>();
        let (gained, lost) = (faces(1), faces(-1));
        let turns: Vec<(usize, i64)> =
            gained.iter().map(|f| (*f, if net > 0 { by_face[*f].min(self.turned[*f]) } else { by_face[*f] })).collect();
        let turns: Vec<(usize, i64)> = turns.into_iter().filter(|(_, n)| *n > 0 && !is_supply).collect();
        for (face, n) in &turns {
            self.turned[*face] -= n;
        }
        let mut parts = Vec::new();
        if net != 0 {
            let verb_word = match (net > 0, self.all_removed) {
                (true, _) => "come",
                (false, true) => "are removed",
                (false, false) => "leave",
            };
            let named_faces = if net > 0 { &gained } else { &lost };
            let names: Vec<String> = match turns.is_empty() {
                true => named_faces.iter().map(|f| self.count_and_name(by_face[*f].abs(), *f)).collect(),
                false => vec![self.count_and_name(net.abs(), lost.first().copied().unwrap_or(self.main_old_face))],
            };
            parts.push(format!("{} {}", names.join(" and "), verb(net.abs(), verb_word)));
        }
        for (face, n) in turns {
            let to = &self.board.piece_types[self.piece_type.index()].faces[face];
            parts.push(match (net, n) {
                (0, n) => {
                    format!("{} {} {to}", self.count_and_name(n, lost.first().copied().unwrap_or(0)), verb(n, "turn"))
                }
                // If no other face lost pieces in this space, the arriving pieces turned.
                (1, 1) if lost.is_empty() => format!("it turns {to}"),
                (2, 2) if lost.is_empty() => format!("both turn {to}"),
                (net, n) if net == n && lost.is_empty() => format!("all turn {to}"),
                (_, n) => format!("{n} {} {to}", verb(n, "turn")),
            });
        }
        Some(parts.join(", "))
    }

    /// The number and name of some pieces: `2 Guard`, or `Guard (worn)` for one piece.
    fn count_and_name(&self, n: i64, face: usize) -> String {
        // The state has no marks (0).
        let name = label::piece_name(self.board, self.board.state_of(self.piece_type, face as u8, 0));
        if n == 1 { name } else { format!("{n} {name}") }
    }
}

/// Returns the verb form for a number of pieces: `come`, or `comes` for one piece.
fn verb(n: i64, word: &str) -> String {
    match (n, word) {
        (1, "are removed") => "is removed".into(),
        (1, word) => format!("{word}s"),
        _ => word.to_owned(),
    }
}

/// Names, for each space, the pieces that gained a logged mark. A mark counts if it has a value or if no period
/// removes it.
fn gained_marks(board: &Board, differences: &[Difference]) -> Vec<Vec<String>> {
    let mut out = vec![Vec::new(); board.spaces.len()];
    for (space, state, change) in count_changes(differences) {
        let piece_type = &board.piece_types[board.plain_state(state).piece_type.index()];
        let logged = |mark: &MarkId| board.marks[mark.index()].is_logged;
        let lasts =
            |mark: &MarkId| logged(mark) && board.marks[mark.index()].until.is_none() && board.has_mark(state, *mark);
        if board.mark_values(state).any(|(mark, _)| logged(&mark)) || piece_type.marks.iter().any(lasts) {
            match change {
                1 => out[space.index()].push(format!("now {}", label::piece_name(board, state))),
                n if n > 1 => out[space.index()].push(format!("now {n} {}", label::piece_name(board, state))),
                _ => {}
            }
        }
    }
    out
}

/// Returns the change in the number of pieces of each state in each space.
fn count_changes(differences: &[Difference]) -> impl Iterator<Item = (SpaceId, StateId, i64)> {
    differences.iter().filter_map(|difference| match *difference {
        Difference::Pieces { at, state, old: was, new: is } => Some((at, state, i64::from(is) - i64::from(was))),
        _ => None,
    })
}
