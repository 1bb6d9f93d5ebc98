//! Dice, shuffles and picks, implemented from `docs/chance.md` alone, without engine code.

/// A kind of die with the stream of its outcomes for one seed. Faces are numbered from 0.
pub struct Die {
    key: [u32; 8],
    faces: u64,
    /// The number and the bytes of the last block of the key stream.
    block: Option<(u64, [u8; 64])>,
}

impl Die {
    pub fn new(seed: u64, id: &str, faces: usize) -> Die {
        let mut bytes = b"cardwright die\0".to_vec();
        bytes.extend(seed.to_le_bytes());
        bytes.extend(id.bytes());
        Die { key: words(blake3::hash(&bytes).as_bytes()), faces: faces as u64, block: None }
    }

    pub fn face(&mut self, outcome: u64) -> usize {
        let (block, offset) = (outcome / 8, (outcome % 8) as usize * 8);
        if self.block.is_none_or(|(cached_block, _)| cached_block != block) {
            self.block = Some((block, chacha8(&self.key, block)));
        }
        let stream = self.block.unwrap().1;
        let word = u64::from_le_bytes(stream[offset..offset + 8].try_into().unwrap());
        ((u128::from(word) * u128::from(self.faces)) >> 64) as usize
    }
}

/// Returns the ids of cards that were shuffled together, in their order, top first.
pub fn shuffled<'a>(seed: u64, pile: &str, shuffle: u32, cards: &[&'a str]) -> Vec<&'a str> {
    let key = |card: &&str| {
        let mut bytes = b"cardwright deck\0".to_vec();
        bytes.extend(seed.to_le_bytes());
        bytes.extend(shuffle.to_le_bytes());
        bytes.extend(pile.bytes());
        bytes.push(0);
        bytes.extend(card.bytes());
        u64::from_le_bytes(blake3::hash(&bytes).as_bytes()[..8].try_into().unwrap())
    };
    let mut order = cards.to_vec();
    order.sort_by_key(key);
    order
}

/// Returns the id of the picked thing. Each thing is given as the word of its kind and its id.
pub fn picked<'a>(seed: u64, index: u32, things: &[(&'a str, &'a str)]) -> &'a str {
    let key = |(kind, id): &&(&str, &str)| {
        let mut bytes = b"cardwright pick\0".to_vec();
        bytes.extend(seed.to_le_bytes());
        bytes.extend(index.to_le_bytes());
        bytes.extend(kind.bytes());
        bytes.push(0);
        bytes.extend(id.bytes());
        u64::from_le_bytes(blake3::hash(&bytes).as_bytes()[..8].try_into().unwrap())
    };
    things.iter().min_by_key(key).unwrap().1
}

fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    std::array::from_fn(|i| u32::from_le_bytes(bytes[4 * i..4 * i + 4].try_into().unwrap()))
}

/// Returns one block of the ChaCha8 key stream.
pub fn chacha8(key: &[u32; 8], block: u64) -> [u8; 64] {
    let mut start = [0; 16];
    start[..4].copy_from_slice(&words::<4>(b"expand 32-byte k"));
    start[4..12].copy_from_slice(key);
    (start[12], start[13]) = (block as u32, (block >> 32) as u32);
    let mut state = start;
    // The words that each quarter round mixes: first the columns of the state, then its diagonals.
    let rounds = [
        [0, 4, 8, 12],
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [0, 5, 10, 15],
        [1, 6, 11, 12],
        [2, 7, 8, 13],
        [3, 4, 9, 14],
    ];
    for [a, b, c, d] in std::iter::repeat_n(rounds, 4).flatten() {
        for (x, y, z, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            state[x] = state[x].wrapping_add(state[y]);
            state[z] = (state[z] ^ state[x]).rotate_left(turn);
        }
    }
    let mut key_stream = [0; 64];
    for (bytes, (end, start)) in key_stream.chunks_mut(4).zip(state.iter().zip(start)) {
        bytes.copy_from_slice(&end.wrapping_add(start).to_le_bytes());
    }
    key_stream
}
