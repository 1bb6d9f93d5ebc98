//! Opens the packs of a command: the base pack (of a checkout or built in) and the packs over the base pack.

use crate::failure::Failure;
use crate::out::{self, counted};
use cardwright_content::{
    Content, Diagnostic, EmbeddedFolders, GameInfo, Pack, PackSource, Severity, embedded_files, is_file_wanted, is_zip,
    shell_word,
};
use cardwright_script::{Program, Vm};
use cardwright_table::{Library, library};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The base pack inside the program. It holds the folders of the pack, with their paths in the pack.
#[derive(Debug, Clone, Copy)]
pub struct BasePack(pub EmbeddedFolders);

impl BasePack {
    fn source(self) -> PackSource {
        PackSource::Embedded(self.0)
    }

    /// Whether `pack` has exactly the files of the built-in pack. Ignores files that the engine does not read, such as
    /// pictures.
    fn has_same_files(self, pack: &Pack) -> bool {
        let own_files = embedded_files(self.0).into_iter().filter(|(path, _)| is_file_wanted(path));
        let matches = own_files.map(|(path, bytes)| pack.file(&path).is_some_and(|file| file.text.as_bytes() == bytes));
        let mut count = 0;
        matches.inspect(|_| count += 1).all(|is_same| is_same) && count == pack.files.len()
    }
}

/// Where the packs of a command come from.
#[derive(Debug, Clone)]
pub(crate) struct Packs {
    /// The base pack inside the program.
    pub(crate) built_in: BasePack,
    /// The folder from `--base`, which replaces any other base pack.
    pub(crate) base: Option<PathBuf>,
    /// Packs over the base, in layering order.
    pub(crate) overlays: Vec<PathBuf>,
}

impl Packs {
    /// Adds the pack of the current folder if the command line names none.
    pub(crate) fn or_current_pack(mut self) -> Packs {
        let is_base = |folder: &PathBuf| {
            let absolute = |folder: &Path| folder.canonicalize().ok();
            self.base_folder().is_some_and(|base| absolute(&base) == absolute(folder))
        };
        if let Some(folder) = current_pack().filter(|folder| self.overlays.is_empty() && !is_base(folder)) {
            out::note(format!("with the pack of this folder: {}", folder.display()));
            self.overlays.push(folder);
        }
        self
    }

    /// Returns the folder from `--base`, or else the source checkout around the current folder. `None` stands for the
    /// built-in base pack.
    fn base_folder(&self) -> Option<PathBuf> {
        match &self.base {
            Some(folder) => Some(folder.clone()),
            None => std::env::current_dir().ok().and_then(|folder| library::checkout(&folder)),
        }
    }

    /// The same packs, with this one over all others.
    pub(crate) fn with_last(&self, pack: &Path) -> Packs {
        let mut packs = self.clone();
        packs.overlays.retain(|other| other.canonicalize().ok() != pack.canonicalize().ok());
        packs.overlays.push(pack.to_owned());
        packs
    }

    /// Opens all packs.
    pub(crate) fn open(&self) -> Result<Library, Failure> {
        let base = self.base_folder();
        let mut sources = Vec::new();
        match base {
            Some(folder) => {
                check_folder(&folder)?;
                out::note(format!("base pack: {}", folder.display()));
                sources.push(PackSource::Folder(folder));
            }
            None => sources.push(self.built_in.source()),
        }
        for folder in &self.overlays {
            let source = source_of(&absolute_if_current(folder));
            if let PackSource::Folder(_) = source {
                check_folder(folder)?;
            }
            sources.push(source);
        }
        let library = Library::open(sources).map_err(Failure::Content)?;
        // The built-in pack was linted before a release, so its lints are skipped. A debug build may contain unchecked
        // changes.
        let is_linted =
            !cfg!(debug_assertions) && matches!(&library.packs[..], [pack] if self.built_in.has_same_files(pack));
        Ok(if is_linted { library.skip_lints() } else { library })
    }
}

/// Returns the source of a pack that is named by its path: a folder, or a file `.zip`.
pub(crate) fn source_of(path: &Path) -> PackSource {
    match is_zip(path) && path.is_file() {
        true => PackSource::Zip(path.to_owned()),
        false => PackSource::Folder(path.to_owned()),
    }
}

/// Returns the packs as command-line arguments, with the folder `last` at the end: `--pack a --pack b`.
pub(crate) fn pack_arguments(packs: &Packs, last: &Path) -> String {
    let others = packs.overlays.iter().map(PathBuf::as_path).filter(|folder| *folder != last);
    let arguments = others.chain([last]).map(|folder| format!("--pack {}", folder.display()));
    arguments.collect::<Vec<_>>().join(" ")
}

/// Returns the pack options of this command line, for a message that suggests another command: ` --base own --pack a`.
pub(crate) fn as_arguments(packs: &Packs) -> String {
    let folders =
        packs.base.iter().map(|path| ("--base", path)).chain(packs.overlays.iter().map(|path| ("--pack", path)));
    folders.map(|(flag, path)| format!(" {flag} {}", shell_word(path))).collect()
}

/// Returns the folder of the pack that contains the current folder, as a relative path.
pub(crate) fn current_pack() -> Option<PathBuf> {
    let current = std::env::current_dir().ok()?;
    let levels = current.ancestors().position(|folder| folder.join("pack.toml").is_file())?;
    Some(if levels == 0 { PathBuf::from(".") } else { vec![".."; levels].iter().collect() })
}

/// Makes `.` and `..` absolute. The relative paths would follow the current folder if somebody moves it away, so a
/// reload would miss the folder that replaces it.
fn absolute_if_current(folder: &Path) -> PathBuf {
    let is_relative_only = folder.components().all(|part| matches!(part, Component::CurDir | Component::ParentDir));
    let absolute = is_relative_only.then(|| folder.canonicalize().ok()).flatten();
    absolute.unwrap_or_else(|| folder.to_owned())
}

fn check_folder(path: &Path) -> Result<(), Failure> {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(Failure::File(format!(
            "{} is not a folder: a pack is a folder with cards, scripts or scenarios, or such a folder in a file .zip",
            path.display()
        ))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Failure::File(format!("the pack folder {} does not exist", path.display())))
        }
        Err(error) => Err(Failure::File(format!("cannot open the pack {}: {}", path.display(), error.kind()))),
    }
}

/// Finds a game by its id.
pub(crate) fn game(library: &Library, id: &str) -> Result<GameInfo, Failure> {
    let games = library.games();
    match games.iter().find(|game| game.id == id) {
        Some(game) => Ok(game.clone()),
        None if Path::new(id).is_dir() => {
            Err(Failure::Usage(format!("`{id}` is a folder, not a game. To add a pack, use `--pack {id}`")))
        }
        None => Err(Failure::unknown("game", id, games.iter().map(|game| game.id.as_str()))),
    }
}

/// Returns the id of the named scenario. Without a name, returns `standard`, or else the first scenario.
pub(crate) fn scenario(game: &GameInfo, id: Option<&str>) -> Result<String, Failure> {
    let ids = || game.scenarios.iter().map(|scenario| scenario.id.as_str());
    match id {
        Some(id) if ids().any(|known| known == id) => Ok(id.to_owned()),
        Some(id) => Err(Failure::unknown(&format!("scenario of {}", game.id), id, ids())),
        None => match ids().find(|id| *id == "standard").or_else(|| ids().next()) {
            Some(id) => Ok(id.to_owned()),
            None => Err(Failure::Usage(format!("the game `{}` has no scenario", game.id))),
        },
    }
}

/// Loads a game and prints the number of warnings.
pub(crate) fn load(library: &Library, game: &str) -> Result<(Arc<Program>, Vm), Failure> {
    let (program, vm, problems) = library.load(game).map_err(Failure::Content)?;
    report_warnings(&problems, library, game);
    Ok((program, vm))
}

fn report_warnings(problems: &[Diagnostic], library: &Library, game: &str) {
    let warnings = problems.iter().filter(|problem| problem.severity == Severity::Warning).count();
    if warnings > 0 {
        let command = library.check_command(game);
        out::note(format!("{}: `{command}` shows them", counted(warnings, "warning")));
    }
}

/// Loads and checks the content of a game.
pub(crate) fn content(library: &Library, game: &str) -> Result<Content, Failure> {
    let (content, problems) = Content::load(&library.packs, game);
    content.ok_or(Failure::Content(problems))
}

#[cfg(test)]
mod tests {
    use super::BasePack;
    use cardwright_content::{Pack, PackSource, embedded_files};
    use include_dir::{Dir, DirEntry, File};

    static SCRIPTS: Dir<'static> = Dir::new(
        "",
        &[
            DirEntry::File(File::new("lib/a.luau", b"return {}\n")),
            DirEntry::File(File::new("lib/b.luau", b"return { 1 }\n")),
            DirEntry::File(File::new("lib/notes.md", b"read by nobody\n")),
        ],
    );
    static BUILT_IN: BasePack = BasePack(&[("scripts", &SCRIPTS)]);

    #[test]
    fn the_built_in_pack_is_recognized_by_its_files() {
        type Files = Vec<(String, String)>;
        let is_same = |change: &dyn Fn(&mut Files)| {
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("a text");
            let mut files: Files =
                embedded_files(BUILT_IN.0).into_iter().map(|(path, bytes)| (path, text(bytes))).collect();
            change(&mut files);
            BUILT_IN.has_same_files(&Pack::open(PackSource::Memory(files)).expect("a pack"))
        };
        assert!(is_same(&|_| {}));
        assert!(is_same(&|files| files.retain(|(path, _)| !path.ends_with(".md"))), "an unread file may be missing");
        assert!(!is_same(&|files| files.retain(|(path, _)| !path.ends_with("b.luau"))), "a missing file");
        assert!(!is_same(&|files| files[0].1.push('\n')), "a changed file");
        assert!(
            !is_same(&|files| files.push(("scripts/lib/c.luau".into(), "return {}\n".into()))),
            "an additional file"
        );
    }
}
