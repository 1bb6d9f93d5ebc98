//! Checks that files belong together: shards of one run, each of them once.

use crate::ReportError;
use crate::about::{About, Kind};
use crate::read::cut;
use std::collections::BTreeMap;
use std::path::Path;

/// Checks that the files can be reported on one page. Returns what was played: the first line of a file with games or
/// cards, else of a comparison.
pub(crate) fn check<'a>(files: &'a [(&Path, About)]) -> Result<&'a About, ReportError> {
    let (first_path, first) = files.iter().min_by_key(|(_, about)| about.kind).ok_or(ReportError::NoFiles)?;
    let mut seen: BTreeMap<(Kind, String), &Path> = BTreeMap::new();
    for (path, about) in files {
        if let Some(problem) = difference(first, about) {
            return Err(ReportError::NotAddable(first_path.into(), path.into(), problem));
        }
        let what = match (about.kind, about.shard) {
            (Kind::Comparison, _) => format!("comparison of `{}`", about.b.as_deref().unwrap_or_default()),
            (_, Some((shard, shards))) => format!("shard {shard} of {shards}"),
            (_, None) => "run".to_owned(),
        };
        let problem = format!("they are the same {}", cut(&what, 100));
        if let Some(earlier) = seen.insert((about.kind, what), path) {
            return Err(ReportError::NotAddable(earlier.into(), path.into(), problem));
        }
    }
    missing(files, Kind::Games, "games")?;
    missing(files, Kind::Cards, "cards")?;
    Ok(first)
}

/// Returns what differs between two files that should be of the same run. A comparison may have other scenarios,
/// options and seats than the run beside it.
fn difference(first: &About, other: &About) -> Option<String> {
    let values = |about: &About| {
        [
            ("game", about.game.clone()),
            ("content", about.content.clone()),
            ("sides", format!("{:?}", about.sides)),
            ("scenario", about.scenario.clone()),
            ("options", about.option_text()),
            ("seats", about.seat_text()),
            ("seed", about.seed.to_string()),
            ("number of games", about.games.map_or("none".into(), |games| games.to_string())),
            ("number of shards", about.shard.map_or(1, |(_, shards)| shards).to_string()),
            ("periods", about.periods.join(" ")),
            ("evaluating figure", about.evaluates.clone().unwrap_or_default()),
            ("engine", about.engine.clone()),
        ]
    };
    const OF_COMPARISONS: usize = 3;
    let count = if first.kind.max(other.kind) == Kind::Comparison { OF_COMPARISONS } else { usize::MAX };
    let mut pairs = values(first).into_iter().zip(values(other)).take(count);
    let ((what, a), (_, b)) = pairs.find(|((_, a), (_, b))| a != b)?;
    Some(format!("{what} `{}` differs from `{}`", cut(&a, 100), cut(&b, 100)))
}

/// Checks that no shard is missing. All shards have the same number of shards, and none is there twice.
fn missing(files: &[(&Path, About)], kind: Kind, name: &'static str) -> Result<(), ReportError> {
    let shards: Vec<_> = files.iter().filter(|(_, about)| about.kind == kind).map(|(_, about)| about.shard).collect();
    let Some(Some((_, all))) = shards.first() else { return Ok(()) };
    const MOST_NAMED: usize = 20;
    let is_missing = |shard: &u64| !shards.contains(&Some((*shard, *all)));
    let mut names: Vec<String> = (0..*all).filter(is_missing).take(MOST_NAMED).map(|n| n.to_string()).collect();
    let rest = all - shards.len() as u64 - names.len() as u64;
    if rest > 0 {
        names.push(format!("{rest} more"));
    }
    let missing = match &names[..] {
        [] => return Ok(()),
        [one] => format!("shard {one} of {all} is missing"),
        [others @ .., last] => format!("shards {} and {last} of {all} are missing", others.join(", ")),
    };
    Err(ReportError::MissingShards(format!("{missing} among the files with {name}")))
}
