//! The cache of `shared` functions, for values that several offers of one choice need. The host empties the cache, by
//! raising [`SharedValues::age`], when the position changes and when it drops the sets of a step.

use std::collections::HashMap;

/// A Lua value as the Lua stack holds it: type and bits. The value is an argument or the result of a `shared` function.
/// For a string argument, `bits` is the number of the string ([`SharedValues::number_of_text`]). For a result that is a string
/// or a Luau table, `bits` is not used, because a list in Lua holds the value itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RawValue {
    /// The type, as Luau numbers it.
    pub(crate) tag: i32,
    /// The bits of the value.
    pub(crate) bits: u64,
}

impl RawValue {
    /// Lua's nil.
    pub(crate) const NIL: RawValue = RawValue { tag: mlua::ffi::LUA_TNIL, bits: 0 };
}

/// The result of a `shared` function for some arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CachedValue {
    /// The function is running.
    InProgress,
    /// The function returned this value.
    Ready(RawValue),
}

/// The numbers of strings: see [`SharedValues::number_of_text`].
#[derive(Debug, Default)]
pub(crate) struct TextNumbers {
    numbers: HashMap<String, u64>,
    last: u64,
}

/// The cached values of `shared` functions.
#[derive(Debug, Default)]
pub(crate) struct SharedValues {
    /// The caches of functions that scripts made with `shared`. The index is the number of the function.
    pub(crate) caches: Vec<SharedCache>,
    /// The numbers that stand for strings in the arguments of `shared` functions.
    texts: TextNumbers,
    /// The number of times that the position changed or sets were dropped. A cached value with another age is invalid.
    /// Never 0 after scripts have loaded.
    pub(crate) age: u64,
}

/// The results of one `shared` function by its arguments.
#[derive(Debug, Default)]
pub(crate) struct SharedCache {
    /// The [`SharedValues::age`] at which the function returned these results.
    age: u64,
    entries: Vec<([RawValue; 2], CachedValue)>,
}

impl SharedCache {
    /// Returns the result for one argument, if the cache has the result at this age.
    #[inline]
    pub(crate) fn lookup(&self, age: u64, argument: RawValue) -> Option<RawValue> {
        if self.age != age {
            return None;
        }
        self.entries.iter().find_map(|(arguments, cached)| match cached {
            CachedValue::Ready(value) if *arguments == [argument, RawValue::NIL] => Some(*value),
            _ => None,
        })
    }

    /// Returns the index and the value of the entry for these arguments. Empties the cache if it has another age.
    #[inline]
    pub(crate) fn find(&mut self, age: u64, arguments: [RawValue; 2]) -> Option<(usize, CachedValue)> {
        if self.age != age {
            self.age = age;
            self.entries.clear();
        }
        self.entries.iter().position(|(key, _)| *key == arguments).map(|index| (index, self.entries[index].1))
    }

    /// Stores the entry for these arguments, and returns its index.
    pub(crate) fn store(&mut self, age: u64, arguments: [RawValue; 2], value: CachedValue) -> usize {
        let index = self.find(age, arguments).map_or(self.entries.len(), |(index, _)| index);
        match self.entries.get_mut(index) {
            Some(entry) => entry.1 = value,
            None => self.entries.push((arguments, value)),
        }
        index
    }
}

/// The most strings with a number at one time.
const MAX_TEXTS: usize = 1000;

impl SharedValues {
    /// Returns the number of a string. Equal strings have the same number until the map of numbers is full and cleared.
    /// Two different strings never have the same number.
    pub(crate) fn number_of_text(&mut self, text: String) -> u64 {
        if self.texts.numbers.len() >= MAX_TEXTS {
            self.texts.numbers.clear();
        }
        let TextNumbers { numbers, last } = &mut self.texts;
        *numbers.entry(text).or_insert_with(|| {
            *last += 1;
            *last
        })
    }

    /// Adds the cache of one more `shared` function, and returns its number.
    pub(crate) fn new_shared(&mut self) -> usize {
        self.caches.push(SharedCache::default());
        self.caches.len() - 1
    }
}
