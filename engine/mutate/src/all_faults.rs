//! Collects every fault that can be planted in the files of a game.

use crate::fault::Fault;
use crate::script_faults;
use crate::toml_faults;
use cardwright_content::SourceFile;
use cardwright_table::Library;
use std::sync::Arc;

/// Lists all possible faults in a game's scripts, cards, board and scenarios.
pub(crate) fn all_faults(library: &Library, game: &str) -> Vec<Fault> {
    let folders = ["scripts", "cards", "scenarios"].map(|folder| format!("{folder}/{game}/"));
    let files: Vec<Arc<SourceFile>> = library
        .packs
        .iter()
        .flat_map(|pack| &pack.files)
        .filter(|file| folders.iter().any(|folder| file.path.starts_with(folder)))
        .cloned()
        .collect();
    let mut faults = script_faults::faults(&files);
    faults.extend(toml_faults::faults(&files));
    faults
}
