//! The states that pieces can have, and classes of states.

use super::{Board, Class, PieceState, PieceType};
use crate::ids::*;

impl Board {
    /// Every plain state, type by type.
    fn plain_states(&self) -> Vec<PieceState> {
        let mut states = Vec::new();
        for (t, piece_type) in self.piece_types.iter().enumerate() {
            for held in self.held_combinations(piece_type) {
                for marks in 0..(1u16 << piece_type.marks.len()) {
                    for f in 0..piece_type.faces.len() {
                        let mut state = PieceState {
                            text: String::new(),
                            piece_type: PieceTypeId::new(t),
                            face: f as u8,
                            marks: marks as u8,
                            held: held.clone(),
                            classes: Vec::new(),
                        };
                        state.text = self.plain_state_text(&state);
                        states.push(state);
                    }
                }
            }
        }
        states
    }
    /// Fills the piece states and classes. `groups` are the declared classes: see [`Board::finish`].
    pub(super) fn number_pieces(&mut self, groups: &[(String, String, Vec<PieceTypeId>)]) {
        self.classes.clear();
        self.states = self.plain_states();
        self.index_faces();
        let states = self.states.clone();
        let held: Vec<PieceTypeId> =
            self.piece_types.iter().flat_map(|piece_type| piece_type.holds.iter().copied()).collect();
        let mut add = |id: String,
                       name: String,
                       piece_type: Option<PieceTypeId>,
                       face: Option<u8>,
                       is_member: &dyn Fn(&PieceState) -> bool| {
            let class = ClassId::new(self.classes.len());
            let mut members = Vec::new();
            for (s, state) in states.iter().enumerate() {
                if is_member(state) {
                    members.push(StateId::new(s));
                    self.states[s].classes.push(class);
                }
            }
            self.classes.push(Class { id, name, states: members, piece_type, face });
        };
        for (t, piece_type) in self.piece_types.iter().enumerate() {
            let t = PieceTypeId::new(t);
            add(piece_type.id.clone(), piece_type.name.clone(), Some(t), None, &|s| s.piece_type == t);
            if piece_type.faces.len() > 1 {
                for (f, face) in piece_type.faces.iter().enumerate() {
                    let f = f as u8;
                    let (id, name) = if piece_type.named_faces {
                        (face.clone(), name_from_id(face))
                    } else {
                        (format!("{}/{face}", piece_type.id), format!("{} ({face})", piece_type.name))
                    };
                    add(id, name, Some(t), Some(f), &|s| s.piece_type == t && s.face == f);
                }
            }
        }
        for (id, name, types) in groups {
            add(id.clone(), name.clone(), None, None, &|s| types.contains(&s.piece_type));
        }
        for (t, piece_type) in self.piece_types.iter().enumerate().filter(|(t, _)| held.contains(&PieceTypeId::new(*t)))
        {
            let t = PieceTypeId::new(t);
            // The class of all pieces that hold a counter of this type.
            let holds = |s: &PieceState| {
                self.piece_types[s.piece_type.index()].holds.iter().zip(&s.held).any(|(h, n)| *h == t && *n > 0)
            };
            add(format!("{}-holder", piece_type.id), format!("{} holder", piece_type.name), None, None, &holds);
        }
        for (i, side) in self.sides.iter().enumerate() {
            let owner = Some(SideId::new(i));
            add(side.id.clone(), side.name.clone(), None, None, &|s| {
                self.piece_types[s.piece_type.index()].owner == owner
            });
        }
        self.name_classes_of_sides();
    }
    /// Gives the class of each side's pieces the id of the side. If another class has that id, the class becomes
    /// `side/ID`, an id that no TOML entry can have.
    pub(super) fn name_classes_of_sides(&mut self) {
        let first = self.classes.len() - self.sides.len();
        for (index, side) in self.sides.iter().enumerate() {
            let is_taken = self.classes[..first].iter().any(|class| class.id == side.id);
            self.classes[first + index].id = if is_taken { format!("side/{}", side.id) } else { side.id.clone() };
        }
    }
    /// The notation of a plain state.
    pub(super) fn plain_state_text(&self, state: &PieceState) -> String {
        let piece_type = &self.piece_types[state.piece_type.index()];
        let face = &piece_type.faces[state.face as usize];
        let mut text = match (piece_type.named_faces, state.face) {
            (true, _) => face.clone(),
            (false, 0) if piece_type.faces.len() == 1 || !self.qualifies_all_ids() => piece_type.id.clone(),
            (false, _) => format!("{}/{face}", piece_type.id),
        };
        for (m, mark) in piece_type.marks.iter().enumerate() {
            if state.marks >> m & 1 == 1 {
                text.push('+');
                text.push_str(&self.marks[mark.index()].id);
            }
        }
        let held = piece_type.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0);
        let held: Vec<String> = held
            .map(|(piece_type, n)| match n {
                1 => self.piece_types[piece_type.index()].id.clone(),
                n => format!("{n}-{}", self.piece_types[piece_type.index()].id),
            })
            .collect();
        if held.is_empty() { text } else { format!("{text}({})", held.join("&")) }
    }
    pub(super) fn index_faces(&mut self) {
        self.lookup.faces_by_text.clear();
        let is_bare = |state: &&PieceState| state.marks == 0 && state.held.iter().all(|n| *n == 0);
        for (s, state) in self.states.iter().enumerate().filter(|(_, state)| is_bare(state)) {
            let piece_type = &self.piece_types[state.piece_type.index()];
            let full = format!("{}/{}", piece_type.id, piece_type.faces[state.face as usize]);
            for text in [state.text.clone(), full] {
                self.lookup.faces_by_text.entry(text).or_insert(StateId::new(s));
            }
        }
    }
    /// Every combination of held counters that pieces of a type can have, nothing first.
    fn held_combinations(&self, piece_type: &PieceType) -> Vec<Vec<u16>> {
        let mut combinations = vec![vec![]];
        for (i, held) in piece_type.holds.iter().enumerate() {
            let max = self.piece_types[held.index()].count as u16;
            let append = |n: u16, shorter: &Vec<u16>| shorter.iter().copied().chain([n]).collect::<Vec<u16>>();
            debug_assert!(combinations.iter().all(|combination: &Vec<u16>| combination.len() == i));
            combinations = (0..=max).flat_map(|n| combinations.iter().map(move |shorter| append(n, shorter))).collect();
        }
        combinations
    }
    /// Whether pieces of any type can hold counters of this type.
    pub fn can_be_held(&self, held: PieceTypeId) -> bool {
        self.piece_types.iter().any(|piece_type| piece_type.holds.contains(&held))
    }
    /// The class of all pieces of a side.
    pub fn class_of_side(&self, side: SideId) -> ClassId {
        ClassId::new(self.classes.len() - self.sides.len() + side.index())
    }
    /// Parses a piece state as notation writes it. A mark with a value is `+attacks:seattle`. Held counters are
    /// `(2 cash)` or `(2-cash)`.
    pub fn state(&self, text: &str) -> Option<StateId> {
        let (text, held) = match text.split_once('(') {
            Some((text, held)) => (text, held.strip_suffix(')')?),
            None => (text, ""),
        };
        let bare = self.bare_state(text)?;
        let piece_type = &self.piece_types[self.states[bare.index()].piece_type.index()];
        let mut numbers = vec![0u16; piece_type.holds.len()];
        for part in held.split(['&', ',']).map(str::trim).filter(|p| !p.is_empty()) {
            let (n, id) = match part.split_once([' ', '-']).and_then(|(n, id)| Some((n.parse().ok()?, id.trim()))) {
                Some(counted) => counted,
                None => (1, part),
            };
            let held_index = piece_type.holds.iter().position(|h| self.piece_types[h.index()].id == id)?;
            if numbers[held_index] > 0 || u32::from(n) > self.piece_types[piece_type.holds[held_index].index()].count {
                return None;
            }
            numbers[held_index] = n;
        }
        Some(numbers.iter().enumerate().fold(bare, |state, (held_index, n)| self.with_held(state, held_index, *n)))
    }
    /// The state with `n` held counters of the type at `held_index` in [`PieceType::holds`].
    pub fn with_held(&self, state: StateId, held_index: usize, n: u16) -> StateId {
        let def = &self.states[state.index()];
        let piece_type = &self.piece_types[def.piece_type.index()];
        // The states of a type are numbered in mixed radix: the face is the lowest digit, then come the marks, then the
        // numbers of held counters.
        let without_held = piece_type.faces.len() << piece_type.marks.len();
        let stride = piece_type.holds[..held_index]
            .iter()
            .fold(without_held, |stride, held| stride * (self.piece_types[held.index()].count as usize + 1));
        let plain = StateId::new(state.index() - usize::from(def.held[held_index]) * stride + usize::from(n) * stride);
        plain.with_values(state.values())
    }
    /// Parses a state without held counters.
    fn bare_state(&self, text: &str) -> Option<StateId> {
        let (head, marks) = text.split_once('+').unwrap_or((text, ""));
        let bare = *self.lookup.faces_by_text.get(head)?;
        let piece_type = &self.piece_types[self.states[bare.index()].piece_type.index()];
        let (mut bits, mut valued) = (0, bare);
        for mark in marks.split('+').filter(|mark| !mark.is_empty()) {
            if let Some((id, value)) = mark.split_once(':') {
                let mark = *piece_type.valued_marks.iter().find(|own| self.marks[own.index()].id == id)?;
                if self.has_mark(valued, mark) {
                    return None;
                }
                valued = self.with_mark_value(valued, mark, Some(self.parse_mark_value(mark, value)?))?;
                continue;
            }
            let bit = 1 << piece_type.marks.iter().position(|own| self.marks[own.index()].id == mark)?;
            if bits & bit != 0 {
                return None;
            }
            bits |= bit;
        }
        Some(self.with_face_and_marks(valued, self.states[bare.index()].face, bits))
    }
    /// The state with another face and other plain marks. Held counters and mark values stay.
    pub fn with_face_and_marks(&self, state: StateId, face: u8, marks: u8) -> StateId {
        let def = &self.states[state.index()];
        let faces = self.piece_types[def.piece_type.index()].faces.len();
        let index = |face: u8, marks: u8| marks as usize * faces + face as usize;
        StateId::new(state.index() - index(def.face, def.marks) + index(face, marks)).with_values(state.values())
    }
    /// The state of a type with this face and these plain marks, without held counters.
    pub fn state_of(&self, piece_type: PieceTypeId, face: u8, marks: u8) -> StateId {
        let first = self.states.partition_point(|s| s.piece_type < piece_type); // States are numbered type by type.
        StateId::new(first + marks as usize * self.piece_types[piece_type.index()].faces.len() + face as usize)
    }
    /// Whether pieces of this state at this space are the unused supply of their type.
    pub fn is_in_supply(&self, space: SpaceId, state: StateId) -> bool {
        let piece_type = self.states[state.index()].piece_type;
        self.piece_types[piece_type.index()].supply == space && self.state_of(piece_type, 0, 0) == state
    }
}

/// Makes a display name from the id of a face: `Caribbean carrier` from `caribbean-carrier`.
fn name_from_id(face: &str) -> String {
    let text = face.replace('-', " ");
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
