//! The checked result of loading packs for one game.

use crate::build::{InfoFields, build};
use crate::called::Called;
use crate::cited::{Book, Cited};
use crate::definitions::{Provenance, Rename, RuleSection, Scenario};
use crate::diagnostic::{Diagnostic, Severity};
use crate::field::{Datum, EffectUse};
use crate::knob::Knob;
use crate::layer::Layers;
use crate::located::{Located, Raw};
use crate::pack::Pack;
use crate::parse::parse;
use crate::problems::Problems;
use crate::source::SourceFile;
use crate::together;
use crate::whence::Whence;
use cardwright_state::board::Label;
use cardwright_state::ids::*;
use cardwright_state::{Board, Kind, Val};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A pack that made up a content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackInfo {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Over its files of this game.
    pub hash: [u8; 32],
}

/// A card's effect, with who uses it.
#[derive(Debug, Clone, Copy)]
pub struct CardEffect<'a> {
    /// The card's id.
    pub card: &'a str,
    /// The half (as in Lua), if cards have halves.
    pub half: Option<&'a str>,
    /// The field that holds it.
    pub field: &'a str,
    /// The effect.
    pub effect: &'a EffectUse,
}

/// Everything packs say about one game, checked. Steps, actions and effects of the board stay
/// empty until the scripts load.
#[derive(Debug, Clone)]
pub struct Content {
    /// The game's id.
    pub game: String,
    /// The finished board.
    pub board: Board,
    /// Static data for scripts: of spaces, piece types (by the handle of their class) and cards.
    pub infos: Vec<(Val, Datum)>,
    /// Which fields those may have.
    pub info_fields: InfoFields,
    /// Fields of cards (as in Lua) that the table's view leaves out: they are told when a card is asked for.
    pub unshown: Vec<String>,
    /// What the table calls things beyond their names and ids.
    pub called: Called,
    /// The scripts to load, ordered by module.
    pub scripts: Vec<Arc<SourceFile>>,
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    /// The rules, in order.
    pub rules: Vec<RuleSection>,
    /// What citations begin with: `LC`.
    pub rule_code: String,
    /// Labels of actions, to be matched with the actions scripts register.
    pub action_labels: Vec<(Label, Located<()>)>,
    /// Notation of the position tests call `blank`, with its place.
    pub blank: Option<Located<String>>,
    /// The numbers of the rules that a designer would turn.
    pub knobs: Vec<Knob>,
    /// The packs, in order.
    pub packs: Vec<PackInfo>,
    /// Over the game, the order of the packs, and every file's path and text.
    pub hash: [u8; 32],
    /// Every file that made it up.
    pub files: Vec<Arc<SourceFile>>,
    /// Where entries come from.
    pub provenance: Vec<Provenance>,
    /// Renamed entries.
    pub renames: Vec<Rename>,
    pub(crate) entries: Vec<Whence>,
}

impl Content {
    /// Checks and layers everything the packs say about a game. The content is there if no
    /// diagnostic is an error; warnings come along either way.
    pub fn load(packs: &[Pack], game: &str) -> (Option<Content>, Vec<Diagnostic>) {
        let problems = Problems::default();
        together::check_together(packs, &problems);
        let known = game_ids(packs);
        if !known.contains(game) {
            let problem = Diagnostic::error("content::unknown-game", format!("no pack has a game `{game}`"));
            problems.push(problem.suggest(game, known.iter().map(String::as_str)));
            return (None, problems.into_sorted());
        }
        let layers = Layers::gather(packs, game, &problems);
        if problems.any_errors() && layers.has_broken_file {
            // A file that is not TOML would make every id it declares look unknown.
            return (None, problems.into_sorted());
        }
        let built = build(&layers, game, &problems);
        if problems.any_errors() {
            return (None, problems.into_sorted());
        }
        let infos: Vec<PackInfo> = packs.iter().map(|pack| pack_info(pack, &layers.files)).collect();
        let content = Content {
            game: game.to_string(),
            board: built.board,
            infos: built.infos,
            info_fields: built.info_fields,
            unshown: built.unshown,
            called: built.called,
            scripts: layers.scripts.values().cloned().collect(),
            scenarios: built.scenarios,
            rules: built.rules,
            rule_code: built.rule_code,
            action_labels: built.action_labels,
            blank: built.blank,
            knobs: built.knobs,
            hash: hash_of(game, &infos, &layers.files),
            packs: infos,
            entries: layers.entries(),
            files: layers.files,
            provenance: built.provenance,
            renames: built.renames,
        };
        (Some(content), problems.into_sorted())
    }
    /// The static data of a space, card, or piece type (by its class).
    pub fn info(&self, of: Val) -> Option<&Datum> {
        self.infos.iter().find(|(val, _)| *val == of).map(|(_, datum)| datum)
    }
    /// Every entry of every kind, with what set it.
    pub fn entries(&self) -> &[Whence] {
        &self.entries
    }
    /// A scenario by id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.id == id)
    }
    /// A script by the name `require` knows it by.
    pub fn script(&self, module: &str) -> Option<&Arc<SourceFile>> {
        self.scripts.iter().find(|s| s.module() == Some(module))
    }
    /// Every option with its default.
    pub fn default_options(&self) -> Vec<(OptionId, i64)> {
        self.board.options.iter().enumerate().map(|(at, o)| (OptionId::new(at), o.default)).collect()
    }
    /// Every effect of every card, in order.
    pub fn effects(&self) -> impl Iterator<Item = CardEffect<'_>> {
        self.infos.iter().filter_map(|(val, datum)| Some((val.index(Kind::Card)?, datum))).flat_map(|(at, datum)| {
            let card = self.board.cards[at].id.as_str();
            let mut all = Vec::new();
            effects_in(card, None, datum, &mut all);
            all
        })
    }
    /// What a citation (`LC Set-Up`, `LC Search 3`) names.
    pub fn cited(&self, cite: &str) -> Cited {
        Book { code: &self.rule_code, rules: &self.rules }.cited(cite)
    }
    /// Every rule as it is cited, for did-you-mean.
    pub fn citable(&self) -> Vec<String> {
        Book { code: &self.rule_code, rules: &self.rules }.all()
    }
    /// The rule a citation (`LC Set-Up`) names.
    pub fn rule(&self, cited: &str) -> Option<&RuleSection> {
        let number = cited.strip_prefix(&self.rule_code)?.strip_prefix(' ')?;
        self.rules.iter().find(|r| r.number == number)
    }
}

/// Every entry called `thing`: an id (`high-pass`), or a kind and an id (`space high-pass`).
pub fn whence(content: &Content, thing: &str) -> Vec<Whence> {
    let thing = thing.trim();
    let is_it =
        |entry: &&Whence| entry.id == thing || thing.strip_prefix(&entry.kind).is_some_and(|id| id.trim() == entry.id);
    content.entries.iter().filter(is_it).cloned().collect()
}

fn effects_in<'a>(card: &'a str, half: Option<&'a str>, datum: &'a Datum, all: &mut Vec<CardEffect<'a>>) {
    let Datum::Table(table) = datum else { return };
    for (key, value) in table {
        match value {
            Datum::Effects(effects) => {
                all.extend(effects.iter().map(|effect| CardEffect { card, half, field: key, effect }));
            }
            Datum::Table(_) if half.is_none() => effects_in(card, Some(key), value, all),
            _ => {}
        }
    }
}

/// Feeds a text with its length first, so that no two lists of texts run together.
fn feed(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

fn pack_info(pack: &Pack, files: &[Arc<SourceFile>]) -> PackInfo {
    let mut hasher = blake3::Hasher::new();
    let own = files.iter().filter(|f| f.pack == pack.id);
    for file in own.chain(pack.file("pack.toml")) {
        feed(&mut hasher, &file.path);
        feed(&mut hasher, &file.text);
    }
    PackInfo { id: pack.id.clone(), version: pack.version.to_string(), hash: *hasher.finalize().as_bytes() }
}

fn hash_of(game: &str, packs: &[PackInfo], files: &[Arc<SourceFile>]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    feed(&mut hasher, game);
    // A pack without files of this game is no part of its content.
    for pack in packs.iter().filter(|p| files.iter().any(|f| f.pack == p.id)) {
        feed(&mut hasher, &pack.id);
        hasher.update(&(files.iter().filter(|f| f.pack == pack.id).count() as u64).to_le_bytes());
        for file in files.iter().filter(|f| f.pack == pack.id) {
            feed(&mut hasher, &file.path);
            feed(&mut hasher, &file.text);
        }
    }
    *hasher.finalize().as_bytes()
}

/// The scripts of a game as the packs lay them over each other, whether or not its content loads.
pub fn scripts(packs: &[Pack], game: &str) -> Vec<Arc<SourceFile>> {
    let own = format!("{game}/");
    let mut scripts: BTreeMap<&str, &Arc<SourceFile>> = BTreeMap::new();
    for file in packs.iter().flat_map(|p| &p.files) {
        if let Some(module) = file.module().filter(|m| m.starts_with(&own) || m.starts_with("lib/")) {
            scripts.insert(module, file);
        }
    }
    scripts.into_values().cloned().collect()
}

/// A scenario's id and names, before anything is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioName {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// One paragraph about it.
    pub doc: String,
}

/// A game some pack has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Its scenarios.
    pub scenarios: Vec<ScenarioName>,
}

fn game_ids(packs: &[Pack]) -> BTreeSet<String> {
    let board = |file: &Arc<SourceFile>| file.board_of().map(str::to_string);
    packs.iter().flat_map(|p| p.files.iter().filter_map(board)).collect()
}

/// The games the packs have, ordered by id; broken files are passed over.
pub fn games(packs: &[Pack]) -> Vec<GameInfo> {
    let mut games = Vec::new();
    for id in game_ids(packs) {
        let mut name = id.clone();
        let mut scenarios: BTreeMap<String, ScenarioName> = BTreeMap::new();
        let folder = format!("scenarios/{id}/");
        for file in packs.iter().flat_map(|p| &p.files).filter(|f| f.path.starts_with(&folder)) {
            let Some(table) = parse(file, &Problems::default()) else { continue };
            let meta = table.into_iter().find(|(k, _)| k.value == "meta").map(|(_, v)| v.value);
            let text = |key: &str| match meta.as_ref()?.get(key)?.value {
                Raw::Text(ref text) => Some(text.clone()),
                _ => None,
            };
            if file.board_of().is_some() {
                name = text("name").unwrap_or(name);
            } else if let Some(id) = text("id") {
                let of =
                    scenarios.entry(id.clone()).or_insert(ScenarioName { name: id.clone(), id, doc: String::new() });
                of.name = text("name").unwrap_or(of.name.clone());
                of.doc = text("doc").unwrap_or(of.doc.clone());
            }
        }
        games.push(GameInfo { id, name, scenarios: scenarios.into_values().collect() });
    }
    games
}

/// Checks every game the packs have; what several games share is told once.
pub fn check_all(packs: &[Pack]) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = packs.iter().flat_map(|p| p.warnings.iter().cloned()).collect();
    let ids = game_ids(packs);
    for game in &ids {
        all.extend(Content::load(packs, game).1);
    }
    for file in packs.iter().flat_map(|p| &p.files) {
        let mut parts = file.path.split('/');
        let (top, game) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let of_a_game = matches!(top, "cards" | "layouts" | "scenarios" | "scripts") && parts.next().is_some();
        if of_a_game && !(top == "scripts" && matches!(game, "lib" | "types")) && !ids.contains(game) {
            all.push(
                Diagnostic::error("content::unknown-game", format!("there is no game `{game}`"))
                    .at(file, 0..0)
                    .label("this file is of a game without a board")
                    .suggest(game, ids.iter().map(String::as_str)),
            );
        }
    }
    all.sort_by(|a, b| {
        (a.severity == Severity::Warning, a.sort_key()).cmp(&(b.severity == Severity::Warning, b.sort_key()))
    });
    all.dedup_by(|a, b| a.sort_key() == b.sort_key());
    all
}
