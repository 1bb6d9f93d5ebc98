//! The watchdog: stops scripts that run too long. All other limits count operations, so they are deterministic.
//!
//! A background thread checks every few milliseconds how long each VM has run. When a VM's time is up, the thread
//! installs Luau's interrupt, which raises an error at the next loop edge or call. A normal run has no interrupt, so the
//! watchdog costs it nothing. Where the platform allows it, the watchdog counts CPU time: a busy machine stops no rule.
#![allow(unsafe_code)]

use mlua::Lua;
use mlua::ffi;
use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The time limit for one answer, or for one game with an inline driver.
pub(crate) const LIMIT: Duration = Duration::from_secs(4);
const TICK: Duration = Duration::from_millis(20);

/// The time limit for figures and typed expressions: a person waits for them.
pub(crate) const READ_ONLY_LIMIT: Duration = Duration::from_secs(1);

/// The message of [`crate::RunError::TimeLimit`], without its `stopped: `.
pub const TIME_LIMIT_MESSAGE: &str = "the script ran too long (4 seconds)";

/// The most that one tick may count: no script ran while the program was stopped or the machine slept.
const MAX_TICK: Duration = Duration::from_millis(100);

thread_local! {
    /// The flag that stops the scripts of this thread.
    static STOP_FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Stops the scripts of this thread as soon as the flag is true, as if they had run too long. A program that exits while
/// a script runs needs this.
pub fn stop_scripts_when(stop_flag: Arc<AtomicBool>) {
    STOP_FLAG.set(Some(stop_flag));
}

/// The time of each run after the time limit of [`with_time_limit`] is up: enough to restore the game.
const RECOVERY_TIME: Duration = Duration::from_millis(500);

thread_local! {
    /// The common deadline of several runs, in CPU time of this thread.
    static DEADLINE: Cell<Option<Duration>> = const { Cell::new(None) };
    /// Whether the watchdog stopped one of them.
    static WAS_STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// The time that [`with_time_limit`] took, and whether the watchdog stopped a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeUsed {
    /// CPU time of this thread.
    pub time: Duration,
    /// Whether the watchdog stopped a script.
    pub was_stopped: bool,
}

/// Calls a function whose script runs share one time limit. When it is up, each further run has half a second.
pub fn with_time_limit<T>(limit: Duration, done: impl FnOnce() -> T) -> (T, TimeUsed) {
    let began = now();
    let (outer, was_stopped) = (DEADLINE.get(), WAS_STOPPED.replace(false));
    let until = began.saturating_add(limit);
    DEADLINE.set(Some(outer.map_or(until, |outer| outer.min(until))));
    let out = done();
    DEADLINE.set(outer);
    let took = TimeUsed { time: now().saturating_sub(began), was_stopped: WAS_STOPPED.get() };
    WAS_STOPPED.set(was_stopped || took.was_stopped);
    (out, took)
}

/// The time left for a run with its own limit, under the common deadline.
fn time_left(limit: Duration) -> Duration {
    let all = DEADLINE.get().map(|until| until.saturating_sub(now()).max(RECOVERY_TIME));
    all.map_or(limit, |all| all.min(limit))
}

/// The clock of one VM.
#[derive(Debug, Default)]
struct Clock {
    /// The time left; none while no script runs.
    time_left: Option<Duration>,
    /// The thread that runs the VM, and its CPU time at the last tick.
    last_seen: Option<(cpu::Thread, Duration)>,
    /// Whether the time is up.
    fired: bool,
    /// The flag that stops it early: see [`stop_scripts_when`].
    stop_flag: Option<Arc<AtomicBool>>,
}

impl Clock {
    /// How long the script ran since the last tick. `passed`: the wall-clock time since then.
    fn time_since_tick(&mut self, passed: Duration) -> Duration {
        let Some((thread, before)) = &mut self.last_seen else { return passed };
        let Some(now) = thread.time() else { return Duration::ZERO }; // The thread has ended.
        let ran = now.saturating_sub(*before);
        *before = now;
        ran
    }
}

/// The CPU time of this thread; on platforms that do not report it, the wall-clock time.
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

    // POSIX functions of the C library that the standard library links.
    unsafe extern "C" {
        fn pthread_self() -> c_ulong;
        fn pthread_getcpuclockid(thread: c_ulong, clock: *mut c_int) -> c_int;
        fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    }

    /// The CPU-time clock of one thread.
    #[derive(Debug, Clone, Copy)]
    pub(super) struct Thread(c_int);

    impl Thread {
        /// The clock of the calling thread.
        pub(super) fn this() -> Option<Thread> {
            let mut clock = 0;
            // SAFETY: a thread may always ask for its own clock. The call writes `clock` before anything reads it.
            let failed = unsafe { pthread_getcpuclockid(pthread_self(), &mut clock) };
            (failed == 0).then_some(Thread(clock))
        }
        /// The CPU time of the thread; none once it has ended.
        pub(super) fn time(self) -> Option<Duration> {
            let mut time = Timespec { seconds: 0, nanoseconds: 0 };
            // SAFETY: the clock is a number that the system itself validates; `time` has the size that the call writes.
            let failed = unsafe { clock_gettime(self.0, &mut time) };
            let seconds = u64::try_from(time.seconds).ok()?;
            (failed == 0).then(|| Duration::new(seconds, u32::try_from(time.nanoseconds).unwrap_or(0)))
        }
    }
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
mod cpu {
    use std::time::Duration;

    /// This platform does not report the CPU time of other threads.
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

struct WatchedVm {
    callbacks: *mut ffi::lua_Callbacks,
    /// Setting or clearing the interrupt needs this lock. So the background thread never stops a later run by mistake.
    clock: Mutex<Clock>,
}

// SAFETY: only the background thread, while the VM is on the list, and the VM's own thread write through `callbacks`;
// both hold `clock`. The VM lives as long as it is on the list: its `Watchdog` owns it and removes it from the list
// before dropping it. Luau allows any thread to set `interrupt`, the only field that this code writes.
unsafe impl Send for WatchedVm {}
// SAFETY: as above.
unsafe impl Sync for WatchedVm {}

impl WatchedVm {
    /// Sets or clears the function that Luau calls at each loop edge and call. The caller holds this VM's clock.
    fn interrupt(
        &self,
        _: &MutexGuard<'_, Clock>,
        with: Option<unsafe extern "C-unwind" fn(*mut ffi::lua_State, c_int)>,
    ) {
        // SAFETY: see `WatchedVm`.
        unsafe { (*self.callbacks).interrupt = with };
    }
}

/// Locks a mutex, also after a panic of another thread: each statement leaves the data consistent.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn vms() -> &'static Mutex<Vec<Arc<WatchedVm>>> {
    static LIST: OnceLock<Mutex<Vec<Arc<WatchedVm>>>> = OnceLock::new();
    LIST.get_or_init(|| {
        std::thread::spawn(watch);
        Mutex::new(Vec::new())
    })
}

fn watch() {
    let mut before = Instant::now();
    loop {
        std::thread::sleep(TICK);
        let vms = locked(vms());
        let now = Instant::now();
        let passed = (now - before).min(MAX_TICK);
        before = now;
        for vm in vms.iter() {
            let mut clock = locked(&vm.clock);
            let Some(time_left) = clock.time_left else { continue };
            let passed = clock.time_since_tick(passed);
            clock.time_left = Some(time_left.saturating_sub(passed));
            let is_ended = clock.stop_flag.as_ref().is_some_and(|stop_flag| stop_flag.load(Ordering::Relaxed));
            if time_left <= passed || is_ended {
                clock.fired = true;
                vm.interrupt(&clock, Some(stop));
            }
        }
    }
}

/// Raises an error in the running script. It stays installed until the run ends: a script that catches the error stops
/// again at once.
unsafe extern "C-unwind" fn stop(state: *mut ffi::lua_State, gc: c_int) {
    if gc >= 0 {
        return; // The garbage collector runs: raising an error is not allowed here.
    }
    // SAFETY: Luau calls this with its running state, outside the garbage collector, where errors are allowed.
    unsafe { ffi::luaL_error(state, c"stopped: the script ran too long".as_ptr()) };
}

/// Watches one VM from each [`Watchdog::start`] to the next [`Watchdog::stop`].
pub(crate) struct Watchdog {
    vm: Arc<WatchedVm>,
    limit: Duration,
    /// Keeps the VM alive while it is on the list, in any order of drops.
    _lua: Lua,
}

impl Watchdog {
    pub(crate) fn new(lua: &Lua) -> mlua::Result<Watchdog> {
        Watchdog::with_limit(lua, LIMIT)
    }

    /// The time limit of each run.
    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    /// Sets the time limit of later runs.
    pub(crate) fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// A handle that restarts the clock during a run.
    pub(crate) fn clock_reset(&self) -> ClockReset {
        ClockReset { vm: self.vm.clone(), limit: self.limit }
    }

    fn with_limit(lua: &Lua, limit: Duration) -> mlua::Result<Watchdog> {
        let mut callbacks = std::ptr::null_mut();
        // SAFETY: only reads the address of the VM's callbacks, which live as long as the VM.
        unsafe { lua.exec_raw::<()>((), |state| callbacks = ffi::lua_callbacks(state))? };
        let vm = Arc::new(WatchedVm { callbacks, clock: Mutex::default() });
        locked(vms()).push(vm.clone());
        Ok(Watchdog { vm, limit, _lua: lua.clone() })
    }

    /// Starts the clock, and clears the state of an earlier run.
    pub(crate) fn start(&self) {
        let mut clock = locked(&self.vm.clock);
        let last_seen = cpu::Thread::this().and_then(|thread| Some((thread, thread.time()?)));
        *clock = Clock {
            time_left: Some(time_left(self.limit)),
            last_seen,
            fired: false,
            stop_flag: STOP_FLAG.with_borrow(Clone::clone),
        };
        self.vm.interrupt(&clock, None);
    }

    /// Whether the time of the current run is up.
    pub(crate) fn has_fired(&self) -> bool {
        locked(&self.vm.clock).fired
    }

    /// Stops the clock. Returns whether the time was up.
    pub(crate) fn stop(&self) -> bool {
        let mut clock = locked(&self.vm.clock);
        let ended = std::mem::take(&mut *clock);
        if ended.fired {
            self.vm.interrupt(&clock, None);
            WAS_STOPPED.set(true);
        }
        ended.fired
    }
}

/// Restarts the clock during a run: a run may repeat several logged answers, and each has the full time.
#[derive(Clone)]
pub(crate) struct ClockReset {
    vm: Arc<WatchedVm>,
    limit: Duration,
}

impl std::fmt::Debug for ClockReset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Rewind({:?})", self.limit)
    }
}

impl ClockReset {
    /// Restarts the clock, unless the time is up or no script runs.
    pub(crate) fn reset(&self) {
        let mut clock = locked(&self.vm.clock);
        if clock.fired || clock.time_left.is_none() {
            return;
        }
        clock.time_since_tick(Duration::ZERO); // The time until now belongs to the earlier answer.
        clock.time_left = Some(time_left(self.limit));
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        locked(vms()).retain(|w| !Arc::ptr_eq(w, &self.vm));
    }
}

#[cfg(test)]
mod tests {
    use super::{RECOVERY_TIME, Watchdog, locked, stop, vms, with_time_limit};
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
        assert!(watchdog.has_fired() && watchdog.stop());
        assert!(runs(&lua) && !watchdog.has_fired() && !watchdog.stop());
    }

    /// Simulates a busy machine.
    #[test]
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    fn waiting_time_does_not_count() {
        const LIMIT: Duration = Duration::from_millis(60);
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, LIMIT).unwrap();
        watchdog.start();
        let before = super::now();
        std::thread::sleep(5 * LIMIT);
        assert!(!watchdog.has_fired() && runs(&lua), "no script has run for the limit");
        assert!(super::now() - before < LIMIT);
        assert!(lua.load("while true do end").exec().is_err(), "now one has");
        assert!(super::now() - before >= LIMIT && watchdog.stop());
    }

    #[test]
    fn an_earlier_interrupt_does_not_stop_the_next_run() {
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, NEVER).unwrap();
        {
            let mut clock = locked(&watchdog.vm.clock);
            clock.fired = true;
            watchdog.vm.interrupt(&clock, Some(stop));
        }
        assert!(!runs(&lua));
        watchdog.start();
        assert!(runs(&lua) && !watchdog.has_fired() && !watchdog.stop());
    }

    #[test]
    fn a_vm_lives_while_it_is_on_the_list() {
        let lua = Lua::new();
        let weak = lua.weak();
        let watchdog = Watchdog::with_limit(&lua, SOON).unwrap();
        watchdog.start();
        let vm = watchdog.vm.clone();
        let is_listed = || locked(vms()).iter().any(|w| Arc::ptr_eq(w, &vm));
        drop(lua);
        while !watchdog.has_fired() {
            std::thread::yield_now(); // Until the background thread writes into the VM.
        }
        assert!(is_listed() && weak.try_upgrade().is_some());
        drop(watchdog);
        assert!(!is_listed() && weak.try_upgrade().is_none());
    }

    #[test]
    fn repeated_runs_share_one_time_limit() {
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, NEVER).unwrap();
        let run = || {
            watchdog.start();
            let ended = lua.load("while true do end").exec();
            watchdog.stop() && ended.is_err()
        };
        let (stopped, took) = with_time_limit(SOON, || (0..3).filter(|_| run()).count());
        assert!(took.was_stopped && stopped == 3, "{stopped}");
        assert!(took.time < RECOVERY_TIME * 6, "{took:?}");
        let (_, took) = with_time_limit(SOON, || 7);
        assert!(!took.was_stopped, "an earlier stop does not count");
    }
}
