//! Types of pieces, the states in which a piece may be, and the classes that select states.

use super::{Bears, Board};
use crate::ids::*;
use crate::val::Val;

/// A mark that tells pieces of one type apart.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Its id.
    pub id: String,
    /// The period at whose end the host takes it off.
    pub until: Option<PeriodId>,
    /// What it bears a value of; none of a plain mark, which pieces bear or do not.
    pub of: Option<Bears>,
    /// Whether the log tells who comes to bear it and who no longer does.
    pub told: bool,
    /// Every value it may bear, in order: [`Board::finish`] puts them here.
    pub values: Vec<Val>,
}

/// A type of pieces.
#[derive(Debug, Clone)]
pub struct PieceType {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// What several of them are called after their number; its name where nothing is said.
    pub plural: Option<String>,
    /// Whose it is.
    pub owner: Option<SideId>,
    /// How many counters there are.
    pub count: u32,
    /// Face ids, the default first; a single empty one if it has no faces.
    pub faces: Vec<String>,
    /// Whether a face is written by itself (`rebel`), without the type.
    pub named_faces: bool,
    /// Where those not in play lie.
    pub supply: SpaceId,
    /// The plain marks it may bear.
    pub marks: Vec<MarkId>,
    /// The marks it may bear with a value.
    pub valued: Vec<MarkId>,
    /// Types of counters that may lie beneath a piece of it, any number of each.
    pub holds: Vec<TypeId>,
}

/// One combination of type, face, plain marks and what is held. A [`StateId`] is such a combination and the values that
/// valued marks bear, of which there is no table: see [`Board::text_of`].
#[derive(Debug, Clone)]
pub struct PieceState {
    /// As written in notation, without values: `usmc/damaged+moved`, `guerrilla(2-cash)`.
    pub text: String,
    /// Its type.
    pub of: TypeId,
    /// Index into the type's faces.
    pub face: u8,
    /// Bits over the type's plain marks.
    pub marks: u8,
    /// How many it holds of each of the type's [`PieceType::holds`].
    pub held: Vec<u16>,
    /// Every class it belongs to.
    pub classes: Vec<ClassId>,
}

/// A named selection of piece states.
#[derive(Debug, Clone)]
pub struct Class {
    /// As written: `usa`, `rebel`, `us-unit`, `usa/damaged`, or a side's id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Its plain states, in order: with whatever values, a piece is of the classes of its plain state.
    pub states: Vec<StateId>,
    /// The type, if all its states are of one.
    pub of: Option<TypeId>,
    /// The face, if all its states show one.
    pub face: Option<u8>,
}

impl Board {
    pub(super) fn number_pieces(&mut self, groups: &[(String, String, Vec<TypeId>)]) {
        let mut states = Vec::new();
        self.classes.clear();
        for (t, of) in self.types.iter().enumerate() {
            for held in self.holdings(of) {
                for marks in 0..(1u16 << of.marks.len()) {
                    for f in 0..of.faces.len() {
                        let mut state = PieceState {
                            text: String::new(),
                            of: TypeId::new(t),
                            face: f as u8,
                            marks: marks as u8,
                            held: held.clone(),
                            classes: Vec::new(),
                        };
                        state.text = self.state_text(&state);
                        states.push(state);
                    }
                }
            }
        }
        self.states = states;
        self.index_faces();
        let states = self.states.clone();
        let held: Vec<TypeId> = self.types.iter().flat_map(|of| of.holds.iter().copied()).collect();
        let mut add =
            |id: String, name: String, of: Option<TypeId>, face: Option<u8>, test: &dyn Fn(&PieceState) -> bool| {
                let class = ClassId::new(self.classes.len());
                let mut members = Vec::new();
                for (s, state) in states.iter().enumerate() {
                    if test(state) {
                        members.push(StateId::new(s));
                        self.states[s].classes.push(class);
                    }
                }
                self.classes.push(Class { id, name, states: members, of, face });
            };
        for (t, of) in self.types.iter().enumerate() {
            let t = TypeId::new(t);
            add(of.id.clone(), of.name.clone(), Some(t), None, &|s| s.of == t);
            if of.faces.len() > 1 {
                for (f, face) in of.faces.iter().enumerate() {
                    let f = f as u8;
                    let (id, name) = if of.named_faces {
                        (face.clone(), as_name(face))
                    } else {
                        (format!("{}/{face}", of.id), format!("{} ({face})", of.name))
                    };
                    add(id, name, Some(t), Some(f), &|s| s.of == t && s.face == f);
                }
            }
        }
        for (id, name, types) in groups {
            add(id.clone(), name.clone(), None, None, &|s| types.contains(&s.of));
        }
        for (t, of) in self.types.iter().enumerate().filter(|(t, _)| held.contains(&TypeId::new(*t))) {
            let t = TypeId::new(t);
            let holds =
                |s: &PieceState| self.types[s.of.at()].holds.iter().zip(&s.held).any(|(h, n)| *h == t && *n > 0);
            add(format!("{}-holder", of.id), format!("{} holder", of.name), None, None, &holds);
        }
        for (i, side) in self.sides.iter().enumerate() {
            let owner = Some(SideId::new(i));
            add(side.id.clone(), side.name.clone(), None, None, &|s| self.types[s.of.at()].owner == owner);
        }
        self.name_classes_of_sides();
    }
    /// The class of a side's pieces is called like the side; where other pieces are, it needs an id no entry can have.
    pub(super) fn name_classes_of_sides(&mut self) {
        let first = self.classes.len() - self.sides.len();
        for (at, side) in self.sides.iter().enumerate() {
            let is_taken = self.classes[..first].iter().any(|class| class.id == side.id);
            self.classes[first + at].id = if is_taken { format!("side/{}", side.id) } else { side.id.clone() };
        }
    }
    /// How notation writes a state.
    pub(super) fn state_text(&self, state: &PieceState) -> String {
        let of = &self.types[state.of.at()];
        let face = &of.faces[state.face as usize];
        let mut text = match (of.named_faces, state.face) {
            (true, _) => face.clone(),
            (false, 0) => of.id.clone(),
            (false, _) => format!("{}/{face}", of.id),
        };
        for (m, mark) in of.marks.iter().enumerate() {
            if state.marks >> m & 1 == 1 {
                text.push('+');
                text.push_str(&self.marks[mark.at()].id);
            }
        }
        let held = of.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0);
        let held: Vec<String> = held
            .map(|(of, n)| match n {
                1 => self.types[of.at()].id.clone(),
                n => format!("{n}-{}", self.types[of.at()].id),
            })
            .collect();
        if held.is_empty() { text } else { format!("{text}({})", held.join("&")) }
    }
    pub(super) fn index_faces(&mut self) {
        self.faces_by_text.clear();
        let is_bare = |state: &&PieceState| state.marks == 0 && state.held.iter().all(|n| *n == 0);
        for (s, state) in self.states.iter().enumerate().filter(|(_, state)| is_bare(state)) {
            let of = &self.types[state.of.at()];
            let full = format!("{}/{}", of.id, of.faces[state.face as usize]);
            for text in [state.text.clone(), full] {
                self.faces_by_text.entry(text).or_insert(StateId::new(s));
            }
        }
    }
    /// What pieces of a type may hold, each as its numbers: nothing first.
    fn holdings(&self, of: &PieceType) -> Vec<Vec<u16>> {
        let mut all = vec![vec![]];
        for (i, held) in of.holds.iter().enumerate() {
            let most = self.types[held.at()].count as u16;
            let with = |n: u16, rest: &Vec<u16>| rest.iter().copied().chain([n]).collect::<Vec<u16>>();
            debug_assert!(all.iter().all(|h: &Vec<u16>| h.len() == i));
            all = (0..=most).flat_map(|n| all.iter().map(move |rest| with(n, rest))).collect();
        }
        all
    }
    /// Whether pieces of some type may hold this.
    pub fn is_held(&self, held: TypeId) -> bool {
        self.types.iter().any(|of| of.holds.contains(&held))
    }
    /// The class of all pieces of a side.
    pub fn class_of_side(&self, side: SideId) -> ClassId {
        ClassId::new(self.classes.len() - self.sides.len() + side.at())
    }
    /// A piece state by its text; named faces and default faces as notation writes them; a valued mark as
    /// `+attacks:seattle`; what it holds as `(2 cash)` or `(2-cash)`.
    pub fn state(&self, text: &str) -> Option<StateId> {
        let (text, held) = match text.split_once('(') {
            Some((text, held)) => (text, held.strip_suffix(')')?),
            None => (text, ""),
        };
        let bare = self.bare_state(text)?;
        let of = &self.types[self.states[bare.at()].of.at()];
        let mut numbers = vec![0u16; of.holds.len()];
        for part in held.split(['&', ',']).map(str::trim).filter(|p| !p.is_empty()) {
            let (n, id) = match part.split_once([' ', '-']).and_then(|(n, id)| Some((n.parse().ok()?, id.trim()))) {
                Some(counted) => counted,
                None => (1, part),
            };
            let which = of.holds.iter().position(|h| self.types[h.at()].id == id)?;
            if numbers[which] > 0 || u32::from(n) > self.types[of.holds[which].at()].count {
                return None;
            }
            numbers[which] = n;
        }
        Some(numbers.iter().enumerate().fold(bare, |state, (which, n)| self.state_holding(state, which, *n)))
    }
    /// The state like this one that holds `n` of the type's `which`-th counter.
    pub fn state_holding(&self, state: StateId, which: usize, n: u16) -> StateId {
        let def = &self.states[state.at()];
        let of = &self.types[def.of.at()];
        let stride = of.holds[..which]
            .iter()
            .fold(of.faces.len() << of.marks.len(), |stride, held| stride * (self.types[held.at()].count as usize + 1));
        let plain = StateId::new(state.at() - usize::from(def.held[which]) * stride + usize::from(n) * stride);
        plain.bearing(state.values())
    }
    /// A state that holds nothing.
    fn bare_state(&self, text: &str) -> Option<StateId> {
        let (head, marks) = text.split_once('+').unwrap_or((text, ""));
        let bare = *self.faces_by_text.get(head)?;
        let of = &self.types[self.states[bare.at()].of.at()];
        let (mut bits, mut valued) = (0, bare);
        for mark in marks.split('+').filter(|mark| !mark.is_empty()) {
            if let Some((id, value)) = mark.split_once(':') {
                let mark = *of.valued.iter().find(|own| self.marks[own.at()].id == id)?;
                if self.bears(valued, mark) {
                    return None;
                }
                valued = self.with_value(valued, mark, Some(self.value_of(mark, value)?))?;
                continue;
            }
            let bit = 1 << of.marks.iter().position(|own| self.marks[own.at()].id == mark)?;
            if bits & bit != 0 {
                return None;
            }
            bits |= bit;
        }
        Some(self.state_like(valued, self.states[bare.at()].face, bits))
    }
    /// The state like this one with another face and other plain marks; it holds the same, and bears the same values.
    pub fn state_like(&self, state: StateId, face: u8, marks: u8) -> StateId {
        let def = &self.states[state.at()];
        let faces = self.types[def.of.at()].faces.len();
        let index = |face: u8, marks: u8| marks as usize * faces + face as usize;
        StateId::new(state.at() - index(def.face, def.marks) + index(face, marks)).bearing(state.values())
    }
    /// The state of a type with this face and these plain marks, holding nothing.
    pub fn state_of(&self, of: TypeId, face: u8, marks: u8) -> StateId {
        let first = self.states.partition_point(|s| s.of < of); // States are numbered type by type.
        StateId::new(first + marks as usize * self.types[of.at()].faces.len() + face as usize)
    }
    /// Whether these pieces at this place are what is left in the supply of their type.
    pub fn is_spare(&self, at: SpaceId, state: StateId) -> bool {
        let of = self.states[state.at()].of;
        self.types[of.at()].supply == at && self.state_of(of, 0, 0) == state
    }
}

/// `Caribbean carrier` for the face `caribbean-carrier`, which is called nothing else.
fn as_name(face: &str) -> String {
    let text = face.replace('-', " ");
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
