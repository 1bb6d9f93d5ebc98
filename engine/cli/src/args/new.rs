//! What is begun for a designer.

use super::PackArgs;
use crate::failure::Failure;
use crate::scaffold;
use clap::{Args, ValueEnum};

/// What is begun with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// A pack for a game, in a folder of its name
    Pack,
    /// A whole small game that plays, in a folder of its name
    Game,
    /// A card, modelled on one that there is, and a test of what is printed on it
    Card,
    /// A scenario that extends another
    Scenario,
    /// What a card may do
    Verb,
    /// What a side may do
    Action,
    /// An option, and a script that hooks into a step
    Option,
    /// A rule test
    Test,
}

impl Part {
    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Part::Pack => "pack",
            Part::Game => "game",
            Part::Card => "card",
            Part::Scenario => "scenario",
            Part::Verb => "verb",
            Part::Action => "action",
            Part::Option => "option",
            Part::Test => "test",
        }
    }
}

/// Write a pack, a game, or a part of one to begin with
///
/// What is written loads, holds its tests and says in comments what to change next. It is tried before it is written: where
/// anything is wrong or in the way, nothing is. A pack or game comes into a folder of its name; the rest into the last pack
/// given with --pack, or the one stood in.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright new pack my-pack --game GAME             a pack for a game
  cardwright new game tiny                            a game of its own: `cardwright play tiny --pack tiny`
  cardwright new card night-raid --like 07 --pack my-pack
  cardwright new action scout --menu MENU             in the pack stood in")]
pub(crate) struct New {
    /// What to begin
    #[arg(value_enum)]
    pub(crate) what: Part,
    /// Its id: lower-case words and digits joined by `-`. Asked for at a terminal
    pub(crate) name: Option<String>,
    /// The game it is for. Default: the only one the pack has files of
    #[arg(long, value_name = "ID")]
    pub(crate) game: Option<String>,
    /// What people are shown. Default: the id in words
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Of a scenario: which one it extends. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) extends: Option<String>,
    /// Of what has a test: the scenario it plays. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// Of a card: the card it is modelled on. Default: the plainest of the kind there are most of
    #[arg(long, value_name = "ID")]
    pub(crate) like: Option<String>,
    /// Of a card: the pile its test puts it in
    #[arg(long, value_name = "PILE")]
    pub(crate) pile: Option<String>,
    /// Of an action: the menu it stands in. Default: the only one there is
    #[arg(long, value_name = "ID")]
    pub(crate) menu: Option<String>,
    /// Of an option: the step it hooks into. Default: the one with which the scenario begins
    #[arg(long, value_name = "ID")]
    pub(crate) step: Option<String>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl New {
    /// That what is said is of what is begun.
    pub(crate) fn fit(&self) -> Result<(), Failure> {
        let is = |parts: &[Part]| parts.contains(&self.what);
        let flags = [
            ("--game", self.game.is_some(), !is(&[Part::Game])),
            ("--extends", self.extends.is_some(), is(&[Part::Scenario])),
            ("--scenario", self.scenario.is_some(), is(&[Part::Pack, Part::Card, Part::Option, Part::Test])),
            ("--like", self.like.is_some(), is(&[Part::Card])),
            ("--pile", self.pile.is_some(), is(&[Part::Card])),
            ("--menu", self.menu.is_some(), is(&[Part::Action])),
            ("--step", self.step.is_some(), is(&[Part::Option])),
        ];
        match flags.into_iter().find(|(_, is_given, fits)| *is_given && !fits) {
            Some((flag, ..)) => {
                let what = self.what.word();
                Err(Failure::Usage(format!(
                    "`{flag}` says nothing of a {what}: `cardwright new --help` tells what does"
                )))
            }
            None => Ok(()),
        }
    }

    /// What people are shown for an id.
    pub(crate) fn title_of(&self, id: &str) -> Result<String, Failure> {
        let title = self.title.clone().unwrap_or_else(|| scaffold::title(id));
        scaffold::is_title(&title)?;
        Ok(title)
    }
}
