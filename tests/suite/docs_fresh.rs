//! What is generated from the engine is as the engine would generate it now.

use std::path::Path;

#[track_caller]
fn fresh(path: &str, now: &str, command: &str) {
    let there = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap_or_default();
    assert!(there.replace("\r\n", "\n") == now, "{path} is not fresh: run `cargo run -- {command} > {path}`");
}

#[test]
fn the_reference_is_fresh() {
    fresh("docs/api.md", &cardwright_cli::reference::api(), "docs api");
}

#[test]
fn the_types_are_fresh() {
    fresh("scripts/types/host.d.luau", &cardwright_cli::reference::types(), "docs types");
}

#[test]
fn every_signature_becomes_a_declaration() {
    let types = cardwright_cli::reference::types();
    for line in types.lines().filter(|l| l.starts_with("declare ")) {
        assert!(line.contains("): "), "no result in `{line}`");
    }
    assert!(types.contains("declare function roll(die: Die, n: number): {number}"), "{types}");
    assert!(types.contains("type Space = number"), "{types}");
}
