//! `shared`: what several offers of one choice need, worked out once a position. Whoever asks cannot tell whether a value
//! was kept: what is worked out may only look, and cannot be altered.
#![allow(unsafe_code)] // It is asked a dozen times a choice: see `raw`.

use super::Api;
use crate::host::{Held, Host, HostResult, Kept};
use crate::raw;
use crate::signals::Signal;
use mlua::ffi::{self, lua_State};
use mlua::{Function, LightUserData, Table, Value};
use std::ffi::{c_int, c_void};

/// What a shared value's function keeps: its number (as an address), the body, the function that freezes what that gives,
/// and the list of the texts and tables that are kept, by place.
const NUMBER: usize = 1;
const BODY: c_int = raw::kept(2);
const FROZEN: c_int = raw::kept(3);
const LIST: c_int = raw::kept(4);

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.describe(
        "shared(body: (a: any, b: any) -> any): (a: any, b: any) -> any",
        "Makes a function of what several offers of one choice need: `local open = shared(function(side) return … end)`, at the head of a file. What it gives for the same plain values (up to two) is kept until the position changes, so that each offer may ask for it as if it cost nothing. `body` may only look, like an offer; it offers and closes nothing, and the tables it gives cannot be altered. While somebody asks `why`, nothing is kept: the reasons it tells are told to each offer.",
    );
    let frozen = api.lua.create_function(|_, value: Value| {
        freeze(&value).map_err(mlua::Error::runtime)?;
        Ok(value)
    })?;
    let host = api.host.clone();
    let shared = api.lua.create_function(move |lua, body: Function| {
        let number = {
            let mut host = host.try_borrow_mut().map_err(|_| mlua::Error::runtime(raw::BUSY))?;
            if !host.is_loading() {
                return Err(mlua::Error::runtime("`shared` is called while scripts load, not in play"));
            }
            host.new_shared()
        };
        let list: Table = lua.create_table()?;
        let number = LightUserData(std::ptr::without_provenance_mut::<c_void>(number + 1));
        raw::create_with(lua, &host, look_up, (number, body, frozen.clone(), list))
    })?;
    api.public.raw_set("shared", shared)
}

/// A shared value: what is kept for these arguments, or what working it out gives.
unsafe extern "C-unwind" fn look_up(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `shared` made with these four. Fewer values are pushed
    // than C functions have room for; when an error is raised or passes through, nothing is left to drop.
    unsafe {
        if let Some(held) = at_hand(state) {
            raw::push_held(state, held);
            return 1;
        }
        match found(state) {
            Ok(Found::Kept(at, held)) => {
                push(state, at, held);
                1
            }
            Ok(Found::ToDo(job)) => match work_out(state, job) {
                Ok(()) => 1,
                Err(message) => raw::raise(state, message),
            },
            Err(message) => raw::raise(state, message),
        }
    }
}

/// A value that is kept by the host itself, for no argument or one that is no text: by far the most are.
#[inline]
unsafe fn at_hand(state: *mut lua_State) -> Option<Held> {
    // SAFETY: as the caller's.
    unsafe {
        let with = match raw::given(state) {
            0 => Held::NIL,
            1 => raw::held(state, 1),
            _ => return None,
        };
        let host = raw::host_of(state).try_borrow().ok()?;
        // While scripts load nothing is kept. What is asked for with a text is kept by another value.
        if host.signal(Signal::Explaining) != 0 {
            return None;
        }
        let held = host.shared[number(state)].at_hand(host.age, with)?;
        if is_listed(held) { None } else { Some(held) }
    }
}

/// The number of the shared value that the running function gives.
#[inline(always)]
unsafe fn number(state: *mut lua_State) -> usize {
    // SAFETY: as for `look_up`: it is kept as an address, from 1.
    unsafe { raw::kept_address(state, NUMBER) - 1 }
}

/// Whether a value lies in the list, not in the host.
fn is_listed(value: Held) -> bool {
    !matches!(value.tag, ffi::LUA_TNIL | ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN)
}

/// What there is to do for a shared value that is not kept.
#[derive(Clone, Copy)]
struct Job {
    /// Its number.
    number: usize,
    /// How many arguments it came with, and these.
    given: c_int,
    with: [Held; 2],
    /// Whether what it comes to is kept.
    keeps: bool,
}

enum Found {
    Kept(usize, Held),
    ToDo(Job),
}

unsafe fn found(state: *mut lua_State) -> HostResult<Found> {
    // SAFETY: as the caller's.
    unsafe {
        let given = raw::given(state);
        let number = number(state);
        let mut host = raw::host_of(state).try_borrow_mut().map_err(|_| raw::BUSY)?;
        let with = match given {
            0 => [Held::NIL; 2],
            1 => [held(state, &mut host, 1)?, Held::NIL],
            _ => [held(state, &mut host, 1)?, held(state, &mut host, 2)?],
        };
        if given > 2 && (3..=given).any(|at| raw::held(state, at) != Held::NIL) {
            return Err("a shared value is asked for with two values at most".into());
        }
        if host.is_loading() {
            return Err("a shared value is of a position, and while scripts load there is none".into());
        }
        // While somebody asks why, each that asks is told the reasons.
        let keeps = host.signal(Signal::Explaining) == 0;
        let age = host.age;
        if keeps {
            match host.shared[number].find(age, with) {
                Some((at, Kept::Is(held))) => return Ok(Found::Kept(at, held)),
                Some((_, Kept::Working)) => return Err("a shared value that needs itself".into()),
                None => drop(host.shared[number].keep(age, with, Kept::Working)),
            }
        }
        Ok(Found::ToDo(Job { number, given: given.min(2), with, keeps }))
    }
}

/// An argument, which is to be plain. A text is told by a number of its own.
#[inline]
unsafe fn held(state: *mut lua_State, host: &mut Host, at: c_int) -> HostResult<Held> {
    // SAFETY: as the caller's.
    unsafe {
        let held = raw::held(state, at);
        match held.tag {
            ffi::LUA_TNIL => Ok(Held::NIL),
            ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN => Ok(held),
            _ => text_held(state, host, at),
        }
    }
}

#[cold]
unsafe fn text_held(state: *mut lua_State, host: &mut Host, at: c_int) -> HostResult<Held> {
    // SAFETY: as the caller's.
    unsafe {
        let held = raw::held(state, at);
        match held.tag {
            ffi::LUA_TSTRING => Ok(Held { bits: host.number_of_text(raw::argument(state, at)?), ..held }),
            _ => Err("a shared value is asked for with plain values: numbers, ids, truths, texts, sets".into()),
        }
    }
}

/// Pushes a kept value.
unsafe fn push(state: *mut lua_State, at: usize, held: Held) {
    // SAFETY: there is room for the list and what it holds.
    unsafe {
        if is_listed(held) {
            ffi::lua_pushvalue(state, LIST);
            ffi::lua_rawgeti_(state, -1, at as c_int + 1);
        } else {
            raw::push_held(state, held);
        }
    }
}

/// Works a value out, keeps it, and leaves it on top. It may look, also at what could be done, and suppose: the host refuses
/// every change.
unsafe fn work_out(state: *mut lua_State, job: Job) -> HostResult<()> {
    // SAFETY: as for `look_up`; the host is not borrowed while the body runs, and what that raises passes through.
    unsafe {
        let (working, asking) = look_only(state, (1, 1));
        ffi::lua_settop(state, job.given);
        ffi::lua_pushvalue(state, BODY);
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, job.given, 1);
        look_only(state, (working, asking));
        let value = raw::held(state, 1);
        let in_list = is_listed(value);
        if in_list && value.tag != ffi::LUA_TSTRING {
            ffi::lua_pushvalue(state, FROZEN);
            ffi::lua_insert(state, 1);
            ffi::lua_call(state, 1, 1);
        }
        if !job.keeps {
            return Ok(());
        }
        let at = {
            let mut host = raw::host_of(state).try_borrow_mut().map_err(|_| raw::BUSY)?;
            let age = host.age; // Another than before if it supposed: what that changed is taken back by now.
            host.shared[job.number].keep(age, job.with, Kept::Is(value))
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

/// Sets what a shared value may do, and gives what it might before: whether a value is worked out, and offers are asked.
unsafe fn look_only(state: *mut lua_State, (working, asking): (u8, u8)) -> (u8, u8) {
    // SAFETY: as the caller's.
    let Ok(host) = unsafe { raw::host_of(state) }.try_borrow() else { return (working, asking) };
    let was = (host.signal(Signal::Working), host.signal(Signal::Asking));
    host.set_signal(Signal::Working, working);
    host.set_signal(Signal::Asking, asking);
    was
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
