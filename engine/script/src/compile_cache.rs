//! A cache for results of parsing and compiling scripts. While you edit one script, a reload reuses the others.
//!
//! A cached value depends on its key only, so the cache changes nothing but time. All games of the program share it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The most entries of one cache: enough for the scripts of a few games. Beyond that, the cache is cleared.
const MAX_ENTRIES: usize = 2_000;

/// A hash of everything that a value is computed from.
pub(crate) type Key = [u8; 32];

/// Cached values of one kind.
pub(crate) struct Cache<T>(LazyLock<Mutex<HashMap<Key, Arc<T>>>>);

impl<T> Cache<T> {
    pub(crate) const fn new() -> Cache<T> {
        Cache(LazyLock::new(Mutex::default))
    }

    /// The cached value of a key, computed now if there is none. The lock is free meanwhile: two threads may compute
    /// the same value.
    pub(crate) fn get_or_compute(&self, key: Key, compute: impl FnOnce() -> T) -> Arc<T> {
        let entries = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = entries().get(&key) {
            return value.clone();
        }
        let value = Arc::new(compute());
        let mut entries = entries();
        if entries.len() >= MAX_ENTRIES {
            entries.clear();
        }
        entries.insert(key, value.clone());
        value
    }
}

/// The key of a text together with a hash of its other inputs.
pub(crate) fn key(other_inputs: &Key, text: &str) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(other_inputs);
    hasher.update(text.as_bytes());
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_computed_once_for_each_key() {
        static NUMBERS: Cache<u32> = Cache::new();
        let key_of = |text: &str| key(&[0; 32], text);
        assert_eq!(*NUMBERS.get_or_compute(key_of("a"), || 1), 1);
        assert_eq!(*NUMBERS.get_or_compute(key_of("a"), || 2), 1);
        assert_eq!(*NUMBERS.get_or_compute(key_of("b"), || 3), 3);
        assert_eq!(*NUMBERS.get_or_compute(key(&[1; 32], "a"), || 4), 4, "the other inputs are part of the key");
    }

    #[test]
    fn a_full_cache_is_cleared() {
        static NUMBERS: Cache<usize> = Cache::new();
        for n in 0..=MAX_ENTRIES {
            NUMBERS.get_or_compute(key(&[0; 32], &n.to_string()), || n);
        }
        assert_eq!(NUMBERS.0.lock().map(|all| all.len()).ok(), Some(1));
    }
}
