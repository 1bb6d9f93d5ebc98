//! Access control: which host names the server answers to, which pages may open sockets, which keys are valid, and how
//! many sockets may be open.

use crate::address;
use crate::connection_limit::{MAX_CONNECTIONS, source};
use crate::keys::KeyHashes;
use crate::role::Role;
use crate::token_bucket::TokenBucket;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most sockets of one key, except the spectators' key.
const MAX_PER_KEY: usize = 8;
/// The most sockets of spectators, who all share one key.
const MAX_SPECTATORS: usize = 150;
/// The most sockets of spectators from one [`source`]. The limit does not hold for this machine, because a reverse
/// proxy on it may serve many people.
const MAX_SPECTATORS_PER_SOURCE: usize = 32;
/// The most sockets of all keys together. The other connections are for people who have not presented a key yet.
const MAX_SOCKETS: usize = MAX_CONNECTIONS - 20;
/// How many wrong keys a [`source`] may try: per second, and at once.
const WRONG_KEYS: (f64, f64) = (1.0 / 60.0, 10.0);
/// The most sources to count wrong keys for.
const MAX_WRONG_SOURCES: usize = 4096;
/// The message to a socket that is turned away, or closed to make room for another.
pub(crate) const NO_ROOM: &str = "there is no room for another page now";

/// The names of this machine.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The host names and addresses by which a browser may call this server.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    names: Vec<String>,
    /// Whether the server answers to every IP address, because it listens on all of them.
    any_address: bool,
    /// The origin of the page behind a reverse proxy: `https://play.example`.
    public: Option<String>,
}

impl Names {
    pub(crate) fn new(bound: SocketAddr, allowed: &[String], public: Option<&str>) -> Names {
        let public = public.map(|url| address::origin(url).unwrap_or_else(|_| url.to_lowercase()));
        let public_host = public.iter().filter_map(|origin| origin.split_once("://")).map(|(_, host)| host.to_owned());
        let texts = LOOPBACK.map(str::to_owned).into_iter().chain([bound.to_string()]).chain(public_host);
        let names = texts.chain(allowed.iter().cloned()).filter_map(|text| address::host(&text).ok()).collect();
        Names { names, any_address: bound.ip().is_unspecified(), public }
    }

    /// Whether this server answers to a `Host` header.
    pub(crate) fn has(&self, host: &str) -> bool {
        let is_address = |name: &str| name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        address::host(host).is_ok_and(|name| self.names.contains(&name) || (self.any_address && is_address(&name)))
    }

    /// Whether the `Origin` and `Host` headers of a request show that a page of this server sent it.
    pub(crate) fn is_own_page(&self, origin: &str, host: &str) -> bool {
        let origin = origin.to_lowercase();
        self.public.as_ref() == Some(&origin) || origin == format!("http://{}", host.to_lowercase())
    }
}

/// Whether a `Host` header names this machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    address::host(host).is_ok_and(|name| LOOPBACK.contains(&name.as_str()))
}

/// Whether an `Origin` header belongs to a page that a browser loaded from this machine directly. A page behind a
/// reverse proxy has another host name or uses https.
pub(crate) fn is_loopback_page(origin: &str) -> bool {
    origin.to_lowercase().strip_prefix("http://").is_some_and(is_loopback)
}

/// Whether an address is a loopback address, also if it is an IPv4 address written as IPv6.
pub(crate) fn is_this_machine(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// The keys, and the sockets that are open.
#[derive(Debug)]
pub(crate) struct Access {
    keys: KeyHashes<Role>,
    /// The role of each open socket, and the [`source`] of a spectator on another machine.
    open: Mutex<Vec<(Role, Option<IpAddr>)>>,
    /// How many wrong keys each [`source`] may still try.
    wrong_keys: Mutex<BTreeMap<IpAddr, TokenBucket>>,
}

/// Why a socket is turned away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The key is wrong.
    WrongKey,
    /// The key is wrong, and many other keys from the same source were wrong too.
    TooManyWrongKeys,
    /// Too many sockets use this key, or too many spectators come from this source.
    TooManySockets,
    /// The host's key may not be used from this source.
    HostElsewhere,
    /// The server has no room for another socket.
    NoRoom,
}

/// The right of one socket to be open. Dropping the slot makes room for another socket.
#[derive(Debug)]
pub(crate) struct SocketSlot {
    pub(crate) role: Role,
    access: Arc<Access>,
    source: Option<IpAddr>,
}

impl Access {
    pub(crate) fn new(keys: KeyHashes<Role>) -> Arc<Access> {
        Arc::new(Access { keys, open: Mutex::default(), wrong_keys: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, Vec<(Role, Option<IpAddr>)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a wrong key. Returns whether the source had already tried too many wrong keys.
    pub(crate) fn count_wrong_key(&self, from: IpAddr) -> bool {
        let mut wrong_keys = self.wrong_keys.lock().unwrap_or_else(PoisonError::into_inner);
        if wrong_keys.len() >= MAX_WRONG_SOURCES {
            wrong_keys.clear();
        }
        let bucket = wrong_keys.entry(source(from)).or_insert_with(|| TokenBucket::new(WRONG_KEYS));
        !bucket.try_take(1.0)
    }

    /// Lets a socket with this key in, if there is room. `may_be_host` says whether the host's key is accepted from
    /// this source.
    pub(crate) fn admit(
        self: &Arc<Access>,
        key: &str,
        from: IpAddr,
        may_be_host: bool,
    ) -> Result<SocketSlot, Rejection> {
        let Some(role) = self.keys.find(key) else {
            // Only wrong keys are refused here. A valid key works even if the source has tried too many wrong keys.
            let is_blocked = self.count_wrong_key(from);
            return Err(if is_blocked { Rejection::TooManyWrongKeys } else { Rejection::WrongKey });
        };
        if role == Role::Host && !may_be_host {
            return Err(Rejection::HostElsewhere);
        }
        let source = Some(source(from)).filter(|_| !is_this_machine(from) && role == Role::Spectator);
        let mut open = self.open();
        let max = if role == Role::Spectator { MAX_SPECTATORS } else { MAX_PER_KEY };
        let from_source = open.iter().filter(|(_, other)| source.is_some() && *other == source).count();
        if open.iter().filter(|(other, _)| *other == role).count() >= max || from_source >= MAX_SPECTATORS_PER_SOURCE {
            return Err(Rejection::TooManySockets);
        }
        if open.len() >= MAX_SOCKETS {
            return Err(Rejection::NoRoom);
        }
        open.push((role, source));
        Ok(SocketSlot { role, access: self.clone(), source })
    }
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        let mut open = self.access.open();
        if let Some(index) = open.iter().position(|socket| *socket == (self.role, self.source)) {
            open.swap_remove(index);
        }
    }
}

impl Rejection {
    /// Returns the message for the page.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Rejection::WrongKey => "this link is for no seat of this game",
            Rejection::TooManyWrongKeys => {
                "this link is for no seat of this game, and too many wrong links were tried from this address"
            }
            Rejection::TooManySockets => "this link is open in too many places",
            Rejection::NoRoom => NO_ROOM,
            Rejection::HostElsewhere => "the host's link works on this machine only (`--host-anywhere` allows others)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Access, MAX_SOCKETS, MAX_SPECTATORS_PER_SOURCE, Names, Rejection, is_loopback, is_loopback_page,
        is_this_machine,
    };
    use crate::keys::KeyHashes;
    use crate::role::Role;
    use cardwright_state::SideId;

    #[test]
    fn only_known_host_names_are_answered() {
        let names =
            Names::new("127.0.0.1:7777".parse().unwrap(), &["table.example".into()], Some("https://play.example"));
        for name in ["127.0.0.1:7777", "localhost:7777", "LOCALHOST", "[::1]:7777", "table.example:80", "play.example"]
        {
            assert!(names.has(name), "{name}");
        }
        for name in ["evil.example:7777", "192.168.0.7:7777", "localhost.evil.example", "127.0.0.1.evil.example", ""] {
            assert!(!names.has(name), "{name}");
        }
        let names = Names::new("0.0.0.0:7777".parse().unwrap(), &[], None);
        assert!(names.has("192.168.0.7:7777") && names.has("[fe80::1]:7777") && !names.has("evil.example:7777"));
    }

    #[test]
    fn spectators_per_source_are_limited() {
        let access = Access::new(KeyHashes::new([("key".to_owned(), Role::Spectator)]));
        let enter = |from: &str| access.admit("key", from.parse().unwrap(), false);
        // All addresses of an IPv6 network are one source.
        let address = |n: usize| format!("2001:db8:0:1::{n:x}");
        let mut slots: Vec<_> = (0..MAX_SPECTATORS_PER_SOURCE).map(|n| enter(&address(n)).unwrap()).collect();
        assert_eq!(enter(&address(99)).unwrap_err(), Rejection::TooManySockets);
        enter("2001:db8:0:2::1").unwrap();
        slots.pop();
        enter(&address(99)).unwrap();
        let on_this_machine: Vec<_> =
            (0..90).map(|n| enter(["127.0.0.1", "::1", "::ffff:127.0.0.1"][n % 3]).unwrap()).collect();
        assert_eq!(on_this_machine.len(), 90);
    }

    #[test]
    fn some_connections_are_left_for_people_without_a_key() {
        let sides = (0..30).map(|side| (format!("{side}"), Role::Side(SideId::new(side))));
        let access = Access::new(KeyHashes::new(sides));
        let enter = |n: usize| access.admit(&(n % 30).to_string(), "127.0.0.1".parse().unwrap(), false);
        let mut slots: Vec<_> = (0..MAX_SOCKETS).map(|n| enter(n).unwrap()).collect();
        assert_eq!(enter(29).unwrap_err(), Rejection::NoRoom);
        slots.pop();
        enter(29).unwrap();
    }

    #[test]
    fn wrong_keys_are_counted_per_source() {
        let access = Access::new(KeyHashes::new([("key".to_owned(), Role::Host)]));
        let is_blocked = |from: String| access.count_wrong_key(from.parse().unwrap());
        assert!((0..10).all(|n| !is_blocked(format!("2001:db8::{n}"))));
        assert!(is_blocked("2001:db8::99".into()) && !is_blocked("2001:db8:0:1::1".into()));
        assert!((0..10).all(|_| !is_blocked("::ffff:10.0.0.1".into())));
        assert!(is_blocked("10.0.0.1".into()));
    }

    #[test]
    fn this_machine_is_distinguished_from_others() {
        for address in ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"] {
            assert!(is_this_machine(address.parse().unwrap()), "{address}");
        }
        assert!(!is_this_machine("10.0.0.1".parse().unwrap()) && !is_this_machine("::ffff:10.0.0.1".parse().unwrap()));
        for page in ["http://localhost:7777", "HTTP://127.0.0.1", "http://[::1]:7777"] {
            assert!(is_loopback_page(page), "{page}");
        }
        for page in ["https://localhost:7777", "https://play.example", "null", "", "http://localhost.evil.example"] {
            assert!(!is_loopback_page(page), "{page}");
        }
    }

    #[test]
    fn only_own_pages_open_sockets() {
        let names = Names::new("127.0.0.1:7777".parse().unwrap(), &[], Some("https://play.example"));
        assert!(names.is_own_page("http://localhost:7777", "localhost:7777"));
        assert!(names.is_own_page("https://play.example", "127.0.0.1:7777"));
        for other in ["http://localhost:3000", "http://evil.example", "null", "", "https://localhost:7777"] {
            assert!(!names.is_own_page(other, "localhost:7777"), "{other}");
        }
        assert!(is_loopback("localhost:1") && !is_loopback("play.example"));
    }
}
