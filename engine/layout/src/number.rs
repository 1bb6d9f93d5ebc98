//! Numbers of a drawing: canvas units, to a hundredth, and written as short as that allows.

use serde::{Serialize, Serializer};

/// To a hundredth.
pub(crate) fn rounded(number: f64) -> f64 {
    let hundredths = (number * 100.0).round() / 100.0;
    if hundredths == 0.0 { 0.0 } else { hundredths } // Not -0.
}

/// As a drawing writes it: `34`, `2.5`.
pub(crate) fn written(number: f64) -> String {
    rounded(number).to_string()
}

/// A number of a drawing as JSON: whole ones without a fraction.
pub(crate) fn short<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    let number = rounded(*number);
    if number.fract() == 0.0 && number.abs() < 1e9 { to.serialize_i64(number as i64) } else { to.serialize_f64(number) }
}

/// A number of a drawing among others.
pub(crate) struct Short(pub(crate) f64);

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        short(&self.0, to)
    }
}

/// The same of one that may be left out.
pub(crate) fn short_if<S: Serializer>(number: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => short(number, to),
        None => to.serialize_none(),
    }
}
