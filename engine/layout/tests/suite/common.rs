//! Games and their layouts, with packs over them.

use cardwright_content::{Content, Diagnostic, Pack, PackSource, render};
use cardwright_layout::{Layout, svg};
use cardwright_script::{Program, Vm};
use cardwright_table::label::Audience;
use cardwright_table::{SetUp, Table};
use cardwright_view::{Legend, View};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The games that have a layout.
pub(crate) const GAMES: [&str; 4] = ["banana-wars", "cuba-libre", "fortress-america", "latin-intervention"];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A pack of texts; the first of several is the base.
pub(crate) fn pack(id: &str, files: &[(&str, &str)]) -> Pack {
    let mut files: Vec<(String, String)> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    files.push(("pack.toml".into(), format!("id = \"{id}\"\nversion = \"1.0.0\"\n")));
    Pack::open(PackSource::Memory(files)).unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
}

/// The pack of a folder of the repository: the base, or the demo's.
pub(crate) fn folder(path: &str) -> Pack {
    let source = PackSource::Folder(root().join(path));
    Pack::open(source).unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
}

/// A game of some packs, loaded.
pub(crate) struct Game {
    pub(crate) packs: Vec<Pack>,
    pub(crate) program: Arc<Program>,
    vm: Option<Vm>,
}

impl Game {
    pub(crate) fn of(packs: Vec<Pack>, game: &str) -> Game {
        let (content, problems) = Content::load(&packs, game);
        let content = content.unwrap_or_else(|| panic!("{}", render(&problems, false)));
        let (program, vm) = Program::load(Arc::new(content)).unwrap_or_else(|p| panic!("{}", render(&p, false)));
        Game { packs, program, vm: Some(vm) }
    }
    /// One of the repository's.
    pub(crate) fn named(game: &str) -> Game {
        Game::of(vec![folder(".")], game)
    }
    /// The demo's, with a pack over it.
    pub(crate) fn demo(files: &[(&str, &str)]) -> Game {
        Game::of(vec![folder("tests/packs/demo"), pack("over", files)], "demo")
    }
    pub(crate) fn legend(&self) -> Legend {
        Legend::of(&self.program)
    }
    pub(crate) fn layout(&self) -> (Layout, Vec<Diagnostic>) {
        Layout::of(&self.packs, &self.program.content, &self.legend())
    }
    /// A layout without a problem.
    #[track_caller]
    pub(crate) fn sound(&self) -> Layout {
        let (layout, problems) = self.layout();
        assert!(problems.is_empty(), "{}", render(&problems, false));
        layout
    }
    /// The codes of what is told of the layout, in order.
    pub(crate) fn told(&self) -> Vec<String> {
        self.layout().1.into_iter().map(|problem| problem.code).collect()
    }
    /// The opening, as some eyes see it.
    pub(crate) fn opening(&mut self, eyes: Audience) -> View {
        let scenarios = &self.program.content.scenarios;
        let standard = scenarios.iter().find(|of| of.id == "standard").unwrap_or(&scenarios[0]);
        let set_up = SetUp { scenario: standard.id.clone(), seed: 1, ..SetUp::default() };
        let mut table = Table::start(self.program.clone(), self.vm.take().unwrap(), &set_up).unwrap();
        let view = View::of(&mut table, eyes);
        self.vm = Some(table.into_vm());
        view
    }
    /// The picture of the opening as all may see it.
    pub(crate) fn picture(&mut self) -> String {
        let view = self.opening(Audience::Public);
        let layout = self.sound();
        svg(&layout, &layout.scene(), &layout.counters(&view))
    }
}

/// Compares a text with a file; `CARDWRIGHT_REFRESH=1` writes it.
#[track_caller]
pub(crate) fn golden(path: &str, now: &str) {
    let path = root().join(path);
    if std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, now).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(there == now, "{} is not fresh: run the test with CARDWRIGHT_REFRESH=1, and look at it", path.display());
}
