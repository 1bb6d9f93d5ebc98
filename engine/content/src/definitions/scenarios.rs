//! Scenarios, each combined with those that it extends.

use super::Builder;
use super::single_tables::SCENARIO_META;
use crate::did_you_mean::did_you_mean;
use crate::located::Located;
use crate::provenance::DataSource;
use crate::scenario::Scenario;
use crate::table_reader::TableReader;
use crate::table_schema::{Key, TableSchema, ValueType, always, may};
use cardwright_state::ids::*;
use std::collections::BTreeMap;

/// The most scenarios that may extend each other in a chain.
const MAX_DEPTH: usize = 16;

/// `[meta]`.
const META: Key = always("meta", ValueType::Table(&SCENARIO_META), "The scenario itself.", "");

/// A scenario's file.
pub(crate) static SCENARIO: TableSchema = TableSchema {
    subject: "scenario",
    doc: "One start of a game: the position, the first step and the options. Every file in `scenarios/<game>/` except `board.toml` and `rules.toml` is a scenario.",
    keys: &[&[
        META,
        may(
            "options",
            ValueType::AnyKeys(&ValueType::Data),
            "all options have their `default`",
            "Options of the game, by id. The starter of a game may override them.",
            "{ length = \"short\" }",
        ),
    ]],
    game_keys: &[],
    example: "",
};

/// A scenario before it is combined with those it extends.
struct OwnScenario {
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
        let mut all = Vec::new();
        for (entry, keys) in self.entries("scenario") {
            let meta = keys.table("meta");
            let options = self.scenario_options(&keys);
            let Some((meta, at)) = meta else { continue };
            let has_start_typo = meta.iter().any(|(key, _)| is_start_typo(&key.value));
            let meta = TableReader::new(&SCENARIO_META, meta, at, keys.what.clone(), self.problems);
            let own = OwnScenario {
                id: entry.id.clone(),
                name: meta.need_text("name").map(|n| n.value).unwrap_or_default(),
                doc: meta.text("doc").map(|d| self.with_knobs(d)).unwrap_or_default(),
                extends: meta.text("extends"),
                first: meta.text("first"),
                has_start_typo,
                position: meta.text("position"),
                options,
            };
            all.push(own);
            // The other keys of `[meta]` were checked per file.
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
        (0..all.len()).map(|at| self.combined(&all, at)).collect()
    }
    fn scenario_options(&self, keys: &TableReader<'_>) -> BTreeMap<OptionId, i64> {
        let mut options = BTreeMap::new();
        for (name, value) in keys.table("options").map(|(t, _)| t).into_iter().flatten() {
            let Some(at) = self.find("option", name) else { continue };
            let of = &self.board.options[at].option_type;
            if let Some(number) = self.option_value(of, value, &format!("the option `{}`", name.value)) {
                options.insert(OptionId::new(at), number);
            }
        }
        options
    }
    /// A scenario combined with those it extends, whose values come first.
    fn combined(&self, all: &[OwnScenario], at: usize) -> Scenario {
        let mut chain = vec![at];
        while let Some(parent) = &all[chain[chain.len() - 1]].extends {
            // An unknown scenario is reported once, at the scenario that names it.
            let found = if chain.len() == 1 { self.find("scenario", parent) } else { self.known("scenario", parent) };
            let Some(found) = found else { break };
            if chain.contains(&found) {
                if found == at {
                    let problem =
                        parent.error("content::scenario-circle", format!("`{}` extends itself", all[at].id.value));
                    let names: Vec<&str> = chain.iter().map(|s| all[*s].id.value.as_str()).collect();
                    self.problems.push(problem.label("closes the circle").help(names.join(" extends ")));
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
        let own = &all[at];
        let mut whole = Scenario {
            id: own.id.value.clone(),
            name: own.name.clone(),
            doc: own.doc.clone(),
            first: String::new(),
            extends: own.extends.as_ref().map(|parent| parent.value.clone()),
            position: Vec::new(),
            options: Vec::new(),
            first_origin: own.id.place(),
            origin: own.id.place(),
        };
        let mut options = BTreeMap::new();
        for part in chain.iter().rev().map(|at| &all[*at]) {
            if let Some(first) = &part.first {
                (whole.first, whole.first_origin) = (first.value.clone(), first.place());
            }
            whole.position.extend(part.position.clone());
            options.extend(part.options.iter().map(|(o, n)| (*o, *n)));
        }
        whole.options = options.into_iter().collect();
        let is_parent_known = own.extends.as_ref().is_none_or(|p| self.known("scenario", p).is_some());
        if whole.first.is_empty() && is_parent_known && !own.has_start_typo {
            let problem =
                own.id.error("content::missing-key", format!("the scenario `{}` lacks `first`", own.id.value));
            self.problems.push(problem.label("neither this scenario nor one that it extends names the first step"));
        }
        whole
    }
}

/// Whether a key is a typo of `extends` or `first`. Then a missing first step is not reported too.
fn is_start_typo(key: &str) -> bool {
    const KNOWN: [&str; 2] = ["extends", "first"];
    !KNOWN.contains(&key) && did_you_mean(key, KNOWN).is_some()
}
