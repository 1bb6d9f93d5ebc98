//! `new game`: a whole small game that plays.

use super::pack::below;
use super::template::{Words, files};
use super::{Made, name, place, tried};
use crate::args::New;
use crate::failure::Failure;
use crate::packs::Packs;
use std::path::{Path, PathBuf};

/// A game of its own, in a folder of its name.
pub(crate) fn new_game(packs: &Packs, id: &str, args: &New) -> Result<Made, Failure> {
    place::is_free(Path::new(id))?;
    let library = packs.open()?;
    if library.games().iter().any(|game| game.id == id) || library.packs.iter().any(|pack| pack.id == id) {
        return Err(Failure::Usage(format!(
            "there is a game or pack `{id}` already: choose another name, or change that game with `cardwright new pack NAME --game {id}`"
        )));
    }
    let words = Words::default()
        .with("id", id)
        .with("name", args.title_of(id)?)
        .with("folder", id)
        .with("code", name::code(id));
    let new = files("game", &words, &|_| None)?;
    tried::is_sound(&tried::with(library.sources(), &[], &new)?, id, &new)?;
    let mut next = vec![format!("cardwright play {id} --pack {id} --seat blue=random")];
    if cfg!(feature = "web") {
        next.push(format!(
            "cardwright serve {id} --pack {id} --seat blue=random     (the same in a browser, on a map)"
        ));
    }
    next.extend([format!("cardwright test {id}/tests"), format!("{id}/README.md says what stands where")]);
    Ok(Made { folder: PathBuf::from("."), files: below(id, new), next })
}
