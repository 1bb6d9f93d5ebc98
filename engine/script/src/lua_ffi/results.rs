//! Pushes results onto the Lua stack. If Luau has no memory for a table or a string, it raises an error, and unwinding
//! drops the remaining results.

use super::{LuaPlain, LuaVal, stack};
use crate::host::RawValue;
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
    /// Pushes the results and returns their number.
    ///
    /// # Safety
    /// `state` runs a C function that has pushed nothing.
    unsafe fn push_all(self, state: *mut lua_State) -> c_int;
}

/// Implements `PushValue` with an expression that pushes a value.
macro_rules! pushed {
    ($($value_type:ty: |$state:ident, $value:ident| $push:expr;)*) => {
        $(impl PushValue for $value_type {
            #[inline]
            unsafe fn push(self, $state: *mut lua_State) {
                let $value = self;
                // SAFETY: the caller guarantees that there is room.
                unsafe { $push };
            }
        })*
    };
}
pushed! {
    LuaVal: |state, value| push_number(state, value.0.0 as f64);
    bool: |state, value| stack::push(state, ffi::LUA_TBOOLEAN, value.into());
    i64: |state, value| push_number(state, value as f64);
    u32: |state, value| push_number(state, value.into());
    usize: |state, value| push_number(state, value as f64);
    String: |state, text| ffi::lua_pushlstring(state, text.as_ptr().cast(), text.len());
}

/// Pushes a number.
///
/// # Safety
/// The conditions of [`PushValue::push`] hold.
#[inline(always)]
unsafe fn push_number(state: *mut lua_State, number: f64) {
    // SAFETY: the caller guarantees that there is room.
    unsafe { stack::push(state, ffi::LUA_TNUMBER, number.to_bits()) }
}

/// Pushes nil.
///
/// # Safety
/// The conditions of [`PushValue::push`] hold.
#[inline(always)]
unsafe fn push_nil(state: *mut lua_State) {
    // SAFETY: the caller guarantees that there is room.
    unsafe { stack::push(state, ffi::LUA_TNIL, 0) }
}

impl<T: PushValue> PushValue for Option<T> {
    #[inline]
    unsafe fn push(self, state: *mut lua_State) {
        // SAFETY: the caller guarantees that there is room.
        unsafe {
            match self {
                Some(value) => value.push(state),
                None => push_nil(state),
            }
        }
    }
}

impl<T: PushValue> PushValue for Vec<T> {
    unsafe fn push(self, state: *mut lua_State) {
        // SAFETY: this asks Luau for room for three values: one for the table, and two for one element at a time.
        unsafe {
            ffi::luaL_checkstack(state, 3, std::ptr::null());
            ffi::lua_createtable(state, self.len() as c_int, 0);
            for (index, element) in self.into_iter().enumerate() {
                element.push(state);
                ffi::lua_rawseti_(state, -2, index as c_int + 1);
            }
        }
    }
}

impl PushValue for LuaPlain {
    #[inline]
    unsafe fn push(self, state: *mut lua_State) {
        // SAFETY: the caller guarantees that there is room.
        unsafe {
            match self.0 {
                PlainValue::Nil => push_nil(state),
                PlainValue::Val(val) => LuaVal(val).push(state),
                PlainValue::Boolean(truth) => truth.push(state),
                PlainValue::List(list) => list.into_iter().map(LuaVal).collect::<Vec<_>>().push(state),
            }
        }
    }
}

/// The value of a fact. A list is boxed to keep the other values small, because few facts hold lists.
pub(crate) enum FactResult {
    Nil,
    Boolean(bool),
    Val(Val),
    List(Box<LuaPlain>),
}

impl PushValue for FactResult {
    #[inline]
    unsafe fn push(self, state: *mut lua_State) {
        // SAFETY: the caller guarantees what this needs.
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
        // SAFETY: the caller guarantees what this needs.
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
results!(A, B, C);
results!(A, B, C, D, E);
results!(A, B, C, D, E, F);
results!(A, B, C, D, E, F, G);
results!(A, B, C, D, E, F, G, H);

/// Results whose number is known only at run time. There are at most ten.
pub(crate) struct Multiple<T>(pub(crate) Vec<T>);

impl<T: PushValue> Multiple<T> {
    /// Pushes the results and returns their number.
    unsafe fn push_each(self, state: *mut lua_State) -> c_int {
        let count = self.0.len() as c_int;
        // SAFETY: there are at most ten values, and a C function has room for twenty.
        for value in self.0 {
            unsafe { value.push(state) };
        }
        count
    }
}

impl<A: PushValue, T: PushValue> Results for (A, Multiple<T>) {
    unsafe fn push_all(self, state: *mut lua_State) -> c_int {
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            self.0.push(state);
            1 + self.1.push_each(state)
        }
    }
}

impl<A: PushValue, B: PushValue, T: PushValue> Results for (A, B, Multiple<T>) {
    unsafe fn push_all(self, state: *mut lua_State) -> c_int {
        // SAFETY: the caller guarantees what this needs.
        unsafe {
            self.0.push(state);
            self.1.push(state);
            2 + self.2.push_each(state)
        }
    }
}

/// The result of a `shared` function.
pub(crate) enum SharedResult {
    /// A number, a boolean or nil. Any other value counts as nil.
    Value(RawValue),
    /// The value on top of the stack.
    OnStack,
}

impl Results for SharedResult {
    #[inline(always)]
    unsafe fn push_all(self, state: *mut lua_State) -> c_int {
        // SAFETY: the caller guarantees that there is room. The garbage collector tracks none of the pushed values.
        unsafe {
            match self {
                SharedResult::Value(RawValue { tag: tag @ (ffi::LUA_TNUMBER | ffi::LUA_TBOOLEAN), bits }) => {
                    stack::push(state, tag, bits);
                }
                SharedResult::OnStack if stack::height(state) > 0 => {}
                SharedResult::Value(_) | SharedResult::OnStack => push_nil(state),
            }
        }
        1
    }
}
