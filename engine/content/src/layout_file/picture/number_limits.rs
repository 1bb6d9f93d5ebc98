//! Checks the numbers of an SVG: each must be finite and not absurdly large.

/// The largest allowed absolute value.
const MAX_ABSOLUTE: f64 = 100_000.0;

/// Attributes with a list of numbers. Letters may precede numbers: `M0,0L9,9`. All names are in lower case.
const LIST_ATTRIBUTES: [&str; 3] = ["d", "points", "viewbox"];
/// Attributes with one number, perhaps with a unit.
const NUMBER_ATTRIBUTES: [&str; 21] = [
    "x",
    "y",
    "x1",
    "x2",
    "y1",
    "y2",
    "cx",
    "cy",
    "fx",
    "fy",
    "r",
    "rx",
    "ry",
    "dx",
    "dy",
    "width",
    "height",
    "font-size",
    "stroke-width",
    "offset",
    "opacity",
];
/// Attributes whose values are not numbers, even if they look like numbers.
const NAME_ATTRIBUTES: [&str; 5] = ["id", "class", "font-family", "version", "href"];

/// Checks the numbers in the value of an attribute. Returns how many numbers the value has.
///
/// # Errors
/// Returns what is wrong with a number.
pub(super) fn count_numbers(key: &str, value: &str) -> Result<usize, String> {
    if NAME_ATTRIBUTES.contains(&key) || key.contains(':') || key == "xmlns" {
        return Ok(0);
    }
    let mut numbers = 0;
    let is_list = LIST_ATTRIBUTES.contains(&key);
    let bytes = value.as_bytes();
    let mut offset = 0;
    while let Some(byte) = bytes.get(offset).copied() {
        if let Some(end) = number_end(bytes, offset) {
            let number = &value[offset..end];
            if !number.parse::<f64>().is_ok_and(|parsed| parsed.abs() <= MAX_ABSOLUTE) {
                let short_number: String = number.chars().take(20).collect();
                return Err(format!("has `{short_number}`; the limit is {MAX_ABSOLUTE}"));
            }
            offset = end;
            numbers += 1;
        } else if byte.is_ascii_alphabetic() || byte == b'#' {
            // Skip words, colours and names of gradients, which may contain digits.
            let further_chars =
                bytes[offset + 1..].iter().take_while(|byte| !is_list && byte.is_ascii_alphanumeric()).count();
            let word = &value[offset..offset + 1 + further_chars];
            let is_no_number = ["nan", "inf", "infinity"].iter().any(|name| word.eq_ignore_ascii_case(name));
            let is_invalid_letter = is_list && !b"MmLlHhVvCcSsQqTtAaZz".contains(&byte);
            if NUMBER_ATTRIBUTES.contains(&key) && is_no_number || is_invalid_letter {
                return Err("is not a number".into());
            }
            offset += 1 + further_chars;
        } else {
            offset += 1;
        }
    }
    Ok(numbers)
}

/// Returns the byte offset after a number that begins at `start`: `-1.5e3`, `.5`. Returns `None` if no number begins at
/// `start`.
fn number_end(bytes: &[u8], start: usize) -> Option<usize> {
    let digits_at =
        |offset: usize| bytes[offset.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = start + usize::from(matches!(bytes.get(start), Some(b'+' | b'-')));
    let whole_digits = digits_at(end);
    end += whole_digits;
    let fraction_digits = if bytes.get(end) == Some(&b'.') { digits_at(end + 1) } else { 0 };
    if whole_digits + fraction_digits == 0 {
        return None;
    }
    end += if fraction_digits > 0 { 1 + fraction_digits } else { 0 };
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent_digits = digits_at(end + 1 + sign);
        end += if exponent_digits > 0 { 1 + sign + exponent_digits } else { 0 };
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::count_numbers;

    #[test]
    fn numbers_must_be_finite_and_not_too_large() {
        for (key, value) in [
            ("d", "M0,0l-1.5.5-2e1+3 4L9 9A5 5 0 01 3 3Z"),
            ("height", "210mm"),
            ("width", "100%"),
            ("fill", "#1e400f"),
            ("style", "fill:#9e999d;stroke-width:.5px"),
            ("transform", "matrix(1 0 0 -1 0 99999)"),
            ("fill", "url(#a1e999)"),
            ("id", "path1e999"),
            ("font-size", "1em"),
            ("viewbox", "0 0 100000 5"),
        ] {
            assert!(count_numbers(key, value).is_ok(), "{key} {value}");
        }
        assert_eq!(count_numbers("d", "M0,0l-1.5.5-2e1+3 4L9 9A5 5 0 01 3 3Z"), Ok(15));
        for (key, value) in [
            ("height", "NaN"),
            ("height", "-Infinity"),
            ("width", "1e400"),
            ("width", "100001"),
            ("d", "M0,0L1e400,3"),
            ("d", "M0,0LNaN,3"),
            ("points", "0,0 5,-2000000"),
            ("transform", "scale(1e99)"),
            ("style", "stroke-width:1e9px"),
            ("viewbox", "0 0 1e-3 9999999999999999999999"),
        ] {
            assert!(count_numbers(key, value).is_err(), "{key} {value}");
        }
    }
}
