//! Tests of the lint.

mod check;
mod citations;
mod faults;
mod summary;
