//! Warns of old keys and values in definitions. The lint warns of old function names.

use super::ScriptSummaries;
use crate::renamed::{RENAMED_KEYS, RENAMED_VALUES};
use cardwright_content::{Diagnostic, SourceFile};
use std::ops::Range;
use std::sync::Arc;

/// Returns a warning for each use of an old key or value. The definer is the function that makes the definition, such
/// as `figure`.
pub(super) fn find_uses(summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for definition in &summary.definitions {
            for renamed in RENAMED_KEYS.iter().filter(|renamed| renamed.definer == definition.definer) {
                let keys = definition.keys.iter().filter(|key| key.path == [renamed.old]);
                out.extend(keys.map(|key| warning(file, &key.span, renamed.old, renamed.new)));
            }
            for renamed in RENAMED_VALUES.iter().filter(|renamed| renamed.definer == definition.definer) {
                // The value may stand under the old name of its key.
                let old_key = RENAMED_KEYS.iter().find(|key| key.definer == renamed.definer && key.new == renamed.key);
                let is_key = |path: &[String]| path == [renamed.key] || old_key.is_some_and(|key| path == [key.old]);
                let values = definition.texts.iter().filter(|text| is_key(&text.path) && text.text == renamed.old);
                out.extend(values.map(|text| warning(file, &text.span, renamed.old, renamed.new)));
            }
        }
    }
    out
}

fn warning(file: &Arc<SourceFile>, span: &Range<usize>, old: &str, new: &str) -> Diagnostic {
    Diagnostic::warning("script::deprecated", format!("`{old}` is now called `{new}`"))
        .at(file, span.clone())
        .label("deprecated")
        .help(format!("write `{new}`: a later release will not read `{old}`"))
}
