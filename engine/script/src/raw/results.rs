//! How results are given back. What makes a table or a text may raise an error (no memory): then what is still here is
//! dropped on the way.

use super::{P, V, stack};
use cardwright_state::Val;
use cardwright_state::val::Plain;
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

/// One value for Lua.
pub(crate) trait Pushed {
    /// Pushes it.
    ///
    /// # Safety
    /// `state` is running and has room for three values.
    unsafe fn push_one(self, state: *mut lua_State);
}

/// All results of a function.
pub(crate) trait Results {
    /// Pushes them; how many they are.
    ///
    /// # Safety
    /// `state` runs a C function that has pushed nothing.
    unsafe fn push_all(self, state: *mut lua_State) -> c_int;
}

macro_rules! pushed {
    ($($of:ty: |$state:ident, $it:ident| $push:expr;)*) => {
        $(impl Pushed for $of {
            #[inline]
            unsafe fn push_one(self, $state: *mut lua_State) {
                let $it = self;
                // SAFETY: there is room, as the caller says.
                unsafe { $push };
            }
        })*
    };
}
pushed! {
    V: |state, it| push_number(state, it.0.0 as f64);
    bool: |state, it| stack::push(state, ffi::LUA_TBOOLEAN, it.into());
    i64: |state, it| push_number(state, it as f64);
    u32: |state, it| push_number(state, it.into());
    usize: |state, it| push_number(state, it as f64);
    String: |state, it| ffi::lua_pushlstring(state, it.as_ptr().cast(), it.len());
}

/// Pushes a number.
///
/// # Safety
/// As [`Pushed::push_one`].
#[inline(always)]
unsafe fn push_number(state: *mut lua_State, number: f64) {
    // SAFETY: there is room, as the caller says.
    unsafe { stack::push(state, ffi::LUA_TNUMBER, number.to_bits()) }
}

/// Pushes nil.
///
/// # Safety
/// As [`Pushed::push_one`].
#[inline(always)]
unsafe fn push_nil(state: *mut lua_State) {
    // SAFETY: there is room, as the caller says.
    unsafe { stack::push(state, ffi::LUA_TNIL, 0) }
}

impl<T: Pushed> Pushed for Option<T> {
    #[inline]
    unsafe fn push_one(self, state: *mut lua_State) {
        // SAFETY: there is room, as the caller says.
        unsafe {
            match self {
                Some(it) => it.push_one(state),
                None => push_nil(state),
            }
        }
    }
}

impl<T: Pushed> Pushed for Vec<T> {
    unsafe fn push_one(self, state: *mut lua_State) {
        // SAFETY: the table and one of its elements at a time, each with room for two more of its own.
        unsafe {
            ffi::luaL_checkstack(state, 3, std::ptr::null());
            ffi::lua_createtable(state, self.len() as c_int, 0);
            for (i, it) in self.into_iter().enumerate() {
                it.push_one(state);
                ffi::lua_rawseti_(state, -2, i as c_int + 1);
            }
        }
    }
}

/// Pushes a plain value.
///
/// # Safety
/// As [`Pushed::push_one`].
#[inline]
pub(crate) unsafe fn push_plain(state: *mut lua_State, value: &Plain) {
    // SAFETY: there is room, as the caller says.
    unsafe {
        match value {
            Plain::Nil => push_nil(state),
            Plain::Val(val) => V(*val).push_one(state),
            Plain::Truth(truth) => truth.push_one(state),
            Plain::List(list) => list.iter().copied().map(V).collect::<Vec<_>>().push_one(state),
        }
    }
}

impl Pushed for P {
    #[inline]
    unsafe fn push_one(self, state: *mut lua_State) {
        // SAFETY: as the caller's.
        unsafe { push_plain(state, &self.0) }
    }
}

/// What a fact says: small where it is one thing, as nearly all are.
pub(crate) enum Fact {
    Nil,
    Truth(bool),
    Val(Val),
    Many(Box<P>),
}

impl Pushed for Fact {
    #[inline]
    unsafe fn push_one(self, state: *mut lua_State) {
        // SAFETY: as the caller's.
        unsafe {
            match self {
                Fact::Nil => push_nil(state),
                Fact::Truth(truth) => truth.push_one(state),
                Fact::Val(val) => V(val).push_one(state),
                Fact::Many(many) => many.push_one(state),
            }
        }
    }
}

impl<T: Pushed> Results for T {
    #[inline]
    unsafe fn push_all(self, state: *mut lua_State) -> c_int {
        // SAFETY: as the caller's.
        unsafe { self.push_one(state) };
        1
    }
}

/// Several results.
macro_rules! results {
    ($($name:ident),*) => {
        impl<$($name: Pushed),*> Results for ($($name,)*) {
            #[inline]
            #[allow(non_snake_case)]
            unsafe fn push_all(self, _state: *mut lua_State) -> c_int {
                let ($($name,)*) = self;
                // SAFETY: fewer than a C function has room for.
                $(unsafe { $name.push_one(_state) };)*
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

/// As many results as there are: at most ten.
pub(crate) struct Several<T>(pub(crate) Vec<T>);

impl<T: Pushed> Several<T> {
    unsafe fn push_each(self, state: *mut lua_State) -> c_int {
        let many = self.0.len() as c_int;
        // SAFETY: they are few, and there is room for them and two more.
        for it in self.0 {
            unsafe { it.push_one(state) };
        }
        many
    }
}

impl<A: Pushed, T: Pushed> Results for (A, Several<T>) {
    unsafe fn push_all(self, state: *mut lua_State) -> c_int {
        // SAFETY: as the caller's.
        unsafe {
            self.0.push_one(state);
            1 + self.1.push_each(state)
        }
    }
}

impl<A: Pushed, B: Pushed, T: Pushed> Results for (A, B, Several<T>) {
    unsafe fn push_all(self, state: *mut lua_State) -> c_int {
        // SAFETY: as the caller's.
        unsafe {
            self.0.push_one(state);
            self.1.push_one(state);
            2 + self.2.push_each(state)
        }
    }
}
