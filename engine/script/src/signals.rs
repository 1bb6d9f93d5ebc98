//! What the host and the prelude tell each other without a call: a few bytes that both may read and write.
#![allow(unsafe_code)]

use mlua::ffi;
use mlua::{Buffer, Lua};

/// One of the bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Signal {
    /// Whether offers are being asked: then nothing may change.
    Asking,
    /// Whether reasons are asked for.
    Explaining,
    /// Whether a shared value is being worked out.
    Working,
    /// Whether the choice that comes is for one more of several that may be named in any order: one more than were named.
    Several,
    /// Where the choice that comes shares out a number: how much of it has been given out.
    Shared,
    /// And how much may be in all.
    InAll,
    /// Whether chance is gone through outcome by outcome: then a roll that is read die by die tells what it can be read into.
    GoingThrough,
    /// How it stands with the action whose offer is asked: see [`Offer`]. After it comes which action that is.
    Offer,
}

impl Signal {
    /// Each with the name under which the prelude knows its place.
    pub(crate) const ALL: [(&str, Signal); 8] = [
        ("asking", Signal::Asking),
        ("explaining", Signal::Explaining),
        ("working", Signal::Working),
        ("several", Signal::Several),
        ("shared", Signal::Shared),
        ("in_all", Signal::InAll),
        ("going_through", Signal::GoingThrough),
        ("offer", Signal::Offer),
    ];

    /// All of them, and the action.
    const BYTES: usize = Signal::ALL.len() + 3;
}

/// [`Signal::Offer`] and the action after it as the prelude writes them at once, when an action's offer is asked.
pub(crate) fn asked(action: usize) -> u32 {
    (action as u32 + 1) << 8 | Offer::Open as u32
}

/// How it stands with the action whose offer is asked, as [`Signal::Offer`] says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offer {
    /// No action is asked.
    None = 0,
    /// Its rows are taken.
    Open = 1,
    /// A `need` has closed it.
    Closed = 2,
}

/// The bytes, in a Luau buffer.
pub(crate) struct Signals {
    /// Keeps the collector from the buffer for as long as there is the VM, which it does not keep alive.
    _buffer: Buffer,
    /// Points into the VM. Only the host holds the signals, and only the `Vm` and functions that Lua calls use the host: so
    /// nothing reads or writes here once the VM is gone, and dropping them touches nothing.
    data: *mut u8,
}

impl Signals {
    /// The signals, and the buffer for Lua.
    pub(crate) fn new(lua: &Lua) -> mlua::Result<(Signals, Buffer)> {
        let buffer = lua.create_buffer_with_capacity(Signal::BYTES)?;
        let (mut data, mut len) = (std::ptr::null_mut::<u8>(), 0);
        // SAFETY: only reads where the buffer's bytes lie; Luau does not move them while the buffer lives.
        unsafe {
            lua.exec_raw::<()>(buffer.clone(), |state| {
                data = ffi::lua_tobuffer(state, -1, &mut len).cast();
            })?;
        }
        if data.is_null() || len < Signal::BYTES {
            return Err(mlua::Error::runtime("a buffer without its bytes"));
        }
        Ok((Signals { _buffer: buffer.clone(), data }, buffer))
    }

    /// What a signal says.
    #[inline]
    pub(crate) fn get(&self, signal: Signal) -> u8 {
        // SAFETY: within the buffer, which lives while the VM does (see `data`); no script runs meanwhile.
        unsafe { *self.data.add(signal as usize) }
    }

    /// Sets a signal.
    #[inline]
    pub(crate) fn set(&self, signal: Signal, to: u8) {
        // SAFETY: as for `get`.
        unsafe { *self.data.add(signal as usize) = to };
    }

    /// The number of the action whose offer is asked, if one is.
    pub(crate) fn asked(&self) -> Option<usize> {
        // SAFETY: as for `get`; three bytes come after the last signal.
        let bytes = unsafe { self.data.add(Signal::Offer as usize + 1).cast::<[u8; 3]>().read_unaligned() };
        let [a, b, c] = bytes;
        u32::from_le_bytes([a, b, c, 0]).checked_sub(1).map(|action| action as usize)
    }

    /// No action's offer is asked.
    pub(crate) fn none_asked(&self) {
        // SAFETY: as for `asked`.
        unsafe { self.data.add(Signal::Offer as usize).cast::<u32>().write_unaligned(0) };
    }
}
