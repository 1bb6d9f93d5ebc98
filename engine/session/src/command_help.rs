//! Describes commands for `help`.

use serde::Serialize;

/// What a command is for. `help` lists the commands group by group, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Shows the position, what is legal, or the log.
    Look,
    /// Goes back and forth between events.
    Travel,
    /// Changes the position or the coming dice by hand.
    Edit,
    /// Sets who plays a side, and how much the log reports of a seat.
    Seats,
    /// Reads and writes files.
    Files,
    /// Asks about the rules or the program itself.
    Rules,
}

/// A command as `help` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CommandHelp {
    /// The name of the command.
    pub name: &'static str,
    /// The arguments of the command.
    pub args: &'static str,
    /// What the command does, in one line.
    pub summary: &'static str,
    /// What the command is for.
    #[serde(skip)]
    pub group: Group,
    /// More help, for `help COMMAND` only.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub details: &'static str,
    /// An example line, for `help COMMAND` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}
