//! The last part of loading: numbers steps and actions, resolves card effects, and freezes all tables.

use super::effect_tables::EffectTables;
use super::registry::Registry;
use super::{Loader, LuaTables};
use crate::check::{ACTION_KEYS, SourcePlace, at_place};
use crate::globals;
use crate::sandbox;
use cardwright_content::Diagnostic;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, StepId};
use mlua::{Table, Value};
use std::sync::Arc;

/// The keys of an action that the engine sets.
const ENGINE_KEYS: [&str; 2] = ["handle", "name"];

impl Loader {
    /// Numbers steps and actions, resolves the effects of cards, and freezes everything.
    pub(super) fn finish(&self, tables: &LuaTables) -> mlua::Result<()> {
        let mut registry = self.registry.borrow_mut();
        let mut problems = Vec::new();
        self.apply_wraps(&mut registry, &mut problems)?;
        self.fill_menus(&mut registry, &mut problems)?;
        self.quote_knobs(&mut registry, &mut problems);
        let mut board = (*self.host.borrow().board).clone();
        self.number_steps(&registry, &mut board, tables, &mut problems)?;
        self.fill_offers(&registry, &tables.prelude_tables.raw_get("offers_of")?)?;
        self.check_action_labels(&registry, &mut problems);
        for (_, definition, _) in &registry.effects {
            sandbox::freeze(&Value::Table(definition.clone()))?;
        }
        self.fill_hooks(&mut registry, &tables.hooks)?;
        for (verb, play) in &registry.verbs {
            tables.verbs.raw_set(verb.name.as_str(), play)?;
        }
        EffectTables::new(self, &board, &registry, &mut problems)?.fill_all(&tables.infos)?;
        self.check_first_steps(&registry, &board, &mut problems);
        self.check_figure_steps(&registry, &board, &mut problems);
        sandbox::freeze(&Value::Table(tables.infos.clone()))?;
        self.refuse_unknown_constants()?;
        registry.problems.append(&mut problems);
        self.give_host(&mut registry, board);
        Ok(())
    }

    /// Numbers the steps, and the actions, whose `play` functions are steps too. Checks and freezes the actions.
    fn number_steps(
        &self,
        registry: &Registry,
        board: &mut Board,
        tables: &LuaTables,
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<()> {
        let LuaTables { steps, step_ids, actions, prelude_tables, .. } = tables;
        for (name, run, _) in &registry.steps {
            steps.raw_set(board.labels.steps.len(), run)?;
            step_ids.raw_set(name.as_str(), board.labels.steps.len())?;
            board.labels.steps.push(name.clone());
        }
        for (number, (name, action_table, script_line)) in registry.actions.iter().enumerate() {
            let handle = Val::handle(Kind::Action, number as u64);
            self.check_action(registry, board, (name, action_table, script_line), problems)?;
            // The `play` of an action is a step with the name of the action.
            if let Value::Function(play) = action_table.raw_get("play")? {
                steps.raw_set(board.labels.steps.len(), play)?;
                step_ids.raw_set(name.as_str(), board.labels.steps.len())?;
                actions.raw_set(handle.0 as f64, board.labels.steps.len())?;
            }
            self.host.borrow_mut().definitions.action_tables.put(action_table.to_pointer() as u64, handle);
            board.labels.steps.push(name.clone());
            prelude_tables.raw_get::<Table>("actions")?.raw_set(handle.0 as f64, action_table)?;
            sandbox::freeze(&Value::Table(action_table.clone()))?;
        }
        Ok(())
    }

    /// Reports texts of actions that no script registers.
    fn check_action_labels(&self, registry: &Registry, problems: &mut Vec<Diagnostic>) {
        for (label, origin) in &self.content.action_labels {
            let is_registered = registry.actions.iter().any(|(name, ..)| *name == label.id);
            if !is_registered && !registry.is_in_failed_script(&self.content, &label.id) {
                let action_names: Vec<&str> = registry.actions.iter().map(|(name, ..)| name.as_str()).collect();
                problems.push(
                    origin
                        .error("content::unknown-action", format!("no script registers the action `{}`", label.id))
                        .label("a text for an action that does not exist")
                        .suggest(&label.id, action_names),
                );
            }
        }
    }

    /// Reports scenarios whose first step no script registers.
    fn check_first_steps(&self, registry: &Registry, board: &Board, problems: &mut Vec<Diagnostic>) {
        let mut reported_origins = Vec::new();
        for scenario in &self.content.scenarios {
            let (first_step, origin) = (&scenario.first, &scenario.first_origin);
            // Several scenarios may inherit their first step from the same line. Report a wrong name there once.
            if !board.labels.steps.contains(first_step)
                && !registry.is_in_failed_script(&self.content, first_step)
                && !reported_origins.contains(&origin)
            {
                reported_origins.push(origin);
                let message = format!(
                    "the scenario `{}` begins with the step `{first_step}`, which no script registers",
                    scenario.id
                );
                let problem = origin.error("content::unknown-step", message).label("no such step");
                problems.push(problem.suggest(first_step, board.labels.steps.iter().map(String::as_str)));
            }
        }
    }

    /// Reports steps in the `during` of figures that no script registers.
    fn check_figure_steps(&self, registry: &Registry, board: &Board, problems: &mut Vec<Diagnostic>) {
        for (figure, _) in &registry.figures {
            for step in &figure.during {
                if !board.labels.steps.contains(step) && !registry.is_in_failed_script(&self.content, step) {
                    let message =
                        format!("the figure `{}` names the step `{step}`, which no script registers", figure.name);
                    let problem = Diagnostic::error("script::unknown-name", message)
                        .label("no such step")
                        .suggest(step, board.labels.steps.iter().map(String::as_str));
                    problems.push(at_place(
                        problem,
                        self.summaries().name_place("figure", &figure.name),
                        &self.content,
                        &figure.script_line,
                    ));
                }
            }
        }
    }

    /// Makes reading an unknown name of a constant table an error.
    fn refuse_unknown_constants(&self) -> mlua::Result<()> {
        for name in ["WORD", "TEXT", "WHY", "ZONE", "CARD"].into_iter().chain(globals::KINDS.map(|(name, _)| name)) {
            let table: Table = self.lua.globals().raw_get(name).or_else(|_| self.lua.globals().get(name))?;
            let meta = self.lua.create_table()?;
            let refuse = self.lua.create_function(move |_, (_, key): (Value, Value)| -> mlua::Result<()> {
                Err(mlua::Error::runtime(format!("unknown `{name}.{}`", key.to_string().unwrap_or_default())))
            })?;
            meta.raw_set("__index", refuse)?;
            table.set_readonly(false);
            table.set_metatable(Some(meta))?;
            table.set_readonly(true);
        }
        Ok(())
    }

    /// Gives the host the complete board and the registered names.
    fn give_host(&self, registry: &mut Registry, mut board: Board) {
        let mut host = self.host.borrow_mut();
        host.definitions.names.hooks = registry.hooks.iter().map(|hook| hook.name.clone()).collect();
        host.definitions.names.figures = registry.figures.iter().map(|(figure, _)| figure.name.clone()).collect();
        let script_line =
            |step: &String| ["step", "action"].iter().find_map(|kind| registry.names.get(kind)?.get(step)).cloned();
        host.definitions.names.steps =
            board.labels.steps.iter().map(|step| script_line(step).unwrap_or_default()).collect();
        host.definitions.action_steps = registry
            .actions
            .iter()
            .map(|(name, ..)| StepId::new(board.labels.steps.iter().position(|step| step == name).unwrap_or_default()))
            .collect();
        board.complete();
        if board.number_count() > Board::MAX_NUMBERS {
            let message = format!(
                "{} values of tracks and facts, but at most {} are possible",
                board.number_count(),
                Board::MAX_NUMBERS
            );
            let help = format!(
                "each set of actions needs a value for each of the {} registered actions",
                board.labels.actions.len()
            );
            registry.problems.push(Diagnostic::error("script::too-many", message).help(help));
        }
        host.pos = cardwright_state::Position::initial(&board, 0);
        host.board = Arc::new(board);
    }

    /// Reports missing, unknown and duplicate parts of an action.
    fn check_action(
        &self,
        registry: &Registry,
        board: &Board,
        (name, action_table, script_line): (&String, &Table, &String),
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<()> {
        // A problem without a key is marked at the action's name.
        let placed = |problem: Diagnostic, key: Option<SourcePlace>| {
            at_place(problem, key.or_else(|| self.summaries().name_place("action", name)), &self.content, script_line)
        };
        for key in ["offer", "play"] {
            let has_function = matches!(action_table.raw_get::<Value>(key)?, Value::Function(_));
            if !has_function && registry.failed.is_empty() {
                let problem = Diagnostic::error("script::action", format!("the action `{name}` has no `{key}`"));
                problems.push(placed(problem.label("this action").help(format!("give it a function `{key}`")), None));
            }
        }
        if !self.content.action_labels.iter().any(|(label, _)| label.id == *name) {
            let message = format!("the action `{name}` has no text");
            let problem = Diagnostic::warning("script::unlabelled-action", message)
                .label("the prompt and the log show only its id");
            let help = format!("add `[action.{name}]` with `label` and `doc` to the game's `text.toml`");
            problems.push(placed(problem.help(help), None));
        }
        // Collect the keys that are strings, and sort them, because the order of a Luau table varies.
        let mut keys: Vec<String> = Vec::new();
        for pair in action_table.pairs::<Value, Value>() {
            keys.extend(pair?.0.as_string().map(|key| key.to_string_lossy()));
        }
        keys.sort();
        for key in keys {
            if !ACTION_KEYS.contains(&key.as_str()) && !ENGINE_KEYS.contains(&key.as_str()) {
                let allowed_keys = ACTION_KEYS.map(|key| format!("`{key}`")).join(", ");
                let message = format!("the action `{name}` has a key `{key}`: there are {allowed_keys}");
                let problem = Diagnostic::error("script::unknown-key", message).label("no such key");
                let place = self.summaries().key_place("action", name, &[&key]);
                problems.push(placed(problem.suggest(&key, ACTION_KEYS), place));
            }
        }
        if board.labels.steps.contains(name) {
            let problem = Diagnostic::error("script::action", format!("`{name}` is both a step and an action"));
            let step = registry.names.get("step").and_then(|steps| steps.get(name));
            let help =
                step.map(|step_line| format!("the step is registered at {step_line}: give one of them another name"));
            let problem = Diagnostic { help, ..problem.label("this action") };
            problems.push(placed(problem, None));
        }
        Ok(())
    }

    /// Puts the values of knobs into the docs that quote them.
    fn quote_knobs(&self, registry: &mut Registry, problems: &mut Vec<Diagnostic>) {
        let registrations = std::mem::take(&mut registry.registrations);
        let docs = registry.verbs.iter_mut().map(|(verb, _)| ("verb", &verb.name, &mut verb.doc));
        let docs = docs.chain(registry.figures.iter_mut().map(|(figure, _)| ("figure", &figure.name, &mut figure.doc)));
        let docs = docs.chain(registry.hooks.iter_mut().map(|hook| ("hook", &hook.name, &mut hook.doc)));
        for (kind, name, doc) in docs {
            match cardwright_content::insert_knobs(doc, &self.content.knobs) {
                Ok(filled) => *doc = filled,
                Err(unknown) => {
                    let message = format!("the doc of the {kind} `{name}` quotes the knob `{}`", unknown.id);
                    let registered =
                        registrations.iter().find(|registered| registered.kind == kind && registered.id == *name);
                    let script_line = registered.map_or("", |registered| registered.script_line.as_str());
                    let knob_ids = self.content.knobs.iter().map(|knob| knob.id.as_str());
                    let problem = Diagnostic::error("script::unknown-knob", message)
                        .label("no such knob")
                        .suggest(&unknown.id, knob_ids);
                    problems.push(at_place(
                        problem,
                        self.summaries().name_place(kind, name),
                        &self.content,
                        script_line,
                    ));
                }
            }
        }
        registry.registrations = registrations;
    }
}
