//! Scenarios. Combines each scenario with the scenarios that it extends.

use super::builder::Builder;
use super::single_tables::SCENARIO_META;
use crate::did_you_mean::did_you_mean;
use crate::located::Located;
use crate::provenance::DataSource;
use crate::scenario::Scenario;
use crate::table_reader::TableReader;
use crate::table_schema::{Key, ValueType, required, schema};
use cardwright_state::ids::*;
use std::collections::BTreeMap;

/// The most scenarios that may extend each other in a chain.
const MAX_DEPTH: usize = 16;

/// `[meta]`.
const META: Key = required("meta", "The scenario itself.", ValueType::Table(&SCENARIO_META), "");

schema! {
    /// One start of a game: the position, the first step and the options. Every file in `scenarios/<game>/` except
    /// `board.toml` and `rules.toml` is a scenario.
    pub(crate) static SCENARIO = "scenario";
    keys {
        "meta" = shared(META);
        /// Options of the game, by id. A person who starts a game may override them.
        "options" = optional(AnyKeys(&Data), "all options have their `default`", "{ length = \"short\" }");
    }
}

/// A scenario as its own file declares it, without the scenarios that it extends.
struct DeclaredScenario {
    id: Located<String>,
    name: String,
    doc: String,
    extends: Option<Located<String>>,
    first: Option<Located<String>>,
    /// Whether some key is a typo of `extends` or `first`.
    has_start_typo: bool,
    position: Option<Located<String>>,
    options: BTreeMap<OptionId, i64>,
}

impl Builder<'_> {
    pub(super) fn read_scenarios(&mut self) -> Vec<Scenario> {
        let mut scenarios = Vec::new();
        for (entry, keys) in self.open_entries("scenario", &SCENARIO) {
            let meta = keys.table("meta");
            let options = self.read_scenario_options(&keys);
            let Some((meta, place)) = meta else { continue };
            let has_start_typo = meta.iter().any(|(key, _)| is_start_typo(&key.value));
            let meta = TableReader::new(&SCENARIO_META, meta, place, keys.table_name.clone(), self.problems);
            let scenario = DeclaredScenario {
                id: entry.id.clone(),
                name: meta.need_text("name").map(|n| n.value).unwrap_or_default(),
                doc: meta.text("doc").map(|d| self.with_knobs(d)).unwrap_or_default(),
                extends: meta.text("extends"),
                first: meta.text("first"),
                has_start_typo,
                position: meta.text("position"),
                options,
            };
            scenarios.push(scenario);
            // The layers have checked the other keys of `[meta]`, file by file.
            for old in meta.texts("was") {
                self.add_rename("scenario", old, &entry.id.value);
            }
            if let Some(source) = &entry.source {
                let entry = format!("scenario {}", entry.id.value);
                self.add_data_source(
                    DataSource { entry, source: source.value.clone(), note: None, rule: None },
                    source,
                );
            }
        }
        (0..scenarios.len()).map(|index| self.combine(&scenarios, index)).collect()
    }
    /// Reads the options that a scenario sets.
    fn read_scenario_options(&self, keys: &TableReader<'_>) -> BTreeMap<OptionId, i64> {
        let mut options = BTreeMap::new();
        for (name, value) in keys.table("options").map(|(table, _)| table).into_iter().flatten() {
            let Some(index) = self.find("option", name) else { continue };
            let option_type = &self.board.options[index].option_type;
            if let Some(number) = self.option_value(option_type, value, &format!("the option `{}`", name.value)) {
                options.insert(OptionId::new(index), number);
            }
        }
        options
    }
    /// Combines the scenario at `index` with the scenarios that it extends. The values of extended scenarios come
    /// first.
    fn combine(&self, scenarios: &[DeclaredScenario], index: usize) -> Scenario {
        // The scenario, then the scenario that it extends, and so on.
        let mut chain = vec![index];
        while let Some(parent) = &scenarios[chain[chain.len() - 1]].extends {
            // An unknown scenario is reported once, at the scenario that names it.
            let found =
                if chain.len() == 1 { self.find("scenario", parent) } else { self.index_of("scenario", parent) };
            let Some(found) = found else { break };
            if chain.contains(&found) {
                if found == index {
                    let problem = parent
                        .error("content::scenario-circle", format!("`{}` extends itself", scenarios[index].id.value));
                    let names: Vec<&str> = chain.iter().map(|s| scenarios[*s].id.value.as_str()).collect();
                    self.problems.push(
                        problem.label("this scenario extends itself through the others").help(names.join(" extends ")),
                    );
                }
                break;
            }
            if chain.len() == MAX_DEPTH {
                let problem = parent
                    .error("content::too-deep", format!("scenarios extend each other more than {MAX_DEPTH} deep"));
                self.problems.push(problem.label("too deep"));
                break;
            }
            chain.push(found);
        }
        let scenario = &scenarios[index];
        let mut combined = Scenario {
            id: scenario.id.value.clone(),
            name: scenario.name.clone(),
            doc: scenario.doc.clone(),
            first: String::new(),
            extends: scenario.extends.as_ref().map(|parent| parent.value.clone()),
            position: Vec::new(),
            options: Vec::new(),
            first_origin: scenario.id.place(),
            origin: scenario.id.place(),
        };
        let mut options = BTreeMap::new();
        for part in chain.iter().rev().map(|index| &scenarios[*index]) {
            if let Some(first) = &part.first {
                (combined.first, combined.first_origin) = (first.value.clone(), first.place());
            }
            combined.position.extend(part.position.clone());
            options.extend(part.options.iter().map(|(option, value)| (*option, *value)));
        }
        combined.options = options.into_iter().collect();
        let is_parent_known = scenario.extends.as_ref().is_none_or(|p| self.index_of("scenario", p).is_some());
        if combined.first.is_empty() && is_parent_known && !scenario.has_start_typo {
            let problem = scenario
                .id
                .error("content::missing-key", format!("the scenario `{}` lacks `first`", scenario.id.value));
            self.problems.push(problem.label("neither this scenario nor one that it extends names the first step"));
        }
        combined
    }
}

/// Whether a key is a typo of `extends` or `first`. If so, the typo is reported, but not the missing first step.
fn is_start_typo(key: &str) -> bool {
    const KNOWN: [&str; 2] = ["extends", "first"];
    !KNOWN.contains(&key) && did_you_mean(key, KNOWN).is_some()
}
