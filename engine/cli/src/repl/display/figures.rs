//! Figures: what the rules work out from the position, as one pair of eyes may read it.

use super::Look;
use super::brief::Brief;
use super::paint::{capital, clip, flow, width};
use cardwright_script::{Figure, Figured};
use cardwright_state::Kind;
use cardwright_state::board::On;
use cardwright_table::label::{self, Audience};

/// The figures of a game, and what they come to where it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Figures<'a> {
    pub(crate) of: &'a [Figure],
    pub(crate) values: &'a [Vec<Figured>],
}

/// Whether these eyes may read a figure of a subject.
fn reads(look: &Look, figure: &Figure, subject: usize) -> bool {
    match look.eyes {
        Audience::Open => true,
        Audience::Side(side) => figure.is_for(Some(side), subject),
        Audience::Public => figure.is_for(None, subject),
    }
}

/// `Total support`: what a figure is called.
pub(crate) fn title(figure: &Figure) -> String {
    capital(&figure.name.replace('-', " "))
}

/// What a figure comes to, if these eyes may read it.
pub(crate) fn value<'a>(look: &Look<'a>, figure: usize, subject: usize) -> Option<&'a Figured> {
    if !reads(look, &look.figures.of[figure], subject) {
        return None;
    }
    let value = look.figures.values.get(figure)?.get(subject)?;
    (!matches!(value, Figured::Nothing | Figured::Truth(false))).then_some(value)
}

/// The figures kept for some subject, by number.
pub(crate) fn all_on<'a>(look: &Look<'a>, on: On) -> impl Iterator<Item = usize> + use<'a> {
    look.figures.of.iter().enumerate().filter(move |(_, f)| f.on.is_for(on)).map(|(n, _)| n)
}

/// A value in words; a truth is an empty text, and what failed `?`. `short` names sides by what is typed.
pub(crate) fn text(look: &Look, value: &Figured, short: bool) -> String {
    match value {
        Figured::Nothing | Figured::Truth(true) => String::new(),
        Figured::Truth(false) => "no".into(),
        Figured::One(val) => match val.index(Kind::Side) {
            Some(side) if short => {
                let side = &look.board.sides[side];
                if width(&side.id) < width(&side.name) { side.id.clone() } else { side.name.clone() }
            }
            _ => label::name(look.board, look.position, look.eyes, *val),
        },
        Figured::Line(line) => label::line(look.board, look.position, look.eyes, line),
        Figured::Many(all) => all.iter().map(|v| text(look, v, short)).collect::<Vec<_>>().join(", "),
        Figured::Failed(_) => "?".into(),
    }
}

/// `Margin -3`, if there is anything to read.
pub(crate) fn told(look: &Look, figure: usize, subject: usize) -> Option<String> {
    let text = text(look, value(look, figure, subject)?, false);
    Some(format!("{} {text}", title(&look.figures.of[figure])).trim_end().to_owned())
}

/// Each figure of a subject that says something.
pub(crate) fn of(look: &Look, on: On, subject: usize) -> Vec<String> {
    all_on(look, on).filter_map(|f| told(look, f, subject)).collect()
}

/// What a figure comes to where it is asked for by name; why it fails, to those who see all: the reason may name
/// what is hidden.
pub(crate) fn whole(look: &Look, figure: usize, subject: usize) -> Option<String> {
    Some(match value(look, figure, subject)? {
        Figured::Truth(_) => "yes".into(),
        Figured::Failed(why) if look.eyes == Audience::Open => format!("? {why}"),
        value => text(look, value, false),
    })
}

/// Whether a figure of the game needs a line of its own.
fn is_long(value: &Figured) -> bool {
    matches!(value, Figured::Line(_) | Figured::Many(_))
}

/// The game's figures that stand among the tracks.
pub(crate) fn numbers<'a>(look: &Look<'a>) -> impl Iterator<Item = (String, String)> + use<'a> {
    let look = *look;
    all_on(&look, On::Game).filter_map(move |f| {
        let value = value(&look, f, 0).filter(|v| !is_long(v))?;
        Some((title(&look.figures.of[f]), text(&look, value, false)))
    })
}

/// The game's figures that are said in words: a line each, its parts in order; on the briefest screen no more than
/// a line.
pub(crate) fn lines(look: &Look) -> Vec<String> {
    let mut out = Vec::new();
    for f in all_on(look, On::Game) {
        let Some(value) = value(look, f, 0).filter(|v| is_long(v)) else { continue };
        let parts: Vec<String> = match value {
            Figured::Many(all) => all.iter().map(|v| text(look, v, false)).collect(),
            one => vec![text(look, one, false)],
        };
        let name = title(&look.figures.of[f]);
        let indent = width(&name) + 2;
        if look.brief >= Brief::Least {
            let room = look.page.width.saturating_sub(indent);
            out.push(format!("{}  {}", look.page.bold(&name), clip(&parts.join(" · "), room)));
        } else {
            out.extend(flow(&look.page.bold(&name), indent, &parts, " · ", look.page.width));
        }
    }
    out
}
