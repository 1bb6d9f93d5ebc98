//! `cardwright report`: makes a page from result files of simulations.

use super::export_board;
use crate::args::Report;
use crate::failure::Failure;
use crate::out;
use std::process::ExitCode;

pub(crate) fn run(args: &Report) -> Result<ExitCode, Failure> {
    let page = cardwright_report::report(&args.files).map_err(|error| Failure::File(error.to_string()))?;
    page.notes.iter().for_each(|note| out::note(format!("note: {note}")));
    match &args.out {
        Some(path) => {
            export_board::write(path, page.html.as_bytes())?;
            out::note(format!("page: {}", path.display()));
        }
        None => out::text(&page.html),
    }
    Ok(ExitCode::SUCCESS)
}
