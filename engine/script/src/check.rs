//! Static checks of scripts. The lint runs next to the scripts and knows the content. More checks run after the
//! scripts, when all names are known.

mod arithmetic;
mod background_lint;
mod board_order;
mod calls;
mod citations;
mod comparisons;
mod constant_hint;
mod die_faces;
mod field_reads;
mod halves;
mod hook_calls;
mod modules;
mod names;
mod old_names;
mod placeholders;
mod signature;
mod step_arguments;
mod subject_arguments;
mod summaries;
mod text_use;
mod unoffered_actions;
mod unread_entries;
mod unused_hooks;
mod unused_texts;
mod value_types;
mod verb_parameters;

pub(crate) use background_lint::BackgroundLint;
pub(crate) use summaries::{Place, ScriptSummaries, line_of, placed};
pub use text_use::{TextUse, use_of_text};
pub(crate) use unoffered_actions::ActionDeclaration;
pub use value_types::{type_of, type_of_held};

use crate::bindings::ApiDoc;
use crate::compile_cache::{Cache, Key, key};
use crate::globals::{KINDS, ambiguous_constant, lua_name, table_keys};
use crate::hooks::Hook;
use crate::renamed::RENAMED_FUNCTIONS;
use crate::verb_params::Verb;
use cardwright_content::{Content, Diagnostic, Pack, SourceFile, did_you_mean};
use cardwright_lint::{Finding, NameParameter, ScriptSummary, SymbolTable};
use cardwright_state::Board;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Everything that the content and the scripts declare.
pub(crate) struct Declarations<'a> {
    pub(crate) content: &'a Content,
    pub(crate) board: &'a Board,
    pub(crate) verbs: &'a [Verb],
    pub(crate) hooks: &'a [Hook],
    pub(crate) figures: &'a [String],
    /// The number of parameters of a step. `None` for a variadic or unknown step.
    pub(crate) step_parameter_count: &'a dyn Fn(&str) -> Option<usize>,
    pub(crate) actions: &'a [ActionDeclaration<'a>],
    pub(crate) menus: &'a [String],
    /// The values that modules returned.
    pub(crate) modules: &'a BTreeMap<String, mlua::Value>,
    /// Whether a table is an action.
    pub(crate) is_action: &'a dyn Fn(&mlua::Table) -> bool,
    /// Whether all scripts loaded.
    pub(crate) is_complete: bool,
    /// The host functions.
    pub(crate) docs: &'a [ApiDoc],
    /// Whether a script that failed to load mentions a name, and so may declare it.
    pub(crate) is_in_failed_script: &'a dyn Fn(&str) -> bool,
}

/// Lints all scripts of the content. `api` holds the names of the host functions.
fn lint_scripts(content: &Content, api: &[String]) -> (Vec<Diagnostic>, ScriptSummaries) {
    let board = &content.board;
    let mut names: BTreeSet<String> = crate::sandbox::names().map(str::to_owned).collect();
    names.extend(api.iter().cloned());
    let constants = board.ids().filter(|(id, val)| !id.contains('/') && board.find(id) == Some(*val));
    names.extend(constants.map(|(id, _)| lua_name(id).to_uppercase()));
    names.extend(["WORD", "TEXT", "WHY", "ZONE", "CARD", "OPTION", "KNOB"].map(str::to_owned));
    names.extend(KINDS.map(|(name, _)| name.to_owned()));
    // Verbs declare words while scripts run, so `WORD` is checked later, in `check_names`.
    let mut lists: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for table in ["TEXT", "WHY", "ZONE", "CARD", "OPTION"].into_iter().chain(KINDS.map(|(name, _)| name)) {
        lists.insert(table, table_keys(board, table).into_iter().flatten().collect());
    }
    for (library, names) in crate::sandbox::libraries() {
        lists.insert(library, names.iter().map(|name| (*name).to_owned()).collect());
    }
    lists.insert("KNOB", content.knobs.iter().map(|knob| lua_name(&knob.id)).collect());
    let symbols = SymbolTable {
        is_global: &|name| names.contains(name),
        global_names: &|| names.iter().cloned().collect(),
        has_field: &|table, field| match table {
            "WORD" => Some(true),
            _ => lists.get(table).map(|known| known.contains(field)),
        },
        field_names: &|table| lists.get(table).into_iter().flatten().cloned().collect(),
        nearest: &nearest,
        name_parameters: &names::arguments(),
        renamed_functions: &RENAMED_FUNCTIONS,
    };
    // The cache key: all names that `symbols` depends on. The rest is part of the engine.
    let names_key = {
        let mut all = lists.clone();
        all.insert("", names.clone());
        names_key(&all)
    };
    let mut problems = Vec::new();
    let mut summaries = ScriptSummaries::default();
    for file in &content.scripts {
        let result = lint(file, &symbols, &names_key);
        problems.extend(result.0.iter().map(|finding| shared_id_or(board, file, problem(file, finding), finding)));
        summaries.add(file, result);
    }
    // Replaced scripts count as uses too: a pack need not remove the texts that only they use.
    let replaced = content.files.iter().filter(|f| f.path.ends_with(".luau"));
    for file in replaced.filter(|f| !content.scripts.iter().any(|script| Arc::ptr_eq(script, f))) {
        summaries.add_replaced(lint(file, &symbols, &names_key));
    }
    problems.extend(unused_texts::texts(content, &summaries));
    problems.extend(unread_entries::entries(content, &summaries));
    problems.extend(citations::unknown(content, &summaries));
    problems.extend(board_order::warnings(&summaries));
    problems.extend(old_names::warnings(&summaries));
    (problems, summaries)
}

/// Checks names, calls and types, and finds unused declarations.
pub(crate) fn check_names(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let mut out = names::unknown(summaries, declared);
    out.extend(field_reads::unknown(summaries, declared));
    out.extend(verb_parameters::parameters(summaries, declared));
    let types = value_types::ValueTypes::new(declared);
    out.extend(verb_parameters::in_wraps(summaries, &types));
    out.extend(modules::unknown(summaries, declared));
    out.extend(modules::too_many(summaries, declared));
    out.extend(calls::problems(summaries, &types));
    out.extend(subject_arguments::problems(summaries, &types));
    out.extend(step_arguments::of_steps(summaries, &types));
    out.extend(step_arguments::of_plays(summaries, &types));
    out.extend(comparisons::never_equal(summaries, &types));
    out.extend(arithmetic::things(summaries, &types));
    out.extend(die_faces::problems(summaries, &types));
    out.extend(hook_calls::problems(summaries, &types));
    out.extend(placeholders::unfilled(summaries, &types));
    out.extend(halves::missing(summaries, declared));
    out.extend(unused_hooks::hooks(summaries, declared));
    out.extend(unoffered_actions::actions(summaries, declared));
    out
}

/// Problems in a game's scripts that do not depend on its content. For games whose content does not load.
pub fn check_scripts_without_content(packs: &[Pack], game: &str) -> Vec<Diagnostic> {
    /// Codes of findings that do not depend on the content.
    const CODES: [&str; 6] = [
        "script::syntax",
        "script::module-state",
        "script::global-write",
        "script::forbidden",
        "script::float",
        "script::unordered",
    ];
    let mut names: BTreeSet<String> = crate::sandbox::names().map(str::to_owned).collect();
    let docs = crate::bindings::api_docs();
    names.extend(RENAMED_FUNCTIONS.iter().map(|(old, _)| (*old).to_owned()));
    names.extend(docs.iter().map(|d| d.signature.split('(').next().unwrap_or(d.signature).to_owned()));
    let symbols = SymbolTable {
        is_global: &|name| names.contains(name),
        global_names: &Vec::new,
        has_field: &|_, _| None,
        field_names: &|_| Vec::new(),
        nearest: &nearest,
        name_parameters: &[] as &[NameParameter],
        renamed_functions: &RENAMED_FUNCTIONS,
    };
    let scripts = cardwright_content::scripts(packs, game);
    let problems = |file: &Arc<SourceFile>| -> Vec<Diagnostic> {
        cardwright_lint::check(&file.text, &symbols).iter().map(|finding| problem(file, finding)).collect()
    };
    let all = scripts.iter().flat_map(problems);
    all.filter(|problem| CODES.contains(&problem.code.as_str())).collect()
}

fn nearest(name: &str, known: &[&str]) -> Option<String> {
    did_you_mean(name, known.iter().copied()).map(str::to_owned)
}

/// The keys that a script may set on an action.
pub(crate) const ACTION_KEYS: [&str; 3] = ["offer", "play", "offered"];

/// The findings and the summary of a script; no summary if it does not parse.
pub(crate) type LintResult = (Vec<Finding>, Option<ScriptSummary>);

/// Lints a script, or takes the result from the cache. `names` is the key of `symbols`.
fn lint(file: &SourceFile, symbols: &SymbolTable<'_>, names: &Key) -> Arc<LintResult> {
    static RESULTS: Cache<LintResult> = Cache::new();
    RESULTS.get_or_compute(key(names, &file.text), || cardwright_lint::check_and_summarize(&file.text, symbols))
}

/// A cache key of the names that scripts may use.
fn names_key(lists: &BTreeMap<&str, BTreeSet<String>>) -> Key {
    let mut text = String::new();
    for (table, names) in lists {
        text.push_str(&format!("{}:{table}:{}\n", table.len(), names.len()));
        names.iter().for_each(|name| text.push_str(&format!("{}:{name}\n", name.len())));
    }
    key(&[0; 32], &text)
}

/// Help for an unknown text, reason or knob: where to declare it.
fn declaration_help(code: &str, script: &str, span: std::ops::Range<usize>) -> Option<String> {
    let (before, field) = (script.get(..span.start)?, script.get(span)?);
    let id = field.replace('_', "-");
    let section = match before {
        _ if code != "script::unknown-field" => return None,
        _ if before.ends_with("TEXT.") => "text",
        _ if before.ends_with("WHY.") => "why",
        _ if before.ends_with("KNOB.") => {
            let keys = "with `doc`, `default`, `min` and `max`";
            return Some(format!("declare it in the game's `board.toml`: `[[knob]]` with `id = \"{id}\"`, {keys}"));
        }
        _ => return None,
    };
    Some(format!("declare it in the game's `text.toml`: `[{section}.{id}]`, with its text as `say`"))
}

/// If an unknown constant is an id that several kinds share, reports that instead.
fn shared_id_or(board: &Board, file: &Arc<SourceFile>, found: Diagnostic, finding: &Finding) -> Diagnostic {
    if finding.code != "script::unknown-global" {
        return found;
    }
    let name = file.text.get(finding.span.clone()).unwrap_or_default();
    match ambiguous_constant(board, name) {
        Some((is, write)) => {
            Diagnostic::error("script::shared-id", is).at(file, finding.span.clone()).label("ambiguous").help(write)
        }
        None => found,
    }
}

fn problem(file: &Arc<SourceFile>, finding: &Finding) -> Diagnostic {
    let Finding { code, span, message, label, help, warning } = finding.clone();
    let make = if warning { Diagnostic::warning } else { Diagnostic::error };
    let help = help.or_else(|| declaration_help(code, &file.text, span.clone()));
    let problem = make(code, message).at(file, span).label(label);
    match help {
        Some(help) => problem.help(help),
        None => problem,
    }
}
