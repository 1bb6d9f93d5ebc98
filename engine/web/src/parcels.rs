//! Files for the desk: each made when it is asked for, fetched once, by a key of its own, and soon or never.

use crate::keys::{KeysError, secret};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long one waits to be fetched.
const WAITS: Duration = Duration::from_secs(60);
/// How many wait at once: beyond that the oldest goes.
const MOST: usize = 4;

/// A file.
pub(crate) struct Parcel {
    /// What it is to be called: letters, digits, `-`, `_` and `.`.
    pub(crate) name: String,
    /// Its type.
    pub(crate) of: &'static str,
    pub(crate) bytes: Vec<u8>,
}

/// Files that wait.
#[derive(Default)]
pub(crate) struct Parcels(Mutex<Vec<Waiting>>);

struct Waiting {
    lock: blake3::Hash,
    until: Instant,
    parcel: Parcel,
}

impl fmt::Debug for Parcels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Parcels")
    }
}

impl Parcel {
    /// A file whose name holds nothing that a header or a file system would read as something else.
    pub(crate) fn new(name: &str, of: &'static str, bytes: Vec<u8>) -> Parcel {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
        Parcel { name: name.chars().map(plain).collect(), of, bytes }
    }
}

impl Parcels {
    fn waiting(&self, now: Instant) -> MutexGuard<'_, Vec<Waiting>> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|it| it.until > now);
        waiting
    }

    /// Leaves a file to be fetched; its key.
    pub(crate) fn leave(&self, parcel: Parcel) -> Result<String, KeysError> {
        self.leave_at(parcel, Instant::now())
    }

    fn leave_at(&self, parcel: Parcel, now: Instant) -> Result<String, KeysError> {
        let key = secret()?;
        let mut waiting = self.waiting(now);
        if waiting.len() >= MOST {
            waiting.remove(0);
        }
        waiting.push(Waiting { lock: blake3::hash(key.as_bytes()), until: now + WAITS, parcel });
        Ok(key)
    }

    /// The file of a key, which is of no more use then. It takes as long for a wrong key as for a right one: all are compared, each in
    /// constant time.
    pub(crate) fn fetch(&self, key: &str) -> Option<Parcel> {
        self.fetch_at(key, Instant::now())
    }

    fn fetch_at(&self, key: &str, now: Instant) -> Option<Parcel> {
        let hash = blake3::hash(key.as_bytes());
        let mut waiting = self.waiting(now);
        let fits = |found, (at, it): (usize, &Waiting)| if it.lock == hash { Some(at) } else { found };
        let at = waiting.iter().enumerate().fold(None, fits)?;
        Some(waiting.remove(at).parcel)
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Parcel, Parcels, WAITS};
    use std::time::{Duration, Instant};

    fn parcel(name: &str) -> Parcel {
        Parcel::new(name, "text/plain", name.as_bytes().to_vec())
    }

    #[test]
    fn a_file_is_fetched_once_and_in_time() {
        let (parcels, now) = (Parcels::default(), Instant::now());
        let key = parcels.leave_at(parcel("a"), now).unwrap();
        assert_eq!(key.len(), 32, "128 bits");
        assert!(parcels.fetch_at(&key[1..], now).is_none() && parcels.fetch_at("", now).is_none());
        assert_eq!(parcels.fetch_at(&key, now).unwrap().bytes, b"a");
        assert!(parcels.fetch_at(&key, now).is_none(), "its key is used");
        let late = parcels.leave_at(parcel("b"), now).unwrap();
        assert!(parcels.fetch_at(&late, now + WAITS + Duration::from_millis(1)).is_none());
    }

    #[test]
    fn few_wait_at_once_and_names_are_plain() {
        let (parcels, now) = (Parcels::default(), Instant::now());
        let keys: Vec<String> = (0..=MOST).map(|n| parcels.leave_at(parcel(&n.to_string()), now).unwrap()).collect();
        assert!(parcels.fetch_at(&keys[0], now).is_none(), "the oldest went");
        assert_eq!(parcels.fetch_at(&keys[MOST], now).unwrap().bytes, MOST.to_string().as_bytes());
        assert_eq!(parcel("my \"game\"\r\n/x.cwr").name, "my--game----x.cwr");
    }
}
