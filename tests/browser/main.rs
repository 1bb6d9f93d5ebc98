//! Tests of the page in a real browser. If the machine has no Chromium, the tests print a notice and pass, or fail if
//! `CI` is set.
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
mod pictures;
mod replay;
mod replies;
mod screen_reader;
mod seats;
mod server;
mod whole_games;

use chromium::Browser;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Only one test uses a browser at a time, because some tests measure times.
static BROWSER_LOCK: Mutex<()> = Mutex::new(());

/// Starts the browser if the machine has one. The guard keeps other tests from using a browser.
fn browser() -> Option<(Browser, MutexGuard<'static, ()>)> {
    let lock = BROWSER_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    Browser::start().map(|browser| (browser, lock))
}

/// Screen sizes in pixels: width and height.
const DESKTOP: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);
