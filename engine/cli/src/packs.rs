//! The packs of a command: the base (a checkout's, or the one inside the program) and those given.

use crate::failure::Failure;
use crate::out;
use cardwright_content::{
    Content, Diagnostic, Embedded, GameInfo, Pack, PackSource, Severity, embedded_files, is_file_wanted,
};
use cardwright_script::{Program, Vm};
use cardwright_table::{Library, library};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The base pack as compiled into the program: folders with the paths they have in a pack.
#[derive(Debug, Clone, Copy)]
pub struct BasePack(pub Embedded);

impl BasePack {
    fn source(self) -> PackSource {
        PackSource::Embedded(self.0)
    }

    /// Whether a pack has the files of this one, and no others; pictures are not asked about.
    fn is(self, pack: &Pack) -> bool {
        let own = embedded_files(self.0).into_iter().filter(|(path, _)| is_file_wanted(path));
        let same = own.map(|(path, bytes)| pack.file(&path).is_some_and(|file| file.text.as_bytes() == bytes));
        let mut count = 0;
        same.inspect(|_| count += 1).all(|same| same) && count == pack.files.len()
    }
}

/// Where packs come from.
#[derive(Debug, Clone)]
pub(crate) struct Packs {
    /// What is compiled in.
    pub(crate) built_in: BasePack,
    /// The base pack to use instead of any other.
    pub(crate) base: Option<PathBuf>,
    /// More packs, in layering order.
    pub(crate) more: Vec<PathBuf>,
}

impl Packs {
    /// With the pack that one stands in, where none is given.
    pub(crate) fn or_stood_in(mut self) -> Packs {
        let is_base = |folder: &PathBuf| {
            let whole = |folder: &Path| folder.canonicalize().ok();
            self.base_folder().is_some_and(|base| whole(&base) == whole(folder))
        };
        if let Some(folder) = stood_in().filter(|folder| self.more.is_empty() && !is_base(folder)) {
            out::note(format!("with the pack stood in: {}", folder.display()));
            self.more.push(folder);
        }
        self
    }

    /// The folder of the base pack; none where it is the one inside the program.
    fn base_folder(&self) -> Option<PathBuf> {
        match &self.base {
            Some(folder) => Some(folder.clone()),
            None => std::env::current_dir().ok().and_then(|here| library::checkout(&here)),
        }
    }

    /// Opens them all.
    pub(crate) fn open(&self) -> Result<Library, Failure> {
        let base = self.base_folder();
        let mut sources = Vec::new();
        match base {
            Some(folder) => {
                is_folder(&folder)?;
                out::note(format!("base pack: {}", folder.display()));
                sources.push(PackSource::Folder(folder));
            }
            None => sources.push(self.built_in.source()),
        }
        for folder in &self.more {
            is_folder(folder)?;
            sources.push(PackSource::Folder(wherever(folder)));
        }
        let library = Library::open(sources).map_err(Failure::Content)?;
        // A program that is being worked on (a debug build) may have been built with what nobody has checked yet.
        let is_sound = !cfg!(debug_assertions) && matches!(&library.packs[..], [pack] if self.built_in.is(pack));
        Ok(if is_sound { library.taken_for_sound() } else { library })
    }
}

/// The packs as one would name them on a command line, another folder last: `--pack a --pack b`.
pub(crate) fn flags(packs: &Packs, last: &Path) -> String {
    let below = packs.more.iter().map(PathBuf::as_path).filter(|folder| *folder != last);
    let all = below.chain([last]).map(|folder| format!("--pack {}", folder.display()));
    all.collect::<Vec<_>>().join(" ")
}

/// What the command line said of packs, to be said again: ` --base own --pack a`.
pub(crate) fn given(packs: &Packs) -> String {
    let folders = packs.base.iter().map(|path| ("--base", path)).chain(packs.more.iter().map(|path| ("--pack", path)));
    folders.map(|(flag, path)| format!(" {flag} {}", path.display())).collect()
}

/// The folder of the pack that one stands in, as seen from there.
pub(crate) fn stood_in() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let up = here.ancestors().position(|folder| folder.join("pack.toml").is_file())?;
    Some(if up == 0 { PathBuf::from(".") } else { vec![".."; up].iter().collect() })
}

/// The folder that one stands in, by its whole path: `.` follows a folder that is moved away, and never sees the one that comes
/// in its place.
fn wherever(folder: &Path) -> PathBuf {
    let is_here = folder.components().all(|part| matches!(part, Component::CurDir | Component::ParentDir));
    let whole = is_here.then(|| folder.canonicalize().ok()).flatten();
    whole.unwrap_or_else(|| folder.to_owned())
}

fn is_folder(path: &Path) -> Result<(), Failure> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(Failure::File(format!(
            "{} is not a folder: a pack is a folder with cards, scripts or scenarios",
            path.display()
        ))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Failure::File(format!("there is no folder {}, which is to be a pack", path.display())))
        }
        Err(error) => Err(Failure::File(format!("cannot open the pack {}: {}", path.display(), error.kind()))),
    }
}

/// A game by its id.
pub(crate) fn game(library: &Library, id: &str) -> Result<GameInfo, Failure> {
    let games = library.games();
    match games.iter().find(|g| g.id == id) {
        Some(game) => Ok(game.clone()),
        None if Path::new(id).is_dir() => {
            Err(Failure::Usage(format!("`{id}` is no game but a folder; a pack is added with `--pack {id}`")))
        }
        None => Err(Failure::unknown("game", id, games.iter().map(|g| g.id.as_str()))),
    }
}

/// The scenario named, else `standard`, else the first.
pub(crate) fn scenario(game: &GameInfo, id: Option<&str>) -> Result<String, Failure> {
    let ids = || game.scenarios.iter().map(|s| s.id.as_str());
    match id {
        Some(id) if ids().any(|s| s == id) => Ok(id.to_owned()),
        Some(id) => Err(Failure::unknown(&format!("scenario of {}", game.id), id, ids())),
        None => match ids().find(|s| *s == "standard").or_else(|| ids().next()) {
            Some(id) => Ok(id.to_owned()),
            None => Err(Failure::Usage(format!("the game `{}` has no scenario", game.id))),
        },
    }
}

/// Loads a game; how many warnings there are is said once.
pub(crate) fn load(library: &Library, game: &str) -> Result<(Arc<Program>, Vm), Failure> {
    let (program, vm, problems) = library.load(game).map_err(Failure::Content)?;
    tell_warnings(&problems, library, game);
    Ok((program, vm))
}

fn tell_warnings(problems: &[Diagnostic], library: &Library, game: &str) {
    let warnings = problems.iter().filter(|p| p.severity == Severity::Warning).count();
    if warnings > 0 {
        let shows = library.check_command(game);
        out::note(format!("{}: `{shows}` shows them", counted(warnings, "warning")));
    }
}

/// The checked content of a game.
pub(crate) fn content(library: &Library, game: &str) -> Result<Content, Failure> {
    let (content, problems) = Content::load(&library.packs, game);
    content.ok_or(Failure::Content(problems))
}

/// `1 warning`, `3 warnings`.
pub(crate) fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A content's hash as records write it.
pub(crate) fn hex(hash: &[u8]) -> String {
    hash.iter().map(|b| format!("{b:02x}")).collect()
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
    fn a_pack_is_the_built_in_one_if_it_has_its_files_and_no_others() {
        type Files = Vec<(String, String)>;
        let is = |change: &dyn Fn(&mut Files)| {
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("a text");
            let mut files: Files =
                embedded_files(BUILT_IN.0).into_iter().map(|(path, bytes)| (path, text(bytes))).collect();
            change(&mut files);
            BUILT_IN.is(&Pack::open(PackSource::Memory(files)).expect("a pack"))
        };
        assert!(is(&|_| {}));
        assert!(is(&|files| files.retain(|(path, _)| !path.ends_with(".md"))), "what nobody reads may be gone");
        assert!(!is(&|files| files.retain(|(path, _)| !path.ends_with("b.luau"))), "one is gone");
        assert!(!is(&|files| files[0].1.push('\n')), "one is another");
        assert!(!is(&|files| files.push(("scripts/lib/c.luau".into(), "return {}\n".into()))), "one more");
    }
}
