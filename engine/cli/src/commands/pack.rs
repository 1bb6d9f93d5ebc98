//! `cardwright pack`: writes a pack into one file, after all checks.

use super::verify;
use crate::args::{Pack, Verify};
use crate::failure::Failure;
use crate::out::{self, counted};
use crate::packs::Packs;
use cardwright_content::{is_zip, write_zip};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Pack) -> Result<ExitCode, Failure> {
    if !is_zip(&args.out) {
        return Err(Failure::Usage(format!("{}: the name must end in .zip", args.out.display())));
    }
    if args.out.exists() {
        return Err(Failure::File(format!("{} exists: remove it, or name another file", args.out.display())));
    }
    let packs = packs.with_last(&args.pack);
    let checks = Verify { pack: Some(args.pack.clone()), strict: false, games: args.games, packs: args.packs.clone() };
    let checked = verify::run(&packs, &checks)?;
    if checked != ExitCode::SUCCESS {
        out::note("nothing was written");
        return Ok(checked);
    }
    let library = packs.open()?;
    let Some(pack) = library.packs.last() else { return Ok(ExitCode::SUCCESS) };
    let files = write_zip(pack, &args.pack, &args.out).map_err(|problem| Failure::File(problem.with_help()))?;
    out::line(format!(
        "✓ wrote {} of {} {} into {}",
        counted(files, "file"),
        pack.id,
        pack.version,
        args.out.display()
    ));
    Ok(ExitCode::SUCCESS)
}
