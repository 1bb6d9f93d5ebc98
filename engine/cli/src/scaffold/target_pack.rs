//! Finds the pack to write into, and the game of the pack.

use super::question::ask;
use crate::failure::{Failure, quoted_list};
use crate::packs::{self, Packs};
use cardwright_content::PackSource;
use cardwright_script::Program;
use cardwright_table::{Library, SetUp, Table};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The pack to write into, the packs below it and the game.
#[derive(Debug)]
pub(crate) struct TargetPack {
    /// The folder of the pack, in the form that messages and commands use.
    pub(crate) folder: PathBuf,
    /// All packs, with the target pack last.
    pub(crate) library: Library,
    /// The existing files of the pack, each with its path and text.
    pub(crate) own: Vec<(String, String)>,
    /// The id of the game.
    pub(crate) game: String,
}

impl TargetPack {
    /// Finds the last `--pack` or the pack of the current folder, and the named game or the only game of the pack.
    pub(crate) fn find(packs: &Packs, game: Option<&str>) -> Result<TargetPack, Failure> {
        let named = packs.overlays.last().cloned();
        let folder = match named.or_else(packs::current_pack) {
            Some(folder) => folder,
            None => return Err(no_pack("there is no pack to write into")),
        };
        let mut packs = packs.clone();
        if packs.overlays.is_empty() {
            packs.overlays.push(folder.clone());
        }
        if folder.is_dir() && !folder.join("pack.toml").is_file() {
            return Err(no_pack(&format!("the folder {} is not a pack: it has no `pack.toml`", folder.display())));
        }
        let library = packs.open()?;
        let files = library.packs.last().into_iter().flat_map(|pack| &pack.files);
        let own: Vec<(String, String)> = files.map(|file| (file.path.clone(), file.text.clone())).collect();
        let game = game_of(&library, &own, game)?;
        Ok(TargetPack { folder, library, own, game })
    }

    /// Returns the sources of the packs below the target pack.
    pub(crate) fn below(&self) -> &[PackSource] {
        let sources = self.library.sources();
        &sources[..sources.len().saturating_sub(1)]
    }

    /// Returns the text of an existing file of the pack; none if there is no such file.
    pub(crate) fn existing(&self, path: &str) -> Option<String> {
        self.own.iter().find(|(own, _)| own == path).map(|(_, text)| text.clone())
    }
}

fn no_pack(why: &str) -> Failure {
    let help = "name one with `--pack DIR`, go to its folder, or make one with `cardwright new pack NAME --game GAME`";
    Failure::Usage(format!("{why}\n  {help}"))
}

/// Returns the named game, or else the only game that the pack has files for. Asks the person at the terminal if there
/// are several.
fn game_of(library: &Library, own: &[(String, String)], named: Option<&str>) -> Result<String, Failure> {
    let mut games: BTreeSet<&str> = BTreeSet::new();
    for (path, _) in own {
        // `scripts/lib/` and `scripts/types/` belong to no game.
        games.extend(cardwright_content::game_of(path).filter(|game| !matches!(*game, "lib" | "types")));
    }
    let only = games.first().filter(|_| games.len() == 1);
    match named.or(only.copied()) {
        Some(id) => Ok(packs::game(library, id)?.id),
        None => ask_game(library),
    }
}

/// Asks the person at the terminal for the game.
pub(crate) fn ask_game(library: &Library) -> Result<String, Failure> {
    let games = library.games();
    let ids: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
    let missing = || Failure::Usage(format!("name a game with `--game GAME`: {}", quoted_list(&ids)));
    let id = ask("For which game", &ids, "", missing)?;
    Ok(packs::game(library, &id)?.id)
}

/// The first choice of a scenario with the seed 1.
#[derive(Debug)]
pub(crate) struct Opening {
    /// The id of the side to move.
    pub(crate) side: String,
    /// The first legal row.
    pub(crate) row: String,
    /// The `expect` line for a test that plays the row. Empty if no side is asked afterwards.
    pub(crate) expect_line: String,
}

impl Opening {
    /// Plays a scenario up to its second choice.
    pub(crate) fn play(library: &Library, game: &str, scenario: &str) -> Result<Opening, Failure> {
        let (program, vm, _) = library.load(game).map_err(Failure::Content)?;
        let set_up = SetUp { scenario: scenario.to_owned(), seed: 1, ..SetUp::default() };
        let mut table = Table::start(Arc::clone(&program), vm, &set_up)?;
        let no_choice = || Failure::Findings(format!("the scenario `{scenario}` starts without a choice"));
        let side = table.asked().ok_or_else(no_choice)?;
        let row = table.row_words().first().ok_or_else(no_choice)?.join(" ");
        let name = |side: cardwright_state::SideId| program.board.sides[side.index()].id.clone();
        table.play(Some(side), &format!("{row} ...")).map_err(|error| Failure::Findings(error.to_string()))?;
        let expect_line = table.asked().map(|side| format!("expect   asks {}", name(side))).unwrap_or_default();
        Ok(Opening { side: name(side), row, expect_line })
    }
}

/// Returns the named scenario, or else the default scenario of the game.
pub(crate) fn scenario(library: &Library, game: &str, named: Option<&str>) -> Result<String, Failure> {
    packs::scenario(&packs::game(library, game)?, named)
}

/// Loads a game.
pub(crate) fn program(library: &Library, game: &str) -> Result<Arc<Program>, Failure> {
    library.load(game).map(|(program, ..)| program).map_err(Failure::Content)
}

/// Refuses a path that already exists.
pub(crate) fn check_free(folder: &Path) -> Result<(), Failure> {
    match folder.symlink_metadata() {
        Ok(_) => Err(already_exists(folder)),
        Err(_) => Ok(()),
    }
}

/// Returns the error for a new file or folder whose path exists already.
pub(crate) fn already_exists(path: &Path) -> Failure {
    let path = path.display();
    Failure::File(format!("{path} already exists: choose another name, or remove it\n  nothing was written"))
}
