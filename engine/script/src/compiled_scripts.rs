//! Scripts compiled to bytecode. The VM runs the scripts from the first to the last, and compiles a script if
//! necessary. Meanwhile, a background thread compiles the scripts from the last to the first, so the two seldom wait
//! for the same script. All VMs of a program share the bytecode.

use crate::compile_cache::{Cache, key};
use crate::sandbox;
use cardwright_content::{Content, SourceFile};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The bytecode of a game's scripts by module. An entry is empty until the script is compiled. The bytecode is `None`
/// if the script has a syntax error.
#[derive(Debug, Default)]
pub(crate) struct CompiledScripts(BTreeMap<String, OnceLock<Arc<Option<Vec<u8>>>>>);

/// A compilation that runs in the background while the game's content is still being read.
#[derive(Debug)]
pub struct ScriptCompilation {
    scripts: Vec<Arc<SourceFile>>,
    compiled: Arc<CompiledScripts>,
}

impl ScriptCompilation {
    /// Starts to compile the scripts of a game: see [`cardwright_content::scripts`].
    pub fn start(scripts: Vec<Arc<SourceFile>>) -> ScriptCompilation {
        ScriptCompilation { compiled: CompiledScripts::start(&scripts), scripts }
    }

    /// Returns the bytecode of the content's scripts. If the content has other scripts than this compilation, starts to
    /// compile the content's scripts.
    pub(crate) fn for_content(self, content: &Content) -> Arc<CompiledScripts> {
        if self.scripts == content.scripts { self.compiled } else { CompiledScripts::start(&content.scripts) }
    }
}

impl CompiledScripts {
    /// Starts to compile scripts in the background.
    pub(crate) fn start(scripts: &[Arc<SourceFile>]) -> Arc<CompiledScripts> {
        let modules = scripts.iter().filter_map(|file| file.module());
        let compiled = Arc::new(CompiledScripts(modules.map(|module| (module.to_owned(), OnceLock::new())).collect()));
        // The thread may live longer than the content, so it gets copies of the `Arc`s.
        let (scripts, filled) = (scripts.to_vec(), compiled.clone());
        let compile_all = move || {
            for file in scripts.iter().rev() {
                filled.get(file);
            }
        };
        // If the system gives no further thread, the VM compiles each script when it runs the script.
        drop(std::thread::Builder::new().name("compiler".into()).spawn(compile_all));
        compiled
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
