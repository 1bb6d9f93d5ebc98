//! `cardwright verify`: all checks of a pack in one command: `check`, its rule tests, random games and golden games.

use super::{check, fuzz, golden, test};
use crate::args::{Check, Fuzz, Golden, Test, Verify};
use crate::failure::{FINDINGS, Failure};
use crate::out::{self, counted};
use crate::packs::Packs;
use cardwright_content::game_of;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Verify) -> Result<ExitCode, Failure> {
    let Some(folder) = args.pack.as_ref().or(packs.overlays.last()).cloned() else {
        return Err(Failure::Usage("name a pack: `cardwright verify DIR`, or go to its folder".into()));
    };
    let packs = packs.with_last(&folder);
    let library = packs.open()?;
    let own = library.packs.last().map(|pack| pack.files.clone()).unwrap_or_default();
    let games: BTreeSet<&str> = own.iter().filter_map(|file| game_of(&file.path)).collect();
    let games: Vec<String> =
        library.games().into_iter().map(|game| game.id).filter(|id| games.contains(id.as_str())).collect();

    let mut results = Vec::new();
    let mut note = |what: String, result: Result<ExitCode, Failure>| {
        let passed = match result {
            Ok(code) => code == ExitCode::SUCCESS,
            Err(failure) => {
                failure.report();
                false
            }
        };
        results.push((what, passed));
    };
    let all_games = Check { game: games.clone(), json: false, strict: args.strict, packs: args.packs.clone() };
    note("check".into(), check::run(&packs, &all_games));
    let tests = folder.join("tests/rules");
    if own.iter().any(|file| file.path.ends_with(".test")) {
        note("rule tests".into(), test::run(&packs, &Test::of_folder(tests, &args.packs)));
    }
    for game in &games {
        let random = Fuzz::of_game(game, args.games, &args.packs);
        note(format!("{} of {game}", counted(args.games as usize, "random game")), fuzz::run(&packs, &random));
        if folder.join("tests/golden").join(game).is_dir() {
            let golden = Golden { game: Some(game.clone()), refresh: false, packs: args.packs.clone() };
            note(format!("golden games of {game}"), golden::run(&packs, &golden));
        }
    }
    let listed = |passed: bool| {
        let names = results.iter().filter(|(_, ok)| *ok == passed).map(|(what, _)| what.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    let is_good = results.iter().all(|(_, passed)| *passed);
    let failed = if is_good { String::new() } else { format!("failed: {}; ", listed(false)) };
    out::line(out::bold(format!("{}: {failed}passed: {}", shown(&folder), listed(true))));
    Ok(ExitCode::from(if is_good { 0 } else { FINDINGS }))
}

/// The name of a folder, also of `.`.
fn shown(folder: &Path) -> String {
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    absolute.file_name().map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into_owned())
}
