//! Watches pack folders for changes. A burst of saves gives one notice, whatever the editor does.
//!
//! The pack's own folder is watched without its subfolders, because a content folder may appear there at any time. A
//! checkout also holds build output, which must not be watched.

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a burst must be quiet before it counts as over.
pub const QUIET: Duration = Duration::from_millis(60);

/// Watches as long as it exists.
#[derive(Debug)]
pub struct Watch {
    _watcher: Arc<Mutex<RecommendedWatcher>>,
}

/// The content folders of a pack.
const CONTENT: [&str; 3] = ["cards", "scripts", "scenarios"];

/// Calls `changed` on its own thread after each burst of changes to content.
///
/// # Errors
/// The platform cannot watch a folder.
pub fn watch(folders: &[PathBuf], changed: impl FnMut() + Send + 'static) -> Result<Watch, String> {
    watch_parts(folders, &CONTENT, &[".toml", ".luau"], changed)
}

/// The same for layouts and their pictures, which are not part of the rules.
///
/// # Errors
/// The platform cannot watch a folder.
pub fn watch_layouts(folders: &[PathBuf], changed: impl FnMut() + Send + 'static) -> Result<Watch, String> {
    watch_parts(folders, &["layouts"], &[".toml", ".svg", ".png"], changed)
}

fn watch_parts(
    folders: &[PathBuf],
    parts: &[&str],
    endings: &'static [&str],
    mut changed: impl FnMut() + Send + 'static,
) -> Result<Watch, String> {
    // Events use canonical paths.
    let folders: Vec<PathBuf> = folders.iter().filter_map(|folder| canonicalize(folder).ok()).collect();
    let parts: Vec<PathBuf> = folders.iter().flat_map(|folder| parts.iter().map(|part| folder.join(part))).collect();
    let (send, receive) = channel::<BTreeSet<PathBuf>>();
    let within = parts.clone();
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        let is_within = |path: &&PathBuf| within.iter().any(|part| path.starts_with(part)) && is_content(path, endings);
        if event.kind.is_access() || !event.paths.iter().any(|path| is_within(&path)) {
            return;
        }
        // Content folders that were created, moved or removed.
        let _ = send.send(event.paths.into_iter().filter(|path| within.contains(path)).collect());
    })
    .map_err(|e| e.to_string())?;
    let watcher = Arc::new(Mutex::new(watcher));
    for folder in &folders {
        watch_folder(&watcher, folder, RecursiveMode::NonRecursive)?;
    }
    for part in parts.iter().filter(|part| part.is_dir()) {
        watch_folder(&watcher, part, RecursiveMode::Recursive)?;
    }
    let watching = Arc::downgrade(&watcher);
    std::thread::spawn(move || {
        while let Ok(mut made) = receive.recv() {
            loop {
                match receive.recv_timeout(QUIET) {
                    Ok(more) => made.extend(more),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            // Watch first, so that a save during the reading below is noticed.
            let Some(watcher) = watching.upgrade() else { return };
            for part in &made {
                let _ = watcher.lock().unwrap_or_else(PoisonError::into_inner).unwatch(part);
                if part.is_dir() {
                    // If the platform has no more watches, the folder is still read now.
                    let _ = watch_folder(&watcher, part, RecursiveMode::Recursive);
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

/// Whether a file is content, and not a leftover of an editor.
fn is_content(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    let hidden = name.starts_with('.') || name.starts_with('#') || name.ends_with('~');
    !hidden && (endings.iter().any(|ending| name.ends_with(ending)) || path.is_dir() || path.extension().is_none())
}
