//! Scenarios: positions on top of their parents', options on top of the defaults.

use super::Builder;
use super::heads::SCENARIO_META;
use crate::definitions::{Provenance, Scenario};
use crate::form::{Form, Holds, Key, always, may};
use crate::located::Located;
use crate::near::did_you_mean;
use crate::shape::Keys;
use cardwright_state::ids::*;
use std::collections::BTreeMap;

/// Longer chains of parents are nobody's scenario.
const DEEPEST: usize = 16;

/// `[meta]`.
const META: Key = always("meta", Holds::Table(&SCENARIO_META), "The scenario itself.", "");

/// A scenario's file.
pub(crate) static SCENARIO: Form = Form {
    of: "scenario",
    doc: "One start of a game: where everything is, which step begins, how options are set. Every file of `scenarios/<game>/` but `board.toml` and `rules.toml` is one, whatever its name.",
    keys: &[&[
        META,
        may(
            "options",
            Holds::Each(&Holds::Data),
            "every option as its `default` says",
            "Options of the game, by id; whoever starts a game may set them otherwise.",
            "{ length = \"short\" }",
        ),
    ]],
    more: &[],
    example: "",
};

/// A scenario before its parents are known.
struct Own {
    id: Located<String>,
    name: String,
    doc: String,
    extends: Option<Located<String>>,
    first: Option<Located<String>>,
    /// Whether a key that is misspelt was meant to say what it begins with.
    begins_in_vain: bool,
    position: Option<Located<String>>,
    options: BTreeMap<OptionId, i64>,
}

impl Builder<'_> {
    pub(super) fn scenarios(&mut self) -> Vec<Scenario> {
        let mut all = Vec::new();
        for (entry, keys) in self.entries("scenario") {
            let meta = keys.table("meta");
            let options = self.scenario_options(&keys);
            let Some((meta, at)) = meta else { continue };
            let begins_in_vain = meta.iter().any(|(key, _)| is_slip_for_a_beginning(&key.value));
            let meta = Keys::new(&SCENARIO_META, meta, at, keys.what.clone(), self.problems);
            let own = Own {
                id: entry.id.clone(),
                name: meta.need_text("name").map(|n| n.value).unwrap_or_default(),
                doc: meta.text("doc").map(|d| self.quoted(d)).unwrap_or_default(),
                extends: meta.text("extends"),
                first: meta.text("first"),
                begins_in_vain,
                position: meta.text("position"),
                options,
            };
            all.push(own);
            // Its other keys were checked file by file.
            for old in meta.texts("was") {
                self.renamed("scenario", old, &entry.id.value);
            }
            if let Some(source) = &entry.source {
                let entry = format!("scenario {}", entry.id.value);
                self.provenance_of(Provenance { entry, source: source.value.clone(), note: None, rule: None }, source);
            }
        }
        (0..all.len()).map(|at| self.with_its_parents(&all, at)).collect()
    }
    fn scenario_options(&self, keys: &Keys<'_>) -> BTreeMap<OptionId, i64> {
        let mut options = BTreeMap::new();
        for (name, value) in keys.table("options").map(|(t, _)| t).into_iter().flatten() {
            let Some(at) = self.find("option", name) else { continue };
            let of = &self.board.options[at].of;
            if let Some(number) = self.option_value(of, value, &format!("the option `{}`", name.value)) {
                options.insert(OptionId::new(at), number);
            }
        }
        options
    }
    /// A scenario with what its parents say, theirs first.
    fn with_its_parents(&self, all: &[Own], at: usize) -> Scenario {
        let mut chain = vec![at];
        while let Some(parent) = &all[chain[chain.len() - 1]].extends {
            // An unknown parent is said once, for the scenario that names it.
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
            if chain.len() == DEEPEST {
                let problem =
                    parent.error("content::too-deep", format!("scenarios extend each other more than {DEEPEST} deep"));
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
        if whole.first.is_empty() && is_parent_known && !own.begins_in_vain {
            let problem =
                own.id.error("content::missing-key", format!("the scenario `{}` lacks `first`", own.id.value));
            self.problems.push(problem.label("names no first step, nor does any it extends"));
        }
        whole
    }
}

/// Whether a key is `extends` or `first` misspelt: that is told, and nothing of what it leads to.
fn is_slip_for_a_beginning(key: &str) -> bool {
    const KNOWN: [&str; 2] = ["extends", "first"];
    !KNOWN.contains(&key) && did_you_mean(key, KNOWN).is_some()
}
