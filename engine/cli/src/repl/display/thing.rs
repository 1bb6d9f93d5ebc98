//! Draws the reply to `show THING`: the definition of a thing, and its state in the current position.

use super::draw_context::DrawContext;
use super::paint::{Page, flow, pad, wrap};
use super::pieces::{is_owned_by, pieces};
use super::{bar, cards, facts, figures};
use cardwright_view::{Attributes, Effect, Printed, Subject, Thing, ThingKind, Track, Value};

/// Returns the text lines about a thing.
pub(crate) fn thing(context: &DrawContext, thing: &Thing) -> Vec<String> {
    match thing.kind {
        ThingKind::Space => space(context, thing),
        ThingKind::Link => link(context, thing),
        ThingKind::Card => card(context, thing),
        ThingKind::Pile => {
            let piles = context.view.piles.iter().filter(|pile| pile.id == thing.id);
            piles.flat_map(|pile| cards::pile(context, pile)).collect()
        }
        ThingKind::Side => side(context, thing),
        ThingKind::Track => {
            let tracks = context.legend().tracks.iter().filter(|track| track.id == thing.id);
            tracks.flat_map(|definition| track(context, definition)).collect()
        }
        ThingKind::Piece | ThingKind::Pieces => {
            let mut out = vec![heading(context, &thing.name, &format!("{} · pieces", thing.id))];
            out.extend(locations(context, &thing.texts));
            out.extend(fields(context.page, &thing.printed, 2));
            out
        }
        ThingKind::Action | ThingKind::Word => {
            let mut out = vec![format!("{}  {}", context.page.bold(&thing.id), thing.name)];
            out.extend(wrap(&thing.about, 2, context.page.width));
            out
        }
        ThingKind::Fact => fact(context, thing),
        ThingKind::Figure => figure(context, thing),
        ThingKind::Option => option(context, thing),
        ThingKind::Verb
        | ThingKind::Scenario
        | ThingKind::Knob
        | ThingKind::Die
        | ThingKind::Mark
        | ThingKind::Step
        | ThingKind::Hook
        | ThingKind::Effect => definition(context.page, thing),
    }
}

fn heading(context: &DrawContext, name: &str, note: &str) -> String {
    format!("{}  {}", context.page.bold(name), context.page.dim(note))
}

fn space(context: &DrawContext, thing: &Thing) -> Vec<String> {
    let legend = context.legend();
    let mut out = vec![heading(context, &thing.name, &format!("{} · {}", thing.id, thing.declared_text("kind")))];
    if let Some(seen) = context.view.space(&thing.id) {
        for side in legend.sides.iter().map(|side| Some(side.id.as_str())).chain([None]) {
            let text = pieces(seen, None, |stack| is_owned_by(stack, side));
            out.extend((!text.is_empty()).then(|| format!("  {text}")));
        }
        out.extend(attribute_lines(context, &seen.attributes));
    }
    let ids = legend.spaces.iter().find(|space| space.id == thing.id).map(|space| space.next_to.as_slice());
    let neighbours = legend.spaces.iter().filter(|space| ids.is_some_and(|ids| ids.contains(&space.id)));
    let names: Vec<&str> = neighbours.map(|space| space.name.as_str()).collect();
    if !names.is_empty() {
        out.extend(wrap(&format!("next to {}", names.join(", ")), 2, context.page.width));
    }
    // The kind and the neighbours are listed above.
    out.extend(fields(context.page, &thing.other_printed(), 2));
    out
}

/// Returns a text line for each track, figure and fact. A track is drawn as a bar.
fn attribute_lines(context: &DrawContext, attributes: &Attributes) -> Vec<String> {
    let tracks = attributes.tracks.iter().filter_map(|seen| {
        let track = context.legend().tracks.iter().find(|track| track.id == seen.id)?;
        Some(format!("  {}  {}", track.name, bar::bar(context.page, track, seen.value)))
    });
    let mut out: Vec<String> = tracks.collect();
    out.extend(
        figures::each_with_title(context, attributes)
            .into_iter()
            .chain(facts::all_words(attributes))
            .map(|text| format!("  {text}")),
    );
    out
}

fn link(context: &DrawContext, thing: &Thing) -> Vec<String> {
    let kind = match thing.declared_text("kind") {
        "" => "link",
        kind => kind,
    };
    let mut out = vec![heading(context, &thing.name, &format!("{} · {kind}", thing.id))];
    let seen = context.view.links.iter().filter(|seen| seen.id == thing.id);
    out.extend(seen.flat_map(|seen| attribute_lines(context, &seen.attributes)));
    out.extend(fields(context.page, &thing.printed, 2));
    out
}

fn side(context: &DrawContext, thing: &Thing) -> Vec<String> {
    let name = context.page.side(context.legend().side_ids(), &thing.id, &thing.name);
    let mut out = vec![format!("{name}  {}", context.page.dim(&format!("{} · side", thing.id)))];
    let seen = context.view.sides.iter().filter(|seen| seen.id == thing.id);
    out.extend(seen.flat_map(|seen| attribute_lines(context, &seen.attributes)));
    out.extend(locations(context, &thing.texts));
    out
}

fn card(context: &DrawContext, thing: &Thing) -> Vec<String> {
    let mut out = vec![format!("{} {}", context.page.bold(&format!("card {}", thing.id)), thing.name)];
    if let Some(pile) = context.view.piles.iter().find(|pile| pile.cards().any(|card| card.id == thing.id)) {
        out[0].push_str(&context.page.dim(&format!("  in {}", pile.id)));
    }
    let titles: Vec<&str> = thing.name.split(" / ").collect();
    let is_in_heading = |field: &Printed| match &field.value {
        Value::Text(text) => titles.contains(&text.as_str()),
        Value::Number(n) => field.key == "number" && thing.id.parse() == Ok(*n),
        _ => false,
    };
    let other_fields: Vec<Printed> = thing.printed.iter().filter(|field| !is_in_heading(field)).cloned().collect();
    out.extend(fields(context.page, &other_fields, 2));
    let seen = context.view.cards.iter().filter(|card| card.id == thing.id);
    for card in seen {
        out.extend(
            card.attributes.tracks.iter().map(|track| format!("  {} {}", track.id.replace('-', " "), track.value)),
        );
        out.extend(facts::all_words(&card.attributes).into_iter().map(|fact| format!("  {fact}")));
    }
    out
}

/// Draws printed fields: short fields in one text line, then texts, lists and effects with their names, then the halves
/// of a card, indented.
fn fields(page: Page, printed: &[Printed], indent: usize) -> Vec<String> {
    let (mut short, mut long, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for Printed { key, value, .. } in printed {
        if matches!(key.as_str(), "id" | "name" | "x" | "y") {
            continue;
        }
        match value {
            Value::Part(fields) => parts.extend(part(page, key, fields, indent)),
            Value::Effects(effects) => {
                let mut key = key.clone();
                for effect in effects {
                    long.push((std::mem::take(&mut key), effect_words(page, effect)));
                    let description = words(&effect.description).iter().map(|word| page.dim(word)).collect::<Vec<_>>();
                    long.extend((!description.is_empty()).then(|| (String::new(), description)));
                }
            }
            Value::Boolean(true) => short.push(key.clone()),
            Value::Boolean(false) => {}
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
        out.extend(flow(&blank, indent, &short, " · ", page.width));
    }
    let text_indent = indent + 2 + long.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    for (key, words) in &long {
        out.extend(flow(&format!("{blank}{}", page.dim(key)), text_indent, words, " ", page.width));
    }
    out.extend(parts);
    out
}

/// Draws a half of a card: its side, title and fields.
fn part(page: Page, key: &str, printed: &[Printed], indent: usize) -> Vec<String> {
    let title = printed.iter().find_map(|field| match (&field.value, field.key.as_str()) {
        (Value::Text(title), "title") => Some(format!("  {title}")),
        _ => None,
    });
    let other_fields = printed.iter().filter(|field| title.is_none() || field.key != "title").cloned();
    let other_fields: Vec<Printed> = other_fields.collect();
    let mut out = vec![format!("{}{}{}", " ".repeat(indent), page.bold(key), title.unwrap_or_default())];
    out.extend(fields(page, &other_fields, indent + 2));
    out
}

/// Returns the words of an effect, for wrapping: `unrest`, `level`, `1,`, `spaces`, `port`, `hills`.
fn effect_words(page: Page, effect: &Effect) -> Vec<String> {
    let params: Vec<String> = effect.params.iter().map(|(key, value)| format!("{key} {value}")).collect();
    let mut out = vec![page.typed(&effect.verb)];
    out.extend(words(&params.join(", ")));
    out
}

/// Splits a text into words, and keeps a citation such as `[LC 3.1]` in one piece.
fn words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match out.last_mut() {
            Some(citation) if citation.starts_with('[') && !citation.contains(']') => *citation += &format!(" {word}"),
            _ => out.push(word.to_owned()),
        }
    }
    out
}

/// Returns the names and attributes of all things that have a certain track, fact or figure, such as all sides.
fn subjects<'a>(context: &DrawContext<'a>, subject: &Subject) -> Vec<(&'a str, &'a Attributes)> {
    let (view, legend) = (context.view, context.legend());
    match subject {
        Subject::Game => vec![("the game", &view.game)],
        Subject::Side => view.sides_in_play().map(|(side, seen)| (side.name.as_str(), &seen.attributes)).collect(),
        Subject::Spaces(kinds) => {
            let spaces = legend.spaces.iter().zip(&view.spaces).filter(|(space, _)| kinds.contains(&space.kind));
            spaces.map(|(space, seen)| (space.name.as_str(), &seen.attributes)).collect()
        }
        Subject::Links(_) => {
            let links =
                legend.links.iter().zip(&view.links).filter(|(link, _)| subject.is_of_links(link.kind.as_deref()));
            links.map(|(link, seen)| (link.name.as_str(), &seen.attributes)).collect()
        }
        Subject::Card => view.cards.iter().map(|card| (card.name.as_str(), &card.attributes)).collect(),
    }
}

fn track(context: &DrawContext, track: &Track) -> Vec<String> {
    let note = format!("{} · {} to {}", track.id, track.min, track.max);
    let mut out = vec![heading(context, &track.name, &note)];
    for zone in &track.zones {
        out.push(format!("  {} from {} to {}", context.page.named(&zone.name, &zone.name), zone.from, zone.to));
    }
    let subjects = subjects(context, &track.subject);
    let named = |name: &str| if track.subject == Subject::Game { String::new() } else { name.to_owned() };
    let name_width = subjects.iter().map(|(name, _)| named(name).chars().count()).max().unwrap_or(0);
    for (name, attributes) in &subjects {
        let value = attributes.track(&track.id).unwrap_or(track.start);
        out.push(format!("  {}  {}", pad(&named(name), name_width), bar::bar(context.page, track, value)));
    }
    for counter in &track.counters {
        let values: Vec<String> = counter.values.iter().map(i64::to_string).collect();
        let uses_counter =
            |attributes: &Attributes| attributes.track(&track.id).is_some_and(|n| counter.values.contains(&n));
        let used = subjects.iter().filter(|(_, attributes)| uses_counter(attributes)).count();
        let text = format!("  counters for {}: {used} of {} in use", values.join(", "), counter.count);
        out.push(context.page.dim(&text));
    }
    out
}

/// Lists the spaces that hold stacks with one of these texts. Each space has a text line of its own.
fn locations(context: &DrawContext, texts: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for (space, seen) in context.legend().spaces.iter().zip(&context.view.spaces) {
        let stacks = seen.pieces.iter().filter(|stack| texts.contains(&stack.text));
        let parts: Vec<String> = stacks.map(|stack| format!("{} {}", stack.count, stack.text)).collect();
        out.extend((!parts.is_empty()).then(|| format!("  {}: {}", space.name, parts.join(", "))));
    }
    out
}

fn fact(context: &DrawContext, thing: &Thing) -> Vec<String> {
    let mut out = vec![heading(context, &thing.id, "fact")];
    let fact = context.legend().facts.iter().find(|fact| fact.id == thing.id);
    for (name, attributes) in fact.map(|fact| subjects(context, &fact.subject)).unwrap_or_default() {
        if let Some(seen) = attributes.fact(&thing.id) {
            out.push(format!("  {name}: {}", if seen.text.is_empty() { "yes" } else { &seen.text }));
        }
    }
    if out.len() == 1 {
        out.push("  at its default everywhere".into());
    }
    out
}

/// Draws the description of a figure, and its value for each side, space or the game. A viewer who sees everything gets
/// the error message of a figure that fails.
fn figure(context: &DrawContext, thing: &Thing) -> Vec<String> {
    let mut out = vec![heading(context, &thing.id, "figure")];
    out.extend(wrap(&thing.about, 2, context.page.width).into_iter().filter(|line| !line.trim().is_empty()));
    let figure = context.legend().figures.iter().find(|figure| figure.id == thing.id);
    let subjects = figure.map(|figure| subjects(context, &figure.subject)).unwrap_or_default();
    let name_width = subjects.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let heading_lines = out.len();
    for (name, attributes) in subjects {
        if let Some(seen) = attributes.figure(&thing.id) {
            let text = figures::full_text(&seen.value);
            out.extend(flow(&format!("  {}", pad(name, name_width)), name_width + 4, &[text], "", context.page.width));
        }
    }
    if out.len() == heading_lines {
        out.push("  nothing to show".into());
    }
    out
}

fn option(context: &DrawContext, thing: &Thing) -> Vec<String> {
    let value = context.view.options.iter().find(|option| option.id == thing.id);
    let value = value.map_or("", |option| option.value.as_str());
    let mut out = vec![format!("option {} is {value}", context.page.bold(&thing.id))];
    out.extend(wrap(&thing.about, 2, context.page.width));
    out
}

/// Draws the declaration of a thing, which is the same in every position.
pub(crate) fn definition(page: Page, thing: &Thing) -> Vec<String> {
    let mut out = vec![format!("{}  {}", page.bold(&thing.id), page.dim(thing.kind.word()))];
    if !thing.name.is_empty() && thing.name != thing.id {
        out.extend(wrap(&thing.name, 2, page.width));
    }
    if !thing.about.is_empty() && thing.about != thing.name {
        out.extend(wrap(&thing.about, 2, page.width));
    }
    out.extend(match thing.kind {
        ThingKind::Space | ThingKind::Link => fields(page, &thing.other_printed(), 2),
        _ => fields(page, &thing.printed, 2),
    });
    for (name, text) in &thing.declared {
        out.extend(flow(&format!("  {}", page.dim(name)), name.len() + 4, &words(text), " ", page.width));
    }
    if thing.kind == ThingKind::Scenario && !thing.lines.is_empty() {
        out.push(format!("  {}", page.dim("position")));
        out.extend(thing.lines.iter().flat_map(|line| wrap(line, 4, page.width)));
    }
    out
}
