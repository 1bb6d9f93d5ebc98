//! Sets of small indices as bit sets of a fixed size.

/// The number of 64-bit words in a [`Set`].
pub const WORDS: usize = 4;
/// The capacity of a set, and so the most spaces, links or cards of a board.
pub const CAPACITY: usize = WORDS * 64;

/// A set of indices below [`CAPACITY`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Set(pub [u64; WORDS]);

impl Set {
    /// The empty set.
    pub const EMPTY: Set = Set([0; WORDS]);

    /// A set with one index.
    #[inline]
    pub fn one(index: usize) -> Set {
        let mut set = Set::EMPTY;
        set.insert(index);
        set
    }
    /// Adds an index.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.0[index >> 6] |= 1 << (index & 63);
    }
    /// Removes an index.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        self.0[index >> 6] &= !(1 << (index & 63));
    }
    /// Whether the set contains an index.
    #[inline]
    pub fn has(&self, index: usize) -> bool {
        index < CAPACITY && self.0[index >> 6] >> (index & 63) & 1 == 1
    }
    /// The number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
    /// The intersection.
    #[inline]
    pub fn and(self, other: Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
    /// The union.
    #[inline]
    pub fn or(self, other: Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    /// The difference: the members of `self` that `other` does not contain.
    #[inline]
    pub fn minus(self, other: Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
    /// Returns the members that fulfil a condition.
    #[inline(always)]
    pub fn filter(self, holds: impl Fn(usize) -> bool) -> Set {
        let mut kept = self;
        for (word, word_index) in kept.0.iter_mut().zip(0..) {
            let mut remaining = *word;
            while remaining != 0 {
                let bit = remaining & remaining.wrapping_neg();
                if !holds(word_index * 64 + bit.trailing_zeros() as usize) {
                    *word &= !bit;
                }
                remaining &= !bit;
            }
        }
        kept
    }
    /// The members, lowest first.
    #[inline]
    pub fn iter(&self) -> Members {
        Members { words: self.0, word_index: 0 }
    }
    /// The lowest member.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }
}

impl FromIterator<usize> for Set {
    fn from_iter<T: IntoIterator<Item = usize>>(iter: T) -> Self {
        let mut set = Set::EMPTY;
        for index in iter {
            set.insert(index);
        }
        set
    }
}

/// Iterator over the members of a [`Set`], lowest first.
#[derive(Debug, Clone)]
pub struct Members {
    words: [u64; WORDS],
    word_index: usize,
}

impl Iterator for Members {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word_index < WORDS {
            let word = &mut self.words[self.word_index];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.word_index * 64 + bit);
            }
            self.word_index += 1;
        }
        None
    }
}
