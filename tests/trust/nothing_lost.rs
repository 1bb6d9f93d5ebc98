//! Promise: nothing lost. Answers that the program has shown as done stay done, whatever happens to the program, the
//! disk or the file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub)]

mod damage;
mod disk_faults;
mod kills;
mod workspace;
