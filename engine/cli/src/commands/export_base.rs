//! `cardwright export-base`: writes the files of the base pack into a folder, to read and to search.

use crate::args::ExportBase;
use crate::failure::Failure;
use crate::out::{self, counted};
use crate::packs::Packs;
use cardwright_content::{ConfinedFolder, FileWrite};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &ExportBase) -> Result<ExitCode, Failure> {
    let failed = |problem: String| Failure::File(format!("{problem}\n  nothing was written"));
    if args.dir.exists() {
        return Err(failed(format!("{} exists: name a folder that does not", args.dir.display())));
    }
    let library = packs.open()?;
    let base = library.packs.first().ok_or_else(|| failed("there is no base pack".to_owned()))?;
    std::fs::create_dir_all(&args.dir).map_err(|error| failed(format!("{}: {error}", args.dir.display())))?;
    let folder = ConfinedFolder::open(&args.dir).map_err(|problem| failed(problem.with_help()))?;
    let files =
        base.files.iter().map(|file| FileWrite { path: file.path.clone(), text: file.text.clone(), old_text: None });
    let written = folder.write_files(&files.collect::<Vec<_>>());
    let written = written.map_err(|problems| {
        failed(problems.iter().map(|problem| problem.with_help()).collect::<Vec<_>>().join("\n  "))
    })?;
    out::line(format!("✓ wrote {} into {}", counted(written.len(), "file"), args.dir.display()));
    Ok(ExitCode::SUCCESS)
}
