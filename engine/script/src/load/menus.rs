//! Fills menus, the lists of actions that a step offers together: the declared actions, then those that other packs add
//! with `offered`.

use super::Loader;
use super::registry::{PendingMenu, Registry, pack_index};
use crate::check::placed;
use crate::program::Menu;
use cardwright_content::Diagnostic;
use mlua::Value;

/// The keys of `offered` that place an action.
const POSITIONS: [&str; 2] = ["before", "after"];

/// The menus that an action asks to join.
struct MenuRequest {
    action: usize,
    menus: Vec<String>,
    next_to: Option<NextTo>,
}

/// The position of an action relative to another.
struct NextTo {
    /// `before` or `after`.
    key: &'static str,
    action: String,
}

impl Loader {
    /// Fills all menus.
    pub(super) fn fill_menus(&self, registry: &mut Registry, problems: &mut Vec<Diagnostic>) -> mlua::Result<()> {
        let names: Vec<String> = registry.actions.iter().map(|(name, _, _)| name.clone()).collect();
        let mut menus = std::mem::take(&mut registry.menus);
        for declared in &mut menus {
            let Menu { name, actions, at } = &mut declared.menu;
            let mut seen: Vec<String> = Vec::new();
            let all = std::mem::take(actions);
            for (n, action) in all.iter().enumerate() {
                // The list may name an action twice.
                let nth = all[..n].iter().filter(|earlier| *earlier == action).count();
                let place = self.summaries().name_argument_places("menu", at, action).into_iter().nth(nth);
                if seen.contains(action) {
                    let message = format!("the menu `{name}` names `{action}` twice");
                    let problem = Diagnostic::error("script::menu", message).label("again");
                    problems.push(placed(problem, place, &self.content, at));
                } else if names.contains(action) {
                    seen.push(action.clone());
                } else if !registry.is_in_failed_script(&self.content, action) {
                    let message = format!("the menu `{name}` names the action `{action}`, which no script registers");
                    let problem = Diagnostic::error("script::menu", message).label("no such action");
                    let problem = problem.suggest(action, names.iter().map(String::as_str));
                    problems.push(placed(problem, place, &self.content, at));
                }
            }
            *actions = seen;
        }
        self.add_requests(registry, &mut menus, problems)?;
        for PendingMenu { menu, list } in &menus {
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

    /// Adds the actions that ask to join, in the order of their packs.
    fn add_requests(
        &self,
        registry: &Registry,
        menus: &mut [PendingMenu],
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<()> {
        let mut requests = Vec::new();
        for (action, (name, it, at)) in registry.actions.iter().enumerate() {
            let (request, offered_problems) = read(action, name, &it.raw_get("offered")?)?;
            for (key, problem) in offered_problems {
                let path: Vec<&str> = std::iter::once("offered").chain(key.as_deref()).collect();
                problems.push(placed(problem, self.summaries().key("action", name, &path), &self.content, at));
            }
            requests.push(request);
        }
        requests.sort_by_key(|request| pack_index(&self.content, &registry.actions[request.action].2));
        // Actions after the same anchor keep the order of their packs.
        let mut followers: Vec<(String, String)> = Vec::new();
        for MenuRequest { action, menus: names, next_to } in requests {
            let (name, _, at) = &registry.actions[action];
            let problem_at = |path: &[&str], written: &str, message: String, label: String| {
                let problem = Diagnostic::error("script::menu", message).label(label);
                placed(problem, self.summaries().text("action", name, path, written), &self.content, at)
            };
            for of in names {
                let Some(menu) = menus.iter_mut().map(|m| &mut m.menu).find(|m| m.name == of) else {
                    if !registry.is_in_failed_script(&self.content, &of) {
                        let message = format!("the action `{name}` is offered in `{of}`, which is not a menu");
                        let problem = problem_at(&["offered"], &of, message, "no such menu".into());
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
                    let message = format!("the menu `{of}` already has the action `{name}`");
                    problems.push(problem_at(&["offered"], &of, message, "offered there twice".into()));
                    continue;
                }
                let place = match &next_to {
                    None => menu.actions.len(),
                    Some(NextTo { key, action: anchor }) => match menu.actions.iter().position(|a| a == anchor) {
                        Some(found) if *key == "before" => found,
                        Some(found) => {
                            let follower = (of.clone(), anchor.clone());
                            let earlier = followers.iter().filter(|f| **f == follower).count();
                            followers.push(follower);
                            found + 1 + earlier
                        }
                        None => {
                            let message =
                                format!("the action `{name}` names `{anchor}`, which is not in the menu `{of}`");
                            let label = format!("not in `{of}`");
                            let problem = problem_at(&["offered", key], anchor, message, label);
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

/// A problem of `offered`, or of one of its keys.
type OfferedProblem = (Option<String>, Diagnostic);

/// Reads `offered` of an action.
fn read(action: usize, name: &str, offered: &Value) -> mlua::Result<(MenuRequest, Vec<OfferedProblem>)> {
    let mut request = MenuRequest { action, menus: Vec::new(), next_to: None };
    let mut offered_problems = Vec::new();
    let problem = |what: &str| {
        let message = format!("`offered` of the action `{name}` {what}");
        let help = r#"write `it.offered = { "menu" }`, or `{ "menu", before = "action" }`"#;
        Diagnostic::error("script::menu", message).label("here").help(help)
    };
    let table = match offered {
        Value::Nil => return Ok((request, offered_problems)),
        Value::Table(table) => table,
        _ => return Ok((request, vec![(None, problem("is not a table"))])),
    };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair?;
        let written = value.as_string().map(|text| text.to_string_lossy());
        let key = key.as_string().map(|key| key.to_string_lossy());
        let next_to = POSITIONS.into_iter().find(|next_to| key.as_deref() == Some(next_to));
        match (next_to, written) {
            (None, Some(menu)) if key.is_none() => request.menus.push(menu),
            (None, None) if key.is_none() => offered_problems.push((None, problem("has a menu that is not a text"))),
            (None, _) => {
                let key = key.unwrap_or_default();
                let problem = problem(&format!("has a key `{key}`: there are `before`, `after`"));
                offered_problems.push((Some(key.clone()), problem.suggest(&key, POSITIONS)));
            }
            (Some(_), Some(_)) if request.next_to.is_some() => {
                offered_problems.push((key, problem("has both `before` and `after`")))
            }
            (Some(key), Some(action)) => request.next_to = Some(NextTo { key, action }),
            (Some(_), None) => offered_problems.push((key, problem("has an action that is not a text"))),
        }
    }
    if request.menus.is_empty() && offered_problems.is_empty() {
        offered_problems.push((None, problem("has no menu")));
    }
    Ok((request, offered_problems))
}
