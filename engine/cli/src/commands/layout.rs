//! `cardwright layout`: the layout that is worked out from a board, as a file to begin with.

use crate::args::Layout as Args;
use crate::failure::Failure;
use crate::out;
use crate::packs::{self, Packs};
use cardwright_layout::Layout;
use cardwright_view::Legend;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Args) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let (program, _) = packs::load(&library, &game.id)?;
    out::text(&Layout::automatic(&Legend::of(&program)).written());
    out::note(format!("to change it: save it as `layouts/{}/layout.toml` in your pack", game.id));
    Ok(ExitCode::SUCCESS)
}
