//! `cardwright replay`: prints a recorded game as a log, with the recorded or the current rules.

use crate::args::Replay;
use crate::failure::{FINDINGS, Failure};
use crate::out::counted;
use crate::packs::{self, Packs};
use crate::recorded_game::{RecordedGame, line_of, start_under};
use crate::repl;
use crate::{out, saved_games};
use cardwright_state::notation;
use cardwright_table::Viewer;
use cardwright_table::{Event, Library, ReadRecord, ReplayError, Table, WhyNot, record};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Replay) -> Result<ExitCode, Failure> {
    let path = saved_games::find(&args.file)?;
    let read = record::read(&path)?;
    // An incomplete last line was dropped.
    if read.is_torn {
        out::note("the record's last line is torn: the program stopped while writing it; that event never happened");
    }
    let last_line = line_of(&read, args.to)?;
    let current = packs.open()?;
    let mut recorded = RecordedGame::new(&path, &read, Some(&current));
    if args.under == "current" {
        return replay_with_current_rules(&current, &mut recorded, args, last_line);
    }
    let table = recorded.table(last_line).map_err(|failure| match failure {
        // With `--verify` a difference is a finding (exit code 1), not an error of the file (exit code 3).
        Failure::File(text) if args.verify => Failure::Findings(text),
        other => other,
    })?;
    if args.verify {
        let n = args.to.unwrap_or(read.events());
        out::line(format!("ok: {} with equal hashes", counted(n, "event")));
    }
    let viewer = viewer(&table, &mut recorded, args, args.to.is_none());
    if !args.verify {
        print_log(&table, &read, viewer);
    }
    print_position(&table, args, viewer);
    Ok(ExitCode::SUCCESS)
}

/// Returns the viewer of the replay, and tells the user if something is hidden. The viewer sees everything if the game is
/// over or if the user passed `--open`. Otherwise the viewer sees what is public. `is_at_end`: the table shows the last
/// event of the record.
fn viewer(table: &Table, recorded: &mut RecordedGame<'_>, args: &Replay, is_at_end: bool) -> Viewer {
    let hides = |table: &Table| {
        // The log from event 0 is the whole log.
        let visible = |viewer: Viewer| (table.log(0, viewer), viewer.position_text(table.board(), table.position()));
        visible(Viewer::PUBLIC) != visible(Viewer::OPEN)
    };
    // At an earlier event too, nothing needs to be hidden if the game is over at the end of the record.
    let is_over = |recorded: &mut RecordedGame<'_>| !is_at_end && recorded.table(None).is_ok_and(|end| end.is_over());
    if table.is_over() || !hides(table) || is_over(recorded) {
        return Viewer::OPEN;
    }
    let note = match args.open {
        true => "this shows what is hidden from players: the game is not over",
        false => "the game is not over: what is hidden from players is not shown (`--open` shows it)",
    };
    out::note(note);
    if args.open { Viewer::OPEN } else { Viewer::PUBLIC }
}

fn print_log(table: &Table, read: &ReadRecord, viewer: Viewer) {
    let header = &read.header;
    let started = if header.began.is_empty() { String::new() } else { format!(", started {}", header.began) };
    let seed = if viewer.sees_all() { format!(", seed {}", header.seed) } else { String::new() };
    out::line(out::bold(format!("{} {}{seed}{started}", header.game, header.scenario)));
    for (name, value) in &header.options {
        out::line(format!("option {name}={value}"));
    }
    for line in repl::log_text(table, viewer) {
        out::line(line);
    }
    if let Some(result) = table.result() {
        out::line(out::bold(result));
    }
}

/// Prints the position of `table` if `--show` asks for it.
fn print_position(table: &Table, args: &Replay, viewer: Viewer) {
    if args.show {
        out::line(viewer.position_text(table.board(), table.position()).trim_end());
    }
}

/// Replays a record with the current rules and reports the first difference.
fn replay_with_current_rules(
    current: &Library,
    recorded: &mut RecordedGame<'_>,
    args: &Replay,
    last_line: Option<usize>,
) -> Result<ExitCode, Failure> {
    let read = recorded.read;
    packs::game(current, &read.header.game)?;
    let (program, vm) = packs::load(current, &read.header.game)?;
    let former_ids = recorded.former_ids(&program);
    let mut table = start_under(read, program.clone(), vm, &former_ids)?;
    let result = table.replay(read, last_line, &mut |_| {
        let vm = program.vm().map_err(|_| "today's rules do not load".to_owned())?;
        Ok((program.clone(), vm))
    });
    match result {
        Ok(()) => {
            let viewer = viewer(&table, recorded, args, args.to.is_none());
            if !args.verify {
                print_log(&table, read, viewer);
            }
            let n = args.to.unwrap_or(read.events());
            out::line(format!("ok: today's rules give the same result for its {}", counted(n, "event")));
            print_position(&table, args, viewer);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            let viewer = viewer(&table, recorded, args, false);
            print_difference(&mut table, recorded, &error, viewer);
            print_position(&table, args, viewer);
            Ok(ExitCode::from(FINDINGS))
        }
    }
}

/// Prints the event at which the current rules first differ. For a viewer who sees everything, also prints the items of
/// the position that differ, or why the recorded answer is not legal.
fn print_difference(table: &mut Table, recorded: &mut RecordedGame<'_>, error: &ReplayError, viewer: Viewer) {
    if !viewer.sees_all() {
        return out::line(format!("today's rules first differ at event {}", recorded.read.event_of(error.line)));
    }
    let entry = error.line.checked_sub(1).and_then(|index| recorded.read.entries.get(index));
    let event_text = match entry.map(|entry| &entry.event) {
        None => String::new(),
        Some(Event::Answer { side, row, .. } | Event::Standing { side, row, .. }) => format!(" ({side}: {row})"),
        Some(Event::Adjust { text }) => format!(" (adjust {text})"),
        Some(_) => String::new(),
    };
    let event = recorded.read.event_of(error.line);
    out::line(format!("today's rules first differ at event {event}{event_text}: {}", error.problem));
    if let Some(Event::Answer { row, .. }) = entry.map(|entry| &entry.event)
        && error.problem.ends_with("is not legal there")
        && let Ok(WhyNot::Excluded(reasons)) = table.game_mut().why_not(row, viewer)
    {
        for reason in reasons {
            let rule = if reason.rule.is_empty() { String::new() } else { format!(" [{}]", reason.rule) };
            out::line(format!("  {}{rule} ({})", reason.text, reason.script_line));
        }
        return;
    }
    let Ok(recorded_table) = recorded.table(Some(error.line)) else { return };
    let recorded_text = notation::print(recorded_table.board(), recorded_table.position());
    let current_text = notation::print(table.board(), table.position());
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (recorded_lines, current_lines) = (lines(&recorded_text), lines(&current_text));
    for line in recorded_lines.iter().filter(|line| !current_lines.contains(line)) {
        out::line(format!("  recorded  {line}"));
    }
    for line in current_lines.iter().filter(|line| !recorded_lines.contains(line)) {
        out::line(format!("  today     {line}"));
    }
}
