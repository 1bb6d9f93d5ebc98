//! A pack compiled into the program: folders, each with the path it has in the pack.

use include_dir::Dir;

/// Folders of a compiled-in pack, each with its path there; a path of no letters is the whole pack.
pub type Embedded = &'static [(&'static str, &'static Dir<'static>)];

/// Every file of them: its path within the pack, and its bytes.
pub fn embedded_files(of: Embedded) -> Vec<(String, &'static [u8])> {
    let mut files = Vec::new();
    for (within, dir) in of {
        let mut open = vec![*dir];
        while let Some(dir) = open.pop() {
            open.extend(dir.dirs());
            for file in dir.files() {
                let path = file.path().to_string_lossy().replace('\\', "/");
                let path = if within.is_empty() { path } else { format!("{within}/{path}") };
                files.push((path, file.contents()));
            }
        }
    }
    files
}
