//! Makes host functions plain C functions of Luau, which read arguments from the Lua stack and push results onto it.
//!
//! mlua's own functions convert every argument and guard every call. With two dozen host calls per decision, they would
//! take a sixth of all time. This module contains the unsafe code that avoids this cost; no other module of the crate
//! has unsafe code. The code relies on these facts:
//!
//! - *The host outlives the calls of its functions.* Each function holds the address of the host's cell as its first
//!   upvalue. The loader, and later the `Vm`, owns both the host and the Lua state. Closing a Lua state calls no
//!   host function.
//! - *Errors leave Rust before Luau raises them.* Luau raises errors as C++ exceptions. [`raise`] raises a message from
//!   frames that own nothing else. Luau itself may raise an error, for example if it has no memory for a table of
//!   results. Its exception then crosses Rust frames of the ABI `C-unwind`, which drop their values.
//! - *A host panic does not cross Luau.* Only a [`Frame`] gives access to the host, and a function gets a `Frame` only
//!   inside [`CallingFrame::guarded`]. There [`catch_panic`] stores a panic, and the script gets an error instead.
//!   [`resume_panic`] continues the panic when the `Vm` has control again.
//! - *Threads, values and upvalues have the memory layout that* [`stack`] *assumes.* [`check`] tests the layout for
//!   every Lua state.
//! - *A function has room for twenty values* above its arguments (`LUA_MINSTACK`). Code that pushes more
//!   values asks Luau for room first.
//!
//! `tests/suite/rust_functions.rs` and [`panic_tests`] test these facts with the linked Luau.
#![allow(unsafe_code)]

mod arguments;
mod frame;
mod interrupt;
mod lua_values;
#[cfg(test)]
mod panic_tests;
mod results;
pub(crate) mod shared_flags;
mod stack;

pub(crate) use arguments::{
    ActionTableArg, Arguments, BorrowedText, ChoiceArg, DisplayText, FilterArg, FunctionIndex, Ignored, OneOrMany,
    Rest, RowCell, RowCells, StepArguments, TextSubjects, handle_key, integer_from_number,
};
pub(crate) use frame::{CallingFrame, Frame, SharedUpvalues};
pub(crate) use interrupt::{Interrupt, InterruptOwner};
pub(crate) use lua_values::{LuaPlain, LuaVal};
pub(crate) use results::{FactResult, Multiple, Results, SharedResult};
pub(crate) use stack::check;

use crate::host::{Host, HostError, HostResult};
use mlua::ffi::{self, lua_State};
use mlua::{Function, IntoLuaMulti, Lua, Table, Thread};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Makes a Lua function that calls `f` with the host and the converted arguments. `f` must capture nothing. If the
/// function is `COUNTED`, each call counts towards the limits, and the host checks the limits after the call. A function
/// that only reads the position and allocates nothing need not count.
pub(crate) fn host_function<const COUNTED: bool, A, R>(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    f: impl Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
) -> mlua::Result<Function>
where
    A: Arguments,
    R: Results,
{
    create_function(lua, host, (), move |frame: &Frame| {
        let args = frame.arguments()?;
        let mut host = frame.host_mut()?;
        if COUNTED {
            host.count_call()?;
        }
        let results = f(&mut host, args)?;
        if COUNTED {
            host.within_limits()?;
        }
        Ok(results)
    })
}

/// Makes a Lua function that calls `f`. `f` must capture nothing.
pub(crate) fn create_function<U: IntoLuaMulti, R: Results>(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    upvalues: U,
    f: impl Fn(&Frame<U>) -> HostResult<R> + Copy + 'static,
) -> mlua::Result<Function> {
    create_calling_function(lua, host, upvalues, move |frame: &mut CallingFrame<U>| frame.guarded(f))
}

/// Makes a Lua function that calls `f`, which may call Lua functions. `f` must capture nothing.
pub(crate) fn create_calling_function<U: IntoLuaMulti, R: Results, F>(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    upvalues: U,
    f: F,
) -> mlua::Result<Function>
where
    F: Fn(&mut CallingFrame<U>) -> HostResult<R> + Copy + 'static,
{
    let _ = f;
    // SAFETY: `call::<U, R, F>` gets the upvalues of the type `U` after the host, and this function got a value of the
    // type `F`.
    unsafe { create_closure(lua, host, call::<U, R, F>, upvalues) }
}

/// The C function of a function `F` with the upvalues `U`: calls it, and pushes the results or raises the error.
unsafe extern "C-unwind" fn call<U, R: Results, F>(state: *mut lua_State) -> c_int
where
    F: Fn(&mut CallingFrame<U>) -> HostResult<R> + Copy + 'static,
{
    const { assert!(size_of::<F>() == 0, "a host function captures nothing") };
    // SAFETY: Luau calls this with a running state, whose function `create_calling_function` made. `F` has no bytes
    // that could be invalid, and `create_calling_function` received a value of this type.
    unsafe {
        let f: F = std::mem::zeroed();
        match f(&mut CallingFrame::new(state)) {
            Ok(results) => results.push_all(state),
            Err(error) => raise(state, error),
        }
    }
}

/// Makes a Lua function of a C function. The address of the host is the first upvalue, before `upvalues`.
///
/// # Safety
/// `function` may run with these upvalues.
unsafe fn create_closure(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    function: unsafe extern "C-unwind" fn(*mut lua_State) -> c_int,
    upvalues: impl IntoLuaMulti,
) -> mlua::Result<Function> {
    let host = Rc::as_ptr(host).cast::<c_void>().cast_mut();
    // SAFETY: the closure runs in a protected call, with room for one more value. The closure replaces all
    // values by the function.
    unsafe {
        lua.exec_raw(upvalues, |state| {
            let count = ffi::lua_gettop(state) + 1;
            ffi::lua_pushlightuserdata(state, host);
            ffi::lua_insert(state, 1);
            ffi::lua_pushcclosurek(state, function, std::ptr::null(), count, None);
        })
    }
}

/// The stack index of the n-th upvalue after the host. The first is 1.
const fn upvalue(n: c_int) -> c_int {
    ffi::lua_upvalueindex(n + 1)
}

/// Looks up an argument in the Luau table that is the first upvalue. Returns the number that the table has for the
/// argument.
///
/// # Safety
/// `state` runs a function of [`create_closure`] whose first upvalue is a table.
unsafe fn number_in_table(state: *mut lua_State, index: c_int) -> Option<f64> {
    // SAFETY: this pushes the key, which may be nil, replaces the key by its value in the table, and pops the value.
    unsafe {
        ffi::lua_pushvalue(state, index);
        let found = ffi::lua_rawget(state, upvalue(1)) == ffi::LUA_TNUMBER;
        let number = found.then(|| ffi::lua_tonumber(state, -1));
        ffi::lua_pop(state, 1);
        number
    }
}

/// Makes an `__index` function. The function returns nil for a name that is a key of the Luau table `declared`. For any
/// other name, the function calls `refuse`, which raises an error.
pub(crate) fn nil_if_declared(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    declared: &Table,
    refuse: &Function,
) -> mlua::Result<Function> {
    // SAFETY: `nil_or_refuse` takes a table and a function.
    unsafe { create_closure(lua, host, nil_or_refuse, (declared, refuse)) }
}

unsafe extern "C-unwind" fn nil_or_refuse(state: *mut lua_State) -> c_int {
    const NAME_INDEX: c_int = 2; // The first argument is the indexed table.
    // SAFETY: Luau calls this with a running state. `nil_if_declared` gave the function its two upvalues, a table and a
    // function. This code pushes two values, and it owns nothing when the call raises an error.
    unsafe {
        if number_in_table(state, NAME_INDEX).is_none() {
            ffi::lua_pushvalue(state, upvalue(2));
            ffi::lua_pushvalue(state, NAME_INDEX);
            ffi::lua_call(state, 1, 0);
        }
        ffi::lua_pushnil(state);
        1
    }
}

thread_local! {
    /// A panic of the host, which waits here until the `Vm` has control again.
    static PANIC: Cell<Option<Box<dyn Any + Send>>> = const { Cell::new(None) };
}

/// Runs host code. If the code panics, stores the panic and returns an error: see [`resume_panic`].
#[inline]
fn catch_panic<T>(f: impl FnOnce() -> HostResult<T>) -> HostResult<T> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        PANIC.set(Some(panic));
        Err(HostError::Panicked)
    })
}

/// Continues a stored panic of the host. The loader and the `Vm` call this whenever a script has failed.
pub(crate) fn resume_panic() {
    if let Some(panic) = PANIC.take() {
        resume_unwind(panic);
    }
}

/// Raises an error in the running script.
///
/// # Safety
/// `state` is running, and the caller owns no value that needs a drop.
#[cold]
unsafe fn raise(state: *mut lua_State, error: HostError) -> ! {
    let message = error.to_string();
    drop(error);
    // SAFETY: this pushes one value, and `lua_error` does not return. Without memory for the text, `lua_pushlstring`
    // itself raises an error, and unwinding drops the message.
    unsafe {
        ffi::lua_settop(state, 0);
        ffi::lua_pushlstring(state, message.as_ptr().cast(), message.len());
        drop(message);
        ffi::lua_error(state)
    }
}

/// Returns the innermost script line of a stopped coroutine: `path:line`. This works after any error, even if the error
/// left no memory for a message.
#[cold]
pub(crate) fn stopped_at(lua: &Lua, thread: &Thread) -> String {
    let mut place = String::new();
    // SAFETY: the closure runs in a protected call. The only argument is a coroutine that does not run, and the closure
    // only reads the coroutine.
    let result = unsafe {
        lua.exec_raw::<()>(thread, |state| {
            let thread = ffi::lua_tothread(state, -1);
            if !thread.is_null() {
                place = script_line(thread, 0);
            }
            ffi::lua_pop(state, 1);
        })
    };
    if result.is_ok() { place } else { String::new() }
}

/// Returns the innermost script line of the call stack. `first_level` is the level where the search starts: 0 is the
/// running function, 1 its caller.
///
/// # Safety
/// `state` is a thread whose stack nothing else uses.
unsafe fn script_line(state: *mut lua_State, first_level: c_int) -> String {
    /// The search ends here. Between a script and a host function lie at most a few levels of the engine's own Lua.
    const END_LEVEL: c_int = 12;
    for level in first_level..END_LEVEL {
        // SAFETY: if the level exists, Luau fills in the fields that "sl" stands for: source and line. The texts live
        // as long as the code of the Lua state.
        let (source, line) = unsafe {
            let mut debug: ffi::lua_Debug = std::mem::zeroed();
            if ffi::lua_getinfo(state, level, c"sl".as_ptr(), &mut debug) == 0 {
                break;
            }
            let source = if debug.short_src.is_null() { c"" } else { std::ffi::CStr::from_ptr(debug.short_src) };
            (source.to_string_lossy(), debug.currentline)
        };
        if line > 0 && is_of_scripts(&source) {
            return format!("{source}:{line}");
        }
    }
    String::new()
}

/// Whether Lua's name of a source names a script. Other sources are the engine's own Lua and C functions.
pub(crate) fn is_of_scripts(source: &str) -> bool {
    !source.starts_with("engine/") && !source.starts_with('[')
}
