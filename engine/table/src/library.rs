//! The packs of a session, and the games in them.

use cardwright_content::{Content, Diagnostic, GameInfo, Pack, PackSource, SourceFile, games, shell_word};
use cardwright_script::{Program, Vm, check_scripts_without_content};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Opened packs in layering order, with their sources for a reload.
#[derive(Debug)]
pub struct Library {
    sources: Vec<PackSource>,
    /// The packs as last read.
    pub packs: Vec<Pack>,
    /// Whether the caller vouches that the packs have no errors, so that their scripts need no lints.
    is_checked: bool,
}

impl Library {
    /// Opens packs, the base pack first.
    ///
    /// # Errors
    /// The problems of a pack that cannot be read.
    pub fn open(sources: Vec<PackSource>) -> Result<Library, Vec<Diagnostic>> {
        let packs = read_packs(&sources)?;
        Ok(Library { sources, packs, is_checked: false })
    }

    /// Marks the packs as checked, so that [`Library::load`] compiles their scripts without linting them. Reading the
    /// packs again or adding a pack removes the mark.
    #[must_use]
    pub fn skip_lints(self) -> Library {
        Library { is_checked: true, ..self }
    }

    /// Copies the packs with another text for one file. Neither checks the text nor writes it to disk.
    #[must_use]
    pub fn with_text(&self, file: &Arc<SourceFile>, text: &str) -> Library {
        let mut packs = self.packs.clone();
        for entry in packs.iter_mut().flat_map(|pack| &mut pack.files).filter(|entry| Arc::ptr_eq(entry, file)) {
            let changed = SourceFile::new(file.pack.clone(), file.path.clone(), text.to_owned(), file.on_disk.clone());
            *entry = Arc::new(changed);
        }
        Library { sources: self.sources.clone(), packs, is_checked: false }
    }

    /// Adds a pack on top of the others.
    ///
    /// # Errors
    /// The problems that keep the pack from being read.
    pub fn add(&mut self, source: PackSource) -> Result<(), Vec<Diagnostic>> {
        self.packs.push(Pack::open(source.clone())?);
        self.is_checked = false;
        self.sources.push(source);
        Ok(())
    }

    /// Reads all packs again. On failure the old ones stay.
    ///
    /// # Errors
    /// The problems of a pack that cannot be read.
    pub fn reread(&mut self) -> Result<(), Vec<Diagnostic>> {
        self.packs = read_packs(&self.sources)?;
        self.is_checked = false;
        Ok(())
    }

    /// The games and scenarios in the packs.
    pub fn games(&self) -> Vec<GameInfo> {
        games(&self.packs)
    }

    /// The games that have a scenario. A game without one can be read, but not played.
    pub fn playable_games(&self) -> Vec<GameInfo> {
        self.games().into_iter().filter(|game| !game.scenarios.is_empty()).collect()
    }

    /// Loads a game: content and scripts.
    ///
    /// # Errors
    /// Every problem of content and scripts, with its place. Warnings alone do not fail.
    pub fn load(&self, game: &str) -> Result<(Arc<Program>, Vm, Vec<Diagnostic>), Vec<Diagnostic>> {
        if !self.is_checked {
            return self.load_with_lints(game);
        }
        self.load_with(game, Program::load_trusted)
    }

    /// Loads a game as [`Library::load`] does, but always lints the scripts.
    ///
    /// # Errors
    /// Fails as [`Library::load`] does.
    pub fn load_with_lints(&self, game: &str) -> Result<(Arc<Program>, Vm, Vec<Diagnostic>), Vec<Diagnostic>> {
        self.load_with(game, Program::load)
    }

    fn load_with(
        &self,
        game: &str,
        load: impl FnOnce(Arc<Content>) -> Result<(Arc<Program>, Vm), Vec<Diagnostic>>,
    ) -> Result<(Arc<Program>, Vm, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (content, mut problems) = Content::load(&self.packs, game);
        let Some(content) = content else {
            problems.extend(check_scripts_without_content(&self.packs, game));
            return Err(problems);
        };
        match load(Arc::new(content)) {
            Ok((program, vm)) => {
                problems.extend(program.warnings.iter().cloned());
                Ok((program, vm, problems))
            }
            Err(more) => {
                problems.extend(more);
                Err(problems)
            }
        }
    }

    /// The folders of the packs, for a file watcher.
    pub fn folders(&self) -> Vec<PathBuf> {
        self.sources
            .iter()
            .filter_map(|s| match s {
                PackSource::Folder(path) => Some(path.clone()),
                _ => None,
            })
            .collect()
    }

    /// The source of each pack, in layering order.
    pub fn sources(&self) -> &[PackSource] {
        &self.sources
    }

    /// Writes the command that lists a game's problems: `cardwright check demo --pack mods/own`.
    pub fn check_command(&self, game: &str) -> String {
        let pack_options = self.sources.iter().skip(1).filter_map(|source| match source {
            PackSource::Folder(path) | PackSource::Zip(path) => Some(format!(" --pack {}", shell_word(path))),
            _ => None,
        });
        format!("cardwright check {game}{}", pack_options.collect::<String>())
    }

    /// All files of the packs, to store with a record: pack id, path, text.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.packs.iter().flat_map(|p| p.files.iter().map(|f| (p.id.as_str(), f.path.as_str(), f.text.as_str())))
    }
}

fn read_packs(sources: &[PackSource]) -> Result<Vec<Pack>, Vec<Diagnostic>> {
    let mut packs = Vec::new();
    let mut problems = Vec::new();
    for source in sources {
        match Pack::open(source.clone()) {
            Ok(pack) => packs.push(pack),
            Err(more) => problems.extend(more),
        }
    }
    if problems.is_empty() { Ok(packs) } else { Err(problems) }
}

/// Finds the base pack of a source checkout: the path itself, or its nearest ancestor with the folders of the project.
pub fn checkout(from: &Path) -> Option<PathBuf> {
    let is_checkout =
        |p: &Path| p.join("scenarios").is_dir() && p.join("scripts").is_dir() && p.join("engine").is_dir();
    from.ancestors().find(|p| is_checkout(p)).map(Path::to_path_buf)
}
