//! A table in the browser: one game, served to whoever has a link to it.
//!
//! The game stays on the thread that began it (scripts cannot move); sockets live on another, and the two pass messages. What a
//! browser is sent is made in one place, `Seen::of`: the view of those eyes, cut in parts, and nothing beside it; an [`Onlooker`] is
//! sent the same without a socket. What it sends back are lines,
//! as they are typed at the prompt.
//!
//! Deliberately absent: printing, rules, where records lie, and any game's name.

pub mod address;
mod aside;
mod ask;
mod bots;
mod capped;
mod complete;
mod doors;
mod download;
mod draw;
mod fresh;
mod game;
mod http;
mod keeper;
mod kept;
mod keys;
mod limits;
mod message;
mod moment;
mod onlooker;
mod page;
mod parcels;
mod parts;
mod patience;
mod play;
mod reader;
mod reply;
mod screen;
mod seen;
mod serve;
mod socket;
mod stamps;
mod story;
mod wire;
mod words;
mod wrong_map;

pub use draw::Drawing;
pub use keeper::{Command, Copy, Keeper, Plain, Said, copied_table};
pub use keys::{Keys, KeysError};
pub use onlooker::{Onlooker, Page};
pub use reader::{Reader, Role};
pub use serve::{Link, Made, Options, ServeError, Serving, Started, Stop, serve};
