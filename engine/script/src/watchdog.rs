//! The clock that stops a runaway, and nothing else: what rules can feel is counted, never timed.
//!
//! It counts the time that the running thread has had of a processor, where the platform tells that of another thread: on a
//! machine with much else to do an honest rule takes longer and is not stopped. A thread looks every few milliseconds whether a VM has had its time and then installs
//! Luau's interrupt, which raises an error at the next loop edge or call. In normal running no
//! interrupt is installed, so it costs nothing.
#![allow(unsafe_code)]

use mlua::Lua;
use mlua::ffi;
use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long one answer (or one game played inline) may run: with the loading before it, a runaway costs less than five seconds.
pub(crate) const LIMIT: Duration = Duration::from_secs(4);
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How long what only looks may run: whoever waits for it, waits.
pub(crate) const LOOK: Duration = Duration::from_secs(1);

/// What the clock's error says.
pub const TOO_LONG: &str = "the script ran too long (4 seconds)";

/// What one look may count: while the program was stopped, or the machine slept, no script ran.
const MOST_A_LOOK: Duration = Duration::from_millis(100);

thread_local! {
    /// What ends the rules that this thread runs.
    static ENDS: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Rules that this thread runs from now on are stopped as soon as this becomes true, as if they had run too long: for a program that
/// is to end while one runs.
pub fn stop_rules_when(ends: Arc<AtomicBool>) {
    ENDS.set(Some(ends));
}

/// What a run has once the time of all of them is over: to take the game back to where it was.
const TO_GO_BACK: Duration = Duration::from_millis(500);

thread_local! {
    /// Until when, by what this thread has had of a processor, several runs may go on together.
    static UNTIL: Cell<Option<Duration>> = const { Cell::new(None) };
    /// Whether the clock stopped one of them.
    static STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// How long something took this thread of a processor, and whether the clock stopped a script meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Took {
    /// So long.
    pub time: Duration,
    /// The clock stopped a script.
    pub was_stopped: bool,
}

/// Does something in which scripts may run so long in all, however often they are begun: of what comes after that, each has half a
/// second.
pub fn within<T>(limit: Duration, done: impl FnOnce() -> T) -> (T, Took) {
    let began = now();
    let (outer, was_stopped) = (UNTIL.get(), STOPPED.replace(false));
    let until = began.saturating_add(limit);
    UNTIL.set(Some(outer.map_or(until, |outer| outer.min(until))));
    let out = done();
    UNTIL.set(outer);
    let took = Took { time: now().saturating_sub(began), was_stopped: STOPPED.get() };
    STOPPED.set(was_stopped || took.was_stopped);
    (out, took)
}

/// What is left for a run that may take so long by itself.
fn left(limit: Duration) -> Duration {
    let all = UNTIL.get().map(|until| until.saturating_sub(now()).max(TO_GO_BACK));
    all.map_or(limit, |all| all.min(limit))
}

/// Of one VM: how long it may still run, and whether it was stopped.
#[derive(Debug, Default)]
struct Clock {
    /// None while nothing runs.
    left: Option<Duration>,
    /// The thread it runs on, and what that had of a processor at the last look.
    had: Option<(cpu::Thread, Duration)>,
    fired: bool,
    /// What ends it before its time: see [`stop_rules_when`].
    ends: Option<Arc<AtomicBool>>,
}

impl Clock {
    /// How long the script ran since the last look; `passed` on the clock on the wall.
    fn ran(&mut self, passed: Duration) -> Duration {
        let Some((thread, before)) = &mut self.had else { return passed };
        let Some(now) = thread.time() else { return Duration::ZERO }; // It has ended.
        let ran = now.saturating_sub(*before);
        *before = now;
        ran
    }
}

/// The time that this thread has had of a processor, or where nobody tells that, the time that has passed.
pub(crate) fn now() -> Duration {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    let passed = || BEGAN.get_or_init(Instant::now).elapsed();
    cpu::Thread::this().and_then(cpu::Thread::time).unwrap_or_else(passed)
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod cpu {
    use std::ffi::{c_int, c_long, c_ulong};
    use std::time::Duration;

    #[repr(C)]
    struct Timespec {
        seconds: c_long,
        nanoseconds: c_long,
    }

    // Of the C library that the standard library is linked with, as POSIX has them.
    unsafe extern "C" {
        fn pthread_self() -> c_ulong;
        fn pthread_getcpuclockid(thread: c_ulong, clock: *mut c_int) -> c_int;
        fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    }

    /// The clock of one thread's time on a processor.
    #[derive(Debug, Clone, Copy)]
    pub(super) struct Thread(c_int);

    impl Thread {
        /// That of the thread that asks.
        pub(super) fn this() -> Option<Thread> {
            let mut clock = 0;
            // SAFETY: a thread may always ask for its own clock; `clock` is written before it is read.
            let failed = unsafe { pthread_getcpuclockid(pthread_self(), &mut clock) };
            (failed == 0).then_some(Thread(clock))
        }
        /// How long it has run; none once it has ended.
        pub(super) fn time(self) -> Option<Duration> {
            let mut time = Timespec { seconds: 0, nanoseconds: 0 };
            // SAFETY: the clock is a number, of which the system says itself if there is none such; `time` is of its size.
            let failed = unsafe { clock_gettime(self.0, &mut time) };
            let seconds = u64::try_from(time.seconds).ok()?;
            (failed == 0).then(|| Duration::new(seconds, u32::try_from(time.nanoseconds).unwrap_or(0)))
        }
    }
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
mod cpu {
    use std::time::Duration;

    /// No other thread's time is told here.
    #[derive(Debug, Clone, Copy)]
    pub(super) struct Thread;

    impl Thread {
        pub(super) fn this() -> Option<Thread> {
            None
        }
        pub(super) fn time(self) -> Option<Duration> {
            None
        }
    }
}

struct Watched {
    callbacks: *mut ffi::lua_Callbacks,
    /// Held by whoever sets or clears the interrupt, so that a deadline that was read is never acted on after it ended.
    clock: Mutex<Clock>,
}

// SAFETY: `callbacks` is written through only by the watching thread while the VM is on the list, and by the VM's own
// thread; both hold `clock`. The VM lives as long as it is on the list, for its `Watchdog` owns it and takes it off
// before letting it go. Luau allows `interrupt`, the only field that is touched, to be set from any thread.
unsafe impl Send for Watched {}
// SAFETY: as above.
unsafe impl Sync for Watched {}

impl Watched {
    /// Sets or clears what Luau calls at each loop edge and call; only with this VM's clock in hand.
    fn interrupt(
        &self,
        _: &MutexGuard<'_, Clock>,
        with: Option<unsafe extern "C-unwind" fn(*mut ffi::lua_State, c_int)>,
    ) {
        // SAFETY: see `Watched`.
        unsafe { (*self.callbacks).interrupt = with };
    }
}

/// A lock, also after a thread that held it panicked: what it guards is whole after every statement.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn list() -> &'static Mutex<Vec<Arc<Watched>>> {
    static LIST: OnceLock<Mutex<Vec<Arc<Watched>>>> = OnceLock::new();
    LIST.get_or_init(|| {
        std::thread::spawn(watch);
        Mutex::new(Vec::new())
    })
}

fn watch() {
    let mut before = Instant::now();
    loop {
        std::thread::sleep(LOOK_EVERY);
        let list = held(list());
        let now = Instant::now();
        let passed = (now - before).min(MOST_A_LOOK);
        before = now;
        for watched in list.iter() {
            let mut clock = held(&watched.clock);
            let Some(left) = clock.left else { continue };
            let passed = clock.ran(passed);
            clock.left = Some(left.saturating_sub(passed));
            let is_ended = clock.ends.as_ref().is_some_and(|ends| ends.load(Ordering::Relaxed));
            if left <= passed || is_ended {
                clock.fired = true;
                watched.interrupt(&clock, Some(stop));
            }
        }
    }
}

/// Raises an error in the running script. Stays installed until the run ends, so that no handler
/// of the script can go on.
unsafe extern "C-unwind" fn stop(state: *mut ffi::lua_State, gc: c_int) {
    if gc >= 0 {
        return; // In the collector: no error may be raised here.
    }
    // SAFETY: Luau calls this with its running state, outside the collector, where errors may be raised.
    unsafe { ffi::luaL_error(state, c"stopped: the script ran too long".as_ptr()) };
}

/// Watches one VM from each [`Watchdog::start`] to the next [`Watchdog::stop`].
pub(crate) struct Watchdog {
    watched: Arc<Watched>,
    limit: Duration,
    /// Keeps the VM alive while it is on the list, whatever else is dropped first.
    _lua: Lua,
}

impl Watchdog {
    pub(crate) fn new(lua: &Lua) -> mlua::Result<Watchdog> {
        Watchdog::with_limit(lua, LIMIT)
    }

    /// How long each run may take.
    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    /// Gives each run so long from now on.
    pub(crate) fn limit_to(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// What starts the clock anew in the middle of a run.
    pub(crate) fn rewind(&self) -> Rewind {
        Rewind { watched: self.watched.clone(), limit: self.limit }
    }

    fn with_limit(lua: &Lua, limit: Duration) -> mlua::Result<Watchdog> {
        let mut callbacks = std::ptr::null_mut();
        // SAFETY: only reads the address of the VM's callbacks, which lives as long as the VM.
        unsafe { lua.exec_raw::<()>((), |state| callbacks = ffi::lua_callbacks(state))? };
        let watched = Arc::new(Watched { callbacks, clock: Mutex::default() });
        held(list()).push(watched.clone());
        Ok(Watchdog { watched, limit, _lua: lua.clone() })
    }

    /// Starts the clock; nothing is left of an earlier run.
    pub(crate) fn start(&self) {
        let mut clock = held(&self.watched.clock);
        let had = cpu::Thread::this().and_then(|thread| Some((thread, thread.time()?)));
        *clock = Clock { left: Some(left(self.limit)), had, fired: false, ends: ENDS.with_borrow(Clone::clone) };
        self.watched.interrupt(&clock, None);
    }

    /// Whether the clock has run out since it was started.
    pub(crate) fn is_late(&self) -> bool {
        held(&self.watched.clock).fired
    }

    /// Stops the clock; whether it had run out.
    pub(crate) fn stop(&self) -> bool {
        let mut clock = held(&self.watched.clock);
        let ended = std::mem::take(&mut *clock);
        if ended.fired {
            self.watched.interrupt(&clock, None);
            STOPPED.set(true);
        }
        ended.fired
    }
}

/// Starts the clock of a run anew: several answers are re-run in one run, and each has the time of one.
#[derive(Clone)]
pub(crate) struct Rewind {
    watched: Arc<Watched>,
    limit: Duration,
}

impl std::fmt::Debug for Rewind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Rewind({:?})", self.limit)
    }
}

impl Rewind {
    /// Starts it anew, unless it has run out or nothing runs.
    pub(crate) fn now(&self) {
        let mut clock = held(&self.watched.clock);
        if clock.fired || clock.left.is_none() {
            return;
        }
        clock.ran(Duration::ZERO); // What ran before is the earlier answer's.
        clock.left = Some(left(self.limit));
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        held(list()).retain(|w| !Arc::ptr_eq(w, &self.watched));
    }
}

#[cfg(test)]
mod tests {
    use super::{TO_GO_BACK, Watchdog, held, list, stop, within};
    use mlua::Lua;
    use std::sync::Arc;
    use std::time::Duration;

    const SOON: Duration = Duration::from_millis(1);
    const NEVER: Duration = Duration::from_secs(3600);

    fn runs(lua: &Lua) -> bool {
        lua.load("for i = 1, 1000 do end").exec().is_ok()
    }

    #[test]
    fn a_runaway_is_stopped_and_the_next_run_is_not() {
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, SOON).unwrap();
        watchdog.start();
        let ended = lua.load("while true do pcall(function() while true do end end) end").exec();
        assert!(ended.unwrap_err().to_string().contains("ran too long"));
        assert!(watchdog.is_late() && watchdog.stop());
        assert!(runs(&lua) && !watchdog.is_late() && !watchdog.stop());
    }

    /// As on a machine that has other things to do.
    #[test]
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    fn a_thread_that_is_kept_waiting_has_not_run() {
        const LIMIT: Duration = Duration::from_millis(60);
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, LIMIT).unwrap();
        watchdog.start();
        let before = super::now();
        std::thread::sleep(5 * LIMIT);
        assert!(!watchdog.is_late() && runs(&lua), "no script has run so long");
        assert!(super::now() - before < LIMIT);
        assert!(lua.load("while true do end").exec().is_err(), "now one has");
        assert!(super::now() - before >= LIMIT && watchdog.stop());
    }

    #[test]
    fn what_an_earlier_run_left_behind_does_not_stop_the_next() {
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, NEVER).unwrap();
        {
            let mut clock = held(&watchdog.watched.clock);
            clock.fired = true;
            watchdog.watched.interrupt(&clock, Some(stop));
        }
        assert!(!runs(&lua));
        watchdog.start();
        assert!(runs(&lua) && !watchdog.is_late() && !watchdog.stop());
    }

    #[test]
    fn a_vm_outlives_its_place_on_the_list_whatever_is_dropped_first() {
        let lua = Lua::new();
        let weak = lua.weak();
        let watchdog = Watchdog::with_limit(&lua, SOON).unwrap();
        watchdog.start();
        let watched = watchdog.watched.clone();
        let is_listed = || held(list()).iter().any(|w| Arc::ptr_eq(w, &watched));
        drop(lua);
        while !watchdog.is_late() {
            std::thread::yield_now(); // The watching thread writes into the VM now.
        }
        assert!(is_listed() && weak.try_upgrade().is_some());
        drop(watchdog);
        assert!(!is_listed() && weak.try_upgrade().is_none());
    }

    #[test]
    fn what_is_begun_again_and_again_has_the_time_of_one() {
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, NEVER).unwrap();
        let run = || {
            watchdog.start();
            let ended = lua.load("while true do end").exec();
            watchdog.stop() && ended.is_err()
        };
        let (stopped, took) = within(SOON, || (0..3).filter(|_| run()).count());
        assert!(took.was_stopped && stopped == 3, "{stopped}");
        assert!(took.time < TO_GO_BACK * 6, "{took:?}");
        let (_, took) = within(SOON, || 7);
        assert!(!took.was_stopped, "what was stopped before is another's");
    }
}
