//! How a position stores a fact that holds a set: one bit for each possible member, in one or more numbers. Only this
//! module knows the bit layout.

/// How many members one number holds. The two highest bits stay free, so the number is below 2^62 and not negative.
const PER_NUMBER: usize = 62;

/// Returns how many numbers a set needs if it can have `members` members. At least 1.
pub fn numbers_needed(members: usize) -> usize {
    members.div_ceil(PER_NUMBER).max(1)
}

/// Returns the index of the number that holds a member, and the member's bit in that number.
#[inline]
pub(crate) fn bit_of(member: usize) -> (usize, i64) {
    (member / PER_NUMBER, 1 << (member % PER_NUMBER))
}

/// Returns the members of a set that is stored in these numbers, lowest first.
pub(crate) fn members(numbers: &[i64]) -> impl Iterator<Item = usize> {
    numbers.iter().enumerate().flat_map(|(number_index, number)| members_of(number_index, *number))
}

/// Returns the members in one number of a set.
pub(crate) fn members_of(number_index: usize, number: i64) -> impl Iterator<Item = usize> {
    (0..PER_NUMBER).filter(move |bit| number >> bit & 1 == 1).map(move |bit| number_index * PER_NUMBER + bit)
}
