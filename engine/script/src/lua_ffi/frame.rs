//! The running host function: its arguments, the host, and the Lua functions that it may call.

use super::arguments::{Argument, action_handle_in, argument};
use super::{Arguments, FunctionIndex, LuaVal, catch_panic, number_in_table, script_line, stack, upvalue};
use crate::host::{Host, HostError, HostResult, RawValue};
use mlua::ffi::{self, lua_State};
use mlua::{Function, LightUserData, Table};
use std::cell::{Ref, RefCell, RefMut};
use std::ffi::c_int;
use std::marker::PhantomData;

/// A running host function with upvalues of the type `U`. A `Frame` exists only while panics are caught. Nothing that
/// it does raises a Lua error.
pub(crate) struct Frame<U = ()> {
    state: *mut lua_State,
    _upvalues: PhantomData<fn() -> U>,
}

impl<U> Frame<U> {
    #[inline(always)]
    fn host_cell(&self) -> &RefCell<Host> {
        #[cfg(test)]
        super::panic_tests::panic_if_wanted();
        // SAFETY: the first upvalue is the address of a host that lives as long as its Lua state calls functions: see
        // the doc of `lua_ffi`.
        unsafe { &*(stack::upvalue_bits(self.state, 1) as usize as *const RefCell<Host>) }
    }

    /// The host, to read it.
    #[inline(always)]
    pub(crate) fn host(&self) -> HostResult<Ref<'_, Host>> {
        self.host_cell().try_borrow().map_err(|_| HostError::Busy)
    }

    /// The host, to change it.
    #[inline(always)]
    pub(crate) fn host_mut(&self) -> HostResult<RefMut<'_, Host>> {
        self.host_cell().try_borrow_mut().map_err(|_| HostError::Busy)
    }

    /// The number of arguments.
    #[inline(always)]
    pub(crate) fn argument_count(&self) -> c_int {
        // SAFETY: the call only counts values.
        unsafe { stack::height(self.state) }
    }

    /// Reads all arguments. An error names the position of the argument.
    #[inline(always)]
    pub(crate) fn arguments<A: Arguments>(&self) -> HostResult<A> {
        // SAFETY: the function has pushed nothing.
        unsafe { A::read_all(self.state) }
    }

    /// Reads one argument. The first has the index 1. An error names the position of the argument.
    #[inline(always)]
    pub(crate) fn argument<T: Argument>(&self, index: c_int) -> HostResult<T> {
        assert!(index > 0);
        // SAFETY: the index is positive, and a C function has room for more values.
        unsafe { argument(self.state, index) }
    }

    /// Returns an argument without converting it. Beyond the last argument, the value is nil.
    #[inline(always)]
    pub(crate) fn raw_value(&self, index: c_int) -> RawValue {
        assert!(index > 0);
        // SAFETY: the index is positive.
        unsafe { raw_value(self.state, index) }
    }

    /// Returns the handle of the action whose table is an argument. Returns `None` for any other value.
    #[inline(always)]
    pub(crate) fn action(&self, index: c_int, host: &Host) -> Option<LuaVal> {
        let value = self.raw_value(index);
        if value.tag != ffi::LUA_TTABLE {
            return None;
        }
        // SAFETY: the argument is a table.
        host.definitions
            .action_tables
            .get(value.bits)
            .or_else(|| unsafe { action_handle_in(self.state, index) })
            .map(LuaVal)
    }

    /// Returns the script line that called the function: `path:line`.
    #[cold]
    pub(crate) fn caller(&self) -> String {
        // SAFETY: the state runs this function, which does not use the stack meanwhile.
        unsafe { script_line(self.state, 1) }
    }
}

impl Frame<Table> {
    /// Looks up an argument in the upvalue. Returns the number that the table has for the argument.
    pub(crate) fn number_in_table(&self, index: c_int) -> Option<f64> {
        assert!(index > 0);
        // SAFETY: the upvalue is a table.
        unsafe { number_in_table(self.state, index) }
    }
}

impl Frame<SharedUpvalues> {
    /// The number of the running `shared` function.
    #[inline(always)]
    pub(crate) fn shared_number(&self) -> usize {
        // SAFETY: the function has four upvalues after the host.
        unsafe { stack::upvalue_bits(self.state, 2) as usize - 1 }
    }
}

/// # Safety
/// `state` is running, and `index` is 1 or more.
#[inline(always)]
unsafe fn raw_value(state: *mut lua_State, index: c_int) -> RawValue {
    // SAFETY: the caller guarantees what this needs.
    unsafe {
        match stack::tag(state, index) {
            ffi::LUA_TNIL => RawValue::NIL,
            tag => RawValue { tag, bits: stack::bits(state, index) },
        }
    }
}

/// A running host function that calls Lua functions. Their errors pass through it, so no panic is caught here. The
/// function gets at the host only in [`CallingFrame::guarded`].
pub(crate) struct CallingFrame<U = ()>(Frame<U>);

impl<U> CallingFrame<U> {
    /// # Safety
    /// `state` runs a function that `create_calling_function` made with upvalues of the type `U`, and the `Frame` is
    /// dropped before that function returns.
    #[inline(always)]
    pub(super) unsafe fn new(state: *mut lua_State) -> CallingFrame<U> {
        CallingFrame(Frame { state, _upvalues: PhantomData })
    }

    /// Runs host code. If the code panics, stores the panic and returns an error.
    #[inline(always)]
    pub(crate) fn guarded<T>(&self, f: impl FnOnce(&Frame<U>) -> HostResult<T>) -> HostResult<T> {
        catch_panic(|| f(&self.0))
    }

    /// Calls a filter function with a value, and returns whether the filter holds.
    pub(crate) fn call_filter(&mut self, FunctionIndex(function): FunctionIndex, value: LuaVal) -> bool {
        let state = self.0.state;
        // SAFETY: this pushes two values, for which a C function has room. The call replaces them by its result, which
        // this code pops.
        unsafe {
            ffi::lua_pushvalue(state, function);
            ffi::lua_pushnumber(state, value.0.0 as f64);
            ffi::lua_call(state, 1, 1);
            let holds = ffi::lua_toboolean(state, -1) != 0;
            ffi::lua_pop(state, 1);
            holds
        }
    }
}

impl CallingFrame<Function> {
    /// Calls the upvalue with the arguments, and drops the results.
    pub(crate) fn call_upvalue(&mut self) {
        let state = self.0.state;
        // SAFETY: the upvalue is a function. The stack has room for it.
        unsafe {
            let argument_count = stack::height(state);
            ffi::lua_pushvalue(state, upvalue(1));
            ffi::lua_insert(state, 1);
            ffi::lua_call(state, argument_count, 0);
        }
    }
}

/// The upvalues of a `shared` function: its number plus 1 (as an address), its body, the function that makes results
/// read-only, and the Luau list of cached texts and Luau tables.
pub(crate) type SharedUpvalues = (LightUserData, Function, Function, Table);

const BODY: c_int = upvalue(2);
const FREEZE: c_int = upvalue(3);
const LIST: c_int = upvalue(4);

impl CallingFrame<SharedUpvalues> {
    /// Calls the body with the arguments, of which it gets at most two. The stack then holds only the result.
    pub(crate) fn call_body(&mut self) -> RawValue {
        let state = self.0.state;
        // SAFETY: the upvalue is a function, and the stack has room for it.
        unsafe {
            let argument_count = stack::height(state).min(2);
            ffi::lua_settop(state, argument_count);
            ffi::lua_pushvalue(state, BODY);
            ffi::lua_insert(state, 1);
            ffi::lua_call(state, argument_count, 1);
            raw_value(state, 1)
        }
    }

    /// Makes the result on the stack read-only.
    pub(crate) fn freeze_result(&mut self) {
        let state = self.0.state;
        // SAFETY: the upvalue is a function, and the stack has room for it. Without a result, this freezes nil.
        unsafe {
            ffi::lua_settop(state, 1);
            ffi::lua_pushvalue(state, FREEZE);
            ffi::lua_insert(state, 1);
            ffi::lua_call(state, 1, 1);
        }
    }

    /// Stores the result on the stack in the list.
    pub(crate) fn store_result(&mut self, index: usize) {
        let state = self.0.state;
        // SAFETY: the upvalue is a table, and the stack has room for it and the result.
        unsafe {
            ffi::lua_settop(state, 1);
            ffi::lua_pushvalue(state, LIST);
            ffi::lua_pushvalue(state, 1);
            ffi::lua_rawseti_(state, -2, index as c_int + 1);
            ffi::lua_settop(state, 1);
        }
    }

    /// Replaces the arguments by the result that the list has at this index.
    pub(crate) fn load_result(&mut self, index: usize) {
        let state = self.0.state;
        // SAFETY: the upvalue is a table, and the stack has room for it and the result.
        unsafe {
            ffi::lua_settop(state, 0);
            ffi::lua_pushvalue(state, LIST);
            ffi::lua_rawgeti_(state, -1, index as c_int + 1);
        }
    }
}
