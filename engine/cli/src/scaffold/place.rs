//! Which pack is written into, and for which game.

use super::asked;
use crate::failure::{Failure, listed};
use crate::packs::{self, Packs};
use cardwright_content::PackSource;
use cardwright_script::Program;
use cardwright_table::{Library, SetUp, Table};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A pack to write into, over the packs below it, with a game of theirs.
#[derive(Debug)]
pub(crate) struct Place {
    /// The pack's folder, as messages and commands name it.
    pub(crate) folder: PathBuf,
    /// All packs as they are.
    pub(crate) library: Library,
    /// Its files as they are: path and text.
    pub(crate) own: Vec<(String, String)>,
    /// The game's id.
    pub(crate) game: String,
}

impl Place {
    /// The last pack given, or the one stood in; the game named, or the pack's only one.
    pub(crate) fn find(packs: &Packs, game: Option<&str>) -> Result<Place, Failure> {
        let given = packs.more.last().cloned();
        let folder = match given.or_else(packs::stood_in) {
            Some(folder) => folder,
            None => return Err(no_pack("there is no pack to write into")),
        };
        let mut packs = packs.clone();
        if packs.more.is_empty() {
            packs.more.push(folder.clone());
        }
        if folder.is_dir() && !folder.join("pack.toml").is_file() {
            return Err(no_pack(&format!("the folder {} is no pack: it has no `pack.toml`", folder.display())));
        }
        let library = packs.open()?;
        let own =
            library.packs.last().map(|pack| pack.files.iter().map(|f| (f.path.clone(), f.text.clone())).collect());
        let own: Vec<(String, String)> = own.unwrap_or_default();
        let game = game_of(&library, &own, game)?;
        Ok(Place { folder, library, own, game })
    }

    /// Where the packs below come from.
    pub(crate) fn below(&self) -> &[PackSource] {
        let sources = self.library.sources();
        &sources[..sources.len().saturating_sub(1)]
    }

    /// What stands in a file of the pack.
    pub(crate) fn there(&self, path: &str) -> Option<String> {
        self.own.iter().find(|(own, _)| own == path).map(|(_, text)| text.clone())
    }
}

fn no_pack(why: &str) -> Failure {
    let cure = "name one with `--pack DIR`, stand in one, or make one with `cardwright new pack NAME --game GAME`";
    Failure::Usage(format!("{why}\n  {cure}"))
}

/// The game that is named, the only one that the pack has files of, or what is answered.
fn game_of(library: &Library, own: &[(String, String)], named: Option<&str>) -> Result<String, Failure> {
    let mut of_files: BTreeSet<&str> = BTreeSet::new();
    for (path, _) in own {
        let path = path.strip_prefix("tests/").unwrap_or(path);
        if let [_, game, _, ..] = path.split('/').collect::<Vec<_>>()[..] {
            of_files.extend((!matches!(game, "lib" | "types")).then_some(game));
        }
    }
    let only = of_files.first().filter(|_| of_files.len() == 1);
    match named.or(only.copied()) {
        Some(id) => Ok(packs::game(library, id)?.id),
        None => asked_game(library),
    }
}

/// The game that somebody answers.
pub(crate) fn asked_game(library: &Library) -> Result<String, Failure> {
    let games = library.games();
    let ids: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
    let missing = || Failure::Usage(format!("for which game? say `--game GAME`; there is {}", listed(&ids)));
    let id = asked::text("For which game", &ids, "", missing)?;
    Ok(packs::game(library, &id)?.id)
}

/// The first choice of a scenario, as the first seed deals it.
#[derive(Debug)]
pub(crate) struct Opening {
    /// Who is asked.
    pub(crate) side: String,
    /// The first row.
    pub(crate) row: String,
    /// What is to be expected once it is played.
    pub(crate) then: String,
}

impl Opening {
    /// Plays a scenario up to its second choice.
    pub(crate) fn of(library: &Library, game: &str, scenario: &str) -> Result<Opening, Failure> {
        let (program, vm, _) = library.load(game).map_err(Failure::Content)?;
        let set_up = SetUp { scenario: scenario.to_owned(), seed: 1, ..SetUp::default() };
        let mut table = Table::start(Arc::clone(&program), vm, &set_up)?;
        let nobody = || Failure::Findings(format!("nobody is asked when the scenario `{scenario}` begins"));
        let side = table.asked().ok_or_else(nobody)?;
        let row = table.row_words().first().ok_or_else(nobody)?.join(" ");
        let name = |side: cardwright_state::SideId| program.board.sides[side.at()].id.clone();
        table.play(Some(side), &format!("{row} ...")).map_err(|e| Failure::Findings(e.to_string()))?;
        let then = table.asked().map(|side| format!("expect   asks {}", name(side))).unwrap_or_default();
        Ok(Opening { side: name(side), row, then })
    }
}

/// The scenario named, else the one a game is played with unless one says otherwise.
pub(crate) fn scenario(library: &Library, game: &str, named: Option<&str>) -> Result<String, Failure> {
    packs::scenario(&packs::game(library, game)?, named)
}

/// A game with its scripts, as the packs have it.
pub(crate) fn program(library: &Library, game: &str) -> Result<Arc<Program>, Failure> {
    library.load(game).map(|(program, ..)| program).map_err(Failure::Content)
}

/// That nothing lies where a new folder is to be.
pub(crate) fn is_free(folder: &Path) -> Result<(), Failure> {
    match folder.symlink_metadata() {
        Ok(_) => Err(taken(folder)),
        Err(_) => Ok(()),
    }
}

/// Something lies where a new file or folder is to be.
pub(crate) fn taken(path: &Path) -> Failure {
    let is = path.display();
    Failure::File(format!("{is} is there already: choose another name, or take it away\n  nothing was written"))
}
