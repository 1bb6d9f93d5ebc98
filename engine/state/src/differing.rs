//! Where two rows of numbers differ that mostly agree.

/// Where two rows of the same length differ, with what stands there in each.
pub(crate) fn differing<'a, T: PartialEq + Copy>(
    before: &'a [T],
    now: &'a [T],
) -> impl Iterator<Item = (usize, T, T)> + 'a {
    const AT_ONCE: usize = 64;
    let parts = before.chunks(AT_ONCE).zip(now.chunks(AT_ONCE)).enumerate().filter(|(_, (before, now))| before != now);
    parts.flat_map(|(part, (before, now))| {
        let pairs = before.iter().zip(now).enumerate().filter(|(_, (old, new))| old != new);
        pairs.map(move |(at, (old, new))| (part * AT_ONCE + at, *old, *new))
    })
}
