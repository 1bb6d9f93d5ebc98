//! The table in the browser, without a browser: a real server on a free port, and sockets that speak to it.
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub)]

mod aside;
mod common;
mod desk;
mod doors;
mod failing;
mod fresh;
mod keys;
mod notes;
mod parts;
mod patience;
mod places;
mod play;
mod records;
mod rough;
mod secrets;
