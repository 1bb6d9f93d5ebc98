//! Numbers of a drawing: canvas units, rounded to hundredths and written without trailing zeros.

use serde::{Serialize, Serializer};

/// Rounds to hundredths.
pub(crate) fn rounded(number: f64) -> f64 {
    let hundredths = (number * 100.0).round() / 100.0;
    if hundredths == 0.0 { 0.0 } else { hundredths } // Avoid -0.
}

/// A number as text: `34`, `2.5`.
pub(crate) fn format_number(number: f64) -> String {
    rounded(number).to_string()
}

/// Serializes a number; whole numbers get no fraction.
pub(crate) fn serialize_short<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    let number = rounded(*number);
    if number.fract() == 0.0 && number.abs() < 1e9 { to.serialize_i64(number as i64) } else { to.serialize_f64(number) }
}

/// A number that serializes in short form.
pub(crate) struct ShortNumber(pub(crate) f64);

impl Serialize for ShortNumber {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        serialize_short(&self.0, to)
    }
}

/// Serializes an optional number in short form.
pub(crate) fn serialize_short_option<S: Serializer>(number: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => serialize_short(number, to),
        None => to.serialize_none(),
    }
}
