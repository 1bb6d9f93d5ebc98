//! What a command is about to write, where, and what is told of it.

use crate::failure::Failure;
use crate::out;
use cardwright_content::{Confined, ToWrite};
use std::path::PathBuf;

/// Files for one folder, and the commands to go on with.
#[derive(Debug)]
pub(crate) struct Made {
    /// The folder that is not left: the pack's, or for a new pack the one it comes to lie in.
    pub(crate) folder: PathBuf,
    /// What is written, below it.
    pub(crate) files: Vec<ToWrite>,
    /// What one would type next.
    pub(crate) next: Vec<String>,
}

impl Made {
    /// Writes all of it, or nothing, and says what is there now.
    pub(crate) fn write(self) -> Result<(), Failure> {
        let nothing = |told: Vec<String>| Failure::File(format!("{}\n  nothing was written", told.join("\n  ")));
        let folder = Confined::open(&self.folder).map_err(|problem| nothing(vec![problem.sentence()]))?;
        let written = folder.write_at_once(&self.files);
        let written = written.map_err(|all| nothing(all.iter().map(|problem| problem.sentence()).collect()))?;
        for (path, file) in written.iter().zip(&self.files) {
            let verb = if file.instead_of.is_some() { "added to" } else { "wrote" };
            let path = path.strip_prefix(".").unwrap_or(path);
            out::line(format!("✓ {verb} {}", path.display()));
        }
        out::line("Go on with");
        for command in &self.next {
            out::line(format!("  {command}"));
        }
        Ok(())
    }
}
