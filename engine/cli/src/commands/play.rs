//! `cardwright play`: starts a game and hands it to the prompt, or to random players.

use super::seated::{Ready, go, seats};
use super::unfinished::offer;
use crate::args::Play;
use crate::clock::Moment;
use crate::failure::Failure;
use crate::packs::{self, Packs};
use crate::{folders, out, repl, saved};
use cardwright_script::{Asks, Program, Vm};
use cardwright_state::Board;
use cardwright_table::{Library, Seat, SetUp, StartError, Table, given};
use rand::TryRng;
use rand::rngs::SysRng;
use std::io::ErrorKind;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(packs: &Packs, args: &Play) -> Result<ExitCode, Failure> {
    if let Some(name) = &args.start.resume {
        return match super::resume::run(packs, args, name)? {
            Some(ready) => go(ready, args),
            None => Ok(ExitCode::SUCCESS),
        };
    }
    let library = packs.open()?;
    let Some(game) = &args.start.game else { return offer(&library) };
    go(begin(packs, library, args, game)?, args)
}

/// A new game, with its record.
pub(crate) fn begin(packs: &Packs, library: Library, args: &Play, game: &str) -> Result<Ready, Failure> {
    let game = packs::game(&library, game)?;
    let scenario = packs::scenario(&game, args.start.scenario.as_deref())?;
    let (program, mut vm) = packs::load(&library, &game.id)?;
    vm.tell_story(true);
    let mut set_up = SetUp {
        scenario,
        seed: args.start.seed.map_or_else(fresh_seed, Ok)?,
        options: options(&program.board, args)?,
        seats: seats(&program.board, &args.start.seat)?,
        open: args.is_open(),
        began: Moment::now().text(),
        asks: args.asks(),
        given: Vec::new(),
    };
    let mut table = start(program, vm, &mut set_up)?;
    if !args.start.no_record {
        folders::keep(packs, &library);
        match &args.start.record {
            Some(path) if path.exists() => {
                let shown = path.display();
                return Err(Failure::File(format!(
                    "{shown} exists already: name another file, or go on with it by `--resume {shown}`"
                )));
            }
            Some(path) => table.keep_record(path)?,
            None => keep(&mut table, &game.id)?,
        }
        if let Some(path) = table.record_path() {
            out::note(format!("record: {}", path.display()));
        }
    }
    Ok(Ready { table, library, seed: set_up.seed, watch: true })
}

/// Keeps a game in a file of the data folder; of two games that begin in the same second each has its own.
fn keep(table: &mut Table, game: &str) -> Result<(), Failure> {
    loop {
        match table.keep_record(&saved::fresh(game)?) {
            Err(error) if error.kind() == Some(ErrorKind::AlreadyExists) => {}
            kept => return Ok(kept?),
        }
    }
}

/// Starts a game; what comes by chance before the first choice is asked for, if people roll and draw.
fn start(program: Arc<Program>, mut vm: Vm, set_up: &mut SetUp) -> Result<Table, Failure> {
    if set_up.asks != Asks::default() && program.board.sides.iter().all(|side| seat_of(set_up, &side.id) != Seat::Human)
    {
        return Err(Failure::Usage(
            "nobody is there to be asked: `--dice ask` and `--cards ask` need a side that a person plays".into(),
        ));
    }
    loop {
        match Table::start(program.clone(), vm, set_up) {
            Err(StartError::Chance(request)) => {
                let came = repl::first(&program, &request)?;
                set_up.given.extend(came.iter().map(|outcome| given::text(&program.board, outcome)));
            }
            started => return Ok(started?),
        }
        vm = program.vm().map_err(Failure::Content)?;
        vm.tell_story(true);
    }
}

/// The options asked for, how many play among them.
fn options(board: &Board, args: &Play) -> Result<Vec<(String, String)>, Failure> {
    let mut out = args.start.option.clone();
    let Some(players) = args.start.players else { return Ok(out) };
    let Some(option) = board.players else {
        return Err(Failure::Usage(format!(
            "`--players {players}`: {} has no seatings: each side has a player",
            board.name
        )));
    };
    out.push((board.options[option.at()].id.clone(), players.to_string()));
    Ok(out)
}

/// Who sits at a side.
fn seat_of(set_up: &SetUp, side: &str) -> Seat {
    set_up.seats.iter().rfind(|(id, _)| id == side).map_or(Seat::Human, |(_, seat)| *seat)
}

/// A seed nobody chose, small enough for every reader of JSON.
fn fresh_seed() -> Result<u64, Failure> {
    match SysRng.try_next_u64() {
        Ok(bits) => Ok(bits >> 11),
        Err(error) => Err(Failure::File(format!("the system gives no random seed ({error}): use `--seed N`"))),
    }
}
