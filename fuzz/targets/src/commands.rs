//! Fuzz target for typed input: lines at the prompt, and arguments of the program.
//!
//! A line that begins with `cardwright ` holds arguments. Every other line is typed at the prompt.

use crate::demo;
use cardwright_cli::repl::PipedPrompt;
use cardwright_state::SideId;
use cardwright_table::{PlayError, Table, line};
use std::ffi::OsString;

/// At most this many lines of an input are used.
const MAX_LINES: usize = 40;

/// Types the lines, first at a table, then at the prompt.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (arguments, typed): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with("cardwright "));
    for line in arguments.into_iter().take(MAX_LINES) {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        assert_eq!(
            cardwright_cli::usage(words.clone()),
            cardwright_cli::usage(words),
            "the second call gives the same result"
        );
    }
    if typed.is_empty() {
        return;
    }
    let mut table = demo::start();
    for line in typed.iter().take(MAX_LINES) {
        play(&mut table, line);
    }
    demo::reuse_vm(table.into_vm());
    prompt(&typed);
}

/// Plays a line at the table. A refused line must change nothing. An accepted line must allow undo and redo.
fn play(table: &mut Table, text: &str) {
    let board = table.board().clone();
    let (side, words): (Option<SideId>, &str) = line::split_side(&board, text);
    let (hash, here) = (table.hash(), table.shown_event());
    match table.play(side, words) {
        Ok(played) => {
            assert_eq!(played.answers.is_empty(), table.shown_event() == here, "a line with answers adds an event");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let answered = match &error {
                PlayError::Line { answered, .. } | PlayError::Rule { answered, .. } => *answered,
                // If an answer is a dead end, the answers before it stay.
                PlayError::Barred { .. } => return,
                _ => 0,
            };
            if answered == 0 {
                assert_eq!((table.hash(), table.shown_event()), (hash, here), "`{text}` is refused: {error}");
            }
        }
    }
    let (hash_after, after) = (table.hash(), table.shown_event());
    let mut undone = 0;
    while table.shown_event() != here {
        table.undo().unwrap_or_else(|e| panic!("an open game undoes `{text}`: {e}"));
        undone += 1;
        assert!(undone <= text.len() + 1, "`{text}` cannot be undone completely");
    }
    assert_eq!(table.hash(), hash, "undoing `{text}` restores the position");
    for _ in 0..undone {
        table.redo().unwrap_or_else(|e| panic!("`{text}` was undone but cannot be redone: {e}"));
    }
    assert_eq!((table.hash(), table.shown_event()), (hash_after, after), "redoing `{text}` restores the position");
}

/// Types lines at the prompt, commands included. Commands for files are skipped.
fn prompt(lines: &[&str]) {
    let mut prompt = PipedPrompt::open(demo::start(), demo::library());
    for line in lines.iter().take(MAX_LINES) {
        let command = prompt.command(line);
        if matches!(command, Some("save" | "load" | "export")) {
            continue;
        }
        let (hash, here, events) = (prompt.table().hash(), prompt.table().shown_event(), prompt.table().nodes().len());
        let reply = prompt.line(line);
        let table = prompt.table();
        assert_eq!(table.nodes()[table.shown_event()].hash, table.hash());
        if command.is_some() && reply.refused {
            assert_eq!(
                (table.hash(), table.shown_event(), table.nodes().len()),
                (hash, here, events),
                "`{line}` is refused:\n{}",
                reply.text
            );
        }
        if reply.leaves {
            break;
        }
    }
    demo::reuse_vm(prompt.into_table().into_vm());
}
