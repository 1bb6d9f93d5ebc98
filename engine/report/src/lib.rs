//! A web page from the result files of simulations: who wins, how long games last, what cards are worth, what a
//! comparison found. The page is one file without scripts.
//!
//! This crate reads files and returns text. It must not depend on the rules or on the engine: result files may come from
//! strangers, so their texts are escaped and their sizes are bounded.

mod about;
mod cards;
mod comparison;
mod games;
mod html;
mod merge;
mod page;
mod plots;
mod read;
mod share;

use about::Kind;
use cards::Cards;
use comparison::Comparison;
use games::Games;
use read::ResultFile;
use std::path::PathBuf;

/// The page, and what its reader should know about the files.
#[derive(Debug, Clone)]
pub struct Page {
    /// The page as HTML.
    pub html: String,
    /// Sentences about lines that were skipped. The page has them too.
    pub notes: Vec<String>,
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// No file is named.
    #[error("name at least one result file of `sim` or `compare`")]
    NoFiles,
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The first line is not that of a result file.
    #[error("{} is not a result file of `sim` or `compare`: {problem}", path.display())]
    NotResults {
        /// The file.
        path: PathBuf,
        /// What is wrong with its first line.
        problem: String,
    },
    /// A file has a format that this version does not know.
    #[error("{} has format {found}, but this version reads format 1", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The format that the file names.
        found: String,
    },
    /// A line cannot be read.
    #[error("{}:{line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// Two files are not of the same run.
    #[error("{} and {} cannot be added up: their {what} differ (`{a}` and `{b}`)", first.display(), second.display())]
    Different {
        /// One file.
        first: PathBuf,
        /// The other file.
        second: PathBuf,
        /// What differs, in the plural.
        what: &'static str,
        /// The value of the first file.
        a: String,
        /// The value of the second file.
        b: String,
    },
    /// Two files hold the same results.
    #[error("{} and {} are the same {what}: name one of them", first.display(), second.display())]
    Twice {
        /// One file.
        first: PathBuf,
        /// The other file.
        second: PathBuf,
        /// The shard, or the results of the whole run.
        what: String,
    },
    /// Shards of a run are missing.
    #[error("{missing} missing (of the files with {kind})")]
    MissingShards {
        /// The numbers of the shards, with a verb: `shards 1 and 3 of 4 are`.
        missing: String,
        /// What the files hold: `games` or `cards`.
        kind: &'static str,
    },
}

/// Reads result files and makes the page. Adds up the shards of a run.
///
/// # Errors
/// See [`ReportError`].
pub fn report(paths: &[PathBuf]) -> Result<Page, ReportError> {
    let mut files = Vec::new();
    for path in paths {
        files.push((path.as_path(), ResultFile::open(path)?.about));
    }
    let about = merge::check(&files)?;
    let (mut games, mut cards, mut comparisons) = (Games::new(about), Cards::new(about), Vec::new());
    let mut notes = Vec::new();
    for (path, _) in &files {
        let mut file = ResultFile::open(path)?;
        match file.about.kind {
            Kind::Games => games.read(&mut file)?,
            Kind::Cards => cards.read(&mut file)?,
            Kind::Comparison => comparisons.push(Comparison::read(&mut file)?),
        }
        if file.is_truncated() {
            notes.push(format!("{}: the last line is incomplete, so it was skipped.", path.display()));
        }
    }
    games.sort();
    notes.extend(cards.note());
    let abouts: Vec<_> = files.iter().map(|(_, about)| about).collect();
    let html = page::page(&abouts, about, &games, &cards, &comparisons, &notes);
    Ok(Page { html, notes })
}
