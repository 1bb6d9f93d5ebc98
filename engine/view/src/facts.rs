//! Facts that differ from their default, and the effects in force, for one pair of eyes.

use crate::eyes::Eyes;
use cardwright_state::board::{FactType, On};
use cardwright_state::position::IN_FORCE;
use cardwright_state::{FactId, Kind, Val};
use serde::Serialize;

/// A fact that differs from its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenFact {
    /// Its id.
    pub id: String,
    /// Its value by names; empty of a truth that holds.
    pub text: String,
    /// Whether it stands on the board as people see it.
    pub shown: bool,
}

impl SeenFact {
    /// `used raise`, `pending`.
    pub fn words(&self) -> String {
        format!("{} {}", self.id, self.text).trim_end().to_owned()
    }
}

/// An effect in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InForce {
    /// The effect's id.
    pub effect: String,
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
        format!("{}{about} ({}{until})", self.effect, self.whose)
    }
}

/// The facts of a subject that differ from their default and may be seen, in board order.
pub(crate) fn facts(eyes: &Eyes<'_>, on: On, subject: usize) -> Vec<SeenFact> {
    let facts = eyes.board.facts.iter().enumerate().filter(|(_, fact)| fact.on.is_for(on));
    let seen = |(f, fact): (usize, &cardwright_state::board::Fact)| {
        let text = eyes.fact_text(f, subject)?;
        Some(SeenFact { id: fact.id.clone(), text, shown: fact.shown })
    };
    facts.filter_map(seen).collect()
}

impl Eyes<'_> {
    /// A fact's value by names, if it differs from its default and may be seen. A truth that holds is an empty text.
    pub fn fact_text(&self, fact: usize, subject: usize) -> Option<String> {
        let (board, position) = (self.board, self.position);
        let def = &board.facts[fact];
        if !self.sees_fact(def, subject) {
            return None;
        }
        let slot = def.slot as usize + subject * def.width as usize;
        match def.holds {
            FactType::List(_) => {
                let list = &position.lists[def.slot as usize + subject];
                let names: Vec<String> = list.iter().map(|v| self.name(Val(*v))).collect();
                (!list.is_empty()).then(|| names.join(", "))
            }
            FactType::Set(kind) => {
                let members =
                    (0..def.width as usize * 62).filter(|m| position.fact_has(board, FactId::new(fact), subject, *m));
                let mut members: Vec<Val> = members.map(|m| Val::handle(kind, m as u64)).collect();
                // A hidden card's place among the others would tell of it.
                members.sort_by_key(|v| self.hides(*v));
                let members: Vec<String> = members.into_iter().map(|v| self.token(v)).collect();
                (!members.is_empty()).then(|| members.join(", "))
            }
            _ if position.values[slot] == def.default => None,
            FactType::Truth => Some(if position.values[slot] != 0 { String::new() } else { "no".into() }),
            FactType::Number => Some(position.values[slot].to_string()),
            FactType::Id(kind) => Some(match position.values[slot] {
                0 => "none".into(),
                raw => self.name(Val::handle(kind, raw as u64 - 1)),
            }),
        }
    }

    /// What is typed of an action, word or space (short, and what is typed), all else by name.
    fn token(&self, val: Val) -> String {
        match val.kind() {
            Kind::Action | Kind::Word | Kind::Space => self.board.text(val),
            _ => self.name(val),
        }
    }

    /// The effects in force, in the order they came.
    pub fn in_force(&self) -> Vec<InForce> {
        let rows = self.position.lists[0].chunks(IN_FORCE);
        let seen = |row: &[i64]| {
            let [effect, side, period, about] = *row else { return None };
            Some(InForce {
                effect: self.board.text(Val(effect)),
                about: (about != 0).then(|| self.name(Val(about))),
                whose: self.name(Val(side)),
                until: (period >= 0).then(|| self.board.text(Val(period))),
            })
        };
        rows.filter_map(seen).collect()
    }
}
