//! Packs in one file: reading and writing ZIP files. Nothing is unpacked onto the disk.

use crate::confined_folder::{ConfinedFolder, check_relative, file_bytes, unreadable};
use crate::diagnostic::Diagnostic;
use crate::pack::{Pack, game_of};
use crate::problems::Problems;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// The most bytes of a ZIP file, and of all its files unpacked.
const MAX_BYTES: u64 = 64 << 20;
/// The most files of a ZIP file.
const MAX_FILES: usize = 10_000;

/// The paths and bytes of files.
type Files = Vec<(String, Vec<u8>)>;

/// Reads all files of a ZIP file, each with its path and bytes. A folder around the whole pack is left out of the
/// paths. Reports a file that is damaged, too large or encrypted, and paths that lead out of the pack.
pub(crate) fn read_zip(path: &Path, problems: &Problems) -> Files {
    let shown = path.to_string_lossy();
    let bytes = match file_bytes(path, &shown, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(problem) => {
            problems.push(*problem);
            return Vec::new();
        }
    };
    match read_archive(bytes) {
        Ok(files) => files,
        Err((inner, why)) => {
            let place = if inner.is_empty() { shown.into_owned() } else { format!("{shown}: {inner}") };
            problems.push(*unreadable(&place, "content::unreadable", &why));
            Vec::new()
        }
    }
}

/// Reads a ZIP file. The error has the path of the file inside, or an empty text, and says what is wrong.
fn read_archive(bytes: Vec<u8>) -> Result<Files, (String, String)> {
    let whole = |why: &dyn std::fmt::Display| (String::new(), why.to_string());
    if bytes.len() as u64 > MAX_BYTES {
        return Err(whole(&"the file is larger than 64 MiB"));
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| whole(&error))?;
    if archive.len() > MAX_FILES {
        return Err(whole(&"it has more than 10,000 files"));
    }
    let (mut files, mut names, mut left) = (Vec::new(), BTreeSet::new(), MAX_BYTES);
    for index in 0..archive.len() {
        let Some(Ok(name)) = archive.name_for_index(index) else {
            return Err(whole(&format!("the name of file {} cannot be read", index + 1)));
        };
        let name = name.into_owned();
        let wrong = |why: &dyn std::fmt::Display| (name.clone(), why.to_string());
        let mut entry = archive.by_index(index).map_err(|error| wrong(&error))?;
        if entry.is_dir() {
            continue;
        }
        if entry.is_symlink() {
            return Err(wrong(&"it is a link"));
        }
        check_relative(&name).map_err(|why| wrong(&why))?;
        // Some systems have one file for both names.
        if !names.insert(name.to_lowercase()) {
            return Err(wrong(&"two files have this name, in upper or lower case"));
        }
        let mut bytes = Vec::new();
        // The size in the directory of the file may be wrong, so the reader counts.
        (&mut entry).take(left + 1).read_to_end(&mut bytes).map_err(|error| wrong(&error))?;
        left = left.checked_sub(bytes.len() as u64).ok_or_else(|| whole(&"it unpacks to more than 64 MiB"))?;
        files.push((name, bytes));
    }
    let manifests: Vec<&str> = files.iter().filter_map(|(name, _)| name.strip_suffix("pack.toml")).collect();
    let folder = match manifests[..] {
        [only] => only.to_owned(),
        [] => return Err(whole(&"it has no `pack.toml`")),
        _ => return Err(whole(&"it has several files `pack.toml`: one file is one pack")),
    };
    let inner = files.into_iter().filter_map(|(name, bytes)| Some((name.strip_prefix(&folder)?.to_owned(), bytes)));
    Ok(inner.collect())
}

/// Texts that go along with a pack.
const BESIDE_MANIFEST: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE", "LICENSE.md"];

/// Writes a pack as one file: everything that the engine reads, golden games, and texts such as `README.md` beside
/// `pack.toml`. The same pack gives the same bytes. Returns the number of files.
///
/// # Errors
/// The folder cannot be read, or the file exists or cannot be written.
pub fn write_zip(pack: &Pack, folder: &Path, out: &Path) -> Result<usize, Box<Diagnostic>> {
    let failed = |error: &dyn std::fmt::Display| {
        Box::new(Diagnostic::error("content::unwritable", format!("{}: {error}", out.display())))
    };
    let mut files: Files = pack.files.iter().map(|file| (file.path.clone(), file.text.clone().into_bytes())).collect();
    files.extend(pack.pictures.iter().map(|picture| (picture.path.clone(), picture.bytes.to_vec())));
    let confined = ConfinedFolder::open(folder)?;
    let games: BTreeSet<&str> = pack.files.iter().filter_map(|file| game_of(&file.path)).collect();
    let mut others: Vec<String> = BESIDE_MANIFEST.map(str::to_owned).to_vec();
    for folder in games.iter().map(|game| format!("tests/golden/{game}")) {
        others.extend(confined.names(&folder, ".golden")?.iter().map(|name| format!("{folder}/{name}")));
    }
    for path in others {
        files.extend(confined.read(&path)?.map(|text| (path, text.into_bytes())));
    }
    files.sort();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (path, bytes) in &files {
        writer.start_file(path.as_str(), options).map_err(|error| failed(&error))?;
        writer.write_all(bytes).map_err(|error| failed(&error))?;
    }
    let bytes = writer.finish().map_err(|error| failed(&error))?.into_inner();
    let mut file = File::create_new(out).map_err(|error| failed(&error))?;
    file.write_all(&bytes).map_err(|error| failed(&error))?;
    Ok(files.len())
}

/// Whether a path names a pack in one file.
pub fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}
