//! The host API for scripts. Each submodule registers one section of the API. Tools generate `docs/api.md` and the Luau
//! type declarations from these registrations.

use crate::host::{Host, HostError, HostResult};
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
mod rows;
mod sets;
mod shared;
mod trials;
mod verbs;

/// The functions that register the sections, in the order of `docs/api.md`.
const SECTIONS: [fn(&mut Api) -> mlua::Result<()>; 18] = [
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
    rows::register,
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
    /// The title of the section that lists the function.
    pub section: &'static str,
    /// The Luau signature: `count(at: Places, class: Class): number`.
    pub signature: &'static str,
    /// One paragraph for `docs/api.md`.
    pub doc: &'static str,
}

/// Returns all public functions, in the order of registration. Returns an empty list if no VM can be made.
pub fn api_docs() -> Vec<ApiDoc> {
    let host = Rc::new(RefCell::new(Host::new(Arc::new(cardwright_state::Board::default()))));
    crate::sandbox::open().and_then(|(lua, _)| Api::new(&lua, host)).map(|api| api.docs).unwrap_or_default()
}

/// The registered functions.
pub(crate) struct Api {
    pub(crate) lua: Lua,
    pub(crate) host: Rc<RefCell<Host>>,
    /// The functions that scripts see.
    pub(crate) public: Table,
    /// The functions that only the engine's own Lua sees.
    pub(crate) private: Table,
    pub(crate) docs: Vec<ApiDoc>,
    /// The title of the section that is being registered.
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

    /// Returns the names of the public functions.
    pub(crate) fn names(&self) -> mlua::Result<Vec<String>> {
        self.public.pairs::<String, Value>().map(|pair| pair.map(|(name, _)| name)).collect()
    }

    /// Starts a section. The functions that are registered next belong to the section.
    fn section(&mut self, name: &'static str) {
        self.section = name;
    }

    /// Adds a public function. The name of the function is the part of the signature before `(`.
    fn add<A, R, F>(&mut self, signature: &'static str, doc: &'static str, f: F) -> mlua::Result<()>
    where
        A: Arguments,
        R: Results,
        F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    {
        let function = lua_ffi::host_function::<true, _, _>(&self.lua, &self.host, f)?;
        self.publish(signature, doc, function)
    }

    /// Adds a public function that only reads the position. A call of the function does not count as a host call.
    fn add_query<A, R, F>(&mut self, signature: &'static str, doc: &'static str, f: F) -> mlua::Result<()>
    where
        A: Arguments,
        R: Results,
        F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    {
        let function = lua_ffi::host_function::<false, _, _>(&self.lua, &self.host, f)?;
        self.publish(signature, doc, function)
    }

    /// Makes a function visible to scripts and documents it.
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
        self.private.raw_set(name, lua_ffi::host_function::<true, _, _>(&self.lua, &self.host, f)?)
    }

    /// Adds a function for the engine's own Lua whose arguments may be any Lua values. A call is slower than with
    /// `add_private`.
    fn add_private_any<A, R, F>(&mut self, name: &str, f: F) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
        F: Fn(&mut Host, A) -> HostResult<R> + 'static,
    {
        let host = self.host.clone();
        let function = self.lua.create_function(move |_, args: A| {
            let mut host = host.try_borrow_mut().map_err(|_| mlua::Error::runtime(HostError::Busy))?;
            host.count_call().map_err(mlua::Error::runtime)?;
            let result = f(&mut host, args).map_err(mlua::Error::runtime)?;
            host.within_limits().map_err(mlua::Error::runtime)?;
            Ok(result)
        })?;
        self.private.raw_set(name, function)
    }
}

/// An argument that may be nil or missing.
pub(crate) type OptionalVal = Option<LuaVal>;

/// Returns the values of the arguments before the first nil or missing argument.
pub(crate) fn given_values<const N: usize>(args: [OptionalVal; N]) -> Vec<Val> {
    args.into_iter().map_while(|argument| argument.map(|value| value.0)).collect()
}

/// The columns of a row for Lua, padded with nil.
pub(crate) type RowColumns =
    (OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal);

/// Returns the columns of a row for Lua.
pub(crate) fn row_columns(row: &cardwright_state::position::Row) -> RowColumns {
    let column = |index: usize| (index < row.len as usize).then(|| LuaVal(row.cols[index]));
    (column(0), column(1), column(2), column(3), column(4), column(5), column(6))
}
