//! `cardwright docs`: the reference of the host API, generated, and the types of a game's constants for editors.

use crate::args::{Docs, Page};
use crate::failure::Failure;
use crate::game_types::game_types;
use crate::packs::{self, Packs};
use crate::{content_page, out, reference};
use cardwright_content::Content;
use cardwright_script::Program;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(packs: &Packs, args: &Docs) -> Result<ExitCode, Failure> {
    out::text(&match (args.page, &args.game) {
        (Page::Api, None) => reference::api(),
        (Page::Types, None) => reference::types(),
        (Page::Content, _) => content_page::content(),
        (Page::Api, Some(_)) => return Err(Failure::Usage("the host API is the same for every game".into())),
        (Page::Types, Some(game)) => {
            let library = packs.open()?;
            let game = packs::game(&library, game)?;
            let (content, problems) = Content::load(&library.packs, &game.id);
            let content = content.ok_or(Failure::Content(problems))?;
            let (program, _) = Program::load(Arc::new(content)).map_err(Failure::Content)?;
            game_types(&program)
        }
    });
    Ok(ExitCode::SUCCESS)
}
