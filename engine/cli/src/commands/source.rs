//! `cardwright show GAME --source`: prints a file of a pack, or the part of a file that defines a thing.

use crate::failure::{Failure, unknown_name};
use crate::out;
use cardwright_content::{Content, SourceFile, provenance};
use cardwright_script::Program;
use cardwright_table::Library;
use cardwright_view::provenance::registered;
use std::sync::Arc;

/// Prints a file that is named by its path (`scripts/demo/raise.luau`, with `:12` for the part around that line), or
/// every part that defines or changes a thing. Notes beside the text say which file it is.
///
/// # Errors
/// No pack has the file or the thing.
pub(super) fn print(
    library: &Library,
    content: &Content,
    program: Option<&Program>,
    named: &str,
) -> Result<(), Failure> {
    let is_path = named.contains('/');
    let parts = match is_path {
        true => vec![file_part(library, named)?],
        false => parts_of_thing(library, content, program, named),
    };
    if parts.is_empty() {
        return Err(Failure::Usage(format!("no pack has `{named}`: name a thing or the path of a file in a pack")));
    }
    for (file, line) in parts {
        let shown = line.map_or(file.display_path(), |line| format!("{}:{line}", file.display_path()));
        out::note(format!("pack {}: {shown}", file.pack));
        out::text(&match line {
            Some(line) => part_at(&file.text, line, file.path.ends_with(".toml")),
            None => file.text.clone(),
        });
    }
    Ok(())
}

/// Finds the file with a path in the last pack that has one.
fn file_part(library: &Library, named: &str) -> Result<(Arc<SourceFile>, Option<usize>), Failure> {
    let (path, line) = match named.rsplit_once(':') {
        Some((path, line)) => match line.parse::<usize>() {
            Ok(line) => (path, Some(line)),
            Err(_) => return Err(Failure::Usage(format!("`{line}` is no line: write PATH:LINE"))),
        },
        None => (named, None),
    };
    let Some(file) = library.packs.iter().rev().find_map(|pack| pack.file(path)) else {
        let paths = library.packs.iter().flat_map(|pack| &pack.files).map(|file| file.path.as_str());
        return Err(Failure::Usage(unknown_name("file of a pack", path, paths)));
    };
    let lines = file.text.lines().count();
    match line {
        Some(line) if line == 0 || line > lines => {
            Err(Failure::Usage(format!("{} has {lines} lines", file.display_path())))
        }
        line => Ok((file.clone(), line)),
    }
}

/// Finds every place that defines or changes a thing.
fn parts_of_thing(
    library: &Library,
    content: &Content,
    program: Option<&Program>,
    named: &str,
) -> Vec<(Arc<SourceFile>, Option<usize>)> {
    let origins = provenance(content, named).into_iter().flat_map(|entry| entry.origins);
    let mut parts: Vec<(Arc<SourceFile>, Option<usize>)> =
        origins.map(|origin| (origin.file, Some(origin.line))).collect();
    for entry in program.iter().flat_map(|program| registered(program, named)) {
        let place = entry.script_line.rsplit_once(':');
        // An action is the whole script: what it offers, and how it is played.
        let line_of = |line: &str| line.parse().ok().filter(|_| entry.kind != "action");
        let file = |shown: &str| {
            let mut files = library.packs.iter().rev().flat_map(|pack| &pack.files);
            files.find(|file| file.display_path() == shown || file.path == shown).cloned()
        };
        parts.extend(place.and_then(|(shown, line)| Some((file(shown)?, line_of(line)))));
    }
    parts
}

/// Cuts out the entry of a TOML file, or the declaration of a script, that has a line. Includes the comments before it.
fn part_at(text: &str, line: usize, is_toml: bool) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |index: &usize| match is_toml {
        true => lines[*index].starts_with('['),
        false => !lines[*index].starts_with([' ', '\t', ')', '}']) && !lines[*index].starts_with("end"),
    };
    let first = (0..line.min(lines.len())).rev().find(begins).unwrap_or(0);
    let comment = if is_toml { "#" } else { "--" };
    let from = (0..first).rev().take_while(|index| lines[*index].starts_with(comment)).last().unwrap_or(first);
    let name = lines[first].trim_start_matches('[').split(']').next().unwrap_or_default();
    let is_inner = |index: &usize| {
        let line = lines[*index];
        match is_toml {
            true => !line.starts_with('[') || line.trim_start_matches('[').starts_with(&format!("{name}.")),
            false => line.is_empty() || line.starts_with([' ', '\t', ')', '}']) || line.starts_with("end"),
        }
    };
    let mut part = lines[from..first].to_vec();
    part.push(lines[first]);
    part.extend((first + 1..lines.len()).take_while(is_inner).map(|index| lines[index]));
    // The last comments and blank lines belong to the next part.
    while part.last().is_some_and(|line| line.trim().is_empty() || line.starts_with(comment)) && part.len() > 1 {
        part.pop();
    }
    part.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::part_at;

    #[test]
    fn a_part_is_an_entry_or_a_declaration_with_its_comments() {
        let toml = "# head\n\n# about a\n[[card]]\nid = \"a\"\n[card.us]\nap = 1\n\n# about b\n[[card]]\nid = \"b\"\n";
        let first = "# about a\n[[card]]\nid = \"a\"\n[card.us]\nap = 1\n";
        assert_eq!(part_at(toml, 4, true), first);
        assert_eq!(part_at(toml, 10, true), "# about b\n[[card]]\nid = \"b\"\n");
        assert_eq!(part_at("[a.b]\nx = 1\n[a.b.c]\n[a.d]\n", 1, true), "[a.b]\nx = 1\n[a.b.c]\n");
        let script = "local a = 1\n\n--- Does b.\nfunction b()\n  return a\nend\n\nlocal c = {\n  1,\n}\nstep(\"d\", function()\nend)\n";
        assert_eq!(part_at(script, 5, false), "--- Does b.\nfunction b()\n  return a\nend\n");
        assert_eq!(part_at(script, 8, false), "local c = {\n  1,\n}\n");
        assert_eq!(part_at(script, 11, false), "step(\"d\", function()\nend)\n");
        assert_eq!(part_at(script, 1, false), "local a = 1\n");
    }
}
