//! Parses an `expect` line into items.

use super::active_effects::active_effect;
use super::ending::ends;
use super::notation_item::{item, item_without, places_of_head};
use super::pile::pile_item;
use super::turn::{asks, decision, turn};
use super::{Expect, Item, Seeds, figure, info, knob, log, picked, visibility};
use crate::line_part::{LinePart, Mistake, with_amounts_joined};
use crate::programs::LoadedGame;
use cardwright_state::PileId;

/// Parses an `expect` line and collects its mistakes.
pub(crate) fn expect(loaded: &LoadedGame, line: &LinePart, mistakes: &mut Vec<Mistake>) -> Expect {
    let after = |prefix: &str| line.text.starts_with(prefix).then(|| line.slice(prefix.len(), line.text.len()).trim());
    let (seeds, line) = match (after("some seed:"), after("no seed:")) {
        (Some(rest), _) => (Seeds::Some, rest),
        (_, Some(rest)) => (Seeds::No, rest),
        _ => (Seeds::Every, line.clone()),
    };
    let earlier_mistakes = mistakes.len();
    let mut out = Expect { seeds, items: Vec::new(), only: false };
    for part in line.items().iter().filter(|p| !p.is_empty()) {
        if out.only {
            mistakes.push(part.mistake("`only` must be the last item of its line"));
            break;
        }
        if part.text == "only" {
            out.only = true;
            continue;
        }
        let is_end = part.words().first().is_some_and(|first| first.text == "ends");
        // `ends` takes the rest of the line, because its text may contain `;`.
        let part = if is_end { line.slice(part.at - line.at, line.text.len()) } else { part.clone() };
        if let Err(mistake) = parse_item(loaded, &part, &mut out.items, mistakes) {
            mistakes.push(mistake);
        }
        if is_end {
            break;
        }
    }
    if out.items.is_empty() && !out.only && mistakes.len() == earlier_mistakes {
        mistakes.push(line.mistake("nothing is expected here"));
    }
    out
}

/// Parses one item. An item about a kind of space (`countries: …`) becomes one item for each space of the kind.
pub(super) fn parse_item(
    loaded: &LoadedGame,
    part: &LinePart,
    out: &mut Vec<Item>,
    mistakes: &mut Vec<Mistake>,
) -> Result<(), Mistake> {
    let board = &*loaded.program.board;
    let words = part.words();
    let Some(first) = words.first() else { return Ok(()) };
    let second = words.get(1).map_or("", |word| word.text.as_str());
    let item = match first.text.as_str() {
        "asks" => asks(board, part)?,
        "ends" => ends(board, part)?,
        "decision" => decision(board, part)?,
        "picked" if second == "among" => picked::read(loaded, part, &words[2..])?,
        "log" | "logged" | "told" => log::read(loaded, part, &words, false)?,
        "no" if matches!(second, "log" | "logged" | "told") => log::read(loaded, part, &words[1..], true)?,
        "figure" => figure::read(loaded, part, &words[1..])?,
        "default" => Item::Default(Some(row(loaded, part, &words)?)),
        "discouraged" | "unwise" | "wise" => {
            Item::Discouraged { row: row(loaded, part, &words)?, expected: first.text != "wise" }
        }
        "no" if second == "discouraged" => Item::Discouraged { row: row(loaded, part, &words[1..])?, expected: false },
        "no" if second == "default" && words.len() == 2 => Item::Default(None),
        "info" if part.head().is_some() => {
            out.extend(info::read(loaded, part)?);
            return Ok(());
        }
        "knob" if part.head().is_none() => knob::read(&loaded.program, part, &words[1..])?,
        "hidden" => visibility::hidden(loaded, part, &words)?,
        "view" if second == "of" => {
            let (text, (side, rest)) = (part.text.clone(), visibility::view(board, part)?);
            let mut viewed = Vec::new();
            parse_item(loaded, &rest, &mut viewed, mistakes)?;
            if viewed.iter().any(|item| matches!(item, Item::VisibleTo { .. })) {
                return Err(rest.mistake("`view of` cannot contain another `view of`"));
            }
            if viewed.iter().any(|item| {
                matches!(
                    item,
                    Item::Info(_)
                        | Item::Knob { .. }
                        | Item::Default(_)
                        | Item::Discouraged { .. }
                        | Item::Hidden { .. }
                )
            }) {
                let help = Some("remove `view of`");
                return Err(rest.mistake("every side sees this: `view of` has no meaning here").or_help(help));
            }
            let view = |item| Item::VisibleTo { text: text.clone(), side, item: Box::new(item) };
            out.extend(viewed.into_iter().map(view));
            return Ok(());
        }
        "lacks" | "in-force" if first.text == "lacks" || (2..=3).contains(&words.len()) => {
            active_effect(board, part, &words)?
        }
        "turn" => turn(board, part)?,
        _ => return pile_figure_or_notation(loaded, part, out, mistakes),
    };
    out.push(item);
    Ok(())
}

/// Parses the row of `default ROW` or `discouraged ROW`.
fn row(loaded: &LoadedGame, part: &LinePart, words: &[LinePart]) -> Result<Vec<String>, Mistake> {
    let (first, words) = words.split_first().ok_or_else(|| part.mistake("nothing is expected here"))?;
    if words.is_empty() {
        return Err(part.mistake(format!("`{}` takes a row", first.text)));
    }
    let words = with_amounts_joined(words.iter().cloned());
    if let Some(word) = words.iter().find(|word| !loaded.is_row_word(&word.text)) {
        return Err(word.unknown(format!("no row can have the word `{}`", word.text), &loaded.words()));
    }
    Ok(words.iter().map(|word| word.text.clone()).collect())
}

/// Parses an item about piles or figures, or an item in position notation.
fn pile_figure_or_notation(
    loaded: &LoadedGame,
    part: &LinePart,
    out: &mut Vec<Item>,
    mistakes: &mut Vec<Mistake>,
) -> Result<(), Mistake> {
    let program = &*loaded.program;
    let board = &*program.board;
    // The head is the text before the colon, and the body is the text after it.
    if let Some((head, body)) = part.head() {
        let names: Vec<LinePart> = head.split('+');
        let piles: Vec<Option<PileId>> = names.iter().map(|n| board.pile(&n.text)).collect();
        if names.len() > 1 || piles[0].is_some() {
            let valid: Vec<String> = board.piles.iter().map(|p| p.id.clone()).collect();
            let mut ids = Vec::new();
            for (name, pile) in names.iter().zip(piles) {
                ids.push(pile.ok_or_else(|| name.unknown(format!("unknown pile `{}`", name.text), &valid))?);
            }
            for element in body.elements() {
                let item = pile_item(program, &head, &ids, &element)?;
                out.push(item);
            }
            return Ok(());
        }
    }
    // A list may mix figures with pieces, tracks and facts.
    if let Some((head, body)) = part.head() {
        let (places, mut figure_offsets) = (places_of_head(board, &head), Vec::new());
        for element in body.elements().into_iter().filter(|element| !element.is_empty()) {
            let items = figure::of_spaces(loaded, &places, &element)?;
            if !items.is_empty() {
                figure_offsets.push(element.at);
                out.extend(items);
            }
        }
        if figure_offsets.is_empty() || figure_offsets.len() < body.elements().len() {
            out.extend(item_without(board, part, &figure_offsets, mistakes).into_iter().map(Item::Notation));
        }
        return Ok(());
    }
    match figure::of_side_or_game(loaded, part)? {
        Some(figure) => out.push(figure),
        None => out.extend(item(board, part, mistakes).into_iter().map(Item::Notation)),
    }
    Ok(())
}
