//! The last part of loading: numbers steps and actions, resolves card effects, and freezes all tables.

use super::registry::Registry;
use super::{Loader, LuaTables};
use crate::check::{ACTION_KEYS, Place, placed};
use crate::globals::{self, lua_name};
use crate::sandbox;
use crate::verb_params::{ParamValue, Verb, check, unknown_verb};
use cardwright_content::{Datum, Diagnostic, EffectUse};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, StepId};
use mlua::{Table, Value};
use std::sync::Arc;

/// The keys of an action that the engine sets.
const ENGINE_KEYS: [&str; 2] = ["handle", "name"];

impl Loader {
    /// Numbers steps and actions, resolves effects, freezes everything.
    pub(super) fn finish(&self, tables: &LuaTables) -> mlua::Result<()> {
        let LuaTables { steps, step_ids, actions, verbs, hooks, infos, prelude_tables } = tables;
        let mut registry = self.registry.borrow_mut();
        let mut problems = Vec::new();
        self.apply_wraps(&mut registry, &mut problems)?;
        self.fill_menus(&mut registry, &mut problems)?;
        self.quote_knobs(&mut registry, &mut problems);
        let mut board = (*self.host.borrow().board).clone();
        for (name, run, _) in &registry.steps {
            steps.raw_set(board.steps.len(), run)?;
            step_ids.raw_set(name.as_str(), board.steps.len())?;
            board.steps.push(name.clone());
        }
        for (a, (name, it, at)) in registry.actions.iter().enumerate() {
            self.check_action(&registry, &board, (name, it, at), &mut problems)?;
            if let Value::Function(play) = it.raw_get("play")? {
                steps.raw_set(board.steps.len(), play)?;
                step_ids.raw_set(name.as_str(), board.steps.len())?;
                actions.raw_set(Val::handle(Kind::Action, a as u64).0 as f64, board.steps.len())?;
            }
            let handle = Val::handle(Kind::Action, a as u64);
            self.host.borrow_mut().action_tables.put(it.to_pointer() as u64, handle);
            board.steps.push(name.clone());
            prelude_tables.raw_get::<Table>("actions")?.raw_set(Val::handle(Kind::Action, a as u64).0 as f64, it)?;
            sandbox::freeze(&Value::Table(it.clone()))?;
        }
        self.fill_offers(&registry, &prelude_tables.raw_get("offers_of")?)?;
        for (label, at) in &self.content.action_labels {
            let is_there = registry.actions.iter().any(|(n, _, _)| *n == label.id);
            if !is_there && !registry.is_in_failed_script(&self.content, &label.id) {
                let known: Vec<&str> = registry.actions.iter().map(|(n, _, _)| n.as_str()).collect();
                problems.push(
                    at.error("content::unknown-action", format!("no script registers the action `{}`", label.id))
                        .label("a text for an action that does not exist")
                        .suggest(&label.id, known),
                );
            }
        }
        for (_, definition, _) in &registry.effects {
            sandbox::freeze(&Value::Table(definition.clone()))?;
        }
        self.fill_hooks(&mut registry, hooks)?;
        for (verb, play) in &registry.verbs {
            verbs.raw_set(verb.name.as_str(), play)?;
        }
        let mut verbs_with_meta = Vec::new();
        for (verb, _) in &registry.verbs {
            let known = verb.params.iter().map(|(name, _)| lua_name(name)).chain(["verb".into()]).collect();
            let meta = globals::declared_fields_metatable(
                &self.lua,
                &self.host,
                format!("the verb `{}` has no parameter", verb.name),
                known,
            )?;
            verbs_with_meta.push((verb.clone(), meta));
        }
        for (val, of) in &self.content.infos {
            self.fill_effects(&board, &registry, &verbs_with_meta, of, &infos.raw_get(val.0 as f64)?, &mut problems)?;
        }
        let mut reported = Vec::new();
        for scenario in &self.content.scenarios {
            let (first, at) = (&scenario.first, &scenario.first_origin);
            // Scenarios that extend each other can share one typo.
            if !board.steps.contains(first)
                && !registry.is_in_failed_script(&self.content, first)
                && !reported.contains(&at)
            {
                reported.push(at);
                let message =
                    format!("the scenario `{}` begins with the step `{first}`, which no script registers", scenario.id);
                let problem = at.error("content::unknown-step", message).label("no such step");
                problems.push(problem.suggest(first, board.steps.iter().map(String::as_str)));
            }
        }
        sandbox::freeze(&Value::Table(infos.clone()))?;
        for name in ["WORD", "TEXT", "WHY", "ZONE", "CARD"].into_iter().chain(globals::KINDS.map(|(name, _)| name)) {
            let table: Table = self.lua.globals().raw_get(name).or_else(|_| self.lua.globals().get(name))?;
            let meta = self.lua.create_table()?;
            let missing = self.lua.create_function(move |_, (_, key): (Value, Value)| -> mlua::Result<()> {
                Err(mlua::Error::runtime(format!("unknown `{name}.{}`", key.to_string().unwrap_or_default())))
            })?;
            meta.raw_set("__index", missing)?;
            table.set_readonly(false);
            table.set_metatable(Some(meta))?;
            table.set_readonly(true);
        }
        registry.problems.append(&mut problems);
        let mut host = self.host.borrow_mut();
        host.names.hooks = registry.hooks.iter().map(|hook| hook.name.clone()).collect();
        host.names.figures = registry.figures.iter().map(|(figure, _)| figure.name.clone()).collect();
        let place =
            |step: &String| ["step", "action"].iter().find_map(|kind| registry.names.get(kind)?.get(step)).cloned();
        host.names.steps = board.steps.iter().map(|step| place(step).unwrap_or_default()).collect();
        host.action_steps = registry
            .actions
            .iter()
            .map(|(name, _, _)| StepId::new(board.steps.iter().position(|s| s == name).unwrap_or_default()))
            .collect();
        board.complete();
        if board.number_count() > Board::MAX_NUMBERS {
            let message = format!(
                "{} values of tracks and facts, but at most {} are possible",
                board.number_count(),
                Board::MAX_NUMBERS
            );
            let help =
                format!("each set of actions needs a value for each of the {} registered actions", board.actions.len());
            registry.problems.push(Diagnostic::error("script::too-many", message).help(help));
        }
        host.pos = cardwright_state::Position::initial(&board, 0);
        host.board = Arc::new(board);
        Ok(())
    }

    /// Reports missing, unknown and duplicate parts of an action.
    fn check_action(
        &self,
        registry: &Registry,
        board: &Board,
        (name, it, at): (&String, &Table, &String),
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<()> {
        let at_place = |problem: Diagnostic, key: Option<Place>| {
            placed(problem, key.or_else(|| self.summaries().name("action", name)), &self.content, at)
        };
        for key in ["offer", "play"] {
            let is_there = matches!(it.raw_get::<Value>(key)?, Value::Function(_));
            if !is_there && registry.failed.is_empty() {
                let problem = Diagnostic::error("script::action", format!("the action `{name}` has no `{key}`"));
                problems.push(at_place(problem.label("this action").help(format!("give it a function `{key}`")), None));
            }
        }
        if !self.content.action_labels.iter().any(|(label, _)| label.id == *name) {
            let message = format!("the action `{name}` has no text");
            let problem = Diagnostic::warning("script::unlabelled-action", message)
                .label("the prompt and the log show only its id");
            let help = format!("add `[action.{name}]` with `label` and `doc` to the game's `text.toml`");
            problems.push(at_place(problem.help(help), None));
        }
        // Other keys belong to the engine. Sort: the order of a Lua table may vary.
        let mut keys: Vec<String> = Vec::new();
        for pair in it.pairs::<Value, Value>() {
            keys.extend(pair?.0.as_string().map(|key| key.to_string_lossy()));
        }
        keys.sort();
        for key in keys {
            if !ACTION_KEYS.contains(&key.as_str()) && !ENGINE_KEYS.contains(&key.as_str()) {
                let all = ACTION_KEYS.map(|k| format!("`{k}`")).join(", ");
                let message = format!("the action `{name}` has a key `{key}`: there are {all}");
                let problem = Diagnostic::error("script::unknown-key", message).label("no such key");
                let place = self.summaries().key("action", name, &[&key]);
                problems.push(at_place(problem.suggest(&key, ACTION_KEYS), place));
            }
        }
        if board.steps.contains(name) {
            let problem = Diagnostic::error("script::action", format!("`{name}` is both a step and an action"));
            let step = registry.names.get("step").and_then(|steps| steps.get(name));
            let help = step.map(|at| format!("the step is registered at {at}: give one of them another name"));
            let problem = Diagnostic { help, ..problem.label("this action") };
            problems.push(at_place(problem, None));
        }
        Ok(())
    }

    /// Fills in the knobs that docs quote.
    fn quote_knobs(&self, registry: &mut Registry, problems: &mut Vec<Diagnostic>) {
        let places = std::mem::take(&mut registry.places);
        let docs = registry.verbs.iter_mut().map(|(verb, _)| ("verb", &verb.name, &mut verb.doc));
        let docs = docs.chain(registry.figures.iter_mut().map(|(figure, _)| ("figure", &figure.name, &mut figure.doc)));
        let docs = docs.chain(registry.hooks.iter_mut().map(|hook| ("hook", &hook.name, &mut hook.doc)));
        for (kind, name, doc) in docs {
            match cardwright_content::insert_knobs(doc, &self.content.knobs) {
                Ok(filled) => *doc = filled,
                Err(unknown) => {
                    let message = format!("the doc of the {kind} `{name}` quotes the knob `{}`", unknown.id);
                    let at = places.iter().find(|p| p.kind == kind && p.id == *name).map_or("", |p| p.at.as_str());
                    let known = self.content.knobs.iter().map(|knob| knob.id.as_str());
                    let problem = Diagnostic::error("script::unknown-knob", message)
                        .label("no such knob")
                        .suggest(&unknown.id, known);
                    problems.push(placed(problem, self.summaries().name(kind, name), &self.content, at));
                }
            }
        }
        registry.places = places;
    }

    /// Fills the effect lists of a card, or of another thing, with checked parameters.
    pub(super) fn fill_effects(
        &self,
        board: &Board,
        registry: &Registry,
        verbs: &[(Verb, Table)],
        of: &Datum,
        value: &Value,
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<()> {
        let (Datum::Table(pairs), Value::Table(table)) = (of, value) else { return Ok(()) };
        for (key, datum) in pairs {
            let inner: Value = table.raw_get(lua_name(key))?;
            match (datum, &inner) {
                (Datum::Table(_), _) => self.fill_effects(board, registry, verbs, datum, &inner, problems)?,
                (Datum::Effects(list), Value::Table(out)) => {
                    for effect in list {
                        out.raw_push(self.effect_table(board, registry, verbs, effect, problems)?)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn effect_table(
        &self,
        board: &Board,
        registry: &Registry,
        verbs: &[(Verb, Table)],
        effect: &EffectUse,
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<Table> {
        let table = self.lua.create_table()?;
        table.raw_set("verb", effect.verb.value.as_str())?;
        let Some((verb, meta)) = verbs.iter().find(|(v, _)| v.name == effect.verb.value) else {
            if !registry.is_in_failed_script(&self.content, &effect.verb.value) {
                problems.push(unknown_verb(effect, verbs.iter().map(|(v, _)| v.name.as_str())));
            }
            return Ok(table);
        };
        table.set_metatable(Some(meta.clone()))?;
        for (name, ready) in check(board, verb, effect, problems) {
            let value = match ready {
                ParamValue::Number(n) => Value::Integer(n),
                ParamValue::Boolean(t) => Value::Boolean(t),
                ParamValue::Text(t) => Value::String(self.lua.create_string(t)?),
                ParamValue::Val(v) => Value::Number(v.0 as f64),
                ParamValue::Set(vals) => Value::Number(self.host.borrow_mut().set_of(&vals).0 as f64),
                ParamValue::Nothing => continue,
            };
            table.raw_set(lua_name(&name), value)?;
        }
        Ok(table)
    }
}
