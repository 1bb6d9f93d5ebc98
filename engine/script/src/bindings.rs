//! The host API that scripts see. One concept = one file = one section of the types and the
//! reference, both generated from the registrations here.

use crate::host::{Host, HostResult};
use crate::raw::{self, Arguments, Results};
pub(crate) use crate::raw::{P, V};
use cardwright_state::val::Val;
use mlua::{FromLuaMulti, IntoLuaMulti, Lua, Table, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

pub(crate) use effects::publish_points;
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

/// Every group of functions, in the order the reference shows them. Not on the list: scripts
/// cannot see it.
const REGISTER: [fn(&mut Api) -> mlua::Result<()>; 17] = [
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
    /// The concept it belongs to.
    pub section: &'static str,
    /// Its Luau signature: `count(at: Places, class: Class): number`.
    pub signature: &'static str,
    /// What it does.
    pub doc: &'static str,
}

/// The host API as registered, for the generated types and reference.
pub fn api_docs() -> Vec<ApiDoc> {
    let host = Rc::new(RefCell::new(Host::new(Arc::new(cardwright_state::Board::default()))));
    crate::sandbox::open().and_then(|(lua, _)| Api::new(&lua, host)).map(|api| api.docs).unwrap_or_default()
}

/// Collects registrations.
pub(crate) struct Api {
    pub(crate) lua: Lua,
    pub(crate) host: Rc<RefCell<Host>>,
    /// What scripts see.
    pub(crate) public: Table,
    /// What only the prelude sees.
    pub(crate) private: Table,
    pub(crate) docs: Vec<ApiDoc>,
    section: &'static str,
}

impl Api {
    pub(crate) fn new(lua: &Lua, host: Rc<RefCell<Host>>) -> mlua::Result<Api> {
        let (public, private) = (lua.create_table()?, lua.create_table()?);
        let mut api = Api { lua: lua.clone(), host, public, private, docs: Vec::new(), section: "" };
        for register in REGISTER {
            register(&mut api)?;
        }
        Ok(api)
    }

    /// The names scripts see.
    pub(crate) fn names(&self) -> mlua::Result<Vec<String>> {
        self.public.pairs::<String, Value>().map(|pair| pair.map(|(name, _)| name)).collect()
    }

    fn section(&mut self, name: &'static str) {
        self.section = name;
    }

    /// A public function, named by its signature.
    fn add<A, R, F>(&mut self, signature: &'static str, doc: &'static str, f: F) -> mlua::Result<()>
    where
        A: Arguments,
        R: Results,
        F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    {
        let function = raw::host_function(&self.lua, &self.host, raw::Counted, f)?;
        self.publish(signature, doc, function)
    }

    /// A public function that only reads the position: not counted as a host call.
    fn read<A, R, F>(&mut self, signature: &'static str, doc: &'static str, f: F) -> mlua::Result<()>
    where
        A: Arguments,
        R: Results,
        F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    {
        let function = raw::host_function(&self.lua, &self.host, raw::Reading, f)?;
        self.publish(signature, doc, function)
    }

    fn publish(&mut self, signature: &'static str, doc: &'static str, function: mlua::Function) -> mlua::Result<()> {
        let name = signature.split('(').next().unwrap_or(signature);
        self.public.raw_set(name, function)?;
        self.describe(signature, doc);
        Ok(())
    }

    /// Documents a public function that the prelude implements.
    fn describe(&mut self, signature: &'static str, doc: &'static str) {
        self.docs.push(ApiDoc { section: self.section, signature, doc });
    }

    /// A function for the prelude only.
    fn hide<A, R, F>(&mut self, name: &str, f: F) -> mlua::Result<()>
    where
        A: Arguments,
        R: Results,
        F: Fn(&mut Host, A) -> HostResult<R> + Copy + 'static,
    {
        self.private.raw_set(name, raw::host_function(&self.lua, &self.host, raw::Counted, f)?)
    }

    /// A function for the prelude only that takes any Lua value, and is rarely called.
    fn hide_rare<A, R, F>(&mut self, name: &str, f: F) -> mlua::Result<()>
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

/// An optional argument: nil or missing is none.
pub(crate) type Opt = Option<V>;

/// Optional arguments as a slice of those given.
pub(crate) fn given<const N: usize>(args: [Opt; N]) -> Vec<Val> {
    args.into_iter().map_while(|a| a.map(|v| v.0)).collect()
}

/// A row's values for Lua, padded with nils.
pub(crate) type Cols = (Opt, Opt, Opt, Opt, Opt, Opt, Opt);

pub(crate) fn cols(row: &cardwright_state::position::Row) -> Cols {
    let col = |i: usize| (i < row.len as usize).then(|| V(row.cols[i]));
    (col(0), col(1), col(2), col(3), col(4), col(5), col(6))
}
