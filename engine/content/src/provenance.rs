//! Where entries come from: the pack, file and line that set each entry, and the source of its printed data.

use crate::source_file::SourceFile;
use std::sync::Arc;

/// One place in a file that set an entry, or a part of it.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Id of the pack.
    pub pack: String,
    /// The file of that pack.
    pub file: Arc<SourceFile>,
    /// Line of the entry in the file, counted from 1.
    pub line: usize,
    /// The keys that this place sets.
    pub keys: Vec<String>,
}

/// An entry and every place that set it. The command `where` prints this.
#[derive(Debug, Clone)]
pub struct Provenance {
    /// Kind of entry: `space`, `card`, `word`, `script`…
    pub kind: String,
    /// Id of the entry, unique among its kind.
    pub id: String,
    /// The places, in the order of the packs. A later place overrides an earlier place.
    pub origins: Vec<Origin>,
}

/// The source of an entry's printed data, as its key `source` names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSource {
    /// Kind and id of the entry: `space high-pass`, `card 07`, `card 07 reds`.
    pub entry: String,
    /// Where the data comes from: `rulebook`, `reconstructed`, `own` or `public:<name>`.
    pub source: String,
    /// A remark on the source.
    pub note: Option<String>,
    /// The rule that states the data, if the entry names one.
    pub rule: Option<String>,
}
