//! Arguments of `new`.

use super::packs::PackArgs;
use crate::failure::Failure;
use crate::scaffold;
use clap::{Args, ValueEnum};

/// What `new` writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// A pack for a game, in a new folder
    Pack,
    /// A small playable game, in a new folder
    Game,
    /// A card based on an existing one, and a test of its printed fields
    Card,
    /// A scenario that extends another
    Scenario,
    /// An effect for cards
    Verb,
    /// Something that a side can do
    Action,
    /// An option, and a script that extends a step
    Option,
    /// An opponent that rules play
    Nonplayer,
    /// A rule test
    Test,
    /// A copy of a script of another pack, which it replaces: NAME is its path
    Copy,
}

impl Part {
    /// Returns the word for the part on the command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Part::Pack => "pack",
            Part::Game => "game",
            Part::Card => "card",
            Part::Scenario => "scenario",
            Part::Verb => "verb",
            Part::Action => "action",
            Part::Option => "option",
            Part::Nonplayer => "nonplayer",
            Part::Test => "test",
            Part::Copy => "copy",
        }
    }
}

/// Write the first files of a pack, a game or a part of one
///
/// The new files load, their tests pass, and comments say what to change next. The command checks them before it writes:
/// after any error it writes nothing. A pack or game gets a folder with its name. Other parts go into the last --pack, or
/// into the pack you are in.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright new pack my-pack --game GAME             a pack for a game
  cardwright new game tiny                            a new game: `cardwright play tiny --pack tiny`
  cardwright new card night-raid --like 07 --pack my-pack
  cardwright new copy scripts/GAME/combat.luau --pack my-pack
  cardwright new action scout --menu MENU             in the pack you are in")]
pub(crate) struct New {
    /// What to write
    #[arg(value_enum)]
    pub(crate) what: Part,
    /// The id: lower-case words and digits joined by `-`. On a terminal the command asks for it
    pub(crate) name: Option<String>,
    /// The game. Default: the only game that the pack has files for
    #[arg(long, value_name = "ID")]
    pub(crate) game: Option<String>,
    /// The name that players see. Default: the id in words
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// For a scenario: the scenario to extend. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) extends: Option<String>,
    /// For parts with a test: the scenario of the test. For a nonplayer: the scenario in which it is to play. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// For a card: the card to copy. Default: the simplest of the most common kind
    #[arg(long, value_name = "ID")]
    pub(crate) like: Option<String>,
    /// For a card: the pile in which its test puts it
    #[arg(long, value_name = "PILE")]
    pub(crate) pile: Option<String>,
    /// For an action: its menu. Default: the only menu of the game
    #[arg(long, value_name = "ID")]
    pub(crate) menu: Option<String>,
    /// For an option: the step to extend. Default: the first step of the scenario
    #[arg(long, value_name = "ID")]
    pub(crate) step: Option<String>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl New {
    /// Refuses options that do not apply to the part.
    pub(crate) fn check_options(&self) -> Result<(), Failure> {
        let is_one_of = |parts: &[Part]| parts.contains(&self.what);
        // For each option: its name, whether it is given, and whether it applies to the part.
        let options = [
            ("--game", self.game.is_some(), !is_one_of(&[Part::Game])),
            ("--extends", self.extends.is_some(), is_one_of(&[Part::Scenario])),
            (
                "--scenario",
                self.scenario.is_some(),
                is_one_of(&[Part::Pack, Part::Card, Part::Option, Part::Nonplayer, Part::Test]),
            ),
            ("--like", self.like.is_some(), is_one_of(&[Part::Card])),
            ("--pile", self.pile.is_some(), is_one_of(&[Part::Card])),
            ("--menu", self.menu.is_some(), is_one_of(&[Part::Action])),
            ("--step", self.step.is_some(), is_one_of(&[Part::Option])),
        ];
        match options.into_iter().find(|(_, is_given, applies)| *is_given && !applies) {
            Some((option, ..)) => {
                let part = self.what.word();
                Err(Failure::Usage(format!("`{option}` does not apply to a {part}: see `cardwright new --help`")))
            }
            None => Ok(()),
        }
    }

    /// Returns the name that players see: `--title`, or the id in words.
    pub(crate) fn title_of(&self, id: &str) -> Result<String, Failure> {
        let title = self.title.clone().unwrap_or_else(|| scaffold::title(id));
        scaffold::check_title(&title)?;
        Ok(title)
    }
}
