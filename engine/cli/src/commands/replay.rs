//! `cardwright replay`: a recorded game as a log, under its own rules or today's.

use crate::args::Replay;
use crate::failure::{FINDINGS, Failure};
use crate::packs::{self, Packs, counted};
use crate::recorded::{Book, start_under};
use crate::{out, saved};
use cardwright_state::notation;
use cardwright_table::label::Audience;
use cardwright_table::{Event, Library, ReadRecord, ReplayError, Table, WhyNot, record};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Replay) -> Result<ExitCode, Failure> {
    let path = saved::find(&args.file)?;
    let read = record::read(&path)?;
    if read.torn {
        out::note("the record's last line is torn: the program stopped while writing it; that event never happened");
    }
    if let Some(to) = args.to
        && to > read.entries.len()
    {
        return Err(Failure::Usage(format!("the record has {}", counted(read.entries.len(), "event"))));
    }
    let today = packs.open()?;
    let mut book = Book::new(&path, &read, Some(&today));
    if args.under == "current" {
        return under_current(&today, &mut book, args);
    }
    let table = book.table(args.to).map_err(|failure| match failure {
        // Finding this out is what `--verify` is for.
        Failure::File(text) if args.verify => Failure::Findings(text),
        other => other,
    })?;
    if args.verify {
        let n = args.to.unwrap_or(read.entries.len());
        out::line(format!("ok: {} to equal hashes", counted(n, "event")));
    } else {
        print(&table, &read);
    }
    finish(&table, args);
    Ok(ExitCode::SUCCESS)
}

fn print(table: &Table, read: &ReadRecord) {
    let header = &read.header;
    let began = if header.began.is_empty() { String::new() } else { format!(", begun {}", header.began) };
    out::line(out::bold(format!("{} {}, seed {}{began}", header.game, header.scenario, header.seed)));
    for (name, value) in &header.options {
        out::line(format!("option {name}={value}"));
    }
    for line in table.log(0, Audience::Open) {
        out::line(line);
    }
    if let Some(result) = table.result() {
        out::line(out::bold(result));
    }
}

fn finish(table: &Table, args: &Replay) {
    if args.show {
        out::line(notation::print(table.board(), table.position()).trim_end());
    }
}

/// What today's rules make of a record: the same game, or where they first differ.
fn under_current(today: &Library, book: &mut Book<'_>, args: &Replay) -> Result<ExitCode, Failure> {
    let read = book.read;
    packs::game(today, &read.header.game)?;
    let (program, vm) = packs::load(today, &read.header.game)?;
    let mut table = start_under(read, program.clone(), vm)?;
    let done = table.replay(read, args.to, &mut |_| {
        let vm = program.vm().map_err(|_| "today's rules do not load".to_owned())?;
        Ok((program.clone(), vm))
    });
    match done {
        Ok(()) => {
            if !args.verify {
                print(&table, read);
            }
            let n = args.to.unwrap_or(read.entries.len());
            out::line(format!("ok: today's rules play its {} the same", counted(n, "event")));
            finish(&table, args);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            differ(&mut table, book, &error);
            finish(&table, args);
            Ok(ExitCode::from(FINDINGS))
        }
    }
}

/// Tells the first difference: which event, and what is otherwise.
fn differ(table: &mut Table, book: &mut Book<'_>, error: &ReplayError) {
    let entry = error.at.checked_sub(1).and_then(|at| book.read.entries.get(at));
    let what = match entry.map(|e| &e.event) {
        None => String::new(),
        Some(Event::Answer { side, row, .. } | Event::Standing { side, row, .. }) => format!(" ({side}: {row})"),
        Some(Event::Adjust { text }) => format!(" (adjust {text})"),
        Some(_) => String::new(),
    };
    out::line(format!("today's rules first differ at event {}{what}: {}", error.at, error.problem));
    if let Some(Event::Answer { row, .. }) = entry.map(|e| &e.event)
        && error.problem.ends_with("is not legal there")
        && let Ok(WhyNot::Because(reasons)) = table.why_not(row)
    {
        for reason in reasons {
            let rule = if reason.rule.is_empty() { String::new() } else { format!(" [{}]", reason.rule) };
            out::line(format!("  {}{rule} ({})", reason.says, reason.at));
        }
        return;
    }
    let Ok(then) = book.table(Some(error.at)) else { return };
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
