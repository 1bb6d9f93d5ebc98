//! The demo game, loaded once for each thread.

use cardwright_content::{PackSource, render};
use cardwright_script::{Program, Vm};
use cardwright_table::{Library, SetUp, Table};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The folder of the demo pack.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo")
}

/// The files of the demo pack: (path, text). They are read once.
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

/// A library with the demo pack in memory. Targets do not read it from disk again.
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

/// The demo game's program.
pub(crate) fn program() -> Arc<Program> {
    with_loaded(|loaded| loaded.program.clone())
}

/// A VM for the demo: a used one if there is one.
pub(crate) fn vm() -> Vm {
    let spare = with_loaded(|loaded| loaded.spare_vms.pop());
    spare.unwrap_or_else(|| program().vm().unwrap_or_else(|e| panic!("{}", render(&e, false))))
}

/// Returns a VM for reuse in the next game.
pub(crate) fn reuse_vm(vm: Vm) {
    with_loaded(|loaded| loaded.spare_vms.push(vm));
}

/// The set-up of all targets: the standard scenario as an open game, so undo crosses barriers.
pub(crate) fn set_up() -> SetUp {
    SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() }
}

/// A game of the demo at its first choice.
pub(crate) fn start() -> Table {
    Table::start(program(), vm(), &set_up()).expect("the demo starts")
}
