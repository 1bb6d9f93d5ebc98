//! `cardwright replay`: a recorded game as a log, under its own rules or today's.

use crate::args::Replay;
use crate::failure::{FINDINGS, Failure};
use crate::packs::{self, Packs, counted};
use crate::recorded::{Book, start_under};
use crate::repl;
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
    let to = match args.to {
        Some(to) if to > read.events() => {
            return Err(Failure::Usage(format!("the record has {}", counted(read.events(), "event"))));
        }
        to => to.and_then(|to| read.line_of(to)),
    };
    let today = packs.open()?;
    let mut book = Book::new(&path, &read, Some(&today));
    if args.under == "current" {
        return under_current(&today, &mut book, args, to);
    }
    let table = book.table(to).map_err(|failure| match failure {
        // Finding this out is what `--verify` is for.
        Failure::File(text) if args.verify => Failure::Findings(text),
        other => other,
    })?;
    if args.verify {
        let n = args.to.unwrap_or(read.events());
        out::line(format!("ok: {} to equal hashes", counted(n, "event")));
    }
    let eyes = eyes(&table, &mut book, args, args.to.is_none());
    if !args.verify {
        print(&table, &read, eyes);
    }
    finish(&table, args, eyes);
    Ok(ExitCode::SUCCESS)
}

/// Who may read the game: all of it is told when it is over, or with `--open`. Of one that goes on, what all may see. `whole`: the
/// table stands at the record's end.
fn eyes(table: &Table, book: &mut Book<'_>, args: &Replay, whole: bool) -> Audience {
    let hides = |table: &Table| {
        let told = |eyes: Audience| (table.log(0, eyes), eyes.view(table.board(), table.position()));
        told(Audience::Public) != told(Audience::Open)
    };
    let is_over = |book: &mut Book<'_>| !whole && book.table(None).is_ok_and(|whole| whole.is_over());
    if table.is_over() || !hides(table) || is_over(book) {
        return Audience::Open;
    }
    let note = match args.open {
        true => "this shows what is hidden from players: the game is not over",
        false => "the game is not over: what is hidden from players is not shown (`--open` shows it)",
    };
    out::note(note);
    if args.open { Audience::Open } else { Audience::Public }
}

fn print(table: &Table, read: &ReadRecord, eyes: Audience) {
    let header = &read.header;
    let began = if header.began.is_empty() { String::new() } else { format!(", begun {}", header.began) };
    let seed = if eyes == Audience::Open { format!(", seed {}", header.seed) } else { String::new() };
    out::line(out::bold(format!("{} {}{seed}{began}", header.game, header.scenario)));
    for (name, value) in &header.options {
        out::line(format!("option {name}={value}"));
    }
    for line in repl::story(table, eyes) {
        out::line(line);
    }
    if let Some(result) = table.result() {
        out::line(out::bold(result));
    }
}

fn finish(table: &Table, args: &Replay, eyes: Audience) {
    if args.show {
        out::line(eyes.view(table.board(), table.position()).trim_end());
    }
}

/// What today's rules make of a record: the same game, or where they first differ.
fn under_current(today: &Library, book: &mut Book<'_>, args: &Replay, to: Option<usize>) -> Result<ExitCode, Failure> {
    let read = book.read;
    packs::game(today, &read.header.game)?;
    let (program, vm) = packs::load(today, &read.header.game)?;
    let mut table = start_under(read, program.clone(), vm)?;
    let done = table.replay(read, to, &mut |_| {
        let vm = program.vm().map_err(|_| "today's rules do not load".to_owned())?;
        Ok((program.clone(), vm))
    });
    match done {
        Ok(()) => {
            let eyes = eyes(&table, book, args, args.to.is_none());
            if !args.verify {
                print(&table, read, eyes);
            }
            let n = args.to.unwrap_or(read.events());
            out::line(format!("ok: today's rules play its {} the same", counted(n, "event")));
            finish(&table, args, eyes);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            let eyes = eyes(&table, book, args, false);
            differ(&mut table, book, &error, eyes);
            finish(&table, args, eyes);
            Ok(ExitCode::from(FINDINGS))
        }
    }
}

/// Tells the first difference: which event, and what is otherwise.
fn differ(table: &mut Table, book: &mut Book<'_>, error: &ReplayError, eyes: Audience) {
    if eyes != Audience::Open {
        return out::line(format!("today's rules first differ at event {}", book.read.event_of(error.at)));
    }
    let entry = error.at.checked_sub(1).and_then(|at| book.read.entries.get(at));
    let what = match entry.map(|e| &e.event) {
        None => String::new(),
        Some(Event::Answer { side, row, .. } | Event::Standing { side, row, .. }) => format!(" ({side}: {row})"),
        Some(Event::Adjust { text }) => format!(" (adjust {text})"),
        Some(_) => String::new(),
    };
    let event = book.read.event_of(error.at);
    out::line(format!("today's rules first differ at event {event}{what}: {}", error.problem));
    if let Some(Event::Answer { row, .. }) = entry.map(|e| &e.event)
        && error.problem.ends_with("is not legal there")
        && let Ok(WhyNot::Because(reasons)) = table.why_not(row, eyes)
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
