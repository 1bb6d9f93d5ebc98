//! Helpers for tests of the Lua host: they load the demo game, set positions and answer choices.
#![allow(dead_code, clippy::unwrap_used)] // Each test file uses only some of these.

use cardwright_content::{Content, Pack, PackSource, render};
use cardwright_script::{Program, RunError, Stop, Vm};
use cardwright_state::{Position, hash, notation};
use std::sync::Arc;

/// Loads the demo game, with a pack `more` that has these files. Without files there is no such pack.
pub(crate) fn demo(files: &[(&str, &str)]) -> (Arc<Program>, Vm) {
    load(files).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Returns the errors of the demo game with a pack `more` that has these files.
pub(crate) fn load_error(files: &[(&str, &str)]) -> String {
    load(files).err().unwrap_or_else(|| panic!("the packs load without an error"))
}

fn load(files: &[(&str, &str)]) -> Result<(Arc<Program>, Vm), String> {
    let mut packs = vec![PackSource::Folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo").into())];
    if !files.is_empty() {
        let manifest = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n");
        let pack_files = [manifest].into_iter().chain(files.iter().copied());
        packs.push(PackSource::Memory(pack_files.map(|(path, text)| (path.to_owned(), text.to_owned())).collect()));
    }
    let open = |source| Pack::open(source).unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
    let packs: Vec<Pack> = packs.into_iter().map(open).collect();
    let (content, problems) = Content::load(&packs, "demo");
    let content = content.unwrap_or_else(|| panic!("{}", render(&problems, false)));
    Program::load(Arc::new(content)).map_err(|problems| render(&problems, false))
}

/// Returns the position for a notation. The open steps of the position have not run yet.
pub(crate) fn position_at(vm: &Vm, text: &str) -> Position {
    let board = vm.board().clone();
    let mut position = Position::initial(&board, 7);
    notation::set(&board, &mut position, text).unwrap_or_else(|e| panic!("{e:?}"));
    position.clear_history();
    position
}

/// Returns the rows of the pending choice as text.
pub(crate) fn rows(vm: &Vm) -> Vec<String> {
    vm.choice().rows.iter().map(|row| row.text(vm.board())).collect()
}

/// Answers the pending choice with the row of this text.
pub(crate) fn play(vm: &mut Vm, row: &str) -> Result<Stop, RunError> {
    let index = rows(vm).iter().position(|r| r == row).unwrap_or_else(|| panic!("{row} is not among {:?}", rows(vm)));
    vm.answer(index)
}

/// Returns the full hash of the position.
pub(crate) fn full_hash(vm: &Vm) -> hash::Hash {
    hash::full_hash(vm.board(), &vm.position(), "")
}
