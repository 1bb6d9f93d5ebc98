//! Scripts as Luau runs them. They are compiled on a thread of their own, the last first, while the VM runs the first; each
//! further VM of the program has them already.

use crate::remembered::{Remembered, key};
use crate::sandbox;
use cardwright_content::{Content, SourceFile};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The scripts of some content by module, as far as they have been compiled; none of one that is not Luau.
#[derive(Debug, Default)]
pub(crate) struct Compiled(BTreeMap<String, OnceLock<Arc<Option<Vec<u8>>>>>);

/// Scripts that are being compiled on a thread of their own while their content is still read.
#[derive(Debug)]
pub struct Compiling {
    scripts: Vec<Arc<SourceFile>>,
    compiled: Arc<Compiled>,
}

impl Compiling {
    /// Begins to compile what [`cardwright_content::scripts`] gives of a game.
    pub fn begin(scripts: Vec<Arc<SourceFile>>) -> Compiling {
        Compiling { compiled: Compiled::begin(&scripts), scripts }
    }

    /// What comes of it, if these are the scripts of the content that was read; else they are compiled.
    pub(crate) fn of(self, content: &Content) -> Arc<Compiled> {
        if self.scripts == content.scripts { self.compiled } else { Compiled::begin(&content.scripts) }
    }
}

impl Compiled {
    /// Begins to compile scripts.
    pub(crate) fn begin(scripts: &[Arc<SourceFile>]) -> Arc<Compiled> {
        let modules = scripts.iter().filter_map(|file| file.module());
        let compiled = Arc::new(Compiled(modules.map(|module| (module.to_owned(), OnceLock::new())).collect()));
        // The thread may outlive the content: it holds its scripts alone.
        let (scripts, into) = (scripts.to_vec(), compiled.clone());
        let beside = move || {
            for file in scripts.iter().rev() {
                into.get(file);
            }
        };
        drop(std::thread::Builder::new().name("compiler".into()).spawn(beside)); // Without it each is compiled when it is run.
        compiled
    }

    /// A script as Luau runs it, compiled now if need be.
    pub(crate) fn get(&self, file: &SourceFile) -> Option<&[u8]> {
        let chunk = self.0.get(file.module()?)?;
        chunk.get_or_init(|| compiled(file)).as_ref().as_ref().map(Vec::as_slice)
    }
}

/// A script compiled, or remembered from when it was.
fn compiled(file: &SourceFile) -> Arc<Option<Vec<u8>>> {
    static COMPILED: Remembered<Option<Vec<u8>>> = Remembered::new();
    COMPILED.or(key(&[0; 32], &file.text), || sandbox::compiler().compile(&file.text).ok())
}
