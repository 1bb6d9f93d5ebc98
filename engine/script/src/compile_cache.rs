//! A cache for results of parsing and compiling scripts. When you edit one script, a reload takes the results for the
//! other scripts from the cache.
//!
//! A cached value depends only on its key, so the cache saves time and changes no result. All games of the program
//! share the cache.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The most entries of one cache, enough for the scripts of a few games. A full cache drops all entries before it takes
/// another.
const MAX_ENTRIES: usize = 2_000;

/// A hash of everything from which a value is computed.
pub(crate) type Key = [u8; 32];

/// Cached values of one kind.
pub(crate) struct Cache<T>(LazyLock<Mutex<HashMap<Key, Arc<T>>>>);

impl<T> Cache<T> {
    pub(crate) const fn new() -> Cache<T> {
        Cache(LazyLock::new(Mutex::default))
    }

    /// Returns the cached value of a key. If there is none, computes the value without holding the lock, so two threads
    /// may compute the same value.
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

/// Returns the key for a value that is computed from a text and from other inputs. `other_inputs` is their hash.
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
        assert_eq!(NUMBERS.0.lock().map(|entries| entries.len()).ok(), Some(1));
    }
}
