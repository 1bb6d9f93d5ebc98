//! The demo game, loaded once for each thread.

use cardwright_content::{PackSource, render};
use cardwright_script::{Program, Vm};
use cardwright_table::{Library, SetUp, Table};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The demo pack's folder.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo")
}

/// The files of the demo pack: path and text, read once.
pub(crate) fn files() -> Vec<(String, String)> {
    static FILES: OnceLock<Vec<(String, String)>> = OnceLock::new();
    FILES.get_or_init(read_files).clone()
}

fn read_files() -> Vec<(String, String)> {
    fn walk(folder: &Path, under: &str, out: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("the demo pack is there").flatten() {
            let path = format!("{under}{}", entry.file_name().to_string_lossy());
            match std::fs::read_to_string(entry.path()) {
                Ok(text) => out.push((path, text)),
                Err(_) => walk(&entry.path(), &format!("{path}/"), out),
            }
        }
    }
    let mut out = Vec::new();
    walk(&folder(), "", &mut out);
    out.sort();
    out
}

/// The demo pack, read into memory: nothing a door does reads it again from the disk.
pub(crate) fn library() -> Library {
    Library::open(vec![PackSource::Memory(files())]).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

struct Loaded {
    program: Arc<Program>,
    spare: Vec<Vm>,
}

thread_local! {
    static LOADED: RefCell<Option<Loaded>> = const { RefCell::new(None) };
}

fn with<T>(then: impl FnOnce(&mut Loaded) -> T) -> T {
    LOADED.with_borrow_mut(|loaded| {
        then(loaded.get_or_insert_with(|| {
            let loaded = library().load("demo");
            let (program, vm, _) = loaded.unwrap_or_else(|e| panic!("{}", render(&e, false)));
            Loaded { program, spare: vec![vm] }
        }))
    })
}

/// The demo game's program.
pub(crate) fn program() -> Arc<Program> {
    with(|loaded| loaded.program.clone())
}

/// A VM of it, used before or new.
pub(crate) fn vm() -> Vm {
    let spare = with(|loaded| loaded.spare.pop());
    spare.unwrap_or_else(|| program().vm().unwrap_or_else(|e| panic!("{}", render(&e, false))))
}

/// Keeps a VM for the next game.
pub(crate) fn give_back(vm: Vm) {
    with(|loaded| loaded.spare.push(vm));
}

/// How the doors set up: the standard scenario, whose undo crosses barriers.
pub(crate) fn set_up() -> SetUp {
    SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() }
}

/// A game of the demo at its first choice.
pub(crate) fn start() -> Table {
    Table::start(program(), vm(), &set_up()).expect("the demo starts")
}
