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

/// Calls `changed` (on a thread of its own) after each burst of changes to files that matter.
///
/// # Errors
/// The platform cannot watch a folder.
pub fn watch(folders: &[PathBuf], mut changed: impl FnMut() + Send + 'static) -> Result<Watch, String> {
    let (send, receive) = channel::<()>();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        if event.kind.is_access() || !event.paths.iter().any(|p| matters(p)) {
            return;
        }
        let _ = send.send(());
    })
    .map_err(|e| e.to_string())?;
    for folder in folders {
        // Only the folders that hold content: a checkout also holds build output.
        for part in ["cards", "scripts", "scenarios", "layouts"] {
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
fn matters(path: &Path) -> bool {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    let hidden = name.starts_with('.') || name.starts_with('#') || name.ends_with('~');
    let is_content = [".toml", ".luau", ".svg", ".png"].iter().any(|ending| name.ends_with(ending));
    !hidden && (is_content || path.is_dir() || path.extension().is_none())
}
