//! Finds actions that nobody can choose: they are in no menu, and no script passes them to `act` or `standing`.

use super::{ActionDeclaration, Declarations, ScriptSummaries, at_place};
use cardwright_content::{Diagnostic, SourceFile};

/// How a script uses the local that holds an action.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// To define the action: `levy.play = …`.
    Definition,
    /// As a value that the module returns.
    Returned,
    /// As an argument or a list member. The receiver may offer the action.
    Passed,
}

/// Calls that take an action and do not offer it for a choice.
const NOT_OFFERING: [&str; 5] = ["offer(", "discourage(", "unwise(", "use(", "used("];

/// Returns a warning for each action that nobody can choose. In doubt, an action counts as offered.
pub(super) fn find_unoffered(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let is_named = |name: &str| {
        let arguments = summaries.scripts().flat_map(|(_, summary)| &summary.name_arguments);
        arguments
            .filter(|argument| argument.function != "action")
            .any(|argument| argument.text.as_deref() == Some(name))
    };
    let mut out = Vec::new();
    for ActionDeclaration { name, script_line, .. } in declared.actions.iter().filter(|action| !action.is_in_menu) {
        let Some((file, definition)) = summaries.definition("action", name) else { continue };
        let has_key = |name: &str| definition.keys.iter().any(|key| key.path == [name]);
        // Other checks report missing keys and unknown menus.
        if !has_key("offer") || !has_key("play") || has_key("offered") {
            continue;
        }
        let Some(local) = local_of(file, definition.span.start) else { continue };
        // Whether a script names the module, because it may use the action that the module returns.
        let is_required = || {
            let is_module = |text: &String| Some(text.as_str()) == file.module();
            summaries.scripts().any(|(_, summary)| summary.texts.iter().any(is_module))
        };
        let is_passed_on = match strongest_use(&file.text, local) {
            Use::Definition => false,
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
        out.push(at_place(problem, summaries.name_place("action", name), declared.content, script_line));
    }
    out
}

/// Returns the name of the local in `local levy = action "levy"`. `name_offset` is the byte offset of the string.
pub(super) fn local_of(file: &SourceFile, name_offset: usize) -> Option<&str> {
    let line = file.text.get(..name_offset)?.rsplit('\n').next()?;
    let local = line.trim_start().strip_prefix("local ")?.split('=').next()?.trim();
    local.chars().all(is_name_char).then_some(local)
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the strongest use of a local in a script: `Passed`, else `Returned`, else `Definition`. Uses in comments
/// count too.
fn strongest_use(text: &str, local: &str) -> Use {
    let return_offset = text.rfind("\nreturn").unwrap_or(text.len());
    let uses = text.match_indices(local).filter_map(|(offset, _)| {
        let (before, after) = (&text[..offset], &text[offset + local.len()..]);
        if before.ends_with(is_name_char) || before.ends_with(['.', '"', '\'']) || after.starts_with(is_name_char) {
            return None; // Part of another name, a field, or the name of the action.
        }
        let is_key = after.trim_start().starts_with('=') && !after.trim_start().starts_with("==");
        let is_definition = after.starts_with('.')
            || before.ends_with("local ")
            || is_key
            || NOT_OFFERING.iter().any(|call| before.ends_with(call));
        Some(match () {
            () if is_definition => Use::Definition,
            () if offset > return_offset => Use::Returned,
            () => Use::Passed,
        })
    });
    uses.max().unwrap_or(Use::Definition)
}
