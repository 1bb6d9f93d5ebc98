//! Direct access to Luau's stack, for speed. A single call of one of Luau's own accessor functions would take about as
//! long as everything else in a host call. Here, reading a type or a number takes one comparison and one load.
//!
//! The code relies on the memory layout of values, of a thread's first fields, and of a C function's upvalues in the
//! linked Luau. [`check`] tests all three before any VM runs a script, and fails if one differs.

use mlua::Lua;
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

/// A value on the stack (Luau's `TValue`).
#[repr(C)]
struct Slot {
    /// A number, a boolean (as an `int`) or an address.
    bits: u64,
    /// More bits of a vector.
    _extra: u32,
    /// The type, as one of the constants `LUA_T…`.
    tag: c_int,
}

/// The first fields of a thread (Luau's `lua_State`).
#[repr(C)]
struct ThreadHead {
    _header: [u8; 8],
    /// The slot after the last value.
    top: *mut Slot,
    /// The first argument of the running function.
    base: *mut Slot,
}

/// A C function and its upvalues (Luau's `Closure`).
#[repr(C)]
struct Function {
    _header: [u8; 8],
    _collector_and_globals: [u64; 2],
    _function_continuation_and_name: [u64; 3],
    upvalues: [Slot; 0],
}

/// Returns the slot of a stack index, where the first argument has the index 1. Returns `None` beyond the top.
#[inline(always)]
unsafe fn slot<'a>(state: *mut lua_State, index: c_int) -> Option<&'a Slot> {
    // SAFETY: `check` has tested this layout of the thread. The address of a slot beyond the top is only compared. A
    // slot below the top holds a value.
    unsafe {
        let head = state.cast::<ThreadHead>();
        let slot = (*head).base.wrapping_add(index as usize - 1);
        if slot < (*head).top {
            std::hint::assert_unchecked(!slot.is_null()); // No slot has the address 0.
            Some(&*slot)
        } else {
            None
        }
    }
}

/// The type of the value at a stack index, where the first argument has the index 1. Beyond the top, the type is
/// `LUA_TNIL`.
///
/// # Safety
/// `state` is running, and `index` is 1 or more.
#[inline(always)]
pub(super) unsafe fn tag(state: *mut lua_State, index: c_int) -> c_int {
    // SAFETY: the caller guarantees what this needs.
    unsafe { slot(state, index) }.map_or(ffi::LUA_TNIL, |slot| slot.tag)
}

/// The number at a stack index, or `None` if the value has another type.
///
/// # Safety
/// The conditions of [`tag`] hold.
#[inline(always)]
pub(super) unsafe fn number(state: *mut lua_State, index: c_int) -> Option<f64> {
    // SAFETY: the caller guarantees what this needs. The bits of a number are those of an `f64`.
    unsafe { slot(state, index) }.filter(|slot| slot.tag == ffi::LUA_TNUMBER).map(|slot| f64::from_bits(slot.bits))
}

/// Whether the value at a stack index is neither nil nor false.
///
/// # Safety
/// The conditions of [`tag`] hold.
#[inline(always)]
pub(super) unsafe fn truth(state: *mut lua_State, index: c_int) -> bool {
    // SAFETY: the caller guarantees what this needs.
    unsafe { slot(state, index) }.is_some_and(|slot| match slot.tag {
        ffi::LUA_TNIL => false,
        ffi::LUA_TBOOLEAN => slot.bits as u32 != 0,
        _ => true,
    })
}

/// The bits of the value at a stack index. Two values of the same type are equal if their bits are equal. Equal strings
/// have equal bits too, because Luau keeps each string once.
///
/// # Safety
/// The conditions of [`tag`] hold.
#[inline(always)]
pub(super) unsafe fn bits(state: *mut lua_State, index: c_int) -> u64 {
    // SAFETY: the caller guarantees what this needs.
    unsafe { slot(state, index) }
        .map_or(0, |slot| if slot.tag == ffi::LUA_TBOOLEAN { slot.bits & 1 } else { slot.bits })
}

/// The bits of the n-th upvalue of the running function. The first upvalue is 1.
///
/// # Safety
/// `state` runs a C function with `n` or more upvalues.
#[inline(always)]
pub(super) unsafe fn upvalue_bits(state: *mut lua_State, n: usize) -> u64 {
    // SAFETY: `check` has tested that the slot below the first argument holds the address of the function, and that the
    // upvalues are part of the function.
    unsafe {
        let head = state.cast::<ThreadHead>();
        let function = (*(*head).base.sub(1)).bits as *const Function;
        (*(&raw const (*function).upvalues).cast::<Slot>().add(n - 1)).bits
    }
}

/// Pushes a value of a type that the garbage collector does not track: nil, a boolean or a number.
///
/// # Safety
/// `state` is running and has room for the value.
#[inline(always)]
pub(super) unsafe fn push(state: *mut lua_State, tag: c_int, bits: u64) {
    // SAFETY: `check` has tested that `top` points to the first free slot. This fills the slot and moves `top` past it.
    unsafe {
        let head = state.cast::<ThreadHead>();
        let slot = (*head).top;
        (*slot).bits = bits;
        (*slot).tag = tag;
        (*head).top = slot.add(1);
    }
}

/// The number of values that the running function has on its stack.
///
/// # Safety
/// `state` is running.
#[inline(always)]
pub(super) unsafe fn height(state: *mut lua_State) -> c_int {
    // SAFETY: `check` has tested that `top` and `base` point into the same stack.
    unsafe {
        let head = state.cast::<ThreadHead>();
        (*head).top.offset_from((*head).base) as c_int
    }
}

/// Tests that the linked Luau has the memory layout that this file assumes.
///
/// # Errors
/// Fails if the layout differs.
pub(crate) fn check(lua: &Lua) -> mlua::Result<()> {
    let mut is_as_assumed = false;
    // SAFETY: the stack has room for the six values that this pushes one by one. The code follows a pointer of the
    // thread only after that pointer has moved by one slot with each pushed value.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            let head = state.cast::<ThreadHead>();
            is_as_assumed = ffi::lua_gettop(state) == 0 && (*head).top == (*head).base;
            for n in 1..=6 {
                let previous_top = (*head).top;
                match n {
                    1 => ffi::lua_pushnumber(state, 40.5),
                    2 => ffi::lua_pushnil(state),
                    3 | 4 => ffi::lua_pushboolean(state, c_int::from(n == 3)),
                    5 => ffi::lua_pushlightuserdata(state, head.cast()),
                    _ => ffi::lua_pushnumber(state, -0.0),
                }
                let top = (*head).top;
                is_as_assumed &= top == previous_top.wrapping_add(1) && top == (*head).base.wrapping_add(n);
            }
            is_as_assumed = is_as_assumed
                && height(state) == 6
                && number(state, 1) == Some(40.5)
                && tag(state, 2) == ffi::LUA_TNIL
                && (truth(state, 3), truth(state, 4), truth(state, 2), truth(state, 1)) == (true, false, false, true)
                && tag(state, 3) == ffi::LUA_TBOOLEAN
                && tag(state, 5) == ffi::LUA_TLIGHTUSERDATA
                && bits(state, 5) == head as u64
                && number(state, 6).is_some_and(|zero| zero == 0.0)
                && number(state, 7).is_none()
                && tag(state, 7) == ffi::LUA_TNIL;
            ffi::lua_settop(state, 0);
            if is_as_assumed {
                push(state, ffi::LUA_TNUMBER, 7.25f64.to_bits());
                push(state, ffi::LUA_TBOOLEAN, 1);
                push(state, ffi::LUA_TNIL, 0);
                is_as_assumed = ffi::lua_gettop(state) == 3
                    && ffi::lua_tonumber(state, 1) == 7.25
                    && ffi::lua_isboolean(state, 2) != 0
                    && ffi::lua_toboolean(state, 2) != 0
                    && ffi::lua_isnil(state, 3) != 0;
                ffi::lua_settop(state, 0);
            }
            if is_as_assumed {
                // Only the first two upvalues are tested. Because of the other four, even a read at a wrong offset
                // stays inside the memory of the function.
                for n in 1..=6 {
                    ffi::lua_pushnumber(state, f64::from(n) + 0.5);
                }
                ffi::lua_pushcclosurek(state, has_upvalues_in_place, std::ptr::null(), 6, None);
                ffi::lua_pushnil(state);
                ffi::lua_call(state, 1, 1);
                is_as_assumed = ffi::lua_toboolean(state, -1) != 0;
                ffi::lua_settop(state, 0);
            }
        })?;
    }
    if is_as_assumed {
        Ok(())
    } else {
        Err(mlua::Error::runtime("the linked Luau has another memory layout than this engine expects"))
    }
}

/// A C function of Luau. It returns whether its first two upvalues, 1.5 and 2.5, are at the assumed offsets.
unsafe extern "C-unwind" fn has_upvalues_in_place(state: *mut lua_State) -> c_int {
    // SAFETY: `check` calls this with a running state and six upvalues, after it has tested the layout of the stack. A
    // C function has room for one more value.
    unsafe {
        let is_in_place = |n: usize, number: f64| {
            ffi::lua_tonumber(state, ffi::lua_upvalueindex(n as c_int)) == number
                && upvalue_bits(state, n) == number.to_bits()
        };
        ffi::lua_pushboolean(state, c_int::from(is_in_place(1, 1.5) && is_in_place(2, 2.5)));
        1
    }
}
