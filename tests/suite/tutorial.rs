//! The tutorial: the folder of each chapter loads, passes its tests and can be played. The pages show real files and
//! real output. Every command of a page runs in a copy of its chapter.
//!
//! A marker stands before each block of a page:
//! - `<!-- file: PATH -->`: the block shows a whole file.
//! - `<!-- part: PATH -->`: the block shows some lines of a file.
//! - `<!-- run: CHAPTER -->`: the block shows commands (`$ …`), lines typed at the prompt, and their output.
//! - `<!-- run: CHAPTER with PATH: OLD => NEW -->`: the same, after a replacement in a file of the chapter.
//!
//! A line `[…]` stands for omitted output. With `CARDWRIGHT_REFRESH` set, the test rewrites the blocks. Blocks with
//! `[…]` that no longer match are written in full.

use cardwright_content::{PackSource, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_table::{Library, check};
use std::fs;
use std::io::{Read, Write, pipe};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GAME: &str = "intervention";
const OMITTED: &str = "[…]";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tutorial")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).replace("\r\n", "\n")
}

/// Returns the sorted names of the wanted files or folders in the tutorial's folder.
fn names_in_tutorial(is_wanted: fn(&Path) -> bool) -> Vec<String> {
    let entries = fs::read_dir(root()).expect("the tutorial").flatten().map(|entry| entry.path());
    let names = entries.filter(|path| is_wanted(path)).filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Returns the packs of a chapter: the game, and the house rules if the chapter has them.
fn packs(chapter: &str) -> Vec<PathBuf> {
    let folders = [GAME, "house"].map(|pack| root().join(chapter).join(pack));
    folders.into_iter().filter(|folder| folder.join("pack.toml").is_file()).collect()
}

#[test]
fn every_chapter_loads_passes_its_tests_and_plays() {
    let chapters = names_in_tutorial(Path::is_dir);
    assert_eq!(chapters.len(), 12, "{chapters:?}");
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

/// Copies a chapter into an empty folder.
fn copy_chapter(chapter: &str) -> tempfile::TempDir {
    let workspace = tempfile::tempdir().expect("a folder");
    let from = root().join(chapter);
    let mut unread_folders = vec![PathBuf::new()];
    while let Some(folder) = unread_folders.pop() {
        for entry in fs::read_dir(from.join(&folder)).unwrap_or_else(|e| panic!("{chapter}: {e}")).flatten() {
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                fs::create_dir_all(workspace.path().join(&path)).expect("made");
                unread_folders.push(path);
            } else {
                fs::copy(entry.path(), workspace.path().join(&path)).expect("copied");
            }
        }
    }
    workspace
}

/// Returns the words typed at a prompt, for instance `pass` for the text line `ussr> pass`.
fn typed(line: &str) -> Option<&str> {
    let (side, words) = line.split_once("> ")?;
    (!side.is_empty() && side.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')).then_some(words)
}

/// Runs a command, types lines at its prompt, and returns its output.
fn run_command(workspace: &Path, command: &str, lines: &[&str]) -> String {
    let mut words = command.split(' ');
    assert_eq!(words.next(), Some("cardwright"), "`{command}` is not a `cardwright` command");
    let (mut out, pipe_writer) = pipe().expect("a pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(words)
        .current_dir(workspace)
        .env("CARDWRIGHT_DATA", workspace.join(".data"))
        .env_remove("FORCE_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(pipe_writer.try_clone().expect("a pipe"))
        .stderr(pipe_writer)
        .spawn()
        .expect("the command runs");
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("typed");
    let mut text = String::new();
    out.read_to_string(&mut text).expect("text");
    child.wait().expect("it ends");
    text
}

/// Runs the commands of a block and returns them with their output. `marker` is the marker's text after `run: `.
fn rerun_block(marker: &str, shown_text: &str) -> String {
    let (chapter, replacement) =
        marker.split_once(" with ").map_or((marker, None), |(chapter, replacement)| (chapter, Some(replacement)));
    let workspace = copy_chapter(chapter);
    if let Some((path, change)) = replacement.map(|text| text.split_once(": ").expect("PATH: OLD => NEW")) {
        let (old, new) = change.split_once(" => ").expect("OLD => NEW");
        let text = read(&workspace.path().join(path));
        assert!(text.contains(old), "`{old}` is not in {path}");
        fs::write(workspace.path().join(path), text.replacen(old, new, 1)).expect("written");
    }
    let mut out = String::new();
    let mut lines = shown_text.lines().peekable();
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("a block begins with a command, not `{line}`"));
        let mut answers = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            answers.extend(typed(line));
        }
        out.push_str(&format!("$ {command}\n{}", run_command(workspace.path(), command, &answers)));
    }
    // Blanks at the ends of lines do not count.
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Returns whether the shown text matches the real text. In the shown text `[…]` stands for omitted lines.
fn matches_output(shown_text: &str, real: &str) -> bool {
    let real: Vec<&str> = real.lines().collect();
    let parts: Vec<Vec<&str>> =
        shown_text.lines().collect::<Vec<_>>().split(|line| *line == OMITTED).map(<[_]>::to_vec).collect();
    let mut at = 0;
    for (n, part) in parts.iter().enumerate() {
        // The first part must be at the beginning, the last part at the end. The other parts follow in order.
        let mut starts = at..=real.len().saturating_sub(part.len());
        let found = match (n == 0, n + 1 == parts.len()) {
            _ if part.is_empty() && n > 0 => Some(at),
            (true, true) => (real == *part).then_some(0),
            (true, false) => real.starts_with(part).then_some(0),
            (false, true) => starts.last().filter(|start| real[*start..] == **part),
            (false, false) => starts.find(|start| real[*start..].starts_with(part)),
        };
        let Some(start) = found else { return false };
        at = start + part.len();
    }
    true
}

/// Returns the text that a block should show.
fn expected_block(marker: &str, shown_text: &str) -> String {
    let (kind, rest_of_marker) = marker.split_once(": ").unwrap_or_else(|| panic!("`{marker}`"));
    match kind {
        "file" => read(&root().join(rest_of_marker)),
        "run" => match rerun_block(rest_of_marker, shown_text) {
            real if matches_output(shown_text, &real) => shown_text.to_owned(),
            real => real,
        },
        "part" => {
            let text = read(&root().join(rest_of_marker));
            if text.contains(shown_text) {
                return shown_text.to_owned();
            }
            // The block keeps its first and its last line. The lines between are those of the file.
            let (first, last) =
                (shown_text.lines().next().unwrap_or_default(), shown_text.lines().last().unwrap_or_default());
            let lines = text.lines().skip_while(|line| *line != first);
            let count = lines.clone().skip(1).position(|line| line == last).map_or(1, |index| index + 2);
            let part: String = lines.take(count).map(|line| format!("{line}\n")).collect();
            assert!(!part.is_empty(), "{rest_of_marker} has no line `{first}`");
            part
        }
        _ => panic!("`{kind}` is neither file, part nor run"),
    }
}

/// Updates the blocks of a page. Returns the page and the number of blocks. Fails if a command is outside the blocks.
fn updated_page(page: &str) -> (String, usize) {
    let assert_no_command = |text: &str| {
        assert!(text.lines().all(|line| !line.starts_with("$ ")), "a command without a marker:\n{text}");
    };
    let (mut out, mut rest, mut count) = (String::new(), page, 0);
    while let Some(at) = rest.find("<!-- ") {
        let (before, after) = rest.split_at(at);
        assert_no_command(before);
        let (marker, after) = after["<!-- ".len()..].split_once(" -->\n").expect("a marker's end");
        let (fence, after) = after.split_once('\n').expect("a block's first line");
        assert!(fence.starts_with("```"), "no block after `{marker}`");
        let (shown_text, after) = after.split_once("```\n").expect("a block's end");
        out.push_str(&format!("{before}<!-- {marker} -->\n{fence}\n{}```\n", expected_block(marker, shown_text)));
        count += 1;
        rest = after;
    }
    assert_no_command(rest);
    (out + rest, count)
}

#[test]
fn pages_show_real_files_and_output() {
    let pages = names_in_tutorial(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut blocks = 0;
    let mut outdated_blocks = Vec::new();
    for name in pages {
        let path = root().join(&name);
        let page = read(&path);
        let (updated_page, count) = updated_page(&page);
        blocks += count;
        if updated_page != page {
            if std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
                fs::write(&path, &updated_page).expect("written");
            } else {
                let (shown_text, real): (Vec<&str>, Vec<&str>) =
                    (page.lines().collect(), updated_page.lines().collect());
                let index = (0..).find(|index| shown_text.get(*index) != real.get(*index)).unwrap_or_default();
                let line = |lines: &[&str]| lines.get(index).copied().unwrap_or("(its end)").to_owned();
                outdated_blocks.push(format!(
                    "{name}:{}\n  shown {}\n  is    {}",
                    index + 1,
                    line(&shown_text),
                    line(&real)
                ));
            }
        }
    }
    assert!(blocks > 30, "the pages have too few blocks: {blocks}");
    assert!(outdated_blocks.is_empty(), "{}\nCARDWRIGHT_REFRESH=1 writes the blocks anew", outdated_blocks.join("\n"));
}

#[test]
fn omitted_lines_match_anything() {
    let real = "a\nb\nc\nd\n";
    for shown_text in ["a\nb\nc\nd\n", "a\n[…]\nd\n", "a\n[…]\n", "a\nb\n[…]\nc\nd\n", "[…]\nd\n"] {
        assert!(matches_output(shown_text, real), "{shown_text}");
    }
    for shown_text in ["a\nb\n", "a\n[…]\nc\n", "b\n[…]\n", "a\n[…]\ne\n", "a\nc\n[…]\n"] {
        assert!(!matches_output(shown_text, real), "{shown_text}");
    }
}
