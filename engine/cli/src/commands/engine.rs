//! `cardwright engine`: a program plays a game over standard input and output.

use crate::args;
use crate::failure::Failure;
use crate::packs::{self, Packs};
use cardwright_protocol::Engine;
use std::io::ErrorKind;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &args::Engine) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let scenario = packs::scenario(&game, None)?;
    let (program, vm) = packs::load(&library, &game.id)?;
    let mut engine = Engine::new(&program, vm, scenario)?;
    match engine.run(&mut std::io::stdin().lock(), &mut std::io::stdout().lock()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::File(format!("standard input or output: {error}")))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
