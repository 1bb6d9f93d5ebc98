//! `cardwright test`: runs rule tests.

use crate::args::Test;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs};
use cardwright_content::{Pack, PackSource};
use cardwright_ruletest::{Options, Report, render, run as run_tests};
use cardwright_table::Library;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Test) -> Result<ExitCode, Failure> {
    let mut library = packs.open()?;
    add_packs_of_tests(&mut library, &args.path)?;
    let (paths, game) = paths_and_game(&library, args);
    if let Some(game) = &game {
        packs::game(&library, game)?;
    }
    for path in &paths {
        if !path.exists() && !without_line(path).exists() {
            return Err(Failure::File(format!("{} does not exist", path.display())));
        }
    }
    let options = Options { title: args.title.clone() };
    let report = run_tests(&library, &paths, game.as_deref(), &options);
    if args.json {
        out::json(&as_json(&report));
    } else {
        out::text(&render(&report, out::color()));
    }
    if report.tests.is_empty() && report.mistakes.is_empty() {
        return Err(Failure::Findings("no test was found".into()));
    }
    Ok(ExitCode::from(if report.is_good() { 0 } else { FINDINGS }))
}

/// Returns the paths and the game of the command line. `test GAME` means `test --game GAME`, unless a file or folder
/// has this name.
fn paths_and_game(library: &Library, args: &Test) -> (Vec<PathBuf>, Option<String>) {
    if let (None, [path]) = (&args.game, args.path.as_slice())
        && !path.exists()
        && let Some(id) = path.to_str()
        && library.games().iter().any(|game| game.id == id)
    {
        return (Vec::new(), Some(id.to_owned()));
    }
    (args.path.clone(), args.game.clone())
}

/// Adds the packs that contain the test files, if they are not loaded yet.
fn add_packs_of_tests(library: &mut Library, paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths {
        let Ok(absolute) = without_line(path).canonicalize() else { continue };
        let Some(folder) = absolute.ancestors().find(|folder| folder.join("pack.toml").is_file()) else { continue };
        let source = PackSource::Folder(folder.to_owned());
        let pack = Pack::open(source.clone()).map_err(Failure::Content)?;
        if library.packs.iter().all(|known| known.id != pack.id) {
            out::note(format!("with the pack of the tests: {}", folder.display()));
            library.add(source).map_err(Failure::Content)?;
        }
    }
    Ok(())
}

/// Returns the file of `FILE:LINE`. Returns any other path unchanged.
fn without_line(path: &Path) -> PathBuf {
    match path.to_str().and_then(|text| text.rsplit_once(':')) {
        Some((file, line)) if line.bytes().all(|byte| byte.is_ascii_digit()) => PathBuf::from(file),
        _ => path.to_owned(),
    }
}

/// Returns the report and its counts as JSON. Durations are in seconds.
fn as_json(report: &Report) -> Value {
    let (passed, failed) = report.counts();
    let tests = report.tests.iter().map(|test| {
        let mut value = serde_json::to_value(test).unwrap_or_default();
        if let Some(fields) = value.as_object_mut() {
            fields.shift_remove("duration");
            fields.insert("seconds".into(), json!(test.duration.as_secs_f64()));
        }
        value
    });
    let not_played = report.not_played();
    json!({ "passed": passed, "failed": failed, "not_played": not_played, "mistakes": report.mistakes, "tests": tests.collect::<Vec<_>>() })
}
