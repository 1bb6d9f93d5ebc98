//! `cardwright play --resume`: continues a game from its record. If the rules have changed, the player chooses which
//! rules to use.

use super::ready_game::{ReadyGame, parse_seats};
use crate::args::{Play, RulesChoice};
use crate::failure::{Failure, quoted_list};
use crate::out::counted;
use crate::packs::{self, Packs};
use crate::recorded_game::{Difference, RecordedGame, last_content, main_line, replay_until_difference, start_under};
use crate::repl::NOT_UTF8;
use crate::{out, pack_folders, saved_games};
use cardwright_content::shell_word;
use cardwright_script::{Program, Vm};
use cardwright_table::{FormerIds, Library, ReadRecord, Record, Reloaded, Table, record};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

/// Returns the game, ready to continue. Returns `None` if the player chooses to stop.
pub(crate) fn run(packs: &Packs, args: &Play, name: &str) -> Result<Option<ReadyGame>, Failure> {
    let path = saved_games::find(name)?;
    let (current, current_packs) = open_packs(packs, &path)?;
    // Stores the folders of the packs, so that the next `--resume` finds them. Called once the game continues with these
    // packs.
    let remember = |current: &Library| pack_folders::remember(&current_packs, current);
    if args.start.recover {
        recover(&path, &current)?;
    }
    let (record, read) = open_record(&path)?;
    let mut recorded = RecordedGame::new(&path, &read, Some(&current));
    let replayed = recorded.table(None); // `None`: to the end of the record.
    let current_rules = CurrentRules::load(&current, &mut recorded, replayed.as_ref().ok());
    let mut table = match (replayed, args.start.under) {
        (Ok(table), _) => table,
        // A branch does not need the recorded rules, which may be missing.
        (Err(_), Some(RulesChoice::Branch)) => {
            let table = branch(&path, &read, current_rules?)?;
            remember(&current);
            return continue_branch(table, &read, current, args).map(Some);
        }
        (Err(error), _) => return Err(error),
    };
    table.open = args.is_open() || read.header.open;
    table.continue_record(record)?;
    let choice = match &current_rules {
        Ok(rules) if rules.is_same => None,
        rules => Some(choose_rules((packs, args.start.under), &path, &read, rules)?),
    };
    match choice {
        None => {
            out::note(format!("resumed {} at event {}", path.display(), table.shown_event()));
            remember(&current);
            change_seats(&mut table, args)?;
            Ok(Some(ReadyGame { table, library: current, seed: read.header.seed, may_watch: true }))
        }
        Some(Answer::Stop) => Ok(None),
        Some(Answer::Continue(RulesChoice::Recorded)) => {
            out::note("going on with the recorded rules");
            let library = recorded.library(last_content(&read))?;
            change_seats(&mut table, args)?;
            // `may_watch: false`: changed files do not affect the recorded rules.
            Ok(Some(ReadyGame { table, library, seed: read.header.seed, may_watch: false }))
        }
        Some(Answer::Continue(RulesChoice::Current)) => {
            go_on_with(&mut table, current_rules?)?;
            remember(&current);
            change_seats(&mut table, args)?;
            Ok(Some(ReadyGame { table, library: current, seed: read.header.seed, may_watch: true }))
        }
        Some(Answer::Continue(RulesChoice::Branch)) => {
            drop(table);
            let table = branch(&path, &read, current_rules?)?;
            remember(&current);
            continue_branch(table, &read, current, args).map(Some)
        }
    }
}

/// Opens the packs with which the game was last played, or those of the command line if it names all of them.
fn open_packs(packs: &Packs, path: &Path) -> Result<(Library, Packs), Failure> {
    let current = packs.open()?;
    // `open_record` reports a record that cannot be read.
    let readable = record::read(path).ok();
    let Some(found) = readable.and_then(|read| pack_folders::find(packs, &current, path, &read)) else {
        return Ok((current, packs.clone()));
    };
    let current_pack = packs::current_pack();
    for folder in found.overlays.iter().filter(|folder| !packs.overlays.contains(folder)) {
        let which = if Some(folder) == current_pack.as_ref() { "of this folder" } else { "it was played with" };
        out::note(format!("with the pack {which}: {}", folder.display()));
    }
    Ok((found.open()?, found))
}

/// Opens the record for writing, and reads it.
fn open_record(path: &Path) -> Result<(Record, ReadRecord), Failure> {
    let (record, read) = Record::resume(path).map_err(|error| {
        let hint = record::recovery_hint(
            &error,
            "copy the record and the folder `content` next to it elsewhere, and resume that",
        );
        Failure::File([error.to_string()].into_iter().chain(hint).collect::<Vec<_>>().join("\n  "))
    })?;
    if read.is_torn {
        out::note("the record's last line was torn: the program stopped while writing it; that event never happened");
    }
    Ok((record, read))
}

/// Takes up the current rules, at the same choice or at the start of a step.
fn go_on_with(table: &mut Table, rules: CurrentRules) -> Result<(), Failure> {
    match table.reload(rules.program, rules.vm) {
        Ok(Reloaded::SameChoice) => out::note("going on with today's rules, at the same choice"),
        Ok(Reloaded::StepStart(step)) => {
            out::note(format!("going on with today's rules, back at the start of the step `{step}`"));
        }
        Err(error) => {
            return Err(Failure::Findings(format!(
                "today's rules cannot go on from here: {error}\n  the game stays with the recorded ones: `--under recorded`, or `--under branch`"
            )));
        }
    }
    Ok(())
}

fn continue_branch(mut table: Table, read: &ReadRecord, current: Library, args: &Play) -> Result<ReadyGame, Failure> {
    table.open = args.is_open() || read.header.open;
    change_seats(&mut table, args)?;
    Ok(ReadyGame { table, library: current, seed: read.header.seed, may_watch: true })
}

/// Repairs the record for `--recover`, and prints which events are lost.
fn recover(path: &Path, current: &Library) -> Result<(), Failure> {
    /// The most losses that are listed.
    const MAX_LISTED: usize = 12;
    let Some(recovered) = crate::recorded_game::recover(path, current)? else {
        out::note("nothing to recover");
        return Ok(());
    };
    for line in recovered.report.iter().take(MAX_LISTED) {
        out::note(format!("  {line}"));
    }
    if recovered.report.len() > MAX_LISTED {
        out::note(format!("  … and {} more", recovered.report.len() - MAX_LISTED));
    }
    let kept = counted(recovered.kept, "sound event");
    out::note(format!("kept {kept}; the original file is {}", recovered.backup.display()));
    Ok(())
}

/// Applies `--seat` options to a resumed game.
fn change_seats(table: &mut Table, args: &Play) -> Result<(), Failure> {
    for (side, seat) in parse_seats(table.board(), &args.start.seat)? {
        if let Some(side) = table.board().side(&side)
            && table.seats[side.index()] != seat
        {
            table.seat(side, seat).map_err(|error| match error {
                cardwright_table::PlayError::Record(error) => error.into(),
                other => Failure::File(other.to_string()),
            })?;
        }
    }
    Ok(())
}

/// The current rules for a recorded game.
struct CurrentRules {
    program: Arc<Program>,
    vm: Vm,
    /// Whether the record ends with the same rules.
    is_same: bool,
    /// The packs that have changed, as text: ` (in PACK, …)`. Empty if no pack has changed.
    changed: String,
    /// The former ids under which the record names things of these rules.
    former_ids: FormerIds,
}

impl CurrentRules {
    /// Loads the current rules. `replayed` is the game at the end of the record, where its packs may differ from those
    /// at the start.
    fn load(
        library: &Library,
        record: &mut RecordedGame<'_>,
        replayed: Option<&Table>,
    ) -> Result<CurrentRules, Failure> {
        let read = record.read;
        let recorded: Vec<&str> = match replayed {
            Some(table) => table.program().content.packs.iter().map(|pack| pack.id.as_str()).collect(),
            None => read.header.packs.iter().map(|(id, ..)| id.as_str()).collect(),
        };
        let missing: Vec<&str> =
            recorded.into_iter().filter(|id| !library.packs.iter().any(|pack| pack.id == **id)).collect();
        if !missing.is_empty() {
            let (noun, verb) = if missing.len() == 1 { ("the pack", "is") } else { ("the packs", "are") };
            let hint = missing.iter().map(|id| format!(" --pack <folder of {id}>")).collect::<String>();
            return Err(Failure::Usage(format!(
                "the game was played with {noun} {}, which {verb} not loaded: add{hint}",
                quoted_list(&missing)
            )));
        }
        let (program, vm) = packs::load(library, &read.header.game)?;
        let is_same = record::hex(&program.content.hash) == last_content(read);
        let recorded_hash =
            |id: &str| read.header.packs.iter().find(|(pack, ..)| pack == id).map(|(_, _, hash)| hash.as_str());
        let changed: Vec<&str> = program
            .content
            .packs
            .iter()
            .filter(|pack| recorded_hash(&pack.id) != Some(record::hex(&pack.hash).as_str()))
            .map(|pack| pack.id.as_str())
            .collect();
        let changed = if changed.is_empty() { String::new() } else { format!(" (in {})", quoted_list(&changed)) };
        let former_ids = record.former_ids(&program);
        Ok(CurrentRules { program, vm, is_same, changed, former_ids })
    }

    /// Replays the record with the current rules in a separate game. Returns the first difference, or `None`.
    fn difference(&self, read: &ReadRecord) -> Result<Option<Difference>, Failure> {
        let vm = self.program.vm().map_err(Failure::Content)?;
        let mut table = start_under(read, self.program.clone(), vm, &self.former_ids)?;
        Ok(replay_until_difference(&mut table, read, &main_line(read)))
    }
}

/// What the player answers, or what `--under` says.
enum Answer {
    /// Continue the game with these rules.
    Continue(RulesChoice),
    /// Leave the game unchanged.
    Stop,
}

/// Uses `--under`, or asks the player which rules to use.
fn choose_rules(
    (packs, under): (&Packs, Option<RulesChoice>),
    path: &Path,
    read: &ReadRecord,
    rules: &Result<CurrentRules, Failure>,
) -> Result<Answer, Failure> {
    let rules = match (rules, under) {
        (_, Some(under)) => return Ok(Answer::Continue(under)),
        (Ok(rules), None) => rules,
        (Err(error), None) => {
            let why = match error {
                Failure::Usage(why) => why.as_str(),
                // The list of problems is long and only needed for `--under current`.
                _ => "they do not load (`--under current` shows why)",
            };
            out::note(format!("today's packs cannot continue this game: {why}. It goes on with the recorded rules"));
            return Ok(Answer::Continue(RulesChoice::Recorded));
        }
    };
    let (game, changed) = (&read.header.game, &rules.changed);
    out::note(format!("the rules of {game} are not those this game was last played with{changed}"));
    let events = main_line(read).len();
    let (branch, event) = match rules.difference(read) {
        Ok(None) => (format!("today's rules play all its {} the same", counted(events, "event")), None),
        Ok(Some(Difference { event, problem, .. })) => {
            (format!("today's rules first differ at event {event}: {problem}"), Some(event))
        }
        Err(_) => ("today's rules cannot start it".to_owned(), None),
    };
    out::note(format!("  {branch}"));
    if !out::is_interactive() {
        return Err(Failure::Findings(format!(
            "choose the rules to go on with: cardwright play --resume {}{} --under current|recorded|branch",
            shell_word(path),
            packs::as_arguments(packs)
        )));
    }
    let extent = event.map_or("to its end".to_owned(), |event| format!("up to event {event}"));
    out::note("  current   go on from this position with today's rules");
    out::note(format!("  branch    play it again with today's rules {extent}, and go on in a new record"));
    out::note("  recorded  stay with the rules it was played with");
    out::note("  stop      leave the game unchanged");
    loop {
        out::note_text("current, branch, recorded or stop? ");
        let mut line = String::new();
        match std::io::stdin().read_line(&mut line) {
            Ok(1..) => {}
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                out::note(NOT_UTF8);
                continue;
            }
            Ok(0) | Err(_) => {
                out::note("the input ended: the game is unchanged");
                return Ok(Answer::Stop);
            }
        }
        let word = line.trim().to_lowercase();
        let words = [
            ("current", Answer::Continue(RulesChoice::Current)),
            ("branch", Answer::Continue(RulesChoice::Branch)),
            ("recorded", Answer::Continue(RulesChoice::Recorded)),
            ("stop", Answer::Stop),
        ];
        if let Some((_, answer)) = words.into_iter().find(|(full, _)| !word.is_empty() && full.starts_with(&word)) {
            return Ok(answer);
        }
    }
}

/// Replays the game with the current rules up to the first difference, into a new record.
fn branch(path: &Path, read: &ReadRecord, rules: CurrentRules) -> Result<Table, Failure> {
    let line = main_line(read);
    let difference = rules.difference(read)?;
    let same_count = difference.as_ref().map_or(line.len(), |difference| difference.same);
    let mut table = start_under(read, rules.program, rules.vm, &rules.former_ids)?;
    let new_path = saved_games::branch_record_path(path);
    table.keep_record(&new_path)?;
    if same_count > 0
        && let Some(Difference { event, problem, .. }) = replay_until_difference(&mut table, read, &line[..same_count])
    {
        return Err(Failure::Findings(format!("event {event} has a different result in a second replay: {problem}")));
    }
    match difference {
        Some(Difference { event, problem, .. }) => out::note(format!("branched before event {event}: {problem}")),
        None => out::note(format!("branched after all its {}", counted(line.len(), "event"))),
    }
    out::note(format!("record: {}", new_path.display()));
    Ok(table)
}
