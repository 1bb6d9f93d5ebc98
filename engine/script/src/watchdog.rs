//! The clock that stops a runaway, and nothing else: what rules can feel is counted, never timed.
//!
//! A thread looks every few milliseconds whether a VM has passed its deadline and then installs
//! Luau's interrupt, which raises an error at the next loop edge or call. In normal running no
//! interrupt is installed, so it costs nothing.
#![allow(unsafe_code)]

use mlua::Lua;
use mlua::ffi;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// How long one answer (or one game played inline) may run.
const LIMIT: Duration = Duration::from_secs(5);
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What the clock's error says.
pub(crate) const TOO_LONG: &str = "the script ran too long (5 seconds)";

struct Watched {
    callbacks: *mut ffi::lua_Callbacks,
    /// Milliseconds since the process's first watch; 0 while idle.
    deadline: AtomicU64,
    fired: AtomicBool,
}

// SAFETY: `callbacks` is only written through while its VM is on the list, which it leaves (under
// the list's lock) before the VM is dropped; Luau allows setting `interrupt` from any thread.
unsafe impl Send for Watched {}
unsafe impl Sync for Watched {}

fn list() -> &'static Mutex<Vec<Arc<Watched>>> {
    static LIST: OnceLock<Mutex<Vec<Arc<Watched>>>> = OnceLock::new();
    LIST.get_or_init(|| {
        std::thread::spawn(watch);
        Mutex::new(Vec::new())
    })
}

fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_millis() as u64 + 1
}

fn watch() {
    loop {
        std::thread::sleep(LOOK_EVERY);
        let Ok(list) = list().lock() else { return };
        for watched in list.iter() {
            let deadline = watched.deadline.load(Ordering::Acquire);
            if deadline != 0 && now() > deadline {
                watched.fired.store(true, Ordering::Release);
                // SAFETY: see `Watched`.
                unsafe { (*watched.callbacks).interrupt = Some(stop) };
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
    unsafe { ffi::luaL_error(state, c"stopped: the script ran too long".as_ptr()) };
}

/// Watches one VM while a [`Running`] is alive.
pub(crate) struct Watchdog(Arc<Watched>);

impl Watchdog {
    pub(crate) fn new(lua: &Lua) -> mlua::Result<Watchdog> {
        let mut callbacks = std::ptr::null_mut();
        // SAFETY: only reads the address of the VM's callbacks, which lives as long as the VM.
        unsafe { lua.exec_raw::<()>((), |state| callbacks = ffi::lua_callbacks(state))? };
        let watched = Arc::new(Watched { callbacks, deadline: AtomicU64::new(0), fired: AtomicBool::new(false) });
        if let Ok(mut list) = list().lock() {
            list.push(watched.clone());
        }
        Ok(Watchdog(watched))
    }

    /// Starts the clock.
    pub(crate) fn start(&self) {
        self.0.deadline.store(now() + LIMIT.as_millis() as u64, Ordering::Release);
    }

    /// Whether the clock has run out since it was started.
    pub(crate) fn is_late(&self) -> bool {
        self.0.fired.load(Ordering::Acquire)
    }

    /// Stops the clock; whether it had run out.
    pub(crate) fn stop(&self) -> bool {
        self.0.deadline.store(0, Ordering::Release);
        if !self.0.fired.swap(false, Ordering::AcqRel) {
            return false;
        }
        if let Ok(_list) = list().lock() {
            // SAFETY: the VM is alive (we are its part) and the watcher waits for the lock.
            unsafe { (*self.0.callbacks).interrupt = None };
        }
        true
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        if let Ok(mut list) = list().lock() {
            list.retain(|w| !Arc::ptr_eq(w, &self.0));
        }
    }
}
