//! The files that a `new` command writes, and the report about them.

use crate::failure::Failure;
use crate::out;
use cardwright_content::{ConfinedFolder, FileWrite};
use std::path::PathBuf;

/// Files for one folder, and suggested next commands.
#[derive(Debug)]
pub(crate) struct NewFiles {
    /// The folder of the pack, or the parent folder of a new pack. Nothing is written outside it.
    pub(crate) folder: PathBuf,
    pub(crate) files: Vec<FileWrite>,
    /// Commands that the designer may type next.
    pub(crate) next_commands: Vec<String>,
}

impl NewFiles {
    /// Writes all files or none, then prints their paths and the next commands.
    pub(crate) fn write(self) -> Result<(), Failure> {
        let failed = |problems: Vec<String>| Failure::File(format!("{}\n  nothing was written", problems.join("\n  ")));
        let folder = ConfinedFolder::open(&self.folder).map_err(|problem| failed(vec![problem.with_help()]))?;
        let result = folder.write_files(&self.files);
        let paths = result.map_err(|problems| failed(problems.iter().map(|problem| problem.with_help()).collect()))?;
        for (path, file) in paths.iter().zip(&self.files) {
            let verb = if file.old_text.is_some() { "added to" } else { "wrote" };
            let path = path.strip_prefix(".").unwrap_or(path);
            out::line(format!("✓ {verb} {}", path.display()));
        }
        out::line("Next");
        for command in &self.next_commands {
            out::line(format!("  {command}"));
        }
        Ok(())
    }
}
