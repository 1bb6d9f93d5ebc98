//! The demo game, loaded once for each thread.

use cardwright_content::{PackSource, render};
use cardwright_script::{Program, Vm};
use cardwright_table::{Library, SetUp, Table};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Returns the folder of the demo pack.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo")
}

/// Returns the paths and texts of the demo pack's files. They are read from disk once.
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

/// Opens a library with the demo pack from memory.
pub(crate) fn library() -> Library {
    Library::open(vec![PackSource::Memory(files())]).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

struct Loaded {
    program: Arc<Program>,
    spare_vms: Vec<Vm>,
}

thread_local! {
    static LOADED: RefCell<Option<Loaded>> = const { RefCell::new(None) };
}

fn with_loaded<T>(use_loaded: impl FnOnce(&mut Loaded) -> T) -> T {
    LOADED.with_borrow_mut(|loaded| {
        use_loaded(loaded.get_or_insert_with(|| {
            let loaded = library().load("demo");
            let (program, vm, _) = loaded.unwrap_or_else(|e| panic!("{}", render(&e, false)));
            Loaded { program, spare_vms: vec![vm] }
        }))
    })
}

/// Returns the demo game's program.
pub(crate) fn program() -> Arc<Program> {
    with_loaded(|loaded| loaded.program.clone())
}

/// Returns a VM for the demo, if possible one that [`reuse_vm`] has stored.
pub(crate) fn vm() -> Vm {
    let spare = with_loaded(|loaded| loaded.spare_vms.pop());
    spare.unwrap_or_else(|| program().vm().unwrap_or_else(|e| panic!("{}", render(&e, false))))
}

/// Stores a VM for the next game.
pub(crate) fn reuse_vm(vm: Vm) {
    with_loaded(|loaded| loaded.spare_vms.push(vm));
}

/// Returns the set-up of all targets: the standard scenario as an open game, in which undo crosses barriers.
pub(crate) fn set_up() -> SetUp {
    SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() }
}

/// Starts a game of the demo.
pub(crate) fn start() -> Table {
    Table::start(program(), vm(), &set_up()).expect("the demo starts")
}
