//! The board under construction, and how entries are opened, checked and found.

use crate::citations::RuleSection;
use crate::diagnostic::Diagnostic;
use crate::display_names::DisplayNames;
use crate::field::{Field, unknown_id};
use crate::ident::{self, IdScope, Spelling};
use crate::knob::Knob;
use crate::layers::tables::{Entry, LayeredTables};
use crate::located::{Located, TomlValue};
use crate::parse::MAX_ENTRIES;
use crate::problems::Problems;
use crate::provenance::DataSource;
use crate::table_reader::TableReader;
use crate::table_schema::TableSchema;
use cardwright_state::board::{Label, Rename, SpaceKinds, SubjectKind};
use cardwright_state::ids::*;
use cardwright_state::{Board, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// The allowed values of `source`, except `public:<name>`.
const SOURCES: [&str; 3] = ["rulebook", "reconstructed", "own"];

/// A declared class with its members: piece types, or single faces of piece types (by index).
pub(super) struct ResolvedClass {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) members: Vec<(PieceTypeId, Option<u8>)>,
}

impl ResolvedClass {
    /// Returns the id, the name and the types of the members, for [`cardwright_state::Board::finish`].
    pub(super) fn types(&self) -> (String, String, Vec<PieceTypeId>) {
        (self.id.clone(), self.name.clone(), self.members.iter().map(|(piece_type, _)| *piece_type).collect())
    }
}

/// The board under construction.
pub(crate) struct Builder<'a> {
    pub(crate) tables: &'a LayeredTables<'a>,
    pub(crate) problems: &'a Problems,
    pub(crate) board: Board,
    /// The words declared so far.
    pub(super) words: BTreeSet<String>,
    /// The ids that scripts use as global constants, by kind.
    pub(super) global_ids: BTreeMap<Kind, IdScope>,
    /// The index of each entry, by kind and id.
    pub(super) indices: BTreeMap<&'static str, BTreeMap<String, usize>>,
    /// The fields of each kind of spaces.
    pub(super) kind_fields: Vec<Vec<Field>>,
    /// The fields of each kind of links.
    pub(super) link_fields: Vec<Vec<Field>>,
    /// The declared data of pieces; `None` if the game declares none.
    pub(super) piece_fields: Option<Vec<Field>>,
    /// The declared classes, with their members.
    pub(super) resolved_classes: Vec<ResolvedClass>,
    pub(super) data_sources: Vec<DataSource>,
    pub(super) knobs: Vec<Knob>,
    pub(super) rule_code: String,
    pub(super) rules: Vec<RuleSection>,
    pub(super) display_names: DisplayNames,
}

impl<'a> Builder<'a> {
    pub(super) fn new(tables: &'a LayeredTables<'a>, game: &str) -> Self {
        let mut board = Board::default();
        board.game = game.to_string();
        Builder {
            tables,
            problems: tables.problems,
            board,
            words: BTreeSet::new(),
            global_ids: BTreeMap::new(),
            indices: BTreeMap::new(),
            kind_fields: Vec::new(),
            link_fields: Vec::new(),
            piece_fields: None,
            resolved_classes: Vec::new(),
            data_sources: Vec::new(),
            knobs: Vec::new(),
            rule_code: String::new(),
            rules: Vec::new(),
            display_names: DisplayNames::default(),
        }
    }
    /// Numbers the entries of a kind. Returns each entry with a reader for its keys.
    pub(crate) fn open_entries(
        &mut self,
        kind: &'static str,
        schema: &'static TableSchema,
    ) -> Vec<(&'a Entry, TableReader<'a>)> {
        let problems = self.problems;
        let entries: Vec<&Entry> = self.tables.section(kind).collect();
        let indices = entries.iter().enumerate().map(|(index, entry)| (entry.id.value.clone(), index)).collect();
        self.indices.insert(kind, indices);
        entries.into_iter().map(|entry| (entry, entry.reader(kind, schema, problems))).collect()
    }
    /// Reads the keys that every entry may have, and reports unknown keys. `read_elsewhere` allows a key that other
    /// code reads.
    pub(crate) fn close_entry(&mut self, kind: &str, entry: &Entry, keys: TableReader<'_>) {
        match kind {
            "rule" => keys.read_elsewhere("number"),
            "seating" => keys.read_elsewhere("players"),
            "action" | "word" | "text" | "why" => {}
            _ => keys.read_elsewhere("id"),
        }
        keys.read_elsewhere("remove");
        keys.read_elsewhere("patch");
        if kind != "why" {
            self.check_rule_key(&keys);
        }
        self.read_data_source(&format!("{kind} {}", entry.id.value), &keys, entry.source.as_ref());
        for old in keys.texts("was") {
            self.add_rename(kind, old, &entry.id.value);
        }
        keys.finish();
    }
    /// Records an earlier id of an entry. Reports the id if it is invalid or still in use.
    pub(super) fn add_rename(&mut self, kind: &str, old: Located<String>, new: &str) {
        let spelling = if kind == "card" { Spelling::CardId } else { Spelling::Kebab };
        if !matches!(kind, "rule" | "link") {
            ident::check(&old, kind, spelling, self.problems);
        }
        let report_taken = |message: String, label: String| {
            self.problems.push(old.error("content::duplicate-id", message).label(label));
        };
        if self.indices.get(kind).is_some_and(|ids| ids.contains_key(&old.value)) {
            report_taken(
                format!("`{}` was renamed but still exists", old.value),
                format!("a {kind} of this id exists"),
            );
        }
        let is_conflict = |rename: &&Rename| rename.kind == kind && rename.old == old.value && rename.new != new;
        if let Some(other) = self.board.renames.iter().find(is_conflict) {
            let message = format!("`{}` was renamed to both `{}` and `{new}`", old.value, other.new);
            report_taken(message, format!("only one {kind} can have had this id"));
        }
        self.board.renames.push(Rename { kind: kind.to_string(), old: old.value, new: new.to_string() });
    }
    /// Reads the data source of an entry. Without the key `source`, uses the source that its file names.
    pub(crate) fn read_data_source(
        &mut self,
        entry: &str,
        keys: &TableReader<'_>,
        file_source: Option<&Located<String>>,
    ) {
        let own_source = keys.text("source");
        let note = keys.text("source_note").map(|n| n.value);
        let rule = keys.text("rule").map(|r| r.value);
        let Some(source) = own_source.as_ref().or(file_source) else { return };
        let found = DataSource { entry: entry.to_string(), source: source.value.clone(), note, rule };
        self.add_data_source(found, source);
    }
    /// Records the data source of an entry, and reports an invalid source.
    pub(super) fn add_data_source(&mut self, found: DataSource, source: &Located<String>) {
        let is_public = source.value.strip_prefix("public:").is_some_and(|name| !name.trim().is_empty());
        if !is_public && !SOURCES.contains(&source.value.as_str()) {
            self.problems.push(
                source
                    .error("content::bad-source", format!("`{}` is not a valid source", source.value))
                    .label("must be `rulebook`, `reconstructed`, `own` or `public:<name>`")
                    .suggest(&source.value, SOURCES),
            );
        }
        self.data_sources.push(found);
    }
    /// Returns the index of an entry; `None` if the entry does not exist. Unlike [`Self::find`], reports nothing.
    pub(super) fn index_of(&self, kind: &'static str, id: &Located<String>) -> Option<usize> {
        self.indices.get(kind)?.get(&id.value).copied()
    }
    /// Returns the index of an entry, and reports an unknown id.
    pub(crate) fn find(&self, kind: &'static str, id: &Located<String>) -> Option<usize> {
        let indices = self.indices.get(kind);
        let found = indices.and_then(|indices| indices.get(&id.value)).copied();
        if found.is_none() {
            let names = indices.into_iter().flatten().map(|(name, _)| name.as_str());
            self.problems.push(unknown_id(id, kind, names.take(self.problems.max_candidates())));
        }
        found
    }
    /// Adds an id that scripts use as a global constant, and reports a collision. `kind_name` is the kind in messages.
    pub(super) fn add_global(&mut self, kind: Kind, id: &Located<String>, kind_name: &str) {
        self.global_ids.entry(kind).or_insert_with(IdScope::globals).add(id, kind_name, self.problems);
    }
    /// Finds an id of any kind. Returns the kind of thing that has it, and the id as declared.
    pub(super) fn owner_of(&self, id: &str) -> Option<&(String, Located<String>)> {
        self.global_ids.values().find_map(|scope| scope.get(id))
    }
    /// Declares a word whose label is its id, unless the word is already declared.
    pub(crate) fn add_word(&mut self, id: &str) {
        self.add_labelled_word(Label { id: id.into(), label: id.into(), ..Label::default() });
    }
    /// Declares a word with a label, unless the word is already declared.
    pub(crate) fn add_labelled_word(&mut self, word: Label) {
        if !self.words.insert(word.id.clone()) {
            return;
        }
        if self.words.len() == MAX_ENTRIES + 1 {
            let message = format!("more than {} words", MAX_ENTRIES);
            self.problems.push(Diagnostic::error("content::too-many", message));
        }
        if self.words.len() <= MAX_ENTRIES {
            self.board.labels.words.push(word);
        }
    }
    /// Reads the key `on` of a track or fact. The key says which things have a value: the game, each side, each space
    /// of a kind and so on.
    pub(super) fn read_on(&self, keys: &TableReader<'_>) -> SubjectKind {
        if matches!(keys.get("on"), Some(Located { value: TomlValue::List(_), .. })) {
            return self.read_on_kinds(keys);
        }
        let Some(on) = keys.need_text("on") else { return SubjectKind::Game };
        match on.value.as_str() {
            "game" => SubjectKind::Game,
            "side" => SubjectKind::Side,
            "link" => SubjectKind::Links(None),
            "card" => SubjectKind::Card,
            other => {
                let board = &self.board;
                if let Some(kind) = board.space_kinds.iter().position(|k| k.id == other) {
                    return SubjectKind::spaces(SpaceKindId::new(kind));
                }
                if let Some(kind) = board.link_kinds.iter().position(|k| k.id == other) {
                    return SubjectKind::Links(Some(LinkKindId::new(kind)));
                }
                let mut names = vec!["game", "side", "link", "card"];
                names.extend(board.space_kinds.iter().map(|k| k.id.as_str()));
                names.extend(board.link_kinds.iter().map(|k| k.id.as_str()));
                self.problems.push(
                    unknown_id(&on, "kind", names)
                        .label("must be `game`, `side`, `link`, `card`, or a kind of spaces or links"),
                );
                SubjectKind::Game
            }
        }
    }
    /// Reads `on = ["city", "province"]`: spaces of several kinds.
    fn read_on_kinds(&self, keys: &TableReader<'_>) -> SubjectKind {
        let found: Vec<SpaceKindId> =
            keys.texts("on").iter().filter_map(|kind| self.find("kind", kind)).map(SpaceKindId::new).collect();
        match found.split_first() {
            Some((first, others)) => {
                SubjectKind::Spaces(others.iter().fold(SpaceKinds::one(*first), |kinds, kind| kinds.with(*kind)))
            }
            None => SubjectKind::Game,
        }
    }
    /// Reads the key `until`: the period at whose end a fact or mark is reset.
    pub(super) fn read_until(&self, keys: &TableReader<'_>) -> Option<PeriodId> {
        keys.text("until").and_then(|period| self.find("period", &period)).map(PeriodId::new)
    }
}
