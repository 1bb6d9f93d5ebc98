//! Standing actions at the prompt: what sides may do before the pending answer; others than the one asked with `SIDE:`.

use super::display::rows;
use super::play::describe;
use super::session::{Session, people};
use cardwright_script::RunError;
use cardwright_state::SideId;
use cardwright_table::{PlayError, Seat, WhyNot};
use cardwright_view::{Choice, Reason, some};

impl Session {
    /// The sides with actions open here whom somebody at this keyboard may answer for.
    fn beside(&self) -> Vec<(SideId, Vec<String>)> {
        let people = people(&self.table);
        let mut all = self.table.standing_actions();
        all.retain(|(side, _)| self.table.open || people.iter().any(|seat| seat.has(*side)));
        all
    }

    /// Who may do something besides, and how it is typed.
    fn may_too(&self, side: SideId) -> String {
        let def = &self.table.board().sides[side.at()];
        match self.table.asked() == Some(side) {
            true => format!("{} may besides, and answer then", def.name),
            false => format!("{} may too, with `{}:` before it", def.name, def.id),
        }
    }

    /// What stands open, in few words: `besides give, withdraw · red, blue: give`; empty if nothing does. Of an action that has no
    /// row nothing is said where these eyes may see the rows.
    pub(crate) fn besides(&mut self) -> String {
        let mut all = self.beside();
        for (side, actions) in &mut all {
            if self.reads(*side)
                && let Ok(rows) = self.table.standing_words(*side)
            {
                let failed = self.table.standing_failures(*side).unwrap_or_default();
                let fails = |action: &String| failed.iter().any(|(of, _)| of == action);
                actions.retain(|action| rows.iter().any(|row| row.first() == Some(action)) || fails(action));
            }
        }
        all.retain(|(_, actions)| !actions.is_empty());
        let mut parts: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
        for (side, actions) in &all {
            let id = self.table.board().sides[side.at()].id.as_str();
            if self.table.asked() == Some(*side) {
                parts.insert(0, (Vec::new(), actions.clone()));
            } else if let Some((sides, _)) = parts.iter_mut().find(|(s, same)| !s.is_empty() && same == actions) {
                sides.push(id);
            } else {
                parts.push((vec![id], actions.clone()));
            }
        }
        let told = |(sides, actions): &(Vec<&str>, Vec<String>)| match sides[..] {
            [] => actions.join(", "),
            _ => format!("{}: {}", sides.join(", "), actions.join(", ")),
        };
        let parts: Vec<String> = parts.iter().map(told).collect();
        if parts.is_empty() { String::new() } else { format!("besides {}", parts.join(" · ")) }
    }

    /// The rows that stand open, those of one side or of all, as far as these eyes may see them; where nothing begins them, and
    /// they are more than `most`, by their first words. Those of the side that is asked are numbered after the rows of its choice.
    pub(crate) fn beside_rows(&mut self, of: Option<SideId>, begins: &str, most: usize) {
        let mut told = false;
        let mut failed: Vec<(String, RunError)> = Vec::new();
        for (side, actions) in self.beside() {
            if of.is_some_and(|of| of != side) {
                continue;
            }
            told = true;
            let def = &self.table.board().sides[side.at()];
            let (name, id) = (def.name.clone(), def.id.clone());
            self.say(self.page.bold(&self.may_too(side)));
            let eyes = self.eyes();
            if !self.reads(side) {
                self.say(self.page.dim(&format!("  {} (the rest is for {name} to see)", actions.join(", "))));
                continue;
            }
            // What fails alike for several sides is told once.
            let failing = self.table.standing_failures(side).unwrap_or_default();
            let fails = !failing.is_empty();
            failed.extend(failing.into_iter().filter(|one| !failed.contains(one)).collect::<Vec<_>>());
            match self.table.standing(side, eyes) {
                Err(_) if fails => self.say("  nothing that can be asked"),
                Ok(rows) if rows.is_empty() => self.say(format!("  nothing now; `why {id}: {}` says why", actions[0])),
                Ok(rows) => {
                    let is_asked = self.table.asked() == Some(side);
                    let before = if is_asked { self.table.row_words().len() } else { 0 };
                    let rows = rows.into_iter().map(Into::into).collect();
                    let choice = Choice { side: id, text: String::new(), about: Vec::new(), rows, default: None };
                    let lines = rows::beside(self.page, before, &choice, begins, most);
                    if is_asked {
                        self.listed(&lines);
                    }
                    self.say_all(lines);
                }
                Err(error) => self.refuse(describe(&error)),
            }
        }
        for (action, error) in failed {
            self.refuse(cannot_be_asked(&action, &error));
        }
        if let (false, Some(side)) = (told, of) {
            self.say(format!("nothing stands open for {}", self.table.board().sides[side.at()].name));
        }
    }

    /// Whether a row that stands open for the side that is asked begins with some words, and these eyes may see it.
    pub(crate) fn begins_beside(&mut self, begins: &str) -> bool {
        let (eyes, begins) = (self.eyes(), begins.trim().to_lowercase());
        let Some(asked) = self.table.asked().filter(|side| self.beside().iter().any(|(of, _)| of == side)) else {
            return false;
        };
        let rows = self.table.standing(asked, eyes).unwrap_or_default();
        rows.iter().any(|row| row.text.to_lowercase().starts_with(&begins))
    }

    /// How an action that stands open for a side fails when it is asked.
    fn fails_beside(&mut self, side: SideId, action: &str) -> Option<String> {
        let failed = self.table.standing_failures(side).ok()?;
        let (_, error) = failed.iter().find(|(of, _)| of == action)?;
        Some(cannot_be_asked(action, error))
    }

    /// A line of a side that is not asked.
    pub(crate) fn play_beside(&mut self, side: SideId, text: &str) {
        let def = &self.table.board().sides[side.at()];
        let (name, id) = (def.name.clone(), def.id.clone());
        if !self.table.open && self.table.seats[side.at()] != Seat::Human {
            return self.refuse(format!("{name} is another player, who does nothing besides"));
        }
        match self.table.play(Some(side), text) {
            Ok(played) => {
                let Some((words, next)) = played.open else { return };
                match self.reads(side) {
                    true => self.which(&words, &next),
                    false => self.say(format!("`{words}` says too little; what may follow is for {name} to see")),
                }
                self.initial = format!("{id}: {words} ").replace(":  ", ": ");
            }
            Err(PlayError::Line { error, rest, .. }) if self.fails_beside(side, &error.word).is_some() => {
                let failure = self.fails_beside(side, &error.word).unwrap_or_default();
                self.refuse(failure);
                self.back = Some(format!("{id}: {rest}"));
            }
            Err(PlayError::Line { error, answered, rest }) => {
                let word = &error.word;
                let why = match self.why_not(&format!("{id}: {rest}")) {
                    Ok(WhyNot::Because(reasons)) => {
                        reasons.first().map(|reason| format!(": {}", Reason::of(reason).words()))
                    }
                    _ => None,
                };
                let message = match (&error.nearest, why) {
                    _ if !self.reads(side) => {
                        format!("`{word}` does not fit here; what stands open for {name} is for that side to see")
                    }
                    (Some(near), _) => format!("`{word}` does not fit here; did you mean `{near}`?"),
                    (None, Some(why)) => format!("not `{word}` by {name}{why}"),
                    (None, None) if error.expected.is_empty() => format!("nothing stands open for {name} now"),
                    (None, None) => format!("`{word}` does not fit here: {}", some(&error.expected)),
                };
                let stands = if answered > 0 { " (what was done before it stands)" } else { "" };
                self.refuse(format!("{message}{stands}"));
                self.back = Some(format!("{id}: {rest}"));
            }
            Err(other) => self.answered(Err(other)),
        }
    }
}

/// How it is told that the rule of an action fails when it is asked what it offers.
fn cannot_be_asked(action: &str, error: &RunError) -> String {
    format!("`{action}` cannot be asked: {}", error.with_place())
}
