//! Where packs lay when games were last played with them: kept on this machine, never in a record, which may be handed on.
//!
//! A folder is found again only if it was named by `--pack` before, and is still the pack of that id. That it cannot be kept is no
//! error: then folders are named anew.

use crate::packs::Packs;
use crate::recorded::last_content;
use crate::saved;
use cardwright_content::{Pack, PackSource};
use cardwright_table::record::Contents;
use cardwright_table::{Library, ReadRecord};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Folders kept for one id, the last first.
const MOST: usize = 8;

/// Folders by the id of their pack.
type Folders = BTreeMap<String, Vec<String>>;

fn file() -> Option<PathBuf> {
    saved::data().map(|folder| folder.join("packs.json"))
}

fn read(file: &Path) -> Folders {
    std::fs::read(file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
}

/// Keeps the folders of a game's packs, beyond its base.
pub(crate) fn keep(packs: &Packs, library: &Library) {
    let Some(file) = file().filter(|_| !packs.more.is_empty()) else { return };
    let before = read(&file);
    let mut folders = before.clone();
    let base = library.packs.len() - packs.more.len();
    for (folder, pack) in packs.more.iter().zip(&library.packs[base..]) {
        let Some(folder) = folder.canonicalize().ok().and_then(|folder| folder.to_str().map(str::to_owned)) else {
            continue;
        };
        let all = folders.entry(pack.id.clone()).or_default();
        all.retain(|other| *other != folder);
        all.insert(0, folder);
        all.truncate(MOST);
    }
    if folders != before {
        let aside = file.with_extension("json.new");
        let text = serde_json::to_string_pretty(&folders).unwrap_or_default();
        let made = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        // The next game with these packs tries again.
        let _ = made.and_then(|()| std::fs::write(&aside, text)).and_then(|()| std::fs::rename(&aside, &file));
    }
}

/// The packs that the game of a record was last played with and that are not among those given, found again where they lay; in
/// the order in which they lay over each other. None where nothing is missing, or not all is found.
pub(crate) fn found(packs: &Packs, library: &Library, path: &Path, record: &ReadRecord) -> Option<Packs> {
    let base = library.packs.len() - packs.more.len();
    let is_base = |id: &str| library.packs[..base].iter().any(|pack| pack.id == id);
    let given = |id: &str| {
        let at = library.packs[base..].iter().position(|pack| pack.id == id)?;
        Some(packs.more[at].clone())
    };
    let first = || record.header.packs.iter().map(|(id, ..)| id.clone()).collect();
    let mut wanted: Vec<String> = Contents::beside(path).ids(last_content(record)).unwrap_or_else(first);
    wanted.retain(|id| !is_base(id));
    if wanted.iter().all(|id| given(id).is_some()) {
        return None;
    }
    let kept = read(&file()?);
    let mut more = Vec::new();
    for id in &wanted {
        let lay = || kept.get(id)?.iter().find(|folder| is_pack(folder, id)).map(PathBuf::from);
        more.push(given(id).or_else(lay)?);
    }
    // What was given besides lies above them, as it was given.
    let besides = packs.more.iter().filter(|folder| !more.contains(folder)).cloned().collect::<Vec<_>>();
    more.extend(besides);
    Some(Packs { more, ..packs.clone() })
}

/// Whether a folder is still the pack of an id.
fn is_pack(folder: &str, id: &str) -> bool {
    let path = Path::new(folder).to_owned();
    path.is_dir() && Pack::open(PackSource::Folder(path)).is_ok_and(|pack| pack.id == id)
}
