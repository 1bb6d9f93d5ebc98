//! Writes changed cells into the files of a pack. A value that the pack sets itself is replaced where it stands, so that
//! comments stay. Any other value goes into an entry of the pack that changes the card.

use super::{Card, Column, Sheet};
use crate::failure::Failure;
use crate::out;
use cardwright_content::{DeclaredType, FileWrite, SourceFile, is_toml_value, quoted_list, quoted_text, suggest_id};
use std::collections::BTreeMap;
use std::ops::Range;

/// The file of a pack for cards and changes that stand in no other of its files.
const NEW_FILE: &str = "from-spreadsheet.toml";

/// The files that change, and for each edit the place of its text and the name of its cell.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) files: Vec<FileWrite>,
    /// Path, bytes of the new text, and the cell: `row 3, column `us.ap``.
    pub(crate) cells: Vec<(String, Range<usize>, String)>,
    pub(crate) changed_cells: usize,
    pub(crate) new_cards: usize,
}

/// Compares a sheet with the cards of a game. `own` are the paths and texts of the pack's files.
///
/// # Errors
/// A cell has no value of its field, or its value cannot be taken away.
pub(crate) fn changed_files(
    game: &str,
    own: &[(String, String)],
    columns: &[Column],
    cards: &[Card],
    sheet: &Sheet,
) -> Result<Changes, Failure> {
    let mut changes = Changes::default();
    // By path: the bytes to replace, the new text, and the name of the cell.
    let mut edits: BTreeMap<String, Vec<(Range<usize>, String, String)>> = BTreeMap::new();
    // Another pack may have a file with the same path.
    let is_own = |file: &SourceFile| own.iter().any(|(path, text)| *path == file.path && *text == file.text);
    let mut appended = String::new();
    let mut appended_cells = Vec::new();
    for (line, id, cells) in &sheet.rows {
        let card = cards.iter().find(|card| card.id == *id);
        if card.is_none() && suggest_id(id, true).as_deref() != Some(id) {
            return Err(wrong(
                *line,
                "id",
                &format!("`{id}` is no id: write lower-case words and digits joined by `-`"),
            ));
        }
        // The new keys of the card, those of the card itself before those of its halves.
        let mut new_keys: Vec<(&Column, String, String)> = Vec::new();
        for (index, cell) in sheet.columns.iter().zip(cells).filter_map(|(column, cell)| Some(((*column)?, cell))) {
            let (column, name) = (&columns[index], columns[index].name());
            let text = cell.replace("\r\n", "\n");
            if text == card.map_or("", |card| card.text(index)) {
                continue;
            }
            let place = format!("row {line}, column `{name}`");
            let own_cell = card.and_then(|card| card.cells[index].last().filter(|cell| is_own(&cell.file)));
            let set_below = card.map_or(0, |card| card.cells[index].len()) - usize::from(own_cell.is_some());
            if text.is_empty() {
                match own_cell.filter(|_| set_below == 0) {
                    Some(cell) => {
                        let file = &cell.file.text;
                        let from = file[..cell.key.start].rfind('\n').map_or(0, |at| at + 1);
                        let to = file[cell.value.end..].find('\n').map_or(file.len(), |at| cell.value.end + at + 1);
                        edits.entry(cell.file.path.clone()).or_default().push((from..to, String::new(), place));
                    }
                    None => {
                        return Err(wrong(
                            *line,
                            &name,
                            "another pack sets this value, and a change cannot take it away",
                        ));
                    }
                }
                changes.changed_cells += 1;
                continue;
            }
            let literal = literal(&text, &column.declared).map_err(|why| wrong(*line, &name, &why))?;
            if text.starts_with('=') {
                out::note(format!("{place}: the formula `{text}` is taken as text"));
            }
            changes.changed_cells += usize::from(card.is_some());
            match own_cell {
                Some(cell) => {
                    edits.entry(cell.file.path.clone()).or_default().push((cell.value.clone(), literal, place))
                }
                None => new_keys.push((column, literal, place)),
            }
        }
        changes.new_cards += usize::from(card.is_none());
        if new_keys.is_empty() && card.is_some() {
            continue;
        }
        let own_entry = card.and_then(|card| card.entries.iter().rev().find(|(file, _)| is_own(file)));
        if let Some((file, id)) = own_entry {
            for (column, literal, place) in new_keys {
                // A half that the entry has gets the key behind one of its own.
                let of_half = |index: &usize| column.side.is_some() && columns[*index].side == column.side;
                let cells = card.map_or(&[][..], |card| &card.cells);
                let beside = (0..cells.len())
                    .filter(of_half)
                    .find_map(|index| cells[index].iter().rfind(|cell| is_own(&cell.file)));
                let (after, key) = beside.map_or((id.end, column.name()), |cell| (cell.value.end, column.key.clone()));
                let end = file.text[after..].find('\n').map_or(file.text.len(), |at| after + at);
                let text = format!("\n{key} = {literal}");
                edits.entry(file.path.clone()).or_default().push((end..end, text, place));
            }
            continue;
        }
        appended += &format!("\n[[card]]\nid = {}\n", quoted_text(id));
        let mut half = None;
        for (column, literal, place) in new_keys {
            if column.side != half {
                half.clone_from(&column.side);
                appended += &format!("[card.{}]\n", column.side.as_deref().unwrap_or_default());
            }
            let start = appended.len();
            appended += &format!("{} = {literal}\n", column.key);
            appended_cells.push((start..appended.len(), place));
        }
    }
    if !appended.is_empty() {
        let path = format!("cards/{game}/{NEW_FILE}");
        let head = format!("[meta]\ngame = \"{game}\"\nsource = \"own\"\n");
        let old = own.iter().find(|(own, _)| *own == path).map(|(_, text)| text);
        let offset = old.map_or(head.len(), String::len);
        match old {
            // The new entries are one edit, because they stand together; below, each of their cells has its own place.
            Some(_) => edits.entry(path.clone()).or_default().push((offset..offset, appended.clone(), String::new())),
            None => changes.files.push(FileWrite { path: path.clone(), text: head + &appended, old_text: None }),
        }
        let place_of = |(at, place): (Range<usize>, String)| (path.clone(), at.start + offset..at.end + offset, place);
        changes.cells.extend(appended_cells.into_iter().map(place_of));
    }
    for (path, edits) in edits {
        let Some((_, old)) = own.iter().find(|(other, _)| *other == path) else { continue };
        let text = apply(old, edits, &path, &mut changes.cells);
        changes.files.push(FileWrite { path, text, old_text: Some(old.clone()) });
    }
    Ok(changes)
}

/// Applies edits to a text, and adds the place of each new text.
fn apply(
    old: &str,
    mut edits: Vec<(Range<usize>, String, String)>,
    path: &str,
    cells: &mut Vec<(String, Range<usize>, String)>,
) -> String {
    edits.sort_by_key(|(at, ..)| (at.start, at.end));
    let (mut text, mut copied) = (String::new(), 0);
    for (at, new, place) in edits {
        text += &old[copied..at.start];
        let start = text.len();
        text += &new;
        copied = at.end;
        if !place.is_empty() {
            cells.push((path.to_owned(), start..text.len(), place));
        }
    }
    text + &old[copied..]
}

/// Writes a cell as a value of TOML.
///
/// # Errors
/// Returns why the cell is no value of this type.
fn literal(cell: &str, declared: &DeclaredType) -> Result<String, String> {
    let trimmed = cell.trim();
    match declared {
        DeclaredType::Text => Ok(quoted_text(cell)),
        DeclaredType::Id(_) => Ok(quoted_text(trimmed)),
        DeclaredType::Number(min, max) => match trimmed.parse::<i64>() {
            Ok(number) if (*min..=*max).contains(&number) => Ok(number.to_string()),
            _ => {
                let is_date = trimmed.contains(['-', '/', ':']) || trimmed.chars().any(char::is_alphabetic);
                let cure = if is_date {
                    "; if the program of the spreadsheet made a date of it, format the column as text"
                } else {
                    ""
                };
                Err(format!("`{trimmed}` is no whole number from {min} to {max}{cure}"))
            }
        },
        DeclaredType::Boolean => match trimmed.to_lowercase().as_str() {
            word @ ("true" | "false") => Ok(word.to_owned()),
            _ => Err(format!("`{trimmed}` is neither `true` nor `false`")),
        },
        DeclaredType::OneOf(words) if words.iter().any(|word| word == trimmed) => Ok(quoted_text(trimmed)),
        DeclaredType::OneOf(words) => {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            Err(format!("`{trimmed}` is none of {}", quoted_list(&words)))
        }
        DeclaredType::Effects | DeclaredType::Ids(_) | DeclaredType::SomeOf(_) => match is_toml_value(trimmed) {
            true => Ok(trimmed.to_owned()),
            false => Err(format!("`{trimmed}` is no list as TOML writes it, such as `[\"a\", \"b\"]`")),
        },
    }
}

fn wrong(row: u64, column: &str, why: &str) -> Failure {
    Failure::Usage(format!("row {row}, column `{column}`: {why}\n  nothing was written"))
}
