//! Reads lines of limited length.

use std::io::{self, BufRead, Read};

/// The most bytes of a line.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// A line from outside.
#[derive(Debug)]
pub(crate) enum Line {
    Bytes(Vec<u8>),
    TooLong,
}

/// Reads the next line. `None` at the end of the input. The rest of a line that is too long
/// stays in the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if line.len() > MAX_LINE && !line.ends_with(b"\n") {
        return Ok(Some(Line::TooLong));
    }
    Ok((!line.is_empty()).then_some(Line::Bytes(line)))
}
