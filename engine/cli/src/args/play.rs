//! What is played, and played again.

use super::{PackArgs, Start, whole_number};
use crate::repl::Whose;
use cardwright_script::Asks;
use clap::{Args, ValueEnum};

/// What to make of a record when the rules are no longer those it was played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Under {
    /// Go on with today's rules from the position reached
    Current,
    /// Stay with the rules it was recorded with
    Recorded,
    /// Play it again under today's rules up to where they first differ, into a new record
    Branch,
}

/// Where outcomes of chance come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Chance {
    /// The program's generator, from the seed
    #[default]
    Program,
    /// Whoever plays: the program asks for each
    Ask,
}

/// Whose moves are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moves {
    /// What rules did: for Non-players, and for all
    Rules,
    /// Everybody's
    All,
    /// Nobody's
    None,
}

/// Play a game; without one, list the unfinished games and those there are
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright play                              what can be played or resumed
  cardwright play GAME --open                  one person, all hands open, free undo
  cardwright play GAME --seat all=random       watch nobody play to the end
  cardwright play GAME --dice ask --cards ask  beside a physical table: you roll and draw
  cardwright play --resume FILE                go on with a recorded game")]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) start: Start,
    /// `ask`: people roll the dice, and pick at random; the program asks for each outcome. Beside a physical table
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        default_value = "program",
        hide_possible_values = true,
        help_heading = "Beside a physical table"
    )]
    pub(crate) dice: Chance,
    /// `ask`: people draw the cards, from piles that need lie in no order of the program's. All hands are open then, as with --open
    #[arg(
        long,
        value_enum,
        value_name = "WHO",
        default_value = "program",
        hide_possible_values = true,
        help_heading = "Beside a physical table"
    )]
    pub(crate) cards: Chance,
    /// Whose moves are listed after each line (`rules`, `all`, `none`), for who moves pieces on a table. Default: `rules` where something is asked, else `none`
    #[arg(
        long,
        value_enum,
        value_name = "WHOSE",
        hide_possible_values = true,
        help_heading = "Beside a physical table"
    )]
    pub(crate) moves: Option<Moves>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl Play {
    /// Which chance people are asked for.
    pub(crate) fn asks(&self) -> Asks {
        Asks { dice: self.dice == Chance::Ask, cards: self.cards == Chance::Ask }
    }
    /// Whether all hands are open: who tells the program the cards sees them all.
    pub(crate) fn is_open(&self) -> bool {
        self.start.open || self.asks().cards
    }
    /// Whose moves are listed.
    pub(crate) fn listed(&self) -> Whose {
        match self.moves {
            Some(Moves::Rules) => Whose::Rules,
            Some(Moves::All) => Whose::All,
            None if self.asks() != Asks::default() => Whose::Rules,
            Some(Moves::None) | None => Whose::None,
        }
    }
}

/// Print a recorded game, line by line
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The record: a file, or the id that `play` lists
    pub(crate) file: String,
    /// Stop after this event
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) to: Option<usize>,
    /// Compare the hash after every event; print only the verdict
    #[arg(long)]
    pub(crate) verify: bool,
    /// `current`: what today's rules make of it, and where they first differ
    #[arg(long, value_enum, default_value = "recorded", hide_possible_values = true, value_parser = clap::builder::PossibleValuesParser::new(["current", "recorded"]))]
    pub(crate) under: String,
    /// Print the final position, in notation
    #[arg(long)]
    pub(crate) show: bool,
    /// Show what is hidden too, though the game is not over
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
