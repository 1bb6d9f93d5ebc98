//! The Lua host: rules are straight-line Luau; asking suspends them; a position is enough to have
//! them back where they were.
//!
//! Deliberately absent: files, the clock (but for the runaway watchdog), seats, records, and any
//! game's name.

mod action_tables;
mod bindings;
mod check;
mod compiled;
mod figured;
mod globals;
mod host;
mod knobs;
mod load;
mod params;
mod place;
mod points;
mod program;
mod raw;
mod remembered;
mod sandbox;
mod signals;
mod vm;
mod watchdog;

pub use bindings::{ApiDoc, api_docs};
pub use check::{TextUse, scripts_alone, type_of, type_of_held, use_of_text};
pub use compiled::Compiling;
pub use figured::Figured;
pub use globals::{KINDS as TABLES_OF_KINDS, lua_name};
pub use host::{Around, Ask, Asks, ChanceWanted, Choice, Deed, Driver, Forced, Happening, Narrowed, Reading, Trace};
pub use points::{Answer, Point, Who};
pub use program::{Figure, Invariant, Menu, Program, Registered, Telling, VerbDoc};
pub use vm::{LOOKS_ONLY, RunError, Standing, Stop, Unmet, Vm, is_told};
pub use watchdog::{TOO_LONG, Took, stop_rules_when, within};

/// Whether Luau was built with its assertions on, which makes play 1.4 times slower: the
/// repository's cargo configuration sets the flag, an installation from elsewhere may lack it.
pub const LUAU_ASSERTIONS: bool = match option_env!("LUAU_CXXFLAGS") {
    Some(flags) => !has_ndebug(flags.as_bytes()),
    None => true,
};

const fn has_ndebug(flags: &[u8]) -> bool {
    let wanted = b"-DNDEBUG";
    let mut at = 0;
    while at + wanted.len() <= flags.len() {
        let mut same = 0;
        while same < wanted.len() && flags[at + same] == wanted[same] {
            same += 1;
        }
        if same == wanted.len() {
            return true;
        }
        at += 1;
    }
    false
}
