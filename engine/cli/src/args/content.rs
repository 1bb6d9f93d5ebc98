//! What is looked up in rules and content, and held against them.

use super::{PackArgs, seed};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Check packs: content, scripts, and that every scenario starts
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The games to check. Default: all
    pub(crate) game: Vec<String>,
    /// For programs: a list of findings
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Run rule tests
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Files, folders, or FILE:LINE for one test; or a game, for all of its tests. Default: all tests of the packs
    pub(crate) path: Vec<PathBuf>,
    /// Only this game's tests; for files elsewhere, the game they are of
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Only tests whose title holds this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Show a game's board, or a thing on it: a card, a space, a track, a piece, a scenario
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The game's id
    pub(crate) game: String,
    /// An id of the game: `07`, `track points`
    pub(crate) thing: Vec<String>,
    /// The opening position, in notation
    #[arg(long, conflicts_with = "thing")]
    pub(crate) notation: bool,
    /// The scenario of `--notation`
    #[arg(long, value_name = "ID", requires = "notation")]
    pub(crate) scenario: Option<String>,
    /// The seed of `--notation`
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, requires = "notation", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Tell which pack and line set a thing
#[derive(Debug, Args)]
pub(crate) struct Whence {
    /// An id (`high-pass`), or a kind and an id (`space high-pass`)
    #[arg(required = true)]
    pub(crate) thing: Vec<String>,
    /// The game it is of. Default: all
    #[arg(long)]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// What to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    Games,
    Scenarios,
    Cards,
    Verbs,
    /// Where rules let active effects change a value or forbid something
    #[value(alias = "points")]
    Hooks,
    Packs,
    Options,
    /// What a pack may put itself around: `before("step NAME", …)`
    Steps,
    /// What sides may do; a pack puts itself around them: `before("action NAME", …)`, `around("offer NAME", …)`
    Actions,
    /// Actions that are asked together; an action of a pack names one: `it.offered = { "NAME" }`
    Menus,
}

/// List games, scenarios, cards, verbs, hooks, packs, options, steps, actions or menus
#[derive(Debug, Args)]
pub(crate) struct List {
    /// What to list
    #[arg(value_enum, default_value = "games")]
    pub(crate) what: Listed,
    /// Of which game. Default: all
    pub(crate) game: Option<String>,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Show the rules of a game: where each is implemented and tested
#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// The game's id
    pub(crate) game: String,
    /// Fail if a rule is neither implemented nor tested somewhere, or something cites no rule
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// What to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Page {
    /// The reference of what scripts may call, in Markdown
    Api,
    /// The same as Luau declarations, for editors
    Types,
    /// The reference of what TOML files may say, in Markdown
    Content,
}

/// Print the reference of the host API or of content, generated from the engine
#[derive(Debug, Args)]
pub(crate) struct Docs {
    /// What to print
    #[arg(value_enum)]
    pub(crate) page: Page,

    /// With `types`: what the content of this game gives to scripts, rather than what the host gives to all
    pub(crate) game: Option<String>,

    /// With `content`: JSON Schema for editors instead, of one KIND of file: pack, board, board-part, scenario, cards, text, rules
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "")]
    pub(crate) schema: Option<String>,

    /// With `--schema`: with the ids of this game and its packs
    #[arg(long = "game", id = "of_game", value_name = "GAME", conflicts_with = "game")]
    pub(crate) of_game: Option<String>,

    /// With `--schema`: write KIND.json, or one of every kind, into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<std::path::PathBuf>,

    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
