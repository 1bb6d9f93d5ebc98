//! Tests of the page in a real browser. Without Chromium on the machine they print so and pass; with `CI` set they
//! fail.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod accessibility;
mod choosing;
mod chromium;
mod click_player;
mod details;
mod host;
mod hostile_texts;
mod keyboard_and_touch;
mod map_zoom;
mod page_source;
mod performance;
mod replay;
mod replies;
mod screen_reader;
mod seats;
mod server;
mod whole_games;

use chromium::Browser;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One test uses the browser at a time, because some measure times.
static ONE: Mutex<()> = Mutex::new(());

/// The browser, if the machine has one.
fn browser() -> Option<(Browser, MutexGuard<'static, ()>)> {
    let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    Browser::start().map(|browser| (browser, one))
}

const DESKTOP: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);
