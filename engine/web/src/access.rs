//! Access control: which host names the server answers to, which pages may open sockets, which keys are valid, and how
//! many sockets may be open.

use crate::address;
use crate::connection_limit::source;
use crate::keys::KeyHashes;
use crate::role::Role;
use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The most sockets of one key, except the spectators' key.
const MAX_PER_KEY: usize = 8;
/// The most sockets of spectators, who all share one key.
const MAX_SPECTATORS: usize = 150;
/// The most sockets of spectators from one [`source`]. The limit does not hold for this machine, because a reverse
/// proxy on it may serve many people.
const MAX_SPECTATORS_PER_SOURCE: usize = 32;
/// The most sockets of all keys together.
const MAX_SOCKETS: usize = 200;
/// The message to a socket that is turned away or evicted.
pub(crate) const NO_ROOM: &str = "there is no room for another page now";

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
        let mut names: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).into();
        names.push(without_port(&bound.to_string()).to_owned());
        names.extend(allowed.iter().map(|name| without_port(name).to_lowercase()));
        let public = public.map(|url| address::origin(url).unwrap_or_else(|_| url.to_lowercase()));
        let public_host = public.iter().filter_map(|origin| origin.split_once("://"));
        names.extend(public_host.map(|(_, host)| without_port(host).to_owned()));
        Names { names, any_address: bound.ip().is_unspecified(), public }
    }

    /// Whether this server answers to a `Host` header.
    pub(crate) fn has(&self, host: &str) -> bool {
        let name = without_port(host).to_lowercase();
        let is_address = || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        self.names.contains(&name) || (self.any_address && is_address())
    }

    /// Whether the `Origin` and `Host` headers of a request show that a page of this server sent it.
    pub(crate) fn is_own_page(&self, origin: &str, host: &str) -> bool {
        let origin = origin.to_lowercase();
        self.public.as_ref() == Some(&origin) || origin == format!("http://{}", host.to_lowercase())
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if port.bytes().all(|b| b.is_ascii_digit()) && (!name.contains(':') || name.ends_with(']')) =>
        {
            name
        }
        _ => host,
    }
}

/// Whether a `Host` header names this machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(&without_port(host).to_lowercase().as_str())
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
    open: Mutex<OpenSockets>,
}

#[derive(Debug, Default)]
struct OpenSockets {
    wrong_keys: WrongKeys,
    by_role: BTreeMap<Role, usize>,
    spectators_by_source: BTreeMap<IpAddr, usize>,
    /// Sockets that have not presented a key, the oldest first. A notification evicts the socket.
    keyless: VecDeque<Arc<Notify>>,
}

impl OpenSockets {
    /// Removes a socket from the keyless sockets. Returns whether it was among them.
    fn remove_keyless(&mut self, socket: &Arc<Notify>) -> bool {
        let index = self.keyless.iter().position(|other| Arc::ptr_eq(other, socket));
        index.and_then(|index| self.keyless.remove(index)).is_some()
    }
}

/// Wrong keys per [`source`]: the time of the first wrong key, and the number of wrong keys.
#[derive(Debug, Default)]
struct WrongKeys(BTreeMap<IpAddr, (Instant, u32)>);

impl WrongKeys {
    /// A source may try this many wrong keys within [`WrongKeys::PERIOD`].
    const MAX: u32 = 10;
    /// After this time from its first wrong key, a source starts again at zero.
    const PERIOD: Duration = Duration::from_secs(60);
    /// The most sources to keep counts for.
    const MAX_SOURCES: usize = 4096;

    /// Counts a wrong key. Returns whether the source had already tried too many wrong keys.
    fn count(&mut self, from: IpAddr) -> bool {
        let now = Instant::now();
        self.0.retain(|_, (first, _)| now.saturating_duration_since(*first) < WrongKeys::PERIOD);
        let is_blocked = self.0.get(&from).is_some_and(|(_, count)| *count >= WrongKeys::MAX);
        if self.0.len() < WrongKeys::MAX_SOURCES {
            let count = &mut self.0.entry(from).or_insert((now, 0)).1;
            *count = count.saturating_add(1);
        }
        is_blocked
    }
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
    /// The socket was evicted before it presented its key.
    Evicted,
}

/// The right of one socket to be open. Dropping the slot makes room for another socket.
#[derive(Debug)]
pub(crate) struct SocketSlot {
    access: Arc<Access>,
    /// The role that the key gives. `None` until the socket has presented a key.
    role: Option<Role>,
    /// Notified when the socket must make room for another.
    evicted: Arc<Notify>,
    /// The source of a spectator's socket. `None` if no limit per source holds.
    source: Option<IpAddr>,
}

impl Access {
    pub(crate) fn new(keys: KeyHashes<Role>) -> Arc<Access> {
        Arc::new(Access { keys, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, OpenSockets> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a wrong key. Returns whether the source had already tried too many wrong keys.
    pub(crate) fn count_wrong_key(&self, from: IpAddr) -> bool {
        self.open().wrong_keys.count(source(from))
    }

    /// Returns a slot for a socket that has not presented a key. If all slots are taken, evicts the oldest socket
    /// without a key. Returns `None` if every socket has presented a key.
    pub(crate) fn reserve(self: &Arc<Access>) -> Option<SocketSlot> {
        let mut open = self.open();
        if open.keyless.len() + open.by_role.values().sum::<usize>() >= MAX_SOCKETS {
            open.keyless.pop_front()?.notify_one();
        }
        let evicted = Arc::<Notify>::default();
        open.keyless.push_back(evicted.clone());
        Some(SocketSlot { access: self.clone(), role: None, evicted, source: None })
    }
}

impl SocketSlot {
    /// Returns the signal that tells the socket to make room for another.
    pub(crate) fn evicted(&self) -> Arc<Notify> {
        self.evicted.clone()
    }

    /// Presents the key of the socket, and returns the role that the key gives. `may_be_host` says whether the host's
    /// key is accepted from this source.
    pub(crate) fn present_key(&mut self, key: &str, from: IpAddr, may_be_host: bool) -> Result<Role, Rejection> {
        let role_of_key = self.access.keys.find(key);
        let mut open = self.access.open();
        let Some(role) = role_of_key else {
            // Only wrong keys are refused here. A valid key works even if the source has tried too many wrong keys.
            let is_blocked = open.wrong_keys.count(source(from));
            return Err(if is_blocked { Rejection::TooManyWrongKeys } else { Rejection::WrongKey });
        };
        if role == Role::Host && !may_be_host {
            return Err(Rejection::HostElsewhere);
        }
        let max = if role == Role::Spectator { MAX_SPECTATORS } else { MAX_PER_KEY };
        if open.by_role.get(&role).is_some_and(|count| *count >= max) {
            return Err(Rejection::TooManySockets);
        }
        let source = Some(source(from)).filter(|_| !is_this_machine(from) && role == Role::Spectator);
        let from_source = source.and_then(|from| open.spectators_by_source.get(&from)).copied().unwrap_or_default();
        if from_source >= MAX_SPECTATORS_PER_SOURCE {
            return Err(Rejection::TooManySockets);
        }
        if !open.remove_keyless(&self.evicted) {
            return Err(Rejection::Evicted);
        }
        *open.by_role.entry(role).or_default() += 1;
        if let Some(from) = source {
            *open.spectators_by_source.entry(from).or_default() += 1;
        }
        drop(open);
        self.source = source;
        self.role = Some(role);
        Ok(role)
    }
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        let mut open = self.access.open();
        if let Some(from) = self.source
            && let Some(count) = open.spectators_by_source.get_mut(&from)
        {
            *count -= 1;
            if *count == 0 {
                open.spectators_by_source.remove(&from);
            }
        }
        match self.role {
            Some(role) => {
                if let Some(count) = open.by_role.get_mut(&role) {
                    *count -= 1;
                }
            }
            None => {
                open.remove_keyless(&self.evicted);
            }
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
            Rejection::Evicted => NO_ROOM,
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
        let enter = |from: &str| {
            let from = from.parse().unwrap();
            let mut slot = access.reserve().unwrap();
            slot.present_key("key", from, false).map(|_| slot)
        };
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
    fn a_socket_without_a_key_makes_room_for_a_later_one() {
        let access = Access::new(KeyHashes::new([("key".to_owned(), Role::Host)]));
        let this_machine = "127.0.0.1".parse().unwrap();
        let mut keyless: Vec<_> = (0..MAX_SOCKETS).map(|_| access.reserve().unwrap()).collect();
        let mut slot = access.reserve().unwrap();
        assert_eq!(slot.present_key("key", this_machine, true), Ok(Role::Host));
        assert_eq!(keyless[0].present_key("key", this_machine, true), Err(Rejection::Evicted), "the oldest is evicted");
        assert_eq!(keyless[1].present_key("key", this_machine, true), Ok(Role::Host));
        keyless.clear();
        assert!((0..MAX_SOCKETS - 1).map(|_| access.reserve()).collect::<Vec<_>>().iter().all(Option::is_some));
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
