//! One file per command: each has `run`, which gives the exit code or why it stopped. What `play` and its `--resume` share
//! stands in `seated`, what `play` alone tells in `unfinished`.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod docs;
pub(crate) mod export_board;
pub(crate) mod fuzz;
pub(crate) mod golden;
pub(crate) mod layout;
pub(crate) mod list;
pub(crate) mod mutate;
pub(crate) mod new;
pub(crate) mod odds;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod resume;
pub(crate) mod rules;
mod seated;
#[cfg(feature = "web")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod test;
mod unfinished;
pub(crate) mod whence;
