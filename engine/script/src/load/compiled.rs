//! Scripts as Luau runs them. They are compiled on a thread of their own, the last first, while the VM runs the first; each
//! further VM of the program has them already.

use crate::sandbox;
use cardwright_content::{Content, SourceFile};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The scripts of some content by module, as far as they have been compiled; none of one that is not Luau.
#[derive(Debug, Default)]
pub(crate) struct Compiled(BTreeMap<String, OnceLock<Option<Vec<u8>>>>);

impl Compiled {
    /// Begins to compile the scripts of some content.
    pub(crate) fn begin(content: &Arc<Content>) -> Arc<Compiled> {
        let modules = content.scripts.iter().filter_map(|file| file.module());
        let compiled = Arc::new(Compiled(modules.map(|module| (module.to_owned(), OnceLock::new())).collect()));
        let (content, into) = (content.clone(), compiled.clone());
        let beside = move || {
            for file in content.scripts.iter().rev() {
                into.get(file);
            }
        };
        drop(std::thread::Builder::new().name("compiler".into()).spawn(beside)); // Without it each is compiled when it is run.
        compiled
    }

    /// A script as Luau runs it, compiled now if need be.
    pub(super) fn get(&self, file: &SourceFile) -> Option<&[u8]> {
        let chunk = self.0.get(file.module()?)?;
        chunk.get_or_init(|| sandbox::compiler().compile(&file.text).ok()).as_deref()
    }
}
