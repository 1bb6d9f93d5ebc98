//! The characters that texts may have. A text may not control a terminal, or look different from what it says.

use crate::diagnostic::Diagnostic;
use crate::source_file::SourceFile;
use std::sync::Arc;

/// Whether a text may have this character. Not allowed are control characters except line feed and tab, characters that
/// change the writing direction, unusual line breaks, and invisible characters.
pub fn is_text_char(c: char) -> bool {
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

/// Counts the leading bytes that are printable ASCII, line feeds or tabs. Nearly all texts consist of such bytes, so
/// the function checks a chunk of bytes at once.
fn leading_ascii(bytes: &[u8]) -> usize {
    const CHUNK: usize = 32;
    let is_allowed = |b: &u8| matches!(b, b'\n' | b'\t' | b' '..=b'~');
    let all_are_allowed = |chunk: &&[u8]| chunk.iter().fold(true, |allowed, b| allowed & is_allowed(b));
    let in_chunks = CHUNK * bytes.chunks_exact(CHUNK).take_while(all_are_allowed).count();
    in_chunks + bytes[in_chunks..].iter().take_while(|b| is_allowed(b)).count()
}

/// Finds the first character that texts may not have. Returns its byte offset, and its name, such as `U+001B`.
pub(crate) fn first_bad_char(text: &str) -> Option<(usize, String)> {
    let mut offset = 0;
    loop {
        offset += leading_ascii(&text.as_bytes()[offset..]);
        let c = text[offset..].chars().next()?;
        if !is_text_char(c) && !text[offset..].starts_with("\r\n") {
            return Some((offset, format!("U+{:04X}", u32::from(c))));
        }
        offset += c.len_utf8();
    }
}

/// Makes a diagnostic if a file contains a character that texts may not have.
pub(crate) fn check(file: &Arc<SourceFile>) -> Option<Diagnostic> {
    let text = &file.text;
    let (offset, name) = first_bad_char(text)?;
    let end = offset + text[offset..].chars().next().map_or(0, char::len_utf8);
    Some(
        Diagnostic::error("content::control-character", format!("the file contains the character {name}"))
            .at(file, offset..end)
            .label("this invisible character could control a terminal or reverse the text")
            .help("delete the character"),
    )
}
