//! `cardwright play` without arguments: lists unfinished games and all games.

use crate::clock::Timestamp;
use crate::failure::Failure;
use crate::recorded_game::RecordedGame;
use crate::{out, saved_games};
use cardwright_table::Library;
use std::process::ExitCode;

/// Prints the unfinished games and all games of the packs.
pub(super) fn list_games(library: &Library) -> Result<ExitCode, Failure> {
    /// The most records that are listed. The command replays each of them to find the side to move, which takes time.
    const MAX_LISTED: usize = 20;
    let saved_games = saved_games::all();
    let mut rows = Vec::new();
    for saved in saved_games.iter().take(MAX_LISTED) {
        let when = Timestamp::new(saved.written).text();
        let (game, scenario, turn, events) = match &saved.read {
            Err(problem) => (String::new(), String::new(), problem.clone(), String::new()),
            Ok(read) => {
                let mut event = read.events();
                let turn = match RecordedGame::new(&saved.path, read, Some(library)).table(None) {
                    Err(_) => "cannot be replayed".to_owned(),
                    Ok(table) => {
                        event = table.shown_event();
                        let Some(side) = table.asked() else { continue };
                        format!("{} to answer", table.board().sides[side.index()].name)
                    }
                };
                let by_rules = match &read.header.nonplayers[..] {
                    [] => String::new(),
                    sides => format!(" ({} by rules)", sides.join(", ")),
                };
                (read.header.game.clone(), format!("{}{by_rules}", read.header.scenario), turn, event.to_string())
            }
        };
        rows.push(vec![saved.id.clone(), game, scenario, when, turn, events]);
    }
    if rows.is_empty() {
        out::line("No unfinished games.");
    } else {
        out::line(out::bold("Unfinished games (cardwright play --resume ID)"));
        out::table(&["ID", "GAME", "SCENARIO", "LAST PLAYED", "STATE", "EVENT"], rows);
        if saved_games.len() > MAX_LISTED {
            out::line(format!(
                "… and {} older records in {}",
                saved_games.len() - MAX_LISTED,
                saved_games::games_folder().unwrap_or_default().display()
            ));
        }
    }
    out::line("");
    out::line(out::bold("Games (cardwright play GAME [--scenario ID])"));
    let mut rows = Vec::new();
    for game in library.games() {
        for (index, scenario) in game.scenarios.iter().enumerate() {
            let is_first = index == 0;
            let (id, name) = if is_first { (game.id.clone(), game.name.clone()) } else { Default::default() };
            rows.push(vec![id, name, scenario.id.clone(), scenario.name.clone()]);
        }
    }
    out::table(&["GAME", "", "SCENARIO", ""], rows);
    Ok(ExitCode::SUCCESS)
}
