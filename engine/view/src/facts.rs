//! Facts that differ from their default, and active effects, for one viewer.

use crate::view_context::ViewContext;
use cardwright_state::board::SubjectKind;
use cardwright_state::{FactId, FactValue, Kind, Val, position, view};
use cardwright_table::label;
use serde::Serialize;

/// A fact that differs from its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenFact {
    /// Kebab-case id of the fact.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The value, with names in place of ids. Empty for a boolean that is true.
    pub text: String,
    /// Whether the game displays the fact on the board.
    pub shown: bool,
}

impl SeenFact {
    /// Returns the name and the value: `used raise`, `pending`.
    pub fn words(&self) -> String {
        format!("{} {}", self.name, self.text).trim_end().to_owned()
    }
}

/// An active effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ActiveEffect {
    /// The id of the effect.
    pub effect: String,
    /// The display name.
    pub name: String,
    /// The name of the thing that the effect is about.
    pub about: Option<String>,
    /// The name of the side that the effect serves.
    pub whose: String,
    /// The id of the period at whose end the effect ends.
    pub until: Option<String>,
}

impl ActiveEffect {
    /// Describes the effect: `tax Port (Red, until the turn ends)`.
    pub fn words(&self) -> String {
        let about = self.about.as_ref().map(|about| format!(" {about}")).unwrap_or_default();
        let until = self.until.as_ref().map(|period| format!(", until the {period} ends")).unwrap_or_default();
        format!("{}{about} ({}{until})", self.name, self.whose)
    }
}

/// Returns the facts of a subject that differ from their default and that the viewer may see, in board order.
pub(crate) fn facts(context: &ViewContext<'_>, on: SubjectKind, subject: usize) -> Vec<SeenFact> {
    let seen = |(f, fact): (FactId, &cardwright_state::board::Fact)| {
        let text = context.fact_text(f, subject)?;
        let name = context.content.display_names.fact(context.board, f);
        Some(SeenFact { id: fact.id.clone(), name, text, shown: fact.is_shown })
    };
    context.board.facts_on(on).filter_map(seen).collect()
}

impl ViewContext<'_> {
    /// Returns the value of a fact, or the rows of it that the viewer may see, if it differs from its default and the
    /// viewer may see it. Cards that the viewer does not see come last in a set, because a place in board order would
    /// reveal the card.
    pub(crate) fn fact(&self, fact: FactId, subject: usize) -> Option<FactValue> {
        let def = &self.board.facts[fact.index()];
        let mut value = self.viewer.visible_value(self.board, self.position, fact, subject)?;
        if value == FactValue::initial(def) {
            return None;
        }
        value.move_hidden_last(|val| self.hides(val));
        Some(value)
    }

    /// Returns the value of [`Self::fact`] as text with names. A boolean that is true gives an empty text.
    pub(crate) fn fact_text(&self, fact: FactId, subject: usize) -> Option<String> {
        let value = self.fact(fact, subject)?;
        Some(match &value {
            FactValue::Boolean(truth) => if *truth { "" } else { "no" }.into(),
            FactValue::Set(_) => value.text(|val| self.short_name(val), ", "),
            FactValue::Rows(_) => value.text(|val| self.board.text(val), ""),
            _ => value.text(|val| self.name(val), ", "),
        })
    }

    /// Returns the fact with the value of [`Self::fact`] in notation: `used stir`, `no envoy`, `iou: c24 12 2`.
    pub(crate) fn fact_notation(&self, fact: FactId, subject: usize) -> Option<String> {
        let id = &self.board.facts[fact.index()].id;
        let value = self.fact(fact, subject)?;
        Some(match &value {
            FactValue::Boolean(truth) => format!("{}{id}", if *truth { "" } else { "no " }),
            // In a list, each element must be one word, so `@` replaces its blanks.
            FactValue::List(_) => format!("{id} {}", value.text(|val| self.notation(val).replace(' ', "@"), " ")),
            FactValue::Rows(_) => format!("{id}: {}", value.text(|val| self.board.text(val), "")),
            _ => format!("{id} {}", value.text(|val| self.notation(val), " ")),
        })
    }

    /// Returns a value in notation. All hidden cards get the same text.
    pub(crate) fn notation(&self, val: Val) -> String {
        if self.hides(val) { view::HIDDEN_CARD.to_owned() } else { self.board.text(val) }
    }

    /// Returns the id of an action, word or space, because people type these ids, and the name of anything else.
    fn short_name(&self, val: Val) -> String {
        match val.kind() {
            Kind::Action | Kind::Word | Kind::Space => self.board.text(val),
            _ => self.name(val),
        }
    }

    /// Converts an active effect to names.
    pub(crate) fn effect(&self, effect: &position::ActiveEffect) -> ActiveEffect {
        ActiveEffect {
            effect: self.board.text(Val::effect(effect.effect)),
            name: label::effect(self.board, effect.effect),
            // The number 0 means that the effect is about nothing in particular.
            about: (effect.param != Val(0)).then(|| self.name(effect.param)),
            whose: self.name(Val::side(effect.side)),
            until: effect.until.map(|period| self.board.text(Val::period(period))),
        }
    }

    /// Returns the active effects, oldest first.
    pub fn active_effects(&self) -> Vec<ActiveEffect> {
        self.position.active_effects().iter().map(|effect| self.effect(effect)).collect()
    }
}
