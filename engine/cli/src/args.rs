//! Command-line arguments and their help texts.

mod board;
mod content;
mod engine;
mod new;
mod odds;
mod packs;
mod play;
mod report;
#[cfg(feature = "web")]
mod serve;
mod sim;
mod start;
mod trust;
mod values;

pub(crate) use board::{ExportBase, ExportBoard, Layout};
use clap::{Parser, Subcommand};
pub(crate) use content::{Cards, Check, Docs, DocsPage, List, ListKind, Pack, Rules, Show, Test, Verify, Where};
pub(crate) use engine::Engine;
pub(crate) use new::{New, Part};
pub(crate) use odds::Odds;
use packs::PackArgs;
pub(crate) use play::{Play, Replay};
pub(crate) use report::Report;
#[cfg(feature = "web")]
pub(crate) use serve::Serve;
pub(crate) use sim::{Compare, Scenario, Sim, Variant};
pub(crate) use start::RulesChoice;
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

impl CommandLine {
    /// The pack options before and after the command, in order.
    pub(crate) fn packs(&self) -> PackArgs {
        let own = match &self.command {
            Command::Play(args) => &args.packs,
            #[cfg(feature = "web")]
            Command::Serve(args) => &args.packs,
            Command::Replay(args) => &args.packs,
            Command::Cards(args) => &args.packs,
            Command::Check(args) => &args.packs,
            Command::Test(args) => &args.packs,
            Command::Pack(args) => &args.packs,
            Command::Verify(args) => &args.packs,
            Command::Show(args) => &args.packs,
            Command::Where(args) => &args.packs,
            Command::List(args) => &args.packs,
            Command::Rules(args) => &args.packs,
            Command::Fuzz(args) => &args.packs,
            Command::Golden(args) => &args.packs,
            Command::Mutate(args) => &args.packs,
            Command::New(args) => &args.packs,
            Command::Odds(args) => &args.packs,
            Command::Engine(args) => &args.packs,
            Command::Perft(args) => &args.packs,
            Command::Sim(args) => &args.packs,
            Command::Compare(args) => &args.packs,
            Command::Bench(args) => &args.packs,
            Command::Docs(args) => &args.packs,
            Command::ExportBase(args) => &args.packs,
            Command::ExportBoard(args) => &args.packs,
            Command::Layout(args) => &args.packs,
            Command::Report(_) => return self.packs.clone(),
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
    Cards(Cards),
    Check(Check),
    Test(Test),
    Verify(Verify),
    Pack(Pack),
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
    Engine(Engine),
    Perft(Perft),
    Bench(Bench),
    Sim(Sim),
    Compare(Compare),
    Report(Report),
    Docs(Docs),
    ExportBase(ExportBase),
    ExportBoard(ExportBoard),
    Layout(Layout),
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
