//! Layers packs over each other. Entries with the same id are patched key by key before anything is checked.
//!
//! The board files of one pack count as one file: `board.toml` first, then the files of `board/`, sorted by name.

mod completeness;
pub(crate) mod dependencies;
mod knob_kind;
pub(crate) mod patch;
mod scripts;
pub(crate) mod tables;

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
use crate::table_reader::TableReader;
use crate::table_schema::TableSchema;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tables::{Entry, EntryPart, LayeredTables};

/// The layered, unchecked content of all packs for one game.
pub(crate) struct Layers<'a> {
    problems: &'a Problems,
    /// The tables of board, cards, rules, texts and scenarios. Those that occur once are `meta`, `card` and `pieces` of
    /// the board and `code` of the rules.
    pub(crate) tables: LayeredTables<'a>,
    /// The kinds of which an entry beyond the limit was refused and reported. More of them are refused silently.
    overflowing_kinds: BTreeSet<&'static str>,
    /// The scripts, by module name.
    pub(crate) scripts: BTreeMap<String, Arc<SourceFile>>,
    script_origins: BTreeMap<String, Vec<Origin>>,
    /// Whether some file is not valid TOML.
    pub(crate) has_broken_file: bool,
    /// All files of the game.
    pub(crate) files: Vec<Arc<SourceFile>>,
}

impl<'a> Layers<'a> {
    /// Layers the files of the packs for one game.
    pub(crate) fn gather(packs: &[Pack], game: &str, problems: &'a Problems) -> Layers<'a> {
        let mut layers = Layers {
            problems,
            tables: LayeredTables::new(packs, problems),
            overflowing_kinds: BTreeSet::new(),
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
    /// Collects all entries, each with the places that set it.
    pub(crate) fn entries(&self) -> Vec<Provenance> {
        let mut entries = Vec::new();
        for kind in self.tables.kinds() {
            entries.extend(self.tables.section(kind).map(|entry| Provenance {
                kind: kind.to_string(),
                id: entry.id.value.clone(),
                origins: entry.origins.clone(),
            }));
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
            self.tables.add_single_table("meta", meta, place);
        }
        for name in ["card", "pieces"] {
            if let Some((declaration, place)) = top.table(name) {
                self.tables.add_single_table(name, declaration.clone(), place);
            }
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
            self.tables.add_single_table("code", code.clone(), place);
        }
        self.add_list(&top, "rule", layer, &source);
        top.finish();
    }
    fn add_texts(&mut self, layer: usize, table: Table, place: Located<()>, game: &str) {
        let top = TableReader::new(&TEXTS, &table, place, "the texts", self.problems);
        self.read_meta(&top, game);
        for (kind, _) in TEXTS.entries() {
            for part in self.tables.named_items(&top, kind) {
                self.add_entry(kind, layer, part);
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
        let Some(schema) = top.schema_of(kind) else { return };
        for (table, place) in self.tables.items(top, kind) {
            let keys = TableReader::new(schema, table, place.clone(), format!("a {kind}"), self.problems);
            let id = match kind {
                "rule" => keys.need_text("number"),
                "seating" => keys.need_number("players").map(|players| players.with(players.value.to_string())),
                "link" => id_of_link(&keys),
                _ => keys.need_text("id"),
            };
            if let Some(id) = id {
                let part = EntryPart { id, table: table.clone(), place, source: source.clone() };
                self.add_entry(kind, layer, part);
            }
        }
    }

    /// Adds an entry of one file: a new entry, a patch of an entry of an earlier pack, or its removal.
    fn add_entry(&mut self, kind: &'static str, layer: usize, mut part: EntryPart) {
        let (wants_removal, is_patch) = (part.is_set("remove"), part.is_set("patch"));
        part.table.retain(|(k, _)| k.value != "patch");
        let sides: Vec<&str> = self.tables.section("side").map(|side| side.id.value.as_str()).collect();
        let declaration = self.tables.single_table("card").map(|(declaration, _)| declaration);
        let missing = completeness::missing_keys(kind, &part.table, declaration, &sides);
        if let Some(old) = self.tables.find(kind, &part.id.value) {
            let looks_new = !is_patch && !wants_removal && missing.as_ref().is_some_and(Vec::is_empty);
            if looks_new && old.layer != layer {
                return report_taken_id(kind, &part.id, old, self.problems);
            }
            // A card with all keys but one is probably a new card that lacks the key, not a patch.
            if let Some([lacking]) = missing.as_deref()
                && !(is_patch || wants_removal || old.layer == layer || sides.contains(&lacking.as_str()))
                && completeness::is_mostly_complete(kind, &part.table, declaration, &sides)
            {
                report_almost_new(kind, &part.id, old, lacking, self.problems);
            }
            if kind == "knob" {
                knob_kind::reject_other_type(old, &mut part.table, self.problems);
            }
            // Two packs may choose the same id for a text by accident, unless the later one says `patch = true`.
            let may_collide = TEXTS.entries().any(|(text_kind, _)| text_kind == kind) && !is_patch;
            return self.tables.change(kind, layer, part, may_collide);
        }
        let unknown = format!("content::unknown-{kind}");
        if wants_removal || is_patch {
            let verb = if wants_removal { "remove" } else { "patch" };
            return self.tables.report_nothing_to(verb, kind, &part.id, &unknown);
        }
        // An incomplete entry whose id is similar to an id of an earlier pack is probably a patch with a typo in its id.
        // The id that the engine makes from the ends of a link has no typo, because the ends have their own checks.
        let may_be_patch = !has_id_of_its_ends(kind, &part)
            && !completeness::is_mostly_complete(kind, &part.table, declaration, &sides);
        let missing = missing.filter(|_| may_be_patch).unwrap_or_default();
        let earlier_entries = self.tables.section(kind).filter(|entry| entry.place.file.pack != part.place.file.pack);
        let known_ids = earlier_entries.map(|entry| entry.id.value.as_str()).take(self.problems.max_candidates());
        let similar_id = (!missing.is_empty()).then(|| did_you_mean(&part.id.value, known_ids)).flatten();
        if let Some(similar_id) = similar_id {
            let missing: Vec<String> = missing.iter().map(|key| format!("`{key}`")).collect();
            let problem = part.id.error(&unknown, format!("there is no {kind} `{}` to change", part.id.value));
            let help = format!("did you mean `{similar_id}`? A new {kind} also needs {}", missing.join(", "));
            return self.problems.push(problem.label("no earlier pack has it").help(help));
        }
        self.add_new_entry(kind, layer, part);
    }
    /// Adds a new entry, after a check of its id.
    fn add_new_entry(&mut self, kind: &'static str, layer: usize, part: EntryPart) {
        if self.tables.count(kind) >= MAX_ENTRIES {
            if self.overflowing_kinds.insert(kind) {
                let problem = part.id.error("content::too-many", format!("more than {MAX_ENTRIES} of `{kind}`"));
                self.problems.push(problem.label("this exceeds the limit"));
            }
            return;
        }
        match kind {
            "rule" | "seating" => {}
            "link" if has_id_of_its_ends(kind, &part) => {}
            "card" => drop(ident::check(&part.id, kind, Spelling::CardId, self.problems)),
            _ => drop(ident::check(&part.id, kind, Spelling::Kebab, self.problems)),
        }
        self.tables.add_new(kind, layer, part);
    }
}

/// Reports that what looks like a new entry has the id of an entry of an earlier pack.
fn report_taken_id(kind: &str, id: &Located<String>, old: &Entry, problems: &Problems) {
    let message = format!("this looks like a new {kind}, but a {kind} `{}` already exists", id.value);
    problems.push(id.error("content::id-taken", message).label("this id is taken").help(format!(
        "it is at {}; give this one another id, or write `patch = true` to change the other",
        old.last_location()
    )));
}

/// Warns of a patch that sets all keys of a new entry except one.
fn report_almost_new(kind: &str, id: &Located<String>, old: &Entry, lacking: &str, problems: &Problems) {
    let message = format!("this changes the {kind} `{}`, but looks like a new {kind} that lacks `{lacking}`", id.value);
    problems.push(id.warning("content::id-taken", message).label("this id is taken").help(format!(
        "it is at {}; give a new {kind} another id and `{lacking}`, or write `patch = true` to change the other",
        old.last_location()
    )));
}

/// Whether an entry is a link whose id is the one made from its two ends, declared or not.
fn has_id_of_its_ends(kind: &str, part: &EntryPart) -> bool {
    let end = |key: &str| part.table.iter().find(|(k, _)| k.value == key).map(|(_, value)| &value.value);
    match (kind, end("a"), end("b")) {
        ("link", Some(TomlValue::Text(a)), Some(TomlValue::Text(b))) => part.id.value == ident::link_id(a, b),
        _ => false,
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
