//! Fills the menus. A menu is a list of actions that a step offers together. A menu has the actions that its
//! declaration names, and the actions that ask to join with `offered`.

use super::Loader;
use super::registry::{PendingMenu, Registry, pack_index};
use crate::check::at_place;
use crate::program::Menu;
use cardwright_content::Diagnostic;
use mlua::Value;

/// The keys of `offered` that put an action directly before or after another action of the menu.
const POSITIONS: [&str; 2] = ["before", "after"];

/// The menus that an action asks to join.
struct MenuRequest {
    /// The index of the action in the registry.
    action: usize,
    /// The names of the menus.
    menus: Vec<String>,
    next_to: Option<NextTo>,
}

/// Where an action joins a menu: directly before or after another action.
struct NextTo {
    /// `before` or `after`.
    key: &'static str,
    /// The name of the other action, the anchor.
    action: String,
}

impl Loader {
    /// Fills all menus with their actions.
    pub(super) fn fill_menus(&self, registry: &mut Registry, problems: &mut Vec<Diagnostic>) -> mlua::Result<()> {
        let names: Vec<String> = registry.actions.iter().map(|(name, _, _)| name.clone()).collect();
        let mut menus = std::mem::take(&mut registry.menus);
        for pending in &mut menus {
            let Menu { name, actions, script_line } = &mut pending.menu;
            let mut accepted: Vec<String> = Vec::new();
            let declared = std::mem::take(actions);
            for (index, action) in declared.iter().enumerate() {
                // The declaration may name an action twice. Find the place of this mention.
                let nth = declared[..index].iter().filter(|earlier| *earlier == action).count();
                let place = self.summaries().name_argument_places("menu", script_line, action).into_iter().nth(nth);
                if accepted.contains(action) {
                    let message = format!("the menu `{name}` names `{action}` twice");
                    let problem = Diagnostic::error("script::menu", message).label("again");
                    problems.push(at_place(problem, place, &self.content, script_line));
                } else if names.contains(action) {
                    accepted.push(action.clone());
                } else if !registry.is_in_failed_script(&self.content, action) {
                    let message = format!("the menu `{name}` names the action `{action}`, which no script registers");
                    let problem = Diagnostic::error("script::menu", message).label("no such action");
                    let problem = problem.suggest(action, names.iter().map(String::as_str));
                    problems.push(at_place(problem, place, &self.content, script_line));
                }
            }
            *actions = accepted;
        }
        self.add_requests(registry, &mut menus, problems)?;
        for PendingMenu { menu, list } in &menus {
            list.set_readonly(false);
            for name in &menu.actions {
                if let Some((_, action_table, _)) = registry.actions.iter().find(|(action, ..)| action == name) {
                    list.raw_push(action_table)?;
                }
            }
            list.set_readonly(true);
        }
        registry.menus = menus;
        Ok(())
    }

    /// Reads the key `offered` of all actions. The requests are in the order of the packs.
    fn read_requests(&self, registry: &Registry, problems: &mut Vec<Diagnostic>) -> mlua::Result<Vec<MenuRequest>> {
        let mut requests = Vec::new();
        for (action, (name, action_table, script_line)) in registry.actions.iter().enumerate() {
            let (request, offered_problems) = read_offered(action, name, &action_table.raw_get("offered")?)?;
            for (key, problem) in offered_problems {
                let path: Vec<&str> = std::iter::once("offered").chain(key.as_deref()).collect();
                problems.push(at_place(
                    problem,
                    self.summaries().key_place("action", name, &path),
                    &self.content,
                    script_line,
                ));
            }
            requests.push(request);
        }
        requests.sort_by_key(|request| {
            let (_, _, script_line) = &registry.actions[request.action];
            pack_index(&self.content, script_line)
        });
        Ok(requests)
    }

    /// Adds the actions that ask to join a menu, in the order of their packs.
    fn add_requests(
        &self,
        registry: &Registry,
        menus: &mut [PendingMenu],
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<()> {
        let requests = self.read_requests(registry, problems)?;
        // The menu and the anchor of each action that this loop has placed after an anchor. The next action with the
        // same anchor goes behind these, so the actions keep the order of their packs.
        let mut followers: Vec<(String, String)> = Vec::new();
        for MenuRequest { action, menus: menu_names, next_to } in requests {
            let (name, _, script_line) = &registry.actions[action];
            let problem_at = |path: &[&str], written: &str, message: String, label: String| {
                let problem = Diagnostic::error("script::menu", message).label(label);
                at_place(
                    problem,
                    self.summaries().text_place("action", name, path, written),
                    &self.content,
                    script_line,
                )
            };
            for menu_name in menu_names {
                let menu = menus.iter_mut().map(|pending| &mut pending.menu).find(|menu| menu.name == menu_name);
                let Some(menu) = menu else {
                    if !registry.is_in_failed_script(&self.content, &menu_name) {
                        let message = format!("the action `{name}` is offered in `{menu_name}`, which is not a menu");
                        let problem = problem_at(&["offered"], &menu_name, message, "no such menu".into());
                        problems.push(suggest_menu(problem, &menu_name, menus));
                    }
                    continue;
                };
                if menu.actions.contains(name) {
                    let message = format!("the menu `{menu_name}` already has the action `{name}`");
                    problems.push(problem_at(&["offered"], &menu_name, message, "offered there twice".into()));
                    continue;
                }
                let index = match &next_to {
                    None => menu.actions.len(),
                    Some(NextTo { key, action: anchor }) => {
                        match menu.actions.iter().position(|action| action == anchor) {
                            Some(anchor_index) if *key == "before" => anchor_index,
                            Some(anchor_index) => {
                                let follower = (menu_name.clone(), anchor.clone());
                                let earlier_count = followers.iter().filter(|earlier| **earlier == follower).count();
                                followers.push(follower);
                                anchor_index + 1 + earlier_count
                            }
                            None => {
                                let message = format!(
                                    "the action `{name}` names `{anchor}`, which is not in the menu `{menu_name}`"
                                );
                                let label = format!("not in `{menu_name}`");
                                let problem = problem_at(&["offered", key], anchor, message, label);
                                problems.push(problem.suggest(anchor, menu.actions.iter().map(String::as_str)));
                                menu.actions.len()
                            }
                        }
                    }
                };
                menu.actions.insert(index.min(menu.actions.len()), name.clone());
            }
        }
        Ok(())
    }
}

/// A problem of `offered`. If the problem is in a key of `offered`, the first part is the key.
type OfferedProblem = (Option<String>, Diagnostic);

/// Reads the key `offered` of an action.
fn read_offered(action: usize, name: &str, offered: &Value) -> mlua::Result<(MenuRequest, Vec<OfferedProblem>)> {
    let mut request = MenuRequest { action, menus: Vec::new(), next_to: None };
    let mut offered_problems = Vec::new();
    let problem = |fault: &str| {
        let message = format!("`offered` of the action `{name}` {fault}");
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
        let name = value.as_string().map(|text| text.to_string_lossy());
        let key = key.as_string().map(|key| key.to_string_lossy());
        let position = POSITIONS.into_iter().find(|position| key.as_deref() == Some(position));
        match (position, name) {
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

/// Adds the known menus to a problem about an unknown menu.
fn suggest_menu(problem: Diagnostic, menu_name: &str, menus: &[PendingMenu]) -> Diagnostic {
    let known_menus: Vec<&str> = menus.iter().map(|pending| pending.menu.name.as_str()).collect();
    let near = cardwright_content::did_you_mean(menu_name, known_menus.iter().copied());
    match (near, known_menus.is_empty()) {
        (None, false) => problem.help(format!("there are `{}`", known_menus.join("`, `"))),
        _ => problem.suggest(menu_name, known_menus),
    }
}
