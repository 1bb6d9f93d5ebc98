//! Estimates the width of text from two tables of letter widths. The tables are for DejaVu Sans, the first font of the
//! drawings. Other sans-serif fonts differ little.

/// The widths of regular letters, in hundredths of the font size: first the characters 32 to 126, then the characters
/// 160 to 383.
static REGULAR_WIDTHS: [u8; 319] = [
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84,
    84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69,
    61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63,
    59, 82, 59, 59, 52, 64, 34, 64, 84, 32, 40, 64, 64, 64, 64, 34, 50, 50, 100, 47, 61, 84, 36, 100, 50, 50, 84, 40,
    40, 50, 64, 64, 32, 50, 40, 47, 61, 97, 97, 97, 53, 68, 68, 68, 68, 68, 68, 97, 70, 63, 63, 63, 63, 29, 29, 29, 29,
    77, 75, 79, 79, 79, 79, 79, 84, 79, 73, 73, 73, 73, 61, 60, 63, 61, 61, 61, 61, 61, 61, 98, 55, 62, 62, 62, 62, 28,
    28, 28, 28, 61, 63, 61, 61, 61, 61, 61, 84, 61, 63, 63, 63, 63, 59, 63, 59, 68, 61, 68, 61, 68, 61, 70, 55, 70, 55,
    70, 55, 70, 55, 77, 63, 77, 63, 63, 62, 63, 62, 63, 62, 63, 62, 63, 62, 77, 63, 77, 63, 77, 63, 77, 63, 75, 63, 92,
    69, 29, 28, 29, 28, 29, 28, 29, 28, 29, 28, 59, 56, 29, 28, 66, 58, 58, 56, 28, 56, 28, 56, 38, 56, 34, 56, 28, 75,
    63, 75, 63, 75, 63, 81, 75, 63, 79, 61, 79, 61, 79, 61, 107, 102, 69, 41, 69, 41, 69, 41, 63, 52, 63, 52, 63, 52,
    63, 52, 61, 39, 61, 39, 61, 39, 73, 63, 73, 63, 73, 63, 73, 63, 73, 63, 73, 63, 99, 82, 61, 59, 61, 69, 52, 69, 52,
    69, 52, 35,
];
/// The widths of bold letters, in the same order.
static BOLD_WIDTHS: [u8; 319] = [
    35, 46, 52, 84, 70, 100, 87, 31, 46, 46, 52, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 40, 40,
    84, 84, 84, 58, 100, 77, 76, 73, 83, 68, 68, 82, 84, 37, 37, 77, 64, 100, 84, 85, 73, 85, 77, 72, 68, 81, 77, 110,
    77, 72, 73, 46, 37, 46, 84, 50, 50, 67, 72, 59, 72, 68, 44, 72, 71, 34, 34, 67, 34, 104, 71, 69, 72, 72, 49, 60,
    48, 71, 65, 92, 65, 65, 58, 71, 37, 71, 84, 35, 46, 70, 70, 64, 70, 37, 50, 50, 100, 56, 65, 84, 42, 100, 50, 50,
    84, 44, 44, 50, 74, 64, 38, 50, 44, 56, 65, 104, 104, 104, 58, 77, 77, 77, 77, 77, 77, 108, 73, 68, 68, 68, 68, 37,
    37, 37, 37, 84, 84, 85, 85, 85, 85, 85, 84, 85, 81, 81, 81, 81, 72, 74, 72, 67, 67, 67, 67, 67, 67, 105, 59, 68,
    68, 68, 68, 34, 34, 34, 34, 69, 71, 69, 69, 69, 69, 69, 84, 69, 71, 71, 71, 71, 65, 72, 65, 77, 67, 77, 67, 77, 67,
    73, 59, 73, 59, 73, 59, 73, 59, 83, 72, 84, 72, 68, 68, 68, 68, 68, 68, 68, 68, 68, 68, 82, 72, 82, 72, 82, 72, 82,
    72, 84, 71, 97, 79, 37, 34, 37, 34, 37, 34, 37, 34, 37, 34, 74, 69, 37, 34, 77, 67, 67, 64, 34, 64, 34, 64, 48, 64,
    56, 64, 37, 84, 71, 84, 71, 84, 71, 98, 84, 71, 85, 69, 85, 69, 85, 69, 117, 109, 77, 49, 77, 49, 77, 49, 72, 60,
    72, 60, 72, 60, 72, 60, 68, 48, 68, 48, 68, 48, 81, 71, 81, 71, 81, 71, 81, 71, 81, 71, 81, 71, 110, 92, 72, 65,
    72, 73, 58, 73, 58, 73, 58, 44,
];

/// Returns the width of a letter that the tables do not contain: about 1 em for full-width scripts, and a little less
/// than an `m` for other scripts.
fn width_of_other(c: char) -> u8 {
    if matches!(u32::from(c), 0x1100..=0x115f | 0x2e80..=0xd7ff | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0x1f000..)
    {
        105
    } else {
        75
    }
}

/// Returns the width of a text at this font size, in canvas units.
pub(crate) fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    let table = if bold { &BOLD_WIDTHS } else { &REGULAR_WIDTHS };
    let letter = |c: char| match u32::from(c) {
        code @ 32..127 => table[code as usize - 32],
        // The first 95 widths of a table are those of the characters 32 to 126.
        code @ 160..384 => table[code as usize - 160 + 95],
        _ => width_of_other(c),
    };
    text.chars().map(|c| f64::from(letter(c))).sum::<f64>() * size / 100.0
}

/// Returns the largest font size up to `size` at which the text is at most `max_width` wide.
pub(crate) fn fit_size(text: &str, size: f64, bold: bool, max_width: f64) -> f64 {
    let width = text_width(text, size, bold);
    if width <= max_width { size } else { size * max_width / width }
}

/// Wraps a text at blanks into at most `lines` lines of this width. A text that does not fit is cut off with `…`.
pub(crate) fn wrap_text(text: &str, size: f64, bold: bool, max_width: f64, lines: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match out.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, bold) <= max_width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => out.push(word.to_owned()),
        }
    }
    let is_cut = out.len() > lines;
    out.truncate(lines);
    let last = out.len().saturating_sub(1);
    for (index, line) in out.iter_mut().enumerate() {
        if is_cut && index == last {
            line.push('…');
        }
        while text_width(line, size, bold) > max_width && line.chars().count() > 2 {
            let shorter: String = line.chars().take(line.chars().count() - 2).collect();
            *line = format!("{}…", shorter.trim_end());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{fit_size, text_width, wrap_text};

    #[test]
    fn bold_is_wider_and_wide_text_is_made_smaller() {
        assert!(text_width("Guatemala", 20.0, true) > text_width("Guatemala", 20.0, false));
        assert!((text_width("iiii", 10.0, false) - 11.2).abs() < 0.2);
        let size = fit_size("Dominican Republic", 20.0, true, 90.0);
        assert!(size < 20.0 && text_width("Dominican Republic", size, true) <= 90.01);
        assert_eq!(fit_size("Cuba", 20.0, true, 90.0), 20.0);
    }

    #[test]
    fn lines_are_wrapped_at_blanks_and_cut_off() {
        assert_eq!(wrap_text("one two three", 10.0, false, 45.0, 3), ["one two", "three"]);
        assert_eq!(wrap_text("one two three", 10.0, false, 45.0, 1), ["one tw…"]);
        assert!(wrap_text("", 10.0, false, 45.0, 3).is_empty());
    }
}
