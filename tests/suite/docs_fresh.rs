//! Generated pages equal what the engine would generate now.

use cardwright_content::{Content, Pack, PackSource, render};
use cardwright_script::Program;
use std::path::Path;
use std::sync::Arc;

#[track_caller]
fn assert_fresh(path: &str, generated: &str, command: &str) {
    let stored = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap_or_default();
    assert!(stored.replace("\r\n", "\n") == generated, "{path} is not fresh: run `cargo run -- {command} > {path}`");
}

#[test]
fn the_reference_of_script_functions_is_fresh() {
    assert_fresh("docs/api.md", &cardwright_cli::reference::api(), "docs api");
}

#[test]
fn the_reference_of_content_is_fresh() {
    assert_fresh("docs/content.md", &cardwright_cli::content_page::content(), "docs content");
}

#[test]
fn the_types_are_fresh() {
    assert_fresh("scripts/types/host.d.luau", &cardwright_cli::reference::types(), "docs types");
}

/// Returns the type declarations of a game of this pack.
fn game_types(pack: &str, game: &str) -> String {
    let pack = Pack::open(PackSource::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join(pack)))
        .unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let (content, problems) = Content::load(&[pack], game);
    let content = content.unwrap_or_else(|| panic!("{}", render(&problems, false)));
    let (program, _) = Program::load(Arc::new(content)).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    cardwright_cli::game_types(&program)
}

#[test]
fn the_types_of_the_games_are_fresh() {
    for game in ["banana-wars", "cuba-libre", "fortress-america", "latin-intervention", "sierra-madre"] {
        assert_fresh(&format!("scripts/types/{game}.d.luau"), &game_types(".", game), &format!("docs types {game}"));
    }
}

#[test]
fn the_types_of_a_game_declare_its_constants_and_card_fields() {
    let types = game_types("tests/packs/demo", "demo");
    for line in [
        "declare HILLS: Space",
        "declare PROVINCES: Set",
        "declare RED: Side",
        "  [\"01\"]: Card,",
        "  population: number,",
    ] {
        assert!(types.lines().any(|l| l == line), "{line}\n{types}");
    }
}

#[test]
fn every_declared_function_has_a_result_type() {
    let types = cardwright_cli::reference::types();
    for line in types.lines().filter(|l| l.starts_with("declare function ")) {
        assert!(line.contains("): "), "no result in `{line}`");
    }
    assert!(types.contains("declare function roll(die: Die, n: number): {number | Word}"), "{types}");
    assert!(types.contains("export type Space = number"), "{types}");
}
