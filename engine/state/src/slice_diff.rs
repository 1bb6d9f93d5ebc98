//! Comparing two slices that are mostly equal.

/// The indices at which two slices of the same length differ, each with the old and the new value.
pub(crate) fn slice_diff<'a, T: PartialEq + Copy>(
    old: &'a [T],
    new: &'a [T],
) -> impl Iterator<Item = (usize, T, T)> + 'a {
    const CHUNK: usize = 64;
    let parts = old.chunks(CHUNK).zip(new.chunks(CHUNK)).enumerate().filter(|(_, (old, new))| old != new);
    parts.flat_map(|(part, (old, new))| {
        let pairs = old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
        pairs.map(move |(at, (old, new))| (part * CHUNK + at, *old, *new))
    })
}
