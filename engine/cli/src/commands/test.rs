//! `cardwright test`: rule tests.

use crate::args::Test;
use crate::failure::Failure;
use crate::packs::Packs;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Test) -> Result<ExitCode, Failure> {
    let _ = (packs, args);
    Err(Failure::Findings("rule tests are not built in yet".into()))
}
