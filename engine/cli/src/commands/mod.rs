//! One file per command: each has `run`, which gives the exit code or why it stopped.

pub(crate) mod check;
pub(crate) mod docs;
pub(crate) mod fuzz;
pub(crate) mod golden;
pub(crate) mod list;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod resume;
pub(crate) mod rules;
pub(crate) mod show;
pub(crate) mod test;
pub(crate) mod whence;
