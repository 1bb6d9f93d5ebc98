//! Fuzz target for layouts: reads a layout of the demo and draws its map.
//!
//! The bytes are `layout.toml`. A picture `map.svg` may follow after the line `=== map.svg`.

use crate::demo;
use cardwright_content::{Content, Diagnostic, Pack, PackSource, Severity, render};
use cardwright_layout::{Layout, svg};
use cardwright_script::Program;
use cardwright_table::Viewer;
use cardwright_table::{SetUp, Table};
use cardwright_view::{Legend, View};
use std::cell::RefCell;
use std::sync::Arc;

const MANIFEST: &str = "id = \"over\"\nversion = \"0.1.0\"\n";
/// The SVG tags that the engine writes.
const TAGS: [&str; 11] = ["svg", "style", "defs", "g", "title", "path", "rect", "circle", "text", "use", "image"];

/// The demo game, and its opening as a spectator sees it.
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
    let view = View::new(&mut table, Viewer::PUBLIC);
    Demo { pack, content: program.content.clone(), legend: Legend::new(&program), view }
}

/// Reads the layout and draws the map. Writes a valid layout out and reads it again.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (layout, picture) = text.split_once("=== map.svg\n").unwrap_or((&text, ""));
    DEMO.with_borrow_mut(|demo| {
        let demo = demo.get_or_insert_with(load);
        let Some((drawn, problems)) = read(demo, layout, picture) else { return };
        let second_reading = read(demo, layout, picture).expect("a layout that was read can be read again");
        let messages = |problems: &[Diagnostic]| render(problems, false);
        assert_eq!(messages(&problems), messages(&second_reading.1), "the same layout gives the same messages");
        assert_eq!(*drawn.scene(), *second_reading.0.scene(), "the same layout gives the same map");
        for problem in &problems {
            assert!(!problem.message.is_empty() && !problem.code.is_empty(), "{problem:?}");
        }
        draw(demo, &drawn);
        let is_valid = problems.iter().all(|problem| problem.severity == Severity::Warning);
        if is_valid && drawn.pictures().is_empty() {
            let written = drawn.to_toml();
            let (read, problems) = read(demo, &written, "").expect("a written layout can be read");
            let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
            assert_eq!(errors, 0, "a written layout is valid:\n{written}\n{}", messages(&problems));
            assert_eq!(*read.scene(), *drawn.scene(), "a written layout gives the same map:\n{written}");
        }
    });
}

fn read(demo: &Demo, layout: &str, picture: &str) -> Option<(Layout, Vec<Diagnostic>)> {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let mut files = vec![file("pack.toml", MANIFEST), file("layouts/demo/layout.toml", layout)];
    if !picture.is_empty() {
        files.push(file("layouts/demo/map.svg", picture));
    }
    let layout_pack = Pack::open(PackSource::Memory(files)).ok()?;
    Some(Layout::from_packs(&[demo.pack.clone(), layout_pack], &demo.content, &demo.legend))
}

/// Draws the map. All numbers must be finite, and no text may become a tag.
fn draw(demo: &Demo, layout: &Layout) {
    let (scene, counters) = (layout.scene(), layout.overlay_nodes(&demo.view));
    let json = serde_json::to_string(&(&*scene, &counters)).expect("it is JSON");
    assert!(!json.contains("null"), "every number is finite: {json}");
    let text = svg(layout, &scene, &counters);
    for tag in text.split('<').skip(1) {
        let name = tag.trim_start_matches('/').split([' ', '>', '/']).next().unwrap_or_default();
        assert!(TAGS.contains(&name), "`<{name}` is no tag that the engine writes");
    }
}
