//! Checks the numbers of an SVG: each must be finite and not absurdly large.

/// The largest allowed absolute value.
const MAX_ABSOLUTE: f64 = 100_000.0;

/// Attributes with a list of numbers, in which letters may precede numbers.
const LISTS: [&str; 3] = ["d", "points", "viewbox"];
/// Attributes with one number, perhaps with a unit.
const SINGLE: [&str; 21] = [
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
/// Attributes without numbers.
const NAMES: [&str; 5] = ["id", "class", "font-family", "version", "href"];

/// Checks the numbers in the value of an attribute; gives how many there are.
///
/// # Errors
/// What is wrong with a number.
pub(super) fn count_numbers(key: &str, value: &str) -> Result<usize, String> {
    if NAMES.contains(&key) || key.contains(':') || key == "xmlns" {
        return Ok(0);
    }
    let mut numbers = 0;
    let is_list = LISTS.contains(&key);
    let bytes = value.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        if let Some(end) = number_end(bytes, at) {
            let written = &value[at..end];
            if !written.parse::<f64>().is_ok_and(|number| number.abs() <= MAX_ABSOLUTE) {
                let shown: String = written.chars().take(20).collect();
                return Err(format!("has `{shown}`; the limit is {MAX_ABSOLUTE}"));
            }
            at = end;
            numbers += 1;
        } else if byte.is_ascii_alphabetic() || byte == b'#' {
            // Skip words, colours and names of gradients, which may contain digits.
            let long = bytes[at + 1..].iter().take_while(|byte| !is_list && byte.is_ascii_alphanumeric()).count();
            let word = &value[at..at + 1 + long];
            let is_no_number = ["nan", "inf", "infinity"].iter().any(|of| word.eq_ignore_ascii_case(of));
            let is_no_command = is_list && !b"MmLlHhVvCcSsQqTtAaZz".contains(&byte);
            if SINGLE.contains(&key) && is_no_number || is_no_command {
                return Err("is not a number".into());
            }
            at += 1 + long;
        } else {
            at += 1;
        }
    }
    Ok(numbers)
}

/// The end of a number that begins at `from`: `-1.5e3`, `.5`. `None` if there is no number.
fn number_end(bytes: &[u8], from: usize) -> Option<usize> {
    let digits = |at: usize| bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = from + usize::from(matches!(bytes.get(from), Some(b'+' | b'-')));
    let whole = digits(at);
    at += whole;
    let part = if bytes.get(at) == Some(&b'.') { digits(at + 1) } else { 0 };
    if whole + part == 0 {
        return None;
    }
    at += if part > 0 { 1 + part } else { 0 };
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let power = digits(at + 1 + sign);
        at += if power > 0 { 1 + sign + power } else { 0 };
    }
    Some(at)
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
