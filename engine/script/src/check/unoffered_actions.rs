//! Finds actions that nobody can choose: they are in no menu, and no script passes them to `act` or `standing`.

use super::{Declarations, ScriptSummaries, placed};
use cardwright_content::{Diagnostic, SourceFile};

/// A registered action.
pub(crate) struct ActionDeclaration<'a> {
    pub(crate) name: &'a str,
    /// `path:line` of the script.
    pub(crate) at: &'a str,
    pub(crate) is_in_menu: bool,
    /// The number of parameters of its `play`. `None` if that is variadic.
    pub(crate) parameter_count: Option<usize>,
}

/// How a script uses the local that holds an action.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// To define the action itself.
    ItsOwn,
    /// As a value that the module returns.
    Returned,
    /// As an argument or a list member, so it may be offered.
    Passed,
}

/// Calls that take an action without offering it for choice.
const NOT_OFFERING: [&str; 5] = ["offer(", "discourage(", "unwise(", "use(", "used("];

/// A warning for each. In doubt, an action counts as offered.
pub(super) fn actions(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let is_named = |name: &str| {
        let given = summaries.scripts().flat_map(|(_, summary)| &summary.name_arguments);
        given.filter(|given| given.function != "action").any(|given| given.text.as_deref() == Some(name))
    };
    let mut out = Vec::new();
    for ActionDeclaration { name, at, .. } in declared.actions.iter().filter(|it| !it.is_in_menu) {
        let Some((file, definition)) = summaries.definition("action", name) else { continue };
        let has = |key: &str| definition.keys.iter().any(|it| it.path == [key]);
        // Other checks report missing keys and unknown menus.
        if !has("offer") || !has("play") || has("offered") {
            continue;
        }
        let Some(local) = local_of(file, definition.span.start) else { continue };
        let is_required = || {
            let is_it = |text: &String| Some(text.as_str()) == file.module();
            summaries.scripts().any(|(_, summary)| summary.texts.iter().any(is_it))
        };
        let is_passed_on = match strongest_use(&file.text, local) {
            Use::ItsOwn => false,
            Use::Returned => is_required(),
            Use::Passed => true,
        };
        if is_passed_on || is_named(name) || (declared.is_in_failed_script)(name) {
            continue;
        }
        let message = format!("no menu, `act` or `standing` offers the action `{name}`");
        let menu = declared.menus.first().map_or("menu", String::as_str);
        let help = format!("add it to a menu: `{local}.offered = {{ \"{menu}\" }}`");
        let problem = Diagnostic::warning("script::unoffered-action", message).label("nobody can choose it").help(help);
        out.push(placed(problem, summaries.name("action", name), declared.content, at));
    }
    out
}

/// The local in `local it = action "name"`, by the byte offset of the name.
pub(super) fn local_of(file: &SourceFile, name_at: usize) -> Option<&str> {
    let line = file.text.get(..name_at)?.rsplit('\n').next()?;
    let local = line.trim_start().strip_prefix("local ")?.split('=').next()?.trim();
    local.chars().all(is_of_name).then_some(local)
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The strongest use of a local in a script, comments included.
fn strongest_use(text: &str, local: &str) -> Use {
    let returned = text.rfind("\nreturn").unwrap_or(text.len());
    let uses = text.match_indices(local).filter_map(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + local.len()..]);
        if before.ends_with(is_of_name) || before.ends_with(['.', '"', '\'']) || after.starts_with(is_of_name) {
            return None; // Part of another name, a field, or the name of the action.
        }
        let is_key = after.trim_start().starts_with('=') && !after.trim_start().starts_with("==");
        let is_own = after.starts_with('.')
            || before.ends_with("local ")
            || is_key
            || NOT_OFFERING.iter().any(|call| before.ends_with(call));
        Some(match () {
            () if is_own => Use::ItsOwn,
            () if at > returned => Use::Returned,
            () => Use::Passed,
        })
    });
    uses.max().unwrap_or(Use::ItsOwn)
}
