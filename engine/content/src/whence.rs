//! Which pack and line set what: kept per entry while packs are layered.

use crate::source::SourceFile;
use std::sync::Arc;

/// One place that set (a part of) an entry.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The pack's id.
    pub pack: String,
    /// The file.
    pub file: Arc<SourceFile>,
    /// The line of the entry there, from 1.
    pub line: usize,
    /// The keys it gave.
    pub keys: Vec<String>,
}

/// An entry with everything that set it, in the order of the packs.
#[derive(Debug, Clone)]
pub struct Whence {
    /// What it is: `space`, `card`, `word`, `script`…
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Who set it; the last word is the last one's.
    pub origins: Vec<Origin>,
}
