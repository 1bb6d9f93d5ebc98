//! Games with packs and layouts for the tests.

use cardwright_content::{Content, Diagnostic, Pack, PackSource, render};
use cardwright_layout::{Layout, svg};
use cardwright_script::{Program, Vm};
use cardwright_table::Viewer;
use cardwright_table::{SetUp, Table};
use cardwright_view::{Legend, View};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The games that have a layout.
pub(crate) const GAMES: [&str; 4] = ["banana-wars", "cuba-libre", "fortress-america", "latin-intervention"];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Opens a pack that consists of these paths and texts.
pub(crate) fn pack(id: &str, files: &[(&str, &str)]) -> Pack {
    let mut files: Vec<(String, String)> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    files.push(("pack.toml".into(), format!("id = \"{id}\"\nversion = \"1.0.0\"\n")));
    Pack::open(PackSource::Memory(files)).unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
}

/// Opens a pack from a folder of the repository.
pub(crate) fn folder(path: &str) -> Pack {
    let source = PackSource::Folder(root().join(path));
    Pack::open(source).unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
}

/// A loaded game.
pub(crate) struct Game {
    pub(crate) packs: Vec<Pack>,
    pub(crate) program: Arc<Program>,
    vm: Option<Vm>,
}

impl Game {
    pub(crate) fn new(packs: Vec<Pack>, game: &str) -> Game {
        let (content, problems) = Content::load(&packs, game);
        let content = content.unwrap_or_else(|| panic!("{}", render(&problems, false)));
        let (program, vm) =
            Program::load(Arc::new(content)).unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
        Game { packs, program, vm: Some(vm) }
    }
    /// Loads a game of the base pack.
    pub(crate) fn named(game: &str) -> Game {
        Game::new(vec![folder(".")], game)
    }
    /// Loads the demo game with a pack on top of it.
    pub(crate) fn demo(files: &[(&str, &str)]) -> Game {
        Game::new(vec![folder("tests/packs/demo"), pack("over", files)], "demo")
    }
    pub(crate) fn legend(&self) -> Legend {
        Legend::new(&self.program)
    }
    pub(crate) fn layout(&self) -> (Layout, Vec<Diagnostic>) {
        Layout::from_packs(&self.packs, &self.program.content, &self.legend())
    }
    /// Returns the layout, and fails the test if the layout has a problem.
    #[track_caller]
    pub(crate) fn valid_layout(&self) -> Layout {
        let (layout, problems) = self.layout();
        assert!(problems.is_empty(), "{}", render(&problems, false));
        layout
    }
    /// Returns the codes of the problems of the layout, in order.
    pub(crate) fn problem_codes(&self) -> Vec<String> {
        self.layout().1.into_iter().map(|problem| problem.code).collect()
    }
    /// Starts the standard scenario and returns a viewer's view of the first choice.
    pub(crate) fn opening(&mut self, viewer: Viewer) -> View {
        let scenarios = &self.program.content.scenarios;
        let standard = scenarios.iter().find(|scenario| scenario.id == "standard").unwrap_or(&scenarios[0]);
        let set_up = SetUp { scenario: standard.id.clone(), seed: 1, ..SetUp::default() };
        let mut table = Table::start(self.program.clone(), self.vm.take().unwrap(), &set_up).unwrap();
        let view = View::new(&mut table, viewer);
        self.vm = Some(table.into_vm());
        view
    }
    /// Returns the SVG of the first choice, as the public sees it.
    pub(crate) fn picture(&mut self) -> String {
        let view = self.opening(Viewer::PUBLIC);
        let layout = self.valid_layout();
        svg(&layout, &layout.scene(), &layout.overlay_nodes(&view))
    }
}

/// Compares a text with a golden file. With the environment variable `CARDWRIGHT_REFRESH=1`, writes the file.
#[track_caller]
pub(crate) fn golden(path: &str, text: &str) {
    let path = root().join(path);
    if std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        stored == text,
        "{} is out of date: run the test with CARDWRIGHT_REFRESH=1 and look at the result",
        path.display()
    );
}
