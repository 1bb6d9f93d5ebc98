//! The tutorial: each chapter's folder loads, passes its tests and can be played. Pages show real files, and every
//! command they show runs in a copy of its chapter with the same output.
//!
//! `<!-- file: PATH -->` stands before a block that shows a whole file, `<!-- part: PATH -->` before one that shows
//! some of its lines. `<!-- run: CHAPTER -->` stands before one of commands (`$ …`) and typed lines. `<!-- run: CHAPTER
//! with PATH: OLD => NEW -->` plants an error first. A line `[…]` stands for omitted output. With CARDWRIGHT_REFRESH
//! set the blocks are rewritten (blocks with `[…]` that no longer match are written in full).

use cardwright_content::{PackSource, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_table::{Library, check};
use std::fs;
use std::io::{Read, Write, pipe};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GAME: &str = "intervention";
const CUT: &str = "[…]";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tutorial")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).replace("\r\n", "\n")
}

/// The names in the tutorial's folder that pass a test, in order.
fn named(is_wanted: fn(&Path) -> bool) -> Vec<String> {
    let entries = fs::read_dir(root()).expect("the tutorial").flatten().map(|entry| entry.path());
    let names = entries.filter(|path| is_wanted(path)).filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The packs of a chapter: the game, and house rules over it.
fn packs(chapter: &str) -> Vec<PathBuf> {
    let folders = [GAME, "house"].map(|pack| root().join(chapter).join(pack));
    folders.into_iter().filter(|folder| folder.join("pack.toml").is_file()).collect()
}

#[test]
fn every_chapter_is_sound_and_plays() {
    let chapters = named(Path::is_dir);
    assert_eq!(chapters.len(), 10, "{chapters:?}");
    for chapter in chapters {
        let base = PackSource::Folder(env!("CARGO_MANIFEST_DIR").into());
        let sources = [base].into_iter().chain(packs(&chapter).into_iter().map(PackSource::Folder));
        let library = Library::open(sources.collect()).unwrap_or_else(|e| panic!("{chapter}\n{}", render(&e, false)));
        let (_, _, mut problems) = library.load(GAME).unwrap_or_else(|e| panic!("{chapter}\n{}", render(&e, false)));
        problems.extend(check(&library, GAME).problems);
        assert!(problems.is_empty(), "{chapter}\n{}", render(&problems, false));
        let tests: Vec<PathBuf> = packs(&chapter).iter().map(|p| p.join("tests")).filter(|p| p.is_dir()).collect();
        assert_eq!(!tests.is_empty(), chapter.as_str() >= "08", "{chapter}");
        if !tests.is_empty() {
            let report = run(&library, &tests, None, &Options::default());
            assert!(report.is_good(), "{chapter}\n{}", cardwright_ruletest::render(&report, false));
        }
        let options = FuzzOptions { games: 8, seed: 3, double_run: true, threads: 2, ..FuzzOptions::default() };
        let report = fuzz(&library, GAME, &options, &mut |_| {}).unwrap_or_else(|e| panic!("\n{}", render(&e, false)));
        let failures: Vec<&str> = report.failures.iter().map(|f| f.message.as_str()).collect();
        assert!(failures.is_empty(), "{chapter}\n{}", failures.join("\n"));
        assert_eq!((report.games, report.dead_ends), (8, 0), "{chapter}");
    }
}

/// A copy of a chapter in an empty folder.
fn copied(chapter: &str) -> tempfile::TempDir {
    let workspace = tempfile::tempdir().expect("a folder");
    let from = root().join(chapter);
    let mut open = vec![PathBuf::new()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(from.join(&folder)).unwrap_or_else(|e| panic!("{chapter}: {e}")).flatten() {
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                fs::create_dir_all(workspace.path().join(&path)).expect("made");
                open.push(path);
            } else {
                fs::copy(entry.path(), workspace.path().join(&path)).expect("copied");
            }
        }
    }
    workspace
}

/// The words typed at the prompt: after `ussr> `.
fn typed(line: &str) -> Option<&str> {
    let (who, words) = line.split_once("> ")?;
    (!who.is_empty() && who.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')).then_some(words)
}

/// The output of a command, with the lines typed at its prompt.
fn says(workspace: &Path, command: &str, lines: &[&str]) -> String {
    let mut words = command.split(' ');
    assert_eq!(words.next(), Some("cardwright"), "`{command}` is no command of ours");
    let (mut out, into) = pipe().expect("a pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(words)
        .current_dir(workspace)
        .env("CARDWRIGHT_DATA", workspace.join(".data"))
        .env_remove("FORCE_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(into.try_clone().expect("a pipe"))
        .stderr(into)
        .spawn()
        .expect("the command runs");
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("typed");
    let mut text = String::new();
    out.read_to_string(&mut text).expect("text");
    child.wait().expect("it ends");
    text
}

/// The output of a block of commands, run again.
fn played(marker: &str, shown: &str) -> String {
    let (chapter, mistake) = marker.split_once(" with ").map_or((marker, None), |(at, with)| (at, Some(with)));
    let workspace = copied(chapter);
    if let Some((path, change)) = mistake.map(|with| with.split_once(": ").expect("PATH: OLD => NEW")) {
        let (old, new) = change.split_once(" => ").expect("OLD => NEW");
        let text = read(&workspace.path().join(path));
        assert!(text.contains(old), "`{old}` is not in {path}");
        fs::write(workspace.path().join(path), text.replacen(old, new, 1)).expect("written");
    }
    let mut out = String::new();
    let mut lines = shown.lines().peekable();
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("a block begins with a command, not `{line}`"));
        let mut answers = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            answers.extend(typed(line));
        }
        out.push_str(&format!("$ {command}\n{}", says(workspace.path(), command, &answers)));
    }
    // Trailing blanks do not count.
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Whether the shown text matches the real one; `[…]` stands for omitted lines.
fn is_shown(shown: &str, real: &str) -> bool {
    let real: Vec<&str> = real.lines().collect();
    let parts: Vec<Vec<&str>> =
        shown.lines().collect::<Vec<_>>().split(|line| *line == CUT).map(<[_]>::to_vec).collect();
    let mut at = 0;
    for (n, part) in parts.iter().enumerate() {
        // The first part is at the beginning, the last at the end, the others follow in order.
        let mut places = at..=real.len().saturating_sub(part.len());
        let found = match (n == 0, n + 1 == parts.len()) {
            _ if part.is_empty() && n > 0 => Some(at),
            (true, true) => (real == *part).then_some(0),
            (true, false) => real.starts_with(part).then_some(0),
            (false, true) => places.last().filter(|from| real[*from..] == **part),
            (false, false) => places.find(|from| real[*from..].starts_with(part)),
        };
        let Some(from) = found else { return false };
        at = from + part.len();
    }
    true
}

/// What a block should show.
fn fresh(marker: &str, shown: &str) -> String {
    let (kind, what) = marker.split_once(": ").unwrap_or_else(|| panic!("`{marker}`"));
    match kind {
        "file" => read(&root().join(what)),
        "run" => match played(what, shown) {
            real if is_shown(shown, &real) => shown.to_owned(),
            real => real,
        },
        "part" => {
            let text = read(&root().join(what));
            if text.contains(shown) {
                return shown.to_owned();
            }
            // From its first line to its last, as they are in the file today.
            let (first, last) = (shown.lines().next().unwrap_or_default(), shown.lines().last().unwrap_or_default());
            let lines = text.lines().skip_while(|line| *line != first);
            let to = lines.clone().skip(1).position(|line| line == last).map_or(1, |at| at + 2);
            let part: String = lines.take(to).map(|line| format!("{line}\n")).collect();
            assert!(!part.is_empty(), "{what} has no line `{first}`");
            part
        }
        _ => panic!("`{kind}` is neither file, part nor run"),
    }
}

/// A page with updated blocks, and their number. Every command that it shows is in one of them.
fn renewed(page: &str) -> (String, usize) {
    let is_prose =
        |text: &str| assert!(text.lines().all(|line| !line.starts_with("$ ")), "a command nobody runs:\n{text}");
    let (mut out, mut rest, mut count) = (String::new(), page, 0);
    while let Some(at) = rest.find("<!-- ") {
        let (before, after) = rest.split_at(at);
        is_prose(before);
        let (marker, after) = after["<!-- ".len()..].split_once(" -->\n").expect("a marker's end");
        let (fence, after) = after.split_once('\n').expect("a block's first line");
        assert!(fence.starts_with("```"), "no block after `{marker}`");
        let (shown, after) = after.split_once("```\n").expect("a block's end");
        out.push_str(&format!("{before}<!-- {marker} -->\n{fence}\n{}```\n", fresh(marker, shown)));
        count += 1;
        rest = after;
    }
    is_prose(rest);
    (out + rest, count)
}

#[test]
fn pages_show_real_files_and_output() {
    let pages = named(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut blocks = 0;
    let mut stale = Vec::new();
    for name in pages {
        let path = root().join(&name);
        let page = read(&path);
        let (renewed, count) = renewed(&page);
        blocks += count;
        if renewed != page {
            if std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
                fs::write(&path, &renewed).expect("written");
            } else {
                let (shown, real): (Vec<&str>, Vec<&str>) = (page.lines().collect(), renewed.lines().collect());
                let at = (0..).find(|at| shown.get(*at) != real.get(*at)).unwrap_or_default();
                let line = |of: &[&str]| of.get(at).copied().unwrap_or("(its end)").to_owned();
                stale.push(format!("{name}:{}\n  shown {}\n  is    {}", at + 1, line(&shown), line(&real)));
            }
        }
    }
    assert!(blocks > 30, "the pages show little: {blocks}");
    assert!(stale.is_empty(), "{}\nCARDWRIGHT_REFRESH=1 writes the blocks anew", stale.join("\n"));
}

#[test]
fn omitted_lines_match_anything() {
    let real = "a\nb\nc\nd\n";
    for shown in ["a\nb\nc\nd\n", "a\n[…]\nd\n", "a\n[…]\n", "a\nb\n[…]\nc\nd\n", "[…]\nd\n"] {
        assert!(is_shown(shown, real), "{shown}");
    }
    for shown in ["a\nb\n", "a\n[…]\nc\n", "b\n[…]\n", "a\n[…]\ne\n", "a\nc\n[…]\n"] {
        assert!(!is_shown(shown, real), "{shown}");
    }
}
