//! Splits Lua's error texts into script line and message, and finds the script lines of callers and failures.

use mlua::{Lua, Thread};
use std::borrow::Cow;

/// Returns the bytes of a text line without its indent. The first line is 1.
pub(crate) fn line_span(text: &str, line: usize) -> std::ops::Range<usize> {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let content = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let indent = content.len() - content.trim_start().len();
    start + indent..start + content.trim_end().len().max(indent)
}

/// Returns the message for a script that ran out of memory. Returns `None` for other errors.
pub(crate) fn out_of_memory(error: &mlua::Error) -> Option<String> {
    let is_out_of_memory =
        matches!(error, mlua::Error::MemoryError(_)) || error.to_string().contains("not enough memory");
    is_out_of_memory.then(|| format!("the script took more than {} MiB of memory", crate::sandbox::MEMORY_LIMIT >> 20))
}

/// Returns the script line where a coroutine ran out of memory. Returns `None` for other errors. This function needs a
/// little memory itself, so it removes the limit meanwhile.
pub(crate) fn out_of_memory_at(lua: &Lua, thread: &Thread, error: &mlua::Error) -> Option<(String, usize)> {
    out_of_memory(error)?;
    if split_error(&error.to_string()).0.is_some() {
        return None; // The error text already has a script line, from another coroutine or from the host.
    }
    let limit = lua.set_memory_limit(0).ok()?;
    let place = crate::lua_ffi::stopped_at(lua, thread);
    lua.set_memory_limit(limit).ok()?;
    let (path, line) = place.rsplit_once(':')?;
    Some((path.to_owned(), line.parse().ok()?))
}

/// Returns the script line that called the running host function: `path:line`.
pub(crate) fn caller(lua: &Lua) -> String {
    /// The search ends here. Between a script and a host function lie at most a few levels of the engine's own Lua.
    const END_LEVEL: usize = 12;
    for level in 1..END_LEVEL {
        let source_and_line = lua.inspect_stack(level, |debug| {
            let source = debug.source();
            let name = source.short_src.as_deref().unwrap_or_default().to_owned();
            (name, debug.current_line())
        });
        let Some((name, line)) = source_and_line else { break };
        if let Some(line) = line
            && crate::lua_ffi::is_of_scripts(&name)
        {
            return format!("{name}:{line}");
        }
    }
    String::new()
}

/// Splits a Lua error text into the script line (`path:line`) and the message. Drops the traceback.
pub(crate) fn split_error(text: &str) -> (Option<(String, usize)>, String) {
    let mut message = text;
    for prefix in ["runtime error: ", "syntax error: ", "callback error\n"] {
        message = message.strip_prefix(prefix).unwrap_or(message);
    }
    // Returns the script line at the start of a text line, and the offset after it.
    let place_of = |line: &str| -> Option<((String, usize), usize)> {
        let path_end = line.find(".luau:")? + ".luau".len();
        let path = line[..path_end].trim_start_matches(|c: char| c == '[' || c.is_whitespace());
        if path.contains(char::is_whitespace) {
            return None; // The message mentions another script line.
        }
        let after_colon = &line[path_end + 1..];
        let digits = after_colon.find(|c: char| !c.is_ascii_digit()).unwrap_or(after_colon.len());
        let number = after_colon[..digits].parse().ok()?;
        Some(((path.to_owned(), number), path_end + 1 + digits))
    };
    let (body, trace) = message.split_once("\nstack traceback:").unwrap_or((message, ""));
    let first_line = body.lines().next().unwrap_or_default();
    let mut place = None;
    let mut rest = body.to_owned();
    if let Some((found, end)) = place_of(first_line) {
        // A line of the engine's own Lua does not help the author. Look for the script line of the caller instead.
        place = Some(found).filter(|(path, _)| !path.starts_with("engine/"));
        rest = body[end..].trim_start_matches(':').trim_start().to_owned();
    }
    if place.is_none() {
        place = trace
            .lines()
            .chain(body.lines())
            .filter_map(|line| place_of(line.trim()).map(|(found, _)| found))
            .find(|(path, _)| !path.starts_with("engine/"));
    }
    for prefix in ["runtime error: ", "syntax error: "] {
        rest = rest.strip_prefix(prefix).unwrap_or(&rest).to_owned();
    }
    (place, printable(&without_address(rest.trim_end())))
}

/// Replaces the text of an error value that is no string, such as `table: 0x5602…`, because addresses differ between
/// runs.
fn without_address(text: &str) -> Cow<'_, str> {
    match text.split_once(": 0x") {
        Some((type_name, address))
            if !type_name.contains(' ') && address.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            format!("the error is a {type_name}, which has no text").into()
        }
        _ => text.into(),
    }
}

/// Shortens an error text of a script and replaces control characters, which could affect the terminal.
fn printable(text: &str) -> String {
    const MAX_CHARS: usize = 2000;
    let replace_control = |c: char| if cardwright_content::is_text_char(c) { c } else { '?' };
    let mut out: String = text.chars().take(MAX_CHARS).map(replace_control).collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        out.push('…');
    }
    out
}
