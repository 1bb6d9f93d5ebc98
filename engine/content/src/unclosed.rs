//! Where a bracket or a text was left open: what reads on from there stumbles over each line that follows, and never over the slip.

use std::ops::Range;

/// What was opened and not closed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unclosed {
    /// Where it opens.
    pub(crate) span: Range<usize>,
    /// What opens: `[`, `{`, `"""`, `'''`.
    pub(crate) what: &'static str,
    /// What would close it.
    pub(crate) close: &'static str,
    /// Where the next thing begins, which shows that it is open; none at the end of the file.
    pub(crate) by: Option<usize>,
}

/// The first of a text that is no TOML.
pub(crate) fn unclosed(text: &str) -> Option<Unclosed> {
    let mut open: Vec<(usize, &'static str, &'static str)> = Vec::new();
    let left = |(at, what, close): (usize, &'static str, &'static str), by: Option<usize>| {
        Some(Unclosed { span: at..at + what.len(), what, close, by })
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
                // In a list no key stands, and neither there nor in a table of one line a heading.
                Some(last) if is_header(line) || last.1 == "[" && is_entry(line) => return left(*last, Some(first)),
                _ => {}
            }
        }
        let byte = rest.as_bytes()[0];
        match byte {
            b'\n' => begins_line = true,
            b'#' => at += rest.find('\n').unwrap_or(rest.len()) - 1,
            b'"' | b'\'' => match ["\"\"\"", "'''"].into_iter().find(|quotes| rest.starts_with(quotes)) {
                Some(quotes) => {
                    let Some(end) = end_of_text(&rest[3..], quotes) else { return left((at, quotes, quotes), None) };
                    // What closes it opens the next: its line reads like an entry of its own.
                    let closes = at + 3 + end;
                    let line = text[..closes].rfind('\n').map_or(0, |end| end + 1);
                    if line > at && text[line..closes].trim_end().ends_with('=') && is_entry(&text[line..closes]) {
                        return left((at, quotes, quotes), Some(line));
                    }
                    at = closes + 2;
                    // Up to two quotes may stand before those that close it.
                    while text.as_bytes().get(at + 1) == Some(&byte) {
                        at += 1;
                    }
                }
                None => at += end_of_line_text(rest),
            },
            b'[' => open.push((at, "[", "]")),
            b'{' => open.push((at, "{", "}")),
            b']' | b'}' => match open.pop() {
                Some(last) if last.2.as_bytes()[0] != byte => return left(last, Some(at)),
                Some(_) => {}
                None => return None, // It was never opened: what reads it says so.
            },
            _ => {}
        }
        at += 1;
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    open.last().and_then(|last| left(*last, None))
}

/// `[meta]`, `[[space]]`, `[text.hello]`: a heading, which no value looks like.
fn is_header(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim();
    let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) else { return false };
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name).trim();
    let is_value = matches!(name, "true" | "false" | "inf" | "nan");
    !is_value && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_of_key)
}

/// `box = …`: a key and its value.
fn is_entry(line: &str) -> bool {
    let Some((key, _)) = line.split_once('=') else { return false };
    let key = key.trim();
    !key.is_empty() && key.chars().all(is_of_key)
}

fn is_of_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// Where the quotes begin that close a text of several lines.
fn end_of_text(rest: &str, quotes: &str) -> Option<usize> {
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

/// How far after its first quote a text ends that stands on one line; one that is not closed ends with it.
fn end_of_line_text(rest: &str) -> usize {
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
    use super::unclosed;

    /// The line on which something opens, and what.
    fn told(text: &str) -> Option<(usize, &'static str)> {
        let found = unclosed(text)?;
        Some((text[..found.span.start].matches('\n').count() + 1, found.what))
    }

    #[test]
    fn what_is_left_open_is_found_where_it_opens() {
        assert_eq!(told("a = 1\nbox = [1, 2\nat = [1, 2]\n[[space]]\nid = \"x\"\n"), Some((2, "[")));
        assert_eq!(told("a = [\n  [1, 2],\n  [3, 4\n]\nb = 1\n"), Some((1, "[")));
        assert_eq!(told("a = [[1, 2]\n\n[[space]]\n"), Some((1, "[")));
        assert_eq!(told("a = { b = 1, c = 2\n\n[meta]\nid = 1\n"), Some((1, "{")));
        assert_eq!(told("a = { b = [1, 2 }\nc = 3\n"), Some((1, "[")));
        assert_eq!(told("a = [1, 2\n"), Some((1, "[")));
        assert_eq!(told("a = \"\"\"one\ntwo\nb = 1\n"), Some((1, "\"\"\"")));
        assert_eq!(told("a = \"\"\"one\ntwo\n[[card]]\nb = \"\"\"three\"\"\"\n"), Some((1, "\"\"\"")));
        assert_eq!(told("a = '''one\n"), Some((1, "'''")));
    }

    #[test]
    fn what_is_closed_is_left_alone() {
        for text in [
            "a = [\n  1, # [ of a note\n  2,\n]\n[meta]\nb = { c = [1], d = \"]\" }\n[[x.y]]\n",
            "a = \"\"\"\n[meta]\nb = 1 \\\"\"\" \"\"\"\"\"\nc = ']'\nd = '''\\'''\n",
            "a = \"[\\\"[\"\nb = [ [\"x\"],\n  [true],\n  [1] ]\n",
            "a = ]\n",
            "a = \"é [\nb = 1\n",
            "",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
