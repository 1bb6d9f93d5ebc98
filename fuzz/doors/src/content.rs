//! TOML of packs: files laid over the demo's, or put in their place.
//!
//! A line `=== PATH` begins a file of a pack over the demo, `=== demo:PATH` one that stands in place of
//! the demo's own; what comes before the first is left out. Scripts are none of this door's business:
//! the demo's stay.

use crate::demo;
use cardwright_content::{Content, Diagnostic, Pack, PackSource, Severity, render};
use cardwright_script::Program;
use cardwright_table::{SetUp, Table};
use std::sync::Arc;

const MANIFEST: &str = "id = \"over\"\nname = \"Over\"\nversion = \"0.1.0\"\n";
/// Files of one input; more say nothing new.
const MOST: usize = 8;

type Files = Vec<(String, String)>;

/// Loads the packs and, if they are sound, starts their scenarios.
pub fn open(bytes: &[u8]) {
    let (under, over) = framed(&String::from_utf8_lossy(bytes));
    let mut turned = over.clone();
    turned.reverse();
    let loaded = load(under.clone(), over);
    let again = load(under, turned);
    let told = |of: &[Diagnostic]| render(of, false);
    assert_eq!(told(&loaded.1), told(&again.1), "the order in which files are read must not matter");
    let hash = |of: &Option<Content>| of.as_ref().map(|c| c.hash);
    assert_eq!(hash(&loaded.0), hash(&again.0), "nor for the hash");
    let (content, problems) = loaded;
    let errors = problems.iter().filter(|d| d.severity == Severity::Error).count();
    assert_eq!(
        content.is_none(),
        errors > 0,
        "what does not load says why, and what loads is sound:\n{}",
        told(&problems)
    );
    for problem in &problems {
        assert!(!problem.message.is_empty() && !problem.code.is_empty(), "{problem:?}");
    }
    if let Some(content) = content {
        begin(content);
    }
}

/// The demo's files with those in their place, and the files over it.
fn framed(text: &str) -> (Files, Files) {
    let mut under = demo::files();
    let mut over: Files = vec![("pack.toml".into(), MANIFEST.into())];
    for part in text.split("=== ").skip(1).take(MOST) {
        let (path, text) = part.split_once('\n').unwrap_or((part, ""));
        let (files, path) = match path.trim().strip_prefix("demo:") {
            Some(path) => (&mut under, path),
            None => (&mut over, path.trim()),
        };
        if path.ends_with(".luau") {
            continue;
        }
        match files.iter_mut().find(|(p, _)| p == path) {
            Some((_, old)) => *old = text.to_owned(),
            None => files.push((path.to_owned(), text.to_owned())),
        }
    }
    (under, over)
}

fn load(under: Files, over: Files) -> (Option<Content>, Vec<Diagnostic>) {
    let (mut packs, mut problems) = (Vec::new(), Vec::new());
    for files in [under, over] {
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

/// Starts every scenario; rules written for another board may fail, with a message.
fn begin(content: Content) {
    let scenarios: Vec<String> = content.scenarios.iter().map(|s| s.id.clone()).collect();
    let Ok((program, mut vm)) = Program::load(Arc::new(content)) else { return };
    for scenario in scenarios.into_iter().take(MOST) {
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
