//! Points that are declared and that no script asks: what answers them would never be heard.

use super::{Declared, Outlines, placed};
use cardwright_content::{Diagnostic, did_you_mean};

/// An error for each, unless a script works out what it asks.
pub(super) fn points(outlines: &Outlines, declared: &Declared<'_>) -> Vec<Diagnostic> {
    let given = || outlines.scripts().flat_map(|(_, outline)| &outline.given);
    let asks = || given().filter(|given| matches!(given.function.as_str(), "ask" | "may"));
    if asks().any(|given| given.text.is_none()) {
        return Vec::new();
    }
    let is_asked = |name: &str| asks().any(|given| given.text.as_deref() == Some(name));
    // A misspelt point is told where it is asked.
    let is_meant = |name: &str| {
        let unknown = asks().filter_map(|given| given.text.as_deref());
        let mut unknown = unknown.filter(|text| !declared.points.iter().any(|point| point.name == **text));
        unknown.any(|text| did_you_mean(text, [name]).is_some())
    };
    let is_heard = |name: &str| is_asked(name) || is_meant(name) || (declared.may_be_lost)(name);
    let unasked = declared.points.iter().filter(|point| !is_heard(&point.name));
    unasked
        .map(|point| {
            let with = point.answers.asked_with();
            let problem =
                Diagnostic::error("script::unasked-point", format!("no script asks the point `{}`", point.name));
            let problem = problem.label("declared here").help(match point.answered.as_slice() {
                [] => format!("ask it with `{with}`, or remove it"),
                [effect, ..] => format!("the effect `{effect}` answers it and is never heard: ask it with `{with}`"),
            });
            placed(problem, outlines.name("point", &point.name), declared.content, &point.at)
        })
        .collect()
}
