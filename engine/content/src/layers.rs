//! Layers packs over each other. Entries with the same id are patched key by key before anything is checked.
//!
//! The board files of one pack count as one file: `board.toml` first, then the files of `board/`, sorted by name.

mod completeness;
pub(crate) mod dependencies;
mod knob_kind;
pub(crate) mod patch;
mod scripts;

use crate::definitions::schemas::{SCENARIO, SCENARIO_META};
use crate::did_you_mean::did_you_mean;
use crate::file_schemas::{BOARD, CARDS, RULES, TEXTS};
use crate::ident::{self, Spelling};
use crate::located::{Located, Table, TomlValue};
use crate::pack::Pack;
use crate::parse::{MAX_ENTRIES, parse_with};
use crate::problems::Problems;
use crate::provenance::{Origin, Provenance};
use crate::source_file::SourceFile;
use crate::table_reader::{TableReader, wrong_type};
use crate::table_schema::TableSchema;
use dependencies::PackDependencies;
use patch::Overlay;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One entry, with the patches of all packs read so far.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) id: Located<String>,
    pub(crate) table: Table,
    /// Where the first pack declares the entry.
    pub(crate) place: Located<()>,
    /// The data source that `[meta]` of its file names for all entries of the file.
    pub(crate) source: Option<Located<String>>,
    /// All places that set the entry, in the order of the packs.
    origins: Vec<Origin>,
    /// Index of the last pack that sets the entry.
    layer: usize,
    is_removed: bool,
}

/// All entries of one kind, in the order in which they first appear.
#[derive(Debug, Default)]
pub(crate) struct Section {
    entries: Vec<Entry>,
    /// The index of each entry, by id.
    index_by_id: BTreeMap<String, usize>,
    /// Whether an entry beyond the limit was refused and reported. Further entries are then refused silently.
    is_overflow_reported: bool,
}

impl Section {
    /// Returns the entries that no pack removed.
    pub(crate) fn live(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.is_removed)
    }
}

/// The layered, unchecked content of all packs for one game.
pub(crate) struct Layers<'a> {
    problems: &'a Problems,
    /// Ids of the packs, in order.
    pub(crate) packs: Vec<String>,
    dependencies: PackDependencies,
    sections: BTreeMap<&'static str, Section>,
    /// `[meta]` of the board.
    pub(crate) meta: Option<(Table, Located<()>)>,
    /// `[card]` of the board: the declared fields of cards.
    pub(crate) card_declaration: Option<(Table, Located<()>)>,
    /// `[pieces]` of the board: the declared data of pieces.
    pub(crate) piece_declaration: Option<(Table, Located<()>)>,
    /// `[code]` of `rules.toml`.
    pub(crate) code: Option<(Table, Located<()>)>,
    /// The scripts, by module name.
    pub(crate) scripts: BTreeMap<String, Arc<SourceFile>>,
    script_origins: BTreeMap<String, Vec<Origin>>,
    /// Whether some file is not valid TOML.
    pub(crate) has_broken_file: bool,
    /// All files of the game.
    pub(crate) files: Vec<Arc<SourceFile>>,
}

/// Returns the schema of the entries of a kind, such as `space`. Every kind except `scenario` is listed in the schema
/// of a file. A scenario is a whole file.
pub(crate) fn schema_of(kind: &str) -> &'static TableSchema {
    let mut entry_schemas = [&BOARD, &CARDS, &RULES, &TEXTS].into_iter().flat_map(TableSchema::entries);
    entry_schemas.find(|(name, _)| *name == kind).map_or(&SCENARIO, |(_, schema)| schema)
}

/// What one file says about an entry.
struct EntryPart {
    id: Located<String>,
    table: Table,
    place: Located<()>,
    source: Option<Located<String>>,
}

impl<'a> Layers<'a> {
    /// Layers the files of the packs for one game.
    pub(crate) fn gather(packs: &[Pack], game: &str, problems: &'a Problems) -> Layers<'a> {
        let mut layers = Layers {
            problems,
            packs: packs.iter().map(|pack| pack.id.clone()).collect(),
            dependencies: PackDependencies::new(packs),
            sections: BTreeMap::new(),
            meta: None,
            card_declaration: None,
            piece_declaration: None,
            code: None,
            scripts: BTreeMap::new(),
            script_origins: BTreeMap::new(),
            has_broken_file: false,
            files: Vec::new(),
        };
        for (layer, pack) in packs.iter().enumerate() {
            for file in &pack.files {
                layers.add_file(pack, layer, file, game);
            }
            layers.check_declared_replacements(pack);
        }
        layers
    }
    /// Returns the entries of a kind that no pack removed.
    pub(crate) fn section(&self, kind: &str) -> impl Iterator<Item = &Entry> {
        self.sections.get(kind).into_iter().flat_map(Section::live)
    }
    /// Collects all TOML strings of all entries, at any depth.
    pub(crate) fn all_texts(&self) -> Vec<Located<String>> {
        let mut texts = Vec::new();
        let single_tables = [&self.meta, &self.card_declaration, &self.piece_declaration, &self.code]
            .into_iter()
            .flatten()
            .map(|(table, _)| table);
        let entries = self.sections.values().flat_map(Section::live).map(|entry| &entry.table);
        single_tables.chain(entries).flatten().for_each(|(_, value)| collect_texts(value, &mut texts));
        texts
    }
    /// Collects all entries, each with the places that set it.
    pub(crate) fn entries(&self) -> Vec<Provenance> {
        let mut entries = Vec::new();
        for (kind, section) in &self.sections {
            for entry in section.live() {
                entries.push(Provenance {
                    kind: kind.to_string(),
                    id: entry.id.value.clone(),
                    origins: entry.origins.clone(),
                });
            }
        }
        for (module, origins) in &self.script_origins {
            entries.push(Provenance { kind: "script".into(), id: module.clone(), origins: origins.clone() });
        }
        entries
    }

    /// Adds a file to the entries or scripts of the game; ignores a file that does not belong to the game.
    fn add_file(&mut self, pack: &Pack, layer: usize, file: &Arc<SourceFile>, game: &str) {
        let parts: Vec<&str> = file.path.split('/').collect();
        match parts.as_slice() {
            ["pack.toml"] => {}
            ["scripts", "lib", .., name] if name.ends_with(".luau") => self.add_script(pack, file),
            ["scripts", folder, .., name] if *folder == game && name.ends_with(".luau") => self.add_script(pack, file),
            ["scripts", folder, "text.toml"] if *folder == game => {
                self.read_toml(file, &TEXTS, |layers, table, place| layers.add_texts(layer, table, place, game))
            }
            _ if file.game_of_board() == Some(game) => {
                self.read_toml(file, &BOARD, |layers, table, place| layers.add_board(layer, table, place, game));
            }
            ["scenarios", folder, "rules.toml"] if *folder == game => {
                self.read_toml(file, &RULES, |layers, table, place| layers.add_rules(layer, table, place, game));
            }
            ["scenarios", folder, _] if *folder == game => {
                self.read_toml(file, &SCENARIO, |layers, table, place| layers.add_scenario(layer, table, place, game))
            }
            ["cards", folder, .., _] if *folder == game => {
                self.read_toml(file, &CARDS, |layers, table, place| layers.add_cards(layer, table, place, game))
            }
            _ => return,
        }
        self.files.push(file.clone());
    }
    /// Parses a TOML file and hands its table to `add`.
    fn read_toml(
        &mut self,
        file: &Arc<SourceFile>,
        schema: &TableSchema,
        add: impl FnOnce(&mut Self, Table, Located<()>),
    ) {
        match parse_with(file, schema, self.problems) {
            Some(table) => add(self, table, Located { value: (), file: file.clone(), span: 0..0 }),
            None => self.has_broken_file = true,
        }
    }

    /// Checks that `[meta]` of a file names the right game. Returns the data source that `[meta]` names for all entries
    /// of the file.
    fn read_meta(&self, top: &TableReader<'_>, game: &str) -> Option<Located<String>> {
        let (table, place) = top.table("meta")?;
        let schema = top.schema_of("meta")?;
        let keys = TableReader::new(schema, table, place, "`[meta]`", self.problems);
        let named_game = keys.text("game");
        if let Some(named_game) = named_game.filter(|named| named.value != game) {
            self.problems.push(
                named_game
                    .error(
                        "content::wrong-game",
                        format!("this file names the game `{}`, but its folder is `{game}`", named_game.value),
                    )
                    .label("wrong game")
                    .help(format!("write `game = \"{game}\"`, or move the file")),
            );
        }
        let source = keys.text("source");
        // Other code reads the other keys, after all packs are layered.
        schema.keys().for_each(|key| keys.read_elsewhere(key.name));
        keys.finish_part();
        source
    }
    fn add_board(&mut self, layer: usize, table: Table, place: Located<()>, game: &str) {
        let top = TableReader::new(&BOARD, &table, place, "the board", self.problems);
        let source = self.read_meta(&top, game);
        if let Some((meta, place)) = top.table("meta") {
            // The keys `game` and `source` concern this file only.
            let is_file_key = |key: &str| matches!(key, "game" | "source");
            let meta = meta.iter().filter(|(key, _)| !is_file_key(&key.value)).cloned().collect();
            set_or_patch(&mut self.meta, meta, place, &self.dependencies, "`[meta]`", self.problems);
        }
        if let Some((declaration, place)) = top.table("card") {
            set_or_patch(
                &mut self.card_declaration,
                declaration.clone(),
                place,
                &self.dependencies,
                "`[card]`",
                self.problems,
            );
        }
        if let Some((declaration, place)) = top.table("pieces") {
            set_or_patch(
                &mut self.piece_declaration,
                declaration.clone(),
                place,
                &self.dependencies,
                "`[pieces]`",
                self.problems,
            );
        }
        for (kind, _) in BOARD.entries() {
            self.add_list(&top, kind, layer, &source);
        }
        top.finish();
    }
    fn add_cards(&mut self, layer: usize, table: Table, place: Located<()>, game: &str) {
        let top = TableReader::new(&CARDS, &table, place, "a file of cards", self.problems);
        let source = self.read_meta(&top, game);
        self.add_list(&top, "card", layer, &source);
        top.finish();
    }
    fn add_rules(&mut self, layer: usize, table: Table, place: Located<()>, game: &str) {
        let top = TableReader::new(&RULES, &table, place, "the rules", self.problems);
        let source = self.read_meta(&top, game);
        if let Some((code, place)) = top.table("code") {
            set_or_patch(&mut self.code, code.clone(), place, &self.dependencies, "`[code]`", self.problems);
        }
        self.add_list(&top, "rule", layer, &source);
        top.finish();
    }
    fn add_texts(&mut self, layer: usize, table: Table, place: Located<()>, game: &str) {
        let top = TableReader::new(&TEXTS, &table, place, "the texts", self.problems);
        self.read_meta(&top, game);
        for (kind, _) in TEXTS.entries() {
            let Some((entries, _)) = top.table(kind) else { continue };
            for (key, value) in entries {
                match &value.value {
                    TomlValue::Table(table) => {
                        let part =
                            EntryPart { id: key.clone(), table: table.clone(), place: key.place(), source: None };
                        self.add_entry(kind, layer, part);
                    }
                    _ => self.problems.push(wrong_type(value, &format!("`{}`", key.value), "a table")),
                }
            }
        }
        top.finish();
    }
    fn add_scenario(&mut self, layer: usize, table: Table, place: Located<()>, game: &str) {
        let top = TableReader::new(&SCENARIO, &table, place, "a scenario", self.problems);
        // A list such as `[[space]]` belongs to a board. Its file is in the folder of the scenarios by mistake.
        let is_board_list = |key: &str, value: &TomlValue| {
            BOARD.entries().any(|(kind, _)| kind == key) && matches!(value, TomlValue::List(_))
        };
        if let Some((key, _)) = table.iter().find(|(key, value)| is_board_list(&key.value, &value.value)) {
            let message = format!("a scenario has no `{}`; this looks like part of a board", key.value);
            let problem = key.error("content::stray-board", message).label("part of a board");
            return self.problems.push(problem.help(format!("move the file to `scenarios/{game}/board/`")));
        }
        let source = self.read_meta(&top, game);
        top.read_elsewhere("options");
        let found = top.table("meta").and_then(|(meta, place)| {
            let keys = TableReader::new(&SCENARIO_META, meta, place.clone(), "the scenario", self.problems);
            let id = keys.text("id")?;
            Some((
                id,
                place,
                meta.iter().filter(|(k, _)| matches!(k.value.as_str(), "remove" | "patch")).cloned().collect::<Table>(),
            ))
        });
        top.finish();
        let Some((id, place, patch_keys)) = found else { return };
        let mut table = table;
        table.extend(patch_keys);
        self.add_entry("scenario", layer, EntryPart { id, table, place, source });
    }
    /// Adds the entries of a list, such as `[[space]]`.
    fn add_list(&mut self, top: &TableReader<'_>, kind: &'static str, layer: usize, source: &Option<Located<String>>) {
        for item in top.list(kind).unwrap_or_default() {
            let TomlValue::Table(table) = &item.value else {
                self.problems.push(wrong_type(item, &format!("each of `{kind}`"), "a table"));
                continue;
            };
            let keys = TableReader::new(schema_of(kind), table, item.place(), format!("a {kind}"), self.problems);
            let id = match kind {
                "rule" => keys.need_text("number"),
                "seating" => keys.need_number("players").map(|players| players.with(players.value.to_string())),
                "link" => id_of_link(&keys),
                _ => keys.need_text("id"),
            };
            if let Some(id) = id {
                let part = EntryPart { id, table: table.clone(), place: item.place(), source: source.clone() };
                self.add_entry(kind, layer, part);
            }
        }
    }

    /// Adds an entry of one file: a new entry, a patch of an entry of an earlier pack, or its removal.
    fn add_entry(&mut self, kind: &'static str, layer: usize, part: EntryPart) {
        let problems = self.problems;
        let is_set =
            |table: &Table, key: &str| table.iter().any(|(k, v)| k.value == key && v.value == TomlValue::Boolean(true));
        let EntryPart { id, mut table, place, source } = part;
        let (wants_removal, is_patch) = (is_set(&table, "remove"), is_set(&table, "patch"));
        table.retain(|(k, _)| k.value != "patch");
        let origin = Origin {
            pack: place.file.pack.clone(),
            file: place.file.clone(),
            line: place.line(),
            keys: table.iter().map(|(k, _)| k.value.clone()).collect(),
        };
        let (missing, is_mostly_complete) = {
            let sides: Vec<&str> = self.section("side").map(|side| side.id.value.as_str()).collect();
            let declaration = self.card_declaration.as_ref().map(|(declaration, _)| declaration);
            (
                completeness::missing_keys(kind, &table, declaration, &sides),
                completeness::is_mostly_complete(kind, &table, declaration, &sides),
            )
        };
        let looks_new = !is_patch && !wants_removal && missing.as_ref().is_some_and(Vec::is_empty);
        let section = self.sections.entry(kind).or_default();
        if let Some(old) = section.index_by_id.get(&id.value).map(|index| &mut section.entries[*index])
            && !old.is_removed
        {
            let old_place =
                old.origins.last().map(|o| format!("{}:{}", o.file.display_path(), o.line)).unwrap_or_default();
            if old.layer == layer {
                problems.push(
                    id.error("content::duplicate-id", format!("a second {kind} `{}`", id.value))
                        .label("this id is taken")
                        .help(match kind {
                            "link" => format!("the first is at {old_place}; give one of them an `id` of its own"),
                            _ => {
                                format!("the first is at {old_place}; one pack must declare an entry in one place")
                            }
                        }),
                );
                return;
            }
            if looks_new {
                let message = format!("this looks like a new {kind}, but a {kind} `{}` already exists", id.value);
                problems.push(id.error("content::id-taken", message).label("this id is taken").help(format!(
                    "it is at {old_place}; give this one another id, or write `patch = true` to change the other"
                )));
                return;
            }
            old.layer = layer;
            old.is_removed = wants_removal;
            if kind == "knob" {
                knob_kind::reject_other_type(&old.table, &mut table, &id.value, &old.place, problems);
            }
            let entry_name = format!("the {kind} `{}`", id.value);
            let declaring_pack = old.origins.first().map(|o| o.pack.clone()).unwrap_or_default();
            old.origins.push(origin);
            // Two packs may choose the same id for a text by accident, unless the later one says `patch = true`.
            let may_collide = TEXTS.entries().any(|(text_kind, _)| text_kind == kind) && !is_patch;
            Overlay { problems, dependencies: &self.dependencies, entry_name, declaring_pack, may_collide }
                .patch(&mut old.table, table);
            return;
        }
        if wants_removal || is_patch {
            let known_ids = section.live().map(|entry| entry.id.value.as_str());
            let verb = if wants_removal { "remove" } else { "patch" };
            problems.push(
                id.error(&format!("content::unknown-{kind}"), format!("there is no {kind} `{}` to {verb}", id.value))
                    .label("no earlier pack has it")
                    .suggest(&id.value, known_ids),
            );
            return;
        }
        // An incomplete entry whose id is similar to an existing id is probably a patch with a typo in its id.
        let missing = missing.filter(|_| layer > 0 && !is_mostly_complete).unwrap_or_default();
        let similar_id =
            || did_you_mean(&id.value, section.live().map(|e| e.id.value.as_str()).take(problems.max_candidates()));
        if let Some(similar_id) = (!missing.is_empty()).then(similar_id).flatten() {
            let missing: Vec<String> = missing.iter().map(|key| format!("`{key}`")).collect();
            problems.push(
                id.error(&format!("content::unknown-{kind}"), format!("there is no {kind} `{}` to change", id.value))
                    .label("no earlier pack has it")
                    .help(format!("did you mean `{similar_id}`? A new {kind} also needs {}", missing.join(", "))),
            );
            return;
        }
        if section.entries.len() >= MAX_ENTRIES {
            if !section.is_overflow_reported {
                problems.push(
                    id.error("content::too-many", format!("more than {MAX_ENTRIES} of `{kind}`"))
                        .label("this exceeds the limit"),
                );
            }
            section.is_overflow_reported = true;
            return;
        }
        match kind {
            "rule" | "seating" => {}
            // A link without an `id` gets an id made from two ids of spaces, which have their own checks.
            "link" if !table.iter().any(|(k, _)| k.value == "id") => {}
            "card" => drop(ident::check(&id, kind, Spelling::CardId, problems)),
            _ => drop(ident::check(&id, kind, Spelling::Kebab, problems)),
        }
        section.index_by_id.insert(id.value.clone(), section.entries.len());
        section.entries.push(Entry { id, table, place, source, origins: vec![origin], layer, is_removed: false });
    }
}

/// Adds all strings in a TOML value to `texts`.
fn collect_texts(value: &Located<TomlValue>, texts: &mut Vec<Located<String>>) {
    match &value.value {
        TomlValue::Text(text) => texts.push(value.with(text.clone())),
        TomlValue::List(list) => list.iter().for_each(|item| collect_texts(item, texts)),
        TomlValue::Table(table) => table.iter().for_each(|(_, item)| collect_texts(item, texts)),
        TomlValue::Number(_) | TomlValue::Fraction(_) | TomlValue::Boolean(_) | TomlValue::Other(_) => {}
    }
}

/// Returns the id that a link declares, or else the id made from the spaces at its two ends.
fn id_of_link(keys: &TableReader<'_>) -> Option<Located<String>> {
    if keys.get("id").is_some() {
        return keys.text("id");
    }
    let (a, b) = (keys.need_text("a"), keys.need_text("b"));
    let (a, b) = (a?, b?);
    Some(a.with(ident::link_id(&a.value, &b.value)))
}

/// Patches the TOML table that earlier packs set. If no earlier pack set it, sets it to `new`.
fn set_or_patch(
    old: &mut Option<(Table, Located<()>)>,
    new: Table,
    place: Located<()>,
    dependencies: &PackDependencies,
    table_name: &str,
    problems: &Problems,
) {
    match old {
        Some((table, first_place)) => {
            let declaring_pack = first_place.file.pack.clone();
            let entry_name = table_name.into();
            Overlay { problems, dependencies, entry_name, declaring_pack, may_collide: false }.patch(table, new);
        }
        None => *old = Some((new, place)),
    }
}
