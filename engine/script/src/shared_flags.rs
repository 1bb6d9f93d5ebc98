//! Flags that the host and the Lua prelude share: a few bytes in a Luau buffer that both read and write without a call.
#![allow(unsafe_code)]

use mlua::ffi;
use mlua::{Buffer, Lua};

/// One of the shared bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SharedFlag {
    /// Whether scripts are computing offers: they may change nothing.
    Asking,
    /// Whether the host collects reasons for `why`.
    Explaining,
    /// Whether a `shared` function is computing its value.
    ComputingShared,
    /// For a choice of several things one by one, in any order: one more than the number already named. Otherwise 0.
    NamedCount,
    /// For a choice that distributes a number: how much is already distributed.
    SharedOut,
    /// For a choice that distributes a number: how much may be distributed in all.
    SharedTotal,
    /// Whether the engine enumerates the outcomes of chance. A roll that is read die by die then reports its readings.
    EnumeratingChance,
    /// The state of the action whose offer runs: see [`Offer`]. The next three bytes are the number of the action.
    Offer,
}

impl SharedFlag {
    /// All flags with their names in the prelude.
    pub(crate) const ALL: [(&str, SharedFlag); 8] = [
        ("asking", SharedFlag::Asking),
        ("explaining", SharedFlag::Explaining),
        ("computing_shared", SharedFlag::ComputingShared),
        ("named_count", SharedFlag::NamedCount),
        ("shared_out", SharedFlag::SharedOut),
        ("shared_total", SharedFlag::SharedTotal),
        ("enumerating_chance", SharedFlag::EnumeratingChance),
        ("offer", SharedFlag::Offer),
    ];

    /// The size of all flags and the action's number.
    const BYTES: usize = SharedFlag::ALL.len() + 3;
}

/// The four bytes that the prelude writes when an action's offer starts: [`SharedFlag::Offer`] and the action's number.
pub(crate) fn open_offer_bytes(action: usize) -> u32 {
    (action as u32 + 1) << 8 | Offer::Open as u32
}

/// The state of an action's offer: the value of [`SharedFlag::Offer`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offer {
    /// No offer runs.
    None = 0,
    /// The offer runs and adds rows.
    Open = 1,
    /// A `need` closed the action: its rows do not count.
    Closed = 2,
}

/// The shared bytes, in a Luau buffer.
pub(crate) struct SharedFlags {
    /// Protects the buffer from garbage collection. It does not keep the VM alive.
    _buffer: Buffer,
    /// Points into the VM. Only the host holds the flags, and only the `Vm` and functions that Lua calls use the host. So
    /// nothing accesses these bytes after the VM is gone, and dropping the flags touches nothing.
    data: *mut u8,
}

impl SharedFlags {
    /// Makes the flags, and the buffer for Lua.
    pub(crate) fn new(lua: &Lua) -> mlua::Result<(SharedFlags, Buffer)> {
        let buffer = lua.create_buffer_with_capacity(SharedFlag::BYTES)?;
        let (mut data, mut len) = (std::ptr::null_mut::<u8>(), 0);
        // SAFETY: only reads the address of the buffer's bytes; Luau does not move them while the buffer lives.
        unsafe {
            lua.exec_raw::<()>(buffer.clone(), |state| {
                data = ffi::lua_tobuffer(state, -1, &mut len).cast();
            })?;
        }
        if data.is_null() || len < SharedFlag::BYTES {
            return Err(mlua::Error::runtime("a buffer without its bytes"));
        }
        Ok((SharedFlags { _buffer: buffer.clone(), data }, buffer))
    }

    /// The value of a flag.
    #[inline]
    pub(crate) fn get(&self, flag: SharedFlag) -> u8 {
        // SAFETY: within the buffer, which lives while the VM does (see `data`); no script runs meanwhile.
        unsafe { *self.data.add(flag as usize) }
    }

    /// Sets a flag.
    #[inline]
    pub(crate) fn set(&self, flag: SharedFlag, to: u8) {
        // SAFETY: as for `get`.
        unsafe { *self.data.add(flag as usize) = to };
    }

    /// The number of the action whose offer runs; none if no offer runs.
    pub(crate) fn offering_action(&self) -> Option<usize> {
        // SAFETY: as for `get`; three bytes follow the last flag.
        let bytes = unsafe { self.data.add(SharedFlag::Offer as usize + 1).cast::<[u8; 3]>().read_unaligned() };
        let [a, b, c] = bytes;
        u32::from_le_bytes([a, b, c, 0]).checked_sub(1).map(|action| action as usize)
    }

    /// Notes that no offer runs.
    pub(crate) fn clear_offer(&self) {
        // SAFETY: as for `offering_action`.
        unsafe { self.data.add(SharedFlag::Offer as usize).cast::<u32>().write_unaligned(0) };
    }
}
