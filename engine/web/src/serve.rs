//! A server from its first line to its last: the port, the thread of the game, and the links.

use crate::address;
use crate::capped::{CameFrom, Capped};
use crate::doors::{Doors, Names};
use crate::fresh::Fresh;
use crate::game::{Game, In, Pictures};
use crate::http::{House, routes};
use crate::keeper::Keeper;
use crate::keys::{Keys, KeysError, Locks};
use crate::parcels::Parcels;
use crate::reader::Role;
use crate::screen::Window;
use crate::socket::{Hall, IDLE};
use cardwright_script::stop_rules_when;
use cardwright_state::SideId;
use cardwright_table::{Seat, Table};
use rand::TryRng;
use rand::rngs::SysRng;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::Duration;
use tokio::sync::{Notify, oneshot, watch};

/// Messages that wait for the game.
const WAITING: usize = 256;
/// How long the game has to end what it is at, and to see to its record, before pages are told.
const ENDS: Duration = Duration::from_secs(1);
/// How long pages have to read that the server closes.
const FAREWELL: Duration = Duration::from_millis(400);

/// How a game is served.
#[derive(Debug, Clone)]
pub struct Options {
    /// Address and port; port 0 is any that is free.
    pub listen: SocketAddr,
    /// Other names this server is called by.
    pub allow_hosts: Vec<String>,
    /// Its URL behind another server.
    pub public_url: Option<String>,
    /// Whether the desk may be opened from other machines.
    pub desk_anywhere: bool,
    /// Whether hands stay hidden when the game is over.
    pub keep_secrets: bool,
    /// Whether it ends with Ctrl-C.
    pub until_interrupted: bool,
    /// How long a page is silent before it is asked whether it is there; after three times that it is let go.
    pub idle: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            allow_hosts: Vec::new(),
            public_url: None,
            desk_anywhere: false,
            keep_secrets: false,
            until_interrupted: false,
            idle: IDLE,
        }
    }
}

/// A game ready to be served.
pub struct Started {
    /// Who keeps its table.
    pub keeper: Box<dyn Keeper>,
    /// The seed of the random players' answers.
    pub bot_seed: u64,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What it is for.
    pub role: Role,
    /// The names of the sides whose answers it gives; none of the desk and of who watches.
    pub names: Vec<String>,
    /// Whether a person is to sit there.
    pub is_human: bool,
    /// Its secret.
    pub key: String,
    /// The whole of it.
    pub url: String,
}

/// A server that runs.
#[derive(Debug, Clone)]
pub struct Serving {
    /// Where.
    pub at: SocketAddr,
    /// The links, the desk's first.
    pub links: Vec<Link>,
    /// Ends it.
    pub stop: Stop,
    /// How many views have been made.
    pub made: Made,
}

/// How many views a server has made: one for each kind of link whenever something happens, however many look. And how many texts
/// of them: one for all who had the same before.
#[derive(Debug, Clone, Default)]
pub struct Made {
    views: Arc<AtomicU64>,
    texts: Arc<AtomicU64>,
}

impl Made {
    /// So many views.
    pub fn views(&self) -> u64 {
        self.views.load(Ordering::Relaxed)
    }
    /// So many texts.
    pub fn texts(&self) -> u64 {
        self.texts.load(Ordering::Relaxed)
    }
    pub(crate) fn count(&self) {
        self.views.fetch_add(1, Ordering::Relaxed);
    }
    pub(crate) fn counts_texts(&self) -> Arc<AtomicU64> {
        self.texts.clone()
    }
}

/// Ends a server from any thread.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<Notify>);

impl Stop {
    /// Ends it: pages are told, the game's thread finishes what it is at.
    pub fn now(&self) {
        self.0.notify_one();
    }
}

/// Why a game is not served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError<E> {
    /// The port is taken.
    #[error("port {} of {} is in use: another game may be served there; `--port N` takes another (0: any that is free)", .0.port(), .0.ip())]
    InUse(SocketAddr),
    /// It cannot listen there.
    #[error("cannot listen at {at}: {problem}")]
    Listen {
        /// Where.
        at: SocketAddr,
        /// Why.
        problem: String,
    },
    /// The game does not start.
    #[error("{0}")]
    Start(E),
    /// There are no keys.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The thread of the game ended by a fault.
    #[error("the game stopped by a fault of the program; its record is whole up to the last answer")]
    Broken,
}

/// What the thread of the game has ready.
struct Ready {
    keys: Keys,
    windows: Vec<(Role, Window)>,
    seats: Vec<Sitting>,
    pictures: Pictures,
    parcels: Arc<Parcels>,
    made: Made,
}

/// A link to be.
struct Sitting {
    role: Role,
    id: String,
    names: Vec<String>,
    is_human: bool,
}

/// Serves the game that `start` begins, on a thread of its own, until it is stopped; `tell` is told where once it runs. Returns where
/// its record lies at the end, if it has one.
///
/// # Errors
/// The port is taken, the game does not start, or its thread fails.
pub fn serve<E: Send>(
    start: impl FnOnce() -> Result<Started, E> + Send,
    options: &Options,
    tell: impl FnOnce(&Serving),
) -> Result<Option<PathBuf>, ServeError<E>> {
    // First of all: nothing is begun, and recorded, that cannot be served.
    let listener = listen(options.listen)?;
    let at = listener.local_addr().map_err(|e| ServeError::Listen { at: options.listen, problem: e.to_string() })?;
    let (game, messages) = sync_channel(WAITING);
    let stop = Stop::default();
    std::thread::scope(|scope| {
        let (begun, ready) = channel();
        let (stops, keep_secrets, to) = (stop.clone(), options.keep_secrets, game.clone());
        let (ending, ended) = Ending::of_a_game();
        let is_ending = ending.is_ending.clone();
        let thread = scope.spawn(move || {
            let _ends = Ends(stops);
            play(start, keep_secrets, begun, (&messages, to), ending)
        });
        let opened = match ready.recv() {
            Ok(Ok(ready)) => open(ready, at, listener, &game, options, (stop, is_ending, ended), tell),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(ServeError::Broken),
        };
        let _ = game.send(In::Stop);
        let ended = thread.join();
        opened.and(ended.map_err(|_| ServeError::Broken))
    })
}

/// That a server is to end, as the thread of its game sees it.
struct Ending {
    /// Whether it is to end: a rule that runs then is stopped.
    is_ending: Arc<AtomicBool>,
    /// Told when nothing more is played.
    done: oneshot::Sender<()>,
}

impl Ending {
    fn of_a_game() -> (Ending, oneshot::Receiver<()>) {
        let (done, ended) = oneshot::channel();
        (Ending { is_ending: Arc::default(), done }, ended)
    }
}

/// However the thread of the game ends, the server does.
struct Ends(Stop);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.now();
    }
}

fn listen<E>(at: SocketAddr) -> Result<TcpListener, ServeError<E>> {
    TcpListener::bind(at).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => ServeError::InUse(at),
        _ => ServeError::Listen { at, problem: error.to_string() },
    })
}

fn play<E>(
    start: impl FnOnce() -> Result<Started, E>,
    keep_secrets: bool,
    begun: std::sync::mpsc::Sender<Result<Ready, ServeError<E>>>,
    (messages, to): (&Receiver<In>, SyncSender<In>),
    ending: Ending,
) -> Option<PathBuf> {
    stop_rules_when(ending.is_ending.clone());
    let started = match start() {
        Ok(started) => started,
        Err(error) => {
            let _ = begun.send(Err(ServeError::Start(error)));
            return None;
        }
    };
    let table = started.keeper.look();
    let seats = seats(table);
    let ids = seats.iter().map(|seat| seat.id.as_str());
    let keys = match table.record_path() {
        Some(record) => Keys::beside(record, ids),
        None => Keys::fresh(ids),
    };
    let keys = match keys {
        Ok(keys) => keys,
        Err(error) => {
            let _ = begun.send(Err(error.into()));
            return None;
        }
    };
    let roles: Vec<Role> = seats.iter().map(|seat| seat.role).collect();
    let made = Made::default();
    let mut game = Game::new(started, &roles, keys.clone(), &made, first_stamp(), keep_secrets);
    let (windows, pictures, parcels) = (game.windows(), game.pictures(), game.parcels.clone());
    let watch = Fresh::watching(game.keeper.as_ref(), to);
    if let Err(problem) = &watch {
        game.tell_later(&format!("files are not watched ({problem}): `reload` reads them again"));
    }
    let is_served = begun.send(Ok(Ready { keys, windows, seats, pictures, parcels, made })).is_ok();
    let is_stopped = !is_served || game.run(messages, &ending.is_ending);
    let record = game.record_at_the_end();
    let _ = ending.done.send(());
    // What the desk is told of its record goes out while the game is here.
    while !is_stopped && !matches!(messages.recv(), Ok(In::Stop) | Err(_)) {}
    record
}

/// Where the stamps of a log begin: a page that knows those of another server does not take them for these.
fn first_stamp() -> u64 {
    u64::from(SysRng.try_next_u32().unwrap_or_default()) << 20
}

/// The desk, every seat that people or bots may sit at, and who watches.
fn seats(table: &Table) -> Vec<Sitting> {
    let board = table.board();
    let mut out = vec![Sitting { role: Role::Desk, id: "desk".into(), names: Vec::new(), is_human: true }];
    for seat in table.position().seats(board) {
        let may_sit = |side: &SideId| !matches!(table.seats[side.at()], Seat::NonPlayer | Seat::Absent);
        let sides: Vec<SideId> = seat.iter().filter(may_sit).collect();
        if let Some(first) = sides.first() {
            out.push(Sitting {
                role: Role::Side(*first),
                id: board.sides[first.at()].id.clone(),
                names: sides.iter().map(|side| board.sides[side.at()].name.clone()).collect(),
                is_human: sides.iter().any(|side| table.seats[side.at()] == Seat::Human),
            });
        }
    }
    out.push(Sitting { role: Role::Watcher, id: "watch".into(), names: Vec::new(), is_human: true });
    out
}

/// Opens the doors, tells so, and stays until the end.
fn open<E>(
    ready: Ready,
    at: SocketAddr,
    listener: TcpListener,
    game: &SyncSender<In>,
    options: &Options,
    (stop, is_ending, ended): (Stop, Arc<AtomicBool>, oneshot::Receiver<()>),
    tell: impl FnOnce(&Serving),
) -> Result<(), ServeError<E>> {
    let keys = ready.keys;
    let base = options
        .public_url
        .as_deref()
        .map_or_else(|| format!("http://{}", shown(at)), |url| address::origin(url).unwrap_or_else(|_| url.to_owned()));
    let link = |seat: &Sitting| {
        let key = keys.of(&seat.id).unwrap_or_default().to_owned();
        // The desk is for this machine: by its own address.
        let base = if seat.role == Role::Desk && !options.desk_anywhere {
            format!("http://{}", shown(at))
        } else {
            base.clone()
        };
        Link {
            role: seat.role,
            names: seat.names.clone(),
            is_human: seat.is_human,
            url: format!("{base}/#k={key}"),
            key,
        }
    };
    let links: Vec<Link> = ready.seats.iter().map(link).collect();
    let locks = Locks::new(links.iter().map(|link| (link.key.clone(), link.role)));
    let (closes, stops) = watch::channel(false);
    let house = House {
        names: Names::new(at, &options.allow_hosts, options.public_url.as_deref()),
        doors: Doors::new(locks),
        hall: Hall { windows: ready.windows, game: game.clone(), next: AtomicU64::new(1), stops, idle: options.idle },
        desk_anywhere: options.desk_anywhere,
        pictures: ready.pictures,
        parcels: ready.parcels,
    };
    let failed = |error: std::io::Error| ServeError::Listen { at, problem: error.to_string() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    // Heard from here on: whoever reads the links may press Ctrl-C at once.
    let interrupts = options.until_interrupted.then(|| {
        let _runtime = runtime.enter();
        Interrupts::heard()
    });
    tell(&Serving { at, links, stop: stop.clone(), made: ready.made });
    runtime.block_on(async {
        let listener = Capped::new(tokio::net::TcpListener::from_std(listener).map_err(failed)?);
        let app = routes(Arc::new(house)).into_make_service_with_connect_info::<CameFrom>();
        tokio::select! {
            served = axum::serve(listener, app) => served.map_err(failed)?,
            () = stop.0.notified() => {}
            () = interrupted(interrupts) => {}
        }
        is_ending.store(true, Ordering::Relaxed);
        let _ = game.try_send(In::Ends); // Where there is no room for it, the game is awake.
        let _ = tokio::time::timeout(ENDS, ended).await;
        let _ = closes.send(true);
        tokio::time::sleep(FAREWELL).await;
        Ok(())
    })
}

/// An address that a browser on this machine can open.
fn shown(at: SocketAddr) -> SocketAddr {
    match at.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), at.port()),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::new(Ipv6Addr::LOCALHOST.into(), at.port()),
        _ => at,
    }
}

/// Ctrl-C, and that the system ends the program.
#[cfg(unix)]
struct Interrupts([tokio::signal::unix::Signal; 3]);

#[cfg(unix)]
impl Interrupts {
    /// Listens for them; none where that cannot be, and they end the program as they end any.
    fn heard() -> Option<Interrupts> {
        use tokio::signal::unix::{SignalKind, signal};
        let ends = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
        let [Ok(interrupt), Ok(terminate), Ok(hangup)] = ends else { return None };
        Some(Interrupts([interrupt, terminate, hangup]))
    }
    async fn came(self) {
        let Interrupts([mut interrupt, mut terminate, mut hangup]) = self;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}

/// Ctrl-C.
#[cfg(not(unix))]
struct Interrupts(tokio::signal::windows::CtrlC);

#[cfg(not(unix))]
impl Interrupts {
    fn heard() -> Option<Interrupts> {
        tokio::signal::windows::ctrl_c().ok().map(Interrupts)
    }
    async fn came(mut self) {
        self.0.recv().await;
    }
}

/// Waits until one of them comes; without end where none is listened for.
async fn interrupted(heard: Option<Option<Interrupts>>) {
    match heard.flatten() {
        Some(interrupts) => interrupts.came().await,
        None => std::future::pending().await,
    }
}
