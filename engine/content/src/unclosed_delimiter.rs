//! Finds a bracket or text that a TOML file leaves open. The TOML parser reports such an error only on a later line.

use std::ops::Range;

/// A bracket or text that the file does not close.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unclosed {
    /// The bytes of the opening delimiter.
    pub(crate) span: Range<usize>,
    /// The opening delimiter: `[`, `{`, `"""` or `'''`.
    pub(crate) opening: &'static str,
    /// The closing delimiter that is missing.
    pub(crate) closing: &'static str,
    /// Byte offset of the first later place that cannot be inside the bracket or text, such as `[[space]]`. `None` if
    /// the file ends before.
    pub(crate) shown_by: Option<usize>,
}

/// Finds the first unclosed delimiter of a text that is not valid TOML.
pub(crate) fn find_unclosed(text: &str) -> Option<Unclosed> {
    // For each open bracket: its byte offset, and the opening and closing delimiter.
    let mut open: Vec<(usize, &'static str, &'static str)> = Vec::new();
    let unclosed = |(start, opening, closing): (usize, &'static str, &'static str), shown_by: Option<usize>| {
        Some(Unclosed { span: start..start + opening.len(), opening, closing, shown_by })
    };
    let mut offset = 0;
    let mut begins_line = true;
    while let Some(remaining) = text.get(offset..).filter(|remaining| !remaining.is_empty()) {
        if std::mem::take(&mut begins_line) {
            let line = remaining.split('\n').next().unwrap_or_default();
            let first_char = offset + line.len() - line.trim_start().len();
            match open.last() {
                None if is_header(line) => {
                    offset += line.len();
                    continue;
                }
                // No list and no inline table contains a heading, and no list contains a key.
                Some(last) if is_header(line) || last.1 == "[" && is_key_line(line) => {
                    return unclosed(*last, Some(first_char));
                }
                _ => {}
            }
        }
        let byte = remaining.as_bytes()[0];
        match byte {
            b'\n' => begins_line = true,
            b'#' => offset += remaining.find('\n').unwrap_or(remaining.len()) - 1,
            b'"' | b'\'' => match ["\"\"\"", "'''"].into_iter().find(|quotes| remaining.starts_with(quotes)) {
                Some(quotes) => {
                    let Some(end) = end_of_multi_line_text(&remaining[3..], quotes) else {
                        return unclosed((offset, quotes, quotes), None);
                    };
                    // If the found quotes stand in a line like `key = """`, they open another text.
                    let closing_quotes = offset + 3 + end;
                    let line_start = text[..closing_quotes].rfind('\n').map_or(0, |newline| newline + 1);
                    let before = &text[line_start..closing_quotes];
                    if line_start > offset && before.trim_end().ends_with('=') && is_key_line(before) {
                        return unclosed((offset, quotes, quotes), Some(line_start));
                    }
                    offset = closing_quotes + 2;
                    // Up to two quotes may come right before the closing quotes.
                    while text.as_bytes().get(offset + 1) == Some(&byte) {
                        offset += 1;
                    }
                }
                None => offset += end_of_one_line_text(remaining),
            },
            b'[' => open.push((offset, "[", "]")),
            b'{' => open.push((offset, "{", "}")),
            b']' | b'}' => match open.pop() {
                Some(last) if last.2.as_bytes()[0] != byte => return unclosed(last, Some(offset)),
                Some(_) => {}
                None => return None, // The TOML parser reports a bracket that was never opened.
            },
            _ => {}
        }
        offset += 1;
        while !text.is_char_boundary(offset) {
            offset += 1;
        }
    }
    open.last().and_then(|last| unclosed(*last, None))
}

/// Whether a line is a heading: `[meta]`, `[[space]]`, `[text.hello]`.
fn is_header(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim();
    let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) else { return false };
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name).trim();
    let is_value = matches!(name, "true" | "false" | "inf" | "nan");
    !is_value && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_key_char)
}

/// Whether a line sets a key: `box = …`.
fn is_key_line(line: &str) -> bool {
    let Some((key, _)) = line.split_once('=') else { return false };
    let key = key.trim();
    !key.is_empty() && key.chars().all(is_key_char)
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// Finds the byte offset of the closing quotes of a multi-line text.
fn end_of_multi_line_text(remaining: &str, quotes: &str) -> Option<usize> {
    let mut start = 0;
    loop {
        let end = start + remaining.get(start..)?.find(quotes)?;
        let backslashes = remaining[..end].bytes().rev().take_while(|byte| *byte == b'\\').count();
        if quotes == "'''" || backslashes.is_multiple_of(2) {
            return Some(end);
        }
        start = end + 1;
    }
}

/// Finds the byte offset of the closing quote of a one-line text. If the quote is missing, returns the offset of the
/// last byte of the line.
fn end_of_one_line_text(remaining: &str) -> usize {
    let quote = remaining.as_bytes()[0];
    let mut is_escaped = false;
    for (offset, byte) in remaining.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => return offset - 1,
            _ if is_escaped => is_escaped = false,
            b'\\' if quote == b'"' => is_escaped = true,
            _ if byte == quote => return offset,
            _ => {}
        }
    }
    remaining.len() - 1
}

#[cfg(test)]
mod tests {
    use super::find_unclosed;

    /// Returns the line of the unclosed delimiter, and the delimiter.
    fn unclosed_in(text: &str) -> Option<(usize, &'static str)> {
        let found = find_unclosed(text)?;
        Some((text[..found.span.start].matches('\n').count() + 1, found.opening))
    }

    #[test]
    fn an_unclosed_delimiter_is_found_where_it_opens() {
        assert_eq!(unclosed_in("a = 1\nbox = [1, 2\nat = [1, 2]\n[[space]]\nid = \"x\"\n"), Some((2, "[")));
        assert_eq!(unclosed_in("a = [\n  [1, 2],\n  [3, 4\n]\nb = 1\n"), Some((1, "[")));
        assert_eq!(unclosed_in("a = [[1, 2]\n\n[[space]]\n"), Some((1, "[")));
        assert_eq!(unclosed_in("a = { b = 1, c = 2\n\n[meta]\nid = 1\n"), Some((1, "{")));
        assert_eq!(unclosed_in("a = { b = [1, 2 }\nc = 3\n"), Some((1, "[")));
        assert_eq!(unclosed_in("a = [1, 2\n"), Some((1, "[")));
        assert_eq!(unclosed_in("a = \"\"\"one\ntwo\nb = 1\n"), Some((1, "\"\"\"")));
        assert_eq!(unclosed_in("a = \"\"\"one\ntwo\n[[card]]\nb = \"\"\"three\"\"\"\n"), Some((1, "\"\"\"")));
        assert_eq!(unclosed_in("a = '''one\n"), Some((1, "'''")));
    }

    #[test]
    fn closed_delimiters_are_not_reported() {
        for text in [
            "a = [\n  1, # [ of a note\n  2,\n]\n[meta]\nb = { c = [1], d = \"]\" }\n[[x.y]]\n",
            "a = \"\"\"\n[meta]\nb = 1 \\\"\"\" \"\"\"\"\"\nc = ']'\nd = '''\\'''\n",
            "a = \"[\\\"[\"\nb = [ [\"x\"],\n  [true],\n  [1] ]\n",
            "a = ]\n",
            "a = \"é [\nb = 1\n",
            "",
        ] {
            assert_eq!(unclosed_in(text), None, "{text}");
        }
    }
}
