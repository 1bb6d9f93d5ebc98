//! `cardwright new`: files to begin with, filled in from templates for a game, tried before they are written.
//!
//! Templates are real files (`templates/`), one folder for each kind, laid out as a pack is.

mod asked;
mod card;
mod game;
mod made;
mod name;
mod pack;
mod parts;
mod place;
mod template;
mod tried;

pub(crate) use asked::text as ask;
pub(crate) use game::new_game;
pub(crate) use made::Made;
pub(crate) use name::{is_id, is_title, title};
pub(crate) use pack::new_pack;
pub(crate) use parts::new_part;
