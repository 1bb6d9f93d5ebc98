//! Provenance: the pack, file and line that define a thing.

use cardwright_content::{Content, provenance};
use cardwright_script::{Program, Registered};
use cardwright_state::notation::option_text;

/// Lists the definitions of a thing, in the order of loading:
/// `space high-pass: scenarios/demo/board.toml:12 (name, kind)`.
pub fn lines(content: &Content, program: Option<&Program>, thing: &str) -> Vec<String> {
    let mut out = Vec::new();
    for entry in provenance(content, thing) {
        for origin in &entry.origins {
            let keys = if origin.keys.is_empty() { String::new() } else { format!(" ({})", origin.keys.join(", ")) };
            out.push(format!("{} {}: {}:{}{keys}", entry.kind, entry.id, origin.file.display_path(), origin.line));
        }
    }
    let thing = thing.trim();
    // A scenario overrides the value of an option.
    for scenario in &content.scenarios {
        for (option, value) in &scenario.options {
            let option = &content.board.options[option.index()];
            if option.id == thing || thing.strip_prefix("option").is_some_and(|id| id.trim() == option.id) {
                let value = option_text(&option.option_type, *value);
                out.push(format!(
                    "scenario {}: {} (sets {}={value})",
                    scenario.id,
                    scenario.origin.location(),
                    option.id
                ));
            }
        }
    }
    for entry in program.iter().flat_map(|program| registered(program, thing)) {
        out.push(format!("{} {}: {}", entry.kind, entry.id, entry.script_line));
    }
    out
}

/// Finds what scripts registered under this name, with or without its kind: `raise`, `action raise`.
pub fn registered<'p>(program: &'p Program, thing: &str) -> impl Iterator<Item = &'p Registered> {
    program.registered.iter().filter(move |entry| {
        entry.id == thing || thing.strip_prefix(entry.kind).is_some_and(|id| id.trim() == entry.id)
    })
}
