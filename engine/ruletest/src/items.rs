//! Items: what `setup` sets and `expect` looks at, read against a board and compared with a position.

mod figure;
mod info;
mod log;
mod picked;
mod sight;

pub(crate) use figure::{FigureSays, figured_text};
pub(crate) use log::LogSays;
pub(crate) use sight::{Thing, is_seen, sees_item};

use crate::programs::Loaded;
use crate::report::Mismatch;
use crate::slips;
use crate::text::{Mistake, Part};
use cardwright_content::{Content, Datum};
use cardwright_script::Program;
use cardwright_state::board::{Board, On, PileOrder};
use cardwright_state::chance::card_key;
use cardwright_state::notation::{self, Item as Said, Says};
use cardwright_state::position::InForce;
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{CardId, EffectId, PileId, Position, SideId, StepId};

/// Something notation says, with the words that said it.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    pub(crate) part: Part,
    /// As said of one place: a plural is said of each of its spaces.
    pub(crate) text: String,
    pub(crate) says: Says,
}

/// What `expect` looks at.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    Told(Told),
    Pile {
        text: String,
        piles: Vec<PileId>,
        says: PileSays,
    },
    Turn {
        text: String,
        step: StepId,
        args: Vec<Plain>,
    },
    /// Who is asked, and something that stands in the question.
    Asks {
        side: SideId,
        prompt: Option<String>,
    },
    Ends {
        text: String,
        winner: Option<SideId>,
        numbers: Vec<i64>,
        reason: Option<String>,
    },
    /// A side that rules play explained itself so.
    Decision {
        side: Option<SideId>,
        reason: String,
    },
    /// What rules work out for the game, a side or a space.
    Figure {
        text: String,
        figure: usize,
        subject: usize,
        says: FigureSays,
    },
    /// A line of the log since the last play, or that there is none.
    Log {
        text: String,
        says: LogSays,
        lacks: bool,
    },
    /// Something was picked by chance among exactly these since the last play, in the order of the words.
    Picked {
        text: String,
        among: Vec<String>,
    },
    /// What is printed on a component.
    Info(info::Printed),
    /// The row a line that says nothing of the choice takes.
    Default(Option<Vec<String>>),
    /// Something that a side (none: everybody) may see, and that is so.
    View {
        text: String,
        side: Option<SideId>,
        item: Box<Item>,
    },
    /// Something that a side (none: everybody) may not see.
    Hidden {
        text: String,
        side: Option<SideId>,
        thing: Thing,
    },
    /// Whether an effect is in force, for one side or for any.
    InForce {
        text: String,
        effect: EffectId,
        side: Option<SideId>,
        lacks: bool,
    },
}

/// What is said of a pile, or of several taken together.
#[derive(Debug, Clone)]
pub(crate) enum PileSays {
    Count { n: usize, field: Option<(Vec<String>, String)> },
    Has(Vec<CardId>),
    Lacks(Vec<CardId>),
    Within { card: CardId, n: usize, bottom: bool },
}

/// With which of a test's seeds an `expect` line holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seeds {
    Every,
    Some,
    No,
}

/// An `expect` line.
#[derive(Debug, Clone)]
pub(crate) struct Expect {
    pub(crate) seeds: Seeds,
    pub(crate) items: Vec<Item>,
    pub(crate) only: bool,
}

// ---- reading notation ----

/// Reads a part as notation, after a head that stands elsewhere or nowhere.
fn read(board: &Board, head: &str, part: &Part) -> Result<Vec<Said>, Mistake> {
    notation::read(board, &after(head, part)).map_err(|errors| match errors.first() {
        None => part.mistake("this is no notation"),
        Some(error) => {
            let before = after(head, part).len() - part.text.len();
            let (from, to) = (error.span.start.checked_sub(before), error.span.end.saturating_sub(before));
            // What is wrong with the head is told of all that stands after it.
            let wrong = from.map_or_else(|| part.clone(), |from| part.sub(from, to));
            let cure = slips::item(board, part, &wrong.text);
            wrong.unknown(error.message.clone(), &error.candidates).cured(cure)
        }
    })
}

/// A part with its head.
fn after(head: &str, part: &Part) -> String {
    if head.is_empty() { part.text.clone() } else { format!("{head}: {}", part.text) }
}

/// The places a head names: itself, or each space of a plural.
fn heads(board: &Board, head: &Part) -> Vec<String> {
    match board.find(&head.text).and_then(|v| v.index(Kind::SpaceKind)) {
        Some(kind) => board.kinds[kind].members.iter().map(|s| board.spaces[s].id.clone()).collect(),
        None => vec![head.text.clone()],
    }
}

fn with_words(head: &str, part: &Part, said: Vec<Said>) -> impl Iterator<Item = Told> {
    said.into_iter().map(move |s| Told { part: part.clone(), text: after(head, part), says: s.says })
}

/// What one item of notation says; mistakes are gathered.
fn item(board: &Board, part: &Part, mistakes: &mut Vec<Mistake>) -> Vec<Told> {
    item_but(board, part, &[], mistakes)
}

/// The same without the elements that begin at these places.
fn item_but(board: &Board, part: &Part, left_out: &[usize], mistakes: &mut Vec<Mistake>) -> Vec<Told> {
    let mut out = Vec::new();
    let mut add = |head: &str, of: &Part| match read(board, head, of) {
        Ok(said) => out.extend(with_words(head, of, said)),
        Err(new) if mistakes.iter().any(|old| (old.line, old.at) == (new.line, new.at)) => {} // The next space of a plural.
        Err(mistake) => mistakes.push(mistake),
    };
    match part.head() {
        Some((head, body)) if board.pile(&head.text).is_none() => {
            let places = heads(board, &head);
            if places.iter().any(|p| board.space(p).is_none()) || body.is_empty() {
                add("", part);
                return out;
            }
            for place in places {
                for element in body.elements().into_iter().filter(|element| !left_out.contains(&element.at)) {
                    add(&place, &element);
                }
            }
        }
        _ => add("", part),
    }
    out
}

/// Reads a `setup` line; mistakes are gathered.
pub(crate) fn setup(board: &Board, line: &Part, mistakes: &mut Vec<Mistake>) -> Vec<Told> {
    let mut out: Vec<Told> = Vec::new();
    for part in line.split(';').into_iter().filter(|p| !p.is_empty()) {
        for it in item(board, &part, mistakes) {
            match (&it.says, out.last_mut().map(|t| &mut t.says)) {
                (Says::Turn(inner), Some(Says::Turn(outer))) if part.text.starts_with("in ") => {
                    outer.extend(inner.clone())
                }
                _ => out.push(it),
            }
        }
    }
    out
}

// ---- reading expectations ----

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
fn one(loaded: &Loaded, part: &Part, out: &mut Vec<Item>, mistakes: &mut Vec<Mistake>) -> Result<(), Mistake> {
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
        "default" => default(loaded, part, &words[1..])?,
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
            if seen.iter().any(|item| matches!(item, Item::Info(_) | Item::Default(_) | Item::Hidden { .. })) {
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

/// `default ROW`.
fn default(loaded: &Loaded, part: &Part, words: &[Part]) -> Result<Item, Mistake> {
    if words.is_empty() {
        return Err(part.mistake("`default` takes a row"));
    }
    if let Some(word) = words.iter().find(|word| !loaded.is_known(&word.text)) {
        return Err(word.unknown(format!("no row can have the word `{}`", word.text), &loaded.words()));
    }
    Ok(Item::Default(Some(words.iter().map(|word| word.text.clone()).collect())))
}

/// A side by its id.
pub(crate) fn side(board: &Board, word: &Part) -> Result<SideId, Mistake> {
    let known: Vec<String> = board.sides.iter().map(|s| s.id.clone()).collect();
    let unknown = || word.unknown(format!("unknown side `{}`", word.text), &known);
    board.side(&word.text).ok_or_else(unknown)
}

/// A card by its id.
pub(crate) fn card(board: &Board, word: &Part) -> Result<CardId, Mistake> {
    let known: Vec<String> = board.cards.iter().map(|c| c.id.clone()).collect();
    board.card(&word.text).ok_or_else(|| word.unknown(format!("unknown card `{}`", word.text), &known))
}

/// What stands after `~`: nothing is part of every reason, and says nothing.
pub(crate) fn some_text(whole: &Part, text: Part) -> Result<String, Mistake> {
    if text.is_empty() {
        Err(whole.mistake("a text is missing after `~`: it would fit every reason"))
    } else {
        Ok(text.text)
    }
}

fn ends(board: &Board, part: &Part) -> Result<Item, Mistake> {
    let (front, reason) = match part.split_once("~") {
        Some((front, text)) => (front, Some(some_text(part, text)?)),
        None => (part.clone(), None),
    };
    let words = front.words();
    let winner = match words.get(1) {
        None => return Err(part.mistake("`ends` takes a side, or `nobody`")),
        Some(word) if word.text == "nobody" => None,
        Some(word) => Some(side(board, word).map_err(|mistake| mistake.cured(slips::nobody(&word.text)))?),
    };
    let number = |w: &Part| w.text.parse().map_err(|_| w.mistake(format!("`{}` is not a number", w.text)));
    let numbers = words[2..].iter().map(number).collect::<Result<_, _>>()?;
    Ok(Item::Ends { text: part.text.clone(), winner, numbers, reason })
}

/// `asks SIDE [~ TEXT]`.
fn asks(board: &Board, part: &Part) -> Result<Item, Mistake> {
    let (front, prompt) = match part.split_once("~") {
        Some((front, text)) => (front, Some(some_text(part, text)?)),
        None => (part.clone(), None),
    };
    match &front.words()[1..] {
        [word] => Ok(Item::Asks { side: side(board, word)?, prompt }),
        [_, more, ..] => Err(more.mistake("one side is asked; what it is asked stands after `~`")),
        [] => Err(part.mistake("`asks` takes a side")),
    }
}

/// `decision [SIDE] ~ TEXT`.
fn decision(board: &Board, part: &Part) -> Result<Item, Mistake> {
    let Some((front, reason)) = part.split_once("~").filter(|(_, text)| !text.is_empty()) else {
        return Err(part.mistake("`decision` takes a side, if you like, then `~` and a text"));
    };
    let side = match &front.words()[1..] {
        [] => None,
        [word] => Some(side(board, word)?),
        [_, other, ..] => return Err(other.mistake("`~` and a text belong here")),
    };
    Ok(Item::Decision { side, reason: reason.text })
}

/// `in-force EFFECT [SIDE]`, `lacks in-force EFFECT [SIDE]`.
fn in_force(board: &Board, part: &Part, words: &[Part]) -> Result<Item, Mistake> {
    let lacks = words[0].text == "lacks";
    let words = if lacks { &words[1..] } else { words };
    let ([head, name] | [head, name, _]) = words else {
        return Err(part.mistake("`lacks in-force` takes an effect, and a side if you like"));
    };
    if head.text != "in-force" {
        let message = "what the position lacks is said of an effect: `lacks in-force EFFECT`";
        return Err(head.mistake(message));
    }
    let effect = board.effects.iter().position(|e| *e == name.text).map(EffectId::new);
    let effect = effect.ok_or_else(|| name.unknown(format!("unknown effect `{}`", name.text), &board.effects))?;
    let side = words.get(2).map(|word| side(board, word)).transpose()?;
    Ok(Item::InForce { text: part.text.clone(), effect, side, lacks })
}

/// What a step is begun with.
pub(crate) fn arguments(board: &Board, step: &Part, args: &[Part]) -> Result<Vec<Plain>, Mistake> {
    let Some(last) = args.last() else { return Ok(Vec::new()) };
    let words: Vec<&str> = std::iter::once(step).chain(args).map(|word| word.text.as_str()).collect();
    let whole = Part { text: format!("turn {}", words.join(" ")), ..step.clone() };
    let placed = |mistake| Mistake { at: step.at, length: last.at + last.text.len() - step.at, ..mistake };
    match read(board, "", &whole).map_err(placed)?.pop().map(|said| said.says) {
        Some(Says::Turn(steps)) => Ok(steps.into_iter().next().map(|(_, args)| args).unwrap_or_default()),
        _ => Err(placed(whole.mistake("this is nothing that a step is begun with"))),
    }
}

fn turn(board: &Board, part: &Part) -> Result<Item, Mistake> {
    let said = read(board, "", part).map_err(|mistake| {
        let words = part.words();
        mistake.cured(words.get(1).and_then(|step| slips::turn(board, &step.text)))
    });
    match said?.pop().map(|s| s.says) {
        Some(Says::Turn(mut steps)) => match steps.pop() {
            Some((step, args)) => Ok(Item::Turn { text: part.text.clone(), step, args }),
            None => Err(part.mistake("`turn` takes a step")),
        },
        _ => Err(part.mistake("`turn` takes a step")),
    }
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

fn pile_item(program: &Program, head: &Part, piles: &[PileId], element: &Part) -> Result<Item, Mistake> {
    let board = &*program.board;
    let text = after(&head.text, element);
    let words = element.words();
    let texts: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
    let one = match piles {
        [one] => Some(*one),
        _ => None,
    };
    let cards = |of: &[Part]| of.iter().map(|w| card(board, w)).collect::<Result<Vec<_>, _>>();
    let says = match texts.as_slice() {
        [n, "cards" | "card", rest @ ..] if n.parse::<usize>().is_ok() => {
            let field = match rest {
                [] => None,
                [field, value] => {
                    check_field(program, &words[2])?;
                    check_value(program, &words[2], &words[3])?;
                    Some((field.split('.').map(str::to_owned).collect(), (*value).to_owned()))
                }
                _ => return Err(element.mistake("after `cards` may stand a field and its value")),
            };
            PileSays::Count { n: n.parse().unwrap_or_default(), field }
        }
        ["has" | "lacks"] => return Err(element.mistake("which cards?")),
        ["has", ..] => PileSays::Has(cards(&words[1..])?),
        ["lacks", ..] => PileSays::Lacks(cards(&words[1..])?),
        [_, "in", end @ ("last" | "first"), n] => {
            let Some(pile) = one.filter(|p| board.piles[p.at()].order == PileOrder::Deck) else {
                return Err(element.mistake("only a pile with an order has first and last cards"));
            };
            let n = n.parse().map_err(|_| words[3].mistake(format!("`{n}` is not a number")))?;
            let says = PileSays::Within { card: card(board, &words[0])?, n, bottom: *end == "last" };
            return Ok(Item::Pile { text, piles: vec![pile], says });
        }
        _ => {
            if one.is_none() {
                return Err(element.mistake("of several piles: `n cards`, `n cards FIELD VALUE`, `has` or `lacks`"));
            }
            let cure = || slips::pile(board, &head.text, &element.text);
            let mut said = read(board, &head.text, element).map_err(|mistake| mistake.cured(cure()))?;
            return match said.pop() {
                Some(said) => Ok(Item::Told(Told { part: element.clone(), text, says: said.says })),
                None => Err(element.mistake("nothing is said of the pile")),
            };
        }
    };
    Ok(Item::Pile { text, piles: piles.to_vec(), says })
}

fn check_field(program: &Program, word: &Part) -> Result<(), Mistake> {
    let path: Vec<&str> = word.text.split('.').collect();
    let infos = || (0..program.board.cards.len()).filter_map(|c| program.content.info(Val::card(CardId::new(c))));
    if infos().any(|info| datum(info, &path).is_some()) {
        return Ok(());
    }
    let mut known: Vec<String> = Vec::new();
    for info in infos() {
        if let Datum::Table(table) = info {
            known.extend(table.iter().map(|(k, _)| k.clone()).filter(|k| !known.contains(k)).collect::<Vec<_>>());
        }
    }
    Err(word.unknown(format!("no card has a field `{}`", word.text), &known))
}

/// A value that no card has in a field would be counted as none, whatever happens. Of numbers and truths any may come.
fn check_value(program: &Program, field: &Part, word: &Part) -> Result<(), Mistake> {
    let path: Vec<&str> = field.text.split('.').collect();
    let (content, board) = (&program.content, &*program.board);
    let cards = (0..board.cards.len()).map(CardId::new);
    let given: Vec<&Datum> = cards.clone().filter_map(|c| datum(content.info(Val::card(c))?, &path)).collect();
    let mut known: Vec<String> = cards.filter_map(|c| field_text(content, board, c, &path)).collect();
    if known.is_empty() {
        return Err(field.mistake(format!("`{}` of a card is no single value", field.text)));
    }
    known.sort();
    known.dedup();
    let may_come = given.iter().any(|datum| match datum {
        Datum::Number(_) => word.text.parse::<i64>().is_ok(),
        Datum::Truth(_) => matches!(word.text.as_str(), "true" | "false"),
        _ => false,
    });
    if may_come || known.contains(&word.text) {
        return Ok(());
    }
    Err(word.unknown(format!("no card has `{} {}`", field.text, word.text), &known))
}

fn datum<'a>(info: &'a Datum, path: &[&str]) -> Option<&'a Datum> {
    path.iter().try_fold(info, |at, key| at.get(&key.replace('-', "_")))
}

// ---- comparing ----

/// The order of a pile from the top, open parts as they lie.
fn order(board: &Board, position: &Position, pile: PileId) -> Vec<CardId> {
    let mut out = Vec::new();
    for (mut cards, open) in position.segments(pile) {
        if open {
            let shuffle = position.card_at(cards[0]).shuffle;
            cards.sort_by_key(|c| (card_key(board, position.seed(), pile, shuffle, *c), *c));
        }
        out.extend(cards);
    }
    out
}

fn ids(board: &Board, cards: impl IntoIterator<Item = CardId>) -> String {
    let ids: Vec<&str> = cards.into_iter().map(|c| board.cards[c.at()].id.as_str()).collect();
    if ids.is_empty() { "-".into() } else { ids.join(" ") }
}

/// A pile as notation writes it.
pub(crate) fn pile_text(board: &Board, position: &Position, pile: PileId) -> String {
    if board.piles[pile.at()].order == PileOrder::Set {
        return ids(board, position.pile(pile).iter().map(CardId::new));
    }
    let parts = position.segments(pile).into_iter().map(|(cards, open)| {
        let text = ids(board, cards);
        if open { format!("{{{text}}}") } else { text }
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "-".into() } else { parts.join(" | ") }
}

pub(crate) fn differ(expected: String, found: String) -> Option<Mismatch> {
    (expected != found).then_some(Mismatch { expected, found, changed: false })
}

fn compare_told(board: &Board, position: &Position, told: &Told) -> Option<Mismatch> {
    if let Says::Track { track, subject, n } = &told.says {
        let def = &board.tracks[track.at()];
        let found = position.track(board, *track, *subject);
        let on = match def.on {
            On::Game | On::Card => String::new(),
            On::Side => format!("{} ", board.sides[*subject].id),
            On::Spaces(_) => format!("{}: ", board.spaces[*subject].id),
            On::Links(_) => format!("link {}: ", board.links[*subject].id),
        };
        return differ(format!("{on}{} {n}", def.id), format!("{on}{} {found}", def.id));
    }
    let item = Said { span: 0..0, says: told.says.clone() };
    let (_, expected, found) = notation::compare(board, position, &[item]).pop()?;
    match &told.says {
        Says::Fact { .. } | Says::Option { .. } | Says::Chance { .. } => {
            Some(Mismatch { expected: told.text.clone(), found, changed: false })
        }
        _ => differ(expected, found),
    }
}

/// What of an item does not hold; an empty list if it does.
pub(crate) fn compare(program: &Program, position: &Position, asked: Option<SideId>, item: &Item) -> Option<Mismatch> {
    let board = &*program.board;
    match item {
        Item::Told(told) => compare_told(board, position, told),
        Item::Pile { text, piles, says } => {
            let found = compare_pile(program, position, piles, says)?;
            Some(Mismatch { expected: text.clone(), found, changed: false })
        }
        Item::Turn { text, step, args } => {
            let fits = |f: &cardwright_state::position::Frame| f.step == *step && (args.is_empty() || f.args == *args);
            if position.outcome().is_none() && position.open_steps().iter().any(fits) {
                return None;
            }
            let frames = position.open_steps().iter().enumerate().map(|(depth, f)| {
                let args: Vec<String> = f.args.iter().map(|a| notation::plain_text(board, a)).collect();
                let head = if depth == 0 { "turn" } else { "in" };
                format!("{head} {} {}", board.steps[f.step.at()], args.join(" ")).trim_end().to_owned()
            });
            let found = frames.collect::<Vec<_>>().join("; ");
            Some(Mismatch { expected: text.clone(), found, changed: false })
        }
        Item::Asks { side, .. } => {
            let text = |s: Option<SideId>| match s {
                Some(s) => format!("asks {}", board.sides[s.at()].id),
                None => outcome_text(board, position),
            };
            let found = if position.outcome().is_some() { None } else { asked };
            differ(text(Some(*side)), text(found))
        }
        Item::Ends { text, winner, numbers, reason } => {
            let holds = position.outcome().is_some_and(|o| {
                let given: Vec<i64> =
                    o.text.subjects.iter().filter(|v| v.kind() == Kind::Number).map(|v| v.0).collect();
                o.winner == *winner
                    && (numbers.is_empty() || given == *numbers)
                    && reason.as_ref().is_none_or(|r| reasons(board, position).iter().any(|t| contains(t, r)))
            });
            if holds {
                None
            } else {
                Some(Mismatch { expected: text.clone(), found: outcome_text(board, position), changed: false })
            }
        }
        Item::InForce { text, effect, side, lacks } => {
            let of = |f: &&InForce| f.effect == *effect && side.is_none_or(|s| s == f.side);
            let there = position.effects_in_force().iter().filter(of);
            let there: Vec<String> = there.map(|f| in_force_text(board, f)).collect();
            (there.is_empty() != *lacks).then(|| Mismatch {
                expected: text.clone(),
                found: if there.is_empty() { "it is not in force".into() } else { there.join(", ") },
                changed: false,
            })
        }
        Item::Info(printed) => info::compare(program, printed),
        // What is no part of the position: see `Game::holds`.
        Item::Decision { .. }
        | Item::Figure { .. }
        | Item::Log { .. }
        | Item::Picked { .. }
        | Item::Default(_)
        | Item::View { .. }
        | Item::Hidden { .. } => None,
    }
}

/// An effect in force as notation writes it.
pub(crate) fn in_force_text(board: &Board, of: &InForce) -> String {
    let period = of.until.map_or("game", |period| &board.periods[period.at()]);
    let param = if of.param == Val(0) { String::new() } else { format!(" {}", notation::token(board, of.param)) };
    format!("in-force {} {} {period}{param}", board.effects[of.effect.at()], board.sides[of.side.at()].id)
}

/// Whether a text holds another, upper or lower case alike.
pub(crate) fn contains(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(&wanted.to_lowercase())
}

fn reasons(board: &Board, position: &Position) -> Vec<String> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let audience = cardwright_table::label::Audience::Open;
    let said = cardwright_table::label::line(board, position, audience, &outcome.text);
    vec![said, board.texts[outcome.text.text.at()].id.clone()]
}

/// How the game ended, as an item says it.
pub(crate) fn outcome_text(board: &Board, position: &Position) -> String {
    let Some(outcome) = position.outcome() else { return "the game goes on".into() };
    let winner = outcome.winner.map_or("nobody", |w| board.sides[w.at()].id.as_str());
    let numbers = outcome.text.subjects.iter().filter(|v| v.kind() == Kind::Number).map(|v| format!(" {}", v.0));
    let reason = reasons(board, position).into_iter().next().unwrap_or_default();
    format!("ends {winner}{} ~ {reason}", numbers.collect::<String>())
}

fn compare_pile(program: &Program, position: &Position, piles: &[PileId], says: &PileSays) -> Option<String> {
    let board = &*program.board;
    let cards: Vec<CardId> = piles.iter().flat_map(|p| position.pile(*p).iter().map(CardId::new)).collect();
    let shown = || {
        let parts: Vec<String> =
            piles.iter().map(|p| format!("{}: {}", board.piles[p.at()].id, pile_text(board, position, *p))).collect();
        parts.join("; ")
    };
    match says {
        PileSays::Count { n, field: None } => {
            (cards.len() != *n).then(|| format!("{} cards; {}", cards.len(), shown()))
        }
        PileSays::Count { n, field: Some((path, value)) } => {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            let fits = |c: &CardId| field_text(&program.content, board, *c, &path).is_some_and(|t| t == *value);
            let fitting: Vec<CardId> = cards.iter().copied().filter(fits).collect();
            (fitting.len() != *n).then(|| format!("{}: {}", fitting.len(), ids(board, fitting)))
        }
        PileSays::Has(wanted) => {
            let missing: Vec<CardId> = wanted.iter().copied().filter(|c| !cards.contains(c)).collect();
            (!missing.is_empty()).then(|| {
                let at = missing.iter().map(|c| {
                    format!("{} in {}", board.cards[c.at()].id, board.piles[position.card_at(*c).pile.at()].id)
                });
                format!("without {}", at.collect::<Vec<_>>().join(", "))
            })
        }
        PileSays::Lacks(unwanted) => {
            let there: Vec<CardId> = unwanted.iter().copied().filter(|c| cards.contains(c)).collect();
            (!there.is_empty()).then(|| format!("with {}", ids(board, there)))
        }
        PileSays::Within { card, n, bottom } => {
            let mut list = order(board, position, piles[0]);
            if *bottom {
                list.reverse();
            }
            let at = list.iter().position(|c| c == card);
            if at.is_some_and(|at| at < *n) {
                return None;
            }
            Some(match at {
                Some(at) => format!("the {} from the {}", nth(at + 1), if *bottom { "bottom" } else { "top" }),
                None => format!("in {}", board.piles[position.card_at(*card).pile.at()].id),
            })
        }
    }
}

fn nth(n: usize) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

fn field_text(content: &Content, board: &Board, card: CardId, path: &[&str]) -> Option<String> {
    Some(match datum(content.info(Val::card(card))?, path)? {
        Datum::Number(n) => n.to_string(),
        Datum::Truth(t) => t.to_string(),
        Datum::Text(t) => t.clone(),
        Datum::Val(v) => board.text(*v),
        _ => return None,
    })
}
