//! `cardwright docs`: the references of the host API and of content, generated, and what editors make of them: types of a game's
//! constants, schemas of its files.

use crate::args::{Docs, Page};
use crate::failure::Failure;
use crate::game_types::game_types;
use crate::packs::{self, Packs};
use crate::schema::{Known, Schema, schemas, written};
use crate::{content_page, out, reference};
use cardwright_content::Content;
use cardwright_script::Program;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(packs: &Packs, args: &Docs) -> Result<ExitCode, Failure> {
    let game = args.game.as_ref().or(args.of_game.as_ref());
    if args.page != Page::Content && args.schema.is_some() {
        return Err(Failure::Usage("schemas are of content: `cardwright docs content --schema`".into()));
    }
    if args.out.is_some() && args.schema.is_none() {
        return Err(Failure::Usage("`--out` is for schemas: `cardwright docs content --schema --out DIR`".into()));
    }
    let text = match (args.page, game) {
        (Page::Api, None) => reference::api(),
        (Page::Types, None) => reference::types(),
        (Page::Api, Some(_)) => return Err(Failure::Usage("the host API is the same for every game".into())),
        (Page::Types, Some(game)) => game_types(program(packs, game)?.as_ref()),
        (Page::Content, game) => match &args.schema {
            Some(kind) => {
                let known = match game {
                    Some(game) => Known::of(program(packs, game)?.as_ref()),
                    None => Known::default(),
                };
                return schema(&schemas(&known), kind, args.out.as_deref());
            }
            None if game.is_some() => {
                return Err(Failure::Usage(
                    "the reference of content is the same for every game; with `--schema` it has a game's ids".into(),
                ));
            }
            None => content_page::content(),
        },
    };
    out::text(&text);
    Ok(ExitCode::SUCCESS)
}

/// A game with its scripts.
fn program(packs: &Packs, game: &str) -> Result<Arc<Program>, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, game)?;
    let (content, problems) = Content::load(&library.packs, &game.id);
    let content = content.ok_or(Failure::Content(problems))?;
    Ok(Program::load(Arc::new(content)).map_err(Failure::Content)?.0)
}

/// Prints a schema, or writes one or all into a folder.
fn schema(all: &[Schema], kind: &str, folder: Option<&Path>) -> Result<ExitCode, Failure> {
    let wanted: Vec<&Schema> = all.iter().filter(|of| kind.is_empty() || of.kind == kind).collect();
    let kinds = || all.iter().map(|of| of.kind.as_str());
    if wanted.is_empty() {
        return Err(Failure::unknown("kind of file", kind, kinds()));
    }
    let Some(folder) = folder else {
        let [one] = wanted.as_slice() else {
            let kinds = kinds().collect::<Vec<_>>().join(", ");
            return Err(Failure::Usage(format!(
                "say of which kind of file ({kinds}), or into which folder: `--out DIR`"
            )));
        };
        out::text(&written(&one.schema));
        return Ok(ExitCode::SUCCESS);
    };
    let failed = |error: std::io::Error| Failure::File(format!("cannot write into {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    for of in wanted {
        std::fs::write(folder.join(format!("{}.json", of.kind)), written(&of.schema)).map_err(failed)?;
    }
    Ok(ExitCode::SUCCESS)
}
