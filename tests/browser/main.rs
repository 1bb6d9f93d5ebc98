//! The table's page in a real browser. Without Chromium on the machine nothing is tried, which is said; with `CI` set, that is a fault.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod access;
mod cdp;
mod choosing;
mod desk;
mod figures;
mod games;
mod hands;
mod heard;
mod hostile;
mod looking;
mod page;
mod player;
mod reading;
mod replay;
mod seats;
mod served;

use cdp::Browser;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One browser at a time: they tell how long things take.
static ONE: Mutex<()> = Mutex::new(());

/// The browser, if there is one.
fn browser() -> Option<(Browser, MutexGuard<'static, ()>)> {
    let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    Browser::start().map(|browser| (browser, one))
}

const DESKTOP: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);
