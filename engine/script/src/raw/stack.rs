//! Luau's stack, read and written where it lies. A function of Luau's own that tells a type or a number costs as much as most
//! of what the host does with it; here it is one comparison and one load.
//!
//! That rests on how the Luau that is linked lays out its values, the head of a thread and what a C function keeps. [`check`]
//! tries all three before any VM runs a script, and refuses to go on where they differ.

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
    top: *mut Slot,
    /// The first argument of the running function.
    base: *mut Slot,
}

/// A C function, with what it keeps after it.
#[repr(C)]
struct Function {
    _header: [u8; 8],
    _collector_and_globals: [u64; 2],
    _function_continuation_and_name: [u64; 3],
    kept: [Slot; 0],
}

/// The value at a place of the stack, if it lies below the top.
#[inline(always)]
unsafe fn slot<'a>(state: *mut lua_State, at: c_int) -> Option<&'a Slot> {
    // SAFETY: as `check` has found, the thread begins so. A place counted from the base lies within its stack or is
    // compared only, and what lies below the top is a value.
    unsafe {
        let head = state.cast::<Head>();
        let slot = (*head).base.wrapping_add(at as usize - 1);
        if slot < (*head).top {
            std::hint::assert_unchecked(!slot.is_null()); // It lies below another.
            Some(&*slot)
        } else {
            None
        }
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

/// The bits of what the running function keeps, counted from 1.
///
/// # Safety
/// `state` runs a C function that was made with so many values or more.
#[inline(always)]
pub(super) unsafe fn kept_bits(state: *mut lua_State, n: usize) -> u64 {
    // SAFETY: as `check` has found, the function lies below its first argument, and what it keeps lies in it.
    unsafe {
        let head = state.cast::<Head>();
        let function = (*(*head).base.sub(1)).bits as *const Function;
        (*(&raw const (*function).kept).cast::<Slot>().add(n - 1)).bits
    }
}

/// Pushes a value of a type that the collector does not know: nil, a truth, a number.
///
/// # Safety
/// `state` is running and has room for it.
#[inline(always)]
pub(super) unsafe fn push(state: *mut lua_State, tag: c_int, bits: u64) {
    // SAFETY: as `check` has found, the first free place is at the top, which is moved past it.
    unsafe {
        let head = state.cast::<Head>();
        let slot = (*head).top;
        (*slot).bits = bits;
        (*slot).tag = tag;
        (*head).top = slot.add(1);
    }
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
                // Six values are kept, so that whatever lies where the first two are looked for is the function's own.
                for n in 1..=6 {
                    ffi::lua_pushnumber(state, f64::from(n) + 0.5);
                }
                ffi::lua_pushcclosurek(state, keeps_what_it_should, std::ptr::null(), 6, None);
                ffi::lua_pushnil(state);
                ffi::lua_call(state, 1, 1);
                sound = ffi::lua_toboolean(state, -1) != 0;
                ffi::lua_settop(state, 0);
            }
        })?;
    }
    if sound { Ok(()) } else { Err(mlua::Error::runtime("the Luau that is linked lays out its stack in another way")) }
}

/// Whether a function that keeps 1.5, 2.5 and so on finds the first two of them in place.
unsafe extern "C-unwind" fn keeps_what_it_should(state: *mut lua_State) -> c_int {
    // SAFETY: `check` calls this with a running state and six values kept, having tried where the stack lies; a C function has
    // room for a value.
    unsafe {
        let is_kept = |n: usize, number: f64| {
            ffi::lua_tonumber(state, ffi::lua_upvalueindex(n as c_int)) == number
                && kept_bits(state, n) == number.to_bits()
        };
        ffi::lua_pushboolean(state, c_int::from(is_kept(1, 1.5) && is_kept(2, 2.5)));
        1
    }
}
