//! `cardwright whence`: which pack and line set a thing.

use crate::args::Whence;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs};
use cardwright_content::Content;
use cardwright_script::Program;
use cardwright_view::whence;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(packs: &Packs, args: &Whence) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let thing = args.thing.join(" ");
    let games = match &args.game {
        Some(game) => vec![packs::game(&library, game)?],
        None => library.games(),
    };
    let (mut found, mut broken, mut scriptless) = (false, Vec::new(), Vec::new());
    for game in games {
        let (content, problems) = Content::load(&library.packs, &game.id);
        let Some(content) = content else {
            if args.game.is_some() {
                return Err(Failure::Content(problems));
            }
            broken.push(game.id);
            continue;
        };
        // What scripts register is known only if they load.
        let content = Arc::new(content);
        let program = Program::load(content.clone()).ok().map(|(program, _)| program);
        if program.is_none() {
            scriptless.push(game.id.clone());
        }
        for line in whence::lines(&content, program.as_deref(), &thing) {
            out::line(format!("{}: {line}", game.id));
            found = true;
        }
    }
    for game in &broken {
        out::note(format!("`{game}` does not load and was not looked at: `{}`", library.check_command(game)));
    }
    for game in &scriptless {
        out::note(format!(
            "the scripts of `{game}` do not load and were not looked at: `{}`",
            library.check_command(game)
        ));
    }
    if found {
        return Ok(ExitCode::SUCCESS);
    }
    out::note(format!("error: no pack has `{thing}`"));
    Ok(ExitCode::from(FINDINGS))
}
