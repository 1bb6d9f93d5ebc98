//! Menus: the lists of actions that are asked together. One declares a menu with its actions in order; an action of
//! another pack says in which it is offered too, so that no list is copied to make it longer.

use super::Loader;
use super::registry::{Declared, Registry, layer};
use crate::check::placed;
use crate::program::Menu;
use cardwright_content::Diagnostic;
use mlua::Value;

/// The keys of `offered`.
const BESIDE: [&str; 2] = ["before", "after"];

/// Where an action wants to stand.
struct Wish {
    action: usize,
    menus: Vec<String>,
    beside: Option<Beside>,
}

/// The action of a menu that another wants to stand beside.
struct Beside {
    /// One of [`BESIDE`].
    key: &'static str,
    action: String,
}

impl Loader {
    /// Fills the menus: what each was declared with, then what packs add, in their order.
    pub(super) fn fill_menus(&self, registry: &mut Registry, problems: &mut Vec<Diagnostic>) -> mlua::Result<()> {
        let names: Vec<String> = registry.actions.iter().map(|(name, _, _)| name.clone()).collect();
        let mut menus = std::mem::take(&mut registry.menus);
        for declared in &mut menus {
            let Menu { name, actions, at } = &mut declared.menu;
            let mut seen: Vec<String> = Vec::new();
            let all = std::mem::take(actions);
            for (n, action) in all.iter().enumerate() {
                // The same text may stand there several times.
                let nth = all[..n].iter().filter(|earlier| *earlier == action).count();
                let place = self.outlines().given("menu", at, action).into_iter().nth(nth);
                if seen.contains(action) {
                    let message = format!("the menu `{name}` names `{action}` twice");
                    let problem = Diagnostic::error("script::menu", message).label("again");
                    problems.push(placed(problem, place, &self.content, at));
                } else if names.contains(action) {
                    seen.push(action.clone());
                } else if !registry.may_have_lost(&self.content, action) {
                    let message = format!("the menu `{name}` names the action `{action}`, which no script registers");
                    let problem = Diagnostic::error("script::menu", message).label("no such action");
                    let problem = problem.suggest(action, names.iter().map(String::as_str));
                    problems.push(placed(problem, place, &self.content, at));
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
            let (wish, slips) = read(action, name, &it.raw_get("offered")?)?;
            for (key, problem) in slips {
                let path: Vec<&str> = std::iter::once("offered").chain(key.as_deref()).collect();
                problems.push(placed(problem, self.outlines().key("action", name, &path), &self.content, at));
            }
            wishes.push(wish);
        }
        wishes.sort_by_key(|wish| layer(&self.content, &registry.actions[wish.action].2));
        // Several that want to stand after the same action keep the order of their packs.
        let mut followers: Vec<(String, String)> = Vec::new();
        for Wish { action, menus: names, beside } in wishes {
            let (name, _, at) = &registry.actions[action];
            let slip = |path: &[&str], written: &str, message: String, label: String| {
                let problem = Diagnostic::error("script::menu", message).label(label);
                placed(problem, self.outlines().text("action", name, path, written), &self.content, at)
            };
            for of in names {
                let Some(menu) = menus.iter_mut().map(|m| &mut m.menu).find(|m| m.name == of) else {
                    if !registry.may_have_lost(&self.content, &of) {
                        let message = format!("the action `{name}` names `{of}`: no such menu");
                        let problem = slip(&["offered"], &of, message, "there is no menu of this name".into());
                        let names: Vec<&str> = menus.iter().map(|m| m.menu.name.as_str()).collect();
                        problems.push(
                            match (cardwright_content::did_you_mean(&of, names.iter().copied()), names.is_empty()) {
                                (None, false) => problem.help(format!("there are `{}`", names.join("`, `"))),
                                _ => problem.suggest(&of, names),
                            },
                        );
                    }
                    continue;
                };
                if menu.actions.contains(name) {
                    let message = format!("the menu `{of}` holds the action `{name}` already");
                    problems.push(slip(&["offered"], &of, message, "offered there twice".into()));
                    continue;
                }
                let place = match &beside {
                    None => menu.actions.len(),
                    Some(Beside { key, action: anchor }) => match menu.actions.iter().position(|a| a == anchor) {
                        Some(found) if *key == "before" => found,
                        Some(found) => {
                            let follower = (of.clone(), anchor.clone());
                            let earlier = followers.iter().filter(|f| **f == follower).count();
                            followers.push(follower);
                            found + 1 + earlier
                        }
                        None => {
                            let message = format!("the action `{name}` names `{anchor}`: no such action in `{of}`");
                            let label = format!("there is no action in `{of}` of this name");
                            let problem = slip(&["offered", key], anchor, message, label);
                            problems.push(problem.suggest(anchor, menu.actions.iter().map(String::as_str)));
                            menu.actions.len()
                        }
                    },
                };
                menu.actions.insert(place.min(menu.actions.len()), name.clone());
            }
        }
        Ok(())
    }
}

/// What is wrong with `offered`, or with this key of it.
type Slip = (Option<String>, Diagnostic);

/// What an action says of where it is offered, and what is wrong with that.
fn read(action: usize, name: &str, offered: &Value) -> mlua::Result<(Wish, Vec<Slip>)> {
    let mut wish = Wish { action, menus: Vec::new(), beside: None };
    let mut slips = Vec::new();
    let wrong = |what: &str| {
        let message = format!("`offered` of the action `{name}` {what}");
        let help = r#"write `it.offered = { "menu" }`, or `{ "menu", before = "action" }`"#;
        Diagnostic::error("script::menu", message).label("said here").help(help)
    };
    let table = match offered {
        Value::Nil => return Ok((wish, slips)),
        Value::Table(table) => table,
        _ => return Ok((wish, vec![(None, wrong("is no table"))])),
    };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair?;
        let written = value.as_string().map(|text| text.to_string_lossy());
        let key = key.as_string().map(|key| key.to_string_lossy());
        let beside = BESIDE.into_iter().find(|beside| key.as_deref() == Some(beside));
        match (beside, written) {
            (None, Some(menu)) if key.is_none() => wish.menus.push(menu),
            (None, None) if key.is_none() => slips.push((None, wrong("names a menu by no text"))),
            (None, _) => {
                let key = key.unwrap_or_default();
                let problem = wrong(&format!("has a key `{key}`: there are `before`, `after`"));
                slips.push((Some(key.clone()), problem.suggest(&key, BESIDE)));
            }
            (Some(_), Some(_)) if wish.beside.is_some() => slips.push((key, wrong("has both `before` and `after`"))),
            (Some(key), Some(action)) => wish.beside = Some(Beside { key, action }),
            (Some(_), None) => slips.push((key, wrong("names an action by no text"))),
        }
    }
    if wish.menus.is_empty() && slips.is_empty() {
        slips.push((None, wrong("names no menu")));
    }
    Ok((wish, slips))
}
