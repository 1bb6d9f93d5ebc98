//! Facts that differ from their default, and the effects in force, for one pair of eyes.

use super::brief::Brief;
use super::paint::flow;
use super::{Look, panel};
use cardwright_state::board::{Fact, FactType, Link, On, Track};
use cardwright_state::position::IN_FORCE;
use cardwright_state::{CardId, FactId, Kind, LinkId, Val, view};
use cardwright_table::label::{self, Audience};

/// Whether these eyes may see a fact of a subject.
fn sees(look: &Look, fact: &Fact, subject: usize) -> bool {
    match look.eyes {
        Audience::Open => true,
        Audience::Side(side) => view::sees_fact(fact, Some(side), subject),
        Audience::Public => view::sees_fact(fact, None, subject),
    }
}

/// Whether a value is a card that these eyes do not see.
fn hides(look: &Look, val: Val) -> bool {
    let card = val.index(Kind::Card).map(CardId::new);
    card.is_some_and(|card| !look.eyes.sees(look.board, look.position, card))
}

/// A fact's value by names, if it differs from its default and may be seen. A truth is an empty text.
pub(crate) fn value(look: &Look, fact: usize, subject: usize) -> Option<String> {
    let (board, position) = (look.board, look.position);
    let def = &board.facts[fact];
    if !sees(look, def, subject) {
        return None;
    }
    let name = |v: Val| label::name(board, position, look.eyes, v);
    let slot = def.slot as usize + subject * def.width as usize;
    match def.holds {
        FactType::List(_) => {
            let list = &position.lists[def.slot as usize + subject];
            (!list.is_empty()).then(|| list.iter().map(|v| name(Val(*v))).collect::<Vec<_>>().join(", "))
        }
        FactType::Set(kind) => {
            let members =
                (0..def.width as usize * 62).filter(|m| position.fact_has(board, FactId::new(fact), subject, *m));
            let mut members: Vec<Val> = members.map(|m| Val::handle(kind, m as u64)).collect();
            // A hidden card's place among the others would tell of it.
            members.sort_by_key(|v| hides(look, *v));
            let members: Vec<String> = members.into_iter().map(|v| token(look, v)).collect();
            (!members.is_empty()).then(|| members.join(", "))
        }
        _ if position.values[slot] == def.default => None,
        FactType::Truth => Some(if position.values[slot] != 0 { String::new() } else { "no".into() }),
        FactType::Number => Some(position.values[slot].to_string()),
        FactType::Id(kind) => Some(match position.values[slot] {
            0 => "none".into(),
            raw => name(Val::handle(kind, raw as u64 - 1)),
        }),
    }
}

/// An action or word by its id (short, and what is typed), all else by name.
fn token(look: &Look, val: Val) -> String {
    match val.kind() {
        Kind::Action | Kind::Word | Kind::Space => look.board.text(val),
        _ => label::name(look.board, look.position, look.eyes, val),
    }
}

/// Whether a subject has any fact to show.
pub(crate) fn has_any(look: &Look, on: On, subject: usize) -> bool {
    look.board.facts.iter().enumerate().any(|(f, def)| def.on.is_for(on) && value(look, f, subject).is_some())
}

/// Like [`of`], but for facts that stay off the board.
pub(crate) fn shown(look: &Look, on: On, subject: usize) -> Vec<String> {
    let facts = look.board.facts.iter().enumerate().filter(|(_, def)| def.shown && def.on.is_for(on));
    facts.filter_map(|(f, def)| told(look, f, def, subject)).collect()
}

/// `used raise`, if a fact differs from its default and may be seen.
fn told(look: &Look, f: usize, def: &Fact, subject: usize) -> Option<String> {
    value(look, f, subject).map(|v| format!("{} {v}", def.id).trim_end().to_owned())
}

/// `used raise, stir` for each fact of a subject.
pub(crate) fn of(look: &Look, on: On, subject: usize) -> Vec<String> {
    let facts = look.board.facts.iter().enumerate().filter(|(_, def)| def.on.is_for(on));
    facts.filter_map(|(f, def)| told(look, f, def, subject)).collect()
}

/// `Hills – Port: built, toll 2` for each link that has a fact or track to show.
fn links(look: &Look) -> Vec<String> {
    let board = look.board;
    let one = |(l, link): (usize, &Link)| {
        let on = On::Links(link.kind);
        let tracks = board.tracks.iter().filter(|t| t.on.is_for(on));
        let value = |t: &Track| look.position.values[t.slot as usize + l];
        let mut parts: Vec<String> =
            tracks.filter(|t| value(t) != t.start).map(|t| format!("{} {}", t.id, value(t))).collect();
        parts.extend(of(look, on, l));
        let name = label::name(board, look.position, look.eyes, Val::link(LinkId::new(l)));
        (!parts.is_empty()).then(|| format!("{name}: {}", parts.join(", ")))
    };
    board.links.iter().enumerate().filter_map(one).collect()
}

/// Facts of the game, the sides and links, and what is in force: a line or two. Facts of sides that have panels
/// stand there.
pub(crate) fn standing(look: &Look) -> Vec<String> {
    if look.brief >= Brief::Busy {
        return Vec::new();
    }
    let mut parts = shown(look, On::Game, 0);
    for (s, side) in look.board.sides.iter().enumerate().filter(|_| !panel::has_any(look)) {
        parts.extend(shown(look, On::Side, s).into_iter().map(|f| format!("{}: {f}", side.name)));
    }
    let mut out = Vec::new();
    let links = links(look);
    if !links.is_empty() {
        out.extend(flow("links", 7, &links, " · ", look.page.width));
    }
    if !parts.is_empty() {
        out.extend(flow("facts", 7, &parts, " · ", look.page.width));
    }
    let force = in_force(look);
    if !force.is_empty() {
        out.extend(flow("in force", 10, &force, " · ", look.page.width));
    }
    out.into_iter().map(|l| look.page.dim(&l)).collect()
}

/// The effects in force, each with whom it serves and until when.
pub(crate) fn in_force(look: &Look) -> Vec<String> {
    let name = |v: i64| label::name(look.board, look.position, look.eyes, Val(v));
    let rows = look.position.lists[0].chunks(IN_FORCE);
    rows.filter_map(|row| {
        let [effect, side, period, param] = *row else { return None };
        let until =
            if period < 0 { String::new() } else { format!(", until the {} ends", look.board.text(Val(period))) };
        let param = if param == 0 { String::new() } else { format!(" {}", name(param)) };
        Some(format!("{}{param} ({}{until})", look.board.text(Val(effect)), name(side)))
    })
    .collect()
}

/// Every fact that differs from its default, subject by subject.
pub(crate) fn all(look: &Look) -> Vec<String> {
    let board = look.board;
    let mut out: Vec<String> = of(look, On::Game, 0);
    for (s, side) in board.sides.iter().enumerate() {
        out.extend(of(look, On::Side, s).into_iter().map(|f| format!("{}: {f}", side.name)));
    }
    for (s, space) in board.spaces.iter().enumerate() {
        let facts = of(look, On::spaces(space.kind), s);
        if !facts.is_empty() {
            out.push(format!("{}: {}", space.name, facts.join(", ")));
        }
    }
    out.extend(links(look).into_iter().map(|l| format!("link {l}")));
    for (c, card) in board.cards.iter().enumerate() {
        let facts = of(look, On::Card, c);
        if !facts.is_empty() {
            out.push(format!("card {}: {}", card.id, facts.join(", ")));
        }
    }
    out.extend(in_force(look).into_iter().map(|f| format!("in force: {f}")));
    for (o, option) in board.options.iter().enumerate() {
        let value = look.position.options[o];
        if value != option.default {
            out.push(format!("option {} {}", option.id, cardwright_state::notation::option_text(&option.of, value)));
        }
    }
    if out.is_empty() {
        out.push("every fact is at its default, and nothing is in force".into());
    }
    out
}
