//! A web page from the result files of simulations: who wins, how long games last, what cards are worth, what a
//! comparison found. The page is one file without scripts.
//!
//! This crate reads files and returns text. It must not depend on the rules or on the engine: result files may come
//! from strangers, so their texts are escaped and their sizes are bounded.

mod about;
mod cards;
mod comparison;
mod games;
mod html;
mod merge;
mod page;
mod plots;
mod read;

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
    #[error("cannot read {}: {_1}", _0.display())]
    Read(PathBuf, #[source] std::io::Error),
    /// The first line of a file is not that of a result file.
    #[error("{} is no result file that this version can read: {_1}", _0.display())]
    NotResults(PathBuf, String),
    /// A line cannot be read. Lines are counted from 1.
    #[error("{}:{_1}: {_2}", _0.display())]
    Line(PathBuf, u64, String),
    /// Two files are not of the same run, or hold the same results.
    #[error("{} and {} cannot be added up: {_2}", _0.display(), _1.display())]
    NotAddable(PathBuf, PathBuf, String),
    /// Shards of a run are missing.
    #[error("{_0}")]
    MissingShards(String),
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
    let (mut games, mut cards, mut comparisons) = (Games::default(), Cards::default(), Vec::new());
    let mut notes = Vec::new();
    for (path, _) in &files {
        let mut file = ResultFile::open(path)?;
        let before = games.all();
        let is_shard = file.about.shard.is_some() && file.about.kind == Kind::Games;
        match file.about.kind {
            Kind::Games => games.read(&mut file)?,
            Kind::Cards => cards.read(&mut file)?,
            Kind::Comparison => comparisons.push(Comparison::read(&mut file)?),
        }
        let found = games.all() - before;
        if let Some(expected) = file.about.expected_games().filter(|expected| is_shard && *expected > found) {
            notes.push(format!("{}: {found} of {expected} games.", path.display()));
        }
        if file.is_truncated {
            notes.push(format!("{}: the last line is incomplete, so it was skipped.", path.display()));
        }
    }
    games.sort();
    if cards.left_out > 0 {
        notes.push(format!("A side has too many cards: {} lines about the last ones are left out.", cards.left_out));
    }
    let commands: Vec<_> = files.iter().map(|(_, about)| about.command.as_str()).collect();
    let cards = cards.into_rows(|side| games.share_of_side(side));
    let html = page::page(about, &commands, &games, &cards, &comparisons, &notes);
    Ok(Page { html, notes })
}
