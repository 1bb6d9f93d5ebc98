//! The demo game for tests of the Lua host: loaded, set up, answered.
#![allow(dead_code, clippy::unwrap_used)] // Each test file uses only some of these.

use cardwright_content::{Content, Pack, PackSource, render};
use cardwright_script::{Program, RunError, Stop, Vm};
use cardwright_state::{Position, hash, notation};
use std::sync::Arc;

/// The demo, with the files of a pack `more` if there are any.
pub(crate) fn demo(files: &[(&str, &str)]) -> (Arc<Program>, Vm) {
    load(files).unwrap_or_else(|shown| panic!("{shown}"))
}

/// The errors of the demo with the files of a pack `more`.
pub(crate) fn load_error(files: &[(&str, &str)]) -> String {
    load(files).err().unwrap_or_else(|| panic!("it loads"))
}

fn load(files: &[(&str, &str)]) -> Result<(Arc<Program>, Vm), String> {
    let mut packs = vec![PackSource::Folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo").into())];
    if !files.is_empty() {
        let manifest = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n");
        let all = [manifest].into_iter().chain(files.iter().copied());
        packs.push(PackSource::Memory(all.map(|(path, text)| (path.to_owned(), text.to_owned())).collect()));
    }
    let open = |source| Pack::open(source).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let packs: Vec<Pack> = packs.into_iter().map(open).collect();
    let (content, problems) = Content::load(&packs, "demo");
    let content = content.unwrap_or_else(|| panic!("{}", render(&problems, false)));
    Program::load(Arc::new(content)).map_err(|e| render(&e, false))
}

/// The position for this notation. Its open steps have not run yet.
pub(crate) fn at(vm: &Vm, text: &str) -> Position {
    let board = vm.board().clone();
    let mut position = Position::initial(&board, 7);
    notation::set(&board, &mut position, text).unwrap_or_else(|e| panic!("{e:?}"));
    position.clear_history();
    position
}

/// The rows of the pending choice.
pub(crate) fn rows(vm: &Vm) -> Vec<String> {
    vm.choice().rows.iter().map(|r| r.text(vm.board())).collect()
}

/// Answers with a row by its text.
pub(crate) fn play(vm: &mut Vm, row: &str) -> Result<Stop, RunError> {
    let at = rows(vm).iter().position(|r| r == row).unwrap_or_else(|| panic!("{row} is not among {:?}", rows(vm)));
    vm.answer(at)
}

/// The full hash.
pub(crate) fn full(vm: &Vm) -> hash::Hash {
    hash::full_hash(vm.board(), &vm.position(), "")
}
