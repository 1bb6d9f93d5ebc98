//! Finds a bracket or text that a TOML file leaves open. The TOML parser itself reports errors on later lines instead.

use std::ops::Range;

/// A bracket or text that is not closed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unclosed {
    /// The opening delimiter in the file.
    pub(crate) span: Range<usize>,
    /// The opening delimiter: `[`, `{`, `"""` or `'''`.
    pub(crate) what: &'static str,
    /// The closing delimiter that is missing.
    pub(crate) close: &'static str,
    /// Byte of the later line that shows it; `None` if the file just ends.
    pub(crate) shown_by: Option<usize>,
}

/// The first unclosed delimiter of a text that is not valid TOML.
pub(crate) fn find_unclosed(text: &str) -> Option<Unclosed> {
    let mut open: Vec<(usize, &'static str, &'static str)> = Vec::new();
    let unclosed = |(at, what, close): (usize, &'static str, &'static str), shown_by: Option<usize>| {
        Some(Unclosed { span: at..at + what.len(), what, close, shown_by })
    };
    let mut at = 0;
    let mut begins_line = true;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if std::mem::take(&mut begins_line) {
            let line = rest.split('\n').next().unwrap_or_default();
            let first = at + line.len() - line.trim_start().len();
            match open.last() {
                None if is_header(line) => {
                    at += line.len();
                    continue;
                }
                // A list has no keys, and neither a list nor an inline table contains a heading.
                Some(last) if is_header(line) || last.1 == "[" && is_entry(line) => {
                    return unclosed(*last, Some(first));
                }
                _ => {}
            }
        }
        let byte = rest.as_bytes()[0];
        match byte {
            b'\n' => begins_line = true,
            b'#' => at += rest.find('\n').unwrap_or(rest.len()) - 1,
            b'"' | b'\'' => match ["\"\"\"", "'''"].into_iter().find(|quotes| rest.starts_with(quotes)) {
                Some(quotes) => {
                    let Some(end) = end_of_multi_line_text(&rest[3..], quotes) else {
                        return unclosed((at, quotes, quotes), None);
                    };
                    // If the line of the closing quotes reads like `key = """`, they open the next text.
                    let closes = at + 3 + end;
                    let line = text[..closes].rfind('\n').map_or(0, |end| end + 1);
                    if line > at && text[line..closes].trim_end().ends_with('=') && is_entry(&text[line..closes]) {
                        return unclosed((at, quotes, quotes), Some(line));
                    }
                    at = closes + 2;
                    // Up to two quotes may come right before the closing ones.
                    while text.as_bytes().get(at + 1) == Some(&byte) {
                        at += 1;
                    }
                }
                None => at += end_of_one_line_text(rest),
            },
            b'[' => open.push((at, "[", "]")),
            b'{' => open.push((at, "{", "}")),
            b']' | b'}' => match open.pop() {
                Some(last) if last.2.as_bytes()[0] != byte => return unclosed(last, Some(at)),
                Some(_) => {}
                None => return None, // Never opened; the TOML parser reports it.
            },
            _ => {}
        }
        at += 1;
        while !text.is_char_boundary(at) {
            at += 1;
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

/// Whether a line is a key and its value: `box = …`.
fn is_entry(line: &str) -> bool {
    let Some((key, _)) = line.split_once('=') else { return false };
    let key = key.trim();
    !key.is_empty() && key.chars().all(is_key_char)
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// The byte where the closing quotes of a multi-line text begin.
fn end_of_multi_line_text(rest: &str, quotes: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let end = from + rest.get(from..)?.find(quotes)?;
        let slashes = rest[..end].bytes().rev().take_while(|byte| *byte == b'\\').count();
        if quotes == "'''" || slashes.is_multiple_of(2) {
            return Some(end);
        }
        from = end + 1;
    }
}

/// The byte of the closing quote of a one-line text, or of the end of the line.
fn end_of_one_line_text(rest: &str) -> usize {
    let quote = rest.as_bytes()[0];
    let mut is_escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => return at - 1,
            _ if is_escaped => is_escaped = false,
            b'\\' if quote == b'"' => is_escaped = true,
            _ if byte == quote => return at,
            _ => {}
        }
    }
    rest.len() - 1
}

#[cfg(test)]
mod tests {
    use super::find_unclosed;

    /// The line of the unclosed delimiter, and the delimiter.
    fn unclosed_in(text: &str) -> Option<(usize, &'static str)> {
        let found = find_unclosed(text)?;
        Some((text[..found.span.start].matches('\n').count() + 1, found.what))
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
