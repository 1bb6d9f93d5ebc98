//! `show THING`: all there is to say about a space, card, pile, side, track, piece, action or option.

use super::paint::{flow, pad, wrap};
use super::pieces::pieces;
use super::{Look, cards, facts, figures, tracks};
use cardwright_content::{Datum, EffectUse, did_you_mean};
use cardwright_state::board::{Label, On};
use cardwright_state::{CardId, ClassId, Kind, LinkId, SideId, SpaceId, Val, notation};
use cardwright_table::label::{self, Audience};

/// What is said about a thing.
///
/// # Errors
/// No such thing, with the nearest there is.
pub(crate) fn thing(look: &Look, name: &str) -> Result<Vec<String>, String> {
    let board = look.board;
    let id = name.trim().to_lowercase();
    let same = |other: &str| other.to_lowercase() == id;
    if let Some(space) =
        board.space(&id).or_else(|| by_name(board.spaces.iter().map(|s| &s.name), &id).map(SpaceId::new))
    {
        return Ok(space_lines(look, space));
    }
    let digits = |c: &str| id.parse::<u32>().is_ok_and(|n| c.parse() == Ok(n));
    if let Some(card) =
        board.cards.iter().position(|c| same(&c.id) || digits(&c.id) || c.titles.iter().any(|t| same(t)))
    {
        return Ok(card_lines(look, CardId::new(card)));
    }
    if let Some(pile) = board.pile(&id) {
        return Ok(cards::one(look, pile));
    }
    if let Some(link) = board.link(id.strip_prefix("link ").unwrap_or(&id)) {
        return Ok(link_lines(look, link));
    }
    if let Some(side) = board.side(&id).or_else(|| by_name(board.sides.iter().map(|s| &s.name), &id).map(SideId::new)) {
        return Ok(side_lines(look, side));
    }
    if let Some(track) = board.tracks.iter().position(|t| same(&t.id) || same(&t.name)) {
        return Ok(track_lines(look, track));
    }
    if let Some(class) = board.classes.iter().position(|c| same(&c.id) || same(&c.name)) {
        return Ok(class_lines(look, ClassId::new(class)));
    }
    for list in [&board.actions, &board.words] {
        if let Some(found) = list.iter().find(|a| same(&a.id)) {
            return Ok(label_lines(look, found));
        }
    }
    if let Some(fact) = board.facts.iter().position(|f| same(&f.id)) {
        return Ok(fact_lines(look, fact));
    }
    if let Some(figure) = look.figures.of.iter().position(|f| same(&f.name)) {
        return Ok(figure_lines(look, figure));
    }
    if let Some(o) = board.options.iter().position(|o| same(&o.id)) {
        let option = &board.options[o];
        let value = notation::option_text(&option.of, look.position.options[o]);
        let mut out = vec![format!("option {} is {value}", look.page.bold(&option.id))];
        out.extend(wrap(&option.doc, 2, look.page.width));
        return Ok(out);
    }
    let known = names(look);
    let near = did_you_mean(&id, known.iter().map(String::as_str));
    let hint = near.map_or("`help show` says what can be shown".to_owned(), |n| format!("did you mean `{n}`?"));
    Err(format!("there is no `{name}` in this game; {hint}"))
}

/// Every id `show` knows.
pub(crate) fn names(look: &Look) -> Vec<String> {
    let board = look.board;
    let mut out: Vec<String> = board.spaces.iter().map(|s| s.id.clone()).collect();
    out.extend(board.links.iter().map(|l| l.id.clone()));
    out.extend(board.cards.iter().map(|c| c.id.clone()));
    out.extend(board.piles.iter().map(|p| p.id.clone()));
    out.extend(board.tracks.iter().map(|t| t.id.clone()));
    out.extend(board.classes.iter().map(|c| c.id.clone()));
    out.extend(board.actions.iter().map(|a| a.id.clone()));
    out.extend(board.facts.iter().map(|f| f.id.clone()));
    out.extend(look.figures.of.iter().map(|f| f.name.clone()));
    out.extend(board.options.iter().map(|o| o.id.clone()));
    out.extend(board.sides.iter().map(|s| s.id.clone()));
    out.dedup();
    out
}

fn by_name<'a>(mut names: impl Iterator<Item = &'a String>, id: &str) -> Option<usize> {
    names.position(|n| n.to_lowercase() == id)
}

fn space_lines(look: &Look, at: SpaceId) -> Vec<String> {
    let board = look.board;
    let space = &board.spaces[at.at()];
    let kind = &board.kinds[space.kind.at()].id;
    let mut out =
        vec![format!("{}  {}", look.page.bold(&space.name), look.page.dim(&format!("{} · {kind}", space.id)))];
    for side in (0..board.sides.len()).map(|s| Some(SideId::new(s))).chain([None]) {
        let held = pieces(look, at, None, |o| o == side);
        if !held.is_empty() {
            out.push(format!("  {held}"));
        }
    }
    for track in board.tracks.iter().filter(|t| t.on.is_for(On::spaces(space.kind))) {
        let value = look.position.values[track.slot as usize + at.at()];
        out.push(format!("  {}  {}", track.name, tracks::bar(look.page, board, track, value)));
    }
    out.extend(figures::of(look, On::spaces(space.kind), at.at()).into_iter().map(|f| format!("  {f}")));
    out.extend(facts::of(look, On::spaces(space.kind), at.at()).into_iter().map(|f| format!("  {f}")));
    let near: Vec<&str> = space.adjacent.iter().map(|s| board.spaces[s].name.as_str()).collect();
    if !near.is_empty() {
        out.extend(wrap(&format!("next to {}", near.join(", ")), 2, look.page.width));
    }
    out.extend(look.content.info(Val::space(at)).into_iter().flat_map(|d| datum_lines(look, d, 2)));
    out
}

fn link_name(look: &Look, link: usize) -> String {
    label::name(look.board, look.position, look.eyes, Val::link(LinkId::new(link)))
}

fn link_lines(look: &Look, at: LinkId) -> Vec<String> {
    let board = look.board;
    let link = &board.links[at.at()];
    let kind = link.kind.map_or("link", |k| board.link_kinds[k.at()].id.as_str());
    let mut out = vec![format!(
        "{}  {}",
        look.page.bold(&link_name(look, at.at())),
        look.page.dim(&format!("{} · {kind}", link.id))
    )];
    let on = On::Links(link.kind);
    for track in board.tracks.iter().filter(|t| t.on.is_for(on)) {
        let value = look.position.values[track.slot as usize + at.at()];
        out.push(format!("  {}  {}", track.name, tracks::bar(look.page, board, track, value)));
    }
    out.extend(facts::of(look, on, at.at()).into_iter().map(|f| format!("  {f}")));
    out.extend(look.content.info(Val::link(at)).into_iter().flat_map(|d| datum_lines(look, d, 2)));
    out
}

fn card_lines(look: &Look, card: CardId) -> Vec<String> {
    let def = &look.board.cards[card.at()];
    let mut out = vec![format!("{} {}", look.page.bold(&format!("card {}", def.id)), def.titles.join(" / "))];
    let pile = look.position.card_at(card).pile;
    if cards::sees(look, pile) {
        out[0].push_str(&look.page.dim(&format!("  in {}", look.board.piles[pile.at()].id)));
    }
    if let Some(Datum::Table(entries)) = look.content.info(Val::card(card)) {
        let said = |value: &Datum| match value {
            Datum::Text(text) => def.titles.contains(text),
            Datum::Number(n) => def.id.parse() == Ok(*n),
            _ => false,
        };
        let rest: Vec<_> = entries.iter().filter(|(_, value)| !said(value)).cloned().collect();
        out.extend(datum_lines(look, &Datum::Table(rest), 2));
    }
    out.extend(facts::of(look, On::Card, card.at()).into_iter().map(|f| format!("  {f}")));
    out
}

/// Printed fields: what is short in one line, then texts, lists and effects beside their names; halves indented.
fn datum_lines(look: &Look, datum: &Datum, indent: usize) -> Vec<String> {
    let Datum::Table(entries) = datum else { return Vec::new() };
    let (mut short, mut long, mut halves) = (Vec::new(), Vec::new(), Vec::new());
    for (key, value) in entries {
        let key = key.replace('_', "-");
        if matches!(key.as_str(), "id" | "name" | "x" | "y") {
            continue;
        }
        match value {
            Datum::Table(_) => halves.extend(half_lines(look, &key, value, indent)),
            Datum::Effects(effects) => {
                for (at, effect) in effects.iter().enumerate() {
                    long.push((if at == 0 { key.clone() } else { String::new() }, effect_words(look, effect)));
                }
            }
            Datum::Truth(true) => short.push(key),
            Datum::Truth(false) => {}
            Datum::Number(_) | Datum::Val(_) => short.push(format!("{key} {}", datum_text(look, value))),
            other => {
                let words = words(&datum_text(look, other));
                if !words.is_empty() {
                    long.push((key, words));
                }
            }
        }
    }
    let blank = " ".repeat(indent);
    let mut out = Vec::new();
    if !short.is_empty() {
        out.extend(flow(&blank, indent, &short, " · ", look.page.width));
    }
    let column = indent + 2 + long.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    for (key, words) in &long {
        out.extend(flow(&format!("{blank}{}", look.page.dim(key)), column, words, " ", look.page.width));
    }
    out.extend(halves);
    out
}

/// A half: whose it is and what it is called, then its fields.
fn half_lines(look: &Look, key: &str, half: &Datum, indent: usize) -> Vec<String> {
    let Datum::Table(entries) = half else { return Vec::new() };
    let title = match half.get("title") {
        Some(Datum::Text(title)) => format!("  {title}"),
        _ => String::new(),
    };
    let rest: Vec<_> = entries.iter().filter(|(key, _)| title.is_empty() || key != "title").cloned().collect();
    let mut out = vec![format!("{}{}{title}", " ".repeat(indent), look.page.bold(key))];
    out.extend(datum_lines(look, &Datum::Table(rest), indent + 2));
    out
}

/// `unrest level 1, spaces port hills`, in words to be broken between.
fn effect_words(look: &Look, effect: &EffectUse) -> Vec<String> {
    let params: Vec<String> = effect.params.iter().map(|(k, v)| format!("{} {}", k.value, raw(&v.value))).collect();
    let mut out = vec![look.page.typed(&effect.verb.value)];
    out.extend(words(&params.join(", ")));
    out
}

/// The words of a text; a citation `[LC 3.1]` is not torn.
fn words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match out.last_mut() {
            Some(cited) if cited.starts_with('[') && !cited.contains(']') => *cited += &format!(" {word}"),
            _ => out.push(word.to_owned()),
        }
    }
    out
}

fn datum_text(look: &Look, datum: &Datum) -> String {
    let many = |list: &[String]| list.join(", ");
    match datum {
        Datum::Number(n) => n.to_string(),
        Datum::Truth(t) => t.to_string(),
        Datum::Text(text) => text.clone(),
        Datum::Val(v) => look.board.text(*v),
        Datum::Set(set) => many(&set.iter().map(|v| look.board.text(*v)).collect::<Vec<_>>()),
        Datum::List(list) => many(&list.iter().map(|d| datum_text(look, d)).collect::<Vec<_>>()),
        Datum::Table(_) | Datum::Effects(_) => String::new(),
    }
}

fn raw(value: &cardwright_content::Raw) -> String {
    use cardwright_content::Raw;
    match value {
        Raw::Text(text) => text.clone(),
        Raw::Number(n) => n.to_string(),
        Raw::Truth(t) => t.to_string(),
        Raw::List(list) => list.iter().map(|v| raw(&v.value)).collect::<Vec<_>>().join(" "),
        Raw::Other(_) | Raw::Table(_) => String::new(),
    }
}

fn side_lines(look: &Look, side: SideId) -> Vec<String> {
    let board = look.board;
    let def = &board.sides[side.at()];
    let mut out =
        vec![format!("{}  {}", look.page.side(board, side, &def.name), look.page.dim(&format!("{} · side", def.id)))];
    for track in board.tracks.iter().filter(|t| t.on == On::Side) {
        let value = look.position.values[track.slot as usize + side.at()];
        out.push(format!("  {}  {}", track.name, tracks::bar(look.page, board, track, value)));
    }
    out.extend(figures::of(look, On::Side, side.at()).into_iter().map(|f| format!("  {f}")));
    out.extend(facts::of(look, On::Side, side.at()).into_iter().map(|f| format!("  {f}")));
    out.extend(class_lines(look, board.class_of_side(side)).into_iter().skip(1));
    out
}

fn track_lines(look: &Look, track: usize) -> Vec<String> {
    let board = look.board;
    let def = &board.tracks[track];
    let mut out = vec![format!(
        "{}  {}",
        look.page.bold(&def.name),
        look.page.dim(&format!("{} · {} to {}", def.id, def.min, def.max))
    )];
    for zone in &def.zones {
        let name = &board.zones[zone.zone.at()];
        out.push(format!("  {} from {} to {}", look.page.named(name, name), zone.from, zone.to));
    }
    let subjects: Vec<(usize, String)> = match def.on {
        On::Game => vec![(0, String::new())],
        On::Side => board.sides.iter().map(|s| s.name.clone()).enumerate().collect(),
        On::Spaces(kinds) => board.spaces_of(kinds).iter().map(|s| (s, board.spaces[s].name.clone())).collect(),
        On::Links(kind) => {
            let links = board.links.iter().enumerate().filter(|(_, l)| kind.is_none() || l.kind == kind);
            links.map(|(l, _)| (l, link_name(look, l))).collect()
        }
        On::Card => Vec::new(),
    };
    let name = subjects.iter().map(|(_, n)| n.chars().count()).max().unwrap_or(0);
    for (subject, text) in subjects {
        let value = look.position.values[def.slot as usize + subject];
        out.push(format!("  {}  {}", pad(&text, name), tracks::bar(look.page, board, def, value)));
    }
    for counter in &def.counters {
        let values: Vec<String> = counter.values.iter().map(i64::to_string).collect();
        let used = look.position.counters_used(board, cardwright_state::TrackId::new(track), counter);
        out.push(look.page.dim(&format!("  counters for {}: {used} of {} in use", values.join(", "), counter.count)));
    }
    out
}

fn class_lines(look: &Look, class: ClassId) -> Vec<String> {
    let board = look.board;
    let def = &board.classes[class.at()];
    let mut out = vec![format!("{}  {}", look.page.bold(&def.name), look.page.dim(&format!("{} · pieces", def.id)))];
    for place in look.position.holding(class).iter() {
        let parts = def.states.iter().filter_map(|s| {
            let n = look.position.count_state(board, SpaceId::new(place), *s);
            (n > 0).then(|| format!("{n} {}", board.states[s.at()].text))
        });
        out.push(format!("  {}: {}", board.spaces[place].name, parts.collect::<Vec<_>>().join(", ")));
    }
    if let Some(info) = look.content.info(Val::handle(Kind::Class, class.at() as u64)) {
        out.extend(datum_lines(look, info, 2));
    }
    out
}

fn label_lines(look: &Look, label: &Label) -> Vec<String> {
    let mut out = vec![format!("{}  {}", look.page.bold(&label.id), label.label)];
    out.extend(wrap(&label.doc, 2, look.page.width));
    out
}

fn fact_lines(look: &Look, fact: usize) -> Vec<String> {
    let board = look.board;
    let def = &board.facts[fact];
    let name = |subject: usize| match def.on {
        On::Game => "the game".to_owned(),
        On::Side => board.sides[subject].name.clone(),
        On::Spaces(_) => board.spaces[subject].name.clone(),
        On::Links(_) => link_name(look, subject),
        On::Card => label::card_name(board, CardId::new(subject), Audience::Public),
    };
    let mut out = vec![format!("{}  {}", look.page.bold(&def.id), look.page.dim("fact"))];
    for subject in 0..def.subjects as usize {
        if let Some(value) = facts::value(look, fact, subject) {
            out.push(format!("  {}: {}", name(subject), if value.is_empty() { "yes" } else { &value }));
        }
    }
    if out.len() == 1 {
        out.push("  at its default everywhere".into());
    }
    out
}

/// A figure: what it is, and what it comes to of each subject; why it fails, to those who see all.
fn figure_lines(look: &Look, figure: usize) -> Vec<String> {
    let board = look.board;
    let def = &look.figures.of[figure];
    let mut out = vec![format!("{}  {}", look.page.bold(&def.name), look.page.dim("figure"))];
    out.extend(wrap(&def.doc, 2, look.page.width).into_iter().filter(|l| !l.trim().is_empty()));
    let subjects: Vec<(usize, &str)> = match def.on {
        On::Side => board.sides.iter().map(|s| s.name.as_str()).enumerate().collect(),
        On::Spaces(kinds) => board.spaces_of(kinds).iter().map(|s| (s, board.spaces[s].name.as_str())).collect(),
        _ => vec![(0, "the game")],
    };
    let room = subjects.iter().map(|(_, n)| n.chars().count()).max().unwrap_or(0);
    let before = out.len();
    for (subject, name) in subjects {
        if let Some(text) = figures::whole(look, figure, subject) {
            out.extend(flow(&format!("  {}", pad(name, room)), room + 4, &[text], "", look.page.width));
        }
    }
    if out.len() == before {
        out.push("  nothing to show".into());
    }
    out
}
