//! Arguments of `play` and `replay`.

use super::packs::PackArgs;
use super::start::StartArgs;
use super::values::whole_number;
use crate::repl::ListedMoves;
use cardwright_script::ManualChance;
use clap::{Args, ValueEnum};

/// Who supplies outcomes of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ChanceSource {
    /// The program, from the seed
    #[default]
    Program,
    /// The players: the program asks for each outcome
    Ask,
}

/// Which changes are listed after each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moves {
    /// Changes by the rules, including those of Non-players
    Rules,
    /// All changes
    All,
    /// No changes
    None,
}

/// Play a game; without arguments, list unfinished games and all games
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright play                              list games to play or resume
  cardwright play GAME --open                  one person, all hands open, free undo
  cardwright play GAME --seat all=random       random players play to the end
  cardwright play GAME --dice ask --cards ask  with a physical game: you roll and draw
  cardwright play --resume FILE                continue a recorded game")]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// `ask`: the players roll dice and pick at random, and type each outcome
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        default_value = "program",
        hide_possible_values = true,
        help_heading = "With a physical game"
    )]
    pub(crate) dice: ChanceSource,
    /// `ask`: the players draw cards from their own piles, and type each card. Opens all hands, like --open
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        default_value = "program",
        hide_possible_values = true,
        help_heading = "With a physical game"
    )]
    pub(crate) cards: ChanceSource,
    /// Changes to list after each line, so that you can make them on a physical table: `rules`, `all` or `none`. Default: `rules` with --dice ask or --cards ask, else `none`
    #[arg(long, value_enum, value_name = "WHOSE", hide_possible_values = true, help_heading = "With a physical game")]
    pub(crate) moves: Option<Moves>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl Play {
    /// Returns which outcomes the players supply.
    pub(crate) fn manual_chance(&self) -> ManualChance {
        ManualChance { dice: self.dice == ChanceSource::Ask, cards: self.cards == ChanceSource::Ask }
    }
    /// Whether all hands are open. A player who types all cards sees them anyway.
    pub(crate) fn is_open(&self) -> bool {
        self.start.open || self.manual_chance().cards
    }
    /// Returns which changes are listed after each line.
    pub(crate) fn listed_moves(&self) -> ListedMoves {
        match self.moves {
            Some(Moves::Rules) => ListedMoves::Rules,
            Some(Moves::All) => ListedMoves::All,
            None if self.manual_chance() != ManualChance::default() => ListedMoves::Rules,
            Some(Moves::None) | None => ListedMoves::None,
        }
    }
}

/// Print a recorded game, line by line
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The record: a file, or an id that `play` lists
    pub(crate) file: String,
    /// Stop after this event
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) to: Option<usize>,
    /// Compare the hash after every event, and print only the result
    #[arg(long)]
    pub(crate) verify: bool,
    /// `current`: replay with the current rules and show the first difference
    #[arg(long, value_enum, default_value = "recorded", hide_possible_values = true, value_parser = clap::builder::PossibleValuesParser::new(["current", "recorded"]))]
    pub(crate) under: String,
    /// Print the final position in notation
    #[arg(long)]
    pub(crate) show: bool,
    /// Show hidden information even if the game is not over
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
