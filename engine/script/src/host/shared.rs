//! What `shared` keeps: values that several offers of one choice need, by what they were asked for with. All of it is of one
//! age; it goes with the next change.

use super::Host;
use std::collections::HashMap;

/// What a shared value was asked for with, or what it came to, as the Lua stack holds it: a type and its bits. A text that it was
/// asked for with is told by [`Host::number_of_text`]; texts and tables that are kept lie in a list in Lua.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held {
    /// The type, as Luau numbers it.
    pub(crate) tag: i32,
    /// Which value of it.
    pub(crate) bits: u64,
}

impl Held {
    /// Nothing.
    pub(crate) const NIL: Held = Held { tag: mlua::ffi::LUA_TNIL, bits: 0 };
}

/// A value, once it is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// It is being worked out.
    Working,
    /// This.
    Is(Held),
}

/// Texts by number: see [`Host::number_of_text`].
#[derive(Debug, Default)]
pub(crate) struct Texts {
    numbers: HashMap<String, u64>,
    given: u64,
}

/// What one shared value has come to, by what it was asked for with.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    age: u64,
    by: Vec<([Held; 2], Kept)>,
}

impl Shared {
    /// What is kept for one argument, if it is of this age and worked out.
    #[inline]
    pub(crate) fn at_hand(&self, age: u64, with: Held) -> Option<Held> {
        if self.age != age {
            return None;
        }
        self.by.iter().find_map(|(of, kept)| match kept {
            Kept::Is(held) if *of == [with, Held::NIL] => Some(*held),
            _ => None,
        })
    }

    /// The place of what is kept for these arguments, and it; none of another age.
    #[inline]
    pub(crate) fn find(&mut self, age: u64, with: [Held; 2]) -> Option<(usize, Kept)> {
        if self.age != age {
            self.age = age;
            self.by.clear();
        }
        self.by.iter().position(|(of, _)| *of == with).map(|at| (at, self.by[at].1))
    }

    /// Keeps what it comes to with these arguments; its place.
    pub(crate) fn keep(&mut self, age: u64, with: [Held; 2], kept: Kept) -> usize {
        let at = self.find(age, with).map_or(self.by.len(), |(at, _)| at);
        match self.by.get_mut(at) {
            Some(place) => place.1 = kept,
            None => self.by.push((with, kept)),
        }
        at
    }
}

/// Texts that shared values were asked for with: more are not remembered at once.
const MOST_TEXTS: usize = 1000;

impl Host {
    /// The number of a text: equal texts have one, as long as it is remembered, and no other text ever has it.
    pub(crate) fn number_of_text(&mut self, text: String) -> u64 {
        if self.texts.numbers.len() >= MOST_TEXTS {
            self.texts.numbers.clear();
        }
        let Texts { numbers, given } = &mut self.texts;
        *numbers.entry(text).or_insert_with(|| {
            *given += 1;
            *given
        })
    }

    /// Makes room for one more shared value; its number.
    pub(crate) fn new_shared(&mut self) -> usize {
        self.shared.push(Shared::default());
        self.shared.len() - 1
    }
}
