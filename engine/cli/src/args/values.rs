//! Reads the values of arguments.

use cardwright_session::OnFailure;

pub(super) fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=VALUE".into()),
    }
}

pub(super) fn on_failure(text: &str) -> Result<OnFailure, String> {
    OnFailure::named(text).ok_or_else(|| "write `stop`, `random` or `forfeit`".into())
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

pub(super) fn whole_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a whole number".into())
}

pub(super) fn at_least_one(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or("write a whole number, 1 or more".into())
}
