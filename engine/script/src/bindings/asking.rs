//! Asking the actions of a list for their rows.
#![allow(unsafe_code)] // It is what a choice costs most: see `raw`.

use super::{Api, V};
use crate::host::HostResult;
use crate::raw;
use crate::signals::{Offer, Signal};
use cardwright_state::ActionId;
use cardwright_state::val::Kind;
use mlua::Table;
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

/// What `ask_offers` keeps: the offers by action, from 1.
const OFFERS: c_int = raw::kept(1);

/// How deep lists may lie in lists.
const DEEPEST: u32 = 16;

/// Makes `ask_offers` for the prelude; `offers` has the function of each action, from 1.
pub(crate) fn publish_asking(api: &Api, offers: &Table) -> mlua::Result<()> {
    api.private.raw_set("ask_offers", raw::create_with(&api.lua, &api.host, ask_offers, offers)?)
}

/// `ask_offers(side, list)`: asks each action of a list, or of a list of lists.
unsafe extern "C-unwind" fn ask_offers(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `publish_asking` made.
    unsafe {
        let done = asked(state);
        raw::ended(state, done)
    }
}

unsafe fn asked(state: *mut lua_State) -> HostResult<()> {
    // SAFETY: as the caller's.
    unsafe {
        {
            let host = raw::host_of(state).try_borrow().map_err(|_| raw::BUSY)?;
            if host.is_asking() {
                return Err("an offer is only asked: it may ask for no action itself".into());
            }
            host.set_signal(Signal::Asking, 1); // Until the host has asked, it refuses every change.
        }
        ffi::lua_settop(state, 2);
        ffi::lua_pushvalue(state, OFFERS);
        ffi::lua_insert(state, 2); // Side, offers, list.
        ask_each(state, 3, 0)?;
        let mut host = raw::host_of(state).try_borrow_mut().map_err(|_| raw::BUSY)?;
        host.set_signal(Signal::Offer, Offer::None as u8);
        host.asking = None;
        Ok(())
    }
}

/// Asks each of the list at a place of the stack.
unsafe fn ask_each(state: *mut lua_State, list: c_int, depth: u32) -> HostResult<()> {
    // SAFETY: as the caller's; there is room for what is pushed, and all of it is taken off again.
    unsafe {
        if raw::held(state, list).tag != ffi::LUA_TTABLE {
            return Err("a list of actions is asked, as `menu` gives one, or a list of such lists".into());
        }
        ffi::luaL_checkstack(state, 12, std::ptr::null());
        for n in 1..=ffi::lua_objlen(state, list) as c_int {
            ffi::lua_rawgeti_(state, list, n);
            let action = {
                let host = raw::host_of(state).try_borrow().map_err(|_| raw::BUSY)?;
                raw::action_at(state, list + 1, &host)
            };
            match action {
                Some(action) => ask(state, action)?,
                None if depth >= DEEPEST => return Err("lists of actions lie too deep in one another".into()),
                None => ask_each(state, list + 1, depth + 1)?,
            }
            ffi::lua_settop(state, list);
        }
        Ok(())
    }
}

/// Asks one action.
unsafe fn ask(state: *mut lua_State, action: V) -> HostResult<()> {
    // SAFETY: as the caller's; the host is not borrowed while the script runs.
    unsafe {
        let action = {
            let mut host = raw::host_of(state).try_borrow_mut().map_err(|_| raw::BUSY)?;
            let action = ActionId::new(host.index(action.0, Kind::Action)?);
            host.asking = Some(action);
            host.set_signal(Signal::Offer, Offer::Open as u8);
            if host.signal(Signal::Explaining) != 0 {
                host.begin_to_explain(action);
            }
            action
        };
        ffi::lua_rawgeti_(state, 2, action.at() as c_int + 1);
        ffi::lua_pushvalue(state, 1);
        ffi::lua_call(state, 1, 0);
        Ok(())
    }
}
