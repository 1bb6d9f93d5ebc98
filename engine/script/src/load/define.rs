//! What scripts define things with: `step`, `action`, `verb`, `effect`, `word`, `require`.

use super::*;

impl Loader {
    /// The Lua definers, and the Rust ones: `step`, `action`, `verb`, `effect`, `require`.
    pub(super) fn more(&self, api: &Api, infos: &Table, halves: &Table) -> mlua::Result<(Table, Table)> {
        let (verbs, hooks) = (self.lua.create_table()?, self.lua.create_table()?);
        let play_effect: Function = self
            .lua
            .load(include_str!("../definers.luau"))
            .set_name("@engine/definers.luau")
            .call((&api.private, &api.public, halves, infos, &verbs, &hooks))?;
        self.registry.borrow_mut().steps.push((CARD_EFFECT.into(), play_effect, String::new()));

        let registry = self.registry.clone();
        let define_step = self.lua.create_function(move |lua, (name, run): (String, Function)| {
            let at = crate::vm::caller(lua);
            let mut registry = registry.borrow_mut();
            if let Some((_, _, was)) = registry.steps.iter().find(|(n, _, _)| *n == name) {
                return Err(mlua::Error::runtime(format!("the step `{name}` is registered twice, first at {was}")));
            }
            registry.note("step", &name, lua);
            registry.steps.push((name, run, at));
            Ok(())
        })?;
        api.public.raw_set("step", define_step)?;

        let (registry, host, content) = (self.registry.clone(), self.host.clone(), self.content.clone());
        let define_action = self.lua.create_function(move |lua, name: String| {
            let mut registry = registry.borrow_mut();
            if registry.actions.iter().any(|(n, _, _)| *n == name) {
                return Err(mlua::Error::runtime(format!("the action `{name}` is registered twice")));
            }
            let label = content.action_labels.iter().find(|(l, _)| l.id == name).map(|(l, _)| l.clone());
            let label = label.unwrap_or_else(|| Label { id: name.clone(), ..Label::default() });
            let mut host = host.borrow_mut();
            let board = Arc::make_mut(&mut host.board);
            board.actions.push(label);
            let it = lua.create_table()?;
            it.raw_set("handle", Val::handle(Kind::Action, board.actions.len() as u64 - 1).0 as f64)?;
            it.raw_set("name", name.as_str())?;
            registry.note("action", &name, lua);
            registry.actions.push((name, it.clone(), crate::vm::caller(lua)));
            Ok(it)
        })?;
        api.public.raw_set("action", define_action)?;

        let registry = self.registry.clone();
        let define_verb = self.lua.create_function(move |lua, name: String| {
            let registry = registry.clone();
            registry.borrow_mut().note("verb", &name, lua);
            lua.create_function(move |_, definition: Table| {
                let play: Option<Function> = definition.raw_get("play")?;
                let play = play.ok_or_else(|| mlua::Error::runtime(format!("the verb `{name}` has no `play`")))?;
                let mut params = Vec::new();
                if let Some(table) = definition.raw_get::<Option<Table>>("params")? {
                    for pair in table.pairs::<String, Value>() {
                        let (key, of) = pair?;
                        params.push((key, Param::from_lua(&of).map_err(mlua::Error::runtime)?));
                    }
                }
                params.sort_by(|a, b| a.0.cmp(&b.0));
                let doc = definition.raw_get::<Option<String>>("doc")?.unwrap_or_default();
                registry.borrow_mut().verbs.push((Verb { name: name.clone(), doc, params }, play));
                Ok(())
            })
        })?;
        api.public.raw_set("verb", define_verb)?;

        let (registry, host) = (self.registry.clone(), self.host.clone());
        let define_effect = self.lua.create_function(move |lua, name: String| {
            let (registry, host) = (registry.clone(), host.clone());
            registry.borrow_mut().note("effect", &name, lua);
            lua.create_function(move |_, definition: Table| {
                Arc::make_mut(&mut host.borrow_mut().board).effects.push(name.clone());
                registry.borrow_mut().effects.push((name.clone(), definition));
                Ok(())
            })
        })?;
        api.public.raw_set("effect", define_effect)?;

        let host = self.host.clone();
        let define_word = self.lua.create_function(move |lua, words: mlua::Variadic<String>| {
            let table = lua.create_table()?;
            let constants: Option<Table> = lua.globals().get("WORD").ok();
            for word in words.iter() {
                let mut host = host.borrow_mut();
                if host.board.read(Kind::Word, word).is_none() {
                    let board = Arc::make_mut(&mut host.board);
                    board.words.push(Label { id: word.clone(), ..Label::default() });
                    if let Some(constants) = &constants {
                        constants.set_readonly(false);
                        constants
                            .raw_set(lua_name(word), Val::handle(Kind::Word, board.words.len() as u64 - 1).0 as f64)?;
                        constants.set_readonly(true);
                    }
                }
            }
            table.raw_set("param", "word")?;
            table.raw_set("words", lua.create_sequence_from(words.iter().map(String::as_str))?)?;
            Ok(table)
        })?;
        api.public.raw_set("word", define_word)?;

        let (host, content) = (self.host.clone(), self.content.clone());
        let cards_with = self.lua.create_function(move |_, (verb, side): (String, Option<i64>)| {
            let mut host = host.borrow_mut();
            let board = host.board.clone();
            let side = side.and_then(|s| Val(s).index(Kind::Side)).map(|s| board.sides[s].id.as_str());
            let uses = content.effects().filter(|e| e.effect.verb.value == verb);
            let uses = uses.filter(|e| e.half.is_none() || side.is_none() || e.half == side);
            let cards: Set = uses.filter_map(|e| board.card(e.card)).map(CardId::at).collect();
            Ok(host.new_set(SetValue::Dense(Kind::Card, cards)).0 as f64)
        })?;
        api.public.raw_set("cards_with", cards_with)?;

        let (registry, content) = (self.registry.clone(), self.content.clone());
        let require = self.lua.create_function(move |lua, name: String| require(lua, &registry, &content, &name))?;
        api.public.raw_set("require", require)?;
        Ok((verbs, hooks))
    }
}
