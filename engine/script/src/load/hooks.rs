//! Connects the answers of effects to hooks, for `modify` and `may`.

use super::{Loader, registry::Registry};
use crate::check::{Place, line_of};
use crate::hooks::HookScope;
use crate::host::HookEntry;
use cardwright_content::Diagnostic;
use cardwright_state::EffectId;
use cardwright_state::val::{Kind, Val};
use mlua::{Table, Value};

/// The keys of an effect definition that hold answers, named like the functions that call hooks.
const CALLERS: [&str; 2] = ["modify", "may"];

impl Loader {
    /// Fills `into` with the hooks for each calling function, and records calls and effects in each hook.
    pub(super) fn fill_hooks(&self, registry: &mut Registry, into: &Table) -> mlua::Result<()> {
        let summaries = self.summaries();
        for caller in CALLERS {
            into.raw_set(caller, self.lua.create_table()?)?;
        }
        let numbers: Table = into.raw_get("numbers")?;
        for (number, hook) in registry.hooks.iter().enumerate() {
            let who = match hook.scope {
                HookScope::AnySide => None,
                HookScope::SideArgument(at) => Some(at),
            };
            let (may, many) = (hook.answer.caller() == "may", hook.args.len());
            self.host.borrow_mut().hooks.push(HookEntry {
                is_may: may,
                argument_count: many,
                side_argument: who,
                effects: Vec::new(),
            });
            numbers.raw_set(hook.name.as_str(), number)?;
            let it = self.lua.create_table()?;
            it.raw_set("name", hook.name.as_str())?;
            it.raw_set("answers", self.lua.create_table()?)?;
            it.raw_set("expected", hook.answer.describe())?;
            it.raw_set("many", hook.args.len())?;
            it.raw_set("takes", hook.args.iter().map(|arg| format!("`{arg}`")).collect::<Vec<_>>().join(", "))?;
            if let HookScope::SideArgument(at) = hook.scope {
                it.raw_set("who", at + 1)?;
            }
            if let Some((least, most)) = hook.answer.bounds() {
                it.raw_set("least", least)?;
                it.raw_set("most", most)?;
            }
            into.raw_get::<Table>(hook.answer.caller())?.raw_set(hook.name.as_str(), it)?;
        }
        for e in 0..registry.effects.len() {
            let (name, definition, at) = registry.effects[e].clone();
            for caller in CALLERS {
                let answers = match definition.raw_get::<Value>(caller)? {
                    Value::Nil => continue,
                    Value::Table(answers) => answers,
                    _ => {
                        let message = format!("the key `{caller}` of the effect `{name}` is not a table of hooks");
                        let place = summaries.key("effect", &name, &[caller]).or_else(|| line_of(&self.content, &at));
                        registry.problems.push(problem("script::effect", message, place));
                        continue;
                    }
                };
                for pair in answers.pairs::<Value, Value>() {
                    let (key, answer) = pair?;
                    let hook_name = key.as_string().map(|k| k.to_string_lossy()).unwrap_or_default();
                    self.add_answer(
                        registry,
                        into,
                        &EffectAnswer { effect: e, name: &name, at: &at, caller, hook_name, answer },
                    )?;
                }
            }
        }
        for hook in &mut registry.hooks {
            hook.effects.sort();
            let asks = summaries.scripts().flat_map(|(file, summary)| {
                let asks = summary.name_arguments.iter().filter(|given| {
                    matches!(given.function.as_str(), "modify" | "may") && given.text.as_deref() == Some(&hook.name)
                });
                asks.map(|given| format!("{}:{}", file.display_path(), file.line_column(given.span.start).0))
            });
            hook.calls = asks.collect();
        }
        Ok(())
    }

    /// Adds one answer to its hook.
    fn add_answer(&self, registry: &mut Registry, into: &Table, answer_entry: &EffectAnswer<'_>) -> mlua::Result<()> {
        let EffectAnswer { effect, name, at, caller, hook_name, answer } = answer_entry;
        let place = self.summaries().key("effect", name, &[caller, hook_name]).or_else(|| line_of(&self.content, at));
        let Some(hook) = registry.hooks.iter().position(|hook| hook.name == *hook_name) else {
            if !registry.is_in_failed_script(&self.content, hook_name) {
                let message = format!("the effect `{name}` answers `{hook_name}`, but no script declares this hook");
                let known = registry.hooks.iter().map(|hook| hook.name.as_str());
                let problem = problem("script::unknown-hook", message, place).suggest(hook_name, known);
                registry.problems.push(problem);
            }
            return Ok(());
        };
        let answers = registry.hooks[hook].answer;
        if answers.caller() != *caller {
            let message =
                format!("scripts call the hook `{hook_name}` with `{0}`: answer it under `{0}`", answers.caller());
            registry.problems.push(problem("script::hook", message, place));
            return Ok(());
        }
        let Value::Function(answer) = answer else {
            let message = format!("the answer of the effect `{name}` to `{hook_name}` is not a function");
            registry.problems.push(problem("script::effect", message, place));
            return Ok(());
        };
        let it: Table = into.raw_get::<Table>(*caller)?.raw_get(hook_name.as_str())?;
        let handle = Val::handle(Kind::Effect, *effect as u64).0 as f64;
        it.raw_get::<Table>("answers")?.raw_set(handle, answer)?;
        registry.hooks[hook].effects.push((*name).to_owned());
        self.host.borrow_mut().hooks[hook].effects.push(EffectId::new(*effect));
        Ok(())
    }
}

/// An error at a key of an effect.
fn problem(code: &str, message: String, place: Option<Place>) -> Diagnostic {
    let problem = Diagnostic::error(code, message).label("answered here");
    match place {
        Some((file, span)) => problem.at(&file, span),
        None => problem,
    }
}

/// An answer of an effect.
struct EffectAnswer<'a> {
    /// Index of the effect.
    effect: usize,
    name: &'a str,
    /// `path:line` of the effect.
    at: &'a str,
    /// The key that holds it: `modify` or `may`.
    caller: &'static str,
    /// The name of the hook.
    hook_name: String,
    answer: Value,
}
