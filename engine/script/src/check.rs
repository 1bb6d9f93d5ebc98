//! Static checks of scripts before they run: the lint, told what this content declares.

use crate::globals::{fields, lua_name};
use cardwright_content::{Content, Diagnostic, Pack, SourceFile};
use cardwright_lint::{Finding, Known};
use std::collections::BTreeSet;
use std::sync::Arc;

/// All findings of the scripts of some content; `api` are the names of the host API.
pub(crate) fn scripts(content: &Content, api: &[String]) -> Vec<Diagnostic> {
    let board = &content.board;
    let mut names: BTreeSet<String> = crate::sandbox::names().map(str::to_owned).collect();
    names.extend(api.iter().cloned());
    names.extend(board.ids().filter(|(id, _)| !id.contains('/')).map(|(id, _)| lua_name(id).to_uppercase()));
    names.extend(["WORD", "TEXT", "WHY", "ZONE", "CARD", "OPTION", "KNOB"].map(str::to_owned));
    // Words that verbs declare are known too; they are numbered while scripts load.
    let mut words = fields(board, "WORD").unwrap_or_default();
    words.extend(declared_words(content));
    let list = |table: &str| match table {
        "WORD" => Some(words.clone()),
        "KNOB" => Some(content.knobs.iter().map(|knob| lua_name(&knob.id)).collect()),
        _ => fields(board, table),
    };
    let known = Known {
        globals: &|name| names.contains(name),
        candidates: &|| names.iter().cloned().collect(),
        fields: &|table, field| list(table).map(|known| known.iter().any(|k| k == field)),
        field_candidates: &|table| list(table).unwrap_or_default(),
    };
    let mut out: Vec<Diagnostic> = content.scripts.iter().flat_map(|file| lint(file, &known)).collect();
    out.extend(crate::unused::texts(content));
    out
}

/// What is wrong in a game's scripts whatever its content declares: for games whose content does not load.
pub fn scripts_alone(packs: &[Pack], game: &str) -> Vec<Diagnostic> {
    /// Findings that do not depend on what there is.
    const ALONE: [&str; 6] = [
        "script::syntax",
        "script::module-state",
        "script::global-write",
        "script::forbidden",
        "script::float",
        "script::unordered",
    ];
    let mut names: BTreeSet<String> = crate::sandbox::names().map(str::to_owned).collect();
    let docs = crate::load::api_docs();
    names.extend(docs.iter().map(|d| d.signature.split('(').next().unwrap_or(d.signature).to_owned()));
    let known = Known {
        globals: &|name| names.contains(name),
        candidates: &Vec::new,
        fields: &|_, _| None,
        field_candidates: &|_| Vec::new(),
    };
    let scripts = cardwright_content::scripts(packs, game);
    let all = scripts.iter().flat_map(|file| lint(file, &known));
    all.filter(|problem| ALONE.contains(&problem.code.as_str())).collect()
}

fn lint(file: &Arc<SourceFile>, known: &Known<'_>) -> Vec<Diagnostic> {
    let problem = |finding: Finding| {
        let Finding { code, span, message, label, help, warning } = finding;
        let make = if warning { Diagnostic::warning } else { Diagnostic::error };
        let problem = make(code, message).at(file, span).label(label);
        match help {
            Some(help) => problem.help(help),
            None => problem,
        }
    };
    cardwright_lint::check(&file.text, known).into_iter().map(problem).collect()
}

/// The words in `word("a", "b")` parameters.
fn declared_words(content: &Content) -> Vec<String> {
    let mut out = Vec::new();
    for file in &content.scripts {
        let mut rest = file.text.as_str();
        while let Some(at) = rest.find("word(") {
            rest = &rest[at + 5..];
            let args = rest.split(')').next().unwrap_or_default();
            out.extend(args.split(',').map(|w| lua_name(w.trim().trim_matches(|c| c == '"' || c == '\''))));
        }
    }
    out
}
