//! Renaming ids on a board. A position written on the renamed board can be read on a board with the new ids.

use super::Board;

impl Board {
    /// Gives an entry another id. `kind` is the name of its TOML table. Does nothing if no entry has the old id.
    ///
    /// Things of other kinds keep the id. Afterwards [`super::IdLookup::default_kinds`] is empty.
    pub fn rename(&mut self, kind: &str, old: &str, new: &str) {
        let rename = |id: &mut String| {
            if id == old {
                *id = new.to_owned();
            }
        };
        match kind {
            "side" => self.sides.iter_mut().for_each(|side| rename(&mut side.id)),
            "space" => self.spaces.iter_mut().for_each(|space| rename(&mut space.id)),
            "link" => self.links.iter_mut().for_each(|link| rename(&mut link.id)),
            "link-kind" => self.link_kinds.iter_mut().for_each(|kind| rename(&mut kind.id)),
            "mark" => self.marks.iter_mut().for_each(|mark| rename(&mut mark.id)),
            "piece" => self.rename_pieces(old, new),
            "class" => self
                .classes
                .iter_mut()
                .filter(|class| class.piece_type.is_none())
                .for_each(|class| rename(&mut class.id)),
            "track" => self.tracks.iter_mut().for_each(|track| rename(&mut track.id)),
            "fact" => self.facts.iter_mut().for_each(|fact| rename(&mut fact.id)),
            "period" => self.periods.iter_mut().for_each(rename),
            "die" => self.dice.iter_mut().for_each(|die| rename(&mut die.id)),
            "pile" => self.piles.iter_mut().for_each(|pile| rename(&mut pile.def)),
            "option" | "knob" => self.options.iter_mut().for_each(|option| rename(&mut option.id)),
            "card" => self.cards.iter_mut().for_each(|card| rename(&mut card.id)),
            "word" => self.labels.words.iter_mut().for_each(|word| rename(&mut word.id)),
            "text" => self.labels.texts.iter_mut().for_each(|text| rename(&mut text.id)),
            "why" => self.labels.reasons.iter_mut().for_each(|reason| rename(&mut reason.id)),
            "action" => {
                self.labels.actions.iter_mut().for_each(|action| rename(&mut action.id));
                // Each action has a step with the same name.
                self.labels.steps.iter_mut().for_each(rename);
            }
            _ => return,
        }
        self.rebuild_texts();
    }

    fn rename_pieces(&mut self, old: &str, new: &str) {
        let (face, holder) = (format!("{old}/"), format!("{old}-holder"));
        for class in &mut self.classes {
            let is_of_type = class.piece_type.is_some_and(|piece_type| self.piece_types[piece_type.index()].id == old);
            match class.id.strip_prefix(&face) {
                Some(face) if is_of_type => class.id = format!("{new}/{face}"),
                _ if is_of_type && class.id == old => class.id = new.to_owned(),
                _ if class.piece_type.is_none() && class.id == holder => class.id = format!("{new}-holder"),
                _ => {}
            }
        }
        self.piece_types.iter_mut().filter(|def| def.id == old).for_each(|def| def.id = new.to_owned());
    }

    /// Recomputes every text that contains ids, and the index of ids.
    pub(super) fn rebuild_texts(&mut self) {
        self.lookup.default_kinds.clear();
        let texts: Vec<String> = self.states.iter().map(|state| self.plain_state_text(state)).collect();
        self.states.iter_mut().zip(texts).for_each(|(state, text)| state.text = text);
        self.index_faces();
        self.name_classes_of_sides();
        for pile in &mut self.piles {
            pile.id = match pile.owner {
                Some(side) => format!("{} {}", self.sides[side.index()].id, pile.def),
                None => pile.def.clone(),
            };
        }
        self.index_ids(&mut Vec::new());
        self.keys = std::sync::OnceLock::new();
    }
}
