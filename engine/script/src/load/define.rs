//! What scripts define things with: one file per definer, one array that lists them.

mod action;
mod cards_with;
mod effect;
mod figure;
mod invariant;
mod menu;
mod point;
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

/// Makes the function that scripts call.
type Definer = fn(&Lua, &Registrar) -> mlua::Result<Function>;

/// Every definer, by the name that scripts call. Not on the list: scripts cannot define it.
const DEFINERS: [(&str, Definer); 14] = [
    ("step", step::definer),
    ("action", action::definer),
    ("menu", menu::definer),
    ("verb", verb::definer),
    ("point", point::definer),
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
    /// Makes the definers public: those of the array, and those that are Lua themselves. Gives the tables of what
    /// verbs play and of what is asked at points, by name.
    pub(super) fn definers(&self, api: &Api, infos: &Table, halves: &Table) -> mlua::Result<(Table, Table)> {
        let (verbs, points, figures) = (self.lua.create_table()?, self.lua.create_table()?, self.lua.create_table()?);
        let numbers = self.lua.create_table()?;
        points.raw_set("numbers", &numbers)?;
        crate::bindings::publish_points(api, &numbers)?;
        let play_effect: Function = self
            .lua
            .load(include_str!("../definers.luau"))
            .set_name("@engine/definers.luau")
            .call((&api.private, &api.public, halves, infos, &verbs, &points, &figures))?;
        self.registry.borrow_mut().steps.push((CARD_EFFECT.into(), play_effect, String::new()));
        let registrar = Registrar {
            host: self.host.clone(),
            content: self.content.clone(),
            registry: self.registry.clone(),
            reading: self.reading.clone(),
            figures,
        };
        for (name, definer) in DEFINERS {
            api.public.raw_set(name, definer(&self.lua, &registrar)?)?;
        }
        Ok((verbs, points))
    }
}
