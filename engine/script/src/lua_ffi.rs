//! Makes host functions plain C functions of Luau, which read arguments from the Lua stack and push results onto it.
//!
//! mlua's own functions convert every argument and guard every call. With two dozen host calls per decision, they would
//! take a sixth of all time. This module contains the unsafe code that avoids this cost. The code relies on these
//! facts:
//!
//! - *The host outlives the calls of its functions.* Each function holds the address of the host's cell as its first
//!   upvalue. The loader, and later the `Vm`, owns both the host and the Lua state. Closing a Lua state calls no
//!   host function.
//! - *Errors leave Rust before Luau raises them.* Luau raises errors as C++ exceptions. [`raise`] raises a message from
//!   frames that own nothing else. Luau itself may raise an error, for example if it has no memory for a table of
//!   results. Its exception then crosses Rust frames of the ABI `C-unwind`, which drop their values.
//! - *A host panic does not cross Luau.* [`catch_panic`] stores the panic, and the script gets an error instead.
//!   [`resume_panic`] continues the panic when the `Vm` has control again.
//! - *Threads, values and upvalues have the memory layout that* [`stack`] *assumes.* [`check`] tests the layout for
//!   every Lua state.
//! - *A function has room for twenty values* above its arguments (`LUA_MINSTACK`). Code that pushes more
//!   values asks Luau for room first.
//!
//! `tests/suite/rust_functions.rs` tests each of these facts with the linked Luau.
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

/// The error of a host call while another host call has borrowed the host.
pub(crate) const BUSY: &str = "the host is busy";

/// Decides whether a call of a host function counts towards the limits.
pub(crate) trait CallBounds {
    /// Whether the call counts. If it does, the host checks the limits after the call.
    const COUNTED: bool;
}

/// The call counts, and the host checks the limits after the call.
pub(crate) struct Counted;

/// The call does not count, because it only reads the position and allocates nothing.
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
    create_function(lua, host, call_host::<A, R, F, B>)
}

/// A plain C function of Luau.
pub(crate) type CFunction = unsafe extern "C-unwind" fn(*mut lua_State) -> c_int;

/// Makes a Lua function of a C function that also has upvalues: see [`upvalue`]. The C function gets the host from
/// [`host_of`].
pub(crate) fn create_closure(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    function: CFunction,
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

/// The stack index of the n-th upvalue of a function made by [`create_closure`]. The first is 1.
pub(crate) const fn upvalue(n: c_int) -> c_int {
    ffi::lua_upvalueindex(n + 1)
}

/// Makes a Lua function of a C function, which gets the host from [`host_of`].
pub(crate) fn create_function(lua: &Lua, host: &Rc<RefCell<Host>>, function: CFunction) -> mlua::Result<Function> {
    create_closure(lua, host, function, ())
}

/// The host of the running function.
///
/// # Safety
/// `state` runs a function made by [`create_function`].
#[inline]
pub(crate) unsafe fn host_of<'a>(state: *mut lua_State) -> &'a RefCell<Host> {
    // SAFETY: the upvalue is the address of a host that lives as long as its Lua state calls functions: see the
    // module's doc.
    unsafe { &*(upvalue_address(state, 0) as *const RefCell<Host>) }
}

/// The n-th upvalue of the running function, as an address. The first upvalue is 1.
///
/// # Safety
/// `state` runs a function made by [`create_closure`], and this upvalue is an address.
#[inline(always)]
pub(crate) unsafe fn upvalue_address(state: *mut lua_State, n: usize) -> usize {
    // SAFETY: the caller guarantees what this needs. The address of the host is the upvalue before the first.
    unsafe { stack::upvalue_bits(state, n + 1) as usize }
}

/// Pushes a value that the garbage collector does not track: nil, a boolean or a number.
///
/// # Safety
/// `state` is running and has room for the value.
#[inline(always)]
pub(crate) unsafe fn push_raw(state: *mut lua_State, value: RawValue) {
    // SAFETY: the caller guarantees what this needs.
    unsafe { stack::push(state, value.tag, value.bits) }
}

/// The number of arguments of the running function.
///
/// # Safety
/// `state` runs a C function that has pushed nothing.
#[inline]
pub(crate) unsafe fn argument_count(state: *mut lua_State) -> c_int {
    // SAFETY: the call only counts values.
    unsafe { stack::height(state) }
}

/// Reads one argument. An error names the position of the argument.
///
/// # Safety
/// The conditions of [`Argument::read`] hold.
#[inline(always)]
pub(crate) unsafe fn argument<T: Argument>(state: *mut lua_State, index: c_int) -> HostResult<T> {
    // SAFETY: the caller guarantees what this needs.
    match unsafe { T::read(state, index) } {
        Ok(argument) => Ok(argument),
        Err(cause) => Err(bad_argument(index, &cause)),
    }
}

/// Returns the value at a stack index without converting it. Beyond the top, the value is nil.
///
/// # Safety
/// The conditions of [`Argument::read`] hold.
#[inline(always)]
pub(crate) unsafe fn raw_value(state: *mut lua_State, index: c_int) -> RawValue {
    // SAFETY: the caller guarantees what this needs.
    unsafe {
        match stack::tag(state, index) {
            ffi::LUA_TNIL => RawValue::NIL,
            tag => RawValue { tag, bits: stack::bits(state, index) },
        }
    }
}

#[cold]
fn bad_argument(index: c_int, cause: &str) -> String {
    format!("bad argument #{index}: {cause}")
}

/// Looks up an argument in the Luau table that is the first upvalue. Returns the number that the table has for the
/// argument.
///
/// # Safety
/// `state` runs a function of [`create_closure`] whose first upvalue is a table.
pub(crate) unsafe fn number_in_table(state: *mut lua_State, index: c_int) -> Option<f64> {
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
    create_closure(lua, host, nil_or_refuse, (declared, refuse))
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

/// Returns the handle of the action whose table is at a stack index. Returns `None` for any other value.
///
/// # Safety
/// The conditions of [`Argument::read`] hold, and `host` is the host of `state`.
#[inline]
pub(crate) unsafe fn action_argument(state: *mut lua_State, index: c_int, host: &Host) -> Option<LuaVal> {
    // SAFETY: the caller guarantees what this needs. `action_handle_in` gets only tables.
    unsafe {
        let value = raw_value(state, index);
        if value.tag != ffi::LUA_TTABLE {
            return None;
        }
        match host.action_tables.get(value.bits) {
            Some(action) => Some(LuaVal(action)),
            None => arguments::action_handle_in(state, index).map(LuaVal),
        }
    }
}

/// Ends a C function that has no results. An error goes to the script.
///
/// # Safety
/// The conditions of [`raise`] hold.
pub(crate) unsafe fn finish(state: *mut lua_State, result: HostResult<()>) -> c_int {
    match result {
        Ok(()) => 0,
        // SAFETY: the caller guarantees what this needs.
        Err(message) => unsafe { raise(state, message) },
    }
}

/// Calls a filter function with a value, and returns whether the filter holds. An error of the filter function goes to
/// the script.
///
/// # Safety
/// `state` is running, the value at the stack index `function` is a Lua function, and nothing has borrowed the host.
pub(crate) unsafe fn call_filter(state: *mut lua_State, function: c_int, value: LuaVal) -> bool {
    // SAFETY: this pushes two values, for which a C function has room. The call replaces them by its result, which this
    // code pops.
    unsafe {
        ffi::lua_pushvalue(state, function);
        ffi::lua_pushnumber(state, value.0.0 as f64);
        ffi::lua_call(state, 1, 1);
        let holds = ffi::lua_toboolean(state, -1) != 0;
        ffi::lua_pop(state, 1);
        holds
    }
}

/// The C function of a host function `F`: reads the arguments, calls `F`, and pushes the results.
unsafe extern "C-unwind" fn call_host<A, R, F, B>(state: *mut lua_State) -> c_int
where
    A: Arguments,
    R: Results,
    F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    B: CallBounds,
{
    const { assert!(size_of::<F>() == 0, "a host function captures nothing") };
    // SAFETY: Luau calls this with a running state, whose function `create_function` made. `F` has no bytes that could
    // be invalid, and `host_function` received a value of this type.
    unsafe {
        let f: F = std::mem::zeroed();
        let result = catch_panic(|| {
            let args = A::read_all(state)?;
            let mut host = host_of(state).try_borrow_mut().map_err(|_| BUSY)?;
            if B::COUNTED {
                host.count_call()?;
            }
            let results = f(&mut host, args)?;
            if B::COUNTED {
                host.within_limits()?;
            }
            Ok(results)
        });
        match result {
            Ok(results) => results.push_all(state),
            Err(message) => raise(state, message),
        }
    }
}

thread_local! {
    /// A panic of the host, which waits here until the `Vm` has control again.
    static PANIC: Cell<Option<Box<dyn Any + Send>>> = const { Cell::new(None) };
}

/// Runs host code. If the code panics, stores the panic and returns an error: see [`resume_panic`].
#[inline]
pub(crate) fn catch_panic<T>(f: impl FnOnce() -> HostResult<T>) -> HostResult<T> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        PANIC.set(Some(panic));
        Err("the host failed".into())
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
pub(crate) unsafe fn raise(state: *mut lua_State, message: String) -> ! {
    // SAFETY: this pushes one value, and `lua_error` does not return. Without memory for the text, `lua_pushlstring`
    // itself raises an error, and unwinding drops the message.
    unsafe {
        ffi::lua_settop(state, 0);
        ffi::lua_pushlstring(state, message.as_ptr().cast(), message.len());
        drop(message);
        ffi::lua_error(state)
    }
}

/// Returns the script line that called the running function: `path:line`.
///
/// # Safety
/// `state` is running.
#[cold]
pub(crate) unsafe fn caller(state: *mut lua_State) -> String {
    // SAFETY: the caller guarantees what this needs.
    unsafe { script_line(state, 1) }
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
        if line > 0 && crate::script_errors::is_of_scripts(&source) {
            return format!("{source}:{line}");
        }
    }
    String::new()
}
