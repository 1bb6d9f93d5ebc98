//! Tests that hold for every command of the prompt. They need no change for a new command.

use crate::repl::prompt::{Flow, Prompt};
use crate::repl::tests::{after, alone, demo};
use cardwright_session::{COMMANDS, Command, Completion, CompletionContext, Place};
use cardwright_view::Completer;
use std::collections::BTreeSet;

/// Returns the commands of the prompt.
fn at_prompt() -> impl Iterator<Item = &'static Command> {
    let host = cardwright_session::Viewer::OPEN.as_host();
    COMMANDS.iter().copied().filter(move |command| command.is_for(host, Place::Prompt))
}

/// Opens the prompt for an open game after two answers, one of them undone. Every command does something in this game.
fn game_in_progress() -> Prompt {
    let mut prompt = demo(&[], true);
    for line in ["raise port", "raise river", "undo"] {
        assert!(!after(&mut prompt, line).contains('✗'), "{line}");
    }
    prompt
}

#[test]
fn each_file_in_the_folder_of_commands_has_the_name_of_its_command() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../session/src/commands");
    let names = std::fs::read_dir(folder).expect("the folder is there").map(|entry| {
        let name = entry.expect("it can be listed").file_name().into_string().expect("a plain name");
        name.trim_end_matches(".rs").to_owned()
    });
    let files: BTreeSet<String> = names.collect();
    let known: BTreeSet<String> = COMMANDS.iter().map(|command| command.name.to_owned()).collect();
    assert_eq!(files, known, "each file must have the name of its command");
}

#[test]
fn no_two_commands_have_the_same_name_or_alias() {
    let mut seen = BTreeSet::new();
    for command in at_prompt() {
        for word in [&[command.name], command.aliases].concat() {
            assert!(seen.insert(word), "two commands are called `{word}`");
        }
    }
}

#[test]
fn a_command_without_arguments_works_or_says_which_arguments_it_takes() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in at_prompt() {
        let mut prompt = game_in_progress();
        let record = folder.path().join(command.name);
        prompt.session.table.keep_record(&record).expect("the record is begun");
        let flow = prompt.handle(&format!(":{}", command.name));
        prompt.update();
        let shown = prompt.screen.take_text();
        let needs_more = !command.args.is_empty() && !command.args.starts_with('[');
        match needs_more {
            true => assert!(shown.starts_with(&format!("✗ `{}` takes ", command.name)), "{shown}"),
            false => assert!(flow == Flow::Quit || !shown.trim().is_empty(), "`{}` says nothing", command.name),
        }
        assert_eq!(prompt.was_refused, needs_more, "`{}`: {shown}", command.name);
    }
}

#[test]
fn words_after_a_command_without_arguments_are_refused() {
    let without_arguments = at_prompt().filter(|command| command.args.is_empty());
    for command in without_arguments {
        let mut prompt = game_in_progress();
        let here = prompt.session.table.shown_event();
        let shown = after(&mut prompt, &format!(":{} 3 now", command.name));
        assert_eq!(shown, format!("✗ `{}` takes no arguments: leave out `3 now`\n", command.name));
        assert_eq!(prompt.session.table.shown_event(), here);
    }
}

#[test]
fn help_describes_each_command_and_lists_all() {
    let mut prompt = game_in_progress();
    let list = after(&mut prompt, "help");
    for command in at_prompt() {
        let shown = after(&mut prompt, &format!("help {}", command.name));
        assert!(shown.starts_with(&format!("{} {}  {}\n", command.name, command.args, command.summary)), "{shown}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert!(words(&shown).join(" ").contains(&words(command.details).join(" ")), "{shown}");
        assert!(list.contains(&format!("\n  {} {}", command.name, command.args)), "`{}` is not listed", command.name);
        for word in command.aliases {
            assert_eq!(after(&mut prompt, &format!("help {word}")), shown);
        }
    }
}

#[test]
fn only_commands_whose_arguments_are_words_offer_completions() {
    let mut prompt = game_in_progress();
    let viewer = prompt.viewer();
    let mut completer = Completer::new(&mut prompt.session.table, viewer);
    for command in at_prompt() {
        let offered =
            command.complete(&mut CompletionContext { things: &["port".to_owned()], completer: &mut completer }, "");
        assert_eq!(offered.is_empty(), !matches!(command.completion, Completion::Words(_)), "`{}`", command.name);
    }
}

#[test]
fn every_part_of_the_table_and_every_kind_of_thing_is_shown() {
    for thing in [
        "board", "map", "tracks", "cards", "hand", "facts", "notation", "port", "guard", "01", "points", "stir",
        "used", "red", "long",
    ] {
        let mut prompt = alone();
        let shown = after(&mut prompt, &format!("show {thing}"));
        assert!(!prompt.was_refused && !shown.trim().is_empty(), "show {thing}: {shown}");
    }
}

#[test]
fn save_and_export_create_no_missing_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("nosuch");
    for command in ["save", "export"] {
        let mut prompt = game_in_progress();
        let shown = after(&mut prompt, &format!("{command} {}", missing.join("x").display()));
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        let refusal = format!("✗ there is no folder {}; make it first, or name another", missing.display());
        assert_eq!(shown, refusal);
        assert!(!missing.exists());
    }
}
