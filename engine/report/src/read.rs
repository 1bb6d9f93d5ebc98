//! Reads a result file line by line, CSV or JSON lines. Both give the same cells.

use crate::ReportError;
use crate::about::About;
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

enum Lines {
    Csv { reader: csv::Reader<BufReader<Source>>, record: csv::StringRecord, first_line_bytes: u64 },
    Json { reader: BufReader<Source>, text: String, cells: Vec<String>, line: u64, is_truncated: bool },
}

/// A result file that is being read.
pub(crate) struct ResultFile {
    /// The first line.
    pub(crate) about: About,
    /// The names of the columns. Empty before the first line of results was read.
    pub(crate) columns: Vec<String>,
    path: PathBuf,
    lines: Lines,
}

impl ResultFile {
    /// Opens a file and reads its first line.
    pub(crate) fn open(path: &Path) -> Result<ResultFile, ReportError> {
        let failed = |source| ReportError::Read { path: path.to_owned(), source };
        let not_results = |problem: &str| ReportError::NotResults { path: path.to_owned(), problem: problem.into() };
        let file = File::open(path).map_err(failed)?;
        let source = Source { file, bytes: 0, line_bytes: 0, is_at_end: false };
        let mut reader = BufReader::with_capacity(1 << 16, source);
        let mut first = Vec::new();
        reader.read_until(b'\n', &mut first).map_err(failed)?;
        let json = first.strip_prefix(b"# ").unwrap_or(&first);
        let is_csv = json.len() < first.len();
        let about = match (serde_json::from_slice(json), is_csv) {
            (Ok(about @ Value::Object(_)), true) => about,
            (Ok(Value::Object(mut line)), false) => line.remove("about").unwrap_or_default(),
            _ => Value::Null,
        };
        let format = about.get("format").ok_or_else(|| not_results("its first line does not say what was played"))?;
        if format.as_u64() != Some(FORMAT) {
            let found = format.to_string().chars().take(20).collect();
            return Err(ReportError::Format { path: path.to_owned(), found });
        }
        let about: About = serde_json::from_value(about).map_err(|error| not_results(&error.to_string()))?;
        if let Some(problem) = about.problem() {
            return Err(not_results(&problem));
        }
        let lines = match is_csv {
            true => Lines::Csv {
                reader: csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(reader),
                record: csv::StringRecord::new(),
                first_line_bytes: first.len() as u64,
            },
            false => Lines::Json { reader, text: String::new(), cells: Vec::new(), line: 1, is_truncated: false },
        };
        Ok(ResultFile { about, columns: Vec::new(), path: path.to_owned(), lines })
    }

    /// Reads the next line of results. Returns whether there was one. Skips a last line that has no line break, because
    /// it is incomplete.
    pub(crate) fn next_line(&mut self) -> Result<bool, ReportError> {
        match &mut self.lines {
            Lines::Csv { reader, record, .. } => {
                let is_read = match self.columns.is_empty() {
                    true => reader.headers().cloned().and_then(|columns| {
                        self.columns = columns.iter().take(MOST_COLUMNS).map(str::to_owned).collect();
                        reader.read_record(record)
                    }),
                    false => reader.read_record(record),
                };
                match is_read {
                    _ if self.is_truncated() => Ok(false),
                    Ok(is_read) => Ok(is_read),
                    Err(error) => Err(self.csv_error(error)),
                }
            }
            Lines::Json { .. } => self.next_json_line(),
        }
    }

    fn next_json_line(&mut self) -> Result<bool, ReportError> {
        let Lines::Json { reader, text, cells, line, is_truncated } = &mut self.lines else { return Ok(false) };
        text.clear();
        *line += 1;
        let read = reader.read_line(text);
        if read.is_ok() && !text.ends_with('\n') {
            *is_truncated = !text.is_empty();
            return Ok(false);
        }
        let object: Map<String, Value> = match read.map_err(|error| error.to_string()).and_then(|_| {
            serde_json::from_str(text).map_err(|error| error.to_string()) //
        }) {
            Ok(object) => object,
            Err(problem) => return Err(self.bad_line(problem)),
        };
        if self.columns.is_empty() {
            self.columns = object.keys().take(MOST_COLUMNS).cloned().collect();
        }
        cells.clear();
        cells.extend(self.columns.iter().map(|column| match object.get(column) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        }));
        Ok(true)
    }

    fn csv_error(&self, error: csv::Error) -> ReportError {
        // The reader counts from the second line of the file.
        let line = error.position().map_or_else(|| self.line(), |position| position.line() + 1);
        let problem = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("the line has {len} cells instead of {expected_len}")
            }
            csv::ErrorKind::Utf8 { .. } => "the line is not UTF-8 text".into(),
            csv::ErrorKind::Io(error) => error.to_string(),
            _ => error.to_string(),
        };
        ReportError::Line { path: self.path.clone(), line, problem }
    }

    /// Whether the last line was skipped, because it has no line break.
    pub(crate) fn is_truncated(&self) -> bool {
        match &self.lines {
            Lines::Csv { reader, first_line_bytes, .. } => {
                let source = reader.get_ref().get_ref();
                let is_last_line = first_line_bytes + reader.position().byte() == source.bytes;
                source.is_at_end && source.line_bytes > 0 && is_last_line
            }
            Lines::Json { is_truncated, .. } => *is_truncated,
        }
    }

    fn line(&self) -> u64 {
        match &self.lines {
            Lines::Csv { reader, record, .. } => record.position().unwrap_or(reader.position()).line() + 1,
            Lines::Json { line, .. } => *line,
        }
    }

    /// Makes the error for the line that was read last.
    pub(crate) fn bad_line(&self, problem: impl Into<String>) -> ReportError {
        ReportError::Line { path: self.path.clone(), line: self.line(), problem: problem.into() }
    }

    /// Returns the index of a column that the file must have.
    pub(crate) fn column(&self, name: &str) -> Result<usize, ReportError> {
        let index = self.columns.iter().position(|column| column == name);
        index.ok_or_else(|| self.bad_line(format!("the column `{name}` is missing")))
    }

    /// The text of a cell of the line that was read last.
    pub(crate) fn cell(&self, column: usize) -> &str {
        match &self.lines {
            Lines::Csv { record, .. } => record.get(column).unwrap_or_default(),
            Lines::Json { cells, .. } => cells.get(column).map_or("", String::as_str),
        }
    }

    /// The number in a cell. `None` if the cell is empty.
    pub(crate) fn number(&self, column: usize) -> Result<Option<f64>, ReportError> {
        match self.cell(column) {
            "" => Ok(None),
            text => match text.parse::<f64>() {
                Ok(number) if number.abs() <= LARGEST => Ok(Some(number)),
                _ => Err(self.bad_line(format!(
                    "`{}` is not a number that `{}` can have",
                    cut(text, 40),
                    cut(&self.columns[column], 40)
                ))),
            },
        }
    }
}

/// Returns the beginning of a text that is too long.
pub(crate) fn cut(text: &str, most_chars: usize) -> &str {
    text.char_indices().nth(most_chars).map_or(text, |(end, _)| &text[..end])
}
