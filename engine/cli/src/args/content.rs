//! Arguments of commands that check, test, list or show content and rules.

use super::packs::PackArgs;
use super::values::{at_least_one, seed};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Write the cards of a game into a spreadsheet, and take changes from one
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright cards GAME --csv cards.csv                   write a row for each card
  cardwright cards GAME --from cards.csv --pack my-pack   write what differs into my-pack
A cell that the pack sets itself is changed where it stands. Any other change and new rows go into
cards/GAME/from-spreadsheet.toml of the pack. Columns whose names end in ` (read only)` are not read.")]
pub(crate) struct Cards {
    /// The game's id
    pub(crate) game: String,
    /// The file to write
    #[arg(long, value_name = "FILE", required_unless_present = "from", conflicts_with = "from")]
    pub(crate) csv: Option<PathBuf>,
    /// The file to read, with commas or semicolons
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Write a pack into one file, after all checks of `verify`
///
/// `--pack FILE.zip` works wherever a folder of a pack does. The file has what the engine reads, golden games, and
/// README.md, CHANGELOG.md and LICENSE. The same pack gives the same bytes.
#[derive(Debug, Args)]
pub(crate) struct Pack {
    /// The folder of the pack
    pub(crate) pack: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE.zip")]
    pub(crate) out: PathBuf,
    /// The number of random games of each game
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 20)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Check packs: content, scripts, and that every scenario starts
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The games to check. Default: all
    pub(crate) game: Vec<String>,
    /// Print a list of findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Fail on warnings too
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Check a pack in every way: `check`, its rule tests, random games and its golden games
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The folder of the pack. Default: the last --pack, or the pack you are in
    pub(crate) pack: Option<PathBuf>,
    /// Fail on warnings too
    #[arg(long)]
    pub(crate) strict: bool,
    /// The number of random games of each game
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 200)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Run rule tests
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Files, folders, FILE:LINE for one test, or a game for all its tests. Default: all tests of the packs
    pub(crate) path: Vec<PathBuf>,
    /// Only tests of this game; for files outside `tests/rules/GAME`, the game they test
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Only tests with this text in their title
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl Test {
    /// The arguments for all tests of a folder.
    pub(crate) fn of_folder(folder: PathBuf, packs: &PackArgs) -> Test {
        Test { path: vec![folder], game: None, title: None, json: false, packs: packs.clone() }
    }
}

/// Show a game's board, or one thing of it: a card, space, track, piece or scenario
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The game's id
    pub(crate) game: String,
    /// An id, with or without its kind: `07`, `track points`. With --source also the path of a file, or PATH:LINE
    pub(crate) thing: Vec<String>,
    /// Print the text that defines or changes the thing, or a file of a pack
    #[arg(long, requires = "thing", conflicts_with = "notation")]
    pub(crate) source: bool,
    /// Print the opening position in notation
    #[arg(long, conflicts_with = "thing")]
    pub(crate) notation: bool,
    /// The scenario for `--notation`
    #[arg(long, value_name = "ID", requires = "notation")]
    pub(crate) scenario: Option<String>,
    /// The seed for `--notation`
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, requires = "notation", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Show which pack and line define or change a thing
#[derive(Debug, Args)]
pub(crate) struct Where {
    /// An id (`high-pass`), or a kind and an id (`space high-pass`)
    #[arg(required = true)]
    pub(crate) thing: Vec<String>,
    /// The game to search. Default: all
    #[arg(long)]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// What `list` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListKind {
    Games,
    Scenarios,
    Cards,
    Verbs,
    /// Where active effects can change a value or forbid something
    #[value(alias = "points")]
    Hooks,
    Packs,
    Options,
    /// Steps that a pack can extend: `before("step NAME", …)`
    Steps,
    /// Actions that a pack can extend: `before("action NAME", …)`, `around("offer NAME", …)`
    Actions,
    /// Groups of actions offered together; an action joins one with `it.offered = { "NAME" }`
    Menus,
}

/// List games, scenarios, cards, verbs, hooks, packs, options, steps, actions or menus
#[derive(Debug, Args)]
pub(crate) struct List {
    /// What to list
    #[arg(value_enum, default_value = "games")]
    pub(crate) what: ListKind,
    /// The game. Default: all
    pub(crate) game: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Show where each rule of a game is implemented and tested
#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// The game's id
    pub(crate) game: String,
    /// A rule as it is cited (`3.3.3`), or words of its title: print what the scripts and tests say about it
    pub(crate) citation: Vec<String>,
    /// Print all rules, with what the scripts and tests say about them, as one HTML page
    #[arg(long, conflicts_with_all = ["citation", "strict"])]
    pub(crate) page: bool,
    /// Fail if a rule is not implemented or not tested, or if a citation names no rule
    #[arg(long, conflicts_with = "citation")]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// What `docs` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocsPage {
    /// The reference of functions for scripts, in Markdown
    Api,
    /// Luau declarations of these functions, for editors
    Types,
    /// The reference of keys in TOML files, in Markdown
    Content,
}

/// Print a generated reference: functions for scripts, or keys of content files
#[derive(Debug, Args)]
pub(crate) struct Docs {
    /// What to print
    #[arg(value_enum)]
    pub(crate) page: DocsPage,

    /// With `types`: the declarations of this game's constants instead of the functions
    pub(crate) game: Option<String>,

    /// With `content`: JSON Schema for editors, for one KIND of file: pack, board, board-part, scenario, cards, text, rules
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "")]
    pub(crate) schema: Option<String>,

    /// With `--schema`: include the ids of this game and its packs
    #[arg(long = "game", id = "schema_game", value_name = "GAME", conflicts_with = "game")]
    pub(crate) schema_game: Option<String>,

    /// With `--schema`: write KIND.json, or the schemas of all kinds, into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<std::path::PathBuf>,

    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
