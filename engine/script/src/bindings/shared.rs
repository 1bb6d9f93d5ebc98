//! The function `shared` of scripts. It caches a function's results for one position, so that the offers of a choice
//! share them. A script cannot tell whether a value came from the cache, because the function may only read and its
//! result is read-only.
#![allow(unsafe_code)] // Scripts call shared functions a dozen times for each choice: see `lua_ffi`.

use super::Api;
use crate::host::{CachedValue, Host, HostResult, RawValue};
use crate::lua_ffi;
use crate::shared_flags::SharedFlag;
use mlua::ffi::{self, lua_State};
use mlua::{Function, LightUserData, Table, Value};
use std::ffi::{c_int, c_void};

// The upvalues of a shared function: its number (stored as an address), its body, the function that makes results
// read-only, and the Luau list of cached texts and Luau tables.
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
    let freeze_function = api.lua.create_function(|_, value: Value| {
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
        lua_ffi::create_closure(lua, &host, shared_value, (number, body, freeze_function.clone(), list))
    })?;
    api.public.raw_set("shared", shared)
}

/// The function that `shared` returns. Returns the cached value for its arguments, or computes the value.
unsafe extern "C-unwind" fn shared_value(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state. `shared` made the running closure with the four upvalues. The code
    // pushes fewer values than the stack of a C function has room for. When an error is raised or passes through,
    // nothing is left to drop.
    unsafe {
        if let Some(cached_value) = cached_on_host(state) {
            lua_ffi::push_raw(state, cached_value);
            return 1;
        }
        match prepare(state) {
            Ok(Prepared::Cached(index, cached_value)) => {
                push_cached(state, index, cached_value);
                1
            }
            Ok(Prepared::Compute(call)) => match compute(state, call) {
                Ok(()) => 1,
                Err(message) => lua_ffi::raise(state, message),
            },
            Err(message) => lua_ffi::raise(state, message),
        }
    }
}

/// Returns the cached value of a call, if the host itself stores the value. This is the fast path for calls without
/// arguments, or with one argument that is no text.
#[inline]
unsafe fn cached_on_host(state: *mut lua_State) -> Option<RawValue> {
    // SAFETY: the caller passes a running state.
    unsafe {
        let arguments = match lua_ffi::argument_count(state) {
            0 => RawValue::NIL,
            1 => lua_ffi::raw_value(state, 1),
            _ => return None,
        };
        let host = lua_ffi::host_of(state).try_borrow().ok()?;
        // The lookup below finds nothing while scripts load, because nothing is cached then. It finds nothing for a
        // text argument either, because the cache stores a number in place of each text.
        if host.flag(SharedFlag::Explaining) != 0 {
            return None;
        }
        // `cache_age` rises when the position changes, and then older values are no longer found.
        let cached_value = host.shared[number(state)].lookup(host.cache_age, arguments)?;
        if is_in_lua_list(cached_value) { None } else { Some(cached_value) }
    }
}

/// Returns the number of the running shared function.
#[inline(always)]
unsafe fn number(state: *mut lua_State) -> usize {
    // SAFETY: the caller passes the running state of a shared function. Its number plus 1 is stored as an address.
    unsafe { lua_ffi::upvalue_address(state, NUMBER) - 1 }
}

/// Whether a cached value is stored in the Lua list instead of in the host.
fn is_in_lua_list(value: RawValue) -> bool {
    !matches!(value.tag, ffi::LUA_TNIL | ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN)
}

/// A call of a shared function whose value must be computed.
#[derive(Clone, Copy)]
struct Computation {
    /// The number of the shared function.
    number: usize,
    argument_count: c_int,
    arguments: [RawValue; 2],
    /// Whether to cache the result.
    is_cached: bool,
}

/// What a call of a shared function needs.
enum Prepared {
    /// The cache has the value: its index in the cache, and the value.
    Cached(usize, RawValue),
    Compute(Computation),
}

/// Checks a call of a shared function, and looks for its value in the cache.
unsafe fn prepare(state: *mut lua_State) -> HostResult<Prepared> {
    // SAFETY: the caller passes a running state.
    unsafe {
        let argument_count = lua_ffi::argument_count(state);
        let number = number(state);
        let mut host = lua_ffi::host_of(state).try_borrow_mut().map_err(|_| lua_ffi::BUSY)?;
        let arguments = match argument_count {
            0 => [RawValue::NIL; 2],
            1 => [cache_key(state, &mut host, 1)?, RawValue::NIL],
            _ => [cache_key(state, &mut host, 1)?, cache_key(state, &mut host, 2)?],
        };
        if argument_count > 2 && (3..=argument_count).any(|index| lua_ffi::raw_value(state, index) != RawValue::NIL) {
            return Err("a shared function takes two values at most".into());
        }
        if host.is_loading() {
            return Err("a shared function needs a position: call it in play, not while scripts load".into());
        }
        // While somebody asks why, nothing is cached, because the body records its reasons anew for each caller.
        let is_cached = host.flag(SharedFlag::Explaining) == 0;
        let age = host.cache_age;
        if is_cached {
            match host.shared[number].find(age, arguments) {
                Some((index, CachedValue::Ready(value))) => return Ok(Prepared::Cached(index, value)),
                Some((_, CachedValue::InProgress)) => {
                    return Err("a shared function calls itself with the same values".into());
                }
                None => drop(host.shared[number].store(age, arguments, CachedValue::InProgress)),
            }
        }
        Ok(Prepared::Compute(Computation { number, argument_count: argument_count.min(2), arguments, is_cached }))
    }
}

/// Returns the cache key of an argument. Fails if the argument is not a plain value. The key of a text is a number.
#[inline]
unsafe fn cache_key(state: *mut lua_State, host: &mut Host, index: c_int) -> HostResult<RawValue> {
    // SAFETY: the caller passes a running state.
    unsafe {
        let value = lua_ffi::raw_value(state, index);
        match value.tag {
            ffi::LUA_TNIL => Ok(RawValue::NIL),
            ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN => Ok(value),
            _ => text_key(state, host, index),
        }
    }
}

#[cold]
unsafe fn text_key(state: *mut lua_State, host: &mut Host, index: c_int) -> HostResult<RawValue> {
    // SAFETY: the caller passes a running state.
    unsafe {
        let value = lua_ffi::raw_value(state, index);
        match value.tag {
            ffi::LUA_TSTRING => Ok(RawValue { bits: host.number_of_text(lua_ffi::argument(state, index)?), ..value }),
            _ => Err("a shared function takes plain values: numbers, ids, booleans, texts, sets".into()),
        }
    }
}

/// Pushes a cached value. `index` is its index in the cache.
unsafe fn push_cached(state: *mut lua_State, index: usize, value: RawValue) {
    // SAFETY: the caller passes a running state. The stack has room for the list and its member.
    unsafe {
        if is_in_lua_list(value) {
            ffi::lua_pushvalue(state, LIST);
            ffi::lua_rawgeti_(state, -1, index as c_int + 1);
        } else {
            lua_ffi::push_raw(state, value);
        }
    }
}

/// Computes a value, caches it, and leaves it on top of the stack. The body may call `could` and `suppose`. The
/// host refuses every other change.
unsafe fn compute(state: *mut lua_State, call: Computation) -> HostResult<()> {
    // SAFETY: the caller passes the running state of a shared function. The host is not borrowed while the body runs,
    // and an error of the body passes through.
    unsafe {
        let (computing, asking) = set_read_only(state, (1, 1));
        ffi::lua_settop(state, call.argument_count);
        ffi::lua_pushvalue(state, BODY);
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, call.argument_count, 1);
        set_read_only(state, (computing, asking));
        let value = lua_ffi::raw_value(state, 1);
        let in_list = is_in_lua_list(value);
        if in_list && value.tag != ffi::LUA_TSTRING {
            ffi::lua_pushvalue(state, FREEZE);
            ffi::lua_insert(state, 1);
            ffi::lua_call(state, 1, 1);
        }
        if !call.is_cached {
            return Ok(());
        }
        let index = {
            let mut host = lua_ffi::host_of(state).try_borrow_mut().map_err(|_| lua_ffi::BUSY)?;
            let age = host.cache_age; // Read it only now, because `suppose` in the body raises it.
            host.shared[call.number].store(age, call.arguments, CachedValue::Ready(value))
        };
        if in_list {
            ffi::lua_pushvalue(state, LIST);
            ffi::lua_pushvalue(state, 1);
            ffi::lua_rawseti_(state, -2, index as c_int + 1);
            ffi::lua_settop(state, 1);
        }
        Ok(())
    }
}

/// Sets the flags `ComputingShared` and `Asking`, which make the host refuse changes. Returns their old values.
unsafe fn set_read_only(state: *mut lua_State, (computing, asking): (u8, u8)) -> (u8, u8) {
    // SAFETY: the caller passes a running state.
    let Ok(host) = unsafe { lua_ffi::host_of(state) }.try_borrow() else { return (computing, asking) };
    let old_flags = (host.flag(SharedFlag::ComputingShared), host.flag(SharedFlag::Asking));
    host.set_flag(SharedFlag::ComputingShared, computing);
    host.set_flag(SharedFlag::Asking, asking);
    old_flags
}

/// Makes a result read-only, with everything inside it. Fails on values that are not plain.
fn freeze(value: &Value) -> Result<(), String> {
    let mut to_freeze = vec![value.clone()];
    while let Some(value) = to_freeze.pop() {
        match value {
            Value::Table(table) if table.is_readonly() => {} // From a module, or already frozen.
            Value::Table(table) => {
                table.set_readonly(true);
                for pair in table.pairs::<Value, Value>() {
                    let (key, value) = pair.map_err(|e| e.to_string())?;
                    to_freeze.extend([key, value]);
                }
            }
            Value::Nil | Value::Boolean(_) | Value::Integer(_) | Value::Number(_) | Value::String(_) => {}
            not_plain => {
                return Err(format!(
                    "a shared function returns plain values or tables of them, not a {}",
                    not_plain.type_name()
                ));
            }
        }
    }
    Ok(())
}
