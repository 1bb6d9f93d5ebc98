//! `cardwright new`: fills templates in for a game and checks the result before it writes files.
//!
//! Templates are files in `templates/`, with one folder for each part (`card`, `verb` …). Each folder has the structure
//! of a pack. The folder `heads` has the first lines of files to which several templates add text.

mod card;
mod copy;
pub(crate) mod dry_run;
mod game;
mod name;
mod new_files;
mod pack;
mod parts;
mod question;
mod target_pack;
mod template;

pub(crate) use copy::new_copy;
pub(crate) use game::new_game;
pub(crate) use name::{check_id, check_title, title};
pub(crate) use new_files::NewFiles;
pub(crate) use pack::new_pack;
pub(crate) use parts::new_part;
pub(crate) use question::ask;
pub(crate) use target_pack::TargetPack;
