//! `cardwright export-board`: a picture of the board, as the table in a browser draws it.

use crate::args::ExportBoard;
use crate::failure::Failure;
use crate::packs::{self, Packs};
use crate::recorded::Book;
use crate::{folders, out, saved};
use cardwright_layout::{Layout, svg};
use cardwright_table::label::Audience;
use cardwright_table::{Library, SetUp, Table, record};
use cardwright_view::{Legend, View};
use std::path::Path;
use std::process::ExitCode;

/// What a picture is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Svg,
    Png,
}

pub(crate) fn run(packs: &Packs, args: &ExportBoard) -> Result<ExitCode, Failure> {
    let form = form(args)?;
    let mut library = packs.open()?;
    let mut table = match &args.at {
        Some(at) => {
            let (table, found) = recorded(packs, &library, &args.game, at)?;
            library = found.unwrap_or(library);
            table
        }
        None => {
            let game = packs::game(&library, &args.game)?;
            let scenario = packs::scenario(&game, args.scenario.as_deref())?;
            let (program, vm) = packs::load(&library, &game.id)?;
            Table::start(program, vm, &SetUp { scenario, seed: args.seed, ..SetUp::default() })?
        }
    };
    let eyes = match &args.seat {
        Some(side) => {
            let found = table.board().side(side);
            let known = table.board().sides.iter().map(|side| side.id.as_str());
            Audience::Side(found.ok_or_else(|| Failure::unknown("side", side, known))?)
        }
        None if args.open => Audience::Open,
        None => Audience::Public,
    };
    let view = View::of(&mut table, eyes);
    let layout = match args.automatic {
        true => Layout::automatic(&Legend::of(table.program())),
        false => layout_of(&library, &table),
    };
    let text = svg(&layout, &layout.scene(), &layout.counters(&view));
    match form {
        Form::Svg if args.file == Path::new("-") => out::text(&text),
        Form::Svg => write(&args.file, text.as_bytes())?,
        Form::Png => write(&args.file, &png(&text)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The layout of a game; what is wrong with it is said once.
fn layout_of(library: &Library, table: &Table) -> Layout {
    let program = table.program();
    let (layout, problems) = Layout::of(&library.packs, &program.content, &Legend::of(program));
    if !problems.is_empty() {
        let many = packs::counted(problems.len(), "problem");
        let shows = library.check_command(&program.content.game);
        out::note(format!("the layout has {many}: `{shows}` shows them"));
    }
    layout
}

fn form(args: &ExportBoard) -> Result<Form, Failure> {
    let is_called = |ending: &str| args.file.extension().is_some_and(|of| of.eq_ignore_ascii_case(ending));
    match (args.svg, args.png) {
        (true, _) => Ok(Form::Svg),
        (_, true) if args.file == Path::new("-") => Err(Failure::Usage("a PNG is no text: name a file".into())),
        (_, true) => Ok(Form::Png),
        _ if is_called("png") => Ok(Form::Png),
        _ if is_called("svg") || args.file == Path::new("-") => Ok(Form::Svg),
        _ => Err(Failure::Usage("call the file `.svg` or `.png`, or say `--svg` or `--png`".into())),
    }
}

/// A game as it stood at `RECORD:EVENT`, or as a record leaves it; and the packs it was played with, where they are others than those
/// given and found where they lay: what draws it is read there.
fn recorded(packs: &Packs, today: &Library, game: &str, at: &str) -> Result<(Table, Option<Library>), Failure> {
    let (name, event) = match at.rsplit_once(':').and_then(|(name, event)| Some((name, event.parse().ok()?))) {
        Some((name, event)) => (name, Some(event)),
        None => (at, None),
    };
    let path = saved::find(name)?;
    let read = record::read(&path)?;
    if read.header.game != game {
        return Err(Failure::Usage(format!("the record is of `{}`, not of `{game}`", read.header.game)));
    }
    let event = event.unwrap_or(read.events());
    if event > read.events() {
        return Err(Failure::Usage(format!("the record has {}", packs::counted(read.events(), "event"))));
    }
    let line = read.line_of(event);
    let found = folders::found(packs, today, &path, &read).map(|packs| packs.open()).transpose()?;
    let table = Book::new(&path, &read, Some(found.as_ref().unwrap_or(today))).table(line)?;
    Ok((table, found))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::File(format!("cannot write {}: {error}", path.display())))
}

/// A picture as points.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    crate::png::png(svg)
}

/// A picture as points.
#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::Usage("this program was built without PNG (`--features png`): write an `.svg`".into()))
}
