//! `cardwright new`: writes the first files of a pack, a game or a part of one.

use crate::args::{New, Part};
use crate::failure::Failure;
use crate::packs::Packs;
use crate::scaffold;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &New) -> Result<ExitCode, Failure> {
    let part = args.what.word();
    args.check_options()?;
    let id = match &args.name {
        Some(name) => name.clone(),
        None => scaffold::ask(&format!("Name of the {part} (its id)"), &[], "", || {
            Failure::Usage(format!("a {part} needs a name: `cardwright new {part} NAME`"))
        })?,
    };
    if args.what == Part::Copy {
        scaffold::new_copy(packs, &id, args)?.write()?;
        return Ok(ExitCode::SUCCESS);
    }
    scaffold::check_id(&id, part)?;
    let files = match args.what {
        Part::Pack => scaffold::new_pack(packs, &id, args)?,
        Part::Game => scaffold::new_game(packs, &id, args)?,
        _ => scaffold::new_part(packs, &id, args)?,
    };
    files.write()?;
    Ok(ExitCode::SUCCESS)
}
