//! The checked content of one game, loaded from its packs.

use crate::citations::{CitationTarget, RuleSection, Rulebook};
use crate::definitions::{InfoFields, read_definitions};
use crate::diagnostic::{Diagnostic, Severity};
use crate::display_names::DisplayNames;
use crate::field::{Datum, EffectUse};
use crate::knob::Knob;
use crate::layers::Layers;
use crate::located::{Located, TomlValue};
use crate::pack::Pack;
use crate::pack_compatibility::check_compatibility;
use crate::parse::parse;
use crate::problems::Problems;
use crate::provenance::{DataSource, Provenance};
use crate::scenario::Scenario;
use crate::source_file::SourceFile;
use cardwright_state::board::Label;
use cardwright_state::ids::*;
use cardwright_state::{Board, Kind, Val};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A pack from which a content was loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackInfo {
    /// Id of the pack.
    pub id: String,
    /// Version of the pack.
    pub version: String,
    /// Hash of its files for this game.
    pub hash: [u8; 32],
}

/// One effect of a card, with the place on the card.
#[derive(Debug, Clone, Copy)]
pub struct CardEffect<'a> {
    /// Id of the card.
    pub card: &'a str,
    /// The half that has the effect, as Lua spells it; `None` for the whole card.
    pub half: Option<&'a str>,
    /// The field that has the effect.
    pub field: &'a str,
    /// The effect itself: the verb and its parameters.
    pub effect: &'a EffectUse,
}

/// Everything that packs define for one game, checked. The board has no steps, actions and effects yet, because the
/// scripts declare them.
#[derive(Debug, Clone)]
pub struct Content {
    /// Id of the game.
    pub game: String,
    /// The finished board.
    pub board: Board,
    /// Static data for scripts: one table for each space, link, card, and piece class.
    pub infos: Vec<(Val, Datum)>,
    /// The fields that the tables in `infos` may have.
    pub info_fields: InfoFields,
    /// Fields of cards, as Lua spells them, that views of the game leave out. These fields appear when a player asks
    /// for the card.
    pub omitted_card_fields: Vec<String>,
    /// Short names and other names for display.
    pub display_names: DisplayNames,
    /// The scripts to load, sorted by module name.
    pub scripts: Vec<Arc<SourceFile>>,
    /// All scenarios.
    pub scenarios: Vec<Scenario>,
    /// All rules, in the order of `rules.toml`.
    pub rules: Vec<RuleSection>,
    /// The code with which citations begin: `LC`.
    pub rule_code: String,
    /// Labels of actions, each with its place in `text.toml`. The scripts register the actions themselves.
    pub action_labels: Vec<(Label, Located<()>)>,
    /// The position that rule tests call `blank`, in notation.
    pub blank: Option<Located<String>>,
    /// Numbers of the rules that packs may change.
    pub knobs: Vec<Knob>,
    /// The packs, in the order in which they are layered.
    pub packs: Vec<PackInfo>,
    /// Hash of the game's id, the order of the packs, and the path and text of every file.
    pub hash: [u8; 32],
    /// All files of the content.
    pub files: Vec<Arc<SourceFile>>,
    /// The sources of printed data, by entry.
    pub data_sources: Vec<DataSource>,
    pub(crate) entries: Vec<Provenance>,
}

impl Content {
    /// Loads a game from its packs. Returns the content, or `None` if any diagnostic is an error, and all diagnostics.
    pub fn load(packs: &[Pack], game: &str) -> (Option<Content>, Vec<Diagnostic>) {
        let problems = Problems::default();
        check_compatibility(packs, &problems);
        let ids: BTreeSet<&str> = packs.iter().map(|pack| pack.id.as_str()).collect();
        if ids.len() < packs.len() {
            // Nothing else can be checked: a pack beside its copy declares everything twice.
            return (None, problems.into_sorted());
        }
        let known_games = game_ids(packs);
        if !known_games.contains(game) {
            let problem = Diagnostic::error("content::unknown-game", format!("no pack has a game `{game}`"));
            problems.push(problem.suggest(game, known_games.iter().map(String::as_str)));
            return (None, problems.into_sorted());
        }
        let layers = Layers::gather(packs, game, &problems);
        if problems.has_errors() && layers.has_broken_file {
            // Nothing else can be checked, because every id that the broken file declares would look unknown.
            return (None, problems.into_sorted());
        }
        let definitions = read_definitions(&layers.tables, &layers.files, packs, game);
        if problems.has_errors() {
            return (None, problems.into_sorted());
        }
        let pack_infos: Vec<PackInfo> = packs.iter().map(|pack| pack_info(pack, &layers.files)).collect();
        let content = Content {
            game: game.to_string(),
            board: definitions.board,
            infos: definitions.infos,
            info_fields: definitions.info_fields,
            omitted_card_fields: definitions.omitted_card_fields,
            display_names: definitions.display_names,
            scripts: layers.scripts.values().cloned().collect(),
            scenarios: definitions.scenarios,
            rules: definitions.rules,
            rule_code: definitions.rule_code,
            action_labels: definitions.action_labels,
            blank: definitions.blank,
            knobs: definitions.knobs,
            hash: hash_of(game, &pack_infos, &layers.files),
            packs: pack_infos,
            entries: layers.entries(),
            files: layers.files,
            data_sources: definitions.data_sources,
        };
        (Some(content), problems.into_sorted())
    }
    /// Returns the static data of a space, link, card or piece class.
    pub fn info(&self, thing: Val) -> Option<&Datum> {
        self.infos.iter().find(|(val, _)| *val == thing).map(|(_, datum)| datum)
    }
    /// Returns all entries of every kind, each with the places that set it.
    pub fn entries(&self) -> &[Provenance] {
        &self.entries
    }
    /// Returns the scenario with this id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.id == id)
    }
    /// Returns the script with this module name, such as `lib/sets`.
    pub fn script(&self, module: &str) -> Option<&Arc<SourceFile>> {
        self.scripts.iter().find(|s| s.module() == Some(module))
    }
    /// Returns all options with their default values.
    pub fn default_options(&self) -> Vec<(OptionId, i64)> {
        self.board.options.iter().enumerate().map(|(index, option)| (OptionId::new(index), option.default)).collect()
    }
    /// Returns all effects of all cards, in order.
    pub fn effects(&self) -> impl Iterator<Item = CardEffect<'_>> {
        self.infos.iter().filter_map(|(val, datum)| Some((val.index(Kind::Card)?, datum))).flat_map(|(index, datum)| {
            let card = self.board.cards[index].id.as_str();
            let mut effects = Vec::new();
            collect_effects(card, None, datum, &mut effects);
            effects
        })
    }
    /// Finds the rule that a citation names, such as `LC Set-Up` or `LC Search 3`.
    pub fn resolve_citation(&self, cite: &str) -> CitationTarget {
        Rulebook { code: &self.rule_code, rules: &self.rules }.resolve(cite)
    }
    /// Returns the citations of all rules, as candidates for did-you-mean.
    pub fn citable_rules(&self) -> Vec<String> {
        Rulebook { code: &self.rule_code, rules: &self.rules }.citations()
    }
    /// Returns the rule with exactly this citation: `LC Set-Up`.
    pub fn rule(&self, citation: &str) -> Option<&RuleSection> {
        let number = citation.strip_prefix(&self.rule_code)?.strip_prefix(' ')?;
        self.rules.iter().find(|r| r.number == number)
    }
}

/// Returns the provenance of all entries with a name: an id (`high-pass`), or a kind and an id (`space high-pass`).
pub fn provenance(content: &Content, name: &str) -> Vec<Provenance> {
    let name = name.trim();
    let has_name = |entry: &&Provenance| {
        entry.id == name || name.strip_prefix(&entry.kind).is_some_and(|id| id.trim() == entry.id)
    };
    content.entries.iter().filter(has_name).cloned().collect()
}

/// Adds the effects in the data of a card or of one half to `found`.
fn collect_effects<'a>(card: &'a str, half: Option<&'a str>, datum: &'a Datum, found: &mut Vec<CardEffect<'a>>) {
    let Datum::Table(table) = datum else { return };
    for (key, value) in table {
        match value {
            Datum::Effects(effects) => {
                found.extend(effects.iter().map(|effect| CardEffect { card, half, field: key, effect }));
            }
            Datum::Table(_) if half.is_none() => collect_effects(card, Some(key), value, found),
            _ => {}
        }
    }
}

/// Hashes a text with its length in front of it. Otherwise `ab, c` and `a, bc` would have the same bytes.
fn hash_text(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

fn pack_info(pack: &Pack, files: &[Arc<SourceFile>]) -> PackInfo {
    let mut hasher = blake3::Hasher::new();
    let pack_files = files.iter().filter(|f| f.pack == pack.id);
    for file in pack_files.chain(pack.file("pack.toml")) {
        hash_text(&mut hasher, &file.path);
        hash_text(&mut hasher, &file.text);
    }
    PackInfo { id: pack.id.clone(), version: pack.version.to_string(), hash: *hasher.finalize().as_bytes() }
}

fn hash_of(game: &str, packs: &[PackInfo], files: &[Arc<SourceFile>]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hash_text(&mut hasher, game);
    // A pack without files for this game does not affect the hash.
    for pack in packs.iter().filter(|p| files.iter().any(|f| f.pack == p.id)) {
        hash_text(&mut hasher, &pack.id);
        hasher.update(&(files.iter().filter(|f| f.pack == pack.id).count() as u64).to_le_bytes());
        for file in files.iter().filter(|f| f.pack == pack.id) {
            hash_text(&mut hasher, &file.path);
            hash_text(&mut hasher, &file.text);
        }
    }
    *hasher.finalize().as_bytes()
}

/// Returns the layered scripts of a game, even if its content does not load.
pub fn scripts(packs: &[Pack], game: &str) -> Vec<Arc<SourceFile>> {
    let game_prefix = format!("{game}/");
    let mut scripts: BTreeMap<&str, &Arc<SourceFile>> = BTreeMap::new();
    for file in packs.iter().flat_map(|p| &p.files) {
        if let Some(module) = file.module().filter(|m| m.starts_with(&game_prefix) || m.starts_with("lib/")) {
            scripts.insert(module, file);
        }
    }
    scripts.into_values().cloned().collect()
}

/// The id and names of a scenario, read without checking it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioInfo {
    /// Id of the scenario.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// One paragraph about the scenario.
    pub doc: String,
}

/// A game that some pack has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameInfo {
    /// Id of the game.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Its scenarios, sorted by id.
    pub scenarios: Vec<ScenarioInfo>,
}

fn game_ids(packs: &[Pack]) -> BTreeSet<String> {
    let game = |file: &Arc<SourceFile>| file.game_of_board().map(str::to_string);
    packs.iter().flat_map(|p| p.files.iter().filter_map(game)).collect()
}

/// Returns the games of the packs, sorted by id. Skips files that are not valid TOML.
pub fn games(packs: &[Pack]) -> Vec<GameInfo> {
    let mut games = Vec::new();
    for id in game_ids(packs) {
        let mut name = id.clone();
        let mut scenarios: BTreeMap<String, ScenarioInfo> = BTreeMap::new();
        let folder = format!("scenarios/{id}/");
        for file in packs.iter().flat_map(|p| &p.files).filter(|f| f.path.starts_with(&folder)) {
            let Some(table) = parse(file, &Problems::default()) else { continue };
            let meta = table.into_iter().find(|(k, _)| k.value == "meta").map(|(_, v)| v.value);
            let text = |key: &str| match meta.as_ref()?.get(key)?.value {
                TomlValue::Text(ref text) => Some(text.clone()),
                _ => None,
            };
            if file.game_of_board().is_some() {
                name = text("name").unwrap_or(name);
            } else if let Some(id) = text("id") {
                let scenario =
                    scenarios.entry(id.clone()).or_insert(ScenarioInfo { name: id.clone(), id, doc: String::new() });
                scenario.name = text("name").unwrap_or(scenario.name.clone());
                scenario.doc = text("doc").unwrap_or(scenario.doc.clone());
            }
        }
        games.push(GameInfo { id, name, scenarios: scenarios.into_values().collect() });
    }
    games
}

/// Checks every game of the packs, and returns all diagnostics, the errors first. Several games may have the same
/// problem, for example in a shared file; the list has it once.
pub fn check_all(packs: &[Pack]) -> Vec<Diagnostic> {
    let mut problems: Vec<Diagnostic> = packs.iter().flat_map(|p| p.warnings.iter().cloned()).collect();
    let game_ids = game_ids(packs);
    for game in &game_ids {
        problems.extend(Content::load(packs, game).1);
    }
    for file in packs.iter().flat_map(|p| &p.files) {
        let mut parts = file.path.split('/');
        let (top, game) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let is_game_file = matches!(top, "cards" | "layouts" | "scenarios" | "scripts") && parts.next().is_some();
        if is_game_file && !(top == "scripts" && matches!(game, "lib" | "types")) && !game_ids.contains(game) {
            problems.push(
                Diagnostic::error("content::unknown-game", format!("there is no game `{game}`"))
                    .at(file, 0..0)
                    .label("this file is for a game that has no board")
                    .suggest(game, game_ids.iter().map(String::as_str)),
            );
        }
    }
    problems.sort_by(|a, b| {
        (a.severity == Severity::Warning, a.sort_key()).cmp(&(b.severity == Severity::Warning, b.sort_key()))
    });
    problems.dedup_by(|a, b| a.sort_key() == b.sort_key());
    problems
}
