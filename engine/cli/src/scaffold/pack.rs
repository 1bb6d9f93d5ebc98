//! `new pack`: who the pack is, and a first rule test.

use super::place::{self, Opening};
use super::template::{Words, files};
use super::{Made, tried};
use crate::args::New;
use crate::failure::Failure;
use crate::packs::{self, Packs};
use cardwright_content::ToWrite;
use cardwright_table::Library;
use std::path::{Path, PathBuf};

/// A pack for a game, in a folder of its name.
pub(crate) fn new_pack(packs: &Packs, id: &str, args: &New) -> Result<Made, Failure> {
    place::is_free(Path::new(id))?;
    let library = packs.open()?;
    if library.packs.iter().any(|pack| pack.id == id) {
        return Err(Failure::Usage(format!("there is a pack `{id}` already: choose another name")));
    }
    let game = match &args.game {
        Some(game) => packs::game(&library, game)?.id,
        None => place::asked_game(&library)?,
    };
    let game = packs::game(&library, &game)?;
    let scenario = packs::scenario(&game, args.scenario.as_deref())?;
    let opening = Opening::of(&library, &game.id, &scenario)?;
    let title = args.title_of(id)?;
    let flags = packs::flags(packs, Path::new(id));
    let words = Words::default()
        .with("id", id)
        .with("name", &title)
        .with("packs", &flags)
        .with("depends", depends(&library, &game.id))
        .with("game", &game.id)
        .with("game-name", &game.name);
    let board = place::program(&library, &game.id)?.board.clone();
    // A game without cards takes neither cards nor verbs.
    let parts = ["card", "scenario", "verb", "action", "option", "test"];
    let parts: Vec<&str> =
        parts.into_iter().filter(|part| !board.cards.is_empty() || !matches!(*part, "card" | "verb")).collect();
    let mut about = vec![
        format!("scenarios/{}/*.toml      scenarios; board.toml patches the board, its numbers and options", game.id),
        format!(
            "scripts/{}/**/*.luau     verbs, actions, what is put around steps; text.toml has what they say",
            game.id
        ),
        format!("tests/rules/{}/*.test    rule tests", game.id),
    ];
    if !board.cards.is_empty() {
        about.insert(0, format!("cards/{}/*.toml          new cards, or patches of cards that there are", game.id));
    }
    let about: Vec<String> = about.into_iter().map(|line| format!("#   {line}")).collect();
    let words =
        words.with("about", about.join("\n")).with("first-part", parts[0]).with("other-parts", parts[1..].join(", "));
    let mut new = files("pack", &words, &|_| None)?;
    new.extend(files("test", &super::parts::of_opening(&words, &title, &scenario, &opening, &board), &|_| None)?);
    tried::is_sound(&tried::with(library.sources(), &[], &new)?, &game.id, &new)?;
    let next = vec![
        format!("cardwright new {} NAME {flags}     (or {})", parts[0], parts[1..].join(", ")),
        format!("cardwright test {id}/tests {flags}"),
        format!("cardwright play {} {flags}", game.id),
    ];
    Ok(Made { folder: PathBuf::from("."), files: below(id, new), next })
}

/// What the pack needs beyond the base: the pack that has the game.
fn depends(library: &Library, game: &str) -> String {
    let board = format!("scenarios/{game}/board.toml");
    match library.packs.iter().find(|pack| pack.file(&board).is_some()) {
        Some(pack) if pack.file("pack.toml").is_some() => format!("depends = [\"{}\"]", pack.id),
        _ => "# depends = [\"another-pack\"]".to_owned(),
    }
}

/// Files of a pack, as they lie in the folder around it.
pub(crate) fn below(folder: &str, files: Vec<ToWrite>) -> Vec<ToWrite> {
    files.into_iter().map(|file| ToWrite { path: format!("{folder}/{}", file.path), ..file }).collect()
}
