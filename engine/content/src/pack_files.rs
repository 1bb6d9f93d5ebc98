//! Reads files of a pack that do not belong to the content, such as golden games. The caller names each file.

use crate::confined_folder::{ConfinedFolder, text_of};
use crate::diagnostic::Diagnostic;
use crate::embedded::embedded_files;
use crate::pack::PackSource;
use crate::problems::Problems;
use crate::zip_file::read_zip;
use std::borrow::Cow;
use std::path::PathBuf;

/// All files of a pack, wherever the pack is stored.
#[derive(Debug)]
pub enum PackFiles<'a> {
    /// A folder on disk.
    Folder(ConfinedFolder),
    /// Paths and texts in memory.
    Memory(&'a [(String, String)]),
    /// Compiled in, or in one file: paths and bytes.
    Stored(Vec<(String, Cow<'a, [u8]>)>),
}

impl<'a> PackFiles<'a> {
    /// Opens the files of a pack.
    ///
    /// # Errors
    /// Fails if the folder of the pack does not exist.
    pub fn open(source: &'a PackSource) -> Result<PackFiles<'a>, Box<Diagnostic>> {
        match source {
            PackSource::Folder(folder) => ConfinedFolder::open(folder).map(PackFiles::Folder),
            PackSource::Memory(files) => Ok(PackFiles::Memory(files)),
            PackSource::Embedded(folders) => {
                let files = embedded_files(folders).into_iter();
                Ok(PackFiles::Stored(files.map(|(path, bytes)| (path, bytes.into())).collect()))
            }
            PackSource::Zip(file) => {
                let problems = Problems::default();
                let files = read_zip(file, &problems).into_iter().map(|(path, bytes)| (path, bytes.into())).collect();
                match problems.into_sorted().into_iter().next() {
                    Some(problem) => Err(Box::new(problem)),
                    None => Ok(PackFiles::Stored(files)),
                }
            }
        }
    }

    /// Returns a path within the pack as messages show it.
    pub fn display_path(&self, path: &str) -> PathBuf {
        match self {
            PackFiles::Folder(folder) => folder.display_path(path),
            PackFiles::Memory(_) | PackFiles::Stored(_) => PathBuf::from(path),
        }
    }

    /// Reads the text of the file at a path; `None` if no file exists at the path.
    ///
    /// # Errors
    /// Fails as [`ConfinedFolder::read`] does.
    pub fn read(&self, path: &str) -> Result<Option<String>, Box<Diagnostic>> {
        match self {
            PackFiles::Folder(folder) => folder.read(path),
            PackFiles::Memory(files) => {
                Ok(files.iter().find(|(file_path, _)| file_path == path).map(|(_, text)| text.clone()))
            }
            PackFiles::Stored(files) => match files.iter().find(|(file_path, _)| file_path == path) {
                Some((_, bytes)) => text_of(path, bytes.to_vec()).map(Some),
                None => Ok(None),
            },
        }
    }

    /// Lists the names in a folder that end with `ending`, sorted. The list is empty if the folder does not exist.
    ///
    /// # Errors
    /// Fails as [`ConfinedFolder::names`] does.
    pub fn names(&self, path: &str, ending: &str) -> Result<Vec<String>, Box<Diagnostic>> {
        match self {
            PackFiles::Folder(folder) => folder.names(path, ending),
            PackFiles::Memory(files) => Ok(names_in(files.iter().map(|(file_path, _)| file_path), path, ending)),
            PackFiles::Stored(files) => Ok(names_in(files.iter().map(|(file_path, _)| file_path), path, ending)),
        }
    }
}

/// Lists the sorted names of the files directly in the folder `folder` that end with `ending`.
fn names_in<'f>(paths: impl Iterator<Item = &'f String>, folder: &str, ending: &str) -> Vec<String> {
    let below = paths.filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
    let mut names: Vec<String> =
        below.filter(|name| !name.contains('/') && name.ends_with(ending)).map(str::to_owned).collect();
    names.sort();
    names
}
