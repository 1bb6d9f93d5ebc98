//! Splits Lua's error texts into place and message, and finds the script lines of callers and failures.

use mlua::{Lua, Thread};
use std::borrow::Cow;

/// The bytes of a line without its indent. Lines count from 1.
pub(crate) fn line_span(text: &str, line: usize) -> std::ops::Range<usize> {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let indent = rest.len() - rest.trim_start().len();
    start + indent..start + rest.trim_end().len().max(indent)
}

/// The message for a script that ran out of memory; none for other errors.
pub(crate) fn out_of_memory(error: &mlua::Error) -> Option<String> {
    let lacks = matches!(error, mlua::Error::MemoryError(_)) || error.to_string().contains("not enough memory");
    lacks.then(|| format!("the script took more than {} MiB of memory", crate::sandbox::MEMORY_LIMIT >> 20))
}

/// The script line where a coroutine ran out of memory; none for other errors. This needs a little memory itself, so it
/// removes the limit meanwhile.
pub(crate) fn out_of_memory_at(lua: &Lua, thread: &Thread, error: &mlua::Error) -> Option<(String, usize)> {
    out_of_memory(error)?;
    if split_error(&error.to_string()).0.is_some() {
        return None; // The error text has a place: it comes from another coroutine, or from the host.
    }
    let limit = lua.set_memory_limit(0).ok()?;
    let place = crate::lua_ffi::stopped_at(lua, thread);
    lua.set_memory_limit(limit).ok()?;
    let (path, line) = place.rsplit_once(':')?;
    Some((path.to_owned(), line.parse().ok()?))
}

/// The script line that called the running host function: `path:line`.
pub(crate) fn caller(lua: &Lua) -> String {
    for level in 1..12 {
        let found = lua.inspect_stack(level, |debug| {
            let source = debug.source();
            let name = source.short_src.as_deref().unwrap_or_default().to_owned();
            (name, debug.current_line())
        });
        let Some((name, line)) = found else { break };
        if let Some(line) = line
            && is_of_scripts(&name)
        {
            return format!("{name}:{line}");
        }
    }
    String::new()
}

/// Whether Lua's name of a source is a script: neither the engine's own Lua nor a C function.
pub(crate) fn is_of_scripts(source: &str) -> bool {
    !source.starts_with("engine/") && !source.starts_with('[')
}

/// Splits a Lua error text into its place (`path:line`) and its message. Drops the traceback.
pub(crate) fn split_error(text: &str) -> (Option<(String, usize)>, String) {
    let mut message = text;
    for prefix in ["runtime error: ", "syntax error: ", "callback error\n"] {
        message = message.strip_prefix(prefix).unwrap_or(message);
    }
    let place_of = |line: &str| -> Option<((String, usize), usize)> {
        let at = line.find(".luau:")?;
        let path = line[..at + 5].trim_start_matches(|c: char| c == '[' || c.is_whitespace());
        if path.contains(char::is_whitespace) {
            return None; // A message may contain a place that is not its own.
        }
        let rest = &line[at + 6..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest[..digits].parse().ok()?;
        Some(((path.to_owned(), number), at + 6 + digits))
    };
    let (body, trace) = message.split_once("\nstack traceback:").unwrap_or((message, ""));
    let first = body.lines().next().unwrap_or_default();
    let mut place = None;
    let mut out = body.to_owned();
    if let Some((found, end)) = place_of(first) {
        // A line of the engine's own Lua does not help the caller: take the place of the caller instead.
        place = Some(found).filter(|(path, _)| !path.starts_with("engine/"));
        out = body[end..].trim_start_matches(':').trim_start().to_owned();
    }
    if place.is_none() {
        place = trace
            .lines()
            .chain(body.lines())
            .filter_map(|l| place_of(l.trim()).map(|p| p.0))
            .find(|p| !p.0.starts_with("engine/"));
    }
    for prefix in ["runtime error: ", "syntax error: "] {
        out = out.strip_prefix(prefix).unwrap_or(&out).to_owned();
    }
    (place, printable(&without_address(out.trim_end())))
}

/// Replaces the text of an error value that is no string (`table: 0x5602…`): its address differs between runs.
fn without_address(text: &str) -> Cow<'_, str> {
    match text.split_once(": 0x") {
        Some((what, address)) if !what.contains(' ') && address.bytes().all(|b| b.is_ascii_hexdigit()) => {
            format!("the error is a {what}, which has no text").into()
        }
        _ => text.into(),
    }
}

/// Shortens an error text of a script and replaces control characters, which could affect the terminal.
fn printable(text: &str) -> String {
    const MAX_CHARS: usize = 2000;
    let allowed = |c: char| if cardwright_content::is_text_char(c) { c } else { '?' };
    let mut out: String = text.chars().take(MAX_CHARS).map(allowed).collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        out.push('…');
    }
    out
}
