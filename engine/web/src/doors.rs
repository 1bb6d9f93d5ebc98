//! Who may come in: names this server answers to, pages that may open sockets, keys, and how many are inside.

use crate::capped::source;
use crate::keys::Locks;
use crate::limits::Wrong;
use crate::reader::Role;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Sockets of one key.
const MOST_OF_A_KEY: usize = 8;
/// Sockets of watchers: their key is handed about.
const MOST_WATCHERS: usize = 150;
/// Sockets of watchers from one source; what comes from this machine may be handed on by a server here, for many.
const MOST_WATCHERS_OF_A_SOURCE: usize = 32;
/// Sockets in all.
const MOST: usize = 200;

/// Names and addresses a browser may have asked for.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    names: Vec<String>,
    /// Whether any address will do: a page of another site has a name of its own, or another address.
    any_address: bool,
    /// The page's own origin behind another server.
    public: Option<String>,
}

impl Names {
    pub(crate) fn new(bound: SocketAddr, allowed: &[String], public: Option<&str>) -> Names {
        let mut names: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).into();
        names.push(bare(&bound.to_string()).to_owned());
        names.extend(allowed.iter().map(|name| bare(name).to_lowercase()));
        let public = public.map(|url| origin_of(url).to_lowercase());
        names
            .extend(public.iter().filter_map(|origin| origin.split_once("://")).map(|(_, host)| bare(host).to_owned()));
        Names { names, any_address: bound.ip().is_unspecified(), public }
    }

    /// Whether this server is called so.
    pub(crate) fn has(&self, host: &str) -> bool {
        let name = bare(host).to_lowercase();
        let is_address = || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        self.names.contains(&name) || (self.any_address && is_address())
    }

    /// Whether a socket is opened by a page of this server; `host` is by which name that page called it.
    pub(crate) fn is_own_page(&self, origin: &str, host: &str) -> bool {
        let origin = origin.to_lowercase();
        self.public.as_ref() == Some(&origin) || origin == format!("http://{}", host.to_lowercase())
    }
}

/// A host without its port.
fn bare(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if port.bytes().all(|b| b.is_ascii_digit()) && (!name.contains(':') || name.ends_with(']')) =>
        {
            name
        }
        _ => host,
    }
}

/// Scheme, host and port of a URL.
fn origin_of(url: &str) -> &str {
    let from = url.find("://").map_or(0, |at| at + 3);
    let end = url[from..].find('/').map_or(url.len(), |at| from + at);
    &url[..end]
}

/// Whether a host is this machine by name.
pub(crate) fn is_loopback(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(&bare(host).to_lowercase().as_str())
}

/// The keys, and who is inside.
#[derive(Debug)]
pub(crate) struct Doors {
    locks: Locks<Role>,
    inside: Mutex<Inside>,
}

#[derive(Debug, Default)]
struct Inside {
    wrong: Wrong,
    by_role: BTreeMap<Role, usize>,
    watchers: BTreeMap<IpAddr, usize>,
    waiting: usize,
}

/// Why somebody is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shut {
    /// No such key.
    Wrong,
    /// No such key, after many others.
    Tired,
    /// Too many of this key.
    Crowded,
    /// The desk's key, from elsewhere.
    Elsewhere,
}

/// A place inside, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    doors: Arc<Doors>,
    role: Option<Role>,
    /// Where a watcher comes from.
    source: Option<IpAddr>,
}

impl Doors {
    pub(crate) fn new(locks: Locks<Role>) -> Arc<Doors> {
        Arc::new(Doors { locks, inside: Mutex::default() })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a key that fits nothing; whether the address has tried too many.
    pub(crate) fn note_wrong(&self, from: IpAddr) -> bool {
        self.inside().wrong.note(from)
    }

    /// A place for a socket that has not said its key; none where all are taken.
    pub(crate) fn wait(self: &Arc<Doors>) -> Option<Place> {
        let mut inside = self.inside();
        if inside.waiting + inside.by_role.values().sum::<usize>() >= MOST {
            return None;
        }
        inside.waiting += 1;
        Some(Place { doors: self.clone(), role: None, source: None })
    }
}

impl Place {
    /// Goes in by a key.
    pub(crate) fn enter(&mut self, key: &str, from: IpAddr, may_sit_at_desk: bool) -> Result<Role, Shut> {
        let found = self.doors.locks.opened_by(key);
        let mut inside = self.doors.inside();
        let Some(role) = found else {
            // A right one is never refused for the wrong ones of others who come from there.
            return Err(if inside.wrong.note(from) { Shut::Tired } else { Shut::Wrong });
        };
        if role == Role::Desk && !may_sit_at_desk {
            return Err(Shut::Elsewhere);
        }
        let most = if role == Role::Watcher { MOST_WATCHERS } else { MOST_OF_A_KEY };
        if inside.by_role.get(&role).is_some_and(|count| *count >= most) {
            return Err(Shut::Crowded);
        }
        let source = Some(source(from)).filter(|from| role == Role::Watcher && !from.is_loopback());
        let of_source = source.and_then(|from| inside.watchers.get(&from)).copied().unwrap_or_default();
        if of_source >= MOST_WATCHERS_OF_A_SOURCE {
            return Err(Shut::Crowded);
        }
        *inside.by_role.entry(role).or_default() += 1;
        if let Some(from) = source {
            *inside.watchers.entry(from).or_default() += 1;
        }
        inside.waiting -= 1;
        drop(inside);
        self.source = source;
        self.role = Some(role);
        Ok(role)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.doors.inside();
        if let Some(from) = self.source
            && let Some(count) = inside.watchers.get_mut(&from)
        {
            *count -= 1;
            if *count == 0 {
                inside.watchers.remove(&from);
            }
        }
        match self.role {
            Some(role) => {
                if let Some(count) = inside.by_role.get_mut(&role) {
                    *count -= 1;
                }
            }
            None => inside.waiting -= 1,
        }
    }
}

impl Shut {
    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Shut::Wrong => "this link is for no seat of this game",
            Shut::Tired => "this link is for no seat of this game, and too many wrong ones came from there",
            Shut::Crowded => "this link is open in too many places",
            Shut::Elsewhere => "the desk is for this machine alone (`--desk-anywhere` opens it)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Doors, MOST_WATCHERS_OF_A_SOURCE, Names, Shut, is_loopback};
    use crate::keys::Locks;
    use crate::reader::Role;

    #[test]
    fn only_our_own_names_are_answered_to() {
        let here =
            Names::new("127.0.0.1:7777".parse().unwrap(), &["table.example".into()], Some("https://play.example/x"));
        for name in ["127.0.0.1:7777", "localhost:7777", "LOCALHOST", "[::1]:7777", "table.example:80", "play.example"]
        {
            assert!(here.has(name), "{name}");
        }
        for name in ["evil.example:7777", "192.168.0.7:7777", "localhost.evil.example", "127.0.0.1.evil.example", ""] {
            assert!(!here.has(name), "{name}");
        }
        let all = Names::new("0.0.0.0:7777".parse().unwrap(), &[], None);
        assert!(all.has("192.168.0.7:7777") && all.has("[fe80::1]:7777") && !all.has("evil.example:7777"));
    }

    #[test]
    fn watchers_of_one_source_leave_room_for_those_of_another() {
        let doors = Doors::new(Locks::new([("key".to_owned(), Role::Watcher)]));
        let come = |from: &str| {
            let from = from.parse().unwrap();
            let mut place = doors.wait().unwrap();
            place.enter("key", from, false).map(|_| place)
        };
        // A network of long addresses is one source.
        let from = |n: usize| format!("2001:db8:0:1::{n:x}");
        let mut all: Vec<_> = (0..MOST_WATCHERS_OF_A_SOURCE).map(|n| come(&from(n)).unwrap()).collect();
        assert_eq!(come(&from(99)).unwrap_err(), Shut::Crowded);
        come("2001:db8:0:2::1").unwrap();
        all.pop();
        come(&from(99)).unwrap();
        let here: Vec<_> = (0..100).map(|_| come("127.0.0.1").unwrap()).collect();
        assert_eq!(here.len(), 100);
    }

    #[test]
    fn only_pages_of_ours_open_sockets() {
        let names = Names::new("127.0.0.1:7777".parse().unwrap(), &[], Some("https://play.example"));
        assert!(names.is_own_page("http://localhost:7777", "localhost:7777"));
        assert!(names.is_own_page("https://play.example", "127.0.0.1:7777"));
        for other in ["http://localhost:3000", "http://evil.example", "null", "", "https://localhost:7777"] {
            assert!(!names.is_own_page(other, "localhost:7777"), "{other}");
        }
        assert!(is_loopback("localhost:1") && !is_loopback("play.example"));
    }
}
