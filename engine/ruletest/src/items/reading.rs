//! Reading an `expect` line: which item each part of it is.

use super::ending::ends;
use super::in_force::in_force;
use super::pile::pile_item;
use super::told::{heads, item, item_but};
use super::turn::{asks, decision, turn};
use super::{Expect, Item, Seeds, figure, info, log, picked, sight};
use crate::programs::Loaded;
use crate::text::{Mistake, Part};
use cardwright_state::PileId;

/// Reads an `expect` line; mistakes are gathered.
pub(crate) fn expect(loaded: &Loaded, line: &Part, mistakes: &mut Vec<Mistake>) -> Expect {
    let starts = |with: &str| line.text.starts_with(with).then(|| line.sub(with.len(), line.text.len()).trim());
    let (seeds, line) = match (starts("some seed:"), starts("no seed:")) {
        (Some(rest), _) => (Seeds::Some, rest),
        (_, Some(rest)) => (Seeds::No, rest),
        _ => (Seeds::Every, line.clone()),
    };
    let known = mistakes.len();
    let mut out = Expect { seeds, items: Vec::new(), only: false };
    for part in line.items().iter().filter(|p| !p.is_empty()) {
        if out.only {
            mistakes.push(part.mistake("`only` is the last item of its line"));
            break;
        }
        if part.text == "only" {
            out.only = true;
            continue;
        }
        let is_end = part.words().first().is_some_and(|first| first.text == "ends");
        // It ends its line: the text may hold anything.
        let part = if is_end { line.sub(part.at - line.at, line.text.len()) } else { part.clone() };
        if let Err(mistake) = one(loaded, &part, &mut out.items, mistakes) {
            mistakes.push(mistake);
        }
        if is_end {
            break;
        }
    }
    if out.items.is_empty() && !out.only && mistakes.len() == known {
        mistakes.push(line.mistake("nothing is expected here"));
    }
    out
}

/// Reads one item, which may speak of several things.
pub(super) fn one(
    loaded: &Loaded,
    part: &Part,
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
        "log" | "told" => log::read(loaded, part, &words, false)?,
        "no" if matches!(second, "log" | "told") => log::read(loaded, part, &words[1..], true)?,
        "figure" => figure::read(loaded, part, &words[1..])?,
        "default" => Item::Default(Some(row(loaded, part, &words)?)),
        "wise" | "unwise" => Item::Wise { row: row(loaded, part, &words)?, unwise: first.text == "unwise" },
        "no" if second == "default" && words.len() == 2 => Item::Default(None),
        "info" if part.head().is_some() => {
            out.extend(info::read(loaded, part)?);
            return Ok(());
        }
        "hidden" => sight::hidden(loaded, part, &words)?,
        "view" if second == "of" => {
            let (text, (side, rest)) = (part.text.clone(), sight::view(board, part)?);
            let mut seen = Vec::new();
            one(loaded, &rest, &mut seen, mistakes)?;
            if seen.iter().any(|item| matches!(item, Item::View { .. })) {
                return Err(rest.mistake("what a side sees of what another sees is not asked: one `view of` is enough"));
            }
            if seen
                .iter()
                .any(|item| matches!(item, Item::Info(_) | Item::Default(_) | Item::Wise { .. } | Item::Hidden { .. }))
            {
                let cure = Some("leave `view of` out");
                return Err(rest.mistake("this is the same for all: `view of` says nothing of it").cure(cure));
            }
            let view = |item| Item::View { text: text.clone(), side, item: Box::new(item) };
            out.extend(seen.into_iter().map(view));
            return Ok(());
        }
        "lacks" | "in-force" if first.text == "lacks" || (2..=3).contains(&words.len()) => {
            in_force(board, part, &words)?
        }
        "turn" => turn(board, part)?,
        _ => return looked_at(loaded, part, out, mistakes),
    };
    out.push(item);
    Ok(())
}

/// The row of `default ROW`, `unwise ROW` or `wise ROW`.
fn row(loaded: &Loaded, part: &Part, words: &[Part]) -> Result<Vec<String>, Mistake> {
    let (first, words) = words.split_first().ok_or_else(|| part.mistake("nothing is expected here"))?;
    if words.is_empty() {
        return Err(part.mistake(format!("`{}` takes a row", first.text)));
    }
    if let Some(word) = words.iter().find(|word| !loaded.is_known(&word.text)) {
        return Err(word.unknown(format!("no row can have the word `{}`", word.text), &loaded.words()));
    }
    Ok(words.iter().map(|word| word.text.clone()).collect())
}

fn looked_at(loaded: &Loaded, part: &Part, out: &mut Vec<Item>, mistakes: &mut Vec<Mistake>) -> Result<(), Mistake> {
    let program = &*loaded.program;
    let board = &*program.board;
    if let Some((head, body)) = part.head() {
        let names: Vec<Part> = head.split('+');
        let piles: Vec<Option<PileId>> = names.iter().map(|n| board.pile(&n.text)).collect();
        if names.len() > 1 || piles[0].is_some() {
            let known: Vec<String> = board.piles.iter().map(|p| p.id.clone()).collect();
            let mut all = Vec::new();
            for (name, pile) in names.iter().zip(piles) {
                all.push(pile.ok_or_else(|| name.unknown(format!("unknown pile `{}`", name.text), &known))?);
            }
            for element in body.elements() {
                let item = pile_item(program, &head, &all, &element)?;
                out.push(item);
            }
            return Ok(());
        }
    }
    // What is worked out may stand in a list between what lies there.
    if let Some((head, body)) = part.head() {
        let (places, mut figures) = (heads(board, &head), Vec::new());
        for element in body.elements().into_iter().filter(|element| !element.is_empty()) {
            let of_it = figure::of_places(loaded, &places, &element)?;
            if !of_it.is_empty() {
                figures.push(element.at);
                out.extend(of_it);
            }
        }
        if figures.is_empty() || figures.len() < body.elements().len() {
            out.extend(item_but(board, part, &figures, mistakes).into_iter().map(Item::Told));
        }
        return Ok(());
    }
    match figure::loose(loaded, part)? {
        Some(figure) => out.push(figure),
        None => out.extend(item(board, part, mistakes).into_iter().map(Item::Told)),
    }
    Ok(())
}
