//! Writes odds as JSON. A `fraction` is a text such as `"1/36"`, because a number would lose digits. A `share` is the
//! same probability as a number from 0 to 1.

use super::{OddsReply, Watched};
use cardwright_sim::odds::{Mean, Probability};
use cardwright_view::watch_target::WatchedValue;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

impl Serialize for OddsReply {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let line = |(n, line): (usize, &super::OddsLine)| {
            let watches: Vec<Value> = self.watched.iter().map(|watched| watched_json(watched, n)).collect();
            let odds = &line.odds;
            json!({
                "line": line.text,
                "by_chance": odds.has_chance,
                "gone_through": odds.is_exact,
                "hidden": odds.is_hidden,
                "positions": odds.is_hidden.then_some(odds.worlds.len()),
                "drawn": (!odds.is_exact).then_some(odds.worlds.len()),
                "watches": watches,
            })
        };
        let lines: Vec<Value> = self.lines.iter().enumerate().map(line).collect();
        json!({ "game": self.game, "lines": lines }).serialize(to)
    }
}

fn watched_json(watched: &Watched, line: usize) -> Value {
    let distribution = &watched.distributions[line];
    let value = |(value, share): &(WatchedValue, Probability)| {
        let mut out = json!({ "value": value.text, "number": value.number, "share": share.number() });
        match share {
            Probability::Exact(weight) => out["fraction"] = weight.to_string().into(),
            Probability::Estimate { low, high, .. } => {
                out["low"] = (*low).into();
                out["high"] = (*high).into();
            }
        }
        out
    };
    let mean = watched.means()[line];
    json!({
        "watch": watched.word,
        "name": watched.name,
        "now": watched.now.as_ref().map(|now| now.text.clone()),
        "exact": distribution.is_exact(),
        "values": distribution.values.iter().map(value).collect::<Vec<_>>(),
        "mean": mean.map(|mean| mean.number()),
        "mean_fraction": mean.and_then(|mean| match mean {
            Mean::Exact(ratio) => Some(ratio.to_string()),
            Mean::Estimate(_) => None,
        }),
    })
}
