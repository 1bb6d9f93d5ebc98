//! `cardwright new`: a pack, a game, or a part of one to begin with.

use crate::args::{New, Part};
use crate::failure::Failure;
use crate::packs::Packs;
use crate::scaffold;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &New) -> Result<ExitCode, Failure> {
    let what = args.what.word();
    args.fit()?;
    let id = match &args.name {
        Some(name) => name.clone(),
        None => scaffold::ask(&format!("Name of the {what} (its id)"), &[], "", || {
            Failure::Usage(format!("a {what} needs a name: `cardwright new {what} NAME`"))
        })?,
    };
    scaffold::is_id(&id, what)?;
    let made = match args.what {
        Part::Pack => scaffold::new_pack(packs, &id, args)?,
        Part::Game => scaffold::new_game(packs, &id, args)?,
        _ => scaffold::new_part(packs, &id, args)?,
    };
    made.write()?;
    Ok(ExitCode::SUCCESS)
}
