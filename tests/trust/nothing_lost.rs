//! Nothing lost: what was shown as done is done, whatever becomes of the program, the disk or the file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub)]

mod common;
#[path = "nothing_lost/damage.rs"]
mod damage;
#[path = "nothing_lost/desk.rs"]
mod desk;
#[path = "nothing_lost/disks.rs"]
mod disks;
#[path = "nothing_lost/kills.rs"]
mod kills;
