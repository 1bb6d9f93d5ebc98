//! Applies `before`, `after` and `around` to steps, to plays and offers of actions, and to verbs. A wrapped step is
//! still one step. When the engine runs the step again, it also runs the wraps again.

use super::Loader;
use super::registry::{Registry, Wrap, pack_index};
use crate::check::at_place;
use crate::program::Registered;
use cardwright_content::Diagnostic;
use mlua::{Function, Table, Value};

/// The kinds of bodies. A body is a function that packs can wrap.
const BODY_KINDS: [&str; 4] = ["step", "action", "offer", "verb"];

/// A body, by its index in the registry.
enum Body {
    Step(usize),
    /// A function of an action, with its key: `play` or `offer`.
    Action(usize, &'static str),
    Verb(usize),
}

impl Loader {
    /// Applies all wraps in the order of the packs. The wrap of the last pack is the outermost.
    pub(super) fn apply_wraps(&self, registry: &mut Registry, problems: &mut Vec<Diagnostic>) -> mlua::Result<()> {
        let mut wraps = std::mem::take(&mut registry.wraps);
        // The sort is stable, so wraps of one pack keep the order of registration.
        wraps.sort_by_key(|wrap| pack_index(&self.content, &wrap.script_line));
        if wraps.is_empty() {
            return Ok(());
        }
        let compose: Table = self.lua.load(include_str!("../wraps.luau")).set_name("@engine/wraps.luau").call(())?;
        for wrap in wraps {
            let body = match self.find_body(registry, &wrap.body) {
                Ok(body) => body,
                Err(known_bodies) => {
                    let name = wrap.body.split_once(' ').map_or(wrap.body.as_str(), |(_, name)| name);
                    if !registry.is_in_failed_script(&self.content, name) {
                        let mut bodies = BODY_KINDS.iter().map(|kind| format!("{kind} {name}"));
                        let same_name = bodies.find(|body| self.find_body(registry, body).is_ok());
                        problems.push(self.unknown_body(&wrap, &known_bodies, same_name.as_deref()));
                    }
                    continue;
                }
            };
            let composed =
                |inner: Function| compose.raw_get::<Function>(wrap.kind)?.call::<Function>((inner, &wrap.run));
            match body {
                // The field `.1` of a step or verb is its function. That of an action is its Luau table.
                Body::Step(index) => registry.steps[index].1 = composed(registry.steps[index].1.clone())?,
                Body::Verb(index) => registry.verbs[index].1 = composed(registry.verbs[index].1.clone())?,
                Body::Action(index, key) => {
                    let action_table = &registry.actions[index].1;
                    if let Value::Function(inner) = action_table.raw_get(key)? {
                        // The table is frozen if a module returned it.
                        let is_frozen = action_table.is_readonly();
                        action_table.set_readonly(false);
                        action_table.raw_set(key, composed(inner)?)?;
                        action_table.set_readonly(is_frozen);
                    }
                }
            }
            registry.registrations.push(Registered { kind: wrap.kind, id: wrap.body, script_line: wrap.script_line });
        }
        Ok(())
    }

    /// Finds the body that a script names, such as `step us-draw`. If there is none, returns all bodies of that kind.
    fn find_body(&self, registry: &Registry, written: &str) -> Result<Body, Vec<String>> {
        let step = |name: &str| registry.steps.iter().position(|(step, ..)| step == name).map(Body::Step);
        let action = |name: &str, key| {
            let index = registry.actions.iter().position(|(action, ..)| action == name);
            index.map(|index| Body::Action(index, key))
        };
        let verb = |name: &str| registry.verbs.iter().position(|(verb, _)| verb.name == name).map(Body::Verb);
        let found = match written.split_once(' ') {
            Some(("step", name)) => step(name),
            Some(("action", name)) => action(name, "play"),
            Some(("offer", name)) => action(name, "offer"),
            Some(("verb", name)) => verb(name),
            _ => None,
        };
        found.ok_or_else(|| {
            let written_kind = written.split_once(' ').map(|(kind, _)| kind);
            let kinds = BODY_KINDS.iter().filter(|kind| written_kind.is_none_or(|written| written == **kind));
            let kinds: Vec<&str> =
                if kinds.clone().next().is_none() { BODY_KINDS.to_vec() } else { kinds.copied().collect() };
            let names = |kind: &str| -> Vec<&str> {
                match kind {
                    "step" => registry.steps.iter().map(|(step, ..)| step.as_str()).collect(),
                    "verb" => registry.verbs.iter().map(|(verb, _)| verb.name.as_str()).collect(),
                    _ => registry.actions.iter().map(|(action, ..)| action.as_str()).collect(),
                }
            };
            kinds.iter().flat_map(|kind| names(kind).into_iter().map(move |name| format!("{kind} {name}"))).collect()
        })
    }

    /// Makes the error for a wrap around an unknown body. `known_bodies` lists the bodies of the wanted kind.
    /// `same_name` is a body of another kind with the same name.
    fn unknown_body(&self, wrap: &Wrap, known_bodies: &[String], same_name: Option<&str>) -> Diagnostic {
        let Wrap { kind: wrap_kind, body, script_line, .. } = wrap;
        let has_kind = body.split_once(' ').is_some_and(|(kind, _)| BODY_KINDS.contains(&kind));
        let (message, label) = match body.split_once(' ') {
            Some((kind, name)) if has_kind => {
                let noun = if kind == "offer" { "action" } else { kind };
                (format!("`{wrap_kind}` names the {noun} `{name}`, which no script registers"), "not registered")
            }
            _ => {
                (format!("`{wrap_kind}` needs the kind of `{body}`"), "start with `step`, `action`, `offer` or `verb`")
            }
        };
        // If the script names a known body without its kind, the help shows the name with the kind.
        let problem = Diagnostic::error("script::nothing-to-wrap", message).label(label);
        let problem = match known_bodies.iter().find(|known| !has_kind && known.ends_with(&format!(" {body}"))) {
            Some(with_kind) => problem.help(format!("did you mean `{with_kind}`?")),
            None => match same_name.filter(|_| has_kind) {
                Some(same_name) => {
                    problem.help(format!("there is `{same_name}`: see `cardwright list steps`, `actions` and `verbs`"))
                }
                None => problem.suggest(body, known_bodies.iter().map(String::as_str)),
            },
        };
        let place = self.summaries().name_argument_places(wrap_kind, script_line, body).into_iter().next();
        at_place(problem, place, &self.content, script_line)
    }
}
