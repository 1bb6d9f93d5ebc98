//! `shared`: what several offers of one choice need, worked out once a position. How it is kept stands in `shared.luau`;
//! here is what that needs of the host, and how what is kept is found again.
#![allow(unsafe_code)] // It is asked a dozen times a choice: see `raw`.

use super::{Api, V};
use crate::raw;
use crate::signals::Signal;
use cardwright_state::Val;
use mlua::ffi::{self, lua_State};
use mlua::{Function, LightUserData, Table, Value};
use std::ffi::{c_int, c_void};

/// What stands among kept values where there is none, for nil, and for what is being worked out: their addresses.
static MARKS: [u8; 3] = [0, 1, 2];
const NONE: usize = 0;
const NIL: usize = 1;
const WORKING: usize = 2;

fn mark(at: usize) -> *mut c_void {
    (&raw const MARKS[at]).cast_mut().cast()
}

/// Where the kept values stand: see `shared.luau`.
const AGE: c_int = 1;
const SOLE: c_int = 2;
const FIRST: c_int = 3;
const OF_FIRST: c_int = 4;
const BY_ONE: c_int = 5;
const BY_TWO: c_int = 6;

/// What a shared value's function keeps: the list of what is kept, the function that works out whatever is not found
/// here, the body, and the function that freezes what it gives.
const KEPT: c_int = raw::kept(1);
const OTHERWISE: c_int = raw::kept(2);
const BODY: c_int = raw::kept(3);
const FROZEN: c_int = raw::kept(4);

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.describe(
        "shared(body: (a: any, b: any) -> any): (a: any, b: any) -> any",
        "Makes a function of what several offers of one choice need: `local open = shared(function(side) return … end)`, at the head of a file. What it gives for the same plain values (up to two) is kept until the position changes, so that each offer may ask for it as if it cost nothing. `body` may only look, like an offer; it offers and closes nothing, and the tables it gives cannot be altered. While somebody asks `why`, nothing is kept: the reasons it tells are told to each offer.",
    );
    for (at, name) in ["nothing_kept", "kept_nil", "being_worked_out"].into_iter().enumerate() {
        api.private.raw_set(name, LightUserData(mark(at)))?;
    }
    api.hide("while_loading", |host, (): ()| {
        if host.is_loading() { Ok(()) } else { Err("`shared` is called while scripts load, not in play".into()) }
    })?;
    api.hide_uncounted("forget_shared", |host, (): ()| {
        host.forget_shared();
        Ok(())
    })?;
    api.hide_uncounted("age", |host, (): ()| {
        if host.is_loading() {
            return Err("a shared value is of a position, and while scripts load there is none".into());
        }
        Ok(V(Val(host.age as i64)))
    })?;
    let host = api.host.clone();
    let looks_up = api.lua.create_function(move |lua, keeps: (Table, Function, Function, Function)| {
        raw::create_with(lua, &host, look_up, keeps)
    })?;
    api.private.raw_set("look_up", looks_up)?;
    api.hide_rare("frozen", |_, value: Value| {
        freeze(&value)?;
        Ok(value)
    })
}

/// Makes `shared` public: `shared.luau` gives it.
pub(crate) fn publish_shared(api: &Api, shared: &Function) -> mlua::Result<()> {
    api.public.raw_set("shared", shared)
}

/// A shared value: what is kept for these arguments, or what working it out gives. Here is what is asked for without more
/// or with one value, which is nearly always; all else is left to `OTHERWISE`.
unsafe extern "C-unwind" fn look_up(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `look_up` of the prelude made with these four. Fewer
    // values are pushed than C functions have room for, and nothing is held that errors passing through would not drop.
    unsafe {
        let given = raw::given(state);
        let explaining_or_age = raw::host_of(state).try_borrow().ok().and_then(|host| {
            let plain = host.signal(Signal::Explaining) == 0 && !host.is_loading();
            plain.then_some(host.age as f64)
        });
        let Some(age) = explaining_or_age else { return otherwise(state, given) };
        let type_of = |at| if given < at { ffi::LUA_TNIL } else { ffi::lua_type(state, at) };
        let a = type_of(1);
        let is_simple = matches!(a, ffi::LUA_TNIL | ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN | ffi::LUA_TSTRING);
        if given > 2 || type_of(2) != ffi::LUA_TNIL || !is_simple {
            return otherwise(state, given);
        }
        ffi::lua_pushvalue(state, KEPT); // On the stack it is found faster than among what the function keeps.
        let list = given + 1;
        ffi::lua_rawgeti_(state, list, AGE);
        if ffi::lua_tonumber(state, -1) != age {
            forget(state, list, age);
        }
        let place = if a == ffi::LUA_TNIL {
            SOLE
        } else {
            let first = ffi::lua_rawgeti_(state, list, FIRST);
            if first == ffi::LUA_TLIGHTUSERDATA {
                ffi::lua_pushvalue(state, 1);
                ffi::lua_rawseti_(state, list, FIRST);
            } else if ffi::lua_rawequal(state, 1, -1) == 0 {
                return otherwise(state, given);
            }
            OF_FIRST
        };
        if ffi::lua_rawgeti_(state, list, place) != ffi::LUA_TLIGHTUSERDATA {
            return 1;
        }
        match ffi::lua_tolightuserdata(state, -1) {
            found if found == mark(NIL) => {
                ffi::lua_pushnil(state);
                1
            }
            found if found == mark(WORKING) => otherwise(state, given),
            _ => work_out(state, list, place, age),
        }
    }
}

/// Leaves it to the function that knows all cases, and all that may be wrong.
unsafe fn otherwise(state: *mut lua_State, given: c_int) -> c_int {
    // SAFETY: the arguments are moved up by one, for which there is room, and the call leaves one value.
    unsafe {
        ffi::lua_settop(state, given);
        ffi::lua_pushvalue(state, OTHERWISE);
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, given, 1);
    }
    1
}

/// Forgets what is of another age; `list` is where the kept values lie on the stack.
unsafe fn forget(state: *mut lua_State, list: c_int, now: f64) {
    // SAFETY: one value is pushed at a time, and put into the list.
    unsafe {
        ffi::lua_pushnumber(state, now);
        ffi::lua_rawseti_(state, list, AGE);
        for place in [SOLE, FIRST, OF_FIRST, BY_ONE, BY_TWO] {
            ffi::lua_pushlightuserdata(state, mark(NONE));
            ffi::lua_rawseti_(state, list, place);
        }
    }
}

/// Works a value out, keeps it, and gives it.
unsafe fn work_out(state: *mut lua_State, list: c_int, place: c_int, age: f64) -> c_int {
    // SAFETY: as for `look_up`; the host is not borrowed while the body runs.
    unsafe {
        let signal = |signal: Signal, to: Option<u8>| {
            raw::host_of(state).try_borrow().map_or(0, |host| {
                let was = host.signal(signal);
                host.set_signal(signal, to.unwrap_or(was));
                was
            })
        };
        ffi::lua_pushlightuserdata(state, mark(WORKING));
        ffi::lua_rawseti_(state, list, place);
        // It may look, also at what could be done, and suppose: the host refuses every change.
        let (working, asking) = (signal(Signal::Working, Some(1)), signal(Signal::Asking, Some(1)));
        let with = c_int::from(place == OF_FIRST);
        ffi::lua_pushvalue(state, BODY);
        if with == 1 {
            ffi::lua_pushvalue(state, 1);
        }
        ffi::lua_call(state, with, 1);
        signal(Signal::Working, Some(working));
        signal(Signal::Asking, Some(asking));
        let of = ffi::lua_type(state, -1);
        if !matches!(of, ffi::LUA_TNIL | ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN | ffi::LUA_TSTRING) {
            ffi::lua_pushvalue(state, FROZEN);
            ffi::lua_insert(state, -2);
            ffi::lua_call(state, 1, 1);
        }
        let now = raw::host_of(state).try_borrow().map_or(age, |host| host.age as f64);
        if now != age {
            forget(state, list, now); // What a `suppose` changed is taken back by now.
            if with == 1 {
                ffi::lua_pushvalue(state, 1);
                ffi::lua_rawseti_(state, list, FIRST);
            }
        }
        match of {
            ffi::LUA_TNIL => ffi::lua_pushlightuserdata(state, mark(NIL)),
            _ => ffi::lua_pushvalue(state, -1),
        }
        ffi::lua_rawseti_(state, list, place);
        1
    }
}

/// Makes read-only what is kept; it holds nothing but plain values, so that nothing of it changes behind the back of who
/// keeps it.
fn freeze(value: &Value) -> Result<(), String> {
    let mut open = vec![value.clone()];
    while let Some(value) = open.pop() {
        match value {
            Value::Table(table) if table.is_readonly() => {} // Of a module, or seen before.
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
                    "a shared value is plain, or a table of plain values, not a {}",
                    other.type_name()
                ));
            }
        }
    }
    Ok(())
}
