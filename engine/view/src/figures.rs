//! Figures: what the rules work out from the position, as one pair of eyes may read it.

use crate::eyes::Eyes;
use cardwright_script::Figured;
use cardwright_state::Kind;
use cardwright_state::board::On;
use cardwright_table::label::{self, Audience};
use serde::Serialize;

/// A figure that says something of a subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenFigure {
    /// Its name.
    pub id: String,
    /// What it comes to.
    pub comes: Comes,
}

/// What a figure comes to, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comes {
    /// Nothing to show.
    Nothing,
    /// True or false.
    Truth(bool),
    /// A number or a thing by name; the id too where it is a side.
    One {
        /// The number, or the name.
        text: String,
        /// The id of the side it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<String>,
    },
    /// A text.
    Line(String),
    /// Several, in order.
    Many(Vec<Comes>),
    /// It failed; why is for those who see all: a reason may name what is hidden.
    Failed {
        /// What went wrong, with the place in the script.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

impl Comes {
    /// Whether it needs a line of its own among what belongs to the game.
    pub fn is_long(&self) -> bool {
        matches!(self, Comes::Line(_) | Comes::Many(_))
    }

    /// In one text; a truth that holds is an empty one, and what failed `?`.
    pub fn text(&self) -> String {
        match self {
            Comes::Nothing | Comes::Truth(true) => String::new(),
            Comes::Truth(false) => "no".into(),
            Comes::One { text, .. } => text.clone(),
            Comes::Line(line) => line.clone(),
            Comes::Many(all) => all.iter().map(Comes::text).collect::<Vec<_>>().join(", "),
            Comes::Failed { .. } => "?".into(),
        }
    }
}

pub use cardwright_table::label::title;

/// The figures of a subject that these eyes may read and that say something.
pub(crate) fn figures(eyes: &Eyes<'_>, on: On, subject: usize) -> Vec<SeenFigure> {
    let figures = eyes.figures.iter().zip(eyes.figured).filter(|(figure, _)| figure.on.is_for(on));
    let seen = |(figure, figured): (&cardwright_script::Figure, &Vec<Figured>)| {
        let value = figured.get(subject).filter(|_| eyes.reads(figure, subject))?;
        let says = !matches!(value, Figured::Nothing | Figured::Truth(false));
        says.then(|| SeenFigure { id: figure.name.clone(), comes: comes(eyes, value) })
    };
    figures.filter_map(seen).collect()
}

pub(crate) fn comes(eyes: &Eyes<'_>, value: &Figured) -> Comes {
    match value {
        Figured::Nothing => Comes::Nothing,
        Figured::Truth(truth) => Comes::Truth(*truth),
        Figured::One(val) => Comes::One {
            text: eyes.name(*val),
            side: val.index(Kind::Side).map(|side| eyes.board.sides[side].id.clone()),
        },
        Figured::Line(line) => Comes::Line(label::line(eyes.board, eyes.position, eyes.audience, line)),
        Figured::Many(all) => Comes::Many(all.iter().map(|value| comes(eyes, value)).collect()),
        Figured::Failed(why) => Comes::Failed { why: (eyes.audience == Audience::Open).then(|| why.clone()) },
    }
}
