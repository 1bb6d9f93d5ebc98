//! What all registering has in common: names that will do, each once, not without end, and the place noted.

use super::super::Registry;
use crate::check::{Reading, placed};
use crate::host::{Host, REGISTER_LIMIT};
use crate::program::Registered;
use cardwright_content::{Content, Diagnostic};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, Table, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What a definer works with. Not the VM: what the VM's own functions keep must not keep the VM, or neither ever goes.
#[derive(Clone)]
pub(in crate::load) struct Registrar {
    pub(super) host: Rc<RefCell<Host>>,
    pub(super) content: Arc<Content>,
    pub(super) registry: Rc<RefCell<Registry>>,
    /// What the scripts say, for the places of keys.
    pub(super) reading: Rc<Reading>,
    /// The function of each figure, by name, for whoever asks `figure_of`.
    pub(super) figures: Table,
}

impl Registrar {
    /// Whether something of this name may be registered: names are ids, and only while scripts load.
    pub(super) fn may(&self, kind: &str, name: &str) -> mlua::Result<()> {
        if !self.host.try_borrow().is_ok_and(|h| h.is_loading()) {
            return Err(refused(format!("a {kind} is registered while scripts load, not in play")));
        }
        // A point belongs to something: `march.cost`.
        let parts = if kind == "point" { name.split('.').collect() } else { vec![name] };
        if !parts.into_iter().all(cardwright_content::is_id) {
            let shown: String = name.chars().take(64).collect();
            let rule = "ids are lower-case words and digits joined by `-`, at most 64 letters";
            return Err(refused(format!("`{shown}` will not do as the id of a {kind}: {rule}")));
        }
        Ok(())
    }

    /// Whether there is room for one more.
    pub(super) fn room(&self, kind: &str, have: usize) -> mlua::Result<()> {
        if have < REGISTER_LIMIT {
            return Ok(());
        }
        Err(refused(format!("more than {REGISTER_LIMIT} {kind}s")))
    }

    /// Registers a name: it may be, there is room, and it is the first of its kind. Gives `path:line` of the script.
    pub(super) fn enter(&self, kind: &'static str, name: &str, lua: &Lua) -> mlua::Result<String> {
        self.may(kind, name)?;
        let mut registry = self.registry.borrow_mut();
        let names = registry.names.entry(kind).or_default();
        self.room(kind, names.len())?;
        if let Some(was) = names.get(name) {
            return Err(refused(format!("the {kind} `{name}` is registered twice, first at {was}")));
        }
        let at = crate::place::caller(lua);
        names.insert(name.to_owned(), at.clone());
        registry.places.push(Registered { kind, id: name.to_owned(), at: at.clone() });
        Ok(at)
    }

    /// Reports every key of a definition that is none of those there are.
    pub(super) fn keys(&self, entry: &Entry, definition: &Table, known: &[&str]) -> mlua::Result<()> {
        for pair in definition.pairs::<Value, Value>() {
            let (key, _) = pair?;
            let Some(key) = key.as_string().map(|k| k.to_string_lossy()) else {
                return Err(entry.refused("has a value without a key"));
            };
            if known.contains(&key.as_str()) {
                continue;
            }
            let all = known.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
            let (kind, name) = (entry.kind, &entry.name);
            let message = format!("the {kind} `{name}` has a key `{key}`: there are {all}");
            let problem = Diagnostic::error("script::unknown-key", message).label("no such key");
            let problem = problem.suggest(&key, known.iter().copied());
            let place = self.reading.outlines().key(kind, name, &[&key]);
            let problem = placed(problem, place, &self.content, &entry.at);
            self.registry.borrow_mut().problems.push(problem);
        }
        Ok(())
    }

    /// A definer that is called with a name and gives something at once: `step`, `action`.
    pub(super) fn at_once<A, R>(
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
            let at = registrar.enter(kind, &name, lua)?;
            define(&registrar, lua, Entry { kind, name, at }, given)
        })
    }

    /// A definer that is called with a name and then with a table: `verb "name" { … }`.
    pub(super) fn with_table(
        &self,
        lua: &Lua,
        kind: &'static str,
        define: impl Fn(&Registrar, &Entry, Table) -> mlua::Result<()> + Clone + 'static,
    ) -> mlua::Result<Function> {
        let registrar = self.clone();
        lua.create_function(move |lua, name: String| {
            let at = registrar.enter(kind, &name, lua)?;
            let (registrar, define, entry) = (registrar.clone(), define.clone(), Entry { kind, name, at });
            lua.create_function(move |_, definition: Table| {
                registrar.may(kind, &entry.name)?;
                define(&registrar, &entry, definition)
            })
        })
    }
}

/// What has been registered: its kind, its name, and `path:line` of the script.
pub(super) struct Entry {
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) at: String,
}

impl Entry {
    /// An error that names it: `the verb `x` has no `play``.
    pub(super) fn refused(&self, what: impl std::fmt::Display) -> mlua::Error {
        refused(format!("the {} `{}` {what}", self.kind, self.name))
    }
}

fn refused(message: String) -> mlua::Error {
    mlua::Error::runtime(message)
}
