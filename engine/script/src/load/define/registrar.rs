//! What all definers share. A definer is a script function that declares something, such as `step` or `verb`. The
//! registrar checks the name and keys of each definition and the number of definitions, and records the script line.

use super::super::Registry;
use crate::check::{ScriptSummaries, at_place};
use crate::host::{Host, REGISTER_LIMIT};
use crate::program::Registered;
use cardwright_content::{Content, Diagnostic};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, Table, Value};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The state that definers share. The registrar must not hold the VM, because the VM holds the definers: each would
/// keep the other in memory forever.
#[derive(Clone)]
pub(in crate::load) struct Registrar {
    pub(super) host: Rc<RefCell<Host>>,
    pub(super) content: Arc<Content>,
    pub(super) registry: Rc<RefCell<Registry>>,
    /// The summaries of the scripts, which have the places of keys.
    pub(super) summaries: Rc<OnceCell<ScriptSummaries>>,
    /// The `value` function of each figure, by name, for `figure_of`.
    pub(super) figures: Table,
}

impl Registrar {
    /// Checks that a name is an id and that scripts are still loading.
    pub(super) fn check_name(&self, kind: &str, name: &str) -> mlua::Result<()> {
        if !self.host.try_borrow().is_ok_and(|host| host.is_loading()) {
            return Err(runtime_error(format!("{kind}s can be registered only while scripts load")));
        }
        // Hooks have dotted names: `march.cost`.
        let parts = if kind == "hook" { name.split('.').collect() } else { vec![name] };
        if !parts.into_iter().all(cardwright_content::is_id) {
            let shown: String = name.chars().take(64).collect();
            let rule = "an id has lower-case letters and digits, joined by `-`, at most 64 in all";
            return Err(runtime_error(format!("`{shown}` is not a valid id of a {kind}: {rule}")));
        }
        Ok(())
    }

    /// Fails if scripts have registered as many things of a kind as the limit allows.
    pub(super) fn check_count(&self, kind: &str, count: usize) -> mlua::Result<()> {
        if count < REGISTER_LIMIT {
            return Ok(());
        }
        Err(runtime_error(format!("more than {REGISTER_LIMIT} {kind}s")))
    }

    /// Registers a name and returns the script line: `path:line`. Fails if the name is invalid or registered already.
    pub(super) fn register(&self, kind: &'static str, name: &str, lua: &Lua) -> mlua::Result<String> {
        self.check_name(kind, name)?;
        let mut registry = self.registry.borrow_mut();
        let names = registry.names.entry(kind).or_default();
        self.check_count(kind, names.len())?;
        if let Some(first) = names.get(name) {
            return Err(runtime_error(format!("the {kind} `{name}` is registered twice, first at {first}")));
        }
        let script_line = crate::script_errors::caller(lua);
        names.insert(name.to_owned(), script_line.clone());
        registry.registrations.push(Registered { kind, id: name.to_owned(), script_line: script_line.clone() });
        Ok(script_line)
    }

    /// Reports each key of a definition that is not among `allowed`.
    pub(super) fn check_keys(&self, entry: &Entry, definition: &Table, allowed: &[&str]) -> mlua::Result<()> {
        for pair in definition.pairs::<Value, Value>() {
            let (key, _) = pair?;
            let Some(key) = key.as_string().map(|key| key.to_string_lossy()) else {
                return Err(entry.error("has a value without a key"));
            };
            if allowed.contains(&key.as_str()) {
                continue;
            }
            let allowed_keys = allowed.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            let (kind, name) = (entry.kind, &entry.name);
            let message = format!("the {kind} `{name}` has a key `{key}`: there are {allowed_keys}");
            let problem = Diagnostic::error("script::unknown-key", message).label("no such key");
            let problem = problem.suggest(&key, allowed.iter().copied());
            let place = self.summaries.get().and_then(|summaries| summaries.key_place(kind, name, &[&key]));
            let problem = at_place(problem, place, &self.content, &entry.script_line);
            self.registry.borrow_mut().problems.push(problem);
        }
        Ok(())
    }

    /// Makes a definer that takes all its arguments in one call: `step("name", function)`. `define` gets the arguments
    /// after the name.
    pub(super) fn with_arguments<A, R>(
        &self,
        lua: &Lua,
        kind: &'static str,
        define: impl Fn(&Registrar, &Lua, Entry, A) -> mlua::Result<R> + 'static,
    ) -> mlua::Result<Function>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        let registrar = self.clone();
        lua.create_function(move |lua, (name, arguments): (String, A)| {
            let script_line = registrar.register(kind, &name, lua)?;
            define(&registrar, lua, Entry { kind, name, script_line }, arguments)
        })
    }

    /// Makes a definer that takes a name and then a table: `verb "name" { … }`.
    pub(super) fn with_table(
        &self,
        lua: &Lua,
        kind: &'static str,
        define: impl Fn(&Registrar, &Entry, Table) -> mlua::Result<()> + Clone + 'static,
    ) -> mlua::Result<Function> {
        let registrar = self.clone();
        lua.create_function(move |lua, name: String| {
            let script_line = registrar.register(kind, &name, lua)?;
            let (registrar, define, entry) = (registrar.clone(), define.clone(), Entry { kind, name, script_line });
            lua.create_function(move |_, definition: Table| {
                registrar.check_name(kind, &entry.name)?;
                crate::renamed::update_definition(kind, &definition)?;
                define(&registrar, &entry, definition)
            })
        })
    }
}

/// A registered name, with its kind and its script line: `path:line`.
pub(super) struct Entry {
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) script_line: String,
}

impl Entry {
    /// Makes an error whose message starts with the kind and the name: ``the step `draw` {fault}``.
    pub(super) fn error(&self, fault: impl std::fmt::Display) -> mlua::Error {
        runtime_error(format!("the {} `{}` {fault}", self.kind, self.name))
    }
}

fn runtime_error(message: String) -> mlua::Error {
    mlua::Error::runtime(message)
}
