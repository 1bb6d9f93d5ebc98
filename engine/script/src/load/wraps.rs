//! Applies `before`, `after` and `around` to steps, to plays and offers of actions, and to verbs. A wrapped step is
//! still one step: running it again runs the wraps too.

use super::Loader;
use super::registry::{Registry, Wrap, pack_index};
use crate::check::placed;
use crate::program::Registered;
use cardwright_content::Diagnostic;
use mlua::{Function, Table, Value};

/// The kinds of bodies that can be wrapped.
const KINDS: [&str; 4] = ["step", "action", "offer", "verb"];

/// A body, by its index in the registry.
enum Body {
    Step(usize),
    Action(usize, &'static str),
    Verb(usize),
}

impl Loader {
    /// Applies all wraps in the order of the packs: the last pack is outermost.
    pub(super) fn apply_wraps(&self, registry: &mut Registry, problems: &mut Vec<Diagnostic>) -> mlua::Result<()> {
        let mut wraps = std::mem::take(&mut registry.wraps);
        wraps.sort_by_key(|wrap| pack_index(&self.content, &wrap.at)); // Stable: within a pack, as registered.
        if wraps.is_empty() {
            return Ok(());
        }
        let compose: Table = self.lua.load(include_str!("../wraps.luau")).set_name("@engine/wraps.luau").call(())?;
        for wrap in wraps {
            let body = match self.body(registry, &wrap.of) {
                Ok(body) => body,
                Err(known) => {
                    let name = wrap.of.split_once(' ').map_or(wrap.of.as_str(), |(_, name)| name);
                    if !registry.is_in_failed_script(&self.content, name) {
                        let mut all = KINDS.iter().map(|kind| format!("{kind} {name}"));
                        let other = all.find(|of| self.body(registry, of).is_ok());
                        problems.push(self.unknown_body(&wrap, &known, other.as_deref()));
                    }
                    continue;
                }
            };
            let composed =
                |inner: Function| compose.raw_get::<Function>(wrap.how)?.call::<Function>((inner, &wrap.run));
            match body {
                Body::Step(at) => registry.steps[at].1 = composed(registry.steps[at].1.clone())?,
                Body::Verb(at) => registry.verbs[at].1 = composed(registry.verbs[at].1.clone())?,
                Body::Action(at, key) => {
                    let it = &registry.actions[at].1;
                    if let Value::Function(inner) = it.raw_get(key)? {
                        let is_frozen = it.is_readonly(); // A module that returned it froze it.
                        it.set_readonly(false);
                        it.raw_set(key, composed(inner)?)?;
                        it.set_readonly(is_frozen);
                    }
                }
            }
            registry.places.push(Registered { kind: wrap.how, id: wrap.of, at: wrap.at });
        }
        Ok(())
    }

    /// Finds the body that `of` names. Otherwise returns all bodies of that kind.
    fn body(&self, registry: &Registry, of: &str) -> Result<Body, Vec<String>> {
        let step = |name: &str| registry.steps.iter().position(|(n, _, _)| n == name).map(Body::Step);
        let action =
            |name: &str, key| registry.actions.iter().position(|(n, _, _)| n == name).map(|at| Body::Action(at, key));
        let verb = |name: &str| registry.verbs.iter().position(|(v, _)| v.name == name).map(Body::Verb);
        let found = match of.split_once(' ') {
            Some(("step", name)) => step(name),
            Some(("action", name)) => action(name, "play"),
            Some(("offer", name)) => action(name, "offer"),
            Some(("verb", name)) => verb(name),
            _ => None,
        };
        found.ok_or_else(|| {
            let kinds = KINDS.iter().filter(|kind| of.split_once(' ').is_none_or(|(of, _)| of == **kind));
            let kinds: Vec<&str> =
                if kinds.clone().next().is_none() { KINDS.to_vec() } else { kinds.copied().collect() };
            let names = |kind: &str| -> Vec<&str> {
                match kind {
                    "step" => registry.steps.iter().map(|(n, _, _)| n.as_str()).collect(),
                    "verb" => registry.verbs.iter().map(|(v, _)| v.name.as_str()).collect(),
                    _ => registry.actions.iter().map(|(n, _, _)| n.as_str()).collect(),
                }
            };
            kinds.iter().flat_map(|kind| names(kind).into_iter().map(move |name| format!("{kind} {name}"))).collect()
        })
    }

    fn unknown_body(&self, wrap: &Wrap, known: &[String], other: Option<&str>) -> Diagnostic {
        let Wrap { how, of, at, .. } = wrap;
        let is_kind = of.split_once(' ').is_some_and(|(kind, _)| KINDS.contains(&kind));
        let (message, label) = match of.split_once(' ') {
            Some((kind, name)) if is_kind => {
                let what = if kind == "offer" { "action" } else { kind };
                (format!("`{how}` names the {what} `{name}`, which no script registers"), "not registered")
            }
            _ => (format!("`{how}` needs the kind of `{of}`"), "start with `step`, `action`, `offer` or `verb`"),
        };
        let near = known.iter().map(String::as_str);
        // A name without its kind gets the full form as help.
        let problem = Diagnostic::error("script::nothing-to-wrap", message).label(label);
        let problem = match known.iter().find(|k| !is_kind && k.ends_with(&format!(" {of}"))) {
            Some(whole) => problem.help(format!("did you mean `{whole}`?")),
            None => match other.filter(|_| is_kind) {
                Some(other) => {
                    problem.help(format!("there is `{other}`: see `cardwright list steps`, `actions` and `verbs`"))
                }
                None => problem.suggest(of, near),
            },
        };
        let place = self.summaries().name_argument_places(how, at, of).into_iter().next();
        placed(problem, place, &self.content, at)
    }
}
