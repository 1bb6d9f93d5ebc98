//! Chooses the scenario, the options and the non-players of each fuzzed game. The choice covers every pair of option
//! values in every scenario (pairwise testing), and then every pair of option values and non-players. It depends only
//! on the number of the game.

use cardwright_script::Program;
use cardwright_state::board::OptionType;
use cardwright_state::notation;

/// Options of one game: id and value as written. Other options keep the scenario's values.
pub type OptionValues = Vec<(String, String)>;

/// The set-up of a fuzzed game, without its seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// The id of the scenario.
    pub scenario: String,
    /// Options that differ from the scenario.
    pub options: OptionValues,
    /// Non-players in addition to those of the scenario.
    pub nonplayers: Vec<String>,
}

impl Configuration {
    /// Lists the configurations to try if the game does not support this one: first without each option in turn, at
    /// last without any option.
    pub(crate) fn simpler_configurations(&self) -> Vec<Configuration> {
        let without = |index: usize| {
            let mut configuration = self.clone();
            configuration.options.remove(index);
            configuration
        };
        let mut simpler: Vec<Configuration> = (0..self.options.len()).map(without).collect();
        if self.options.len() > 1 {
            simpler.push(Configuration { options: Vec::new(), ..self.clone() });
        }
        simpler
    }
}

/// An option and the values that games try.
#[derive(Debug, Clone)]
struct Factor {
    /// The id of the option.
    id: String,
    /// The values as numbers.
    values: Vec<i64>,
    /// The values as written.
    texts: Vec<String>,
}

/// The plan of configurations for a game.
#[derive(Debug, Clone)]
pub struct CoveragePlan {
    scenarios: Vec<String>,
    factors: Vec<Factor>,
    /// For each scenario and option, the index of the scenario's own value, if games try that value.
    scenario_values: Vec<Vec<Option<usize>>>,
    /// Each row has the index of a value for each option. For every pair of values of two options, a row has both.
    rows: Vec<Vec<usize>>,
    /// The sides that may be non-players. Empty if the game has no non-players, or if the caller named them.
    sides: Vec<String>,
    /// Like `rows`, with 0 or 1 for each of `sides` after the options: 1 means that the side is a non-player.
    rows_with_sides: Vec<Vec<usize>>,
    /// Sides that are non-players in every game.
    pinned_sides: Vec<String>,
}

/// How many things of one kind the games covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CoverageCount {
    /// The number of things that the games covered.
    pub covered: usize,
    /// The number of things that games can cover.
    pub total: usize,
}

/// What a number of games covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// Scenarios of the game.
    pub scenarios: CoverageCount,
    /// Values of all options.
    pub values: CoverageCount,
    /// Pairs of values of two options, for each scenario.
    pub pairs: CoverageCount,
    /// How many options have another value from game to game.
    pub varied_options: usize,
    /// Configurations with non-players, for each scenario. Together they contain every pair of values and non-players.
    pub configurations: CoverageCount,
}

impl CoveragePlan {
    /// Plans games with all values of all options in all scenarios, or only with the given scenario and the pinned
    /// values. For an option that is a number, tries the bounds and the default. The sides in `nonplayers` are
    /// non-players in every game. If `nonplayers` is empty and the game has non-players, each side is a non-player in
    /// some games.
    ///
    /// # Errors
    /// The game has no scenario, or not this one. A pinned option or value is unknown, or a side cannot be a non-player.
    pub fn new(
        program: &Program,
        scenario: Option<&str>,
        pinned: &OptionValues,
        nonplayers: &[String],
    ) -> Result<CoveragePlan, String> {
        let board = &program.board;
        for id in nonplayers {
            board.side(id).ok_or_else(|| format!("unknown side `{id}`"))?;
            board.players.nonplayer.ok_or_else(|| format!("`{id}` cannot be a non-player: this game has none"))?;
        }
        let scenarios: Vec<_> =
            program.content.scenarios.iter().filter(|entry| scenario.is_none_or(|id| entry.id == id)).collect();
        if scenarios.is_empty() {
            return Err(scenario.map_or("this game has no scenario".into(), |id| format!("unknown scenario `{id}`")));
        }
        let mut pins = Vec::new();
        for (id, value) in pinned {
            let (index, value) = cardwright_table::read_option(board, id, value)?;
            pins.push((index, value));
        }
        let factors: Vec<Factor> = board
            .options
            .iter()
            .enumerate()
            .map(|(index, option)| {
                let mut values = match &option.option_type {
                    OptionType::Boolean => vec![0, 1],
                    OptionType::Number { min, max } => vec![*min, option.default, *max],
                    OptionType::Word(words) => (0..words.len() as i64).collect(),
                    OptionType::OneOf(numbers) => numbers.clone(),
                };
                if let Some((_, value)) = pins.iter().rev().find(|(pinned, _)| *pinned == index) {
                    values = vec![*value];
                }
                values.sort_unstable();
                values.dedup();
                let texts = values.iter().map(|value| notation::option_text(&option.option_type, *value)).collect();
                Factor { id: option.id.clone(), values, texts }
            })
            .collect();
        let scenario_values = scenarios.iter().map(|scenario| {
            let own_value_index = |(index, factor): (usize, &Factor)| {
                let changed =
                    scenario.options.iter().rev().find(|(id, _)| id.index() == index).map(|(_, value)| *value);
                let own_value = changed.unwrap_or(board.options[index].default);
                factor.values.iter().position(|value| *value == own_value)
            };
            factors.iter().enumerate().map(own_value_index).collect()
        });
        let mut sizes: Vec<usize> = factors.iter().map(|factor| factor.values.len()).collect();
        let (scenario_values, rows) = (scenario_values.collect(), pairwise(&sizes));
        let varies_nonplayers = board.players.nonplayer.is_some() && nonplayers.is_empty();
        let sides: Vec<String> = board.sides.iter().filter(|_| varies_nonplayers).map(|side| side.id.clone()).collect();
        sizes.extend(sides.iter().map(|_| 2));
        let rows_with_sides = if varies_nonplayers { pairwise(&sizes) } else { Vec::new() };
        let scenarios = scenarios.iter().map(|scenario| scenario.id.clone()).collect();
        Ok(CoveragePlan {
            scenarios,
            factors,
            scenario_values,
            rows,
            sides,
            rows_with_sides,
            pinned_sides: nonplayers.to_vec(),
        })
    }

    /// Changes the plan: each scenario is played as written, with its own options and seats and the pinned ones.
    #[must_use]
    pub fn as_written(mut self) -> CoveragePlan {
        self.rows.clear();
        self.rows_with_sides.clear();
        self.sides.clear();
        self
    }

    /// Returns the configuration of game `n`. Consecutive games use the scenarios in turn. The first game of a scenario
    /// has the scenario's own options, the next games follow `rows`, and the last follow `rows_with_sides`.
    pub fn configuration(&self, n: u64) -> Configuration {
        let (scenario, row) = self.scenario_and_row(n);
        let options = match row {
            None => self.pinned_options(scenario),
            Some(row) => {
                let row = row.iter().take(self.factors.len()).enumerate();
                let changed = row.filter(|(factor, value)| self.scenario_values[scenario][*factor] != Some(**value));
                changed.map(|(factor, value)| self.option_text(factor, *value)).collect()
            }
        };
        let sides = row.map(|row| &row[self.factors.len()..]).unwrap_or_default();
        let chosen = self.sides.iter().zip(sides).filter(|(_, nonplayer)| **nonplayer == 1).map(|(side, _)| side);
        let nonplayers = self.pinned_sides.iter().chain(chosen).cloned().collect();
        Configuration { scenario: self.scenarios[scenario].clone(), options, nonplayers }
    }

    /// The number of games after which the plan repeats.
    pub fn cycle_length(&self) -> u64 {
        self.games_without_sides() + self.scenarios.len() as u64 * self.rows_with_sides.len() as u64
    }

    /// The number of games before the first game with additional non-players.
    fn games_without_sides(&self) -> u64 {
        self.scenarios.len() as u64 * (self.rows.len() as u64 + 1)
    }

    /// Counts what the first `games` games cover.
    pub fn coverage(&self, games: u64) -> Coverage {
        // Each option with its number of values. `later(f)` is the number of values of all options after option `f`.
        let sizes = || self.factors.iter().map(|f| f.values.len()).enumerate();
        let later = |f: usize| sizes().filter(move |(g, _)| *g > f).map(|(_, n)| n).sum::<usize>();
        let scenarios = CoverageCount {
            covered: self.scenarios.len().min(games.try_into().unwrap_or(usize::MAX)),
            total: self.scenarios.len(),
        };
        if self.rows.is_empty() {
            return Coverage { scenarios, ..Coverage::default() };
        }
        let mut out = Coverage {
            scenarios,
            varied_options: sizes().filter(|(_, n)| *n > 1).count(),
            values: CoverageCount { covered: 0, total: sizes().map(|(_, n)| n).sum() },
            pairs: CoverageCount {
                covered: 0,
                total: self.scenarios.len() * sizes().map(|(f, n)| n * later(f)).sum::<usize>(),
            },
            configurations: CoverageCount {
                covered: games.min(self.cycle_length()).saturating_sub(self.games_without_sides()) as usize,
                total: self.scenarios.len() * self.rows_with_sides.len(),
            },
        };
        let (mut values, mut pairs) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
        for n in 0..games.min(self.cycle_length()) {
            let (scenario, row) = self.scenario_and_row(n);
            // For each option, the index of its value in this game. A pinned value is the only one, with index 0.
            let game_values: Vec<Option<usize>> = match row {
                Some(row) => row.iter().take(self.factors.len()).copied().map(Some).collect(),
                None => self.scenario_values[scenario]
                    .iter()
                    .zip(&self.factors)
                    .map(|(own, factor)| own.or((factor.values.len() == 1).then_some(0)))
                    .collect(),
            };
            for (f, v) in game_values.iter().enumerate().filter_map(|(f, v)| Some((f, (*v)?))) {
                values.insert((f, v));
                let others = game_values.iter().enumerate().skip(f + 1).filter_map(|(g, w)| Some((g, (*w)?)));
                pairs.extend(others.map(|(g, w)| (scenario, f, v, g, w)));
            }
        }
        (out.values.covered, out.pairs.covered) = (values.len(), pairs.len());
        out
    }

    /// Returns the scenario of a game, and the row of its values. `None` instead of a row means the scenario's own
    /// options.
    fn scenario_and_row(&self, n: u64) -> (usize, Option<&Vec<usize>>) {
        let n = (n % self.cycle_length()) as usize;
        let row = (n / self.scenarios.len()).checked_sub(1);
        let row = row.map(|row| self.rows.get(row).unwrap_or_else(|| &self.rows_with_sides[row - self.rows.len()]));
        (n % self.scenarios.len(), row)
    }

    /// Returns the pinned options that differ from the scenario's own.
    fn pinned_options(&self, scenario: usize) -> OptionValues {
        let differs = |f: &usize| self.factors[*f].values.len() == 1 && self.scenario_values[scenario][*f].is_none();
        (0..self.factors.len()).filter(differs).map(|factor| self.option_text(factor, 0)).collect()
    }

    fn option_text(&self, factor: usize, value: usize) -> (String, String) {
        (self.factors[factor].id.clone(), self.factors[factor].texts[value].clone())
    }
}

/// Builds rows of value indices, so that for every pair of values of two options a row has both. `sizes` has the number
/// of values of each option. The algorithm is greedy, gives the same rows for the same sizes, and gives at least one
/// row.
fn pairwise(sizes: &[usize]) -> Vec<Vec<usize>> {
    // Two options with one value each: `f` and `g` are indices of options, `v` and `w` are indices of their values.
    type Pair = ((usize, usize), (usize, usize));
    let mut uncovered: std::collections::BTreeSet<Pair> = std::collections::BTreeSet::new();
    for (f, n) in sizes.iter().enumerate() {
        for (g, m) in sizes.iter().enumerate().skip(f + 1) {
            uncovered.extend((0..*n).flat_map(|v| (0..*m).map(move |w| ((f, v), (g, w)))));
        }
    }
    if sizes.len() < 2 {
        return (0..sizes.first().copied().unwrap_or(1)).map(|v| vec![v; sizes.len()]).collect();
    }
    let mut rows = Vec::new();
    while let Some(&(first, second)) = uncovered.first() {
        let mut row: Vec<Option<usize>> = vec![None; sizes.len()];
        (row[first.0], row[second.0]) = (Some(first.1), Some(second.1));
        for f in 0..sizes.len() {
            if row[f].is_some() {
                continue;
            }
            let new_pairs = |v: usize| {
                let chosen = row.iter().enumerate().filter_map(|(g, w)| Some((g, (*w)?)));
                chosen.filter(|&other| uncovered.contains(&((f, v).min(other), (f, v).max(other)))).count()
            };
            // `max_by_key` returns the last of equal values, so `rev` prefers the first value.
            row[f] = (0..sizes[f]).rev().max_by_key(|v| new_pairs(*v));
        }
        let row: Vec<usize> = row.into_iter().map(Option::unwrap_or_default).collect();
        uncovered.retain(|&((f, v), (g, w))| row[f] != v || row[g] != w);
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
        assert!(pairwise(&[2; 6]).len() <= 9, "six booleans need at most nine games");
        assert!(pairwise(&[2, 3, 4, 5, 6, 7]).len() < 70, "the rows are fewer than all combinations");
    }

    #[test]
    fn no_options_give_one_row_and_a_single_option_gives_one_row_per_value() {
        assert_eq!(pairwise(&[]), vec![Vec::<usize>::new()]);
        assert_eq!(pairwise(&[3]), [[0], [1], [2]]);
    }
}
