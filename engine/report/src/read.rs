//! Reads a result file line by line, CSV or JSON lines. Both give the same cells.

use crate::ReportError;
use crate::about::{About, Kind};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The format that this version reads.
const FORMAT: u64 = 1;
const MOST_LINE_BYTES: usize = 1 << 20;
const MOST_COLUMNS: usize = 2000;
/// Larger numbers are refused, so that sums and scales stay finite.
const LARGEST: f64 = 1e15;

/// The bytes of a file. Refuses very long lines, and remembers how the file ends.
struct Source {
    file: File,
    bytes: u64,
    line_bytes: usize,
    is_at_end: bool,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.file.read(buffer)?;
        self.is_at_end = n == 0;
        self.bytes += n as u64;
        match buffer[..n].iter().rposition(|byte| *byte == b'\n') {
            Some(newline) => self.line_bytes = n - newline - 1,
            None => self.line_bytes += n,
        }
        if self.line_bytes > MOST_LINE_BYTES {
            return Err(Error::new(ErrorKind::InvalidData, "a line is longer than 1 MB"));
        }
        Ok(n)
    }
}

/// The lines after the first one.
enum Lines {
    /// CSV, after a first line of so many bytes.
    Csv(csv::Reader<BufReader<Source>>, u64),
    Json(BufReader<Source>),
}

/// A result file that is being read.
pub(crate) struct ResultFile {
    /// The first line.
    pub(crate) about: About,
    /// The names of the columns. Empty before the first line of results was read.
    pub(crate) columns: Vec<String>,
    /// Whether the last line was skipped, because it has no line break.
    pub(crate) is_truncated: bool,
    path: PathBuf,
    lines: Lines,
    record: csv::StringRecord,
    line: u64,
    /// The number of the game of the line that was read last.
    game: Option<u64>,
}

impl ResultFile {
    /// Opens a file and reads its first line.
    pub(crate) fn open(path: &Path) -> Result<ResultFile, ReportError> {
        let failed = |source| ReportError::Read(path.to_owned(), source);
        let not_results = |problem: &str| ReportError::NotResults(path.to_owned(), problem.to_owned());
        let file = File::open(path).map_err(failed)?;
        let source = Source { file, bytes: 0, line_bytes: 0, is_at_end: false };
        let mut reader = BufReader::with_capacity(1 << 16, source);
        let mut first = Vec::new();
        reader.read_until(b'\n', &mut first).map_err(failed)?;
        let start = first.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&first); // Spreadsheets write it.
        let json = start.strip_prefix(b"# ").unwrap_or(start);
        let is_csv = json.len() < start.len();
        let about = match (serde_json::from_slice(json), is_csv) {
            (Ok(about @ Value::Object(_)), true) => about,
            (Ok(Value::Object(mut line)), false) => line.remove("about").unwrap_or_default(),
            _ => Value::Null,
        };
        let format = about.get("format").ok_or_else(|| not_results("its first line does not say what was played"))?;
        if format.as_u64() != Some(FORMAT) {
            return Err(not_results(&format!("it has format {} instead of {FORMAT}", cut(&format.to_string(), 20))));
        }
        let about: About = serde_json::from_value(about).map_err(|error| {
            not_results(&format!("its first line is not as `sim` writes it ({error})")) //
        })?;
        if let Some(problem) = about.problem() {
            return Err(not_results(&problem));
        }
        let lines = match is_csv {
            true => Lines::Csv(csv::ReaderBuilder::new().from_reader(reader), first.len() as u64),
            false => Lines::Json(reader),
        };
        let (columns, record) = (Vec::new(), csv::StringRecord::new());
        Ok(ResultFile {
            about,
            columns,
            is_truncated: false,
            path: path.to_owned(),
            lines,
            record,
            line: 1,
            game: None,
        })
    }

    /// Reads the next line of results. Returns whether there was one. Skips a last line that has no line break, because
    /// it is incomplete.
    pub(crate) fn next_line(&mut self) -> Result<bool, ReportError> {
        let is_read = match &mut self.lines {
            Lines::Csv(reader, first_line_bytes) => {
                let columns = if self.columns.is_empty() { reader.headers().cloned() } else { Ok(Default::default()) };
                let is_read = columns.and_then(|columns| {
                    self.columns.extend(columns.iter().take(MOST_COLUMNS).map(str::to_owned));
                    reader.read_record(&mut self.record)
                });
                let source = reader.get_ref().get_ref();
                let is_last_line = *first_line_bytes + reader.position().byte() == source.bytes;
                self.is_truncated = source.is_at_end && source.line_bytes > 0 && is_last_line;
                // The reader counts from the second line of the file.
                let position = is_read.as_ref().map_or_else(csv::Error::position, |_| self.record.position());
                self.line = position.unwrap_or(reader.position()).line() + 1;
                is_read.map_err(|error| csv_problem(&error))
            }
            Lines::Json(reader) => {
                let mut text = Vec::new();
                self.line += 1;
                let is_read = reader.read_until(b'\n', &mut text).map_err(|error| error.to_string());
                self.is_truncated = text.last().is_some_and(|byte| *byte != b'\n');
                is_read.and_then(|bytes| match bytes > 0 && !self.is_truncated {
                    true => self.read_json(&text),
                    false => Ok(false),
                })
            }
        };
        if self.is_truncated { Ok(false) } else { is_read.map_err(|problem| self.bad_line(problem)) }
    }

    /// Makes a record of a JSON line.
    fn read_json(&mut self, text: &[u8]) -> Result<bool, String> {
        let object: Map<String, Value> =
            serde_json::from_slice(text).map_err(|error| format!("this is not a JSON object ({error})"))?;
        if self.columns.is_empty() {
            self.columns = object.keys().take(MOST_COLUMNS).cloned().collect();
        }
        self.record.clear();
        for column in &self.columns {
            match object.get(column) {
                None | Some(Value::Null) => self.record.push_field(""),
                Some(Value::String(text)) => self.record.push_field(text),
                Some(value) => self.record.push_field(&value.to_string()),
            }
        }
        Ok(true)
    }

    /// Makes the error for the line that was read last.
    pub(crate) fn bad_line(&self, problem: impl Into<String>) -> ReportError {
        ReportError::Line(self.path.clone(), self.line, problem.into())
    }

    /// Returns the index of a column that the file must have.
    pub(crate) fn column(&self, name: &str) -> Result<usize, ReportError> {
        let index = self.columns.iter().position(|column| column == name);
        index.ok_or_else(|| self.bad_line(format!("the column `{name}` is missing")))
    }

    /// The text of a cell of the line that was read last.
    pub(crate) fn cell(&self, column: usize) -> &str {
        self.record.get(column).unwrap_or_default()
    }

    /// Checks the number of the game of the line that was read last. Numbers rise from line to line; lines about cards
    /// may have the number of the line before.
    pub(crate) fn check_game(&mut self, column: usize) -> Result<(), ReportError> {
        let text = self.cell(column);
        let Some(number) = text.parse::<u64>().ok().filter(|number| self.about.has_game(*number)) else {
            return Err(self.bad_line(format!("there is no game `{}` in this file", cut(text, 40))));
        };
        if self.game.is_some_and(|last| number < last || number == last && self.about.kind == Kind::Games) {
            return Err(self.bad_line(format!("game {number} is there twice, or out of order")));
        }
        self.game = Some(number);
        Ok(())
    }

    /// The number in a cell. `None` if the cell is empty.
    pub(crate) fn number(&self, column: usize) -> Result<Option<f64>, ReportError> {
        match self.cell(column) {
            "" => Ok(None),
            text => match text.parse::<f64>() {
                Ok(number) if number.abs() <= LARGEST => Ok(Some(number)),
                _ => Err(self.bad_line(format!("`{}` is not a number", cut(text, 40)))),
            },
        }
    }
}

fn csv_problem(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("the line has {len} cells instead of {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => "the line is not UTF-8 text".into(),
        _ => error.to_string(),
    }
}

/// Returns the beginning of a text that is too long.
pub(crate) fn cut(text: &str, most_chars: usize) -> &str {
    text.char_indices().nth(most_chars).map_or(text, |(end, _)| &text[..end])
}
