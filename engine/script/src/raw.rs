//! Host functions as plain C functions of Luau: arguments straight from the Lua stack, results straight onto it.
//!
//! With two dozen host calls a decision, making a value of every argument and guarding every call the general way (mlua's)
//! is a sixth of all time. This module and its parts are all that is unsafe about doing without. What it rests on:
//!
//! - *The host outlives its functions' calls.* A function holds the address of the host's cell as its first upvalue. The `Vm`
//!   (and before it the loader) owns both the host and the Lua state; closing a state runs no function.
//! - *Errors leave Rust before they are raised.* Luau raises errors as C++ exceptions. A message is raised by [`raise`],
//!   from frames in which nothing is left to drop but that message; where Luau itself raises one meanwhile (no memory for a
//!   table of results), it passes Rust frames of the ABI `C-unwind`, whose values are dropped.
//! - *A panic of the host does not pass through Luau.* It is caught, kept, raised as an error, and goes on where the `Vm`
//!   has the state back: see [`go_on_panicking`].
//! - *A thread, its values and what a function keeps lie in memory as* [`stack`] *takes them to*: tried whenever a Lua state is opened.
//! - *A function has room for twenty values* above its arguments (`LUA_MINSTACK`); what may push more asks first.
//!
//! `tests/suite/raw.rs` tries each of these against the Luau that is linked.
#![allow(unsafe_code)]

mod arguments;
mod results;
mod stack;
mod values;

pub(crate) use arguments::{
    ActionOf, Argument, Arguments, Asked, By, Handles, Ignored, Name, Rest, Shown, Subjects, Values, handle_key,
};
pub(crate) use results::{Fact, Results, Several, push_plain};
pub(crate) use stack::check;
pub(crate) use values::{P, V};

use crate::host::{Held, Host, HostResult};
use mlua::ffi::{self, lua_State};
use mlua::{Function, IntoLuaMulti, Lua, Table, Thread};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// A function that the host is in the midst of calls the host.
pub(crate) const BUSY: &str = "the host is busy";

/// How a call of a host function is bounded.
pub(crate) trait Bounds {
    /// Whether it counts as a host call, after which the limits are looked at.
    const COUNTED: bool;
}

/// Each call counts as a host call, and the limits are looked at after it.
pub(crate) struct Counted;

/// For what only reads the position: it makes nothing, so it is neither counted nor limited.
pub(crate) struct Reading;

impl Bounds for Counted {
    const COUNTED: bool = true;
}

impl Bounds for Reading {
    const COUNTED: bool = false;
}

/// A function that scripts call: `f` with its arguments read and the host in hand.
///
/// `f` must capture nothing: the function is its type.
pub(crate) fn host_function<A, R, F, B>(lua: &Lua, host: &Rc<RefCell<Host>>, _: B, f: F) -> mlua::Result<Function>
where
    A: Arguments,
    R: Results,
    F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    B: Bounds,
{
    let _ = f;
    create(lua, host, entry::<A, R, F, B>)
}

/// A plain C function of Luau.
pub(crate) type Entry = unsafe extern "C-unwind" fn(*mut lua_State) -> c_int;

/// Makes the Lua function of an entry that finds the host by [`host_of`], and what it keeps beside by [`kept`].
pub(crate) fn create_with(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    entry: Entry,
    keeps: impl IntoLuaMulti,
) -> mlua::Result<Function> {
    let host = Rc::as_ptr(host).cast::<c_void>().cast_mut();
    // SAFETY: within a protected call, with room for one more value; takes all there are and leaves one, the function.
    unsafe {
        lua.exec_raw(keeps, |state| {
            let many = ffi::lua_gettop(state) + 1;
            ffi::lua_pushlightuserdata(state, host);
            ffi::lua_insert(state, 1);
            ffi::lua_pushcclosurek(state, entry, std::ptr::null(), many, None);
        })
    }
}

/// Where the n-th value that a function of [`create_with`] keeps is found, from 1.
pub(crate) const fn kept(n: c_int) -> c_int {
    ffi::lua_upvalueindex(n + 1)
}

/// Makes the Lua function of an entry that finds the host by [`host_of`].
pub(crate) fn create(lua: &Lua, host: &Rc<RefCell<Host>>, entry: Entry) -> mlua::Result<Function> {
    create_with(lua, host, entry, ())
}

/// The host of the running function.
///
/// # Safety
/// `state` runs a function made by [`create`].
#[inline]
pub(crate) unsafe fn host_of<'a>(state: *mut lua_State) -> &'a RefCell<Host> {
    // SAFETY: it is the address of a host that lives as long as its state runs anything: see above.
    unsafe { &*(kept_address(state, 0) as *const RefCell<Host>) }
}

/// The n-th value that a function of [`create_with`] keeps, from 1, where that is an address.
///
/// # Safety
/// `state` runs such a function, and it keeps an address there.
#[inline(always)]
pub(crate) unsafe fn kept_address(state: *mut lua_State, n: usize) -> usize {
    // SAFETY: as the caller's; the host's own address comes first.
    unsafe { stack::kept_bits(state, n + 1) as usize }
}

/// Pushes a value as it is held, which the collector does not know: nil, a truth or a number.
///
/// # Safety
/// `state` is running and has room for it.
#[inline(always)]
pub(crate) unsafe fn push_held(state: *mut lua_State, value: Held) {
    // SAFETY: as the caller's.
    unsafe { stack::push(state, value.tag, value.bits) }
}

/// How many arguments were given.
///
/// # Safety
/// `state` runs a C function that has pushed nothing.
#[inline]
pub(crate) unsafe fn given(state: *mut lua_State) -> c_int {
    // SAFETY: only counts.
    unsafe { stack::height(state) }
}

/// One argument, its place named if it will not do.
///
/// # Safety
/// As [`Argument::read`].
#[inline(always)]
pub(crate) unsafe fn argument<T: Argument>(state: *mut lua_State, at: c_int) -> HostResult<T> {
    // SAFETY: as the caller's.
    match unsafe { T::read(state, at) } {
        Ok(argument) => Ok(argument),
        Err(cause) => Err(bad_argument(at, &cause)),
    }
}

/// A value as it is held on the stack: nil where there is none.
///
/// # Safety
/// As [`Argument::read`].
#[inline(always)]
pub(crate) unsafe fn held(state: *mut lua_State, at: c_int) -> Held {
    // SAFETY: as the caller's.
    unsafe {
        match stack::tag(state, at) {
            ffi::LUA_TNIL => Held::NIL,
            tag => Held { tag, bits: stack::bits(state, at) },
        }
    }
}

#[cold]
fn bad_argument(at: c_int, cause: &str) -> String {
    format!("bad argument #{at}: {cause}")
}

/// The number that a kept table (the first that the function keeps) has for an argument.
///
/// # Safety
/// `state` runs a function of [`create_with`] that keeps a table first.
pub(crate) unsafe fn number_at(state: *mut lua_State, at: c_int) -> Option<f64> {
    // SAFETY: a key that is there, nil too, is pushed and replaced by what the table has for it, which is taken off.
    unsafe {
        ffi::lua_pushvalue(state, at);
        let found = ffi::lua_rawget(state, kept(1)) == ffi::LUA_TNUMBER;
        let number = found.then(|| ffi::lua_tonumber(state, -1));
        ffi::lua_pop(state, 1);
        number
    }
}

/// A function for reading what a table does not have: nil for the names among `declared` (a table by name), which are left out;
/// `refuse` raises what is to be said of any other.
pub(crate) fn left_out(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    declared: &Table,
    refuse: &Function,
) -> mlua::Result<Function> {
    create_with(lua, host, left_out_or_refused, (declared, refuse))
}

unsafe extern "C-unwind" fn left_out_or_refused(state: *mut lua_State) -> c_int {
    const NAME: c_int = 2; // after the table that is read
    // SAFETY: Luau calls this with a running state, whose function `left_out` made with a table and a function. Two values are
    // pushed; nothing is left to drop when the call raises an error.
    unsafe {
        if number_at(state, NAME).is_none() {
            ffi::lua_pushvalue(state, kept(2));
            ffi::lua_pushvalue(state, NAME);
            ffi::lua_call(state, 1, 0);
        }
        ffi::lua_pushnil(state);
        1
    }
}

/// The handle of the action whose table lies at a place of the stack, if one does.
///
/// # Safety
/// As [`Argument::read`]; `host` is that of `state`.
#[inline]
pub(crate) unsafe fn action_at(state: *mut lua_State, at: c_int, host: &Host) -> Option<V> {
    // SAFETY: as the caller's; only tables are asked.
    unsafe {
        let of = held(state, at);
        if of.tag != ffi::LUA_TTABLE {
            return None;
        }
        match host.action_tables.get(of.bits) {
            Some(action) => Some(V(action)),
            None => arguments::handle_in(state, at).map(V),
        }
    }
}

/// Ends a function without results.
///
/// # Safety
/// As [`raise`].
pub(crate) unsafe fn ended(state: *mut lua_State, done: HostResult<()>) -> c_int {
    match done {
        Ok(()) => 0,
        // SAFETY: as the caller's.
        Err(message) => unsafe { raise(state, message) },
    }
}

/// Whether a function among the arguments holds of a value. What it raises passes through.
///
/// # Safety
/// `state` is running, at `function` lies a function, and nothing of the host is borrowed.
pub(crate) unsafe fn holds(state: *mut lua_State, function: c_int, of: V) -> bool {
    // SAFETY: two values are pushed, for which C functions have room; the call leaves one, which is taken off.
    unsafe {
        ffi::lua_pushvalue(state, function);
        ffi::lua_pushnumber(state, of.0.0 as f64);
        ffi::lua_call(state, 1, 1);
        let holds = ffi::lua_toboolean(state, -1) != 0;
        ffi::lua_pop(state, 1);
        holds
    }
}

unsafe extern "C-unwind" fn entry<A, R, F, B>(state: *mut lua_State) -> c_int
where
    A: Arguments,
    R: Results,
    F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    B: Bounds,
{
    const { assert!(size_of::<F>() == 0, "a host function captures nothing") };
    // SAFETY: Luau calls this with a running state, whose function `create` made. `F` has no bytes to be wrong, and a value
    // of it was given to `host_function`.
    unsafe {
        let f: F = std::mem::zeroed();
        let done = guarded(|| {
            let args = A::read_all(state)?;
            let mut host = host_of(state).try_borrow_mut().map_err(|_| BUSY)?;
            if B::COUNTED {
                host.count_call()?;
            }
            let out = f(&mut host, args)?;
            if B::COUNTED {
                host.within_limits()?;
            }
            Ok(out)
        });
        match done {
            Ok(out) => out.push_all(state),
            Err(message) => raise(state, message),
        }
    }
}

thread_local! {
    /// What the host panicked with, until the `Vm` has the state back.
    static PANIC: Cell<Option<Box<dyn Any + Send>>> = const { Cell::new(None) };
}

/// Runs host code; a panic of it becomes an error for now.
#[inline]
pub(crate) fn guarded<T>(f: impl FnOnce() -> HostResult<T>) -> HostResult<T> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        PANIC.set(Some(panic));
        Err("the host failed".into())
    })
}

/// Goes on with a panic of the host that a script was stopped for: called wherever a script has failed.
pub(crate) fn go_on_panicking() {
    if let Some(panic) = PANIC.take() {
        resume_unwind(panic);
    }
}

/// Raises an error in the running script.
///
/// # Safety
/// `state` is running, and nothing of the caller's is left to drop.
#[cold]
pub(crate) unsafe fn raise(state: *mut lua_State, message: String) -> ! {
    // SAFETY: one value is pushed; `lua_error` does not return. If there is no memory for the text, `lua_pushlstring` raises
    // that instead, and the message is dropped on the way.
    unsafe {
        ffi::lua_settop(state, 0);
        ffi::lua_pushlstring(state, message.as_ptr().cast(), message.len());
        drop(message);
        ffi::lua_error(state)
    }
}

/// Where the script that called the running function stands: `path:line`.
///
/// # Safety
/// `state` is running.
#[cold]
pub(crate) unsafe fn caller(state: *mut lua_State) -> String {
    // SAFETY: as the caller's.
    unsafe { stands(state, 1) }
}

/// Where a coroutine stopped: the innermost line of a script, `path:line`. It stands there still after an error, also one for
/// which no memory was left to say anything.
#[cold]
pub(crate) fn stopped_at(lua: &Lua, thread: &Thread) -> String {
    let mut place = String::new();
    // SAFETY: within a protected call; the one argument is a coroutine, which is only looked at. It does not run.
    let looked = unsafe {
        lua.exec_raw::<()>(thread, |state| {
            let thread = ffi::lua_tothread(state, -1);
            if !thread.is_null() {
                place = stands(thread, 0);
            }
            ffi::lua_pop(state, 1);
        })
    };
    if looked.is_ok() { place } else { String::new() }
}

/// The innermost line of a script from a level of the stack on.
///
/// # Safety
/// `state` is a thread with nobody else at its stack.
unsafe fn stands(state: *mut lua_State, from: c_int) -> String {
    for level in from..12 {
        // SAFETY: Luau fills in what "sl" asks for, if there is such a level; the texts live as long as the state's code.
        let (source, line) = unsafe {
            let mut about: ffi::lua_Debug = std::mem::zeroed();
            if ffi::lua_getinfo(state, level, c"sl".as_ptr(), &mut about) == 0 {
                break;
            }
            let source = if about.short_src.is_null() { c"" } else { std::ffi::CStr::from_ptr(about.short_src) };
            (source.to_string_lossy(), about.currentline)
        };
        if line > 0 && crate::place::is_of_scripts(&source) {
            return format!("{source}:{line}");
        }
    }
    String::new()
}
