//! Figures: values that the rules derive from the position, as far as the viewer may read them.

use crate::view_context::ViewContext;
use cardwright_script::FigureValue;
use cardwright_state::Kind;
use cardwright_state::board::SubjectKind;
use cardwright_table::label;
use serde::Serialize;

/// A figure that has a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenFigure {
    /// The name of the figure.
    pub id: String,
    /// The value.
    #[serde(rename = "comes")]
    pub value: SeenValue,
}

/// The value of a figure, with names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeenValue {
    /// Nothing to show.
    Nothing,
    /// A boolean.
    #[serde(rename = "truth")]
    Boolean(bool),
    /// A number, or the name of a thing such as a side or a space.
    One {
        /// The number or the name.
        text: String,
        /// The id, if the value is a side.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<String>,
    },
    /// A text.
    Line(String),
    /// Several values, in order.
    Many(Vec<SeenValue>),
    /// The figure's script failed.
    Failed {
        /// The error with its script line. Only a viewer who sees everything gets it, because it may name something
        /// hidden.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
}

impl SeenValue {
    /// Whether the value needs a text line of its own when the figures of the game are displayed.
    pub fn is_long(&self) -> bool {
        matches!(self, SeenValue::Line(_) | SeenValue::Many(_))
    }

    /// Returns the value as one text: empty for true, `?` for a failure.
    pub fn text(&self) -> String {
        match self {
            SeenValue::Nothing | SeenValue::Boolean(true) => String::new(),
            SeenValue::Boolean(false) => "no".into(),
            SeenValue::One { text, .. } => text.clone(),
            SeenValue::Line(line) => line.clone(),
            SeenValue::Many(values) => values.iter().map(SeenValue::text).collect::<Vec<_>>().join(", "),
            SeenValue::Failed { .. } => "?".into(),
        }
    }
}

pub use cardwright_table::label::title;

/// Returns the figures of a subject that have a value and that the viewer may read.
pub(crate) fn figures(context: &ViewContext<'_>, on: SubjectKind, subject: usize) -> Vec<SeenFigure> {
    let figures = context.figures.iter().zip(context.figure_values).filter(|(figure, _)| figure.on.includes(on));
    let seen = |(figure, values): (&cardwright_script::Figure, &Vec<FigureValue>)| {
        let value = values.get(subject).filter(|_| context.may_read_figure(figure, subject))?;
        let has_value = !matches!(value, FigureValue::Nothing | FigureValue::Boolean(false));
        has_value.then(|| SeenFigure { id: figure.name.clone(), value: seen_value(context, value) })
    };
    figures.filter_map(seen).collect()
}

/// Returns the value of a figure as text.
pub fn figure_text(context: &ViewContext<'_>, value: &FigureValue) -> String {
    seen_value(context, value).text()
}

pub(crate) fn seen_value(context: &ViewContext<'_>, value: &FigureValue) -> SeenValue {
    match value {
        FigureValue::Nothing => SeenValue::Nothing,
        FigureValue::Boolean(truth) => SeenValue::Boolean(*truth),
        FigureValue::Value(val) => SeenValue::One {
            text: context.name(*val),
            side: val.index(Kind::Side).map(|side| context.board.sides[side].id.clone()),
        },
        FigureValue::Text(line) => {
            SeenValue::Line(label::line_text(context.board, context.position, context.viewer, line))
        }
        FigureValue::List(values) => SeenValue::Many(values.iter().map(|value| seen_value(context, value)).collect()),
        FigureValue::Failed(why) => SeenValue::Failed { why: (context.viewer.sees_all()).then(|| why.clone()) },
    }
}
