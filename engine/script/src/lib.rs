//! The Lua host: loads the rule scripts of a game and runs them. A script that asks for a choice is suspended. Any
//! position is enough to run its open steps again up to the pending choice.
//!
//! This crate knows no files, seats, records or games. It uses a clock only to stop scripts that run too long.

mod action_tables;
mod bindings;
mod check;
mod compile_cache;
mod compiled_scripts;
mod figure_value;
mod globals;
mod hooks;
mod host;
mod knobs;
mod load;
mod lua_ffi;
mod program;
mod renamed;
mod sandbox;
mod script_errors;
mod shared_flags;
mod verb_params;
mod vm;
mod watchdog;

pub use bindings::{ApiDoc, api_docs};
pub use check::{TextUse, check_scripts_without_content, type_of, type_of_held, use_of_text};
pub use compiled_scripts::ScriptCompilation;
pub use figure_value::FigureValue;
pub use globals::{KINDS as TABLES_OF_KINDS, lua_name};
pub use hooks::{AnswerType, Hook, HookScope};
pub use host::{
    ChanceRequest, Choice, ChoiceRequest, DiceReading, Driver, Exclusion, ForcedOutcome, GameEvent, LogAction,
    ManualChance, RowContext, Trace,
};
pub use program::{Figure, Invariant, LogTiming, Menu, Program, Registered, VerbDoc};
pub use renamed::{RENAMED_FUNCTIONS, RENAMED_KEYS, RENAMED_VALUES, RenamedKey, RenamedValue};
pub use vm::{BrokenInvariant, READ_ONLY_EXPRESSION, RunError, StandingRows, Stop, Vm, is_logged};
pub use watchdog::{TIME_LIMIT_MESSAGE, TimeUsed, stop_scripts_when, with_time_limit};

/// Whether Luau was built with assertions, which makes play 1.4 times slower. The repository's cargo configuration turns
/// them off; a build from elsewhere may not.
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
