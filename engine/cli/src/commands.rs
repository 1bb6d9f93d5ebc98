//! The commands of the program. Each command is one module; its function `run` returns the exit code or the failure.
//!
//! Some modules have other names than their command. `play` and `resume` use `ready_game`. `game_list` is the output of
//! `play` without a game. `provenance` is the command `where`.

pub(crate) mod bench;
pub(crate) mod cards;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod docs;
pub(crate) mod engine;
pub(crate) mod export_base;
pub(crate) mod export_board;
pub(crate) mod fuzz;
mod game_list;
pub(crate) mod golden;
pub(crate) mod layout;
pub(crate) mod list;
pub(crate) mod mutate;
pub(crate) mod new;
pub(crate) mod odds;
pub(crate) mod pack;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod provenance;
mod ready_game;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod rules;
#[cfg(feature = "web")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod sim;
mod source;
pub(crate) mod test;
pub(crate) mod verify;
