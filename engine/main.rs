//! The `cardwright` command.
fn main() {}
