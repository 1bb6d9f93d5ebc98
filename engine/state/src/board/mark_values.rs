//! Marks with a value: the possible values, how a piece state packs them, and how notation writes them.
//!
//! A state packs the values of its marks into one number in mixed radix. The first of the type's valued marks is the
//! lowest digit. Digit 0 means that the piece has no such mark. Digit 1 is the first of [`Mark::values`].

use super::{Board, Mark, MarkValueType, PieceState, PieceType, SpaceKinds};
use crate::ids::*;
use crate::val::Val;
use std::borrow::Cow;

impl Mark {
    /// The index of a value in [`Mark::values`].
    pub fn value_index(&self, value: Val) -> Option<usize> {
        self.values.iter().position(|candidate| *candidate == value)
    }
}

impl Board {
    /// The most combinations of mark values that one piece type may have.
    pub const MAX_MARK_VALUES: usize = 1 << 16;

    /// How many values a mark of this type may have.
    pub fn mark_value_count(&self, value_type: &MarkValueType) -> usize {
        match value_type {
            MarkValueType::Space(None) => self.spaces.len(),
            MarkValueType::Space(Some(kinds)) => {
                self.spaces.iter().filter(|space| kinds.contains_all(SpaceKinds::one(space.kind))).count()
            }
            MarkValueType::Card => self.cards.len(),
            MarkValueType::Side => self.sides.len(),
            MarkValueType::Word(words) => words.len(),
            MarkValueType::Number(min, max) => usize::try_from(max.saturating_sub(*min).saturating_add(1)).unwrap_or(0),
        }
    }
    /// How many combinations of mark values, including absent marks, a piece type has.
    pub fn mark_value_combinations(&self, piece_type: &PieceType) -> usize {
        let value_types =
            piece_type.valued_marks.iter().filter_map(|mark| self.marks[mark.index()].value_type.as_ref());
        let counts = value_types.map(|value_type| self.mark_value_count(value_type).saturating_add(1));
        counts.fold(1, usize::saturating_mul)
    }
    /// Fills [`Mark::values`] of all marks.
    pub(super) fn derive_mark_values(&mut self) {
        for index in 0..self.marks.len() {
            let handles = |count: usize, handle: fn(usize) -> Val| (0..count).map(handle).collect();
            self.marks[index].values = match &self.marks[index].value_type {
                None => Vec::new(),
                Some(MarkValueType::Space(kinds)) => {
                    let is_allowed = |space: &usize| {
                        kinds.is_none_or(|kinds| kinds.contains_all(SpaceKinds::one(self.spaces[*space].kind)))
                    };
                    (0..self.spaces.len()).filter(is_allowed).map(|space| Val::space(SpaceId::new(space))).collect()
                }
                Some(MarkValueType::Card) => handles(self.cards.len(), |card| Val::card(CardId::new(card))),
                Some(MarkValueType::Side) => handles(self.sides.len(), |side| Val::side(SideId::new(side))),
                Some(MarkValueType::Word(words)) => words.iter().map(|word| Val::word(*word)).collect(),
                // `content` refuses marks with more values, so this limit only bounds memory.
                Some(MarkValueType::Number(min, max)) => {
                    (*min..=*max).take(Board::MAX_MARK_VALUES).map(Val::number).collect()
                }
            };
        }
    }
    /// The valued marks of a piece type, each with its place value and its radix.
    fn digits<'a>(&'a self, piece_type: &'a PieceType) -> impl Iterator<Item = (MarkId, usize, usize)> + 'a {
        piece_type.valued_marks.iter().scan(1, |next, mark| {
            let (place_value, radix) = (*next, self.marks[mark.index()].values.len() + 1);
            *next = place_value * radix;
            Some((*mark, place_value, radix))
        })
    }
    /// The plain state: everything about a state except the values of its marks.
    #[inline]
    pub fn plain_state(&self, state: StateId) -> &PieceState {
        &self.states[state.index()]
    }
    /// Whether a state exists on this board. A handle from a script may be invalid.
    pub(crate) fn is_valid_state(&self, state: StateId) -> bool {
        let piece_type = |plain: &PieceState| &self.piece_types[plain.piece_type.index()];
        let plain = self.states.get(state.index());
        plain.is_some_and(|plain| {
            state.values() == 0 || usize::from(state.values()) < self.mark_value_combinations(piece_type(plain))
        })
    }
    /// The marks of a state that have a value, each with its value, in the order of the type's marks.
    pub fn mark_values(&self, state: StateId) -> impl Iterator<Item = (MarkId, Val)> {
        let piece_type = &self.piece_types[self.plain_state(state).piece_type.index()];
        let valued = (state.values() != 0).then(|| self.digits(piece_type)).into_iter().flatten();
        valued.filter_map(move |(mark, place_value, radix)| {
            let digit = usize::from(state.values()) / place_value % radix;
            Some((mark, *self.marks[mark.index()].values.get(digit.checked_sub(1)?)?))
        })
    }
    /// The value of a mark on pieces of a state. `None` if the pieces do not have the mark.
    pub fn mark_value(&self, state: StateId, mark: MarkId) -> Option<Val> {
        self.mark_values(state).find(|(own, _)| *own == mark).map(|(_, value)| value)
    }
    /// Whether pieces of a state have a mark, plain or with any value.
    pub fn has_mark(&self, state: StateId, mark: MarkId) -> bool {
        let plain = self.plain_state(state);
        let bit = self.piece_types[plain.piece_type.index()].marks.iter().position(|own| *own == mark);
        match bit {
            Some(bit) => plain.marks >> bit & 1 == 1,
            None => self.mark_value(state, mark).is_some(),
        }
    }
    /// The state with this value of a mark, or without the mark if `value` is `None`. Returns `None` if the piece type
    /// cannot have the mark, or the mark cannot have the value.
    pub fn with_mark_value(&self, state: StateId, mark: MarkId, value: Option<Val>) -> Option<StateId> {
        let piece_type = &self.piece_types[self.plain_state(state).piece_type.index()];
        let (_, place_value, radix) = self.digits(piece_type).find(|(own, ..)| *own == mark)?;
        let digit = match value {
            None => 0,
            Some(value) => self.marks[mark.index()].value_index(value)? + 1,
        };
        let packed = usize::from(state.values());
        Some(state.with_values((packed - packed / place_value % radix * place_value + digit * place_value) as u16))
    }
    /// The state without a mark.
    pub fn without_mark(&self, state: StateId, mark: MarkId) -> StateId {
        let plain = self.plain_state(state);
        let bit = self.piece_types[plain.piece_type.index()].marks.iter().position(|own| *own == mark);
        match bit {
            Some(bit) => self.with_face_and_marks(state, plain.face, plain.marks & !(1 << bit)),
            None => self.with_mark_value(state, mark, None).unwrap_or(state),
        }
    }
    /// The state without the marks that the end of a period removes.
    pub fn without_temporary_marks(&self, state: StateId) -> StateId {
        let piece_type = &self.piece_types[self.plain_state(state).piece_type.index()];
        let temporary = piece_type
            .marks
            .iter()
            .chain(&piece_type.valued_marks)
            .filter(|mark| self.marks[mark.index()].until.is_some());
        temporary.fold(state, |state, mark| self.without_mark(state, *mark))
    }
    /// Writes a state as notation does, with the values of its marks: `w-bomber+moved+attacks:seattle`.
    pub fn state_text(&self, state: StateId) -> Cow<'_, str> {
        let plain = &self.plain_state(state).text;
        if state.values() == 0 {
            return plain.as_str().into();
        }
        // Held pieces come last, in parentheses.
        let (before_held, held) = plain.split_at(plain.find('(').unwrap_or(plain.len()));
        let mut text = before_held.to_owned();
        for (mark, value) in self.mark_values(state) {
            text.push('+');
            text.push_str(&self.marks[mark.index()].id);
            text.push(':');
            text.push_str(&self.id_of(value));
        }
        text.push_str(held);
        text.into()
    }
    /// Parses a value of a mark. Returns `None` if the mark cannot have the value.
    pub fn parse_mark_value(&self, mark: MarkId, text: &str) -> Option<Val> {
        let mark = &self.marks[mark.index()];
        let value = self.parse(mark.value_type.as_ref()?.kind(), text)?;
        mark.value_index(value).map(|_| value)
    }
}
