//! What was worked out of a script that is as it was: while somebody edits one of them, the others are neither read nor
//! compiled again.
//!
//! What is remembered follows from its key alone, so that it makes no difference but in time; it is of the whole program, as a
//! game that is reloaded is loaded anew.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// How many things are remembered of a kind: the scripts of a few games. Beyond that all of them are forgotten.
const MOST: usize = 2_000;

/// By what it is worked out from, as a hash.
pub(crate) type Key = [u8; 32];

/// Things of one kind.
pub(crate) struct Remembered<T>(LazyLock<Mutex<HashMap<Key, Arc<T>>>>);

impl<T> Remembered<T> {
    pub(crate) const fn new() -> Remembered<T> {
        Remembered(LazyLock::new(Mutex::default))
    }

    /// What there is of a key, or what is worked out now. Nobody waits meanwhile: two may work out the same.
    pub(crate) fn or(&self, key: Key, work_out: impl FnOnce() -> T) -> Arc<T> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = known().get(&key) {
            return there.clone();
        }
        let made = Arc::new(work_out());
        let mut all = known();
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(key, made.clone());
        made
    }
}

/// The key of a text, and of all else that something hangs on.
pub(crate) fn key(of: &Key, text: &str) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(of);
    hasher.update(text.as_bytes());
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_a_key_is_not_worked_out_again() {
        static NUMBERS: Remembered<u32> = Remembered::new();
        let of = |text: &str| key(&[0; 32], text);
        assert_eq!(*NUMBERS.or(of("a"), || 1), 1);
        assert_eq!(*NUMBERS.or(of("a"), || 2), 1);
        assert_eq!(*NUMBERS.or(of("b"), || 3), 3);
        assert_eq!(*NUMBERS.or(key(&[1; 32], "a"), || 4), 4, "all that it hangs on is part of its key");
    }

    #[test]
    fn no_more_than_so_much_is_remembered() {
        static NUMBERS: Remembered<usize> = Remembered::new();
        for n in 0..=MOST {
            NUMBERS.or(key(&[0; 32], &n.to_string()), || n);
        }
        assert_eq!(NUMBERS.0.lock().map(|all| all.len()).ok(), Some(1));
    }
}
