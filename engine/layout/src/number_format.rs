//! Numbers of a drawing: canvas units, rounded to hundredths and written without trailing zeros.

use serde::{Serialize, Serializer};

/// Rounds to hundredths.
pub(crate) fn rounded(number: f64) -> f64 {
    let hundredths = (number * 100.0).round() / 100.0;
    if hundredths == 0.0 { 0.0 } else { hundredths } // Avoid -0.
}

/// Writes a number as text: `34`, `2.5`.
pub(crate) fn format_number(number: f64) -> String {
    rounded(number).to_string()
}

/// Serializes a number. Whole numbers get no fraction.
pub(crate) fn serialize_short<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let number = rounded(*number);
    let is_whole = number.fract() == 0.0 && number.abs() < 1e9;
    if is_whole { serializer.serialize_i64(number as i64) } else { serializer.serialize_f64(number) }
}

/// A number that [`serialize_short`] serializes.
pub(crate) struct ShortNumber(pub(crate) f64);

impl Serialize for ShortNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_short(&self.0, serializer)
    }
}

/// Serializes an optional number with [`serialize_short`].
pub(crate) fn serialize_short_option<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => serialize_short(number, serializer),
        None => serializer.serialize_none(),
    }
}
