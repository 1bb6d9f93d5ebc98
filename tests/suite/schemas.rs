//! JSON Schemas for editors: up to date, valid for every file of the games and packs, and as strict as `check` where a
//! schema can be.

mod validator;

use cardwright_cli::schema::{GameNames, Schema, schema_text, schemas};
use cardwright_content::{Content, PackSource, render};
use cardwright_script::Program;
use cardwright_table::Library;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_schemas_are_fresh() {
    let all = schemas(&GameNames::default());
    for of in &all {
        let path = format!("docs/schema/{}.json", of.kind);
        let there = std::fs::read_to_string(root().join(&path)).unwrap_or_default();
        let told = "is not fresh: run `cargo run -- docs content --schema --out docs/schema`";
        assert!(there.replace("\r\n", "\n") == schema_text(&of.schema), "{path} {told}");
    }
    assert_eq!(std::fs::read_dir(root().join("docs/schema")).expect("schemas").count(), all.len());
}

/// Whether a path in a pack fits a pattern: `*` stands for any name, `**` for folders, `<…>` for one name.
fn is_at(pattern: &str, path: &str) -> bool {
    let mut names: Vec<&str> = path.split('/').collect();
    let pattern: Vec<&str> = pattern.split('/').collect();
    if let Some(deep) = pattern.iter().position(|part| *part == "**") {
        if names.len() < pattern.len() - 1 {
            return false;
        }
        let last = names.len() - (pattern.len() - deep - 1);
        names.splice(deep..last, ["**"]);
    }
    let fits = |of: &str, name: &str| match (of, name) {
        ("board.toml" | "rules.toml" | "text.toml" | "pack.toml" | "**", _) => of == name,
        _ if of.contains(['*', '<']) && of.ends_with(".toml") => name.ends_with(".toml"),
        _ if of.starts_with('<') => true,
        _ => of == name,
    };
    pattern.len() == names.len() && pattern.iter().zip(&names).all(|(of, name)| fits(of, name))
}

/// The schema of a file of a pack: a literal name takes precedence over a pattern.
fn schema_of<'a>(all: &'a [Schema], path: &str) -> Option<&'a Schema> {
    let mut fitting: Vec<&Schema> = all.iter().filter(|of| of.paths.iter().any(|at| is_at(at, path))).collect();
    fitting.sort_by_key(|of| of.kind == "scenario");
    fitting.into_iter().next()
}

fn json(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("JSON")
}

fn library(packs: &[PathBuf]) -> Library {
    let sources = packs.iter().cloned().map(PackSource::Folder).collect();
    Library::open(sources).unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
}

/// The ids and declarations of a game with these packs.
fn known(library: &Library, game: &str) -> GameNames {
    let (content, problems) = Content::load(&library.packs, game);
    let content = content.unwrap_or_else(|| panic!("{}", render(&problems, false)));
    let (program, _) =
        Program::load(Arc::new(content)).unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
    GameNames::from_program(&program)
}

/// Validates every TOML file of a pack. Returns how many there were.
fn hold(library: &Library, pack: usize, game: Option<&str>, all: &[Schema]) -> usize {
    let mut held = 0;
    for file in library.packs[pack].files.iter().filter(|file| file.path.ends_with(".toml")) {
        if game.is_some_and(|game| file.path.split('/').nth(1).is_some_and(|of| of != game)) {
            continue;
        }
        let of = schema_of(all, &file.path).unwrap_or_else(|| panic!("no schema for {}", file.path));
        let found = validator::problems(&of.schema, &json(&file.text));
        assert!(found.is_empty(), "{} against {}.json:\n{}", file.display_path(), of.kind, found.join("\n"));
        held += 1;
    }
    held
}

#[test]
fn every_file_of_the_games_fits_its_schema() {
    let all = schemas(&GameNames::default());
    assert!(hold(&library(&[root().to_owned()]), 0, None, &all) > 30);
    assert!(hold(&library(&[root().join("tests/packs/demo")]), 0, None, &all) >= 5);
    let library = library(&[root().to_owned()]);
    for game in library.games() {
        let all = schemas(&known(&library, &game.id));
        assert!(hold(&library, 0, Some(&game.id), &all) >= 4, "{}", game.id);
    }
}

#[test]
fn every_file_of_the_packs_fits_its_schema() {
    let over = |base: &str, pack: &str, game: &str| {
        let library = library(&[root().join(base), root().join(pack)]);
        assert!(hold(&library, 1, Some(game), &schemas(&known(&library, game))) > 0, "{pack}");
    };
    for pack in ["first-pack", "second-pack", "third-pack", "fourth-pack"] {
        over("", &format!("docs/examples/{pack}"), "banana-wars");
    }
    over("", "tests/packs/random-tables", "cuba-libre");
    over("", "tests/packs/swept", "cuba-libre");
    for pack in ["levies", "vigil", "secrets"] {
        over("tests/packs/demo", &format!("tests/packs/{pack}"), "demo");
    }
}

/// The diagnostics of `check` for the demo with one replacement in a file, and the schema's errors for that file.
fn slip(all: &[Schema], path: &str, from: &str, to: &str) -> (Vec<String>, Vec<String>) {
    let library = library(&[root().join("tests/packs/demo")]);
    let mut files: Vec<(String, String)> =
        library.packs[0].files.iter().map(|file| (file.path.clone(), file.text.clone())).collect();
    let (_, text) = files.iter_mut().find(|(at, _)| at == path).expect("a file of the demo");
    assert!(text.contains(from), "`{from}` in {path}");
    *text = text.replacen(from, to, 1);
    let seen = validator::problems(&schema_of(all, path).expect("a schema").schema, &json(text));
    let pack = cardwright_content::Pack::open(PackSource::Memory(files));
    let told = match pack {
        Ok(pack) => Content::load(&[pack], "demo").1,
        Err(problems) => problems,
    };
    (told.into_iter().map(|of| of.code).collect(), seen)
}

const BOARD: &str = "scenarios/demo/board.toml";

#[test]
fn a_schema_sees_what_check_sees() {
    let all = schemas(&GameNames::default());
    for (path, from, to, code) in [
        (BOARD, "count = 8", "cuont = 8", "content::unknown-key"),
        (BOARD, "[[die]]", "[[dice]]", "content::unknown-key"),
        (BOARD, "count = 8\n", "", "content::missing-key"),
        (BOARD, "count = 8", "count = \"8\"", "content::wrong-type"),
        (BOARD, "count = 8", "count = 8.5", "content::wrong-type"),
        (BOARD, "count = 8", "count = -8", "content::bad-range"),
        (BOARD, "named_faces = true", "named_faces = 1", "content::wrong-type"),
        (BOARD, "order = \"set\"", "order = \"stack\"", "content::bad-choice"),
        (BOARD, "audience = \"owner\"", "audience = \"owners\"", "content::bad-choice"),
        (BOARD, "id = \"hills\"", "id = \"The_Hills\"", "content::bad-id"),
        (BOARD, "x = 20", "x = 200", "content::bad-range"),
        (BOARD, "population = \"integer\"", "population = \"intger\"", "content::bad-choice"),
        (BOARD, "type = \"boolean\"", "type = \"booleans\"", "content::bad-choice"),
        (BOARD, "zones = { red = \"0..=2\" }", "zones = { red = \"low\" }", "content::bad-zone"),
        (BOARD, "source = \"reconstructed\"", "source = \"hearsay\"", "content::bad-source"),
        (BOARD, "name = \"Demo\"\n", "", "content::missing-key"),
        ("cards/demo/cards.toml", "game = \"demo\"\n", "", "content::missing-key"),
        ("scripts/demo/text.toml", "label = \"Burn\"", "lable = \"Burn\"", "content::unknown-key"),
    ] {
        let (told, seen) = slip(&all, path, from, to);
        assert!(told.iter().any(|of| of == code), "`{to}`: {told:?}");
        assert!(!seen.is_empty(), "`{to}` in {path} is {code}, and the schema says nothing");
    }
}

#[test]
fn with_a_game_known_a_schema_sees_ids_and_declared_fields() {
    let library = library(&[root().join("tests/packs/demo")]);
    let all = schemas(&known(&library, "demo"));
    for (path, from, to, code) in [
        (BOARD, "owner = \"red\"", "owner = \"rde\"", "content::unknown-side"),
        (BOARD, "supply = \"pool\"", "supply = \"poll\"", "content::unknown-space"),
        (BOARD, "kind = \"province\"", "kind = \"provinces\"", "content::unknown-kind"),
        (BOARD, "until = \"turn\"", "until = \"trun\"", "content::unknown-period"),
        (BOARD, "on = \"province\"", "on = \"provnce\"", "content::unknown-kind"),
        (BOARD, "population = 1", "popluation = 1", "content::unknown-key"),
        ("cards/demo/cards.toml", "number = 1", "nmuber = 1", "content::unknown-key"),
    ] {
        let (told, seen) = slip(&all, path, from, to);
        assert!(told.iter().any(|of| of == code), "`{to}`: {told:?}");
        assert!(!seen.is_empty(), "`{to}` in {path} is {code}, and the schema says nothing");
    }
}

/// Bad packs whose error is a key, a type, a range or the spelling of an id.
#[test]
fn bad_packs_look_bad_in_an_editor() {
    const SEEN: [&str; 6] = ["unknown-key", "missing-key", "wrong-type", "bad-choice", "bad-range", "bad-id"];
    let all = schemas(&GameNames::default());
    let (mut seen, mut blind) = (0, Vec::new());
    let folders = std::fs::read_dir(root().join("tests/bad-packs")).expect("bad packs").flatten();
    for case in folders.filter_map(|folder| std::fs::read_dir(folder.path()).ok()).flatten().flatten() {
        let text = std::fs::read_to_string(case.path()).unwrap_or_default();
        let is_such = |code: &str| text.contains(&format!("says content::{code}"));
        if !SEEN.iter().any(|code| is_such(code)) {
            continue;
        }
        let files = text.split("\n--- ").skip(1).filter_map(|part| part.split_once('\n'));
        let tables = files.filter(|(path, _)| path.trim().ends_with(".toml"));
        let is_seen = tables.into_iter().any(|(path, text)| {
            let (Some(of), Ok(table)) = (schema_of(&all, path.trim()), text.parse::<toml::Table>()) else {
                return false;
            };
            !validator::problems(&of.schema, &serde_json::to_value(table).expect("JSON")).is_empty()
        });
        match is_seen {
            true => seen += 1,
            false => blind.push(case.file_name().to_string_lossy().into_owned()),
        }
    }
    blind.sort();
    assert_eq!(blind, BLIND, "what no schema can see, or does not");
    assert!(seen >= 10, "{seen}");
}

/// What a schema cannot see: Lua, and conditions over several keys.
const BLIND: [&str; 0] = [];

#[test]
fn test_files_fit_their_schemas() {
    let all = schemas(&GameNames::default());
    let mut held = 0;
    for kind in ["perft", "mutants"] {
        let schema = &all.iter().find(|of| of.kind == kind).expect("a schema").schema;
        for game in ["banana-wars", "cuba-libre", "latin-intervention"] {
            let text = std::fs::read_to_string(root().join(format!("tests/{kind}/{game}.toml"))).expect("a file");
            assert_eq!(validator::problems(schema, &json(&text)), Vec::<String>::new(), "{kind} of {game}");
            held += 1;
        }
        assert!(!validator::problems(schema, &json("[[position]]\nid = \"x\"\n[[equivalent]]\nfile = 3\n")).is_empty());
    }
    assert_eq!(held, 6);
}

#[test]
fn schemas_of_a_game_know_what_its_fields_hold() {
    let library = library(&[root().to_owned()]);
    let all = schemas(&known(&library, "banana-wars"));
    let problems = |text: &str| {
        let head = "[meta]\ngame = \"banana-wars\"\n[[card]]\nid = \"47\"\n";
        validator::problems(
            &schema_of(&all, "cards/banana-wars/x.toml").expect("a schema").schema,
            &json(&format!("{head}{text}")),
        )
    };
    assert_eq!(
        problems("number = 3\nkind = \"recurring\"\ncommodity = \"sugar\"\n[card.us]\nap = 2\n"),
        Vec::<String>::new()
    );
    for slip in [
        "number = \"three\"",
        "number = -1",
        "kind = \"recuring\"",
        "commodity = \"suger\"",
        "ap = 3",
        "[card.us]\nap = 11",
        "[card.us]\nnumber = 3",
        "[card.activista]\nap = \"two\"",
        "[card.us]\ntitle = 3",
        "[card.us]\neffects = [{ verb = \"crises\" }]",
    ] {
        assert!(!problems(slip).is_empty(), "{slip}");
    }
}
