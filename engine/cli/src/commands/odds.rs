//! `cardwright odds`: what a line may come to, and how likely; several lines side by side.

use crate::args;
use crate::clock;
use crate::failure::Failure;
use crate::odds::{self, Asked, How};
use crate::packs::{self, Packs, counted};
use crate::recorded::Book;
use crate::repl::describe;
use crate::repl::display::paint::Page;
use crate::{out, saved};
use cardwright_sim::NamedPosition;
use cardwright_sim::odds::{Limits, OddsError};
use cardwright_table::label::{self, Audience};
use cardwright_table::{PlayError, Refused, SetUp, Table, line, record};
use cardwright_view::Reason;
use std::process::ExitCode;

/// Columns where the output goes to no terminal.
const COLUMNS: usize = 80;

pub(crate) fn run(packs: &Packs, args: &args::Odds) -> Result<ExitCode, Failure> {
    let text = args.line.join(" ");
    let mut asked = Asked::read(&text).map_err(Failure::Usage)?;
    asked.watches.extend(args.watch.iter().flat_map(|watch| odds::watches(watch)));
    if asked.lines.is_empty() {
        return Err(Failure::Usage("which line? write it as you would play it".into()));
    }
    let mut table = match &args.resume {
        Some(name) => recorded(packs, args, name)?,
        None => begun(packs, args)?,
    };
    if table.is_over() {
        return Err(Failure::Findings("the game is over: nothing can be played".into()));
    }
    let eyes = match table.asked() {
        Some(side) if !table.open => table.eyes_of(side),
        _ => Audience::Open,
    };
    let mut lines = Vec::new();
    for text in &asked.lines {
        let (named, words) = line::sided(table.board(), text);
        let side = named.or(if table.open { None } else { table.asked() });
        match table.preview(side, words, eyes) {
            Err(refused) => return Err(Failure::Findings(format!("`{text}`: {}", why(&refused)))),
            Ok(preview) => {
                if let Some(why) = odds::ends_before_chance(&preview, text) {
                    return Err(Failure::Findings(why));
                }
            }
        }
        let how = How { side, eyes, limits: Limits::default() };
        let mut clock = clock::until(|| false);
        lines.push(odds::line(&mut table, words, how, &mut clock).map_err(|error| match error {
            OddsError::Failed(failed) => Failure::Findings(describe(&failed.0)),
            other => Failure::Findings(other.to_string()),
        })?);
    }
    let watched = odds::watched(&mut table, &lines, eyes, &asked.watches).map_err(Failure::Usage)?;
    if args.json {
        out::json(&odds::json(&table.board().game, &lines, &watched));
        return Ok(ExitCode::SUCCESS);
    }
    let who = label::side_names(table.board(), eyes.sides());
    let who = if who.is_empty() { "who sees all" } else { &who };
    let page = Page::of(out::width().unwrap_or(COLUMNS), usize::MAX, out::color());
    let told = match &lines[..] {
        [line] => odds::of_line(page, line, &watched, who),
        lines => odds::of_lines(page, lines, &watched, who),
    };
    told.iter().for_each(out::line);
    Ok(ExitCode::SUCCESS)
}

/// A new game, or a position of one.
fn begun(packs: &Packs, args: &args::Odds) -> Result<Table, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let scenario = packs::scenario(&game, args.scenario.as_deref())?;
    let (program, vm) = packs::load(&library, &game.id)?;
    let set_up = SetUp { scenario, seed: args.seed, options: args.option.clone(), open: args.open, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up)?;
    if let Some(position) = &args.position {
        let named =
            NamedPosition { id: "as given".into(), doc: String::new(), position: position.clone(), levels: vec![] };
        let position = named.on(table.board()).map_err(Failure::Findings)?;
        table.take_up(&position).map_err(|error| Failure::Findings(describe(&error)))?;
    }
    Ok(table)
}

/// A recorded game, at its end or at an event of it.
fn recorded(packs: &Packs, args: &args::Odds, name: &str) -> Result<Table, Failure> {
    let (name, event) = match name.rsplit_once(':') {
        Some((name, event)) if event.parse::<usize>().is_ok() => (name, event.parse::<usize>().ok()),
        _ => (name, None),
    };
    let read = record::read(&saved::find(name)?)?;
    if read.header.game != args.game {
        return Err(Failure::Usage(format!("the record is of `{}`, not of `{}`", read.header.game, args.game)));
    }
    let to = match event {
        Some(event) if event > read.events() => {
            return Err(Failure::Usage(format!("the record has {}", counted(read.events(), "event"))));
        }
        event => event.and_then(|event| read.line_of(event)),
    };
    let today = packs.open()?;
    let path = saved::find(name)?;
    let mut table = Book::new(&path, &read, Some(&today)).table(to)?;
    table.open = args.open || read.header.open;
    Ok(table)
}

/// Why a line is refused.
fn why(refused: &Refused) -> String {
    match &refused.error {
        PlayError::Rule { error, .. } => describe(error),
        error => {
            let because = match &refused.why {
                Some(cardwright_table::WhyNot::Because(reasons)) => {
                    reasons.first().map(|reason| Reason::of(reason).words())
                }
                _ => None,
            };
            because.map_or_else(|| error.to_string(), |because| format!("{error}: {because}"))
        }
    }
}
