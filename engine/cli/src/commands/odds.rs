//! `cardwright odds`: shows the possible results of one or more lines and their probabilities.

use crate::args;
use crate::failure::Failure;
use crate::odds;
use crate::out;
use crate::packs::{self, Packs};
use crate::recorded_game::{self, RecordedGame};
use crate::repl::display::paint::Page;
use cardwright_session::odds::{OddsProblem, OddsQuery, is_random, watches};
use cardwright_session::{Place, Session, describe};
use cardwright_sim::NamedPosition;
use cardwright_table::{SetUp, Table, Viewer};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

/// The width of the output if it does not go to a terminal.
const PIPE_WIDTH: usize = 80;

pub(crate) fn run(packs: &Packs, args: &args::Odds) -> Result<ExitCode, Failure> {
    let text = args.line.join(" ");
    let mut query = OddsQuery::parse(&text).map_err(Failure::Usage)?;
    query.watches.extend(args.watch.iter().flat_map(|watch| watches(watch)));
    query.to = args.to.as_deref().or(query.to);
    if let Some(word) = &args.by {
        query.is_random = is_random(word).map_err(Failure::Usage)?;
    }
    if query.lines.is_empty() {
        return Err(Failure::Usage("a line is missing: write it as you would play it".into()));
    }
    let table = match &args.resume {
        Some(name) => recorded_table(packs, args, name)?,
        None => new_table(packs, args)?,
    };
    if table.is_over() {
        return Err(Failure::Findings("the game is over: nothing can be played".into()));
    }
    let sides = table.position().sides_in_play(table.board());
    let viewer = match table.asked() {
        Some(side) if !table.open => table.viewer_of(side),
        _ => Viewer::OPEN.answering_for(sides).as_host(),
    };
    let library = Arc::new(Mutex::new(packs.open()?));
    // No bot answers here, so the seed of the bots (0) does not matter.
    let mut session = Session::new(table, library, Place::Prompt, 0);
    let odds = session.odds(viewer, &query).map_err(|problem| match problem {
        OddsProblem::Line(why) => Failure::Findings(why),
        OddsProblem::Word(why) => Failure::Usage(why),
    })?;
    if args.json {
        out::json(&odds);
        return Ok(ExitCode::SUCCESS);
    }
    // The output is as long as it needs to be, so the page has no height limit.
    let page = Page::new(out::width().unwrap_or(PIPE_WIDTH), usize::MAX, out::color());
    odds::lines(page, &odds).iter().for_each(out::line);
    Ok(ExitCode::SUCCESS)
}

/// Starts a new game, or takes up the position from the command line.
fn new_table(packs: &Packs, args: &args::Odds) -> Result<Table, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let scenario = packs::scenario(&game, args.scenario.as_deref())?;
    let (program, vm) = packs::load(&library, &game.id)?;
    let set_up = SetUp { scenario, seed: args.seed, options: args.option.clone(), open: args.open, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up)?;
    if let Some(position) = &args.position {
        // `levels` are known perft counts, which this command does not need.
        let named =
            NamedPosition { id: "as given".into(), doc: String::new(), position: position.clone(), levels: vec![] };
        let position = named.position_on(table.board()).map_err(Failure::Findings)?;
        table.restart_at(&position).map_err(|error| Failure::Findings(describe(&error)))?;
    }
    Ok(table)
}

/// Replays a recorded game, to its end or to an event. `name` is `RECORD` or `RECORD:EVENT`.
fn recorded_table(packs: &Packs, args: &args::Odds, name: &str) -> Result<Table, Failure> {
    let (path, read, event) = recorded_game::find(name, &args.game)?;
    let last = recorded_game::line_of(&read, event)?;
    let current = packs.open()?;
    let mut table = RecordedGame::new(&path, &read, Some(&current)).table(last)?;
    table.open = args.open || read.header.open;
    Ok(table)
}
