//! Facts that differ from their default, and the effects in force, for one pair of eyes.

use crate::eyes::Eyes;
use cardwright_state::board::On;
use cardwright_state::{FactId, FactValue, Kind, Val, position, view};
use cardwright_table::label;
use serde::Serialize;

/// A fact that differs from its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenFact {
    /// Its id.
    pub id: String,
    /// What it is called on the table.
    pub name: String,
    /// Its value by names; empty of a truth that holds.
    pub text: String,
    /// Whether it stands on the board as people see it.
    pub shown: bool,
}

impl SeenFact {
    /// `used raise`, `pending`.
    pub fn words(&self) -> String {
        format!("{} {}", self.name, self.text).trim_end().to_owned()
    }
}

/// An effect in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InForce {
    /// The effect's id.
    pub effect: String,
    /// What it is called on the table.
    pub name: String,
    /// What it is about, by name.
    pub about: Option<String>,
    /// Whom it serves, by name.
    pub whose: String,
    /// The period at whose end it is lifted.
    pub until: Option<String>,
}

impl InForce {
    /// `tax Port (Red, until the turn ends)`.
    pub fn words(&self) -> String {
        let about = self.about.as_ref().map(|about| format!(" {about}")).unwrap_or_default();
        let until = self.until.as_ref().map(|period| format!(", until the {period} ends")).unwrap_or_default();
        format!("{}{about} ({}{until})", self.name, self.whose)
    }
}

/// The facts of a subject that differ from their default and may be seen, in board order.
pub(crate) fn facts(eyes: &Eyes<'_>, on: On, subject: usize) -> Vec<SeenFact> {
    let seen = |(f, fact): (FactId, &cardwright_state::board::Fact)| {
        let text = eyes.fact_text(f, subject)?;
        let name = eyes.content.called.fact(eyes.board, f);
        Some(SeenFact { id: fact.id.clone(), name, text, shown: fact.shown })
    };
    eyes.board.facts_on(on).filter_map(seen).collect()
}

impl Eyes<'_> {
    /// A fact's value, if it differs from its default and may be seen; cards of a set that these eyes do not see
    /// come last, for their place among the others would tell of them.
    pub(crate) fn fact(&self, fact: FactId, subject: usize) -> Option<FactValue> {
        let def = &self.board.facts[fact.at()];
        let mut value = self.position.fact(self.board, fact, subject);
        if !self.sees_fact(def, subject) || value == FactValue::initial(def) {
            return None;
        }
        value.hide_last(|val| self.hides(val));
        Some(value)
    }

    /// A fact's value by names, if it differs from its default and may be seen. A truth that holds is an empty text.
    pub(crate) fn fact_text(&self, fact: FactId, subject: usize) -> Option<String> {
        let value = self.fact(fact, subject)?;
        Some(match &value {
            FactValue::Truth(truth) => if *truth { "" } else { "no" }.into(),
            FactValue::Set(_) => value.text(|val| self.token(val), ", "),
            _ => value.text(|val| self.name(val), ", "),
        })
    }

    /// A fact as notation writes it: `used stir`, `no envoy`.
    pub(crate) fn fact_typed(&self, fact: FactId, subject: usize) -> Option<String> {
        let id = &self.board.facts[fact.at()].id;
        let value = self.fact(fact, subject)?;
        Some(match &value {
            FactValue::Truth(truth) => format!("{}{id}", if *truth { "" } else { "no " }),
            // In a list a thing is one word.
            FactValue::List(_) => format!("{id} {}", value.text(|val| self.typed(val).replace(' ', "@"), " ")),
            _ => format!("{id} {}", value.text(|val| self.typed(val), " ")),
        })
    }

    /// A value as it is typed; a card that these eyes do not see is like any other.
    pub(crate) fn typed(&self, val: Val) -> String {
        if self.hides(val) { view::A_CARD.to_owned() } else { self.board.text(val) }
    }

    /// What is typed of an action, word or space (short, and what is typed), all else by name.
    fn token(&self, val: Val) -> String {
        match val.kind() {
            Kind::Action | Kind::Word | Kind::Space => self.board.text(val),
            _ => self.name(val),
        }
    }

    /// An effect in force, in words.
    pub(crate) fn effect(&self, of: &position::InForce) -> InForce {
        InForce {
            effect: self.board.text(Val::effect(of.effect)),
            name: label::effect(self.board, of.effect),
            about: (of.param != Val(0)).then(|| self.name(of.param)),
            whose: self.name(Val::side(of.side)),
            until: of.until.map(|period| self.board.text(Val::period(period))),
        }
    }

    /// The effects in force, in the order they came.
    pub fn in_force(&self) -> Vec<InForce> {
        self.position.effects_in_force().iter().map(|effect| self.effect(effect)).collect()
    }
}
