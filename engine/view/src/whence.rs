//! Which pack and line set a thing.

use cardwright_content::{Content, whence};
use cardwright_script::Program;

/// Who set a thing, in order: `space high-pass: scenarios/demo/board.toml:12 (name, kind)`.
pub fn lines(content: &Content, program: Option<&Program>, thing: &str) -> Vec<String> {
    let mut out = Vec::new();
    for entry in whence(content, thing) {
        for origin in &entry.origins {
            let keys = if origin.keys.is_empty() { String::new() } else { format!(" ({})", origin.keys.join(", ")) };
            out.push(format!("{} {}: {}:{}{keys}", entry.kind, entry.id, origin.file.shown(), origin.line));
        }
    }
    let thing = thing.trim();
    for it in program.iter().flat_map(|p| &p.registered) {
        if it.id == thing || thing.strip_prefix(it.kind).is_some_and(|id| id.trim() == it.id) {
            out.push(format!("{} {}: {}", it.kind, it.id, it.at));
        }
    }
    out
}
