//! The odds of lines as a reply. Their JSON has probabilities in two forms: a `fraction` is a text such as `"1/36"`,
//! because a number would lose digits, and a `share` is the same probability as a number from 0 to 1.

use cardwright_sim::odds::{Distribution, Mean, Odds, Probability};
use cardwright_view::watch_target::WatchedValue;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// A line and the results that it may lead to.
#[derive(Debug)]
pub struct OddsLine {
    /// The line as it was typed, with the default that it leaves open before a roll.
    pub text: String,
    /// How far the line was followed, and how the questions on the way were answered. Empty if the line ended at the
    /// question after its own words.
    pub course: String,
    /// Whether the questions on the way were answered at random.
    pub is_random: bool,
    /// The results of the line.
    pub odds: Odds,
    /// What the game says first about the results. Often empty.
    pub summary: Vec<SummaryItem>,
}

/// One part of a summary.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SummaryItem {
    /// How often something is true at the end: `Portland taken`.
    Share {
        /// What is true.
        text: String,
        /// How often.
        #[serde(serialize_with = "as_number")]
        share: Probability,
    },
    /// How much a number rises from the start of the scene to its end: `Western Invader loses`.
    Rise {
        /// What rises.
        text: String,
        /// The mean.
        #[serde(serialize_with = "mean_as_number")]
        mean: Mean,
    },
}

fn as_number<S: Serializer>(share: &Probability, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(share.number())
}

fn mean_as_number<S: Serializer>(mean: &Mean, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(mean.number())
}

/// A watched quantity, such as a track, a number of pieces or a figure, with its value after each line.
#[derive(Debug)]
pub struct Watched {
    /// The word that names the quantity after `--watch`.
    pub word: String,
    /// The name of the quantity.
    pub name: String,
    /// What kind of quantity it is, in the plural: `tracks`.
    pub kind: &'static str,
    /// The value now. None for a quantity that exists only after a line, such as success.
    pub now: Option<WatchedValue>,
    /// For each line the possible values after it, with their probabilities.
    pub distributions: Vec<Distribution<WatchedValue>>,
}

/// The odds of one line, or of several side by side. Serialised, they are what `cardwright odds --json` prints.
#[derive(Debug)]
pub struct OddsReply {
    /// The game's id.
    pub game: String,
    /// The lines.
    pub lines: Vec<OddsLine>,
    /// The watched quantities.
    pub watched: Vec<Watched>,
    /// The scenes to whose end odds can be computed: the words after `--to`.
    pub scenes: Vec<String>,
    /// The sides from whose knowledge the odds are computed, in words. If something is hidden from them, the odds are
    /// averaged over positions that these sides cannot tell from the real one.
    pub who: String,
}

impl Watched {
    /// Returns the mean after each line, or `None` if the value is not a number.
    pub fn means(&self) -> Vec<Option<Mean>> {
        self.distributions.iter().map(|distribution| distribution.mean(|value| value.number)).collect()
    }
    /// Whether the values occur with the same probabilities as those of `other`. For the same figure of two sides, it
    /// is then enough to show one of the two.
    pub(crate) fn has_same_probabilities_as(&self, other: &Watched) -> bool {
        let shares = |distribution: &Distribution<WatchedValue>| {
            distribution.values.iter().map(|(_, share)| *share).collect::<Vec<_>>()
        };
        self.distributions.iter().zip(&other.distributions).all(|(own, other)| shares(own) == shares(other))
    }
    /// Whether there is one possible value only, the same after every line.
    pub fn is_certain(&self) -> bool {
        let value =
            |distribution: &Distribution<WatchedValue>| distribution.values.first().map(|(value, _)| value.clone());
        self.distributions.iter().all(Distribution::is_certain)
            && self.distributions.windows(2).all(|pair| value(&pair[0]) == value(&pair[1]))
    }
}

impl Serialize for OddsReply {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let line = |(n, line): (usize, &OddsLine)| {
            let watches: Vec<Value> = self.watched.iter().map(|watched| watched_json(watched, n)).collect();
            let odds = &line.odds;
            json!({
                "line": line.text,
                "summary": line.summary,
                "by_chance": odds.has_chance,
                "gone_through": odds.is_exact,
                "hidden": odds.is_hidden,
                "positions": odds.is_hidden.then_some(odds.worlds.len()),
                "drawn": (!odds.is_exact).then_some(odds.ends().count()),
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
