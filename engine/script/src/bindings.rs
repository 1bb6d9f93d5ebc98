//! The host API for scripts. Each submodule registers one section of the API. Tools generate `docs/api.md` and the Luau
//! type declarations from these registrations.

use crate::host::Host;
pub(crate) use crate::lua_ffi::{LuaPlain, LuaVal};
use mlua::Lua;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

pub use api::ApiDoc;
pub(crate) use api::{Api, OptionalVal, RowColumns, given_values, row_columns};
pub(crate) use effects::publish_hooks;
pub(crate) use flow::publish_next;

mod api;
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

/// Returns all public functions, in the order of registration. Returns an empty list if no VM can be made.
pub fn api_docs() -> Vec<ApiDoc> {
    let host = Rc::new(RefCell::new(Host::new(Arc::new(cardwright_state::Board::default()))));
    crate::sandbox::open().and_then(|(lua, _)| Api::new(&lua, host)).map(|api| api.docs).unwrap_or_default()
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
}
