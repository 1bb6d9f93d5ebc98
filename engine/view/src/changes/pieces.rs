//! Pieces that come, leave or turn between two positions, as text for each space.

use cardwright_state::board::Board;
use cardwright_state::{Difference, MarkId, PieceTypeId, SpaceId, StateId};
use cardwright_table::label;

/// The change in number by type, space and face.
type Counts = Vec<Vec<Vec<i64>>>;

/// The texts for each space, in board order.
pub(super) fn texts_by_space(board: &Board, differences: &[Difference]) -> Vec<Vec<String>> {
    let mut out = vec![Vec::new(); board.spaces.len()];
    for (t, change) in counted(board, differences).into_iter().enumerate() {
        let mut changes = TypeChanges::new(board, PieceTypeId::new(t), change);
        // Spaces that lose pieces come first: their pieces may have turned before they moved.
        let (coming, others): (Vec<usize>, Vec<usize>) = (0..out.len()).partition(|s| changes.net(*s) > 0);
        for s in others.into_iter().chain(coming) {
            out[s].extend(changes.space_text(s));
        }
    }
    for (parts, marked) in out.iter_mut().zip(marked(board, differences)) {
        parts.extend(marked);
    }
    out
}

/// Held counters count in the space of their holder.
fn counted(board: &Board, differences: &[Difference]) -> Counts {
    let mut all: Counts = board.types.iter().map(|t| vec![vec![0; t.faces.len()]; board.spaces.len()]).collect();
    for (at, state, n) in count_changes(differences) {
        let state = &board.states[state.at()];
        all[state.piece_type.at()][at.at()][usize::from(state.face)] += n;
        for (held, each) in board.types[state.piece_type.at()].holds.iter().zip(&state.held) {
            all[held.at()][at.at()][0] += n * i64::from(*each);
        }
    }
    all
}

/// The changes of one type of piece.
struct TypeChanges<'a> {
    board: &'a Board,
    piece_type: PieceTypeId,
    /// By space and face.
    change: Vec<Vec<i64>>,
    /// The number of pieces that turned to each face and are not reported yet.
    turned: Vec<i64>,
    /// The face that most pieces turned from.
    from: usize,
    /// Whether some pieces went back to the supply, and whether all pieces that left did.
    some_removed: bool,
    all_removed: bool,
}

impl TypeChanges<'_> {
    fn new(board: &Board, piece_type: PieceTypeId, change: Vec<Vec<i64>>) -> TypeChanges<'_> {
        let supply = board.types[piece_type.at()].supply.at();
        let spaces = || change.iter().enumerate().filter(|(s, _)| *s != supply).map(|(_, by)| by);
        let by_face: Vec<i64> =
            (0..board.types[piece_type.at()].faces.len()).map(|f| spaces().map(|by| by[f]).sum()).collect();
        let total: i64 = by_face.iter().sum();
        let left: i64 = spaces().map(|by| 0.max(-by.iter().sum::<i64>())).sum();
        // Pieces from the supply may arrive with any face, and pieces that return to it may leave with any.
        let turned: i64 = by_face.iter().map(|n| if total < 0 { 0.max(*n) } else { 0.max(-n) }).sum();
        let turned = by_face.iter().map(|n| turned.min(0.max(*n))).collect();
        let from = (0..by_face.len()).min_by_key(|f| by_face[*f]).unwrap_or(0);
        TypeChanges { board, piece_type, change, turned, from, some_removed: total < 0, all_removed: -total == left }
    }

    fn net(&self, space: usize) -> i64 {
        self.change[space].iter().sum()
    }

    /// `2 Guard come, both turn worn`: the text for one space. The supply is reported only if it takes some, but not
    /// all, of the pieces that left.
    fn space_text(&mut self, space: usize) -> Option<String> {
        let (by, net) = (self.change[space].clone(), self.net(space));
        let is_supply = self.board.types[self.piece_type.at()].supply.at() == space;
        if by.iter().all(|n| *n == 0) || is_supply && (net <= 0 || !self.some_removed || self.all_removed) {
            return None;
        }
        let faces = |sign: i64| (0..by.len()).filter(|f| by[*f] * sign > 0).collect::<Vec<_>>();
        let (gained, lost) = (faces(1), faces(-1));
        let turns: Vec<(usize, i64)> =
            gained.iter().map(|f| (*f, if net > 0 { by[*f].min(self.turned[*f]) } else { by[*f] })).collect();
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
            let shown = if net > 0 { &gained } else { &lost };
            let names: Vec<String> = match turns.is_empty() {
                true => shown.iter().map(|f| self.count_and_name(by[*f].abs(), *f)).collect(),
                false => vec![self.count_and_name(net.abs(), lost.first().copied().unwrap_or(self.from))],
            };
            parts.push(format!("{} {}", names.join(" and "), verb(net.abs(), verb_word)));
        }
        for (face, n) in turns {
            let to = &self.board.types[self.piece_type.at()].faces[face];
            parts.push(match (net, n) {
                (0, n) => {
                    format!("{} {} {to}", self.count_and_name(n, lost.first().copied().unwrap_or(0)), verb(n, "turn"))
                }
                // If no other face lost pieces there, the arriving pieces turned.
                (1, 1) if lost.is_empty() => format!("it turns {to}"),
                (2, 2) if lost.is_empty() => format!("both turn {to}"),
                (net, n) if net == n && lost.is_empty() => format!("all turn {to}"),
                (_, n) => format!("{n} {} {to}", verb(n, "turn")),
            });
        }
        Some(parts.join(", "))
    }

    /// `2 Guard`, `Guard (worn)`.
    fn count_and_name(&self, n: i64, face: usize) -> String {
        let name = label::piece_name(self.board, self.board.state_of(self.piece_type, face as u8, 0));
        if n == 1 { name } else { format!("{n} {name}") }
    }
}

/// A verb for a number of pieces: `come`, or `comes` for one.
fn verb(n: i64, word: &str) -> String {
    match (n, word) {
        (1, "are removed") => "is removed".into(),
        (1, word) => format!("{word}s"),
        _ => word.to_owned(),
    }
}

/// By space: pieces that gained a mark. Covers marks with a value, and marks that no period removes.
fn marked(board: &Board, differences: &[Difference]) -> Vec<Vec<String>> {
    let mut out = vec![Vec::new(); board.spaces.len()];
    for (at, state, n) in count_changes(differences) {
        // A mark that the game logs, such as an attack, is reported even if a period removes it.
        let piece_type = &board.types[board.plain_state(state).piece_type.at()];
        let logged = |mark: &MarkId| board.marks[mark.at()].is_logged;
        let lasts =
            |mark: &MarkId| logged(mark) && board.marks[mark.at()].until.is_none() && board.has_mark(state, *mark);
        if board.mark_values(state).any(|(mark, _)| logged(&mark)) || piece_type.marks.iter().any(lasts) {
            match n {
                1 => out[at.at()].push(format!("now {}", label::piece_name(board, state))),
                n if n > 1 => out[at.at()].push(format!("now {n} {}", label::piece_name(board, state))),
                _ => {}
            }
        }
    }
    out
}

/// The change in number of each state in each space.
fn count_changes(differences: &[Difference]) -> impl Iterator<Item = (SpaceId, StateId, i64)> {
    differences.iter().filter_map(|difference| match *difference {
        Difference::Pieces { at, state, was, is } => Some((at, state, i64::from(is) - i64::from(was))),
        _ => None,
    })
}
