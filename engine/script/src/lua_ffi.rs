//! Host functions as plain C functions of Luau: they read arguments from the Lua stack and push results onto it.
//!
//! mlua's general way converts every argument and guards every call. With two dozen host calls per decision, that
//! costs a sixth of all time. This module contains the unsafe code that avoids it. It relies on these facts:
//!
//! - *The host outlives the calls of its functions.* Each function holds the address of the host's cell as its first
//!   upvalue. The `Vm` (and before it the loader) owns both the host and the Lua state. Closing a state runs no function.
//! - *Errors leave Rust before Luau raises them.* Luau raises errors as C++ exceptions. [`raise`] raises a message from
//!   frames that own nothing else. Where Luau itself raises an error (no memory for a table of results), the exception
//!   crosses Rust frames of the ABI `C-unwind`, which drop their values.
//! - *A host panic does not cross Luau.* [`catch_panic`] stores it and raises an error instead. [`resume_panic`] continues
//!   it when the `Vm` has control again.
//! - *Threads, values and upvalues have the memory layout that* [`stack`] *assumes*: [`check`] tests it for every Lua state.
//! - *A function has room for twenty values* above its arguments (`LUA_MINSTACK`). Code that pushes more asks first.
//!
//! `tests/suite/rust_functions.rs` tests each of these with the linked Luau.
#![allow(unsafe_code)]

mod arguments;
mod lua_values;
mod results;
mod stack;

pub(crate) use arguments::{
    ActionTableArg, Argument, Arguments, BorrowedText, ChoiceArg, DisplayText, FilterArg, Ignored, OneOrMany, Rest,
    StepArguments, TextSubjects, handle_key,
};
pub(crate) use lua_values::{LuaPlain, LuaVal};
pub(crate) use results::{FactResult, Multiple, Results, push_plain};
pub(crate) use stack::check;

use crate::host::{Host, HostResult, RawValue};
use mlua::ffi::{self, lua_State};
use mlua::{Function, IntoLuaMulti, Lua, Table, Thread};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// The error of a host call made while the host is already borrowed.
pub(crate) const BUSY: &str = "the host is busy";

/// Whether a call of a host function counts towards the limits.
pub(crate) trait CallBounds {
    /// Whether the call counts, and the limits are checked after it.
    const COUNTED: bool;
}

/// The call counts, and the limits are checked after it.
pub(crate) struct Counted;

/// The call does not count: it only reads the position and allocates nothing.
pub(crate) struct Uncounted;

impl CallBounds for Counted {
    const COUNTED: bool = true;
}

impl CallBounds for Uncounted {
    const COUNTED: bool = false;
}

/// Makes a Lua function that calls `f` with the host and the converted arguments. `f` must capture nothing.
pub(crate) fn host_function<A, R, F, B>(lua: &Lua, host: &Rc<RefCell<Host>>, _: B, f: F) -> mlua::Result<Function>
where
    A: Arguments,
    R: Results,
    F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    B: CallBounds,
{
    let _ = f;
    create_function(lua, host, entry::<A, R, F, B>)
}

/// A plain C function of Luau.
pub(crate) type CFunction = unsafe extern "C-unwind" fn(*mut lua_State) -> c_int;

/// Makes a Lua function of a C function that also has upvalues: see [`upvalue`]. It gets the host from [`host_of`].
pub(crate) fn create_closure(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    entry: CFunction,
    upvalues: impl IntoLuaMulti,
) -> mlua::Result<Function> {
    let host = Rc::as_ptr(host).cast::<c_void>().cast_mut();
    // SAFETY: runs in a protected call, with room for one more value; takes all values and leaves one, the function.
    unsafe {
        lua.exec_raw(upvalues, |state| {
            let count = ffi::lua_gettop(state) + 1;
            ffi::lua_pushlightuserdata(state, host);
            ffi::lua_insert(state, 1);
            ffi::lua_pushcclosurek(state, entry, std::ptr::null(), count, None);
        })
    }
}

/// The stack index of the n-th upvalue, from 1, of a function made by [`create_closure`].
pub(crate) const fn upvalue(n: c_int) -> c_int {
    ffi::lua_upvalueindex(n + 1)
}

/// Makes a Lua function of a C function, which gets the host from [`host_of`].
pub(crate) fn create_function(lua: &Lua, host: &Rc<RefCell<Host>>, entry: CFunction) -> mlua::Result<Function> {
    create_closure(lua, host, entry, ())
}

/// The host of the running function.
///
/// # Safety
/// `state` runs a function made by [`create_function`].
#[inline]
pub(crate) unsafe fn host_of<'a>(state: *mut lua_State) -> &'a RefCell<Host> {
    // SAFETY: it is the address of a host that lives as long as its state runs anything: see the module's doc.
    unsafe { &*(upvalue_address(state, 0) as *const RefCell<Host>) }
}

/// The n-th upvalue, from 1, of a function made by [`create_closure`], if it is an address.
///
/// # Safety
/// `state` runs such a function, and this upvalue is an address.
#[inline(always)]
pub(crate) unsafe fn upvalue_address(state: *mut lua_State, n: usize) -> usize {
    // SAFETY: as the caller's; the host's own address comes first.
    unsafe { stack::upvalue_bits(state, n + 1) as usize }
}

/// Pushes a value that the garbage collector does not track: nil, a boolean or a number.
///
/// # Safety
/// `state` is running and has room for it.
#[inline(always)]
pub(crate) unsafe fn push_raw(state: *mut lua_State, value: RawValue) {
    // SAFETY: as the caller's.
    unsafe { stack::push(state, value.tag, value.bits) }
}

/// The number of arguments.
///
/// # Safety
/// `state` runs a C function that has pushed nothing.
#[inline]
pub(crate) unsafe fn argument_count(state: *mut lua_State) -> c_int {
    // SAFETY: only counts.
    unsafe { stack::height(state) }
}

/// Reads one argument. The error names its position.
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

/// The value at a place of the stack, unconverted; nil beyond the top.
///
/// # Safety
/// As [`Argument::read`].
#[inline(always)]
pub(crate) unsafe fn raw_value(state: *mut lua_State, at: c_int) -> RawValue {
    // SAFETY: as the caller's.
    unsafe {
        match stack::tag(state, at) {
            ffi::LUA_TNIL => RawValue::NIL,
            tag => RawValue { tag, bits: stack::bits(state, at) },
        }
    }
}

#[cold]
fn bad_argument(at: c_int, cause: &str) -> String {
    format!("bad argument #{at}: {cause}")
}

/// The number that the table in the first upvalue has for an argument.
///
/// # Safety
/// `state` runs a function of [`create_closure`] whose first upvalue is a table.
pub(crate) unsafe fn number_in_table(state: *mut lua_State, at: c_int) -> Option<f64> {
    // SAFETY: pushes the key (maybe nil), replaces it by the table's value for it, and pops that.
    unsafe {
        ffi::lua_pushvalue(state, at);
        let found = ffi::lua_rawget(state, upvalue(1)) == ffi::LUA_TNUMBER;
        let number = found.then(|| ffi::lua_tonumber(state, -1));
        ffi::lua_pop(state, 1);
        number
    }
}

/// Makes an `__index` function: it returns nil for the names in `declared` (a table by name), and calls `refuse`, which
/// raises an error, for any other name.
pub(crate) fn nil_if_declared(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    declared: &Table,
    refuse: &Function,
) -> mlua::Result<Function> {
    create_closure(lua, host, nil_or_refuse, (declared, refuse))
}

unsafe extern "C-unwind" fn nil_or_refuse(state: *mut lua_State) -> c_int {
    const NAME: c_int = 2; // The first argument is the indexed table.
    // SAFETY: Luau calls this with a running state. `nil_if_declared` made its function with a table and a function. It
    // pushes two values, and owns nothing when the call raises an error.
    unsafe {
        if number_in_table(state, NAME).is_none() {
            ffi::lua_pushvalue(state, upvalue(2));
            ffi::lua_pushvalue(state, NAME);
            ffi::lua_call(state, 1, 0);
        }
        ffi::lua_pushnil(state);
        1
    }
}

/// The handle of the action whose table is at a place of the stack; none for any other value.
///
/// # Safety
/// As [`Argument::read`]; `host` is that of `state`.
#[inline]
pub(crate) unsafe fn action_argument(state: *mut lua_State, at: c_int, host: &Host) -> Option<LuaVal> {
    // SAFETY: as the caller's; `handle_in` gets only tables.
    unsafe {
        let value = raw_value(state, at);
        if value.tag != ffi::LUA_TTABLE {
            return None;
        }
        match host.action_tables.get(value.bits) {
            Some(action) => Some(LuaVal(action)),
            None => arguments::handle_in(state, at).map(LuaVal),
        }
    }
}

/// Ends a function that has no results.
///
/// # Safety
/// As [`raise`].
pub(crate) unsafe fn finish(state: *mut lua_State, done: HostResult<()>) -> c_int {
    match done {
        Ok(()) => 0,
        // SAFETY: as the caller's.
        Err(message) => unsafe { raise(state, message) },
    }
}

/// Calls a filter function among the arguments with a value. Its errors pass through.
///
/// # Safety
/// `state` is running, the value at `function` is a function, and the host is not borrowed.
pub(crate) unsafe fn call_filter(state: *mut lua_State, function: c_int, of: LuaVal) -> bool {
    // SAFETY: pushes two values, for which C functions have room; the call leaves one, which is popped.
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
    B: CallBounds,
{
    const { assert!(size_of::<F>() == 0, "a host function captures nothing") };
    // SAFETY: Luau calls this with a running state, whose function `create_function` made. `F` has no bytes that could be
    // invalid, and `host_function` received a value of it.
    unsafe {
        let f: F = std::mem::zeroed();
        let done = catch_panic(|| {
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
    /// A panic of the host, until the `Vm` has control again.
    static PANIC: Cell<Option<Box<dyn Any + Send>>> = const { Cell::new(None) };
}

/// Runs host code. Stores a panic and returns an error instead: see [`resume_panic`].
#[inline]
pub(crate) fn catch_panic<T>(f: impl FnOnce() -> HostResult<T>) -> HostResult<T> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        PANIC.set(Some(panic));
        Err("the host failed".into())
    })
}

/// Continues a stored panic of the host. Called wherever a script has failed.
pub(crate) fn resume_panic() {
    if let Some(panic) = PANIC.take() {
        resume_unwind(panic);
    }
}

/// Raises an error in the running script.
///
/// # Safety
/// `state` is running, and the caller owns nothing that would need a drop.
#[cold]
pub(crate) unsafe fn raise(state: *mut lua_State, message: String) -> ! {
    // SAFETY: pushes one value; `lua_error` does not return. Without memory for the text, `lua_pushlstring` raises an error
    // itself, and unwinding drops the message.
    unsafe {
        ffi::lua_settop(state, 0);
        ffi::lua_pushlstring(state, message.as_ptr().cast(), message.len());
        drop(message);
        ffi::lua_error(state)
    }
}

/// The place of the script that called the running function: `path:line`.
///
/// # Safety
/// `state` is running.
#[cold]
pub(crate) unsafe fn caller(state: *mut lua_State) -> String {
    // SAFETY: as the caller's.
    unsafe { script_line(state, 1) }
}

/// The innermost script line of a stopped coroutine: `path:line`. It is available after any error, also after one that
/// left no memory for a message.
#[cold]
pub(crate) fn stopped_at(lua: &Lua, thread: &Thread) -> String {
    let mut place = String::new();
    // SAFETY: within a protected call; the only argument is a coroutine that does not run. This reads it only.
    let looked = unsafe {
        lua.exec_raw::<()>(thread, |state| {
            let thread = ffi::lua_tothread(state, -1);
            if !thread.is_null() {
                place = script_line(thread, 0);
            }
            ffi::lua_pop(state, 1);
        })
    };
    if looked.is_ok() { place } else { String::new() }
}

/// The innermost script line from a level of the call stack on.
///
/// # Safety
/// `state` is a thread whose stack nothing else uses.
unsafe fn script_line(state: *mut lua_State, from: c_int) -> String {
    for level in from..12 {
        // SAFETY: Luau fills in the fields for "sl", if the level exists; the texts live as long as the state's code.
        let (source, line) = unsafe {
            let mut about: ffi::lua_Debug = std::mem::zeroed();
            if ffi::lua_getinfo(state, level, c"sl".as_ptr(), &mut about) == 0 {
                break;
            }
            let source = if about.short_src.is_null() { c"" } else { std::ffi::CStr::from_ptr(about.short_src) };
            (source.to_string_lossy(), about.currentline)
        };
        if line > 0 && crate::script_errors::is_of_scripts(&source) {
            return format!("{source}:{line}");
        }
    }
    String::new()
}
