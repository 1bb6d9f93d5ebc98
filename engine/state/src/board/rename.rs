//! Renaming ids on a board. A position written on the renamed board can be read on a board with the new ids.

use super::{Board, Rename};
use crate::val::Kind;
use std::cell::Cell;
use std::collections::BTreeSet;

impl Board {
    /// Gives an entry another id. `kind` is the name of its TOML table. Returns false, and does nothing, if no entry has
    /// the old id.
    ///
    /// Things of other kinds keep the id. Afterwards [`super::IdLookup::default_kinds`] is empty.
    pub fn rename(&mut self, kind: &str, old: &str, new: &str) -> bool {
        let is_found = Cell::new(false);
        let rename = |id: &mut String| {
            if id == old {
                *id = new.to_owned();
                is_found.set(true);
            }
        };
        match kind {
            "side" => self.sides.iter_mut().for_each(|side| rename(&mut side.id)),
            "space" => self.spaces.iter_mut().for_each(|space| rename(&mut space.id)),
            "link" => self.links.iter_mut().for_each(|link| rename(&mut link.id)),
            "link-kind" => self.link_kinds.iter_mut().for_each(|kind| rename(&mut kind.id)),
            "mark" => self.marks.iter_mut().for_each(|mark| rename(&mut mark.id)),
            "piece" => is_found.set(self.rename_pieces(old, new)),
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
            _ => return false,
        }
        if is_found.get() {
            self.rebuild_texts();
        }
        is_found.get()
    }

    /// The current id of the thing with this id. `kind` is the name of its TOML table. Returns the id itself unless it is
    /// a former id.
    pub fn current_id<'a>(&'a self, kind: &str, id: &'a str) -> &'a str {
        let rename = self.renames.iter().find(|rename| rename.kind == kind && rename.old == id);
        rename.map_or(id, |rename| &rename.new)
    }

    /// The current id of the option with this id. Knobs may be options too.
    pub fn current_option_id<'a>(&'a self, id: &'a str) -> &'a str {
        self.current_id("knob", self.current_id("option", id))
    }

    /// A word of a row with current ids in place of the former ids in it. `None` if it has none. The kinds of the ids are
    /// not known here, so call this only for a word that names nothing now.
    pub fn word_with_current_ids(&self, word: &str) -> Option<String> {
        let current = |part: &str| {
            let id = part.trim_end_matches(|c| !is_part_of_id(c));
            let rename = self.renames.iter().find(|rename| rename.old == id && !id.is_empty());
            rename.map_or(part.to_owned(), |rename| format!("{}{}", rename.new, &part[id.len()..]))
        };
        let text: String = word.split_inclusive(|c| !is_part_of_id(c)).map(current).collect();
        (text != word).then_some(text)
    }

    /// The board after renames of the form (kind, old id, new id). The things keep their handles, and each id keeps its
    /// default kind.
    pub fn renamed<'a>(&self, renames: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>) -> Board {
        let mut board = self.clone();
        let mut default_kinds = self.lookup.default_kinds.clone();
        for (kind, old, new) in renames {
            if board.rename(kind, old, new)
                && let Some(default) = default_kinds.get(old).copied().filter(|default| is_table_of(kind, *default))
            {
                default_kinds.remove(old);
                default_kinds.insert(new.to_owned(), default);
            }
        }
        board.lookup.default_kinds = default_kinds;
        board.index_ids(&mut Vec::new());
        board
    }

    /// The board with the ids that its things had earlier, to read a text from that time. `renames` is a selection of
    /// [`Board::renames`].
    pub fn with_former_ids<'a>(&self, renames: impl IntoIterator<Item = &'a Rename>) -> Board {
        self.renamed(renames.into_iter().map(|Rename { kind, old, new }| (kind.as_str(), new.as_str(), old.as_str())))
    }

    /// The board on which a text with former ids can be read: its things have the former ids that the text mentions.
    /// `None` if the text mentions none.
    pub fn for_text_with_former_ids(&self, text: &str) -> Option<Board> {
        let words: BTreeSet<&str> = text.split(|c| !is_part_of_id(c)).collect();
        let mentioned: Vec<&Rename> =
            self.renames.iter().filter(|rename| words.contains(rename.old.as_str())).collect();
        (!mentioned.is_empty()).then(|| self.with_former_ids(mentioned))
    }

    fn rename_pieces(&mut self, old: &str, new: &str) -> bool {
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
        let mut is_found = false;
        for piece_type in self.piece_types.iter_mut().filter(|piece_type| piece_type.id == old) {
            (piece_type.id, is_found) = (new.to_owned(), true);
        }
        is_found
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

/// Whether things of this kind are declared in the TOML table of this name.
fn is_table_of(table: &str, kind: Kind) -> bool {
    kind.word() == table || (table, kind) == ("piece", Kind::Class)
}

fn is_part_of_id(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}
