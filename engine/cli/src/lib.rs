//! The `cardwright` command: every command is one file of `commands/`, the prompt is `repl/`.
//!
//! Deliberately absent: rules, and any game's name.

mod args;
mod clock;
mod commands;
pub mod content_page;
mod failure;
mod folders;
mod game_types;
mod odds;
mod out;
mod packs;
mod pager;
#[cfg(feature = "png")]
mod png;
mod recorded;
pub mod reference;
pub mod repl;
mod rulebook;
mod saved;
mod scaffold;
pub mod schema;

use args::{Command, Line};
use clap::Parser;
pub use game_types::game_types;
pub use packs::BasePack;
use packs::Packs;
use std::process::ExitCode;

/// Whether arguments (the program's name first) are a command line: else what clap says of them.
///
/// # Errors
/// The usage message; also what `--help` and `--version` print.
pub fn usage(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Result<(), String> {
    Line::try_parse_from(arguments).map(drop).map_err(|e| e.to_string())
}

/// A file grown past what the system allows is an error to tell, not the end of the program.
fn outlive_file_limits() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Tells help, the version, or what is wrong with the arguments.
fn told(message: &clap::Error) -> ExitCode {
    use std::io::{ErrorKind, Write};
    let done = message.print().and_then(|()| std::io::stdout().flush());
    match done {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => ExitCode::from(failure::FILE),
        _ => ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(failure::USAGE)),
    }
}

/// Runs the command line; `base` is the base pack to use where there is no checkout.
pub fn main(base: BasePack) -> ExitCode {
    let line = match Line::try_parse() {
        Ok(line) => line,
        Err(message) => return told(&message),
    };
    outlive_file_limits();
    if !option_env!("LUAU_CXXFLAGS").is_some_and(|flags| flags.contains("-DNDEBUG")) {
        out::note("note: this program was built with Luau's assertions on: rules run about 1.4 times slower");
    }
    let given = line.packs();
    let packs = Packs { built_in: base, base: given.base, more: given.pack };
    // A record knows its own packs, and what is new has a place of its own.
    let packs = match &line.command {
        Command::Play(args) if args.start.resume.is_some() => packs,
        #[cfg(feature = "web")]
        Command::Serve(args) if args.start.resume.is_some() => packs,
        Command::Replay(_) | Command::New(_) => packs,
        _ => packs.or_stood_in(),
    };
    let done = match line.command {
        Command::Play(args) => commands::play::run(&packs, &args),
        #[cfg(feature = "web")]
        Command::Serve(args) => commands::serve::run(&packs, &args),
        Command::Replay(args) => commands::replay::run(&packs, &args),
        Command::Check(args) => commands::check::run(&packs, &args),
        Command::Test(args) => commands::test::run(&packs, &args),
        Command::Show(args) => commands::show::run(&packs, &args),
        Command::Whence(args) => commands::whence::run(&packs, &args),
        Command::List(args) => commands::list::run(&packs, &args),
        Command::Rules(args) => commands::rules::run(&packs, &args),
        Command::Fuzz(args) => commands::fuzz::run(&packs, &args),
        Command::Golden(args) => commands::golden::run(&packs, &args),
        Command::Mutate(args) => commands::mutate::run(&packs, &args),
        Command::New(args) => commands::new::run(&packs, &args),
        Command::Odds(args) => commands::odds::run(&packs, &args),
        Command::Perft(args) => commands::perft::run(&packs, &args),
        Command::Bench(args) => commands::bench::run(&packs, &args),
        Command::Docs(args) => commands::docs::run(&packs, &args),
        Command::ExportBoard(args) => commands::export_board::run(&packs, &args),
        Command::Layout(args) => commands::layout::run(&packs, &args),
    };
    match done {
        Ok(_) if out::is_lost() => ExitCode::from(failure::FILE),
        Ok(code) => code,
        Err(failure) => failure.tell(),
    }
}
