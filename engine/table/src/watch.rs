//! Watching pack folders: a burst of saves is one notice, however the editor saves.
//!
//! A pack's own folder is watched too, though not what else lies in it (a checkout also holds build output): a folder of content
//! may be made, or made again, at any time.

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long it must be quiet before a burst counts as over.
pub const QUIET: Duration = Duration::from_millis(60);

/// Watches while it lives.
#[derive(Debug)]
pub struct Watch {
    _watcher: Arc<Mutex<RecommendedWatcher>>,
}

/// The folders of a pack that hold content: a checkout also holds build output.
const CONTENT: [&str; 3] = ["cards", "scripts", "scenarios"];

/// Calls `changed` (on a thread of its own) after each burst of changes to files that matter to the rules.
///
/// # Errors
/// The platform cannot watch a folder.
pub fn watch(folders: &[PathBuf], changed: impl FnMut() + Send + 'static) -> Result<Watch, String> {
    watch_parts(folders, &CONTENT, &[".toml", ".luau"], changed)
}

/// The same after changes to layouts and their pictures, which are no part of the rules.
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
    // As events name them, whatever way leads there.
    let folders: Vec<PathBuf> = folders.iter().filter_map(|folder| canonicalize(folder).ok()).collect();
    let parts: Vec<PathBuf> = folders.iter().flat_map(|folder| parts.iter().map(|part| folder.join(part))).collect();
    let (send, receive) = channel::<BTreeSet<PathBuf>>();
    let within = parts.clone();
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        let is_within = |path: &&PathBuf| within.iter().any(|part| path.starts_with(part)) && matters(path, endings);
        if event.kind.is_access() || !event.paths.iter().any(|path| is_within(&path)) {
            return;
        }
        // The folders of content that are made, moved or gone themselves.
        let _ = send.send(event.paths.into_iter().filter(|path| within.contains(path)).collect());
    })
    .map_err(|e| e.to_string())?;
    let watcher = Arc::new(Mutex::new(watcher));
    for folder in &folders {
        look(&watcher, folder, RecursiveMode::NonRecursive)?;
    }
    for part in parts.iter().filter(|part| part.is_dir()) {
        look(&watcher, part, RecursiveMode::Recursive)?;
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
            // Before what lies there is read: what is saved from here on is told.
            let Some(watcher) = watching.upgrade() else { return };
            for part in &made {
                let _ = watcher.lock().unwrap_or_else(PoisonError::into_inner).unwatch(part);
                if part.is_dir() {
                    // Where the platform has no more to watch with, what is there is read all the same.
                    let _ = look(&watcher, part, RecursiveMode::Recursive);
                }
            }
            drop(watcher);
            changed();
        }
    });
    Ok(Watch { _watcher: watcher })
}

fn look(watcher: &Mutex<RecommendedWatcher>, path: &Path, mode: RecursiveMode) -> Result<(), String> {
    let mut watcher = watcher.lock().unwrap_or_else(PoisonError::into_inner);
    watcher.watch(path, mode).map_err(|e| format!("{}: {e}", path.display()))
}

/// Whether a file is content rather than an editor's leftover.
fn matters(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    let hidden = name.starts_with('.') || name.starts_with('#') || name.ends_with('~');
    !hidden && (endings.iter().any(|ending| name.ends_with(ending)) || path.is_dir() || path.extension().is_none())
}
