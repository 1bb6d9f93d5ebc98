//! `new card`: an entry modelled on a card of the game, which has all that the game's cards must have.

use super::place::{self, Place};
use super::template::Words;
use crate::args::New;
use crate::failure::Failure;
use cardwright_content::{Content, Datum, whence};
use cardwright_script::{Program, lua_name};
use cardwright_state::{CardId, Kind, PileId, Val};
use cardwright_table::{SetUp, Table};
use std::collections::BTreeMap;

/// What is said of the new card and of the test of it.
pub(crate) fn words(
    place: &Place,
    program: &Program,
    words: Words,
    id: &str,
    title: &str,
    args: &New,
) -> Result<Words, Failure> {
    let content = &program.content;
    let cards = || content.board.cards.iter().map(|card| card.id.as_str());
    let like = match &args.like {
        Some(like) if cards().any(|card| card == like) => like.clone(),
        Some(like) => return Err(Failure::unknown(&format!("card of {}", place.game), like, cards())),
        None => plainest(content).ok_or_else(|| {
            Failure::Usage(format!("{} has no cards: `[card]` in its board.toml says what a card has", place.game))
        })?,
    };
    let number =
        content.infos.iter().filter(|(of, _)| of.kind() == Kind::Card).filter_map(|(_, card)| number(card)).max();
    let number = number.map_or(1, |most| most + 1);
    let entry =
        entry(content, &like).ok_or_else(|| Failure::Findings(format!("the entry of card {like} was not found")))?;
    let titles = Titles::of(content, title);
    let mut half = None;
    let lines = entry.lines().filter_map(|line| {
        half = titles.half_begun(line).or(half.take());
        changed(line, id, number, &titles.of_half(half.as_deref()))
    });
    let entry = lines.collect::<Vec<_>>().join("\n");
    let printed = card(content, &like).map(|model| printed(model, number, &titles)).unwrap_or_default();
    let scenario = place::scenario(&place.library, &place.game, args.scenario.as_deref())?;
    let held = where_it_begins(place, &scenario, &like)?;
    let words = words.with("like", like).with("entry", entry).with("printed", printed).with("scenario", scenario);
    let words = pile(place, program, words, id, args.pile.as_deref(), held)?;
    Ok(words)
}

/// The pile in which the model begins, else the one that holds most cards of its kind; none where all of them lie aside.
fn where_it_begins(place: &Place, scenario: &str, like: &str) -> Result<Option<PileId>, Failure> {
    let (program, vm, _) = place.library.load(&place.game).map_err(Failure::Content)?;
    let (board, content) = (&program.board, &program.content);
    let set_up = SetUp { scenario: scenario.to_owned(), seed: 1, ..SetUp::default() };
    // Once it is set up: before that all cards lie aside.
    let table = Table::start(program.clone(), vm, &set_up)?;
    let position = table.position();
    let kind_of = |id: &str| card(content, id).map(kind);
    let mut held: BTreeMap<PileId, usize> = BTreeMap::new();
    for (at, of) in board.cards.iter().enumerate().filter(|(_, of)| kind_of(&of.id) == kind_of(like)) {
        let pile = position.card_at(CardId::new(at)).pile;
        if pile == board.home {
            continue;
        }
        if of.id == like {
            return Ok(Some(pile));
        }
        *held.entry(pile).or_default() += 1;
    }
    Ok(held.into_iter().max_by_key(|(_, many)| *many).map(|(pile, _)| pile))
}

/// Where the test puts the card.
fn pile(
    place: &Place,
    program: &Program,
    words: Words,
    id: &str,
    named: Option<&str>,
    held: Option<PileId>,
) -> Result<Words, Failure> {
    let board = &program.board;
    let names =
        || board.piles.iter().map(|pile| pile.id.as_str()).chain(board.piles.iter().map(|pile| pile.def.as_str()));
    let example = held.map(|held| &board.piles[held.at()]);
    let example = example.or(board.piles.iter().find(|pile| pile.owner.is_some())).or(board.piles.first());
    let pile = match named {
        Some(named) => match board.piles.iter().find(|pile| pile.id == named || pile.def == named) {
            Some(pile) => Some(pile.id.clone()),
            None => return Err(Failure::unknown(&format!("pile of {}", place.game), named, names())),
        },
        None => None,
    };
    let blank = program.content.blank.is_some();
    let (set_up, expect) = match (&pile, blank) {
        (Some(pile), true) => (format!("setup    blank; {pile}: {id}"), format!("expect   {pile}: has {id}")),
        (Some(pile), false) => (format!("seeds    1\nsetup    {pile}: {id}"), format!("expect   {pile}: has {id}")),
        (None, _) => ("seeds    1".to_owned(), String::new()),
    };
    let example = pile.or(example.map(|pile| pile.id.clone())).unwrap_or("PILE".to_owned());
    Ok(words.with("pile-setup", set_up).with("pile-expect", expect).with("pile-example", example))
}

/// What is printed on a card.
fn card<'a>(content: &'a Content, id: &str) -> Option<&'a Datum> {
    let at = content.board.cards.iter().position(|card| card.id == id)?;
    content.info(Val::card(CardId::new(at)))
}

fn number(card: &Datum) -> Option<i64> {
    match card.get("number") {
        Some(Datum::Number(number)) => Some(*number),
        _ => None,
    }
}

/// The card that says least, of those that there are most of: cards are of one kind where their words and numbers agree.
fn plainest(content: &Content) -> Option<String> {
    let mut kinds: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for known in &content.board.cards {
        let of = card(content, &known.id).map(kind).unwrap_or_default();
        let length = entry(content, &known.id).map_or(usize::MAX, |entry| entry.len());
        kinds.entry(of).or_default().push((length, known.id.clone()));
    }
    let most = kinds.into_values().max_by_key(Vec::len)?;
    most.into_iter().min().map(|(_, id)| id)
}

/// What tells kinds of cards apart: the words on them, and their numbers but for the one they are counted by.
fn kind(card: &Datum) -> String {
    let Datum::Table(fields) = card else { return String::new() };
    let words = fields.iter().filter_map(|(key, value)| match value {
        Datum::Val(of) if of.kind() == Kind::Word => Some(format!("{key}={of:?};")),
        Datum::Number(number) if key != "number" => Some(format!("{key}={number};")),
        _ => None,
    });
    words.collect()
}

/// The lines of a card's entry, as they stand in its file.
fn entry(content: &Content, id: &str) -> Option<String> {
    let all = whence(content, &format!("card {id}"));
    let first = all.first()?.origins.first()?;
    let lines: Vec<&str> = first.file.text.lines().collect();
    let from = (0..first.line.min(lines.len())).rev().find(|at| lines[*at].trim_start().starts_with("[[card]]"))?;
    let more = lines[from + 1..].iter().position(|line| line.trim_start().starts_with("[["));
    let to = more.map_or(lines.len(), |more| from + 1 + more);
    let mut entry: Vec<&str> = lines[from..to].to_vec();
    while entry.last().is_some_and(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        entry.pop();
    }
    Some(entry.join("\n"))
}

/// What the new card is called: where each side has a half with a title, each has one of its own.
struct Titles<'a> {
    title: &'a str,
    /// Halves by the key of their table, with what tells them apart.
    halves: Vec<(String, String)>,
}

impl<'a> Titles<'a> {
    fn of(content: &Content, title: &'a str) -> Titles<'a> {
        let has_halves = content.info_fields.half.contains("title");
        let halves = content.board.sides.iter().filter(|_| has_halves);
        Titles { title, halves: halves.map(|side| (side.id.clone(), side.name.clone())).collect() }
    }
    /// The half that a line begins: `[card.reds]`.
    fn half_begun(&self, line: &str) -> Option<String> {
        let key = line.trim().strip_prefix("[card.")?.split(']').next()?;
        self.halves.iter().find(|(half, _)| half == key).map(|(half, _)| half.clone())
    }
    /// Of the whole card, or of one half.
    fn of_half(&self, half: Option<&str>) -> String {
        let half = half.and_then(|half| self.halves.iter().find(|(key, _)| key == half || lua_name(key) == half));
        half.map_or_else(|| self.title.to_owned(), |(_, side)| format!("{} ({side})", self.title))
    }
}

/// A line of the model as the new card has it; none for what is only of the model.
fn changed(line: &str, id: &str, number: i64, title: &str) -> Option<String> {
    let key = line.split('=').next().unwrap_or_default().trim();
    match key {
        "id" => Some(format!("id = \"{id}\"")),
        "number" => Some(format!("number = {number}")),
        "title" => Some(format!("title = \"{title}\"")),
        "source" | "source_note" | "was" | "patch" => None,
        _ => Some(line.to_owned()),
    }
}

/// What a test reads off the card: its numbers and titles.
fn printed(model: &Datum, number: i64, titles: &Titles<'_>) -> String {
    fn all(of: &Datum, before: &str, number: i64, titles: &Titles<'_>, out: &mut Vec<String>) {
        let Datum::Table(fields) = of else { return };
        for (key, value) in fields {
            match value {
                Datum::Number(_) if key == "number" => out.push(format!("{before}number {number}")),
                Datum::Number(other) => out.push(format!("{before}{key} {other}")),
                Datum::Text(_) if key == "title" => {
                    let title = titles.of_half(before.strip_suffix('.'));
                    out.push(format!("{before}title \"{title}\""));
                }
                Datum::Table(_) if before.is_empty() => all(value, &format!("{key}."), number, titles, out),
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    all(model, "", number, titles, &mut out);
    out.join(", ")
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn a_new_card_keeps_what_its_model_has_but_who_it_is() {
        let changed = |line| changed(line, "night-raid", 56, "Night Raid");
        assert_eq!(changed("id = \"07\"").as_deref(), Some("id = \"night-raid\""));
        assert_eq!(changed("number = 7").as_deref(), Some("number = 56"));
        assert_eq!(changed("title = \"Fire\"").as_deref(), Some("title = \"Night Raid\""));
        assert_eq!(
            changed("effects = [{ verb = \"x\", id = 1 }]").as_deref(),
            Some("effects = [{ verb = \"x\", id = 1 }]")
        );
        assert_eq!(changed("source_note = \"on the box\""), None);
    }
}
