//! One line of a record, written and read with its checksum.

use cardwright_content::truncated;
use serde::{Deserialize, Serialize};

fn checksum(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..8].to_owned()
}

/// The line for a header or an event, with its checksum.
pub fn line_of(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    let sum = checksum(&text);
    format!("{text}\t{sum}\n")
}

/// Reads a line. Its ending does not matter: an editor may have changed it to CRLF or cut it off.
pub(super) fn parse_checked<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Result<T, String> {
    let line = std::str::from_utf8(line).map_err(|_| "it is no text".to_owned())?;
    let (json, sum) = without_end(line).rsplit_once('\t').ok_or("it has no checksum")?;
    if checksum(json) != sum {
        return Err("its checksum is wrong".into());
    }
    serde_json::from_str(json).map_err(|e| truncated(&e.to_string()))
}

fn without_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Repairs a line in which one bit flipped. Longer lines would take too long.
pub(super) fn repaired<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Option<T> {
    const LONGEST: usize = 2048;
    if line.len() > LONGEST {
        return None;
    }
    let mut tried = line.to_vec();
    for at in 0..tried.len() {
        for bit in 0..8 {
            tried[at] ^= 1 << bit;
            // A changed line ending is handled elsewhere.
            if let Ok(value) = parse_checked(&tried) {
                return Some(value);
            }
            tried[at] ^= 1 << bit;
        }
    }
    None
}
