//! Scripts compiled to bytecode. A script is compiled when a VM first runs it. All VMs of a program share the bytecode.

use crate::compile_cache::{Cache, key};
use crate::sandbox;
use cardwright_content::SourceFile;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The bytecode of a game's scripts by module. An entry is empty until the script is compiled. The bytecode is `None`
/// if the script has a syntax error.
#[derive(Debug, Default)]
pub(crate) struct CompiledScripts(BTreeMap<String, OnceLock<Arc<Option<Vec<u8>>>>>);

impl CompiledScripts {
    pub(crate) fn new(scripts: &[Arc<SourceFile>]) -> CompiledScripts {
        let modules = scripts.iter().filter_map(|file| file.module());
        CompiledScripts(modules.map(|module| (module.to_owned(), OnceLock::new())).collect())
    }

    /// Returns the bytecode of a script. Compiles the script now if necessary. Returns `None` if the script has a
    /// syntax error.
    pub(crate) fn get(&self, file: &SourceFile) -> Option<&[u8]> {
        let chunk = self.0.get(file.module()?)?;
        chunk.get_or_init(|| compile(file)).as_ref().as_ref().map(Vec::as_slice)
    }
}

/// Compiles a script, or takes its bytecode from the cache.
fn compile(file: &SourceFile) -> Arc<Option<Vec<u8>>> {
    // The zeros in the key say that the bytecode depends on nothing but the text.
    static COMPILED: Cache<Option<Vec<u8>>> = Cache::new();
    COMPILED.get_or_compute(key(&[0; 32], &file.text), || sandbox::compiler().compile(&file.text).ok())
}
