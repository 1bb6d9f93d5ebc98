//! Remembers the folders of packs by pack id, so that `--resume` finds them again.
//!
//! The list is stored in the data folder and not in records, because players may share records. Only folders named by
//! `--pack` are remembered. Errors are ignored, because the player can name the packs again.

use crate::packs::{Packs, current_pack, source_of};
use crate::recorded_game::last_content;
use crate::saved_games;
use cardwright_content::Pack;
use cardwright_table::record::Contents;
use cardwright_table::{Library, ReadRecord};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest number of folders remembered for one pack id.
const MAX_FOLDERS: usize = 8;

/// Folders by pack id, the most recent first.
type Folders = BTreeMap<String, Vec<String>>;

fn list_file() -> Option<PathBuf> {
    saved_games::data_folder().map(|folder| folder.join("packs.json"))
}

fn read_list(file: &Path) -> Folders {
    std::fs::read(file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
}

/// Remembers the folders of the packs over the base pack.
pub(crate) fn remember(packs: &Packs, library: &Library) {
    let Some(file) = list_file().filter(|_| !packs.overlays.is_empty()) else { return };
    let previous = read_list(&file);
    let mut folders = previous.clone();
    let base = library.packs.len() - packs.overlays.len();
    for (folder, pack) in packs.overlays.iter().zip(&library.packs[base..]) {
        let Some(folder) = folder.canonicalize().ok().and_then(|folder| folder.to_str().map(str::to_owned)) else {
            continue;
        };
        let of_pack = folders.entry(pack.id.clone()).or_default();
        of_pack.retain(|other| *other != folder);
        of_pack.insert(0, folder);
        of_pack.truncate(MAX_FOLDERS);
    }
    if folders != previous {
        let text = serde_json::to_string_pretty(&folders).unwrap_or_default();
        // After a failure the next game with these packs tries again.
        let _ = cardwright_table::record::replace_name(&file, text.as_bytes());
    }
}

/// Adds folders to the packs of the command line, so that the packs with which the record was last played are complete:
/// the pack of the current folder if it is one of them and the command line names none, and remembered folders. Returns
/// the packs in layering order. Returns `None` if no pack is missing, or if the folder of a missing pack is not found.
pub(crate) fn find(packs: &Packs, library: &Library, path: &Path, record: &ReadRecord) -> Option<Packs> {
    let base = library.packs.len() - packs.overlays.len();
    let is_base = |id: &str| library.packs[..base].iter().any(|pack| pack.id == id);
    let named_folder = |id: &str| {
        let index = library.packs[base..].iter().position(|pack| pack.id == id)?;
        Some(packs.overlays[index].clone())
    };
    let first_packs = || record.header.packs.iter().map(|(id, ..)| id.clone()).collect();
    let mut needed: Vec<String> = Contents::for_record(path).ids(last_content(record)).unwrap_or_else(first_packs);
    needed.retain(|id| !is_base(id));
    if needed.iter().all(|id| named_folder(id).is_some()) {
        return None;
    }
    let current = current_pack().filter(|_| packs.overlays.is_empty());
    let remembered = list_file().map(|file| read_list(&file)).unwrap_or_default();
    let mut overlays = Vec::new();
    for id in &needed {
        let current_folder = || current.clone().filter(|folder| is_pack(folder, id));
        let remembered_folder = || remembered.get(id)?.iter().map(PathBuf::from).find(|folder| is_pack(folder, id));
        overlays.push(named_folder(id).or_else(current_folder).or_else(remembered_folder)?);
    }
    // Other packs from the command line come last.
    let others = packs.overlays.iter().filter(|folder| !overlays.contains(folder)).cloned().collect::<Vec<_>>();
    overlays.extend(others);
    Some(Packs { overlays, ..packs.clone() })
}

/// Whether a folder or file still holds the pack with this id.
fn is_pack(path: &Path, id: &str) -> bool {
    path.exists() && Pack::open(source_of(path)).is_ok_and(|pack| pack.id == id)
}
