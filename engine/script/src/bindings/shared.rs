//! The function `shared` of scripts. It caches a function's results for one position, so that the offers of a choice
//! share them. A script cannot tell whether a value came from the cache, because the function may only read and its
//! result is read-only.

use super::Api;
use crate::host::{CachedValue, Host, HostError, HostResult, RawValue};
use crate::lua_ffi::shared_flags::SharedFlag;
use crate::lua_ffi::{self, CallingFrame, Frame, SharedResult, SharedUpvalues};
use mlua::{Function, LightUserData, Table, Value, ffi};
use std::ffi::{c_int, c_void};

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
            let mut host = host.try_borrow_mut().map_err(|_| mlua::Error::runtime(HostError::Busy))?;
            if !host.is_loading() {
                return Err(mlua::Error::runtime("`shared` is called while scripts load, not in play"));
            }
            host.shared.new_shared()
        };
        let list: Table = lua.create_table()?;
        let number = LightUserData(std::ptr::without_provenance_mut::<c_void>(number + 1));
        let upvalues = (number, body, freeze_function.clone(), list);
        lua_ffi::create_calling_function(lua, &host, upvalues, shared_value)
    })?;
    api.public.raw_set("shared", shared)
}

/// The function that `shared` returns. Returns the cached value for its arguments, or computes the value.
fn shared_value(frame: &mut CallingFrame<SharedUpvalues>) -> HostResult<SharedResult> {
    match frame.guarded(look_up)? {
        Lookup::Value(value) => Ok(SharedResult::Value(value)),
        Lookup::InList(index) => {
            frame.load_result(index);
            Ok(SharedResult::OnStack)
        }
        Lookup::Missing(call) => compute(frame, call),
    }
}

/// Whether a cached value is stored in the Lua list instead of in the host.
fn is_in_lua_list(value: RawValue) -> bool {
    !matches!(value.tag, ffi::LUA_TNIL | ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN)
}

/// A call of a shared function whose value must be computed.
#[derive(Clone, Copy)]
struct Computation {
    arguments: [RawValue; 2],
    /// Whether to cache the result.
    is_cached: bool,
}

/// What the cache has for a call of a shared function.
enum Lookup {
    Value(RawValue),
    /// The Lua list has the value at this index.
    InList(usize),
    Missing(Computation),
}

/// Checks a call of a shared function, and looks for its value in the cache.
#[inline]
fn look_up(frame: &Frame<SharedUpvalues>) -> HostResult<Lookup> {
    match cached_on_host(frame)? {
        Some(value) => Ok(Lookup::Value(value)),
        None => look_up_any(frame),
    }
}

/// Returns the cached value of a call, if the host itself stores the value. This is the fast path for calls without
/// arguments, or with one argument that is no text.
#[inline]
fn cached_on_host(frame: &Frame<SharedUpvalues>) -> HostResult<Option<RawValue>> {
    let argument = match frame.argument_count() {
        0 => RawValue::NIL,
        1 => frame.raw_value(1),
        _ => return Ok(None),
    };
    let host = frame.host()?;
    // The lookup below finds nothing while scripts load, because nothing is cached then. It finds nothing for a
    // text argument either, because the cache stores a number in place of each text.
    if host.flag(SharedFlag::Explaining) != 0 {
        return Ok(None);
    }
    // `cache_age` rises when the position changes, and then older values are no longer found.
    let cached_value = host.shared.caches[frame.shared_number()].lookup(host.shared.age, argument);
    Ok(cached_value.filter(|value| !is_in_lua_list(*value)))
}

fn look_up_any(frame: &Frame<SharedUpvalues>) -> HostResult<Lookup> {
    let mut host = frame.host_mut()?;
    let argument_count = frame.argument_count();
    let arguments = match argument_count {
        0 => [RawValue::NIL; 2],
        1 => [cache_key(frame, &mut host, 1)?, RawValue::NIL],
        _ => [cache_key(frame, &mut host, 1)?, cache_key(frame, &mut host, 2)?],
    };
    if (3..=argument_count).any(|index| frame.raw_value(index) != RawValue::NIL) {
        return Err("a shared function takes two values at most".into());
    }
    if host.is_loading() {
        return Err("a shared function needs a position: call it in play, not while scripts load".into());
    }
    // While somebody asks why, nothing is cached, because the body records its reasons anew for each caller.
    let is_cached = host.flag(SharedFlag::Explaining) == 0;
    if is_cached {
        let age = host.shared.age;
        let cache = &mut host.shared.caches[frame.shared_number()];
        match cache.find(age, arguments) {
            Some((index, CachedValue::Ready(value))) if is_in_lua_list(value) => return Ok(Lookup::InList(index)),
            Some((_, CachedValue::Ready(value))) => return Ok(Lookup::Value(value)),
            Some((_, CachedValue::InProgress)) => {
                return Err("a shared function calls itself with the same values".into());
            }
            None => drop(cache.store(age, arguments, CachedValue::InProgress)),
        }
    }
    Ok(Lookup::Missing(Computation { arguments, is_cached }))
}

/// Returns the cache key of an argument. Fails if the argument is not a plain value. The key of a text is a number.
#[inline]
fn cache_key(frame: &Frame<SharedUpvalues>, host: &mut Host, index: c_int) -> HostResult<RawValue> {
    let value = frame.raw_value(index);
    match value.tag {
        ffi::LUA_TNIL | ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN => Ok(value),
        ffi::LUA_TSTRING => Ok(RawValue { bits: host.shared.number_of_text(frame.argument(index)?), ..value }),
        _ => Err("a shared function takes plain values: numbers, ids, booleans, texts, sets".into()),
    }
}

/// Computes a value, caches it, and leaves it on the stack. The body may call `could` and `suppose`. The host refuses
/// every other change.
fn compute(frame: &mut CallingFrame<SharedUpvalues>, call: Computation) -> HostResult<SharedResult> {
    let old_flags = frame.guarded(|frame| set_read_only(frame, (1, 1)))?;
    let value = frame.call_body();
    frame.guarded(|frame| set_read_only(frame, old_flags))?;
    let in_list = is_in_lua_list(value);
    if in_list && value.tag != ffi::LUA_TSTRING {
        frame.freeze_result();
    }
    if call.is_cached {
        let index = frame.guarded(|frame| {
            let mut host = frame.host_mut()?;
            let age = host.shared.age; // Read it only now, because `suppose` in the body raises it.
            Ok(host.shared.caches[frame.shared_number()].store(age, call.arguments, CachedValue::Ready(value)))
        })?;
        if in_list {
            frame.store_result(index);
        }
    }
    Ok(SharedResult::OnStack)
}

/// Sets the flags `ComputingShared` and `Asking`, which make the host refuse changes. Returns their old values.
fn set_read_only(frame: &Frame<SharedUpvalues>, (computing, asking): (u8, u8)) -> HostResult<(u8, u8)> {
    let host = frame.host()?;
    let old_flags = (host.flag(SharedFlag::ComputingShared), host.flag(SharedFlag::Asking));
    host.set_flag(SharedFlag::ComputingShared, computing);
    host.set_flag(SharedFlag::Asking, asking);
    Ok(old_flags)
}

/// Makes a result read-only, with everything inside it. Fails on values that are not plain.
fn freeze(value: &Value) -> HostResult<()> {
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
                )
                .into());
            }
        }
    }
    Ok(())
}
