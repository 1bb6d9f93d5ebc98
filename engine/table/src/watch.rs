//! Watches pack folders for changes. An editor may write a file in several steps, so a burst of changes causes one
//! call.
//!
//! The pack's own folder is watched without its subfolders, because a content folder may appear there at any time.
//! Other subfolders are not watched, because a source checkout also holds build output.

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A burst of changes ends when no change follows for this time.
pub const QUIET: Duration = Duration::from_millis(60);

/// Watches folders until it is dropped.
#[derive(Debug)]
pub struct Watch {
    _watcher: Arc<Mutex<RecommendedWatcher>>,
}

/// The content folders of a pack, and its manifest.
const CONTENT: [&str; 4] = ["cards", "scripts", "scenarios", "pack.toml"];

/// Calls `changed` on its own thread after each burst of changes to content.
///
/// # Errors
/// The platform cannot watch a folder.
pub fn watch(folders: &[PathBuf], changed: impl FnMut() + Send + 'static) -> Result<Watch, String> {
    watch_parts(folders, &CONTENT, &[".toml", ".luau"], changed)
}

/// Calls `changed` as [`watch`] does, after changes to layouts and their pictures.
///
/// # Errors
/// The platform cannot watch a folder.
pub fn watch_layouts(folders: &[PathBuf], changed: impl FnMut() + Send + 'static) -> Result<Watch, String> {
    watch_parts(folders, &["layouts"], &[".toml", ".svg", ".png"], changed)
}

fn watch_parts(
    folders: &[PathBuf],
    subfolders: &[&str],
    endings: &'static [&str],
    mut changed: impl FnMut() + Send + 'static,
) -> Result<Watch, String> {
    // The events of the platform use canonical paths.
    let folders: Vec<PathBuf> = folders.iter().filter_map(|folder| canonicalize(folder).ok()).collect();
    let subfolders: Vec<PathBuf> =
        folders.iter().flat_map(|folder| subfolders.iter().map(|name| folder.join(name))).collect();
    let (send, receive) = channel::<BTreeSet<PathBuf>>();
    let watched = subfolders.clone();
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        let is_within =
            |path: &&PathBuf| watched.iter().any(|subfolder| path.starts_with(subfolder)) && is_content(path, endings);
        if event.kind.is_access() || !event.paths.iter().any(|path| is_within(&path)) {
            return;
        }
        // A subfolder that was itself created, moved or removed needs a new watch, so send it.
        let _ = send.send(event.paths.into_iter().filter(|path| watched.contains(path)).collect());
    })
    .map_err(|e| e.to_string())?;
    let watcher = Arc::new(Mutex::new(watcher));
    for folder in &folders {
        watch_folder(&watcher, folder, RecursiveMode::NonRecursive)?;
    }
    for subfolder in subfolders.iter().filter(|subfolder| subfolder.is_dir()) {
        watch_folder(&watcher, subfolder, RecursiveMode::Recursive)?;
    }
    let weak_watcher = Arc::downgrade(&watcher);
    std::thread::spawn(move || {
        while let Ok(mut changed_subfolders) = receive.recv() {
            loop {
                match receive.recv_timeout(QUIET) {
                    Ok(more) => changed_subfolders.extend(more),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            // Watch new subfolders before calling `changed`, so that a save during that call is noticed.
            let Some(watcher) = weak_watcher.upgrade() else { return };
            for subfolder in &changed_subfolders {
                let _ = watcher.lock().unwrap_or_else(PoisonError::into_inner).unwatch(subfolder);
                if subfolder.is_dir() {
                    // If the platform has no more watches, `changed` still reads the subfolder now.
                    let _ = watch_folder(&watcher, subfolder, RecursiveMode::Recursive);
                }
            }
            drop(watcher);
            changed();
        }
    });
    Ok(Watch { _watcher: watcher })
}

fn watch_folder(watcher: &Mutex<RecommendedWatcher>, path: &Path, mode: RecursiveMode) -> Result<(), String> {
    let mut watcher = watcher.lock().unwrap_or_else(PoisonError::into_inner);
    watcher.watch(path, mode).map_err(|e| format!("{}: {e}", path.display()))
}

/// Whether a file or folder is content, and not a temporary file of an editor.
fn is_content(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_temporary = name.starts_with('.') || name.starts_with('#') || name.ends_with('~');
    !is_temporary
        && (endings.iter().any(|ending| name.ends_with(ending)) || path.is_dir() || path.extension().is_none())
}
