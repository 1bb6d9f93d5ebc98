//! `cardwright play --resume`: a game goes on from its record; if the rules changed since, a person
//! says under which.

use super::seated::{Ready, seats};
use crate::args::{Play, Under};
use crate::failure::{Failure, listed, way_on};
use crate::packs::{self, Packs, counted};
use crate::recorded::{Book, Difference, follow, last_content, main_line, start_under};
use crate::{folders, out, saved};
use cardwright_script::{Program, Vm};
use cardwright_table::{Library, ReadRecord, Record, Reloaded, Table, record};
use std::path::Path;
use std::sync::Arc;

/// The game ready to go on; none if a person says to leave it as it is.
pub(crate) fn run(packs: &Packs, args: &Play, name: &str) -> Result<Option<Ready>, Failure> {
    let path = saved::find(name)?;
    let mut today = packs.open()?;
    // What cannot be read is told below.
    let before = record::read(&path).ok();
    let found = before.and_then(|read| folders::found(packs, &today, &path, &read));
    let is_found = found.is_some();
    if let Some(found) = found {
        for folder in found.more.iter().filter(|folder| !packs.more.contains(folder)) {
            out::note(format!("with the pack it was played with: {}", folder.display()));
        }
        today = found.open()?;
    }
    // Where the packs given lie is kept once the game goes on with them.
    let keep = |today: &Library| {
        if !is_found {
            folders::keep(packs, today);
        }
    };
    if args.start.recover {
        recover(&path, &today)?;
    }
    let (record, read) = Record::resume(&path).map_err(|error| {
        let hint = way_on(&error, "copy the record and the folder `content` beside it elsewhere, and resume that");
        Failure::File(format!("{error}{hint}"))
    })?;
    if read.torn {
        out::note("the record's last line was torn: the program stopped while writing it; that event never happened");
    }
    let mut book = Book::new(&path, &read, Some(&today));
    let played = book.table(None);
    let now = Today::load(&today, &read, played.as_ref().ok());
    let mut table = match (played, args.start.under) {
        (Ok(table), _) => table,
        // That needs none of the recorded rules: they may be missing.
        (Err(_), Some(Under::Branch)) => {
            let table = branch(&path, &read, now?)?;
            keep(&today);
            return go_on_in_branch(table, &read, today, args).map(Some);
        }
        (Err(error), _) => return Err(error),
    };
    table.open = args.is_open() || read.header.open;
    table.go_on_with(record)?;
    let under = match &now {
        Ok(now) if now.is_same => None,
        now => Some(decide((packs, args.start.under), &path, &read, now)?),
    };
    match under {
        None => {
            out::note(format!("resumed {} at event {}", path.display(), table.here()));
            keep(&today);
            sit(&mut table, args)?;
            Ok(Some(Ready { table, library: today, seed: read.header.seed, watch: true }))
        }
        Some(Answer::Stop) => Ok(None),
        Some(Answer::Go(Under::Recorded)) => {
            out::note("going on with the recorded rules");
            let library = book.library(last_content(&read))?;
            sit(&mut table, args)?;
            Ok(Some(Ready { table, library, seed: read.header.seed, watch: false }))
        }
        Some(Answer::Go(Under::Current)) => {
            let now = now?;
            match table.reload(now.program, now.vm) {
                Ok(Reloaded::Same) => out::note("going on with today's rules, at the same choice"),
                Ok(Reloaded::StepStart(step)) => {
                    out::note(format!("going on with today's rules, back at the start of the step `{step}`"));
                }
                Err(error) => {
                    return Err(Failure::Findings(format!(
                        "today's rules cannot go on from here: {error}\n  the game stays with the recorded ones: `--under recorded`, or `--under branch`"
                    )));
                }
            }
            keep(&today);
            sit(&mut table, args)?;
            Ok(Some(Ready { table, library: today, seed: read.header.seed, watch: true }))
        }
        Some(Answer::Go(Under::Branch)) => {
            drop(table);
            let table = branch(&path, &read, now?)?;
            keep(&today);
            go_on_in_branch(table, &read, today, args).map(Some)
        }
    }
}

fn go_on_in_branch(mut table: Table, read: &ReadRecord, today: Library, args: &Play) -> Result<Ready, Failure> {
    table.open = args.is_open() || read.header.open;
    sit(&mut table, args)?;
    Ok(Ready { table, library: today, seed: read.header.seed, watch: true })
}

/// `--recover`: what is sound is kept; what was lost is told.
fn recover(path: &Path, today: &Library) -> Result<(), Failure> {
    /// Losses told one by one.
    const MOST: usize = 12;
    let Some(done) = crate::recorded::recover(path, today)? else {
        out::note("nothing to recover");
        return Ok(());
    };
    for line in done.told.iter().take(MOST) {
        out::note(format!("  {line}"));
    }
    if done.told.len() > MOST {
        out::note(format!("  … and {} more", done.told.len() - MOST));
    }
    out::note(format!("kept {}; the file as it was is {}", counted(done.kept, "sound event"), done.aside.display()));
    Ok(())
}

/// Changes of seats asked for on the way in.
fn sit(table: &mut Table, args: &Play) -> Result<(), Failure> {
    for (side, seat) in seats(table.board(), &args.start.seat)? {
        if let Some(side) = table.board().side(&side)
            && table.seats[side.at()] != seat
        {
            table.seat(side, seat).map_err(|e| match e {
                cardwright_table::PlayError::Record(error) => error.into(),
                other => Failure::File(other.to_string()),
            })?;
        }
    }
    Ok(())
}

/// Today's rules for a recorded game.
struct Today {
    program: Arc<Program>,
    vm: Vm,
    /// Whether they are those it ends with.
    is_same: bool,
    /// What is another than then.
    changed: String,
}

impl Today {
    /// `played`: the game as it stands, which may have come to other packs than it began with.
    fn load(library: &Library, read: &ReadRecord, played: Option<&Table>) -> Result<Today, Failure> {
        let then: Vec<&str> = match played {
            Some(table) => table.program().content.packs.iter().map(|p| p.id.as_str()).collect(),
            None => read.header.packs.iter().map(|(id, ..)| id.as_str()).collect(),
        };
        let missing: Vec<&str> = then.into_iter().filter(|id| !library.packs.iter().any(|p| p.id == **id)).collect();
        if !missing.is_empty() {
            let what = if missing.len() == 1 { "the pack" } else { "the packs" };
            let hint = missing.iter().map(|id| format!(" --pack <folder of {id}>")).collect::<String>();
            return Err(Failure::Usage(format!(
                "the game was played with {what} {}, which is not loaded: add{hint}",
                listed(&missing)
            )));
        }
        let (program, vm) = packs::load(library, &read.header.game)?;
        let is_same = packs::hex(&program.content.hash) == last_content(read);
        let of = |id: &str| read.header.packs.iter().find(|(p, ..)| p == id).map(|(_, _, hash)| hash.as_str());
        let news: Vec<&str> = program
            .content
            .packs
            .iter()
            .filter(|p| of(&p.id) != Some(packs::hex(&p.hash).as_str()))
            .map(|p| p.id.as_str())
            .collect();
        let changed = if news.is_empty() { String::new() } else { format!(" (in {})", listed(&news)) };
        Ok(Today { program, vm, is_same, changed })
    }

    /// Where these rules part from the record, without touching anything.
    fn difference(&self, read: &ReadRecord) -> Result<Option<Difference>, Failure> {
        let vm = self.program.vm().map_err(Failure::Content)?;
        let mut table = start_under(read, self.program.clone(), vm)?;
        Ok(follow(&mut table, read, &main_line(read)))
    }
}

/// What a person (or `--under`) wants.
enum Answer {
    Go(Under),
    Stop,
}

fn decide(
    (packs, given): (&Packs, Option<Under>),
    path: &Path,
    read: &ReadRecord,
    now: &Result<Today, Failure>,
) -> Result<Answer, Failure> {
    let now = match (now, given) {
        (_, Some(under)) => return Ok(Answer::Go(under)),
        (Ok(now), None) => now,
        (Err(error), None) => {
            let why = match error {
                Failure::Usage(why) => why.as_str(),
                // What is wrong with them is long: the caller tells it if they are wanted.
                _ => "they do not load (`--under current` tells why)",
            };
            out::note(format!("today's packs cannot carry this game on: {why}; it goes on with the recorded rules"));
            return Ok(Answer::Go(Under::Recorded));
        }
    };
    out::note(format!("the rules of {} are not those this game was last played with{}", read.header.game, now.changed));
    let events = main_line(read).len();
    let (branch, event) = match now.difference(read) {
        Ok(None) => (format!("today's rules play all its {} the same", counted(events, "event")), None),
        Ok(Some(d)) => (format!("today's rules first differ at event {}: {}", d.event, d.problem), Some(d.event)),
        Err(_) => ("today's rules cannot start it".to_owned(), None),
    };
    out::note(format!("  {branch}"));
    if !out::is_asking() {
        return Err(Failure::Findings(format!(
            "say which rules to go on with: cardwright play --resume {}{} --under current|recorded|branch",
            path.display(),
            packs::given(packs)
        )));
    }
    let before = event.map_or("to its end".to_owned(), |e| format!("up to event {e}"));
    out::note("  current   go on from this position with today's rules");
    out::note(format!("  branch    play it again with today's rules {before}, and go on in a new record"));
    out::note("  recorded  stay with the rules it was played with");
    out::note("  stop      leave it as it is");
    loop {
        out::ask("current, branch, recorded or stop? ");
        let mut line = String::new();
        if std::io::stdin().read_line(&mut line).map_or(true, |n| n == 0) {
            return Ok(Answer::Stop);
        }
        let word = line.trim().to_lowercase();
        let words = [
            ("current", Answer::Go(Under::Current)),
            ("branch", Answer::Go(Under::Branch)),
            ("recorded", Answer::Go(Under::Recorded)),
            ("stop", Answer::Stop),
        ];
        if let Some((_, answer)) = words.into_iter().find(|(w, _)| !word.is_empty() && w.starts_with(&word)) {
            return Ok(answer);
        }
    }
}

/// The game played again under today's rules as far as they agree, in a record of its own.
fn branch(path: &Path, read: &ReadRecord, now: Today) -> Result<Table, Failure> {
    let line = main_line(read);
    let difference = now.difference(read)?;
    let same = difference.as_ref().map_or(line.len(), |d| d.same);
    let mut table = start_under(read, now.program, now.vm)?;
    let new = saved::branch(path);
    table.keep_record(&new)?;
    if same > 0
        && let Some(d) = follow(&mut table, read, &line[..same])
    {
        return Err(Failure::Findings(format!(
            "event {} came out differently the second time: {}",
            d.event, d.problem
        )));
    }
    match difference {
        Some(d) => out::note(format!("branched before event {}: {}", d.event, d.problem)),
        None => out::note(format!("branched after all its {}", counted(line.len(), "event"))),
    }
    out::note(format!("record: {}", new.display()));
    Ok(table)
}
