//! Actions that nothing offers: they stand in no menu, no script hands them to `act` or `standing`, so nobody can ever
//! choose them.

use super::{Declared, Outlines, placed};
use cardwright_content::{Diagnostic, SourceFile};

/// An action as far as it matters who offers it.
pub(crate) struct Offerable<'a> {
    pub(crate) name: &'a str,
    /// `path:line` of the script.
    pub(crate) at: &'a str,
    pub(crate) is_in_menu: bool,
    /// How much its `play` takes; nothing of one that takes any number.
    pub(crate) takes: Option<usize>,
}

/// How a script uses the local that holds an action.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// For what the action itself says and does.
    Own,
    /// The module returns it.
    Returned,
    /// It is handed on: to `act`, into a list, to whoever may offer it.
    Handed,
}

/// Functions that are given an action and do not offer it.
const OF_THE_ACTION: [&str; 4] = ["offer(", "unwise(", "use(", "used("];

/// A warning for each. What cannot be seen counts as offered.
pub(super) fn actions(outlines: &Outlines, declared: &Declared<'_>) -> Vec<Diagnostic> {
    let is_named = |name: &str| {
        let given = outlines.scripts().flat_map(|(_, outline)| &outline.given);
        given.filter(|given| given.function != "action").any(|given| given.text.as_deref() == Some(name))
    };
    let mut out = Vec::new();
    for Offerable { name, at, .. } in declared.actions.iter().filter(|it| !it.is_in_menu) {
        let Some((file, definition)) = outlines.definition("action", name) else { continue };
        let has = |key: &str| definition.keys.iter().any(|it| it.path == [key]);
        // What an action lacks, or says of a menu that there is not, is told already.
        if !has("offer") || !has("play") || has("offered") {
            continue;
        }
        let Some(local) = local_of(file, definition.span.start) else { continue };
        let is_required = || {
            let is_it = |text: &String| Some(text.as_str()) == file.module();
            outlines.scripts().any(|(_, outline)| outline.texts.iter().any(is_it))
        };
        let is_handed_on = match used(&file.text, local) {
            Use::Own => false,
            Use::Returned => is_required(),
            Use::Handed => true,
        };
        if is_handed_on || is_named(name) || (declared.may_be_lost)(name) {
            continue;
        }
        let message = format!("no menu, `act` or `standing` offers the action `{name}`");
        let menu = declared.menus.first().map_or("menu", String::as_str);
        let help = format!("say in which menu it stands: `{local}.offered = {{ \"{menu}\" }}`");
        let problem = Diagnostic::warning("script::unoffered-action", message).label("nobody can choose it").help(help);
        out.push(placed(problem, outlines.name("action", name), declared.content, at));
    }
    out
}

/// The local of `local it = action "name"`, by where the name stands.
pub(super) fn local_of(file: &SourceFile, name_at: usize) -> Option<&str> {
    let line = file.text.get(..name_at)?.rsplit('\n').next()?;
    let local = line.trim_start().strip_prefix("local ")?.split('=').next()?.trim();
    local.chars().all(is_of_name).then_some(local)
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The most telling use of a local in a script, comments counted with it.
fn used(text: &str, local: &str) -> Use {
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
            || OF_THE_ACTION.iter().any(|call| before.ends_with(call));
        Some(match () {
            () if is_own => Use::Own,
            () if at > returned => Use::Returned,
            () => Use::Handed,
        })
    });
    uses.max().unwrap_or(Use::Own)
}
