//! Figures in words, where they stand.

use super::brief::Brief;
use super::look::Look;
use super::paint::{clip, flow, width};
use cardwright_view::{Comes, Figure, Kept, Legend, SeenFigure, Side, Subject};

/// A figure's title.
pub(crate) fn title<'a>(legend: &'a Legend, seen: &SeenFigure) -> &'a str {
    legend.figures.iter().find(|figure| figure.id == seen.id).map_or("", |figure| figure.title.as_str())
}

/// A side's short name; the shorter of its name and id where the game declares none.
pub(crate) fn short_of(side: &Side) -> &str {
    let shorter = if width(&side.id) < width(&side.name) { &side.id } else { &side.name };
    side.short.as_ref().unwrap_or(shorter)
}

/// A value in words; `short` names sides shortly.
pub(crate) fn text(legend: &Legend, value: &Comes, short: bool) -> String {
    match value {
        Comes::One { text, side: Some(id) } if short => {
            legend.side(id).map_or_else(|| text.clone(), |side| short_of(side).to_owned())
        }
        Comes::Many(all) => all.iter().map(|value| self::text(legend, value, short)).collect::<Vec<_>>().join(", "),
        other => other.text(),
    }
}

/// Whether a figure stands on the table, and not before all else.
pub(crate) fn is_shown(legend: &Legend, seen: &SeenFigure) -> bool {
    legend.figures.iter().any(|figure| figure.id == seen.id && figure.shown && !figure.warns)
}

/// What stands before all else: the figures that warn of something now, of the game and of sides. Once the game is over there
/// is nothing left to warn of.
pub(crate) fn warnings(look: &Look) -> Vec<String> {
    if look.view.result.is_some() {
        return Vec::new();
    }
    let legend = look.legend();
    let subjects = look.view.sides_in_play().map(|(side, seen)| (side.name.as_str(), &seen.kept));
    let mut out = Vec::new();
    for (name, kept) in std::iter::once(("", &look.view.game)).chain(subjects) {
        for figure in kept.figures.iter().filter(|f| legend.figures.iter().any(|of| of.id == f.id && of.warns)) {
            match &figure.comes {
                Comes::Line(text) => out.push(text.clone()),
                Comes::Many(all) => out.extend(all.iter().map(Comes::text)),
                _ => out.push(format!("{name} {}", with_title(legend, figure)).trim().to_owned()),
            }
        }
    }
    out
}

/// What a figure comes to where it is asked for by name.
pub(crate) fn in_full(value: &Comes) -> String {
    match value {
        Comes::Truth(_) => "yes".into(),
        Comes::Failed { why: Some(why) } => format!("? {why}"),
        value => value.text(),
    }
}

/// `Margin -3`.
pub(crate) fn with_title(legend: &Legend, figure: &SeenFigure) -> String {
    format!("{} {}", title(legend, figure), figure.comes.text()).trim_end().to_owned()
}

/// Each figure of a subject that says something.
pub(crate) fn each_with_title(look: &Look, kept: &Kept) -> Vec<String> {
    kept.figures.iter().map(|figure| with_title(look.legend(), figure)).collect()
}

/// Whether some space has a figure that these eyes read.
pub(crate) fn is_read_of_spaces(look: &Look, figure: &Figure) -> bool {
    look.view.spaces.iter().any(|space| space.kept.figure(&figure.id).is_some())
}

/// The figures that sides have, in the order of the scripts.
pub(crate) fn of_sides<'a>(look: &Look<'a>) -> impl Iterator<Item = &'a Figure> + use<'a> {
    look.legend().figures.iter().filter(|figure| figure.of == Subject::Side && figure.shown && !figure.warns)
}

/// The game's figures that stand among the tracks.
pub(crate) fn numbers<'a>(look: &Look<'a>) -> impl Iterator<Item = (String, String)> + use<'a> {
    let (legend, figures) = (look.legend(), &look.view.game.figures);
    let short = figures.iter().filter(|figure| !figure.comes.is_long() && is_shown(legend, figure));
    short.map(move |figure| (title(legend, figure).to_owned(), figure.comes.text()))
}

/// The game's figures that are said in words: a line each, its parts in order; on the briefest screen no more than
/// a line.
pub(crate) fn lines(look: &Look) -> Vec<String> {
    let mut out = Vec::new();
    // Where the texts of the card in play are short of lines.
    if look.texts < usize::MAX {
        return out;
    }
    for figure in
        look.view.game.figures.iter().filter(|figure| figure.comes.is_long() && is_shown(look.legend(), figure))
    {
        let parts: Vec<String> = match &figure.comes {
            Comes::Many(all) => all.iter().map(Comes::text).collect(),
            one => vec![one.text()],
        };
        let name = title(look.legend(), figure);
        let indent = width(name) + 2;
        if look.brief >= Brief::Least {
            let room = look.page.width.saturating_sub(indent);
            out.push(format!("{}  {}", look.page.bold(name), clip(&parts.join(" · "), room)));
        } else {
            out.extend(flow(&look.page.bold(name), indent, &parts, " · ", look.page.width));
        }
    }
    out
}
