//! `cardwright whence`: which pack and line set a thing.

use crate::args::Whence;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs};
use cardwright_content::{Content, whence};
use cardwright_script::Program;
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
        for line in lines(&content, program.as_deref(), &thing) {
            out::line(format!("{}: {line}", game.id));
            found = true;
        }
    }
    for game in &broken {
        out::note(format!("`{game}` does not load and was not looked at: `cardwright check {game}`"));
    }
    for game in &scriptless {
        out::note(format!("the scripts of `{game}` do not load and were not looked at: `cardwright check {game}`"));
    }
    if found {
        return Ok(ExitCode::SUCCESS);
    }
    out::note(format!("error: no pack has `{thing}`"));
    Ok(ExitCode::from(FINDINGS))
}

/// Who set a thing, in order: `space high-pass: scenarios/demo/board.toml:12 (name, kind)`.
pub(crate) fn lines(content: &Content, program: Option<&Program>, thing: &str) -> Vec<String> {
    let mut out = Vec::new();
    for entry in whence(content, thing) {
        for origin in &entry.origins {
            let keys = if origin.keys.is_empty() { String::new() } else { format!(" ({})", origin.keys.join(", ")) };
            out.push(format!("{} {}: {}:{}{keys}", entry.kind, entry.id, origin.file.shown(), origin.line));
        }
    }
    let thing = thing.trim();
    for it in program.iter().flat_map(|p| &p.registered) {
        if it.id == thing || thing.strip_prefix(it.kind).is_some_and(|id| id.trim() == it.id) {
            out.push(format!("{} {}: {}", it.kind, it.id, it.at));
        }
    }
    out
}
