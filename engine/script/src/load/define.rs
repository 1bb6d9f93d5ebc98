//! What scripts define things with: `step`, `action`, `verb`, `effect`, `invariant`, `figure`, `word`, `require`.

use super::*;
use crate::host::REGISTER_LIMIT;
use cardwright_state::board::{Audience, Kinds};

/// Whether something of this name may be registered: names are ids, and only while scripts load.
fn may_register(host: &Rc<RefCell<Host>>, kind: &str, name: &str) -> mlua::Result<()> {
    if !host.try_borrow().is_ok_and(|h| h.loading) {
        return Err(mlua::Error::runtime(format!("a {kind} is registered while scripts load, not in play")));
    }
    if !cardwright_content::is_id(name) {
        let shown: String = name.chars().take(64).collect();
        let rule = "ids are lower-case words and digits joined by `-`, at most 64 letters";
        return Err(mlua::Error::runtime(format!("`{shown}` will not do as the id of a {kind}: {rule}")));
    }
    Ok(())
}

/// Whether there is room for one more.
fn few(what: &str, have: usize) -> mlua::Result<()> {
    if have < REGISTER_LIMIT {
        return Ok(());
    }
    Err(mlua::Error::runtime(format!("more than {REGISTER_LIMIT} {what}")))
}

/// A figure as a script defines it; what is wrong with it goes on after its name.
fn figure(board: &Board, name: &str, at: &str, definition: &Table) -> Result<(Figure, Function), String> {
    const KEYS: [&str; 4] = ["on", "audience", "doc", "value"];
    for pair in definition.pairs::<Value, Value>() {
        let (key, _) = pair.map_err(|e| e.to_string())?;
        let key = key.as_string().map(|k| k.to_string_lossy()).unwrap_or_default();
        if !KEYS.contains(&key.as_str()) {
            return Err(format!("has a key `{key}`: there are {}", KEYS.map(|k| format!("`{k}`")).join(", ")));
        }
    }
    let value: Option<Function> = definition.raw_get("value").map_err(|_| "has a `value` that is no function")?;
    let on = match definition.raw_get::<Value>("on").map_err(|e| e.to_string())? {
        Value::Nil => On::Game,
        Value::String(one) => kept_on(board, &[one.to_string_lossy()])?,
        Value::Table(list) => {
            let kinds: mlua::Result<Vec<String>> = list.sequence_values().collect();
            kept_on(board, &kinds.map_err(|_| "has an `on` that is no list of kinds of spaces")?)?
        }
        _ => return Err("has an `on` that is neither a text nor a list".into()),
    };
    let audience = match definition.raw_get::<Option<String>>("audience").map_err(|e| e.to_string())?.as_deref() {
        Some("all") => Audience::All,
        Some("none") => Audience::None,
        Some("owner") if on == On::Side => Audience::Owner,
        Some("owner") => return Err("has no owner who could see it: only what is `on = \"side\"` has one".into()),
        // A figure is worked out from all there is: who may read it is the author's to say.
        _ => return Err("does not say who sees it: `audience = \"all\"`, `\"owner\"` or `\"none\"`".into()),
    };
    let doc = definition.raw_get::<Option<String>>("doc").map_err(|e| e.to_string())?.unwrap_or_default();
    let value = value.ok_or("has no function `value`")?;
    Ok((Figure { name: name.to_owned(), doc, on, audience, at: at.to_owned() }, value))
}

/// What a figure is worked out for: the game, each side, each space of some kinds.
fn kept_on(board: &Board, on: &[String]) -> Result<On, String> {
    match on {
        [game] if game == "game" => return Ok(On::Game),
        [side] if side == "side" => return Ok(On::Side),
        _ => {}
    }
    let mut all: Option<Kinds> = None;
    for name in on {
        let kinds: Vec<&str> = board.kinds.iter().map(|k| k.id.as_str()).collect();
        let Some(kind) = kinds.iter().position(|k| k == name).map(KindId::new) else {
            let hint = cardwright_content::did_you_mean(name, ["game", "side"].into_iter().chain(kinds));
            let hint = hint.map(|n| format!(", did you mean `{n}`?")).unwrap_or_default();
            return Err(format!("is on `{name}`, which is neither `game`, `side` nor a kind of spaces{hint}"));
        };
        all = Some(all.map_or(Kinds::one(kind), |kinds| kinds.with(kind)));
    }
    all.map(On::Spaces).ok_or_else(|| "is on nothing".into())
}

impl Loader {
    /// The Lua definers, and the Rust ones: `step`, `action`, `verb`, `effect`, `invariant`, `figure`, `require`.
    pub(super) fn more(&self, api: &Api, infos: &Table, halves: &Table) -> mlua::Result<(Table, Table)> {
        let (verbs, hooks, values) = (self.lua.create_table()?, self.lua.create_table()?, self.lua.create_table()?);
        let play_effect: Function = self
            .lua
            .load(include_str!("../definers.luau"))
            .set_name("@engine/definers.luau")
            .call((&api.private, &api.public, halves, infos, &verbs, &hooks, &values))?;
        self.registry.borrow_mut().steps.push((CARD_EFFECT.into(), play_effect, String::new()));

        let (registry, host) = (self.registry.clone(), self.host.clone());
        let define_step = self.lua.create_function(move |lua, (name, run): (String, Function)| {
            may_register(&host, "step", &name)?;
            let at = crate::vm::caller(lua);
            let mut registry = registry.borrow_mut();
            few("steps", registry.steps.len())?;
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
            may_register(&host, "action", &name)?;
            let mut registry = registry.borrow_mut();
            few("actions", registry.actions.len())?;
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

        let (registry, host) = (self.registry.clone(), self.host.clone());
        let define_verb = self.lua.create_function(move |lua, name: String| {
            may_register(&host, "verb", &name)?;
            let (registry, host) = (registry.clone(), host.clone());
            few("verbs", registry.borrow().verbs.len())?;
            registry.borrow_mut().note("verb", &name, lua);
            lua.create_function(move |_, definition: Table| {
                may_register(&host, "verb", &name)?;
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
            may_register(&host, "effect", &name)?;
            let (registry, host) = (registry.clone(), host.clone());
            few("effects", registry.borrow().effects.len())?;
            registry.borrow_mut().note("effect", &name, lua);
            lua.create_function(move |_, definition: Table| {
                may_register(&host, "effect", &name)?;
                Arc::make_mut(&mut host.borrow_mut().board).effects.push(name.clone());
                registry.borrow_mut().effects.push((name.clone(), definition));
                Ok(())
            })
        })?;
        api.public.raw_set("effect", define_effect)?;

        let (registry, host) = (self.registry.clone(), self.host.clone());
        let define_invariant = self.lua.create_function(move |lua, name: String| {
            may_register(&host, "invariant", &name)?;
            let (registry, host) = (registry.clone(), host.clone());
            few("invariants", registry.borrow().invariants.len())?;
            if let Some((was, _)) = registry.borrow().invariants.iter().find(|(i, _)| i.name == name) {
                let message = format!("the invariant `{name}` is registered twice, first at {}", was.at);
                return Err(mlua::Error::runtime(message));
            }
            registry.borrow_mut().note("invariant", &name, lua);
            let at = crate::vm::caller(lua);
            lua.create_function(move |_, definition: Table| {
                may_register(&host, "invariant", &name)?;
                let refused = |what: &str| mlua::Error::runtime(format!("the invariant `{name}` {what}"));
                let why: Option<f64> = definition.raw_get("why")?;
                let why = why.map(|w| Val(w as i64)).filter(|w| host.borrow().board.knows(*w));
                let why = why.and_then(|w| w.index(Kind::Reason));
                let why = why.ok_or_else(|| refused("has no reason: `why = WHY.…`"))?;
                let (holds, breaks): (Option<Function>, Option<Function>) =
                    (definition.raw_get("holds")?, definition.raw_get("breaks")?);
                let ask = match (holds, breaks) {
                    (Some(holds), None) => Ask::Holds(holds),
                    (None, Some(breaks)) => Ask::Breaks(breaks),
                    _ => return Err(refused("has one function, `holds` or `breaks`")),
                };
                let invariant = Invariant { name: name.clone(), why: ReasonId::new(why), at: at.clone() };
                registry.borrow_mut().invariants.push((invariant, ask));
                Ok(())
            })
        })?;
        api.public.raw_set("invariant", define_invariant)?;

        let (registry, host) = (self.registry.clone(), self.host.clone());
        let define_figure = self.lua.create_function(move |lua, name: String| {
            may_register(&host, "figure", &name)?;
            let (registry, host, values) = (registry.clone(), host.clone(), values.clone());
            few("figures", registry.borrow().figures.len())?;
            if let Some((was, _)) = registry.borrow().figures.iter().find(|(f, _)| f.name == name) {
                let message = format!("the figure `{name}` is registered twice, first at {}", was.at);
                return Err(mlua::Error::runtime(message));
            }
            registry.borrow_mut().note("figure", &name, lua);
            let at = crate::vm::caller(lua);
            lua.create_function(move |_, definition: Table| {
                may_register(&host, "figure", &name)?;
                let (figure, value) = figure(&host.borrow().board, &name, &at, &definition)
                    .map_err(|what| mlua::Error::runtime(format!("the figure `{name}` {what}")))?;
                values.raw_set(name.as_str(), &value)?;
                registry.borrow_mut().figures.push((figure, Figuring::new(value)));
                Ok(())
            })
        })?;
        api.public.raw_set("figure", define_figure)?;

        let host = self.host.clone();
        let define_word = self.lua.create_function(move |lua, words: mlua::Variadic<String>| {
            let table = lua.create_table()?;
            let constants: Option<Table> = lua.globals().get("WORD").ok();
            for word in words.iter() {
                may_register(&host, "word", word)?;
                few("words", host.borrow().board.words.len())?;
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
            let side = side.and_then(|s| Val(s).index(Kind::Side)).and_then(|s| Some(board.sides.get(s)?.id.as_str()));
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
