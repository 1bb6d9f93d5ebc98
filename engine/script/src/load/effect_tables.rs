//! Makes the Luau tables of card effects: the verb and its checked parameters.

use super::Loader;
use super::registry::Registry;
use crate::globals::{self, lua_name};
use crate::verb_params::{ParamValue, Verb, check_params, unknown_verb};
use cardwright_content::{Datum, Diagnostic, EffectUse};
use cardwright_state::Board;
use mlua::{Table, Value};

/// What the tables of effects are made from.
pub(super) struct EffectTables<'a> {
    loader: &'a Loader,
    board: &'a Board,
    registry: &'a Registry,
    /// The verbs with the metatables of their effects.
    verbs: Vec<(&'a Verb, Table)>,
    problems: &'a mut Vec<Diagnostic>,
}

impl<'a> EffectTables<'a> {
    pub(super) fn new(
        loader: &'a Loader,
        board: &'a Board,
        registry: &'a Registry,
        problems: &'a mut Vec<Diagnostic>,
    ) -> mlua::Result<EffectTables<'a>> {
        let with_meta = |verb: &'a Verb| {
            let fields = verb.params.iter().map(|(name, _)| lua_name(name)).chain(["verb".into()]).collect();
            let message = format!("the verb `{}` has no parameter", verb.name);
            Ok((verb, globals::declared_fields_metatable(&loader.lua, &loader.host, message, fields)?))
        };
        let verbs = registry.verbs.iter().map(|(verb, _)| with_meta(verb)).collect::<mlua::Result<_>>()?;
        Ok(EffectTables { loader, board, registry, verbs, problems })
    }

    /// Fills the lists of effects in the Luau tables of all things.
    pub(super) fn fill_all(mut self, infos: &Table) -> mlua::Result<()> {
        for (val, info) in &self.loader.content.infos {
            self.fill(info, &infos.raw_get(val.0 as f64)?)?;
        }
        Ok(())
    }

    /// Fills the lists of effects in the Luau table of a card, or of another thing. `info` is the content of the table.
    fn fill(&mut self, info: &Datum, value: &Value) -> mlua::Result<()> {
        let (Datum::Table(pairs), Value::Table(table)) = (info, value) else { return Ok(()) };
        for (key, datum) in pairs {
            let inner: Value = table.raw_get(lua_name(key))?;
            match (datum, &inner) {
                (Datum::Table(_), _) => self.fill(datum, &inner)?,
                (Datum::Effects(effects), Value::Table(list)) => {
                    for effect in effects {
                        list.raw_push(self.effect_table(effect)?)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes the Luau table of a card effect, with checked parameters.
    fn effect_table(&mut self, effect: &EffectUse) -> mlua::Result<Table> {
        let lua = &self.loader.lua;
        let table = lua.create_table()?;
        table.raw_set("verb", effect.verb.value.as_str())?;
        let Some((verb, meta)) = self.verbs.iter().find(|(verb, _)| verb.name == effect.verb.value) else {
            if !self.registry.is_in_failed_script(&self.loader.content, &effect.verb.value) {
                let verb_names = self.verbs.iter().map(|(verb, _)| verb.name.as_str());
                self.problems.push(unknown_verb(effect, verb_names));
            }
            return Ok(table);
        };
        table.set_metatable(Some(meta.clone()))?;
        for (name, param_value) in check_params(self.board, verb, effect, self.problems) {
            let value = match param_value {
                ParamValue::Number(number) => Value::Integer(number),
                ParamValue::Boolean(truth) => Value::Boolean(truth),
                ParamValue::Text(text) => Value::String(lua.create_string(text)?),
                ParamValue::Val(val) => Value::Number(val.0 as f64),
                ParamValue::Set(vals) => Value::Number(self.loader.host.borrow_mut().set_of(&vals).0 as f64),
                ParamValue::Nothing => continue,
            };
            table.raw_set(lua_name(&name), value)?;
        }
        Ok(table)
    }
}
