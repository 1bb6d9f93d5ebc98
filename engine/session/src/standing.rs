//! Standing actions: actions that a side may use before the pending answer. A player names a side that is not to move:
//! `blue: bribe hills`.

use crate::reply::{PlayedReply, RefusedReply, Reply, StandingRows, Unfinished};
use crate::session::Session;
use cardwright_script::RunError;
use cardwright_state::SideId;
use cardwright_table::{PlayError, Viewer, WhyNot};
use cardwright_view::{Choice, Reason, kept_answers_note, legal_words};

impl Session {
    /// Returns the sides for which a viewer answers and that have standing actions, each with its actions.
    fn standing_of(&self, viewer: Viewer) -> Vec<(SideId, Vec<String>)> {
        let mut standing = self.table.game().standing_actions();
        standing.retain(|(side, _)| viewer.answers_for().has(*side));
        standing
    }

    /// Lists the standing actions in one line: `besides give, withdraw · red, blue: give`. The line is empty if no side
    /// has a standing action. It leaves out an action without rows if the viewer may read the rows of that action.
    pub fn standing_line(&mut self, viewer: Viewer) -> String {
        let mut standing = self.standing_of(viewer);
        for (side, actions) in &mut standing {
            if self.may_read(viewer, *side)
                && let Ok(rows) = self.table.game_mut().standing_words(*side)
            {
                let failures = self.table.game_mut().standing_failures(*side).unwrap_or_default();
                let fails = |action: &String| failures.iter().any(|(failed, _)| failed == action);
                actions.retain(|action| rows.iter().any(|row| row.first() == Some(action)) || fails(action));
            }
        }
        standing.retain(|(_, actions)| !actions.is_empty());
        // Sides with the same actions form one part. The part of the side to move comes first and lists no sides.
        let mut parts: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
        for (side, actions) in &standing {
            let id = self.table.board().sides[side.index()].id.as_str();
            if self.table.asked() == Some(*side) {
                parts.insert(0, (Vec::new(), actions.clone()));
            } else if let Some((sides, _)) = parts.iter_mut().find(|(ids, same)| !ids.is_empty() && same == actions) {
                sides.push(id);
            } else {
                parts.push((vec![id], actions.clone()));
            }
        }
        let text = |(sides, actions): &(Vec<&str>, Vec<String>)| match sides[..] {
            [] => actions.join(", "),
            _ => format!("{}: {}", sides.join(", "), actions.join(", ")),
        };
        let parts: Vec<String> = parts.iter().map(text).collect();
        if parts.is_empty() { String::new() } else { format!("besides {}", parts.join(" · ")) }
    }

    /// Returns the rows of the standing actions of one side, or of all sides for which the viewer answers.
    pub fn standing_rows(&mut self, viewer: Viewer, only_side: Option<SideId>) -> Vec<StandingRows> {
        let mut out = Vec::new();
        let mut reported: Vec<(String, RunError)> = Vec::new();
        for (side, actions) in self.standing_of(viewer) {
            if only_side.is_some_and(|only_side| only_side != side) {
                continue;
            }
            let is_readable = self.may_read(viewer, side);
            let is_asked = self.table.asked() == Some(side);
            let (id, name) = (self.table.board().sides[side.index()].id.clone(), self.name(side).to_owned());
            let mut failures = Vec::new();
            let mut choice = None;
            if is_readable {
                // A failure that several sides share is reported once.
                let failing = self.table.game_mut().standing_failures(side).unwrap_or_default();
                let fails = !failing.is_empty();
                let new: Vec<_> = failing.into_iter().filter(|failure| !reported.contains(failure)).collect();
                failures.extend(new.iter().map(|(action, error)| offer_failure_text(action, error)));
                reported.extend(new);
                let reader = self.sight_for(viewer, Some(side));
                match self.table.game_mut().standing_rows(side, reader) {
                    Ok(rows) if rows.is_empty() && fails => {}
                    Ok(rows) => {
                        let rows = rows.into_iter().map(Into::into).collect();
                        let side = id.clone();
                        choice = Some(Choice { side, text: String::new(), about: Vec::new(), rows, default: None });
                    }
                    Err(_) if fails => {}
                    Err(error) => failures.push(crate::questions::describe(&error)),
                }
            }
            out.push(StandingRows { side: id, name, is_asked, actions, choice, is_readable, failures });
        }
        out
    }

    /// Returns the error messages of standing actions whose offer fails, as far as the viewer may read them. A failure
    /// that several sides share is listed once.
    pub fn standing_failures(&mut self, viewer: Viewer) -> Vec<String> {
        let mut out = Vec::new();
        for (side, _) in self.standing_of(viewer) {
            if self.may_read(viewer, side) {
                let failures = self.table.game_mut().standing_failures(side).unwrap_or_default();
                let texts = failures.iter().map(|(action, error)| offer_failure_text(action, error));
                out.extend(texts);
            }
        }
        out.sort();
        out.dedup();
        out
    }

    /// Returns the error message if the offer of a side's standing action fails.
    fn standing_failure(&mut self, side: SideId, action: &str) -> Option<String> {
        let failures = self.table.game_mut().standing_failures(side).ok()?;
        let (_, error) = failures.iter().find(|(failed, _)| failed == action)?;
        Some(offer_failure_text(action, error))
    }

    /// Plays a line of a side that is not to move.
    pub(crate) fn play_standing(&mut self, viewer: Viewer, side: SideId, text: &str) -> Reply {
        let def = &self.table.board().sides[side.index()];
        let (name, id) = (def.name.clone(), def.id.clone());
        let may_read = self.may_read(viewer, side);
        match self.table.play(Some(side), text) {
            Ok(played) => {
                let open =
                    played.incomplete.map(|(words, next)| Unfinished::of_side(words, next, &id, &name, may_read));
                let answers = played.answers.into_iter().map(|(_, row)| row).collect();
                Reply::Played(PlayedReply { answers, open, replaced_answer: None })
            }
            Err(PlayError::Line { error, answered, rest }) => {
                let rest = format!("{id}: {rest}");
                let (text, refusal) = match self.standing_failure(side, &error.word) {
                    Some(failure) => (failure, None),
                    None if !may_read => {
                        let text = format!("`{}` does not fit here; only {name} sees its standing actions", error.word);
                        (text, None)
                    }
                    None => {
                        let word = &error.word;
                        let why = self.why_not(viewer, &rest);
                        let reason = match &why {
                            Ok(WhyNot::Excluded(reasons)) => {
                                reasons.first().map(|reason| format!(": {}", Reason::new(reason).words()))
                            }
                            _ => None,
                        };
                        let text = match (&error.nearest, reason) {
                            (Some(near), _) => format!("`{word}` does not fit here; did you mean `{near}`?"),
                            (None, Some(reason)) => format!("not `{word}` by {name}{reason}"),
                            (None, None) if error.expected.is_empty() => format!("{name} has no standing action now"),
                            (None, None) => format!("`{word}` does not fit here: {}", legal_words(&error.expected)),
                        };
                        (text, Some(self.mismatch(&error, &rest, self.table.asked(), why.ok(), answered)))
                    }
                };
                Reply::Refused(Box::new(RefusedReply {
                    text: format!("{text}{}", kept_answers_note(answered)),
                    refusal,
                    rest: Some(rest),
                    at: Some(self.table.current_event()),
                    answered,
                    ..RefusedReply::default()
                }))
            }
            Err(other) => self.refuse(viewer, other),
        }
    }
}

/// Returns the error message for an action whose offer fails.
fn offer_failure_text(action: &str, error: &RunError) -> String {
    format!("`{action}` cannot be asked: {}", error.with_place())
}
