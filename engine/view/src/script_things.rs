//! What scripts register and players never name: steps, hooks and effects.

use crate::thing::{NameQuery, Thing, ThingKind, ThingLookup};
use cardwright_script::{HookScope, Registered};

/// The kinds of these things, by the word with which scripts register them.
const KINDS: [(&str, ThingKind); 3] =
    [("step", ThingKind::Step), ("hook", ThingKind::Hook), ("effect", ThingKind::Effect)];

impl ThingLookup<'_> {
    /// Lists all steps, hooks and effects.
    pub(crate) fn script_things(&self) -> impl Iterator<Item = &Registered> {
        let registered = self.program.into_iter().flat_map(|program| &program.registered);
        registered.filter(|entry| KINDS.iter().any(|(word, _)| *word == entry.kind))
    }

    /// Finds steps, hooks and effects.
    pub(crate) fn find_script_things(&self, query: &NameQuery) -> Vec<Thing> {
        let kind_of = |entry: &Registered| KINDS.iter().find(|(word, _)| *word == entry.kind).map(|(_, kind)| *kind);
        let things = self.script_things().filter_map(|entry| {
            let kind = kind_of(entry).filter(|kind| query.matches(*kind, &entry.id, &[]))?;
            Some(match kind {
                ThingKind::Step => self.step(&entry.id),
                ThingKind::Hook => self.hook(&entry.id),
                _ => self.thing(kind, &entry.id, "", ""),
            })
        });
        things.collect()
    }

    fn step(&self, id: &str) -> Thing {
        let step = self.program.into_iter().flat_map(|program| &program.steps).find(|step| step.id == id);
        let mut thing = self.thing(ThingKind::Step, id, "", step.map_or("", |step| &step.doc));
        if let Some(step) = step {
            thing.declare("arguments", step.arguments.join(", "));
            thing.declare("next", step.successors.join(" "));
        }
        thing.declare("wrapped at", self.wraps_of(&[format!("step {id}")]));
        thing
    }

    fn hook(&self, id: &str) -> Thing {
        let hook = self.program.into_iter().flat_map(|program| &program.hooks).find(|hook| hook.name == id);
        let mut thing = self.thing(ThingKind::Hook, id, "", hook.map_or("", |hook| &hook.doc));
        let Some(hook) = hook else { return thing };
        let side = match hook.scope {
            HookScope::AnySide => "any side",
            HookScope::SideArgument(index) => &hook.args[index],
        };
        thing.declare("called with", format!("{}({})", hook.answer.caller(), hook.args.join(", ")));
        thing.declare("answered with", format!("{}, by the effects of {side}", hook.answer.describe()));
        thing.declare("called at", hook.calls.join(" "));
        thing.declare("effects", hook.effects.join(" "));
        thing
    }
}
