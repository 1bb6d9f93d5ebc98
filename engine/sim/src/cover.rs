//! Which options each fuzzed game is played with, and which sides are left to the game's own rules, so that every
//! scenario meets every pair of option values, and then every pair of them and of such sides: two small covering
//! arrays, made once, walked in a fixed order by the number of the game.

use cardwright_script::Program;
use cardwright_state::board::OptionType;
use cardwright_state::notation;

/// Options of one game: id and value as written; those not named are the scenario's own.
pub type Options = Vec<(String, String)>;

/// How a fuzzed game is set up, but for its seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mix {
    /// The scenario.
    pub scenario: String,
    /// Options that are not the scenario's own.
    pub options: Options,
    /// Sides left to the game's own rules, beside those that the scenario leaves to them.
    pub nonplayers: Vec<String>,
}

impl Mix {
    /// What to try where the rules do not know this mix: without one option, without the next, at last without any.
    pub(crate) fn simpler(&self) -> Vec<Mix> {
        let without = |at: usize| {
            let mut mix = self.clone();
            mix.options.remove(at);
            mix
        };
        let mut all: Vec<Mix> = (0..self.options.len()).map(without).collect();
        if self.options.len() > 1 {
            all.push(Mix { options: Vec::new(), ..self.clone() });
        }
        all
    }
}

/// An option and the values that games try: as numbers, and as written.
#[derive(Debug, Clone)]
struct Factor {
    id: String,
    values: Vec<i64>,
    texts: Vec<String>,
}

/// The scenarios and option values that games go through.
#[derive(Debug, Clone)]
pub struct Cover {
    scenarios: Vec<String>,
    factors: Vec<Factor>,
    /// Of each scenario, for each factor the value it has by itself: an index, if it is among those tried.
    own: Vec<Vec<Option<usize>>>,
    /// For each factor the index of a value; each pair of values of two factors is in some row.
    rows: Vec<Vec<usize>>,
    /// The sides that may be left to rules; none in a game that plays none, or where it is settled who is.
    sides: Vec<String>,
    /// As `rows`, with a factor of two values for each of `sides` behind the options: whether rules play it.
    mixed: Vec<Vec<usize>>,
    /// Sides that rules play in every game.
    pinned_sides: Vec<String>,
}

/// How many of a kind were met, and how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// Met.
    pub met: usize,
    /// In all.
    pub of: usize,
}

/// What a number of games has met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Covered {
    /// Scenarios.
    pub scenarios: Share,
    /// Values of options.
    pub values: Share,
    /// Pairs of values of two options, counted for each scenario.
    pub pairs: Share,
    /// Mixes of options and of sides left to rules, counted for each scenario: every pair of them is in some.
    pub mixes: Share,
}

impl Cover {
    /// All values of all options in all scenarios, but for a scenario and options that are pinned.
    /// Of a number option the bounds and the default stand for the rest. Where `nonplayers` names sides, rules play these
    /// in every game; else each side in some, if the game has rules for that.
    ///
    /// # Errors
    /// A pinned option that there is not, or a value it cannot have; a side that rules cannot play.
    pub fn new(
        program: &Program,
        scenario: Option<&str>,
        pinned: &Options,
        nonplayers: &[String],
    ) -> Result<Cover, String> {
        let board = &program.board;
        for id in nonplayers {
            board.side(id).ok_or_else(|| format!("unknown side `{id}`"))?;
            board.nonplayer.ok_or_else(|| format!("`{id}` cannot be played by rules: this game has no non-players"))?;
        }
        let scenarios: Vec<_> =
            program.content.scenarios.iter().filter(|s| scenario.is_none_or(|one| s.id == one)).collect();
        let mut pins = Vec::new();
        for (id, value) in pinned {
            let (at, value) = cardwright_table::read_option(board, id, value)?;
            pins.push((at, value));
        }
        let factors: Vec<Factor> = board
            .options
            .iter()
            .enumerate()
            .map(|(at, option)| {
                let mut values = match &option.of {
                    OptionType::Truth => vec![0, 1],
                    OptionType::Number { min, max } => vec![*min, option.default, *max],
                    OptionType::Word(words) => (0..words.len() as i64).collect(),
                    OptionType::OneOf(numbers) => numbers.clone(),
                };
                if let Some((_, value)) = pins.iter().rev().find(|(pinned, _)| *pinned == at) {
                    values = vec![*value];
                }
                values.sort_unstable();
                values.dedup();
                let texts = values.iter().map(|v| notation::option_text(&option.of, *v)).collect();
                Factor { id: option.id.clone(), values, texts }
            })
            .collect();
        let own = scenarios.iter().map(|scenario| {
            let of = |(at, factor): (usize, &Factor)| {
                let set = scenario.options.iter().rev().find(|(o, _)| o.at() == at).map(|(_, v)| *v);
                let value = set.unwrap_or(board.options[at].default);
                factor.values.iter().position(|v| *v == value)
            };
            factors.iter().enumerate().map(of).collect()
        });
        let mut sizes: Vec<usize> = factors.iter().map(|f| f.values.len()).collect();
        let (own, rows) = (own.collect(), pairwise(&sizes));
        let varies = board.nonplayer.is_some() && nonplayers.is_empty();
        let sides: Vec<String> = board.sides.iter().filter(|_| varies).map(|side| side.id.clone()).collect();
        sizes.extend(sides.iter().map(|_| 2));
        let mixed = if varies { pairwise(&sizes) } else { Vec::new() };
        let scenarios = scenarios.iter().map(|s| s.id.clone()).collect();
        Ok(Cover { scenarios, factors, own, rows, sides, mixed, pinned_sides: nonplayers.to_vec() })
    }

    /// How a game is set up, by its number: scenarios in turn; each begins with its own options, then goes through the
    /// rows of options, then through those in which sides are left to rules too.
    pub fn game(&self, n: u64) -> Mix {
        let (scenario, row) = self.at(n);
        let options = match row {
            None => self.pinned(scenario),
            Some(row) => {
                let row = row.iter().take(self.factors.len()).enumerate();
                let changed = row.filter(|(f, value)| self.own[scenario][*f] != Some(**value));
                changed.map(|(f, value)| self.written(f, *value)).collect()
            }
        };
        let sides = row.map(|row| &row[self.factors.len()..]).unwrap_or_default();
        let left = self.sides.iter().zip(sides).filter(|(_, by_rules)| **by_rules == 1).map(|(side, _)| side);
        let nonplayers = self.pinned_sides.iter().chain(left).cloned().collect();
        Mix { scenario: self.scenarios[scenario].clone(), options, nonplayers }
    }

    /// After how many games all is met and it begins anew.
    pub fn round(&self) -> u64 {
        self.plain() + self.scenarios.len() as u64 * self.mixed.len() as u64
    }

    /// So many games come before the first in which sides are left to rules.
    fn plain(&self) -> u64 {
        self.scenarios.len() as u64 * (self.rows.len() as u64 + 1)
    }

    /// What the first `games` games meet.
    pub fn covered(&self, games: u64) -> Covered {
        let sizes = || self.factors.iter().map(|f| f.values.len()).enumerate();
        let later = |f: usize| sizes().filter(move |(g, _)| *g > f).map(|(_, n)| n).sum::<usize>();
        let mut out = Covered {
            scenarios: Share {
                met: self.scenarios.len().min(games.try_into().unwrap_or(usize::MAX)),
                of: self.scenarios.len(),
            },
            values: Share { met: 0, of: sizes().map(|(_, n)| n).sum() },
            pairs: Share { met: 0, of: self.scenarios.len() * sizes().map(|(f, n)| n * later(f)).sum::<usize>() },
            mixes: Share {
                met: games.min(self.round()).saturating_sub(self.plain()) as usize,
                of: self.scenarios.len() * self.mixed.len(),
            },
        };
        let (mut values, mut pairs) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
        for n in 0..games.min(self.round()) {
            let (scenario, row) = self.at(n);
            let has: Vec<Option<usize>> = match row {
                Some(row) => row.iter().take(self.factors.len()).copied().map(Some).collect(),
                None => self.own[scenario]
                    .iter()
                    .zip(&self.factors)
                    .map(|(own, f)| own.or((f.values.len() == 1).then_some(0)))
                    .collect(),
            };
            for (f, v) in has.iter().enumerate().filter_map(|(f, v)| Some((f, (*v)?))) {
                values.insert((f, v));
                let others = has.iter().enumerate().skip(f + 1).filter_map(|(g, w)| Some((g, (*w)?)));
                pairs.extend(others.map(|(g, w)| (scenario, f, v, g, w)));
            }
        }
        (out.values.met, out.pairs.met) = (values.len(), pairs.len());
        out
    }

    /// The scenario of a game, and its row; none for the scenario's own options.
    fn at(&self, n: u64) -> (usize, Option<&Vec<usize>>) {
        let n = (n % self.round()) as usize;
        let row = (n / self.scenarios.len()).checked_sub(1);
        let row = row.map(|row| self.rows.get(row).unwrap_or_else(|| &self.mixed[row - self.rows.len()]));
        (n % self.scenarios.len(), row)
    }

    /// The options of a scenario's own that are pinned to something else.
    fn pinned(&self, scenario: usize) -> Options {
        let other = |f: &usize| self.factors[*f].values.len() == 1 && self.own[scenario][*f].is_none();
        (0..self.factors.len()).filter(other).map(|f| self.written(f, 0)).collect()
    }

    fn written(&self, factor: usize, value: usize) -> (String, String) {
        (self.factors[factor].id.clone(), self.factors[factor].texts[value].clone())
    }
}

/// Rows of value indices, such that each pair of values of two factors is in some row: greedy, and
/// the same for the same sizes. At least one row.
fn pairwise(sizes: &[usize]) -> Vec<Vec<usize>> {
    type Pair = ((usize, usize), (usize, usize));
    let mut open: std::collections::BTreeSet<Pair> = std::collections::BTreeSet::new();
    for (f, n) in sizes.iter().enumerate() {
        for (g, m) in sizes.iter().enumerate().skip(f + 1) {
            open.extend((0..*n).flat_map(|v| (0..*m).map(move |w| ((f, v), (g, w)))));
        }
    }
    if sizes.len() < 2 {
        return (0..sizes.first().copied().unwrap_or(1)).map(|v| vec![v; sizes.len()]).collect();
    }
    let mut rows = Vec::new();
    while let Some(&(first, second)) = open.first() {
        let mut row: Vec<Option<usize>> = vec![None; sizes.len()];
        (row[first.0], row[second.0]) = (Some(first.1), Some(second.1));
        for f in 0..sizes.len() {
            if row[f].is_some() {
                continue;
            }
            let pairs = |v: usize| {
                let with = row.iter().enumerate().filter_map(|(g, w)| Some((g, (*w)?)));
                with.filter(|&other| open.contains(&((f, v).min(other), (f, v).max(other)))).count()
            };
            // Of equals the first: the order is fixed.
            row[f] = (0..sizes[f]).rev().max_by_key(|v| pairs(*v));
        }
        let row: Vec<usize> = row.into_iter().map(Option::unwrap_or_default).collect();
        open.retain(|&((f, v), (g, w))| row[f] != v || row[g] != w);
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::pairwise;

    #[test]
    fn every_pair_of_values_is_in_some_row() {
        for sizes in [&[2, 2, 2, 2, 2, 2][..], &[3, 1, 4], &[5, 5], &[2, 3, 4, 5, 6, 7]] {
            let rows = pairwise(sizes);
            for (f, n) in sizes.iter().enumerate() {
                for (g, m) in sizes.iter().enumerate().skip(f + 1) {
                    for (v, w) in (0..*n).flat_map(|v| (0..*m).map(move |w| (v, w))) {
                        assert!(rows.iter().any(|r| r[f] == v && r[g] == w), "{sizes:?}: {f}={v} with {g}={w}");
                    }
                }
            }
            let all: usize = sizes.iter().product();
            assert!(rows.len() <= all, "{sizes:?} takes {} rows", rows.len());
            assert_eq!(rows, pairwise(sizes), "the order is fixed");
        }
        assert!(pairwise(&[2; 6]).len() <= 9, "six switches need no more than nine games");
        assert!(pairwise(&[2, 3, 4, 5, 6, 7]).len() < 70, "not every combination");
    }

    #[test]
    fn no_option_is_one_game_and_one_option_each_of_its_values() {
        assert_eq!(pairwise(&[]), vec![Vec::<usize>::new()]);
        assert_eq!(pairwise(&[3]), [[0], [1], [2]]);
    }
}
