//! Turns layered entries into a checked board and reports every problem.
//!
//! The first pass numbers all entries. The second pass reads data that may refer to any entry, such as fields of spaces
//! and cards.

mod builder;
mod cards;
mod common_keys;
mod declared_fields;
mod dice;
mod facts;
mod info_fields;
mod knobs;
mod links;
mod options;
mod piece_data;
mod pieces;
mod piles;
mod references_in_text;
mod scenarios;
mod seatings;
mod short_names;
mod single_tables;
mod spaces;
mod texts;
mod tracks;

pub use info_fields::{DeclaredField, DeclaredType, InfoFields, InfoType};

/// The schemas of the entries that the submodules read.
pub(crate) mod schemas {
    pub(crate) use super::cards::{CARD, CARD_DECLARATION};
    pub(crate) use super::common_keys::ENTRY;
    pub(crate) use super::dice::DIE;
    pub(crate) use super::facts::FACT;
    pub(crate) use super::knobs::KNOB;
    pub(crate) use super::links::{LINK, LINK_KIND};
    pub(crate) use super::options::OPTION;
    pub(crate) use super::piece_data::PIECE_DECLARATION;
    pub(crate) use super::pieces::{CLASS, MARK, PIECE};
    pub(crate) use super::piles::PILE;
    pub(crate) use super::scenarios::SCENARIO;
    pub(crate) use super::seatings::SEATING;
    pub(crate) use super::single_tables::*;
    pub(crate) use super::spaces::{KIND, PERIOD, SIDE, SPACE};
    pub(crate) use super::texts::{ACTION, TEXT, WHY, WORD};
    pub(crate) use super::tracks::TRACK;
}

use crate::citations::RuleSection;
use crate::diagnostic::Diagnostic;
use crate::display_names::DisplayNames;
use crate::field::Datum;
use crate::knob::Knob;
use crate::layers::tables::{Entry, LayeredTables};
use crate::located::Located;
use crate::pack::Pack;
use crate::provenance::DataSource;
use crate::scenario::Scenario;
use crate::source_file::SourceFile;
use crate::table_reader::TableReader;
use builder::{Builder, ResolvedClass};
use cardwright_state::board::{FactType, Label, PieceType, SpaceKinds, SubjectKind, Visibility};
use cardwright_state::ids::*;
use cardwright_state::{Board, Kind, Val, set, set_bits};
use single_tables::{CODE, META, RULE};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many distinguishable states all pieces together may have at most. Positions are cloned at every step and must
/// stay small.
const MAX_STATES: usize = 1 << 14;
/// The most pieces. Positions count the pieces at a place in 16 bits.
const MAX_PIECES: u64 = u16::MAX as u64;
/// Everything that the entries define, checked.
pub(crate) struct Definitions {
    pub(crate) board: Board,
    pub(crate) infos: Vec<(Val, Datum)>,
    pub(crate) info_fields: InfoFields,
    /// The card fields that views leave out, as Lua spells them.
    pub(crate) omitted_card_fields: Vec<String>,
    pub(crate) display_names: DisplayNames,
    pub(crate) scenarios: Vec<Scenario>,
    pub(crate) rules: Vec<RuleSection>,
    /// The prefix of the game's rule citations: `BW`.
    pub(crate) rule_code: String,
    pub(crate) action_labels: Vec<(Label, Located<()>)>,
    pub(crate) data_sources: Vec<DataSource>,
    /// The position that rule tests call `blank`, in notation.
    pub(crate) blank: Option<Located<String>>,
    pub(crate) knobs: Vec<Knob>,
}

/// Reads and checks all entries. The result is complete only if no problem is an error.
pub(crate) fn read_definitions(
    tables: &LayeredTables<'_>,
    files: &[Arc<SourceFile>],
    packs: &[Pack],
    game: &str,
) -> Definitions {
    let mut builder = Builder::new(tables, game);
    builder.read_rules();
    builder.read_knobs();
    let Meta { blank, nonplayer, in_play, ledger } = builder.read_meta();
    builder.check_references(files);
    let texts::Texts { action_labels, played_piles } = texts::read_texts(&mut builder);
    builder.read_sides();
    builder.read_spaces();
    builder.read_links();
    builder.read_pieces();
    builder.read_tracks();
    builder.read_ledger(ledger);
    builder.read_facts();
    builder.board.players.nonplayer = builder.find_side_fact(nonplayer, "content::nonplayer", "are played by rules");
    builder.board.players.in_play = builder.find_side_fact(in_play, "content::in-play", "are in play");
    builder.read_dice();
    builder.read_piles();
    for pile in &played_piles {
        builder.find("pile", pile); // reports an unknown pile
    }
    builder.read_options();
    builder.add_knob_options();
    builder.read_seatings();
    let card_fields = builder.read_card_declaration();
    builder.read_cards(&card_fields);
    builder.add_word("done"); // Every game has `WORD.done`, also without a declaration.
    let mut infos = Vec::new();
    if builder.finish(packs) {
        infos.extend(builder.space_infos());
        infos.extend(builder.link_infos());
        infos.extend(builder.piece_infos());
        infos.extend(builder.card_infos(&card_fields));
    }
    // Texts in the data may quote knobs: `{knob:crisis-target}`.
    infos.iter_mut().for_each(|(_, datum)| builder.insert_knobs_in(datum));
    let info_fields = builder.info_fields(&card_fields, &infos);
    builder.read_columns();
    let scenarios = builder.read_scenarios();
    Definitions {
        board: builder.board,
        infos,
        info_fields,
        omitted_card_fields: card_fields.omitted_card_fields(),
        display_names: builder.display_names,
        scenarios,
        rules: builder.rules,
        rule_code: builder.rule_code,
        action_labels,
        data_sources: builder.data_sources,
        blank,
        knobs: builder.knobs,
    }
}

/// Keys of `[meta]` of a board: the position `blank` in notation, the ids of two facts, and those of what `ledger` shows.
/// The fact `nonplayer` says which sides the rules play, and the fact `in_play` says which sides are in play.
#[derive(Default)]
struct Meta {
    blank: Option<Located<String>>,
    nonplayer: Option<Located<String>>,
    in_play: Option<Located<String>>,
    ledger: Vec<Located<String>>,
}

impl Builder<'_> {
    fn read_meta(&mut self) -> Meta {
        let Some((table, place)) = self.tables.single_table("meta") else { return Meta::default() };
        let keys = TableReader::new(&META, table, place.clone(), "`[meta]`", self.problems);
        if let Some(name) = keys.need_text("name") {
            self.board.name = name.value;
        }
        let blank = keys.text("blank");
        self.board.blank = blank.as_ref().map(|blank| blank.value.clone()).unwrap_or_default();
        let ledger = keys.texts("ledger");
        Meta { blank, nonplayer: keys.text("nonplayer"), in_play: keys.text("in_play"), ledger }
    }
    /// Checks that what `[meta]` names for `ledger` exists.
    fn read_ledger(&mut self, named: Vec<Located<String>>) {
        for id in named {
            let is_piece = ["piece", "class"].into_iter().any(|kind| self.index_of(kind, &id).is_some());
            if is_piece || self.find("track", &id).is_some() {
                self.board.ledger.push(id.value);
            }
        }
    }
    /// Finds the fact that `[meta]` names for `in_play` or `nonplayer`. The legal moves depend on this fact. So it must
    /// be a boolean fact of sides that everybody may see and that no period resets. `predicate` is, for messages, what
    /// the fact says about a side: "are in play".
    fn find_side_fact(&mut self, named: Option<Located<String>>, code: &str, predicate: &str) -> Option<FactId> {
        let named = named?;
        let index = self.find("fact", &named)?;
        let fact = self.board.facts.get(index)?;
        let fault = match fact {
            fact if fact.on != SubjectKind::Side => "is not kept on a side",
            fact if fact.fact_type != FactType::Boolean => "is not a boolean",
            fact if fact.visibility != Visibility::All => "is not visible to all",
            fact if fact.until.is_some() => "is reset by a period",
            _ => return Some(FactId::new(index)),
        };
        let message = format!("`{}` cannot say which sides {predicate}: it {fault}", named.value);
        let problem = named.error(code, message).label("used here");
        self.problems
            .push(problem.help("declare it with `on = \"side\"`, `type = \"boolean\"` and no `audience` or `until`"));
        None
    }
    fn read_rules(&mut self) {
        if let Some((table, place)) = self.tables.single_table("code") {
            let keys = TableReader::new(&CODE, table, place.clone(), "`[code]`", self.problems);
            self.rule_code = keys.need_text("id").map(|id| id.value).unwrap_or_default();
            keys.check_text("name");
            keys.finish();
        }
        let mut rules = Vec::new();
        for (entry, keys) in self.open_entries("rule", &RULE) {
            let title = keys.need_text("title").map(|t| t.value).unwrap_or_default();
            rules.push(RuleSection { number: entry.id.value.clone(), title, origin: entry.id.place() });
            self.close_entry("rule", entry, keys);
        }
        self.rules = rules;
    }

    /// Assigns all handles of the board. Returns false if the board is too large.
    fn finish(&mut self, packs: &[Pack]) -> bool {
        if !self.is_small_enough() {
            return false;
        }
        self.board.lookup.default_kinds = self.default_kinds(packs);
        let classes: Vec<_> = self.resolved_classes.iter().map(ResolvedClass::types).collect();
        let finished = self.board.finish(&classes);
        self.remove_unnamed_faces();
        let Err(clashes) = finished else {
            self.check_keys();
            return true;
        };
        // Earlier checks report most clashes of ids, with their places. Only clashes that they missed are reported now.
        if !self.problems.has_errors() {
            for clash in clashes {
                let message = format!("`{}` {}", clash.id, clash.problem);
                let place = self.owner_of(&clash.id).map(|(_, id)| id.place());
                self.problems.push(match place {
                    Some(place) => place.error("content::ids-meet", message),
                    None => Diagnostic::error("content::ids-meet", message),
                });
            }
        }
        true
    }
    /// Decides what an id means if things of several kinds have it: the thing that the earliest pack declares. So a
    /// later pack with the same id for another kind does not break the scripts of the earlier pack.
    fn default_kinds(&self, packs: &[Pack]) -> BTreeMap<String, Kind> {
        let mut kinds_by_id: BTreeMap<&str, Vec<(usize, Kind)>> = BTreeMap::new();
        for (kind, scope) in &self.global_ids {
            for id in scope.ids() {
                let pack = packs.iter().position(|pack| pack.id == id.file.pack).unwrap_or(usize::MAX);
                kinds_by_id.entry(&id.value).or_default().push((pack, *kind));
            }
        }
        let earliest = |kinds: Vec<(usize, Kind)>| {
            let first_pack = kinds.iter().map(|(pack, _)| *pack).min()?;
            let mut kinds_of_first = kinds.iter().filter(|(pack, _)| *pack == first_pack);
            let only_kind = kinds_of_first.next().filter(|_| kinds.len() > 1 && kinds_of_first.next().is_none());
            only_kind.map(|(_, kind)| *kind)
        };
        kinds_by_id.into_iter().filter_map(|(id, kinds)| Some((id.to_owned(), earliest(kinds)?))).collect()
    }
    /// Whether the board is within all limits. Reports each limit that it exceeds.
    fn is_small_enough(&self) -> bool {
        let board = &self.board;
        let mut is_within_bounds = true;
        let mut check_bound = |counted: &str, number: usize, max: usize, first_beyond: Option<&Entry>| {
            if number > max {
                let message = format!("{number} {counted}; at most {max} are possible");
                self.problems.push(match first_beyond {
                    Some(entry) => entry.id.error("content::too-many", message).label("this exceeds the limit"),
                    None => Diagnostic::error("content::too-many", message),
                });
                is_within_bounds = false;
            }
        };
        let first_beyond = |kind: &str| self.tables.section(kind).nth(set::CAPACITY);
        check_bound("spaces", board.spaces.len(), set::CAPACITY, first_beyond("space"));
        check_bound("links", board.links.len(), set::CAPACITY, first_beyond("link"));
        check_bound("cards", board.cards.len(), set::CAPACITY, first_beyond("card"));
        check_bound("kinds of spaces", board.space_kinds.len(), SpaceKinds::MAX, None);
        let subject_count = |on: SubjectKind| match on {
            SubjectKind::Game => 1,
            SubjectKind::Side => board.sides.len(),
            SubjectKind::Spaces(_) => board.spaces.len(),
            SubjectKind::Links(_) => board.links.len(),
            SubjectKind::Card => board.cards.len(),
        };
        // Each piece type, each face and each side is a class too.
        let classes: usize = board.piece_types.iter().map(|t| t.faces.len() + 1).sum::<usize>()
            + self.resolved_classes.len()
            + board.sides.len();
        // How many numbers a position stores for one value of this type.
        let width = |fact_type: FactType| match fact_type {
            FactType::Set(Kind::Class) => set_bits::numbers_needed(classes),
            // The number of actions is unknown until the scripts load. The script host then checks the board again.
            FactType::Set(kind) => set_bits::numbers_needed(board.count_of(kind)),
            _ => 1,
        };
        let tracks: usize = board.tracks.iter().map(|t| subject_count(t.on)).sum();
        let facts: usize = board.facts.iter().map(|f| subject_count(f.on) * width(f.fact_type)).sum();
        check_bound("values of tracks and facts", tracks + facts, Board::MAX_NUMBERS, None);
        let (few_states, few_values, few_pieces) =
            (self.has_few_states(), self.has_few_values(), self.has_few_pieces());
        few_states && few_values && few_pieces && is_within_bounds
    }

    /// Whether pieces have few enough distinguishable states. If not, reports the piece type with the most states.
    fn has_few_states(&self) -> bool {
        let types = &self.board.piece_types;
        let holding_count = |piece: &PieceType| {
            let counts = piece.holds.iter().map(|held| types[held.index()].count as usize + 1);
            counts.fold(1usize, usize::saturating_mul)
        };
        let state_count =
            |piece: &PieceType| (piece.faces.len() << piece.marks.len()).saturating_mul(holding_count(piece));
        let total = types.iter().map(state_count).fold(0, usize::saturating_add);
        if total <= MAX_STATES {
            return true;
        }
        let message = format!(
            "{total} combinations of piece type, face, plain marks and held pieces; at most {MAX_STATES} are possible"
        );
        let largest = types.iter().zip(self.tables.section("piece")).max_by_key(|(piece, _)| state_count(piece));
        let problem = match largest {
            Some((piece, entry)) => {
                let label = format!("{} of them are of `{}`", state_count(piece), piece.id);
                entry.id.error("content::too-many", message).label(label)
            }
            None => Diagnostic::error("content::too-many", message),
        };
        let help = "each plain mark doubles the states of its piece; each face and each piece that it may hold multiplies them. Marks with values do not count. Use a fact or another piece for what few pieces need";
        self.problems.push(problem.help(help));
        false
    }

    /// Whether the marks of each piece type have few enough combinations of values. Reports each type with too many.
    fn has_few_values(&self) -> bool {
        let board = &self.board;
        let mut has_few = true;
        for (piece, entry) in board.piece_types.iter().zip(self.tables.section("piece")) {
            let combinations = board.mark_value_combinations(piece);
            if combinations > Board::MAX_MARK_VALUES {
                let counts = piece.valued_marks.iter().filter_map(|mark| {
                    let mark = &board.marks[mark.index()];
                    mark.value_type
                        .as_ref()
                        .map(|value_type| format!("`{}` {}", mark.id, board.mark_value_count(value_type)))
                });
                let counts = counts.collect::<Vec<_>>().join(", ");
                let message = format!(
                    "the marks of `{}` may have {combinations} combinations of values; at most {} are possible",
                    piece.id,
                    Board::MAX_MARK_VALUES
                );
                let problem = entry.id.error("content::too-many", message).label(format!("values of each: {counts}"));
                let help = "for a mark with `of = \"space\"`, limit the spaces with `kind`. Use a fact for what few pieces need";
                self.problems.push(problem.help(help));
                has_few = false;
            }
        }
        has_few
    }

    /// Whether the number of all pieces is small enough. If not, reports the type with the most pieces.
    fn has_few_pieces(&self) -> bool {
        let total: u64 = self.board.piece_types.iter().map(|piece| u64::from(piece.count)).sum();
        if total <= MAX_PIECES {
            return true;
        }
        let message = format!("{total} pieces of all types together; at most {MAX_PIECES} are possible");
        let largest =
            self.board.piece_types.iter().zip(self.tables.section("piece")).max_by_key(|(piece, _)| piece.count);
        let problem = match largest {
            Some((piece, entry)) => {
                entry.id.error("content::too-many", message).label(format!("{} of them", piece.count))
            }
            None => Diagnostic::error("content::too-many", message),
        };
        self.problems.push(problem.help("use a track or a fact for money and points"));
        false
    }
}
