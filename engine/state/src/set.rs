//! Sets of small indices as bit sets. A set on a small board is a few numbers without an allocation; a set with a member
//! that does not fit there is as wide as any board needs.

/// The number of 64-bit words of a set without an allocation.
const NARROW: usize = 4;
/// The number of 64-bit words of a set with a member of at least `NARROW * 64`.
const WIDE: usize = 16;
/// The capacity of a set, and so the most spaces, links or cards of a board.
pub const CAPACITY: usize = WIDE * 64;

/// A set of indices below [`CAPACITY`].
#[derive(Debug, Clone)]
pub struct Set(Words);

#[derive(Debug, Clone)]
enum Words {
    Narrow([u64; NARROW]),
    Wide(Box<[u64; WIDE]>),
}

impl Set {
    /// The empty set.
    pub const EMPTY: Set = Set(Words::Narrow([0; NARROW]));

    /// A set with one index.
    #[inline]
    pub fn one(index: usize) -> Set {
        let mut set = Set::EMPTY;
        set.insert(index);
        set
    }
    /// A set from its words, 64 members each, lowest first.
    #[inline]
    fn from_words(words: &[u64]) -> Set {
        if words.len() <= NARROW {
            return Set(Words::Narrow(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0))));
        }
        Set(Words::Wide(Box::new(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0)))))
    }
    #[inline]
    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Narrow(words) => words,
            Words::Wide(words) => &**words,
        }
    }
    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Words::Narrow(words) => words,
            Words::Wide(words) => &mut **words,
        }
    }
    /// Adds an index.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        if index >= self.words().len() * 64 {
            *self = self.widened();
        }
        self.words_mut()[index >> 6] |= 1 << (index & 63);
    }
    /// The same set with room for every index.
    #[cold]
    fn widened(&self) -> Set {
        let mut words = [0; WIDE];
        words[..self.words().len()].copy_from_slice(self.words());
        Set(Words::Wide(Box::new(words)))
    }
    /// Removes an index.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        if let Some(word) = self.words_mut().get_mut(index >> 6) {
            *word &= !(1 << (index & 63));
        }
    }
    /// Whether the set contains an index.
    #[inline]
    pub fn has(&self, index: usize) -> bool {
        self.words().get(index >> 6).is_some_and(|word| word >> (index & 63) & 1 == 1)
    }
    /// The number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }
    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|word| *word == 0)
    }
    /// Combines two sets word by word. The words that only one set has are combined with 0.
    #[inline(always)]
    fn combine(&self, other: &Set, combined: impl Fn(u64, u64) -> u64) -> Set {
        if let (Words::Narrow(a), Words::Narrow(b)) = (&self.0, &other.0) {
            return Set(Words::Narrow(std::array::from_fn(|i| combined(a[i], b[i]))));
        }
        let word = |set: &Set, i: usize| set.words().get(i).copied().unwrap_or(0);
        Set(Words::Wide(Box::new(std::array::from_fn(|i| combined(word(self, i), word(other, i))))))
    }
    /// The intersection.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Set) -> Set {
        self.combine(other, |a, b| a & b)
    }
    /// The union.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Set) -> Set {
        self.combine(other, |a, b| a | b)
    }
    /// Adds the members of another set.
    #[inline]
    pub fn add_all(&mut self, other: &Set) {
        match (&mut self.0, &other.0) {
            (Words::Narrow(words), Words::Narrow(others)) => words.iter_mut().zip(others).for_each(|(a, b)| *a |= b),
            _ => *self = self.or(other),
        }
    }
    /// The difference: the members of `self` that `other` does not contain.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Set) -> Set {
        self.combine(other, |a, b| a & !b)
    }
    /// Returns the members that fulfil a condition.
    #[inline(always)]
    #[must_use]
    pub fn filter(&self, holds: impl Fn(usize) -> bool) -> Set {
        let mut kept = self.clone();
        for (word, word_index) in kept.words_mut().iter_mut().zip(0..) {
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
    pub fn iter(&self) -> Members<'_> {
        Members { words: self.words(), word: 0, next_word: 0 }
    }
    /// The lowest member.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }
}

impl Default for Set {
    fn default() -> Set {
        Set::EMPTY
    }
}

impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        let (a, b) = (self.words(), other.words());
        let shared = a.len().min(b.len());
        a[..shared] == b[..shared] && a[shared..].iter().chain(&b[shared..]).all(|word| *word == 0)
    }
}

impl Eq for Set {}

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
pub struct Members<'a> {
    words: &'a [u64],
    /// The members of the current word that are still to come.
    word: u64,
    /// The index of the word after the current one.
    next_word: usize,
}

impl Iterator for Members<'_> {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.word = *self.words.get(self.next_word)?;
            self.next_word += 1;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some((self.next_word - 1) * 64 + bit)
    }
}

/// Many sets of the same possible members, for example one for each pile. Each takes only as many words as the members
/// need, and a copy copies one slice.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Sets {
    /// The number of words of a set.
    width: usize,
    words: Vec<u64>,
}

impl Sets {
    /// Makes empty sets whose members are below `members`.
    pub(crate) fn new(sets: usize, members: usize) -> Sets {
        let width = members.div_ceil(64);
        Sets { width, words: vec![0; sets * width] }
    }
    /// Copies another value into this one, and keeps the allocation.
    #[inline]
    pub(crate) fn copy_from(&mut self, source: &Sets) {
        self.width = source.width;
        self.words.clone_from(&source.words);
    }
    /// One of the sets.
    #[inline]
    pub(crate) fn get(&self, set: usize) -> Set {
        Set::from_words(&self.words[set * self.width..][..self.width])
    }
    /// Adds a member to one of the sets.
    #[inline]
    pub(crate) fn insert(&mut self, set: usize, member: usize) {
        self.words[set * self.width + (member >> 6)] |= 1 << (member & 63);
    }
    /// Removes a member of one of the sets.
    #[inline]
    pub(crate) fn remove(&mut self, set: usize, member: usize) {
        self.words[set * self.width + (member >> 6)] &= !(1 << (member & 63));
    }
    /// Empties all sets.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }
    /// The bytes of the allocation.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}
