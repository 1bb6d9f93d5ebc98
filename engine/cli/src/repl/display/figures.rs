//! Texts for figures, the values that scripts derive from the position.

use super::brevity::Brevity;
use super::draw_context::DrawContext;
use super::paint::{clip, flow, width};
use cardwright_view::{Attributes, Figure, Legend, SeenFigure, SeenValue, Side, Subject};

/// A figure's title.
pub(crate) fn title<'a>(legend: &'a Legend, seen: &SeenFigure) -> &'a str {
    legend.figures.iter().find(|figure| figure.id == seen.id).map_or("", |figure| figure.title.as_str())
}

/// Returns the short name of a side, or else the shorter of its name and id.
pub(crate) fn short_name(side: &Side) -> &str {
    let shorter = if width(&side.id) < width(&side.name) { &side.id } else { &side.name };
    side.short.as_ref().unwrap_or(shorter)
}

/// Returns the text of a value, with short names of sides if `uses_short_names`.
pub(crate) fn text(legend: &Legend, value: &SeenValue, uses_short_names: bool) -> String {
    match value {
        SeenValue::One { text, side: Some(id) } if uses_short_names => {
            legend.side(id).map_or_else(|| text.clone(), |side| short_name(side).to_owned())
        }
        SeenValue::Many(values) => {
            let texts = values.iter().map(|value| text(legend, value, uses_short_names));
            texts.collect::<Vec<_>>().join(", ")
        }
        other => other.text(),
    }
}

/// Whether the screen shows a figure as a value, and not as a warning.
pub(crate) fn is_shown(legend: &Legend, seen: &SeenFigure) -> bool {
    legend.figures.iter().any(|figure| figure.id == seen.id && figure.shown && !figure.warns)
}

/// Returns the warnings for the top of the screen, from figures of the game and of sides. A finished game has none.
pub(crate) fn warnings(context: &DrawContext) -> Vec<String> {
    if context.view.result.is_some() {
        return Vec::new();
    }
    let legend = context.legend();
    let subjects = context.view.sides_in_play().map(|(side, seen)| (side.name.as_str(), &seen.attributes));
    let mut out = Vec::new();
    for (name, attributes) in std::iter::once(("", &context.view.game)).chain(subjects) {
        let warns = |seen: &&SeenFigure| legend.figures.iter().any(|figure| figure.id == seen.id && figure.warns);
        for figure in attributes.figures.iter().filter(warns) {
            match &figure.value {
                SeenValue::Line(text) => out.push(text.clone()),
                SeenValue::Many(values) => out.extend(values.iter().map(SeenValue::text)),
                _ => out.push(format!("{name} {}", with_title(legend, figure)).trim().to_owned()),
            }
        }
    }
    out
}

/// Returns the value of a figure for `show`, or the error message if its script failed.
pub(crate) fn full_text(value: &SeenValue) -> String {
    match value {
        SeenValue::Boolean(_) => "yes".into(),
        SeenValue::Failed { why: Some(why) } => format!("? {why}"),
        value => value.text(),
    }
}

/// Returns the title and value of a figure: `Margin -3`.
pub(crate) fn with_title(legend: &Legend, figure: &SeenFigure) -> String {
    format!("{} {}", title(legend, figure), figure.value.text()).trim_end().to_owned()
}

/// Returns a text such as `Margin -3` for each figure of a game, side or space.
pub(crate) fn each_with_title(context: &DrawContext, attributes: &Attributes) -> Vec<String> {
    attributes.figures.iter().map(|figure| with_title(context.legend(), figure)).collect()
}

/// Whether the viewer sees this figure for some space.
pub(crate) fn has_space_with(context: &DrawContext, figure: &Figure) -> bool {
    context.view.spaces.iter().any(|space| space.attributes.figure(&figure.id).is_some())
}

/// Returns the figures of sides, in script order.
pub(crate) fn side_figures<'a>(context: &DrawContext<'a>) -> impl Iterator<Item = &'a Figure> + use<'a> {
    context.legend().figures.iter().filter(|figure| figure.subject == Subject::Side && figure.shown && !figure.warns)
}

/// Returns the title and text of the game's short figures, which are listed with the tracks.
pub(crate) fn short_figures<'a>(context: &DrawContext<'a>) -> impl Iterator<Item = (String, String)> + use<'a> {
    let (legend, figures) = (context.legend(), &context.view.game.figures);
    let short = figures.iter().filter(|figure| !figure.value.is_long() && is_shown(legend, figure));
    short.map(move |figure| (title(legend, figure).to_owned(), figure.value.text()))
}

/// Returns the game's long figures, each as a paragraph. At `Brevity::Minimal` each figure is cut to one line.
pub(crate) fn long_figure_lines(context: &DrawContext) -> Vec<String> {
    let mut out = Vec::new();
    // On a page so short that card texts are cut, long figures are left out.
    if context.card_text_lines < usize::MAX {
        return out;
    }
    for figure in
        context.view.game.figures.iter().filter(|figure| figure.value.is_long() && is_shown(context.legend(), figure))
    {
        let parts: Vec<String> = match &figure.value {
            SeenValue::Many(values) => values.iter().map(SeenValue::text).collect(),
            value => vec![value.text()],
        };
        let name = title(context.legend(), figure);
        let indent = width(name) + 2;
        if context.brevity >= Brevity::Minimal {
            let value_width = context.page.width.saturating_sub(indent);
            out.push(format!("{}  {}", context.page.bold(name), clip(&parts.join(" · "), value_width)));
        } else {
            out.extend(flow(&context.page.bold(name), indent, &parts, " · ", context.page.width));
        }
    }
    out
}
