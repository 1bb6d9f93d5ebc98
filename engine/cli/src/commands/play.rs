//! `cardwright play`: starts a game at the prompt, or lets bots play it to its end.

use super::game_list::list_games;
use super::ready_game::{ReadyGame, parse_seats, run_game};
use crate::args::Play;
use crate::clock::Timestamp;
use crate::failure::Failure;
use crate::packs::{self, Packs};
use crate::{out, pack_folders, repl, saved_games};
use cardwright_script::{ManualChance, Program, Vm};
use cardwright_state::Board;
use cardwright_table::{Library, Seat, SetUp, StartError, Table, outcome_words};
use rand::TryRng;
use rand::rngs::SysRng;
use std::io::ErrorKind;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(packs: &Packs, args: &Play) -> Result<ExitCode, Failure> {
    if let Some(name) = &args.start.resume {
        return match super::resume::run(packs, args, name)? {
            Some(ready) => run_game(ready, args),
            None => Ok(ExitCode::SUCCESS),
        };
    }
    let library = packs.open()?;
    let Some(game) = &args.start.game else { return list_games(&library) };
    run_game(new_game(packs, library, args, game)?, args)
}

/// Starts a new game and its record.
pub(crate) fn new_game(packs: &Packs, library: Library, args: &Play, game: &str) -> Result<ReadyGame, Failure> {
    let game = packs::game(&library, game)?;
    let scenario = packs::scenario(&game, args.start.scenario.as_deref())?;
    let (program, mut vm) = packs::load(&library, &game.id)?;
    vm.set_structured_log(true);
    let mut set_up = SetUp {
        scenario,
        seed: args.start.seed.map_or_else(random_seed, Ok)?,
        options: options(&program.board, args)?,
        seats: parse_seats(&program.board, &args.start.seat)?,
        open: args.is_open(),
        began: Timestamp::now().text(),
        manual_chance: args.manual_chance(),
        given: Vec::new(),
    };
    let mut table = start(program, vm, &mut set_up)?;
    if !args.start.no_record {
        pack_folders::remember(packs, &library);
        match &args.start.record {
            Some(path) if path.exists() => {
                let path = path.display();
                return Err(Failure::File(format!(
                    "{path} already exists: name another file, or continue that game with `--resume {path}`"
                )));
            }
            Some(path) => table.keep_record(path)?,
            None => record_in_data_folder(&mut table, &game.id)?,
        }
        if let Some(path) = table.record_path() {
            out::note(format!("record: {}", path.display()));
        }
    }
    Ok(ReadyGame { table, library, seed: set_up.seed, may_watch: true })
}

/// Records a game in a new file of the data folder. Retries if another game takes the name first.
fn record_in_data_folder(table: &mut Table, game: &str) -> Result<(), Failure> {
    loop {
        match table.keep_record(&saved_games::new_record_path(game)?) {
            Err(error) if error.kind() == Some(ErrorKind::AlreadyExists) => {}
            result => return Ok(result?),
        }
    }
}

/// Starts a game. If players roll and draw themselves, asks for the dice and cards before the first choice.
fn start(program: Arc<Program>, mut vm: Vm, set_up: &mut SetUp) -> Result<Table, Failure> {
    if set_up.manual_chance != ManualChance::default()
        && program.board.sides.iter().all(|side| seat_of(set_up, &side.id) != Seat::Human)
    {
        return Err(Failure::Usage("`--dice ask` and `--cards ask` need a side that a person plays".into()));
    }
    loop {
        match Table::start(program.clone(), vm, set_up) {
            Err(StartError::Chance(chance_prompt)) => {
                let outcomes = repl::ask_before_start(&program, &chance_prompt)?;
                set_up.given.extend(outcomes.iter().map(|outcome| outcome_words::text(&program.board, outcome)));
            }
            result => return Ok(result?),
        }
        vm = program.vm().map_err(Failure::Content)?;
        vm.set_structured_log(true);
    }
}

/// Returns the options from the command line, including the number of players.
fn options(board: &Board, args: &Play) -> Result<Vec<(String, String)>, Failure> {
    let mut out = args.start.option.clone();
    let Some(players) = args.start.players else { return Ok(out) };
    let Some(option) = board.players.option else {
        return Err(Failure::Usage(format!("`--players {players}`: {} always has one player per side", board.name)));
    };
    out.push((board.options[option.index()].id.clone(), players.to_string()));
    Ok(out)
}

/// Returns who plays a side. If the command line sets the side more than once, the last setting counts.
fn seat_of(set_up: &SetUp, side: &str) -> Seat {
    set_up.seats.iter().rfind(|(id, _)| id == side).map_or(Seat::Human, |(_, seat)| *seat)
}

/// Returns a random seed of 53 bits. Every JSON parser reads such a number exactly.
fn random_seed() -> Result<u64, Failure> {
    match SysRng.try_next_u64() {
        Ok(bits) => Ok(bits >> 11),
        Err(error) => Err(Failure::File(format!("the system provides no random seed ({error}): use `--seed N`"))),
    }
}
