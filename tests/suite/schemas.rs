//! JSON Schemas for editors: the stored files are up to date, every TOML file of the games and packs is valid, and a
//! schema reports the errors of `check` that it can express.

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
fn the_stored_schemas_are_up_to_date() {
    let all = schemas(&GameNames::default());
    for schema in &all {
        let path = format!("docs/schema/{}.json", schema.kind);
        let stored = std::fs::read_to_string(root().join(&path)).unwrap_or_default();
        let remedy = "is out of date: run `cargo run -- docs content --schema --out docs/schema`";
        assert!(stored.replace("\r\n", "\n") == schema_text(&schema.schema), "{path} {remedy}");
    }
    assert_eq!(std::fs::read_dir(root().join("docs/schema")).expect("schemas").count(), all.len());
}

/// Returns whether a path fits a pattern. In the pattern `*` and `<…>` stand for one name, `**` for any folders.
fn path_matches(pattern: &str, path: &str) -> bool {
    let mut names: Vec<&str> = path.split('/').collect();
    let pattern: Vec<&str> = pattern.split('/').collect();
    if let Some(start) = pattern.iter().position(|part| *part == "**") {
        if names.len() < pattern.len() - 1 {
            return false;
        }
        let end = names.len() - (pattern.len() - start - 1);
        names.splice(start..end, ["**"]);
    }
    let fits = |part: &str, name: &str| match (part, name) {
        ("board.toml" | "rules.toml" | "text.toml" | "pack.toml" | "**", _) => part == name,
        _ if part.contains(['*', '<']) && part.ends_with(".toml") => name.ends_with(".toml"),
        _ if part.starts_with('<') => true,
        _ => part == name,
    };
    pattern.len() == names.len() && pattern.iter().zip(&names).all(|(part, name)| fits(part, name))
}

/// Returns the schema for a file of a pack. Other kinds take precedence over `scenario`, whose pattern fits many files.
fn schema_of<'a>(all: &'a [Schema], path: &str) -> Option<&'a Schema> {
    let fits = |schema: &&Schema| schema.paths.iter().any(|pattern| path_matches(pattern, path));
    let mut fitting: Vec<&Schema> = all.iter().filter(fits).collect();
    fitting.sort_by_key(|schema| schema.kind == "scenario");
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

/// Returns the ids and declarations of a game.
fn game_names(library: &Library, game: &str) -> GameNames {
    let (content, problems) = Content::load(&library.packs, game);
    let content = content.unwrap_or_else(|| panic!("{}", render(&problems, false)));
    let (program, _) =
        Program::load(Arc::new(content)).unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
    GameNames::from_program(&program)
}

/// Validates every TOML file of a pack and counts the files. If `game` is given, files of other games are skipped.
fn count_valid_files(library: &Library, pack: usize, game: Option<&str>, all: &[Schema]) -> usize {
    let mut file_count = 0;
    for file in library.packs[pack].files.iter().filter(|file| file.path.ends_with(".toml")) {
        if game.is_some_and(|game| file.path.split('/').nth(1).is_some_and(|folder| folder != game)) {
            continue;
        }
        let schema = schema_of(all, &file.path).unwrap_or_else(|| panic!("no schema for {}", file.path));
        let errors = validator::problems(&schema.schema, &json(&file.text));
        assert!(errors.is_empty(), "{} against {}.json:\n{}", file.display_path(), schema.kind, errors.join("\n"));
        file_count += 1;
    }
    file_count
}

#[test]
fn every_file_of_the_games_fits_its_schema() {
    let all = schemas(&GameNames::default());
    assert!(count_valid_files(&library(&[root().to_owned()]), 0, None, &all) > 30);
    assert!(count_valid_files(&library(&[root().join("tests/packs/demo")]), 0, None, &all) >= 5);
    let library = library(&[root().to_owned()]);
    for game in library.games() {
        let all = schemas(&game_names(&library, &game.id));
        assert!(count_valid_files(&library, 0, Some(&game.id), &all) >= 4, "{}", game.id);
    }
}

#[test]
fn every_file_of_the_packs_fits_its_schema() {
    let assert_pack_is_valid = |base: &str, pack: &str, game: &str| {
        let library = library(&[root().join(base), root().join(pack)]);
        assert!(count_valid_files(&library, 1, Some(game), &schemas(&game_names(&library, game))) > 0, "{pack}");
    };
    for pack in ["first-pack", "second-pack", "third-pack", "fourth-pack"] {
        assert_pack_is_valid("", &format!("docs/examples/{pack}"), "banana-wars");
    }
    assert_pack_is_valid("", "tests/packs/random-tables", "cuba-libre");
    assert_pack_is_valid("", "tests/packs/swept", "cuba-libre");
    assert_pack_is_valid("", "tests/packs/loans", "loans");
    for pack in ["levies", "vigil", "secrets"] {
        assert_pack_is_valid("tests/packs/demo", &format!("tests/packs/{pack}"), "demo");
    }
}

/// Replaces a text in a file of the demo. Returns the codes of the diagnostics of `check`, and the schema's errors for
/// the file.
fn errors_after_replacing(all: &[Schema], path: &str, from: &str, to: &str) -> (Vec<String>, Vec<String>) {
    let library = library(&[root().join("tests/packs/demo")]);
    let mut files: Vec<(String, String)> =
        library.packs[0].files.iter().map(|file| (file.path.clone(), file.text.clone())).collect();
    let (_, text) = files.iter_mut().find(|(file_path, _)| file_path == path).expect("a file of the demo");
    assert!(text.contains(from), "`{from}` in {path}");
    *text = text.replacen(from, to, 1);
    let schema_errors = validator::problems(&schema_of(all, path).expect("a schema").schema, &json(text));
    let pack = cardwright_content::Pack::open(PackSource::Memory(files));
    let problems = match pack {
        Ok(pack) => Content::load(&[pack], "demo").1,
        Err(problems) => problems,
    };
    (problems.into_iter().map(|problem| problem.code).collect(), schema_errors)
}

const BOARD: &str = "scenarios/demo/board.toml";

#[test]
fn a_schema_reports_errors_that_check_reports() {
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
        let (codes, schema_errors) = errors_after_replacing(&all, path, from, to);
        assert!(codes.iter().any(|found| found == code), "`{to}`: {codes:?}");
        assert!(!schema_errors.is_empty(), "`{to}` in {path} is {code}, and the schema says nothing");
    }
}

#[test]
fn the_schema_of_a_game_reports_unknown_ids_and_fields() {
    let library = library(&[root().join("tests/packs/demo")]);
    let all = schemas(&game_names(&library, "demo"));
    for (path, from, to, code) in [
        (BOARD, "owner = \"red\"", "owner = \"rde\"", "content::unknown-side"),
        (BOARD, "supply = \"pool\"", "supply = \"poll\"", "content::unknown-space"),
        (BOARD, "kind = \"province\"", "kind = \"provinces\"", "content::unknown-kind"),
        (BOARD, "until = \"turn\"", "until = \"trun\"", "content::unknown-period"),
        (BOARD, "on = \"province\"", "on = \"provnce\"", "content::unknown-kind"),
        (BOARD, "population = 1", "popluation = 1", "content::unknown-key"),
        ("cards/demo/cards.toml", "number = 1", "nmuber = 1", "content::unknown-key"),
    ] {
        let (codes, schema_errors) = errors_after_replacing(&all, path, from, to);
        assert!(codes.iter().any(|found| found == code), "`{to}`: {codes:?}");
        assert!(!schema_errors.is_empty(), "`{to}` in {path} is {code}, and the schema says nothing");
    }
}

/// The schemas report errors in the bad packs whose expected diagnostic has one of `VISIBLE_CODES`.
#[test]
fn schemas_report_errors_in_bad_packs() {
    const VISIBLE_CODES: [&str; 6] = ["unknown-key", "missing-key", "wrong-type", "bad-choice", "bad-range", "bad-id"];
    let all = schemas(&GameNames::default());
    let (mut detected, mut undetected) = (0, Vec::new());
    let folders = std::fs::read_dir(root().join("tests/bad-packs")).expect("bad packs").flatten();
    for case in folders.filter_map(|folder| std::fs::read_dir(folder.path()).ok()).flatten().flatten() {
        let text = std::fs::read_to_string(case.path()).unwrap_or_default();
        let expects = |code: &str| text.contains(&format!("says content::{code}"));
        if !VISIBLE_CODES.iter().any(|code| expects(code)) {
            continue;
        }
        let files = text.split("\n--- ").skip(1).filter_map(|part| part.split_once('\n'));
        let tables = files.filter(|(path, _)| path.trim().ends_with(".toml"));
        let is_seen = tables.into_iter().any(|(path, text)| {
            let (Some(schema), Ok(table)) = (schema_of(&all, path.trim()), text.parse::<toml::Table>()) else {
                return false;
            };
            !validator::problems(&schema.schema, &serde_json::to_value(table).expect("JSON")).is_empty()
        });
        match is_seen {
            true => detected += 1,
            false => undetected.push(case.file_name().to_string_lossy().into_owned()),
        }
    }
    undetected.sort();
    assert_eq!(undetected, UNDETECTED, "bad packs in which the schemas report nothing");
    assert!(detected >= 10, "{detected}");
}

/// The bad packs with one of `VISIBLE_CODES` in which the schemas report nothing. There are none.
const UNDETECTED: [&str; 0] = [];

#[test]
fn test_files_fit_their_schemas() {
    let all = schemas(&GameNames::default());
    let mut file_count = 0;
    for kind in ["perft", "mutants"] {
        let schema = &all.iter().find(|schema| schema.kind == kind).expect("a schema").schema;
        for game in ["banana-wars", "cuba-libre", "latin-intervention"] {
            let text = std::fs::read_to_string(root().join(format!("tests/{kind}/{game}.toml"))).expect("a file");
            assert_eq!(validator::problems(schema, &json(&text)), Vec::<String>::new(), "{kind} of {game}");
            file_count += 1;
        }
        assert!(!validator::problems(schema, &json("[[position]]\nid = \"x\"\n[[equivalent]]\nfile = 3\n")).is_empty());
    }
    assert_eq!(file_count, 6);
}

#[test]
fn the_schema_of_a_game_checks_the_values_of_card_fields() {
    let library = library(&[root().to_owned()]);
    let all = schemas(&game_names(&library, "banana-wars"));
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
    for mistake in [
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
        assert!(!problems(mistake).is_empty(), "{mistake}");
    }
}
