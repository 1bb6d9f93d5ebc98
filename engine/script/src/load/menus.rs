//! Menus: the lists of actions that are asked together. One declares a menu with its actions in order; an action of
//! another pack says in which it is offered too, so that no list is copied to make it longer.

use super::Loader;
use super::registry::Registry;
use super::wraps::{at_line, layer};
use cardwright_content::{Content, Diagnostic, did_you_mean};
use mlua::{Table, Value};

/// A list of actions that are asked together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// Its name.
    pub name: String,
    /// Its actions, in order.
    pub actions: Vec<String>,
    /// `path:line` of the script.
    pub at: String,
}

/// A menu while scripts load: what scripts hold of it is filled at the end.
pub(super) struct Declared {
    pub(super) menu: Menu,
    pub(super) list: Table,
}

impl Declared {
    pub(super) fn done(self) -> Menu {
        self.menu
    }
}

/// Where an action wants to stand.
struct Wish {
    action: usize,
    menus: Vec<String>,
    before: Option<String>,
    after: Option<String>,
}

impl Loader {
    /// Fills the menus: what each was declared with, then what packs add, in their order.
    pub(super) fn fill_menus(&self, registry: &mut Registry, problems: &mut Vec<Diagnostic>) -> mlua::Result<()> {
        let names: Vec<String> = registry.actions.iter().map(|(name, _, _)| name.clone()).collect();
        let mut menus = std::mem::take(&mut registry.menus);
        for declared in &mut menus {
            let Menu { name, actions, at } = &mut declared.menu;
            let mut seen: Vec<String> = Vec::new();
            for action in std::mem::take(actions) {
                if seen.contains(&action) {
                    let message = format!("the menu `{name}` names `{action}` twice");
                    let problem = Diagnostic::error("script::menu", message).label("again");
                    problems.push(at_line(&self.content, at, &action, problem));
                } else if names.contains(&action) {
                    seen.push(action);
                } else if !registry.may_have_lost(&self.content, &action) {
                    let message = format!("the menu `{name}` names the action `{action}`, which no script registers");
                    let problem = Diagnostic::error("script::menu", message)
                        .label("no such action")
                        .suggest(&action, names.iter().map(String::as_str));
                    problems.push(at_line(&self.content, at, &action, problem));
                }
            }
            *actions = seen;
        }
        self.add_wishes(registry, &mut menus, problems)?;
        for Declared { menu, list } in &menus {
            list.set_readonly(false);
            for name in &menu.actions {
                if let Some((_, it, _)) = registry.actions.iter().find(|(n, _, _)| n == name) {
                    list.raw_push(it)?;
                }
            }
            list.set_readonly(true);
        }
        registry.menus = menus;
        Ok(())
    }

    /// What actions say of themselves.
    fn add_wishes(
        &self,
        registry: &Registry,
        menus: &mut [Declared],
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<()> {
        let mut wishes = Vec::new();
        for (action, (name, it, at)) in registry.actions.iter().enumerate() {
            match wish(action, &it.raw_get("offered")?) {
                Ok(wish) => wishes.extend(wish),
                Err(what) => {
                    let problem = Diagnostic::error("script::menu", format!("`offered` of the action `{name}` {what}"))
                        .label("this action")
                        .help("write `it.offered = { \"menu\" }`, or `{ \"menu\", before = \"action\" }`");
                    problems.push(at_line(&self.content, at, name, problem));
                }
            }
        }
        wishes.sort_by_key(|wish| layer(&self.content, &registry.actions[wish.action].2));
        // Several that want to stand after the same action keep the order of their packs.
        let mut followers: Vec<(String, String)> = Vec::new();
        for wish in wishes {
            let (name, _, at) = &registry.actions[wish.action];
            for of in &wish.menus {
                let Some(menu) = menus.iter_mut().map(|m| &mut m.menu).find(|m| m.name == *of) else {
                    if !registry.may_have_lost(&self.content, of) {
                        let known = menus.iter().map(|m| m.menu.name.as_str());
                        problems.push(unmet(&self.content, name, at, of, "menu", known));
                    }
                    continue;
                };
                if menu.actions.contains(name) {
                    let message = format!("the menu `{of}` holds the action `{name}` already");
                    let problem = Diagnostic::error("script::menu", message).label("offered there twice");
                    problems.push(at_line(&self.content, at, name, problem));
                    continue;
                }
                let anchor = wish.before.as_ref().or(wish.after.as_ref());
                let found = anchor.and_then(|anchor| menu.actions.iter().position(|a| a == anchor));
                let place = match (anchor, found) {
                    (None, _) => menu.actions.len(),
                    (Some(_), Some(found)) if wish.before.is_some() => found,
                    (Some(anchor), Some(found)) => {
                        let earlier = followers.iter().filter(|f| *f == &(of.clone(), anchor.clone())).count();
                        followers.push((of.clone(), anchor.clone()));
                        found + 1 + earlier
                    }
                    (Some(anchor), None) => {
                        let known = menu.actions.iter().map(String::as_str);
                        problems.push(unmet(&self.content, name, at, anchor, &format!("action in `{of}`"), known));
                        menu.actions.len()
                    }
                };
                menu.actions.insert(place.min(menu.actions.len()), name.clone());
            }
        }
        Ok(())
    }
}

/// What an action says of where it is offered.
fn wish(action: usize, offered: &Value) -> Result<Option<Wish>, String> {
    let table = match offered {
        Value::Nil => return Ok(None),
        Value::Table(table) => table,
        _ => return Err("is no table".into()),
    };
    let mut wish = Wish { action, menus: Vec::new(), before: None, after: None };
    for menu in table.sequence_values::<String>() {
        wish.menus.push(menu.map_err(|_| "names a menu by no text")?);
    }
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|e| e.to_string())?;
        let (Value::String(key), value) = (key, value.as_string().map(|v| v.to_string_lossy())) else { continue };
        match (&*key.to_string_lossy(), value) {
            ("before", Some(value)) => wish.before = Some(value),
            ("after", Some(value)) => wish.after = Some(value),
            ("before" | "after", None) => return Err("names an action by no text".into()),
            (other, _) => {
                let near = did_you_mean(other, ["before", "after"]).map(|n| format!("; did you mean `{n}`?"));
                return Err(format!("has a key `{other}`{}", near.unwrap_or_default()));
            }
        }
    }
    match (wish.menus.is_empty(), &wish.before, &wish.after) {
        (true, ..) => Err("names no menu".into()),
        (_, Some(_), Some(_)) => Err("has both `before` and `after`".into()),
        _ => Ok(Some(wish)),
    }
}

fn unmet<'a>(
    content: &Content,
    action: &str,
    at: &str,
    name: &str,
    what: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let problem = Diagnostic::error("script::menu", format!("the action `{action}` names `{name}`: no such {what}"))
        .label(format!("there is no {what} of this name"))
        .suggest(name, known);
    at_line(content, at, name, problem)
}
