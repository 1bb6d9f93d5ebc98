//! Static checks of scripts: the lint before they run, told what this content declares; and, once they have run and
//! all names are known, what they say of names.

mod asked;
mod by_order;
mod calls;
mod cited;
mod compared;
mod definitions;
mod faces;
mod fields;
mod halves;
mod handed;
mod instead;
mod modules;
mod named;
mod outlines;
mod placeholders;
mod reading;
mod reckoned;
mod signature;
mod sources;
mod subjects;
mod told;
mod unasked;
mod unoffered;
mod unread;
mod unused;

pub(crate) use outlines::{Outlines, Place, line_of, placed};
pub(crate) use reading::Reading;
pub use sources::{type_of, type_of_held};
pub use told::{TextUse, use_of_text};
pub(crate) use unoffered::Offerable;

use crate::bindings::ApiDoc;
use crate::globals::{KINDS, fields, lua_name, shared};
use crate::params::Verb;
use crate::points::Point;
use crate::remembered::{Key, Remembered, key};
use cardwright_content::{Content, Diagnostic, Pack, SourceFile, did_you_mean};
use cardwright_lint::{Finding, Known, NamedArgument, Outline};
use cardwright_state::Board;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What there is once all scripts have run, by which names are told right from wrong.
pub(crate) struct Declared<'a> {
    pub(crate) content: &'a Content,
    pub(crate) board: &'a Board,
    pub(crate) verbs: &'a [Verb],
    pub(crate) points: &'a [Point],
    pub(crate) figures: &'a [String],
    /// How much a step takes; nothing of one that takes any number.
    pub(crate) step_takes: &'a dyn Fn(&str) -> Option<usize>,
    pub(crate) actions: &'a [Offerable<'a>],
    pub(crate) menus: &'a [String],
    /// What scripts have returned.
    pub(crate) modules: &'a BTreeMap<String, mlua::Value>,
    /// Whether a table is an action.
    pub(crate) is_action: &'a dyn Fn(&mlua::Table) -> bool,
    /// Whether all scripts loaded.
    pub(crate) is_whole: bool,
    /// The functions of the host.
    pub(crate) docs: &'a [ApiDoc],
    /// Whether a script that did not load speaks of a name: it may be what would have declared it.
    pub(crate) may_be_lost: &'a dyn Fn(&str) -> bool,
}

/// All findings of the scripts of some content before they run, and what they say; `api` are the names of the host API.
fn scripts(content: &Content, api: &[String]) -> (Vec<Diagnostic>, Outlines) {
    let board = &content.board;
    let mut names: BTreeSet<String> = crate::sandbox::names().map(str::to_owned).collect();
    names.extend(api.iter().cloned());
    let constants = board.ids().filter(|(id, val)| !id.contains('/') && board.find(id) == Some(*val));
    names.extend(constants.map(|(id, _)| lua_name(id).to_uppercase()));
    names.extend(["WORD", "TEXT", "WHY", "ZONE", "CARD", "OPTION", "KNOB"].map(str::to_owned));
    names.extend(KINDS.map(|(name, _)| name.to_owned()));
    // Words are known once the scripts have run: verbs declare some. They are checked with the other names.
    let mut lists: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for table in ["TEXT", "WHY", "ZONE", "CARD", "OPTION"].into_iter().chain(KINDS.map(|(name, _)| name)) {
        lists.insert(table, fields(board, table).into_iter().flatten().collect());
    }
    for (library, names) in crate::sandbox::libraries() {
        lists.insert(library, names.iter().map(|name| (*name).to_owned()).collect());
    }
    lists.insert("KNOB", content.knobs.iter().map(|knob| lua_name(&knob.id)).collect());
    let known = Known {
        globals: &|name| names.contains(name),
        candidates: &|| names.iter().cloned().collect(),
        fields: &|table, field| match table {
            "WORD" => Some(true),
            _ => lists.get(table).map(|known| known.contains(field)),
        },
        field_candidates: &|table| lists.get(table).into_iter().flatten().cloned().collect(),
        nearest: &nearest,
        named: &named::arguments(),
    };
    // All that `known` hangs on; the rest of it is the program's.
    let of = {
        let mut all = lists.clone();
        all.insert("", names.clone());
        key_of(&all)
    };
    let mut problems = Vec::new();
    let mut outlines = Outlines::default();
    for file in &content.scripts {
        let read = read(file, &known, &of);
        problems.extend(read.0.iter().map(|finding| of_shared(board, file, problem(file, finding), finding)));
        outlines.add(file, read);
    }
    // Scripts that a pack replaced count too: their texts are not the pack's to clean up.
    let replaced = content.files.iter().filter(|f| f.path.ends_with(".luau"));
    for file in replaced.filter(|f| !content.scripts.iter().any(|script| Arc::ptr_eq(script, f))) {
        outlines.add_replaced(read(file, &known, &of));
    }
    problems.extend(unused::texts(content, &outlines));
    problems.extend(unread::entries(content, &outlines));
    problems.extend(cited::unknown(content, &outlines));
    problems.extend(by_order::decided(&outlines));
    (problems, outlines)
}

/// What scripts say of names that there are not, and what they declare to no end.
pub(crate) fn names(outlines: &Outlines, declared: &Declared<'_>) -> Vec<Diagnostic> {
    let mut out = named::unknown(outlines, declared);
    out.extend(fields::unknown(outlines, declared));
    out.extend(definitions::parameters(outlines, declared));
    let known = sources::Known::new(declared);
    out.extend(definitions::of_wraps(outlines, &known));
    out.extend(modules::unknown(outlines, declared));
    out.extend(modules::too_many(outlines, declared));
    out.extend(calls::wrong(outlines, &known));
    out.extend(subjects::wrong(outlines, &known));
    out.extend(handed::to_steps(outlines, &known));
    out.extend(handed::to_plays(outlines, &known));
    out.extend(compared::never_equal(outlines, &known));
    out.extend(reckoned::things(outlines, &known));
    out.extend(faces::wrong(outlines, &known));
    out.extend(asked::wrong(outlines, &known));
    out.extend(placeholders::unfilled(outlines, &known));
    out.extend(halves::missing(outlines, declared));
    out.extend(unasked::points(outlines, declared));
    out.extend(unoffered::actions(outlines, declared));
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
    let docs = crate::bindings::api_docs();
    names.extend(docs.iter().map(|d| d.signature.split('(').next().unwrap_or(d.signature).to_owned()));
    let known = Known {
        globals: &|name| names.contains(name),
        candidates: &Vec::new,
        fields: &|_, _| None,
        field_candidates: &|_| Vec::new(),
        nearest: &nearest,
        named: &[] as &[NamedArgument],
    };
    let scripts = cardwright_content::scripts(packs, game);
    let problems = |file: &Arc<SourceFile>| -> Vec<Diagnostic> {
        cardwright_lint::check(&file.text, &known).iter().map(|finding| problem(file, finding)).collect()
    };
    let all = scripts.iter().flat_map(problems);
    all.filter(|problem| ALONE.contains(&problem.code.as_str())).collect()
}

fn nearest(name: &str, known: &[&str]) -> Option<String> {
    did_you_mean(name, known.iter().copied()).map(str::to_owned)
}

/// The keys that a script gives an action; beside them it has those that the host gives it.
pub(crate) const ACTION_KEYS: [&str; 3] = ["offer", "play", "offered"];

/// What is wrong with a script by itself, and what it says; no outline of one that does not parse.
pub(crate) type Read = (Vec<Finding>, Option<Outline>);

/// Reads a script, or remembers it: `of` is the key of what is known beside it.
fn read(file: &SourceFile, known: &Known<'_>, of: &Key) -> Arc<Read> {
    static READ: Remembered<Read> = Remembered::new();
    READ.or(key(of, &file.text), || cardwright_lint::read(&file.text, known))
}

/// The key of the names that scripts may use, and of those in each table.
fn key_of(lists: &BTreeMap<&str, BTreeSet<String>>) -> Key {
    let mut text = String::new();
    for (table, names) in lists {
        text.push_str(&format!("{}:{table}:{}\n", table.len(), names.len()));
        names.iter().for_each(|name| text.push_str(&format!("{}:{name}\n", name.len())));
    }
    key(&[0; 32], &text)
}

/// Where a text, reason or knob would be declared that there is not, and that is like none there is.
fn declared_where(code: &str, script: &str, span: std::ops::Range<usize>) -> Option<String> {
    let (before, field) = (script.get(..span.start)?, script.get(span)?);
    let id = field.replace('_', "-");
    let section = match before {
        _ if code != "script::unknown-field" => return None,
        _ if before.ends_with("TEXT.") => "text",
        _ if before.ends_with("WHY.") => "why",
        _ if before.ends_with("KNOB.") => {
            let keys = "with `doc`, `default`, `min` and `max`";
            return Some(format!("it is declared in the game's `board.toml`: `[[knob]]` with `id = \"{id}\"`, {keys}"));
        }
        _ => return None,
    };
    Some(format!("it is declared in the game's `text.toml`: `[{section}.{id}]`, with what it says as `say`"))
}

/// A finding of a name that is unknown because several kinds share it says which they are.
fn of_shared(board: &Board, file: &Arc<SourceFile>, found: Diagnostic, finding: &Finding) -> Diagnostic {
    if finding.code != "script::unknown-global" {
        return found;
    }
    let name = file.text.get(finding.span.clone()).unwrap_or_default();
    match shared(board, name) {
        Some((is, write)) => Diagnostic::error("script::shared-id", is)
            .at(file, finding.span.clone())
            .label("which of them?")
            .help(write),
        None => found,
    }
}

fn problem(file: &Arc<SourceFile>, finding: &Finding) -> Diagnostic {
    let Finding { code, span, message, label, help, warning } = finding.clone();
    let make = if warning { Diagnostic::warning } else { Diagnostic::error };
    let help = help.or_else(|| declared_where(code, &file.text, span.clone()));
    let problem = make(code, message).at(file, span).label(label);
    match help {
        Some(help) => problem.help(help),
        None => problem,
    }
}
