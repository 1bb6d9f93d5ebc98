//! `cardwright export-board`: writes a picture of the board, drawn as in the browser.

use crate::args::ExportBoard;
use crate::failure::Failure;
use crate::out::counted;
use crate::packs::{self, Packs};
use crate::recorded_game::{self, RecordedGame};
use crate::{out, pack_folders};
use cardwright_layout::{Layout, svg};
use cardwright_table::Viewer;
use cardwright_table::{Library, SetUp, Table};
use cardwright_view::{Legend, View};
use std::path::Path;
use std::process::ExitCode;

/// The file format of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

pub(crate) fn run(packs: &Packs, args: &ExportBoard) -> Result<ExitCode, Failure> {
    let format = format(args)?;
    let mut library = packs.open()?;
    let mut table = match &args.at {
        Some(at) => {
            let (table, record_library) = recorded_table(packs, &library, &args.game, at)?;
            library = record_library.unwrap_or(library);
            table
        }
        None => {
            let game = packs::game(&library, &args.game)?;
            let scenario = packs::scenario(&game, args.scenario.as_deref())?;
            let (program, vm) = packs::load(&library, &game.id)?;
            Table::start(program, vm, &SetUp { scenario, seed: args.seed, ..SetUp::default() })?
        }
    };
    let viewer = match &args.seat {
        Some(side) => {
            let id = table.board().side(side);
            let known_sides = table.board().sides.iter().map(|side| side.id.as_str());
            Viewer::side(id.ok_or_else(|| Failure::unknown("side", side, known_sides))?)
        }
        None if args.open => Viewer::OPEN,
        None => Viewer::PUBLIC,
    };
    let view = View::new(&mut table, viewer);
    let layout = match args.automatic {
        true => Layout::automatic(&Legend::new(table.program())),
        false => layout(&library, &table),
    };
    let text = svg(&layout, &layout.scene(), &layout.overlay_nodes(&view));
    match format {
        Format::Svg if args.file == Path::new("-") => out::text(&text),
        Format::Svg => write(&args.file, text.as_bytes())?,
        Format::Png => write(&args.file, &png(&text)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the layout of a game. Prints the number of problems in it.
fn layout(library: &Library, table: &Table) -> Layout {
    let program = table.program();
    let (layout, problems) = Layout::from_packs(&library.packs, &program.content, &Legend::new(program));
    if !problems.is_empty() {
        let count = counted(problems.len(), "problem");
        let command = library.check_command(&program.content.game);
        out::note(format!("the layout has {count}: `{command}` shows them"));
    }
    layout
}

fn format(args: &ExportBoard) -> Result<Format, Failure> {
    let has_extension = |extension: &str| args.file.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
    match (args.svg, args.png) {
        (true, _) => Ok(Format::Svg),
        (_, true) if args.file == Path::new("-") => {
            Err(Failure::Usage("a PNG cannot go to the terminal: name a file".into()))
        }
        (_, true) => Ok(Format::Png),
        _ if has_extension("png") => Ok(Format::Png),
        _ if has_extension("svg") || args.file == Path::new("-") => Ok(Format::Svg),
        _ => Err(Failure::Usage("name the file `.svg` or `.png`, or add `--svg` or `--png`".into())),
    }
}

/// Replays a record to the event of `at` (`RECORD:EVENT`), or to its end. Also returns the packs of the record if the
/// command line does not name all of them, because their layout draws the board.
fn recorded_table(packs: &Packs, current: &Library, game: &str, at: &str) -> Result<(Table, Option<Library>), Failure> {
    let (path, read, event) = recorded_game::find(at, game)?;
    let line = recorded_game::line_of(&read, event.or(Some(read.events())))?;
    let record_library = pack_folders::find(packs, current, &path, &read).map(|packs| packs.open()).transpose()?;
    let library = record_library.as_ref().unwrap_or(current);
    let table = RecordedGame::new(&path, &read, Some(library)).table(line)?;
    Ok((table, record_library))
}

/// Writes a picture or a page. Replaces an earlier file of the same format, but no other file.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    // Opening a pipe would wait until somebody reads it.
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(Failure::File(format!("cannot write {}: it is no regular file", path.display())));
    }
    const SIGNATURE_BYTES: usize = 5;
    let is_other = |old: Vec<u8>| !old.is_empty() && old.get(..SIGNATURE_BYTES) != bytes.get(..SIGNATURE_BYTES);
    if std::fs::read(path).is_ok_and(is_other) {
        let message = format!("{} exists already and is another kind of file: name another file", path.display());
        return Err(Failure::File(message));
    }
    std::fs::write(path, bytes).map_err(|error| Failure::File(format!("cannot write {}: {error}", path.display())))
}

/// Renders an SVG as PNG.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    crate::png::png(svg)
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::Usage("this program was built without PNG (`--features png`): write an `.svg`".into()))
}
