//! `new pack`: makes the `pack.toml` of a pack and a first rule test.

use super::target_pack::{self, Opening};
use super::template::{Placeholders, files};
use super::{NewFiles, dry_run};
use crate::args::New;
use crate::failure::Failure;
use crate::packs::{self, Packs};
use cardwright_content::FileWrite;
use cardwright_table::Library;
use std::path::{Path, PathBuf};

/// Makes the files of a new pack for a game, in a new folder with the id of the pack.
pub(crate) fn new_pack(packs: &Packs, id: &str, args: &New) -> Result<NewFiles, Failure> {
    target_pack::check_free(Path::new(id))?;
    let library = packs.open()?;
    if library.packs.iter().any(|pack| pack.id == id) {
        return Err(Failure::Usage(format!("a pack `{id}` already exists: choose another name")));
    }
    let game = match &args.game {
        Some(game) => packs::game(&library, game)?.id,
        None => target_pack::ask_game(&library)?,
    };
    let game = packs::game(&library, &game)?;
    let scenario = packs::scenario(&game, args.scenario.as_deref())?;
    // The first choice of the scenario, for the first rule test.
    let opening = Opening::play(&library, &game.id, &scenario)?;
    let title = args.title_of(id)?;
    let pack_arguments = packs::pack_arguments(packs, Path::new(id));
    let placeholders = Placeholders::default()
        .with("id", id)
        .with("name", &title)
        .with("packs", &pack_arguments)
        .with("depends", depends(&library, &game.id))
        .with("game", &game.id)
        .with("game-name", &game.name);
    let board = target_pack::program(&library, &game.id)?.board.clone();
    // For a game without cards, `new card` and `new verb` are not suggested.
    let parts = ["card", "scenario", "verb", "action", "option", "test"];
    let parts: Vec<&str> =
        parts.into_iter().filter(|part| !board.cards.is_empty() || !matches!(*part, "card" | "verb")).collect();
    let mut folders = vec![
        format!("scenarios/{}/*.toml      scenarios; board.toml changes the board, numbers and options", game.id),
        format!("scripts/{}/**/*.luau     verbs, actions and changes of steps; text.toml has their texts", game.id),
        format!("tests/rules/{}/*.test    rule tests", game.id),
    ];
    if !board.cards.is_empty() {
        folders.insert(0, format!("cards/{}/*.toml          new cards, or changes of existing cards", game.id));
    }
    let folders: Vec<String> = folders.into_iter().map(|line| format!("#   {line}")).collect();
    let placeholders = placeholders
        .with("list-of-folders", folders.join("\n"))
        .with("first-part", parts[0])
        .with("other-parts", parts[1..].join(", "));
    // The pack is new, so no file has a text yet (`None`).
    let mut new = files("pack", &placeholders, &|_| None)?;
    new.extend(files(
        "test",
        &super::parts::opening_placeholders(&placeholders, &title, &scenario, &opening, &board),
        &|_| None,
    )?);
    dry_run::check_game(&dry_run::library_with(library.sources(), &[], &new)?, &game.id, &new)?;
    let next_commands = vec![
        format!("cardwright new {} NAME {pack_arguments}     (or {})", parts[0], parts[1..].join(", ")),
        format!("cardwright test {id}/tests {pack_arguments}"),
        format!("cardwright play {} {pack_arguments}", game.id),
    ];
    Ok(NewFiles { folder: PathBuf::from("."), files: in_folder(id, new), next_commands })
}

/// Returns the `depends` line of the pack. It names the pack that defines the game, unless that is the base pack.
fn depends(library: &Library, game: &str) -> String {
    let board = format!("scenarios/{game}/board.toml");
    match library.packs.iter().find(|pack| pack.file(&board).is_some()) {
        Some(pack) if pack.file("pack.toml").is_some() => format!("depends = [\"{}\"]", pack.id),
        _ => "# depends = [\"another-pack\"]".to_owned(),
    }
}

/// Moves the files of a pack into a folder.
pub(crate) fn in_folder(folder: &str, files: Vec<FileWrite>) -> Vec<FileWrite> {
    files.into_iter().map(|file| FileWrite { path: format!("{folder}/{}", file.path), ..file }).collect()
}
