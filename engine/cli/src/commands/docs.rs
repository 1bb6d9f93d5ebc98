//! `cardwright docs`: the reference of the host API, generated.

use crate::args::{Docs, Page};
use crate::failure::Failure;
use crate::{out, reference};
use std::process::ExitCode;

pub(crate) fn run(args: &Docs) -> Result<ExitCode, Failure> {
    out::text(&match args.page {
        Page::Api => reference::api(),
        Page::Types => reference::types(),
    });
    Ok(ExitCode::SUCCESS)
}
