//! What the prelude is told once: where its signals lie, and what it finds by name or handle.

use super::Loader;
use crate::signals::{Offer, Signal, Signals};
use mlua::Table;

impl Loader {
    /// The buffer of the signals, and the tables that the prelude looks things up in.
    pub(super) fn signals(&self) -> mlua::Result<(mlua::Buffer, Table)> {
        let (signals, buffer) = Signals::new(&self.lua)?;
        self.host.borrow_mut().signals = Some(signals);
        let table = self.lua.create_table()?;
        for (name, signal) in Signal::ALL {
            table.raw_set(name, signal as u8)?;
        }
        for (name, offer) in [("no_offer", Offer::None), ("open", Offer::Open), ("closed", Offer::Closed)] {
            table.raw_set(name, offer as u8)?;
        }
        table.raw_set("actions", self.lua.create_table()?)?;
        Ok((buffer, table))
    }
}
