//! How numbers cross the boundary: straight from and to the Lua stack.
//!
//! The generic path makes a `Value` of every argument; with two dozen host calls a decision that is
//! a fifth of all time. The hidden methods overridden here are mlua's own way for its numbers; the
//! version is pinned by `Cargo.lock`, and the default path (`from_lua`) does the same more slowly.
#![allow(unsafe_code)]

use super::{P, V};
use cardwright_state::val::{Kind, Plain, Val};
use mlua::ffi;
use mlua::state::RawLua;
use mlua::{FromLua, IntoLua, Lua, Value};
use std::ffi::c_int;

/// Whole numbers below this are exact in Lua.
const EXACT: u64 = 1 << 53;

impl FromLua for V {
    #[inline]
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Self> {
        handle_of(value)
    }

    #[inline]
    unsafe fn from_stack(idx: c_int, lua: &RawLua) -> mlua::Result<Self> {
        // SAFETY: called by mlua with a valid index; only a number is read.
        unsafe {
            let state = lua.state();
            if ffi::lua_type(state, idx) == ffi::LUA_TNUMBER {
                let number = ffi::lua_tonumber(state, idx);
                let whole = number as i64;
                if whole as f64 == number && whole.abs_diff(0) < EXACT {
                    return Ok(V(Val(whole)));
                }
            }
            handle_of(Value::from_stack(idx, lua)?)
        }
    }
}

fn handle_of(value: Value) -> mlua::Result<V> {
    match value {
        Value::Integer(n) if n.abs_diff(0) < EXACT => Ok(V(Val(n))),
        Value::Integer(n) => Err(mlua::Error::runtime(format!("{n} is past all bounds"))),
        Value::Number(n) if n.fract() == 0.0 => Err(mlua::Error::runtime(format!("{n} is past all bounds"))),
        Value::Number(n) => Err(mlua::Error::runtime(format!("{n} is not a whole number: rules use integers"))),
        Value::Table(table) => match table.raw_get::<Option<i64>>("handle")? {
            Some(handle) => handle_of(Value::Integer(handle)),
            None => Err(mlua::Error::runtime("a table is no argument here; use `set_of(...)`")),
        },
        Value::Nil => Err(mlua::Error::runtime("an argument is nil")),
        other => Err(mlua::Error::runtime(format!("a {} is no argument here", other.type_name()))),
    }
}

impl IntoLua for V {
    #[inline]
    fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
        Ok(Value::Number(self.0.0 as f64))
    }

    #[inline]
    unsafe fn push_into_stack(self, lua: &RawLua) -> mlua::Result<()> {
        // SAFETY: mlua has checked that the stack has room.
        unsafe { ffi::lua_pushnumber(lua.state(), self.0.0 as f64) };
        Ok(())
    }
}

impl FromLua for P {
    #[inline]
    unsafe fn from_stack(idx: c_int, lua: &RawLua) -> mlua::Result<Self> {
        // SAFETY: called by mlua with a valid index; only a type is read.
        unsafe {
            match ffi::lua_type(lua.state(), idx) {
                ffi::LUA_TNIL | ffi::LUA_TNONE => Ok(P(Plain::Nil)),
                _ => plain_of(Value::from_stack(idx, lua)?),
            }
        }
    }

    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Self> {
        plain_of(value)
    }
}

fn plain_of(value: Value) -> mlua::Result<P> {
    let plain = |v: Val| match v.kind() {
        Kind::Set | Kind::Filter | Kind::Apart => {
            Err(mlua::Error::runtime(format!("a {} does not outlive its step: pass `members(set)`", v.kind().word())))
        }
        _ => Ok(v),
    };
    Ok(P(match value {
        Value::Nil => Plain::Nil,
        Value::Boolean(t) => Plain::Truth(t),
        Value::Integer(n) => Plain::Val(plain(Val(n))?),
        Value::Table(table) => match table.raw_get::<Option<i64>>("handle")? {
            Some(handle) => Plain::Val(Val(handle)),
            None => {
                let list = table.sequence_values::<i64>().map(|v| plain(Val(v?))).collect::<mlua::Result<_>>()?;
                Plain::List(list)
            }
        },
        other => return Err(mlua::Error::runtime(format!("a {} is no plain value", other.type_name()))),
    }))
}

impl IntoLua for P {
    #[inline]
    unsafe fn push_into_stack(self, lua: &RawLua) -> mlua::Result<()> {
        // SAFETY: mlua has checked that the stack has room.
        unsafe {
            match self.0 {
                Plain::Nil => ffi::lua_pushnil(lua.state()),
                Plain::Val(v) => ffi::lua_pushnumber(lua.state(), v.0 as f64),
                Plain::Truth(t) => return t.push_into_stack(lua),
                Plain::List(list) => return list.into_iter().map(V).collect::<Vec<_>>().push_into_stack(lua),
            }
        }
        Ok(())
    }

    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        Ok(match self.0 {
            Plain::Nil => Value::Nil,
            Plain::Truth(t) => Value::Boolean(t),
            Plain::Val(v) => Value::Number(v.0 as f64),
            Plain::List(list) => Value::Table(lua.create_sequence_from(list.into_iter().map(V))?),
        })
    }
}

/// A filter argument of `keep` and `drop`.
pub(super) enum By {
    Nothing,
    Number(V),
    Function(mlua::Function),
}

fn filter_of(value: Value) -> mlua::Result<By> {
    Ok(match value {
        Value::Nil => By::Nothing,
        Value::Function(test) => By::Function(test),
        other => By::Number(handle_of(other)?),
    })
}

impl FromLua for By {
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Self> {
        filter_of(value)
    }

    #[inline]
    unsafe fn from_stack(idx: c_int, lua: &RawLua) -> mlua::Result<Self> {
        // SAFETY: called by mlua with a valid index; only a type is read.
        unsafe {
            match ffi::lua_type(lua.state(), idx) {
                ffi::LUA_TNUMBER => Ok(By::Number(V::from_stack(idx, lua)?)),
                ffi::LUA_TNIL => Ok(By::Nothing),
                _ => filter_of(Value::from_stack(idx, lua)?),
            }
        }
    }
}

/// One handle, or a list of them.
pub(super) struct Handles(pub(super) Vec<Val>);

fn handles_of(value: Value) -> mlua::Result<Handles> {
    match value {
        Value::Table(table) if table.raw_get::<Option<i64>>("handle")?.is_none() => {
            let all = table.sequence_values::<V>().map(|v| Ok(v?.0)).collect::<mlua::Result<_>>()?;
            Ok(Handles(all))
        }
        one => Ok(Handles(vec![handle_of(one)?.0])),
    }
}

impl FromLua for Handles {
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Self> {
        handles_of(value)
    }

    /// A list of numbers is read in place; what else it may be goes the general way.
    #[inline]
    unsafe fn from_stack(idx: c_int, lua: &RawLua) -> mlua::Result<Self> {
        // SAFETY: called by mlua with a valid index and room for an element; each is read and taken off again.
        unsafe {
            let state = lua.state();
            let idx = ffi::lua_absindex(state, idx);
            match ffi::lua_type(state, idx) {
                ffi::LUA_TNUMBER => return Ok(Handles(vec![V::from_stack(idx, lua)?.0])),
                ffi::LUA_TTABLE => {}
                _ => return handles_of(Value::from_stack(idx, lua)?),
            }
            let mut all = Vec::with_capacity(4);
            for n in 1.. {
                let of = ffi::lua_rawgeti(state, idx, n);
                let read = if of == ffi::LUA_TNUMBER { V::from_stack(-1, lua).ok() } else { None };
                ffi::lua_pop(state, 1);
                match read {
                    Some(handle) => all.push(handle.0),
                    None if of == ffi::LUA_TNIL && n > 1 => break,
                    None => return handles_of(Value::from_stack(idx, lua)?),
                }
            }
            Ok(Handles(all))
        }
    }
}
