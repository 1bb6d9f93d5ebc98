//! `cardwright docs`: prints generated references, and types and schemas for editors.

use crate::args::{Docs, DocsPage};
use crate::failure::Failure;
use crate::game_types::game_types;
use crate::packs::{self, Packs};
use crate::schema::{GameNames, Schema, schema_text, schemas};
use crate::{content_page, out, reference};
use cardwright_content::Content;
use cardwright_script::Program;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(packs: &Packs, args: &Docs) -> Result<ExitCode, Failure> {
    let game = args.game.as_ref().or(args.schema_game.as_ref());
    if args.page != DocsPage::Content && args.schema.is_some() {
        return Err(Failure::Usage("`--schema` is for content: `cardwright docs content --schema`".into()));
    }
    if args.out.is_some() && args.schema.is_none() {
        return Err(Failure::Usage("`--out` is for schemas: `cardwright docs content --schema --out DIR`".into()));
    }
    let text = match (args.page, game) {
        (DocsPage::Api, None) => reference::api(),
        (DocsPage::Types, None) => reference::types(),
        (DocsPage::Api, Some(_)) => return Err(Failure::Usage("the host API is the same for every game".into())),
        (DocsPage::Types, Some(game)) => game_types(load_program(packs, game)?.as_ref()),
        (DocsPage::Content, game) => match &args.schema {
            Some(kind) => {
                let names = match game {
                    Some(game) => GameNames::from_program(load_program(packs, game)?.as_ref()),
                    None => GameNames::default(),
                };
                return print_schemas(&schemas(&names), kind, args.out.as_deref());
            }
            None if game.is_some() => {
                return Err(Failure::Usage(
                    "the content reference is the same for every game; schemas (`--schema`) have a game's ids".into(),
                ));
            }
            None => content_page::content(),
        },
    };
    out::text(&text);
    Ok(ExitCode::SUCCESS)
}

fn load_program(packs: &Packs, game: &str) -> Result<Arc<Program>, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, game)?;
    let (content, problems) = Content::load(&library.packs, &game.id);
    let content = content.ok_or(Failure::Content(problems))?;
    Ok(Program::load(Arc::new(content)).map_err(Failure::Content)?.0)
}

/// Prints a schema, or writes one or all schemas into a folder.
fn print_schemas(schemas: &[Schema], kind: &str, folder: Option<&Path>) -> Result<ExitCode, Failure> {
    let chosen: Vec<&Schema> = schemas.iter().filter(|schema| kind.is_empty() || schema.kind == kind).collect();
    let kinds = || schemas.iter().map(|schema| schema.kind.as_str());
    if chosen.is_empty() {
        return Err(Failure::unknown("kind of file", kind, kinds()));
    }
    let Some(folder) = folder else {
        let [schema] = chosen.as_slice() else {
            let kinds = kinds().collect::<Vec<_>>().join(", ");
            return Err(Failure::Usage(format!(
                "name a kind of file ({kinds}), or a folder for all schemas: `--out DIR`"
            )));
        };
        out::text(&schema_text(&schema.schema));
        return Ok(ExitCode::SUCCESS);
    };
    let failed = |error: std::io::Error| Failure::File(format!("cannot write into {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    for schema in chosen {
        std::fs::write(folder.join(format!("{}.json", schema.kind)), schema_text(&schema.schema)).map_err(failed)?;
    }
    Ok(ExitCode::SUCCESS)
}
