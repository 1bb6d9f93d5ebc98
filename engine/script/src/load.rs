//! Loading scripts: each in one VM, its registrations gathered, everything checked, then frozen.

use crate::bindings::{Api, ApiDoc};
use crate::globals::{self, lua_name};
use crate::host::{Host, SetValue};
use crate::mirror::Mirror;
use crate::params::{Param, Ready, Verb, check, unknown_verb};
use crate::sandbox;
use crate::vm::{Entrances, Vm, split_error};
use cardwright_content::{Content, Datum, Diagnostic, EffectUse, SourceFile};
use cardwright_state::board::{Fact, FactType, Label, On};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, CardId, Set, StepId};
use mlua::{Function, Lua, Table, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The step that plays one effect of a card.
pub(crate) const CARD_EFFECT: &str = "card-effect";

/// Checked content with its scripts loaded once: what every VM of a game is made from.
#[derive(Debug)]
pub struct Program {
    /// The content.
    pub content: Arc<Content>,
    /// The board, completed with steps, actions and effects.
    pub board: Arc<Board>,
    /// Every verb: its name, its doc line and its parameters in words.
    pub verbs: Vec<VerbDoc>,
    /// Every step, action, verb and effect, in the order of registration.
    pub registered: Vec<Registered>,
    /// What somebody should look at, though it loads.
    pub warnings: Vec<Diagnostic>,
}

/// A verb's name, its doc line, and its parameters with what each may be.
pub type VerbDoc = (String, String, Vec<(String, String)>);

/// Something that a script registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// `step`, `action`, `verb` or `effect`.
    pub kind: &'static str,
    /// Its name.
    pub id: String,
    /// `path:line` of the script.
    pub at: String,
}

impl Program {
    /// Loads the scripts of some content.
    ///
    /// # Errors
    /// Every problem of scripts, verbs and effects, with its place.
    pub fn load(content: Arc<Content>) -> Result<(Arc<Program>, Vm), Vec<Diagnostic>> {
        let vm = build(&content)?;
        Ok((vm.program().clone(), vm))
    }

    /// Another VM of the same program, for another thread or a re-run.
    ///
    /// # Errors
    /// None that [`Program::load`] did not report, but for memory.
    pub fn vm(&self) -> Result<Vm, Vec<Diagnostic>> {
        build(&self.content)
    }
}

/// The host API as registered, for the generated types and reference.
pub fn api_docs() -> Vec<ApiDoc> {
    let host = Rc::new(RefCell::new(Host::new(Arc::new(Board::default()))));
    sandbox::open().and_then(|(lua, _)| Api::new(&lua, host)).map(|api| api.docs).unwrap_or_default()
}

#[derive(Default)]
struct Registry {
    steps: Vec<(String, Function, String)>,
    actions: Vec<(String, Table, String)>,
    verbs: Vec<(Verb, Function)>,
    effects: Vec<(String, Table)>,
    places: Vec<Registered>,
    modules: BTreeMap<String, Value>,
    failed: BTreeMap<String, mlua::Error>,
    loading: Vec<String>,
    problems: Vec<Diagnostic>,
}

impl Registry {
    /// Notes the script line that is running as the place of what it registers.
    fn note(&mut self, kind: &'static str, id: &str, lua: &Lua) {
        self.places.push(Registered { kind, id: id.to_owned(), at: crate::vm::caller(lua) });
    }
    /// Whether a script that did not load speaks of a name: it may be what would have registered it.
    fn may_have_lost(&self, content: &Content, name: &str) -> bool {
        let written = [format!("\"{name}\""), format!("'{name}'")];
        let failed = self.failed.keys().filter_map(|module| content.script(module));
        failed.into_iter().any(|file| written.iter().any(|w| file.text.contains(w.as_str())))
    }
}

/// The prelude's tables, filled when all is registered.
struct ById {
    steps: Table,
    step_ids: Table,
    actions: Table,
    verbs: Table,
    hooks: Table,
    infos: Table,
    layout: Table,
}

struct Loader {
    lua: Lua,
    host: Rc<RefCell<Host>>,
    content: Arc<Content>,
    registry: Rc<RefCell<Registry>>,
}

fn internal(error: &mlua::Error) -> Vec<Diagnostic> {
    vec![Diagnostic::error("script::host", format!("the Lua host failed: {error}"))]
}

fn build(content: &Arc<Content>) -> Result<Vm, Vec<Diagnostic>> {
    let host = Rc::new(RefCell::new(Host::new(Arc::new(content.board.clone()))));
    let (lua, pause) = sandbox::open().map_err(|e| internal(&e))?;
    let loader = Loader { lua, host, content: content.clone(), registry: Rc::default() };
    loader.run(pause)
}

impl Loader {
    fn run(self, pause: Function) -> Result<Vm, Vec<Diagnostic>> {
        let api = Api::new(&self.lua, self.host.clone()).map_err(|e| internal(&e))?;
        let (steps, step_ids, actions) = self.tables().map_err(|e| internal(&e))?;
        let (mirror, layout) = self.mirror().map_err(|e| internal(&e))?;
        let prelude = include_str!("prelude.luau");
        let (public, run, ask_standing, play_standing): (Table, Function, Function, Function) = self
            .lua
            .load(prelude)
            .set_name("@engine/prelude.luau")
            .call((&api.private, &steps, &step_ids, &actions, pause, mirror, &layout))
            .map_err(|e| internal(&e))?;
        for pair in public.pairs::<String, Value>() {
            let (name, value) = pair.map_err(|e| internal(&e))?;
            api.public.raw_set(name, value).map_err(|e| internal(&e))?;
        }
        let (infos, halves) = globals::infos(&self.lua, &self.host, &self.content).map_err(|e| internal(&e))?;
        let (verbs, hooks) = self.more(&api, &infos, &halves).map_err(|e| internal(&e))?;
        self.globals(&api).map_err(|e| internal(&e))?;
        let lint = crate::check::scripts(&self.content, &api.names().map_err(|e| internal(&e))?);
        self.scripts();
        let by_id = ById { steps, step_ids, actions, verbs, hooks, infos, layout };
        self.finish(&by_id).map_err(|e| internal(&e))?;
        let mut problems = lint;
        problems.append(&mut self.registry.borrow_mut().problems);
        if problems.iter().any(is_error) {
            return Err(problems);
        }
        {
            let mut host = self.host.borrow_mut();
            host.fix_sets();
            host.loading = false;
            let board = host.board.clone();
            host.pos = cardwright_state::Position::initial(&board, 0);
        }
        let board = self.host.borrow().board.clone();
        let verbs = self
            .registry
            .borrow()
            .verbs
            .iter()
            .map(|(v, _)| {
                (v.name.clone(), v.doc.clone(), v.params.iter().map(|(n, p)| (n.clone(), p.describe())).collect())
            })
            .collect();
        let registered = std::mem::take(&mut self.registry.borrow_mut().places);
        let content = self.content.clone();
        let program = Arc::new(Program { content, board, verbs, registered, warnings: problems });
        Vm::new(self.lua, self.host, Entrances { run, ask_standing, play_standing }, program).map_err(|e| internal(&e))
    }

    fn tables(&self) -> mlua::Result<(Table, Table, Table)> {
        Ok((self.lua.create_table()?, self.lua.create_table()?, self.lua.create_table()?))
    }

    /// The buffer that queries read, and where in it what lies.
    fn mirror(&self) -> mlua::Result<(mlua::Buffer, Table)> {
        let mut host = self.host.borrow_mut();
        let board = host.board.clone();
        let (mirror, buffer) = Mirror::new(&self.lua, &board)?;
        host.mirror = Some(mirror);
        let table = self.lua.create_table()?;
        let base = |kind: Kind| Val::handle(kind, 0).0 as f64;
        for (name, kind) in [
            ("track", Kind::Track),
            ("fact", Kind::Fact),
            ("space", Kind::Space),
            ("class", Kind::Class),
            ("side", Kind::Side),
        ] {
            table.raw_set(name, base(kind))?;
        }
        table.raw_set("spaces", board.spaces.len())?;
        table.raw_set("classes", board.classes.len())?;
        table.raw_set("sides", board.sides.len())?;
        table.raw_set("in_force", board.slots * 8)?;
        let counts = crate::mirror::counts_at(&board);
        table.raw_set("counts", counts)?;
        table.raw_set("asking", counts + board.spaces.len() * board.classes.len() * 2)?;
        table.raw_set("effects", self.lua.create_table()?)?;
        table.raw_set("actions", self.lua.create_table()?)?;
        let by_slot = |list: Vec<(On, u32, bool)>| -> mlua::Result<(Table, Table)> {
            let (game, space) = (self.lua.create_table()?, self.lua.create_table()?);
            for (i, (on, slot, plain)) in list.into_iter().enumerate() {
                match on {
                    On::Game if plain => game.raw_set(i, slot)?,
                    On::Spaces(_) if plain => space.raw_set(i, slot)?,
                    _ => {}
                }
            }
            Ok((game, space))
        };
        let (game, space) = by_slot(board.tracks.iter().map(|t| (t.on, t.slot, true)).collect())?;
        table.raw_set("track_game", game)?;
        table.raw_set("track_space", space)?;
        let plain = |f: &Fact| !matches!(f.holds, FactType::Set(_) | FactType::List(_));
        let (game, space) = by_slot(board.facts.iter().map(|f| (f.on, f.slot, plain(f))).collect())?;
        table.raw_set("fact_game", game)?;
        table.raw_set("fact_space", space)?;
        let kinds = self.lua.create_table()?;
        for (i, fact) in board.facts.iter().enumerate() {
            let kind = match fact.holds {
                FactType::Number => 0.0,
                FactType::Truth => 1.0,
                FactType::Id(kind) | FactType::Set(kind) | FactType::List(kind) => base(kind),
            };
            kinds.raw_set(i, kind)?;
        }
        table.raw_set("fact_kind", kinds)?;
        Ok((buffer, table))
    }

    /// The Lua definers, and the Rust ones: `step`, `action`, `verb`, `effect`, `require`.
    fn more(&self, api: &Api, infos: &Table, halves: &Table) -> mlua::Result<(Table, Table)> {
        let (verbs, hooks) = (self.lua.create_table()?, self.lua.create_table()?);
        let play_effect: Function = self
            .lua
            .load(include_str!("definers.luau"))
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
            let constants: Option<Table> = lua.globals().raw_get("WORD")?;
            for word in words.iter() {
                let mut host = host.borrow_mut();
                if host.board.read(Kind::Word, word).is_none() {
                    let board = Arc::make_mut(&mut host.board);
                    board.words.push(Label { id: word.clone(), ..Label::default() });
                    if let Some(constants) = &constants {
                        constants
                            .raw_set(lua_name(word), Val::handle(Kind::Word, board.words.len() as u64 - 1).0 as f64)?;
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

    fn globals(&self, api: &Api) -> mlua::Result<()> {
        let globals = self.lua.globals();
        let constants = globals::constants(&self.lua, &self.host)?;
        for table in [&api.public, &constants] {
            for pair in table.pairs::<String, Value>() {
                let (name, value) = pair?;
                globals.raw_set(name, value)?;
            }
        }
        globals.raw_set("buffer", Value::Nil)?;
        let meta = self.lua.create_table()?;
        let missing = self.lua.create_function(|_, (_, name): (Value, Value)| -> mlua::Result<()> {
            let name = name.to_string().unwrap_or_default();
            Err(mlua::Error::runtime(format!("unknown name `{name}`")))
        })?;
        meta.raw_set("__index", missing)?;
        meta.set_readonly(true);
        globals.set_metatable(Some(meta))?;
        self.lua.sandbox(true)
    }

    fn scripts(&self) {
        for file in &self.content.scripts {
            let Some(module) = file.module() else { continue };
            if let Err(error) = require(&self.lua, &self.registry, &self.content, module) {
                let problem = load_problem(&self.content, file, &error);
                let mut registry = self.registry.borrow_mut();
                if !registry.problems.iter().any(|p| p.message == problem.message && p.place() == problem.place()) {
                    registry.problems.push(problem);
                }
            }
        }
    }

    /// Numbers steps and actions, resolves effects, freezes everything.
    fn finish(&self, to: &ById) -> mlua::Result<()> {
        let ById { steps, step_ids, actions, verbs, hooks, infos, layout } = to;
        let mut registry = self.registry.borrow_mut();
        let mut board = (*self.host.borrow().board).clone();
        for (name, run, _) in &registry.steps {
            steps.raw_set(board.steps.len(), run)?;
            step_ids.raw_set(name.as_str(), board.steps.len())?;
            board.steps.push(name.clone());
        }
        let mut problems = Vec::new();
        for (a, (name, it, at)) in registry.actions.iter().enumerate() {
            for key in ["offer", "play"] {
                let is_there = matches!(it.raw_get::<Value>(key)?, Value::Function(_));
                if !is_there && registry.failed.is_empty() {
                    let message = format!("the action `{name}` has no `{key}` ({at})");
                    problems.push(Diagnostic::error("script::action", message));
                }
            }
            if board.steps.contains(name) {
                problems.push(Diagnostic::error("script::action", format!("`{name}` is both a step and an action")));
            }
            if let Value::Function(play) = it.raw_get("play")? {
                steps.raw_set(board.steps.len(), play)?;
                step_ids.raw_set(name.as_str(), board.steps.len())?;
                actions.raw_set(Val::handle(Kind::Action, a as u64).0 as f64, board.steps.len())?;
            }
            board.steps.push(name.clone());
            layout.raw_get::<Table>("actions")?.raw_set(Val::handle(Kind::Action, a as u64).0 as f64, it)?;
            sandbox::freeze(&Value::Table(it.clone()))?;
        }
        for (label, at) in &self.content.action_labels {
            let is_there = registry.actions.iter().any(|(n, _, _)| *n == label.id);
            if !is_there && !registry.may_have_lost(&self.content, &label.id) {
                let known: Vec<&str> = registry.actions.iter().map(|(n, _, _)| n.as_str()).collect();
                problems.push(
                    at.error("content::unknown-action", format!("no script registers the action `{}`", label.id))
                        .label("a text for an action that does not exist")
                        .suggest(&label.id, known),
                );
            }
        }
        for (e, (name, definition)) in registry.effects.iter().enumerate() {
            hooks.raw_set(Val::handle(Kind::Effect, e as u64).0 as f64, definition)?;
            layout.raw_get::<Table>("effects")?.raw_set(name.as_str(), Val::handle(Kind::Effect, e as u64).0 as f64)?;
            sandbox::freeze(&Value::Table(definition.clone()))?;
        }
        for (verb, play) in &registry.verbs {
            verbs.raw_set(verb.name.as_str(), play)?;
        }
        let declared: Vec<Verb> = registry.verbs.iter().map(|(v, _)| v.clone()).collect();
        for (val, of) in &self.content.infos {
            self.effects(&board, &registry, &declared, of, &infos.raw_get(val.0 as f64)?, &mut problems)?;
        }
        for scenario in &self.content.scenarios {
            if !board.steps.contains(&scenario.first) && !registry.may_have_lost(&self.content, &scenario.first) {
                problems.push(
                    scenario
                        .origin
                        .error(
                            "content::unknown-step",
                            format!(
                                "no script registers the step `{}`, with which `{}` begins",
                                scenario.first, scenario.id
                            ),
                        )
                        .suggest(&scenario.first, board.steps.iter().map(String::as_str)),
                );
            }
        }
        sandbox::freeze(&Value::Table(infos.clone()))?;
        for name in ["WORD", "TEXT", "WHY", "ZONE", "CARD"] {
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
        host.action_steps = registry
            .actions
            .iter()
            .map(|(name, _, _)| StepId::new(board.steps.iter().position(|s| s == name).unwrap_or_default()))
            .collect();
        host.board = Arc::new(board);
        Ok(())
    }

    /// Fills the effects of a card's table (and of its halves) with checked parameters.
    fn effects(
        &self,
        board: &Board,
        registry: &Registry,
        verbs: &[Verb],
        of: &Datum,
        value: &Value,
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<()> {
        let (Datum::Table(pairs), Value::Table(table)) = (of, value) else { return Ok(()) };
        for (key, datum) in pairs {
            let inner: Value = table.raw_get(lua_name(key))?;
            match (datum, &inner) {
                (Datum::Table(_), _) => self.effects(board, registry, verbs, datum, &inner, problems)?,
                (Datum::Effects(list), Value::Table(out)) => {
                    for effect in list {
                        out.raw_push(self.effect(board, registry, verbs, effect, problems)?)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn effect(
        &self,
        board: &Board,
        registry: &Registry,
        verbs: &[Verb],
        effect: &EffectUse,
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<Table> {
        let table = self.lua.create_table()?;
        table.raw_set("verb", effect.verb.value.as_str())?;
        let Some(verb) = verbs.iter().find(|v| v.name == effect.verb.value) else {
            if !registry.may_have_lost(&self.content, &effect.verb.value) {
                problems.push(unknown_verb(effect, verbs));
            }
            return Ok(table);
        };
        for (name, ready) in check(board, verb, effect, problems) {
            let value = match ready {
                Ready::Number(n) => Value::Integer(n),
                Ready::Truth(t) => Value::Boolean(t),
                Ready::Text(t) => Value::String(self.lua.create_string(t)?),
                Ready::Val(v) => Value::Number(v.0 as f64),
                Ready::Set(vals) => Value::Number(self.host.borrow_mut().set_of(&vals).0 as f64),
                Ready::Nothing => continue,
            };
            table.raw_set(lua_name(&name), value)?;
        }
        Ok(table)
    }
}

/// Loads a module once; its table is frozen.
fn require(lua: &Lua, registry: &Rc<RefCell<Registry>>, content: &Content, name: &str) -> mlua::Result<Value> {
    if let Some(value) = registry.borrow().modules.get(name) {
        return Ok(value.clone());
    }
    // A module that failed is not run again: it is reported once, whoever requires it.
    if let Some(error) = registry.borrow().failed.get(name) {
        return Err(error.clone());
    }
    let file = content.script(name).cloned().ok_or_else(|| {
        let known = content.scripts.iter().filter_map(|f| f.module());
        let hint =
            cardwright_content::did_you_mean(name, known).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
        mlua::Error::runtime(format!("no module `{name}`{hint}"))
    })?;
    {
        let mut registry = registry.borrow_mut();
        if registry.loading.iter().any(|m| m == name) {
            let chain = registry.loading.join("` requires `");
            return Err(mlua::Error::runtime(format!("modules require each other: `{chain}` requires `{name}`")));
        }
        registry.loading.push(name.to_owned());
    }
    let chunk =
        lua.load(file.text.as_str()).set_name(format!("@{}", file.shown())).set_mode(mlua::chunk::ChunkMode::Text);
    let done = chunk.call::<Value>(());
    let mut registry = registry.borrow_mut();
    registry.loading.pop();
    let value = match done {
        Ok(value) => value,
        Err(error) => {
            registry.failed.insert(name.to_owned(), error.clone());
            return Err(error);
        }
    };
    sandbox::freeze(&value)?;
    registry.modules.insert(name.to_owned(), value.clone());
    Ok(value)
}

/// A Lua error while loading, as a diagnostic of the line it names.
fn load_problem(content: &Content, file: &Arc<SourceFile>, error: &mlua::Error) -> Diagnostic {
    let (place, message) = split_error(&error.to_string());
    let Some((path, line)) = place else { return Diagnostic::error("script::load", message).at(file, 0..0) };
    let file = content.files.iter().find(|f| f.shown() == path).unwrap_or(file);
    Diagnostic::error("script::load", message).at(file, line_span(&file.text, line)).label("here")
}

/// The bytes of a line without its indent, lines counted from 1.
pub(crate) fn line_span(text: &str, line: usize) -> std::ops::Range<usize> {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let indent = rest.len() - rest.trim_start().len();
    start + indent..start + rest.trim_end().len().max(indent)
}

fn is_error(problem: &Diagnostic) -> bool {
    problem.severity == cardwright_content::Severity::Error
}
