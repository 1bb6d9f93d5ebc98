//! Promise 4: nothing leaks. If two positions differ only in what a side cannot know, the side sees the same in both.
//!
//! At an event of a game, [`check_for_leaks`] draws another position that a side cannot tell from the real one. It
//! compares everything that the side gets in the two positions: view, prompt, rows, labels, reasons, data, completion,
//! previews, odds, a bot's observation. Then it plays the last event again from such a position, and compares what the
//! side reads of the event. Real games must pass, and each planted leak must be caught.
#![allow(clippy::unwrap_used)]

use crate::common;
use cardwright_bots::{Bot, Effort, Observation, RANDOM, RandomBot};
use cardwright_cli::repl::completions;
use cardwright_content::{PackSource, render};
use cardwright_script::{FigureValue, GameEvent, Program, Vm};
use cardwright_search::{Question, Searcher};
use cardwright_sim::Questions;
use cardwright_sim::odds::{Course, Distribution, LineEnd, Odds, OddsLimits};
use cardwright_state::board::Board;
use cardwright_state::determinize::{Determinized, determinize, row_with_cards_replaced};
use cardwright_state::hash::full_hash;
use cardwright_state::{CardId, CardKnowledge, FactId, Kind, Position, SideId, Val, notation};
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
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Counts of the comparisons.
#[derive(Debug, Default)]
struct Tally {
    /// Drawn positions that differed from the real one.
    positions: u64,
    /// Cards that differed in these positions.
    cards: u64,
    /// Facts that differed in these positions.
    facts: u64,
    /// Events played again in another position.
    events: u64,
    /// Drawn positions that look different to a viewer who sees everything.
    told_apart: u64,
    /// Drawn positions in which the rules could not have led to this point.
    impossible: u64,
}

/// Creates a VM that logs everything, as at the prompt.
fn vm_with_log(program: &Arc<Program>) -> Vm {
    let mut vm = program.vm().unwrap();
    vm.set_structured_log(true);
    vm
}

/// The tables on which the real and the drawn position are compared.
struct Scratch {
    real: Table,
    other: Table,
    drawing: Drawing,
    /// The fault to plant.
    leak: Option<Leak>,
    /// True if pages look back to the previous event and return, which runs rules again.
    looks_back: bool,
}

/// A fault planted in the data for a browser.
#[derive(Debug, Clone, Copy)]
enum Leak {
    /// A field of the view that ignores the viewer.
    Field,
    /// Sends the rows to spectators.
    Rows,
    /// Sends the log that a viewer who sees everything reads.
    Line,
    /// Names the moved cards and piles as changed.
    Changed,
    /// Sends parts again when they change for a viewer who sees everything.
    Stamps,
    /// Sends a hash of the whole position.
    Hash,
}

impl Scratch {
    fn new(program: &Arc<Program>, scenario: &str) -> Scratch {
        let set_up = SetUp { scenario: scenario.into(), ..SetUp::default() };
        let table = || Table::start(program.clone(), vm_with_log(program), &set_up).unwrap();
        let (drawing, _) = Drawing::new(&[], program, &Legend::new(program));
        Scratch { real: table(), other: table(), drawing, leak: None, looks_back: false }
    }
}

/// A bot that answers with the first row and stores everything it was given.
#[derive(Debug, Default)]
struct RecordingBot(Vec<String>);

impl Bot for RecordingBot {
    fn choose(&mut self, observation: &dyn Observation) -> usize {
        self.0.extend([
            observation.side().to_owned(),
            observation.view(),
            observation.prompt(),
            format!("{:?}", observation.default_row()),
        ]);
        (0..observation.rows()).for_each(|n| self.0.extend([observation.row(n), observation.label(n)]));
        self.0.extend(observation.log());
        0
    }
}

fn viewer(side: Option<SideId>) -> Viewer {
    side.map_or(Viewer::PUBLIC, Viewer::side)
}

/// Returns the figures that a side may read, as text.
fn figures(table: &Table, values: &[Vec<FigureValue>], side: Option<SideId>) -> String {
    fn figure_text(table: &Table, viewer: Viewer, value: &FigureValue) -> String {
        match value {
            FigureValue::Value(val) => label::value_text(table.board(), table.position(), viewer, *val),
            FigureValue::Text(line) => label::line_text(table.board(), table.position(), viewer, line),
            FigureValue::List(values) => {
                values.iter().map(|v| figure_text(table, viewer, v)).collect::<Vec<_>>().join(", ")
            }
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

/// Serialises data as for a client.
fn to_json(data: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(data).unwrap()
}

/// Returns the log of the last event for a viewer, without the number of the event.
fn log_of(table: &Table, viewer: Viewer) -> String {
    let entries = history::last(table, 1, viewer, Decisions::Full);
    to_json(
        &entries.into_iter().map(|entry| (entry.side, entry.text, entry.automatic, entry.lines)).collect::<Vec<_>>(),
    )
}

/// Returns the changes of the last event for a viewer.
fn changes_for(table: &Table, viewer: Viewer) -> String {
    let after = ViewContext::new(table, &[], viewer);
    let before = table.nodes()[table.shown_event()].parent.map(|n| table.nodes()[n].position());
    before.map(|position| to_json(&changes(&ViewContext { position: &position, ..after }, &after))).unwrap_or_default()
}

/// A browser page of a side or spectator, with every byte that it receives.
struct Page<'a> {
    link: [OfflineLink; 1],
    page: cardwright_web::OfflinePage,
    drawing: &'a Drawing,
    /// All messages that the page has received.
    sent: Vec<String>,
    /// A planted fault, and the host's page from which the fault takes data.
    leak: Option<(Leak, Box<Page<'a>>)>,
}

/// Returns the parts of a message.
fn parts(message: &Value) -> serde_json::Map<String, Value> {
    message["parts"].as_object().cloned().unwrap_or_default()
}

impl<'a> Page<'a> {
    fn open(table: &mut Table, side: Option<SideId>, drawing: &'a Drawing, leak: Option<Leak>) -> Page<'a> {
        let role = side.map_or(Role::Spectator, Role::Side);
        let leak = leak.map(|leak| (leak, Box::new(Page::for_role(Role::Host, drawing))));
        let mut page = Page { leak, ..Page::for_role(role, drawing) };
        page.update(table);
        page
    }

    fn for_role(role: Role, drawing: &'a Drawing) -> Page<'a> {
        let link = [OfflineLink::new(role)];
        let page = link[0].open_page();
        Page { link, page, drawing, sent: Vec::new(), leak: None }
    }

    /// Receives the changes up to the current state of the table, and what a new client would receive.
    fn update(&mut self, table: &mut Table) {
        OfflineLink::show(&mut self.link, table, self.drawing);
        if let Some((_, host)) = &mut self.leak {
            host.update(table);
        }
        let frames = [self.page.receive(), self.link[0].open_page().receive()].concat();
        self.send(frames);
    }

    /// Looks back to the previous event, and returns to the current one.
    fn look_back(&mut self, table: &mut Table) {
        let before = table.nodes()[table.shown_event()].parent.unwrap_or_default();
        if let Some((_, host)) = &mut self.leak {
            host.look_back(table);
        }
        // If a rule fails at the previous event, nothing is sent.
        let mut frames = self.link[0].look(&mut self.page, table, self.drawing, before).unwrap_or_default();
        frames.extend(self.page.receive());
        self.send(frames);
    }

    fn send(&mut self, frames: Vec<String>) {
        let Some((leak, host)) = &self.leak else { return self.sent.extend(frames) };
        let host_frames = host.sent[self.sent.len()..].to_vec();
        let leak = *leak;
        self.sent.extend(frames.iter().zip(host_frames).map(|(frame, host)| plant_leak(frame, &host, leak)));
    }

    fn sent(&self) -> String {
        self.sent.join("\n")
    }
}

/// Returns a message with a planted fault. `host` is the message that the host's page received.
fn plant_leak(frame: &str, host: &str, leak: Leak) -> String {
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let (mut page, mut host) = (parse(frame), parse(host));
    let host_parts = parts(&host);
    let is_card_part = |key: &str| key.starts_with("pile ") || key.starts_with("card ");
    match leak {
        Leak::Field => {
            for (key, part) in host_parts.iter().filter(|(key, _)| is_card_part(key)) {
                page["parts"][key] = part.clone();
            }
        }
        Leak::Rows => page["parts"]["choice"] = host["parts"]["choice"].take(),
        Leak::Line => page["log"] = host["log"].take(),
        Leak::Changed | Leak::Stamps if page["whole"] == true => {}
        Leak::Changed => {
            let moved: Vec<&String> = host_parts.keys().filter(|key| is_card_part(key)).collect();
            page["changed"] = serde_json::json!(moved);
        }
        // The fault is the choice of the parts that are sent. Their content does not matter.
        Leak::Stamps => {
            for (key, _) in host_parts.iter().filter(|(key, _)| is_card_part(key)) {
                page["parts"][key] = Value::Bool(true);
            }
        }
        Leak::Hash => page["hash"] = host["hash"].take(),
    }
    page.to_string()
}

/// Returns everything that a side gets at a table, as pairs of a description and a text. `deep` adds the slow parts.
fn everything_for(table: &mut Table, side: Option<SideId>, deep: bool) -> Vec<(&'static str, String)> {
    let viewer = viewer(side);
    let figure_values = table.figures();
    let mut out = vec![
        ("view", viewer.position_text(table.board(), table.position())),
        ("prompt", format!("{:?}", table.prompt(viewer))),
        ("result", format!("{:?}", table.result())),
        ("standing actions", format!("{:?}", table.game().standing_actions())),
        ("figures", figures(table, &figure_values, side)),
    ];
    out.push(("table as data", to_json(&View::from_context(table, &ViewContext::new(table, &figure_values, viewer)))));
    out.push(("state lines", to_json(&state_lines(&ViewContext::new(table, &[], viewer)))));
    out.push(("descriptions of spaces", space_texts(table, &ViewContext::new(table, &figure_values, viewer))));
    let asked = table.asked().filter(|asked| Some(*asked) == side);
    if let Some(side) = side {
        out.push(("standing rows", format!("{:?}", table.game_mut().standing_rows(side, viewer))));
    }
    if deep {
        let beginnings = ["", "s", "show ", "legal ", "why ", "p", "play ", "hide ", "stir ", "red: ", "blue: "];
        out.push(("standing actions as data", to_json(&standing_rows(table, viewer).unwrap())));
        out.push(("completion", format!("{:?}", completions(table, viewer, &beginnings))));
        if let Some(side) = asked {
            out.push(("reasons", format!("{:?}", table.game_mut().why())));
            out.push(("previews", previews(table, side)));
            out.push(("odds", odds(table, side)));
        }
        out.push(("replies to lines of every side", line_replies(table, viewer)));
    }
    if asked.is_some() && !table.open {
        let mut bot = RecordingBot::default();
        let position = table.position().clone();
        let _ = table.answer_with_bot(&mut bot);
        table.restart_at(&position).unwrap();
        out.push(("observation of a bot", bot.0.join("\n")));
    }
    out
}

/// Returns the descriptions of all spaces for a viewer.
fn space_texts(table: &Table, context: &ViewContext<'_>) -> String {
    let things = ThingLookup::new(table.program());
    let details = |id: &str| SpaceDetails::new(context, &things.first(&format!("space {id}")).unwrap());
    to_json(&table.board().spaces.iter().map(|space| details(&space.id)).collect::<Vec<_>>())
}

/// Returns the replies to lines with every side in front, also sides whose hands the viewer does not see.
fn line_replies(table: &mut Table, viewer: Viewer) -> String {
    let board = table.board().clone();
    let labels: Vec<&str> =
        board.labels.actions.iter().chain(&board.labels.words).map(|label| label.id.as_str()).collect();
    let mut lines = vec![String::new()];
    lines.extend(labels.iter().step_by(labels.len().div_ceil(2).max(1)).map(|label| (*label).to_owned()));
    // Cards may be hidden, so some lines name a card.
    let cards = board.cards.iter().step_by(board.cards.len().div_ceil(2).max(1));
    let card_actions = ["play"].into_iter().filter(|label| labels.contains(label));
    lines.extend(card_actions.flat_map(|label| cards.clone().map(move |card| format!("{label} {}", card.id))));
    let mut replies = Vec::new();
    for side in &board.sides {
        for line in &lines {
            let line = format!("{}: {line}", side.id);
            replies.push(format!("{line}: {:?}", table.game_mut().why_not(&line, viewer)));
            let words: Vec<&str> = line.split_whitespace().collect();
            replies.push(format!("{line}: {:?}", table.next_words(&words, viewer, true)));
        }
        let side = board.side(&side.id);
        for line in &lines {
            replies.push(format!(
                "{line}: {}",
                match table.preview(side, line, viewer) {
                    Ok(preview) => format!("{:?} {:?} {:?}", preview.answers, preview.stopped_at, preview.end),
                    Err(refused) => format!("{} {:?}", refused.error, refused.why),
                }
            ));
        }
    }
    replies.join("\n")
}

/// Returns previews of some rows for the side that is asked.
fn previews(table: &mut Table, side: SideId) -> String {
    let viewer = Viewer::side(side);
    let rows: Vec<String> = table.row_words().iter().map(|words| words.join(" ")).collect();
    let mut lines = Vec::new();
    for row in rows.iter().step_by(rows.len().div_ceil(8)) {
        match table.preview(Some(side), row, viewer) {
            Ok(preview) => {
                let board = table.board();
                lines.push(format!("{row}: {:?} {:?} {:?}", preview.answers, preview.stopped_at, preview.end));
                lines.push(viewer.position_text(board, &preview.position));
                lines.extend(preview.game_events.iter().map(|h| game_log::event_text(table.program(), viewer, h)));
                lines.push(to_json(&Forecast::new(table, &ViewContext::new(table, &[], viewer), &preview)));
            }
            Err(refused) => lines.push(format!("{row}: {} {:?}", refused.error, refused.why)),
        }
    }
    // Lines with a card or an unknown word after a row are previewed too.
    let cards = &table.board().cards;
    let card = cards.iter().step_by(cards.len().div_ceil(2).max(1)).map(|card| card.id.clone());
    let next_words: Vec<String> = card.chain(["nowhere".to_owned()]).collect();
    for row in rows.iter().step_by(rows.len().div_ceil(3)) {
        for line in next_words.iter().map(|word| format!("{row} {word}")) {
            let tried = table.preview(Some(side), &line, viewer);
            lines.push(match Verdict::new(&line, tried) {
                Verdict::Legal(says, discouraged) => format!("{says} {discouraged:?}"),
                Verdict::Refused(refused) => format!("{} {:?} {:?}", refused.error, refused.asked, refused.why),
            });
        }
    }
    lines.join("\n")
}

/// Returns the odds of some rows, for every watched value that varies.
fn odds(table: &mut Table, side: SideId) -> String {
    let viewer = Viewer::side(side);
    let rows: Vec<String> = table.row_words().iter().map(|words| words.join(" ")).collect();
    let limits = OddsLimits { runs: 400, samples: 30, positions: 16, ..OddsLimits::default() };
    let mut lines = Vec::new();
    for row in rows.iter().step_by(rows.len().div_ceil(3)) {
        let odds =
            match Odds::compute(table, (Some(side), row), viewer, Course::USUAL, &limits, &mut || Some(Duration::ZERO))
            {
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
            let distribution = Distribution::new(&odds, |end| {
                let there = ViewContext { position: &end.at.position, asked: end.at.asked, ..now };
                watch.value(&now, &there, Some(LineResult { met: end.successes, at: &end.at }))
            });
            if !distribution.is_certain() {
                lines.push(format!("{row}: {} {distribution:?}", watch.word(&now)));
            }
        }
    }
    lines.join("\n")
}

/// Describes the first part in which two lists differ.
fn first_difference(real: &[(&'static str, String)], drawn: &[(&'static str, String)]) -> Option<String> {
    let differ = |(a, b): &(&(&str, String), &(&str, String))| a.1 != b.1;
    let ((part, real), (_, drawn)) = real.iter().zip(drawn).find(differ)?;
    let line = real.lines().zip(drawn.lines()).find(|(a, b)| a != b).unwrap_or((real, drawn));
    Some(format!("{part}: `{}` or `{}`", line.0, line.1))
}

/// Returns the text that a side reads of an event.
fn event_text_for(table: &Table, n: usize, viewer: Viewer) -> String {
    let node = &table.nodes()[n];
    let before = node.parent.map(|p| &table.nodes()[p]);
    let mut lines: Vec<String> = label::event_text(node, before, viewer).into_iter().collect();
    lines.extend(node.game_events.iter().map(|h| game_log::event_text(&node.program, viewer, h)));
    lines.join("\n")
}

/// Compares what the side gets in the current position with what it gets in a drawn position that it cannot tell from
/// the current one. Also compares what the side reads of the last event. Returns the first difference as an error.
fn check_for_leaks(
    table: &Table,
    scratch: &mut Scratch,
    side: Option<SideId>,
    seed: u64,
    deep: bool,
    tally: &mut Tally,
) -> Result<(), String> {
    let node = &table.nodes()[table.shown_event()];
    let drawn = draw(table.board(), &node.position(), &node.card_knowledge, side, seed);
    scratch.real.restart_at(&node.position()).unwrap();
    if scratch.other.restart_at(&drawn.position).is_ok() {
        tally.positions += u64::from(drawn.moved_cards + drawn.changed_facts > 0);
        tally.cards += drawn.moved_cards as u64;
        tally.facts += drawn.changed_facts as u64;
        // With a planted fault, only the data for browsers is compared.
        if scratch.leak.is_none() {
            let real = everything_for(&mut scratch.real, side, deep);
            if let Some(what) = first_difference(&real, &everything_for(&mut scratch.other, side, deep)) {
                return Err(what);
            }
        }
        let Scratch { real, other, drawing, leak, .. } = scratch;
        let pages = [real, other].map(|table| vec![("a page", Page::open(table, side, drawing, *leak).sent())]);
        if let Some(what) = first_difference(&pages[0], &pages[1]) {
            return Err(what);
        }
        if deep {
            let open_view = |table: &mut Table| to_json(&View::new(table, Viewer::OPEN));
            let views = [open_view(&mut scratch.real), open_view(&mut scratch.other)];
            tally.told_apart += u64::from(views[0] != views[1]);
        }
    } else {
        tally.impossible += 1;
    }
    check_event_for_leaks(table, scratch, side, seed, tally)
}

/// Hidden facts on which rules act at once, so that what follows tells something about them: a side whose limit in an
/// auction reaches the price stays in without a question. They keep their values.
const ACTING_FACTS: [&str; 1] = ["bid-limit"];

/// Draws another position that the side cannot tell from the real one.
fn draw(board: &Board, real: &Position, knowledge: &CardKnowledge, side: Option<SideId>, seed: u64) -> Determinized {
    let mut drawn = determinize(board, real, knowledge, side, seed);
    for (index, fact) in board.facts.iter().enumerate().filter(|(_, fact)| ACTING_FACTS.contains(&fact.id.as_str())) {
        for subject in 0..board.subject_count(fact.on) {
            let value = real.fact(board, FactId::new(index), subject);
            drawn.position.replace_fact(board, FactId::new(index), subject, &value);
        }
    }
    drawn
}

/// Draws another position for the time before the last event. Even after the event the side cannot tell this position
/// from the real one. Plays the event again from there with the same chance, and compares what the side reads of it.
fn check_event_for_leaks(
    table: &Table,
    scratch: &mut Scratch,
    side: Option<SideId>,
    seed: u64,
    tally: &mut Tally,
) -> Result<(), String> {
    let node = &table.nodes()[table.shown_event()];
    let (Some(parent), Some(row)) = (node.parent, &node.row) else { return Ok(()) };
    let Some(Event::Answer { .. }) = &node.event else { return Ok(()) };
    let before = &table.nodes()[parent];
    let card_knowledge = node.card_knowledge.up_to_shuffle(before.card_knowledge.shuffle_count());
    let drawn = draw(table.board(), &before.position(), &card_knowledge, side, seed);
    // The event is played again from the real position too, so that the pages can be compared byte by byte.
    let names = (0..table.board().cards.len()).map(CardId::new).collect();
    let same = Determinized { position: (*before.position()).clone(), cards: names, moved_cards: 0, changed_facts: 0 };
    if chance_of(table.board(), &before.position(), &node.game_events, &drawn).is_none() {
        return Ok(());
    }
    let (looks_back, Scratch { real, other, drawing, leak, .. }) = (scratch.looks_back, scratch);
    let replay_on = |on: &mut Table, drawn: &Determinized| {
        let chance = chance_of(table.board(), &before.position(), &node.game_events, drawn)?;
        let row = row_with_cards_replaced(table.board(), row, &drawn.cards).text(table.board());
        on.restart_at(&drawn.position).ok()?;
        let index = on.row_words().iter().position(|words| words.join(" ") == row)?;
        let mut page = Page::open(on, side, drawing, *leak);
        on.take_forced();
        on.force_words(&chance.iter().map(String::as_str).collect::<Vec<_>>()).ok()?;
        let answered = on.answer(index, false).ok();
        on.take_forced();
        answered?;
        page.sent.clear();
        if let Some((_, host)) = &mut page.leak {
            host.sent.clear();
        }
        page.update(on);
        if looks_back {
            page.look_back(on);
        }
        Some(page.sent())
    };
    let Some(page) = replay_on(other, &drawn) else {
        tally.impossible += 1;
        return Ok(());
    };
    tally.events += u64::from(drawn.moved_cards + drawn.changed_facts > 0);
    let viewer = viewer(side);
    let parts = |table: &Table| {
        let prompt = format!("{:?}", table.prompt(viewer));
        vec![
            ("log", event_text_for(table, table.shown_event(), viewer)),
            ("view after it", viewer.position_text(table.board(), table.position())),
            ("prompt after it", prompt),
            ("log as data", log_of(table, viewer)),
            ("changes", changes_for(table, viewer)),
        ]
    };
    first_difference(&parts(table), &parts(other)).map_or(Ok(()), Err)?;
    let real = replay_on(real, &same).ok_or("the real event cannot be played again")?;
    let pages = [real, page].map(|page| vec![("a page after it", page)]);
    first_difference(&pages[0], &pages[1]).map_or(Ok(()), Err)
}

/// Returns the forced outcomes that repeat the chance of an event in the drawn position, where cards are exchanged.
/// Returns `None` if the event shuffled a pile, because later draws may then differ.
fn chance_of(board: &Board, before: &Position, events: &[GameEvent], drawn: &Determinized) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut drawn_cards: Vec<CardId> = Vec::new();
    let mut card_of = |card: CardId| {
        let location = before.card_location(card);
        let is_candidate = |c: &CardId| before.card_location(*c) == location && !drawn_cards.contains(c);
        let is_random =
            location.shuffle != 0 && (0..board.cards.len()).map(CardId::new).filter(is_candidate).count() > 1;
        drawn_cards.push(card);
        is_random.then(|| format!("card:{}", board.cards[drawn.cards[card.index()].index()].id))
    };
    for game_event in events {
        match game_event {
            GameEvent::Rolled { faces, .. } => out.extend(faces.iter().map(i64::to_string)),
            GameEvent::Drawn { card, .. } => out.extend(card_of(*card)),
            GameEvent::Peeked { cards, .. } => out.extend(cards.iter().filter_map(|c| card_of(*c))),
            GameEvent::Shuffled(_) => return None,
            // A picked card has another id in the drawn position.
            GameEvent::Picked { picked, .. } => {
                let exchanged = |card: usize| Val::card(drawn.cards[card]);
                let value = picked.index(Kind::Card).map_or(*picked, exchanged);
                out.push(format!("pick:{}", notation::token(board, value)));
            }
            GameEvent::LogLine(..)
            | GameEvent::Decision { .. }
            | GameEvent::Heading(..)
            | GameEvent::Action(_)
            | GameEvent::Changed(..)
            | GameEvent::FigureChanged { .. } => {}
        }
    }
    Some(out)
}

/// Plays a random game and checks every `interval`th position, for every side and for the public.
fn check_game(
    program: &Arc<Program>,
    scenario: &str,
    seed: u64,
    interval: u64,
    tally: &mut Tally,
) -> Result<(), String> {
    check_game_with(program, scenario, seed, interval, (None, false), tally)
}

/// Plays and checks a game as `check_game` does, with a planted fault in the data for browsers or with pages that look
/// back.
fn check_game_with(
    program: &Arc<Program>,
    scenario: &str,
    seed: u64,
    interval: u64,
    (leak, looks_back): (Option<Leak>, bool),
    tally: &mut Tally,
) -> Result<(), String> {
    let set_up = SetUp { scenario: scenario.into(), seed, ..SetUp::default() };
    let mut table = Table::start(program.clone(), vm_with_log(program), &set_up).map_err(|e| e.to_string())?;
    let mut scratch = Scratch { leak, looks_back, ..Scratch::new(program, scenario) };
    let mut player = RandomBot::new(seed);
    let sides = program.board.sides.len();
    for n in 0..400 {
        if (n + seed).is_multiple_of(interval) || n == 0 {
            for side in (0..sides).map(|s| Some(SideId::new(s))).chain([None]) {
                let deep = (n / interval + seed).is_multiple_of(4);
                let judged = check_for_leaks(&table, &mut scratch, side, seed ^ n << 8, deep, tally);
                let who = side.map_or("everybody", |s| program.board.sides[s.index()].id.as_str());
                judged
                    .map_err(|what| format!("{scenario}, seed {seed}, event {}: {who}: {what}", table.shown_event()))?;
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

/// A scenario of Fortress America with hands and bonus cards. The game's own scenarios deal them too late for the test.
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

/// Opens the demo with the pack `secrets`. The draw deck is the home of all cards, so it holds all cards that a
/// position puts nowhere else.
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
    let libraries = [with_secrets(), with_a_home_deck(), common::library(&["tests/packs/loans"])];
    let mut games: Vec<(Arc<Program>, String, Tally)> = Vec::new();
    for (library, game) in libraries.iter().flat_map(|library| library.games().into_iter().map(move |g| (library, g))) {
        let (program, ..) = library.load(&game.id).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        let scenarios: Vec<String> = program.content.scenarios.iter().map(|s| s.id.clone()).collect();
        // If scripts play all sides, the game ends at once and there is nothing to compare.
        let asks = |s: &String| {
            let set_up = SetUp { scenario: s.clone(), ..SetUp::default() };
            !Table::start(program.clone(), vm_with_log(&program), &set_up).unwrap().is_over()
        };
        games.extend(scenarios.into_iter().filter(asks).map(|s| (program.clone(), s, Tally::default())));
    }
    let (program, ..) =
        with_cards_in_hand().load("fortress-america").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    games.push((program, "cards-in-hand".into(), Tally::default()));
    // Only the scenario `cards-in-hand` of Fortress America has hidden cards, and in Sierra Madre all cards lie open but
    // the deck, whose order is not drawn before a card is. So one game of the others is enough.
    let is_open = |program: &Program, scenario: &str| {
        ["fortress-america", "sierra-madre"].contains(&program.board.game.as_str()) && scenario != "cards-in-hand"
    };
    let mut seeds = 0;
    for seed in common::seeds(2) {
        seeds += 1;
        for (program, scenario, tally) in &mut games {
            if seed > 0 && is_open(program, scenario) {
                continue;
            }
            let interval = if ["demo", "loans"].contains(&program.board.game.as_str()) { 5 } else { 29 };
            check_game(program, scenario, seed, interval, tally)
                .unwrap_or_else(|what| panic!("{}: {what}", program.board.game));
        }
    }
    for (program, scenario, tally) in &games {
        if is_open(program, scenario) {
            continue;
        }
        let has_secrets = program.board.cards.len() > 3;
        let comparisons = tally.positions + tally.events;
        assert!(!has_secrets || tally.cards > 16 * seeds, "{scenario}: too few cards were exchanged: {tally:?}");
        assert!(
            !has_secrets || tally.told_apart * 10 > tally.positions,
            "{scenario}: too few drawn positions look different: {tally:?}"
        );
        assert!(!has_secrets || tally.events > seeds, "{scenario}: too few events were played again: {tally:?}");
        assert!(
            tally.impossible * 10 <= comparisons + 10,
            "{scenario}: too many drawn positions are impossible: {tally:?}"
        );
        if scenario == "secrets" {
            assert!(tally.facts > 3 * seeds, "too few hidden facts changed: {tally:?}");
        }
    }
}

/// The question that a search gets at the pending choice: everything that decides its answer.
fn question_text(table: &Table) -> String {
    let question = Questions::default().pending(table, 7, Effort { decisions: 100, millis: None }).unwrap();
    let hash = |world: &Position| full_hash(table.board(), world, "").to_string();
    let worlds: Vec<String> = question.worlds.iter().map(hash).collect();
    let Question { side, rows, discouraged, likely, seed, budget, follows, .. } = question;
    format!("{:?} {worlds:?}", (side, rows, discouraged, likely, seed, budget, follows))
}

/// A search that is counted in decisions depends on its question and on the earlier questions of its side alone. So the
/// question must be the same in all positions that the asked side cannot tell apart. At some moments the answers are
/// compared too.
#[test]
fn a_search_answers_the_same_in_every_position_that_its_side_cannot_tell_apart() {
    const MOMENTS_OF_A_GAME: u64 = 450;
    let library = with_secrets();
    let (mut moments, mut different, never) = (0, 0, AtomicBool::new(false));
    for game in library.playable_games() {
        let (program, ..) = library.load(&game.id).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        let scenario = program.content.scenarios[0].id.clone();
        let mut scratch = Scratch::new(&program, &scenario);
        let mut searcher = Searcher::new(program.vm().unwrap());
        let (mut of_game, mut seed) = (0, 0);
        while of_game < MOMENTS_OF_A_GAME && seed < 60 {
            seed += 1;
            let set_up = SetUp { scenario: scenario.clone(), seed, ..SetUp::default() };
            let mut table = Table::start(program.clone(), vm_with_log(&program), &set_up).unwrap();
            let mut player = RandomBot::new(seed);
            for n in 0..200 {
                let Some(side) = table.asked().filter(|_| of_game < MOMENTS_OF_A_GAME) else { break };
                let node = &table.nodes()[table.shown_event()];
                let drawn = draw(table.board(), &node.position(), &node.card_knowledge, Some(side), seed ^ n << 8);
                scratch.real.restart_at(&node.position()).unwrap();
                if scratch.other.restart_at(&drawn.position).is_ok() {
                    let what = format!("{}, seed {seed}, event {}", game.id, table.shown_event());
                    assert_eq!(question_text(&scratch.real), question_text(&scratch.other), "{what}");
                    (moments, of_game) = (moments + 1, of_game + 1);
                    different += u64::from(drawn.moved_cards + drawn.changed_facts > 0);
                    if moments % 50 == 0 {
                        let effort = Effort { decisions: 60, millis: None };
                        let answers = [&scratch.real, &scratch.other].map(|table| {
                            searcher.forget();
                            searcher.answer(&Questions::default().pending(table, 7, effort).unwrap(), &never)
                        });
                        assert_eq!(answers[0], answers[1], "{what}");
                    }
                }
                let _ = table.answer_with_bot(&mut player);
            }
        }
    }
    assert!(moments >= 2000 && different >= 500, "{moments} moments, {different} with another position");
}

/// Loads the demo with the pack `secrets` after a replacement in one file of the pack.
fn program_with_edit(file: &str, old: &str, new: &str) -> Arc<Program> {
    let folder = common::root().join("tests/packs/secrets");
    let paths = [
        "pack.toml",
        "cards/demo/more.toml",
        "scenarios/demo/board.toml",
        "scenarios/demo/secrets.toml",
        "scripts/demo/secrets.luau",
        "scripts/demo/text.toml",
    ];
    let edited = |path: &str| {
        let text = std::fs::read_to_string(folder.join(path)).unwrap();
        assert!(path != file || text.contains(old), "`{old}` is not in {path}");
        (path.to_owned(), if path == file { text.replacen(old, new, 1) } else { text })
    };
    let files = paths.map(edited).into_iter().collect();
    let sources = vec![PackSource::Folder(common::demo()), PackSource::Memory(files)];
    let library = Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false))).0
}

/// Replaces `old` by a leaking script. Checks that the comparison finds the leak in the part that begins with `part`.
#[track_caller]
fn assert_caught(old: &str, new: &str, part: &str) {
    let program = program_with_edit("scripts/demo/secrets.luau", old, new);
    let mut tally = Tally::default();
    let found = (0..12).find_map(|seed| check_game(&program, "secrets", seed, 1, &mut tally).err());
    let found = found.unwrap_or_else(|| panic!("not caught: {new}\n{tally:?}"));
    assert!(found.contains(part), "caught, but by another part: {found}");
}

const STEP: &str = "step(\"secret-start\"";
const CHOICE: &str = "  local how, card = choose(side, TEXT.which_card)\n  if";

#[test]
fn a_row_that_depends_on_another_hand_is_caught() {
    let offer = "  if is_in(cards(pile(HAND, other(side))), CARD[\"15\"]) then\n    offer(WORD.done)\n  end\n";
    assert_caught(CHOICE, &format!("{offer}{CHOICE}"), "prompt: ");
}

#[test]
fn a_prompt_that_depends_on_another_hand_is_caught() {
    let prompt = "is_in(cards(pile(HAND, other(side))), CARD[\"15\"]) and TEXT.which_card or TEXT.guess";
    assert_caught(CHOICE, &CHOICE.replace("TEXT.which_card", prompt), "prompt: ");
}

#[test]
fn a_row_that_names_a_hidden_card_is_caught() {
    assert_caught("offer(WORD.hide, hand)", "offer(WORD.hide, both(cards(STOCK), card_set()))", "prompt: ");
}

#[test]
fn a_log_line_that_depends_on_a_hidden_card_is_caught() {
    let line = "say(info(card).number > 14 and TEXT.hides or TEXT.plays, side, card)";
    assert_caught("say(TEXT.hides, side, card)", line, "log: ");
}

#[test]
fn a_public_fact_computed_from_a_hidden_card_is_caught() {
    assert_caught(
        "  move_card(card, VEIL)\nend)",
        "  move_card(card, VEIL)\n  set_track(POINTS, info(card).number % 10)\nend)",
        "log: ",
    );
}

#[test]
fn a_secret_number_as_step_argument_is_caught() {
    let call = "call(\"plotting\", side, card, info(card).number)";
    assert_caught("call(\"plotting\", side, card)", call, "view");
}

#[test]
fn a_public_figure_computed_from_a_hidden_hand_is_caught() {
    let figure = |audience: &str| {
        let value = "function(side) local sum = 0 for _, card in ipairs(members(cards(pile(HAND, side)))) do \
                     sum += info(card).number end return sum end";
        format!("figure \"weight\" {{ on = \"side\", audience = \"{audience}\", value = {value} }}\n{STEP}")
    };
    assert_caught(STEP, &figure("all"), "figures: `weight ");
    // The side that holds the hand may know it.
    let program = program_with_edit("scripts/demo/secrets.luau", STEP, &figure("owner"));
    let mut tally = Tally::default();
    (0..4).for_each(|seed| check_game(&program, "secrets", seed, 1, &mut tally).unwrap());
}

#[test]
fn leaks_in_browser_data_are_caught() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    for leak in [Leak::Field, Leak::Rows, Leak::Line, Leak::Changed, Leak::Stamps, Leak::Hash] {
        let mut tally = Tally::default();
        let found = (0..12)
            .find_map(|seed| check_game_with(&program, "secrets", seed, 1, (Some(leak), false), &mut tally).err());
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
        check_game_with(&program, "secrets", seed, 3, (None, true), &mut tally).unwrap_or_else(|what| panic!("{what}"));
    }
    assert!(tally.events > 20 && tally.cards > 20, "{tally:?}");
    // A planted fault is found while looking back too.
    let is_caught =
        |seed| check_game_with(&program, "secrets", seed, 1, (Some(Leak::Hash), true), &mut Tally::default()).is_err();
    assert!((0..4).any(is_caught));
}

/// Returns the words of a text without track values such as `Points 3 → 11`, because card ids are numbers too.
fn without_track_values(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_track_value = |index: usize| {
        let follows_arrow = index.checked_sub(1).is_some_and(|before| words[before] == "→");
        follows_arrow || words.get(index + 1).is_some_and(|after| *after == "→")
    };
    (0..words.len()).filter(|index| !is_track_value(*index)).map(|index| words[index]).collect()
}

/// The public log of an event never has the id of a card that lay in no public pile during the event.
#[test]
fn the_log_names_no_card_that_was_never_public() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let mut hidden = 0;
    for seed in 0..6 {
        let set_up = SetUp { scenario: "secrets".into(), seed, ..SetUp::default() };
        let mut table = Table::start(program.clone(), vm_with_log(&program), &set_up).unwrap();
        let mut player = RandomBot::new(seed);
        while !table.is_over() {
            table.answer_with_bot(&mut player).unwrap();
            let node = &table.nodes()[table.shown_event()];
            let (before, after) = (table.nodes()[node.parent.unwrap()].position(), node.position());
            let log = event_text_for(&table, table.shown_event(), Viewer::PUBLIC);
            let is_public = |card: CardId| {
                let piles = [&before, &after].map(|p| p.card_location(card).pile);
                let row_piles = node.row_card_piles.iter().filter(|(c, _)| *c == card).map(|(_, pile)| *pile);
                piles.into_iter().chain(row_piles).any(|pile| Viewer::PUBLIC.sees_pile(&program.board, pile))
            };
            for (c, card) in program.board.cards.iter().enumerate().filter(|(c, _)| !is_public(CardId::new(*c))) {
                let words = without_track_values(&log);
                let words = words.iter().flat_map(|word| word.split(|c: char| !c.is_ascii_alphanumeric()));
                assert!(!words.clone().any(|w| w == card.id), "card {c} ({}) in `{log}`", card.id);
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
    let mut table = Table::start(program.clone(), vm_with_log(&program), &set_up).unwrap();
    let mut player = RandomBot::new(5);
    for _ in 0..40 {
        let Some(side) = table.asked() else { break };
        let viewer = Viewer::side(side);
        let prompt = table.prompt(viewer).unwrap();
        let mut expected =
            vec![program.board.sides[side.index()].id.clone(), viewer.position_text(table.board(), table.position())];
        expected.extend([prompt.text, format!("{:?}", prompt.default)]);
        expected.extend(prompt.rows.into_iter().flat_map(|row| [row.text, row.label]));
        expected.extend(table.log(0, viewer));
        let (mut bot, here) = (RecordingBot::default(), table.shown_event());
        let _ = table.answer_with_bot(&mut bot);
        assert_eq!(bot.0, expected);
        let open = Viewer::OPEN.position_text(table.board(), &table.nodes()[here].position());
        assert!(!bot.0.contains(&open), "the bot does not see the open view");
        table.goto(here).unwrap();
        let _ = table.answer_with_bot(&mut player);
    }
}

/// A view omits hidden facts, and shows hidden piles as a number of cards.
#[test]
fn views_omit_what_content_declares_hidden() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let board = &program.board;
    let mut lines = 0;
    for seed in 0..4 {
        let set_up = SetUp { scenario: "secrets".into(), seed, ..SetUp::default() };
        let mut table = Table::start(program.clone(), vm_with_log(&program), &set_up).unwrap();
        let mut player = RandomBot::new(seed);
        while !table.is_over() {
            for (side, own, other) in [(board.side("red"), "red", "blue"), (board.side("blue"), "blue", "red")] {
                let view = viewer(side).position_text(board, table.position());
                let public = Viewer::PUBLIC.position_text(board, table.position());
                let shows = |start: &str| view.lines().any(|l| l.starts_with(start));
                assert!(!shows("omen ") && !shows("doom "), "{view}");
                assert!(!shows(&format!("{other} plan ")) && !shows(&format!("{other} mood ")), "{view}");
                assert!(shows(&format!("{own} mood ")) && !public.contains(" mood "), "{view}");
                for line in view.lines().chain(public.lines()) {
                    let Some((pile, content)) = line.split_once(": ") else { continue };
                    let is_hidden = ["stock", "veil", &format!("{other} hand")].contains(&pile);
                    assert!(!is_hidden || content.ends_with("card") || content.ends_with("cards"), "{line}");
                    lines += usize::from(is_hidden);
                }
            }
            table.answer_with_bot(&mut player).unwrap();
        }
    }
    assert!(lines > 500, "only {lines} hidden piles were checked");
}

#[test]
fn standing_actions_are_shown_to_their_side_only() {
    let library = with_secrets();
    let (program, ..) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let set_up = SetUp { scenario: "standard".into(), seed: 1, ..SetUp::default() };
    let mut table = Table::start(program.clone(), vm_with_log(&program), &set_up).unwrap();
    table.adjust("port: guard, unrest 2").unwrap();
    let [red, blue] = ["red", "blue"].map(|side| program.board.side(side).unwrap());
    assert_eq!(table.game_mut().standing_rows(blue, Viewer::side(blue)).unwrap().len(), 1);
    assert_eq!(table.game_mut().standing_rows(blue, Viewer::side(red)).unwrap(), []);
    assert_eq!(table.game_mut().standing_rows(blue, Viewer::PUBLIC).unwrap(), []);
}

#[test]
fn determinization_exchanges_only_cards_that_the_side_cannot_tell_apart() {
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
            assert_eq!(other.card_location(card(id)), position.card_location(card(id)), "Red knows where {id} is");
        }
        drawn.extend(["11", "12", "13"].into_iter().filter(|id| other.card_location(card(id)) == to));
        assert_ne!(other.seed(), position.seed(), "the drawn position has another seed");
        let unknown = CardKnowledge::unknown(board, &position);
        let anywhere = determinize(board, &position, &unknown, red, seed).position;
        drawn.extend(["15"].into_iter().filter(|id| anywhere.card_location(card(id)).pile == to.pile));
        assert_eq!(anywhere.card_location(card("02")), position.card_location(card("02")), "Red sees 02");
    }
    let possible = ["11", "12", "13", "15"];
    assert!(possible.iter().all(|id| drawn.contains(id)), "Blue may hold any of {possible:?}, not only {drawn:?}");
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
    let branched_events =
        |viewer| serde_json::to_string(&cardwright_view::history::branched_events(&table, viewer)).unwrap();
    assert!(branched_events(Viewer::side(side("activista"))).contains(&format!("activista: {}", plays[0])));
    for other in [Viewer::side(side("us")), Viewer::PUBLIC] {
        assert!(branched_events(other).contains("activista: taken back"), "{}", branched_events(other));
        assert!(
            !branched_events(other).contains(&plays[0]),
            "{} is in hand again: {}",
            plays[0],
            branched_events(other)
        );
    }
}
