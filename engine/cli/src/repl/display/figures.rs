//! Texts for figures, the values that scripts derive from the position.

use super::brevity::Brevity;
use super::draw_context::DrawContext;
use super::paint::{clip, flow, width};
use cardwright_view::{Attributes, Figure, Legend, SeenFigure, SeenValue, Side, Subject};

/// A figure's title.
pub(crate) fn title<'a>(legend: &'a Legend, seen: &SeenFigure) -> &'a str {
    legend.figures.iter().find(|figure| figure.id == seen.id).map_or("", |figure| figure.title.as_str())
}

/// The short name of a side, or the shorter of its name and id.
pub(crate) fn short_name(side: &Side) -> &str {
    let shorter = if width(&side.id) < width(&side.name) { &side.id } else { &side.name };
    side.short.as_ref().unwrap_or(shorter)
}

/// The text of a value; `short` uses short names of sides.
pub(crate) fn text(legend: &Legend, value: &SeenValue, short: bool) -> String {
    match value {
        SeenValue::One { text, side: Some(id) } if short => {
            legend.side(id).map_or_else(|| text.clone(), |side| short_name(side).to_owned())
        }
        SeenValue::Many(all) => all.iter().map(|value| self::text(legend, value, short)).collect::<Vec<_>>().join(", "),
        other => other.text(),
    }
}

/// Whether the table shows a figure among its values, and not as a warning.
pub(crate) fn is_shown(legend: &Legend, seen: &SeenFigure) -> bool {
    legend.figures.iter().any(|figure| figure.id == seen.id && figure.shown && !figure.warns)
}

/// The warnings above the table, from figures of the game and of sides. A finished game has none.
pub(crate) fn warnings(context: &DrawContext) -> Vec<String> {
    if context.view.result.is_some() {
        return Vec::new();
    }
    let legend = context.legend();
    let subjects = context.view.sides_in_play().map(|(side, seen)| (side.name.as_str(), &seen.attributes));
    let mut out = Vec::new();
    for (name, attributes) in std::iter::once(("", &context.view.game)).chain(subjects) {
        for figure in attributes.figures.iter().filter(|f| legend.figures.iter().any(|of| of.id == f.id && of.warns)) {
            match &figure.value {
                SeenValue::Line(text) => out.push(text.clone()),
                SeenValue::Many(all) => out.extend(all.iter().map(SeenValue::text)),
                _ => out.push(format!("{name} {}", with_title(legend, figure)).trim().to_owned()),
            }
        }
    }
    out
}

/// The value of a figure for `show`, with the reason if it failed.
pub(crate) fn full_text(value: &SeenValue) -> String {
    match value {
        SeenValue::Boolean(_) => "yes".into(),
        SeenValue::Failed { why: Some(why) } => format!("? {why}"),
        value => value.text(),
    }
}

/// `Margin -3`.
pub(crate) fn with_title(legend: &Legend, figure: &SeenFigure) -> String {
    format!("{} {}", title(legend, figure), figure.value.text()).trim_end().to_owned()
}

/// `Margin -3` for each figure of a subject.
pub(crate) fn each_with_title(context: &DrawContext, attributes: &Attributes) -> Vec<String> {
    attributes.figures.iter().map(|figure| with_title(context.legend(), figure)).collect()
}

/// Whether the viewer sees this figure for some space.
pub(crate) fn has_space_with(context: &DrawContext, figure: &Figure) -> bool {
    context.view.spaces.iter().any(|space| space.attributes.figure(&figure.id).is_some())
}

/// The figures of sides, in script order.
pub(crate) fn side_figures<'a>(context: &DrawContext<'a>) -> impl Iterator<Item = &'a Figure> + use<'a> {
    context.legend().figures.iter().filter(|figure| figure.subject == Subject::Side && figure.shown && !figure.warns)
}

/// Title and text of the game's short figures, which are listed with the tracks.
pub(crate) fn short_figures<'a>(context: &DrawContext<'a>) -> impl Iterator<Item = (String, String)> + use<'a> {
    let (legend, figures) = (context.legend(), &context.view.game.figures);
    let short = figures.iter().filter(|figure| !figure.value.is_long() && is_shown(legend, figure));
    short.map(move |figure| (title(legend, figure).to_owned(), figure.value.text()))
}

/// The game's long figures, one paragraph each. At `Brevity::Minimal` each is cut to one line.
pub(crate) fn long_figure_lines(context: &DrawContext) -> Vec<String> {
    let mut out = Vec::new();
    // The page is so short that even card texts are cut.
    if context.card_text_lines < usize::MAX {
        return out;
    }
    for figure in
        context.view.game.figures.iter().filter(|figure| figure.value.is_long() && is_shown(context.legend(), figure))
    {
        let parts: Vec<String> = match &figure.value {
            SeenValue::Many(all) => all.iter().map(SeenValue::text).collect(),
            one => vec![one.text()],
        };
        let name = title(context.legend(), figure);
        let indent = width(name) + 2;
        if context.brevity >= Brevity::Minimal {
            let room = context.page.width.saturating_sub(indent);
            out.push(format!("{}  {}", context.page.bold(name), clip(&parts.join(" · "), room)));
        } else {
            out.extend(flow(&context.page.bold(name), indent, &parts, " · ", context.page.width));
        }
    }
    out
}
