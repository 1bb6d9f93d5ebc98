//! Layers packs over each other. Entries with the same id are patched key by key before anything is checked.
//!
//! The files of one pack are added up: `board.toml` first, then the files of `board/`, sorted by name.

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

/// One entry after all patches.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) id: Located<String>,
    pub(crate) table: Table,
    pub(crate) at: Located<()>,
    /// The data source that its file declares for all entries.
    pub(crate) source: Option<Located<String>>,
    origins: Vec<Origin>,
    layer: usize,
    removed: bool,
}

/// All entries of one kind, in the order in which they first appear.
#[derive(Debug, Default)]
pub(crate) struct Section {
    entries: Vec<Entry>,
    by_id: BTreeMap<String, usize>,
    is_full: bool,
}

impl Section {
    /// The entries that no pack removed.
    pub(crate) fn live(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|e| !e.removed)
    }
}

/// The layered, unchecked content of all packs for one game.
pub(crate) struct Layers<'a> {
    problems: &'a Problems,
    /// Ids of the packs, in order.
    pub(crate) packs: Vec<String>,
    dependencies: PackDependencies,
    sections: BTreeMap<&'static str, Section>,
    /// `[meta]` of the boards.
    pub(crate) meta: Option<(Table, Located<()>)>,
    /// `[card]` of the boards: the declared fields of cards.
    pub(crate) card_shape: Option<(Table, Located<()>)>,
    /// `[pieces]` of the boards: the declared data of pieces.
    pub(crate) piece_shape: Option<(Table, Located<()>)>,
    /// `[code]` of the rules.
    pub(crate) code: Option<(Table, Located<()>)>,
    /// The scripts, by module name.
    pub(crate) scripts: BTreeMap<String, Arc<SourceFile>>,
    script_origins: BTreeMap<String, Vec<Origin>>,
    /// Whether some file is not valid TOML.
    pub(crate) has_broken_file: bool,
    /// All files of the game.
    pub(crate) files: Vec<Arc<SourceFile>>,
}

/// The schema of the entries of a kind.
pub(crate) fn schema_of(kind: &str) -> &'static TableSchema {
    let all = [&BOARD, &CARDS, &RULES, &TEXTS].into_iter().flat_map(TableSchema::entries);
    all.into_iter().find(|(name, _)| *name == kind).map_or(&SCENARIO, |(_, schema)| schema)
}

/// What one file says about an entry.
struct EntryPart {
    id: Located<String>,
    table: Table,
    at: Located<()>,
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
            card_shape: None,
            piece_shape: None,
            code: None,
            scripts: BTreeMap::new(),
            script_origins: BTreeMap::new(),
            has_broken_file: false,
            files: Vec::new(),
        };
        for (layer, pack) in packs.iter().enumerate() {
            for file in &pack.files {
                layers.file(pack, layer, file, game);
            }
            layers.check_declared_replacements(pack);
        }
        layers
    }
    /// The entries of a kind.
    pub(crate) fn section(&self, name: &str) -> impl Iterator<Item = &Entry> {
        self.sections.get(name).into_iter().flat_map(Section::live)
    }
    /// All texts of all entries, at any depth.
    pub(crate) fn all_texts(&self) -> Vec<Located<String>> {
        let mut all = Vec::new();
        let heads =
            [&self.meta, &self.card_shape, &self.piece_shape, &self.code].into_iter().flatten().map(|(table, _)| table);
        let entries = self.sections.values().flat_map(Section::live).map(|entry| &entry.table);
        heads.chain(entries).flatten().for_each(|(_, value)| texts_of(value, &mut all));
        all
    }
    /// All entries with the places that set them.
    pub(crate) fn entries(&self) -> Vec<Provenance> {
        let mut all = Vec::new();
        for (kind, section) in &self.sections {
            for entry in section.live() {
                all.push(Provenance {
                    kind: kind.to_string(),
                    id: entry.id.value.clone(),
                    origins: entry.origins.clone(),
                });
            }
        }
        for (module, origins) in &self.script_origins {
            all.push(Provenance { kind: "script".into(), id: module.clone(), origins: origins.clone() });
        }
        all
    }

    fn file(&mut self, pack: &Pack, layer: usize, file: &Arc<SourceFile>, game: &str) {
        let parts: Vec<&str> = file.path.split('/').collect();
        match parts.as_slice() {
            ["pack.toml"] => {}
            ["scripts", "lib", .., name] if name.ends_with(".luau") => self.script(pack, file),
            ["scripts", of, .., name] if *of == game && name.ends_with(".luau") => self.script(pack, file),
            ["scripts", of, "text.toml"] if *of == game => {
                self.toml(file, &TEXTS, |it, table, at| it.texts(layer, table, at, game))
            }
            _ if file.game_of_board() == Some(game) => {
                self.toml(file, &BOARD, |it, table, at| it.board(layer, table, at, game));
            }
            ["scenarios", of, "rules.toml"] if *of == game => {
                self.toml(file, &RULES, |it, table, at| it.rules(layer, table, at, game));
            }
            ["scenarios", of, _] if *of == game => {
                self.toml(file, &SCENARIO, |it, table, at| it.scenario(layer, table, at, game))
            }
            ["cards", of, .., _] if *of == game => {
                self.toml(file, &CARDS, |it, table, at| it.cards(layer, table, at, game))
            }
            _ => return,
        }
        self.files.push(file.clone());
    }
    fn toml(&mut self, file: &Arc<SourceFile>, schema: &TableSchema, read: impl FnOnce(&mut Self, Table, Located<()>)) {
        match parse_with(file, schema, self.problems) {
            Some(table) => read(self, table, Located { value: (), file: file.clone(), span: 0..0 }),
            None => self.has_broken_file = true,
        }
    }

    /// Reads `[meta]` of a file: checks the game, and gives the data source for all entries.
    fn meta(&self, top: &TableReader<'_>, game: &str) -> Option<Located<String>> {
        let (table, at) = top.table("meta")?;
        let schema = top.schema_of("meta")?;
        let keys = TableReader::new(schema, table, at, "`[meta]`", self.problems);
        let named = keys.text("game");
        if let Some(named) = named.filter(|n| n.value != game) {
            self.problems.push(
                named
                    .error(
                        "content::wrong-game",
                        format!("this file names the game `{}`, but its folder is `{game}`", named.value),
                    )
                    .label("wrong game")
                    .help(format!("write `game = \"{game}\"`, or move the file")),
            );
        }
        let source = keys.text("source");
        schema.keys().for_each(|key| keys.read_elsewhere(key.name));
        keys.finish_part();
        source
    }
    fn board(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = TableReader::new(&BOARD, &table, at, "the board", self.problems);
        let source = self.meta(&top, game);
        if let Some((meta, at)) = top.table("meta") {
            // The keys `game` and `source` concern one file only.
            let is_of_file = |key: &str| matches!(key, "game" | "source");
            let meta = meta.iter().filter(|(key, _)| !is_of_file(&key.value)).cloned().collect();
            overlay(&mut self.meta, meta, at, &self.dependencies, "`[meta]`", self.problems);
        }
        if let Some((shape, at)) = top.table("card") {
            overlay(&mut self.card_shape, shape.clone(), at, &self.dependencies, "`[card]`", self.problems);
        }
        if let Some((shape, at)) = top.table("pieces") {
            overlay(&mut self.piece_shape, shape.clone(), at, &self.dependencies, "`[pieces]`", self.problems);
        }
        for (name, _) in BOARD.entries() {
            self.list(&top, name, layer, &source);
        }
        top.finish();
    }
    fn cards(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = TableReader::new(&CARDS, &table, at, "a file of cards", self.problems);
        let source = self.meta(&top, game);
        self.list(&top, "card", layer, &source);
        top.finish();
    }
    fn rules(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = TableReader::new(&RULES, &table, at, "the rules", self.problems);
        let source = self.meta(&top, game);
        if let Some((code, at)) = top.table("code") {
            overlay(&mut self.code, code.clone(), at, &self.dependencies, "`[code]`", self.problems);
        }
        self.list(&top, "rule", layer, &source);
        top.finish();
    }
    fn texts(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = TableReader::new(&TEXTS, &table, at, "the texts", self.problems);
        self.meta(&top, game);
        for (name, _) in TEXTS.entries() {
            let Some((entries, _)) = top.table(name) else { continue };
            for (key, value) in entries {
                match &value.value {
                    TomlValue::Table(table) => {
                        let part = EntryPart { id: key.clone(), table: table.clone(), at: key.place(), source: None };
                        self.add(name, layer, part);
                    }
                    _ => self.problems.push(wrong_type(value, &format!("`{}`", key.value), "a table")),
                }
            }
        }
        top.finish();
    }
    fn scenario(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = TableReader::new(&SCENARIO, &table, at, "a scenario", self.problems);
        // Part of a board that was put among the scenarios by mistake.
        let is_of_board = |key: &str, value: &TomlValue| {
            BOARD.entries().any(|(of, _)| of == key) && matches!(value, TomlValue::List(_))
        };
        if let Some((key, _)) = table.iter().find(|(key, value)| is_of_board(&key.value, &value.value)) {
            let message = format!("a scenario has no `{}`; this looks like part of a board", key.value);
            let problem = key.error("content::stray-board", message).label("part of a board");
            return self.problems.push(problem.help(format!("move the file to `scenarios/{game}/board/`")));
        }
        let source = self.meta(&top, game);
        top.read_elsewhere("options");
        let found = top.table("meta").and_then(|(meta, at)| {
            let keys = TableReader::new(&SCENARIO_META, meta, at.clone(), "the scenario", self.problems);
            let id = keys.text("id")?;
            Some((
                id,
                at,
                meta.iter().filter(|(k, _)| matches!(k.value.as_str(), "remove" | "patch")).cloned().collect::<Table>(),
            ))
        });
        top.finish();
        let Some((id, at, patch_keys)) = found else { return };
        let mut table = table;
        table.extend(patch_keys);
        self.add("scenario", layer, EntryPart { id, table, at, source });
    }
    fn list(&mut self, top: &TableReader<'_>, name: &'static str, layer: usize, source: &Option<Located<String>>) {
        for item in top.list(name).unwrap_or_default() {
            let TomlValue::Table(table) = &item.value else {
                self.problems.push(wrong_type(item, &format!("each of `{name}`"), "a table"));
                continue;
            };
            let keys = TableReader::new(schema_of(name), table, item.place(), format!("a {name}"), self.problems);
            let id = match name {
                "rule" => keys.need_text("number"),
                "seating" => keys.need_number("players").map(|players| players.with(players.value.to_string())),
                "link" => id_of_link(&keys),
                _ => keys.need_text("id"),
            };
            if let Some(id) = id {
                let part = EntryPart { id, table: table.clone(), at: item.place(), source: source.clone() };
                self.add(name, layer, part);
            }
        }
    }

    fn add(&mut self, name: &'static str, layer: usize, part: EntryPart) {
        let problems = self.problems;
        let is_set =
            |table: &Table, key: &str| table.iter().any(|(k, v)| k.value == key && v.value == TomlValue::Boolean(true));
        let EntryPart { id, mut table, at, source } = part;
        let (wants_removal, is_patch) = (is_set(&table, "remove"), is_set(&table, "patch"));
        table.retain(|(k, _)| k.value != "patch");
        let origin = Origin {
            pack: at.file.pack.clone(),
            file: at.file.clone(),
            line: at.line(),
            keys: table.iter().map(|(k, _)| k.value.clone()).collect(),
        };
        let (missing, is_mostly_complete) = {
            let sides: Vec<&str> = self.section("side").map(|side| side.id.value.as_str()).collect();
            let shape = self.card_shape.as_ref().map(|(shape, _)| shape);
            (
                completeness::missing_keys(name, &table, shape, &sides),
                completeness::is_mostly_complete(name, &table, shape, &sides),
            )
        };
        let looks_new = !is_patch && !wants_removal && missing.as_ref().is_some_and(Vec::is_empty);
        let section = self.sections.entry(name).or_default();
        if let Some(old) = section.by_id.get(&id.value).map(|at| &mut section.entries[*at])
            && !old.removed
        {
            let first = old.origins.last().map(|o| format!("{}:{}", o.file.display_path(), o.line)).unwrap_or_default();
            if old.layer == layer {
                problems.push(
                    id.error("content::duplicate-id", format!("a second {name} `{}`", id.value))
                        .label("this id is taken")
                        .help(match name {
                            "link" => format!("the first is at {first}; give one of them an `id` of its own"),
                            _ => {
                                format!("the first is at {first}; one pack must declare an entry in one place")
                            }
                        }),
                );
                return;
            }
            if looks_new {
                let message = format!("this looks like a new {name}, but a {name} `{}` already exists", id.value);
                problems.push(id.error("content::id-taken", message).label("this id is taken").help(format!(
                    "it is at {first}; give this one another id, or write `patch = true` to change the other"
                )));
                return;
            }
            old.layer = layer;
            old.removed = wants_removal;
            if name == "knob" {
                knob_kind::reject_other_type(&old.table, &mut table, &id.value, &old.at, problems);
            }
            let what = format!("the {name} `{}`", id.value);
            let first = old.origins.first().map(|o| o.pack.clone()).unwrap_or_default();
            old.origins.push(origin);
            let may_collide = TEXTS.entries().any(|(of, _)| of == name) && !is_patch;
            Overlay { problems, dependencies: &self.dependencies, what, first, may_collide }
                .patch(&mut old.table, table);
            return;
        }
        if wants_removal || is_patch {
            let known = section.live().map(|e| e.id.value.as_str());
            let what = if wants_removal { "remove" } else { "patch" };
            problems.push(
                id.error(&format!("content::unknown-{name}"), format!("there is no {name} `{}` to {what}", id.value))
                    .label("no earlier pack has it")
                    .suggest(&id.value, known),
            );
            return;
        }
        // Too incomplete for a new entry: probably a patch whose id has a typo.
        let missing = missing.filter(|_| layer > 0 && !is_mostly_complete).unwrap_or_default();
        let meant =
            || did_you_mean(&id.value, section.live().map(|e| e.id.value.as_str()).take(problems.max_candidates()));
        if let Some(meant) = (!missing.is_empty()).then(meant).flatten() {
            let missing: Vec<String> = missing.iter().map(|key| format!("`{key}`")).collect();
            problems.push(
                id.error(&format!("content::unknown-{name}"), format!("there is no {name} `{}` to change", id.value))
                    .label("no earlier pack has it")
                    .help(format!("did you mean `{meant}`? A new {name} also needs {}", missing.join(", "))),
            );
            return;
        }
        if section.entries.len() >= MAX_ENTRIES {
            if !section.is_full {
                problems.push(
                    id.error("content::too-many", format!("more than {MAX_ENTRIES} of `{name}`"))
                        .label("the limit is passed here"),
                );
            }
            section.is_full = true;
            return;
        }
        match name {
            "rule" | "seating" => {}
            "link" if !table.iter().any(|(k, _)| k.value == "id") => {} // Built from ids that are checked themselves.
            "card" => drop(ident::check(&id, name, Spelling::Digits, problems)),
            _ => drop(ident::check(&id, name, Spelling::Kebab, problems)),
        }
        section.by_id.insert(id.value.clone(), section.entries.len());
        section.entries.push(Entry { id, table, at, source, origins: vec![origin], layer, removed: false });
    }
}

fn texts_of(value: &Located<TomlValue>, all: &mut Vec<Located<String>>) {
    match &value.value {
        TomlValue::Text(text) => all.push(value.with(text.clone())),
        TomlValue::List(list) => list.iter().for_each(|item| texts_of(item, all)),
        TomlValue::Table(table) => table.iter().for_each(|(_, item)| texts_of(item, all)),
        TomlValue::Number(_) | TomlValue::Fraction(_) | TomlValue::Boolean(_) | TomlValue::Other(_) => {}
    }
}

/// The id that a link declares, or the id made from its two ends.
fn id_of_link(keys: &TableReader<'_>) -> Option<Located<String>> {
    if keys.get("id").is_some() {
        return keys.text("id");
    }
    let (a, b) = (keys.need_text("a"), keys.need_text("b"));
    let (a, b) = (a?, b?);
    Some(a.with(ident::link_id(&a.value, &b.value)))
}

/// Lays a table over the one that earlier packs gave, if any.
fn overlay(
    old: &mut Option<(Table, Located<()>)>,
    new: Table,
    at: Located<()>,
    dependencies: &PackDependencies,
    what: &str,
    problems: &Problems,
) {
    match old {
        Some((table, first)) => {
            let first = first.file.pack.clone();
            Overlay { problems, dependencies, what: what.into(), first, may_collide: false }.patch(table, new);
        }
        None => *old = Some((new, at)),
    }
}
