//! What text may hold: nothing that steers a terminal or makes a line read other than it runs.

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use std::sync::Arc;

/// Whether a character may stand in a text: no control character but line feeds and tabs, nothing that
/// turns the direction of writing, no line end of its own kind, nothing that takes room and is not seen or is seen only between others.
pub fn is_text(c: char) -> bool {
    match c {
        '\n' | '\t' => true,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{70f}' | '\u{8e2}' => false,
        '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' => false,
        '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' => false,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => false,
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e0000}'..='\u{e007f}' => false,
        c => !c.is_control(),
    }
}

/// How many bytes from the first on are letters, digits, signs, line feeds and tabs of ASCII, which nearly every text is of: many
/// are looked at as one.
fn plainest(bytes: &[u8]) -> usize {
    const AT_ONCE: usize = 32;
    let is_fit = |b: &u8| matches!(b, b'\n' | b'\t' | b' '..=b'~');
    let all_are_fit = |some: &&[u8]| some.iter().fold(true, |fit, b| fit & is_fit(b));
    let many = AT_ONCE * bytes.chunks_exact(AT_ONCE).take_while(all_are_fit).count();
    many + bytes[many..].iter().take_while(|b| is_fit(b)).count()
}

/// The first character that may not stand in a text, as `U+001B`, and where, in bytes.
pub(crate) fn first_unfit(text: &str) -> Option<(usize, String)> {
    let mut at = 0;
    loop {
        at += plainest(&text.as_bytes()[at..]);
        let c = text[at..].chars().next()?;
        if !is_text(c) && !text[at..].starts_with("\r\n") {
            return Some((at, format!("U+{:04X}", u32::from(c))));
        }
        at += c.len_utf8();
    }
}

/// The problem of a file that holds such a character as it is.
pub(crate) fn check(file: &Arc<SourceFile>) -> Option<Diagnostic> {
    let text = &file.text;
    let (at, name) = first_unfit(text)?;
    let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
    Some(
        Diagnostic::error("content::control-character", format!("the file holds {name}, which is no text"))
            .at(file, at..end)
            .label("an invisible character that steers terminals or turns the line")
            .help("take it out"),
    )
}
