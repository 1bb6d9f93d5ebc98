//! Watching pack folders: a burst of saves is one notice, however the editor saves.

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long it must be quiet before a burst counts as over.
pub const QUIET: Duration = Duration::from_millis(60);

/// Watches while it lives.
#[derive(Debug)]
pub struct Watch {
    _watcher: RecommendedWatcher,
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

/// The same after changes to layouts and their pictures, which are no part of the rules. A pack that has no `layouts` when
/// this is called is not watched.
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
    let (send, receive) = channel::<()>();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        if event.kind.is_access() || !event.paths.iter().any(|p| matters(p, endings)) {
            return;
        }
        let _ = send.send(());
    })
    .map_err(|e| e.to_string())?;
    for folder in folders {
        for part in parts {
            let path = folder.join(part);
            if path.is_dir() {
                watcher.watch(&path, RecursiveMode::Recursive).map_err(|e| format!("{}: {e}", path.display()))?;
            }
        }
    }
    std::thread::spawn(move || {
        while receive.recv().is_ok() {
            loop {
                match receive.recv_timeout(QUIET) {
                    Ok(()) => {}
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            changed();
        }
    });
    Ok(Watch { _watcher: watcher })
}

/// Whether a file is content rather than an editor's leftover.
fn matters(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    let hidden = name.starts_with('.') || name.starts_with('#') || name.ends_with('~');
    !hidden && (endings.iter().any(|ending| name.ends_with(ending)) || path.is_dir() || path.extension().is_none())
}
