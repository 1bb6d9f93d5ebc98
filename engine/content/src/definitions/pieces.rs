//! Marks, piece types, and classes of pieces.

use super::builder::{Builder, ResolvedClass};
use super::common_keys::{ENTRY, ID, NUMBER, UNTIL};
use super::piece_data::DATA;
use super::short_names::{SHORT, SHORT_FACES, ShortNames};
use crate::field::{self, Datum};
use crate::ident::{self, Spelling};
use crate::located::{Located, TomlValue};
use crate::table_reader::TableReader;
use crate::table_schema::{schema, words};
use cardwright_state::board::{Mark, MarkValueType, PieceType, SpaceKinds};
use cardwright_state::ids::*;
use cardwright_state::{Kind, Val};

/// The kinds of values that a mark may have, by their word in TOML.
const VALUE_KINDS: [(&str, Kind); 5] = [
    ("space", Kind::Space),
    ("card", Kind::Card),
    ("side", Kind::Side),
    ("word", Kind::Word),
    ("number", Kind::Number),
];

/// The most plain marks of a piece type. Each mark doubles the number of states of the piece.
const MAX_PLAIN_MARKS: usize = 6;
/// The most faces of a piece type.
const MAX_FACES: usize = 32;
/// The most different numbers that one mark may have as its value.
const MAX_MARK_NUMBERS: i64 = 1000;
/// The most pieces of one type. Positions count pieces in 16 bits.
const MAX_PIECES: i64 = 60_000;

schema! {
    /// A temporary flag on pieces, such as moved or isolated. It may have a value, such as a target. In notation:
    /// `raft+moved`, `raft+aims:river`; in scripts: `mark(stack, 1, MOVED)`, `mark(stack, 1, AIMS, RIVER)`.
    pub(crate) static MARK = "mark";
    keys {
        "id" = shared(ID);
        /// The kind of value: a `space`, a `card` that all may see, a `side`, one `word` of a list, or a `number`. The
        /// marks of one piece type may have at most 65,535 combinations of values.
        "of" = optional(Choice(&const { words(&VALUE_KINDS) }), "a plain mark without a value", "\"space\"");
        /// The kinds of spaces that the value may be.
        "kind" = optional(AnyOf(&[IdOf("kind"), List(&IdOf("kind"))]), "spaces of any kind", "\"landing\"")
            .only_if("of", &["space"])
            .with_context("of = \"space\"");
        /// The words that the value may be. Each becomes a word of the game: `WORD.north` in scripts.
        "values" = required_in_new_entry(List(&Id), "[\"north\", \"south\"]")
            .only_if("of", &["word"])
            .with_context("of = \"word\"");
        /// The smallest number.
        "min" = required_in_new_entry(NUMBER, "1").only_if("of", &["number"]).with_context("of = \"number\"\nmax = 3");
        /// The largest number. At most 1,000 different numbers are possible.
        "max" = required_in_new_entry(NUMBER, "3").only_if("of", &["number"]).with_context("of = \"number\"\nmin = 1");
        "until" = shared(UNTIL);
        /// The short name on the board, after the piece.
        "short" = optional(SHORT, "its id", "\"m\"");
        /// The printed name.
        "name" = optional(Line, "", "\"Moved\"");
        /// Whether the log reports pieces that get or lose the mark. Plain marks with `until` are never logged. The
        /// board shows all marks.
        "logged" = optional(Boolean, "`true`", "false").formerly(&["told"]);
    } + ENTRY
    example "[[mark]]\nid = \"moved\"\nuntil = \"night\""
}

schema! {
    /// A type of pieces. Pieces of one type differ only in face and marks. In notation: `2 raft`, `raft/worn`.
    pub(crate) static PIECE = "piece";
    keys {
        "id" = shared(ID);
        /// The printed name of one piece.
        "name" = required_in_new_entry(Line, "\"Raft\"");
        /// The name of several pieces after a number: a text `{1} {2}` shows `1 Raft` and `3 Rafts`.
        "plural" = optional(Line, "its name", "\"Rafts\"");
        /// The side that owns the pieces. The id of the side is also the class of all its pieces.
        "owner" = optional(IdOf("side"), "nobody", "\"reds\"");
        /// The number of pieces, in play and in the supply together.
        "count" = required_in_new_entry(Number(0, MAX_PIECES), "8");
        /// The space for pieces that are not in play: `place` takes them from there, `remove` puts them back.
        "supply" = required_in_new_entry(IdOf("space"), "\"pool\"");
        /// The faces of the piece, at most 32. It shows the first one in the supply; scripts change it with `flip`.
        /// Notation and typed commands write `raft/worn`. In scripts, `RAFT` is any face and `class("raft/worn")` is
        /// one face.
        "faces" = optional(List(&Id), "one face without a name", "[\"sound\", \"worn\"]");
        /// Whether each face has an id of its own: `rebel` instead of `cube/rebel`, and `REBEL` in scripts.
        "named_faces" = optional(Boolean, "`false`", "true").with_context("faces = [\"scout\", \"runner\"]");
        /// The marks that the piece may have; at most 6 plain ones.
        "marks" = optional(List(&IdOf("mark")), "none", "[\"moved\"]");
        /// Types of counters that the piece may hold and carry along: `raft(2-coin)` in notation. A held piece cannot
        /// have faces, marks or held pieces itself.
        "holds" = optional(List(&IdOf("piece")), "none", "[\"coin\"]");
        /// The short name on the board: up to 6 characters, the first not a digit. For a piece with faces, a table with
        /// one name per face.
        "short" = optional(AnyOf(&[SHORT, Table(&SHORT_FACES)]), "its id", "\"Ra\"");
        /// Whether the prompt shows the pieces when it draws the board before a question. `show board`, `show SPACE`
        /// and the browser table always show them.
        "at_prompt" = optional(Boolean, "`true`", "false");
        /// Other printed data, for scripts: `info(RAFT).strength`.
        "data" = optional(Table(&DATA), "none", "{ strength = 2, built_at = \"port\" }");
        /// Printed data of single faces, by face. It overrides `data`: `info(class("raft/worn")).strength`.
        "face_data" = optional(AnyKeys(&Table(&DATA)), "the data of the piece", "{ worn = { strength = 1 } }")
            .with_context("faces = [\"sound\", \"worn\"]");
    } + ENTRY
    example "[[piece]]\nid = \"raft\"\nname = \"Raft\"\nowner = \"reds\"\ncount = 8\nsupply = \"pool\"\n\n[[piece]]\nid = \"coin\"\nname = \"Coin\"\ncount = 12\nsupply = \"pool\""
}

schema! {
    /// A name for several types of pieces or faces that the rules treat alike. Every type, every face, and the pieces
    /// of each side are classes already.
    pub(crate) static CLASS = "class";
    keys {
        "id" = shared(ID);
        /// The members: types of pieces, single faces (`raft/worn`), or other classes with all their members.
        "of" = required_in_new_entry(List(&AnyOf(&[IdOf("piece"), IdOf("class")])), "[\"raft\", \"coin\"]");
        /// The printed name.
        "name" = optional(Line, "its id", "\"Goods\"");
    } + ENTRY
    example "[[class]]\nid = \"goods\"\nname = \"Goods\"\nof = [\"raft\", \"coin\"]"
}

/// A declared class. Its members are known once the members of the classes in it are known.
struct DeclaredClass {
    id: String,
    name: String,
    /// The names in `of`: piece types, faces, and other classes.
    parts: Vec<Located<String>>,
    /// The members; `None` until they are resolved.
    members: Option<Vec<(PieceTypeId, Option<u8>)>>,
}

/// How deep classes may contain classes.
const MAX_CLASS_DEPTH: usize = 16;

impl Builder<'_> {
    pub(super) fn read_pieces(&mut self) {
        let mut short_names = ShortNames::default();
        for (entry, keys) in self.open_entries("mark", &MARK) {
            keys.check_text("name");
            self.add_global(Kind::Mark, &entry.id, "mark");
            let short = self.read_short_name(&keys, &mut short_names);
            self.display_names.marks.push(short);
            let until = self.read_until(&keys);
            let value_type = self.read_mark_value_type(&keys);
            let is_logged = keys.boolean("logged").is_none_or(|t| t.value);
            self.board.marks.push(Mark {
                id: entry.id.value.clone(),
                until,
                value_type,
                is_logged,
                values: Vec::new(),
            });
            self.close_entry("mark", entry, keys);
        }
        self.read_piece_data_declaration();
        self.read_piece_types();
        self.check_held_pieces();
        self.read_classes();
    }
    fn read_piece_types(&mut self) {
        let mut short_names = ShortNames::default();
        for (entry, keys) in self.open_entries("piece", &PIECE) {
            self.add_global(Kind::Class, &entry.id, "piece");
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let plural = keys.text("plural").map(|plural| plural.value);
            let owner = keys.text("owner").and_then(|o| self.find("side", &o)).map(SideId::new);
            let count = keys.need_number("count").map_or(0, |n| n.value as u32);
            let supply = keys.need_text("supply").and_then(|s| self.find("space", &s)).unwrap_or(0);
            let named_faces = keys.boolean("named_faces").is_some_and(|t| t.value);
            let faces = self.read_faces(&keys, named_faces);
            let face_names = self.read_short_names_of_piece(&keys, &faces, owner.map(SideId::index), &mut short_names);
            self.display_names.pieces.push(face_names);
            self.display_names.pieces_at_prompt.push(keys.boolean("at_prompt").is_none_or(|t| t.value));
            let (plain_marks, valued_marks) = self.read_marks_of_piece(&keys);
            let holds = self.read_holds(&keys);
            self.check_piece_data(&keys, &faces);
            self.board.piece_types.push(PieceType {
                id: entry.id.value.clone(),
                name,
                plural,
                owner,
                count,
                faces,
                named_faces,
                supply: SpaceId::new(supply),
                marks: plain_marks,
                valued_marks,
                holds,
            });
            self.close_entry("piece", entry, keys);
        }
    }
    /// Reads the marks that a piece may have: the plain ones, then those with a value.
    fn read_marks_of_piece(&self, keys: &TableReader<'_>) -> (Vec<MarkId>, Vec<MarkId>) {
        let (mut plain_marks, mut valued_marks) = (Vec::new(), Vec::new());
        for mark in keys.texts("marks") {
            let Some(found) = self.find("mark", &mark).map(MarkId::new) else { continue };
            let is_valued = self.board.marks[found.index()].value_type.is_some();
            if plain_marks.contains(&found) || valued_marks.contains(&found) {
                let message = format!("`{}` is named twice", mark.value);
                self.problems.push(mark.error("content::duplicate-id", message).label("repeated"));
            } else if is_valued {
                valued_marks.push(found);
            } else if plain_marks.len() == MAX_PLAIN_MARKS {
                let message = format!("a piece may have at most {MAX_PLAIN_MARKS} plain marks");
                self.problems.push(mark.error("content::too-many", message).label("this exceeds the limit"));
            } else if plain_marks.len() < MAX_PLAIN_MARKS {
                plain_marks.push(found);
            }
        }
        (plain_marks, valued_marks)
    }
    fn read_classes(&mut self) {
        let mut classes = Vec::new();
        for (entry, keys) in self.open_entries("class", &CLASS) {
            self.add_global(Kind::Class, &entry.id, "class");
            let name = keys.text("name").map_or_else(|| entry.id.value.clone(), |n| n.value);
            keys.need("of");
            classes.push(DeclaredClass { id: entry.id.value.clone(), name, parts: keys.texts("of"), members: None });
            self.close_entry("class", entry, keys);
        }
        for index in 0..classes.len() {
            self.resolve_class(&mut classes, index, &mut Vec::new());
        }
        let resolved_classes = classes.into_iter().map(|class| ResolvedClass {
            id: class.id,
            name: class.name,
            members: class.members.unwrap_or_default(),
        });
        self.resolved_classes.extend(resolved_classes);
    }
    /// Finds the members of the class at `index`, and before that the members of the classes in it. `within` are the
    /// classes that are being resolved, each inside the class before it.
    fn resolve_class(&self, classes: &mut [DeclaredClass], index: usize, within: &mut Vec<usize>) {
        if classes[index].members.is_some() {
            return;
        }
        within.push(index);
        let mut members: Vec<(PieceTypeId, Option<u8>)> = Vec::new();
        for part in std::mem::take(&mut classes[index].parts) {
            let inner_class = classes.iter().position(|class| class.id == part.value);
            let part_members = match inner_class {
                Some(class) if within.contains(&class) => {
                    let message = format!("the class `{}` contains itself", part.value);
                    self.problems.push(part.error("content::class-in-itself", message).label("through this member"));
                    Vec::new()
                }
                Some(_) if within.len() == MAX_CLASS_DEPTH => {
                    let message = format!("classes may nest at most {MAX_CLASS_DEPTH} deep");
                    self.problems.push(part.error("content::too-many", message).label("nested too deep here"));
                    Vec::new()
                }
                Some(class) => {
                    self.resolve_class(classes, class, within);
                    classes[class].members.clone().unwrap_or_default()
                }
                None => self.resolve_class_member(&part, classes).into_iter().collect(),
            };
            let new: Vec<_> = part_members.into_iter().filter(|member| !members.contains(member)).collect();
            members.extend(new);
        }
        within.pop();
        classes[index].members = Some(members);
    }
    /// Reads the type of the values of a mark; `None` for a plain mark.
    fn read_mark_value_type(&mut self, keys: &TableReader<'_>) -> Option<MarkValueType> {
        Some(match keys.choice("of", &VALUE_KINDS)? {
            Kind::Space => {
                let kinds = match keys.get("kind") {
                    Some(Located { value: TomlValue::List(_), .. }) => keys.texts("kind"),
                    _ => keys.text("kind").into_iter().collect(),
                };
                let found = kinds.iter().filter_map(|kind| self.find("kind", kind)).map(SpaceKindId::new);
                MarkValueType::Space(
                    found.map(SpaceKinds::one).reduce(|kinds, kind| kind.iter().fold(kinds, SpaceKinds::with)),
                )
            }
            Kind::Card => MarkValueType::Card,
            Kind::Side => MarkValueType::Side,
            Kind::Word => {
                keys.need("values");
                let words = keys.texts("values");
                let is_valid_word =
                    |word: &&Located<String>| ident::check(word, "word", Spelling::Kebab, self.problems);
                let mut ids: Vec<String> = words.iter().filter(is_valid_word).map(|word| word.value.clone()).collect();
                ids.sort();
                ids.dedup();
                if ids.len() < words.len() {
                    let message = format!("{} lists a value twice, or one that is not a valid word", keys.table_name);
                    self.problems.push(keys.place.error("content::duplicate-id", message).label("see its `values`"));
                }
                words.iter().for_each(|word| self.add_word(&word.value));
                let word_index =
                    |word: &Located<String>| self.board.labels.words.iter().position(|known| known.id == word.value);
                MarkValueType::Word(words.iter().filter_map(word_index).map(WordId::new).collect())
            }
            _ => {
                let min = keys.need_number("min").map_or(0, |n| n.value);
                let max = keys.need_number_in("max", min..=min.saturating_add(MAX_MARK_NUMBERS - 1));
                MarkValueType::Number(min, max.map_or(min, |n| n.value))
            }
        })
    }
    /// Reads the types of counters that a piece may hold.
    fn read_holds(&self, keys: &TableReader<'_>) -> Vec<PieceTypeId> {
        let mut held_types = Vec::new();
        for held in keys.texts("holds") {
            let Some(found) = self.find("piece", &held).map(PieceTypeId::new) else { continue };
            if held_types.contains(&found) {
                let message = format!("`{}` is named twice", held.value);
                self.problems.push(held.error("content::duplicate-id", message).label("repeated"));
            } else {
                held_types.push(found);
            }
        }
        held_types
    }
    /// Checks the pieces that other pieces may hold. For each, declares the class of its holders: `coin-holder`.
    fn check_held_pieces(&mut self) {
        for entry in self.tables.section("piece") {
            let Some(piece_type) =
                self.board.piece_types.iter().position(|t| t.id == entry.id.value).map(PieceTypeId::new)
            else {
                continue;
            };
            if !self.board.can_be_held(piece_type) {
                continue;
            }
            let def = &self.board.piece_types[piece_type.index()];
            if def.faces.len() > 1 || !def.marks.is_empty() || !def.valued_marks.is_empty() || !def.holds.is_empty() {
                let message =
                    format!("other pieces may hold `{}`, so it cannot have faces, marks or held pieces", def.id);
                self.problems.push(entry.id.error("content::bad-holding", message).label("held by other pieces"));
            }
            self.add_global(Kind::Class, &entry.id.with(format!("{}-holder", entry.id.value)), "class of holders");
        }
    }
    /// Finds a member of a class that is not a class: a piece type (`guard`), or one face (`guard/worn`, or the id of a
    /// named face). Reports an unknown name.
    fn resolve_class_member(
        &self,
        part: &Located<String>,
        classes: &[DeclaredClass],
    ) -> Option<(PieceTypeId, Option<u8>)> {
        let (id, face) = part.value.split_once('/').map_or((part.value.as_str(), None), |(id, face)| (id, Some(face)));
        let types = || self.board.piece_types.iter().enumerate();
        let face_index = |piece: &PieceType, face: &str| piece.faces.iter().position(|f| f == face).map(|f| f as u8);
        if face.is_none() {
            let named_face = types().filter(|(_, t)| t.named_faces).find_map(|(i, t)| Some((i, face_index(t, id)?)));
            if let Some((type_index, face)) = named_face {
                return Some((PieceTypeId::new(type_index), Some(face)));
            }
        }
        let Some((type_index, piece)) = types().find(|(_, t)| t.id == id) else {
            let named_faces = types().filter(|(_, t)| t.named_faces).flat_map(|(_, t)| &t.faces);
            let names = types().map(|(_, t)| &t.id).chain(named_faces).chain(classes.iter().map(|class| &class.id));
            let names = names.map(String::as_str);
            self.problems.push(field::unknown_id(part, "piece", names.take(self.problems.max_candidates())));
            return None;
        };
        let Some(face) = face else { return Some((PieceTypeId::new(type_index), None)) };
        let found = face_index(piece, face);
        if found.is_none() {
            let message = format!("`{id}` has no face `{face}`");
            let problem = part.error("content::unknown-face", message).label("no such face");
            self.problems.push(problem.suggest(face, piece.faces.iter().map(String::as_str)));
        }
        Some((PieceTypeId::new(type_index), Some(found?)))
    }
    /// Removes faces that a class does not name, because [`cardwright_state::Board::finish`] gives a class all faces of
    /// its types.
    pub(super) fn remove_unnamed_faces(&mut self) {
        for declared in std::mem::take(&mut self.resolved_classes) {
            let Some(class) = self.board.classes.iter().position(|c| c.id == declared.id && c.piece_type.is_none())
            else {
                continue;
            };
            let states = std::mem::take(&mut self.board.classes[class].states);
            let (kept, removed): (Vec<_>, Vec<_>) = states.into_iter().partition(|s| {
                let state = &self.board.states[s.index()];
                declared
                    .members
                    .iter()
                    .any(|(piece_type, face)| *piece_type == state.piece_type && face.is_none_or(|f| f == state.face))
            });
            self.board.classes[class].states = kept;
            for state in removed {
                self.board.states[state.index()].classes.retain(|c| c.index() != class);
            }
        }
    }
    /// Reads the faces of a piece. A piece without faces has one face without a name.
    fn read_faces(&mut self, keys: &TableReader<'_>, has_named_faces: bool) -> Vec<String> {
        let mut faces: Vec<String> = Vec::new();
        for face in keys.texts("faces") {
            if !ident::check(&face, "face", Spelling::Kebab, self.problems) {
                continue;
            }
            if faces.contains(&face.value) {
                let message = format!("`{}` is named twice", face.value);
                self.problems.push(face.error("content::duplicate-id", message).label("repeated"));
                continue;
            }
            if faces.len() == MAX_FACES {
                let message = format!("a piece may have at most {MAX_FACES} faces");
                self.problems.push(face.error("content::too-many", message).label("this exceeds the limit"));
                break;
            }
            if has_named_faces {
                self.add_global(Kind::Class, &face, "face");
            }
            faces.push(face.value);
        }
        if has_named_faces && faces.len() < 2 {
            let problem = keys
                .place
                .error("content::bad-faces", format!("{} has `named_faces` but fewer than two faces", keys.table_name));
            self.problems.push(problem.label("`named_faces` needs `faces`"));
        }
        if faces.is_empty() { vec![String::new()] } else { faces }
    }

    /// Reads the data that `info` returns for each piece type and face.
    pub(super) fn piece_infos(&mut self) -> Vec<(Val, Datum)> {
        let mut infos = Vec::new();
        for (index, entry) in self.tables.section("piece").enumerate() {
            let piece = &self.board.piece_types[index];
            let keys = entry.reader("piece", &PIECE, self.problems);
            let built_in = vec![
                ("id".to_string(), Datum::Text(piece.id.clone())),
                ("name".to_string(), Datum::Text(piece.name.clone())),
                ("count".to_string(), Datum::Number(i64::from(piece.count))),
            ];
            let owner = piece.owner.map(|side| ("owner".to_string(), Datum::Val(Val::side(side))));
            let built_in: Vec<_> = built_in.into_iter().chain(owner).collect();
            let data = self.read_piece_data(&keys, &piece.faces);
            let mut add = |id: &str, data: Vec<(String, Datum)>| {
                if let Some(class) = self.board.parse(Kind::Class, id)
                    && infos.iter().all(|(known, _)| *known != class)
                {
                    infos.push((class, Datum::Table(built_in.iter().cloned().chain(data).collect())));
                }
            };
            add(&piece.id, data.of_type);
            for (face, data) in piece.faces.iter().zip(data.of_faces).filter(|_| piece.faces.len() > 1) {
                add(&if piece.named_faces { face.clone() } else { format!("{}/{face}", piece.id) }, data);
            }
        }
        infos
    }
}
