//! Checks that files belong together: shards of one run, each of them once.

use crate::ReportError;
use crate::about::{About, Kind};
use std::collections::BTreeMap;
use std::path::Path;

/// Checks that the files can be reported on one page. Returns what was played: the first line of a file with games or
/// cards, else of a comparison.
pub(crate) fn check<'a>(files: &'a [(&Path, About)]) -> Result<&'a About, ReportError> {
    let (first_path, first) = files.iter().min_by_key(|(_, about)| about.kind).ok_or(ReportError::NoFiles)?;
    let mut seen: BTreeMap<(Kind, String), &Path> = BTreeMap::new();
    for (path, about) in files {
        if let Some((what, a, b)) = difference(first, about) {
            let cut = |text: String| text.chars().take(100).collect();
            let (first, second) = (first_path.to_path_buf(), path.to_path_buf());
            return Err(ReportError::Different { first, second, what, a: cut(a), b: cut(b) });
        }
        let (key, what) = match (about.kind, about.shard) {
            (Kind::Comparison, _) => (format!("{:?}", (&about.a, &about.b, about.seed)), "comparison".to_owned()),
            (_, Some((shard, shards))) => (shard.to_string(), format!("shard {shard} of {shards}")),
            (_, None) => (String::new(), "run".to_owned()),
        };
        if let Some(earlier) = seen.insert((about.kind, key), path) {
            return Err(ReportError::Twice { first: earlier.into(), second: path.to_path_buf(), what });
        }
    }
    missing(files, Kind::Games, "games")?;
    missing(files, Kind::Cards, "cards")?;
    Ok(first)
}

/// Returns what differs between two files that should be of the same run, with both values. A comparison may have other
/// scenarios, options and seats than the run beside it.
fn difference(first: &About, other: &About) -> Option<(&'static str, String, String)> {
    let of = |about: &About| {
        let side_ids: Vec<_> = about.sides.iter().map(|side| format!("{} {}", side.id, side.name)).collect();
        [
            ("games", about.game.clone()),
            ("versions of the content", about.content.clone()),
            ("sides", side_ids.join(", ")),
            ("scenarios", about.scenario.clone()),
            ("options", about.option_text()),
            ("seats", about.seat_text()),
            ("seeds", about.seed.to_string()),
            ("numbers of games", about.games.to_string()),
            ("numbers of shards", about.shard.map_or(1, |(_, shards)| shards).to_string()),
            ("periods", about.periods.join(" ")),
            ("evaluating figures", about.evaluates.clone().unwrap_or_default()),
            ("versions of the engine", about.engine.clone()),
        ]
    };
    const OF_COMPARISONS: usize = 3;
    let count = if first.kind.max(other.kind) == Kind::Comparison { OF_COMPARISONS } else { usize::MAX };
    let mut pairs = of(first).into_iter().zip(of(other)).take(count);
    pairs.find(|((_, a), (_, b))| a != b).map(|((what, a), (_, b))| (what, a, b))
}

/// Checks that no shard is missing. All shards have the same number of shards.
fn missing(files: &[(&Path, About)], kind: Kind, name: &'static str) -> Result<(), ReportError> {
    let shards: Vec<_> = files.iter().filter(|(_, about)| about.kind == kind).map(|(_, about)| about.shard).collect();
    let Some(Some((_, all))) = shards.first() else { return Ok(()) };
    const MOST_NAMED: usize = 20;
    let is_missing = |shard: &u64| !shards.contains(&Some((*shard, *all)));
    // Each file is another shard, so the search ends soon after as many shards as there are files.
    let numbers: Vec<String> = (0..*all).filter(is_missing).take(MOST_NAMED).map(|shard| shard.to_string()).collect();
    let rest = (all - shards.len() as u64).saturating_sub(numbers.len() as u64);
    let missing = match &numbers[..] {
        [] => return Ok(()),
        [one] => format!("shard {one} of {all} is"),
        _ if rest > 0 => format!("shards {} and {rest} more of {all} are", numbers.join(", ")),
        [others @ .., last] => format!("shards {} and {last} of {all} are", others.join(", ")),
    };
    Err(ReportError::MissingShards { missing, kind: name })
}
