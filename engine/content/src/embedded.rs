//! Packs that are compiled into the program.

use include_dir::Dir;

/// The folders of an embedded pack, each with its path within the pack. An empty path means the pack itself.
pub type EmbeddedFolders = &'static [(&'static str, &'static Dir<'static>)];

/// Lists the files of the folders and their subfolders, each with its path within the pack and its bytes.
pub fn embedded_files(folders: EmbeddedFolders) -> Vec<(String, &'static [u8])> {
    let mut files = Vec::new();
    for (parent, dir) in folders {
        let mut unvisited = vec![*dir];
        while let Some(dir) = unvisited.pop() {
            unvisited.extend(dir.dirs());
            for file in dir.files() {
                let path = file.path().to_string_lossy().replace('\\', "/");
                let path = if parent.is_empty() { path } else { format!("{parent}/{path}") };
                files.push((path, file.contents()));
            }
        }
    }
    files
}
