//! A table in the browser: one game, served to whoever has a link to it.
//!
//! The game stays on the thread that began it (scripts cannot move); sockets live on another, and the two pass messages. What a
//! browser is sent is made in one place, [`Seen::of`]: the view of those eyes, and nothing beside it. What it sends back are lines,
//! as they are typed at the prompt.
//!
//! Deliberately absent: printing, rules, where records lie, and any game's name.

mod ask;
mod bots;
mod capped;
mod doors;
mod draw;
mod fresh;
mod game;
mod http;
mod keeper;
mod kept;
mod keys;
mod limits;
mod message;
mod page;
mod play;
mod reader;
mod reply;
mod screen;
mod seen;
mod serve;
mod shown;
mod socket;
mod story;
mod wire;

pub use draw::Drawing;
pub use keeper::{Command, Keeper, Plain, Said};
pub use keys::{Keys, KeysError};
pub use reader::{Reader, Role};
pub use seen::Seen;
pub use serve::{Link, Made, Options, ServeError, Serving, Started, Stop, serve};
