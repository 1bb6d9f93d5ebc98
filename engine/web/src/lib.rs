//! The browser table: serves one game to everybody who has a link to it.
//!
//! The game stays on the thread that started it, because scripts cannot move between threads. Sockets run on another
//! thread. The two threads exchange messages: [`game::Input`] and [`output::Output`]. `ClientView` builds everything
//! that a page receives of the position. Pages send typed lines, as people type them at the prompt.
//!
//! This crate must not print, know rules, or decide where records are stored.

mod access;
pub mod address;
mod client_view;
mod connection_limit;
mod downloads;
mod drawing;
mod fragments;
mod frame;
mod game;
mod http;
mod keys;
mod layout_problems;
mod legend_json;
mod lines;
mod log_feed;
mod message;
mod offline_client;
mod output;
mod page;
mod publisher;
mod rate_limit;
mod replies;
mod role;
mod rules;
mod serve;
mod socket;
mod token_bucket;
mod unwritten_record;
mod versions;
mod view_counts;
mod wire;
mod worker;

pub use drawing::Drawing;
pub use game::ServedGame;
pub use keys::{Keys, KeysError};
pub use offline_client::{OfflineLink, OfflinePage};
pub use role::Role;
pub use serve::{Link, Options, RunningServer, ServeError, StopHandle, serve};
pub use view_counts::ViewCounts;
