//! The `cardwright` command. Each subcommand is a file in `commands/`; the prompt is in `repl/`.
//!
//! This crate contains no rules and knows no game by name.

mod args;
mod card_cells;
mod clock;
mod commands;
pub mod content_page;
mod failure;
mod game_types;
mod odds;
mod out;
mod pack_folders;
mod packs;
mod pager;
#[cfg(feature = "png")]
mod png;
mod recorded_game;
pub mod reference;
pub mod repl;
mod result_file;
mod saved_games;
mod scaffold;
pub mod schema;
mod threads;

use args::{Command, CommandLine};
use clap::Parser;
pub use game_types::game_types;
pub use packs::BasePack;
use packs::Packs;
use std::process::ExitCode;

/// Checks a command line. Its first argument is the name of the program.
///
/// # Errors
/// The usage message. `--help` and `--version` return their text as an error too.
pub fn usage(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Result<(), String> {
    CommandLine::try_parse_from(arguments).map(drop).map_err(|error| error.to_string())
}

/// Prints a panic without texts that its message may repeat: a text of a pack, a record or a player could control the
/// terminal.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        out::note(panic_message(&place, panic.payload()));
        // This is empty unless the variable `RUST_BACKTRACE` asks for it.
        let backtrace = std::backtrace::Backtrace::capture();
        if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
            out::note(backtrace);
        }
    }));
}

fn panic_message(place: &str, payload: &dyn std::any::Any) -> String {
    // A message that is not in the program itself was put together from other texts.
    let message = payload.downcast_ref::<&'static str>().map_or_else(String::new, |message| format!(" ({message})"));
    format!("cardwright panicked at {place}{message}: this is a mistake in the program, please report it")
}

/// Ignores the signal that ends a program whose file exceeds the size limit. The write then returns an error instead.
fn ignore_file_size_signal() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Prints help, the version or a usage error, and returns the exit code.
fn print_clap_message(message: &clap::Error) -> ExitCode {
    use std::io::{ErrorKind, Write};
    let result = message.print().and_then(|()| std::io::stdout().flush());
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => ExitCode::from(failure::FILE),
        _ => ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(failure::USAGE)),
    }
}

/// Runs the command line. `base` is the base pack to use outside a checkout.
pub fn main(base: BasePack) -> ExitCode {
    let line = match CommandLine::try_parse() {
        Ok(line) => line,
        Err(message) => return print_clap_message(&message),
    };
    ignore_file_size_signal();
    report_panics();
    if std::env::args().nth(1).as_deref() == Some("whence") {
        out::note("note: `whence` is now called `where`; the next release removes the old name");
    }
    if !option_env!("LUAU_CXXFLAGS").is_some_and(|flags| flags.contains("-DNDEBUG")) {
        out::note("note: this program was built with Luau's assertions on: rules run about 1.4 times slower");
    }
    let pack_args = line.packs();
    let packs = Packs { built_in: base, base: pack_args.base, overlays: pack_args.pack };
    // A record names its packs: the pack of the current folder is used only if it is one of them. `new` finds the pack to
    // change by itself, and `report` uses none. Other commands add the pack of the current folder.
    let packs = match &line.command {
        Command::Play(args) if args.start.resume.is_some() => packs,
        #[cfg(feature = "web")]
        Command::Serve(args) if args.start.resume.is_some() => packs,
        Command::Replay(_) | Command::New(_) | Command::Report(_) => packs,
        _ => packs.or_current_pack(),
    };
    let result = match line.command {
        Command::Play(args) => commands::play::run(&packs, &args),
        #[cfg(feature = "web")]
        Command::Serve(args) => commands::serve::run(&packs, &args),
        Command::Replay(args) => commands::replay::run(&packs, &args),
        Command::Cards(args) => commands::cards::run(&packs, &args),
        Command::Check(args) => commands::check::run(&packs, &args),
        Command::Pack(args) => commands::pack::run(&packs, &args),
        Command::Verify(args) => commands::verify::run(&packs, &args),
        Command::Test(args) => commands::test::run(&packs, &args),
        Command::Show(args) => commands::show::run(&packs, &args),
        Command::Where(args) => commands::provenance::run(&packs, &args),
        Command::List(args) => commands::list::run(&packs, &args),
        Command::Rules(args) => commands::rules::run(&packs, &args),
        Command::Fuzz(args) => commands::fuzz::run(&packs, &args),
        Command::Golden(args) => commands::golden::run(&packs, &args),
        Command::Mutate(args) => commands::mutate::run(&packs, &args),
        Command::New(args) => commands::new::run(&packs, &args),
        Command::Odds(args) => commands::odds::run(&packs, &args),
        Command::Engine(args) => commands::engine::run(&packs, &args),
        Command::Perft(args) => commands::perft::run(&packs, &args),
        Command::Bench(args) => commands::bench::run(&packs, &args),
        Command::Sim(args) => commands::sim::run(&packs, &args),
        Command::Compare(args) => commands::compare::run(&packs, &args),
        Command::Docs(args) => commands::docs::run(&packs, &args),
        Command::ExportBase(args) => commands::export_base::run(&packs, &args),
        Command::ExportBoard(args) => commands::export_board::run(&packs, &args),
        Command::Layout(args) => commands::layout::run(&packs, &args),
        Command::Report(args) => commands::report::run(&args),
    };
    match result {
        Ok(_) if out::has_failed() => ExitCode::from(failure::FILE),
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use super::panic_message;

    #[test]
    fn a_panic_shows_its_place_but_no_foreign_text() {
        let says = |payload: Box<dyn std::any::Any>| panic_message("engine/x.rs:1:2", &*payload);
        assert!(
            says(Box::new("the list is empty"))
                .starts_with("cardwright panicked at engine/x.rs:1:2 (the list is empty): ")
        );
        assert!(!says(Box::new("the text `\u{202e}abc`".to_owned())).contains("abc"));
    }
}
