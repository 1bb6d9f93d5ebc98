//! `cardwright mutate`: plants faults in the rules, one at a time, and reports which of them no test notices.

use crate::args::Mutate;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::out::counted;
use crate::packs::{self, Packs};
use cardwright_mutate::{Error, KINDS, Mutant, Options, Report, render};
use serde_json::{Value, json};
use std::process::ExitCode;

/// The command prints its progress after this many faults.
const REPORT_EVERY: usize = 50;

pub(crate) fn run(packs: &Packs, args: &Mutate) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    if let Some(unknown) = args.kind.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
        return Err(Failure::unknown("kind of fault", unknown, KINDS));
    }
    let options = Options {
        under: args.under.clone(),
        except: args.except.clone(),
        kinds: args.kind.clone(),
        seed: args.seed,
        count: if args.all { None } else { Some(usize::try_from(args.count).unwrap_or(usize::MAX)) },
    };
    let mut done = 0;
    let mut report_progress = |_: &Mutant, total: usize| {
        done += 1;
        if done % REPORT_EVERY == 0 {
            out::note(format!("{done} of {}", counted(total, "fault")));
        }
    };
    let report = cardwright_mutate::run(&library, &game.id, &options, &mut report_progress).map_err(failure)?;
    if args.json {
        out::json(&as_json(&report));
    } else {
        out::text(&render(&report));
    }
    // `least` is a percentage, so ten times the number is per mille.
    let is_enough =
        args.least.is_none_or(|least| report.rate().per_mille().is_none_or(|rate| rate >= usize::from(least) * 10));
    Ok(ExitCode::from(if is_enough { 0 } else { FINDINGS }))
}

fn failure(error: Error) -> Failure {
    match error {
        Error::AlreadyBroken(problems) => Failure::Content(problems),
        Error::Equivalents(problem) => Failure::Content(vec![*problem]),
        Error::FailingTest(_) => {
            Failure::Findings(format!("{error}: all tests must pass before faults are planted; see `cardwright test`"))
        }
        Error::NoTests(_) => Failure::Findings(format!("{error}: no pack has a `tests/rules/<game>/`")),
        Error::NothingToMutate { .. } => Failure::Usage(error.to_string()),
    }
}

fn as_json(report: &Report) -> Value {
    json!({
        "rate": report.rate(),
        "checked": report.caught_by_check(),
        "possible": report.possible,
        "by_kind": report.by_kind(),
        "by_file": report.by_file(),
        "stale": report.stale,
        "mutants": report.mutants,
    })
}
