//! A layout of the demo's game, with the map that is drawn of it.
//!
//! The bytes are `layout.toml`; after a line `=== map.svg` follows a picture of that name beside it.

use crate::demo;
use cardwright_content::{Content, Diagnostic, Pack, PackSource, Severity, render};
use cardwright_layout::{Layout, svg};
use cardwright_script::Program;
use cardwright_table::label::Audience;
use cardwright_table::{SetUp, Table};
use cardwright_view::{Legend, View};
use std::cell::RefCell;
use std::sync::Arc;

const MANIFEST: &str = "id = \"over\"\nversion = \"0.1.0\"\n";
/// Tags of our own.
const TAGS: [&str; 11] = ["svg", "style", "defs", "g", "title", "path", "rect", "circle", "text", "use", "image"];

/// The demo's game, and its opening as one side sees it.
struct Demo {
    pack: Pack,
    content: Arc<Content>,
    legend: Legend,
    view: View,
}

thread_local! {
    static DEMO: RefCell<Option<Demo>> = const { RefCell::new(None) };
}

fn load() -> Demo {
    let pack = Pack::open(PackSource::Memory(demo::files())).expect("the demo opens");
    let content = Content::load(std::slice::from_ref(&pack), "demo").0.expect("the demo loads");
    let (program, vm) = Program::load(Arc::new(content)).expect("its scripts load");
    let set_up = SetUp { scenario: program.content.scenarios[0].id.clone(), ..SetUp::default() };
    let mut table = Table::start(program.clone(), vm, &set_up).expect("it starts");
    let view = View::of(&mut table, Audience::Public);
    Demo { pack, content: program.content.clone(), legend: Legend::of(&program), view }
}

/// Reads the layout, draws the map and, if it is sound, writes it out and reads it again.
pub fn open(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (layout, picture) = text.split_once("=== map.svg\n").unwrap_or((&text, ""));
    DEMO.with_borrow_mut(|demo| {
        let demo = demo.get_or_insert_with(load);
        let Some((drawn, problems)) = read(demo, layout, picture) else { return };
        let again = read(demo, layout, picture).expect("what opened opens again");
        let told = |of: &[Diagnostic]| render(of, false);
        assert_eq!(told(&problems), told(&again.1), "the same layout is told the same");
        assert_eq!(*drawn.scene(), *again.0.scene(), "and drawn the same");
        for problem in &problems {
            assert!(!problem.message.is_empty() && !problem.code.is_empty(), "{problem:?}");
        }
        draw(demo, &drawn);
        let is_sound = problems.iter().all(|problem| problem.severity == Severity::Warning);
        if is_sound && drawn.pictures().is_empty() {
            let written = drawn.written();
            let (read, problems) = read(demo, &written, "").expect("what is written opens");
            let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
            assert_eq!(errors, 0, "what is written is sound:\n{written}\n{}", told(&problems));
            assert_eq!(*read.scene(), *drawn.scene(), "and the same:\n{written}");
        }
    });
}

fn read(demo: &Demo, layout: &str, picture: &str) -> Option<(Layout, Vec<Diagnostic>)> {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let mut files = vec![file("pack.toml", MANIFEST), file("layouts/demo/layout.toml", layout)];
    if !picture.is_empty() {
        files.push(file("layouts/demo/map.svg", picture));
    }
    let over = Pack::open(PackSource::Memory(files)).ok()?;
    Some(Layout::of(&[demo.pack.clone(), over], &demo.content, &demo.legend))
}

/// All that is drawn is finite, and no text has become a mark.
fn draw(demo: &Demo, layout: &Layout) {
    let (scene, counters) = (layout.scene(), layout.counters(&demo.view));
    let json = serde_json::to_string(&(&*scene, &counters)).expect("it is JSON");
    assert!(!json.contains("null"), "every number is one: {json}");
    let text = svg(layout, &scene, &counters);
    for tag in text.split('<').skip(1) {
        let name = tag.trim_start_matches('/').split([' ', '>', '/']).next().unwrap_or_default();
        assert!(TAGS.contains(&name), "`<{name}` is none of ours");
    }
}
