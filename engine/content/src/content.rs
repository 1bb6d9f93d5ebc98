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
use crate::provenance::{DataSource, Provenance, Rename};
use crate::scenario::Scenario;
use crate::source_file::SourceFile;
use cardwright_state::board::Label;
use cardwright_state::ids::*;
use cardwright_state::{Board, Kind, Val};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A pack that a content was loaded from.
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
    /// The verb and its parameters.
    pub effect: &'a EffectUse,
}

/// Everything that packs define for one game, checked. The board has no steps, actions and effects yet; they come from
/// the scripts.
#[derive(Debug, Clone)]
pub struct Content {
    /// Id of the game.
    pub game: String,
    /// The finished board.
    pub board: Board,
    /// Static data for scripts: one table for each space, link, card, and piece class.
    pub infos: Vec<(Val, Datum)>,
    /// The fields that those tables may have.
    pub info_fields: InfoFields,
    /// Fields of cards, as Lua spells them, that views of the table leave out. They appear when a player asks for the
    /// card.
    pub omitted_card_fields: Vec<String>,
    /// Short names and other names for display.
    pub display_names: DisplayNames,
    /// The scripts to load, sorted by module name.
    pub scripts: Vec<Arc<SourceFile>>,
    /// All scenarios.
    pub scenarios: Vec<Scenario>,
    /// All rules, in the order of `rules.toml`.
    pub rules: Vec<RuleSection>,
    /// The code that citations begin with: `LC`.
    pub rule_code: String,
    /// Labels of actions. The scripts register the actions themselves.
    pub action_labels: Vec<(Label, Located<()>)>,
    /// Notation of the position that rule tests call `blank`.
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
    /// Entries that had another id in an earlier version.
    pub renames: Vec<Rename>,
    pub(crate) entries: Vec<Provenance>,
}

impl Content {
    /// Loads a game from its packs. The content is `None` if any diagnostic is an error.
    pub fn load(packs: &[Pack], game: &str) -> (Option<Content>, Vec<Diagnostic>) {
        let problems = Problems::default();
        check_compatibility(packs, &problems);
        let known = game_ids(packs);
        if !known.contains(game) {
            let problem = Diagnostic::error("content::unknown-game", format!("no pack has a game `{game}`"));
            problems.push(problem.suggest(game, known.iter().map(String::as_str)));
            return (None, problems.into_sorted());
        }
        let layers = Layers::gather(packs, game, &problems);
        if problems.any_errors() && layers.has_broken_file {
            // The ids that a broken file declares would all look unknown.
            return (None, problems.into_sorted());
        }
        let definitions = read_definitions(&layers, game, &problems);
        if problems.any_errors() {
            return (None, problems.into_sorted());
        }
        let infos: Vec<PackInfo> = packs.iter().map(|pack| pack_info(pack, &layers.files)).collect();
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
            hash: hash_of(game, &infos, &layers.files),
            packs: infos,
            entries: layers.entries(),
            files: layers.files,
            data_sources: definitions.data_sources,
            renames: definitions.renames,
        };
        (Some(content), problems.into_sorted())
    }
    /// The static data of a space, link, card or piece class.
    pub fn info(&self, thing: Val) -> Option<&Datum> {
        self.infos.iter().find(|(val, _)| *val == thing).map(|(_, datum)| datum)
    }
    /// All entries of every kind, with the places that set them.
    pub fn entries(&self) -> &[Provenance] {
        &self.entries
    }
    /// The scenario with this id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.id == id)
    }
    /// The script with this module name.
    pub fn script(&self, module: &str) -> Option<&Arc<SourceFile>> {
        self.scripts.iter().find(|s| s.module() == Some(module))
    }
    /// All options with their default values.
    pub fn default_options(&self) -> Vec<(OptionId, i64)> {
        self.board.options.iter().enumerate().map(|(at, o)| (OptionId::new(at), o.default)).collect()
    }
    /// All effects of all cards, in order.
    pub fn effects(&self) -> impl Iterator<Item = CardEffect<'_>> {
        self.infos.iter().filter_map(|(val, datum)| Some((val.index(Kind::Card)?, datum))).flat_map(|(at, datum)| {
            let card = self.board.cards[at].id.as_str();
            let mut all = Vec::new();
            effects_in(card, None, datum, &mut all);
            all
        })
    }
    /// Resolves a citation such as `LC Set-Up` or `LC Search 3`.
    pub fn resolve_citation(&self, cite: &str) -> CitationTarget {
        Rulebook { code: &self.rule_code, rules: &self.rules }.resolve(cite)
    }
    /// The citations of all rules, as candidates for did-you-mean.
    pub fn citable_rules(&self) -> Vec<String> {
        Rulebook { code: &self.rule_code, rules: &self.rules }.citations()
    }
    /// The rule with exactly this citation: `LC Set-Up`.
    pub fn rule(&self, cited: &str) -> Option<&RuleSection> {
        let number = cited.strip_prefix(&self.rule_code)?.strip_prefix(' ')?;
        self.rules.iter().find(|r| r.number == number)
    }
}

/// The provenance of all entries called `thing`: an id (`high-pass`), or a kind and an id (`space high-pass`).
pub fn provenance(content: &Content, thing: &str) -> Vec<Provenance> {
    let thing = thing.trim();
    let is_it = |entry: &&Provenance| {
        entry.id == thing || thing.strip_prefix(&entry.kind).is_some_and(|id| id.trim() == entry.id)
    };
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

/// Hashes a text with its length first, so that different lists of texts cannot give the same bytes.
fn hash_text(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

fn pack_info(pack: &Pack, files: &[Arc<SourceFile>]) -> PackInfo {
    let mut hasher = blake3::Hasher::new();
    let own = files.iter().filter(|f| f.pack == pack.id);
    for file in own.chain(pack.file("pack.toml")) {
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

/// The layered scripts of a game, even if its content does not load.
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
    let board = |file: &Arc<SourceFile>| file.game_of_board().map(str::to_string);
    packs.iter().flat_map(|p| p.files.iter().filter_map(board)).collect()
}

/// The games of the packs, sorted by id. Broken files are skipped.
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

/// Checks every game of the packs. A problem that several games share appears once.
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
                    .label("this file is for a game that has no board")
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
