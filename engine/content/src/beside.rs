//! What lies in a pack and is no part of it: golden games, counts of positions. It is read where somebody asks for it.

use crate::confined::{Confined, text_of};
use crate::diagnostic::Diagnostic;
use crate::embedded::embedded_files;
use crate::pack::PackSource;
use std::path::PathBuf;

/// The files of a pack, wherever it is kept.
#[derive(Debug)]
pub enum Beside<'a> {
    /// In a folder.
    Folder(Confined),
    /// Made up: paths and texts.
    Memory(&'a [(String, String)]),
    /// Compiled in: paths and bytes.
    Embedded(Vec<(String, &'static [u8])>),
}

impl<'a> Beside<'a> {
    /// Those of a pack.
    ///
    /// # Errors
    /// Its folder is gone.
    pub fn of(source: &'a PackSource) -> Result<Beside<'a>, Box<Diagnostic>> {
        match source {
            PackSource::Folder(folder) => Confined::open(folder).map(Beside::Folder),
            PackSource::Memory(files) => Ok(Beside::Memory(files)),
            PackSource::Embedded(folders) => Ok(Beside::Embedded(embedded_files(folders))),
        }
    }

    /// A path within the pack as messages name it.
    pub fn shown(&self, path: &str) -> PathBuf {
        match self {
            Beside::Folder(folder) => folder.shown(path),
            Beside::Memory(_) | Beside::Embedded(_) => PathBuf::from(path),
        }
    }

    /// The text at a path; none if nothing is there.
    ///
    /// # Errors
    /// As [`Confined::read`].
    pub fn read(&self, path: &str) -> Result<Option<String>, Box<Diagnostic>> {
        match self {
            Beside::Folder(folder) => folder.read(path),
            Beside::Memory(files) => Ok(files.iter().find(|(at, _)| at == path).map(|(_, text)| text.clone())),
            Beside::Embedded(files) => match files.iter().find(|(at, _)| at == path) {
                Some((_, bytes)) => text_of(path, bytes.to_vec()).map(Some),
                None => Ok(None),
            },
        }
    }

    /// The names in a folder of this path that end so, in order; none if it is not there.
    ///
    /// # Errors
    /// As [`Confined::names`].
    pub fn names(&self, path: &str, ending: &str) -> Result<Vec<String>, Box<Diagnostic>> {
        match self {
            Beside::Folder(folder) => folder.names(path, ending),
            Beside::Memory(files) => Ok(names(files.iter().map(|(at, _)| at), path, ending)),
            Beside::Embedded(files) => Ok(names(files.iter().map(|(at, _)| at), path, ending)),
        }
    }
}

fn names<'f>(files: impl Iterator<Item = &'f String>, path: &str, ending: &str) -> Vec<String> {
    let below = files.filter_map(|at| at.strip_prefix(path)?.strip_prefix('/'));
    let mut names: Vec<String> =
        below.filter(|name| !name.contains('/') && name.ends_with(ending)).map(str::to_owned).collect();
    names.sort();
    names
}
