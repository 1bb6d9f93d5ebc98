//! Static checks of scripts. The lint knows the content and runs on another thread while the VM runs the scripts. The
//! other checks need the names that scripts declare, so they start after the scripts have run.

mod arithmetic;
mod board_order;
mod calls;
mod citations;
mod comparisons;
mod constant_hint;
mod declarations;
mod die_faces;
mod field_reads;
mod halves;
mod hidden_functions;
mod hook_calls;
mod modules;
mod names;
mod old_names;
mod open_ends;
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

pub(crate) use declarations::{ACTION_KEYS, ActionDeclaration, Declarations};
pub(crate) use summaries::{LintResult, ScriptSummaries, SourcePlace, at_place, line_place};
pub use text_use::{TextUse, use_of_text};
pub(crate) use unused_hooks::option_list;
pub use value_types::{type_of, type_of_held};

use crate::compile_cache::{Cache, Key, key};
use crate::globals::{KINDS, ambiguous_constant, has_plain, lua_name, table_keys};
use crate::renamed::RENAMED_FUNCTIONS;
use cardwright_content::{Content, Diagnostic, Pack, SourceFile, did_you_mean};
use cardwright_lint::{Finding, NameParameter, SymbolTable};
use cardwright_state::Board;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Lints all scripts of the content. `host_functions` holds the names of the host functions.
pub(crate) fn lint_scripts(content: &Content, host_functions: &[String]) -> (Vec<Diagnostic>, ScriptSummaries) {
    let board = &content.board;
    let mut globals: BTreeSet<String> = crate::sandbox::names().map(str::to_owned).collect();
    globals.extend(host_functions.iter().cloned());
    // Faces (`usa/damaged`) and ids that several kinds share have no constant.
    let constants = board.ids().filter(|(id, val)| !id.contains('/') && board.find(id) == Some(*val));
    globals.extend(constants.map(|(id, _)| lua_name(id).to_uppercase()));
    globals.extend(["WORD", "TEXT", "WHY", "ZONE", "CARD", "OPTION", "KNOB"].map(str::to_owned));
    globals.extend(KINDS.map(|(name, _)| name.to_owned()));
    globals.extend(has_plain(board).then(|| "PLAIN".to_owned()));
    // Verbs declare words while scripts run, so `WORD` is checked later, in `check_names`.
    let mut fields_by_table: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for table in ["TEXT", "WHY", "ZONE", "CARD", "OPTION"].into_iter().chain(KINDS.map(|(name, _)| name)) {
        fields_by_table.insert(table, table_keys(board, table).into_iter().flatten().collect());
    }
    for (library, functions) in crate::sandbox::libraries() {
        fields_by_table.insert(library, functions.iter().map(|name| (*name).to_owned()).collect());
    }
    fields_by_table.insert("KNOB", content.knobs.iter().map(|knob| lua_name(&knob.id)).collect());
    let symbols = SymbolTable {
        is_global: &|name| globals.contains(name),
        global_names: &|| globals.iter().cloned().collect(),
        has_field: &|table, field| match table {
            "WORD" => Some(true),
            _ => fields_by_table.get(table).map(|fields| fields.contains(field)),
        },
        field_names: &|table| fields_by_table.get(table).into_iter().flatten().cloned().collect(),
        nearest: &nearest,
        name_parameters: &names::name_parameters(),
        renamed_functions: &RENAMED_FUNCTIONS,
    };
    // The cache key covers the names that vary between games. The rest of `symbols` is part of the engine.
    let symbols_key = {
        let mut names_by_table = fields_by_table.clone();
        names_by_table.insert("", globals.clone());
        hash_names(&names_by_table)
    };
    let mut problems = Vec::new();
    let mut summaries = ScriptSummaries::default();
    for file in &content.scripts {
        let result = lint(file, &symbols, &symbols_key);
        problems.extend(
            result.0.iter().map(|finding| explain_shared_id(board, file, to_diagnostic(file, finding), finding)),
        );
        summaries.add(file, result);
    }
    // Lint the replaced scripts too. A text that only a replaced script uses then counts as used, so the pack that
    // replaces the script need not remove the text.
    let luau_files = content.files.iter().filter(|file| file.path.ends_with(".luau"));
    for file in luau_files.filter(|file| !content.scripts.iter().any(|script| Arc::ptr_eq(script, file))) {
        summaries.add_replaced(lint(file, &symbols, &symbols_key));
    }
    problems.extend(unused_texts::find_unused(content, &summaries));
    problems.extend(unread_entries::find_unread(content, &summaries));
    problems.extend(citations::find_unknown(content, &summaries));
    problems.extend(board_order::find_picks(&summaries));
    problems.extend(old_names::find_uses(&summaries));
    problems.extend(open_ends::find_open_wraps(&summaries));
    problems.extend(open_ends::find_open_answers(&summaries));
    (problems, summaries)
}

/// Checks names, calls and types, and finds unused declarations.
pub(crate) fn check_names(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let mut out = names::find_unknown(summaries, declared);
    out.extend(field_reads::find_unknown(summaries, declared));
    out.extend(verb_parameters::check_verbs(summaries, declared));
    let types = value_types::ValueTypes::new(declared);
    out.extend(verb_parameters::check_wraps(summaries, &types));
    out.extend(modules::find_unknown_fields(summaries, declared));
    out.extend(modules::find_surplus_arguments(summaries, declared));
    out.extend(calls::check_calls(summaries, &types));
    out.extend(hidden_functions::find_calls(summaries, &types));
    out.extend(subject_arguments::check_subjects(summaries, &types));
    out.extend(step_arguments::check_steps(summaries, &types));
    out.extend(step_arguments::check_plays(summaries, &types));
    out.extend(comparisons::find_never_equal(summaries, &types));
    out.extend(arithmetic::check_operands(summaries, &types));
    out.extend(die_faces::check_faces(summaries, &types));
    out.extend(hook_calls::check_hook_calls(summaries, &types));
    out.extend(placeholders::find_unfilled(summaries, &types));
    out.extend(halves::check_play_effects(summaries, declared));
    out.extend(unused_hooks::find_unused(summaries, declared));
    out.extend(unused_hooks::find_optional(summaries, declared));
    out.extend(unoffered_actions::find_unoffered(summaries, declared));
    out
}

/// Returns the problems in a game's scripts that do not depend on its content. Use this function if
/// the content does not load.
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
    let mut globals: BTreeSet<String> = crate::sandbox::names().map(str::to_owned).collect();
    let api_docs = crate::bindings::api_docs();
    globals.extend(RENAMED_FUNCTIONS.iter().map(|(old, _)| (*old).to_owned()));
    globals.extend(api_docs.iter().map(|doc| doc.signature.split('(').next().unwrap_or(doc.signature).to_owned()));
    let symbols = SymbolTable {
        is_global: &|name| globals.contains(name),
        global_names: &Vec::new,
        has_field: &|_, _| None,
        field_names: &|_| Vec::new(),
        nearest: &nearest,
        name_parameters: &[] as &[NameParameter],
        renamed_functions: &RENAMED_FUNCTIONS,
    };
    let scripts = cardwright_content::scripts(packs, game);
    let lint_script = |file: &Arc<SourceFile>| -> Vec<Diagnostic> {
        cardwright_lint::check(&file.text, &symbols).iter().map(|finding| to_diagnostic(file, finding)).collect()
    };
    let problems = scripts.iter().flat_map(lint_script);
    problems.filter(|problem| CODES.contains(&problem.code.as_str())).collect()
}

fn nearest(name: &str, known: &[&str]) -> Option<String> {
    did_you_mean(name, known.iter().copied()).map(str::to_owned)
}

/// Lints a script, or takes the result from the cache. `symbols_key` is the cache key of `symbols`.
fn lint(file: &SourceFile, symbols: &SymbolTable<'_>, symbols_key: &Key) -> Arc<LintResult> {
    static RESULTS: Cache<LintResult> = Cache::new();
    RESULTS.get_or_compute(key(symbols_key, &file.text), || cardwright_lint::check_and_summarize(&file.text, symbols))
}

/// Returns a cache key for the names that scripts may use.
fn hash_names(names_by_table: &BTreeMap<&str, BTreeSet<String>>) -> Key {
    let mut text = String::new();
    for (table, names) in names_by_table {
        // The lengths keep the items apart, so different lists never give the same text.
        text.push_str(&format!("{}:{table}:{}\n", table.len(), names.len()));
        names.iter().for_each(|name| text.push_str(&format!("{}:{name}\n", name.len())));
    }
    key(&[0; 32], &text)
}

/// Returns help that says where to declare an unknown text, reason or knob.
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

/// Returns a problem about the shared id if the finding is an unknown constant whose id several kinds share. Otherwise
/// returns `found`.
fn explain_shared_id(board: &Board, file: &Arc<SourceFile>, found: Diagnostic, finding: &Finding) -> Diagnostic {
    if finding.code != "script::unknown-global" {
        return found;
    }
    let name = file.text.get(finding.span.clone()).unwrap_or_default();
    match ambiguous_constant(board, name) {
        Some((message, help)) => {
            Diagnostic::error("script::shared-id", message).at(file, finding.span.clone()).label("ambiguous").help(help)
        }
        None => found,
    }
}

fn to_diagnostic(file: &Arc<SourceFile>, finding: &Finding) -> Diagnostic {
    let Finding { code, span, message, label, help, warning } = finding.clone();
    let make = if warning { Diagnostic::warning } else { Diagnostic::error };
    let help = help.or_else(|| declaration_help(code, &file.text, span.clone()));
    let problem = make(code, message).at(file, span).label(label);
    match help {
        Some(help) => problem.help(help),
        None => problem,
    }
}
