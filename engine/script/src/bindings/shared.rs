//! `shared`: caches a function's results for one position, for the offers of one choice. A script cannot tell whether
//! a value came from the cache: the function may only read, and its result is read-only.
#![allow(unsafe_code)] // Called a dozen times a choice: see `lua_ffi`.

use super::Api;
use crate::host::{CachedValue, Host, HostResult, RawValue};
use crate::lua_ffi;
use crate::shared_flags::SharedFlag;
use mlua::ffi::{self, lua_State};
use mlua::{Function, LightUserData, Table, Value};
use std::ffi::{c_int, c_void};

// Upvalues of a shared function: its number (as an address), its body, the function that freezes results, and the list
// of cached texts and tables.
const NUMBER: usize = 1;
const BODY: c_int = lua_ffi::upvalue(2);
const FREEZE: c_int = lua_ffi::upvalue(3);
const LIST: c_int = lua_ffi::upvalue(4);

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Shared values");
    api.document(
        "shared(body: (a: any, b: any) -> any): (a: any, b: any) -> any",
        "Makes a function whose results several offers of one choice share: `local open = \
         shared(function(side) return … end)`. Call `shared` at the top of a file. The function takes up to \
         two plain values. Its result is cached until the position changes, so calling it again is cheap. \
         `body` may only read: it may not offer rows or close an action. The tables it returns are read-only. \
         While somebody asks `why`, nothing is cached, so each offer gets all reasons.",
    );
    let frozen = api.lua.create_function(|_, value: Value| {
        freeze(&value).map_err(mlua::Error::runtime)?;
        Ok(value)
    })?;
    let host = api.host.clone();
    let shared = api.lua.create_function(move |lua, body: Function| {
        let number = {
            let mut host = host.try_borrow_mut().map_err(|_| mlua::Error::runtime(lua_ffi::BUSY))?;
            if !host.is_loading() {
                return Err(mlua::Error::runtime("`shared` is called while scripts load, not in play"));
            }
            host.new_shared()
        };
        let list: Table = lua.create_table()?;
        let number = LightUserData(std::ptr::without_provenance_mut::<c_void>(number + 1));
        lua_ffi::create_closure(lua, &host, shared_value, (number, body, frozen.clone(), list))
    })?;
    api.public.raw_set("shared", shared)
}

/// The function that `shared` returns: gives the cached value for these arguments, or computes it.
unsafe extern "C-unwind" fn shared_value(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `shared` made with these four. Fewer values are
    // pushed than C functions have room for; when an error is raised or passes through, nothing is left to drop.
    unsafe {
        if let Some(held) = cached_on_host(state) {
            lua_ffi::push_raw(state, held);
            return 1;
        }
        match prepare(state) {
            Ok(Prepared::Cached(at, held)) => {
                push_cached(state, at, held);
                1
            }
            Ok(Prepared::Compute(job)) => match compute(state, job) {
                Ok(()) => 1,
                Err(message) => lua_ffi::raise(state, message),
            },
            Err(message) => lua_ffi::raise(state, message),
        }
    }
}

/// Fast path: a cached value that the host stores itself, for no argument or one that is not a text.
#[inline]
unsafe fn cached_on_host(state: *mut lua_State) -> Option<RawValue> {
    // SAFETY: as the caller's.
    unsafe {
        let arguments = match lua_ffi::argument_count(state) {
            0 => RawValue::NIL,
            1 => lua_ffi::raw_value(state, 1),
            _ => return None,
        };
        let host = lua_ffi::host_of(state).try_borrow().ok()?;
        // While scripts load, nothing is cached. Texts have other keys, so they never match here.
        if host.flag(SharedFlag::Explaining) != 0 {
            return None;
        }
        let held = host.shared[number(state)].lookup(host.cache_age, arguments)?;
        if is_listed(held) { None } else { Some(held) }
    }
}

/// The number of the running shared function.
#[inline(always)]
unsafe fn number(state: *mut lua_State) -> usize {
    // SAFETY: as for `shared_value`: it is stored as an address, from 1.
    unsafe { lua_ffi::upvalue_address(state, NUMBER) - 1 }
}

/// Whether a cached value is stored in the Lua list instead of in the host.
fn is_listed(value: RawValue) -> bool {
    !matches!(value.tag, ffi::LUA_TNIL | ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN)
}

/// A value to compute.
#[derive(Clone, Copy)]
struct Computation {
    /// The number of the shared function.
    number: usize,
    argument_count: c_int,
    arguments: [RawValue; 2],
    /// Whether to cache the result.
    is_cached: bool,
}

enum Prepared {
    Cached(usize, RawValue),
    Compute(Computation),
}

unsafe fn prepare(state: *mut lua_State) -> HostResult<Prepared> {
    // SAFETY: as the caller's.
    unsafe {
        let given = lua_ffi::argument_count(state);
        let number = number(state);
        let mut host = lua_ffi::host_of(state).try_borrow_mut().map_err(|_| lua_ffi::BUSY)?;
        let arguments = match given {
            0 => [RawValue::NIL; 2],
            1 => [cache_key(state, &mut host, 1)?, RawValue::NIL],
            _ => [cache_key(state, &mut host, 1)?, cache_key(state, &mut host, 2)?],
        };
        if given > 2 && (3..=given).any(|at| lua_ffi::raw_value(state, at) != RawValue::NIL) {
            return Err("a shared function takes two values at most".into());
        }
        if host.is_loading() {
            return Err("a shared function needs a position: call it in play, not while scripts load".into());
        }
        // While somebody asks why, each caller needs the reasons.
        let is_cached = host.flag(SharedFlag::Explaining) == 0;
        let age = host.cache_age;
        if is_cached {
            match host.shared[number].find(age, arguments) {
                Some((at, CachedValue::Ready(held))) => return Ok(Prepared::Cached(at, held)),
                Some((_, CachedValue::InProgress)) => {
                    return Err("a shared function calls itself with the same values".into());
                }
                None => drop(host.shared[number].store(age, arguments, CachedValue::InProgress)),
            }
        }
        Ok(Prepared::Compute(Computation { number, argument_count: given.min(2), arguments, is_cached }))
    }
}

/// The cache key of an argument. Fails if it is not plain. Each text has a number as its key.
#[inline]
unsafe fn cache_key(state: *mut lua_State, host: &mut Host, at: c_int) -> HostResult<RawValue> {
    // SAFETY: as the caller's.
    unsafe {
        let held = lua_ffi::raw_value(state, at);
        match held.tag {
            ffi::LUA_TNIL => Ok(RawValue::NIL),
            ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN => Ok(held),
            _ => text_key(state, host, at),
        }
    }
}

#[cold]
unsafe fn text_key(state: *mut lua_State, host: &mut Host, at: c_int) -> HostResult<RawValue> {
    // SAFETY: as the caller's.
    unsafe {
        let held = lua_ffi::raw_value(state, at);
        match held.tag {
            ffi::LUA_TSTRING => Ok(RawValue { bits: host.number_of_text(lua_ffi::argument(state, at)?), ..held }),
            _ => Err("a shared function takes plain values: numbers, ids, booleans, texts, sets".into()),
        }
    }
}

/// Pushes a cached value.
unsafe fn push_cached(state: *mut lua_State, at: usize, held: RawValue) {
    // SAFETY: there is room for the list and its member.
    unsafe {
        if is_listed(held) {
            ffi::lua_pushvalue(state, LIST);
            ffi::lua_rawgeti_(state, -1, at as c_int + 1);
        } else {
            lua_ffi::push_raw(state, held);
        }
    }
}

/// Computes a value, caches it, and leaves it on top of the stack. The body may call `could` and `suppose`; the host
/// refuses every other change.
unsafe fn compute(state: *mut lua_State, job: Computation) -> HostResult<()> {
    // SAFETY: as for `shared_value`; the host is not borrowed while the body runs, and an error of the body passes
    // through.
    unsafe {
        let (working, asking) = set_read_only(state, (1, 1));
        ffi::lua_settop(state, job.argument_count);
        ffi::lua_pushvalue(state, BODY);
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, job.argument_count, 1);
        set_read_only(state, (working, asking));
        let value = lua_ffi::raw_value(state, 1);
        let in_list = is_listed(value);
        if in_list && value.tag != ffi::LUA_TSTRING {
            ffi::lua_pushvalue(state, FREEZE);
            ffi::lua_insert(state, 1);
            ffi::lua_call(state, 1, 1);
        }
        if !job.is_cached {
            return Ok(());
        }
        let at = {
            let mut host = lua_ffi::host_of(state).try_borrow_mut().map_err(|_| lua_ffi::BUSY)?;
            let age = host.cache_age; // `suppose` in the body changes it.
            host.shared[job.number].store(age, job.arguments, CachedValue::Ready(value))
        };
        if in_list {
            ffi::lua_pushvalue(state, LIST);
            ffi::lua_pushvalue(state, 1);
            ffi::lua_rawseti_(state, -2, at as c_int + 1);
            ffi::lua_settop(state, 1);
        }
        Ok(())
    }
}

/// Sets the flags `ComputingShared` and `Asking`, which make the host refuse changes. Returns their old values.
unsafe fn set_read_only(state: *mut lua_State, (working, asking): (u8, u8)) -> (u8, u8) {
    // SAFETY: as the caller's.
    let Ok(host) = unsafe { lua_ffi::host_of(state) }.try_borrow() else { return (working, asking) };
    let was = (host.flag(SharedFlag::ComputingShared), host.flag(SharedFlag::Asking));
    host.set_flag(SharedFlag::ComputingShared, working);
    host.set_flag(SharedFlag::Asking, asking);
    was
}

/// Makes a result read-only, with everything inside it. Fails on values that are not plain.
fn freeze(value: &Value) -> Result<(), String> {
    let mut open = vec![value.clone()];
    while let Some(value) = open.pop() {
        match value {
            Value::Table(table) if table.is_readonly() => {} // From a module, or already frozen.
            Value::Table(table) => {
                table.set_readonly(true);
                for pair in table.pairs::<Value, Value>() {
                    let (key, value) = pair.map_err(|e| e.to_string())?;
                    open.extend([key, value]);
                }
            }
            Value::Nil | Value::Boolean(_) | Value::Integer(_) | Value::Number(_) | Value::String(_) => {}
            other => {
                return Err(format!(
                    "a shared function returns plain values or tables of them, not a {}",
                    other.type_name()
                ));
            }
        }
    }
    Ok(())
}
