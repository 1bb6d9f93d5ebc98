//! Odds as data, for programs.

use super::{Line, Watched};
use cardwright_sim::odds::{Level, Share};
use cardwright_view::watch::Comes;
use serde_json::{Value, json};

/// Lines with what they may come to. Fractions are texts, for a number would lose them; shares go from 0 to 1.
pub(crate) fn json(game: &str, lines: &[Line], watched: &[Watched]) -> Value {
    let lines = lines.iter().enumerate().map(|(n, line)| {
        let told = watched.iter().map(|one| one_watched(one, n));
        json!({
            "line": line.text,
            "by_chance": line.odds.has_chance,
            "gone_through": line.odds.is_exact,
            "hidden": line.odds.is_hidden,
            "positions": if line.odds.is_hidden { Some(line.odds.worlds.len()) } else { None },
            "drawn": if line.odds.is_exact { None } else { Some(line.odds.worlds.len()) },
            "watches": told.collect::<Vec<_>>(),
        })
    });
    json!({ "game": game, "lines": lines.collect::<Vec<_>>() })
}

fn one_watched(one: &Watched, line: usize) -> Value {
    let spread = &one.spreads[line];
    let value = |(comes, share): &(Comes, Share)| {
        let mut out = json!({ "value": comes.text, "number": comes.number, "share": share.number() });
        match share {
            Share::Exact(weight) => out["fraction"] = weight.to_string().into(),
            Share::About { low, high, .. } => {
                out["low"] = (*low).into();
                out["high"] = (*high).into();
            }
        }
        out
    };
    let mean = one.means()[line];
    json!({
        "watch": one.word,
        "name": one.name,
        "now": one.now.as_ref().map(|now| now.text.clone()),
        "exact": spread.is_exact(),
        "values": spread.shares.iter().map(value).collect::<Vec<_>>(),
        "mean": mean.map(|mean| mean.number()),
        "mean_fraction": mean.and_then(|mean| match mean {
            Level::Exact(ratio) => Some(ratio.to_string()),
            Level::About(_) => None,
        }),
    })
}
