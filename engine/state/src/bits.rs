//! Sets kept in numbers: a set fact takes as many numbers as its members need, and this alone knows how
//! many members one number holds and where in it each lies.

/// Members of one number. The sign and one more bit stay free, so that a number of a set is a number like any other.
const PER_NUMBER: usize = 62;

/// How many numbers a set of things takes of which there are `members`; always one at least.
pub fn numbers_for(members: usize) -> usize {
    members.div_ceil(PER_NUMBER).max(1)
}

/// Which of a set's numbers a member lies in, and its bit there.
#[inline]
pub(crate) fn place_of(member: usize) -> (usize, i64) {
    (member / PER_NUMBER, 1 << (member % PER_NUMBER))
}

/// The members of a set, given its numbers, lowest first.
pub(crate) fn members(numbers: &[i64]) -> impl Iterator<Item = usize> {
    numbers.iter().enumerate().flat_map(|(at, number)| members_of(at, *number))
}

/// The members that the number at this place in a set stands for.
pub(crate) fn members_of(at: usize, number: i64) -> impl Iterator<Item = usize> {
    (0..PER_NUMBER).filter(move |bit| number >> bit & 1 == 1).map(move |bit| at * PER_NUMBER + bit)
}
