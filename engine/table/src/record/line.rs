//! One line of a record, written and read with its checksum.

use cardwright_content::truncated;
use serde::{Deserialize, Serialize};

fn checksum(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..8].to_owned()
}

/// Writes the line for a header or an event, with its checksum.
pub fn line_of(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    let sum = checksum(&text);
    format!("{text}\t{sum}\n")
}

/// Reads a line and checks its checksum. The line ending may be LF, CRLF or missing, because an editor may have changed
/// it.
pub(super) fn parse_checked<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Result<T, String> {
    let line = std::str::from_utf8(line).map_err(|_| "it is no text".to_owned())?;
    let (json, sum) = without_line_ending(line).rsplit_once('\t').ok_or("it has no checksum")?;
    if checksum(json) != sum {
        return Err("its checksum is wrong".into());
    }
    serde_json::from_str(json).map_err(|e| truncated(&e.to_string()))
}

fn without_line_ending(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Parses a line in which one bit may have flipped, by trying every bit.
pub(super) fn parse_repaired<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Option<T> {
    /// Trying every bit of a longer line would take too long.
    const MAX_LENGTH: usize = 2048;
    if line.len() > MAX_LENGTH {
        return None;
    }
    let mut candidate = line.to_vec();
    for index in 0..candidate.len() {
        for bit in 0..8 {
            candidate[index] ^= 1 << bit;
            if let Ok(value) = parse_checked(&candidate) {
                return Some(value);
            }
            candidate[index] ^= 1 << bit;
        }
    }
    None
}
