//! Luau's stack, read where it lies. A function of Luau's own that tells a type or a number costs as much as most of what
//! the host does with it; here it is one comparison and one load.
//!
//! That rests on how the Luau that is linked lays out its values and the head of a thread. [`check`] tries both before any
//! VM runs a script, and refuses to go on where they differ.

use mlua::Lua;
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

/// A value on the stack.
#[repr(C)]
struct Slot {
    /// A number, a truth (as an `int`) or an address.
    bits: u64,
    /// What a vector needs beside.
    _extra: u32,
    /// Its type.
    tag: c_int,
}

/// How a thread begins.
#[repr(C)]
struct Head {
    _header: [u8; 8],
    /// After the last value.
    top: *const Slot,
    /// The first argument of the running function.
    base: *const Slot,
}

/// The value at a place of the stack, if it lies below the top.
#[inline(always)]
unsafe fn slot<'a>(state: *mut lua_State, at: c_int) -> Option<&'a Slot> {
    // SAFETY: as `check` has found, the thread begins so. A place counted from the base lies within its stack or is
    // compared only, and what lies below the top is a value.
    unsafe {
        let head = state.cast::<Head>();
        let slot = (*head).base.wrapping_add(at as usize - 1);
        if slot < (*head).top { Some(&*slot) } else { None }
    }
}

/// The type of the value at a place, counted from the first argument as 1; `LUA_TNIL` where there is none.
///
/// # Safety
/// `state` is running, and `at` is 1 or more.
#[inline(always)]
pub(super) unsafe fn tag(state: *mut lua_State, at: c_int) -> c_int {
    // SAFETY: as the caller's.
    unsafe { slot(state, at) }.map_or(ffi::LUA_TNIL, |slot| slot.tag)
}

/// The number at a place, if there is one.
///
/// # Safety
/// As [`tag`].
#[inline(always)]
pub(super) unsafe fn number(state: *mut lua_State, at: c_int) -> Option<f64> {
    // SAFETY: as the caller's; the bits of a number are those of an `f64`.
    unsafe { slot(state, at) }.filter(|slot| slot.tag == ffi::LUA_TNUMBER).map(|slot| f64::from_bits(slot.bits))
}

/// Whether there is anything at a place but nil and false.
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

/// What distinguishes values of one type from each other: equal bits of numbers are equal numbers, and equal texts lie at
/// one address.
///
/// # Safety
/// As [`tag`].
#[inline(always)]
pub(super) unsafe fn bits(state: *mut lua_State, at: c_int) -> u64 {
    // SAFETY: as the caller's.
    unsafe { slot(state, at) }.map_or(0, |slot| if slot.tag == ffi::LUA_TBOOLEAN { slot.bits & 1 } else { slot.bits })
}

/// How many values the running function has on its stack.
///
/// # Safety
/// `state` is running.
#[inline(always)]
pub(super) unsafe fn height(state: *mut lua_State) -> c_int {
    // SAFETY: as `check` has found, both lie in one stack.
    unsafe {
        let head = state.cast::<Head>();
        (*head).top.offset_from((*head).base) as c_int
    }
}

/// Whether the Luau that is linked is as this file takes it to be.
///
/// # Errors
/// It is laid out in another way.
pub(crate) fn check(lua: &Lua) -> mlua::Result<()> {
    let mut sound = false;
    // SAFETY: six values are pushed one by one, for which there is room. Nothing is read through a pointer found in the thread
    // before it has moved by one slot with each value pushed.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            let head = state.cast::<Head>();
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
        })?;
    }
    if sound { Ok(()) } else { Err(mlua::Error::runtime("the Luau that is linked lays out its stack in another way")) }
}
