//! The Lua host: rules are straight-line Luau; asking suspends them; a position is enough to have
//! them back where they were.
//!
//! Deliberately absent: files, the clock (but for the runaway watchdog), seats, records, and any
//! game's name.

mod bindings;
mod check;
mod globals;
mod host;
mod load;
mod params;
mod sandbox;
mod vm;
mod watchdog;

pub use bindings::ApiDoc;
pub use host::{Ask, Choice, DiceWanted, Driver, Forced, Happening, Narrowed};
pub use load::{Program, api_docs};
pub use vm::{RunError, Stop, Vm};
