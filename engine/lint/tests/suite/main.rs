//! What reading Luau finds.

mod check;
mod citations;
mod faults;
mod summary;
