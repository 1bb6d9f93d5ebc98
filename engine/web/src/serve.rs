//! Starts and stops the server: the port, the thread of the game, and the links.

use crate::access::{Access, Names};
use crate::address;
use crate::connection_limit::{LimitedListener, Peer};
use crate::downloads::Downloads;
use crate::game::{Game, Input, Pictures, ServedGame};
use crate::http::{AppState, routes};
use crate::keys::{KeyHashes, Keys, KeysError};
use crate::publisher::Subscription;
use crate::role::Role;
use crate::socket::{PING_INTERVAL, SocketContext};
use crate::view_counts::ViewCounts;
use cardwright_script::stop_scripts_when;
use cardwright_state::SideId;
use cardwright_table::{Seat, Table};
use rand::TryRng;
use rand::rngs::SysRng;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;
use tokio::sync::{Notify, oneshot, watch};

/// The largest number of messages that may wait for the game's thread.
const QUEUE_LENGTH: usize = 256;
/// The game has this time to finish and to check its record before the sockets close.
const GAME_SHUTDOWN: Duration = Duration::from_secs(1);
/// Pages have this time to read the closing message.
const CLOSING_TIME: Duration = Duration::from_millis(400);

/// Options of the server.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address and port to listen at. Port 0 means any free port.
    pub listen: SocketAddr,
    /// Further host names of this server.
    pub allow_hosts: Vec<String>,
    /// The URL under which a reverse proxy serves the game, if there is a reverse proxy.
    pub public_url: Option<String>,
    /// Whether the host's link works on other machines.
    pub host_anywhere: bool,
    /// Whether hands stay hidden after the game is over.
    pub keep_secrets: bool,
    /// Whether Ctrl-C stops the server.
    pub until_interrupted: bool,
    /// The interval of pings to a page. A page that is silent for three intervals is disconnected.
    pub idle: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            allow_hosts: Vec::new(),
            public_url: None,
            host_anywhere: false,
            keep_secrets: false,
            until_interrupted: false,
            idle: PING_INTERVAL,
        }
    }
}

/// A link to the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The role of a person who opens the link.
    pub role: Role,
    /// The names of the sides that this person plays. Empty for the host and for spectators.
    pub names: Vec<String>,
    /// Whether the link is meant for a person. False if bots play all sides of the link.
    pub is_human: bool,
    /// The secret key.
    pub key: String,
    /// The URL, with the key.
    pub url: String,
}

/// A running server.
#[derive(Debug, Clone)]
pub struct RunningServer {
    /// The address at which the server listens.
    pub at: SocketAddr,
    /// The links. The host's link is first.
    pub links: Vec<Link>,
    /// Stops the server.
    pub stop: StopHandle,
    /// Counts the views made so far.
    pub counts: ViewCounts,
}

/// Stops a server from any thread.
#[derive(Debug, Clone, Default)]
pub struct StopHandle(Arc<Notify>);

impl StopHandle {
    /// Stops the server now. The game's thread finishes its current work, and pages receive a closing message.
    pub fn now(&self) {
        self.0.notify_one();
    }
}

/// Why the server cannot start, or why it stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError<E> {
    /// The port is taken.
    #[error("port {} of {} is in use: another game may be served there; `--port N` takes another (0: any that is free)", .0.port(), .0.ip())]
    InUse(SocketAddr),
    /// The server cannot listen at this address.
    #[error("cannot listen at {at}: {problem}")]
    Listen {
        /// The address.
        at: SocketAddr,
        /// The error of the operating system.
        problem: String,
    },
    /// The game does not start.
    #[error("{0}")]
    Start(E),
    /// The server cannot load or make the keys.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The thread of the game panicked.
    #[error("the game stopped because of a fault in the program; its record is complete up to the last answer")]
    GameStopped,
}

/// The data that the thread of the game passes to the server once the game has started.
struct ReadyGame {
    keys: Keys,
    subscriptions: Vec<(Role, Subscription)>,
    links: Vec<LinkSpec>,
    pictures: Pictures,
    downloads: Arc<Downloads>,
    counts: ViewCounts,
}

/// A link without its key.
struct LinkSpec {
    role: Role,
    /// The name of its key in [`Keys`].
    key_name: String,
    names: Vec<String>,
    is_human: bool,
}

/// Serves the game that `start` returns, until somebody stops the server. The game runs on a thread of its own. Calls
/// `on_start` once the server listens. Returns the path of the record, if there is one.
///
/// # Errors
/// The port is taken, the game does not start, or its thread fails.
pub fn serve<E: Send>(
    start: impl FnOnce() -> Result<ServedGame, E> + Send,
    options: &Options,
    on_start: impl FnOnce(&RunningServer),
) -> Result<Option<PathBuf>, ServeError<E>> {
    // Listen before the game starts, because a game that cannot be served should leave no record.
    let listener = listen(options.listen)?;
    let (game, inputs) = sync_channel(QUEUE_LENGTH);
    let stop = StopHandle::default();
    std::thread::scope(|scope| {
        let (ready_sender, ready) = channel();
        let (stop_handle, keep_secrets, input) = (stop.clone(), options.keep_secrets, game.clone());
        let (done, ended) = oneshot::channel();
        let is_ending = Arc::<AtomicBool>::default();
        let shutdown = Shutdown { is_ending: is_ending.clone(), done };
        let thread = scope.spawn(move || {
            let _stop_on_drop = StopOnDrop(stop_handle);
            run_game(start, keep_secrets, ready_sender, (&inputs, input), shutdown)
        });
        let served = match ready.recv() {
            Ok(Ok(ready)) => {
                let thread = GameThread { input: game.clone(), is_ending, ended };
                run_server(ready, listener, thread, options, stop, on_start)
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(ServeError::GameStopped),
        };
        let _ = game.send(Input::Stop);
        let record = thread.join();
        served.and(record.map_err(|_| ServeError::GameStopped))
    })
}

/// Coordinates the shutdown of the server with the thread of the game.
struct Shutdown {
    /// Whether the server is stopping. Interrupts a running script.
    is_ending: Arc<AtomicBool>,
    /// Signals that the game has ended.
    done: oneshot::Sender<()>,
}

/// How the server reaches the thread of the game.
struct GameThread {
    input: SyncSender<Input>,
    /// Interrupts a running script.
    is_ending: Arc<AtomicBool>,
    /// Signals that the game has ended.
    ended: oneshot::Receiver<()>,
}

/// Stops the server when the thread of the game ends, also if it panics.
struct StopOnDrop(StopHandle);

impl Drop for StopOnDrop {
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

/// Runs on the thread of the game until the server stops. Returns the path of the record, if there is one.
fn run_game<E>(
    start: impl FnOnce() -> Result<ServedGame, E>,
    keep_secrets: bool,
    ready: Sender<Result<ReadyGame, ServeError<E>>>,
    (inputs, input): (&Receiver<Input>, SyncSender<Input>),
    shutdown: Shutdown,
) -> Option<PathBuf> {
    stop_scripts_when(shutdown.is_ending.clone());
    let game = match start() {
        Ok(game) => game,
        Err(error) => {
            let _ = ready.send(Err(ServeError::Start(error)));
            return None;
        }
    };
    let table = &game.session.table;
    let links = links(table);
    let key_names = links.iter().map(|link| link.key_name.as_str());
    let keys = match table.record_path() {
        Some(record) => Keys::load(record, key_names, &table.board().renames),
        None => Keys::generate(key_names),
    };
    let keys = match keys {
        Ok(keys) => keys,
        Err(error) => {
            let _ = ready.send(Err(error.into()));
            return None;
        }
    };
    let roles: Vec<Role> = links.iter().map(|link| link.role).collect();
    let counts = ViewCounts::default();
    let mut game = Game::new(game, &roles, keys.clone(), &counts, first_log_version(), keep_secrets);
    let (subscriptions, pictures, downloads) = (game.subscriptions(), game.pictures(), game.downloads.clone());
    if let Err(problem) = game.watch_rules(input) {
        game.notify_host_later(&format!("files are not watched ({problem}): `reload` reads them again"));
    }
    let is_served = ready.send(Ok(ReadyGame { keys, subscriptions, links, pictures, downloads, counts })).is_ok();
    let is_stopped = !is_served || game.run(inputs, &shutdown.is_ending);
    let record = game.record_at_the_end();
    let _ = shutdown.done.send(());
    // Keep the game until the sockets have sent its last notices, because dropping the game closes the sockets.
    while !is_stopped && !matches!(inputs.recv(), Ok(Input::Stop) | Err(_)) {}
    record
}

/// Returns the version number with which the log starts, and from which it counts up. A page may still hold a version
/// number from an earlier server. The random start makes it unlikely that this log uses the same number.
fn first_log_version() -> u64 {
    u64::from(SysRng.try_next_u32().unwrap_or_default()) << 20
}

/// Returns the links for the host, for each seat that a person or a bot may have, and for spectators.
fn links(table: &Table) -> Vec<LinkSpec> {
    // The key names `desk` (host) and `watch` (spectators) cannot change, because existing key files contain them.
    let link = |role, key_name: &str| LinkSpec { role, key_name: key_name.into(), names: Vec::new(), is_human: true };
    let board = table.board();
    let mut out = vec![link(Role::Host, "desk")];
    for seat in table.position().seats(board) {
        let is_playable = |side: &SideId| !matches!(table.seats[side.index()], Seat::NonPlayer | Seat::Absent);
        let sides: Vec<SideId> = seat.iter().filter(is_playable).collect();
        if let Some(first) = sides.first() {
            out.push(LinkSpec {
                names: sides.iter().map(|side| board.sides[side.index()].name.clone()).collect(),
                is_human: sides.iter().any(|side| table.seats[side.index()] == Seat::Human),
                ..link(Role::Side(*first), &board.sides[first.index()].id)
            });
        }
    }
    out.push(link(Role::Spectator, "watch"));
    out
}

/// Accepts connections until somebody stops the server.
fn run_server<E>(
    ready: ReadyGame,
    listener: TcpListener,
    game: GameThread,
    options: &Options,
    stop: StopHandle,
    on_start: impl FnOnce(&RunningServer),
) -> Result<(), ServeError<E>> {
    let listen_error = |error: std::io::Error| ServeError::Listen { at: options.listen, problem: error.to_string() };
    let at = listener.local_addr().map_err(listen_error)?;
    let keys = ready.keys;
    let own_url = format!("http://{}", local_address(at));
    let public_url = options.public_url.as_deref();
    let url = public_url.map_or(own_url.clone(), |url| address::origin(url).unwrap_or_else(|_| url.to_owned()));
    let link = |spec: &LinkSpec| {
        let key = keys.get(&spec.key_name).unwrap_or_default().to_owned();
        // If the host's link works only on this machine, it contains the address of this machine.
        let base = if spec.role == Role::Host && !options.host_anywhere { &own_url } else { &url };
        Link {
            role: spec.role,
            names: spec.names.clone(),
            is_human: spec.is_human,
            url: format!("{base}/#k={key}"),
            key,
        }
    };
    let links: Vec<Link> = ready.links.iter().map(link).collect();
    let key_hashes = KeyHashes::new(links.iter().map(|link| (link.key.clone(), link.role)));
    let (close_sockets, closing) = watch::channel(false);
    let state = AppState {
        names: Names::new(at, &options.allow_hosts, public_url),
        access: Access::new(key_hashes),
        sockets: SocketContext {
            subscriptions: ready.subscriptions,
            game: game.input.clone(),
            next_number: AtomicU64::new(1),
            closing,
            ping_interval: options.idle,
        },
        host_anywhere: options.host_anywhere,
        pictures: ready.pictures,
        downloads: ready.downloads,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(listen_error)?;
    listener.set_nonblocking(true).map_err(listen_error)?;
    // Listen for signals before the links are printed, because a person may press Ctrl-C as soon as the links appear.
    let signals = options.until_interrupted.then(|| {
        let _runtime = runtime.enter();
        Signals::listen()
    });
    on_start(&RunningServer { at, links, stop: stop.clone(), counts: ready.counts });
    runtime.block_on(async {
        let listener = LimitedListener::new(tokio::net::TcpListener::from_std(listener).map_err(listen_error)?);
        let app = routes(Arc::new(state)).into_make_service_with_connect_info::<Peer>();
        tokio::select! {
            served = axum::serve(listener, app) => served.map_err(listen_error)?,
            () = stop.0.notified() => {}
            () = first_signal(signals) => {}
        }
        game.is_ending.store(true, Ordering::Relaxed);
        let _ = game.input.try_send(Input::Wake); // If the queue is full, the game is awake.
        let _ = tokio::time::timeout(GAME_SHUTDOWN, game.ended).await;
        let _ = close_sockets.send(true);
        tokio::time::sleep(CLOSING_TIME).await;
        Ok(())
    })
}

/// Returns the address at which a browser on this machine can open the server.
fn local_address(at: SocketAddr) -> SocketAddr {
    match at.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), at.port()),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::new(Ipv6Addr::LOCALHOST.into(), at.port()),
        _ => at,
    }
}

/// The signals that stop the server: Ctrl-C, and the signals by which the operating system ends a program.
#[cfg(unix)]
struct Signals([tokio::signal::unix::Signal; 3]);

#[cfg(unix)]
impl Signals {
    /// Listens for the signals. Returns `None` if that fails. The signals then end the program without a shutdown.
    fn listen() -> Option<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
        let [Ok(interrupt), Ok(terminate), Ok(hangup)] = signals else { return None };
        Some(Signals([interrupt, terminate, hangup]))
    }
    async fn first(self) {
        let Signals([mut interrupt, mut terminate, mut hangup]) = self;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}

/// The signal that stops the server: Ctrl-C.
#[cfg(not(unix))]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(not(unix))]
impl Signals {
    fn listen() -> Option<Signals> {
        tokio::signal::windows::ctrl_c().ok().map(Signals)
    }
    async fn first(mut self) {
        self.0.recv().await;
    }
}

/// Waits for a signal. Waits forever if the server does not listen for signals.
async fn first_signal(signals: Option<Option<Signals>>) {
    match signals.flatten() {
        Some(signals) => signals.first().await,
        None => std::future::pending().await,
    }
}
