//! Facts and effects in force, where they stand.

use super::brief::Brief;
use super::look::Look;
use super::paint::{flow, pad, width};
use cardwright_view::{InForce, Kept, SeenFact};

/// `used raise, stir` for each fact of a subject.
pub(crate) fn all_words(kept: &Kept) -> Vec<String> {
    kept.facts.iter().map(SeenFact::words).collect()
}

/// Like [`all_words`], but for facts that stay off the board.
pub(crate) fn shown_words(kept: &Kept) -> Vec<String> {
    kept.shown_facts().map(SeenFact::words).collect()
}

/// `Hills – Port: built, toll 2` for each link that has a fact or track to show.
fn links(look: &Look) -> Vec<String> {
    let legend = look.legend();
    let start = |id: &str| legend.tracks.iter().find(|track| track.id == id).map(|track| track.start);
    let one = |(link, seen): (&cardwright_view::Link, &cardwright_view::SeenLink)| {
        let moved = seen.kept.tracks.iter().filter(|track| start(&track.id) != Some(track.value));
        let mut parts: Vec<String> = moved.map(|track| format!("{} {}", track.id, track.value)).collect();
        parts.extend(all_words(&seen.kept));
        (!parts.is_empty()).then(|| format!("{}: {}", link.name, parts.join(", ")))
    };
    legend.links.iter().zip(&look.view.links).filter_map(one).collect()
}

/// Facts of the game, the sides and links, and what is in force: a line or two. Facts of sides that have panels
/// stand there.
pub(crate) fn standing(look: &Look) -> Vec<String> {
    if look.brief >= Brief::Busy {
        return Vec::new();
    }
    let mut parts = shown_words(&look.view.game);
    for (side, seen) in look.view.sides_in_play().filter(|_| !look.has_panels()) {
        parts.extend(shown_words(&seen.kept).into_iter().map(|f| format!("{}: {f}", side.name)));
    }
    let mut out = Vec::new();
    let links = links(look);
    if !links.is_empty() {
        out.extend(flow("links", 7, &links, " · ", look.page.width));
    }
    if !parts.is_empty() {
        out.extend(flow("facts", 7, &parts, " · ", look.page.width));
    }
    let force: Vec<String> = look.view.in_force.iter().map(InForce::words).collect();
    if !force.is_empty() {
        out.extend(flow("in force", 10, &force, " · ", look.page.width));
    }
    let chosen: Vec<String> = chosen(look).collect();
    if !chosen.is_empty() {
        out.extend(flow("options", 9, &chosen, " · ", look.page.width));
    }
    out.into_iter().map(|l| look.page.dim(&l)).collect()
}

/// Every effect in force, a line each.
pub(crate) fn in_force(look: &Look) -> Vec<String> {
    match look.view.in_force.as_slice() {
        [] => vec!["nothing is in force beyond the rules".into()],
        all => all.iter().map(InForce::words).collect(),
    }
}

/// Every fact that differs from its default, subject by subject.
pub(crate) fn all(look: &Look) -> Vec<String> {
    let (view, legend) = (look.view, look.legend());
    let mut out: Vec<String> = all_words(&view.game);
    for (side, seen) in view.sides_in_play() {
        out.extend(all_words(&seen.kept).into_iter().map(|f| format!("{}: {f}", side.name)));
    }
    for (space, seen) in legend.spaces.iter().zip(&view.spaces) {
        let facts = all_words(&seen.kept);
        if !facts.is_empty() {
            out.push(format!("{}: {}", space.name, facts.join(", ")));
        }
    }
    out.extend(links(look).into_iter().map(|l| format!("link {l}")));
    for card in &view.cards {
        let facts = all_words(&card.kept);
        if !facts.is_empty() {
            out.push(format!("card {}: {}", card.id, facts.join(", ")));
        }
    }
    out.extend(view.in_force.iter().map(|effect| format!("in force: {}", effect.words())));
    out.extend(chosen(look).map(|option| format!("option {option}")));
    if out.is_empty() {
        out.push("every fact is at its default, and nothing is in force".into());
    }
    out
}

/// The options that are another than their default: `quick-rerolls true`.
fn chosen<'a>(look: &'a Look<'_>) -> impl Iterator<Item = String> + use<'a> {
    let set = look.view.options.iter().filter(|option| !option.is_default);
    set.map(|option| format!("{} {}", option.id, option.value))
}

/// Every option with its value.
pub(crate) fn options(look: &Look) -> Vec<String> {
    let options = &look.view.options;
    if options.is_empty() {
        return vec!["this game has no options".into()];
    }
    let wide = options.iter().map(|option| width(&option.id)).max().unwrap_or(0);
    let one = |option: &cardwright_view::SeenOption| {
        let note = if option.is_default { look.page.dim("  (the default)") } else { String::new() };
        format!("{}  {}{note}", pad(&option.id, wide), option.value)
    };
    let mut out: Vec<String> = options.iter().map(one).collect();
    out.push(look.page.dim("`show OPTION` tells what it is about · `adjust option OPTION VALUE` changes it"));
    out
}
