//! Direct access to Luau's stack. One of Luau's own accessor functions costs as much as most work of a host call; here
//! a type or a number costs one comparison and one load.
//!
//! This relies on the memory layout of values, of a thread's first fields, and of a C function's upvalues in the linked
//! Luau. [`check`] tests all three before any VM runs a script, and refuses to continue if one differs.

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
    /// The type.
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

/// The value at a place of the stack, if it is below the top.
#[inline(always)]
unsafe fn slot<'a>(state: *mut lua_State, at: c_int) -> Option<&'a Slot> {
    // SAFETY: `check` has tested this layout of the thread. A place counted from the base is in the stack, or only
    // compared; a slot below the top holds a value.
    unsafe {
        let head = state.cast::<ThreadHead>();
        let slot = (*head).base.wrapping_add(at as usize - 1);
        if slot < (*head).top {
            std::hint::assert_unchecked(!slot.is_null()); // It is below another address.
            Some(&*slot)
        } else {
            None
        }
    }
}

/// The type of the value at a place, where the first argument is 1; `LUA_TNIL` beyond the top.
///
/// # Safety
/// `state` is running, and `at` is 1 or more.
#[inline(always)]
pub(super) unsafe fn tag(state: *mut lua_State, at: c_int) -> c_int {
    // SAFETY: as the caller's.
    unsafe { slot(state, at) }.map_or(ffi::LUA_TNIL, |slot| slot.tag)
}

/// The number at a place; none for any other type.
///
/// # Safety
/// As [`tag`].
#[inline(always)]
pub(super) unsafe fn number(state: *mut lua_State, at: c_int) -> Option<f64> {
    // SAFETY: as the caller's; the bits of a number are those of an `f64`.
    unsafe { slot(state, at) }.filter(|slot| slot.tag == ffi::LUA_TNUMBER).map(|slot| f64::from_bits(slot.bits))
}

/// Whether the value at a place is neither nil nor false.
///
/// # Safety
/// As [`tag`].
#[inline(always)]
pub(super) unsafe fn truth(state: *mut lua_State, at: c_int) -> bool {
    // SAFETY: as the caller's.
    unsafe { slot(state, at) }.is_some_and(|slot| match slot.tag {
        ffi::LUA_TNIL => false,
        ffi::LUA_TBOOLEAN => slot.bits as u32 != 0,
        _ => true,
    })
}

/// The bits of the value at a place. Values of one type with equal bits are equal; equal strings have one address.
///
/// # Safety
/// As [`tag`].
#[inline(always)]
pub(super) unsafe fn bits(state: *mut lua_State, at: c_int) -> u64 {
    // SAFETY: as the caller's.
    unsafe { slot(state, at) }.map_or(0, |slot| if slot.tag == ffi::LUA_TBOOLEAN { slot.bits & 1 } else { slot.bits })
}

/// The bits of the n-th upvalue of the running function, from 1.
///
/// # Safety
/// `state` runs a C function with `n` or more upvalues.
#[inline(always)]
pub(super) unsafe fn upvalue_bits(state: *mut lua_State, n: usize) -> u64 {
    // SAFETY: `check` has tested that the function lies below its first argument, with its upvalues in it.
    unsafe {
        let head = state.cast::<ThreadHead>();
        let function = (*(*head).base.sub(1)).bits as *const Function;
        (*(&raw const (*function).upvalues).cast::<Slot>().add(n - 1)).bits
    }
}

/// Pushes a value of a type that the garbage collector does not track: nil, a boolean, a number.
///
/// # Safety
/// `state` is running and has room for it.
#[inline(always)]
pub(super) unsafe fn push(state: *mut lua_State, tag: c_int, bits: u64) {
    // SAFETY: `check` has tested that the first free slot is at the top; the top moves past it.
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
    // SAFETY: `check` has tested that both point into one stack.
    unsafe {
        let head = state.cast::<ThreadHead>();
        (*head).top.offset_from((*head).base) as c_int
    }
}

/// Tests that the linked Luau has the memory layout that this file assumes.
///
/// # Errors
/// The layout differs.
pub(crate) fn check(lua: &Lua) -> mlua::Result<()> {
    let mut sound = false;
    // SAFETY: pushes six values one by one, for which there is room. Reads nothing through a pointer of the thread until
    // that pointer has moved by one slot with each pushed value.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            let head = state.cast::<ThreadHead>();
            sound = ffi::lua_gettop(state) == 0 && (*head).top == (*head).base;
            for n in 1..=6 {
                let before = (*head).top;
                match n {
                    1 => ffi::lua_pushnumber(state, 40.5),
                    2 => ffi::lua_pushnil(state),
                    3 | 4 => ffi::lua_pushboolean(state, c_int::from(n == 3)),
                    5 => ffi::lua_pushlightuserdata(state, head.cast()),
                    _ => ffi::lua_pushnumber(state, -0.0),
                }
                let top = (*head).top;
                sound &= top == before.wrapping_add(1) && top == (*head).base.wrapping_add(n);
            }
            sound = sound
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
            if sound {
                push(state, ffi::LUA_TNUMBER, 7.25f64.to_bits());
                push(state, ffi::LUA_TBOOLEAN, 1);
                push(state, ffi::LUA_TNIL, 0);
                sound = ffi::lua_gettop(state) == 3
                    && ffi::lua_tonumber(state, 1) == 7.25
                    && ffi::lua_isboolean(state, 2) != 0
                    && ffi::lua_toboolean(state, 2) != 0
                    && ffi::lua_isnil(state, 3) != 0;
                ffi::lua_settop(state, 0);
            }
            if sound {
                // With six upvalues, a wrong offset for the first two still reads memory of the function.
                for n in 1..=6 {
                    ffi::lua_pushnumber(state, f64::from(n) + 0.5);
                }
                ffi::lua_pushcclosurek(state, finds_its_upvalues, std::ptr::null(), 6, None);
                ffi::lua_pushnil(state);
                ffi::lua_call(state, 1, 1);
                sound = ffi::lua_toboolean(state, -1) != 0;
                ffi::lua_settop(state, 0);
            }
        })?;
    }
    if sound {
        Ok(())
    } else {
        Err(mlua::Error::runtime("the linked Luau has another memory layout than this engine expects"))
    }
}

/// Returns whether the first two upvalues, 1.5 and 2.5, are at the assumed places.
unsafe extern "C-unwind" fn finds_its_upvalues(state: *mut lua_State) -> c_int {
    // SAFETY: `check` calls this with a running state and six upvalues, after it has tested the stack's layout; a C function
    // has room for a value.
    unsafe {
        let is_in_place = |n: usize, number: f64| {
            ffi::lua_tonumber(state, ffi::lua_upvalueindex(n as c_int)) == number
                && upvalue_bits(state, n) == number.to_bits()
        };
        ffi::lua_pushboolean(state, c_int::from(is_in_place(1, 1.5) && is_in_place(2, 2.5)));
        1
    }
}
