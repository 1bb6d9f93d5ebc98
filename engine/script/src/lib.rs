//! The Lua host: loads the rule scripts of a game and runs them. When a script asks a side for a choice, the engine
//! suspends the script. From any position, the engine can run the open steps again, up to the pending choice.
//!
//! This crate must not depend on files, seats, records or particular games. The crate uses a clock only to stop scripts
//! that run too long.

#[cfg(panic = "abort")]
compile_error!("Cardwright needs `panic = \"unwind\"`: a panic in a host function is caught before it reaches Luau");

#[cfg(test)]
extern crate self as cardwright_script; // The helpers of `tests/suite` use the crate by its name.

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
mod random_answers;
mod renamed;
mod sandbox;
mod script_errors;
mod step_docs;
mod verb_params;
mod vm;
mod watchdog;

pub use bindings::{ApiDoc, api_docs};
pub use check::{TextUse, check_scripts_without_content, type_of, type_of_held, use_of_text};
pub use figure_value::FigureValue;
pub use globals::{KINDS as TABLES_OF_KINDS, has_plain, lua_name};
pub use hooks::{AnswerType, Hook, HookScope};
pub use host::{
    BeforeStep, ChanceRequest, Choice, ChoiceRequest, DiceReading, Driver, Exclusion, ForcedOutcome, GameEvent,
    LikelyNumber, LogAction, ManualChance, RowContext, StandingRows, Trace,
};
pub use program::{Figure, Invariant, LogTiming, Menu, Program, Registered, StepDoc, VerbDoc};
pub use random_answers::{amount_bounds, random_answer, with_likely_numbers, with_random_numbers};
pub use renamed::{RENAMED_FUNCTIONS, RENAMED_KEYS, RENAMED_VALUES, RenamedKey, RenamedValue};
pub use vm::{BrokenInvariant, READ_ONLY_EXPRESSION, RunError, Stop, Vm, is_logged};
pub use watchdog::{TimeLimit, TimeUsed, stop_scripts_when, thread_time, with_time_limit};

/// Whether Luau was built with assertions, which make play 1.4 times slower. The cargo configuration of the repository
/// turns the assertions off. A build outside the repository may have them.
pub const LUAU_ASSERTIONS: bool = match option_env!("LUAU_CXXFLAGS") {
    Some(flags) => !has_ndebug(flags.as_bytes()),
    None => true,
};

const fn has_ndebug(flags: &[u8]) -> bool {
    let wanted = b"-DNDEBUG";
    let mut start = 0;
    while start + wanted.len() <= flags.len() {
        let mut equal_count = 0;
        while equal_count < wanted.len() && flags[start + equal_count] == wanted[equal_count] {
            equal_count += 1;
        }
        if equal_count == wanted.len() {
            return true;
        }
        start += 1;
    }
    false
}
