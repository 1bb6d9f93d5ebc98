//! Connects each hook to the effects that answer it. The host functions `modify` and `may` then ask these effects.

use super::{Loader, registry::Registry};
use crate::check::{ScriptSummaries, SourcePlace, line_place};
use crate::hooks::{Hook, HookScope};
use crate::host::HookEntry;
use cardwright_content::Diagnostic;
use cardwright_state::EffectId;
use cardwright_state::val::{Kind, Val};
use mlua::{Table, Value};

/// The keys of an effect definition that hold answers, named like the functions that call hooks.
const CALLERS: [&str; 2] = ["modify", "may"];

impl Loader {
    /// Fills `hooks` with a Luau table for each calling function, which holds the hooks by name. Also notes in each
    /// hook of the registry which script lines call the hook and which effects answer the hook.
    pub(super) fn fill_hooks(&self, registry: &mut Registry, hooks: &Table) -> mlua::Result<()> {
        let summaries = self.summaries();
        for caller in CALLERS {
            hooks.raw_set(caller, self.lua.create_table()?)?;
        }
        // The number of each hook, by name. The list `hooks` of the host has the same order.
        let numbers: Table = hooks.raw_get("numbers")?;
        for (number, hook) in registry.hooks.iter().enumerate() {
            numbers.raw_set(hook.name.as_str(), number)?;
            let hook_table = self.hook_table(hook)?;
            hooks.raw_get::<Table>(hook.answer.caller())?.raw_set(hook.name.as_str(), hook_table)?;
        }
        for effect in 0..registry.effects.len() {
            let (name, definition, script_line) = registry.effects[effect].clone();
            for caller in CALLERS {
                let answers = match definition.raw_get::<Value>(caller)? {
                    Value::Nil => continue,
                    Value::Table(answers) => answers,
                    _ => {
                        let message = format!("the key `{caller}` of the effect `{name}` is not a table of hooks");
                        let place = summaries
                            .key_place("effect", &name, &[caller])
                            .or_else(|| line_place(&self.content, &script_line));
                        registry.problems.push(problem("script::effect", message, place));
                        continue;
                    }
                };
                for pair in answers.pairs::<Value, Value>() {
                    let (key, answer) = pair?;
                    let hook_name = key.as_string().map(|key| key.to_string_lossy()).unwrap_or_default();
                    self.add_answer(
                        registry,
                        hooks,
                        &EffectAnswer { effect, name: &name, script_line: &script_line, caller, hook_name, answer },
                    )?;
                }
            }
        }
        for hook in &mut registry.hooks {
            hook.effects.sort();
            let calls = summaries.scripts().flat_map(|(file, summary)| {
                let calls = summary.name_arguments.iter().filter(|named| {
                    matches!(named.function.as_str(), "modify" | "may") && named.text.as_deref() == Some(&hook.name)
                });
                calls.map(|named| format!("{}:{}", file.display_path(), file.line_column(named.span.start).0))
            });
            hook.calls = calls.collect();
            hook.only_under = options_around_calls(summaries, hook);
            if !hook.only_under.is_empty() {
                let options = crate::check::option_list(&hook.only_under);
                hook.doc = format!("{} (only with {options})", hook.doc);
            }
        }
        Ok(())
    }

    /// Gives a hook to the host, and makes the Luau table of the hook.
    fn hook_table(&self, hook: &Hook) -> mlua::Result<Table> {
        let side_argument = match hook.scope {
            HookScope::AnySide => None,
            HookScope::SideArgument(index) => Some(index),
        };
        self.host.borrow_mut().definitions.hooks.push(HookEntry {
            is_may: hook.answer.caller() == "may",
            argument_count: hook.args.len(),
            side_argument,
            effects: Vec::new(),
        });
        let hook_table = self.lua.create_table()?;
        hook_table.raw_set("name", hook.name.as_str())?;
        hook_table.raw_set("answers", self.lua.create_table()?)?;
        hook_table.raw_set("expected", hook.answer.describe())?;
        hook_table.raw_set("argument_count", hook.args.len())?;
        hook_table
            .raw_set("argument_names", hook.args.iter().map(|arg| format!("`{arg}`")).collect::<Vec<_>>().join(", "))?;
        if let Some(index) = side_argument {
            hook_table.raw_set("side_argument", index + 1)?;
        }
        if let Some((least, most)) = hook.answer.bounds() {
            hook_table.raw_set("least", least)?;
            hook_table.raw_set("most", most)?;
        }
        Ok(hook_table)
    }

    /// Adds the answer of one effect to the hook that it answers.
    fn add_answer(&self, registry: &mut Registry, hooks: &Table, answer_entry: &EffectAnswer<'_>) -> mlua::Result<()> {
        let EffectAnswer { effect, name, script_line, caller, hook_name, answer } = answer_entry;
        let place = self
            .summaries()
            .key_place("effect", name, &[caller, hook_name])
            .or_else(|| line_place(&self.content, script_line));
        let Some(hook) = registry.hooks.iter().position(|hook| hook.name == *hook_name) else {
            if !registry.is_in_failed_script(&self.content, hook_name) {
                let message = format!("the effect `{name}` answers `{hook_name}`, but no script declares this hook");
                let hook_names = registry.hooks.iter().map(|hook| hook.name.as_str());
                let problem = problem("script::unknown-hook", message, place).suggest(hook_name, hook_names);
                registry.problems.push(problem);
            }
            return Ok(());
        };
        let answer_type = registry.hooks[hook].answer;
        if answer_type.caller() != *caller {
            let message =
                format!("scripts call the hook `{hook_name}` with `{0}`: answer it under `{0}`", answer_type.caller());
            registry.problems.push(problem("script::hook", message, place));
            return Ok(());
        }
        let Value::Function(answer) = answer else {
            let message = format!("the answer of the effect `{name}` to `{hook_name}` is not a function");
            registry.problems.push(problem("script::effect", message, place));
            return Ok(());
        };
        let hook_table: Table = hooks.raw_get::<Table>(*caller)?.raw_get(hook_name.as_str())?;
        let handle = Val::handle(Kind::Effect, *effect as u64).0 as f64;
        hook_table.raw_get::<Table>("answers")?.raw_set(handle, answer)?;
        registry.hooks[hook].effects.push((*name).to_owned());
        self.host.borrow_mut().definitions.hooks[hook].effects.push(EffectId::new(*effect));
        Ok(())
    }
}

/// Returns the options without which no script calls a hook, unless its `doc` names them.
fn options_around_calls(summaries: &ScriptSummaries, hook: &Hook) -> Vec<String> {
    let names = summaries.scripts().flat_map(|(_, summary)| &summary.name_arguments);
    let mut calls = names.filter(|named| {
        matches!(named.function.as_str(), "modify" | "may")
            && named.text.as_deref().is_none_or(|text| text == hook.name)
    });
    let Some(first) = calls.next() else { return Vec::new() };
    let mut options = first.options.clone();
    for call in calls {
        options.retain(|option| call.options.contains(option));
    }
    options.dedup();
    options.retain(|option| !hook.doc.contains(option.as_str()) && !hook.doc.contains(&option.replace('_', "-")));
    options
}

/// Makes an error at a key of an effect.
fn problem(code: &str, message: String, place: Option<SourcePlace>) -> Diagnostic {
    let problem = Diagnostic::error(code, message).label("answered here");
    match place {
        Some((file, span)) => problem.at(&file, span),
        None => problem,
    }
}

/// An answer that an effect gives to a hook.
struct EffectAnswer<'a> {
    /// The index of the effect.
    effect: usize,
    /// The name of the effect.
    name: &'a str,
    /// The script line of the effect: `path:line`.
    script_line: &'a str,
    /// The key that holds the answer: `modify` or `may`.
    caller: &'static str,
    /// The name of the hook.
    hook_name: String,
    answer: Value,
}
