//! `cardwright golden`: has a change altered anything else? Golden games played again, and compared or refreshed.

use crate::args::Golden;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs, counted};
use cardwright_sim::{Difference, Verdict, golden_files, refresh_golden};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Golden) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    if args.refresh && library.folders().is_empty() {
        return Err(Failure::Usage(
            "golden games are written to the folder of a pack: run this in a checkout, or give one with `--pack`"
                .into(),
        ));
    }
    let games = match &args.game {
        Some(game) => vec![packs::game(&library, game)?],
        None => library.games(),
    };
    let (mut scenarios, mut others, mut found) = (0, 0, 0);
    for game in &games {
        for (kept, verdict) in golden_files(&library, &game.id).map_err(Failure::Content)? {
            let name = format!("{}/{kept}", game.id);
            match game.scenarios.iter().any(|s| s.id == kept) {
                true => scenarios += 1,
                false => others += 1,
            }
            if args.refresh && matches!(verdict, Verdict::Differs { .. } | Verdict::Missing) {
                let written = refresh_golden(&library, &game.id, &kept).map_err(Failure::File)?;
                let path = written.as_deref().map(shown).unwrap_or_default();
                out::line(format!("{name}: written to {path}"));
                continue;
            }
            found += usize::from(!matches!(verdict, Verdict::Same));
            tell(&name, &verdict);
        }
    }
    if found == 0 && !args.refresh {
        let besides = if others > 0 { format!(", and {others} with other options,") } else { String::new() };
        out::line(format!("the golden games of {}{besides} go as kept", counted(scenarios, "scenario")));
    }
    Ok(ExitCode::from(if found > 0 { FINDINGS } else { 0 }))
}

fn tell(name: &str, verdict: &Verdict) {
    match verdict {
        Verdict::Same => {}
        Verdict::Differs { path, difference } => differs(name, path, difference),
        Verdict::Missing => out::line(format!("{name}: no golden games are kept; `--refresh` writes them")),
        Verdict::Fails(why) => out::line(format!("{name}: they cannot be played: {why}")),
        Verdict::Stray(path) => {
            out::line(format!(
                "{name}: no pack has this scenario; delete {} or mend its name, or say in it what else is `set` in its games",
                shown(path)
            ));
        }
        Verdict::Unfit { path, unfit } => {
            out::line(format!("{name}: {}:{}: {}", shown(path), unfit.line, unfit.why));
        }
        Verdict::Unreadable(problem) => out::line(format!("{name}: {}", problem.sentence())),
    }
}

fn differs(name: &str, path: &Path, difference: &Difference) {
    for place in &difference.places {
        out::line(out::bold(format!("{name}: {} differs", place.name)));
        out::text(&place.diff);
    }
    let (kept, now) = difference.after;
    out::line(format!(
        "  `-` as kept in {}, `+` as played now; from there on {} kept, {now} played",
        shown(path),
        counted(kept, "answer")
    ));
    out::line("  if that is meant: `cardwright golden --refresh`, and read the diff of the file");
}

/// A path as messages show it: from here, if it lies below.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).display().to_string()
}
