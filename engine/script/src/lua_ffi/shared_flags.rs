//! Flags that the host and the Lua prelude share. They are a few bytes in a Luau buffer. Host and prelude read and
//! write these bytes without calling each other.

use mlua::ffi;
use mlua::{Buffer, Lua};

/// One of the shared bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SharedFlag {
    /// Whether scripts are computing offers. Meanwhile they may not change the position.
    Asking,
    /// Whether the host collects reasons for the command `why`.
    Explaining,
    /// Whether a function that a script made with `shared` is computing its value.
    ComputingShared,
    /// While a side chooses several things one by one: one more than the number of things already chosen. Otherwise 0.
    NamedCount,
    /// While a side distributes a total: how much is already distributed.
    Distributed,
    /// While a side distributes a total: the total.
    DistributedTotal,
    /// Whether the engine enumerates the outcomes of chance: see [`crate::Vm::enumerate_chance`].
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
        ("shared_out", SharedFlag::Distributed),
        ("shared_total", SharedFlag::DistributedTotal),
        ("enumerating_chance", SharedFlag::EnumeratingChance),
        ("offer", SharedFlag::Offer),
    ];

    /// The number of bytes of all flags and of the action's number.
    const BYTE_COUNT: usize = SharedFlag::ALL.len() + 3;
}

/// Returns the four bytes that the prelude writes when the offer of an action starts: the flag [`SharedFlag::Offer`],
/// and the number of the action plus 1. `action` is the index of the action.
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
    /// The action was closed by a `need` whose condition is false, so its rows do not count.
    Closed = 2,
}

/// The shared bytes, in a Luau buffer.
pub(crate) struct SharedFlags {
    /// Protects the buffer from garbage collection. This reference does not keep the VM alive.
    _buffer: Buffer,
    /// Points into the VM. Only the host holds the flags, and only the `Vm` and functions that Lua calls use the host.
    /// So nothing accesses these bytes after the VM is gone. Dropping the flags does not access the bytes either.
    data: *mut u8,
}

impl SharedFlags {
    /// Makes the flags. Also returns the buffer for the prelude.
    pub(crate) fn new(lua: &Lua) -> mlua::Result<(SharedFlags, Buffer)> {
        let buffer = lua.create_buffer_with_capacity(SharedFlag::BYTE_COUNT)?;
        let (mut data, mut len) = (std::ptr::null_mut::<u8>(), 0);
        // SAFETY: this only reads the address of the buffer's bytes. Luau does not move the bytes while the buffer
        // lives.
        unsafe {
            lua.exec_raw::<()>(buffer.clone(), |state| {
                data = ffi::lua_tobuffer(state, -1, &mut len).cast();
            })?;
        }
        if data.is_null() || len < SharedFlag::BYTE_COUNT {
            return Err(mlua::Error::runtime("a buffer without its bytes"));
        }
        Ok((SharedFlags { _buffer: buffer.clone(), data }, buffer))
    }

    /// The value of a flag.
    #[inline]
    pub(crate) fn get(&self, flag: SharedFlag) -> u8 {
        // SAFETY: the byte is within the buffer, which lives as long as the VM (see `data`). No script runs meanwhile.
        unsafe { *self.data.add(flag as usize) }
    }

    /// Sets a flag.
    #[inline]
    pub(crate) fn set(&self, flag: SharedFlag, value: u8) {
        // SAFETY: the reasons in `get` hold here too.
        unsafe { *self.data.add(flag as usize) = value };
    }

    /// The index of the action whose offer runs. `None` if no offer runs.
    pub(crate) fn offering_action(&self) -> Option<usize> {
        // SAFETY: the reasons in `get` hold here too. Three bytes follow the last flag.
        let bytes = unsafe { self.data.add(SharedFlag::Offer as usize + 1).cast::<[u8; 3]>().read_unaligned() };
        let [a, b, c] = bytes;
        u32::from_le_bytes([a, b, c, 0]).checked_sub(1).map(|action| action as usize)
    }

    /// Notes that no offer runs.
    pub(crate) fn clear_offer(&self) {
        // SAFETY: the reasons in `offering_action` hold here too.
        unsafe { self.data.add(SharedFlag::Offer as usize).cast::<u32>().write_unaligned(0) };
    }
}
