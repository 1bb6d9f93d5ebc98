//! The number of threads of a command.

use crate::out;

/// Returns the number of threads to use. Many more threads than cores gain no time, and each needs memory.
pub(crate) fn threads(wanted: Option<usize>) -> usize {
    const MAX_PER_CORE: usize = 4;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = cores * MAX_PER_CORE;
    let wanted = wanted.unwrap_or(cores).max(1);
    if wanted > most {
        out::note(format!("{most} threads are used, {MAX_PER_CORE} for each core: more would gain no time"));
    }
    wanted.min(most)
}
