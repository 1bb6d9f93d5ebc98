//! A board whose things are called otherwise: a position written on it is read where they have their new ids.

use super::Board;

impl Board {
    /// Gives an entry of this kind, as tables of content name kinds, another id; nothing if none has the old one.
    /// What a thing of another kind is called stays. No id is an elder's from here on.
    pub fn rename(&mut self, kind: &str, old: &str, new: &str) {
        let give = |id: &mut String| {
            if id == old {
                *id = new.to_owned();
            }
        };
        match kind {
            "side" => self.sides.iter_mut().for_each(|side| give(&mut side.id)),
            "space" => self.spaces.iter_mut().for_each(|space| give(&mut space.id)),
            "link" => self.links.iter_mut().for_each(|link| give(&mut link.id)),
            "link-kind" => self.link_kinds.iter_mut().for_each(|kind| give(&mut kind.id)),
            "mark" => self.marks.iter_mut().for_each(|mark| give(&mut mark.id)),
            "piece" => self.rename_pieces(old, new),
            "class" => self.classes.iter_mut().filter(|class| class.of.is_none()).for_each(|class| give(&mut class.id)),
            "track" => self.tracks.iter_mut().for_each(|track| give(&mut track.id)),
            "fact" => self.facts.iter_mut().for_each(|fact| give(&mut fact.id)),
            "period" => self.periods.iter_mut().for_each(give),
            "die" => self.dice.iter_mut().for_each(|die| give(&mut die.id)),
            "pile" => self.piles.iter_mut().for_each(|pile| give(&mut pile.def)),
            "option" | "knob" => self.options.iter_mut().for_each(|option| give(&mut option.id)),
            "card" => self.cards.iter_mut().for_each(|card| give(&mut card.id)),
            "word" => self.words.iter_mut().for_each(|word| give(&mut word.id)),
            "text" => self.texts.iter_mut().for_each(|text| give(&mut text.id)),
            "why" => self.reasons.iter_mut().for_each(|reason| give(&mut reason.id)),
            "action" => {
                self.actions.iter_mut().for_each(|action| give(&mut action.id));
                // What an action does is a step of its name.
                self.steps.iter_mut().for_each(give);
            }
            _ => return,
        }
        self.spell();
    }

    fn rename_pieces(&mut self, old: &str, new: &str) {
        let (face, holder) = (format!("{old}/"), format!("{old}-holder"));
        for class in &mut self.classes {
            let is_of_type = class.of.is_some_and(|of| self.types[of.at()].id == old);
            match class.id.strip_prefix(&face) {
                Some(face) if is_of_type => class.id = format!("{new}/{face}"),
                _ if is_of_type && class.id == old => class.id = new.to_owned(),
                _ if class.of.is_none() && class.id == holder => class.id = format!("{new}-holder"),
                _ => {}
            }
        }
        self.types.iter_mut().filter(|of| of.id == old).for_each(|of| of.id = new.to_owned());
    }

    /// Writes anew what is made of ids, and looks all of them up anew.
    fn spell(&mut self) {
        self.elders.clear();
        let texts: Vec<String> = self.states.iter().map(|state| self.state_text(state)).collect();
        self.states.iter_mut().zip(texts).for_each(|(state, text)| state.text = text);
        self.index_faces();
        self.name_classes_of_sides();
        for pile in &mut self.piles {
            pile.id = match pile.owner {
                Some(side) => format!("{} {}", self.sides[side.at()].id, pile.def),
                None => pile.def.clone(),
            };
        }
        self.index_ids(&mut Vec::new());
        self.keys = std::sync::OnceLock::new();
    }
}
