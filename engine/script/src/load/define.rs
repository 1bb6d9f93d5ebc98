//! The definers: functions with which scripts register things, such as `step` and `verb`. Each submodule implements one
//! definer.

mod action;
mod cards_with;
mod effect;
mod figure;
mod hook;
mod invariant;
mod menu;
mod registrar;
mod require;
mod step;
mod verb;
mod word;
mod wrap;

pub(super) use registrar::Registrar;
pub(super) use require::require;

use super::{CARD_EFFECT, Loader};
use crate::bindings::Api;
use mlua::{Function, Lua, Table};

/// Makes the function that scripts call to define something.
type MakeDefiner = fn(&Lua, &Registrar) -> mlua::Result<Function>;

/// All definers, by the names of their functions.
const DEFINERS: [(&str, MakeDefiner); 14] = [
    ("step", step::definer),
    ("action", action::definer),
    ("menu", menu::definer),
    ("verb", verb::definer),
    ("hook", hook::definer),
    ("effect", effect::definer),
    ("invariant", invariant::definer),
    ("figure", figure::definer),
    ("before", wrap::before),
    ("after", wrap::after),
    ("around", wrap::around),
    ("word", word::definer),
    ("cards_with", cards_with::definer),
    ("require", require::definer),
];

impl Loader {
    /// Makes all definers public, also the definers in `definers.luau`. Returns the Luau tables of the verbs and of the
    /// hooks: see `LuaTables`.
    pub(super) fn definers(&self, api: &Api, infos: &Table, halves: &Table) -> mlua::Result<(Table, Table)> {
        let (verbs, hooks, figures) = (self.lua.create_table()?, self.lua.create_table()?, self.lua.create_table()?);
        let hook_numbers = self.lua.create_table()?;
        hooks.raw_set("numbers", &hook_numbers)?;
        crate::bindings::publish_hooks(api, &hook_numbers)?;
        let play_effect: Function = self
            .lua
            .load(include_str!("../definers.luau"))
            .set_name("@engine/definers.luau")
            .call((&api.private, &api.public, halves, infos, &verbs, &hooks, &figures))?;
        // The step that carries out one effect of a card.
        self.registry.borrow_mut().steps.push((CARD_EFFECT.into(), play_effect, String::new()));
        let registrar = Registrar {
            host: self.host.clone(),
            content: self.content.clone(),
            registry: self.registry.clone(),
            summaries: self.summaries.clone(),
            figures,
        };
        for (name, make_definer) in DEFINERS {
            api.public.raw_set(name, make_definer(&self.lua, &registrar)?)?;
        }
        Ok((verbs, hooks))
    }
}
