//! Fuzz target for content: TOML files of the demo game, and of a pack that is layered over it.
//!
//! A line `=== PATH` begins a file of the pack over the demo. A line `=== demo:PATH` begins a file that replaces a file
//! of the demo. Text before the first such line is ignored. Scripts cannot be replaced.

use crate::demo;
use cardwright_content::{Content, Diagnostic, Pack, PackSource, Severity, render};
use cardwright_script::Program;
use cardwright_table::{SetUp, Table};
use std::sync::Arc;

const MANIFEST: &str = "id = \"over\"\nname = \"Over\"\nversion = \"0.1.0\"\n";
/// At most so many files of one input are used, and at most so many scenarios are started.
const MAX_FILES: usize = 8;

type Files = Vec<(String, String)>;

/// Loads the packs and, if they are valid, starts their scenarios.
pub fn run(bytes: &[u8]) {
    let (demo, added) = split_files(&String::from_utf8_lossy(bytes));
    let mut reversed = added.clone();
    reversed.reverse();
    let loaded = load(demo.clone(), added);
    let reversed_result = load(demo, reversed);
    let messages = |problems: &[Diagnostic]| render(problems, false);
    assert_eq!(
        messages(&loaded.1),
        messages(&reversed_result.1),
        "the order of the files must not change the messages"
    );
    let hash_of = |content: &Option<Content>| content.as_ref().map(|c| c.hash);
    assert_eq!(hash_of(&loaded.0), hash_of(&reversed_result.0), "the order of the files must not change the hash");
    let (content, problems) = loaded;
    let errors = problems.iter().filter(|d| d.severity == Severity::Error).count();
    assert_eq!(
        content.is_none(),
        errors > 0,
        "content loads if and only if it has no errors:\n{}",
        messages(&problems)
    );
    for problem in &problems {
        assert!(!problem.message.is_empty() && !problem.code.is_empty(), "{problem:?}");
    }
    if let Some(content) = content {
        start_scenarios(content);
    }
}

/// Returns the files of the demo with the replacements, and the files of the pack over it.
fn split_files(text: &str) -> (Files, Files) {
    let mut demo = demo::files();
    let mut added: Files = vec![("pack.toml".into(), MANIFEST.into())];
    for part in text.split("=== ").skip(1).take(MAX_FILES) {
        let (path, text) = part.split_once('\n').unwrap_or((part, ""));
        let (files, path) = match path.trim().strip_prefix("demo:") {
            Some(path) => (&mut demo, path),
            None => (&mut added, path.trim()),
        };
        if path.ends_with(".luau") {
            continue;
        }
        match files.iter_mut().find(|(p, _)| p == path) {
            Some((_, old)) => *old = text.to_owned(),
            None => files.push((path.to_owned(), text.to_owned())),
        }
    }
    (demo, added)
}

fn load(demo: Files, added: Files) -> (Option<Content>, Vec<Diagnostic>) {
    let (mut packs, mut problems) = (Vec::new(), Vec::new());
    for files in [demo, added] {
        match Pack::open(PackSource::Memory(files)) {
            Ok(pack) => packs.push(pack),
            Err(more) => problems.extend(more),
        }
    }
    if !problems.is_empty() {
        return (None, problems);
    }
    let _ = cardwright_content::games(&packs);
    Content::load(&packs, "demo")
}

/// Starts every scenario. The demo's scripts may fail on another board, with a message.
fn start_scenarios(content: Content) {
    let scenarios: Vec<String> = content.scenarios.iter().map(|s| s.id.clone()).collect();
    let Ok((program, mut vm)) = Program::load(Arc::new(content)) else { return };
    for scenario in scenarios.into_iter().take(MAX_FILES) {
        let set_up = SetUp { scenario, ..SetUp::default() };
        match Table::start(program.clone(), vm, &set_up) {
            Ok(table) => vm = table.into_vm(),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return;
            }
        }
    }
}
