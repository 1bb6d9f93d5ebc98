//! Where golden games are kept: `tests/golden/<game>/<scenario>.golden` of a pack's folder. They layer as packs do:
//! the file of a later pack stands for one of an earlier.

use super::{Difference, difference, golden};
use cardwright_content::Diagnostic;
use cardwright_script::Program;
use cardwright_table::Library;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How the golden game of a scenario stands.
#[derive(Debug)]
pub enum Verdict {
    /// It goes as kept.
    Same,
    /// It goes otherwise.
    Differs {
        /// The file.
        path: PathBuf,
        /// Where, first of all.
        difference: Difference,
    },
    /// None is kept.
    Missing,
    /// It cannot be played: why.
    Fails(String),
    /// A file is kept of a scenario that no pack has.
    Stray(PathBuf),
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
}

/// Plays the golden game of each scenario of a game, and finds files without a scenario. Each with the scenario's id.
///
/// # Errors
/// The game does not load.
pub fn golden_files(library: &Library, game: &str) -> Result<Vec<(String, Verdict)>, Vec<Diagnostic>> {
    let (program, _, _) = library.load(game)?;
    let ids: Vec<String> = program.content.scenarios.iter().map(|s| s.id.clone()).collect();
    let mut out: Vec<(String, Verdict)> = Vec::new();
    for id in &ids {
        let verdict = match play(&program, id) {
            Ok(now) => judged(library, game, id, &now),
            Err(why) => Verdict::Fails(why),
        };
        out.push((id.clone(), verdict));
    }
    for folder in library.folders() {
        for path in in_folder(&folder.join("tests").join("golden").join(game)) {
            let id = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            if !ids.contains(&id) {
                out.push((id, Verdict::Stray(path)));
            }
        }
    }
    Ok(out)
}

/// Plays the golden game of a scenario and keeps it, in the last pack that has a folder, unless it goes as kept. The
/// file written, if there was need.
///
/// # Errors
/// The game does not load or cannot be played, or the file cannot be written: in words.
pub fn refresh_golden(library: &Library, game: &str, scenario: &str) -> Result<Option<PathBuf>, String> {
    let (program, _, _) = library.load(game).map_err(|problems| cardwright_content::render(&problems, false))?;
    let now = play(&program, scenario)?;
    if matches!(judged(library, game, scenario, &now), Verdict::Same) {
        return Ok(None);
    }
    let folder = library.folders().pop().ok_or("no pack of these has a folder to keep it in")?;
    let path = path(&folder, game, scenario);
    let told = |error: io::Error| format!("cannot write {}: {error}", path.display());
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(told)?;
    }
    std::fs::write(&path, now).map_err(told)?;
    Ok(Some(path))
}

fn play(program: &Arc<Program>, scenario: &str) -> Result<String, String> {
    let vm = program.vm().map_err(|problems| cardwright_content::render(&problems, false))?;
    golden(program, vm, scenario)
}

fn judged(library: &Library, game: &str, scenario: &str, now: &str) -> Verdict {
    for folder in library.folders().into_iter().rev() {
        let path = path(&folder, game, scenario);
        match std::fs::read_to_string(&path) {
            Ok(kept) => {
                return match difference(&kept, now) {
                    Some(difference) => Verdict::Differs { path, difference },
                    None => Verdict::Same,
                };
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Verdict::Unreadable(path, error),
        }
    }
    Verdict::Missing
}

fn path(folder: &Path, game: &str, scenario: &str) -> PathBuf {
    folder.join("tests").join("golden").join(game).join(format!("{scenario}.golden"))
}

/// The golden files of a folder, by name; none if there is no such folder.
fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "golden")).collect();
    paths.sort();
    paths
}
