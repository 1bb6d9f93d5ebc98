//! Marks, piece types and named groups of them.

use super::entry::{ENTRY, ID};
use super::piece_data::DATA;
use super::shorts::{SHORT, SHORT_FACES, Shorts};
use super::{Builder, NUMBER, UNTIL};
use crate::field::{self, Datum};
use crate::form::{Form, Holds, may, needed, words};
use crate::ident::{self, Spelling};
use crate::located::{Located, Raw};
use crate::shape::Keys;
use cardwright_state::board::{Bears, Kinds, Mark, PieceType};
use cardwright_state::ids::*;
use cardwright_state::{Kind, Val};

/// What a mark may bear, by the word that says so.
const BORNE: [(&str, Kind); 5] = [
    ("space", Kind::Space),
    ("card", Kind::Card),
    ("side", Kind::Side),
    ("word", Kind::Word),
    ("number", Kind::Number),
];

/// Every plain mark doubles the states of a piece type.
const MOST_MARKS: usize = 6;
const MOST_FACES: usize = 32;
/// Numbers that one mark may bear.
const MOST_NUMBERS: i64 = 1000;
/// Positions count pieces in 16 bits.
const MOST_PIECES: i64 = 60_000;

/// `[[mark]]`.
pub(crate) static MARK: Form = Form {
    of: "mark",
    doc: "What tells pieces of one type apart for a while: moved, isolated, or, with a value, what they aim at. In notation `raft+moved`, `raft+aims:river`; in scripts `mark(stack, 1, MOVED)`, `mark(stack, 1, AIMS, RIVER)`.",
    keys: &[
        &[
            ID,
            may(
                "of",
                Holds::Choice(&const { words(&BORNE) }),
                "a plain mark, which a piece bears or does not",
                "What a piece that bears it bears it with: a `space`, a `card` that all see, a `side`, one `word` of several or a `number`. `mark(stack, 1, AIMS, RIVER)` in scripts, `raft+aims:river` in notation. The marks of a type may have 65,535 combinations of values.",
                "\"space\"",
            ),
            may(
                "kind",
                Holds::AnyOf(&[Holds::Of("kind"), Holds::List(&Holds::Of("kind"))]),
                "spaces of any kind",
                "The kinds of spaces that it may bear.",
                "\"landing\"",
            )
            .only("of", &["space"])
            .beside("of = \"space\""),
            needed(
                "values",
                Holds::List(&Holds::Id),
                "The words it may bear. Each is a word of the game from here on: `WORD.north` in scripts.",
                "[\"north\", \"south\"]",
            )
            .only("of", &["word"])
            .beside("of = \"word\""),
            needed("min", NUMBER, "The least number that it may bear.", "1")
                .only("of", &["number"])
                .beside("of = \"number\"\nmax = 3"),
            needed("max", NUMBER, "The greatest; of 1,000 numbers at most.", "3")
                .only("of", &["number"])
                .beside("of = \"number\"\nmin = 1"),
            UNTIL,
            may("short", SHORT, "its id", "What stands for it on the board, after the piece.", "\"m\""),
            may("name", Holds::Line, "", "What people call it.", "\"Moved\""),
            may(
                "told",
                Holds::Truth,
                "`true`",
                "Whether the log tells who comes to bear it and who no longer does, where it bears a value or no period takes it off; the board shows it in any case.",
                "false",
            ),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[mark]]\nid = \"moved\"\nuntil = \"night\"",
};

/// `[[piece]]`.
pub(crate) static PIECE: Form = Form {
    of: "piece",
    doc: "A type of pieces: all that are alike but for face and marks. In notation `2 raft`, `raft/worn`.",
    keys: &[
        &[
            ID,
            needed("name", Holds::Line, "What people call one of them.", "\"Raft\""),
            may("plural", Holds::Line, "its name", "What people call several of them where their number stands before: a text `{1} {2}` says `1 Raft` and `3 Rafts`, and `{1} of {2}` says `2 of Rafts`.", "\"Rafts\""),
            may("owner", Holds::Of("side"), "nobody's", "Whose they are; the side's id is a class of all its pieces.", "\"reds\""),
            needed("count", Holds::Number(0, MOST_PIECES), "How many there are, in play and in the supply together.", "8"),
            needed(
                "supply",
                Holds::Of("space"),
                "The space where those are that are not in play: `place` takes them from there, `remove` puts them back.",
                "\"pool\"",
            ),
            may(
                "faces",
                Holds::List(&Holds::Id),
                "one face without a name",
                "What a piece may show, the face it has in the supply first; scripts `flip` them. In notation and in what is typed a face is `raft/worn`; in scripts `RAFT` is any face and `class(\"raft/worn\")` one. At most 32.",
                "[\"sound\", \"worn\"]",
            ),
            may(
                "named_faces",
                Holds::Truth,
                "`false`",
                "Whether each face is called by its own name alone: `rebel`, not `cube/rebel`; its id is then one of the game's and `REBEL` a constant.",
                "true",
            )
            .beside("faces = [\"scout\", \"runner\"]"),
            may(
                "marks",
                Holds::List(&Holds::Of("mark")),
                "none",
                "The marks that such a piece may bear; of plain ones 6 at most.",
                "[\"moved\"]",
            ),
            may(
                "holds",
                Holds::List(&Holds::Of("piece")),
                "none",
                "Types of counters that may lie beneath a piece and go with it: `raft(2-coin)` in notation. What is held has no faces, marks or holdings of its own.",
                "[\"coin\"]",
            ),
            may(
                "short",
                Holds::AnyOf(&[SHORT, Holds::Table(&SHORT_FACES)]),
                "its id",
                "What stands for it on the board: up to 6 letters that do not begin with a digit; of a piece with faces a table with one for each.",
                "\"Ra\"",
            ),
            may(
                "data",
                Holds::Table(&DATA),
                "none",
                "What else is printed on it, for scripts: `info(RAFT).strength`.",
                "{ strength = 2, built_at = \"port\" }",
            ),
            may(
                "face_data",
                Holds::Each(&Holds::Table(&DATA)),
                "what its type has",
                "What is printed on some faces of it, by face; it goes before what the type says: `info(class(\"raft/worn\")).strength`.",
                "{ worn = { strength = 1 } }",
            )
            .beside("faces = [\"sound\", \"worn\"]"),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[piece]]\nid = \"raft\"\nname = \"Raft\"\nowner = \"reds\"\ncount = 8\nsupply = \"pool\"\n\n[[piece]]\nid = \"coin\"\nname = \"Coin\"\ncount = 12\nsupply = \"pool\"",
};

/// `[[class]]`.
pub(crate) static CLASS: Form = Form {
    of: "class",
    doc: "A name for several types of pieces together, or for some of their faces: what rules speak of as one. Every type, every face, and the pieces of every side are classes anyway.",
    keys: &[
        &[
            ID,
            needed(
                "of",
                Holds::List(&Holds::AnyOf(&[Holds::Of("piece"), Holds::Of("class")])),
                "The types of pieces; `raft/worn` is one face of a type, and a class stands for all that is in it.",
                "[\"raft\", \"coin\"]",
            ),
            may("name", Holds::Line, "its id", "What people call them.", "\"Goods\""),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[class]]\nid = \"goods\"\nname = \"Goods\"\nof = [\"raft\", \"coin\"]",
};

/// A named group of piece types, or of some of their faces.
pub(super) struct Group {
    id: String,
    name: String,
    of: Vec<(TypeId, Option<u8>)>,
}

/// A class as it is declared; what is in it is known once that of the classes in it is.
struct Declared {
    id: String,
    name: String,
    parts: Vec<Located<String>>,
    of: Option<Vec<(TypeId, Option<u8>)>>,
}

/// How deep classes lie within classes at most.
const DEEPEST: usize = 16;

impl Group {
    /// As the board wants it: whole types.
    pub(super) fn types(&self) -> (String, String, Vec<TypeId>) {
        (self.id.clone(), self.name.clone(), self.of.iter().map(|(of, _)| *of).collect())
    }
}

impl Builder<'_> {
    pub(super) fn pieces(&mut self) {
        let mut shorts = Shorts::default();
        for (entry, keys) in self.entries("mark") {
            keys.note("name");
            self.global(Kind::Mark, &entry.id, "mark");
            let short = self.short(&keys, &mut shorts);
            self.called.marks.push(short);
            let until = self.until(&keys);
            let of = self.borne(&keys);
            let told = keys.truth("told").is_none_or(|t| t.value);
            self.board.marks.push(Mark { id: entry.id.value.clone(), until, of, told, values: Vec::new() });
            self.close("mark", entry, keys);
        }
        self.piece_shape();
        let mut shorts = Shorts::default();
        for (entry, keys) in self.entries("piece") {
            self.global(Kind::Class, &entry.id, "piece");
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let plural = keys.text("plural").map(|plural| plural.value);
            let owner = keys.text("owner").and_then(|o| self.find("side", &o)).map(SideId::new);
            let count = keys.need_number("count").map_or(0, |n| n.value as u32);
            let supply = keys.need_text("supply").and_then(|s| self.find("space", &s)).unwrap_or(0);
            let named_faces = keys.truth("named_faces").is_some_and(|t| t.value);
            let faces = self.faces(&keys, named_faces);
            let names = self.shorts_of_piece(&keys, &faces, owner.map(SideId::at), &mut shorts);
            self.called.pieces.push(names);
            let (mut marks, mut valued) = (Vec::new(), Vec::new());
            for mark in keys.texts("marks") {
                let Some(found) = self.find("mark", &mark).map(MarkId::new) else { continue };
                let is_valued = self.board.marks[found.at()].of.is_some();
                if marks.contains(&found) || valued.contains(&found) {
                    let message = format!("`{}` is named twice", mark.value);
                    self.problems.push(mark.error("content::duplicate-id", message).label("again"));
                } else if is_valued {
                    valued.push(found);
                } else if marks.len() == MOST_MARKS {
                    let message = format!("a piece may bear {MOST_MARKS} plain marks at most");
                    self.problems.push(mark.error("content::too-many", message).label("this one is too many"));
                } else if marks.len() < MOST_MARKS {
                    marks.push(found);
                }
            }
            let holds = self.holds(&keys);
            self.piece_data(&keys, &faces);
            self.board.types.push(PieceType {
                id: entry.id.value.clone(),
                name,
                plural,
                owner,
                count,
                faces,
                named_faces,
                supply: SpaceId::new(supply),
                marks,
                valued,
                holds,
            });
            self.close("piece", entry, keys);
        }
        self.holders();
        let mut classes = Vec::new();
        for (entry, keys) in self.entries("class") {
            self.global(Kind::Class, &entry.id, "class");
            let name = keys.text("name").map_or_else(|| entry.id.value.clone(), |n| n.value);
            keys.need("of");
            classes.push(Declared { id: entry.id.value.clone(), name, parts: keys.texts("of"), of: None });
            self.close("class", entry, keys);
        }
        for at in 0..classes.len() {
            self.group(&mut classes, at, &mut Vec::new());
        }
        let groups =
            classes.into_iter().map(|class| Group { id: class.id, name: class.name, of: class.of.unwrap_or_default() });
        self.groups.extend(groups);
    }
    /// Works out what is in a class, once it is known of the classes that it names.
    fn group(&self, classes: &mut [Declared], at: usize, within: &mut Vec<usize>) {
        if classes[at].of.is_some() {
            return;
        }
        within.push(at);
        let mut of: Vec<(TypeId, Option<u8>)> = Vec::new();
        for part in std::mem::take(&mut classes[at].parts) {
            let named = classes.iter().position(|class| class.id == part.value);
            let found = match named {
                Some(class) if within.contains(&class) => {
                    let message = format!("the class `{}` is in itself", part.value);
                    self.problems.push(part.error("content::class-in-itself", message).label("by way of this"));
                    Vec::new()
                }
                Some(_) if within.len() == DEEPEST => {
                    let message = format!("classes within classes go {DEEPEST} deep at most");
                    self.problems.push(part.error("content::too-many", message).label("this one is too deep"));
                    Vec::new()
                }
                Some(class) => {
                    self.group(classes, class, within);
                    classes[class].of.clone().unwrap_or_default()
                }
                None => self.part(&part, classes).into_iter().collect(),
            };
            let new: Vec<_> = found.into_iter().filter(|one| !of.contains(one)).collect();
            of.extend(new);
        }
        within.pop();
        classes[at].of = Some(of);
    }
    /// What a mark bears.
    fn borne(&mut self, keys: &Keys<'_>) -> Option<Bears> {
        Some(match keys.choice("of", &BORNE)? {
            Kind::Space => {
                let kinds = match keys.get("kind") {
                    Some(Located { value: Raw::List(_), .. }) => keys.texts("kind"),
                    _ => keys.text("kind").into_iter().collect(),
                };
                let found = kinds.iter().filter_map(|kind| self.find("kind", kind)).map(KindId::new);
                Bears::Space(found.map(Kinds::one).reduce(|all, kind| kind.iter().fold(all, Kinds::with)))
            }
            Kind::Card => Bears::Card,
            Kind::Side => Bears::Side,
            Kind::Word => {
                keys.need("values");
                let words = keys.texts("values");
                let is_one = |word: &&Located<String>| ident::check(word, "word", Spelling::Kebab, self.problems);
                let mut ids: Vec<String> = words.iter().filter(is_one).map(|word| word.value.clone()).collect();
                ids.sort();
                ids.dedup();
                if ids.len() < words.len() {
                    let message = format!("{} names a value twice, or one that is no word", keys.what);
                    self.problems.push(keys.at.error("content::duplicate-id", message).label("see its `values`"));
                }
                words.iter().for_each(|word| self.word(&word.value));
                let at = |word: &Located<String>| self.board.words.iter().position(|known| known.id == word.value);
                Bears::Word(words.iter().filter_map(at).map(WordId::new).collect())
            }
            _ => {
                let min = keys.need_number("min").map_or(0, |n| n.value);
                let max = keys.need_number_in("max", min..=min.saturating_add(MOST_NUMBERS - 1));
                Bears::Number(min, max.map_or(min, |n| n.value))
            }
        })
    }
    /// Types of counters that may lie beneath a piece.
    fn holds(&self, keys: &Keys<'_>) -> Vec<TypeId> {
        let mut holds = Vec::new();
        for held in keys.texts("holds") {
            let Some(found) = self.find("piece", &held).map(TypeId::new) else { continue };
            if holds.contains(&found) {
                let message = format!("`{}` is named twice", held.value);
                self.problems.push(held.error("content::duplicate-id", message).label("again"));
            } else {
                holds.push(found);
            }
        }
        holds
    }
    /// Checks what may be held, and takes the names of the classes of holders.
    fn holders(&mut self) {
        for entry in self.layers.section("piece") {
            let Some(of) = self.board.types.iter().position(|t| t.id == entry.id.value).map(TypeId::new) else {
                continue;
            };
            if !self.board.is_held(of) {
                continue;
            }
            let def = &self.board.types[of.at()];
            if def.faces.len() > 1 || !def.marks.is_empty() || !def.valued.is_empty() || !def.holds.is_empty() {
                let message =
                    format!("`{}` is held by pieces: it can have no faces, marks or holdings of its own", def.id);
                self.problems.push(entry.id.error("content::bad-holding", message).label("held by other pieces"));
            }
            self.global(Kind::Class, &entry.id.with(format!("{}-holder", entry.id.value)), "class of holders");
        }
    }
    /// A part of a class that is none itself: a type of pieces, or one face of it (`guard/worn`, or a named face).
    fn part(&self, part: &Located<String>, classes: &[Declared]) -> Option<(TypeId, Option<u8>)> {
        let (id, face) = part.value.split_once('/').map_or((part.value.as_str(), None), |(id, face)| (id, Some(face)));
        let types = || self.board.types.iter().enumerate();
        let at = |of: &PieceType, face: &str| of.faces.iter().position(|f| f == face).map(|f| f as u8);
        if face.is_none() {
            let named = types().filter(|(_, t)| t.named_faces).find_map(|(i, t)| Some((i, at(t, id)?)));
            if let Some((of, face)) = named {
                return Some((TypeId::new(of), Some(face)));
            }
        }
        let Some((of, piece)) = types().find(|(_, t)| t.id == id) else {
            let named = types().filter(|(_, t)| t.named_faces).flat_map(|(_, t)| &t.faces);
            let names = types().map(|(_, t)| &t.id).chain(named).chain(classes.iter().map(|class| &class.id));
            let names = names.map(String::as_str);
            self.problems.push(field::unknown(part, "piece", names.take(self.problems.room())));
            return None;
        };
        let Some(face) = face else { return Some((TypeId::new(of), None)) };
        let found = at(piece, face);
        if found.is_none() {
            let message = format!("`{id}` has no face `{face}`");
            let problem = part.error("content::unknown-face", message).label("no such face");
            self.problems.push(problem.suggest(face, piece.faces.iter().map(String::as_str)));
        }
        Some((TypeId::new(of), Some(found?)))
    }
    /// [`cardwright_state::Board::finish`] groups whole types: takes out the faces a class does not name.
    pub(super) fn narrow_groups(&mut self) {
        for group in std::mem::take(&mut self.groups) {
            let Some(class) = self.board.classes.iter().position(|c| c.id == group.id && c.of.is_none()) else {
                continue;
            };
            let states = std::mem::take(&mut self.board.classes[class].states);
            let (kept, gone): (Vec<_>, Vec<_>) = states.into_iter().partition(|s| {
                let state = &self.board.states[s.at()];
                group.of.iter().any(|(of, face)| *of == state.of && face.is_none_or(|f| f == state.face))
            });
            self.board.classes[class].states = kept;
            for state in gone {
                self.board.states[state.at()].classes.retain(|c| c.at() != class);
            }
        }
    }
    fn faces(&mut self, keys: &Keys<'_>, named: bool) -> Vec<String> {
        let mut faces: Vec<String> = Vec::new();
        for face in keys.texts("faces") {
            if !ident::check(&face, "face", Spelling::Kebab, self.problems) {
                continue;
            }
            if faces.contains(&face.value) {
                let message = format!("`{}` is named twice", face.value);
                self.problems.push(face.error("content::duplicate-id", message).label("again"));
                continue;
            }
            if faces.len() == MOST_FACES {
                let message = format!("a piece may have {MOST_FACES} faces at most");
                self.problems.push(face.error("content::too-many", message).label("this one is too many"));
                break;
            }
            if named {
                self.global(Kind::Class, &face, "face");
            }
            faces.push(face.value);
        }
        if named && faces.len() < 2 {
            let problem =
                keys.at.error("content::bad-faces", format!("{} names its faces but has fewer than two", keys.what));
            self.problems.push(problem.label("`named_faces` needs `faces`"));
        }
        if faces.is_empty() { vec![String::new()] } else { faces }
    }

    pub(super) fn piece_infos(&mut self) -> Vec<(Val, Datum)> {
        let mut infos = Vec::new();
        for (at, entry) in self.layers.section("piece").enumerate() {
            let of = &self.board.types[at];
            let keys =
                Keys::new(&PIECE, &entry.table, entry.at.clone(), format!("the piece `{}`", of.id), self.problems);
            let own = vec![
                ("id".to_string(), Datum::Text(of.id.clone())),
                ("name".to_string(), Datum::Text(of.name.clone())),
                ("count".to_string(), Datum::Number(i64::from(of.count))),
            ];
            let owner = of.owner.map(|side| ("owner".to_string(), Datum::Val(Val::side(side))));
            let own: Vec<_> = own.into_iter().chain(owner).collect();
            let data = self.data_of(&keys, &of.faces);
            let mut add = |id: &str, data: Vec<(String, Datum)>| {
                if let Some(class) = self.board.read(Kind::Class, id)
                    && infos.iter().all(|(known, _)| *known != class)
                {
                    infos.push((class, Datum::Table(own.iter().cloned().chain(data).collect())));
                }
            };
            add(&of.id, data.of_type);
            for (face, data) in of.faces.iter().zip(data.of_faces).filter(|_| of.faces.len() > 1) {
                add(&if of.named_faces { face.clone() } else { format!("{}/{face}", of.id) }, data);
            }
        }
        infos
    }
}
