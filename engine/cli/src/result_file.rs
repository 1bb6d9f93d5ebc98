//! Files of simulation results: CSV or JSON lines. The first line says what was played.

use crate::failure::Failure;
use cardwright_content::shell_word;
use cardwright_sim::{Cell, Simulation};
use cardwright_table::record;
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// The version of the format.
const FORMAT: u32 = 1;

/// Describes the games of a simulation, for the first line of a file. `shard` is the index and the number of shards.
pub(crate) fn about(sim: &Simulation, kind: &str, games: Option<u64>, shard: Option<(u64, u64)>) -> Map<String, Value> {
    let (program, set_up) = (sim.program(), sim.set_up());
    let board = &program.board;
    let sides = board.sides.iter().map(|side| json!({ "id": side.id, "name": side.name }));
    let seats = sim.seats().into_iter().map(|(sides, seat)| {
        let sides: Vec<&str> = sides.split('+').collect();
        json!({ "sides": sides, "player": seat.typed() })
    });
    let command: Vec<String> = std::env::args().map(|word| shell_word(Path::new(&word))).collect();
    let object = json!({
        "kind": kind,
        "format": FORMAT,
        "engine": env!("CARGO_PKG_VERSION"),
        "game": board.game,
        "title": board.name,
        "content": record::hex(&program.content.hash),
        "scenario": set_up.scenario,
        "options": sim.options().into_iter().map(|(id, value)| (id, value.into())).collect::<Map<_, _>>(),
        "sides": sides.collect::<Vec<_>>(),
        "seats": seats.collect::<Vec<_>>(),
        "seed": set_up.seed,
        "games": games,
        "shard": shard.map(|(i, n)| [i, n]),
        "periods": board.periods,
        "evaluates": program.evaluating_figure().map(|figure| &figure.name),
        "command": format!("cardwright {}", command.get(1..).unwrap_or_default().join(" ")),
    });
    object.as_object().cloned().unwrap_or_default()
}

/// A file of results that is being written.
pub(crate) struct ResultFile {
    path: PathBuf,
    out: Format,
    columns: Vec<String>,
}

enum Format {
    Csv(Box<csv::Writer<BufWriter<File>>>),
    JsonLines(BufWriter<File>),
}

impl ResultFile {
    /// Creates a file whose name ends in `.csv` or `.jsonl`, and writes its first lines.
    ///
    /// # Errors
    /// The name has another end, or the file cannot be written.
    pub(crate) fn create(path: &Path, about: &Map<String, Value>, columns: Vec<String>) -> Result<ResultFile, Failure> {
        let is_csv = match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => true,
            Some("jsonl") => false,
            _ => return Err(Failure::Usage(format!("{}: the name must end in .csv or .jsonl", path.display()))),
        };
        let failed = |error: std::io::Error| cannot_write(path, &error.to_string());
        let mut file = BufWriter::new(File::create(path).map_err(failed)?);
        let out = if is_csv {
            writeln!(file, "# {}", Value::Object(about.clone())).map_err(failed)?;
            let mut csv = csv::Writer::from_writer(file);
            csv.write_record(&columns).map_err(|error| cannot_write(path, &error.to_string()))?;
            Format::Csv(Box::new(csv))
        } else {
            writeln!(file, "{}", json!({ "about": about })).map_err(failed)?;
            Format::JsonLines(file)
        };
        Ok(ResultFile { path: path.to_owned(), out, columns })
    }

    /// Writes a line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(&mut self, cells: &[Cell]) -> Result<(), Failure> {
        let result = match &mut self.out {
            Format::Csv(csv) => csv.write_record(cells.iter().map(Cell::to_string)).map_err(|error| error.to_string()),
            Format::JsonLines(file) => {
                let values = cells.iter().map(|cell| match cell {
                    Cell::Empty => Value::Null,
                    Cell::Text(text) => text.as_str().into(),
                    Cell::Whole(number) => (*number).into(),
                    Cell::Real(number) => (*number).into(),
                    Cell::Boolean(is_so) => (*is_so).into(),
                });
                let line: Map<String, Value> = self.columns.iter().cloned().zip(values).collect();
                writeln!(file, "{}", Value::Object(line)).map_err(|error| error.to_string())
            }
        };
        result.map_err(|error| cannot_write(&self.path, &error))
    }

    /// Writes what is still in memory, so that the file has every line so far.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let result = match &mut self.out {
            Format::Csv(csv) => csv.flush(),
            Format::JsonLines(file) => file.flush(),
        };
        result.map_err(|error| cannot_write(&self.path, &error.to_string()))
    }
}

fn cannot_write(path: &Path, error: &str) -> Failure {
    Failure::File(format!("cannot write {}: {error}", path.display()))
}
