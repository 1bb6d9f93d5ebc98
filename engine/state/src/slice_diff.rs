//! Comparing two slices that are mostly equal.

/// Returns the indices at which two slices of the same length differ, each with the old and the new value.
pub(crate) fn slice_diff<'a, T: PartialEq + Copy>(
    old: &'a [T],
    new: &'a [T],
) -> impl Iterator<Item = (usize, T, T)> + 'a {
    const CHUNK: usize = 64;
    let differing_chunks = old.chunks(CHUNK).zip(new.chunks(CHUNK)).enumerate().filter(|(_, (old, new))| old != new);
    differing_chunks.flat_map(|(chunk, (old, new))| {
        let pairs = old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
        pairs.map(move |(offset, (old, new))| (chunk * CHUNK + offset, *old, *new))
    })
}
