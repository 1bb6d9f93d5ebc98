//! Files of a pack that are no content, such as recorded games for tests. They are read on demand.

use crate::confined_folder::{ConfinedFolder, text_of};
use crate::diagnostic::Diagnostic;
use crate::embedded::embedded_files;
use crate::pack::PackSource;
use std::path::PathBuf;

/// All files of a pack, wherever the pack is stored.
#[derive(Debug)]
pub enum PackFiles<'a> {
    /// A folder on disk.
    Folder(ConfinedFolder),
    /// Paths and texts in memory.
    Memory(&'a [(String, String)]),
    /// Compiled in: paths and bytes.
    Embedded(Vec<(String, &'static [u8])>),
}

impl<'a> PackFiles<'a> {
    /// Opens the files of a pack.
    ///
    /// # Errors
    /// The folder of the pack is gone.
    pub fn open(source: &'a PackSource) -> Result<PackFiles<'a>, Box<Diagnostic>> {
        match source {
            PackSource::Folder(folder) => ConfinedFolder::open(folder).map(PackFiles::Folder),
            PackSource::Memory(files) => Ok(PackFiles::Memory(files)),
            PackSource::Embedded(folders) => Ok(PackFiles::Embedded(embedded_files(folders))),
        }
    }

    /// A path within the pack, as messages show it.
    pub fn display_path(&self, path: &str) -> PathBuf {
        match self {
            PackFiles::Folder(folder) => folder.display_path(path),
            PackFiles::Memory(_) | PackFiles::Embedded(_) => PathBuf::from(path),
        }
    }

    /// The text of the file at a path; `None` if there is no file.
    ///
    /// # Errors
    /// As [`ConfinedFolder::read`].
    pub fn read(&self, path: &str) -> Result<Option<String>, Box<Diagnostic>> {
        match self {
            PackFiles::Folder(folder) => folder.read(path),
            PackFiles::Memory(files) => Ok(files.iter().find(|(at, _)| at == path).map(|(_, text)| text.clone())),
            PackFiles::Embedded(files) => match files.iter().find(|(at, _)| at == path) {
                Some((_, bytes)) => text_of(path, bytes.to_vec()).map(Some),
                None => Ok(None),
            },
        }
    }

    /// The sorted names in a folder that end with `ending`; empty if there is no such folder.
    ///
    /// # Errors
    /// As [`ConfinedFolder::names`].
    pub fn names(&self, path: &str, ending: &str) -> Result<Vec<String>, Box<Diagnostic>> {
        match self {
            PackFiles::Folder(folder) => folder.names(path, ending),
            PackFiles::Memory(files) => Ok(names_in(files.iter().map(|(at, _)| at), path, ending)),
            PackFiles::Embedded(files) => Ok(names_in(files.iter().map(|(at, _)| at), path, ending)),
        }
    }
}

fn names_in<'f>(files: impl Iterator<Item = &'f String>, path: &str, ending: &str) -> Vec<String> {
    let below = files.filter_map(|at| at.strip_prefix(path)?.strip_prefix('/'));
    let mut names: Vec<String> =
        below.filter(|name| !name.contains('/') && name.ends_with(ending)).map(str::to_owned).collect();
    names.sort();
    names
}
