//! `show THING` at the prompt: what it is, and how it stands on the table.

use super::look::Look;
use super::paint::{flow, pad, wrap};
use super::pieces::{is_of, pieces};
use super::{bar, cards, facts, figures};
use cardwright_view::{Effect, Is, Kept, Printed, Subject, Thing, Track, Value};

/// What is said about a thing.
pub(crate) fn thing(look: &Look, thing: &Thing) -> Vec<String> {
    match thing.is {
        Is::Space => space(look, thing),
        Is::Link => link(look, thing),
        Is::Card => card(look, thing),
        Is::Pile => {
            look.view.piles.iter().filter(|pile| pile.id == thing.id).flat_map(|p| cards::one(look, p)).collect()
        }
        Is::Side => side(look, thing),
        Is::Track => look.legend().tracks.iter().filter(|t| t.id == thing.id).flat_map(|t| track(look, t)).collect(),
        Is::Piece | Is::Pieces => {
            let mut out = vec![head(look, &thing.name, &format!("{} · pieces", thing.id))];
            out.extend(lie(look, &thing.texts));
            out.extend(fields(look, &thing.printed, 2));
            out
        }
        Is::Action | Is::Word => {
            let mut out = vec![format!("{}  {}", look.page.bold(&thing.id), thing.name)];
            out.extend(wrap(&thing.about, 2, look.page.width));
            out
        }
        Is::Fact => fact(look, thing),
        Is::Figure => figure(look, thing),
        Is::Option => option(look, thing),
        Is::Verb | Is::Scenario | Is::Knob | Is::Die | Is::Mark => rule(look, thing),
    }
}

fn head(look: &Look, name: &str, note: &str) -> String {
    format!("{}  {}", look.page.bold(name), look.page.dim(note))
}

fn space(look: &Look, thing: &Thing) -> Vec<String> {
    let legend = look.legend();
    let mut out = vec![head(look, &thing.name, &format!("{} · {}", thing.id, thing.declares("kind")))];
    if let Some(seen) = look.view.space(&thing.id) {
        for side in legend.sides.iter().map(|side| Some(side.id.as_str())).chain([None]) {
            let held = pieces(seen, None, |alike| is_of(alike, side));
            out.extend((!held.is_empty()).then(|| format!("  {held}")));
        }
        out.extend(kept(look, &seen.kept));
    }
    let near = legend.spaces.iter().find(|space| space.id == thing.id).map(|space| space.next_to.as_slice());
    let near = legend.spaces.iter().filter(|space| near.is_some_and(|near| near.contains(&space.id)));
    let near: Vec<&str> = near.map(|space| space.name.as_str()).collect();
    if !near.is_empty() {
        out.extend(wrap(&format!("next to {}", near.join(", ")), 2, look.page.width));
    }
    // Its kind and its neighbours are told above.
    out.extend(fields(look, &thing.besides(), 2));
    out
}

/// Tracks as bars, figures, facts: a line each.
fn kept(look: &Look, kept: &Kept) -> Vec<String> {
    let tracks = kept.tracks.iter().filter_map(|seen| {
        let track = look.legend().tracks.iter().find(|track| track.id == seen.id)?;
        Some(format!("  {}  {}", track.name, bar::bar(look.page, track, seen.value)))
    });
    let mut out: Vec<String> = tracks.collect();
    out.extend(
        figures::each_with_title(look, kept).into_iter().chain(facts::all_words(kept)).map(|text| format!("  {text}")),
    );
    out
}

fn link(look: &Look, thing: &Thing) -> Vec<String> {
    let kind = match thing.declares("kind") {
        "" => "link",
        kind => kind,
    };
    let mut out = vec![head(look, &thing.name, &format!("{} · {kind}", thing.id))];
    out.extend(look.view.links.iter().filter(|seen| seen.id == thing.id).flat_map(|seen| kept(look, &seen.kept)));
    out.extend(fields(look, &thing.printed, 2));
    out
}

fn side(look: &Look, thing: &Thing) -> Vec<String> {
    let name = look.page.side(look.legend().side_ids(), &thing.id, &thing.name);
    let mut out = vec![format!("{name}  {}", look.page.dim(&format!("{} · side", thing.id)))];
    out.extend(look.view.sides.iter().filter(|seen| seen.id == thing.id).flat_map(|seen| kept(look, &seen.kept)));
    out.extend(lie(look, &thing.texts));
    out
}

fn card(look: &Look, thing: &Thing) -> Vec<String> {
    let mut out = vec![format!("{} {}", look.page.bold(&format!("card {}", thing.id)), thing.name)];
    if let Some(pile) = look.view.piles.iter().find(|pile| pile.cards().any(|card| card.id == thing.id)) {
        out[0].push_str(&look.page.dim(&format!("  in {}", pile.id)));
    }
    let titles: Vec<&str> = thing.name.split(" / ").collect();
    let is_said = |field: &Printed| match &field.value {
        Value::Text(text) => titles.contains(&text.as_str()),
        Value::Number(n) => field.key == "number" && thing.id.parse() == Ok(*n),
        _ => false,
    };
    let rest: Vec<Printed> = thing.printed.iter().filter(|field| !is_said(field)).cloned().collect();
    out.extend(fields(look, &rest, 2));
    let kept = look.view.cards.iter().filter(|card| card.id == thing.id);
    out.extend(kept.flat_map(|card| facts::all_words(&card.kept)).map(|fact| format!("  {fact}")));
    out
}

/// Printed fields: what is short in one line, then texts, lists and effects beside their names; parts indented.
fn fields(look: &Look, printed: &[Printed], indent: usize) -> Vec<String> {
    let (mut short, mut long, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for Printed { key, value, .. } in printed {
        if matches!(key.as_str(), "id" | "name" | "x" | "y") {
            continue;
        }
        match value {
            Value::Part(fields) => parts.extend(part(look, key, fields, indent)),
            Value::Effects(effects) => {
                let mut key = key.clone();
                for effect in effects {
                    long.push((std::mem::take(&mut key), effect_words(look, effect)));
                    let does = words(&effect.does).iter().map(|word| look.page.dim(word)).collect::<Vec<_>>();
                    long.extend((!does.is_empty()).then(|| (String::new(), does)));
                }
            }
            Value::Truth(true) => short.push(key.clone()),
            Value::Truth(false) => {}
            Value::Number(_) | Value::Id(_) => short.push(format!("{key} {}", value.text())),
            Value::Ids(ids) if !ids.is_empty() => long.push((key.clone(), words(&ids.join(", ")))),
            other => {
                let words = words(&other.text());
                long.extend((!words.is_empty()).then(|| (key.clone(), words)));
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
    out.extend(parts);
    out
}

/// A half: whose it is and what it is called, then its fields.
fn part(look: &Look, key: &str, of: &[Printed], indent: usize) -> Vec<String> {
    let title = of.iter().find_map(|field| match (&field.value, field.key.as_str()) {
        (Value::Text(title), "title") => Some(format!("  {title}")),
        _ => None,
    });
    let rest = of.iter().filter(|field| title.is_none() || field.key != "title").cloned();
    let rest: Vec<Printed> = rest.collect();
    let mut out = vec![format!("{}{}{}", " ".repeat(indent), look.page.bold(key), title.unwrap_or_default())];
    out.extend(fields(look, &rest, indent + 2));
    out
}

/// `unrest level 1, spaces port hills`, in words to be broken between.
fn effect_words(look: &Look, effect: &Effect) -> Vec<String> {
    let params: Vec<String> = effect.params.iter().map(|(key, value)| format!("{key} {value}")).collect();
    let mut out = vec![look.page.typed(&effect.verb)];
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

/// What a track, fact or figure is kept of, by name, with what is seen of it there.
fn subjects<'a>(look: &Look<'a>, of: &Subject) -> Vec<(&'a str, &'a Kept)> {
    let (view, legend) = (look.view, look.legend());
    match of {
        Subject::Game => vec![("the game", &view.game)],
        Subject::Side => view.sides_in_play().map(|(side, seen)| (side.name.as_str(), &seen.kept)).collect(),
        Subject::Spaces(kinds) => {
            let spaces = legend.spaces.iter().zip(&view.spaces).filter(|(space, _)| kinds.contains(&space.kind));
            spaces.map(|(space, seen)| (space.name.as_str(), &seen.kept)).collect()
        }
        Subject::Links(_) => {
            let links = legend.links.iter().zip(&view.links).filter(|(link, _)| of.is_of_links(link.kind.as_deref()));
            links.map(|(link, seen)| (link.name.as_str(), &seen.kept)).collect()
        }
        Subject::Card => view.cards.iter().map(|card| (card.name.as_str(), &card.kept)).collect(),
    }
}

fn track(look: &Look, track: &Track) -> Vec<String> {
    let note = format!("{} · {} to {}", track.id, track.min, track.max);
    let mut out = vec![head(look, &track.name, &note)];
    for zone in &track.zones {
        out.push(format!("  {} from {} to {}", look.page.named(&zone.name, &zone.name), zone.from, zone.to));
    }
    let subjects = subjects(look, &track.of);
    let named = |name: &str| if track.of == Subject::Game { String::new() } else { name.to_owned() };
    let room = subjects.iter().map(|(name, _)| named(name).chars().count()).max().unwrap_or(0);
    for (name, kept) in &subjects {
        let value = kept.track(&track.id).unwrap_or(track.start);
        out.push(format!("  {}  {}", pad(&named(name), room), bar::bar(look.page, track, value)));
    }
    for counter in &track.counters {
        let values: Vec<String> = counter.values.iter().map(i64::to_string).collect();
        let shows = |kept: &Kept| kept.track(&track.id).is_some_and(|n| counter.values.contains(&n));
        let used = subjects.iter().filter(|(_, kept)| shows(kept)).count();
        let text = format!("  counters for {}: {used} of {} in use", values.join(", "), counter.count);
        out.push(look.page.dim(&text));
    }
    out
}

/// Where pieces of these texts lie, place by place.
fn lie(look: &Look, texts: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for (space, seen) in look.legend().spaces.iter().zip(&look.view.spaces) {
        let alike = seen.pieces.iter().filter(|alike| texts.contains(&alike.text));
        let parts: Vec<String> = alike.map(|alike| format!("{} {}", alike.count, alike.text)).collect();
        out.extend((!parts.is_empty()).then(|| format!("  {}: {}", space.name, parts.join(", "))));
    }
    out
}

fn fact(look: &Look, thing: &Thing) -> Vec<String> {
    let mut out = vec![head(look, &thing.id, "fact")];
    let fact = look.legend().facts.iter().find(|fact| fact.id == thing.id);
    for (name, kept) in fact.map(|fact| subjects(look, &fact.of)).unwrap_or_default() {
        if let Some(seen) = kept.fact(&thing.id) {
            out.push(format!("  {name}: {}", if seen.text.is_empty() { "yes" } else { &seen.text }));
        }
    }
    if out.len() == 1 {
        out.push("  at its default everywhere".into());
    }
    out
}

/// A figure: what it is, and what it comes to of each subject; why it fails, to those who see all.
fn figure(look: &Look, thing: &Thing) -> Vec<String> {
    let mut out = vec![head(look, &thing.id, "figure")];
    out.extend(wrap(&thing.about, 2, look.page.width).into_iter().filter(|l| !l.trim().is_empty()));
    let figure = look.legend().figures.iter().find(|figure| figure.id == thing.id);
    let subjects = figure.map(|figure| subjects(look, &figure.of)).unwrap_or_default();
    let room = subjects.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let before = out.len();
    for (name, kept) in subjects {
        if let Some(seen) = kept.figure(&thing.id) {
            let text = figures::in_full(&seen.comes);
            out.extend(flow(&format!("  {}", pad(name, room)), room + 4, &[text], "", look.page.width));
        }
    }
    if out.len() == before {
        out.push("  nothing to show".into());
    }
    out
}

fn option(look: &Look, thing: &Thing) -> Vec<String> {
    let value = look.view.options.iter().find(|option| option.id == thing.id);
    let value = value.map_or("", |option| option.value.as_str());
    let mut out = vec![format!("option {} is {value}", look.page.bold(&thing.id))];
    out.extend(wrap(&thing.about, 2, look.page.width));
    out
}

/// A verb, a scenario or a knob: what is declared of it.
fn rule(look: &Look, thing: &Thing) -> Vec<String> {
    let mut out = vec![head(look, &thing.id, thing.is.word())];
    let about = if thing.about.is_empty() { &thing.name } else { &thing.about };
    if thing.is == Is::Scenario && about != &thing.name {
        out.extend(wrap(&thing.name, 2, look.page.width));
    }
    out.extend(wrap(about, 2, look.page.width));
    out.extend(fields(look, &thing.printed, 2));
    for (what, text) in &thing.declared {
        out.extend(flow(&format!("  {}", look.page.dim(what)), what.len() + 4, &words(text), " ", look.page.width));
    }
    if thing.is == Is::Scenario && !thing.lines.is_empty() {
        out.push(format!("  {}", look.page.dim("position")));
        out.extend(thing.lines.iter().flat_map(|line| wrap(line, 4, look.page.width)));
    }
    out
}
