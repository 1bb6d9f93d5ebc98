//! Every fault that may be planted in the files of a game.

use crate::fault::Fault;
use crate::scripts;
use crate::tables;
use cardwright_content::SourceFile;
use cardwright_table::Library;
use std::sync::Arc;

/// Every fault of a game's files: its scripts, its cards, its board and scenarios.
pub(crate) fn all(library: &Library, game: &str) -> Vec<Fault> {
    let folders = ["scripts", "cards", "scenarios"].map(|folder| format!("{folder}/{game}/"));
    let files: Vec<Arc<SourceFile>> = library
        .packs
        .iter()
        .flat_map(|pack| &pack.files)
        .filter(|file| folders.iter().any(|folder| file.path.starts_with(folder)))
        .cloned()
        .collect();
    let mut faults = scripts::faults(&files);
    faults.extend(tables::faults(&files));
    faults
}
