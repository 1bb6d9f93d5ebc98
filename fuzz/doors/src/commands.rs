//! What is typed: lines at the prompt of a game, and the command's own arguments.
//!
//! A line that begins with `cardwright ` is arguments; any other is typed at the prompt.

use crate::demo;
use cardwright_cli::repl::Piped;
use cardwright_state::SideId;
use cardwright_table::{PlayError, Table, line};
use std::ffi::OsString;

/// Lines of one input; more say nothing new.
const MOST: usize = 40;

/// Types the lines, one after another.
pub fn open(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (arguments, typed): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with("cardwright "));
    for line in arguments.into_iter().take(MOST) {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        assert_eq!(cardwright_cli::usage(words.clone()), cardwright_cli::usage(words), "asked again, the same");
    }
    if typed.is_empty() {
        return;
    }
    let mut table = demo::start();
    for line in typed.iter().take(MOST) {
        play(&mut table, line);
    }
    demo::give_back(table.into_vm());
    prompt(&typed);
}

/// At the table: a refused line changes nothing, an accepted one is undone and had back.
fn play(table: &mut Table, text: &str) {
    let board = table.board().clone();
    let (side, rest): (Option<SideId>, &str) = line::sided(&board, text);
    let (hash, here) = (table.hash(), table.here());
    match table.play(side, rest) {
        Ok(played) => {
            assert_eq!(played.answers.is_empty(), table.here() == here, "what was answered is an event");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let answered = match &error {
                PlayError::Line { answered, .. } | PlayError::Rule { answered, .. } => *answered,
                // Takes back as much as it must.
                PlayError::Barred { .. } => return,
                _ => 0,
            };
            if answered == 0 {
                assert_eq!((table.hash(), table.here()), (hash, here), "`{text}` is refused: {error}");
            }
        }
    }
    let (reached, there) = (table.hash(), table.here());
    let mut undone = 0;
    while table.here() != here {
        table.undo().unwrap_or_else(|e| panic!("an open game undoes `{text}`: {e}"));
        undone += 1;
        assert!(undone <= text.len() + 1, "`{text}` cannot be undone to where it began");
    }
    assert_eq!(table.hash(), hash, "`{text}` undone");
    for _ in 0..undone {
        table.redo().unwrap_or_else(|e| panic!("`{text}` was undone, and is not redone: {e}"));
    }
    assert_eq!((table.hash(), table.here()), (reached, there), "`{text}` redone");
}

/// At the prompt, with its commands; those that write or read files are left to other tests.
fn prompt(lines: &[&str]) {
    let mut prompt = Piped::open(demo::start(), demo::library());
    for line in lines.iter().take(MOST) {
        let command = prompt.command(line);
        if matches!(command, Some("save" | "load" | "export")) {
            continue;
        }
        let (hash, here, events) = (prompt.table().hash(), prompt.table().here(), prompt.table().nodes().len());
        let reply = prompt.line(line);
        let table = prompt.table();
        assert_eq!(table.nodes()[table.here()].hash, table.hash());
        if command.is_some() && reply.refused {
            assert_eq!(
                (table.hash(), table.here(), table.nodes().len()),
                (hash, here, events),
                "`{line}` is refused:\n{}",
                reply.text
            );
        }
        if reply.leaves {
            break;
        }
    }
    demo::give_back(prompt.into_table().into_vm());
}
