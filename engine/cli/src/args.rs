//! Command-line arguments and their help texts.

mod board;
mod content;
mod new;
mod odds;
mod play;
#[cfg(feature = "web")]
mod serve;
mod start;
mod trust;

pub(crate) use board::{ExportBoard, Layout};
use clap::{Args, Parser, Subcommand};
pub(crate) use content::{Check, Docs, DocsPage, List, ListKind, Rules, Show, Test, Where};
pub(crate) use new::{New, Part};
pub(crate) use odds::Odds;
pub(crate) use play::{Play, Replay, RulesChoice};
#[cfg(feature = "web")]
pub(crate) use serve::Serve;
pub(crate) use start::StartArgs;
use std::path::PathBuf;
pub(crate) use trust::{Bench, Fuzz, Golden, Mutate, Perft};

const AFTER: &str = "\
Exit codes:
  0  done
  1  findings: problems, failed tests, a refused line, rules that do not load
  2  usage: invalid arguments, unknown names
  3  a file or record that cannot be used

Records of games are in the platform's data folder, or in $CARDWRIGHT_DATA.
NO_COLOR is respected.";

/// Card-driven wargames with rules that you can change, test and query
#[derive(Debug, Parser)]
#[command(name = "cardwright", version, after_help = AFTER, max_term_width = 100, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) packs: PackArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The pack options. They are allowed before and after the command, and add up. Global arguments of clap would drop the first ones.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Packs")]
pub(crate) struct PackArgs {
    /// The base pack: a folder with the structure of the repository. Default: the checkout you are in, else the built-in pack
    #[arg(long, value_name = "DIR", display_order = 1000)]
    pub(crate) base: Option<PathBuf>,
    /// A pack over the base; repeat for more, each over the ones before. Default: the pack you are in, if any
    #[arg(long, value_name = "DIR", display_order = 1001)]
    pub(crate) pack: Vec<PathBuf>,
}

impl CommandLine {
    /// The pack options before and after the command, in order.
    pub(crate) fn packs(&self) -> PackArgs {
        let own = match &self.command {
            Command::Play(args) => &args.packs,
            #[cfg(feature = "web")]
            Command::Serve(args) => &args.packs,
            Command::Replay(args) => &args.packs,
            Command::Check(args) => &args.packs,
            Command::Test(args) => &args.packs,
            Command::Show(args) => &args.packs,
            Command::Where(args) => &args.packs,
            Command::List(args) => &args.packs,
            Command::Rules(args) => &args.packs,
            Command::Fuzz(args) => &args.packs,
            Command::Golden(args) => &args.packs,
            Command::Mutate(args) => &args.packs,
            Command::New(args) => &args.packs,
            Command::Odds(args) => &args.packs,
            Command::Perft(args) => &args.packs,
            Command::Bench(args) => &args.packs,
            Command::Docs(args) => &args.packs,
            Command::ExportBoard(args) => &args.packs,
            Command::Layout(args) => &args.packs,
        };
        PackArgs {
            base: own.base.clone().or_else(|| self.packs.base.clone()),
            pack: self.packs.pack.iter().chain(&own.pack).cloned().collect(),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(Play),
    #[cfg(feature = "web")]
    Serve(Serve),
    Replay(Replay),
    Check(Check),
    Test(Test),
    Show(Show),
    #[command(alias = "whence")]
    Where(Where),
    List(List),
    Rules(Rules),
    Fuzz(Fuzz),
    Golden(Golden),
    Mutate(Mutate),
    New(New),
    Odds(Odds),
    Perft(Perft),
    Bench(Bench),
    Docs(Docs),
    ExportBoard(ExportBoard),
    Layout(Layout),
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=VALUE".into()),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

fn whole_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a whole number".into())
}

fn at_least_one(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or("write a whole number, 1 or more".into())
}

#[cfg(test)]
mod tests {
    use super::CommandLine;
    use clap::{CommandFactory, Parser};

    #[test]
    fn arguments_are_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn packs_before_and_after_the_command_add_up() {
        let line =
            CommandLine::parse_from(["cardwright", "--pack", "a", "--base", "x", "list", "--pack", "b", "--base", "y"]);
        let packs = line.packs();
        assert_eq!(packs.pack, ["a", "b"].map(std::path::PathBuf::from));
        assert_eq!(packs.base, Some("y".into()));
    }
}
