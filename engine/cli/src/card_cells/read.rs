//! Reads cards from a file of a spreadsheet.

use super::{Column, READ_ONLY};
use crate::failure::Failure;
use cardwright_content::did_you_mean;
use std::path::Path;

/// The longest cell in bytes.
const MAX_CELL: usize = 64 << 10;

/// The rows of a file.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// For each column of the file, the index among the columns of the game's cards. `None` for the id and for columns
    /// that are not read.
    pub(crate) columns: Vec<Option<usize>>,
    /// Each row: its line in the file, the id of its card, and its cells.
    pub(crate) rows: Vec<(u64, String, Vec<String>)>,
}

/// Reads a file with commas or semicolons between the cells.
///
/// # Errors
/// The file cannot be read, it has no column `id`, an id is missing or doubled, or a column is unknown.
pub(crate) fn read_sheet(path: &Path, columns: &[Column]) -> Result<Sheet, Failure> {
    let shown = path.display();
    let failed = |why: String| Failure::File(format!("{shown}: {why}\n  nothing was written"));
    let text = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8(text).map_err(|_| failed("it is not UTF-8: save it as `CSV UTF-8`".to_owned()))?;
    let text = text.trim_start_matches('\u{feff}');
    let head = text.lines().next().unwrap_or_default();
    let delimiter = if head.matches(';').count() > head.matches(',').count() { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
    let names = reader.headers().map_err(|error| failed(error.to_string()))?.clone();
    let Some(id_column) = names.iter().position(|name| name.trim() == "id") else {
        return Err(failed("it has no column `id`".to_owned()));
    };
    let known: Vec<String> = columns.iter().map(Column::name).collect();
    let mut found = Vec::new();
    for (index, name) in names.iter().map(str::trim).enumerate() {
        let column = known.iter().position(|column| column == name);
        if column.is_none() && index != id_column && !name.ends_with(READ_ONLY) {
            let hint = did_you_mean(name, known.iter().map(String::as_str));
            let hint = hint.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(failed(format!(
                "no field of a card is called `{name}`{hint}\n  a column that is only for you ends in `{READ_ONLY}`"
            )));
        }
        if column.is_some() && found.contains(&column) {
            return Err(failed(format!("two columns are called `{name}`")));
        }
        found.push(column);
    }
    let mut rows: Vec<(u64, String, Vec<String>)> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| failed(error.to_string()))?;
        let line = record.position().map_or(0, csv::Position::line);
        if record.iter().all(str::is_empty) {
            continue;
        }
        let id = record.get(id_column).unwrap_or_default().trim().to_owned();
        if id.is_empty() {
            return Err(failed(format!("row {line} has no id")));
        }
        if let Some((other, ..)) = rows.iter().find(|(_, other, _)| *other == id) {
            return Err(failed(format!("rows {other} and {line} have the same id `{id}`")));
        }
        if let Some(column) = record.iter().position(|cell| cell.len() > MAX_CELL) {
            return Err(failed(format!("row {line}, column `{}`: the cell is longer than 64 kB", &names[column])));
        }
        rows.push((line, id, record.iter().map(str::to_owned).collect()));
    }
    Ok(Sheet { columns: found, rows })
}
