//! Texts for facts, active effects and options.

use super::brevity::Brevity;
use super::draw_context::DrawContext;
use super::paint::{flow, pad, width};
use cardwright_view::{ActiveEffect, Attributes, SeenFact};

/// Returns a text such as `used raise, stir` for each fact of a game, side, space, link or card.
pub(crate) fn all_words(attributes: &Attributes) -> Vec<String> {
    attributes.facts.iter().map(SeenFact::words).collect()
}

/// Returns the texts of [`all_words`] without facts that the board does not show.
pub(crate) fn shown_words(attributes: &Attributes) -> Vec<String> {
    attributes.shown_facts().map(SeenFact::words).collect()
}

/// Returns a text such as `Hills – Port: built, toll 2` for each link with facts or changed tracks.
fn links(context: &DrawContext) -> Vec<String> {
    let legend = context.legend();
    let start = |id: &str| legend.tracks.iter().find(|track| track.id == id).map(|track| track.start);
    let link_text = |(link, seen): (&cardwright_view::Link, &cardwright_view::SeenLink)| {
        let changed = seen.attributes.tracks.iter().filter(|track| start(&track.id) != Some(track.value));
        let mut parts: Vec<String> = changed.map(|track| format!("{} {}", track.id, track.value)).collect();
        parts.extend(all_words(&seen.attributes));
        (!parts.is_empty()).then(|| format!("{}: {}", link.name, parts.join(", ")))
    };
    legend.links.iter().zip(&context.view.links).filter_map(link_text).collect()
}

/// Returns a few text lines with the facts of the game and of links, active effects and changed options. Includes the
/// facts of sides if sides have no panels.
pub(crate) fn lines(context: &DrawContext) -> Vec<String> {
    if context.brevity >= Brevity::BusyOnly {
        return Vec::new();
    }
    let mut parts = shown_words(&context.view.game);
    for (side, seen) in context.view.sides_in_play().filter(|_| !context.has_panels()) {
        parts.extend(shown_words(&seen.attributes).into_iter().map(|fact| format!("{}: {fact}", side.name)));
    }
    let mut out = Vec::new();
    let links = links(context);
    if !links.is_empty() {
        out.extend(flow("links", 7, &links, " · ", context.page.width));
    }
    if !parts.is_empty() {
        out.extend(flow("facts", 7, &parts, " · ", context.page.width));
    }
    let effects: Vec<String> = context.view.active_effects.iter().map(ActiveEffect::words).collect();
    if !effects.is_empty() {
        out.extend(flow("in force", 10, &effects, " · ", context.page.width));
    }
    let options: Vec<String> = changed_options(context).collect();
    if !options.is_empty() {
        out.extend(flow("options", 9, &options, " · ", context.page.width));
    }
    out.into_iter().map(|line| context.page.dim(&line)).collect()
}

/// Lists every active effect, each in a text line.
pub(crate) fn active_effects(context: &DrawContext) -> Vec<String> {
    match context.view.active_effects.as_slice() {
        [] => vec!["nothing is in force beyond the rules".into()],
        effects => effects.iter().map(ActiveEffect::words).collect(),
    }
}

/// Lists every fact that differs from its default: of the game, sides, spaces, links and cards.
pub(crate) fn all(context: &DrawContext) -> Vec<String> {
    let (view, legend) = (context.view, context.legend());
    let mut out: Vec<String> = all_words(&view.game);
    for (side, seen) in view.sides_in_play() {
        out.extend(all_words(&seen.attributes).into_iter().map(|fact| format!("{}: {fact}", side.name)));
    }
    for (space, seen) in legend.spaces.iter().zip(&view.spaces) {
        let facts = all_words(&seen.attributes);
        if !facts.is_empty() {
            out.push(format!("{}: {}", space.name, facts.join(", ")));
        }
    }
    out.extend(links(context).into_iter().map(|link| format!("link {link}")));
    for card in &view.cards {
        let facts = all_words(&card.attributes);
        if !facts.is_empty() {
            out.push(format!("card {}: {}", card.id, facts.join(", ")));
        }
    }
    out.extend(view.active_effects.iter().map(|effect| format!("in force: {}", effect.words())));
    out.extend(changed_options(context).map(|option| format!("option {option}")));
    if out.is_empty() {
        out.push("every fact is at its default, and nothing is in force".into());
    }
    out
}

/// Returns the options that differ from their default: `quick-rerolls true`.
fn changed_options<'a>(context: &'a DrawContext<'_>) -> impl Iterator<Item = String> + use<'a> {
    let changed = context.view.options.iter().filter(|option| !option.is_default);
    changed.map(|option| format!("{} {}", option.id, option.value))
}

/// Lists every option with its value.
pub(crate) fn options(context: &DrawContext) -> Vec<String> {
    let options = &context.view.options;
    if options.is_empty() {
        return vec!["this game has no options".into()];
    }
    let id_width = options.iter().map(|option| width(&option.id)).max().unwrap_or(0);
    let line = |option: &cardwright_view::SeenOption| {
        let note = if option.is_default { context.page.dim("  (the default)") } else { String::new() };
        format!("{}  {}{note}", pad(&option.id, id_width), option.value)
    };
    let mut out: Vec<String> = options.iter().map(line).collect();
    out.push(context.page.dim("`show OPTION` describes an option · `adjust option OPTION VALUE` changes it"));
    out
}
