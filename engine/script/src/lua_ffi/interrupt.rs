//! Stops the scripts of a VM from another thread.

use mlua::Lua;
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError};

/// Stops the scripts of a VM, from any thread. Does nothing after the [`InterruptOwner`] is dropped.
#[derive(Clone)]
pub(crate) struct Interrupt(Arc<Mutex<Option<Callbacks>>>);

/// The address of the functions that Luau calls in a VM.
struct Callbacks(*mut ffi::lua_Callbacks);

// SAFETY: Luau allows any thread to set `interrupt`, the only field that this module writes.
unsafe impl Send for Callbacks {}

/// Keeps a VM alive for its [`Interrupt`].
pub(crate) struct InterruptOwner {
    interrupt: Interrupt,
    _lua: Lua,
}

impl InterruptOwner {
    pub(crate) fn new(lua: &Lua) -> mlua::Result<InterruptOwner> {
        let mut callbacks = std::ptr::null_mut();
        // SAFETY: this only reads the address of the VM's callbacks, which live as long as the VM.
        unsafe { lua.exec_raw::<()>((), |state| callbacks = ffi::lua_callbacks(state))? };
        let interrupt = Interrupt(Arc::new(Mutex::new(Some(Callbacks(callbacks)))));
        Ok(InterruptOwner { interrupt, _lua: lua.clone() })
    }

    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

impl Drop for InterruptOwner {
    fn drop(&mut self) {
        *self.interrupt.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Interrupt {
    /// Sets or clears the interrupt. Luau calls it at each call or repetition of a loop, and it raises an error.
    pub(crate) fn set(&self, stops: bool) {
        if let Some(Callbacks(callbacks)) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            // SAFETY: the VM lives, because its owner has not been dropped. Only one thread writes at a time.
            unsafe { (**callbacks).interrupt = if stops { Some(stop) } else { None } };
        }
    }
}

/// The interrupt: raises an error in the running script. The interrupt stays installed until the run ends, so a script
/// that catches the error stops again at once.
unsafe extern "C-unwind" fn stop(state: *mut lua_State, gc_state: c_int) {
    if gc_state >= 0 {
        return; // The garbage collector is running, which forbids errors.
    }
    // SAFETY: Luau calls this with its running state. The garbage collector does not run, so Luau allows an error.
    unsafe { ffi::luaL_error(state, c"stopped: the script ran too long".as_ptr()) };
}
