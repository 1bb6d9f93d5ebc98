//! `new game`: makes the files of a small playable game.

use super::pack::in_folder;
use super::template::{Placeholders, files};
use super::{NewFiles, dry_run, name, target_pack};
use crate::args::New;
use crate::failure::Failure;
use crate::packs::Packs;
use std::path::{Path, PathBuf};

/// Makes the files of a new game, in a new folder with the id of the game.
pub(crate) fn new_game(packs: &Packs, id: &str, args: &New) -> Result<NewFiles, Failure> {
    target_pack::check_free(Path::new(id))?;
    let library = packs.open()?;
    if library.games().iter().any(|game| game.id == id) || library.packs.iter().any(|pack| pack.id == id) {
        return Err(Failure::Usage(format!(
            "a game or pack `{id}` already exists: choose another name, or change that game with `cardwright new pack NAME --game {id}`"
        )));
    }
    let placeholders = Placeholders::default()
        .with("id", id)
        .with("name", args.title_of(id)?)
        .with("folder", id)
        .with("code", name::code(id));
    let new = files("game", &placeholders, &|_| None)?;
    dry_run::check_game(&dry_run::library_with(library.sources(), &[], &new)?, id, &new)?;
    let mut next_commands = vec![format!("cardwright play {id} --pack {id} --seat blue=random")];
    if cfg!(feature = "web") {
        next_commands.push(format!(
            "cardwright serve {id} --pack {id} --seat blue=random     (the same in a browser, on a map)"
        ));
    }
    next_commands
        .extend([format!("cardwright test {id}/tests"), format!("read {id}/README.md, which lists the files")]);
    Ok(NewFiles { folder: PathBuf::from("."), files: in_folder(id, new), next_commands })
}
