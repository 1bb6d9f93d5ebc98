//! `cardwright where`: shows the pack, file and line that define or change a thing.

use crate::args::Where;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs};
use cardwright_content::Content;
use cardwright_script::Program;
use cardwright_view::provenance;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(packs: &Packs, args: &Where) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let thing = args.thing.join(" ");
    let games = match &args.game {
        Some(game) => vec![packs::game(&library, game)?],
        None => library.games(),
    };
    let (mut is_found, mut broken, mut without_scripts) = (false, Vec::new(), Vec::new());
    for game in games {
        let (content, problems) = Content::load(&library.packs, &game.id);
        let Some(content) = content else {
            if args.game.is_some() {
                return Err(Failure::Content(problems));
            }
            broken.push(game.id);
            continue;
        };
        // The names that scripts register, such as verbs and actions, are known only after the scripts have loaded.
        let content = Arc::new(content);
        let program = Program::load(content.clone()).ok().map(|(program, _)| program);
        if program.is_none() {
            without_scripts.push(game.id.clone());
        }
        for line in provenance::lines(&content, program.as_deref(), &thing) {
            out::line(format!("{}: {line}", game.id));
            is_found = true;
        }
    }
    for game in &broken {
        out::note(format!("`{game}` does not load and was not searched: see `{}`", library.check_command(game)));
    }
    for game in &without_scripts {
        out::note(format!(
            "the scripts of `{game}` do not load and were not searched: `{}`",
            library.check_command(game)
        ));
    }
    if is_found {
        return Ok(ExitCode::SUCCESS);
    }
    out::note(format!("error: no pack has `{thing}`"));
    Ok(ExitCode::from(FINDINGS))
}
