//! How a set fact is stored in numbers: one bit per possible member. Only this module knows the bit layout.

/// Members in one number. The sign bit and one more stay free, so the number is within the range of rule numbers.
const PER_NUMBER: usize = 62;

/// How many numbers a set needs whose kind has `members` things. At least 1.
pub fn numbers_needed(members: usize) -> usize {
    members.div_ceil(PER_NUMBER).max(1)
}

/// The index of the number that holds a member, and the member's bit in it.
#[inline]
pub(crate) fn bit_of(member: usize) -> (usize, i64) {
    (member / PER_NUMBER, 1 << (member % PER_NUMBER))
}

/// The members of a set with these numbers, lowest first.
pub(crate) fn members(numbers: &[i64]) -> impl Iterator<Item = usize> {
    numbers.iter().enumerate().flat_map(|(at, number)| members_of(at, *number))
}

/// The members in one number of a set. `at` is the index of that number.
pub(crate) fn members_of(at: usize, number: i64) -> impl Iterator<Item = usize> {
    (0..PER_NUMBER).filter(move |bit| number >> bit & 1 == 1).map(move |bit| at * PER_NUMBER + bit)
}
