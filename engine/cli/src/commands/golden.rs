//! `cardwright golden`: replays golden games, and compares or refreshes them.

use crate::args::Golden;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::out::counted;
use crate::packs::{self, Packs};
use cardwright_sim::{Difference, GoldenStatus, check_golden_games, refresh_golden_game};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Golden) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    if args.refresh && library.folders().is_empty() {
        return Err(Failure::Usage(
            "golden games are written into the folder of a pack: run this in a checkout, or name one with `--pack`"
                .into(),
        ));
    }
    let games = match &args.game {
        Some(game) => vec![packs::game(&library, game)?],
        None => library.games(),
    };
    let (mut checked, mut problems) = (0, 0);
    for game in &games {
        for (file, status) in check_golden_games(&library, &game.id).map_err(Failure::Content)? {
            let name = format!("{}/{file}", game.id);
            checked += 1;
            if args.refresh && matches!(status, GoldenStatus::Differs { .. } | GoldenStatus::Missing) {
                let written = refresh_golden_game(&library, &game.id, &file).map_err(Failure::File)?;
                let path = written.as_deref().map(path_text).unwrap_or_default();
                out::line(format!("{name}: written to {path}"));
                continue;
            }
            problems += usize::from(!matches!(status, GoldenStatus::Same));
            print_status(&name, &status);
        }
    }
    if problems == 0 && !args.refresh {
        out::line(format!("unchanged: {}", counted(checked, "golden game")));
    }
    Ok(ExitCode::from(if problems > 0 { FINDINGS } else { 0 }))
}

fn print_status(name: &str, status: &GoldenStatus) {
    match status {
        GoldenStatus::Same => {}
        GoldenStatus::Differs { path, difference } => print_difference(name, path, difference),
        GoldenStatus::Missing => out::line(format!("{name}: there is no golden game yet; `--refresh` writes it")),
        GoldenStatus::Fails(why) => out::line(format!("{name}: the golden game does not run: {why}")),
        GoldenStatus::Stray(path) => {
            out::line(format!(
                "{name}: no pack has this scenario; delete or rename {}, or write its scenario and options into its header",
                path_text(path)
            ));
        }
        GoldenStatus::BadHeader { path, error } => {
            out::line(format!("{name}: {}:{}: {}", path_text(path), error.line, error.why));
        }
        GoldenStatus::Unreadable(problem) => out::line(format!("{name}: {}", problem.with_help())),
    }
}

fn print_difference(name: &str, path: &Path, difference: &Difference) {
    for hunk in &difference.hunks {
        out::line(out::bold(format!("{name}: {} differs", hunk.name)));
        out::text(&hunk.diff);
    }
    let (stored, played) = difference.remaining_answers;
    out::line(format!(
        "  `-` is in {}, `+` is played now; after this line {} in the file, {played} played",
        path_text(path),
        counted(stored, "answer")
    ));
    out::line("  if the change is intended: `cardwright golden --refresh`, then review the diff of the file");
}

/// Returns a path for messages, relative to the current folder if possible.
fn path_text(path: &Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&current).unwrap_or(path).display().to_string()
}
