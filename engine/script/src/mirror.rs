//! What scripts read most, in a Luau buffer they share with the host: numbers of tracks and facts,
//! and counts of pieces. Reading it costs a fifth of a host call; the host writes each change.
//!
//! Layout, in 8-byte floats: the position's numbers, but for sets; how many effects are in force (0 to 32, or -1 for more); those,
//! three floats each (effect, side, parameter); the age: how often anything changed. Then counts per (place, class) as 2-byte
//! integers, then two bytes: whether offers are being asked, and whether reasons are (the prelude alone writes that one).
#![allow(unsafe_code)]

use cardwright_state::board::Board;
use cardwright_state::{Change, ClassId, Position, SpaceId, Val};
use mlua::ffi;
use mlua::{Buffer, Lua};

pub(crate) struct Mirror {
    /// Keeps the collector from the buffer for as long as there is the VM, which it does not keep alive.
    _buffer: Buffer,
    /// Points into the VM. Only the host holds a mirror, and only the `Vm` and functions that Lua calls use the host: so
    /// nothing writes here once the VM is gone, and dropping a mirror touches nothing.
    data: *mut u8,
    len: usize,
    slots: usize,
    places: usize,
    classes: usize,
    age: u64,
}

/// Effects in force that fit into the mirror; with more, scripts ask the host.
const IN_FORCE_ROWS: usize = 32;

/// Where the effects in force stand.
pub(crate) fn in_force_at(board: &Board) -> usize {
    board.plain_numbers() * 8
}

/// Where the age stands: see [`Mirror::grow_older`].
pub(crate) fn age_at(board: &Board) -> usize {
    in_force_at(board) + (1 + IN_FORCE_ROWS * 3) * 8
}

/// Bytes before the counts.
pub(crate) fn counts_at(board: &Board) -> usize {
    age_at(board) + 8
}

impl Mirror {
    /// A mirror for positions of a board, and the buffer for Lua.
    pub(crate) fn new(lua: &Lua, board: &Board) -> mlua::Result<(Mirror, Buffer)> {
        let (slots, places, classes) = (board.plain_numbers(), board.spaces.len(), board.classes.len());
        let buffer = lua.create_buffer_with_capacity(counts_at(board) + places * classes * 2 + 2)?;
        let (mut data, mut len) = (std::ptr::null_mut::<u8>(), 0);
        // SAFETY: only reads where the buffer's bytes lie; Luau does not move them while the buffer lives.
        unsafe {
            lua.exec_raw::<()>(buffer.clone(), |state| {
                data = ffi::lua_tobuffer(state, -1, &mut len).cast();
            })?;
        }
        if data.is_null() {
            len = 0;
        }
        Ok((Mirror { _buffer: buffer.clone(), data, len, slots, places, classes, age: 0 }, buffer))
    }

    fn write<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        if at + N <= self.len {
            // SAFETY: within the buffer, which lives while the VM does (see `data`); scripts cannot run meanwhile.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.data.add(at), N) };
        }
    }

    fn value(&mut self, slot: usize, value: i64) {
        self.write(slot * 8, (value as f64).to_le_bytes());
    }

    fn count(&mut self, place: usize, class: usize, n: u32) {
        let at = (self.slots + 2 + IN_FORCE_ROWS * 3) * 8 + (place * self.classes + class) * 2;
        self.write(at, (n as u16).to_le_bytes());
    }

    fn in_force(&mut self, position: &Position) {
        let effects = position.effects_in_force();
        if effects.len() > IN_FORCE_ROWS {
            return self.value(self.slots, -1);
        }
        self.value(self.slots, effects.len() as i64);
        for (i, of) in effects.iter().enumerate() {
            for (j, val) in [Val::effect(of.effect), Val::side(of.side), of.param].into_iter().enumerate() {
                self.value(self.slots + 1 + i * 3 + j, val.0);
            }
        }
    }

    /// Whether a script is being asked for its offers: then it may change nothing.
    pub(crate) fn is_asking(&self) -> bool {
        // SAFETY: the last byte but one of the buffer, which lives while the VM does (see `data`).
        self.len > 1 && unsafe { *self.data.add(self.len - 2) != 0 }
    }

    pub(crate) fn stop_asking(&mut self) {
        if self.len > 1 {
            self.write(self.len - 2, [0]);
        }
    }

    /// Says that what was worked out so far is not to be kept any longer: something changed, or sets are gone.
    pub(crate) fn grow_older(&mut self) {
        self.age += 1;
        self.value(self.slots + 1 + IN_FORCE_ROWS * 3, self.age as i64);
    }

    /// Writes what some changes altered; `position` is as it is after them.
    pub(crate) fn changed(&mut self, board: &Board, position: &Position, changes: &[Change]) {
        if !changes.is_empty() {
            self.grow_older();
        }
        for change in changes {
            match change {
                Change::Value { slot, new, .. } => {
                    // Sets come after all that is copied: they are asked of the host.
                    if (*slot as usize) < self.slots {
                        self.value(*slot as usize, *new);
                    }
                }
                Change::Pieces { at, state, .. } => {
                    for class in &board.states[state.at()].classes {
                        self.count(at.at(), class.at(), position.count(board, *at, *class));
                    }
                }
                Change::InForce { .. } => self.in_force(position),
                Change::List { .. } | Change::Card { .. } | Change::Chance { .. } | Change::End { .. } => {}
            }
        }
    }

    /// Writes everything.
    pub(crate) fn all(&mut self, board: &Board, position: &Position) {
        for (slot, value) in position.numbers().iter().take(self.slots).enumerate() {
            self.value(slot, *value);
        }
        for place in 0..self.places {
            for class in 0..self.classes {
                let n = position.count(board, SpaceId::new(place), ClassId::new(class));
                self.count(place, class, n);
            }
        }
        self.in_force(position);
        self.grow_older();
    }
}
