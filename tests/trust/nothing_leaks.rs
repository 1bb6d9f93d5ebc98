//! Promise 4: nothing leaks. If something that a side cannot know were different, the side would read the same.
//!
//! [`leaks`] compares. At a moment of a game it draws other positions that a side cannot tell from the real one. It
//! compares everything the side gets there: view, prompt, rows, labels, reasons, data, completion, previews, odds, a
//! bot's observation. Then it goes one event back, plays that event again in such a position, and compares what the
//! side reads of it. Real games must pass, and each planted leak must be caught.
#![allow(clippy::unwrap_used)]

use crate::common;
use cardwright_bots::{Bot, Observation, RANDOM, RandomBot};
use cardwright_cli::repl::completions;
use cardwright_content::{PackSource, render};
use cardwright_script::{FigureValue, GameEvent, Program, Vm};
use cardwright_sim::odds::{Distribution, LineEnd, Odds, OddsLimits};
use cardwright_state::board::Board;
use cardwright_state::determinize::{Determinized, determinize, row_with_cards_replaced};
use cardwright_state::{CardId, CardKnowledge, Kind, Position, SideId, Val, notation};
use cardwright_table::game_log;
use cardwright_table::{Event, Library, Seat, SetUp, Table};
use cardwright_table::{Viewer, label};
use cardwright_view::{
    Decisions, Forecast, Legend, LineResult, SpaceDetails, ThingLookup, Verdict, View, ViewContext, WatchTarget,
    changes, history, standing_rows, state_lines,
};
use cardwright_web::{Drawing, OfflineLink, Role};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// The number of comparisons.
#[derive(Debug, Default)]
struct Tally {
    /// Positions that differed from the real one, and the number of cards and facts that differed in them.
    positions: u64,
    cards: u64,
    facts: u64,
    /// Events played again in another position.
    events: u64,
    /// Drawn positions that a viewer who sees everything would see to differ.
    told_apart: u64,
    /// Drawn positions in which the rules could not have led to this point.
    impossible: u64,
}

/// A VM that logs everything, as the prompt does.
fn story(program: &Arc<Program>) -> Vm {
    let mut vm = program.vm().unwrap();
    vm.set_structured_log(true);
    vm
}

/// Tables for looking at other positions.
struct Scratch {
    real: Table,
    other: Table,
    drawing: Drawing,
    leak: Option<Leak>,
    /// Whether pages look back to the event before, and return: this runs rules again.
    looks_back: bool,
}

/// A fault planted in the data for a browser.
#[derive(Debug, Clone, Copy)]
enum Leak {
    /// A field of the view that ignores the viewer.
    Field,
    /// Sends the rows to spectators.
    Rows,
    /// A log line as a viewer who sees everything reads it.
    Line,
    /// Reports changes by the cards that moved.
    Changed,
    /// Sends parts again when they change for a viewer who sees everything.
    Stamps,
    /// A hash of the whole position.
    Hash,
}

impl Scratch {
    fn of(program: &Arc<Program>, scenario: &str) -> Scratch {
        let set_up = SetUp { scenario: scenario.into(), ..SetUp::default() };
        let table = || Table::start(program.clone(), story(program), &set_up).unwrap();
        let (drawing, _) = Drawing::new(&[], program, &Legend::new(program));
        Scratch { real: table(), other: table(), drawing, leak: None, looks_back: false }
    }
}

/// A bot that answers with the first row and stores everything it was given.
#[derive(Debug, Default)]
struct RecordingBot(Vec<String>);

impl Bot for RecordingBot {
    fn choose(&mut self, sight: &dyn Observation) -> usize {
        self.0.extend([sight.side().to_owned(), sight.view(), sight.prompt(), format!("{:?}", sight.default_row())]);
        (0..sight.rows()).for_each(|n| self.0.extend([sight.row(n), sight.label(n)]));
        self.0.extend(sight.log());
        0
    }
}

fn viewer(side: Option<SideId>) -> Viewer {
    side.map_or(Viewer::PUBLIC, Viewer::side)
}

/// The figures that a side may read, as it reads them.
fn figures(table: &Table, values: &[Vec<FigureValue>], side: Option<SideId>) -> String {
    fn figure_text(table: &Table, viewer: Viewer, value: &FigureValue) -> String {
        match value {
            FigureValue::Value(val) => label::name(table.board(), table.position(), viewer, *val),
            FigureValue::Text(line) => label::line(table.board(), table.position(), viewer, line),
            FigureValue::List(all) => all.iter().map(|v| figure_text(table, viewer, v)).collect::<Vec<_>>().join(", "),
            FigureValue::Failed(_) => "?".into(),
            other => format!("{other:?}"),
        }
    }
    let program = table.program().clone();
    let mut out = String::new();
    for (figure, values) in program.figures.iter().zip(values) {
        for (subject, value) in values.iter().enumerate().filter(|(s, _)| figure.is_for(side, *s)) {
            out.push_str(&format!("{} {subject}: {}\n", figure.name, figure_text(table, viewer(side), value)));
        }
    }
    out
}

/// Data as it is serialised for a client.
fn written(data: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(data).unwrap()
}

/// The log of the last event for a viewer, without its number.
fn log_of(table: &Table, viewer: Viewer) -> String {
    let told = history::last(table, 1, viewer, Decisions::Full);
    written(&told.into_iter().map(|told| (told.side, told.text, told.automatic, told.lines)).collect::<Vec<_>>())
}

/// The changes since the event before, for a viewer.
fn changes_for(table: &Table, viewer: Viewer) -> String {
    let after = ViewContext::new(table, &[], viewer);
    let before = table.nodes()[table.here()].parent.map(|n| table.nodes()[n].position());
    before.map(|position| written(&changes(&ViewContext { position: &position, ..after }, &after))).unwrap_or_default()
}

/// What the page of a side, or of a spectator, receives of a table, byte for byte; so the length counts, too.
struct Page<'a> {
    link: [OfflineLink; 1],
    page: cardwright_web::OfflinePage,
    drawing: &'a Drawing,
    /// Everything it has received.
    sent: Vec<String>,
    /// A planted fault, and the host's page from which the fault takes data.
    leak: Option<(Leak, Box<Page<'a>>)>,
}

/// The parts of a message.
fn parts(message: &Value) -> serde_json::Map<String, Value> {
    message["parts"].as_object().cloned().unwrap_or_default()
}

impl<'a> Page<'a> {
    fn of(table: &mut Table, side: Option<SideId>, drawing: &'a Drawing, leak: Option<Leak>) -> Page<'a> {
        let role = side.map_or(Role::Spectator, Role::Side);
        let leak = leak.map(|leak| (leak, Box::new(Page::through(Role::Host, drawing))));
        let mut page = Page { leak, ..Page::through(role, drawing) };
        page.goes_on(table);
        page
    }

    fn through(role: Role, drawing: &'a Drawing) -> Page<'a> {
        let link = [OfflineLink::new(role)];
        let page = link[0].open_page();
        Page { link, page, drawing, sent: Vec::new(), leak: None }
    }

    /// Shows the table as it is now: sends the changes, and what a new client would receive.
    fn goes_on(&mut self, table: &mut Table) {
        OfflineLink::show(&mut self.link, table, self.drawing);
        if let Some((_, host)) = &mut self.leak {
            host.goes_on(table);
        }
        let frames = [self.page.receive(), self.link[0].open_page().receive()].concat();
        self.send(frames);
    }

    /// Looks back to the event before this one, and returns.
    fn looks_back(&mut self, table: &mut Table) {
        let before = table.nodes()[table.here()].parent.unwrap_or_default();
        if let Some((_, host)) = &mut self.leak {
            host.looks_back(table);
        }
        // If a rule fails there, nothing is shown.
        let mut frames = self.link[0].look(&mut self.page, table, self.drawing, before).unwrap_or_default();
        frames.extend(self.page.receive());
        self.send(frames);
    }

    fn send(&mut self, frames: Vec<String>) {
        let Some((leak, host)) = &self.leak else { return self.sent.extend(frames) };
        let told = host.sent[self.sent.len()..].to_vec();
        let leak = *leak;
        self.sent.extend(frames.iter().zip(told).map(|(frame, host)| planted_in(frame, &host, leak)));
    }

    fn sent(&self) -> String {
        self.sent.join("\n")
    }
}

/// A message with a planted fault.
fn planted_in(frame: &str, host: &str, leak: Leak) -> String {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let (mut page, mut host) = (read(frame), read(host));
    let host_parts = parts(&host);
    let pile = |key: &str| key.starts_with("pile ") || key.starts_with("card ");
    match leak {
        Leak::Field => {
            for (key, part) in host_parts.iter().filter(|(key, _)| pile(key)) {
                page["parts"][key] = part.clone();
            }
        }
        Leak::Rows => page["parts"]["choice"] = host["parts"]["choice"].take(),
        Leak::Line => page["log"] = host["log"].take(),
        Leak::Changed | Leak::Stamps if page["whole"] == true => {}
        Leak::Changed => {
            let moved: Vec<&String> = host_parts.keys().filter(|key| pile(key)).collect();
            page["changed"] = serde_json::json!(moved);
        }
        // The texts are those of this viewer; the choice of those sent is not.
        Leak::Stamps => {
            for (key, _) in host_parts.iter().filter(|(key, _)| pile(key)) {
                page["parts"][key] = Value::Bool(true);
            }
        }
        Leak::Hash => page["hash"] = host["hash"].take(),
    }
    page.to_string()
}

/// Everything that a side gets at a table, part by part.
fn everything_for(table: &mut Table, side: Option<SideId>, deep: bool) -> Vec<(&'static str, String)> {
    let viewer = viewer(side);
    let figured = table.figures();
    let mut out = vec![
        ("view", viewer.position_text(table.board(), table.position())),
        ("prompt", format!("{:?}", table.prompt(viewer))),
        ("result", format!("{:?}", table.result())),
        ("standing actions", format!("{:?}", table.standing_actions())),
        ("figures", figures(table, &figured, side)),
    ];
    out.push(("the table seen", written(&View::from_context(table, &ViewContext::new(table, &figured, viewer)))));
    out.push(("how things stand", written(&state_lines(&ViewContext::new(table, &[], viewer)))));
    out.push(("places read", space_texts(table, &ViewContext::new(table, &figured, viewer))));
    let asked = table.asked().filter(|asked| Some(*asked) == side);
    if let Some(side) = side {
        out.push(("standing rows", format!("{:?}", table.standing_rows(side, viewer))));
    }
    if deep {
        let typed = ["", "s", "show ", "legal ", "why ", "p", "play ", "hide ", "stir ", "red: ", "blue: "];
        out.push(("standing seen", written(&standing_rows(table, viewer).unwrap())));
        out.push(("completion", format!("{:?}", completions(table, viewer, &typed))));
        if let Some(side) = asked {
            out.push(("reasons", format!("{:?}", table.why())));
            out.push(("previews", previews(table, side)));
            out.push(("odds", odds(table, side)));
        }
        out.push(("questions of every side", line_replies(table, viewer)));
    }
    if asked.is_some() && !table.open {
        let mut bot = RecordingBot::default();
        let position = table.position().clone();
        let _ = table.answer_with_bot(&mut bot);
        table.take_up(&position).unwrap();
        out.push(("a bot's sight", bot.0.join("\n")));
    }
    out
}

/// The descriptions of all spaces for a viewer.
fn space_texts(table: &Table, context: &ViewContext<'_>) -> String {
    let things = ThingLookup::new(table.program());
    let read = |id: &str| SpaceDetails::new(context, &things.first(&format!("space {id}")).unwrap());
    written(&table.board().spaces.iter().map(|space| read(&space.id)).collect::<Vec<_>>())
}

/// Replies to lines with every side in front, also sides whose hands the viewer does not see.
fn line_replies(table: &mut Table, viewer: Viewer) -> String {
    let board = table.board().clone();
    let labels: Vec<&str> = board.actions.iter().chain(&board.words).map(|label| label.id.as_str()).collect();
    let mut lines = vec![String::new()];
    lines.extend(labels.iter().step_by(labels.len().div_ceil(2).max(1)).map(|label| (*label).to_owned()));
    // A word that may be hidden: a card.
    let cards = board.cards.iter().step_by(board.cards.len().div_ceil(2).max(1));
    let of_cards = ["play"].into_iter().filter(|label| labels.contains(label));
    lines.extend(of_cards.flat_map(|label| cards.clone().map(move |card| format!("{label} {}", card.id))));
    let mut told = Vec::new();
    for side in &board.sides {
        for line in &lines {
            let line = format!("{}: {line}", side.id);
            told.push(format!("{line}: {:?}", table.why_not(&line, viewer)));
            let words: Vec<&str> = line.split_whitespace().collect();
            told.push(format!("{line}: {:?}", table.next_words(&words, viewer, true)));
        }
        let side = board.side(&side.id);
        for line in &lines {
            told.push(format!(
                "{line}: {}",
                match table.preview(side, line, viewer) {
                    Ok(seen) => format!("{:?} {:?} {:?}", seen.answers, seen.stopped, seen.then),
                    Err(refused) => format!("{} {:?}", refused.error, refused.why),
                }
            ));
        }
    }
    told.join("\n")
}

/// What the side that is asked may know in advance about some of its rows.
fn previews(table: &mut Table, side: SideId) -> String {
    let viewer = Viewer::side(side);
    let rows: Vec<String> = table.row_words().iter().map(|words| words.join(" ")).collect();
    let mut lines = Vec::new();
    for row in rows.iter().step_by(rows.len().div_ceil(8)) {
        match table.preview(Some(side), row, viewer) {
            Ok(seen) => {
                let board = table.board();
                lines.push(format!("{row}: {:?} {:?} {:?}", seen.answers, seen.stopped, seen.then));
                lines.push(viewer.position_text(board, &seen.position));
                lines.extend(seen.game_events.iter().map(|h| game_log::event_text(table.program(), viewer, h)));
                lines.push(written(&Forecast::new(table, &ViewContext::new(table, &[], viewer), &seen)));
            }
            Err(refused) => lines.push(format!("{row}: {} {:?}", refused.error, refused.why)),
        }
    }
    // What may follow a row, as far as the side may know it.
    let cards = &table.board().cards;
    let card = cards.iter().step_by(cards.len().div_ceil(2).max(1)).map(|card| card.id.clone());
    let further: Vec<String> = card.chain(["nowhere".to_owned()]).collect();
    for row in rows.iter().step_by(rows.len().div_ceil(3)) {
        for line in further.iter().map(|word| format!("{row} {word}")) {
            let tried = table.preview(Some(side), &line, viewer);
            lines.push(match Verdict::new(&line, tried) {
                Verdict::Legal(says, discouraged) => format!("{says} {discouraged:?}"),
                Verdict::Refused(refused) => format!("{} {:?} {:?}", refused.error, refused.asked, refused.why),
            });
        }
    }
    lines.join("\n")
}

/// The odds of some lines, by the values that vary.
fn odds(table: &mut Table, side: SideId) -> String {
    let viewer = Viewer::side(side);
    let rows: Vec<String> = table.row_words().iter().map(|words| words.join(" ")).collect();
    let limits = OddsLimits { runs: 400, samples: 30, positions: 16, ..OddsLimits::default() };
    let mut lines = Vec::new();
    for row in rows.iter().step_by(rows.len().div_ceil(3)) {
        let odds = match Odds::compute(table, Some(side), row, viewer, &limits, &mut || Some(Duration::ZERO)) {
            Ok(odds) => odds,
            Err(error) => {
                lines.push(format!("{row}: {error}"));
                continue;
            }
        };
        let now = ViewContext::new(table, &[], viewer);
        let there = |end: &LineEnd| (end.at.position.clone(), end.at.asked);
        let ends: Vec<_> = odds.ends().map(there).collect();
        let after = ends.iter().map(|(position, asked)| ViewContext { position, asked: *asked, ..now });
        for watch in WatchTarget::differing(&now, after).into_iter().chain([WatchTarget::Then]) {
            let spread = Distribution::new(&odds, |end| {
                let there = ViewContext { position: &end.at.position, asked: end.at.asked, ..now };
                watch.value(&now, &there, Some(LineResult { met: end.successes, at: &end.at }))
            });
            if !spread.is_certain() {
                lines.push(format!("{row}: {} {spread:?}", watch.word(&now)));
            }
        }
    }
    lines.join("\n")
}

/// The first part in which the two differ, in words.
fn differing(what: &[(&'static str, String)], other: &[(&'static str, String)]) -> Option<String> {
    let differ = |(a, b): &(&(&str, String), &(&str, String))| a.1 != b.1;
    let ((part, real), (_, drawn)) = what.iter().zip(other).find(differ)?;
    let line = real.lines().zip(drawn.lines()).find(|(a, b)| a != b).unwrap_or((real, drawn));
    Some(format!("{part}: `{}` or `{}`", line.0, line.1))
}

/// What a side reads of an event.
fn read(table: &Table, n: usize, viewer: Viewer) -> String {
    let node = &table.nodes()[n];
    let before = node.parent.map(|p| &table.nodes()[p]);
    let mut lines: Vec<String> = label::event(node, before, viewer).into_iter().collect();
    lines.extend(node.game_events.iter().map(|h| game_log::event_text(&node.program, viewer, h)));
    lines.join("\n")
}

/// Compares what the side gets in positions that it cannot tell from the current one, and what it reads of the event
/// that led here.
fn leaks(
    table: &Table,
    scratch: &mut Scratch,
    side: Option<SideId>,
    seed: u64,
    deep: bool,
    tally: &mut Tally,
) -> Result<(), String> {
    let node = &table.nodes()[table.here()];
    let drawn = determinize(table.board(), &node.position(), &node.card_knowledge, side, seed);
    scratch.real.take_up(&node.position()).unwrap();
    if scratch.other.take_up(&drawn.position).is_ok() {
        tally.positions += u64::from(drawn.moved_cards + drawn.changed_facts > 0);
        tally.cards += drawn.moved_cards as u64;
        tally.facts += drawn.changed_facts as u64;
        // With a planted fault, only the data for browsers is compared.
        if scratch.leak.is_none() {
            let real = everything_for(&mut scratch.real, side, deep);
            if let Some(what) = differing(&real, &everything_for(&mut scratch.other, side, deep)) {
                return Err(what);
            }
        }
        let Scratch { real, other, drawing, leak, .. } = scratch;
        let pages = [real, other].map(|table| vec![("a page", Page::of(table, side, drawing, *leak).sent())]);
        if let Some(what) = differing(&pages[0], &pages[1]) {
            return Err(what);
        }
        if deep {
            let seen = |table: &mut Table| written(&View::new(table, Viewer::OPEN));
            let open = [seen(&mut scratch.real), seen(&mut scratch.other)];
            tally.told_apart += u64::from(open[0] != open[1]);
        }
    } else {
        tally.impossible += 1;
    }
    event_leaks(table, scratch, side, seed, tally)
}

/// Plays the event that led here again, with the same chance, from a position that the side could still not tell from
/// the real one afterwards.
fn event_leaks(
    table: &Table,
    scratch: &mut Scratch,
    side: Option<SideId>,
    seed: u64,
    tally: &mut Tally,
) -> Result<(), String> {
    let node = &table.nodes()[table.here()];
    let (Some(parent), Some(row)) = (node.parent, &node.row) else { return Ok(()) };
    let Some(Event::Answer { .. }) = &node.event else { return Ok(()) };
    let before = &table.nodes()[parent];
    let card_knowledge = node.card_knowledge.up_to_shuffle(before.card_knowledge.shuffle_count());
    let drawn = determinize(table.board(), &before.position(), &card_knowledge, side, seed);
    // Both the real and the other position are played again in the same way, so they can be compared byte by byte.
    let names = (0..table.board().cards.len()).map(CardId::new).collect();
    let same = Determinized { position: (*before.position()).clone(), cards: names, moved_cards: 0, changed_facts: 0 };
    if chance_of(table.board(), &before.position(), &node.game_events, &drawn).is_none() {
        return Ok(());
    }
    let (looks_back, Scratch { real, other, drawing, leak, .. }) = (scratch.looks_back, scratch);
    let again = |on: &mut Table, drawn: &Determinized| {
        let chance = chance_of(table.board(), &before.position(), &node.game_events, drawn)?;
        let row = row_with_cards_replaced(row, &drawn.cards).text(table.board());
        on.take_up(&drawn.position).ok()?;
        let at = on.row_words().iter().position(|words| words.join(" ") == row)?;
        let mut page = Page::of(on, side, drawing, *leak);
        on.take_forced();
        on.force_words(&chance.iter().map(String::as_str).collect::<Vec<_>>()).ok()?;
        let done = on.answer(at, false).ok();
        on.take_forced();
        done?;
        page.sent.clear();
        if let Some((_, host)) = &mut page.leak {
            host.sent.clear();
        }
        page.goes_on(on);
        if looks_back {
            page.looks_back(on);
        }
        Some(page.sent())
    };
    let Some(page) = again(other, &drawn) else {
        tally.impossible += 1;
        return Ok(());
    };
    tally.events += u64::from(drawn.moved_cards + drawn.changed_facts > 0);
    let viewer = viewer(side);
    let parts = |table: &Table| {
        let prompt = format!("{:?}", table.prompt(viewer));
        vec![
            ("log", read(table, table.here(), viewer)),
            ("view after it", viewer.position_text(table.board(), table.position())),
            ("prompt after it", prompt),
            ("log as told", log_of(table, viewer)),
            ("what differs", changes_for(table, viewer)),
        ]
    };
    differing(&parts(table), &parts(other)).map_or(Ok(()), Err)?;
    let real = again(real, &same).ok_or("what happened cannot happen again")?;
    let pages = [real, page].map(|page| vec![("a page after it", page)]);
    differing(&pages[0], &pages[1]).map_or(Ok(()), Err)
}

/// The chance of an event in words, with each card under its other name. Nothing if it shuffled, because later draws
/// may then differ.
fn chance_of(board: &Board, before: &Position, what: &[GameEvent], drawn: &Determinized) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut gone: Vec<CardId> = Vec::new();
    let mut card_of = |card: CardId| {
        let at = before.card_location(card);
        let alike = |c: &CardId| before.card_location(*c) == at && !gone.contains(c);
        let open = at.shuffle != 0 && (0..board.cards.len()).map(CardId::new).filter(alike).count() > 1;
        gone.push(card);
        open.then(|| format!("card:{}", board.cards[drawn.cards[card.at()].at()].id))
    };
    for happening in what {
        match happening {
            GameEvent::Rolled { faces, .. } => out.extend(faces.iter().map(i64::to_string)),
            GameEvent::Drawn { card, .. } => out.extend(card_of(*card)),
            GameEvent::Peeked { cards, .. } => out.extend(cards.iter().filter_map(|c| card_of(*c))),
            GameEvent::Shuffled(_) => return None,
            // A card's name in the other game.
            GameEvent::Picked { picked: what, .. } => {
                let name = |card: usize| Val::card(drawn.cards[card]);
                out.push(format!("pick:{}", notation::token(board, what.index(Kind::Card).map_or(*what, name))));
            }
            GameEvent::LogLine(..)
            | GameEvent::Decision { .. }
            | GameEvent::Heading(..)
            | GameEvent::Action(_)
            | GameEvent::Changed(_)
            | GameEvent::FigureChanged { .. } => {}
        }
    }
    Some(out)
}

/// Plays a random game and judges every `each`th position, for every side and for the public.
fn game(program: &Arc<Program>, scenario: &str, seed: u64, each: u64, tally: &mut Tally) -> Result<(), String> {
    game_with(program, scenario, seed, each, (None, false), tally)
}

/// The same with a planted fault in the data for browsers, or with pages that look back.
fn game_with(
    program: &Arc<Program>,
    scenario: &str,
    seed: u64,
    each: u64,
    (leak, looks_back): (Option<Leak>, bool),
    tally: &mut Tally,
) -> Result<(), String> {
    let set_up = SetUp { scenario: scenario.into(), seed, ..SetUp::default() };
    let mut table = Table::start(program.clone(), story(program), &set_up).map_err(|e| e.to_string())?;
    let mut scratch = Scratch { leak, looks_back, ..Scratch::of(program, scenario) };
    let mut player = RandomBot::new(seed);
    let sides = program.board.sides.len();
    for n in 0..400 {
        if (n + seed).is_multiple_of(each) || n == 0 {
            for side in (0..sides).map(|s| Some(SideId::new(s))).chain([None]) {
                let deep = (n / each + seed).is_multiple_of(4);
                let judged = leaks(&table, &mut scratch, side, seed ^ n << 8, deep, tally);
                let who = side.map_or("everybody", |s| program.board.sides[s.at()].id.as_str());
                judged.map_err(|what| format!("{scenario}, seed {seed}, event {}: {who}: {what}", table.here()))?;
            }
        }
        if table.is_over() {
            break;
        }
        let _ = table.answer_with_bot(&mut player);
    }
    Ok(())
}

fn with_secrets() -> Library {
    common::library(&["tests/packs/demo", "tests/packs/secrets"])
}

/// Fortress America with hands and bonus cards; its own scenarios deal them too late for this test.
const CARDS_IN_HAND: &str = r#"
[meta]
id = "cards-in-hand"
game = "fortress-america"
name = "Cards in Hand"
extends = "ready-to-play"
source = "own"
position = """
turn declare-battles western
turns 3
western hand: west-3 west-8; southern hand: south-2 south-8; eastern hand: east-7 east-8
western invader-deck: {west-1 west-2 west-4 west-5 west-6 west-7}
southern invader-deck: {south-1 south-3 south-4 south-5 south-6 south-7}
eastern invader-deck: {east-1 east-2 east-3 east-4 east-5 east-6}
partisan-deck: {p03 p04 p05 p06 p07 p08 p09 p10 p11 p12 p13 p14 p15 p16 p17 p18 p19 p20}; bonus: {p01 p02}
"""
[options]
invader-cards = true
"#;

fn with_cards_in_hand() -> Library {
    let pack = "id = \"cards-in-hand\"\nname = \"Cards in hand\"\nversion = \"0.1.0\"\n";
    let files = [("pack.toml", pack), ("scenarios/fortress-america/cards-in-hand.toml", CARDS_IN_HAND)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    let sources = vec![PackSource::Folder(common::root()), PackSource::Memory(files)];
    Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

/// The same with the draw deck as home of all cards.
fn with_a_home_deck() -> Library {
    let board =
        "[meta]\ngame = \"demo\"\n[[pile]]\nid = \"box-pile\"\nhome = false\n[[pile]]\nid = \"stock\"\nhome = true\n";
    let pack = "id = \"from-stock\"\nname = \"From stock\"\nversion = \"0.1.0\"\n";
    let files = [("pack.toml", pack), ("scenarios/demo/board.toml", board)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    let folder = |name: &str| PackSource::Folder(common::root().join("tests/packs").join(name));
    let sources = vec![folder("demo"), folder("secrets"), PackSource::Memory(files)];
    Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

#[test]
fn secrets_change_nothing_that_a_side_gets() {
    let libraries = [with_secrets(), with_a_home_deck()];
    let mut games: Vec<(Arc<Program>, String, Tally)> = Vec::new();
    for (library, game) in libraries.iter().flat_map(|library| library.games().into_iter().map(move |g| (library, g))) {
        let (program, ..) = library.load(&game.id).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        let scenarios: Vec<String> = program.content.scenarios.iter().map(|s| s.id.clone()).collect();
        // If scripts play all sides, no side gets anything.
        let asks = |s: &String| {
            let set_up = SetUp { scenario: s.clone(), ..SetUp::default() };
            !Table::start(program.clone(), story(&program), &set_up).unwrap().is_over()
        };
        games.extend(scenarios.into_iter().filter(asks).map(|s| (program.clone(), s, Tally::default())));
    }
    let (program, ..) =
        with_cards_in_hand().load("fortress-america").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    games.push((program, "cards-in-hand".into(), Tally::default()));
    for seed in common::seeds(6) {
        for (program, scenario, tally) in &mut games {
            let each = if program.board.game == "demo" { 5 } else { 29 };
            game(program, scenario, seed, each, tally).unwrap_or_else(|what| panic!("{}: {what}", program.board.game));
        }
    }
    for (program, scenario, tally) in &games {
        // Fortress America hides nothing but the cards of that scenario.
        let is_open = program.board.game == "fortress-america" && scenario != "cards-in-hand";
        if is_open {
            continue;
        }
        let hides = program.board.cards.len() > 3;
        let compared = tally.positions + tally.events;
        assert!(!hides || tally.cards > 100, "{scenario}: hardly a card was exchanged: {tally:?}");
        assert!(!hides || tally.told_apart * 10 > tally.positions, "{scenario}: the data tells too little: {tally:?}");
        assert!(!hides || tally.events > 5, "{scenario}: hardly an event was played again: {tally:?}");
        assert!(tally.impossible * 10 <= compared + 10, "{scenario}: most positions drawn are impossible: {tally:?}");
        if scenario == "secrets" {
            assert!(tally.facts > 20, "hidden facts hardly changed: {tally:?}");
        }
    }
}

/// The pack of secrets with a part of its script (or board) replaced.
fn planted(file: &str, old: &str, new: &str) -> Arc<Program> {
    let folder = common::root().join("tests/packs/secrets");
    let paths = [
        "pack.toml",
        "cards/demo/more.toml",
        "scenarios/demo/board.toml",
        "scenarios/demo/secrets.toml",
        "scripts/demo/secrets.luau",
        "scripts/demo/text.toml",
    ];
    let read = |path: &str| {
        let text = std::fs::read_to_string(folder.join(path)).unwrap();
        assert!(path != file || text.contains(old), "`{old}` is not in {path}");
        (path.to_owned(), if path == file { text.replacen(old, new, 1) } else { text })
    };
    let files = paths.map(read).into_iter().collect();
    let sources = vec![PackSource::Folder(common::demo()), PackSource::Memory(files)];
    let library = Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false))).0
}

/// Checks that the comparison finds this planted leak.
#[track_caller]
fn caught(old: &str, new: &str, by: &str) {
    let program = planted("scripts/demo/secrets.luau", old, new);
    let mut tally = Tally::default();
    let found = (0..12).find_map(|seed| game(&program, "secrets", seed, 1, &mut tally).err());
    let found = found.unwrap_or_else(|| panic!("not caught: {new}\n{tally:?}"));
    assert!(found.contains(by), "caught, but by another part: {found}");
}

const STEP: &str = "step(\"secret-start\"";
const CHOICE: &str = "  local how, card = choose(side, TEXT.which_card)\n  if";

#[test]
fn a_rule_that_offers_by_what_another_holds_is_caught() {
    let offer = "  if in_pile(CARD[\"15\"], pile(HAND, other(side))) then\n    offer(WORD.done)\n  end\n";
    caught(CHOICE, &format!("{offer}{CHOICE}"), "prompt: ");
}

#[test]
fn a_prompt_that_tells_what_another_holds_is_caught() {
    let prompt = "in_pile(CARD[\"15\"], pile(HAND, other(side))) and TEXT.which_card or TEXT.guess";
    caught(CHOICE, &CHOICE.replace("TEXT.which_card", prompt), "prompt: ");
}

#[test]
fn a_row_that_names_a_hidden_card_is_caught() {
    caught("offer(WORD.hide, hand)", "offer(WORD.hide, both(cards(STOCK), card_set()))", "prompt: ");
}

#[test]
fn a_log_line_that_depends_on_a_hidden_card_is_caught() {
    let line = "say(info(card).number > 14 and TEXT.hides or TEXT.plays, side, card)";
    caught("say(TEXT.hides, side, card)", line, "log: ");
}

#[test]
fn a_public_fact_computed_from_a_hidden_card_is_caught() {
    caught(
        "  move_card(card, VEIL)\nend)",
        "  move_card(card, VEIL)\n  set_track(POINTS, info(card).number % 10)\nend)",
        "log: ",
    );
}

#[test]
fn a_secret_number_as_step_argument_is_caught() {
    let told = "call(\"plotting\", side, card, info(card).number)";
    caught("call(\"plotting\", side, card)", told, "view");
}

#[test]
fn a_public_figure_computed_from_a_hidden_hand_is_caught() {
    let figure = |audience: &str| {
        let value = "function(side) local sum = 0 for _, card in ipairs(members(cards(pile(HAND, side)))) do \
                     sum += info(card).number end return sum end";
        format!("figure \"weight\" {{ on = \"side\", audience = \"{audience}\", value = {value} }}\n{STEP}")
    };
    caught(STEP, &figure("all"), "figures: `weight ");
    // The side that holds the hand may know it.
    let program = planted("scripts/demo/secrets.luau", STEP, &figure("owner"));
    let mut tally = Tally::default();
    (0..4).for_each(|seed| game(&program, "secrets", seed, 1, &mut tally).unwrap());
}

#[test]
fn leaks_in_browser_data_are_caught() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    for leak in [Leak::Field, Leak::Rows, Leak::Line, Leak::Changed, Leak::Stamps, Leak::Hash] {
        let mut tally = Tally::default();
        let found =
            (0..12).find_map(|seed| game_with(&program, "secrets", seed, 1, (Some(leak), false), &mut tally).err());
        let found = found.unwrap_or_else(|| panic!("not caught: {leak:?}\n{tally:?}"));
        assert!(found.contains("a page"), "caught, but by another part: {found}");
    }
}

#[test]
fn looking_back_in_a_browser_reveals_nothing() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let mut tally = Tally::default();
    for seed in 0..4 {
        game_with(&program, "secrets", seed, 3, (None, true), &mut tally).unwrap_or_else(|what| panic!("{what}"));
    }
    assert!(tally.events > 20 && tally.cards > 20, "{tally:?}");
    // A planted fault shows there, too.
    let caught =
        |seed| game_with(&program, "secrets", seed, 1, (Some(Leak::Hash), true), &mut Tally::default()).is_err();
    assert!((0..4).any(caught));
}

/// The words of a text without track values such as `Points 3 → 11`: cards have such ids, too.
fn without_track_values(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |at: usize| {
        let before = at.checked_sub(1).is_some_and(|before| words[before] == "→");
        before || words.get(at + 1).is_some_and(|after| *after == "→")
    };
    (0..words.len()).filter(|at| !is_number(*at)).map(|at| words[at]).collect()
}

/// Every hidden card's id, if not everybody may read it.
#[test]
fn the_log_names_no_card_that_was_never_public() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let mut hidden = 0;
    for seed in 0..6 {
        let set_up = SetUp { scenario: "secrets".into(), seed, ..SetUp::default() };
        let mut table = Table::start(program.clone(), story(&program), &set_up).unwrap();
        let mut player = RandomBot::new(seed);
        while !table.is_over() {
            table.answer_with_bot(&mut player).unwrap();
            let node = &table.nodes()[table.here()];
            let (before, after) = (table.nodes()[node.parent.unwrap()].position(), node.position());
            let told = read(&table, table.here(), Viewer::PUBLIC);
            let public = |card: CardId| {
                let lay = [&before, &after].map(|p| p.card_location(card).pile);
                let went = node.row_card_piles.iter().filter(|(c, _)| *c == card).map(|(_, pile)| *pile);
                lay.into_iter().chain(went).any(|pile| Viewer::PUBLIC.sees_pile(&program.board, pile))
            };
            for (c, card) in program.board.cards.iter().enumerate().filter(|(c, _)| !public(CardId::new(*c))) {
                let words = without_track_values(&told);
                let words = words.iter().flat_map(|word| word.split(|c: char| !c.is_ascii_alphanumeric()));
                assert!(!words.clone().any(|w| w == card.id), "card {c} ({}) in `{told}`", card.id);
                hidden += 1;
            }
        }
    }
    assert!(hidden > 1000, "only {hidden} hidden cards were looked for");
}

#[test]
fn a_bot_observes_only_what_its_side_sees() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let seats = ["red", "blue"].map(|side| (side.to_owned(), Seat::Bot(RANDOM))).to_vec();
    let set_up = SetUp { scenario: "secrets".into(), seed: 5, seats, open: true, ..SetUp::default() };
    let mut table = Table::start(program.clone(), story(&program), &set_up).unwrap();
    let mut player = RandomBot::new(5);
    for _ in 0..40 {
        let Some(side) = table.asked() else { break };
        let viewer = Viewer::side(side);
        let prompt = table.prompt(viewer).unwrap();
        let mut all =
            vec![program.board.sides[side.at()].id.clone(), viewer.position_text(table.board(), table.position())];
        all.extend([prompt.text, format!("{:?}", prompt.default)]);
        all.extend(prompt.rows.into_iter().flat_map(|row| [row.text, row.label]));
        all.extend(table.log(0, viewer));
        let (mut bot, here) = (RecordingBot::default(), table.here());
        let _ = table.answer_with_bot(&mut bot);
        assert_eq!(bot.0, all);
        let open = Viewer::OPEN.position_text(table.board(), &table.nodes()[here].position());
        assert!(!bot.0.contains(&open), "what is hidden is hidden though the table is open");
        table.goto(here).unwrap();
        let _ = table.answer_with_bot(&mut player);
    }
}

/// The comparison hides exactly what the content declares as hidden.
#[test]
fn views_omit_what_content_declares_hidden() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let board = &program.board;
    let mut lines = 0;
    for seed in 0..4 {
        let set_up = SetUp { scenario: "secrets".into(), seed, ..SetUp::default() };
        let mut table = Table::start(program.clone(), story(&program), &set_up).unwrap();
        let mut player = RandomBot::new(seed);
        while !table.is_over() {
            for (side, own, other) in [(board.side("red"), "red", "blue"), (board.side("blue"), "blue", "red")] {
                let view = viewer(side).position_text(board, table.position());
                let public = Viewer::PUBLIC.position_text(board, table.position());
                let is = |start: &str| view.lines().any(|l| l.starts_with(start));
                assert!(!is("omen ") && !is("doom "), "{view}");
                assert!(!is(&format!("{other} plan ")) && !is(&format!("{other} mood ")), "{view}");
                assert!(is(&format!("{own} mood ")) && !public.contains(" mood "), "{view}");
                for line in view.lines().chain(public.lines()) {
                    let Some((pile, what)) = line.split_once(": ") else { continue };
                    let hidden = ["stock", "veil", &format!("{other} hand")].contains(&pile);
                    assert!(!hidden || what.ends_with("card") || what.ends_with("cards"), "{line}");
                    lines += usize::from(hidden);
                }
            }
            table.answer_with_bot(&mut player).unwrap();
        }
    }
    assert!(lines > 500, "only {lines} hidden piles were looked at");
}

#[test]
fn standing_actions_are_shown_to_their_side_only() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let set_up = SetUp { scenario: "standard".into(), seed: 1, ..SetUp::default() };
    let mut table = Table::start(program.clone(), story(&program), &set_up).unwrap();
    table.adjust("port: guard, unrest 2").unwrap();
    let [red, blue] = ["red", "blue"].map(|side| program.board.side(side).unwrap());
    assert_eq!(table.standing_rows(blue, Viewer::side(blue)).unwrap().len(), 1);
    assert_eq!(table.standing_rows(blue, Viewer::side(red)).unwrap(), []);
    assert_eq!(table.standing_rows(blue, Viewer::PUBLIC).unwrap(), []);
}

/// Determinization keeps what a side sees and can tell apart, and exchanges the rest.
#[test]
fn only_cards_that_were_mixed_are_exchanged() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let board = &program.board;
    let card = |id: &str| board.card(id).unwrap();
    let mut position = Position::initial(board, 1);
    let text = "blue hand: 01; red hand: 02 03; stock: {11 12 13} | 14 | {15 16}; discard: 17 18 19";
    notation::set(board, &mut position, text).unwrap();
    let mut card_knowledge = CardKnowledge::at_start(board, &position);
    let to = position.location_in(board, board.pile("blue hand").unwrap(), true);
    position.move_card(board, card("11"), to);
    card_knowledge.record_move(board, card("11"), to);
    let red = board.side("red");
    let mut drawn = Vec::new();
    for seed in 0..60 {
        let other = determinize(board, &position, &card_knowledge, red, seed).position;
        for id in ["01", "02", "03", "14", "15", "16", "17", "18", "19"] {
            assert_eq!(other.card_location(card(id)), position.card_location(card(id)), "Red can tell {id}");
        }
        drawn.extend(["11", "12", "13"].into_iter().filter(|id| other.card_location(card(id)) == to));
        assert_ne!(other.seed(), position.seed(), "the future has another seed");
        let unknown = CardKnowledge::unknown(board, &position);
        let anywhere = determinize(board, &position, &unknown, red, seed).position;
        drawn.extend(["15"].into_iter().filter(|id| anywhere.card_location(card(id)).pile == to.pile));
        assert_eq!(anywhere.card_location(card("02")), position.card_location(card("02")), "Red sees 02");
    }
    let all = ["11", "12", "13", "15"];
    assert!(all.iter().all(|id| drawn.contains(id)), "Blue may hold any of {all:?}, not only {drawn:?}");
}

#[test]
fn an_undone_branch_is_shown_to_its_side_only() {
    let library = Library::open(vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())]).unwrap();
    let (program, vm, _) = library.load("banana-wars").unwrap();
    let board = program.board.clone();
    let side = |id: &str| cardwright_state::SideId::new(board.sides.iter().position(|s| s.id == id).unwrap());
    let set_up = SetUp { scenario: "standard".into(), seed: 11, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    let plays: Vec<String> = table.row_words().iter().filter(|row| row[0] == "play").map(|row| row.join(" ")).collect();
    table.play(None, &plays[0]).unwrap();
    table.undo().unwrap();
    table.play(None, &plays[1]).unwrap();
    let forks = |viewer| serde_json::to_string(&cardwright_view::history::forks(&table, viewer)).unwrap();
    assert!(forks(Viewer::side(side("activista"))).contains(&format!("activista: {}", plays[0])));
    for other in [Viewer::side(side("us")), Viewer::PUBLIC] {
        assert!(forks(other).contains("activista: taken back"), "{}", forks(other));
        assert!(!forks(other).contains(&plays[0]), "{} is in hand again: {}", plays[0], forks(other));
    }
}
