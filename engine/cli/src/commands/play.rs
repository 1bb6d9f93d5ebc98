//! `cardwright play`: starts a game and hands it to the prompt, or to random players.

use crate::args::Play;
use crate::clock::Moment;
use crate::failure::Failure;
use crate::packs::{self, Packs, counted};
use crate::recorded::{Book, main_line};
use crate::repl::{self, ReplOptions};
use crate::{out, saved};
use cardwright_bots::RandomPlayer;
use cardwright_state::Board;
use cardwright_table::{Library, PlayError, Seat, SetUp, Table};
use rand::TryRng;
use rand::rngs::SysRng;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Play) -> Result<ExitCode, Failure> {
    if let Some(name) = &args.resume {
        return super::resume::run(packs, args, name);
    }
    let library = packs.open()?;
    let Some(game) = &args.game else { return offer(&library) };
    let game = packs::game(&library, game)?;
    let scenario = packs::scenario(&game, args.scenario.as_deref())?;
    let (program, vm) = packs::load(&library, &game.id)?;
    let set_up = SetUp {
        scenario,
        seed: args.seed.map_or_else(fresh_seed, Ok)?,
        options: args.option.clone(),
        seats: seats(&program.board, &args.seat)?,
        open: args.open,
        began: Moment::now().text(),
    };
    let mut table = Table::start(program, vm, &set_up)?;
    if !args.no_record {
        let path = match &args.record {
            Some(path) if path.exists() => {
                let shown = path.display();
                return Err(Failure::File(format!(
                    "{shown} exists already: name another file, or go on with it by `--resume {shown}`"
                )));
            }
            Some(path) => path.clone(),
            None => saved::fresh(&game.id, set_up.seed)?,
        };
        table.keep_record(&path)?;
        out::note(format!("record: {}", path.display()));
    }
    go(table, library, args, set_up.seed, true)
}

/// Lets people play, or, where nobody does, plays to the end.
pub(crate) fn go(table: Table, library: Library, args: &Play, seed: u64, watch: bool) -> Result<ExitCode, Failure> {
    let bot_seed = seed.wrapping_add(table.nodes().len() as u64);
    if table.seats.iter().all(|s| *s != Seat::Human) {
        return play_out(table, bot_seed);
    }
    let options = ReplOptions {
        watch: watch && !args.no_watch,
        open: args.open,
        history: saved::data().map(|d| d.join("history")),
        bot_seed,
        color: out::color(),
    };
    Ok(repl::run(table, library, options))
}

/// Random players to the end; who won, and why.
fn play_out(mut table: Table, seed: u64) -> Result<ExitCode, Failure> {
    let mut player = RandomPlayer::new(seed);
    let mut answers = 0;
    while !table.is_over() {
        let row = player.pick(table.row_words().len());
        match table.answer(row, false) {
            Ok(_) => {}
            Err(PlayError::Barred { .. }) => continue,
            Err(error) => return Err(stopped(&table, error)),
        }
        answers += 1;
    }
    out::line(table.result().unwrap_or_else(|| "the game is over".into()));
    out::note(counted(answers, "answer"));
    Ok(ExitCode::SUCCESS)
}

fn stopped(table: &Table, error: PlayError) -> Failure {
    match error {
        PlayError::Record(error) => error.into(),
        error => {
            let error = match &error {
                PlayError::Rule { error, .. } => repl::describe(error),
                other => other.to_string(),
            };
            let again = match table.record_path() {
                Some(path) => format!("\n  the game stands before it: cardwright play --resume {}", path.display()),
                None => String::new(),
            };
            Failure::Findings(format!("{error}{again}"))
        }
    }
}

/// Who sits where, from `us=human` and `all=random`.
pub(crate) fn seats(board: &Board, given: &[(String, String)]) -> Result<Vec<(String, Seat)>, Failure> {
    let mut out = Vec::new();
    for (side, who) in given {
        let words = Seat::ALL.map(|(word, _)| word);
        let seat = Seat::parse(who).ok_or_else(|| Failure::unknown("seat", who, words))?;
        if side == "all" {
            out.extend(board.sides.iter().map(|s| (s.id.clone(), seat)));
        } else if board.side(side).is_some() {
            out.push((side.clone(), seat));
        } else {
            return Err(Failure::unknown("side", side, board.sides.iter().map(|s| s.id.as_str()).chain(["all"])));
        }
    }
    Ok(out)
}

/// A seed nobody chose, small enough for every reader of JSON.
fn fresh_seed() -> Result<u64, Failure> {
    match SysRng.try_next_u64() {
        Ok(bits) => Ok(bits >> 11),
        Err(error) => Err(Failure::File(format!("the system gives no random seed ({error}): use `--seed N`"))),
    }
}

/// Unfinished games and those there are.
fn offer(library: &Library) -> Result<ExitCode, Failure> {
    /// Games looked at: finding out whose turn it is means playing them again.
    const MOST: usize = 20;
    let all = saved::all();
    let mut rows = Vec::new();
    for saved in all.iter().take(MOST) {
        let when = Moment::of(saved.written).text();
        let (game, scenario, turn, events) = match &saved.read {
            Err(problem) => (String::new(), String::new(), problem.clone(), String::new()),
            Ok(read) => {
                let turn = match Book::new(&saved.path, read, Some(library)).table(None) {
                    Err(_) => "cannot be replayed".to_owned(),
                    Ok(table) => match table.asked() {
                        None => continue,
                        Some(side) => format!("{} to answer", table.board().sides[side.at()].name),
                    },
                };
                let by_rules = match &read.header.nonplayers[..] {
                    [] => String::new(),
                    sides => format!(" ({} by rules)", sides.join(", ")),
                };
                (
                    read.header.game.clone(),
                    format!("{}{by_rules}", read.header.scenario),
                    turn,
                    main_line(read).len().to_string(),
                )
            }
        };
        rows.push(vec![saved.id.clone(), game, scenario, when, turn, events]);
    }
    if rows.is_empty() {
        out::line("No unfinished games.");
    } else {
        out::line(out::bold("Unfinished games (cardwright play --resume ID)"));
        out::table(&["ID", "GAME", "SCENARIO", "LAST PLAYED", "STATE", "EVENTS"], rows);
        if all.len() > MOST {
            out::line(format!(
                "… and {} older records in {}",
                all.len() - MOST,
                saved::folder().unwrap_or_default().display()
            ));
        }
    }
    out::line("");
    out::line(out::bold("Games (cardwright play GAME [--scenario ID])"));
    let mut rows = Vec::new();
    for game in library.games() {
        for (at, scenario) in game.scenarios.iter().enumerate() {
            let first = at == 0;
            let (id, name) = if first { (game.id.clone(), game.name.clone()) } else { Default::default() };
            rows.push(vec![id, name, scenario.id.clone(), scenario.name.clone()]);
        }
    }
    out::table(&["GAME", "", "SCENARIO", ""], rows);
    Ok(ExitCode::SUCCESS)
}
