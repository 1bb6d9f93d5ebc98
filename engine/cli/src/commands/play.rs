//! `cardwright play`: starts a game and hands it to the prompt, or to random players.

use super::seated::{go, seats};
use super::unfinished::offer;
use crate::args::Play;
use crate::clock::Moment;
use crate::failure::Failure;
use crate::packs::{self, Packs};
use crate::{folders, out, saved};
use cardwright_table::{SetUp, Table};
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
    let (program, mut vm) = packs::load(&library, &game.id)?;
    vm.tell_story(true);
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
        folders::keep(packs, &library);
        let path = match &args.record {
            Some(path) if path.exists() => {
                let shown = path.display();
                return Err(Failure::File(format!(
                    "{shown} exists already: name another file, or go on with it by `--resume {shown}`"
                )));
            }
            Some(path) => path.clone(),
            None => saved::fresh(&game.id)?,
        };
        table.keep_record(&path)?;
        out::note(format!("record: {}", path.display()));
    }
    go(table, library, args, set_up.seed, true)
}

/// A seed nobody chose, small enough for every reader of JSON.
fn fresh_seed() -> Result<u64, Failure> {
    match SysRng.try_next_u64() {
        Ok(bits) => Ok(bits >> 11),
        Err(error) => Err(Failure::File(format!("the system gives no random seed ({error}): use `--seed N`"))),
    }
}
