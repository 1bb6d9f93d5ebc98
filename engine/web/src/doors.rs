//! Who may come in: names this server answers to, pages that may open sockets, keys, and how many are inside.

use crate::address;
use crate::capped::source;
use crate::keys::Locks;
use crate::limits::Wrong;
use crate::reader::Role;
use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Sockets of one key.
const MOST_OF_A_KEY: usize = 8;
/// Sockets of watchers: their key is handed about.
const MOST_WATCHERS: usize = 150;
/// Sockets of watchers from one source; what comes from this machine may be handed on by a server here, for many.
const MOST_WATCHERS_OF_A_SOURCE: usize = 32;
/// Sockets in all.
const MOST: usize = 200;
/// What is said to a socket for which there is no place, or no longer.
pub(crate) const NO_ROOM: &str = "there is no room for another page now";

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
        let public = public.map(|url| address::origin(url).unwrap_or_else(|_| url.to_lowercase()));
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

/// Whether a host is this machine by name.
pub(crate) fn is_loopback(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(&bare(host).to_lowercase().as_str())
}

/// Whether a page was loaded from this machine itself, by what its browser says: a server before this one would have another name,
/// or speak https.
pub(crate) fn is_loopback_page(origin: &str) -> bool {
    origin.to_lowercase().strip_prefix("http://").is_some_and(is_loopback)
}

/// Whether an address is this machine's own, also one that is written as a long one.
pub(crate) fn is_here(from: IpAddr) -> bool {
    from.to_canonical().is_loopback()
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
    /// Those that have not said a key, the oldest first.
    waiting: VecDeque<Arc<Notify>>,
}

impl Inside {
    /// Takes one from those that wait; whether it was among them.
    fn waits_no_more(&mut self, one: &Arc<Notify>) -> bool {
        let at = self.waiting.iter().position(|other| Arc::ptr_eq(other, one));
        at.and_then(|at| self.waiting.remove(at)).is_some()
    }
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
    /// It had to make room before it said its key.
    Late,
}

/// A place inside, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    doors: Arc<Doors>,
    role: Option<Role>,
    /// Told when it is to make room for another.
    makes_room: Arc<Notify>,
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
        self.inside().wrong.note(source(from))
    }

    /// A place for a socket that has not said its key: where all are taken, that of the oldest that has not either; none where all
    /// have.
    pub(crate) fn wait(self: &Arc<Doors>) -> Option<Place> {
        let mut inside = self.inside();
        if inside.waiting.len() + inside.by_role.values().sum::<usize>() >= MOST {
            inside.waiting.pop_front()?.notify_one();
        }
        let makes_room = Arc::<Notify>::default();
        inside.waiting.push_back(makes_room.clone());
        Some(Place { doors: self.clone(), role: None, makes_room, source: None })
    }
}

impl Place {
    /// Told when it is to make room for another.
    pub(crate) fn makes_room(&self) -> Arc<Notify> {
        self.makes_room.clone()
    }

    /// Goes in by a key.
    pub(crate) fn enter(&mut self, key: &str, from: IpAddr, may_sit_at_desk: bool) -> Result<Role, Shut> {
        let found = self.doors.locks.opened_by(key);
        let mut inside = self.doors.inside();
        let Some(role) = found else {
            // A right one is never refused for the wrong ones of others who come from there.
            return Err(if inside.wrong.note(source(from)) { Shut::Tired } else { Shut::Wrong });
        };
        if role == Role::Desk && !may_sit_at_desk {
            return Err(Shut::Elsewhere);
        }
        let most = if role == Role::Watcher { MOST_WATCHERS } else { MOST_OF_A_KEY };
        if inside.by_role.get(&role).is_some_and(|count| *count >= most) {
            return Err(Shut::Crowded);
        }
        let source = Some(source(from)).filter(|_| !is_here(from) && role == Role::Watcher);
        let of_source = source.and_then(|from| inside.watchers.get(&from)).copied().unwrap_or_default();
        if of_source >= MOST_WATCHERS_OF_A_SOURCE {
            return Err(Shut::Crowded);
        }
        if !inside.waits_no_more(&self.makes_room) {
            return Err(Shut::Late);
        }
        *inside.by_role.entry(role).or_default() += 1;
        if let Some(from) = source {
            *inside.watchers.entry(from).or_default() += 1;
        }
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
            None => {
                inside.waits_no_more(&self.makes_room);
            }
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
            Shut::Late => NO_ROOM,
            Shut::Elsewhere => "the desk is for this machine alone (`--desk-anywhere` opens it)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Doors, MOST, MOST_WATCHERS_OF_A_SOURCE, Names, Shut, is_here, is_loopback, is_loopback_page};
    use crate::keys::Locks;
    use crate::reader::Role;

    #[test]
    fn only_our_own_names_are_answered_to() {
        let here =
            Names::new("127.0.0.1:7777".parse().unwrap(), &["table.example".into()], Some("https://play.example"));
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
        let here: Vec<_> = (0..90).map(|n| come(["127.0.0.1", "::1", "::ffff:127.0.0.1"][n % 3]).unwrap()).collect();
        assert_eq!(here.len(), 90);
    }

    #[test]
    fn who_says_no_key_makes_room_for_who_comes_later() {
        let doors = Doors::new(Locks::new([("key".to_owned(), Role::Desk)]));
        let here = "127.0.0.1".parse().unwrap();
        let mut silent: Vec<_> = (0..MOST).map(|_| doors.wait().unwrap()).collect();
        let mut seat = doors.wait().unwrap();
        assert_eq!(seat.enter("key", here, true), Ok(Role::Desk));
        assert_eq!(silent[0].enter("key", here, true), Err(Shut::Late), "the oldest");
        assert_eq!(silent[1].enter("key", here, true), Ok(Role::Desk));
        silent.clear();
        assert!((0..MOST - 1).map(|_| doors.wait()).collect::<Vec<_>>().iter().all(Option::is_some));
    }

    #[test]
    fn wrong_keys_are_counted_by_where_they_come_from() {
        let doors = Doors::new(Locks::new([("key".to_owned(), Role::Desk)]));
        let wrong = |from: String| doors.note_wrong(from.parse().unwrap());
        assert!((0..10).all(|n| !wrong(format!("2001:db8::{n}"))));
        assert!(wrong("2001:db8::99".into()) && !wrong("2001:db8:0:1::1".into()));
        assert!((0..10).all(|_| !wrong("::ffff:10.0.0.1".into())));
        assert!(wrong("10.0.0.1".into()));
    }

    #[test]
    fn this_machine_is_told_from_others() {
        for here in ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"] {
            assert!(is_here(here.parse().unwrap()), "{here}");
        }
        assert!(!is_here("10.0.0.1".parse().unwrap()) && !is_here("::ffff:10.0.0.1".parse().unwrap()));
        for page in ["http://localhost:7777", "HTTP://127.0.0.1", "http://[::1]:7777"] {
            assert!(is_loopback_page(page), "{page}");
        }
        for page in ["https://localhost:7777", "https://play.example", "null", "", "http://localhost.evil.example"] {
            assert!(!is_loopback_page(page), "{page}");
        }
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
