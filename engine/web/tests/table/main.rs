//! Tests of the server without a browser: a real server on a free port, and WebSocket clients.
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub)]

mod access;
mod common;
mod failing_rules;
mod host;
mod hostile;
mod keys;
mod notes;
mod parts;
mod places;
mod play;
mod rate_limit;
mod records;
mod reload;
mod secrets;
mod worker;
