//! Fuzz target for scripts: lints Luau source without running it.

use cardwright_lint::{NameParameter, SymbolTable, check, check_and_summarize, citations};

// The names that the lint takes as declared.
const GLOBALS: &[&str] =
    &["ipairs", "pairs", "pcall", "math", "table", "move", "roll", "need", "keep", "drop", "offer", "action", "WHY"];
const NAME_PARAMETERS: &[NameParameter] =
    &[NameParameter { function: "roll", argument: Some(0) }, NameParameter { function: "offer", argument: None }];
const REASONS: &[&str] = &["needs_open", "no_point"];

/// Lints a script and reads its summary and its citations.
pub fn run(bytes: &[u8]) {
    let source = &*String::from_utf8_lossy(bytes);
    let symbols = SymbolTable {
        is_global: &|name| GLOBALS.contains(&name),
        global_names: &|| GLOBALS.iter().map(|g| (*g).to_owned()).collect(),
        has_field: &|table, field| (table == "WHY").then(|| REASONS.contains(&field)),
        field_names: &|_| REASONS.iter().map(|r| (*r).to_owned()).collect(),
        nearest: &|name, all| all.iter().find(|near| near.starts_with(name)).map(|near| (*near).to_owned()),
        name_parameters: NAME_PARAMETERS,
        renamed_functions: &[],
    };
    let (findings, summary) = check_and_summarize(source, &symbols);
    let cited = citations(source);
    for finding in &findings {
        assert!(source.get(finding.span.clone()).is_some(), "{finding:?} is not in the source");
        assert!(!finding.message.is_empty() && !finding.label.is_empty(), "{finding:?}");
    }
    let summary = summary.unwrap_or_default();
    let spans = summary.name_arguments.iter().map(|it| &it.span).chain(summary.field_reads.iter().map(|it| &it.span));
    let keys = summary.definitions.iter().flat_map(|it| it.keys.iter().map(|key| &key.span).chain([&it.span]));
    for span in spans.chain(keys).chain(summary.table_reads.iter().map(|it| &it.span)) {
        assert!(source.get(span.clone()).is_some(), "{span:?} is not in the source");
    }
    let lines = source.lines().count();
    for cite in &cited {
        assert!(source.get(cite.span.clone()).is_some(), "{cite:?} is not in the source");
        assert!((1..=lines).contains(&cite.line), "{cite:?} has an invalid line");
        assert!(
            cite.lines.start() >= &1 && cite.lines.end() <= &lines.max(1),
            "{cite:?} has lines outside the {lines} lines of the source"
        );
    }
    assert_eq!(findings, check(source, &symbols), "a second check gives the same findings");
}
