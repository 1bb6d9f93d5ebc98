//! `cardwright replay`: a recorded game as a log, under its own rules or today's.

use crate::args::Replay;
use crate::failure::{FINDINGS, Failure};
use crate::packs::{self, Packs, counted};
use crate::recorded::{Book, start_under};
use crate::{out, saved};
use cardwright_state::notation;
use cardwright_table::label::Audience;
use cardwright_table::table_event_row as _;
use cardwright_table::{Event, ReadRecord, Table, WhyNot, record};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Replay) -> Result<ExitCode, Failure> {
    todo!()
}
