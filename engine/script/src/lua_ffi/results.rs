//! Pushes results onto the Lua stack. Making a table or a string may raise an error (no memory): unwinding then drops
//! the remaining results.

use super::{LuaPlain, LuaVal, stack};
use cardwright_state::Val;
use cardwright_state::val::PlainValue;
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

/// A value that can be pushed onto the Lua stack.
pub(crate) trait PushValue {
    /// Pushes the value.
    ///
    /// # Safety
    /// `state` is running and has room for three values.
    unsafe fn push(self, state: *mut lua_State);
}

/// All results of a function.
pub(crate) trait Results {
    /// Pushes them and returns their number.
    ///
    /// # Safety
    /// `state` runs a C function that has pushed nothing.
    unsafe fn push_all(self, state: *mut lua_State) -> c_int;
}

macro_rules! pushed {
    ($($of:ty: |$state:ident, $it:ident| $push:expr;)*) => {
        $(impl PushValue for $of {
            #[inline]
            unsafe fn push(self, $state: *mut lua_State) {
                let $it = self;
                // SAFETY: there is room, as the caller says.
                unsafe { $push };
            }
        })*
    };
}
pushed! {
    LuaVal: |state, it| push_number(state, it.0.0 as f64);
    bool: |state, it| stack::push(state, ffi::LUA_TBOOLEAN, it.into());
    i64: |state, it| push_number(state, it as f64);
    u32: |state, it| push_number(state, it.into());
    usize: |state, it| push_number(state, it as f64);
    String: |state, it| ffi::lua_pushlstring(state, it.as_ptr().cast(), it.len());
}

/// Pushes a number.
///
/// # Safety
/// As [`PushValue::push`].
#[inline(always)]
unsafe fn push_number(state: *mut lua_State, number: f64) {
    // SAFETY: there is room, as the caller says.
    unsafe { stack::push(state, ffi::LUA_TNUMBER, number.to_bits()) }
}

/// Pushes nil.
///
/// # Safety
/// As [`PushValue::push`].
#[inline(always)]
unsafe fn push_nil(state: *mut lua_State) {
    // SAFETY: there is room, as the caller says.
    unsafe { stack::push(state, ffi::LUA_TNIL, 0) }
}

impl<T: PushValue> PushValue for Option<T> {
    #[inline]
    unsafe fn push(self, state: *mut lua_State) {
        // SAFETY: there is room, as the caller says.
        unsafe {
            match self {
                Some(it) => it.push(state),
                None => push_nil(state),
            }
        }
    }
}

impl<T: PushValue> PushValue for Vec<T> {
    unsafe fn push(self, state: *mut lua_State) {
        // SAFETY: the table and one of its elements at a time, each with room for two more of its own.
        unsafe {
            ffi::luaL_checkstack(state, 3, std::ptr::null());
            ffi::lua_createtable(state, self.len() as c_int, 0);
            for (i, it) in self.into_iter().enumerate() {
                it.push(state);
                ffi::lua_rawseti_(state, -2, i as c_int + 1);
            }
        }
    }
}

/// Pushes a plain value.
///
/// # Safety
/// As [`PushValue::push`].
#[inline]
pub(crate) unsafe fn push_plain(state: *mut lua_State, value: &PlainValue) {
    // SAFETY: there is room, as the caller says.
    unsafe {
        match value {
            PlainValue::Nil => push_nil(state),
            PlainValue::Val(val) => LuaVal(*val).push(state),
            PlainValue::Boolean(truth) => truth.push(state),
            PlainValue::List(list) => list.iter().copied().map(LuaVal).collect::<Vec<_>>().push(state),
        }
    }
}

impl PushValue for LuaPlain {
    #[inline]
    unsafe fn push(self, state: *mut lua_State) {
        // SAFETY: as the caller's.
        unsafe { push_plain(state, &self.0) }
    }
}

/// The value of a fact. Lists are boxed: nearly all facts have a single value.
pub(crate) enum FactResult {
    Nil,
    Boolean(bool),
    Val(Val),
    List(Box<LuaPlain>),
}

impl PushValue for FactResult {
    #[inline]
    unsafe fn push(self, state: *mut lua_State) {
        // SAFETY: as the caller's.
        unsafe {
            match self {
                FactResult::Nil => push_nil(state),
                FactResult::Boolean(boolean) => boolean.push(state),
                FactResult::Val(val) => LuaVal(val).push(state),
                FactResult::List(list) => list.push(state),
            }
        }
    }
}

impl<T: PushValue> Results for T {
    #[inline]
    unsafe fn push_all(self, state: *mut lua_State) -> c_int {
        // SAFETY: as the caller's.
        unsafe { self.push(state) };
        1
    }
}

/// Implements `Results` for tuples.
macro_rules! results {
    ($($name:ident),*) => {
        impl<$($name: PushValue),*> Results for ($($name,)*) {
            #[inline]
            #[allow(non_snake_case)]
            unsafe fn push_all(self, _state: *mut lua_State) -> c_int {
                let ($($name,)*) = self;
                // SAFETY: a C function has room for more values than these.
                $(unsafe { $name.push(_state) };)*
                0 $(+ { stringify!($name); 1 })*
            }
        }
    };
}
results!();
results!(A, B);
results!(A, B, C, D, E);
results!(A, B, C, D, E, F);
results!(A, B, C, D, E, F, G);
results!(A, B, C, D, E, F, G, H);

/// Results of a number known only at run time: at most ten.
pub(crate) struct Multiple<T>(pub(crate) Vec<T>);

impl<T: PushValue> Multiple<T> {
    unsafe fn push_each(self, state: *mut lua_State) -> c_int {
        let count = self.0.len() as c_int;
        // SAFETY: at most ten values, and there is room for them and two more.
        for it in self.0 {
            unsafe { it.push(state) };
        }
        count
    }
}

impl<A: PushValue, T: PushValue> Results for (A, Multiple<T>) {
    unsafe fn push_all(self, state: *mut lua_State) -> c_int {
        // SAFETY: as the caller's.
        unsafe {
            self.0.push(state);
            1 + self.1.push_each(state)
        }
    }
}

impl<A: PushValue, B: PushValue, T: PushValue> Results for (A, B, Multiple<T>) {
    unsafe fn push_all(self, state: *mut lua_State) -> c_int {
        // SAFETY: as the caller's.
        unsafe {
            self.0.push(state);
            self.1.push(state);
            2 + self.2.push_each(state)
        }
    }
}
