//! The watchdog stops scripts that run too long. The watchdog depends on the clock, so it is not deterministic. All
//! other limits count operations.
//!
//! A background thread checks every few milliseconds how long each VM has run. When a VM's time is up, the thread
//! installs an interrupt. Luau calls the interrupt at the next call or repetition of a loop, and it raises an error. A
//! normal run has no interrupt, so the watchdog does not slow it down. Where the platform allows it, the watchdog
//! counts CPU time, so a busy machine does not use up a script's time.

use crate::lua_ffi::{Interrupt, InterruptOwner};
use mlua::Lua;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The time limit for one answer, or for a whole game if a driver (a function that answers choices) plays it.
const DEFAULT_LIMIT: Duration = Duration::from_secs(4);

/// The time between two checks of the background thread.
const TICK: Duration = Duration::from_millis(20);

/// The time limit for a figure or a typed expression. The limit is short because a person waits for the result.
pub(crate) const READ_ONLY_LIMIT: Duration = Duration::from_secs(1);

/// The time limit that stopped a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeLimit {
    /// The limit of each run.
    #[error("the script ran too long ({} seconds)", .0.as_secs_f32())]
    Run(Duration),
    /// The common limit of several runs, which answer one question: see [`with_time_limit`].
    #[error("the script ran too long for a question ({} seconds)", .0.as_secs_f32())]
    Question(Duration),
}

/// The most time that one tick may count. A tick may last longer if the machine sleeps, but no script runs meanwhile.
const MAX_TICK: Duration = Duration::from_millis(100);

thread_local! {
    /// The flag that stops the scripts of this thread.
    static STOP_FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Stops the scripts of this thread as soon as the flag is true, as if they had run too long. With this, a program can
/// exit while a script runs.
pub fn stop_scripts_when(stop_flag: Arc<AtomicBool>) {
    STOP_FLAG.set(Some(stop_flag));
}

/// The time that each run still has after the time limit of [`with_time_limit`] is up. This time is enough to
/// restore the game.
const RECOVERY_TIME: Duration = Duration::from_millis(500);

thread_local! {
    /// The common deadline of the runs in [`with_time_limit`], in CPU time of this thread, and the time limit.
    static DEADLINE: Cell<Option<(Duration, Duration)>> = const { Cell::new(None) };
    /// Whether the watchdog stopped one of these runs.
    static WAS_STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// What [`with_time_limit`] reports about its runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeUsed {
    /// The CPU time that this thread used.
    pub time: Duration,
    /// Whether the watchdog stopped a script.
    pub was_stopped: bool,
}

/// Calls a function whose script runs share one time limit. When the time is up, each further run still has half a
/// second. Calls of this function may nest.
pub fn with_time_limit<T>(limit: Duration, function: impl FnOnce() -> T) -> (T, TimeUsed) {
    let start = thread_time();
    let (outer_deadline, outer_was_stopped) = (DEADLINE.get(), WAS_STOPPED.replace(false));
    let deadline = (start.saturating_add(limit), limit);
    DEADLINE.set(Some(outer_deadline.map_or(deadline, |outer| outer.min(deadline))));
    let result = function();
    DEADLINE.set(outer_deadline);
    let time_used = TimeUsed { time: thread_time().saturating_sub(start), was_stopped: WAS_STOPPED.get() };
    WAS_STOPPED.set(outer_was_stopped || time_used.was_stopped);
    (result, time_used)
}

/// Returns the time for a run with its own limit, but no more than the common deadline leaves. Also returns the limit
/// that sets this time.
fn time_left(limit: Duration) -> (Duration, TimeLimit) {
    let own = (limit, TimeLimit::Run(limit));
    let Some((deadline, common_limit)) = DEADLINE.get() else { return own };
    let common = deadline.saturating_sub(thread_time()).max(RECOVERY_TIME);
    if common < limit { (common, TimeLimit::Question(common_limit)) } else { own }
}

/// The clock of one VM.
#[derive(Debug, Default)]
struct Clock {
    /// The time left for the current run, and the limit that sets it. `None` while no script runs.
    time_left: Option<(Duration, TimeLimit)>,
    /// The thread that runs the VM, and its CPU time at the last tick.
    last_seen: Option<(cpu::Thread, Duration)>,
    /// Whether the time is up, so the interrupt is installed.
    has_fired: bool,
    /// The flag that stops the script early: see [`stop_scripts_when`].
    stop_flag: Option<Arc<AtomicBool>>,
}

impl Clock {
    /// Returns how long the script ran since the last tick. `wall_clock_time` is the time since the last tick on the
    /// wall clock, which counts on platforms without CPU time.
    fn time_since_tick(&mut self, wall_clock_time: Duration) -> Duration {
        let Some((thread, last_time)) = &mut self.last_seen else { return wall_clock_time };
        let Some(now) = thread.time() else { return Duration::ZERO }; // The thread has ended.
        let time_used = now.saturating_sub(*last_time);
        *last_time = now;
        time_used
    }
}

/// Returns the CPU time of this thread. On platforms that do not report CPU time, returns the time since the first
/// call.
pub fn thread_time() -> Duration {
    static FIRST_CALL: OnceLock<Instant> = OnceLock::new();
    let wall_clock_time = || FIRST_CALL.get_or_init(Instant::now).elapsed();
    cpu::Thread::this().and_then(cpu::Thread::time).unwrap_or_else(wall_clock_time)
}

#[cfg(target_os = "linux")]
mod cpu {
    use nix::time::ClockId;
    use std::time::Duration;

    /// The CPU-time clock of one thread.
    #[derive(Debug, Clone, Copy)]
    pub(super) struct Thread(ClockId);

    impl Thread {
        /// The clock of the calling thread.
        pub(super) fn this() -> Option<Thread> {
            /// The kernel's name for the CPU time (2) of a single thread (4).
            const CPU_TIME_OF_THREAD: i32 = 6;
            Some(Thread(ClockId::from_raw((!nix::unistd::gettid().as_raw() << 3) | CPU_TIME_OF_THREAD)))
        }
        /// The CPU time of the thread. `None` if the thread has ended.
        pub(super) fn time(self) -> Option<Duration> {
            self.0.now().ok().map(Duration::from)
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod cpu {
    use std::time::Duration;

    /// A stand-in, because this platform does not report the CPU time of other threads.
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

/// A VM that the background thread watches.
struct WatchedVm {
    interrupt: Interrupt,
    /// A thread must hold this lock while it sets or clears the interrupt. So the background thread never stops a later
    /// run by mistake.
    clock: Mutex<Clock>,
}

/// Locks a mutex, even if another thread has panicked with the lock. No panic leaves the data inconsistent.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The list of all watched VMs. The first call starts the background thread.
fn vms() -> &'static Mutex<Vec<Arc<WatchedVm>>> {
    static LIST: OnceLock<Mutex<Vec<Arc<WatchedVm>>>> = OnceLock::new();
    LIST.get_or_init(|| {
        std::thread::spawn(watch);
        Mutex::new(Vec::new())
    })
}

/// Runs on the background thread.
fn watch() {
    let mut last_tick = Instant::now();
    loop {
        std::thread::sleep(TICK);
        let vms = locked(vms());
        let now = Instant::now();
        let wall_clock_time = (now - last_tick).min(MAX_TICK);
        last_tick = now;
        for vm in vms.iter() {
            let mut clock = locked(&vm.clock);
            let Some((time_left, limit)) = clock.time_left else { continue };
            let time_used = clock.time_since_tick(wall_clock_time);
            clock.time_left = Some((time_left.saturating_sub(time_used), limit));
            let must_stop = clock.stop_flag.as_ref().is_some_and(|stop_flag| stop_flag.load(Ordering::Relaxed));
            if time_left <= time_used || must_stop {
                clock.has_fired = true;
                vm.interrupt.set(true);
            }
        }
    }
}

/// Watches one VM from each [`Watchdog::start`] to the next [`Watchdog::stop`].
pub(crate) struct Watchdog {
    vm: Arc<WatchedVm>,
    limit: Duration,
    /// Keeps the VM alive while it is on the list, even if the owner of the VM drops the VM first.
    _owner: InterruptOwner,
}

impl Watchdog {
    pub(crate) fn new(lua: &Lua) -> mlua::Result<Watchdog> {
        Watchdog::with_limit(lua, DEFAULT_LIMIT)
    }

    /// The time limit of each run.
    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    /// Sets the time limit of later runs.
    pub(crate) fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// Returns a function that restarts the clock during a run. A run may repeat several stored answers, and each answer
    /// has the full time. The function does nothing if the time is up or no script runs.
    pub(crate) fn clock_reset(&self) -> Box<dyn Fn()> {
        let (vm, limit) = (self.vm.clone(), self.limit);
        Box::new(move || {
            let mut clock = locked(&vm.clock);
            if clock.has_fired || clock.time_left.is_none() {
                return;
            }
            // Sets `last_seen` to now. The time until now belongs to the earlier answer, so the result is not used.
            clock.time_since_tick(Duration::ZERO);
            clock.time_left = Some(time_left(limit));
        })
    }

    fn with_limit(lua: &Lua, limit: Duration) -> mlua::Result<Watchdog> {
        let owner = InterruptOwner::new(lua)?;
        let vm = Arc::new(WatchedVm { interrupt: owner.interrupt(), clock: Mutex::default() });
        locked(vms()).push(vm.clone());
        Ok(Watchdog { vm, limit, _owner: owner })
    }

    /// Starts the clock, and clears the state of an earlier run.
    pub(crate) fn start(&self) {
        let mut clock = locked(&self.vm.clock);
        let last_seen = cpu::Thread::this().and_then(|thread| Some((thread, thread.time()?)));
        *clock = Clock {
            time_left: Some(time_left(self.limit)),
            last_seen,
            has_fired: false,
            stop_flag: STOP_FLAG.with_borrow(Clone::clone),
        };
        self.vm.interrupt.set(false);
    }

    /// The time limit of the current run, if its time is up.
    pub(crate) fn fired(&self) -> Option<TimeLimit> {
        let clock = locked(&self.vm.clock);
        clock.time_left.filter(|_| clock.has_fired).map(|(_, limit)| limit)
    }

    /// Stops the clock. Returns the time limit if the time was up.
    pub(crate) fn stop(&self) -> Option<TimeLimit> {
        let mut clock = locked(&self.vm.clock);
        let stopped_clock = std::mem::take(&mut *clock);
        if !stopped_clock.has_fired {
            return None;
        }
        self.vm.interrupt.set(false);
        WAS_STOPPED.set(true);
        stopped_clock.time_left.map(|(_, limit)| limit)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        locked(vms()).retain(|vm| !Arc::ptr_eq(vm, &self.vm));
    }
}

#[cfg(test)]
mod tests {
    use super::{RECOVERY_TIME, TimeLimit, Watchdog, locked, vms, with_time_limit};
    use mlua::Lua;
    use std::sync::Arc;
    use std::time::Duration;

    const SOON: Duration = Duration::from_millis(1);
    const NEVER: Duration = Duration::from_secs(3600);

    /// Whether a short script runs to its end.
    fn runs(lua: &Lua) -> bool {
        lua.load("for i = 1, 1000 do end").exec().is_ok()
    }

    #[test]
    fn a_runaway_script_is_stopped_and_the_next_run_is_not() {
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, SOON).unwrap();
        watchdog.start();
        let result = lua.load("while true do pcall(function() while true do end end) end").exec();
        assert!(result.unwrap_err().to_string().contains("ran too long"));
        assert_eq!(watchdog.fired(), Some(TimeLimit::Run(SOON)));
        assert_eq!(watchdog.stop(), Some(TimeLimit::Run(SOON)));
        assert!(runs(&lua) && watchdog.fired().is_none() && watchdog.stop().is_none());
    }

    /// Simulates a busy machine.
    #[test]
    #[cfg(target_os = "linux")]
    fn waiting_time_does_not_count() {
        const LIMIT: Duration = Duration::from_millis(60);
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, LIMIT).unwrap();
        watchdog.start();
        let start = super::thread_time();
        std::thread::sleep(5 * LIMIT);
        assert!(watchdog.fired().is_none() && runs(&lua), "no script has run for the limit");
        assert!(super::thread_time() - start < LIMIT);
        assert!(lua.load("while true do end").exec().is_err(), "now a script has run for the limit");
        assert!(super::thread_time() - start >= LIMIT && watchdog.stop().is_some());
    }

    #[test]
    fn an_earlier_interrupt_does_not_stop_the_next_run() {
        let lua = Lua::new();
        let watchdog = Watchdog::with_limit(&lua, NEVER).unwrap();
        {
            let mut clock = locked(&watchdog.vm.clock);
            clock.has_fired = true;
            watchdog.vm.interrupt.set(true);
        }
        assert!(!runs(&lua));
        watchdog.start();
        assert!(runs(&lua) && watchdog.fired().is_none() && watchdog.stop().is_none());
    }

    #[test]
    fn a_vm_lives_while_it_is_on_the_list() {
        let lua = Lua::new();
        let weak = lua.weak();
        let watchdog = Watchdog::with_limit(&lua, SOON).unwrap();
        watchdog.start();
        let vm = watchdog.vm.clone();
        let is_listed = || locked(vms()).iter().any(|listed| Arc::ptr_eq(listed, &vm));
        drop(lua);
        while watchdog.fired().is_none() {
            std::thread::yield_now(); // Wait until the background thread has written into the VM.
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
            let result = lua.load("while true do end").exec();
            watchdog.stop() == Some(TimeLimit::Question(SOON)) && result.is_err()
        };
        let (stopped_count, time_used) = with_time_limit(SOON, || (0..3).filter(|_| run()).count());
        assert!(time_used.was_stopped && stopped_count == 3, "{stopped_count}");
        assert!(time_used.time < RECOVERY_TIME * 6, "{time_used:?}");
        let (_, time_used) = with_time_limit(SOON, || 7);
        assert!(!time_used.was_stopped, "an earlier stop does not count");
    }
}
