//! `cardwright cards`: writes the cards of a game into a file for spreadsheets, and takes changes from one.

use crate::args::Cards;
use crate::card_cells::{self, READ_ONLY, changed_files, read_sheet};
use crate::failure::Failure;
use crate::out::{self, counted};
use crate::packs::{self, Packs};
use crate::scaffold::{NewFiles, TargetPack, dry_run};
use cardwright_content::Diagnostic;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Cards) -> Result<ExitCode, Failure> {
    match (&args.csv, &args.from) {
        (Some(path), _) => write(packs, &args.game, path)?,
        (None, Some(path)) => read(packs, &args.game, path)?,
        (None, None) => return Err(Failure::Usage("say `--csv FILE` or `--from FILE`".into())),
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes one row for each card. The last column says where the card comes from.
fn write(packs: &Packs, game: &str, path: &Path) -> Result<(), Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, game)?.id;
    let content = packs::content(&library, &game)?;
    let columns = card_cells::columns(&content);
    let cards = card_cells::cards(&content, &library.packs, &columns);
    if cards.is_empty() {
        return Err(Failure::Usage(format!("{game} has no cards")));
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = ["id".to_owned()].into_iter().chain(columns.iter().map(card_cells::Column::name));
    let mut written = writer.write_record(head.chain([format!("from{READ_ONLY}")]));
    for card in &cards {
        let from = card.entries.first().map_or(String::new(), |(file, id)| {
            format!("{}: {}:{}", file.pack, file.path, file.line_column(id.start).0)
        });
        let cells = (0..columns.len()).map(|column| card.text(column));
        written =
            written.and_then(|()| writer.write_record([card.id.as_str()].into_iter().chain(cells).chain([&*from])));
    }
    let failed = |why: String| Failure::File(format!("{}: {why}", path.display()));
    written.map_err(|error| failed(error.to_string()))?;
    let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
    let file = std::fs::File::create_new(path).map_err(|error| failed(error.to_string()))?;
    std::io::Write::write_all(&mut &file, &bytes).map_err(|error| failed(error.to_string()))?;
    out::line(format!(
        "✓ wrote {} with {} into {}",
        counted(cards.len(), "card"),
        counted(columns.len(), "field"),
        path.display()
    ));
    Ok(())
}

/// Writes the cells that differ into the pack, after a check of the game with them.
fn read(packs: &Packs, game: &str, path: &Path) -> Result<(), Failure> {
    let target = TargetPack::find(packs, Some(game))?;
    let content = packs::content(&target.library, &target.game)?;
    let columns = card_cells::columns(&content);
    let cards = card_cells::cards(&content, &target.library.packs, &columns);
    let sheet = read_sheet(path, &columns)?;
    let changes = changed_files(&target.game, &target.own, &columns, &cards, &sheet)?;
    if changes.files.is_empty() {
        out::line("nothing differs");
        return Ok(());
    }
    let checked = dry_run::library_with(target.below(), &target.own, &changes.files)
        .and_then(|library| dry_run::check_game(&library, &target.game, &changes.files));
    if let Err(failure) = checked {
        if let Failure::Content(problems) = &failure {
            problems.iter().filter_map(|problem| cell_of(problem, &changes.cells)).for_each(out::note);
        }
        return Err(failure);
    }
    let (cells, new) = (counted(changes.changed_cells, "cell"), counted(changes.new_cards, "new card"));
    out::line(format!("{cells} changed, {new}"));
    let next = vec![format!("cardwright check {} {}", target.game, packs::pack_arguments(packs, &target.folder))];
    NewFiles { folder: target.folder, files: changes.files, next_commands: next }.write()
}

/// Names the cell that a problem is about.
fn cell_of(problem: &Diagnostic, cells: &[(String, std::ops::Range<usize>, String)]) -> Option<String> {
    let (file, span) = (problem.file.as_ref()?, problem.span.as_ref()?);
    let (.., cell) =
        cells.iter().find(|(path, at, _)| *path == file.path && at.start <= span.end && span.start <= at.end)?;
    Some(format!("{cell}: {}", problem.message))
}
