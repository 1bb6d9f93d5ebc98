//! `cardwright replay`: prints a recorded game as a log, with the recorded or the current rules.

use crate::args::Replay;
use crate::failure::{FINDINGS, Failure};
use crate::packs::{self, Packs, counted};
use crate::recorded_game::{RecordedGame, start_under};
use crate::repl;
use crate::{out, saved_games};
use cardwright_state::notation;
use cardwright_table::Viewer;
use cardwright_table::{Event, Library, ReadRecord, ReplayError, Table, WhyNot, record};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Replay) -> Result<ExitCode, Failure> {
    let path = saved_games::find(&args.file)?;
    let read = record::read(&path)?;
    if read.is_torn {
        out::note("the record's last line is torn: the program stopped while writing it; that event never happened");
    }
    let to = match args.to {
        Some(to) if to > read.events() => {
            return Err(Failure::Usage(format!("the record has {}", counted(read.events(), "event"))));
        }
        to => to.and_then(|to| read.line_of(to)),
    };
    let current = packs.open()?;
    let mut recorded = RecordedGame::new(&path, &read, Some(&current));
    if args.under == "current" {
        return replay_with_current_rules(&current, &mut recorded, args, to);
    }
    let table = recorded.table(to).map_err(|failure| match failure {
        // For `--verify` a mismatch is a finding, not an error.
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
    finish(&table, args, viewer);
    Ok(ExitCode::SUCCESS)
}

/// The viewer of the replay: everything for a finished game or with `--open`, else the public information. `is_at_end`: the table
/// is at the end of the record.
fn viewer(table: &Table, recorded: &mut RecordedGame<'_>, args: &Replay, is_at_end: bool) -> Viewer {
    let hides = |table: &Table| {
        let seen = |viewer: Viewer| (table.log(0, viewer), viewer.position_text(table.board(), table.position()));
        seen(Viewer::PUBLIC) != seen(Viewer::OPEN)
    };
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

/// Prints the final position if `--show` asks for it.
fn finish(table: &Table, args: &Replay, viewer: Viewer) {
    if args.show {
        out::line(viewer.position_text(table.board(), table.position()).trim_end());
    }
}

/// Replays a record with the current rules and reports the first difference.
fn replay_with_current_rules(
    current: &Library,
    recorded: &mut RecordedGame<'_>,
    args: &Replay,
    to: Option<usize>,
) -> Result<ExitCode, Failure> {
    let read = recorded.read;
    packs::game(current, &read.header.game)?;
    let (program, vm) = packs::load(current, &read.header.game)?;
    let mut table = start_under(read, program.clone(), vm)?;
    let done = table.replay(read, to, &mut |_| {
        let vm = program.vm().map_err(|_| "today's rules do not load".to_owned())?;
        Ok((program.clone(), vm))
    });
    match done {
        Ok(()) => {
            let viewer = viewer(&table, recorded, args, args.to.is_none());
            if !args.verify {
                print_log(&table, read, viewer);
            }
            let n = args.to.unwrap_or(read.events());
            out::line(format!("ok: today's rules play its {} the same", counted(n, "event")));
            finish(&table, args, viewer);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            let viewer = viewer(&table, recorded, args, false);
            print_difference(&mut table, recorded, &error, viewer);
            finish(&table, args, viewer);
            Ok(ExitCode::from(FINDINGS))
        }
    }
}

/// Prints the first difference: the event and the changed items, if the viewer may see them.
fn print_difference(table: &mut Table, recorded: &mut RecordedGame<'_>, error: &ReplayError, viewer: Viewer) {
    if !viewer.sees_all() {
        return out::line(format!("today's rules first differ at event {}", recorded.read.event_of(error.at)));
    }
    let entry = error.at.checked_sub(1).and_then(|at| recorded.read.entries.get(at));
    let what = match entry.map(|e| &e.event) {
        None => String::new(),
        Some(Event::Answer { side, row, .. } | Event::Standing { side, row, .. }) => format!(" ({side}: {row})"),
        Some(Event::Adjust { text }) => format!(" (adjust {text})"),
        Some(_) => String::new(),
    };
    let event = recorded.read.event_of(error.at);
    out::line(format!("today's rules first differ at event {event}{what}: {}", error.problem));
    if let Some(Event::Answer { row, .. }) = entry.map(|e| &e.event)
        && error.problem.ends_with("is not legal there")
        && let Ok(WhyNot::Because(reasons)) = table.why_not(row, viewer)
    {
        for reason in reasons {
            let rule = if reason.rule.is_empty() { String::new() } else { format!(" [{}]", reason.rule) };
            out::line(format!("  {}{rule} ({})", reason.text, reason.at));
        }
        return;
    }
    let Ok(then) = recorded.table(Some(error.at)) else { return };
    let then_text = notation::print(then.board(), then.position());
    let now_text = notation::print(table.board(), table.position());
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (then_lines, now_lines) = (lines(&then_text), lines(&now_text));
    for line in then_lines.iter().filter(|l| !now_lines.contains(l)) {
        out::line(format!("  recorded  {line}"));
    }
    for line in now_lines.iter().filter(|l| !then_lines.contains(l)) {
        out::line(format!("  today     {line}"));
    }
}
