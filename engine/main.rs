//! The `cardwright` binary. Contains the base pack, so it runs without other files.

use cardwright_cli::BasePack;
use include_dir::{Dir, include_dir};
use std::process::ExitCode;

static CARDS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/cards");
static LAYOUTS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/layouts");
static SCENARIOS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");
static SCRIPTS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/scripts");
static PERFT: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/perft");
static RULE_TESTS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/rules");

/// The folders of the base pack, each with its path in the pack.
static BASE: [(&str, &Dir<'static>); 6] = [
    ("cards", &CARDS),
    ("layouts", &LAYOUTS),
    ("scenarios", &SCENARIOS),
    ("scripts", &SCRIPTS),
    ("tests/perft", &PERFT),
    ("tests/rules", &RULE_TESTS),
];

fn main() -> ExitCode {
    cardwright_cli::main(BasePack(&BASE))
}
