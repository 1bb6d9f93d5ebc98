//! Shared by all definers: checks names, duplicates and counts, and records the place.

use super::super::Registry;
use crate::check::{BackgroundLint, placed};
use crate::host::{Host, REGISTER_LIMIT};
use crate::program::Registered;
use cardwright_content::{Content, Diagnostic};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, Table, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The state that definers share. It must not hold the VM: the VM holds the definers, so neither would ever be freed.
#[derive(Clone)]
pub(in crate::load) struct Registrar {
    pub(super) host: Rc<RefCell<Host>>,
    pub(super) content: Arc<Content>,
    pub(super) registry: Rc<RefCell<Registry>>,
    /// The lint, for the places of keys.
    pub(super) lint: Rc<BackgroundLint>,
    /// The `value` function of each figure, by name, for `figure_of`.
    pub(super) figures: Table,
}

impl Registrar {
    /// Checks that a name is an id and that scripts are still loading.
    pub(super) fn check_name(&self, kind: &str, name: &str) -> mlua::Result<()> {
        if !self.host.try_borrow().is_ok_and(|h| h.is_loading()) {
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

    /// Fails if there are too many of a kind.
    pub(super) fn check_count(&self, kind: &str, have: usize) -> mlua::Result<()> {
        if have < REGISTER_LIMIT {
            return Ok(());
        }
        Err(runtime_error(format!("more than {REGISTER_LIMIT} {kind}s")))
    }

    /// Registers a name. Returns `path:line` of the script. Fails if the name is invalid or already taken.
    pub(super) fn register(&self, kind: &'static str, name: &str, lua: &Lua) -> mlua::Result<String> {
        self.check_name(kind, name)?;
        let mut registry = self.registry.borrow_mut();
        let names = registry.names.entry(kind).or_default();
        self.check_count(kind, names.len())?;
        if let Some(was) = names.get(name) {
            return Err(runtime_error(format!("the {kind} `{name}` is registered twice, first at {was}")));
        }
        let at = crate::script_errors::caller(lua);
        names.insert(name.to_owned(), at.clone());
        registry.places.push(Registered { kind, id: name.to_owned(), at: at.clone() });
        Ok(at)
    }

    /// Reports unknown keys of a definition.
    pub(super) fn check_keys(&self, entry: &Entry, definition: &Table, known: &[&str]) -> mlua::Result<()> {
        for pair in definition.pairs::<Value, Value>() {
            let (key, _) = pair?;
            let Some(key) = key.as_string().map(|k| k.to_string_lossy()) else {
                return Err(entry.error("has a value without a key"));
            };
            if known.contains(&key.as_str()) {
                continue;
            }
            let all = known.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
            let (kind, name) = (entry.kind, &entry.name);
            let message = format!("the {kind} `{name}` has a key `{key}`: there are {all}");
            let problem = Diagnostic::error("script::unknown-key", message).label("no such key");
            let problem = problem.suggest(&key, known.iter().copied());
            let place = self.lint.summaries().key(kind, name, &[&key]);
            let problem = placed(problem, place, &self.content, &entry.at);
            self.registry.borrow_mut().problems.push(problem);
        }
        Ok(())
    }

    /// Makes a definer that takes all its arguments in one call: `step(name, function)`.
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
        lua.create_function(move |lua, (name, given): (String, A)| {
            let at = registrar.register(kind, &name, lua)?;
            define(&registrar, lua, Entry { kind, name, at }, given)
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
            let at = registrar.register(kind, &name, lua)?;
            let (registrar, define, entry) = (registrar.clone(), define.clone(), Entry { kind, name, at });
            lua.create_function(move |_, definition: Table| {
                registrar.check_name(kind, &entry.name)?;
                crate::renamed::update_definition(kind, &definition)?;
                define(&registrar, &entry, definition)
            })
        })
    }
}

/// A registered name, with its kind and `path:line` of the script.
pub(super) struct Entry {
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) at: String,
}

impl Entry {
    /// An error message that starts with the kind and the name.
    pub(super) fn error(&self, what: impl std::fmt::Display) -> mlua::Error {
        runtime_error(format!("the {} `{}` {what}", self.kind, self.name))
    }
}

fn runtime_error(message: String) -> mlua::Error {
    mlua::Error::runtime(message)
}
