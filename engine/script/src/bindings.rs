//! The host API for scripts. Each submodule registers one section of it. `docs/api.md` and the Luau type
//! declarations are generated from these registrations.

use crate::host::{Host, HostResult};
use crate::lua_ffi::{self, Arguments, Results};
pub(crate) use crate::lua_ffi::{LuaPlain, LuaVal};
use cardwright_state::val::Val;
use mlua::{FromLuaMulti, IntoLuaMulti, Lua, Table, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

pub(crate) use effects::publish_hooks;
pub(crate) use flow::publish_next;

mod cards;
mod chance;
mod changes;
mod choices;
mod effects;
mod filters;
mod flow;
mod legality;
mod links;
mod log;
mod marks;
mod names;
mod queries;
mod relations;
mod sets;
mod shared;
mod trials;
mod verbs;

/// Every section, in the order of the reference. Scripts see nothing that is not registered here.
const SECTIONS: [fn(&mut Api) -> mlua::Result<()>; 17] = [
    sets::register,
    queries::register,
    links::register,
    filters::register,
    relations::register,
    legality::register,
    trials::register,
    shared::register,
    choices::register,
    flow::register,
    changes::register,
    cards::register,
    chance::register,
    effects::register,
    verbs::register,
    log::register,
    names::register,
];

/// One function of the host API, for the generated types and reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiDoc {
    /// The title of its section.
    pub section: &'static str,
    /// Luau signature: `count(at: Places, class: Class): number`.
    pub signature: &'static str,
    /// One paragraph for the reference.
    pub doc: &'static str,
}

/// All public functions, in the order of registration. Empty if no VM can be made.
pub fn api_docs() -> Vec<ApiDoc> {
    let host = Rc::new(RefCell::new(Host::new(Arc::new(cardwright_state::Board::default()))));
    crate::sandbox::open().and_then(|(lua, _)| Api::new(&lua, host)).map(|api| api.docs).unwrap_or_default()
}

/// Collects the registered functions.
pub(crate) struct Api {
    pub(crate) lua: Lua,
    pub(crate) host: Rc<RefCell<Host>>,
    /// The functions that scripts see.
    pub(crate) public: Table,
    /// The functions that only the engine's own Lua sees.
    pub(crate) private: Table,
    pub(crate) docs: Vec<ApiDoc>,
    section: &'static str,
}

impl Api {
    pub(crate) fn new(lua: &Lua, host: Rc<RefCell<Host>>) -> mlua::Result<Api> {
        let (public, private) = (lua.create_table()?, lua.create_table()?);
        let mut api = Api { lua: lua.clone(), host, public, private, docs: Vec::new(), section: "" };
        for register in SECTIONS {
            register(&mut api)?;
        }
        Ok(api)
    }

    /// The names of the public functions.
    pub(crate) fn names(&self) -> mlua::Result<Vec<String>> {
        self.public.pairs::<String, Value>().map(|pair| pair.map(|(name, _)| name)).collect()
    }

    fn section(&mut self, name: &'static str) {
        self.section = name;
    }

    /// Adds a public function. Its name is the word before `(` in the signature.
    fn add<A, R, F>(&mut self, signature: &'static str, doc: &'static str, f: F) -> mlua::Result<()>
    where
        A: Arguments,
        R: Results,
        F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    {
        let function = lua_ffi::host_function(&self.lua, &self.host, lua_ffi::Counted, f)?;
        self.publish(signature, doc, function)
    }

    /// Adds a public function that only reads the position. It does not count as a host call.
    fn add_query<A, R, F>(&mut self, signature: &'static str, doc: &'static str, f: F) -> mlua::Result<()>
    where
        A: Arguments,
        R: Results,
        F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    {
        let function = lua_ffi::host_function(&self.lua, &self.host, lua_ffi::Uncounted, f)?;
        self.publish(signature, doc, function)
    }

    fn publish(&mut self, signature: &'static str, doc: &'static str, function: mlua::Function) -> mlua::Result<()> {
        let name = signature.split('(').next().unwrap_or(signature);
        self.public.raw_set(name, function)?;
        self.document(signature, doc);
        Ok(())
    }

    /// Documents a public function that the engine's Lua or another module implements.
    fn document(&mut self, signature: &'static str, doc: &'static str) {
        self.docs.push(ApiDoc { section: self.section, signature, doc });
    }

    /// Adds a function for the engine's own Lua.
    fn add_private<A, R, F>(&mut self, name: &str, f: F) -> mlua::Result<()>
    where
        A: Arguments,
        R: Results,
        F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    {
        self.private.raw_set(name, lua_ffi::host_function(&self.lua, &self.host, lua_ffi::Counted, f)?)
    }

    /// Adds a function for the engine's own Lua that takes any Lua value. It is slower than `add_private`.
    fn add_private_any<A, R, F>(&mut self, name: &str, f: F) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
        F: Fn(&mut Host, A) -> HostResult<R> + 'static,
    {
        let host = self.host.clone();
        let function = self.lua.create_function(move |_, args: A| {
            let mut host = host.try_borrow_mut().map_err(|_| mlua::Error::runtime("the host is busy"))?;
            host.count_call().map_err(mlua::Error::runtime)?;
            let out = f(&mut host, args).map_err(mlua::Error::runtime)?;
            host.within_limits().map_err(mlua::Error::runtime)?;
            Ok(out)
        })?;
        self.private.raw_set(name, function)
    }
}

/// An argument that may be nil or missing.
pub(crate) type OptionalVal = Option<LuaVal>;

/// The arguments before the first that is missing.
pub(crate) fn given_values<const N: usize>(args: [OptionalVal; N]) -> Vec<Val> {
    args.into_iter().map_while(|a| a.map(|v| v.0)).collect()
}

/// The columns of a row for Lua, padded with nil.
pub(crate) type RowColumns =
    (OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal);

pub(crate) fn row_columns(row: &cardwright_state::position::Row) -> RowColumns {
    let col = |i: usize| (i < row.len as usize).then(|| LuaVal(row.cols[i]));
    (col(0), col(1), col(2), col(3), col(4), col(5), col(6))
}
