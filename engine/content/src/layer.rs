//! Packs laid over each other: entries with one id are patched key by key, before anything is
//! checked, so that a patched entry is checked like one written in one place. The files of one pack
//! add up: `board.toml` first, then those of `board/` by name.

pub(crate) mod kin;
pub(crate) mod patch;
mod scripts;
mod turned;
mod whole;

use crate::build::forms::{SCENARIO, SCENARIO_META};
use crate::files::{BOARD, CARDS, RULES, TEXTS};
use crate::form::Form;
use crate::ident::{self, Spelling};
use crate::located::{Located, Raw, Table};
use crate::near::did_you_mean;
use crate::pack::Pack;
use crate::parse::{MOST, parse};
use crate::problems::Problems;
use crate::shape::{Keys, wrong_type};
use crate::source::SourceFile;
use crate::whence::{Origin, Whence};
use kin::Kin;
use patch::Over;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One entry, with all patches in it.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) id: Located<String>,
    pub(crate) table: Table,
    pub(crate) at: Located<()>,
    /// The provenance its file gives to all entries.
    pub(crate) source: Option<Located<String>>,
    origins: Vec<Origin>,
    layer: usize,
    removed: bool,
}

/// All entries of one kind, in order of first mention.
#[derive(Debug, Default)]
pub(crate) struct Section {
    entries: Vec<Entry>,
    by_id: BTreeMap<String, usize>,
    flooded: bool,
}

impl Section {
    /// The entries no pack took out.
    pub(crate) fn live(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|e| !e.removed)
    }
}

/// Everything the packs say about one game, laid over each other and not yet checked.
pub(crate) struct Layers<'a> {
    problems: &'a Problems,
    /// The packs, in order.
    pub(crate) packs: Vec<String>,
    kin: Kin,
    sections: BTreeMap<&'static str, Section>,
    /// `[meta]` of the boards.
    pub(crate) meta: Option<(Table, Located<()>)>,
    /// `[card]` of the boards: the shape of cards.
    pub(crate) card_shape: Option<(Table, Located<()>)>,
    /// `[pieces]` of the boards: what the data of pieces holds.
    pub(crate) piece_shape: Option<(Table, Located<()>)>,
    /// `[code]` of the rules.
    pub(crate) code: Option<(Table, Located<()>)>,
    /// The scripts, by module.
    pub(crate) scripts: BTreeMap<String, Arc<SourceFile>>,
    script_origins: BTreeMap<String, Vec<Origin>>,
    /// Whether some file could not be read as TOML.
    pub(crate) has_broken_file: bool,
    /// Every file that makes up the game.
    pub(crate) files: Vec<Arc<SourceFile>>,
}

/// The form of the entries of a kind.
pub(crate) fn form_of(kind: &str) -> &'static Form {
    let all = [&BOARD, &CARDS, &RULES, &TEXTS].into_iter().flat_map(Form::entries);
    all.into_iter().find(|(name, _)| *name == kind).map_or(&SCENARIO, |(_, form)| form)
}

/// What one file contributes to an entry.
struct Piece {
    id: Located<String>,
    table: Table,
    at: Located<()>,
    source: Option<Located<String>>,
}

impl<'a> Layers<'a> {
    /// Lays the packs' files of a game over each other.
    pub(crate) fn gather(packs: &[Pack], game: &str, problems: &'a Problems) -> Layers<'a> {
        let mut layers = Layers {
            problems,
            packs: packs.iter().map(|pack| pack.id.clone()).collect(),
            kin: Kin::of(packs),
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
            layers.unmet_replacements(pack);
        }
        layers
    }
    /// The entries of a kind.
    pub(crate) fn section(&self, name: &str) -> impl Iterator<Item = &Entry> {
        self.sections.get(name).into_iter().flat_map(Section::live)
    }
    /// Every text that some entry says, however deep it stands there.
    pub(crate) fn all_texts(&self) -> Vec<Located<String>> {
        let mut all = Vec::new();
        let heads =
            [&self.meta, &self.card_shape, &self.piece_shape, &self.code].into_iter().flatten().map(|(table, _)| table);
        let entries = self.sections.values().flat_map(Section::live).map(|entry| &entry.table);
        heads.chain(entries).flatten().for_each(|(_, value)| texts_of(value, &mut all));
        all
    }
    /// All entries with what set them.
    pub(crate) fn entries(&self) -> Vec<Whence> {
        let mut all = Vec::new();
        for (kind, section) in &self.sections {
            for entry in section.live() {
                all.push(Whence { kind: kind.to_string(), id: entry.id.value.clone(), origins: entry.origins.clone() });
            }
        }
        for (module, origins) in &self.script_origins {
            all.push(Whence { kind: "script".into(), id: module.clone(), origins: origins.clone() });
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
                self.toml(file, |it, table, at| it.texts(layer, table, at, game))
            }
            _ if file.board_of() == Some(game) => {
                self.toml(file, |it, table, at| it.board(layer, table, at, game));
            }
            ["scenarios", of, "rules.toml"] if *of == game => {
                self.toml(file, |it, table, at| it.rules(layer, table, at, game));
            }
            ["scenarios", of, _] if *of == game => self.toml(file, |it, table, at| it.scenario(layer, table, at, game)),
            ["cards", of, .., _] if *of == game => self.toml(file, |it, table, at| it.cards(layer, table, at, game)),
            _ => return,
        }
        self.files.push(file.clone());
    }
    fn toml(&mut self, file: &Arc<SourceFile>, read: impl FnOnce(&mut Self, Table, Located<()>)) {
        match parse(file, self.problems) {
            Some(table) => read(self, table, Located { value: (), file: file.clone(), span: 0..0 }),
            None => self.has_broken_file = true,
        }
    }

    /// Reads `[meta]` of a file: checks the game, gives the default provenance.
    fn meta(&self, top: &Keys<'_>, game: &str) -> Option<Located<String>> {
        let (table, at) = top.table("meta")?;
        let form = top.form_of("meta")?;
        let keys = Keys::new(form, table, at, "`[meta]`", self.problems);
        let named = keys.text("game");
        if let Some(named) = named.filter(|n| n.value != game) {
            self.problems.push(
                named
                    .error("content::wrong-game", format!("this file is of `{}`, its folder of `{game}`", named.value))
                    .label("another game")
                    .help(format!("write `game = \"{game}\"`, or move the file")),
            );
        }
        let source = keys.text("source");
        form.keys().for_each(|key| keys.elsewhere(key.name));
        keys.finish_part();
        source
    }
    fn board(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = Keys::new(&BOARD, &table, at, "the board", self.problems);
        let source = self.meta(&top, game);
        if let Some((meta, at)) = top.table("meta") {
            // Which game a file is of, and where its figures are from, every file says for itself.
            let of_file = |key: &str| matches!(key, "game" | "source");
            let meta = meta.iter().filter(|(key, _)| !of_file(&key.value)).cloned().collect();
            overlay(&mut self.meta, meta, at, &self.kin, "`[meta]`", self.problems);
        }
        if let Some((shape, at)) = top.table("card") {
            overlay(&mut self.card_shape, shape.clone(), at, &self.kin, "`[card]`", self.problems);
        }
        if let Some((shape, at)) = top.table("pieces") {
            overlay(&mut self.piece_shape, shape.clone(), at, &self.kin, "`[pieces]`", self.problems);
        }
        for (name, _) in BOARD.entries() {
            self.list(&top, name, layer, &source);
        }
        top.finish();
    }
    fn cards(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = Keys::new(&CARDS, &table, at, "a file of cards", self.problems);
        let source = self.meta(&top, game);
        self.list(&top, "card", layer, &source);
        top.finish();
    }
    fn rules(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = Keys::new(&RULES, &table, at, "the rules", self.problems);
        let source = self.meta(&top, game);
        if let Some((code, at)) = top.table("code") {
            overlay(&mut self.code, code.clone(), at, &self.kin, "`[code]`", self.problems);
        }
        self.list(&top, "rule", layer, &source);
        top.finish();
    }
    fn texts(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = Keys::new(&TEXTS, &table, at, "the texts", self.problems);
        self.meta(&top, game);
        for (name, _) in TEXTS.entries() {
            let Some((entries, _)) = top.table(name) else { continue };
            for (key, value) in entries {
                match &value.value {
                    Raw::Table(table) => {
                        let piece = Piece { id: key.clone(), table: table.clone(), at: key.place(), source: None };
                        self.add(name, layer, piece);
                    }
                    _ => self.problems.push(wrong_type(value, &format!("`{}`", key.value), "a table")),
                }
            }
        }
        top.finish();
    }
    fn scenario(&mut self, layer: usize, table: Table, at: Located<()>, game: &str) {
        let top = Keys::new(&SCENARIO, &table, at, "a scenario", self.problems);
        // A part of a board beside it, where scenarios lie.
        let of_board =
            |key: &str, value: &Raw| BOARD.entries().any(|(of, _)| of == key) && matches!(value, Raw::List(_));
        if let Some((key, _)) = table.iter().find(|(key, value)| of_board(&key.value, &value.value)) {
            let message = format!("a scenario has no `{}`: this reads like a part of a board", key.value);
            let problem = key.error("content::stray-board", message).label("of a board");
            return self.problems.push(problem.help(format!("put the file into `scenarios/{game}/board/`")));
        }
        let source = self.meta(&top, game);
        top.elsewhere("options");
        let found = top.table("meta").and_then(|(meta, at)| {
            let keys = Keys::new(&SCENARIO_META, meta, at.clone(), "the scenario", self.problems);
            let id = keys.text("id")?;
            Some((
                id,
                at,
                meta.iter().filter(|(k, _)| matches!(k.value.as_str(), "remove" | "patch")).cloned().collect::<Table>(),
            ))
        });
        top.finish();
        let Some((id, at, said)) = found else { return };
        let mut table = table;
        table.extend(said);
        self.add("scenario", layer, Piece { id, table, at, source });
    }
    fn list(&mut self, top: &Keys<'_>, name: &'static str, layer: usize, source: &Option<Located<String>>) {
        for item in top.list(name).unwrap_or_default() {
            let Raw::Table(table) = &item.value else {
                self.problems.push(wrong_type(item, &format!("each of `{name}`"), "a table"));
                continue;
            };
            let keys = Keys::new(form_of(name), table, item.place(), format!("a {name}"), self.problems);
            let id = match name {
                "rule" => keys.need_text("number"),
                "seating" => keys.need_number("players").map(|players| players.with(players.value.to_string())),
                "link" => link_id(&keys),
                _ => keys.need_text("id"),
            };
            if let Some(id) = id {
                let piece = Piece { id, table: table.clone(), at: item.place(), source: source.clone() };
                self.add(name, layer, piece);
            }
        }
    }

    fn add(&mut self, name: &'static str, layer: usize, piece: Piece) {
        let problems = self.problems;
        let says = |table: &Table, key: &str| table.iter().any(|(k, v)| k.value == key && v.value == Raw::Truth(true));
        let Piece { id, mut table, at, source } = piece;
        let (wants_removal, is_patch) = (says(&table, "remove"), says(&table, "patch"));
        table.retain(|(k, _)| k.value != "patch");
        let origin = Origin {
            pack: at.file.pack.clone(),
            file: at.file.clone(),
            line: at.line(),
            keys: table.iter().map(|(k, _)| k.value.clone()).collect(),
        };
        let (lacking, is_mostly_there) = {
            let sides: Vec<&str> = self.section("side").map(|side| side.id.value.as_str()).collect();
            let shape = self.card_shape.as_ref().map(|(shape, _)| shape);
            (whole::lacking(name, &table, shape, &sides), whole::is_mostly_there(name, &table, shape, &sides))
        };
        let reads_whole = !is_patch && !wants_removal && lacking.as_ref().is_some_and(Vec::is_empty);
        let section = self.sections.entry(name).or_default();
        if let Some(old) = section.by_id.get(&id.value).map(|at| &mut section.entries[*at])
            && !old.removed
        {
            let first = old.origins.last().map(|o| format!("{}:{}", o.file.shown(), o.line)).unwrap_or_default();
            if old.layer == layer {
                problems.push(
                    id.error("content::duplicate-id", format!("a second {name} `{}`", id.value))
                        .label("this id is taken")
                        .help(match name {
                            "link" => format!("the first is at {first}; give one of them an `id` of its own"),
                            _ => {
                                format!("the first is at {first}; one pack says everything about an entry in one place")
                            }
                        }),
                );
                return;
            }
            if reads_whole {
                let message = format!("this reads like a new {name}, but there is a {name} `{}` already", id.value);
                problems.push(id.error("content::id-taken", message).label("this id is taken").help(format!(
                    "it is at {first}; give this one an id of its own, or say `patch = true` if it is to change that one"
                )));
                return;
            }
            old.layer = layer;
            old.removed = wants_removal;
            if name == "knob" {
                turned::keep_kind(&old.table, &mut table, &id.value, &old.at, problems);
            }
            let what = format!("the {name} `{}`", id.value);
            let first = old.origins.first().map(|o| o.pack.clone()).unwrap_or_default();
            old.origins.push(origin);
            let may_meet = TEXTS.entries().any(|(of, _)| of == name) && !is_patch;
            Over { problems, kin: &self.kin, what, first, may_meet }.patch(&mut old.table, table);
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
        // What says too little for a new entry was meant to change one there is, and its id is misspelt.
        let lacking = lacking.filter(|_| layer > 0 && !is_mostly_there).unwrap_or_default();
        let meant = || did_you_mean(&id.value, section.live().map(|e| e.id.value.as_str()).take(problems.room()));
        if let Some(meant) = (!lacking.is_empty()).then(meant).flatten() {
            let lacks: Vec<String> = lacking.iter().map(|key| format!("`{key}`")).collect();
            problems.push(
                id.error(&format!("content::unknown-{name}"), format!("there is no {name} `{}` to change", id.value))
                    .label("no earlier pack has it")
                    .help(format!("did you mean `{meant}`? A new {name} also gives {}", lacks.join(", "))),
            );
            return;
        }
        if section.entries.len() >= MOST {
            if !section.flooded {
                problems.push(
                    id.error("content::too-many", format!("more than {MOST} of `{name}`"))
                        .label("this one is too many"),
                );
            }
            section.flooded = true;
            return;
        }
        match name {
            "rule" | "seating" => {}
            "link" if !table.iter().any(|(k, _)| k.value == "id") => {} // Made of ids that are checked.
            "card" => drop(ident::check(&id, name, Spelling::Digits, problems)),
            _ => drop(ident::check(&id, name, Spelling::Kebab, problems)),
        }
        section.by_id.insert(id.value.clone(), section.entries.len());
        section.entries.push(Entry { id, table, at, source, origins: vec![origin], layer, removed: false });
    }
}

fn texts_of(value: &Located<Raw>, all: &mut Vec<Located<String>>) {
    match &value.value {
        Raw::Text(text) => all.push(value.with(text.clone())),
        Raw::List(list) => list.iter().for_each(|item| texts_of(item, all)),
        Raw::Table(table) => table.iter().for_each(|(_, item)| texts_of(item, all)),
        Raw::Number(_) | Raw::Fraction(_) | Raw::Truth(_) | Raw::Other(_) => {}
    }
}

/// A link may have an id of its own; else its two ends tell it from others.
fn link_id(keys: &Keys<'_>) -> Option<Located<String>> {
    if keys.get("id").is_some() {
        return keys.text("id");
    }
    let (a, b) = (keys.need_text("a"), keys.need_text("b"));
    let (a, b) = (a?, b?);
    Some(a.with(ident::of_ends(&a.value, &b.value)))
}

fn overlay(
    old: &mut Option<(Table, Located<()>)>,
    new: Table,
    at: Located<()>,
    kin: &Kin,
    what: &str,
    problems: &Problems,
) {
    match old {
        Some((table, first)) => {
            let first = first.file.pack.clone();
            Over { problems, kin, what: what.into(), first, may_meet: false }.patch(table, new);
        }
        None => *old = Some((new, at)),
    }
}
