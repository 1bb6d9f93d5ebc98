//! `new card`: copies the entry of a card of the game, so that the new card has all required fields.

use super::target_pack::{self, TargetPack};
use super::template::Placeholders;
use crate::args::New;
use crate::failure::Failure;
use cardwright_content::{Content, Datum, provenance};
use cardwright_script::{Program, lua_name};
use cardwright_state::{CardId, Kind, PileId, Val};
use cardwright_table::{SetUp, Table};
use std::collections::BTreeMap;

/// Adds the placeholders for a new card and its test.
pub(crate) fn placeholders(
    target: &TargetPack,
    program: &Program,
    placeholders: Placeholders,
    id: &str,
    title: &str,
    args: &New,
) -> Result<Placeholders, Failure> {
    let content = &program.content;
    let cards = || content.board.cards.iter().map(|card| card.id.as_str());
    let like = match &args.like {
        Some(like) if cards().any(|card| card == like) => like.clone(),
        Some(like) => return Err(Failure::unknown(&format!("card of {}", target.game), like, cards())),
        None => simplest_common_card(content).ok_or_else(|| {
            Failure::Usage(format!(
                "{} has no cards: `[card]` in its board.toml declares the fields of cards",
                target.game
            ))
        })?,
    };
    let cards_info = content.infos.iter().filter(|(val, _)| val.kind() == Kind::Card);
    let highest_number = cards_info.filter_map(|(_, card)| number(card)).max();
    let number = highest_number.map_or(1, |highest| highest + 1);
    let entry =
        entry(content, &like).ok_or_else(|| Failure::Findings(format!("the entry of card {like} was not found")))?;
    let titles = Titles::new(content, title);
    let mut half = None;
    let lines = entry.lines().filter_map(|line| {
        half = titles.starts_half(line).or(half.take());
        copied_line(line, id, number, &titles.of_half(half.as_deref()))
    });
    let entry = lines.collect::<Vec<_>>().join("\n");
    let printed = card(content, &like).map(|model| printed(model, number, &titles)).unwrap_or_default();
    let scenario = target_pack::scenario(&target.library, &target.game, args.scenario.as_deref())?;
    // Cards are played from a pile that shows their texts, if there is one. A named model shows its own pile.
    let played_from = program.board.piles.iter().position(|pile| pile.shows_card_text).map(PileId::new);
    let start_pile = match played_from.filter(|_| args.like.is_none()) {
        Some(played_from) => Some(played_from),
        None => start_pile(target, &scenario, &like)?,
    };
    let placeholders =
        placeholders.with("like", like).with("entry", entry).with("printed", printed).with("scenario", scenario);
    let placeholders = pile(target, program, placeholders, id, args.pile.as_deref(), start_pile)?;
    Ok(placeholders)
}

/// Returns the pile of the copied card `like` at the start of a scenario. If that card is set aside, returns the pile
/// with most cards of its kind. Returns `None` if all such cards are set aside.
fn start_pile(target: &TargetPack, scenario: &str, like: &str) -> Result<Option<PileId>, Failure> {
    let (program, vm, _) = target.library.load(&target.game).map_err(Failure::Content)?;
    let (board, content) = (&program.board, &program.content);
    let set_up = SetUp { scenario: scenario.to_owned(), seed: 1, ..SetUp::default() };
    // Before the set-up all cards are set aside, so this uses the position after it.
    let table = Table::start(program.clone(), vm, &set_up)?;
    let position = table.position();
    let kind_of = |id: &str| card(content, id).map(kind);
    let mut counts: BTreeMap<PileId, usize> = BTreeMap::new();
    for (index, card) in board.cards.iter().enumerate().filter(|(_, card)| kind_of(&card.id) == kind_of(like)) {
        let pile = position.card_location(CardId::new(index)).pile;
        // `board.home` is the pile of the cards that are set aside.
        if pile == board.home {
            continue;
        }
        if card.id == like {
            return Ok(Some(pile));
        }
        *counts.entry(pile).or_default() += 1;
    }
    Ok(counts.into_iter().max_by_key(|(_, count)| *count).map(|(pile, _)| pile))
}

/// Adds the placeholders for the pile in which the test puts the card.
fn pile(
    target: &TargetPack,
    program: &Program,
    placeholders: Placeholders,
    id: &str,
    named: Option<&str>,
    start_pile: Option<PileId>,
) -> Result<Placeholders, Failure> {
    let board = &program.board;
    let names =
        || board.piles.iter().map(|pile| pile.id.as_str()).chain(board.piles.iter().map(|pile| pile.def.as_str()));
    let example = start_pile.map(|pile| &board.piles[pile.index()]);
    let example = example.or(board.piles.iter().find(|pile| pile.owner.is_some())).or(board.piles.first());
    let pile = match named {
        Some(named) => match board.piles.iter().find(|pile| pile.id == named || pile.def == named) {
            Some(pile) => Some(pile.id.clone()),
            None => return Err(Failure::unknown(&format!("pile of {}", target.game), named, names())),
        },
        None => None,
    };
    let has_blank_position = program.content.blank.is_some();
    let (set_up, expect) = match (&pile, has_blank_position) {
        (Some(pile), true) => (format!("setup    blank; {pile}: {id}"), format!("expect   {pile}: has {id}")),
        (Some(pile), false) => (format!("seeds    1\nsetup    {pile}: {id}"), format!("expect   {pile}: has {id}")),
        (None, _) => ("seeds    1".to_owned(), String::new()),
    };
    let example = pile.or(example.map(|pile| pile.id.clone())).unwrap_or("PILE".to_owned());
    Ok(placeholders.with("pile-setup", set_up).with("pile-expect", expect).with("pile-example", example))
}

/// Returns the printed fields of a card.
fn card<'a>(content: &'a Content, id: &str) -> Option<&'a Datum> {
    let index = content.board.cards.iter().position(|card| card.id == id)?;
    content.info(Val::card(CardId::new(index)))
}

fn number(card: &Datum) -> Option<i64> {
    match card.get("number") {
        Some(Datum::Number(number)) => Some(*number),
        _ => None,
    }
}

/// Returns the id of the card with the shortest entry, among the cards of the most common kind. Cards with equal words
/// and numbers are of one kind.
fn simplest_common_card(content: &Content) -> Option<String> {
    let mut kinds: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for definition in &content.board.cards {
        let kind = card(content, &definition.id).map(kind).unwrap_or_default();
        let length = entry(content, &definition.id).map_or(usize::MAX, |entry| entry.len());
        kinds.entry(kind).or_default().push((length, definition.id.clone()));
    }
    let most_common = kinds.into_values().max_by_key(Vec::len)?;
    most_common.into_iter().min().map(|(_, id)| id)
}

/// Returns a text that is equal for cards of one kind: their words and numbers, without the field `number`.
fn kind(card: &Datum) -> String {
    let Datum::Table(fields) = card else { return String::new() };
    let texts = fields.iter().filter_map(|(key, value)| match value {
        Datum::Val(word) if word.kind() == Kind::Word => Some(format!("{key}={word:?};")),
        Datum::Number(number) if key != "number" => Some(format!("{key}={number};")),
        _ => None,
    });
    texts.collect()
}

/// Returns the TOML text of a card's entry.
fn entry(content: &Content, id: &str) -> Option<String> {
    let set_in = provenance(content, &format!("card {id}"));
    let origin = set_in.first()?.origins.first()?;
    let lines: Vec<&str> = origin.file.text.lines().collect();
    let is_start = |index: &usize| lines[*index].trim_start().starts_with("[[card]]");
    let start = (0..origin.line.min(lines.len())).rev().find(is_start)?;
    let length = lines[start + 1..].iter().position(|line| line.trim_start().starts_with("[["));
    let end = length.map_or(lines.len(), |length| start + 1 + length);
    let mut entry: Vec<&str> = lines[start..end].to_vec();
    while entry.last().is_some_and(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        entry.pop();
    }
    Some(entry.join("\n"))
}

/// The titles of the new card. If halves of cards have titles, each half gets a title with the name of its side.
struct Titles<'a> {
    title: &'a str,
    /// The key of each half and the name of its side.
    halves: Vec<(String, String)>,
}

impl<'a> Titles<'a> {
    fn new(content: &Content, title: &'a str) -> Titles<'a> {
        let has_halves = content.info_fields.half.contains("title");
        let halves = content.board.sides.iter().filter(|_| has_halves);
        Titles { title, halves: halves.map(|side| (side.id.clone(), side.name.clone())).collect() }
    }
    /// Returns the half whose TOML table starts in this line, such as `[card.reds]`.
    fn starts_half(&self, line: &str) -> Option<String> {
        let key = line.trim().strip_prefix("[card.")?.split(']').next()?;
        self.halves.iter().find(|(half, _)| half == key).map(|(half, _)| half.clone())
    }
    /// Returns the title of the whole card, or of one half.
    fn of_half(&self, half: Option<&str>) -> String {
        let half = half.and_then(|half| self.halves.iter().find(|(key, _)| key == half || lua_name(key) == half));
        half.map_or_else(|| self.title.to_owned(), |(_, side)| format!("{} ({side})", self.title))
    }
}

/// Converts a line of the copied entry for the new card. Returns `None` for a line about the copied card only.
fn copied_line(line: &str, id: &str, number: i64, title: &str) -> Option<String> {
    let key = line.split('=').next().unwrap_or_default().trim();
    match key {
        "id" => Some(format!("id = \"{id}\"")),
        "number" => Some(format!("number = {number}")),
        "title" => Some(format!("title = \"{title}\"")),
        "source" | "source_note" | "was" | "patch" => None,
        _ => Some(line.to_owned()),
    }
}

/// Returns the printed fields that the test checks, which are numbers and titles: `number 12, title "Night Raid"`.
fn printed(model: &Datum, number: i64, titles: &Titles<'_>) -> String {
    fn add_fields(part: &Datum, prefix: &str, number: i64, titles: &Titles<'_>, out: &mut Vec<String>) {
        let Datum::Table(fields) = part else { return };
        for (key, value) in fields {
            match value {
                Datum::Number(_) if key == "number" => out.push(format!("{prefix}number {number}")),
                Datum::Number(copied) => out.push(format!("{prefix}{key} {copied}")),
                Datum::Text(_) if key == "title" => {
                    let title = titles.of_half(prefix.strip_suffix('.'));
                    out.push(format!("{prefix}title \"{title}\""));
                }
                Datum::Table(_) if prefix.is_empty() => add_fields(value, &format!("{key}."), number, titles, out),
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    add_fields(model, "", number, titles, &mut out);
    out.join(", ")
}

#[cfg(test)]
mod tests {
    use super::copied_line;

    #[test]
    fn a_new_card_has_its_own_id_number_and_title() {
        let copied = |line| copied_line(line, "night-raid", 56, "Night Raid");
        assert_eq!(copied("id = \"07\"").as_deref(), Some("id = \"night-raid\""));
        assert_eq!(copied("number = 7").as_deref(), Some("number = 56"));
        assert_eq!(copied("title = \"Fire\"").as_deref(), Some("title = \"Night Raid\""));
        assert_eq!(
            copied("effects = [{ verb = \"x\", id = 1 }]").as_deref(),
            Some("effects = [{ verb = \"x\", id = 1 }]")
        );
        assert_eq!(copied("source_note = \"on the box\""), None);
    }
}
