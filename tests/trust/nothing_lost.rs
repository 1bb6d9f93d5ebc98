//! Nothing lost: what was shown as done is done, whatever becomes of the program, the disk or the file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub)]

mod damage;
mod desk;
mod disks;
mod kills;
