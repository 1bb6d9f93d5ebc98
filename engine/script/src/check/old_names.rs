//! Warnings for old keys and values of definitions. The lint warns of old function names.

use super::ScriptSummaries;
use crate::renamed::{RENAMED_KEYS, RENAMED_VALUES};
use cardwright_content::{Diagnostic, SourceFile};
use std::ops::Range;
use std::sync::Arc;

/// One warning for each use.
pub(super) fn warnings(summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for definition in &summary.definitions {
            for it in RENAMED_KEYS.iter().filter(|it| it.definer == definition.definer) {
                let keys = definition.keys.iter().filter(|key| key.path == [it.old]);
                out.extend(keys.map(|key| warning(file, &key.span, it.old, it.new)));
            }
            for it in RENAMED_VALUES.iter().filter(|it| it.definer == definition.definer) {
                let old_key = RENAMED_KEYS.iter().find(|key| key.definer == it.definer && key.new == it.key);
                let is_key = |path: &[String]| path == [it.key] || old_key.is_some_and(|key| path == [key.old]);
                let values = definition.texts.iter().filter(|text| is_key(&text.path) && text.text == it.old);
                out.extend(values.map(|text| warning(file, &text.span, it.old, it.new)));
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
