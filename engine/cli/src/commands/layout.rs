//! `cardwright layout`: prints the automatic layout of a board as a layout file.

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
    out::text(&Layout::automatic(&Legend::new(&program)).to_toml());
    out::note(format!("to change it, save it as `layouts/{}/layout.toml` in your pack", game.id));
    Ok(ExitCode::SUCCESS)
}
