//! Marks that bear a value: which values, how a state has them, and how they are written.
//!
//! A state holds the values of its type's marks in one number, in mixed radix: the first of the type's valued marks counts
//! in ones, and of each mark 0 is none, 1 the first of its [`Mark::values`].

use super::{Board, Kinds, Mark, PieceState, PieceType};
use crate::ids::*;
use crate::val::{Kind, Val};
use std::borrow::Cow;

/// What a mark is of: the thing, word or number it bears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bears {
    /// A space, of some kinds or of any.
    Space(Option<Kinds>),
    /// A card.
    Card,
    /// A side.
    Side,
    /// One of these words.
    Word(Vec<WordId>),
    /// A number, from and to.
    Number(i64, i64),
}

impl Bears {
    /// Of what kind its values are.
    pub fn kind(&self) -> Kind {
        match self {
            Bears::Space(_) => Kind::Space,
            Bears::Card => Kind::Card,
            Bears::Side => Kind::Side,
            Bears::Word(_) => Kind::Word,
            Bears::Number(..) => Kind::Number,
        }
    }
}

impl Mark {
    /// Which of its values this is: 0 for the first.
    pub fn place_of(&self, value: Val) -> Option<usize> {
        self.values.iter().position(|known| *known == value)
    }
}

impl Board {
    /// The most combinations of values that the marks of one type may bear.
    pub const MOST_VALUES: usize = 1 << 16;

    /// How many values a mark may bear; none of a plain one.
    pub fn values_of(&self, bears: &Bears) -> usize {
        match bears {
            Bears::Space(None) => self.spaces.len(),
            Bears::Space(Some(kinds)) => self.spaces.iter().filter(|space| kinds.have(Kinds::one(space.kind))).count(),
            Bears::Card => self.cards.len(),
            Bears::Side => self.sides.len(),
            Bears::Word(words) => words.len(),
            Bears::Number(min, max) => usize::try_from(max.saturating_sub(*min).saturating_add(1)).unwrap_or(0),
        }
    }
    /// How many combinations of values, or of none, the marks of a type may bear.
    pub fn combinations(&self, of: &PieceType) -> usize {
        let each = of.valued.iter().filter_map(|mark| self.marks[mark.at()].of.as_ref());
        each.fold(1, |all, bears| all.saturating_mul(self.values_of(bears).saturating_add(1)))
    }
    /// Numbers the values of all marks.
    pub(super) fn derive_values(&mut self) {
        for at in 0..self.marks.len() {
            let handles = |n: usize, of: fn(usize) -> Val| (0..n).map(of).collect();
            self.marks[at].values = match &self.marks[at].of {
                None => Vec::new(),
                Some(Bears::Space(kinds)) => {
                    let is_one = |space: &usize| kinds.is_none_or(|of| of.have(Kinds::one(self.spaces[*space].kind)));
                    (0..self.spaces.len()).filter(is_one).map(|space| Val::space(SpaceId::new(space))).collect()
                }
                Some(Bears::Card) => handles(self.cards.len(), |card| Val::card(CardId::new(card))),
                Some(Bears::Side) => handles(self.sides.len(), |side| Val::side(SideId::new(side))),
                Some(Bears::Word(words)) => words.iter().map(|word| Val::word(*word)).collect(),
                // What is too much is refused before a position is made.
                Some(Bears::Number(min, max)) => (*min..=*max).take(Board::MOST_VALUES).map(Val::number).collect(),
            };
        }
    }
    /// The valued marks of a type, each with what it counts in and how many digits it has.
    fn digits<'a>(&'a self, of: &'a PieceType) -> impl Iterator<Item = (MarkId, usize, usize)> + 'a {
        of.valued.iter().scan(1, |ones, mark| {
            let (counts, digits) = (*ones, self.marks[mark.at()].values.len() + 1);
            *ones = counts * digits;
            Some((*mark, counts, digits))
        })
    }
    /// The plain state of a state: what it is but for the values.
    #[inline]
    pub fn plain(&self, state: StateId) -> &PieceState {
        &self.states[state.at()]
    }
    /// Whether a state is one of this board: as a script may have made it up.
    pub(crate) fn knows_state(&self, state: StateId) -> bool {
        let of = |plain: &PieceState| &self.types[plain.of.at()];
        let plain = self.states.get(state.at());
        plain.is_some_and(|plain| state.values() == 0 || usize::from(state.values()) < self.combinations(of(plain)))
    }
    /// The values that pieces of a state bear, each with its mark, in the order of the type's marks.
    pub fn borne(&self, state: StateId) -> impl Iterator<Item = (MarkId, Val)> {
        let of = &self.types[self.plain(state).of.at()];
        let valued = (state.values() != 0).then(|| self.digits(of)).into_iter().flatten();
        valued.filter_map(move |(mark, ones, digits)| {
            let digit = usize::from(state.values()) / ones % digits;
            Some((mark, *self.marks[mark.at()].values.get(digit.checked_sub(1)?)?))
        })
    }
    /// The value with which pieces of a state bear a mark.
    pub fn value(&self, state: StateId, mark: MarkId) -> Option<Val> {
        self.borne(state).find(|(borne, _)| *borne == mark).map(|(_, value)| value)
    }
    /// Whether pieces of a state bear a mark, with whatever value.
    pub fn bears(&self, state: StateId, mark: MarkId) -> bool {
        let plain = self.plain(state);
        let bit = self.types[plain.of.at()].marks.iter().position(|own| *own == mark);
        match bit {
            Some(bit) => plain.marks >> bit & 1 == 1,
            None => self.value(state, mark).is_some(),
        }
    }
    /// The state like this one, but with this value of a valued mark, or without any; none if such pieces bear no such mark,
    /// or the mark no such value.
    pub fn with_value(&self, state: StateId, mark: MarkId, value: Option<Val>) -> Option<StateId> {
        let of = &self.types[self.plain(state).of.at()];
        let (_, ones, digits) = self.digits(of).find(|(own, ..)| *own == mark)?;
        let digit = match value {
            None => 0,
            Some(value) => self.marks[mark.at()].place_of(value)? + 1,
        };
        let all = usize::from(state.values());
        Some(state.bearing((all - all / ones % digits * ones + digit * ones) as u16))
    }
    /// The state like this one without a mark, plain or valued.
    pub fn without_mark(&self, state: StateId, mark: MarkId) -> StateId {
        let plain = self.plain(state);
        let bit = self.types[plain.of.at()].marks.iter().position(|own| *own == mark);
        match bit {
            Some(bit) => self.state_like(state, plain.face, plain.marks & !(1 << bit)),
            None => self.with_value(state, mark, None).unwrap_or(state),
        }
    }
    /// The state that looks the same, without the marks that a period takes off: what people tell apart.
    pub fn lasting(&self, state: StateId) -> StateId {
        let of = &self.types[self.plain(state).of.at()];
        let passing = of.marks.iter().chain(&of.valued).filter(|mark| self.marks[mark.at()].until.is_some());
        passing.fold(state, |state, mark| self.without_mark(state, *mark))
    }
    /// A state as notation writes it, with its values: `w-bomber+moved+attacks:seattle`.
    pub fn text_of(&self, state: StateId) -> Cow<'_, str> {
        let plain = &self.plain(state).text;
        if state.values() == 0 {
            return plain.as_str().into();
        }
        let (head, held) = plain.split_at(plain.find('(').unwrap_or(plain.len()));
        let mut text = head.to_owned();
        for (mark, value) in self.borne(state) {
            text.push('+');
            text.push_str(&self.marks[mark.at()].id);
            text.push(':');
            text.push_str(&self.id_of(value));
        }
        text.push_str(held);
        text.into()
    }
    /// A value of a mark by its text.
    pub fn value_of(&self, mark: MarkId, text: &str) -> Option<Val> {
        let mark = &self.marks[mark.at()];
        let value = self.read(mark.of.as_ref()?.kind(), text)?;
        mark.place_of(value).map(|_| value)
    }
}
